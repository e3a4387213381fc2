/* typed.h - random small games that make sense, and formulas about them
 *
 * A Draft is a game as a list of rules, each a head and a body of literals in
 * prefix form, so that a shrinker can leave any of them out. Symbols have
 * types, rules are safe and stratified, and most games can be played to an
 * end: what is left to chance is what they mean.
 */
#ifndef ZERMELO_TEST_FUZZ_TYPED_H
#define ZERMELO_TEST_FUZZ_TYPED_H

#include "base/arena.h"
#include "base/random.h"
#include "base/text.h"

enum { MAX_RULES = 80, MAX_BODY = 10, MAX_FORMULAS = 10 };

typedef struct {
    const char *head;
    const char *body[MAX_BODY];
    size_t count;
} DraftRule;

typedef struct {
    DraftRule rules[MAX_RULES];
    size_t rule_count;
    const char *formulas[MAX_FORMULAS];
    size_t formula_count;
} NetBuilder;

/* Its strings live in ARENA. */
void net_builder_random(NetBuilder *draft, Random *random, Arena *arena);

void net_builder_print(Text *out, const NetBuilder *draft); /* the rules only */

#endif
