/* move_independence.c - independence of moves, for partial-order reduction
 *
 * In:   the effects of each move
 * Out:  for each pair of moves whether they are independent; an order of moves
 *
 * Dependence by reads and writes, as in partial-order reduction (Godefroid
 * 1996). Start reading at independence_new(), at the end.
 */
#include "solve/move_independence.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"
#include "ground/net_walk.h"
#include "solve/puzzle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Numbers;

struct MoveIndependence {
    size_t moves, words;
    uint64_t *dependent; /* by move: a bit for each dependent move */
    uint64_t *disabled;  /* by move: a bit for each move that it disables */
    uint32_t *rank;      /* by move */
    uint32_t *by_rank;
    size_t *first_allowed_before; /* by move: index into ALLOWED_BEFORE */
    Numbers allowed_before;
};

enum { MAX_MOVES = 3000, MAX_WORK = 40000000, MIN_PAIRS_PERCENT = 20 };

typedef struct {
    const MoveEffects *effects;
    const Net *net; /* the net of EFFECTS */
    size_t moves, features;
    Numbers *writers;      /* by feature: moves that write it */
    Numbers *readers;      /* by feature: moves that read it */
    Numbers *setters[2];   /* by value and feature: moves that set it */
    Numbers *requirers[2]; /* and moves that require it to be legal */
    bool *watched;         /* by feature: the order of its changes matters */
    uint32_t *visit_mark;  /* by node: the last visit */
    uint32_t current_mark;
    Numbers stack;
    uint64_t work;
    uint64_t *changed; /* by move: bits of features changed in the sample */
    size_t words;      /* words of a row of CHANGED */
} IndependenceAnalysis;

/* ---- cones ---- */

/* Adds the features in the cone of LIT that were not visited since the last new
 * mark. */
static void collect_features(IndependenceAnalysis *analysis, Lit lit,
                             Numbers *features)
{
    const Net *net = analysis->net;
    vec_clear(&analysis->stack);
    vec_push(&analysis->stack, lit_node(lit));
    while (analysis->stack.count) {
        uint32_t number = vec_pop(&analysis->stack);
        const Node *node = &net->nodes[number];
        if (analysis->visit_mark[number] == analysis->current_mark)
            continue;
        analysis->visit_mark[number] = analysis->current_mark;
        analysis->work++;
        if (node->kind == NODE_FEATURE)
            vec_push(features, node->first);
        net_each_input (input, net, number)
            vec_push(&analysis->stack, lit_node(*input.at));
    }
}

/* ---- watched features ---- */

/* Watches the features that autonomous features read. */
static void watch_autonomous_inputs(IndependenceAnalysis *analysis)
{
    const MoveEffects *effects = analysis->effects;
    Numbers features = {0};
    analysis->current_mark++;
    for (uint32_t i = 0; i < effects->features; i++)
        if (effects->autonomous[i])
            collect_features(analysis, effects->net->untouched[i], &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] =
            !effects->autonomous[features.items[i]];
    vec_free(&features);
}

static void watch_cone(IndependenceAnalysis *analysis, Lit lit)
{
    Numbers features = {0};
    analysis->current_mark++;
    collect_features(analysis, lit, &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] |=
            !analysis->effects->autonomous[features.items[i]];
    vec_free(&features);
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
        vec_push(&analysis->setters[on][feature], move);
}

/* Records the literals that must hold for MOVE to be legal. */
static void record_requirements(IndependenceAnalysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    Numbers pending = {0};
    analysis->current_mark++;
    vec_push(&pending, net->roles[0].legal[move]);
    while (pending.count) {
        Lit lit = vec_pop(&pending);
        const Node *node = &net->nodes[lit_node(lit)];
        if (analysis->visit_mark[lit_node(lit)] == analysis->current_mark)
            continue;
        analysis->visit_mark[lit_node(lit)] = analysis->current_mark;
        if (node->kind == NODE_FEATURE)
            vec_push(&analysis->requirers[!(lit & 1)][node->first], move);
        else if (node->kind == NODE_AND && (!(lit & 1) || node->count == 1))
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&pending, net->inputs[node->first + i] ^ (lit & 1));
    }
    vec_free(&pending);
}

/* Whether MOVE sets FEATURE to a constant and never changed it in the sample.
 */
static bool unchanged_in_sample(const IndependenceAnalysis *analysis,
                                uint32_t move, uint32_t feature, NextValue next)
{
    return analysis->changed && next.count == 1 &&
           lit_node(next.lits[0]) == 0 &&
           !(analysis->changed[move * analysis->words + feature / 64] >>
                 feature % 64 &
             1);
}

