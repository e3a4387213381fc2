/* irreversible.h - bound plays by conditions that, once true, stay true */
#ifndef ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H
#define ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H

#include "formula/property_task.h"
#include "sim/machine.h"

/* True if some such condition becomes true every few steps: then no play has
 * more than *BOUND steps. LEMMAS hold in all reachable positions; lemmas proved
 * on the way are added. Adds to NOT_REACHED, for each condition, that a step
 * does not make it true. *OUT_OF_TIME: more time might have given a bound. */
bool find_irreversible_bound(const Net *net, const Machine *machine,
                             uint64_t seed, const Budget *budget,
                             PropertyProver *prove, PropertyTable *properties,
                             RefList *lemmas, RefList *not_reached,
                             uint64_t *bound, bool *out_of_time);

#endif
