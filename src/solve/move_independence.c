/* move_independence.c - independence of moves, for partial-order reduction
 *
 * In:   the effects of each move
 * Out:  for each pair of moves whether they are independent; an order of moves
 *
 * Dependence by reads and writes, as in partial-order reduction (Godefroid
 * 1996). Start reading at independence_new(), at the end.
 */
#include "solve/move_independence.h"

#include "base/bits.h"
#include "base/graph.h"
#include "base/random.h"
#include "ground/net_walk.h"
#include "ground/net_walk.h"
#include "solve/puzzle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Numbers;

struct MoveIndependence {
    Arena *arena;
    size_t moves, words;
    uint64_t *dependent; /* by move: a bit for each dependent move */
    uint64_t *disabled;  /* by move: a bit for each move that it disables */
    uint32_t *rank;      /* by move */
    uint32_t *by_rank;
    size_t *first_allowed_before; /* by move: index into ALLOWED_BEFORE */
    Numbers allowed_before;
};

enum {
    MAX_MOVES = 3000,
    MAX_PAIRS_COMPARED = 40000000,
    MIN_PAIRS_PERCENT = 20
};

/* What moves do with a feature. */
typedef struct {
    Numbers writers, readers; /* moves that write it, that read it */
    Numbers setters[2];       /* by value: moves that set it */
    Numbers requirers[2];     /* by value: moves that require it to be legal */
    bool watched;             /* the order of its changes matters */
} FeatureUses;

typedef struct {
    MoveEffects *effects;
    const Net *net; /* the net of EFFECTS */
    Arena *arena;
    size_t moves, features;
    FeatureUses *uses; /* by feature */
    NetCone cone;
    uint32_t *last_move; /* by node: one more than the last move that requires
                            it or its negation */
    uint64_t compared_pair_count;
    uint64_t *changed; /* by move: bits of features changed in the sample */
    size_t words;      /* words of a row of CHANGED */
} IndependenceAnalysis;

/* ---- watched features ---- */

/* Watches the features of the cone that are not autonomous. */
static void watch_cone(IndependenceAnalysis *analysis)
{
    for (size_t i = 0; i < analysis->cone.nodes.count; i++) {
        const Node *node = &analysis->net->nodes[analysis->cone.nodes.items[i]];
        if (node->kind == NODE_FEATURE)
            analysis->uses[node->feature].watched |=
                !analysis->effects->autonomous[node->feature];
    }
}

/* Watches what autonomous features read and, if KEEP_ENDS, terminal. */
static void watch_features(IndependenceAnalysis *analysis, bool keep_ends)
{
    const MoveEffects *effects = analysis->effects;
    cone_clear(&analysis->cone);
    for (uint32_t i = 0; i < effects->features; i++)
        if (effects->autonomous[i])
            cone_add(&analysis->cone, effects->net->untouched[i]);
    if (keep_ends)
        cone_add(&analysis->cone, effects->net->terminal);
    analysis->compared_pair_count += analysis->cone.nodes.count;
    watch_cone(analysis);
}

/* ---- moves ---- */

/* Records the value that MOVE always gives FEATURE, if any. */
static void record_setter(IndependenceAnalysis *analysis, uint32_t move,
                          uint32_t feature, NextValue next)
{
    bool on = next.lits[0] == LIT_TRUE;
    bool off =
        next.count == 1 ? next.lits[0] == LIT_FALSE : next.lits[1] == LIT_TRUE;
    if (on || off)
        vec_push(&analysis->uses[feature].setters[on], move);
}

/* Records the literals that must hold for MOVE to be legal. */
static void record_requirements(IndependenceAnalysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    LitVec required = {0};
    net_conjuncts(net, net->roles[0].legal[move], analysis->last_move, move + 1,
                  &required);
    for (size_t i = 0; i < required.count; i++) {
        const Node *node = &net->nodes[lit_node(required.items[i])];
        bool value = !(required.items[i] & 1);
        if (node->kind == NODE_FEATURE)
            vec_push(&analysis->uses[node->feature].requirers[value], move);
    }
    vec_free(&required);
}

