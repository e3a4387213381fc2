/* guided_walks.c - bit-parallel random plays, restarted where features are rare
 *
 * In:   a Net, and properties to test on every position visited
 * Out:  counterexample plays of properties; a sample of reachable positions
 * Next: trace_replay.c confirms counterexamples; candidates/ uses the sample
 *
 * Bit-parallel simulation (Biham 1997): LANES plays run at once, one bit each.
 * Positions in which a feature holds for the first time go into an archive, and
 * half of the plays that end restart there instead of at the initial position,
 * as in Go-Explore (Ecoffet et al. 2021, "First return, then explore"). The
 * sample is drawn by reservoir sampling (Vitter 1985).
 *
 * One step: evaluate the nodes that do not depend on moves, test the
 * properties, choose a legal move for each role in each lane, evaluate the
 * other nodes. Start reading at play_step().
 */
#include "prove/walk/guided_walks.h"

#include "base/bits.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Vectors are passed between functions of this file only. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* The hot loops are compiled twice: for any processor, and for those with AVX2
 * and a population count instruction. Both compute the same. */
#define INLINE static inline __attribute__((always_inline))
#ifdef __x86_64__
#define TARGET_AVX2 __attribute__((target("avx2,popcnt"))) static
#define CPU_HAS_AVX2                                                           \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
#else
#define TARGET_AVX2  static
#define CPU_HAS_AVX2 false
#endif

enum {
    MAX_LANE_STEPS = 256, /* of a lane since its origin; then archived */
    LANE_MOVES_BYTES = 256 << 20, /* of all lanes, unless a step needs more */
    MAX_BLOCKS = 64,              /* of LANES positions each, in the sample */
    SAMPLE_BYTES = 96 << 20,      /* of the sample, at most */
    COUNT_INTERVAL = 4,           /* steps between two counts of features */
};

/* A position of the archive, reached by STEPS joint moves from PARENT. */
typedef struct {
    uint32_t parent; /* index into the archive; NO_INDEX: initial position */
    size_t steps, depth;
    uint32_t *moves; /* STEPS joint moves */
    uint64_t *state;
} ArchivedPosition;

typedef struct {
    const GroundProperty *property;
    uint32_t refuted_by; /* archived end of a counterexample, or NO_INDEX */
    size_t fails_at;     /* depth of the position in which it fails */
} WatchedProperty;

/* The properties that are tested on sequences of a certain number of steps. */
typedef struct {
    VEC(uint32_t) gates;   /* needed for them, in topological order */
    VEC(uint32_t) watched; /* not refuted yet */
    size_t planned_count;  /* of WATCHED when GATES was computed */
} PropertyWindow;

/* An AND node to evaluate; if COUNT is 0, a component with loops. */
typedef struct {
    uint32_t number, first, count;
} EvaluationJob;

struct GuidedWalks {
    const Net *net;
    const PropertyTable *properties;
    Arena *arena;
    Random random;
    /* Evaluation of the net */
    bool *move_dependent;       /* by node */
    VEC(EvaluationJob) jobs[2]; /* [1] for the nodes that are, [0] others */
    uint32_t *feature_node;     /* by feature: its node; 0 if it has none */
    uint32_t **first_move_set;  /* by role, move: index into MOVE_SETS, */
    uint32_t **move_sets;       /* nodes of the move sets that contain it */
    Lanes *values;              /* by node; then by feature */
    Lanes *next;                /* by feature */
    Lanes terminal, stuck;      /* stuck: some role has no legal move */
    /* Properties */
    VEC(WatchedProperty) watched;
    PropertyWindow windows[MAX_DEGREE + 1]; /* by number of steps */
    unsigned max_window; /* number of steps of a window in use */
    Lanes *gate_values;
    VEC(uint32_t) history_leaves; /* gates whose values LEAF_HISTORY records */
    /* Ring buffer of positions: values by leaf gate */
    Lanes *leaf_history[MAX_DEGREE + 1];
    size_t ring_size, ring_index; /* entries used; that of the last position */
    bool plan_is_current;         /* GATES and HISTORY_LEAVES are up to date, */
    bool has_new_properties;      /* or a property was added since */
    Lanes counterexample_lanes;   /* whose current play refuted a property */
    /* Lanes */
    uint32_t origin[LANES];     /* archived position, or NO_INDEX: initial */
    size_t age[LANES];          /* steps since the origin */
    uint32_t *lane_moves;       /* by lane, step since the origin, role */
    size_t max_lane_steps;      /* for which there is room in it */
    uint32_t archived[LANES];   /* last entry since the origin, or NO_INDEX */
    Lanes aged[MAX_DEGREE + 1]; /* [k]: lanes with age at least k */
    uint32_t **candidate_moves; /* by role: moves whose legal is not false */
    uint32_t *candidate_count;
    Lanes *legal_masks;         /* by 64 moves, lane: legal moves of a role */
    Lanes *move_lanes;          /* by move: lanes that have chosen it */
    VEC(uint32_t) chosen_moves; /* moves chosen in some lane */
    /* Archive */
    VEC(ArchivedPosition) archive;
    uint32_t *first_seen; /* by feature: archived position, or NO_INDEX */
    uint64_t *times_seen; /* by feature: in how many positions counted */
    bool *seen_false;     /* by feature */
    VEC(uint32_t) seen_features; /* features with a first_seen */
    /* Sample */
    Lanes *sample; /* by feature, block */
    size_t blocks, max_blocks, blocks_offered;
    size_t step;
};

