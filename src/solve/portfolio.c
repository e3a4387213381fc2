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

/* A turn of TURN units for each search; the first has HEAD_START units alone.
 */
enum { TURN = 50000, HEAD_START = 2000000, SEARCHES = 2 };

static bool may_go_on(const Puzzle *puzzle, const Best *best)
{
    return !best_is_certain(best) && !budget_spent(puzzle->budget);
}

/* Lets SEARCH work for a turn; frees it when it has nothing more to do. */
static void take_turn(const Puzzle *puzzle, Best *best, Search **search)
{
    if ((*search)->work(*search, best, TURN) != SEARCH_GOES_ON) {
        (*search)->free(*search);
        *search = NULL;
    }
    if (puzzle->report)
        puzzle->report(puzzle->context, best);
}

void portfolio_solve(const Puzzle *puzzle, Best *best)
{
    Search *searches[SEARCHES] = {search_breadth(puzzle, puzzle->bytes / 2)};
    for (uint64_t done = 0;
         done < HEAD_START && searches[0] && may_go_on(puzzle, best);
         done += TURN)
        take_turn(puzzle, best, &searches[0]);
    if (may_go_on(puzzle, best))
        searches[1] = search_beam(puzzle, puzzle->bytes / 5);
    bool any = true;
    while (any && may_go_on(puzzle, best)) {
        any = false;
        for (size_t i = 0; i < SEARCHES && may_go_on(puzzle, best); i++) {
            if (searches[i])
                take_turn(puzzle, best, &searches[i]);
            any = any || searches[i];
        }
    }
    for (size_t i = 0; i < SEARCHES; i++)
        if (searches[i])
            searches[i]->free(searches[i]);
}
