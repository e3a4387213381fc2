/* join_plan.c - how one clause is evaluated
 *
 * In:   a safe clause
 * Out:  a JoinPlan: literals in order, with what is known before each
 *
 * The order is greedy: a test as soon as its variables are known, and else
 * the positive literal of which the fewest facts can be expected to fit. That
 * number is kept until another variable of the literal has a value. Start
 * reading at plan_new(), at the end.
 */
#include "logic/join_plan.h"

#include "logic/model.h"

#include <assert.h>
#include <math.h>

typedef VEC(Path) Paths;
typedef VEC(PartShape) PartShapes;
typedef VEC(Binding) Bindings;
typedef VEC(const Template *) Templates;

typedef struct {
    Arena *arena;
    const Clause *clause;
    const PlanFacts *facts;
    bool *has_value;        /* by variable: known before the next step */
    bool *is_placed;        /* by literal: it is in the plan */
    double *expected_facts; /* by literal: estimate, or STALE_ESTIMATE */
    uint32_t *last_scan;    /* by variable: the last scan that binds it */
    uint32_t scan_count;    /* the number of the current scan */
} Planner;

#define STALE_ESTIMATE (-2.0)

static uint32_t slot_of(const Planner *planner, const Term *variable)
{
    return (uint32_t)clause_variable(planner->clause, variable);
}

static const Template *template_of(const Planner *planner, const Term *term)
{
    Arena *arena = planner->arena;
    Template *template = arena_alloc(arena, sizeof *template);
    if (term_is_ground(term)) {
        template->constant = term;
    } else if (term_is_variable(term)) {
        template->slot = slot_of(planner, term);
    } else {
        template->symbol = term->symbol;
        template->arity = term->arity;
        template->args = arena_array(arena, const Template *, term->arity);
        for (size_t i = 0; i < term->arity; i++)
            template->args[i] = template_of(planner, term->args[i]);
    }
    return template;
}

const Template *model_template(const Clause *clause, const Term *term,
                               Arena *arena)
{
    const Planner planner = {.arena = arena, .clause = clause};
    return template_of(&planner, term);
}

static bool is_known(const Planner *planner, const Term *term)
{
    if (term_is_ground(term))
        return true;
    if (term_is_variable(term))
        return planner->has_value[slot_of(planner, term)];
    for (size_t i = 0; i < term->arity; i++)
        if (!is_known(planner, term->args[i]))
            return false;
    return true;
}

/* The variables of TERM have values from now on. */
static void make_known(Planner *planner, const Term *term)
{
    if (term_is_ground(term))
        return;
    for (size_t i = 0; i < term->arity; i++)
        make_known(planner, term->args[i]);
    if (!term_is_variable(term))
        return;
    bool *has_value = &planner->has_value[slot_of(planner, term)];
    for (size_t i = 0; !*has_value && i < planner->clause->count; i++)
        if (term_contains(planner->clause->body[i].atom, term))
            planner->expected_facts[i] = STALE_ESTIMATE;
    *has_value = true;
}

/* ---- one scan ---- */

typedef struct {
    Planner *planner;
    VEC(uint16_t) path;
    PartShapes shapes;
    Paths keys;
    Templates values;
    Bindings binds, checks;
} Scan;

static Path current_path(const Scan *scan)
{
    return (Path){arena_copy(scan->planner->arena, scan->path.items,
                             scan->path.count * sizeof *scan->path.items),
                  scan->path.count};
}

static void scan_term(Scan *scan, const Term *term);

static void scan_arguments(Scan *scan, const Term *term)
{
    for (uint16_t i = 0; i < term->arity; i++) {
        vec_push(&scan->path, i);
        scan_term(scan, term->args[i]);
        scan->path.count--;
    }
}

/* What TERM, at the current path, selects facts by, binds, or checks: a
 * variable that this scan has bound before is compared. */
static void scan_term(Scan *scan, const Term *term)
{
    Path path = current_path(scan);
    if (is_known(scan->planner, term)) {
        vec_push(&scan->keys, path);
        vec_push(&scan->values, template_of(scan->planner, term));
    } else if (term_is_variable(term)) {
        uint32_t slot = slot_of(scan->planner, term);
        Binding binding = {path, slot};
        if (scan->planner->last_scan[slot] == scan->planner->scan_count)
            vec_push(&scan->checks, binding);
        else
            vec_push(&scan->binds, binding);
        scan->planner->last_scan[slot] = scan->planner->scan_count;
    } else {
        vec_push(&scan->shapes, (PartShape){path, term->symbol, term->arity});
        scan_arguments(scan, term);
    }
}

