/* plain.h - random plays by the interpreter, for games that are not grounded
 *
 * Nothing can be proved so, but what is wrong with a game often shows.
 */
#ifndef ZERMELO_PROVE_PLAIN_H
#define ZERMELO_PROVE_PLAIN_H

#include "encode/trail.h"

typedef struct {
    const Play *stuck;   /* some role cannot move though the game goes on */
    const Play *wrong;   /* at its end a role has not one value */
    const Play *returns; /* to the position after LOOP_FROM steps */
    size_t loop_from;
    const Play **wins; /* by role: it gets 100 */
} PlainFinds;

/* NULL for what was not found. All in ARENA. */
PlainFinds plain_plays(Interp *interp, uint64_t seed, const Budget *budget,
                       Arena *arena);

/* In the present position. */
bool plain_is_stuck(Interp *interp);
bool plain_is_wrong(Interp *interp);
bool plain_gets(Interp *interp, size_t role, int value);

#endif
