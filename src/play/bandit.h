/* bandit.h - which of its moves a role tries next, and which is best */
#ifndef ZERMELO_PLAY_BANDIT_H
#define ZERMELO_PLAY_BANDIT_H

#include "base/random.h"
#include "play/tree.h"

/* The mean of its playouts, within its bounds. */
double choice_estimate(const Choice *choice);

/* The choice to try next, after VISIT_COUNT of all: by UCB1 among those that
 * can be better than what is certain; one that was never tried comes first,
 * beginning at a random one. If the game is not zero-sum, what is certain for
 * one role says nothing about the others: then the best guaranteed choice is
 * tried as well, or they would be misjudged. */
size_t select_choice(Choices choices, uint64_t visit_count, bool zero_sum,
                     Random *random);

/* The best choice: the most visited one whose value is open, unless a
 * guaranteed value is higher than its estimate. If none is open, the best mean
 * among those that guarantee most, since the others may err. */
size_t best_choice(Choices choices);

#endif
