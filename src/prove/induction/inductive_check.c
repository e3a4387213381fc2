/* inductive_check.c - is a set of lemmas inductive, says a second solver
 *
 * In:   lemmas of which the last ones were proved together by induction
 * Out:  nothing; a violation ends in assert()
 * Next: prove/induction/houdini.c goes on
 *
 * The incremental solver of Houdini has activation literals, retired clauses
 * and what was learned from them. Here base case and step are asked once each,
 * by a solver that has seen nothing else.
 */
#include "prove/induction/inductive_check.h"

#include "prove/induction/step_solver.h"

#include <assert.h>

enum {
    MAX_CHECKED_INPUTS = 20000, /* of gates of the net, and */
    MAX_GATES = 200000, /* of the properties: larger ones take too long */
    MAX_CONFLICTS_PER_QUESTION = 20000 /* of one question */
};

/* Can one of the lemmas from FIRST on fail: in the initial position, or after a
 * step from a position that satisfies all? */
static SatAnswer can_fail(const PropertyTable *properties, UnrollStart start,
                          const GroundProperty *const *lemmas, size_t count,
                          size_t first)
{
    bool is_step = start != UNROLL_INITIAL;
    StepSolver *solver = step_solver_new(properties, start, NULL);
    SatLits fails = {0};
    if (is_step) {
        unroll_step(solver->unroll, 0);
        step_solver_suppose(solver, lemmas, count);
    }
    for (size_t i = first; i < count; i++)
        vec_push(&fails,
                 property_violation(is_step ? &solver->after : &solver->before,
                                    lemmas[i]));
    sat_clause(solver->sat, fails.items, fails.count);
    SatAnswer answer = unroll_solve(solver->unroll, MAX_CONFLICTS_PER_QUESTION);
    vec_free(&fails);
    step_solver_free(solver);
    return answer;
}

void inductive_check(const PropertyTable *properties, UnrollStart start,
                     const GroundProperty *const *lemmas, size_t count,
                     size_t first)
{
    assert(start != UNROLL_INITIAL && first <= count);
    if (first == count || properties->net->input_count > MAX_CHECKED_INPUTS ||
        properties->gates.count > MAX_GATES)
        return;
    assert(can_fail(properties, UNROLL_INITIAL, lemmas, count, first) !=
           SAT_YES);
    assert(can_fail(properties, start, lemmas, count, first) != SAT_YES);
}
