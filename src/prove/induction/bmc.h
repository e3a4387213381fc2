/* bmc.h - bounded model checking from the initial position
 *
 * For each length: is there a play of this length after which a property fails?
 * If there is none up to the length of the longest play, it is proved.
 */
#ifndef ZERMELO_PROVE_INDUCTION_BMC_H
#define ZERMELO_PROVE_INDUCTION_BMC_H

#include "formula/property_task.h"

typedef struct {
    const Net *net;
    const PropertyTable *properties;
    const GroundProperty *list; /* only those of degree 0 are checked */
    size_t count;
    const Ref *lemmas; /* hold in every reachable position */
    size_t lemma_count;
    uint64_t bound; /* no play has more steps; UINT64_MAX: not known */
    const Budget *budget;
} BmcTask;

/* Decides properties of LIST that are still unknown in RESULTS. Returns the
 * length of the longest play if that was found, or else the bound given. */
uint64_t bmc_prove(const BmcTask *task, ScheduleResult *results);

#endif
