/* terminate.h - does every play come to an end */
#ifndef ZERMELO_PROVE_TERMINATE_H
#define ZERMELO_PROVE_TERMINATE_H

#include "prove/exhaust.h"
#include "prove/native.h"

typedef struct {
    NativeVerdict verdict;
    const char *how;
    uint64_t bound;  /* of a proof: no play has more steps */
    uint32_t *moves; /* of a refutation: STEPS joint moves, to be freed; the */
    size_t steps, loop_from; /* last position is the one after LOOP_FROM */
} Ending;

Ending find_ending(const Net *net, const Machine *machine, uint64_t seed,
                   const Budget *budget);

#endif