static Lanes *new_lanes(size_t count)
{
    return memory_aligned(sizeof(Lanes), count + 1, sizeof(Lanes));
}

/* ---- construction ---- */

static bool has_move_dependent_input(const GuidedWalks *walks, const Node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (walks
                ->move_dependent[lit_node(walks->net->inputs[node->first + i])])
            return true;
    return false;
}

static void find_move_dependent(GuidedWalks *walks)
{
    const Net *net = walks->net;
    walks->move_dependent = arena_array(walks->arena, bool, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        walks->move_dependent[i] =
            net->nodes[i].kind == NODE_MOVES ||
            (net->nodes[i].kind == NODE_AND &&
             has_move_dependent_input(walks, &net->nodes[i]));
    /* A component with one dependent loop depends as a whole; repeat, since
     * components may depend on each other. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t c = 0; c < net->component_count; c++) {
            const Component *component = &net->components[c];
            bool depends = false;
            for (uint32_t i = component->first_loop; i < component->end_loop;
                 i++)
                depends =
                    depends ||
                    walks->move_dependent[lit_node(net->loops[i].definition)];
            for (uint32_t i = component->first_loop;
                 depends && i < component->end_loop; i++) {
                changed = changed || !walks->move_dependent[net->loops[i].node];
                walks->move_dependent[net->loops[i].node] = true;
            }
        }
        for (uint32_t i = 0; changed && i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_AND)
                walks->move_dependent[i] =
                    has_move_dependent_input(walks, &net->nodes[i]);
    }
}

/* Lists for each move of ROLE the nodes of the move sets that it is in. */
static void index_move_sets(GuidedWalks *walks, size_t role)
{
    const Net *net = walks->net;
    size_t moves = net->roles[role].move_count, total = 0;
    uint32_t *first = arena_array(walks->arena, uint32_t, moves + 2);
    for (size_t i = 0; i < net->set_count; i++)
        for (size_t k = 0; net->sets[i].role == role && k < net->sets[i].count;
             k++, total++)
            first[net->sets[i].moves[k] + 2]++;
    for (size_t i = 2; i < moves + 2; i++)
        first[i] += first[i - 1];
    uint32_t *move_sets = arena_array(walks->arena, uint32_t, total);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            move_sets[first[set->moves[k] + 1]++] = i;
    }
    walks->first_move_set[role] = first;
    walks->move_sets[role] = move_sets;
}

/* Lists the moves of a role that can be legal; returns how many words of 64
 * bits they take. */
static size_t find_candidate_moves(GuidedWalks *walks, size_t number)
{
    const Role *role = &walks->net->roles[number];
    uint32_t *moves = arena_array(walks->arena, uint32_t, role->move_count);
    uint32_t count = 0;
    for (uint32_t m = 0; m < role->move_count; m++)
        if (role->legal[m] != LIT_FALSE)
            moves[count++] = m;
    walks->candidate_moves[number] = moves;
    walks->candidate_count[number] = count;
    return (count + 63) / 64;
}

static void plan_evaluation(GuidedWalks *walks, bool move_dependent);
static void restart_all_lanes(GuidedWalks *walks);

GuidedWalks *walks_new(const Net *net, const PropertyTable *properties,
                       uint64_t seed)
{
    Arena *arena = arena_new();
    GuidedWalks *walks = memory_aligned(sizeof(Lanes), 1, sizeof *walks);
    walks->arena = arena;
    walks->net = net;
    walks->properties = properties;
    walks->random = random_new(seed, 77);
    find_move_dependent(walks);
    plan_evaluation(walks, false);
    plan_evaluation(walks, true);
    walks->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            walks->feature_node[net->nodes[i].first] = i;
    walks->first_move_set = arena_array(arena, uint32_t *, net->role_count);
    walks->move_sets = arena_array(arena, uint32_t *, net->role_count);
    walks->candidate_moves = arena_array(arena, uint32_t *, net->role_count);
    walks->candidate_count = arena_array(arena, uint32_t, net->role_count);
    size_t max_legal_blocks = 0, max_moves = 0;
    for (size_t i = 0; i < net->role_count; i++) {
        index_move_sets(walks, i);
        size_t blocks = find_candidate_moves(walks, i);
        if (net->roles[i].move_count > max_moves)
            max_moves = net->roles[i].move_count;
        if (blocks > max_legal_blocks)
            max_legal_blocks = blocks;
    }
    walks->values = new_lanes(net->node_count + net->feature_count);
    walks->values[0] = ~(Lanes){0};
    walks->next = new_lanes(net->feature_count);
    walks->legal_masks = new_lanes(64 * max_legal_blocks);
    walks->move_lanes = new_lanes(max_moves);
    size_t step_bytes = LANES * (net->role_count + 1) * sizeof(uint32_t);
    walks->max_lane_steps = LANE_MOVES_BYTES / step_bytes;
    if (walks->max_lane_steps > MAX_LANE_STEPS)
        walks->max_lane_steps = MAX_LANE_STEPS;
    if (!walks->max_lane_steps)
        walks->max_lane_steps = 1;
    walks->lane_moves = memory_array(walks->max_lane_steps, step_bytes);
    walks->first_seen = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        walks->first_seen[i] = NO_INDEX;
    walks->times_seen = arena_array(arena, uint64_t, net->feature_count);
    walks->seen_false = arena_array(arena, bool, net->feature_count);
    walks->has_new_properties = true;
    walks->max_blocks = SAMPLE_BYTES / sizeof(Lanes) / (net->feature_count + 1);
    if (walks->max_blocks > MAX_BLOCKS)
        walks->max_blocks = MAX_BLOCKS;
    if (!walks->max_blocks)
        walks->max_blocks = 1;
    walks->sample = new_lanes(net->feature_count * walks->max_blocks);
    restart_all_lanes(walks);
    return walks;
}

void walks_free(GuidedWalks *walks)
{
    if (!walks)
        return;
    for (size_t i = 0; i <= MAX_DEGREE; i++) {
        free(walks->leaf_history[i]);
        vec_free(&walks->windows[i].gates);
        vec_free(&walks->windows[i].watched);
    }
    vec_free(&walks->jobs[0]);
    vec_free(&walks->jobs[1]);
    free(walks->gate_values);
    free(walks->values);
    free(walks->next);
    free(walks->legal_masks);
    free(walks->move_lanes);
    vec_free(&walks->chosen_moves);
    free(walks->lane_moves);
    free(walks->sample);
    vec_free(&walks->watched);
    vec_free(&walks->history_leaves);
    vec_free(&walks->archive);
    vec_free(&walks->seen_features);
    arena_free(walks->arena);
    free(walks);
}

/* ---- evaluating the network ---- */

static Lanes *feature_lanes(const GuidedWalks *walks, uint32_t feature)
{
    return &walks->values[walks->net->node_count + feature];
}

INLINE Lanes lanes_of(const Lanes *values, Lit lit)
{
    Lanes lanes = values[lit_node(lit)];
    return lit & 1 ? ~lanes : lanes;
}

static void evaluate_and(const Net *net, Lanes *values, uint32_t number)
{
    const Node *node = &net->nodes[number];
    const Lit *inputs = net->inputs + node->first;
    Lanes conjunction = lanes_of(values, inputs[0]);
    for (uint32_t i = 1; i < node->count; i++)
        conjunction &= lanes_of(values, inputs[i]);
    values[number] = conjunction;
}

/* The least fixpoint of the loops of a component. */
static void evaluate_loops(const Net *net, Lanes *values,
                           const Component *component)
{
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        values[net->loops[i].node] = (Lanes){0};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = component->first_node; i < component->end_node; i++)
            if (net->nodes[i].kind == NODE_AND)
                evaluate_and(net, values, i);
        for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
            Lanes value = lanes_of(values, net->loops[i].definition);
            Lanes difference = value ^ values[net->loops[i].node];
            changed = changed || lanes_any(&difference);
            values[net->loops[i].node] = value;
        }
    }
}

