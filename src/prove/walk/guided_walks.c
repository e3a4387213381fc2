/* guided_walks.c - many plays at once, in search of what is rare
 *
 * In:   a Net, and properties to be watched
 * Out:  positions with plays that lead to them; properties that fail
 * Next: prove/schedule.c
 *
 * A step: evaluate the network in all lanes, look at the properties, choose a
 * move for each role in each lane, evaluate what depends on moves. Start
 * reading at play_step().
 */
#include "prove/walk/guided_walks.h"

#include "base/bits.h"

#include <stdlib.h>
#include <string.h>

/* Vectors are passed between functions of this file only. */
#pragma GCC diagnostic ignored "-Wpsabi"

/* What most of the time is spent in is compiled twice, for any processor and
 * for those that have wide registers and count bits. */
#define INLINE static inline __attribute__((always_inline))
#ifdef __x86_64__
#define WIDE __attribute__((target("avx2,popcnt"))) static
#define IS_WIDE                                                                \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
#else
#define WIDE    static
#define IS_WIDE false
#endif

enum {
    MAX_STEPS = 256, /* of a lane, before its play is kept */
    MAX_BLOCKS = 64, /* of the sample */
    SAMPLE_BYTES = 96 << 20,
    COUNT_EVERY = 4,
};

/* A position with the way to it: STEPS joint moves after PARENT. */
typedef struct {
    uint32_t parent; /* NO_INDEX: the initial position */
    size_t steps, depth;
    uint32_t *moves;
    uint64_t *state;
} Kept;

typedef struct {
    const GroundProperty *property;
    uint32_t failed; /* a kept position, or NO_INDEX */
    size_t at;
} Watched;

/* Properties whose sequences have the same number of steps. */
typedef struct {
    VEC(uint32_t) gates;   /* that are needed, in order */
    VEC(uint32_t) watched; /* not refuted yet */
    size_t planned;        /* how many there were when gates were found */
} Window;

/* An AND that is to be evaluated; or, if it has no inputs, a component. */
typedef struct {
    uint32_t number, first, count;
} Job;

struct GuidedWalks {
    const Net *net;
    const PropertyTable *properties;
    Arena *arena;
    Random random;
    bool *mixed;                  /* nodes that depend on moves */
    VEC(Job) jobs[2];             /* in order: other nodes; those */
    uint32_t *feature_node;       /* 0 if there is none */
    uint32_t **first_set, **sets; /* by role, by move: nodes */
    Lanes *values;                /* by node; then features */
    Lanes *next;                  /* by feature */
    Lanes terminal, stuck;
    Lanes witness; /* a play that refutes something is kept of these lanes */
    Lanes *past[MAX_DEGREE + 1]; /* leaves of properties, some steps ago */
    size_t now;                  /* index into past */
    Lanes *gate_values;
    VEC(Watched) watched;
    Window windows[MAX_DEGREE + 1];
    VEC(uint32_t) leaves; /* gates that are leaves, needed in the past */
    unsigned longest;     /* window */
    size_t ring;          /* positions that are remembered */
    bool planned, added; /* no property was refuted, or added, since planning */
    /* lanes */
    uint32_t origin[LANES];    /* kept position where it began, or NO_INDEX */
    size_t age[LANES];         /* steps since then */
    uint32_t *history;         /* by lane, step, role */
    Lanes old[MAX_DEGREE + 1]; /* lanes of at least that age */
    uint32_t **possible;       /* by role: moves that may be legal */
    uint32_t *possible_count;
    Lanes *masks; /* which of them are, lane by lane; 64 at a time */
    Lanes *made;  /* by move: where it is made, while moves are chosen, */
    VEC(uint32_t) distinct; /* and which are made anywhere */
    /* what is kept */
    VEC(Kept) kept;
    uint32_t *first_seen; /* by feature: kept position, or NO_INDEX */
    uint64_t *times;      /* by feature: how often it was seen, roughly */
    bool *seen_false;
    VEC(uint32_t) rare; /* features that were seen, to begin from */
    uint32_t stuck_at;
    uint32_t **goal_at; /* by role, goal */
    /* sample */
    Lanes *sample; /* by feature, block */
    size_t blocks, most_blocks, blocks_offered;
    uint64_t states;
    size_t step;
};

static Lanes *new_lanes(size_t count)
{
    Lanes *lanes = aligned_alloc(sizeof(Lanes), (count + 1) * sizeof(Lanes));
    if (!lanes)
        fatal("out of memory");
    memset(lanes, 0, (count + 1) * sizeof(Lanes));
    return lanes;
}

