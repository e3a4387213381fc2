/* inductive_core.c - a small inductive subset that contains given properties
 *
 * In:   an inductive set, and those of it that are needed
 * Out:  a subset that contains these and is inductive
 *
 * Each property of degree 0 has an activation literal for position 0. The
 * failed assumptions of the solver, minimised by deletion, are the hypotheses
 * used to show that no needed property fails after a step: they are needed,
 * too. Compare inductive validity cores (Ghassabani, Gacek and Whalen 2016).
 * Start reading at find_inductive_core(), at the end.
 */
#include "prove/induction/inductive_core.h"

#include "base/memory.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_TO_MINIMISE = 200 }; /* properties of a core */

typedef struct {
    const GroundProperty *list;
    size_t count;
    StepSolver *solver;
    SatLit *activation; /* 0 for properties of higher degree */
    bool *is_needed;
    VEC(uint32_t) pending; /* needed, and not asked about yet */
} CoreSearch;

static void begin_core_search(CoreSearch *core, const PropertyTable *properties,
                              const Budget *budget)
{
    core->solver = step_solver_new(properties, UNROLL_ANY, budget);
    core->activation = memory_zeroed(core->count + 1, sizeof(SatLit));
    for (size_t i = 0; i < core->count; i++) {
        if (core->is_needed[i])
            vec_push(&core->pending, (uint32_t)i);
        if (core->list[i].degree)
            continue;
        core->activation[i] = sat_variable(core->solver->sat);
        property_suppose(&core->solver->before, core->activation[i],
                         &core->list[i]);
    }
}

/* Takes pending properties of one kind: those of degree 0 are to hold after a
 * step, the others before it, wherever those of degree 0 do. */
static size_t take_chunk(CoreSearch *core, uint32_t *chunk)
{
    assert(core->pending.count);
    size_t count = 0, kept = 0;
    bool looks_ahead = core->list[core->pending.items[0]].degree;
    for (size_t i = 0; i < core->pending.count; i++) {
        uint32_t number = core->pending.items[i];
        if (count < LITS_CHUNK && !!core->list[number].degree == looks_ahead)
            chunk[count++] = number;
        else
            core->pending.items[kept++] = number;
    }
    core->pending.count = kept;
    return count;
}

/* Keeps in IS_ASSUMED what is needed already and the failed assumptions of the
 * last answer; returns how many. */
static size_t keep_unsat_core(const CoreSearch *core, bool *is_assumed)
{
    size_t count = 0;
    for (size_t i = 0; i < core->count; i++) {
        assert(!is_assumed[i] || core->activation[i]);
        is_assumed[i] = is_assumed[i] &&
                        (core->is_needed[i] ||
                         sat_failed(core->solver->sat, core->activation[i]));
        count += is_assumed[i];
    }
    return count;
}

static void add_needed(CoreSearch *core, const bool *is_assumed)
{
    for (uint32_t i = 0; i < core->count; i++)
        if (is_assumed[i] && !core->is_needed[i]) {
            core->is_needed[i] = true;
            vec_push(&core->pending, i);
        }
}

/* Whether QUESTION_LIT is unsatisfiable with the IS_ASSUMED properties before
 * the step. */
static bool is_unsatisfiable(CoreSearch *core, const bool *is_assumed,
                             SatLit question_lit, bool looks_ahead,
                             int64_t max_conflicts)
{
    Sat *sat = core->solver->sat;
    for (size_t i = 0; i < core->count; i++)
        if (is_assumed[i])
            sat_assume(sat, core->activation[i]);
    if (!looks_ahead)
        sat_assume(sat, unroll_taken(core->solver->unroll, 0));
    sat_assume(sat, question_lit);
    return unroll_solve(core->solver->unroll, max_conflicts) == SAT_NO;
}

/* Deletes from IS_ASSUMED, one by one, what the answer does not need. */
static void minimise_core(CoreSearch *core, bool *is_assumed,
                          SatLit question_lit, bool looks_ahead)
{
    enum { MAX_CONFLICTS_PER_QUESTION = 1000 };
    for (size_t i = 0; i < core->count; i++) {
        if (!is_assumed[i] || core->is_needed[i])
            continue;
        is_assumed[i] = false;
        if (is_unsatisfiable(core, is_assumed, question_lit, looks_ahead,
                             MAX_CONFLICTS_PER_QUESTION))
            (void)keep_unsat_core(core, is_assumed);
        else
            is_assumed[i] = true;
    }
}

/* Whether none of CHUNK can fail if the whole set is assumed; adds a core of
 * that to what is needed. */
static bool add_core_of(CoreSearch *core, const uint32_t *chunk, size_t count)
{
    bool looks_ahead = core->list[chunk[0]].degree;
    assert(count && count <= LITS_CHUNK);
    Sat *sat = core->solver->sat;
    SatLit clause[LITS_CHUNK];
    for (size_t i = 0; i < count; i++)
        clause[i] = property_violation(looks_ahead ? &core->solver->before
                                                   : &core->solver->after,
                                       &core->list[chunk[i]]);
    SatLit question_lit = sat_question(sat, clause, count);
    bool *is_assumed = memory_zeroed(core->count + 1, sizeof *is_assumed);
    for (size_t i = 0; i < core->count; i++)
        is_assumed[i] = core->activation[i];
    bool cannot_fail =
        is_unsatisfiable(core, is_assumed, question_lit, looks_ahead, -1);
    if (cannot_fail && keep_unsat_core(core, is_assumed) <= MAX_TO_MINIMISE)
        minimise_core(core, is_assumed, question_lit, looks_ahead);
    if (cannot_fail)
        add_needed(core, is_assumed);
    free(is_assumed);
    sat_retire(sat, question_lit);
    return cannot_fail;
}

bool find_inductive_core(const PropertyTable *properties,
                         const GroundProperty *list, size_t count,
                         bool *is_needed, const Budget *budget)
{
    CoreSearch core = {.list = list, .count = count, .is_needed = is_needed};
    uint32_t chunk[LITS_CHUNK];
    bool complete = true;
    begin_core_search(&core, properties, budget);
    while (complete && core.pending.count) {
        size_t size = take_chunk(&core, chunk);
        complete = add_core_of(&core, chunk, size);
    }
    step_solver_free(core.solver);
    free(core.activation);
    vec_free(&core.pending);
    return complete;
}
