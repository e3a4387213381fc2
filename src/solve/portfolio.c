/* portfolio.c - several searches on one puzzle, within one budget
 *
 * In:   a Puzzle
 * Out:  the best plan found, and what is proved about it
 *
 * Small games are searched breadth-first to their end, which gives shortest
 * plans. Beyond that the searches take turns, by work done and not by the
 * clock, so that the same seed gives the same answer.
 */
#include "solve/portfolio.h"

#include "solve/search.h"

/* Searches in the order in which they take turns. Small games are left to
 * those that give shortest plans and proofs; dives, where they find something,
 * find it at once. */
typedef struct {
    Search *(*begin)(const Puzzle *puzzle, size_t bytes);
    size_t share;   /* of the memory, in hundredths */
    size_t round;   /* in which it joins in */
    uint64_t times; /* as much work as the others in a turn */
} Entry;

/* Units of a turn: few in the first rounds, so that what is easy for one of
 * them is found soon. */
enum { FIRST_TURN = 2000, TURN = 50000, LEAP = 4 };

static uint64_t turn_of(size_t round)
{
    uint64_t turn = round < 16 ? (uint64_t)FIRST_TURN << round : TURN;
    return turn < TURN ? turn : TURN;
}

static Search *unfold_by_one(const Puzzle *puzzle, size_t bytes)
{
    return search_unfold(puzzle, bytes, 1);
}

static Search *unfold_by_leaps(const Puzzle *puzzle, size_t bytes)
{
    return search_unfold(puzzle, bytes, LEAP);
}

enum { BREADTH = 0 }; /* its number */

static const Entry entries[] = {
    {search_breadth, 35, 0, 2},  {search_sum, 10, 0, 16},
    {unfold_by_one, 25, 1, 1},   {search_dive, 0, 2, 1},
    {unfold_by_leaps, 15, 2, 1}, {search_beam, 15, 5, 1},
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static bool may_go_on(const Puzzle *puzzle, const Best *best)
{
    return !best_is_certain(best) && !budget_spent(puzzle->budget);
}

/* Whether another search does what breadth-first search would do. */
static bool may_wait(Search *const *searches)
{
    for (size_t i = BREADTH + 1; i < ENTRIES; i++)
        if (searches[i] && searches[i]->is_faster)
            return true;
    return false;
}

/* Lets SEARCH work for a turn; frees it when it has nothing more to do. */
static void take_turn(const Puzzle *puzzle, Best *best, Search **search,
                      uint64_t units)
{
    if ((*search)->work(*search, best, units) != SEARCH_GOES_ON) {
        (*search)->free(*search);
        *search = NULL;
    }
    if (puzzle->report)
        puzzle->report(puzzle->context, best);
}

void portfolio_solve(const Puzzle *puzzle, Best *best)
{
    Search *searches[ENTRIES] = {NULL};
    bool any = true;
    for (size_t round = 0; any && may_go_on(puzzle, best); round++) {
        any = false;
        for (size_t i = 0; i < ENTRIES && may_go_on(puzzle, best); i++) {
            if (entries[i].round == round)
                searches[i] = entries[i].begin(puzzle, puzzle->bytes / 100 *
                                                           entries[i].share);
            if (searches[i] && !(i == BREADTH && may_wait(searches)))
                take_turn(puzzle, best, &searches[i],
                          entries[i].times * turn_of(round));
            any = any || searches[i] || entries[i].round > round;
        }
    }
    for (size_t i = 0; i < ENTRIES; i++)
        if (searches[i])
            searches[i]->free(searches[i]);
}