/* Adds a job for component NUMBER if it has loops that depend on moves as asked
 * for. There may be no AND in it, where the definition of a loop is a
 * constant. */
static void plan_component(GuidedWalks *walks, uint32_t number,
                           bool move_dependent)
{
    const Component *component = &walks->net->components[number];
    if (component->first_loop < component->end_loop &&
        walks->move_dependent[walks->net->loops[component->first_loop].node] ==
            move_dependent)
        vec_push(&walks->jobs[move_dependent], ((EvaluationJob){number, 0, 0}));
}

/* Lists the jobs, in topological order, that evaluate the nodes that depend on
 * moves, or the others. */
static void plan_evaluation(GuidedWalks *walks, bool move_dependent)
{
    const Net *net = walks->net;
    uint32_t component = 0;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        while (component < net->component_count &&
               net->components[component].first_node <= i)
            plan_component(walks, component++, move_dependent);
        if (node->kind == NODE_AND &&
            walks->move_dependent[i] == move_dependent)
            vec_push(&walks->jobs[move_dependent],
                     ((EvaluationJob){i, node->first, node->count}));
    }
    while (component < net->component_count)
        plan_component(walks, component++, move_dependent);
}

/* The hot loop of the walks, hence without branches on values. */
INLINE void run_jobs(const Net *net, const EvaluationJob *jobs, size_t count,
                     Lanes *values)
{
    const Lanes sign_masks[2] = {{0}, ~(Lanes){0}};
    for (size_t i = 0; i < count; i++) {
        const Lit *inputs = net->inputs + jobs[i].first;
        Lanes conjunction = ~(Lanes){0};
        for (uint32_t k = 0; k < jobs[i].count; k++)
            conjunction &= values[inputs[k] >> 1] ^ sign_masks[inputs[k] & 1];
        if (jobs[i].count)
            values[jobs[i].number] = conjunction;
        else
            evaluate_loops(net, values, &net->components[jobs[i].number]);
    }
}

TARGET_AVX2 void run_jobs_avx2(const Net *net, const EvaluationJob *jobs,
                               size_t count, Lanes *values)
{
    run_jobs(net, jobs, count, values);
}

static void run_jobs_baseline(const Net *net, const EvaluationJob *jobs,
                              size_t count, Lanes *values)
{
    run_jobs(net, jobs, count, values);
}

/* Evaluates the nodes that depend on moves, or the others. */
static void evaluate(GuidedWalks *walks, bool move_dependent)
{
    (CPU_HAS_AVX2 ? run_jobs_avx2 : run_jobs_baseline)(
        walks->net, walks->jobs[move_dependent].items,
        walks->jobs[move_dependent].count, walks->values);
}

static void load_features(GuidedWalks *walks)
{
    const Net *net = walks->net;
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (walks->feature_node[i])
            walks->values[walks->feature_node[i]] = *feature_lanes(walks, i);
}

