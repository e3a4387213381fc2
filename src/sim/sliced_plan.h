/* sliced_plan.h - what the lane engines of every width share
 *
 * A Sliced is the network compiled for vectors; a LaneEngine runs it over
 * vectors of one width (sliced_lanes.h). Private to sim/sliced*.c.
 */
#ifndef ZERMELO_SIM_SLICED_PLAN_H
#define ZERMELO_SIM_SLICED_PLAN_H

#include "sim/bytecode.h"
#include "sim/sliced.h"

/* A legal move that is not impossible from the start. */
typedef struct {
    uint32_t move;
    SlotRef legal;
} Candidate;

typedef struct {
    Candidate *candidates;
    size_t count;
    uint32_t *first_set, *sets; /* by move: slots of its sets */
    SlotRef *goals;
} RolePlan;

typedef struct Worker Worker; /* what one thread works on */

/* The step loop compiled for one vector width. */
typedef struct {
    size_t lanes;
    Worker *(*worker_new)(const Sliced *sliced);
    void (*worker_free)(Worker *worker);
    void (*run)(Worker *worker, PlayoutTask *task, Tally *tally);
    /* sliced_batch_run (sliced.h) for at most LANES playouts. */
    uint64_t (*run_batch)(Worker *worker, const uint64_t *const *states,
                          size_t count, uint64_t seed, uint64_t first,
                          uint64_t steps, const Budget *budget, int *goals);
} LaneEngine;

extern const LaneEngine sliced_128, sliced_256, sliced_512;

struct Sliced {
    const LaneEngine *engine;
    const Net *net;
    Arena *arena;
    Program program;
    uint32_t *feature_slot; /* of those the network looks at */
    uint32_t *features;     /* their numbers */
    size_t feature_count;
    SlotRef *next; /* by index into FEATURES */
    uint32_t *set_slots;
    size_t set_count;
    SlotRef terminal;
    RolePlan *roles;
    size_t max_moves; /* candidates of one role */
};

/* As sliced_new(), with vectors of a chosen width. */
Sliced *sliced_new_on(const Net *net, const LaneEngine *engine);

/* The widest engine that this processor runs at full speed. */
const LaneEngine *sliced_best_engine(void);

#endif
