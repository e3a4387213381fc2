/* sliced.c - many random playouts at once, one lane each
 *
 * In:   a Net
 * Out:  totals of playouts, or the goals of a batch
 * Next: sliced_lanes.h is the step loop, compiled once for each register width
 *
 * A playout depends on its seed and number only, so the width changes no
 * answer.
 */
#include "sim/sliced.h"

#include <assert.h>
#include <stdlib.h>

LanePlan *sliced_new(const Net *net)
{
    return lane_plan_new(net, BYTECODE_PLAY, lanes_engine(SLICED_LANES), 1);
}

void sliced_run(const LanePlan *plan, PlayoutTask *task, Tally *tally)
{
    LaneWorker *worker = plan->engine->worker_new(plan);
    plan->engine->run(worker, task, tally);
    lane_worker_free(worker);
}

uint64_t sliced_batch_run(LaneWorker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals)
{
    const LaneEngine *engine = worker->plan->engine;
    size_t roles = worker->plan->net->role_count;
    uint64_t made = 0;
    assert(count <= SLICED_LANES);
    for (size_t i = 0; i < count * roles; i++)
        goals[i] = NO_GOAL;
    for (size_t at = 0; at < count; at += engine->lanes) {
        size_t here = count - at < engine->lanes ? count - at : engine->lanes;
        made += engine->run_batch(worker, states + at, here, seed, first + at,
                                  steps, budget, goals + at * roles);
    }
    return made;
}
