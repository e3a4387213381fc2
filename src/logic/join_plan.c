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
#include "logic/model_internal.h"

#include <assert.h>
#include <math.h>

typedef struct {
    Model *model;
    Arena *arena;
    const Clause *clause;
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

static Template *template_of(const Planner *planner, const Term *term);

/* Of a term that may be ground: there is a template for each argument. */
static Template *compound_template(const Planner *planner, const Term *term)
{
    Template *template = arena_alloc(planner->arena, sizeof *template);
    template->symbol = term->symbol;
    template->arity = term->arity;
    template->args = arena_array(planner->arena, Template *, term->arity);
    for (size_t i = 0; i < term->arity; i++)
        template->args[i] = template_of(planner, term->args[i]);
    return template;
}

static Template *template_of(const Planner *planner, const Term *term)
{
    if (term->kind == TERM_OPEN)
        return compound_template(planner, term);
    Template *template = arena_alloc(planner->arena, sizeof *template);
    if (term_is_variable(term))
        template->slot = slot_of(planner, term);
    else
        template->constant = term;
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

/* Finds out what a scan does with the part of a fact at TEMPLATE, and at all
 * that is inside. A variable that it has bound before is compared. */
static PartUse set_uses(Planner *planner, Template *template)
{
    template->use = PART_IS_KEY;
    if (template->symbol) {
        for (size_t i = 0; i < template->arity; i++)
            if (set_uses(planner, template->args[i]) != PART_IS_KEY)
                template->use = PART_IS_OPEN;
    } else if (!template->constant && !planner->has_value[template->slot]) {
        uint32_t *last_scan = &planner->last_scan[template->slot];
        template->use =
            *last_scan == planner->scan_count ? PART_REPEATS : PART_BINDS;
        *last_scan = planner->scan_count;
    }
    return template->use;
}

static const Template *scan_pattern(Planner *planner, const Term *atom)
{
    Template *pattern = compound_template(planner, atom);
    planner->scan_count++;
    set_uses(planner, pattern);
    pattern->use = PART_IS_OPEN; /* arguments are the largest keys */
    return pattern;
}

static JoinStep indexed_step(Planner *planner, const Literal *literal)
{
    assert(literal->kind == LITERAL_POSITIVE);
    JoinStep step = {.kind = STEP_SCAN, .relation = literal->relation};
    step.atom = scan_pattern(planner, literal->atom);
    step.index = find_index(planner->model, step.relation, step.atom);
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
    step.atom = literal->kind == LITERAL_DISTINCT
                    ? compound_template(planner, literal->atom)
                    : template_of(planner, literal->atom);
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
    double expected_facts = expect_facts(planner->model, literal->relation,
                                         scan_pattern(planner, literal->atom));
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

/* Whether LITERAL gives a variable of the head its value. */
static bool binds_head_variable(const Planner *planner, const Literal *literal)
{
    const Clause *clause = planner->clause;
    for (size_t i = 0; i < clause->variable_count; i++)
        if (!planner->has_value[i] &&
            term_contains(literal->atom, clause->variables[i]) &&
            term_contains(clause->head, clause->variables[i]))
            return true;
    return false;
}

JoinPlan *plan_new(Model *model, const Clause *clause, uint32_t delta)
{
    Arena *arena = model->arena;
    Planner planner = {
        .model = model,
        .arena = arena,
        .clause = clause,
        .has_value = arena_array(arena, bool, clause->variable_count),
        .is_placed = arena_array(arena, bool, clause->count),
        .expected_facts = arena_array(arena, double, clause->count),
        .last_scan = arena_array(arena, uint32_t, clause->variable_count)};
    for (size_t i = 0; i < clause->count; i++)
        planner.expected_facts[i] = STALE_ESTIMATE;
    JoinPlan *plan = arena_alloc(arena, sizeof *plan);
    plan->clause = clause;
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
        if (binds_head_variable(&planner, literal))
            plan->head_bound_at = plan->count + 1;
        if (literal->kind == LITERAL_POSITIVE)
            make_known(&planner, literal->atom);
    }
    assert(plan->head_bound_at <= plan->count);
    assert(is_known(&planner, clause->head)); /* the clause is safe */
    plan->head = template_of(&planner, clause->head);
    return plan;
}