static JoinStep scan_step(Planner *planner, const Literal *literal,
                          Signature *signature)
{
    Arena *arena = planner->arena;
    Scan scan = {.planner = planner};
    planner->scan_count++;
    scan_arguments(&scan, literal->atom);
    JoinStep step = {.kind = STEP_SCAN, .relation = literal->relation};
    *signature = (Signature){.relation = literal->relation};
    signature->shape_count = scan.shapes.count;
    signature->shapes = vec_finish(&scan.shapes, arena);
    step.key_count = signature->key_count = scan.keys.count;
    signature->keys = vec_finish(&scan.keys, arena);
    step.keys = vec_finish(&scan.values, arena);
    step.bind_count = scan.binds.count;
    step.binds = vec_finish(&scan.binds, arena);
    step.check_count = scan.checks.count;
    step.checks = vec_finish(&scan.checks, arena);
    vec_free(&scan.path);
    return step;
}

static JoinStep indexed_step(Planner *planner, const Literal *literal)
{
    assert(literal->kind == LITERAL_POSITIVE);
    Signature signature;
    JoinStep step = scan_step(planner, literal, &signature);
    step.index = planner->facts->find_index(planner->facts->model, &signature);
    return step;
}

/* ---- the order ---- */

static JoinStep step_for(Planner *planner, const Literal *literal)
{
    if (literal->kind == LITERAL_POSITIVE && !is_known(planner, literal->atom))
        return indexed_step(planner, literal);
    JoinStep step = {.relation = literal->relation};
    step.kind = literal->kind == LITERAL_POSITIVE   ? STEP_TEST
                : literal->kind == LITERAL_NEGATIVE ? STEP_ABSENT
                                                    : STEP_DISTINCT;
    step.atom = template_of(planner, literal->atom);
    return step;
}

/* How many facts can be expected to fit LITERAL, for the order of the join. */
static double estimate_facts(Planner *planner, const Literal *literal)
{
    if (is_known(planner, literal->atom))
        return -1; /* tests come before all scans */
    if (literal->kind != LITERAL_POSITIVE)
        return INFINITY; /* not yet */
    ArenaMark mark = arena_mark(planner->arena);
    Signature signature;
    scan_step(planner, literal, &signature);
    double expected_facts =
        planner->facts->expect_count(planner->facts->model, &signature);
    arena_rewind(planner->arena, mark);
    return expected_facts;
}

/* The literal to come next; of equal ones the first in the rule. */
static uint32_t cheapest_literal(Planner *planner)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < planner->clause->count; i++) {
        if (planner->is_placed[i])
            continue;
        if (planner->expected_facts[i] == STALE_ESTIMATE)
            planner->expected_facts[i] =
                estimate_facts(planner, &planner->clause->body[i]);
        if (best == UINT32_MAX ||
            planner->expected_facts[i] < planner->expected_facts[best])
            best = i;
    }
    return best;
}

static bool binds_head_variable(const Planner *planner, const JoinStep *step)
{
    for (size_t i = 0; i < step->bind_count; i++)
        if (term_contains(planner->clause->head,
                          planner->clause->variables[step->binds[i].slot]))
            return true;
    return false;
}

JoinPlan *plan_new(Arena *arena, const Clause *clause, uint32_t delta,
                   const PlanFacts *facts)
{
    Planner planner = {
        .arena = arena,
        .clause = clause,
        .facts = facts,
        .has_value = arena_array(arena, bool, clause->variable_count),
        .is_placed = arena_array(arena, bool, clause->count),
        .expected_facts = arena_array(arena, double, clause->count),
        .last_scan = arena_array(arena, uint32_t, clause->variable_count)};
    for (size_t i = 0; i < clause->count; i++)
        planner.expected_facts[i] = STALE_ESTIMATE;
    JoinPlan *plan = arena_alloc(arena, sizeof *plan);
    plan->clause = clause;
    plan->relation = clause->relation;
    plan->slot_count = clause->variable_count;
    plan->steps = arena_array(arena, JoinStep, clause->count);
    for (; plan->count < clause->count; plan->count++) {
        bool is_delta = delta != NO_DELTA && plan->count == 0;
        uint32_t next = is_delta ? delta : cheapest_literal(&planner);
        assert(next < clause->count && !planner.is_placed[next]);
        const Literal *literal = &clause->body[next];
        JoinStep *step = &plan->steps[plan->count];
        /* a delta literal is scanned even if there is nothing to bind */
        *step = is_delta ? indexed_step(&planner, literal)
                         : step_for(&planner, literal);
        step->literal = next;
        step->is_delta = is_delta;
        planner.is_placed[next] = true;
        if (literal->kind == LITERAL_POSITIVE)
            make_known(&planner, literal->atom);
        if (binds_head_variable(&planner, step))
            plan->head_bound_at = plan->count + 1;
    }
    assert(plan->head_bound_at <= plan->count);
    assert(is_known(&planner, clause->head)); /* the clause is safe */
    plan->head = template_of(&planner, clause->head);
    return plan;
}
