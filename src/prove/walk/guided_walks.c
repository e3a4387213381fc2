/* guided_walks.c - many plays at once, in search of what is rare
 *
 * In:   a Net, and sentences to be watched
 * Out:  positions with plays that lead to them; sentences that fail
 * Next: prove/schedule.c
 *
 * A step: evaluate the network in all lanes, look at the sentences, choose a
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
    MOST_STEPS = 256, /* of a lane, before its play is kept */
    MOST_BLOCKS = 64, /* of the sample */
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
    const Sentence *sentence;
    uint32_t failed; /* a kept position, or NO_INDEX */
    size_t at;
} Watched;

/* Sentences whose sequences have the same number of steps. */
typedef struct {
    VEC(uint32_t) gates;   /* that are needed, in order */
    VEC(uint32_t) watched; /* not refuted yet */
    size_t planned;        /* how many there were when gates were found */
} Window;

/* An AND that is to be evaluated; or, if it has no inputs, a component. */
typedef struct {
    uint32_t number, first, count;
} Job;

struct Explore {
    const Net *net;
    const Sentences *sentences;
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
    Lanes *past[MOST_DEGREE + 1]; /* leaves of sentences, some steps ago */
    size_t now;                   /* index into past */
    Lanes *gate_values;
    VEC(Watched) watched;
    Window windows[MOST_DEGREE + 1];
    VEC(uint32_t) leaves; /* gates that are leaves, needed in the past */
    unsigned longest;     /* window */
    size_t ring;          /* positions that are remembered */
    bool planned, added; /* no sentence was refuted, or added, since planning */
    /* lanes */
    uint32_t origin[LANES];     /* kept position where it began, or NO_INDEX */
    size_t age[LANES];          /* steps since then */
    uint32_t *history;          /* by lane, step, role */
    Lanes old[MOST_DEGREE + 1]; /* lanes of at least that age */
    uint32_t **possible;        /* by role: moves that may be legal */
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

static bool input_is_mixed(const Explore *explore, const Node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (explore->mixed[lit_node(explore->net->inputs[node->first + i])])
            return true;
    return false;
}

static void find_mixed(Explore *explore)
{
    const Net *net = explore->net;
    explore->mixed = arena_array(explore->arena, bool, net->node_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        explore->mixed[i] = net->nodes[i].kind == NODE_MOVES ||
                            (net->nodes[i].kind == NODE_AND &&
                             input_is_mixed(explore, &net->nodes[i]));
    for (bool more = true; more;) { /* through loops */
        more = false;
        for (uint32_t c = 0; c < net->component_count; c++) {
            const Component *at = &net->components[c];
            bool any = false;
            for (uint32_t i = at->first_loop; i < at->end_loop; i++)
                any = any || explore->mixed[lit_node(net->loops[i].definition)];
            for (uint32_t i = at->first_loop; any && i < at->end_loop; i++) {
                more = more || !explore->mixed[net->loops[i].node];
                explore->mixed[net->loops[i].node] = true;
            }
        }
        for (uint32_t i = 0; more && i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_AND)
                explore->mixed[i] = input_is_mixed(explore, &net->nodes[i]);
    }
}

static void find_sets(Explore *explore, size_t role)
{
    const Net *net = explore->net;
    size_t moves = net->roles[role].move_count, total = 0;
    uint32_t *first = arena_array(explore->arena, uint32_t, moves + 2);
    for (size_t i = 0; i < net->set_count; i++)
        for (size_t k = 0; net->sets[i].role == role && k < net->sets[i].count;
             k++, total++)
            first[net->sets[i].moves[k] + 2]++;
    for (size_t i = 2; i < moves + 2; i++)
        first[i] += first[i - 1];
    uint32_t *sets = arena_array(explore->arena, uint32_t, total);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind != NODE_MOVES)
            continue;
        const MoveSet *set = &net->sets[net->nodes[i].first];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            sets[first[set->moves[k] + 1]++] = i;
    }
    explore->first_set[role] = first;
    explore->sets[role] = sets;
}