/* Records what MOVE writes and reads; false if it is independent of no move. */
static bool analyse_move(IndependenceAnalysis *analysis, uint32_t move,
                         uint32_t *effect_of, Numbers *features)
{
    const Net *net = analysis->net;
    bool order_free = true;
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        effect_of[net->effects[i].feature] = i;
    vec_clear(features);
    analysis->current_mark++;
    collect_features(analysis, net->roles[0].legal[move], features);
    for (uint32_t i = 0; i < analysis->features; i++) {
        NextValue next = move_effects_next(analysis->effects, i, effect_of[i]);
        if (analysis->effects->autonomous[i] ||
            move_effects_keeps(analysis->effects, i, next))
            continue;
        record_setter(analysis, move, i, next);
        if (unchanged_in_sample(analysis, move, i, next))
            continue;
        vec_push(&analysis->writers[i], move);
        order_free = order_free && !analysis->watched[i];
        for (size_t k = 0; k < next.count; k++)
            collect_features(analysis, next.lits[k], features);
    }
    analysis->work += analysis->features / 8;
    record_requirements(analysis, move);
    for (size_t i = 0; i < features->count; i++) {
        vec_push(&analysis->readers[features->items[i]], move);
        order_free =
            order_free && !analysis->effects->autonomous[features->items[i]];
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        effect_of[net->effects[i].feature] = NO_INDEX;
    return order_free;
}

static void dependent(MoveIndependence *independence, uint32_t left,
                      uint32_t right)
{
    independence->dependent[left * independence->words + right / 64] |=
        (uint64_t)1 << right % 64;
    independence->dependent[right * independence->words + left / 64] |=
        (uint64_t)1 << left % 64;
}

static bool find_dependences(IndependenceAnalysis *analysis,
                             MoveIndependence *independence)
{
    Numbers features = {0};
    uint32_t *effect_of =
        memory_array(analysis->features + 1, sizeof *effect_of);
    for (size_t i = 0; i < analysis->features; i++)
        effect_of[i] = NO_INDEX;
    for (uint32_t i = 0; i < analysis->moves && analysis->work < MAX_WORK; i++)
        if (!analyse_move(analysis, i, effect_of, &features))
            for (uint32_t k = 0; k < analysis->moves; k++)
                dependent(independence, i, k);
    vec_free(&features);
    free(effect_of);
    for (size_t f = 0; f < analysis->features; f++) {
        const Numbers *writers = &analysis->writers[f],
                      *readers = &analysis->readers[f];
        analysis->work +=
            writers->count * (writers->count + readers->count) / 8;
        if (analysis->work >= MAX_WORK)
            return false;
        for (size_t i = 0; i < writers->count; i++) {
            for (size_t k = 0; k < writers->count; k++)
                dependent(independence, writers->items[i], writers->items[k]);
            for (size_t k = 0; k < readers->count; k++)
                dependent(independence, writers->items[i], readers->items[k]);
        }
    }
    return analysis->work < MAX_WORK;
}

static void set_bit(uint64_t *rows, size_t words, uint32_t row, uint32_t bit)
{
    rows[row * words + bit / 64] |= (uint64_t)1 << bit % 64;
}

/* A move that sets a feature to the opposite of what another one requires
 * disables it. */
static void find_disabled(IndependenceAnalysis *analysis,
                          MoveIndependence *independence)
{
    for (size_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *setters = &analysis->setters[value][f];
            const Numbers *requirers = &analysis->requirers[!value][f];
            analysis->work += setters->count * requirers->count / 8;
            if (analysis->work >= MAX_WORK)
                return;
            for (size_t i = 0; i < setters->count; i++)
                for (size_t k = 0; k < requirers->count; k++)
                    set_bit(independence->disabled, independence->words,
                            setters->items[i], requirers->items[k]);
        }
}

/* By move: the literal that the most moves require and destroy, this one among
 * them. */
static uint32_t *find_exclusive_groups(IndependenceAnalysis *analysis)
{
    size_t moves = analysis->moves;
    uint32_t *group = memory_array(moves + 1, sizeof *group);
    uint32_t *group_size = memory_zeroed(moves + 1, sizeof *group_size);
    bool *needed = memory_zeroed(moves + 1, sizeof *needed);
    for (size_t i = 0; i < moves; i++)
        group[i] = NO_INDEX;
    for (uint32_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *setters = &analysis->setters[!value][f];
            const Numbers *requirers = &analysis->requirers[value][f];
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
    free(group_size);
    free(needed);
    return group;
}

/* Ranks groups in the order of their first move; other moves have ranks of
 * their own. */
static void find_ranks(IndependenceAnalysis *analysis,
                       MoveIndependence *independence)
{
    size_t moves = analysis->moves, group_count = 2 * analysis->features,
           next = 0;
    uint32_t *group = find_exclusive_groups(analysis);
    uint32_t *rank = memory_array(group_count + 1, sizeof *rank), ranks = 0;
    for (size_t i = 0; i < group_count; i++)
        rank[i] = NO_INDEX;
    for (size_t i = 0; i < moves; i++) {
        if (group[i] == NO_INDEX)
            independence->rank[i] = ranks++;
        else if (rank[group[i]] == NO_INDEX)
            independence->rank[i] = rank[group[i]] = ranks++;
        else
            independence->rank[i] = rank[group[i]];
    }
    size_t *start = memory_zeroed(ranks + 2, sizeof *start);
    assert(0 < ranks && ranks <= moves);
    for (size_t i = 0; i < moves; i++)
        start[independence->rank[i] + 1]++;
    for (size_t i = 0; i < ranks; i++)
        start[i + 1] += start[i];
    for (next = 0; next < moves; next++)
        independence->by_rank[start[independence->rank[next]]++] =
            (uint32_t)next;
    free(start);
    free(rank);
    free(group);
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

static void take_sample(IndependenceAnalysis *analysis, const Machine *machine,
                        Arena *arena)
{
    Cursor *cursor = cursor_new(machine);
    Random random = random_new(1, 3);
    analysis->words = machine_words(machine);
    analysis->changed =
        arena_array(arena, uint64_t, analysis->moves * analysis->words + 1);
    uint32_t *moves = arena_array(arena, uint32_t, analysis->moves + 1);
    uint32_t count, made = 0;
    for (size_t play = 0; play < SAMPLE_PLAYS && made < MAX_SAMPLED_MOVES;
         play++) {
        cursor_reset(cursor);
        for (size_t i = 0; i < MAX_PLAY_LENGTH && !cursor_terminal(cursor) &&
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
    const Net *net = analysis->net;
    size_t moves = analysis->moves;
    MoveIndependence *independence = memory_alloc(sizeof *independence);
    *independence = (MoveIndependence){
        .moves = moves,
        .words = (moves + 63) / 64,
        .rank = memory_array(moves, sizeof(uint32_t)),
        .by_rank = memory_array(moves, sizeof(uint32_t)),
        .first_allowed_before = memory_array(moves + 1, sizeof(size_t))};
    independence->dependent =
        memory_zeroed(moves * independence->words + 1, sizeof(uint64_t));
    independence->disabled =
        memory_zeroed(moves * independence->words + 1, sizeof(uint64_t));
    watch_autonomous_inputs(analysis);
    if (keep_ends)
        watch_cone(analysis, net->terminal);
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

MoveIndependence *independence_new(const MoveEffects *effects,
                                   const Machine *sample)
{
    size_t features = effects->features;
    if (effects->moves < 2 || effects->moves > MAX_MOVES)
        return NULL;
    Arena *arena = arena_new();
    IndependenceAnalysis analysis = {
        .effects = effects,
        .net = effects->net,
        .moves = effects->moves,
        .features = features,
        .writers = arena_array(arena, Numbers, features + 1),
        .readers = arena_array(arena, Numbers, features + 1),
        .setters = {arena_array(arena, Numbers, features + 1),
                    arena_array(arena, Numbers, features + 1)},
        .requirers = {arena_array(arena, Numbers, features + 1),
                      arena_array(arena, Numbers, features + 1)},
        .watched = arena_array(arena, bool, features + 1),
        .visit_mark = arena_array(arena, uint32_t, effects->net->node_count)};
    if (sample)
        take_sample(&analysis, sample, arena);
    MoveIndependence *independence = analyse(&analysis, !sample);
    for (size_t i = 0; i < features; i++) {
        vec_free(&analysis.writers[i]);
        vec_free(&analysis.readers[i]);
        for (int value = 0; value < 2; value++) {
            vec_free(&analysis.setters[value][i]);
            vec_free(&analysis.requirers[value][i]);
        }
    }
    vec_free(&analysis.stack);
    arena_free(arena);
    return independence;
}

void independence_free(MoveIndependence *independence)
{
    if (!independence)
        return;
    free(independence->dependent);
    free(independence->disabled);
    free(independence->rank);
    free(independence->by_rank);
    free(independence->first_allowed_before);
    vec_free(&independence->allowed_before);
    free(independence);
}

bool are_independent(const MoveIndependence *independence, uint32_t left,
                     uint32_t right)
{
    return !(independence->dependent[left * independence->words + right / 64] >>
                 right % 64 &
             1);
}

bool disables(const MoveIndependence *independence, uint32_t first,
              uint32_t second)
{
    return independence->disabled[first * independence->words + second / 64] >>
               second % 64 &
           1;
}

uint32_t move_rank(const MoveIndependence *independence, uint32_t move)
{
    return independence->rank[move];
}

const uint32_t *moves_by_rank(const MoveIndependence *independence)
{
    return independence->by_rank;
}

const uint32_t *moves_allowed_before(const MoveIndependence *independence,
                                     uint32_t move, size_t *count)
{
    size_t first = independence->first_allowed_before[move];
    *count = independence->first_allowed_before[move + 1] - first;
    return independence->allowed_before.items + first;
}
