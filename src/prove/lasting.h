/* lasting.h - changes once and for all, of which every few steps bring one */
#ifndef ZERMELO_PROVE_LASTING_H
#define ZERMELO_PROVE_LASTING_H

#include "prove/native.h"
#include "sim/machine.h"

/* Whether that bounds the length of plays. What was proved of all positions on
 * the way is added to LEMMAS; to QUIET, for each change that lasts, that a step
 * does not bring it. */
bool find_lasting(const Net *net, const Machine *machine, uint64_t seed,
                  const Budget *budget, Sentences *sentences, RefList *lemmas,
                  RefList *quiet, uint64_t *bound);

#endif
