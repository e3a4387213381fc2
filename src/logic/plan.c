/* plan.c - how one clause is evaluated
 *
 * In:   a safe clause
 * Out:  a Plan: literals in order, with what is known before each
 *
 * The order is greedy: a test as soon as its variables are known, and else
 * the positive literal of which the fewest facts can be expected to fit. That
 * number is kept until another variable of the literal has a value: a rule may
 * have thousands of literals. Start reading at plan_new(), at the end.
 */
#include "logic/plan.h"

#include "base/map.h"

#include <assert.h>
#include <math.h>

typedef VEC(Path) Paths;
typedef VEC(PartShape) PartShapes;
typedef VEC(Binding) Bindings;
typedef VEC(const Template *) Templates;

/* A literal that may come next. One whose number of ways has changed since is
 * in the heap once more. */
typedef struct {
    double ways;
    uint32_t literal;
} Candidate;

typedef struct {
    Arena *arena;
    const Clause *clause;
    const PlanFacts *facts;
    bool *known;             /* variables that have a value */
    bool *placed;            /* literals that are in the plan */
    double *ways;            /* by literal: what branching() said, or STALE */
    uint32_t *first, *users; /* users[first[v]..first[v+1]]: literals with v */
    uint32_t *bound, scans;  /* by variable: the last scan that binds it */
    Map slots;               /* of variables, where they are many */
    VEC(uint32_t) stale;     /* literals whose number of ways is not known */
    VEC(Candidate) heap;     /* literals to come, the best one first */
} Planner;

#define STALE (-2.0)