/* Returns how many blocks of 64 the moves of a role are that may be legal. */
static size_t find_possible(Explore *explore, size_t number)
{
    const Role *role = &explore->net->roles[number];
    uint32_t *moves = arena_array(explore->arena, uint32_t, role->move_count);
    uint32_t count = 0;
    for (uint32_t m = 0; m < role->move_count; m++)
        if (role->legal[m] != LIT_FALSE)
            moves[count++] = m;
    explore->possible[number] = moves;
    explore->possible_count[number] = count;
    return (count + 63) / 64;
}

static void plan_jobs(Explore *explore, bool mixed);
static void begin_all(Explore *explore);

Explore *explore_new(const Net *net, const Sentences *sentences, uint64_t seed)
{
    Arena *arena = arena_new();
    Explore *explore = aligned_alloc(
        sizeof(Lanes), (sizeof *explore / sizeof(Lanes) + 1) * sizeof(Lanes));
    if (!explore)
        fatal("out of memory");
    memset(explore, 0, sizeof *explore);
    explore->arena = arena;
    explore->net = net;
    explore->sentences = sentences;
    explore->random = random_new(seed, 77);
    find_mixed(explore);
    plan_jobs(explore, false);
    plan_jobs(explore, true);
    explore->feature_node = arena_array(arena, uint32_t, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            explore->feature_node[net->nodes[i].first] = i;
    explore->first_set = arena_array(arena, uint32_t *, net->role_count);
    explore->sets = arena_array(arena, uint32_t *, net->role_count);
    explore->goal_at = arena_array(arena, uint32_t *, net->role_count);
    explore->possible = arena_array(arena, uint32_t *, net->role_count);
    explore->possible_count = arena_array(arena, uint32_t, net->role_count);
    size_t most_blocks_of_moves = 0, most_moves = 0;
    for (size_t i = 0; i < net->role_count; i++) {
        find_sets(explore, i);
        size_t blocks = find_possible(explore, i);
        if (net->roles[i].move_count > most_moves)
            most_moves = net->roles[i].move_count;
        if (blocks > most_blocks_of_moves)
            most_blocks_of_moves = blocks;
        explore->goal_at[i] =
            arena_array(arena, uint32_t, net->roles[i].goal_count);
        for (size_t k = 0; k < net->roles[i].goal_count; k++)
            explore->goal_at[i][k] = NO_INDEX;
    }
    explore->values = new_lanes(net->node_count + net->feature_count);
    explore->values[0] = ~(Lanes){0};
    explore->next = new_lanes(net->feature_count);
    explore->masks = new_lanes(64 * most_blocks_of_moves);
    explore->made = new_lanes(most_moves);
    explore->history = fatal_malloc((size_t)LANES * MOST_STEPS *
                                    net->role_count * sizeof(uint32_t));
    explore->first_seen = arena_array(arena, uint32_t, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        explore->first_seen[i] = NO_INDEX;
    explore->times = arena_array(arena, uint64_t, net->feature_count);
    explore->seen_false = arena_array(arena, bool, net->feature_count);
    explore->stuck_at = NO_INDEX;
    explore->added = true;
    explore->most_blocks =
        SAMPLE_BYTES / sizeof(Lanes) / (net->feature_count + 1);
    if (explore->most_blocks > MOST_BLOCKS)
        explore->most_blocks = MOST_BLOCKS;
    if (!explore->most_blocks)
        explore->most_blocks = 1;
    explore->sample = new_lanes(net->feature_count * explore->most_blocks);
    begin_all(explore);
    return explore;
}

void explore_free(Explore *explore)
{
    if (!explore)
        return;
    for (size_t i = 0; i <= MOST_DEGREE; i++) {
        free(explore->past[i]);
        vec_free(&explore->windows[i].gates);
        vec_free(&explore->windows[i].watched);
    }
    vec_free(&explore->jobs[0]);
    vec_free(&explore->jobs[1]);
    free(explore->gate_values);
    free(explore->values);
    free(explore->next);
    free(explore->masks);
    free(explore->made);
    vec_free(&explore->distinct);
    free(explore->history);
    free(explore->sample);
    vec_free(&explore->watched);
    vec_free(&explore->leaves);
    vec_free(&explore->kept);
    vec_free(&explore->rare);
    arena_free(explore->arena);
    free(explore);
}

/* ---- evaluating the network ---- */

static Lanes *feature_lanes(const Explore *explore, uint32_t feature)
{
    return &explore->values[explore->net->node_count + feature];
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
static void plan_component(Explore *explore, uint32_t number, bool mixed)
{
    const Component *component = &explore->net->components[number];
    if (component->first_loop < component->end_loop &&
        explore->mixed[explore->net->loops[component->first_loop].node] ==
            mixed)
        vec_push(&explore->jobs[mixed], ((Job){number, 0, 0}));
}

/* How to evaluate the nodes that depend on moves, or the others. */
static void plan_jobs(Explore *explore, bool mixed)
{
    const Net *net = explore->net;
    uint32_t component = 0;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        while (component < net->component_count &&
               net->components[component].first_node <= i)
            plan_component(explore, component++, mixed);
        if (node->kind == NODE_AND && explore->mixed[i] == mixed)
            vec_push(&explore->jobs[mixed],
                     ((Job){i, node->first, node->count}));
    }
    while (component < net->component_count)
        plan_component(explore, component++, mixed);
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
static void evaluate(Explore *explore, bool mixed)
{
    (IS_WIDE ? run_wide
             : run_anywhere)(explore->net, explore->jobs[mixed].items,
                             explore->jobs[mixed].count, explore->values);
}

static void load_features(Explore *explore)
{
    const Net *net = explore->net;
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (explore->feature_node[i])
            explore->values[explore->feature_node[i]] =
                *feature_lanes(explore, i);
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
static void write_lane(Explore *explore, size_t lane)
{
    const uint64_t *state = explore->kept.items[explore->origin[lane]].state;
    for (uint32_t i = 0; i < explore->net->feature_count; i++)
        set_lane_bit(feature_lanes(explore, i), lane,
                     state[i / 64] >> i % 64 & 1);
}

/* The same in many lanes. */
static void write_lanes(Explore *explore, const Lanes *which)
{
    size_t features = explore->net->feature_count;
    for (size_t first = 0; first < features; first += 64) {
        Lanes rows[64] = {{0}};
        for (size_t word = 0; word < LANE_WORDS; word++)
            for (uint64_t left = (*which)[word]; left; left &= left - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(left);
                uint32_t origin = explore->origin[word * 64 + bit];
                rows[bit][word] = explore->kept.items[origin].state[first / 64];
            }
        transpose(rows);
        for (size_t i = first; i < first + 64 && i < features; i++) {
            Lanes *lanes = feature_lanes(explore, (uint32_t)i);
            *lanes = (*lanes & ~*which) | (rows[i - first] & *which);
        }
    }
}

/* Plays in the lanes of WHICH begin, each at its origin. */
static void begin_lanes(Explore *explore, const Lanes *which)
{
    enum { FEW = 8 };
    const Net *net = explore->net;
    Lanes initial = {0}, others;
    size_t count = 0;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(which, lane))
            continue;
        explore->age[lane] = 0;
        set_lane_bit(&initial, lane, explore->origin[lane] == NO_INDEX);
        count += explore->origin[lane] != NO_INDEX;
    }
    explore->witness &= ~*which;
    for (size_t k = 1; k <= MOST_DEGREE; k++)
        explore->old[k] &= ~*which;
    for (uint32_t i = 0; lanes_any(&initial) && i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(explore, i);
        *lanes = net->initial[i] ? *lanes | initial : *lanes & ~initial;
    }
    others = *which & ~initial;
    if (count >= FEW)
        write_lanes(explore, &others);
    for (size_t lane = 0; count && count < FEW && lane < LANES; lane++)
        if (lane_bit(&others, lane))
            write_lane(explore, lane);
}

/* Plays in all lanes begin with the initial position. */
static void begin_all(Explore *explore)
{
    Lanes all = ~(Lanes){0};
    for (size_t lane = 0; lane < LANES; lane++)
        explore->origin[lane] = NO_INDEX;
    explore->old[0] = all;
    begin_lanes(explore, &all);
}

static uint32_t *lane_history(const Explore *explore, size_t lane)
{
    return explore->history + lane * MOST_STEPS * explore->net->role_count;
}

static size_t lane_depth(const Explore *explore, size_t lane)
{
    uint32_t origin = explore->origin[lane];
    return explore->age[lane] +
           (origin == NO_INDEX ? 0 : explore->kept.items[origin].depth);
}

/* Keeps the present position of a lane. */
static uint32_t keep_lane(Explore *explore, size_t lane)
{
    const Net *net = explore->net;
    Kept kept = {.parent = explore->origin[lane],
                 .steps = explore->age[lane],
                 .depth = lane_depth(explore, lane)};
    kept.moves = arena_copy(explore->arena, lane_history(explore, lane),
                            kept.steps * net->role_count * sizeof(uint32_t));
    kept.state =
        arena_array(explore->arena, uint64_t, (net->feature_count + 63) / 64);
    for (uint32_t i = 0; i < net->feature_count; i++)
        if (lane_bit(feature_lanes(explore, i), lane))
            kept.state[i / 64] |= (uint64_t)1 << i % 64;
    vec_push(&explore->kept, kept);
    return (uint32_t)(explore->kept.count - 1);
}

static size_t some_lane(const Lanes *lanes)
{
    for (size_t i = 0; i < LANE_WORDS; i++)
        if ((*lanes)[i])
            return i * 64 + (size_t)__builtin_ctzll((*lanes)[i]);
    return 0;
}

/* The lane with the shortest play among some. */
static size_t shallowest_lane(const Explore *explore, const Lanes *lanes)
{
    size_t best = some_lane(lanes);
    for (size_t i = 0; i < LANE_WORDS; i++)
        for (uint64_t left = (*lanes)[i]; left; left &= left - 1) {
            size_t lane = i * 64 + (size_t)__builtin_ctzll(left);
            if (lane_depth(explore, lane) < lane_depth(explore, best))
                best = lane;
        }
    return best;
}

/* The same, but one of which a play was kept already if there is one: few plays
 * that refute much are replayed sooner than many. */
static size_t witness_lane(Explore *explore, const Lanes *lanes)
{
    Lanes known = *lanes & explore->witness;
    size_t shallowest = shallowest_lane(explore, lanes);
    size_t lane =
        lanes_any(&known) ? shallowest_lane(explore, &known) : shallowest;
    if (lane_depth(explore, lane) > lane_depth(explore, shallowest))
        lane = shallowest;
    set_lane_bit(&explore->witness, lane, true);
    return lane;
}

/* ---- sentences ---- */

size_t explore_watch(Explore *explore, const Sentence *sentence)
{
    Watched watched = {sentence, NO_INDEX, 0};
    uint32_t number = (uint32_t)explore->watched.count;
    vec_push(&explore->watched, watched);
    for (unsigned k = 0; k <= sentence->degree; k++)
        if (sentence->ends[k] != REF_TRUE)
            vec_push(&explore->windows[k].watched, number);
    explore->planned = false;
    explore->added = true;
    return number;
}

/* New leaves were not remembered: all plays begin again. */
static void forget_past(Explore *explore)
{
    size_t gates = explore->sentences->gates.count;
    free(explore->gate_values);
    explore->gate_values = new_lanes(gates);
    explore->ring = explore->longest + 1;
    explore->now = 0;
    for (unsigned k = 0; k <= MOST_DEGREE; k++) {
        free(explore->past[k]);
        explore->past[k] = k < explore->ring ? new_lanes(gates) : NULL;
    }
    begin_all(explore);
}

/* Which gates each window needs, and which leaves have to be remembered. */
static void plan_windows(Explore *explore)
{
    const Sentences *sentences = explore->sentences;
    size_t gates = sentences->gates.count;
    bool *past = calloc(gates + 1, sizeof *past);
    bool *needed = calloc(gates + 1, sizeof *needed);
    if (!past || !needed)
        fatal("out of memory");
    explore->longest = 0;
    for (unsigned k = 0; k <= MOST_DEGREE; k++) {
        Window *window = &explore->windows[k];
        memset(needed, 0, gates);
        size_t live = 0;
        for (size_t i = 0; i < window->watched.count; i++) {
            const Watched *watched =
                &explore->watched.items[window->watched.items[i]];
            if (watched->failed != NO_INDEX)
                continue;
            window->watched.items[live++] = window->watched.items[i];
            sentence_mark(sentences, watched->sentence->ends[k], needed);
        }
        window->planned = window->watched.count = live;
        vec_clear(&window->gates);
        for (uint32_t i = 0; i < gates; i++) {
            if (needed[i])
                vec_push(&window->gates, i);
            past[i] =
                past[i] || (needed[i] && sentences->gates.items[i].is_leaf);
        }
        if (live)
            explore->longest = k;
    }
    vec_clear(&explore->leaves);
    for (uint32_t i = 0; i < gates; i++)
        if (past[i])
            vec_push(&explore->leaves, i);
    if (explore->added)
        forget_past(explore);
    explore->added = false;
    free(past);
    free(needed);
    explore->planned = true;
}

/* Leaves are remembered by node, at the gate of their level. */
static void remember(Explore *explore)
{
    Lanes *now = explore->past[explore->now];
    for (size_t i = 0; i < explore->leaves.count; i++) {
        uint32_t gate = explore->leaves.items[i];
        now[gate] = explore->values[explore->sentences->gates.items[gate].node];
    }
}

static void evaluate_window(Explore *explore, unsigned steps)
{
    const Sentences *sentences = explore->sentences;
    const Window *window = &explore->windows[steps];
    Lanes *values = explore->gate_values;
    size_t ring = explore->ring;
    for (size_t i = 0; i < window->gates.count; i++) {
        uint32_t number = window->gates.items[i];
        const Gate *gate = &sentences->gates.items[number];
        if (gate->is_leaf) {
            size_t ago = steps - gate->level;
            values[number] =
                explore->past[(explore->now + ring - ago) % ring][number];
            continue;
        }
        Lanes all = ~(Lanes){0};
        for (uint32_t k = 0; k < gate->count; k++)
            all &= lanes_of(values, sentences->inputs.items[gate->first + k]);
        values[number] = all;
    }
}

static void check_window(Explore *explore, unsigned steps)
{
    Window *window = &explore->windows[steps];
    Lanes old = explore->old[steps], ended = old & explore->terminal;
    evaluate_window(explore, steps);
    size_t live = 0;
    for (size_t i = 0; i < window->watched.count; i++) {
        Watched *watched = &explore->watched.items[window->watched.items[i]];
        if (watched->failed != NO_INDEX)
            continue;
        Lanes fails =
            ~lanes_of(explore->gate_values, watched->sentence->ends[steps]) &
            (steps < watched->sentence->degree ? ended : old);
        if (lanes_any(&fails)) {
            size_t lane = witness_lane(explore, &fails);
            watched->failed = keep_lane(explore, lane);
            watched->at = lane_depth(explore, lane) - steps;
            continue;
        }
        window->watched.items[live++] = window->watched.items[i];
    }
    window->watched.count = live;
    if (live < window->planned / 2)
        explore->planned = false;
}

static void check_sentences(Explore *explore)
{
    explore->now = (explore->now + 1) % explore->ring;
    remember(explore);
    for (unsigned k = 0; k <= explore->longest; k++)
        if (explore->windows[k].watched.count)
            check_window(explore, k);
}

/* ---- what is seen ---- */

/* The smallest depth of a lane. */
static size_t least_depth(const Explore *explore)
{
    size_t least = SIZE_MAX;
    for (size_t lane = 0; lane < LANES; lane++) {
        size_t depth = lane_depth(explore, lane);
        least = depth < least ? depth : least;
    }
    return least;
}

/* A shorter way to a feature is kept instead of the one known. */
static void note_shorter(Explore *explore, uint32_t feature, size_t least)
{
    uint32_t known = explore->first_seen[feature];
    if (explore->kept.items[known].depth <= least)
        return;
    const Lanes *lanes = feature_lanes(explore, feature);
    if (!lanes_any(lanes))
        return;
    size_t lane = shallowest_lane(explore, lanes);
    if (lane_depth(explore, lane) < explore->kept.items[known].depth)
        explore->first_seen[feature] = keep_lane(explore, lane);
}

static void note_features(Explore *explore)
{
    const Net *net = explore->net;
    bool count = explore->step % COUNT_EVERY == 0;
    size_t least = count ? least_depth(explore) : 0;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        const Lanes *lanes = feature_lanes(explore, i);
        Lanes others = ~*lanes;
        if (explore->first_seen[i] == NO_INDEX && lanes_any(lanes)) {
            explore->first_seen[i] =
                keep_lane(explore, shallowest_lane(explore, lanes));
            vec_push(&explore->rare, i);
        }
        explore->seen_false[i] = explore->seen_false[i] || lanes_any(&others);
        if (count && explore->first_seen[i] != NO_INDEX)
            note_shorter(explore, i, least);
        if (count)
            for (size_t k = 0; k < LANE_WORDS; k++)
                explore->times[i] += bits_count((*lanes)[k]);
    }
}

static void note_goals(Explore *explore)
{
    const Net *net = explore->net;
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].goal_count; k++) {
            if (explore->goal_at[i][k] != NO_INDEX)
                continue;
            Lanes lanes = lanes_of(explore->values, net->roles[i].goals[k].lit);
            lanes &= explore->terminal;
            if (lanes_any(&lanes))
                explore->goal_at[i][k] =
                    keep_lane(explore, shallowest_lane(explore, &lanes));
        }
}

