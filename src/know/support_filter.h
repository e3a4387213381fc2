/* support_filter.h - the published filter: Thielscher's basic player for GDL-II
 *
 * What is known of the position is kept as two sets of features: those that
 * hold and those that may. Sound, since every position that cannot be excluded
 * lies between them; not complete, since the sets cannot say "one of two".
 */
#ifndef ZERMELO_KNOW_SUPPORT_FILTER_H
#define ZERMELO_KNOW_SUPPORT_FILTER_H

#include "know/filter.h"

/* With PERCEPTS_ONLY it learns only from what was seen, not from what was not.
 * The rules are grounded once, for the whole game, or, with EACH_ROUND, for the
 * positions that are possible in each round: for games that are too large. What
 * is given is borrowed. NULL, with the reason in *FAILURE, if a limit is
 * reached. */
Filter *support_filter_new(const Game *game, size_t role, bool percepts_only,
                           bool each_round, const Budget *budget,
                           const char **failure);

#endif
