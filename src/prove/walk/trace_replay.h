/* trace_replay.h - refutations, confirmed by the rules as they stand
 *
 * What plays have in common at their beginning is played once.
 */
#ifndef ZERMELO_PROVE_WALK_TRACE_REPLAY_H
#define ZERMELO_PROVE_WALK_TRACE_REPLAY_H

#include "formula/evaluate.h"
#include "ground/net.h"

/* PROP fails at position AT of a play of STEPS joint moves of the net. */
typedef struct {
    PropId prop;
    const uint32_t *moves;
    size_t steps, at;
    bool judged;      /* set: it was reached before the budget was spent */
    const Play *play; /* set if it is so, in the arena; else NULL */
} Refutation;

typedef struct TraceReplay TraceReplay;

/* About the props that exist by now; they, INTERP and NET outlive it. */
TraceReplay *trace_replay_new(const Props *props, Interp *interp,
                              const Net *net);
void trace_replay_free(TraceReplay *replay);

/* Judges them one after the other, until the budget is spent or the
 * interpreter fails. */
void trace_replay_all(TraceReplay *replay, const Budget *budget,
                      Refutation *refutations, size_t count, Arena *arena);

#endif
