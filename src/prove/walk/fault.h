/* fault.h - violations of well-formedness in one position, by the interpreter
 *
 * Decides by the rules, not by the grounded net, whether a position violates a
 * property of well-formed games (Love et al. 2008, the GDL specification), for
 * which role, and why.
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
    CHECK_TURN_TAKING, /* the last that positions and plays can show */
    CHECK_LEGAL_KNOWN, /* GDL-II: a role always knows its moves, */
    CHECK_END_KNOWN,   /* the end, */
    CHECK_PAYOFF_KNOWN /* its value */
} Check;

typedef struct {
    const char *why;     /* a stable identifier: "no-move"; NULL: no fault */
    const char *message; /* for people, without the role */
    uint32_t role;       /* NO_INDEX if it concerns no role in particular */
} Fault;

/* The fault of a play that returns to one of its positions. */
extern const Fault loop_fault;

typedef struct {
    const Game *game;
    Interp *interp;
    const Net *net; /* NULL: bases and inputs are not checked */
    Arena *arena;   /* for messages */
} FaultChecker;

/* Whether KEYWORD, base or input, is declared of these arguments. */
bool is_declared(const Game *game, const Net *net, Keyword keyword,
                 const Term *const *args, size_t count);

/* Whether POSITION, the current one of the interpreter, refutes CHECK, or, for
 * CHECK_WINNABLE, is a win of ROLE. Not for CHECK_TERMINATING, whose witness is
 * a play. */
bool position_is_witness(const FaultChecker *checker, const Position *position,
                         Check check, uint32_t role, Fault *fault);

/* The position after STEP_COUNT joint moves, in ARENA, which becomes the
 * current one of the interpreter; NULL if a move is not legal, or a limit was
 * reached. */
const Position *position_after(Interp *interp, const Term *const *moves,
                               size_t step_count, Arena *arena);

/* Why INTERP does not confirm a play that another engine found: a limit was
 * reached, or one of the two engines is wrong. */
const char *replay_mismatch(const Interp *interp);

#endif
