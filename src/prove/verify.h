/* verify.h - is a game well-formed: proved, not sampled
 *
 * Every refutation and every witness is a play that the interpreter has
 * replayed.
 */
#ifndef ZERMELO_PROVE_VERIFY_H
#define ZERMELO_PROVE_VERIFY_H

#include "encode/trail.h"
#include "prove/task.h"

typedef enum {
    CHECK_PLAYABLE,    /* every role can move unless the game is over */
    CHECK_TERMINATING, /* every play comes to an end */
    CHECK_GOALS,       /* one value from 0 to 100 for each role at the end */
    CHECK_WINNABLE,    /* a role can get 100 */
    CHECK_BASES,       /* what holds is a base, where there are any */
    CHECK_INPUTS,      /* what is legal is an input, where there are any */
    CHECK_ZERO_SUM,
    CHECK_TURN_TAKING,
} Check;

typedef struct {
    Check check;
    uint32_t role; /* NO_INDEX if it is about none */
    Verdict verdict;
    const char *how, *reason;
    bool has_bound, has_loop;
    uint64_t bound;   /* steps of a play */
    size_t loop_from; /* the play returns to this position */
    const Play *play; /* a refutation, or the witness of CHECK_WINNABLE */
} Verified;

typedef VEC(Verified) VerifiedList;

/* Adds one item for each property that makes sense for the game. Where it
 * cannot be grounded within the limits, only plays can tell something. */
void verify(const Game *game, Interp *interp, uint64_t seed,
            const Budget *budget, Arena *arena, VerifiedList *list);

#endif
