/* rename.h - the same game in other words, and in another order
 *
 * A Renaming gives every symbol that is no keyword a name that a reader, an
 * order or an encoding might stumble over: numbers with and without leading
 * zeros, letters mixed with digits, signs, quotes, keywords, words of clingo.
 * Symbols of different arity may get the same name. Goal values get leading
 * zeros, and denote what they did. Roles keep their order.
 */
#ifndef ZERMELO_TEST_FUZZ_RENAME_H
#define ZERMELO_TEST_FUZZ_RENAME_H

#include "base/arena.h"
#include "base/random.h"

typedef struct Renaming Renaming;

/* Lives in ARENA, as all it answers. */
Renaming *renaming_new(Random *random, Arena *arena);

/* Rules, or parts of one, in prefix form; a formula. Each symbol has the same
 * name in all of them. */
const char *rename_kif(Renaming *renaming, const char *kif);
const char *rename_formula(Renaming *renaming, const char *formula);

/* KIF with its rules, and the literals of each, in another order. */
const char *shuffle_kif(const char *kif, Random *random, Arena *arena);

#endif
