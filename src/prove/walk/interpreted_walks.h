/* interpreted_walks.h - random plays by the interpreter, for games that are too
 * large to ground
 *
 * They can refute properties of well-formed games and show that a role can win,
 * but prove nothing else.
 */
#ifndef ZERMELO_PROVE_WALK_INTERPRETED_WALKS_H
#define ZERMELO_PROVE_WALK_INTERPRETED_WALKS_H

#include "formula/evaluate.h"
#include "prove/walk/fault.h"

typedef struct {
    Check check;
    uint32_t role; /* of CHECK_WINNABLE */
    /* Results, in the arena of the checker: */
    const Play *play; /* refutes the check, or wins for ROLE; or NULL */
    size_t loop_from; /* CHECK_TERMINATING: step at which its loop begins */
    Fault fault;      /* at the end of the play, */
    const Position *position; /* which is this */
} WalkQuestion;

/* Plays until all questions have an answer, the budget is spent, or MAX_PLAYS
 * plays have been made. Questions that the same play answers share it. */
void interpreted_walks_run(const FaultChecker *checker, uint64_t seed,
                           size_t max_plays, const Budget *budget,
                           WalkQuestion *questions, size_t count);

#endif