/* ---- making it ---- */

static bool input_is_mixed(const GuidedWalks *walks, const Node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (walks->mixed[lit_node(walks->net->inputs[node->first + i])])
            return true;
    return false;
}

static void find_mixed(GuidedWalks *walks)
{
    const Net *net = walks->net;
    walks->mixed = arena_array(walks->arena, bool, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        walks->mixed[i] = net->nodes[i].kind == NODE_MOVES ||
                          (net->nodes[i].kind == NODE_AND &&
                           input_is_mixed(walks, &net->nodes[i]));
    for (bool more = true; more;) { /* through loops */
        more = false;
        for (uint32_t c = 0; c < net->component_count; c++) {
            const Component *at = &net->components[c];
            bool any = false;
            for (uint32_t i = at->first_loop; i < at->end_loop; i++)
                any = any || walks->mixed[lit_node(net->loops[i].definition)];
            for (uint32_t i = at->first_loop; any && i < at->end_loop; i++) {
                more = more || !walks->mixed[net->loops[i].node];
                walks->mixed[net->loops[i].node] = true;
            }
        }
        for (uint32_t i = 0; more && i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_AND)
                walks->mixed[i] = input_is_mixed(walks, &net->nodes[i]);
    }
}

static void find_sets(GuidedWalks *walks, size_t role)
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
    uint32_t *sets = arena_array(walks->arena, uint32_t, total);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            sets[first[set->moves[k] + 1]++] = i;
    }
    walks->first_set[role] = first;
    walks->sets[role] = sets;
}

/* Returns how many blocks of 64 the moves of a role are that may be legal. */
static size_t find_possible(GuidedWalks *walks, size_t number)
{
    const Role *role = &walks->net->roles[number];
    uint32_t *moves = arena_array(walks->arena, uint32_t, role->move_count);
    uint32_t count = 0;
    for (uint32_t m = 0; m < role->move_count; m++)
        if (role->legal[m] != LIT_FALSE)
            moves[count++] = m;
    walks->possible[number] = moves;
    walks->possible_count[number] = count;
    return (count + 63) / 64;
}

static void plan_jobs(GuidedWalks *walks, bool mixed);
static void begin_all(GuidedWalks *walks);

GuidedWalks *walks_new(const Net *net, const PropertyTable *properties,
                       uint64_t seed)
{
    Arena *arena = arena_new();
    GuidedWalks *walks = aligned_alloc(
        sizeof(Lanes), (sizeof *walks / sizeof(Lanes) + 1) * sizeof(Lanes));
    if (!walks)
        fatal("out of memory");
    memset(walks, 0, sizeof *walks);
    walks->arena = arena;
    walks->net = net;
    walks->properties = properties;
    walks->random = random_new(seed, 77);
    find_mixed(walks);
    plan_jobs(walks, false);
    plan_jobs(walks, true);
    walks->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            walks->feature_node[net->nodes[i].first] = i;
    walks->first_set = arena_array(arena, uint32_t *, net->role_count);
    walks->sets = arena_array(arena, uint32_t *, net->role_count);
    walks->goal_at = arena_array(arena, uint32_t *, net->role_count);
    walks->possible = arena_array(arena, uint32_t *, net->role_count);
    walks->possible_count = arena_array(arena, uint32_t, net->role_count);
    size_t most_blocks_of_moves = 0, most_moves = 0;
    for (size_t i = 0; i < net->role_count; i++) {
        find_sets(walks, i);
        size_t blocks = find_possible(walks, i);
        if (net->roles[i].move_count > most_moves)
            most_moves = net->roles[i].move_count;
        if (blocks > most_blocks_of_moves)
            most_blocks_of_moves = blocks;
        walks->goal_at[i] =
            arena_array(arena, uint32_t, net->roles[i].goal_count);
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            walks->goal_at[i][k] = NO_INDEX;
    }
    walks->values = new_lanes(net->node_count + net->feature_count);
    walks->values[0] = ~(Lanes){0};
    walks->next = new_lanes(net->feature_count);
    walks->masks = new_lanes(64 * most_blocks_of_moves);
    walks->made = new_lanes(most_moves);
    walks->history = fatal_malloc((size_t)LANES * MAX_STEPS * net->role_count *
                                  sizeof(uint32_t));
    walks->first_seen = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        walks->first_seen[i] = NO_INDEX;
    walks->times = arena_array(arena, uint64_t, net->feature_count);
    walks->seen_false = arena_array(arena, bool, net->feature_count);
    walks->stuck_at = NO_INDEX;
    walks->added = true;
    walks->most_blocks =
        SAMPLE_BYTES / sizeof(Lanes) / (net->feature_count + 1);
    if (walks->most_blocks > MAX_BLOCKS)
        walks->most_blocks = MAX_BLOCKS;
    if (!walks->most_blocks)
        walks->most_blocks = 1;
    walks->sample = new_lanes(net->feature_count * walks->most_blocks);
    begin_all(walks);
    return walks;
}

