/* ucb1.h - which choice of a role is tried next, and which one is best */
#ifndef ZERMELO_SEARCH_UCB1_H
#define ZERMELO_SEARCH_UCB1_H

#include "base/random.h"
#include "search/tree.h"

typedef struct {
    double exploration; /* for values from 0 to 1 */
    bool zero_sum;      /* see ucb1_select */
} Ucb1;

/* The number of the choice to try next, after VISIT_COUNT visits of all; there
 * is at least one choice. */
size_t ucb1_select(Ucb1 ucb1, Choices choices, uint64_t visit_count,
                   Random *random);

/* The number of the choice to make. */
size_t choices_best(Choices choices);

/* The number of the choice of MOVE, or NO_INDEX. */
uint32_t choices_find(Choices choices, uint32_t move);

/* The mean of its playouts, within its bounds. */
double choice_estimate(const Choice *choice);

#endif
