/* k_induction.c - plays and inductions of several steps
 *
 * In:   properties that are open
 * Out:  plays that refute them, or that they are inductive over K steps
 * Next: prove/schedule.c
 *
 * K-induction: if all properties hold in K consecutive positions of a play,
 * they hold in the next one. A first position of a play in which one fails
 * would be one of the first K, or come after K in which none does. As in
 * prove/induction/houdini.c, properties that can fail are dropped until none
 * can. Start reading at bounded_refute() and k_induction_prove().
 */
#include "prove/induction/k_induction.h"

#include <stdlib.h>

enum { CHUNK = 24, MAX_DEPTH = 60 };

typedef struct {
    const KInduction *induction;
    Sat *sat;
    Unroll *unroll;
    double effort_left;
    bool *out;       /* by property: refuted, or dropped */
    SatLit *fails;   /* that it fails at the position in question */
    SatLit *assumed; /* that it holds in those before, or NULL */
} Search;

static Search search_new(const KInduction *induction, UnrollStart start)
{
    Search search = {.induction = induction,
                     .sat = sat_new(induction->budget),
                     .effort_left = induction->effort};
    sat_option(search.sat, "lucky", 0);
    search.unroll = unroll_new(induction->net, search.sat, start);
    search.out = calloc(induction->count + 1, sizeof *search.out);
    search.fails = calloc(induction->count + 1, sizeof *search.fails);
    if (!search.out || !search.fails)
        fatal("out of memory");
    return search;
}

static void search_free(Search *search)
{
    unroll_free(search->unroll);
    sat_free(search->sat);
    free(search->out);
    free(search->fails);
    free(search->assumed);
}

static bool is_spent(const Search *search)
{
    return search->effort_left < 0 || sat_exhausted(search->sat) ||
           budget_spent(search->induction->budget);
}

/* What each property that is left would have to do to fail at POSITION. */
static void find_failures(Search *search, size_t position)
{
    const KInduction *induction = search->induction;
    PropertyClauses clauses = property_clauses(
        induction->properties, search->unroll, search->sat, position);
    for (size_t i = 0; i < induction->count; i++)
        if (!search->out[i])
            search->fails[i] = property_violation(&clauses, induction->list[i]);
    property_clauses_free(&clauses);
}

/* Whether one of the properties from FIRST to END can fail. */
static SatAnswer ask(Search *search, size_t first, size_t end)
{
    const KInduction *induction = search->induction;
    enum { CONFLICTS = 3000 };
    SatLit clause[CHUNK + 1], some = sat_variable(search->sat);
    size_t count = 0;
    clause[count++] = -some;
    for (size_t i = first; i < end; i++)
        if (!search->out[i])
            clause[count++] = search->fails[i];
    if (count == 1)
        return SAT_NO;
    sat_clause(search->sat, clause, count);
    double clauses = (double)sat_clauses(search->sat);
    uint64_t before = sat_conflicts(search->sat);
    sat_assume(search->sat, some);
    for (size_t i = 0; search->assumed && i < induction->count; i++)
        if (!search->out[i])
            sat_assume(search->sat, search->assumed[i]);
    SatAnswer answer = unroll_solve(search->unroll, CONFLICTS);
    search->effort_left -=
        clauses * ((double)(sat_conflicts(search->sat) - before) + 5);
    return answer;
}

/* ---- plays ---- */

/* The play of the model: DEPTH steps, then as many as are taken of those that
 * the property has something to say of. */
static BoundedPlay play_of_model(const Search *search, size_t depth,
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
    play.moves = fatal_malloc((steps * roles + 1) * sizeof *play.moves);
    for (size_t i = 0; i < steps * roles; i++)
        play.moves[i] = unroll_made(search->unroll, i / roles, i % roles);
    return play;
}

static void take_plays(Search *search, size_t depth, BoundedPlay *plays)
{
    const KInduction *induction = search->induction;
    for (size_t i = 0; i < induction->count; i++)
        if (!search->out[i] && sat_value(search->sat, search->fails[i])) {
            plays[i] = play_of_model(search, depth, induction->list[i]);
            search->out[i] = true;
        }
}

/* False if a limit was reached. */
static bool refute_at(Search *search, size_t depth, BoundedPlay *plays)
{
    size_t count = search->induction->count;
    bool complete = true;
    for (size_t first = 0; first < count && complete; first += CHUNK) {
        size_t end = first + CHUNK < count ? first + CHUNK : count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES) {
            answer = ask(search, first, end);
            if (answer == SAT_YES)
                take_plays(search, depth, plays);
        }
        complete = answer == SAT_NO && !is_spent(search);
    }
    return complete;
}

size_t bounded_refute(const KInduction *induction, BoundedPlay *plays)
{
    Search search = search_new(induction, UNROLL_INITIAL);
    size_t depth = 0, most = induction->depth ? induction->depth : MAX_DEPTH;
    for (size_t i = 0; i < induction->count; i++)
        plays[i] = (BoundedPlay){0};
    for (; depth < most && !is_spent(&search); depth++) {
        if (depth)
            unroll_step(search.unroll, depth - 1);
        find_failures(&search, depth);
        if (!refute_at(&search, depth, plays))
            break;
    }
    search_free(&search);
    return depth;
}

/* ---- induction ---- */

/* A sequence of K steps; facts hold everywhere in it, and what is to be proved
 * in all positions but the last, as far as it is assumed. */
static void suppose(Search *search, size_t k)
{
    const KInduction *induction = search->induction;
    search->assumed =
        fatal_malloc((induction->count + 1) * sizeof *search->assumed);
    for (size_t i = 0; i < induction->count; i++)
        search->assumed[i] = sat_variable(search->sat);
    for (size_t at = 0; at <= k && !is_spent(search); at++) {
        if (at)
            unroll_step(search->unroll, at - 1);
        PropertyClauses clauses = property_clauses(
            induction->properties, search->unroll, search->sat, at);
        for (size_t i = 0; i < induction->fact_count; i++)
            property_suppose(&clauses, sat_true(search->sat),
                             induction->facts[i]);
        for (size_t i = 0; at < k && i < induction->count; i++)
            property_suppose(&clauses, search->assumed[i], induction->list[i]);
        property_clauses_free(&clauses);
    }
}

static bool drop_failing(Search *search)
{
    bool dropped = false;
    for (size_t i = 0; i < search->induction->count; i++)
        if (!search->out[i] && sat_value(search->sat, search->fails[i]))
            dropped = search->out[i] = true;
    return dropped;
}

/* One pass over all that are left; true if none was dropped. */
static bool is_stable(Search *search)
{
    size_t count = search->induction->count;
    bool stable = true;
    for (size_t first = 0; first < count; first += CHUNK) {
        size_t end = first + CHUNK < count ? first + CHUNK : count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES) {
            if (is_spent(search))
                return false;
            answer = ask(search, first, end);
            if (answer == SAT_YES && drop_failing(search))
                stable = false;
        }
        for (size_t i = first; i < end && answer == SAT_UNKNOWN; i++) {
            stable = stable && search->out[i]; /* too hard */
            search->out[i] = true;
        }
    }
    return stable;
}

void k_induction_prove(const KInduction *induction, size_t k, bool *proved)
{
    Search search = search_new(induction, UNROLL_ANY);
    bool stable = false;
    suppose(&search, k);
    if (!is_spent(&search))
        find_failures(&search, k);
    while (!stable && !is_spent(&search))
        stable = is_stable(&search);
    for (size_t i = 0; i < induction->count; i++)
        proved[i] = stable && !search.out[i];
    search_free(&search);
}