void walks_free(GuidedWalks *walks)
{
    if (!walks)
        return;
    for (size_t i = 0; i <= MAX_DEGREE; i++) {
        free(walks->past[i]);
        vec_free(&walks->windows[i].gates);
        vec_free(&walks->windows[i].watched);
    }
    vec_free(&walks->jobs[0]);
    vec_free(&walks->jobs[1]);
    free(walks->gate_values);
    free(walks->values);
    free(walks->next);
    free(walks->masks);
    free(walks->made);
    vec_free(&walks->distinct);
    free(walks->history);
    free(walks->sample);
    vec_free(&walks->watched);
    vec_free(&walks->leaves);
    vec_free(&walks->kept);
    vec_free(&walks->rare);
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
    Lanes all = lanes_of(values, inputs[0]);
    for (uint32_t i = 1; i < node->count; i++)
        all &= lanes_of(values, inputs[i]);
    values[number] = all;
}

/* Loops grow from nothing until they are stable. */
static void evaluate_loops(const Net *net, Lanes *values,
                           const Component *component)
{
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        values[net->loops[i].node] = (Lanes){0};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = component->first_node; i < component->end_node; i++)
            if (net->nodes[i].kind == NODE_AND)
                evaluate_and(net, values, i);
        for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
            Lanes now = lanes_of(values, net->loops[i].definition);
            Lanes changed = now ^ values[net->loops[i].node];
            more = more || lanes_any(&changed);
            values[net->loops[i].node] = now;
        }
    }
}

/* Loops of component NUMBER, if they depend on moves as asked for. There may
 * be no ANDs between them, where the definition of a loop is a constant. */
static void plan_component(GuidedWalks *walks, uint32_t number, bool mixed)
{
    const Component *component = &walks->net->components[number];
    if (component->first_loop < component->end_loop &&
        walks->mixed[walks->net->loops[component->first_loop].node] == mixed)
        vec_push(&walks->jobs[mixed], ((Job){number, 0, 0}));
}

/* How to evaluate the nodes that depend on moves, or the others. */
static void plan_jobs(GuidedWalks *walks, bool mixed)
{
    const Net *net = walks->net;
    uint32_t component = 0;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        while (component < net->component_count &&
               net->components[component].first_node <= i)
            plan_component(walks, component++, mixed);
        if (node->kind == NODE_AND && walks->mixed[i] == mixed)
            vec_push(&walks->jobs[mixed], ((Job){i, node->first, node->count}));
    }
    while (component < net->component_count)
        plan_component(walks, component++, mixed);
}

/* Most of the time is spent here: no branches but loops. */
INLINE void run_jobs(const Net *net, const Job *jobs, size_t count,
                     Lanes *values)
{
    const Lanes signs[2] = {{0}, ~(Lanes){0}};
    for (size_t i = 0; i < count; i++) {
        const Lit *inputs = net->inputs + jobs[i].first;
        Lanes all = ~(Lanes){0};
        for (uint32_t k = 0; k < jobs[i].count; k++)
            all &= values[inputs[k] >> 1] ^ signs[inputs[k] & 1];
        if (jobs[i].count)
            values[jobs[i].number] = all;
        else
            evaluate_loops(net, values, &net->components[jobs[i].number]);
    }
}

WIDE void run_wide(const Net *net, const Job *jobs, size_t count, Lanes *values)
{
    run_jobs(net, jobs, count, values);
}

static void run_anywhere(const Net *net, const Job *jobs, size_t count,
                         Lanes *values)
{
    run_jobs(net, jobs, count, values);
}

