/* bmc.h - bounded model checking from the initial position
 *
 * For each length: is there a play of this length after which a property fails?
 * If there is none up to the length of the longest play, it is proved.
 */
#ifndef ZERMELO_PROVE_INDUCTION_BMC_H
#define ZERMELO_PROVE_INDUCTION_BMC_H

#include "formula/property_task.h"

typedef struct {
    const PropertyTable *properties;
    const GroundProperty *list;
    size_t count;
    const bool *is_asked; /* by property; NULL: all are */
    const Ref *lemmas;    /* hold in every reachable position */
    size_t lemma_count;
    const Budget *budget;
    size_t max_depth;      /* of plays */
    int64_t max_conflicts; /* of a question; then the property is given up */
    size_t chunk_size; /* properties in a question, at most MAX_LITS_ASKED */
    bool seeks_bound;  /* asks for the longest play */
    uint64_t bound;    /* no play has more steps; UINT64_MAX: not known */
} BmcTask;

typedef struct {
    uint64_t bound;           /* as given, or the length of the longest play */
    size_t checked_positions; /* in the first so many positions of every play
                               * all properties hold that are still open */
} BmcOutcome;

typedef struct Bmc Bmc;

/* A search for plays that refute properties of LIST which are unknown in
 * RESULTS. Borrows both; lemmas and the bound may change between turns. */
Bmc *bmc_new(const BmcTask *task, PropertyResult *results);
void bmc_free(Bmc *bmc);
size_t bmc_clauses(const Bmc *bmc); /* in its solver */

/* Searches until all is decided or the budget is spent, and in a further turn
 * goes on from there. */
BmcOutcome bmc_continue(Bmc *bmc);

/* All of that in one turn. */
BmcOutcome bmc_run(const BmcTask *task, PropertyResult *results);

#endif
