/* replay.h - refutations, confirmed by the rules as they stand
 *
 * What plays have in common at their beginning is played once.
 */
#ifndef ZERMELO_PROVE_REPLAY_H
#define ZERMELO_PROVE_REPLAY_H

#include "encode/trail.h"
#include "ground/net.h"

/* PROP fails at position AT of a play of STEPS joint moves of the net. */
typedef struct {
    PropId prop;
    const uint32_t *moves;
    size_t steps, at;
    const Play *play; /* set if it is so, in the arena; else NULL */
} Refutation;

/* Those that are not reached before the budget is spent are not confirmed. */
void replay(const Props *props, Interp *interp, const Net *net,
            const Budget *budget, Refutation *refutations, size_t count,
            Arena *arena);

#endif
