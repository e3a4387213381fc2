/* k_induction.c - induction over k steps, and bounded model checking
 *
 * In:   properties that are open
 * Out:  plays that refute them, or that they are inductive over K steps
 * Next: prove/schedule.c
 *
 * k-induction (Sheeran, Singh and Stalmarck 2000): if all properties hold in K
 * consecutive positions of a play, they hold in the next one. The first
 * position of a play in which one fails would be one of the first K, or come
 * after K in which none does. As in Houdini (prove/induction/houdini.c),
 * properties that can fail are dropped until none can. Start reading at
 * bounded_refute(), which checks the first positions, and k_induction_prove().
 */
#include "prove/induction/k_induction.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_ASKED = 24,         /* properties in one question */
    MAX_STEPS_PER_PLAY = 60 /* of plays, unless the caller has another limit */
};

typedef struct {
    const KInductionTask *induction;
    Sat *sat;
    Unroll *unroll;
    bool *settled;      /* by property: refuted, or dropped */
    SatLit *failure;    /* by property: it fails at the position in question */
    SatLit *hypothesis; /* by property: it holds before that; or NULL */
} KInductionSearch;

static KInductionSearch k_search_new(const KInductionTask *induction,
                                     UnrollStart start)
{
    KInductionSearch search = {.induction = induction,
                               .sat = sat_new(induction->budget)};
    sat_option(search.sat, "lucky", 0);
    search.unroll = unroll_new(induction->net, search.sat, start);
    search.settled =
        memory_zeroed(induction->count + 1, sizeof *search.settled);
    search.failure =
        memory_zeroed(induction->count + 1, sizeof *search.failure);
    return search;
}

static void k_search_free(KInductionSearch *search)
{
    unroll_free(search->unroll);
    sat_free(search->sat);
    free_all(search->settled, search->failure, search->hypothesis);
}

static bool is_spent(const KInductionSearch *search)
{
    return sat_exhausted(search->sat) ||
           budget_spent(search->induction->budget);
}

/* Sets the literals that open properties fail at POSITION. */
static void find_failures(KInductionSearch *search, size_t position)
{
    const KInductionTask *induction = search->induction;
    PropertyClauses clauses = property_clauses(
        induction->properties, search->unroll, search->sat, position);
    for (size_t i = 0; i < induction->count; i++)
        if (!search->settled[i])
            search->failure[i] =
                property_violation(&clauses, induction->list[i]);
    property_clauses_free(&clauses);
}

/* Whether one of the open properties from FIRST to END - 1 can fail. */
static SatAnswer find_failing(KInductionSearch *search, size_t first,
                              size_t end)
{
    const KInductionTask *induction = search->induction;
    enum { MAX_CONFLICTS_PER_QUESTION = 3000 };
    assert(first < end && end <= first + MAX_ASKED);
    SatLit clause[MAX_ASKED];
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        if (!search->settled[i])
            clause[count++] = search->failure[i];
    if (!count)
        return SAT_NO;
    SatLit question_lit = sat_question(search->sat, clause, count);
    sat_assume(search->sat, question_lit);
    for (size_t i = 0; search->hypothesis && i < induction->count; i++)
        if (!search->settled[i])
            sat_assume(search->sat, search->hypothesis[i]);
    return unroll_solve(search->unroll, MAX_CONFLICTS_PER_QUESTION);
}

/* ---- plays ---- */

/* The play of the model: DEPTH steps to where PROPERTY fails, then the steps
 * taken of those that it is about. */
static BoundedPlay play_of_model(const KInductionSearch *search, size_t depth,
                                 const GroundProperty *property)
{
    size_t roles = search->induction->net->role_count, steps = depth;
    unsigned longest = property->degree;
    while (longest && property->ends[longest] == REF_TRUE)
        longest--;
    while (steps < depth + longest &&
           sat_value(search->sat, unroll_taken(search->unroll, steps)))
        steps++;
    BoundedPlay play = {.steps = steps, .at = depth};
    play.moves = memory_array(steps * roles + 1, sizeof *play.moves);
    for (size_t i = 0; i < steps * roles; i++)
        play.moves[i] = unroll_made(search->unroll, i / roles, i % roles);
    return play;
}