/* ---- lanes ---- */

INLINE void set_lane_bit(Lanes *lanes, size_t lane, bool value)
{
    uint64_t bit = (uint64_t)1 << lane % 64;
    uint64_t *word = (uint64_t *)lanes + lane / 64;
    *word = value ? *word | bit : *word & ~bit;
}

INLINE bool lane_bit(const Lanes *lanes, size_t lane)
{
    return ((const uint64_t *)lanes)[lane / 64] >> lane % 64 & 1;
}

/* Transposes four 64x64 matrices at once: bit i of row k becomes bit k of row
 * i, in each of the four columns of words. */
INLINE void transpose(Lanes *rows)
{
    uint64_t mask = 0x00000000ffffffffu;
    for (unsigned width = 32; width; width >>= 1, mask ^= mask << width)
        for (unsigned k = 0; k < 64; k = ((k | width) + 1) & ~width) {
            Lanes swap = ((rows[k] >> width) ^ rows[k | width]) & mask;
            rows[k | width] ^= swap;
            rows[k] ^= swap << width;
        }
}

/* Copies the features of the origin of LANE into the lane, one by one. */
static void load_lane(GuidedWalks *walks, size_t lane)
{
    const uint64_t *state = walks->archive.items[walks->origin[lane]].state;
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        set_lane_bit(feature_lanes(walks, i), lane,
                     state[i / 64] >> i % 64 & 1);
}

/* The same for all lanes of WHICH, 64 features at a time. */
static void load_lanes_transposed(GuidedWalks *walks, const Lanes *which)
{
    size_t features = walks->net->feature_count;
    for (size_t first = 0; first < features; first += 64) {
        Lanes rows[64] = {{0}};
        for (size_t word = 0; word < LANE_WORDS; word++)
            for (uint64_t remaining = (*which)[word]; remaining;
                 remaining &= remaining - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(remaining);
                uint32_t origin = walks->origin[word * 64 + bit];
                rows[bit][word] =
                    walks->archive.items[origin].state[first / 64];
            }
        transpose(rows);
        for (size_t i = first; i < first + 64 && i < features; i++) {
            Lanes *lanes = feature_lanes(walks, (uint32_t)i);
            *lanes = (*lanes & ~*which) | (rows[i - first] & *which);
        }
    }
}

/* Restarts the plays in the lanes of WHICH, each at its origin. */
static void restart_lanes(GuidedWalks *walks, const Lanes *which)
{
    enum { MIN_TRANSPOSED = 8 }; /* lanes for which transposing is faster */
    const Net *net = walks->net;
    Lanes initial = {0}, others;
    size_t count = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(which, lane))
            continue;
        walks->age[lane] = 0;
        walks->archived[lane] = NO_INDEX;
        set_lane_bit(&initial, lane, walks->origin[lane] == NO_INDEX);
        count += walks->origin[lane] != NO_INDEX;
    }
    walks->counterexample_lanes &= ~*which;
    for (size_t k = 1; k <= MAX_DEGREE; k++)
        walks->aged[k] &= ~*which;
    for (uint32_t i = 0; lanes_any(&initial) && i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(walks, i);
        *lanes = net->initial[i] ? *lanes | initial : *lanes & ~initial;
    }
    others = *which & ~initial;
    if (count >= MIN_TRANSPOSED)
        load_lanes_transposed(walks, &others);
    for (size_t lane = 0; count && count < MIN_TRANSPOSED && lane < LANES;
         lane++)
        if (lane_bit(&others, lane))
            load_lane(walks, lane);
}

/* Restarts all plays at the initial position. */
static void restart_all_lanes(GuidedWalks *walks)
{
    Lanes every_lane = ~(Lanes){0};
    for (size_t lane = 0; lane < LANES; lane++)
        walks->origin[lane] = NO_INDEX;
    walks->aged[0] = every_lane;
    restart_lanes(walks, &every_lane);
}

static uint32_t *moves_of_lane(const GuidedWalks *walks, size_t lane)
{
    return walks->lane_moves +
           lane * walks->max_lane_steps * walks->net->role_count;
}

static size_t lane_depth(const GuidedWalks *walks, size_t lane)
{
    uint32_t origin = walks->origin[lane];
    return walks->age[lane] +
           (origin == NO_INDEX ? 0 : walks->archive.items[origin].depth);
}

/* Adds the current position of a lane to the archive, unless it is there;
 * returns its index. */
static uint32_t archive_lane(GuidedWalks *walks, size_t lane)
{
    const Net *net = walks->net;
    assert(walks->origin[lane] == NO_INDEX ||
           walks->origin[lane] < walks->archive.count);
    assert(walks->age[lane] <= walks->max_lane_steps);
    uint32_t last = walks->archived[lane];
    if (last != NO_INDEX &&
        walks->archive.items[last].steps == walks->age[lane])
        return last;
    ArchivedPosition entry = {.parent = walks->origin[lane],
                              .steps = walks->age[lane],
                              .depth = lane_depth(walks, lane)};
    entry.moves = arena_copy(walks->arena, moves_of_lane(walks, lane),
                             entry.steps * net->role_count * sizeof(uint32_t));
    entry.state =
        arena_array(walks->arena, uint64_t, (net->feature_count + 63) / 64);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (lane_bit(feature_lanes(walks, i), lane))
            entry.state[i / 64] |= (uint64_t)1 << i % 64;
    walks->archived[lane] = (uint32_t)walks->archive.count;
    vec_push(&walks->archive, entry);
    return walks->archived[lane];
}

