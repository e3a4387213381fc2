/* interpreted_walks.h - random plays by the interpreter, for games that are not
 * grounded
 *
 * Nothing can be proved so, but what is wrong with a game often shows.
 */
#ifndef ZERMELO_PROVE_WALK_INTERPRETED_WALKS_H
#define ZERMELO_PROVE_WALK_INTERPRETED_WALKS_H

#include "formula/evaluate.h"
#include "prove/walk/fault.h"

typedef struct {
    Check check;
    uint32_t role; /* of CHECK_WINNABLE */
    /* Set, in the arena of the witness: */
    const Play *play; /* shows that the check fails, or that ROLE can win */
    size_t loop_from; /* CHECK_TERMINATING: it returns to this position */
    Fault fault;      /* at its end, */
    const Position *position; /* which is here */
} WalkQuestion;

/* Plays until all questions have an answer, or it seems in vain. */
void interpreted_walks_run(const FaultChecker *witness, uint64_t seed,
                           const Budget *budget, WalkQuestion *questions,
                           size_t count);

#endif
