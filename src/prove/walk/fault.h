/* fault.h - what a position shows about a game, by the rules as they stand
 *
 * The interpreter looks at one position and says which property of a
 * well-formed game fails there, for whom, and why.
 */
#ifndef ZERMELO_PROVE_WALK_FAULT_H
#define ZERMELO_PROVE_WALK_FAULT_H

#include "ground/net.h"
#include "sim/interp.h"

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
    const char *why;     /* a stable name: "no-move"; NULL: no fault */
    const char *message; /* the same in words, without the role */
    uint32_t role;       /* NO_INDEX if it is about none in particular */
} Fault;

/* That of a play which returns to a position it was in. */
extern const Fault loop_fault;

typedef struct {
    const Game *game;
    Interp *interp;
    const Net *net; /* NULL: bases and inputs are not looked at */
    Arena *arena;   /* for messages */
} FaultChecker;

/* Whether KEYWORD, base or input, is declared of these arguments. */
bool is_declared(const Game *game, const Net *net, Keyword keyword,
                 const Term *const *args, size_t count);

/* Whether POSITION, which the interpreter stands at, refutes CHECK, or, for
 * CHECK_WINNABLE, is a win of ROLE. Not for CHECK_TERMINATING, which takes two
 * positions. */
bool position_is_witness(const FaultChecker *witness, const Position *position,
                         Check check, uint32_t role, Fault *fault);

/* The position after STEPS joint moves, by the rules, in ARENA, with the
 * interpreter there; NULL if they are not legal, or a limit was reached. */
const Position *position_after(Interp *interp, const Term *const *moves,
                               size_t steps, Arena *arena);

/* Why a play that another engine found is not confirmed by INTERP: a limit was
 * reached; otherwise one of the two is wrong. */
const char *replay_mismatch(const Interp *interp);

#endif
