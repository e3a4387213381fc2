/* support_filter.h - Thielscher's basic filter for GDL-II (AAAI 2013)
 *
 * The position is described by two sets of features: those that hold and those
 * that may hold. Sound, since every position that cannot be excluded lies
 * between them; incomplete, since the sets cannot express "one of two".
 */
#ifndef ZERMELO_KNOW_SUPPORT_FILTER_H
#define ZERMELO_KNOW_SUPPORT_FILTER_H

#include "know/filter.h"

/* With PERCEPTS_ONLY it learns only from percepts, not from their absence. The
 * rules are grounded once for the whole game or, with EACH_ROUND, for the
 * positions that are possible in each round: for games that are too large.
 * Arguments are borrowed. NULL, with the reason in *FAILURE, if a limit is
 * reached. */
Filter *support_filter_new(const Game *game, size_t role, bool percepts_only,
                           bool each_round, const Budget *budget,
                           const char **failure);

#endif