/* The nodes that depend on moves, or the others. */
static void evaluate(GuidedWalks *walks, bool mixed)
{
    (IS_WIDE ? run_wide : run_anywhere)(walks->net, walks->jobs[mixed].items,
                                        walks->jobs[mixed].count,
                                        walks->values);
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

/* The features of one kept position, in a lane. */
static void write_lane(GuidedWalks *walks, size_t lane)
{
    const uint64_t *state = walks->kept.items[walks->origin[lane]].state;
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        set_lane_bit(feature_lanes(walks, i), lane,
                     state[i / 64] >> i % 64 & 1);
}

/* The same in many lanes. */
static void write_lanes(GuidedWalks *walks, const Lanes *which)
{
    size_t features = walks->net->feature_count;
    for (size_t first = 0; first < features; first += 64) {
        Lanes rows[64] = {{0}};
        for (size_t word = 0; word < LANE_WORDS; word++)
            for (uint64_t left = (*which)[word]; left; left &= left - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(left);
                uint32_t origin = walks->origin[word * 64 + bit];
                rows[bit][word] = walks->kept.items[origin].state[first / 64];
            }
        transpose(rows);
        for (size_t i = first; i < first + 64 && i < features; i++) {
            Lanes *lanes = feature_lanes(walks, (uint32_t)i);
            *lanes = (*lanes & ~*which) | (rows[i - first] & *which);
        }
    }
}

/* Plays in the lanes of WHICH begin, each at its origin. */
static void begin_lanes(GuidedWalks *walks, const Lanes *which)
{
    enum { FEW = 8 };
    const Net *net = walks->net;
    Lanes initial = {0}, others;
    size_t count = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(which, lane))
            continue;
        walks->age[lane] = 0;
        set_lane_bit(&initial, lane, walks->origin[lane] == NO_INDEX);
        count += walks->origin[lane] != NO_INDEX;
    }
    walks->witness &= ~*which;
    for (size_t k = 1; k <= MAX_DEGREE; k++)
        walks->old[k] &= ~*which;
    for (uint32_t i = 0; lanes_any(&initial) && i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(walks, i);
        *lanes = net->initial[i] ? *lanes | initial : *lanes & ~initial;
    }
    others = *which & ~initial;
    if (count >= FEW)
        write_lanes(walks, &others);
    for (size_t lane = 0; count && count < FEW && lane < LANES; lane++)
        if (lane_bit(&others, lane))
            write_lane(walks, lane);
}

/* Plays in all lanes begin with the initial position. */
static void begin_all(GuidedWalks *walks)
{
    Lanes all = ~(Lanes){0};
    for (size_t lane = 0; lane < LANES; lane++)
        walks->origin[lane] = NO_INDEX;
    walks->old[0] = all;
    begin_lanes(walks, &all);
}

static uint32_t *lane_history(const GuidedWalks *walks, size_t lane)
{
    return walks->history + lane * MAX_STEPS * walks->net->role_count;
}

static size_t lane_depth(const GuidedWalks *walks, size_t lane)
{
    uint32_t origin = walks->origin[lane];
    return walks->age[lane] +
           (origin == NO_INDEX ? 0 : walks->kept.items[origin].depth);
}

/* Keeps the present position of a lane. */
static uint32_t keep_lane(GuidedWalks *walks, size_t lane)
{
    const Net *net = walks->net;
    Kept kept = {.parent = walks->origin[lane],
                 .steps = walks->age[lane],
                 .depth = lane_depth(walks, lane)};
    kept.moves = arena_copy(walks->arena, lane_history(walks, lane),
                            kept.steps * net->role_count * sizeof(uint32_t));
    kept.state =
        arena_array(walks->arena, uint64_t, (net->feature_count + 63) / 64);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (lane_bit(feature_lanes(walks, i), lane))
            kept.state[i / 64] |= (uint64_t)1 << i % 64;
    vec_push(&walks->kept, kept);
    return (uint32_t)(walks->kept.count - 1);
}

static size_t some_lane(const Lanes *lanes)
{
    for (size_t i = 0; i < LANE_WORDS; i++)
        if ((*lanes)[i])
            return i * 64 + (size_t)__builtin_ctzll((*lanes)[i]);
    return 0;
}

/* The lane with the shortest play among some. */
static size_t shallowest_lane(const GuidedWalks *walks, const Lanes *lanes)
{
    size_t best = some_lane(lanes);
    for (size_t i = 0; i < LANE_WORDS; i++)
        for (uint64_t left = (*lanes)[i]; left; left &= left - 1) {
            size_t lane = i * 64 + (size_t)__builtin_ctzll(left);
            if (lane_depth(walks, lane) < lane_depth(walks, best))
                best = lane;
        }
    return best;
}

/* The same, but one of which a play was kept already if there is one: few plays
 * that refute much are replayed sooner than many. */
