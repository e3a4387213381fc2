/* termination.h - does every play come to an end */
#ifndef ZERMELO_PROVE_TERMINATION_TERMINATION_H
#define ZERMELO_PROVE_TERMINATION_TERMINATION_H

#include "formula/property_task.h"
#include "sim/machine.h"

typedef struct Termination {
    Verdict verdict;
    const char *how;
    EvidenceKind evidence; /* of a proof */
    uint64_t bound;        /* of a proof: no play has more steps */
    /* Of a refutation: STEPS joint moves, to be freed by the caller; the last
     * position is the one after LOOP_FROM steps. */
    uint32_t *moves;
    size_t steps, loop_from;
} Termination;

typedef struct {
    const Machine *machine;
    PropertyTable *properties; /* more are added */
    const RefList *lemmas;     /* hold in every reachable position */
    uint64_t seed;
    const Budget *budget;
    ProofLog *log; /* for what shows the bound, or NULL */
} TerminationTask;

/* Tries to decide by METHOD whether every play ends: a bound, or a play with a
 * loop. */
Termination find_termination(const TerminationTask *task, ProofMethod method);

/* True if some condition that, once true, stays true becomes true every few
 * steps (irreversible.c): then no play has more than *BOUND steps. */
bool find_irreversible_bound(const TerminationTask *task, uint64_t *bound);

/* For debug builds (ZERMELO_DEBUG): no play has more than BOUND steps. Some are
 * tried; what is wrong ends in assert(). */
void bound_check(const Machine *machine, uint64_t bound, uint64_t seed);

#endif
