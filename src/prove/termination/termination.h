/* termination.h - does every play come to an end */
#ifndef ZERMELO_PROVE_TERMINATION_TERMINATION_H
#define ZERMELO_PROVE_TERMINATION_TERMINATION_H

#include "prove/walk/reachable_states.h"
#include "formula/property_task.h"

typedef struct {
    Verdict verdict;
    const char *how;
    bool hurried;   /* unknown: there would have been more to try, given time */
    uint64_t bound; /* of a proof: no play has more steps */
    uint32_t *moves; /* of a refutation: STEPS joint moves, to be freed; the */
    size_t steps, loop_from; /* last position is the one after LOOP_FROM */
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

Termination find_termination(const TerminationTask *task);

#endif
