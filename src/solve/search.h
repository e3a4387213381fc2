/* search.h - interface of the plan searches of the portfolio
 *
 * A search works in steps and counts what they cost in units. A unit is about
 * the cost of making a move in the machine, so that turns, and with them the
 * answers, are the same on every computer.
 */
#ifndef ZERMELO_SOLVE_SEARCH_H
#define ZERMELO_SOLVE_SEARCH_H

#include "solve/puzzle.h"

typedef enum {
    SEARCH_RUNNING,
    SEARCH_COMPLETE, /* its result is in BEST and final */
    SEARCH_GAVE_UP,  /* out of memory, or nothing left to try */
} PlanSearchState;

typedef struct PlanSearch PlanSearch;
struct PlanSearch {
    const char *name;
    /* Works on, and writes what it finds into BEST. Of the UNITS of this turn
     * *UNITS_USED are used up, to which the cost is added. */
    PlanSearchState (*step)(PlanSearch *search, Best *best, uint64_t units,
                            uint64_t *units_used);
    void (*free)(PlanSearch *search);
};

/* The cost of a move in the machine, in units: larger nets take longer. */
static inline uint64_t move_cost(const Net *net)
{
    return 1 + net->node_count / 4000;
}

/* The searches, with at most BYTES of tables; NULL: it is of no use here.
 * Breadth-first search. */
PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes);

/* Beam search with growing widths. */
PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes);

/* SAT planning: plans of increasing length. */
PlanSearch *sat_planning_new(const Puzzle *puzzle, size_t bytes);

#endif
