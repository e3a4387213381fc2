/* relaxed_rules.h - rules under which whatever can ever hold does
 *
 * What ground/instantiate.c begins with; private to ground/.
 */
#ifndef ZERMELO_GROUND_RELAXED_RULES_H
#define ZERMELO_GROUND_RELAXED_RULES_H

#include "ground/net.h"
#include "ground/rule_splitting.h"
#include "logic/model.h"

typedef struct {
    Arena *scratch;
    Split split;
    const bool *needed;            /* by relation */
    const bool *is_auxiliary;      /* by relation: no part of ground rules: */
    size_t first_guard, end_guard; /* these, and what only they use */
    Game *relaxed;
    Model *model;
} RelaxedRules;

/* IS_NARROWED, if not NULL, has by relation whether to derive only what is
 * asked of it. */
RelaxedRules relaxed_rules_new(const Game *game, const NetOptions *options,
                               const bool *is_narrowed, const Budget *budget);
void relaxed_rules_free(RelaxedRules *rules);

static inline bool literal_is_dynamic(const Game *game, const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].changes_with != CHANGES_NEVER;
}

#endif
