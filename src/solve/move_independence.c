/* move_independence.c - independence of moves, to search one order of them
 *
 * In:   the effects of each move, and plays at random
 * Out:  ranks of moves, and which may follow which in spite of them
 * Next: solve/sat_planning.c adds clauses for that
 *
 * Dependence by reads and writes, as in partial-order reduction (Godefroid
 * 1996). What a move does with features is a row of bits. Start reading at
 * independence_new(), at the end.
 */
#include "solve/move_independence.h"

#include "base/bits.h"
#include "base/random.h"
#include "ground/net_walk.h"
#include "solve/puzzle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_MOVES = 3000,
    MAX_WORDS_COMPARED = 50000000,
    MIN_PAIRS_PERCENT = 20
};

/* By move, a row of bits. */
typedef struct {
    uint64_t *bits;
    size_t words; /* of a row */
} MoveRows;

typedef struct {
    MoveEffects *effects;
    const Net *net; /* the net of EFFECTS */
    Arena *arena;
    uint32_t moves;
    MoveRows changes;  /* features that it changed in the sample */
    MoveRows writes;   /* features that it may change */
    MoveRows touches;  /* features that it writes or reads */
    MoveRows requires; /* feature literals that must hold for it to be legal */
    MoveRows destroys; /* literals among them whose feature it writes */
    NetCone cone;
    uint32_t *last_move; /* by node: one more than the last move that requires
                            it or its negation */
} IndependenceAnalysis;

static MoveRows rows_new(const IndependenceAnalysis *analysis,
                         size_t word_count)
{
    return (MoveRows){
        arena_array(analysis->arena, uint64_t, analysis->moves * word_count),
        word_count};
}

static uint64_t *row(const MoveRows *rows, uint32_t move)
{
    return rows->bits + move * rows->words;
}

/* Whether a bit is in the row of ONE and in that of OTHER. */
static bool rows_meet(const MoveRows *rows, uint32_t one,
                      const MoveRows *other_rows, uint32_t other)
{
    assert(rows->words == other_rows->words);
    for (size_t i = 0; i < rows->words; i++)
        if (row(rows, one)[i] & row(other_rows, other)[i])
            return true;
    return false;
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
        uint64_t *changes = row(&analysis->changes, moves[i]);
        cursor_moves(cursor, &moves[i]);
        const uint64_t *next = cursor_next(cursor);
        for (size_t w = 0; w < analysis->changes.words; w++)
            changes[w] |= state[w] ^ next[w];
    }
}

static void take_sample(IndependenceAnalysis *analysis, const Machine *machine)
{
    Cursor *cursor = cursor_new(machine);
    Random random = random_new(1, 3);
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

/* ---- moves ---- */

/* Records whether MOVE, which is selected, writes FEATURE; what its new value
 * depends on is then added to the cone. */
static void record_effect(IndependenceAnalysis *analysis, uint32_t move,
                          uint32_t feature)
{
    NextValue next = move_effects_next(analysis->effects, feature);
    bool is_constant = next.count == 1 && lit_node(next.lits[0]) == 0;
    if (move_effects_keeps(analysis->effects, feature, next) ||
        (is_constant && !get_bit(row(&analysis->changes, move), feature)))
        return; /* if it is a constant, the feature had it already */
    set_bit(row(&analysis->writes, move), feature);
    set_bit(row(&analysis->touches, move), feature);
    for (size_t i = 0; i < next.count; i++)
        cone_add(&analysis->cone, next.lits[i]);
}

/* Records the feature literals that must hold for MOVE to be legal. */
static void record_requirements(IndependenceAnalysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    LitVec required = {0};
    net_conjuncts(net, net->roles[0].legal[move], analysis->last_move, move + 1,
                  &required);
    for (size_t i = 0; i < required.count; i++) {
        const Node *node = &net->nodes[lit_node(required.items[i])];
        size_t lit = 2 * node->feature + (required.items[i] & 1);
        if (node->kind != NODE_FEATURE)
            continue;
        set_bit(row(&analysis->requires, move), lit);
        if (get_bit(row(&analysis->writes, move), node->feature))
            set_bit(row(&analysis->destroys, move), lit);
    }
    vec_free(&required);
}

static void analyse_move(IndependenceAnalysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    const bool *is_autonomous = analysis->effects->autonomous;
    uint64_t *touches = row(&analysis->touches, move);
    move_effects_select(analysis->effects, move);
    cone_clear(&analysis->cone);
    cone_add(&analysis->cone, net->roles[0].legal[move]);
    for (uint32_t i = 0; i < analysis->effects->features; i++)
        if (!is_autonomous[i])
            record_effect(analysis, move, i);
    for (size_t i = 0; i < analysis->cone.nodes.count; i++) {
        const Node *node = &net->nodes[analysis->cone.nodes.items[i]];
        if (node->kind != NODE_FEATURE)
            continue;
        set_bit(touches, node->feature);
        if (is_autonomous[node->feature]) /* when it is made matters */
            memset(touches, 0xff, analysis->touches.words * sizeof *touches);
    }
    record_requirements(analysis, move);
}

/* ---- pairs of moves ---- */

static bool are_dependent(const IndependenceAnalysis *analysis, uint32_t one,
                          uint32_t other)
{
    return rows_meet(&analysis->writes, one, &analysis->touches, other) ||
           rows_meet(&analysis->writes, other, &analysis->touches, one);
}

static bool are_many_independent(const IndependenceAnalysis *analysis)
{
    size_t pair_count = 0, all_pairs = 0;
    for (uint32_t i = 0; i < analysis->moves; i++)
        for (uint32_t k = 0; k < i; k++, all_pairs++)
            pair_count += !are_dependent(analysis, i, k);
    return pair_count * 100 > all_pairs * MIN_PAIRS_PERCENT;
}

/* By move: the literal that the most moves destroy, this one among them. */
static uint32_t *find_exclusive_groups(IndependenceAnalysis *analysis)
{
    size_t moves = analysis->moves;
    uint32_t *group = arena_array(analysis->arena, uint32_t, moves);
    uint32_t *group_size = arena_array(analysis->arena, uint32_t, moves);
    uint32_t *members = arena_array(analysis->arena, uint32_t, moves);
    for (size_t i = 0; i < moves; i++)
        group[i] = NO_INDEX;
    for (uint32_t lit = 0; lit < 2 * analysis->effects->features; lit++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < moves; i++)
            if (get_bit(row(&analysis->destroys, i), lit))
                members[count++] = i;
        for (uint32_t i = 0; i < count; i++)
            if (count > group_size[members[i]]) {
                group_size[members[i]] = count;
                group[members[i]] = lit;
            }
    }
    return group;
}