static size_t witness_lane(GuidedWalks *walks, const Lanes *lanes)
{
    Lanes known = *lanes & walks->witness;
    size_t shallowest = shallowest_lane(walks, lanes);
    size_t lane =
        lanes_any(&known) ? shallowest_lane(walks, &known) : shallowest;
    if (lane_depth(walks, lane) > lane_depth(walks, shallowest))
        lane = shallowest;
    set_lane_bit(&walks->witness, lane, true);
    return lane;
}

/* ---- properties ---- */

size_t walks_watch(GuidedWalks *walks, const GroundProperty *property)
{
    Watched watched = {property, NO_INDEX, 0};
    uint32_t number = (uint32_t)walks->watched.count;
    vec_push(&walks->watched, watched);
    for (unsigned k = 0; k <= property->degree; k++)
        if (property->ends[k] != REF_TRUE)
            vec_push(&walks->windows[k].watched, number);
    walks->planned = false;
    walks->added = true;
    return number;
}

/* New leaves were not remembered: all plays begin again. */
static void forget_past(GuidedWalks *walks)
{
    size_t gates = walks->properties->gates.count;
    free(walks->gate_values);
    walks->gate_values = new_lanes(gates);
    walks->ring = walks->longest + 1;
    walks->now = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        free(walks->past[k]);
        walks->past[k] = k < walks->ring ? new_lanes(gates) : NULL;
    }
    begin_all(walks);
}

/* Which gates each window needs, and which leaves have to be remembered. */
static void plan_windows(GuidedWalks *walks)
{
    const PropertyTable *properties = walks->properties;
    size_t gates = properties->gates.count;
    bool *past = calloc(gates + 1, sizeof *past);
    bool *needed = calloc(gates + 1, sizeof *needed);
    if (!past || !needed)
        fatal("out of memory");
    walks->longest = 0;
    for (unsigned k = 0; k <= MAX_DEGREE; k++) {
        Window *window = &walks->windows[k];
        memset(needed, 0, gates);
        size_t live = 0;
        for (size_t i = 0; i < window->watched.count; i++) {
            const Watched *watched =
                &walks->watched.items[window->watched.items[i]];
            if (watched->failed != NO_INDEX)
                continue;
            window->watched.items[live++] = window->watched.items[i];
            property_mark(properties, watched->property->ends[k], needed);
        }
        window->planned = window->watched.count = live;
        vec_clear(&window->gates);
        for (uint32_t i = 0; i < gates; i++) {
            if (needed[i])
                vec_push(&window->gates, i);
            past[i] =
                past[i] || (needed[i] && properties->gates.items[i].is_leaf);
        }
        if (live)
            walks->longest = k;
    }
    vec_clear(&walks->leaves);
    for (uint32_t i = 0; i < gates; i++)
        if (past[i])
            vec_push(&walks->leaves, i);
    if (walks->added)
        forget_past(walks);
    walks->added = false;
    free(past);
    free(needed);
    walks->planned = true;
}

/* Leaves are remembered by node, at the gate of their level. */
static void remember(GuidedWalks *walks)
{
    Lanes *now = walks->past[walks->now];
    for (size_t i = 0; i < walks->leaves.count; i++) {
        uint32_t gate = walks->leaves.items[i];
        now[gate] = walks->values[walks->properties->gates.items[gate].node];
    }
}

static void evaluate_window(GuidedWalks *walks, unsigned steps)
{
    const PropertyTable *properties = walks->properties;
    const Window *window = &walks->windows[steps];
    Lanes *values = walks->gate_values;
    size_t ring = walks->ring;
    for (size_t i = 0; i < window->gates.count; i++) {
        uint32_t number = window->gates.items[i];
        const Gate *gate = &properties->gates.items[number];
        if (gate->is_leaf) {
            size_t ago = steps - gate->level;
            values[number] =
                walks->past[(walks->now + ring - ago) % ring][number];
            continue;
        }
        Lanes all = ~(Lanes){0};
        for (uint32_t k = 0; k < gate->count; k++)
            all &= lanes_of(values, properties->inputs.items[gate->first + k]);
        values[number] = all;
    }
}

static void check_window(GuidedWalks *walks, unsigned steps)
{
    Window *window = &walks->windows[steps];
    Lanes old = walks->old[steps], ended = old & walks->terminal;
    evaluate_window(walks, steps);
    size_t live = 0;
    for (size_t i = 0; i < window->watched.count; i++) {
        Watched *watched = &walks->watched.items[window->watched.items[i]];
        if (watched->failed != NO_INDEX)
            continue;
        Lanes fails =
            ~lanes_of(walks->gate_values, watched->property->ends[steps]) &
            (steps < watched->property->degree ? ended : old);
        if (lanes_any(&fails)) {
            size_t lane = witness_lane(walks, &fails);
            watched->failed = keep_lane(walks, lane);
            watched->at = lane_depth(walks, lane) - steps;
            continue;
        }
        window->watched.items[live++] = window->watched.items[i];
    }
    window->watched.count = live;
    if (live < window->planned / 2)
        walks->planned = false;
}