static size_t first_lane(const Lanes *lanes)
{
    assert(lanes_any(lanes));
    size_t word = 0;
    while (!(*lanes)[word])
        word++;
    return word * 64 + (size_t)__builtin_ctzll((*lanes)[word]);
}

/* The lane of LANES with the shortest play. */
static size_t shallowest_lane(const GuidedWalks *walks, const Lanes *lanes)
{
    size_t best = first_lane(lanes);
    for (size_t i = 0; i < LANE_WORDS; i++)
        for (uint64_t remaining = (*lanes)[i]; remaining;
             remaining &= remaining - 1) {
            size_t lane = i * 64 + (size_t)__builtin_ctzll(remaining);
            if (lane_depth(walks, lane) < lane_depth(walks, best))
                best = lane;
        }
    return best;
}

/* The lane of LANES with the shortest play; of equally short ones, one of which
 * a counterexample is archived already: few plays that refute many properties
 * are replayed faster than many plays. */
static size_t choose_counterexample_lane(GuidedWalks *walks, const Lanes *lanes)
{
    Lanes reusable = *lanes & walks->counterexample_lanes;
    size_t shallowest = shallowest_lane(walks, lanes);
    size_t lane =
        lanes_any(&reusable) ? shallowest_lane(walks, &reusable) : shallowest;
    if (lane_depth(walks, lane) > lane_depth(walks, shallowest))
        lane = shallowest;
    set_lane_bit(&walks->counterexample_lanes, lane, true);
    return lane;
}

/* ---- properties ---- */

size_t walks_watch(GuidedWalks *walks, const GroundProperty *property)
{
    WatchedProperty watched = {property, NO_INDEX, 0};
    uint32_t number = (uint32_t)walks->watched.count;
    vec_push(&walks->watched, watched);
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            vec_push(&walks->windows[k].watched, number);
    walks->plan_is_current = false;
    walks->has_new_properties = true;
    return number;
}

/* The leaves of new properties were not recorded: restarts all plays. */
static void reset_history(GuidedWalks *walks)
{
    size_t gates = walks->properties->gates.count;
    free(walks->gate_values);
    walks->gate_values = new_lanes(gates);
    walks->ring_size = walks->max_window + 1;
    walks->ring_index = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        free(walks->leaf_history[k]);
        walks->leaf_history[k] = k < walks->ring_size ? new_lanes(gates) : NULL;
    }
    restart_all_lanes(walks);
}

/* Computes which gates each window needs and which leaves are recorded; drops
 * refuted properties from the windows. */
static void plan_windows(GuidedWalks *walks)
{
    const PropertyTable *properties = walks->properties;
    size_t gates = properties->gates.count;
    bool *recorded = memory_zeroed(gates + 1, sizeof *recorded);
    bool *needed = memory_zeroed(gates + 1, sizeof *needed);
    walks->max_window = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        PropertyWindow *window = &walks->windows[k];
        memset(needed, 0, gates);
        size_t open_count = 0;
        for (size_t i = 0; i < window->watched.count; i++) {
            const WatchedProperty *watched =
                &walks->watched.items[window->watched.items[i]];
            if (watched->refuted_by != NO_INDEX)
                continue;
            window->watched.items[open_count++] = window->watched.items[i];
            property_mark(properties, watched->property->ends[k], needed);
        }
        window->planned_count = window->watched.count = open_count;
        vec_clear(&window->gates);
        for (uint32_t i = 0; i < gates; i++) {
            if (needed[i])
                vec_push(&window->gates, i);
            recorded[i] = recorded[i] ||
                          (needed[i] && properties->gates.items[i].is_leaf);
        }
        if (open_count)
            walks->max_window = k;
    }
    vec_clear(&walks->history_leaves);
    for (uint32_t i = 0; i < gates; i++)
        if (recorded[i])
            vec_push(&walks->history_leaves, i);
    if (walks->has_new_properties)
        reset_history(walks);
    walks->has_new_properties = false;
    free(recorded);
    free(needed);
    walks->plan_is_current = true;
}

/* Records, at each leaf gate, the value of its node in the current position;
 * evaluate_window() reads it at the level of the gate. */
static void record_leaves(GuidedWalks *walks)
{
    Lanes *current = walks->leaf_history[walks->ring_index];
    for (size_t i = 0; i < walks->history_leaves.count; i++) {
        uint32_t gate = walks->history_leaves.items[i];
        current[gate] =
            walks->values[walks->properties->gates.items[gate].node];
    }
}

/* Evaluates the gates of a window on the last STEPS steps of all lanes. */
static void evaluate_window(GuidedWalks *walks, unsigned steps)
{
    const PropertyTable *properties = walks->properties;
    const PropertyWindow *window = &walks->windows[steps];
    Lanes *values = walks->gate_values;
    size_t ring_size = walks->ring_size;
    for (size_t i = 0; i < window->gates.count; i++) {
        uint32_t number = window->gates.items[i];
        const Gate *gate = &properties->gates.items[number];
        if (gate->is_leaf) {
            assert(gate->level <= steps && steps < ring_size);
            size_t steps_ago = steps - gate->level;
            values[number] =
                walks
                    ->leaf_history[(walks->ring_index + ring_size - steps_ago) %
                                   ring_size][number];
            continue;
        }
        Lanes conjunction = ~(Lanes){0};
        for (uint32_t k = 0; k < gate->count; k++)
            conjunction &=
                lanes_of(values, properties->inputs.items[gate->first + k]);
        values[number] = conjunction;
    }
}