/* Ranks groups in the order of their first move; other moves have ranks of
 * their own. */
static void find_ranks(IndependenceAnalysis *analysis,
                       MoveIndependence *independence)
{
    size_t moves = analysis->moves, lit_count = 2 * analysis->effects->features;
    const uint32_t *group = find_exclusive_groups(analysis);
    uint32_t *rank = arena_array(analysis->arena, uint32_t, lit_count);
    Edge *ranked = arena_array(analysis->arena, Edge, moves);
    uint32_t ranks = 0;
    for (size_t i = 0; i < lit_count; i++)
        rank[i] = NO_INDEX;
    for (uint32_t i = 0; i < moves; i++) {
        uint32_t own = NO_INDEX;
        uint32_t *shared = group[i] == NO_INDEX ? &own : &rank[group[i]];
        if (*shared == NO_INDEX)
            *shared = ranks++;
        independence->rank[i] = *shared;
        ranked[i] = (Edge){*shared, i};
    }
    assert(0 < ranks && ranks <= moves);
    independence->by_rank =
        graph_new(independence->arena, ranks, ranked, moves).targets;
}

/* A move is never legal directly after one that destroys what it requires. */
static void find_allowed_before(const IndependenceAnalysis *analysis,
                                MoveIndependence *independence)
{
    const uint32_t *rank = independence->rank;
    VEC(Edge) allowed = {0};
    for (uint32_t i = 0; i < analysis->moves; i++)
        for (uint32_t k = 0; k < analysis->moves; k++)
            if ((rank[k] == rank[i] ||
                 (rank[k] > rank[i] && are_dependent(analysis, k, i))) &&
                !rows_meet(&analysis->destroys, k, &analysis->requires, i))
                vec_push(&allowed, (Edge){i, k});
    independence->allowed_before = graph_new(
        independence->arena, analysis->moves, allowed.items, allowed.count);
    vec_free(&allowed);
}

/* ---- the analysis ---- */

MoveIndependence *independence_new(MoveEffects *effects, const Machine *machine)
{
    size_t moves = effects->moves, word_count = machine_words(machine);
    if (moves < 2 || moves > MAX_MOVES ||
        moves * moves * word_count > MAX_WORDS_COMPARED)
        return NULL;
    Arena *scratch = arena_new();
    MoveIndependence *independence = NULL;
    IndependenceAnalysis analysis = {
        .effects = effects,
        .net = effects->net,
        .arena = scratch,
        .moves = (uint32_t)moves,
        .last_move = arena_array(scratch, uint32_t, effects->net->node_count)};
    analysis.changes = rows_new(&analysis, word_count);
    analysis.writes = rows_new(&analysis, word_count);
    analysis.touches = rows_new(&analysis, word_count);
    analysis.requires = rows_new(&analysis, 2 * word_count);
    analysis.destroys = rows_new(&analysis, 2 * word_count);
    cone_init(&analysis.cone, effects->net, effects->net->node_count);
    take_sample(&analysis, machine);
    for (uint32_t i = 0; i < moves; i++)
        analyse_move(&analysis, i);
    if (are_many_independent(&analysis)) {
        Arena *arena = arena_new();
        independence = arena_alloc(arena, sizeof *independence);
        *independence = (MoveIndependence){
            .arena = arena, .rank = arena_array(arena, uint32_t, moves)};
        find_ranks(&analysis, independence);
        find_allowed_before(&analysis, independence);
    }
    cone_free(&analysis.cone);
    arena_free(scratch);
    return independence;
}

void independence_free(MoveIndependence *independence)
{
    if (independence)
        arena_free(independence->arena);
}
