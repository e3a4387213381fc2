/* termination.h - does every play come to an end */
#ifndef ZERMELO_PROVE_TERMINATION_TERMINATION_H
#define ZERMELO_PROVE_TERMINATION_TERMINATION_H

#include "prove/walk/reachable_states.h"
#include "formula/property_task.h"

typedef struct {
    Verdict verdict;
    const char *how;
    bool out_of_time; /* unknown: more time might have decided it */
    uint64_t bound;   /* of a proof: no play has more steps */
    /* Of a refutation: STEPS joint moves, to be freed by the caller; the last
     * position is the one after LOOP_FROM steps. */
    uint32_t *moves;
    size_t steps, loop_from;
} Termination;

typedef struct {
    const Machine *machine;
    PropertyTable *properties; /* more are added */
    const Ref *lemmas;         /* hold in every reachable position */
    size_t lemma_count;
    uint64_t seed;
    const Budget *budget;
    PropertyProver *prove; /* for the lemmas that a bound rests on */
} TerminationTask;

/* Decides whether every play ends: a bound, or a play with a loop. */
Termination find_termination(const TerminationTask *task);

#endif