/* Tests the properties of a window: on all lanes with that many steps, or, if a
 * property has more steps, on those whose play ends here. */
static void check_window(GuidedWalks *walks, unsigned steps)
{
    PropertyWindow *window = &walks->windows[steps];
    Lanes aged = walks->aged[steps], ended = aged & walks->terminal;
    evaluate_window(walks, steps);
    size_t open_count = 0;
    for (size_t i = 0; i < window->watched.count; i++) {
        WatchedProperty *watched =
            &walks->watched.items[window->watched.items[i]];
        if (watched->refuted_by != NO_INDEX)
            continue;
        Lanes fails =
            ~lanes_of(walks->gate_values, watched->property->ends[steps]) &
            (steps < watched->property->degree ? ended : aged);
        if (lanes_any(&fails)) {
            size_t lane = choose_counterexample_lane(walks, &fails);
            assert(lane_depth(walks, lane) >= steps);
            watched->refuted_by = archive_lane(walks, lane);
            watched->fails_at = lane_depth(walks, lane) - steps;
            continue;
        }
        window->watched.items[open_count++] = window->watched.items[i];
    }
    window->watched.count = open_count;
    if (open_count < window->planned_count / 2)
        walks->plan_is_current = false;
}

static void check_windows(GuidedWalks *walks)
{
    walks->ring_index = (walks->ring_index + 1) % walks->ring_size;
    record_leaves(walks);
    for (unsigned k = 0; k <= walks->max_window; k++)
        if (walks->windows[k].watched.count)
            check_window(walks, k);
}

/* ---- the archive and the sample ---- */

static size_t min_lane_depth(const GuidedWalks *walks)
{
    size_t minimum = SIZE_MAX;
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t depth = lane_depth(walks, lane);
        minimum = depth < minimum ? depth : minimum;
    }
    return minimum;
}

/* Replaces the archived position of FEATURE if a lane has a shorter play to
 * one. No lane has a smaller depth than MIN_DEPTH. */
static void update_shortest_play(GuidedWalks *walks, uint32_t feature,
                                 size_t min_depth)
{
    uint32_t archived_at = walks->first_seen[feature];
    if (walks->archive.items[archived_at].depth <= min_depth)
        return;
    const Lanes *lanes = feature_lanes(walks, feature);
    if (!lanes_any(lanes))
        return;
    size_t lane = shallowest_lane(walks, lanes);
    if (lane_depth(walks, lane) < walks->archive.items[archived_at].depth)
        walks->first_seen[feature] = archive_lane(walks, lane);
}

/* Archives positions with features not seen before; every COUNT_INTERVAL steps
 * also counts features and looks for shorter plays. */
static void record_features(GuidedWalks *walks)
{
    const Net *net = walks->net;
    bool count_now = walks->step % COUNT_INTERVAL == 0;
    size_t min_depth = count_now ? min_lane_depth(walks) : 0;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        const Lanes *lanes = feature_lanes(walks, i);
        Lanes false_lanes = ~*lanes;
        if (walks->first_seen[i] == NO_INDEX && lanes_any(lanes)) {
            walks->first_seen[i] =
                archive_lane(walks, shallowest_lane(walks, lanes));
            vec_push(&walks->seen_features, i);
        }
        walks->seen_false[i] = walks->seen_false[i] || lanes_any(&false_lanes);
        if (count_now && walks->first_seen[i] != NO_INDEX)
            update_shortest_play(walks, i, min_depth);
        if (count_now)
            for (size_t k = 0; k < LANE_WORDS; k++)
                walks->times_seen[i] += bits_count((*lanes)[k]);
    }
}

/* Reservoir sampling (Vitter 1985): block n replaces one of the M blocks of the
 * sample with probability M / n. */
static void offer_block_to_sample(GuidedWalks *walks)
{
    size_t offered = walks->blocks_offered++, place = offered;
    if (offered >= walks->max_blocks) {
        place = (size_t)random_below(&walks->random, (uint32_t)offered + 1);
        if (place >= walks->max_blocks)
            return;
    }
    assert(place <= walks->blocks); /* the first blocks fill it in order */
    if (place >= walks->blocks)
        walks->blocks = place + 1;
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        walks->sample[i * walks->max_blocks + place] = *feature_lanes(walks, i);
}

/* ---- choice of moves ---- */