/* Whether MOVE sets FEATURE to a constant and never changed it in the sample.
 */
static bool unchanged_in_sample(const IndependenceAnalysis *analysis,
                                uint32_t move, uint32_t feature, NextValue next)
{
    return analysis->changed && next.count == 1 &&
           lit_node(next.lits[0]) == 0 &&
           !get_bit(analysis->changed + move * analysis->words, feature);
}

/* Records what MOVE writes and reads; false if it is independent of no move. */
static bool analyse_move(IndependenceAnalysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    const bool *autonomous = analysis->effects->autonomous;
    bool order_free = true;
    move_effects_select(analysis->effects, move);
    cone_clear(&analysis->cone);
    cone_add(&analysis->cone, net->roles[0].legal[move]);
    for (uint32_t i = 0; i < analysis->features; i++) {
        NextValue next = move_effects_next(analysis->effects, i);
        if (autonomous[i] || move_effects_keeps(analysis->effects, i, next))
            continue;
        record_setter(analysis, move, i, next);
        if (unchanged_in_sample(analysis, move, i, next))
            continue;
        vec_push(&analysis->uses[i].writers, move);
        order_free = order_free && !analysis->uses[i].watched;
        for (size_t k = 0; k < next.count; k++)
            cone_add(&analysis->cone, next.lits[k]);
    }
    analysis->compared_pair_count +=
        analysis->features / 8 + analysis->cone.nodes.count;
    record_requirements(analysis, move);
    for (size_t i = 0; i < analysis->cone.nodes.count; i++) {
        const Node *node = &net->nodes[analysis->cone.nodes.items[i]];
        if (node->kind != NODE_FEATURE)
            continue;
        vec_push(&analysis->uses[node->feature].readers, move);
        order_free = order_free && !autonomous[node->feature];
    }
    return order_free;
}

static void set_dependent(MoveIndependence *independence, uint32_t left,
                          uint32_t right)
{
    set_bit(independence->dependent + left * independence->words, right);
    set_bit(independence->dependent + right * independence->words, left);
}

static bool find_dependences(IndependenceAnalysis *analysis,
                             MoveIndependence *independence)
{
    for (uint32_t i = 0; i < analysis->moves &&
                         analysis->compared_pair_count < MAX_PAIRS_COMPARED;
         i++)
        if (!analyse_move(analysis, i))
            for (uint32_t k = 0; k < analysis->moves; k++)
                set_dependent(independence, i, k);
    for (size_t f = 0; f < analysis->features; f++) {
        const Numbers *writers = &analysis->uses[f].writers,
                      *readers = &analysis->uses[f].readers;
        analysis->compared_pair_count +=
            writers->count * (writers->count + readers->count) / 8;
        if (analysis->compared_pair_count >= MAX_PAIRS_COMPARED)
            return false;
        for (size_t i = 0; i < writers->count; i++) {
            for (size_t k = 0; k < writers->count; k++)
                set_dependent(independence, writers->items[i],
                              writers->items[k]);
            for (size_t k = 0; k < readers->count; k++)
                set_dependent(independence, writers->items[i],
                              readers->items[k]);
        }
    }
    return analysis->compared_pair_count < MAX_PAIRS_COMPARED;
}

/* A move that sets a feature to the opposite of what another one requires
 * disables it. */
static void find_disabled(IndependenceAnalysis *analysis,
                          MoveIndependence *independence)
{
    for (size_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *setters = &analysis->uses[f].setters[value];
            const Numbers *requirers = &analysis->uses[f].requirers[!value];
            analysis->compared_pair_count +=
                setters->count * requirers->count / 8;
            if (analysis->compared_pair_count >= MAX_PAIRS_COMPARED)
                return;
            for (size_t i = 0; i < setters->count; i++)
                for (size_t k = 0; k < requirers->count; k++)
                    set_bit(independence->disabled +
                                setters->items[i] * independence->words,
                            requirers->items[k]);
        }
}

/* By move: the literal that the most moves require and destroy, this one among
 * them. */
