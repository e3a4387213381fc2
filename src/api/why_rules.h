/* why_rules.h - the rules that matter for a lemma or a fault; private to api/
 */
#ifndef ZERMELO_API_WHY_RULES_H
#define ZERMELO_API_WHY_RULES_H

#include "game/game.h"
#include "prove/evidence.h"

/* Some of the clauses of a game. */
typedef struct {
    const Game *game;
    bool *has; /* by clause */
} RuleSet;

RuleSet rule_set_new(const Game *game, Arena *arena);

/* Adds the rules for KEYWORD whose head can have the arguments FIRST and
 * SECOND, either of which may be NULL: any. */
void rule_set_keyword(RuleSet *set, Keyword keyword, const Term *first,
                      const Term *second);
/* Adds the rules of what PROPERTY speaks of: of features, what they become. */
void rule_set_property(RuleSet *set, const ProofRecord *record,
                       const GroundProperty *property);
void rule_set_ref(RuleSet *set, const ProofRecord *record, Ref ref);
/* The same of a part that holds, or not, in position AT. */
void rule_set_leaf(RuleSet *set, const ProofRecord *record, Ref ref, size_t at);
/* Adds the rules that those in the set depend on in the same position. */
void rule_set_close(RuleSet *set);

/* Adds all of FROM. */
void rule_set_add(RuleSet *set, const RuleSet *from);

json_t *rule_set_lines(const RuleSet *set);
/* [{"line": 12, "head": "next(cell(X,Y,b))"}] */
json_t *rule_set_json(const RuleSet *set);

#endif