static uint32_t slot_of(const Planner *planner, const Term *variable)
{
    const Clause *clause = planner->clause;
    uint32_t hash = hash_mix(0, variable->id);
    map_each (p, &planner->slots, hash)
        if (clause->variables[p.index] == variable)
            return p.index;
    for (uint32_t i = 0; i < clause->variable_count; i++)
        if (clause->variables[i] == variable)
            return i;
    assert(!"a variable of the clause");
    return 0;
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

const Template *plan_template(Arena *arena, const Clause *clause,
                              const Term *term)
{
    const Planner planner = {.arena = arena, .clause = clause};
    return template_of(&planner, term);
}

static bool is_known(const Planner *planner, const Term *term)
{
    if (term_is_ground(term))
        return true;
    if (term_is_variable(term))
        return planner->known[slot_of(planner, term)];
    for (size_t i = 0; i < term->arity; i++)
        if (!is_known(planner, term->args[i]))
            return false;
    return true;
}

static void make_known(Planner *planner, const Term *term)
{
    if (term_is_ground(term))
        return;
    for (size_t i = 0; i < term->arity; i++)
        make_known(planner, term->args[i]);
    if (!term_is_variable(term))
        return;
    uint32_t slot = slot_of(planner, term);
    if (planner->known[slot])
        return;
    planner->known[slot] = true;
    for (uint32_t i = planner->first[slot]; i < planner->first[slot + 1]; i++)
        if (planner->ways[planner->users[i]] != STALE) {
            planner->ways[planner->users[i]] = STALE;
            vec_push(&planner->stale, planner->users[i]);
        }
}

/* Counts the occurrences of each variable in TERM, or notes LITERAL as a user
 * at the end of the variable's part of the list. */
static void visit_variables(Planner *planner, const Term *term,
                            const uint32_t *literal)
{
    if (term_is_ground(term))
        return;
    for (size_t i = 0; i < term->arity; i++)
        visit_variables(planner, term->args[i], literal);
    if (!term_is_variable(term))
        return;
    uint32_t *end = &planner->first[slot_of(planner, term)];
    if (literal)
        planner->users[--*end] = *literal;
    else
        ++*end;
}

static void find_users(Planner *planner)
{
    const Clause *clause = planner->clause;
    uint32_t total = 0;
    for (uint32_t i = 0; i < clause->count; i++)
        visit_variables(planner, clause->body[i].atom, NULL);
    for (size_t i = 0; i <= clause->variable_count; i++)
        planner->first[i] = total += planner->first[i];
    planner->users = arena_array(planner->arena, uint32_t, total);
    for (uint32_t i = 0; i < clause->count; i++)
        visit_variables(planner, clause->body[i].atom, &i);
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

static void scan_term(Scan *scan, const Term *term)
{
    Path path = current_path(scan);
    if (is_known(scan->planner, term)) {
        vec_push(&scan->keys, path);
        vec_push(&scan->values, template_of(scan->planner, term));
    } else if (term_is_variable(term)) {
        uint32_t slot = slot_of(scan->planner, term);
        Binding binding = {path, slot};
        if (scan->planner->bound[slot] == scan->planner->scans)
            vec_push(&scan->checks, binding);
        else
            vec_push(&scan->binds, binding);
        scan->planner->bound[slot] = scan->planner->scans;
    } else {
        vec_push(&scan->shapes, (PartShape){path, term->symbol, term->arity});
        scan_arguments(scan, term);
    }
}

static Step scan_step(Planner *planner, const Literal *literal,
                      Signature *signature)
{
    Arena *arena = planner->arena;
    Scan scan = {.planner = planner};
    planner->scans++;
    scan_arguments(&scan, literal->atom);
    Step step = {.kind = STEP_SCAN, .relation = literal->relation};
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

static Step indexed_step(Planner *planner, const Literal *literal)
{
    assert(literal->kind == LITERAL_POSITIVE);
    Signature signature;
    Step step = scan_step(planner, literal, &signature);
    step.index = planner->facts->find_index(planner->facts->model, &signature);
    return step;
}

/* ---- the order ---- */

static Step step_for(Planner *planner, const Literal *literal)
{
    if (literal->kind == LITERAL_POSITIVE && !is_known(planner, literal->atom))
        return indexed_step(planner, literal);
    Step step = {.relation = literal->relation};
    step.kind = literal->kind == LITERAL_POSITIVE   ? STEP_TEST
                : literal->kind == LITERAL_NEGATIVE ? STEP_ABSENT
                                                    : STEP_DISTINCT;
    step.atom = template_of(planner, literal->atom);
    return step;
}

/* How many ways to go on the literal leaves: a test at most one. */
static double branching(Planner *planner, const Literal *literal)
{
    if (is_known(planner, literal->atom))
        return -1; /* tests come before all scans */
    if (literal->kind != LITERAL_POSITIVE)
        return INFINITY; /* not yet */
    ArenaMark mark = arena_mark(planner->arena);
    Signature signature;
    scan_step(planner, literal, &signature);
    double ways = planner->facts->expect(planner->facts->model, &signature);
    arena_rewind(planner->arena, mark);
    return ways;
}

/* Of equal ones the first in the rule. */
static bool is_better(Candidate left, Candidate right)
{
    return left.ways < right.ways ||
           (left.ways == right.ways && left.literal < right.literal);
}

static void heap_push(Planner *planner, Candidate candidate)
{
    vec_push(&planner->heap, candidate);
    Candidate *heap = planner->heap.items;
    size_t at = planner->heap.count - 1;
    for (; at && is_better(candidate, heap[(at - 1) / 2]); at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[at] = candidate;
}

static Candidate heap_pop(Planner *planner)
{
    assert(planner->heap.count); /* the clause is safe */
    Candidate *heap = planner->heap.items, best = heap[0];
    Candidate last = vec_pop(&planner->heap);
    size_t count = planner->heap.count, at = 0;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_better(heap[child + 1], heap[child]))
            child++;
        if (!is_better(heap[child], last))
            break;
        heap[at] = heap[child];
    }
    heap[at] = last;
    return best;
}

static uint32_t best_next(Planner *planner)
{
    while (planner->stale.count) {
        uint32_t literal = vec_pop(&planner->stale);
        if (planner->placed[literal])
            continue;
        double ways = branching(planner, &planner->clause->body[literal]);
        planner->ways[literal] = ways;
        if (ways < INFINITY)
            heap_push(planner, (Candidate){ways, literal});
    }
    for (;;) {
        Candidate best = heap_pop(planner);
        if (!planner->placed[best.literal] &&
            planner->ways[best.literal] == best.ways)
            return best.literal;
    }
}

static bool binds_head_variable(const Planner *planner, const Step *step)
{
    for (size_t i = 0; i < step->bind_count; i++)
        if (term_contains(planner->clause->head,
                          planner->clause->variables[step->binds[i].slot]))
            return true;
    return false;
}

enum { SMALL_CLAUSE = 16 }; /* variables that are found faster without a map */

static Planner planner_new(Arena *arena, const Clause *clause,
                           const PlanFacts *facts)
{
    Planner planner = {
        .arena = arena,
        .clause = clause,
        .facts = facts,
        .known = arena_array(arena, bool, clause->variable_count),
        .placed = arena_array(arena, bool, clause->count),
        .ways = arena_array(arena, double, clause->count),
        .first = arena_array(arena, uint32_t, clause->variable_count + 1),
        .bound = arena_array(arena, uint32_t, clause->variable_count)};
    for (uint32_t i = 0; i < clause->count; i++) {
        planner.ways[i] = STALE;
        vec_push(&planner.stale, i);
    }
    for (uint32_t i = 0;
         clause->variable_count > SMALL_CLAUSE && i < clause->variable_count;
         i++)
        map_add(&planner.slots, hash_mix(0, clause->variables[i]->id), i);
    find_users(&planner);
    return planner;
}

static Plan *make_plan(Planner *planner, uint32_t delta)
{
    Arena *arena = planner->arena;
    const Clause *clause = planner->clause;
    Plan *plan = arena_alloc(arena, sizeof *plan);
    plan->clause = clause;
    plan->relation = clause->relation;
    plan->slots = clause->variable_count;
    plan->steps = arena_array(arena, Step, clause->count);
    for (; plan->count < clause->count; plan->count++) {
        bool first = delta != NO_DELTA && plan->count == 0;
        uint32_t next = first ? delta : best_next(planner);
        assert(next < clause->count && !planner->placed[next]);
        const Literal *literal = &clause->body[next];
        Step *step = &plan->steps[plan->count];
        /* a delta literal is scanned even if there is nothing to bind */
        *step =
            first ? indexed_step(planner, literal) : step_for(planner, literal);
        step->literal = next;
        step->delta = first;
        planner->placed[next] = true;
        if (literal->kind == LITERAL_POSITIVE)
            make_known(planner, literal->atom);
        if (binds_head_variable(planner, step))
            plan->decisive = plan->count + 1;
    }
    assert(plan->decisive <= plan->count);
    assert(is_known(planner, clause->head)); /* the clause is safe */
    plan->head = template_of(planner, clause->head);
    map_free(&planner->slots);
    vec_free_all(&planner->stale, &planner->heap);
    return plan;
}

Plan *plan_new(Arena *arena, const Clause *clause, uint32_t delta,
               const PlanFacts *facts)
{
    Planner planner = planner_new(arena, clause, facts);
    return make_plan(&planner, delta);
}

Plan *plan_goal(Arena *arena, const Clause *clause, const PlanFacts *facts)
{
    Planner planner = planner_new(arena, clause, facts);
    make_known(&planner, clause->head);
    return make_plan(&planner, NO_DELTA);
}
