/* irreversible.h - changes once and for all, of which every few steps bring one
 */
#ifndef ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H
#define ZERMELO_PROVE_TERMINATION_IRREVERSIBLE_H

#include "formula/property_task.h"
#include "sim/machine.h"

/* Whether that bounds the length of plays. LEMMAS hold in all positions; what
 * is proved of them on the way is added. To QUIET is added, for each change
 * that lasts, that a step does not bring it. */
bool find_irreversible_bound(const Net *net, const Machine *machine,
                             uint64_t seed, const Budget *budget,
                             PropertyProver *prove, PropertyTable *properties,
                             RefList *lemmas, RefList *quiet, uint64_t *bound,
                             bool *hurried);

#endif