static void check_sentences(GuidedWalks *walks)
{
    walks->now = (walks->now + 1) % walks->ring;
    remember(walks);
    for (unsigned k = 0; k <= walks->longest; k++)
        if (walks->windows[k].watched.count)
            check_window(walks, k);
}

/* ---- what is seen ---- */

/* The smallest depth of a lane. */
static size_t least_depth(const GuidedWalks *walks)
{
    size_t least = SIZE_MAX;
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t depth = lane_depth(walks, lane);
        least = depth < least ? depth : least;
    }
    return least;
}

/* A shorter way to a feature is kept instead of the one known. */
static void note_shorter(GuidedWalks *walks, uint32_t feature, size_t least)
{
    uint32_t known = walks->first_seen[feature];
    if (walks->kept.items[known].depth <= least)
        return;
    const Lanes *lanes = feature_lanes(walks, feature);
    if (!lanes_any(lanes))
        return;
    size_t lane = shallowest_lane(walks, lanes);
    if (lane_depth(walks, lane) < walks->kept.items[known].depth)
        walks->first_seen[feature] = keep_lane(walks, lane);
}

static void note_features(GuidedWalks *walks)
{
    const Net *net = walks->net;
    bool count = walks->step % COUNT_EVERY == 0;
    size_t least = count ? least_depth(walks) : 0;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        const Lanes *lanes = feature_lanes(walks, i);
        Lanes others = ~*lanes;
        if (walks->first_seen[i] == NO_INDEX && lanes_any(lanes)) {
            walks->first_seen[i] =
                keep_lane(walks, shallowest_lane(walks, lanes));
            vec_push(&walks->rare, i);
        }
        walks->seen_false[i] = walks->seen_false[i] || lanes_any(&others);
        if (count && walks->first_seen[i] != NO_INDEX)
            note_shorter(walks, i, least);
        if (count)
            for (size_t k = 0; k < LANE_WORDS; k++)
                walks->times[i] += bits_count((*lanes)[k]);
    }
}

static void note_goals(GuidedWalks *walks)
{
    const Net *net = walks->net;
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++) {
            if (walks->goal_at[i][k] != NO_INDEX)
                continue;
            Lanes lanes = lanes_of(walks->values, net->roles[i].goals[k].lit);
            lanes &= walks->terminal;
            if (lanes_any(&lanes))
                walks->goal_at[i][k] =
                    keep_lane(walks, shallowest_lane(walks, &lanes));
        }
}

/* Blocks are taken seldomer and seldomer, and replace earlier ones. */
static void note_sample(GuidedWalks *walks)
{
    size_t offered = walks->blocks_offered++, place = offered;
    if (offered >= walks->most_blocks) {
        place = (size_t)random_below(&walks->random, (uint32_t)offered + 1);
        if (place >= walks->most_blocks)
            return;
    }
    if (place >= walks->blocks)
        walks->blocks = place + 1;
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        walks->sample[i * walks->most_blocks + place] =
            *feature_lanes(walks, i);
}

/* ---- choosing ---- */

INLINE uint64_t quick_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Which of the moves of ROLE are legal, a word for each lane and 64 moves;
 * returns how many of these blocks there are. */
INLINE size_t find_legal(GuidedWalks *walks, size_t number,
                         const Lanes *running)
{
    const Role *role = &walks->net->roles[number];
    const uint32_t *possible = walks->possible[number];
    size_t count = walks->possible_count[number], blocks = 0;
    for (size_t first = 0; first < count; first += 64, blocks++) {
        Lanes *rows = walks->masks + 64 * blocks, any = {0};
        size_t end = first + 64 < count ? first + 64 : count;
        memset(rows, 0, 64 * sizeof *rows);
        for (size_t i = first; i < end; i++) {
            rows[i - first] =
                lanes_of(walks->values, role->legal[possible[i]]) & *running;
            any |= rows[i - first];
        }
        if (lanes_any(&any))
            transpose(rows);
    }
    return blocks;
}

INLINE uint32_t count_bits(uint64_t word, bool wide)
{
    return wide ? (uint32_t)__builtin_popcountll(word) : bits_count(word);
}

