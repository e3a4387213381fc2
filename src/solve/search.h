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
    SEARCH_GOES_ON,
    SEARCH_COMPLETE, /* it has seen everything, and said so */
    SEARCH_GAVE_UP,  /* for want of memory, or it has no more to try */
} SearchState;

typedef struct Search Search;
struct Search {
    const char *name;
    /* Writes what it finds into BEST; stops early if the budget is spent. */
    SearchState (*work)(Search *search, Best *best, uint64_t units);
    void (*free)(Search *search);
    /* It looks at every position, nearest first, in less time than
     * breadth-first search, which waits for it. */
    bool is_faster;
};

/* What a move in the machine costs, in units: larger networks take longer. */
static inline uint64_t search_weight(const Puzzle *puzzle)
{
    return 1 + puzzle->net->node_count / 4000;
}

/* Every position once, nearest first; no more than BYTES of them. */
Search *search_breadth(const Puzzle *puzzle, size_t bytes);

/* The most promising positions of each depth, in beams of growing width. */
Search *search_beam(const Puzzle *puzzle, size_t bytes);

/* Plays to the end, each move the one that looks best, and better plays built
 * on them (nested Monte Carlo search). */
Search *search_dive(const Puzzle *puzzle, size_t bytes);

/* Parts that have nothing to do with each other, each on its own. */
Search *search_sum(const Puzzle *puzzle, size_t bytes);

/* Plans of one length after the other, STRIDE lengths at a time, by SAT. */
Search *search_unfold(const Puzzle *puzzle, size_t bytes, size_t stride);

#endif