static void read_plays(KInductionSearch *search, size_t depth,
                       BoundedPlay *plays)
{
    const KInductionTask *induction = search->induction;
    for (size_t i = 0; i < induction->count; i++)
        if (!search->settled[i] && sat_value(search->sat, search->failure[i])) {
            plays[i] = play_of_model(search, depth, induction->list[i]);
            search->settled[i] = true;
        }
}

/* Refutes what can fail after DEPTH steps; false if a limit was reached. */
static bool refute_at(KInductionSearch *search, size_t depth,
                      BoundedPlay *plays)
{
    size_t count = search->induction->count;
    bool complete = true;
    for (size_t first = 0; first < count && complete; first += MAX_ASKED) {
        size_t end = first + MAX_ASKED < count ? first + MAX_ASKED : count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES) {
            answer = find_failing(search, first, end);
            if (answer == SAT_YES)
                read_plays(search, depth, plays);
        }
        complete = answer == SAT_NO && !is_spent(search);
    }
    return complete;
}

size_t bounded_refute(const KInductionTask *induction, BoundedPlay *plays)
{
    KInductionSearch search = k_search_new(induction, UNROLL_INITIAL);
    size_t depth = 0,
           max_depth = induction->depth ? induction->depth : MAX_STEPS_PER_PLAY;
    for (size_t i = 0; i < induction->count; i++)
        plays[i] = (BoundedPlay){0};
    for (; depth < max_depth && !is_spent(&search); depth++) {
        if (depth)
            unroll_step(search.unroll, depth - 1);
        find_failures(&search, depth);
        if (!refute_at(&search, depth, plays))
            break;
    }
    k_search_free(&search);
    return depth;
}

/* ---- induction ---- */

/* Encodes K steps. Facts hold in all K + 1 positions; the hypotheses say that
 * the properties to be proved hold in all but the last one. */
static void add_hypotheses(KInductionSearch *search, size_t k)
{
    const KInductionTask *induction = search->induction;
    search->hypothesis =
        memory_array(induction->count + 1, sizeof *search->hypothesis);
    for (size_t i = 0; i < induction->count; i++)
        search->hypothesis[i] = sat_variable(search->sat);
    for (size_t position = 0; position <= k && !is_spent(search); position++) {
        if (position)
            unroll_step(search->unroll, position - 1);
        PropertyClauses clauses = property_clauses(
            induction->properties, search->unroll, search->sat, position);
        for (size_t i = 0; i < induction->fact_count; i++)
            property_suppose(&clauses, sat_true(search->sat),
                             induction->facts[i]);
        for (size_t i = 0; position < k && i < induction->count; i++)
            property_suppose(&clauses, search->hypothesis[i],
                             induction->list[i]);
        property_clauses_free(&clauses);
    }
}

static bool drop_failing(KInductionSearch *search)
{
    bool dropped = false;
    for (size_t i = 0; i < search->induction->count; i++)
        if (!search->settled[i] && sat_value(search->sat, search->failure[i]))
            dropped = search->settled[i] = true;
    return dropped;
}

/* One pass over the open properties; true if none was dropped. */
static bool drop_all_failing(KInductionSearch *search)
{
    size_t count = search->induction->count;
    bool stable = true;
    for (size_t first = 0; first < count; first += MAX_ASKED) {
        size_t end = first + MAX_ASKED < count ? first + MAX_ASKED : count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES) {
            if (is_spent(search))
                return false;
            answer = find_failing(search, first, end);
            if (answer == SAT_YES && drop_failing(search))
                stable = false;
        }
        for (size_t i = first; i < end && answer == SAT_UNKNOWN; i++) {
            stable = stable && search->settled[i]; /* too hard */
            search->settled[i] = true;
        }
    }
    return stable;
}

void k_induction_prove(const KInductionTask *induction, size_t k, bool *proved)
{
    KInductionSearch search = k_search_new(induction, UNROLL_ANY);
    bool stable = false;
    add_hypotheses(&search, k);
    if (!is_spent(&search))
        find_failures(&search, k);
    while (!stable && !is_spent(&search))
        stable = drop_all_failing(&search);
    for (size_t i = 0; i < induction->count; i++)
        proved[i] = stable && !search.settled[i];
    k_search_free(&search);
}
