/* portfolio.c - portfolio of plan searches that take turns on one puzzle
 *
 * In:   a Puzzle
 * Out:  the best plan found, and what is proved about it
 *
 * Small games are searched breadth-first to their end, which gives shortest
 * plans. Beyond that the searches take turns, counted in work and not in
 * seconds, so that the same seed gives the same answer.
 */
#include "solve/puzzle.h"

#include <assert.h>

/* A search of the table, in the order of turns. Searches that give shortest
 * plans and proofs begin first. */
typedef struct {
    PlanSearch *(*create)(const Puzzle *puzzle, size_t bytes);
    size_t memory_percent; /* percent of the memory */
    size_t first_round;    /* round in which it begins */
    uint64_t turn_factor;  /* its turns are so many times as long */
} PortfolioEntry;

/* Units of a turn double from FIRST_TURN_UNITS to MAX_TURN_UNITS, so that what
 * is easy for one of the searches is found soon. */
enum { FIRST_TURN_UNITS = 2000, MAX_TURN_UNITS = 50000, UNITS_PER_POLL = 1000 };

static uint64_t turn_units(size_t round)
{
    uint64_t turn =
        round < 16 ? (uint64_t)FIRST_TURN_UNITS << round : MAX_TURN_UNITS;
    return turn < MAX_TURN_UNITS ? turn : MAX_TURN_UNITS;
}

static PlanSearch *bound_prover(const Puzzle *puzzle, size_t bytes)
{
    (void)bytes;
    return puzzle->bound_prover;
}

static const PortfolioEntry entries[] = {
    {breadth_first_new, 45, 0, 4},
    {sat_planning_new, 30, 1, 1},
    {beam_search_new, 25, 3, 1},
    {bound_prover, 0, 2, 1},
};
enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

static bool must_continue(const Puzzle *puzzle, const Best *best)
{
    return !best_is_certain(best) && !budget_spent(puzzle->budget);
}

/* Lets SEARCH work for a turn; frees it when it has finished. */
static void take_turn(const Puzzle *puzzle, Best *best, PlanSearch **search,
                      uint64_t units)
{
    PlanSearchState state = SEARCH_RUNNING;
    uint64_t units_used = 0, units_at_poll = 0;
    while (state == SEARCH_RUNNING && units_used < units &&
           !best_is_certain(best)) {
        uint64_t units_before = units_used;
        state = (*search)->step(*search, best, units, &units_used);
        assert(units_used >= units_before);
        if (units_used - units_at_poll < UNITS_PER_POLL)
            continue;
        units_at_poll = units_used;
        if (budget_spent(puzzle->budget))
            break;
    }
    if (state != SEARCH_RUNNING) {
        (*search)->free(*search);
        *search = NULL;
    }
    if (puzzle->report)
        puzzle->report(puzzle->context, best);
}

void portfolio_solve(const Puzzle *puzzle, Best *best)
{
    PlanSearch *searches[ENTRY_COUNT] = {NULL};
    bool is_active = true;
    for (size_t round = 0; is_active && must_continue(puzzle, best); round++) {
        is_active = false;
        for (size_t i = 0; i < ENTRY_COUNT && must_continue(puzzle, best);
             i++) {
            if (entries[i].first_round == round)
                searches[i] =
                    entries[i].create(puzzle, puzzle->max_table_bytes / 100 *
                                                  entries[i].memory_percent);
            if (searches[i])
                take_turn(puzzle, best, &searches[i],
                          entries[i].turn_factor * turn_units(round));
            is_active |= searches[i] || entries[i].first_round > round;
        }
    }
    assert(best->value <= best->bound);
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        if (searches[i])
            searches[i]->free(searches[i]);
}
