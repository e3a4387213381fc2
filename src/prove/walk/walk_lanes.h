/* walk_lanes.h - plays in lanes: positions, and the moves that led to them
 *
 * LANES plays at once on sim/lanes.h, the same number on every processor, so
 * that the width of its registers changes no play. A play begins at its origin,
 * the initial position or one of the archive, and remembers its moves since.
 */
#ifndef ZERMELO_PROVE_WALK_WALK_LANES_H
#define ZERMELO_PROVE_WALK_WALK_LANES_H

#include "base/memory.h"
#include "base/random.h"
#include "formula/property.h"
#include "sim/lanes.h"

#include <assert.h>

enum { LANE_WORDS = 4, LANES = 64 * LANE_WORDS };
typedef uint64_t Lanes __attribute__((vector_size(8 * LANE_WORDS)));

static inline bool lanes_any(const Lanes *lanes)
{
    return ((*lanes)[0] | (*lanes)[1] | (*lanes)[2] | (*lanes)[3]) != 0;
}

static inline bool lanes_has(const Lanes *lanes, size_t lane)
{
    return ((const uint64_t *)lanes)[lane / 64] >> lane % 64 & 1;
}

static inline void lanes_add(Lanes *lanes, size_t lane)
{
    ((uint64_t *)lanes)[lane / 64] |= (uint64_t)1 << lane % 64;
}

/* COUNT vectors, all false, to be freed. */
static inline Lanes *lanes_new(size_t count)
{
    return memory_aligned(sizeof(Lanes), count + 1, sizeof(Lanes));
}

/* The play in a lane. */
typedef struct {
    uint32_t origin;        /* archived position, or NO_INDEX: initial */
    const uint64_t *state;  /* of the origin */
    size_t depth_of_origin; /* steps from the initial position */
    size_t age;             /* steps since the origin */
    uint32_t archived;      /* last archived since the origin, or NO_INDEX */
} LanePlay;

typedef struct {
    const Net *net;
    LanePlan *plan;
    LaneWorker *worker;
    Lanes *values;           /* see leaf_lanes() */
    uint32_t *leaf_index;    /* by node, then by feature: index into VALUES */
    const uint64_t *initial; /* the initial position */
    LanePlay plays[LANES];
    uint32_t *moves;  /* by lane, step since the origin, role */
    size_t max_steps; /* of a play since its origin: there is room for them */
    uint64_t *seeds;  /* by role, for a step */
    uint32_t *chosen_moves;             /* by role, lane: moves of a step */
    Lanes terminal, stuck;              /* stuck: some role has no legal move */
    Lanes age_at_least[MAX_DEGREE + 1]; /* [k]: lanes with age at least k */
    Lanes counterexamples;              /* plays that have refuted a property */
} WalkLanes;

WalkLanes *walk_lanes_new(const Net *net, Arena *arena);
void walk_lanes_free(WalkLanes *lanes);

/* Where a leaf of properties (a node, or beyond them a feature) is true. Nodes
 * that no move influences have a value once the position is evaluated. */
static inline Lanes *leaf_lanes(const WalkLanes *lanes, uint32_t leaf)
{
    assert(lanes->leaf_index[leaf] != NO_INDEX);
    return &lanes->values[lanes->leaf_index[leaf]];
}

static inline Lanes *feature_lanes(const WalkLanes *lanes, uint32_t feature)
{
    return leaf_lanes(lanes, (uint32_t)lanes->net->node_count + feature);
}

static inline size_t play_depth(const WalkLanes *lanes, size_t lane)
{
    return lanes->plays[lane].depth_of_origin + lanes->plays[lane].age;
}

static inline uint32_t *moves_of_play(const WalkLanes *lanes, size_t lane)
{
    return lanes->moves + lane * lanes->max_steps * lanes->net->role_count;
}

/* The lane with the shortest play of those in SELECTED; there is one. */
size_t shallowest_lane(const WalkLanes *lanes, const Lanes *selected);

/* Evaluates the position in all lanes, and TERMINAL. */
void walk_lanes_evaluate(WalkLanes *lanes);

/* Random joint moves in the lanes of RUNNING: sets STUCK, and the next value of
 * feature i, which *next_lanes(lanes, i) is then. */
void walk_lanes_advance(WalkLanes *lanes, const Lanes *running, Random *random);

static inline const Lanes *next_lanes(const WalkLanes *lanes, uint32_t feature)
{
    return (const Lanes *)lanes->worker->next + feature;
}

/* Sets the positions in the lanes of SELECTED; STATES is by lane. */
void walk_lanes_load(WalkLanes *lanes, const uint64_t *const *states,
                     const Lanes *selected);

/* Restarts the plays in the lanes of SELECTED, each at its origin. */
void walk_lanes_restart(WalkLanes *lanes, const Lanes *selected);
void walk_lanes_restart_all(WalkLanes *lanes); /* at the initial position */

/* A Ref of the gates, in lanes. */
static inline Lanes ref_lanes(const Lanes *values, Ref ref)
{
    return ref & 1 ? ~values[ref / 2] : values[ref / 2];
}

/* Gates that are evaluated in lanes; PROPERTIES is set by whoever uses it. */
typedef struct {
    const PropertyTable *properties;
    VEC(uint32_t) planned; /* in topological order */
    Lanes *values;         /* by gate */
    size_t capacity;       /* of VALUES */
} GateLanes;

void gate_lanes_free(GateLanes *gates);
/* The gates that are evaluated from now on, by gate. What was read of those
 * that stay is kept, unless there are new ones. */
void gate_lanes_plan(GateLanes *gates, const bool *is_needed);
/* Takes the leaves of LEVEL from the position of LANES. */
void gate_lanes_read(GateLanes *gates, unsigned level, const WalkLanes *lanes);
/* The others, from the leaves. */
void gate_lanes_evaluate(GateLanes *gates);

#endif
