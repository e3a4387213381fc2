/* relaxed_rules.h - rules under which whatever can ever hold does
 *
 * What ground/instantiate.c and ground/step_grounder.c begin with; private to
 * ground/.
 */
#ifndef ZERMELO_GROUND_RELAXED_RULES_H
#define ZERMELO_GROUND_RELAXED_RULES_H

#include "ground/net.h"
#include "ground/rule_splitting.h"
#include "logic/model.h"

/* Which moves are made may be known: then nobody needs the others, and there
 * can be very many. So each rule for legal is there twice, guarded: for roles
 * of which nothing is known, and for moves that are. The guards bind nothing
 * new and are not part of the ground rules. */
typedef struct {
    RelationId any_move, known_move; /* of a role; of a role and its move */
} LegalGuards;

typedef struct {
    Arena *scratch;
    Split split;
    const bool *needed;            /* by relation */
    const bool *is_auxiliary;      /* by relation: no part of ground rules: */
    size_t first_guard, end_guard; /* these, and what only they use */
    Game *relaxed;
    Model *model;
    LegalGuards guards; /* NO_RELATION if there are none */
} RelaxedRules;

/* With GUARD_LEGAL, guards as above, unless other rules read legal. NARROWED,
 * if not NULL, has by relation whether to derive only what is asked of it. */
RelaxedRules relaxed_rules_new(const Game *game, const NetOptions *options,
                               bool guard_legal, const bool *narrowed,
                               const Budget *budget);
void relaxed_rules_free(RelaxedRules *rules);

const Term *guard_atom(const Game *game, RelationId guard,
                       const Term *const *args);

static inline bool literal_is_dynamic(const Game *game, const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].phase != PHASE_STATIC;
}

#endif