static uint32_t *find_exclusive_groups(IndependenceAnalysis *analysis)
{
    size_t moves = analysis->moves;
    uint32_t *group = arena_array(analysis->arena, uint32_t, moves);
    uint32_t *group_size = arena_array(analysis->arena, uint32_t, moves);
    bool *needed = arena_array(analysis->arena, bool, moves);
    for (size_t i = 0; i < moves; i++)
        group[i] = NO_INDEX;
    for (uint32_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *setters = &analysis->uses[f].setters[!value];
            const Numbers *requirers = &analysis->uses[f].requirers[value];
            uint32_t count = 0;
            for (size_t i = 0; i < requirers->count; i++)
                needed[requirers->items[i]] = true;
            for (size_t i = 0; i < setters->count; i++)
                count += needed[setters->items[i]];
            for (size_t i = 0; i < setters->count; i++)
                if (needed[setters->items[i]] &&
                    count > group_size[setters->items[i]]) {
                    group_size[setters->items[i]] = count;
                    group[setters->items[i]] = 2 * f + (uint32_t)value;
                }
            for (size_t i = 0; i < requirers->count; i++)
                needed[requirers->items[i]] = false;
        }
    return group;
}

/* Ranks groups in the order of their first move; other moves have ranks of
 * their own. */
static void find_ranks(IndependenceAnalysis *analysis,
                       MoveIndependence *independence)
{
    size_t moves = analysis->moves, group_count = 2 * analysis->features;
    uint32_t *group = find_exclusive_groups(analysis);
    uint32_t *rank = arena_array(analysis->arena, uint32_t, group_count);
    Edge *ranked = arena_array(analysis->arena, Edge, moves);
    uint32_t ranks = 0;
    for (size_t i = 0; i < group_count; i++)
        rank[i] = NO_INDEX;
    for (uint32_t i = 0; i < moves; i++) {
        if (group[i] == NO_INDEX)
            independence->rank[i] = ranks++;
        else if (rank[group[i]] == NO_INDEX)
            independence->rank[i] = rank[group[i]] = ranks++;
        else
            independence->rank[i] = rank[group[i]];
        ranked[i] = (Edge){independence->rank[i], i};
    }
    assert(0 < ranks && ranks <= moves);
    independence->by_rank =
        graph_new(independence->arena, ranks, ranked, moves).targets;
}

static void find_allowed_before(MoveIndependence *independence)
{
    for (uint32_t i = 0; i < independence->moves; i++) {
        independence->first_allowed_before[i] =
            independence->allowed_before.count;
        for (uint32_t k = 0; k < independence->moves; k++)
            if (independence->rank[k] >= independence->rank[i] &&
                !disables(independence, k, i) &&
                (independence->rank[k] == independence->rank[i] ||
                 !are_independent(independence, k, i)))
                vec_push(&independence->allowed_before, k);
    }
    independence->first_allowed_before[independence->moves] =
        independence->allowed_before.count;
}

static size_t count_pairs(const MoveIndependence *independence)
{
    size_t pairs = 0;
    for (uint32_t i = 0; i < independence->moves; i++)
        for (uint32_t k = 0; k < i; k++)
            pairs += are_independent(independence, i, k);
    return pairs;
}

/* ---- the sample ---- */

enum { SAMPLE_PLAYS = 100, MAX_PLAY_LENGTH = 200, MAX_SAMPLED_MOVES = 30000 };

/* Records which features each of the COUNT legal MOVES changes in the state of
 * CURSOR. */
static void record_changes(IndependenceAnalysis *analysis, Cursor *cursor,
                           const uint32_t *moves, uint32_t count)
{
    const uint64_t *state = cursor_state(cursor);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t move = moves[i];
        uint64_t *changed = analysis->changed + move * analysis->words;
        cursor_moves(cursor, &move);
        const uint64_t *next = cursor_next(cursor);
        for (size_t w = 0; w < analysis->words; w++)
            changed[w] |= state[w] ^ next[w];
    }
}

