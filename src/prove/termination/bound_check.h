/* bound_check.h - is no play longer than was proved
 *
 * For debug builds (ZERMELO_DEBUG): what is wrong ends in assert().
 */
#ifndef ZERMELO_PROVE_TERMINATION_BOUND_CHECK_H
#define ZERMELO_PROVE_TERMINATION_BOUND_CHECK_H

#include "sim/machine.h"

/* No play has more than BOUND steps: some are tried. */
void bound_check(const Machine *machine, uint64_t bound, uint64_t seed);

#endif
