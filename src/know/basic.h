/* basic.h - the published filter: Thielscher's basic player for GDL-II
 *
 * What is known of the position is kept as two sets of features: those that
 * hold and those that may. Sound, since every position that cannot be excluded
 * lies between them; not complete, since the sets cannot say "one of two".
 */
#ifndef ZERMELO_KNOW_BASIC_H
#define ZERMELO_KNOW_BASIC_H

#include "know/filter.h"

/* The ground rules that filters for all roles share. */
typedef struct BasicRules BasicRules;

/* NULL, with the reason in *FAILURE, if a limit is reached. */
BasicRules *basic_rules_new(const Game *game, const Budget *budget,
                            const char **failure);
void basic_rules_free(BasicRules *rules);

/* With PERCEPTS_ONLY it learns only from what was seen, not from what was not.
 * What is given is borrowed. */
Filter *basic_new(const BasicRules *rules, size_t role, bool percepts_only,
                  const Budget *budget);

#endif