/* One of the moves of a lane that are legal, all equally likely; NO_INDEX if
 * there is none. */
INLINE uint32_t choose_move(const GuidedWalks *walks, size_t number,
                            size_t lane, size_t blocks, uint64_t *seed,
                            bool wide)
{
    const uint64_t *masks =
        (const uint64_t *)(walks->masks + lane % 64) + lane / 64;
    enum { NEXT_BLOCK = 64 * LANE_WORDS };
    uint32_t count = 0;
    for (size_t i = 0; i < blocks; i++)
        count += count_bits(masks[i * NEXT_BLOCK], wide);
    if (!count)
        return NO_INDEX;
    uint32_t chosen = (uint32_t)(((quick_random(seed) >> 32) * count) >> 32);
    size_t block = 0;
    for (uint32_t here;
         (here = count_bits(masks[block * NEXT_BLOCK], wide)) <= chosen;
         block++)
        chosen -= here;
    uint64_t mask = masks[block * NEXT_BLOCK];
    while (chosen--)
        mask &= mask - 1;
    return walks->possible[number][64 * block + (size_t)__builtin_ctzll(mask)];
}

/* A role makes a move in a lane. */
INLINE void make_move(GuidedWalks *walks, size_t number, size_t lane,
                      uint32_t move)
{
    size_t roles = walks->net->role_count;
    lane_history(walks, lane)[walks->age[lane] * roles + number] = move;
    if (!lanes_any(&walks->made[move]))
        vec_push(&walks->distinct, move);
    set_lane_bit(&walks->made[move], lane, true);
}

/* One of its legal moves in each lane of RUNNING; the sets that it is in are
 * true there. */
INLINE void choose_all(GuidedWalks *walks, size_t number, const Lanes *running,
                       bool wide)
{
    uint64_t seed = random_next(&walks->random) | 1;
    size_t blocks = find_legal(walks, number, running);
    const uint32_t *first = walks->first_set[number];
    vec_clear(&walks->distinct);
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(running, lane))
            continue;
        uint32_t move = choose_move(walks, number, lane, blocks, &seed, wide);
        if (move == NO_INDEX)
            set_lane_bit(&walks->stuck, lane, true);
        else
            make_move(walks, number, lane, move);
    }
    for (size_t i = 0; i < walks->distinct.count; i++) {
        uint32_t move = walks->distinct.items[i];
        for (uint32_t k = first[move]; k < first[move + 1]; k++)
            walks->values[walks->sets[number][k]] |= walks->made[move];
        walks->made[move] = (Lanes){0};
    }
}

WIDE void choose_wide(GuidedWalks *walks, size_t number, const Lanes *running)
{
    choose_all(walks, number, running, true);
}

static void choose_anywhere(GuidedWalks *walks, size_t number,
                            const Lanes *running)
{
    choose_all(walks, number, running, false);
}

static void advance(GuidedWalks *walks, const Lanes *running)
{
    const Net *net = walks->net;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_MOVES)
            walks->values[i] = (Lanes){0};
    walks->stuck = (Lanes){0};
    for (size_t i = 0; i < net->role_count; i++)
        (IS_WIDE ? choose_wide : choose_anywhere)(walks, i, running);
    evaluate(walks, true);
    for (uint32_t i = 0; i < net->feature_count; i++)
        walks->next[i] = lanes_of(walks->values, net->next[i]);
}

/* ---- a step ---- */

/* Half of them at the beginning, half where something rare holds. */
static uint32_t choose_origin(GuidedWalks *walks)
{
    enum { TRIES = 6 };
    uint32_t origin = NO_INDEX;
    if (walks->rare.count && random_below(&walks->random, 2)) {
        uint64_t least = UINT64_MAX;
        for (int i = 0; i < TRIES; i++) {
            uint32_t feature = walks->rare.items[random_below(
                &walks->random, (uint32_t)walks->rare.count)];
            if (walks->times[feature] < least) {
                least = walks->times[feature];
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
    check_sentences(walks);
    note_features(walks);
    note_goals(walks);
    if (walks->step % COUNT_EVERY == 0)
        note_sample(walks);
    Lanes going_on = ~walks->terminal;
    advance(walks, &going_on);
    if (lanes_any(&walks->stuck) && walks->stuck_at == NO_INDEX)
        walks->stuck_at =
            keep_lane(walks, shallowest_lane(walks, &walks->stuck));
    Lanes over = walks->terminal | walks->stuck;
    for (size_t lane = 0; lane < LANES; lane++)
        if (!lane_bit(&over, lane))
            walks->age[lane]++;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(walks, i);
        *lanes = (*lanes & over) | (walks->next[i] & ~over);
    }
    for (size_t k = MAX_DEGREE; k > 0; k--)
        walks->old[k] = walks->old[k - 1];
    Lanes begins = over;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lane_bit(&over, lane)) {
            walks->origin[lane] = choose_origin(walks);
        } else if (walks->age[lane] == MAX_STEPS) {
            walks->origin[lane] = keep_lane(walks, lane);
            set_lane_bit(&begins, lane, true);
        }
    }
    if (lanes_any(&begins))
        begin_lanes(walks, &begins);
    walks->states += LANES;
    walks->step++;
}

