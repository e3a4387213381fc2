/* irreversible.h - bound plays by conditions that, once true, stay true */
#ifndef ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H
#define ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H

#include "formula/property_task.h"
#include "sim/machine.h"

typedef struct {
    const Machine *machine;
    PropertyTable *properties; /* more are added */
    PropertyProver *prove;     /* for lemmas */
    const ProveLimits *limits; /* NULL: the defaults */
    uint64_t seed;
    unsigned round;
    const Budget *budget;
    ProofLog *log;   /* for what shows the bound, or NULL */
    RefList *lemmas; /* hold in all reachable positions; those proved on the
                      * way are added */
} IrreversibleTask;

/* True if some such condition becomes true every few steps: then no play has
 * more than *BOUND steps. */
bool find_irreversible_bound(const IrreversibleTask *request, uint64_t *bound);

#endif
