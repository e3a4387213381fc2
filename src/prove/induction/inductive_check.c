/* inductive_check.c - is a set of facts inductive, says a second solver
 *
 * In:   facts of which the last ones were proved together by induction
 * Out:  nothing; a violation ends in assert()
 * Next: prove/induction/houdini.c goes on
 *
 * The incremental solver of Houdini has activation literals, retired clauses
 * and what was learned from them. Here base case and step are asked once each,
 * by a solver that has seen nothing else and has CaDiCaL's default options.
 */
#include "prove/induction/inductive_check.h"

#include <assert.h>

enum {
    MAX_CHECKED_INPUTS = 20000, /* of gates of the net, and */
    MAX_GATES = 200000, /* of the properties: larger ones take too long */
    MAX_CONFLICTS_PER_QUESTION = 20000 /* of one question */
};

/* Can one of the facts from FIRST on fail: in the initial position, or after a
 * step from a position that satisfies all? */
static SatAnswer can_fail(const Net *net, const PropertyTable *properties,
                          UnrollStart start, const GroundProperty *const *facts,
                          size_t count, size_t first)
{
    bool is_step = start != UNROLL_INITIAL;
    Sat *sat = sat_new(NULL);
    Unroll *unroll = unroll_new(net, sat, start);
    PropertyClauses before = property_clauses(properties, unroll, sat, 0);
    PropertyClauses after = property_clauses(properties, unroll, sat, is_step);
    SatLits fails = {0};
    if (is_step)
        unroll_step(unroll, 0);
    for (size_t i = 0; is_step && i < count; i++)
        property_suppose(&before, sat_true(sat), facts[i]);
    for (size_t i = first; i < count; i++)
        vec_push(&fails, property_violation(&after, facts[i]));
    sat_clause(sat, fails.items, fails.count);
    SatAnswer answer = unroll_solve(unroll, MAX_CONFLICTS_PER_QUESTION);
    vec_free(&fails);
    property_clauses_free(&before);
    property_clauses_free(&after);
    unroll_free(unroll);
    sat_free(sat);
    return answer;
}

void inductive_check(const Net *net, const PropertyTable *properties,
                     UnrollStart start, const GroundProperty *const *facts,
                     size_t count, size_t first)
{
    assert(start != UNROLL_INITIAL && first <= count);
    if (first == count || net->input_count > MAX_CHECKED_INPUTS ||
        properties->gates.count > MAX_GATES)
        return;
    assert(can_fail(net, properties, UNROLL_INITIAL, facts, count, first) !=
           SAT_YES);
    assert(can_fail(net, properties, start, facts, count, first) != SAT_YES);
}