/* Xorshift random number generator. */
INLINE uint64_t xorshift64(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Writes which candidate moves of a role are legal, a word for each lane and 64
 * moves; returns the number of such words for a lane. */
INLINE size_t find_legal(GuidedWalks *walks, size_t number,
                         const Lanes *running)
{
    const Role *role = &walks->net->roles[number];
    const uint32_t *candidate_moves = walks->candidate_moves[number];
    size_t count = walks->candidate_count[number], blocks = 0;
    for (size_t first = 0; first < count; first += 64, blocks++) {
        Lanes *rows = walks->legal_masks + 64 * blocks, some_legal = {0};
        size_t end = first + 64 < count ? first + 64 : count;
        memset(rows, 0, 64 * sizeof *rows);
        for (size_t i = first; i < end; i++) {
            rows[i - first] =
                lanes_of(walks->values, role->legal[candidate_moves[i]]) &
                *running;
            some_legal |= rows[i - first];
        }
        if (lanes_any(&some_legal))
            transpose(rows);
    }
    return blocks;
}

INLINE uint32_t count_bits(uint64_t word, bool has_popcnt)
{
    return has_popcnt ? (uint32_t)__builtin_popcountll(word) : bits_count(word);
}

/* A uniformly random legal move of a role in a lane; NO_INDEX if there is
 * none. */
INLINE uint32_t choose_move(const GuidedWalks *walks, size_t number,
                            size_t lane, size_t blocks, uint64_t *seed,
                            bool has_popcnt)
{
    const uint64_t *legal_masks =
        (const uint64_t *)(walks->legal_masks + lane % 64) + lane / 64;
    enum { NEXT_BLOCK = 64 * LANE_WORDS };
    uint32_t count = 0;
    for (size_t i = 0; i < blocks; i++)
        count += count_bits(legal_masks[i * NEXT_BLOCK], has_popcnt);
    if (!count)
        return NO_INDEX;
    uint32_t chosen = (uint32_t)(((xorshift64(seed) >> 32) * count) >> 32);
    size_t block = 0;
    for (uint32_t here; (here = count_bits(legal_masks[block * NEXT_BLOCK],
                                           has_popcnt)) <= chosen;
         block++)
        chosen -= here;
    uint64_t mask = legal_masks[block * NEXT_BLOCK];
    while (chosen--)
        mask &= mask - 1;
    return walks
        ->candidate_moves[number][64 * block + (size_t)__builtin_ctzll(mask)];
}

/* Records the move of a role in a lane. */
INLINE void make_move(GuidedWalks *walks, size_t number, size_t lane,
                      uint32_t move)
{
    size_t roles = walks->net->role_count;
    assert(walks->age[lane] < walks->max_lane_steps);
    moves_of_lane(walks, lane)[walks->age[lane] * roles + number] = move;
    if (!lanes_any(&walks->move_lanes[move]))
        vec_push(&walks->chosen_moves, move);
    set_lane_bit(&walks->move_lanes[move], lane, true);
}

/* Chooses a legal move of a role in each lane of RUNNING, and makes the nodes
 * of the move sets that contain it true there. */
INLINE void choose_moves(GuidedWalks *walks, size_t number,
                         const Lanes *running, bool has_popcnt)
{
    uint64_t seed = random_next(&walks->random) | 1;
    size_t blocks = find_legal(walks, number, running);
    const uint32_t *first = walks->first_move_set[number];
    vec_clear(&walks->chosen_moves);
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(running, lane))
            continue;
        uint32_t move =
            choose_move(walks, number, lane, blocks, &seed, has_popcnt);
        if (move == NO_INDEX)
            set_lane_bit(&walks->stuck, lane, true);
        else
            make_move(walks, number, lane, move);
    }
    for (size_t i = 0; i < walks->chosen_moves.count; i++) {
        uint32_t move = walks->chosen_moves.items[i];
        for (uint32_t k = first[move]; k < first[move + 1]; k++)
            walks->values[walks->move_sets[number][k]] |=
                walks->move_lanes[move];
        walks->move_lanes[move] = (Lanes){0};
    }
}

TARGET_AVX2 void choose_moves_avx2(GuidedWalks *walks, size_t number,
                                   const Lanes *running)
{
    choose_moves(walks, number, running, true);
}

static void choose_moves_baseline(GuidedWalks *walks, size_t number,
                                  const Lanes *running)
{
    choose_moves(walks, number, running, false);
}

/* Chooses joint moves in the lanes of RUNNING and computes NEXT and STUCK. */
static void advance(GuidedWalks *walks, const Lanes *running)
{
    const Net *net = walks->net;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_MOVES)
            walks->values[i] = (Lanes){0};
    walks->stuck = (Lanes){0};
    for (size_t i = 0; i < net->role_count; i++)
        (CPU_HAS_AVX2 ? choose_moves_avx2 : choose_moves_baseline)(walks, i,
                                                                   running);
    evaluate(walks, true);
    for (uint32_t i = 0; i < net->feature_count; i++)
        walks->next[i] = lanes_of(walks->values, net->next[i]);
}

/* ---- one step of all lanes ---- */

/* Where a play restarts: with probability 1/2 the initial position, otherwise
 * the archived position of the rarest of a few random features. */
static uint32_t choose_origin(GuidedWalks *walks)
{
    enum { SAMPLED_FEATURES = 6 };
    uint32_t origin = NO_INDEX;
    if (walks->seen_features.count && random_below(&walks->random, 2)) {
        uint64_t min_times = UINT64_MAX;
        for (int i = 0; i < SAMPLED_FEATURES; i++) {
            uint32_t feature = walks->seen_features.items[random_below(
                &walks->random, (uint32_t)walks->seen_features.count)];
            if (walks->times_seen[feature] < min_times) {
                min_times = walks->times_seen[feature];
                origin = walks->first_seen[feature];
            }
        }
    }
    return origin;
}

