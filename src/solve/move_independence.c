/* move_independence.c - which moves can be made in either order
 *
 * In:   the effects of each move
 * Out:  for each pair of moves whether they commute
 *
 * Start reading at independence_new(), at the end.
 */
#include "solve/move_independence.h"

#include "base/random.h"
#include "base/vec.h"
#include "solve/puzzle.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(uint32_t) Numbers;

struct MoveIndependence {
    size_t moves, words;
    uint64_t *clash; /* by move, a bit for each that it does not commute with */
    uint64_t *block; /* by move, a bit for each that cannot come next */
    uint32_t *rank;  /* by move */
    uint32_t *by_rank;
    size_t *first_before; /* by move: its part of BEFORE */
    Numbers before;
};

enum { MAX_MOVES = 3000, MAX_WORK = 40000000, MIN_PAIRS_PERCENT = 20 };

typedef struct {
    const MoveEffects *effects;
    const Net *net; /* theirs */
    size_t moves, features;
    Numbers *touch;               /* by feature: moves that touch it, */
    Numbers *look;                /* and moves that look at it; */
    Numbers *makes[2], *needs[2]; /* that make it false or true, or need that */
    bool *watched;  /* by feature: its value at each step matters */
    uint32_t *mark; /* by node: who was here last */
    uint32_t marks;
    Numbers stack;
    uint64_t work;
    uint64_t *changed; /* by move, a bit for each feature; or NULL */
    size_t words;      /* of such a row */
} Analysis;

/* ---- what a literal looks at ---- */

/* Calls for each feature below LIT that was not met since the last new mark. */
static void collect(Analysis *analysis, Lit lit, Numbers *features)
{
    const Net *net = analysis->net;
    vec_clear(&analysis->stack);
    vec_push(&analysis->stack, lit_node(lit));
    while (analysis->stack.count) {
        uint32_t number = vec_pop(&analysis->stack);
        const Node *node = &net->nodes[number];
        if (analysis->mark[number] == analysis->marks)
            continue;
        analysis->mark[number] = analysis->marks;
        analysis->work++;
        if (node->kind == NODE_FEATURE)
            vec_push(features, node->first);
        else if (node->kind == NODE_LOOP)
            vec_push(&analysis->stack,
                     lit_node(net->loops[node->first].definition));
        else if (node->kind == NODE_AND)
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&analysis->stack,
                         lit_node(net->inputs[node->first + i]));
    }
}

/* ---- features ---- */

/* What a feature that changes by itself looks at is watched. */
static void watch_by_themselves(Analysis *analysis)
{
    const MoveEffects *touch = analysis->effects;
    Numbers features = {0};
    analysis->marks++;
    for (uint32_t i = 0; i < touch->features; i++)
        if (touch->by_itself[i])
            collect(analysis, touch->net->untouched[i], &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] =
            !touch->by_itself[features.items[i]];
    vec_free(&features);
}

static void watch(Analysis *analysis, Lit lit)
{
    Numbers features = {0};
    analysis->marks++;
    collect(analysis, lit, &features);
    for (size_t i = 0; i < features.count; i++)
        analysis->watched[features.items[i]] |=
            !analysis->effects->by_itself[features.items[i]];
    vec_free(&features);
}

/* ---- moves ---- */

/* Notes what MOVE surely makes of FEATURE, if anything. */
static void note_made(Analysis *analysis, uint32_t move, uint32_t feature,
                      Becomes next)
{
    bool on = next.lits[0] == LIT_TRUE;
    bool off =
        next.count == 1 ? next.lits[0] == LIT_FALSE : next.lits[1] == LIT_TRUE;
    if (on || off)
        vec_push(&analysis->makes[on][feature], move);
}

/* Notes what must hold for MOVE to be legal: literals of a conjunction. */
static void note_needs(Analysis *analysis, uint32_t move)
{
    const Net *net = analysis->net;
    Numbers open = {0};
    analysis->marks++;
    vec_push(&open, net->roles[0].legal[move]);
    while (open.count) {
        Lit lit = vec_pop(&open);
        const Node *node = &net->nodes[lit_node(lit)];
        if (analysis->mark[lit_node(lit)] == analysis->marks)
            continue;
        analysis->mark[lit_node(lit)] = analysis->marks;
        if (node->kind == NODE_FEATURE)
            vec_push(&analysis->needs[!(lit & 1)][node->first], move);
        else if (node->kind == NODE_AND && (!(lit & 1) || node->count == 1))
            for (uint32_t i = 0; i < node->count; i++)
                vec_push(&open, net->inputs[node->first + i] ^ (lit & 1));
    }
    vec_free(&open);
}

