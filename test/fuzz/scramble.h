/* scramble.h - answers depend on the rules alone: not on names, nor on order */
#ifndef ZERMELO_TEST_FUZZ_SCRAMBLE_H
#define ZERMELO_TEST_FUZZ_SCRAMBLE_H

#include "base/arena.h"
#include "base/random.h"

/* Compares what is said of KIF and of its scrambled copy (rename.h): perft,
 * verify, solve if there is one role, and prove of all families and of COUNT
 * formulas. Returns what differs, in ARENA, or NULL. */
const char *scrambled_differs(const char *kif, const char *const *formulas,
                              size_t count, Random *random, Arena *arena);

#endif
