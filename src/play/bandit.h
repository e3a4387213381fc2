/* bandit.h - which of a role's choices to try next, and which is best */
#ifndef ZERMELO_PLAY_BANDIT_H
#define ZERMELO_PLAY_BANDIT_H

#include "base/random.h"
#include "play/tree.h"

/* The mean of its playouts, within its bounds. */
double choice_estimate(const Choice *choice);

/* The choice to try next, after VISITS of all: by UCB1 among those that can be
 * better than what is certain; one that was never tried comes first, beginning
 * at a random one. ZERO_SUM: see play/tree.h. */
size_t bandit_select(Choices choices, uint64_t visits, bool zero_sum,
                     Random *random);

/* The best choice: the most visited one whose value is open, unless a
 * guaranteed value is higher than its estimate. If none is open, the best mean
 * among those that guarantee most, since the others may err. */
size_t bandit_best(Choices choices);

#endif