void walks_run(GuidedWalks *walks, size_t steps, const Budget *budget)
{
    for (size_t i = 0; i < steps; i++) {
        if (!walks->planned)
            plan_windows(walks);
        if (budget_spent(budget))
            return;
        play_step(walks);
    }
}

/* ---- walks ---- */

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
    begin_all(walks);
}

void walks_evaluate_states(GuidedWalks *walks, const uint64_t *states,
                           size_t words, size_t count, WalkVisit *visit,
                           void *context)
{
    const Net *net = walks->net;
    Lanes running = {0};
    for (size_t lane = 0; lane < count; lane++) {
        set_lane_bit(&running, lane, true);
        for (uint32_t i = 0; i < net->feature_count; i++)
            set_lane_bit(feature_lanes(walks, i), lane,
                         states[lane * words + i / 64] >> i % 64 & 1);
    }
    load_features(walks);
    evaluate(walks, false);
    visit(context, walks->values, &running);
    begin_all(walks);
}

void walks_evaluate_block(GuidedWalks *walks, size_t block, WalkVisit *visit,
                          void *context)
{
    Lanes running = ~(Lanes){0};
    for (uint32_t i = 0; i < walks->net->feature_count; i++)
        *feature_lanes(walks, i) = walks_sample(walks, i)[block];
    load_features(walks);
    evaluate(walks, false);
    visit(context, walks->values, &running);
    begin_all(walks);
}

void gates_in_lanes(const PropertyTable *properties, const uint32_t *gates,
                    size_t count, const Lanes *nodes, Lanes *values)
{
    for (size_t i = 0; i < count; i++) {
        const Gate *gate = &properties->gates.items[gates[i]];
        Lanes all = ~(Lanes){0};
        if (gate->is_leaf)
            all = nodes[gate->node];
        for (uint32_t k = 0; !gate->is_leaf && k < gate->count; k++)
            all &= lanes_of(values, properties->inputs.items[gate->first + k]);
        values[gates[i]] = all;
    }
}

/* ---- what was found ---- */

uint32_t walks_refuted(const GuidedWalks *walks, size_t property, size_t *at)
{
    *at = walks->watched.items[property].at;
    return walks->watched.items[property].failed;
}

uint32_t walks_stuck(const GuidedWalks *walks)
{
    return walks->stuck_at;
}

uint32_t walks_goal(const GuidedWalks *walks, size_t role, size_t number)
{
    return walks->goal_at[role][number];
}

WalkPosition walks_position(const GuidedWalks *walks, uint32_t position)
{
    const Kept *kept = &walks->kept.items[position];
    return (WalkPosition){kept->state, kept->depth};
}

uint32_t *walks_play(const GuidedWalks *walks, uint32_t position)
{
    size_t roles = walks->net->role_count;
    size_t depth = walks->kept.items[position].depth;
    uint32_t *play = fatal_malloc((depth * roles + 1) * sizeof *play);
    while (position != NO_INDEX) {
        const Kept *kept = &walks->kept.items[position];
        memcpy(play + (kept->depth - kept->steps) * roles, kept->moves,
               kept->steps * roles * sizeof *play);
        position = kept->parent;
    }
    return play;
}

uint64_t walks_states(const GuidedWalks *walks)
{
    return walks->states;
}

size_t walks_blocks(const GuidedWalks *walks)
{
    return walks->blocks;
}

const Lanes *walks_sample(const GuidedWalks *walks, uint32_t feature)
{
    return walks->sample + feature * walks->most_blocks;
}

bool walks_seen_true(const GuidedWalks *walks, uint32_t feature)
{
    return walks->first_seen[feature] != NO_INDEX;
}

bool walks_seen_false(const GuidedWalks *walks, uint32_t feature)
{
    return walks->seen_false[feature];
}
