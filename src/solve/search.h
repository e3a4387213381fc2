/* search.h - ways to look for plans, which take turns
 *
 * A search works for so many units at a time, a unit being about what it costs
 * to make a move in the machine, so that turns are the same on every computer
 * and the answers with them.
 */
#ifndef ZERMELO_SOLVE_SEARCH_H
#define ZERMELO_SOLVE_SEARCH_H

#include "solve/puzzle.h"

typedef enum {
    SEARCH_RUNNING,
    SEARCH_COMPLETE, /* it has seen everything, and said so */
    SEARCH_GAVE_UP,  /* for want of memory, or it has no more to try */
} PlanSearchState;

typedef struct PlanSearch PlanSearch;
struct PlanSearch {
    const char *name;
    /* Writes what it finds into BEST; stops early if the budget is spent. */
    PlanSearchState (*work)(PlanSearch *search, Best *best, uint64_t units);
    void (*free)(PlanSearch *search);
    /* It looks at every position, nearest first, in less time than
     * breadth-first search, which waits for it. */
    bool replaces_breadth_first;
};

/* What a move in the machine costs, in units: larger networks take longer. */
static inline uint64_t move_cost(const Puzzle *puzzle)
{
    return 1 + puzzle->net->node_count / 4000;
}

/* Every position once, nearest first; no more than BYTES of them. */
PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes);

/* The most promising positions of each depth, in beams of growing width. */
PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes);

/* Plays to the end, each move the one that looks best, and better plays built
 * on them (nested Monte Carlo search). */
PlanSearch *nested_mc_new(const Puzzle *puzzle, size_t bytes);

/* Parts that have nothing to do with each other, each on its own. */
PlanSearch *factored_search_new(const Puzzle *puzzle, size_t bytes);

/* Plans of one length after the other, STRIDE lengths at a time, by SAT. */
PlanSearch *sat_planning_new(const Puzzle *puzzle, size_t bytes, size_t stride);

#endif
