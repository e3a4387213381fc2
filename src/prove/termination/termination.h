/* termination.h - does every play come to an end */
#ifndef ZERMELO_PROVE_TERMINATION_TERMINATION_H
#define ZERMELO_PROVE_TERMINATION_TERMINATION_H

#include "prove/walk/reachable_states.h"
#include "formula/property_task.h"

typedef struct {
    Verdict verdict;
    const char *how;
    EvidenceKind evidence; /* of a proof */
    uint64_t bound;        /* of a proof: no play has more steps */
    /* Of a refutation: STEPS joint moves, to be freed by the caller; the last
     * position is the one after LOOP_FROM steps. */
    uint32_t *moves;
    size_t steps, loop_from;
} Termination;

enum { TERMINATION_ROWS = 6 };

typedef struct {
    const Machine *machine;
    PropertyTable *properties; /* more are added */
    RefList *lemmas;           /* hold in every reachable position; more are
                                * added */
    uint64_t seed;
    const Budget *budget;
    const ProveLimits *limits;
    MethodStatistics *statistics; /* by method, added to; or NULL */
    PropertyProver *prove;        /* for the lemmas that a bound rests on */
    ProofLog *log;                /* for what shows the bound, or NULL */
    /* What is kept from round to round: begins with 0 */
    struct {
        size_t lemmas_plus_one; /* when its last turn ended */
        bool cut_short;
    } last_turn[TERMINATION_ROWS];
    bool cut_short; /* set: a larger quota might decide it */
} TerminationTask;

/* A round of the QUICK methods, or of all others, to decide whether every play
 * ends: a bound, or a play with a loop. */
Termination find_termination(TerminationTask *task, bool quick, unsigned round);

/* For debug builds (ZERMELO_DEBUG): no play has more than BOUND steps. Some are
 * tried; what is wrong ends in assert(). */
void bound_check(const Machine *machine, uint64_t bound, uint64_t seed);

#endif