static void take_sample(IndependenceAnalysis *analysis, const Machine *machine)
{
    Cursor *cursor = cursor_new(machine);
    Random random = random_new(1, 3);
    analysis->words = machine_words(machine);
    analysis->changed = arena_array(analysis->arena, uint64_t,
                                    analysis->moves * analysis->words);
    uint32_t *moves = arena_array(analysis->arena, uint32_t, analysis->moves);
    uint32_t count, made = 0;
    for (size_t play = 0; play < SAMPLE_PLAYS && made < MAX_SAMPLED_MOVES;
         play++) {
        cursor_reset(cursor);
        for (size_t i = 0; i < MAX_PLAY_LENGTH && !cursor_is_terminal(cursor) &&
                           (count = puzzle_moves(cursor, moves)) > 0;
             i++) {
            record_changes(analysis, cursor, moves, count);
            made += count;
            cursor_moves(cursor, &moves[random_below(&random, count)]);
            cursor_set(cursor, cursor_next(cursor));
        }
    }
    cursor_free(cursor);
}

/* ---- the analysis ---- */

static MoveIndependence *analyse(IndependenceAnalysis *analysis, bool keep_ends)
{
    size_t moves = analysis->moves;
    size_t words = (moves + 63) / 64;
    Arena *arena = arena_new();
    MoveIndependence *independence = arena_alloc(arena, sizeof *independence);
    *independence = (MoveIndependence){
        .arena = arena,
        .moves = moves,
        .words = words,
        .dependent = arena_array(arena, uint64_t, moves * words),
        .disabled = arena_array(arena, uint64_t, moves * words),
        .rank = arena_array(arena, uint32_t, moves),
        .first_allowed_before = arena_array(arena, size_t, moves + 1)};
    watch_features(analysis, keep_ends);
    size_t all_pairs = moves * (moves - 1) / 2;
    if (find_dependences(analysis, independence) &&
        count_pairs(independence) * 100 > all_pairs * MIN_PAIRS_PERCENT) {
        find_disabled(analysis, independence);
        find_ranks(analysis, independence);
        find_allowed_before(independence);
        return independence;
    }
    independence_free(independence);
    return NULL;
}

MoveIndependence *independence_new(MoveEffects *effects, const Machine *sample)
{
    size_t features = effects->features;
    if (effects->moves < 2 || effects->moves > MAX_MOVES)
        return NULL;
    Arena *arena = arena_new();
    IndependenceAnalysis analysis = {
        .effects = effects,
        .net = effects->net,
        .arena = arena,
        .moves = effects->moves,
        .features = features,
        .uses = arena_array(arena, FeatureUses, features),
        .last_move = arena_array(arena, uint32_t, effects->net->node_count)};
    cone_init(&analysis.cone, effects->net, effects->net->node_count);
    if (sample)
        take_sample(&analysis, sample);
    MoveIndependence *independence = analyse(&analysis, !sample);
    for (size_t i = 0; i < features; i++) {
        FeatureUses *uses = &analysis.uses[i];
        vec_free_all(&uses->writers, &uses->readers, &uses->setters[0],
                     &uses->setters[1], &uses->requirers[0],
                     &uses->requirers[1]);
    }
    cone_free(&analysis.cone);
    arena_free(arena);
    return independence;
}

void independence_free(MoveIndependence *independence)
{
    if (!independence)
        return;
    vec_free(&independence->allowed_before);
    arena_free(independence->arena);
}

bool are_independent(const MoveIndependence *independence, uint32_t left,
                     uint32_t right)
{
    return !get_bit(independence->dependent + left * independence->words,
                    right);
}

bool disables(const MoveIndependence *independence, uint32_t first,
              uint32_t second)
{
    return get_bit(independence->disabled + first * independence->words,
                   second);
}

uint32_t move_rank(const MoveIndependence *independence, uint32_t move)
{
    assert(move < independence->moves);
    return independence->rank[move];
}

const uint32_t *moves_by_rank(const MoveIndependence *independence)
{
    return independence->by_rank;
}

const uint32_t *moves_allowed_before(const MoveIndependence *independence,
                                     uint32_t move, size_t *count)
{
    assert(move < independence->moves);
    size_t first = independence->first_allowed_before[move];
    *count = independence->first_allowed_before[move + 1] - first;
    return independence->allowed_before.items + first;
}