static void play_step(GuidedWalks *walks)
{
    const Net *net = walks->net;
    load_features(walks);
    evaluate(walks, false);
    walks->terminal = lanes_of(walks->values, net->terminal);
    check_windows(walks);
    record_features(walks);
    if (walks->step % COUNT_INTERVAL == 0)
        offer_block_to_sample(walks);
    Lanes running = ~walks->terminal;
    advance(walks, &running);
    Lanes ended = walks->terminal | walks->stuck;
    for (size_t lane = 0; lane < LANES; lane++)
        if (!lane_bit(&ended, lane))
            walks->age[lane]++;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(walks, i);
        *lanes = (*lanes & ended) | (walks->next[i] & ~ended);
    }
    for (size_t k = MAX_DEGREE; k > 0; k--)
        walks->aged[k] = walks->aged[k - 1];
    Lanes restarting = ended;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lane_bit(&ended, lane)) {
            walks->origin[lane] = choose_origin(walks);
        } else if (walks->age[lane] == walks->max_lane_steps) {
            walks->origin[lane] = archive_lane(walks, lane);
            set_lane_bit(&restarting, lane, true);
        }
    }
    if (lanes_any(&restarting))
        restart_lanes(walks, &restarting);
    walks->step++;
}

void walks_run(GuidedWalks *walks, size_t steps, const Budget *budget)
{
    for (size_t i = 0; i < steps; i++) {
        if (!walks->plan_is_current)
            plan_windows(walks);
        if (budget_spent(budget))
            return;
        play_step(walks);
    }
}

/* ---- evaluation for other modules ---- */

void walks_from_state(GuidedWalks *walks, const uint64_t *state, size_t steps,
                      WalkVisit *visit, void *context)
{
    const Net *net = walks->net;
    for (uint32_t i = 0; i < net->feature_count; i++)
        *feature_lanes(walks, i) =
            state[i / 64] >> i % 64 & 1 ? ~(Lanes){0} : (Lanes){0};
    memset(walks->age, 0, sizeof walks->age);
    Lanes running = ~(Lanes){0};
    for (size_t step = 0; step <= steps && lanes_any(&running); step++) {
        load_features(walks);
        evaluate(walks, false);
        if (step)
            visit(context, walks->values, &running);
        running &= ~lanes_of(walks->values, net->terminal);
        if (step == steps)
            break;
        advance(walks, &running);
        running &= ~walks->stuck;
        for (uint32_t i = 0; i < net->feature_count; i++)
            *feature_lanes(walks, i) = walks->next[i];
    }
    restart_all_lanes(walks);
}

void walks_evaluate_states(GuidedWalks *walks, const uint64_t *states,
                           size_t words, size_t count, WalkVisit *visit,
                           void *context)
{
    const Net *net = walks->net;
    Lanes running = {0};
    assert(count <= LANES);
    for (size_t lane = 0; lane < count; lane++) {
        set_lane_bit(&running, lane, true);
        for (uint32_t i = 0; i < net->feature_count; i++)
            set_lane_bit(feature_lanes(walks, i), lane,
                         states[lane * words + i / 64] >> i % 64 & 1);
    }
    load_features(walks);
    evaluate(walks, false);
    visit(context, walks->values, &running);
    restart_all_lanes(walks);
}

void walks_evaluate_block(GuidedWalks *walks, size_t block, WalkVisit *visit,
                          void *context)
{
    Lanes running = ~(Lanes){0};
    assert(block < walks->blocks);
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        *feature_lanes(walks, i) = walks_sample(walks, i)[block];
    load_features(walks);
    evaluate(walks, false);
    visit(context, walks->values, &running);
    restart_all_lanes(walks);
}

void gates_in_lanes(const PropertyTable *properties, const uint32_t *gates,
                    size_t count, const Lanes *nodes, Lanes *values)
{
    for (size_t i = 0; i < count; i++) {
        const Gate *gate = &properties->gates.items[gates[i]];
        Lanes conjunction = ~(Lanes){0};
        if (gate->is_leaf)
            conjunction = nodes[gate->node];
        for (uint32_t k = 0; !gate->is_leaf && k < gate->count; k++)
            conjunction &=
                lanes_of(values, properties->inputs.items[gate->first + k]);
        values[gates[i]] = conjunction;
    }
}

/* ---- results ---- */

uint32_t walks_refuted(const GuidedWalks *walks, size_t property, size_t *depth)
{
    *depth = walks->watched.items[property].fails_at;
    return walks->watched.items[property].refuted_by;
}

WalkPosition walks_position(const GuidedWalks *walks, uint32_t position)
{
    assert(position < walks->archive.count);
    const ArchivedPosition *entry = &walks->archive.items[position];
    return (WalkPosition){entry->state, entry->depth};
}

uint32_t *walks_play(const GuidedWalks *walks, uint32_t position)
{
    size_t roles = walks->net->role_count;
    size_t depth = walks->archive.items[position].depth;
    uint32_t *play = memory_array(depth * roles + 1, sizeof *play);
    while (position != NO_INDEX) {
        const ArchivedPosition *entry = &walks->archive.items[position];
        memcpy(play + (entry->depth - entry->steps) * roles, entry->moves,
               entry->steps * roles * sizeof *play);
        assert(entry->parent == NO_INDEX || entry->parent < position);
        position = entry->parent;
    }
    return play;
}

size_t walks_blocks(const GuidedWalks *walks)
{
    return walks->blocks;
}

const Lanes *walks_sample(const GuidedWalks *walks, uint32_t feature)
{
    return walks->sample + feature * walks->max_blocks;
}

bool walks_seen_true(const GuidedWalks *walks, uint32_t feature)
{
    return walks->first_seen[feature] != NO_INDEX;
}

bool walks_seen_false(const GuidedWalks *walks, uint32_t feature)
{
    return walks->seen_false[feature];
}