/* Blocks are taken seldomer and seldomer, and replace earlier ones. */
static void note_sample(Explore *explore)
{
    size_t offered = explore->blocks_offered++, place = offered;
    if (offered >= explore->most_blocks) {
        place = (size_t)random_below(&explore->random, (uint32_t)offered + 1);
        if (place >= explore->most_blocks)
            return;
    }
    if (place >= explore->blocks)
        explore->blocks = place + 1;
    for (uint32_t i = 0; i < explore->net->feature_count; i++)
        explore->sample[i * explore->most_blocks + place] =
            *feature_lanes(explore, i);
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
INLINE size_t find_legal(Explore *explore, size_t number, const Lanes *running)
{
    const Role *role = &explore->net->roles[number];
    const uint32_t *possible = explore->possible[number];
    size_t count = explore->possible_count[number], blocks = 0;
    for (size_t first = 0; first < count; first += 64, blocks++) {
        Lanes *rows = explore->masks + 64 * blocks, any = {0};
        size_t end = first + 64 < count ? first + 64 : count;
        memset(rows, 0, 64 * sizeof *rows);
        for (size_t i = first; i < end; i++) {
            rows[i - first] =
                lanes_of(explore->values, role->legal[possible[i]]) & *running;
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
INLINE uint32_t choose_move(const Explore *explore, size_t number, size_t lane,
                            size_t blocks, uint64_t *seed, bool wide)
{
    const uint64_t *masks =
        (const uint64_t *)(explore->masks + lane % 64) + lane / 64;
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
    return explore
        ->possible[number][64 * block + (size_t)__builtin_ctzll(mask)];
}

/* A role makes a move in a lane. */
INLINE void make_move(Explore *explore, size_t number, size_t lane,
                      uint32_t move)
{
    size_t roles = explore->net->role_count;
    lane_history(explore, lane)[explore->age[lane] * roles + number] = move;
    if (!lanes_any(&explore->made[move]))
        vec_push(&explore->distinct, move);
    set_lane_bit(&explore->made[move], lane, true);
}

/* One of its legal moves in each lane of RUNNING; the sets that it is in are
 * true there. */
INLINE void choose_all(Explore *explore, size_t number, const Lanes *running,
                       bool wide)
{
    uint64_t seed = random_next(&explore->random) | 1;
    size_t blocks = find_legal(explore, number, running);
    const uint32_t *first = explore->first_set[number];
    vec_clear(&explore->distinct);
    for (size_t lane = 0; lane < LANES; lane++) {
        if (!lane_bit(running, lane))
            continue;
        uint32_t move = choose_move(explore, number, lane, blocks, &seed, wide);
        if (move == NO_INDEX)
            set_lane_bit(&explore->stuck, lane, true);
        else
            make_move(explore, number, lane, move);
    }
    for (size_t i = 0; i < explore->distinct.count; i++) {
        uint32_t move = explore->distinct.items[i];
        for (uint32_t k = first[move]; k < first[move + 1]; k++)
            explore->values[explore->sets[number][k]] |= explore->made[move];
        explore->made[move] = (Lanes){0};
    }
}

WIDE void choose_wide(Explore *explore, size_t number, const Lanes *running)
{
    choose_all(explore, number, running, true);
}

static void choose_anywhere(Explore *explore, size_t number,
                            const Lanes *running)
{
    choose_all(explore, number, running, false);
}

static void advance(Explore *explore, const Lanes *running)
{
    const Net *net = explore->net;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_MOVES)
            explore->values[i] = (Lanes){0};
    explore->stuck = (Lanes){0};
    for (size_t i = 0; i < net->role_count; i++)
        (IS_WIDE ? choose_wide : choose_anywhere)(explore, i, running);
    evaluate(explore, true);
    for (uint32_t i = 0; i < net->feature_count; i++)
        explore->next[i] = lanes_of(explore->values, net->next[i]);
}

/* ---- a step ---- */

/* Half of them at the beginning, half where something rare holds. */
static uint32_t choose_origin(Explore *explore)
{
    enum { TRIES = 6 };
    uint32_t origin = NO_INDEX;
    if (explore->rare.count && random_below(&explore->random, 2)) {
        uint64_t least = UINT64_MAX;
        for (int i = 0; i < TRIES; i++) {
            uint32_t feature = explore->rare.items[random_below(
                &explore->random, (uint32_t)explore->rare.count)];
            if (explore->times[feature] < least) {
                least = explore->times[feature];
                origin = explore->first_seen[feature];
            }
        }
    }
    return origin;
}

static void play_step(Explore *explore)
{
    const Net *net = explore->net;
    load_features(explore);
    evaluate(explore, false);
    explore->terminal = lanes_of(explore->values, net->terminal);
    check_sentences(explore);
    note_features(explore);
    note_goals(explore);
    if (explore->step % COUNT_EVERY == 0)
        note_sample(explore);
    Lanes going_on = ~explore->terminal;
    advance(explore, &going_on);
    if (lanes_any(&explore->stuck) && explore->stuck_at == NO_INDEX)
        explore->stuck_at =
            keep_lane(explore, shallowest_lane(explore, &explore->stuck));
    Lanes over = explore->terminal | explore->stuck;
    for (size_t lane = 0; lane < LANES; lane++)
        if (!lane_bit(&over, lane))
            explore->age[lane]++;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        Lanes *lanes = feature_lanes(explore, i);
        *lanes = (*lanes & over) | (explore->next[i] & ~over);
    }
    for (size_t k = MOST_DEGREE; k > 0; k--)
        explore->old[k] = explore->old[k - 1];
    Lanes begins = over;
    for (size_t lane = 0; lane < LANES; lane++) {
        if (lane_bit(&over, lane)) {
            explore->origin[lane] = choose_origin(explore);
        } else if (explore->age[lane] == MOST_STEPS) {
            explore->origin[lane] = keep_lane(explore, lane);
            set_lane_bit(&begins, lane, true);
        }
    }
    if (lanes_any(&begins))
        begin_lanes(explore, &begins);
    explore->states += LANES;
    explore->step++;
}

void explore_run(Explore *explore, size_t steps, const Budget *budget)
{
    for (size_t i = 0; i < steps; i++) {
        if (!explore->planned)
            plan_windows(explore);
        if (budget_spent(budget))
            return;
        play_step(explore);
    }
}

/* ---- walks ---- */

void explore_walk(Explore *explore, const uint64_t *state, size_t steps,
                  WalkVisit *visit, void *context)
{
    const Net *net = explore->net;
    for (uint32_t i = 0; i < net->feature_count; i++)
        *feature_lanes(explore, i) =
            state[i / 64] >> i % 64 & 1 ? ~(Lanes){0} : (Lanes){0};
    memset(explore->age, 0, sizeof explore->age);
    Lanes running = ~(Lanes){0};
    for (size_t step = 0; step <= steps && lanes_any(&running); step++) {
        load_features(explore);
        evaluate(explore, false);
        if (step)
            visit(context, explore->values, &running);
        running &= ~lanes_of(explore->values, net->terminal);
        if (step == steps)
            break;
        advance(explore, &running);
        running &= ~explore->stuck;
        for (uint32_t i = 0; i < net->feature_count; i++)
            *feature_lanes(explore, i) = explore->next[i];
    }
    begin_all(explore);
}

void explore_look(Explore *explore, const uint64_t *states, size_t words,
                  size_t count, WalkVisit *visit, void *context)
{
    const Net *net = explore->net;
    Lanes running = {0};
    for (size_t lane = 0; lane < count; lane++) {
        set_lane_bit(&running, lane, true);
        for (uint32_t i = 0; i < net->feature_count; i++)
            set_lane_bit(feature_lanes(explore, i), lane,
                         states[lane * words + i / 64] >> i % 64 & 1);
    }
    load_features(explore);
    evaluate(explore, false);
    visit(context, explore->values, &running);
    begin_all(explore);
}

void explore_look_again(Explore *explore, size_t block, WalkVisit *visit,
                        void *context)
{
    Lanes running = ~(Lanes){0};
    for (uint32_t i = 0; i < explore->net->feature_count; i++)
        *feature_lanes(explore, i) = explore_sample(explore, i)[block];
    load_features(explore);
    evaluate(explore, false);
    visit(context, explore->values, &running);
    begin_all(explore);
}

void gates_in_lanes(const Sentences *sentences, const uint32_t *gates,
                    size_t count, const Lanes *nodes, Lanes *values)
{
    for (size_t i = 0; i < count; i++) {
        const Gate *gate = &sentences->gates.items[gates[i]];
        Lanes all = ~(Lanes){0};
        if (gate->is_leaf)
            all = nodes[gate->node];
        for (uint32_t k = 0; !gate->is_leaf && k < gate->count; k++)
            all &= lanes_of(values, sentences->inputs.items[gate->first + k]);
        values[gates[i]] = all;
    }
}

/* ---- what was found ---- */

uint32_t explore_refuted(const Explore *explore, size_t sentence, size_t *at)
{
    *at = explore->watched.items[sentence].at;
    return explore->watched.items[sentence].failed;
}

uint32_t explore_stuck(const Explore *explore)
{
    return explore->stuck_at;
}

uint32_t explore_goal(const Explore *explore, size_t role, size_t number)
{
    return explore->goal_at[role][number];
}

Reached explore_reached(const Explore *explore, uint32_t position)
{
    const Kept *kept = &explore->kept.items[position];
    return (Reached){kept->state, kept->depth};
}

uint32_t *explore_play(const Explore *explore, uint32_t position)
{
    size_t roles = explore->net->role_count;
    size_t depth = explore->kept.items[position].depth;
    uint32_t *play = fatal_malloc((depth * roles + 1) * sizeof *play);
    while (position != NO_INDEX) {
        const Kept *kept = &explore->kept.items[position];
        memcpy(play + (kept->depth - kept->steps) * roles, kept->moves,
               kept->steps * roles * sizeof *play);
        position = kept->parent;
    }
    return play;
}

uint64_t explore_states(const Explore *explore)
{
    return explore->states;
}

size_t explore_blocks(const Explore *explore)
{
    return explore->blocks;
}

const Lanes *explore_sample(const Explore *explore, uint32_t feature)
{
    return explore->sample + feature * explore->most_blocks;
}

bool explore_seen_true(const Explore *explore, uint32_t feature)
{
    return explore->first_seen[feature] != NO_INDEX;
}

bool explore_seen_false(const Explore *explore, uint32_t feature)
{
    return explore->seen_false[feature];
}