/* Whether MOVE gives FEATURE the value that it always had in the sample. */
static bool is_idle(const Analysis *analysis, uint32_t move, uint32_t feature,
                    Becomes next)
{
    return analysis->changed && next.count == 1 &&
           lit_node(next.lits[0]) == 0 &&
           !(analysis->changed[move * analysis->words + feature / 64] >>
                 feature % 64 &
             1);
}

/* Notes what MOVE touches and looks at; false if its place in time matters. */
static bool look_at_move(Analysis *analysis, uint32_t move, uint32_t *at,
                         Numbers *features)
{
    const Net *net = analysis->net;
    bool free_in_time = true;
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        at[net->effects[i].feature] = i;
    vec_clear(features);
    analysis->marks++;
    collect(analysis, net->roles[0].legal[move], features);
    for (uint32_t i = 0; i < analysis->features; i++) {
        Becomes next = move_effects_becomes(analysis->effects, i, at[i]);
        if (analysis->effects->by_itself[i] ||
            move_effects_keeps(analysis->effects, i, next))
            continue;
        note_made(analysis, move, i, next);
        if (is_idle(analysis, move, i, next))
            continue;
        vec_push(&analysis->touch[i], move);
        free_in_time = free_in_time && !analysis->watched[i];
        for (size_t k = 0; k < next.count; k++)
            collect(analysis, next.lits[k], features);
    }
    analysis->work += analysis->features / 8;
    note_needs(analysis, move);
    for (size_t i = 0; i < features->count; i++) {
        vec_push(&analysis->look[features->items[i]], move);
        free_in_time =
            free_in_time && !analysis->effects->by_itself[features->items[i]];
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        at[net->effects[i].feature] = NO_INDEX;
    return free_in_time;
}

static void clash(MoveIndependence *independence, uint32_t left, uint32_t right)
{
    independence->clash[left * independence->words + right / 64] |=
        (uint64_t)1 << right % 64;
    independence->clash[right * independence->words + left / 64] |=
        (uint64_t)1 << left % 64;
}

static bool find_clashes(Analysis *analysis, MoveIndependence *independence)
{
    Numbers features = {0};
    uint32_t *at = fatal_malloc((analysis->features + 1) * sizeof *at);
    for (size_t i = 0; i < analysis->features; i++)
        at[i] = NO_INDEX;
    for (uint32_t i = 0; i < analysis->moves && analysis->work < MAX_WORK; i++)
        if (!look_at_move(analysis, i, at, &features))
            for (uint32_t k = 0; k < analysis->moves; k++)
                clash(independence, i, k);
    vec_free(&features);
    free(at);
    for (size_t f = 0; f < analysis->features; f++) {
        const Numbers *touch = &analysis->touch[f], *look = &analysis->look[f];
        analysis->work += touch->count * (touch->count + look->count) / 8;
        if (analysis->work >= MAX_WORK)
            return false;
        for (size_t i = 0; i < touch->count; i++) {
            for (size_t k = 0; k < touch->count; k++)
                clash(independence, touch->items[i], touch->items[k]);
            for (size_t k = 0; k < look->count; k++)
                clash(independence, touch->items[i], look->items[k]);
        }
    }
    return analysis->work < MAX_WORK;
}

static void set_bit(uint64_t *rows, size_t words, uint32_t row, uint32_t bit)
{
    rows[row * words + bit / 64] |= (uint64_t)1 << bit % 64;
}

/* A move that makes a feature what another one does not need blocks that. */
static void find_blocks(Analysis *analysis, MoveIndependence *independence)
{
    for (size_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *makes = &analysis->makes[value][f];
            const Numbers *needs = &analysis->needs[!value][f];
            analysis->work += makes->count * needs->count / 8;
            if (analysis->work >= MAX_WORK)
                return;
            for (size_t i = 0; i < makes->count; i++)
                for (size_t k = 0; k < needs->count; k++)
                    set_bit(independence->block, independence->words,
                            makes->items[i], needs->items[k]);
        }
}

/* By move: the feature that most moves need and take away like this one. */
static uint32_t *find_parts(Analysis *analysis)
{
    size_t moves = analysis->moves;
    uint32_t *part = fatal_malloc((moves + 1) * sizeof *part);
    uint32_t *size = calloc(moves + 1, sizeof *size);
    bool *needed = calloc(moves + 1, sizeof *needed);
    if (!size || !needed)
        fatal("out of memory");
    for (size_t i = 0; i < moves; i++)
        part[i] = NO_INDEX;
    for (uint32_t f = 0; f < analysis->features; f++)
        for (int value = 0; value < 2; value++) {
            const Numbers *makes = &analysis->makes[!value][f];
            const Numbers *needs = &analysis->needs[value][f];
            uint32_t count = 0;
            for (size_t i = 0; i < needs->count; i++)
                needed[needs->items[i]] = true;
            for (size_t i = 0; i < makes->count; i++)
                count += needed[makes->items[i]];
            for (size_t i = 0; i < makes->count; i++)
                if (needed[makes->items[i]] && count > size[makes->items[i]]) {
                    size[makes->items[i]] = count;
                    part[makes->items[i]] = 2 * f + (uint32_t)value;
                }
            for (size_t i = 0; i < needs->count; i++)
                needed[needs->items[i]] = false;
        }
    free(size);
    free(needed);
    return part;
}

/* Ranks in the order in which parts are met; other moves are their own. */
static void find_ranks(Analysis *analysis, MoveIndependence *independence)
{
    size_t moves = analysis->moves, parts = 2 * analysis->features, next = 0;
    uint32_t *part = find_parts(analysis);
    uint32_t *rank = fatal_malloc((parts + 1) * sizeof *rank), ranks = 0;
    for (size_t i = 0; i < parts; i++)
        rank[i] = NO_INDEX;
    for (size_t i = 0; i < moves; i++) {
        if (part[i] == NO_INDEX)
            independence->rank[i] = ranks++;
        else if (rank[part[i]] == NO_INDEX)
            independence->rank[i] = rank[part[i]] = ranks++;
        else
            independence->rank[i] = rank[part[i]];
    }
    size_t *start = calloc(ranks + 2, sizeof *start);
    if (!start)
        fatal("out of memory");
    for (size_t i = 0; i < moves; i++)
        start[independence->rank[i] + 1]++;
    for (size_t i = 0; i < ranks; i++)
        start[i + 1] += start[i];
    for (next = 0; next < moves; next++)
        independence->by_rank[start[independence->rank[next]]++] =
            (uint32_t)next;
    free(start);
    free(rank);
    free(part);
}

static void find_before(MoveIndependence *independence)
{
    for (uint32_t i = 0; i < independence->moves; i++) {
        independence->first_before[i] = independence->before.count;
        for (uint32_t k = 0; k < independence->moves; k++)
            if (independence->rank[k] >= independence->rank[i] &&
                !does_block(independence, k, i) &&
                (independence->rank[k] == independence->rank[i] ||
                 !do_commute(independence, k, i)))
                vec_push(&independence->before, k);
    }
    independence->first_before[independence->moves] =
        independence->before.count;
}

static size_t count_pairs(const MoveIndependence *independence)
{
    size_t pairs = 0;
    for (uint32_t i = 0; i < independence->moves; i++)
        for (uint32_t k = 0; k < i; k++)
            pairs += do_commute(independence, i, k);
    return pairs;
}

/* ---- the sample ---- */

enum { PLAYS = 100, LONGEST_PLAY = 200, MAX_MADE = 30000 };

/* Notes which features each legal move, one of COUNT MOVES, changes in the
 * state of CURSOR. */
static void note_changes(Analysis *analysis, Cursor *cursor,
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

static void take_sample(Analysis *analysis, const Machine *machine,
                        Arena *arena)
{
    Cursor *cursor = cursor_new(machine);
    Random random = random_new(1, 3);
    analysis->words = machine_words(machine);
    analysis->changed =
        arena_array(arena, uint64_t, analysis->moves * analysis->words + 1);
    uint64_t *state = arena_array(arena, uint64_t, analysis->words + 1);
    uint32_t *moves = arena_array(arena, uint32_t, analysis->moves + 1);
    uint32_t count, made = 0;
    for (size_t play = 0; play < PLAYS && made < MAX_MADE; play++) {
        cursor_reset(cursor);
        for (size_t i = 0; i < LONGEST_PLAY && !cursor_terminal(cursor) &&
                           (count = puzzle_moves(cursor, moves)) > 0;
             i++) {
            note_changes(analysis, cursor, moves, count);
            made += count;
            cursor_moves(cursor, &moves[random_below(&random, count)]);
            memcpy(state, cursor_next(cursor), analysis->words * sizeof *state);
            cursor_set(cursor, state);
        }
    }
    cursor_free(cursor);
}

/* ---- putting it together ---- */

static MoveIndependence *analyse(Analysis *analysis, bool ends)
{
    const Net *net = analysis->net;
    size_t moves = analysis->moves;
    MoveIndependence *independence = fatal_malloc(sizeof *independence);
    *independence = (MoveIndependence){
        .moves = moves,
        .words = (moves + 63) / 64,
        .rank = fatal_malloc(moves * sizeof(uint32_t)),
        .by_rank = fatal_malloc(moves * sizeof(uint32_t)),
        .first_before = fatal_malloc((moves + 1) * sizeof(size_t))};
    independence->clash =
        calloc(moves * independence->words + 1, sizeof(uint64_t));
    independence->block =
        calloc(moves * independence->words + 1, sizeof(uint64_t));
    if (!independence->clash || !independence->block)
        fatal("out of memory");
    watch_by_themselves(analysis);
    if (ends)
        watch(analysis, net->terminal);
    size_t all = moves * (moves - 1) / 2;
    if (find_clashes(analysis, independence) &&
        count_pairs(independence) * 100 > all * MIN_PAIRS_PERCENT) {
        find_blocks(analysis, independence);
        find_ranks(analysis, independence);
        find_before(independence);
        return independence;
    }
    independence_free(independence);
    return NULL;
}

MoveIndependence *independence_new(const MoveEffects *touch,
                                   const Machine *sample)
{
    size_t features = touch->features;
    if (touch->moves < 2 || touch->moves > MAX_MOVES)
        return NULL;
    Arena *arena = arena_new();
    Analysis analysis = {
        .effects = touch,
        .net = touch->net,
        .moves = touch->moves,
        .features = features,
        .touch = arena_array(arena, Numbers, features + 1),
        .look = arena_array(arena, Numbers, features + 1),
        .makes = {arena_array(arena, Numbers, features + 1),
                  arena_array(arena, Numbers, features + 1)},
        .needs = {arena_array(arena, Numbers, features + 1),
                  arena_array(arena, Numbers, features + 1)},
        .watched = arena_array(arena, bool, features + 1),
        .mark = arena_array(arena, uint32_t, touch->net->node_count)};
    if (sample)
        take_sample(&analysis, sample, arena);
    MoveIndependence *independence = analyse(&analysis, !sample);
    for (size_t i = 0; i < features; i++) {
        vec_free(&analysis.touch[i]);
        vec_free(&analysis.look[i]);
        for (int value = 0; value < 2; value++) {
            vec_free(&analysis.makes[value][i]);
            vec_free(&analysis.needs[value][i]);
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
    free(independence->clash);
    free(independence->block);
    free(independence->rank);
    free(independence->by_rank);
    free(independence->first_before);
    vec_free(&independence->before);
    free(independence);
}

bool do_commute(const MoveIndependence *independence, uint32_t left,
                uint32_t right)
{
    return !(independence->clash[left * independence->words + right / 64] >>
                 right % 64 &
             1);
}

bool does_block(const MoveIndependence *independence, uint32_t first,
                uint32_t second)
{
    return independence->block[first * independence->words + second / 64] >>
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

const uint32_t *moves_before(const MoveIndependence *independence,
                             uint32_t move, size_t *count)
{
    size_t first = independence->first_before[move];
    *count = independence->first_before[move + 1] - first;
    return independence->before.items + first;
}
