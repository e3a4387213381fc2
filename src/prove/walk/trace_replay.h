/* trace_replay.h - counterexamples, replayed by the interpreter
 *
 * A refutation found by any method on the grounded net counts only if the
 * interpreter confirms it by the rules. What a play shares with the one before
 * is replayed once.
 */
#ifndef ZERMELO_PROVE_WALK_TRACE_REPLAY_H
#define ZERMELO_PROVE_WALK_TRACE_REPLAY_H

#include "formula/evaluate.h"
#include "ground/net.h"

/* PROP is claimed to fail in the position after AT of STEPS joint moves, given
 * as move numbers of the net. */
typedef struct {
    PropId prop;
    const uint32_t *moves;
    size_t steps, at;
    /* Results: */
    bool is_judged;   /* it was replayed before the budget was spent */
    const Play *play; /* in the arena, if it is confirmed; otherwise NULL */
} Refutation;

typedef struct TraceReplay TraceReplay;

/* For the props that exist by now; they, INTERP and NET outlive it. */
TraceReplay *trace_replay_new(const Props *props, Interp *interp,
                              const Net *net);
void trace_replay_free(TraceReplay *replay);

/* Replays refutations one after the other, until the budget is spent or the
 * interpreter fails. */
void trace_replay_all(TraceReplay *replay, const Budget *budget,
                      Refutation *refutations, size_t count, Arena *arena);

#endif
