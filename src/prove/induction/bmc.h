/* bmc.h - all plays, step by step, from the initial position
 *
 * Bounded model checking: does a play of this length end where a property
 * fails. If plays cannot be longer than a bound, and none fails, it is proved.
 */
#ifndef ZERMELO_PROVE_INDUCTION_BMC_H
#define ZERMELO_PROVE_INDUCTION_BMC_H

#include "formula/property_task.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *list; /* those of degree 0 are looked at */
    size_t count;
    const Ref *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    uint64_t
        bound; /* no play has more steps; UINT64_MAX if that is not known */
    const Budget *budget;
} BmcTask;

/* Decides what is still unknown in RESULTS, by LIST. Returns the length of the
 * longest play if it became clear that there is none longer, or else the bound
 * that was given. */
uint64_t bmc_prove(const BmcTask *task, ScheduleResult *results);

#endif
