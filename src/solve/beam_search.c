/* beam_search.c - beam search with several evaluations and growing width
 *
 * In:   a Puzzle
 * Out:  plans; never a proof
 *
 * Layer by layer, only the WIDTH best successors are kept. Passes follow one
 * another, each with the next evaluation of the table; after the last one the
 * beam gets wider. No position is kept twice in a pass, which ends when no new
 * one is left. Start reading at beam_step().
 */
#include "base/memory.h"
#include "solve/search.h"

#include "base/sort.h"
#include "solve/evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Evaluation evaluations[] = {
    {1, 0, 0, 0.001f},  {1, -0.02f, 0, 0.001f}, {1, 0.02f, 0, 0.001f},
    {0, -1, 0, 0.1f},   {0, 1, 0, 0.1f},        {0, 0, -1, 0.1f},
    {0.3f, 0, 0, 0.3f},
};
enum { EVALUATION_COUNT = sizeof evaluations / sizeof *evaluations };

/* A position of the next layer. */
typedef struct {
    float score;
    uint32_t parent, move; /* index in the current layer, and move from it */
    uint64_t hash;
} BeamChild;

/* How a kept position was reached. */
typedef struct {
    uint32_t parent, move;
} BeamStep;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    Random random;
    size_t words;
    uint32_t *moves; /* legal moves */
    size_t width, max_width, pass;
    Target target;
    /* the current pass */
    uint64_t *layer, *next;   /* states of the current and the next layer */
    size_t count, next_index; /* size of the layer; next position to expand */
    size_t depth;
    VEC(BeamChild) children;
    uint64_t *children_states;
    size_t children_capacity;
    VEC(BeamStep) steps;      /* steps of all layers */
    VEC(size_t) layer_starts; /* by layer: its first step */
    uint64_t *seen;           /* hash set of the positions of this pass */
    size_t seen_count, seen_capacity;
} BeamSearch;

enum { FIRST_WIDTH = 32, GROWTH = 4 };

static uint64_t hash_state(const uint64_t *state, size_t words)
{
    uint64_t hash = 0x243f6a8885a308d3u;
    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ state[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9u;
    return (hash ^ hash >> 32) | 1; /* 0 is an empty slot */
}

/* ---- positions of this pass ---- */

static void grow_seen(BeamSearch *beam, size_t capacity)
{
    uint64_t *old = beam->seen;
    size_t old_capacity = beam->seen_capacity;
    beam->seen = memory_array(capacity, sizeof *beam->seen);
    memset(beam->seen, 0, capacity * sizeof *beam->seen);
    beam->seen_capacity = capacity;
    for (size_t i = 0; i < old_capacity; i++) {
        if (!old[i])
            continue;
        size_t slot = old[i] >> 7 & (capacity - 1);
        while (beam->seen[slot])
            slot = (slot + 1) & (capacity - 1);
        beam->seen[slot] = old[i];
    }
    free(old);
}

/* Whether HASH is new; two positions with one hash, which are rare, count as
 * one. */
static bool insert_seen(BeamSearch *beam, uint64_t hash)
{
    assert(hash); /* 0 is an empty slot */
    if (2 * (beam->seen_count + 1) > beam->seen_capacity)
        grow_seen(beam, beam->seen_capacity ? 2 * beam->seen_capacity : 4096);
    size_t slot = hash >> 7 & (beam->seen_capacity - 1);
    while (beam->seen[slot]) {
        if (beam->seen[slot] == hash)
            return false;
        slot = (slot + 1) & (beam->seen_capacity - 1);
    }
    beam->seen[slot] = hash;
    beam->seen_count++;
    return true;
}

/* ---- passes ---- */

/* The target value: the upper bound in two of three rounds of evaluations, in
 * the third the next value above the best plan. */
static int target_value(const BeamSearch *beam, const Best *best)
{
    return beam->pass / EVALUATION_COUNT % 3 == 1
               ? next_target_value(beam->puzzle, best)
               : best->bound;
}

static void begin_pass(BeamSearch *beam, const Best *best)
{
    target_set(&beam->target, beam->puzzle, target_value(beam, best));
    memcpy(beam->layer, beam->puzzle->start, beam->words * sizeof(uint64_t));
    beam->count = 1;
    beam->next_index = beam->depth = 0;
    vec_clear(&beam->children);
    vec_clear(&beam->steps);
    vec_clear(&beam->layer_starts);
    if (beam->seen_count)
        memset(beam->seen, 0, beam->seen_capacity * sizeof *beam->seen);
    beam->seen_count = 0;
    insert_seen(beam, hash_state(beam->layer, beam->words));
    BeamStep none = {0, 0};
    vec_push(&beam->layer_starts, 0);
    vec_push(&beam->steps, none);
}

/* The next evaluation; after the last one a wider beam. False if that exceeds
 * MAX_WIDTH. */
static bool next_pass(BeamSearch *beam)
{
    beam->pass++;
    if (beam->pass % EVALUATION_COUNT)
        return true;
    if (beam->width * GROWTH > beam->max_width)
        return false;
    beam->width *= GROWTH;
    size_t words = beam->width * beam->words;
    beam->layer = memory_resize(beam->layer, words, sizeof *beam->layer);
    beam->next = memory_resize(beam->next, words, sizeof *beam->next);
    return true;
}

static void report_plan(BeamSearch *beam, Best *best, uint32_t parent,
                        uint32_t move, int value)
{
    MoveVec moves = {0};
    for (size_t i = 0; i <= beam->depth; i++)
        vec_push(&moves, move);
    for (size_t i = beam->depth; i > 0; i--) {
        BeamStep step = beam->steps.items[beam->layer_starts.items[i] + parent];
        moves.items[i - 1] = step.move;
        parent = step.parent;
    }
    assert(parent == 0); /* the start */
    best_found(best, beam->puzzle, beam->interface.name, value, &moves, false);
    vec_free(&moves);
}

static uint64_t *child_state(BeamSearch *beam, size_t child)
{
    return beam->children_states + child * beam->words;
}

static void add_child(BeamSearch *beam, const uint64_t *state, uint32_t move)
{
    uint64_t hash = hash_state(state, beam->words);
    if (!insert_seen(beam, hash))
        return;
    if (beam->children.count == beam->children_capacity) {
        beam->children_capacity = 2 * beam->children_capacity + 1024;
        beam->children_states = memory_resize(
            beam->children_states, beam->children_capacity * beam->words,
            sizeof(uint64_t));
    }
    memcpy(child_state(beam, beam->children.count), state,
           beam->words * sizeof *state);
    vec_push(&beam->children,
             (BeamChild){0, (uint32_t)beam->next_index, move, hash});
}

/* Adds the successors of one position; returns the cost. */
static uint64_t expand(BeamSearch *beam)
{
    cursor_set(beam->cursor, beam->layer + beam->next_index * beam->words);
    if (cursor_terminal(beam->cursor))
        return 1; /* only the start can be: terminal children are dropped */
    uint32_t count = puzzle_moves(beam->cursor, beam->moves);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(beam->cursor, &beam->moves[i]);
        add_child(beam, cursor_next(beam->cursor), beam->moves[i]);
    }
    return 1 + count;
}

/* Evaluates the children; terminal ones are reported and dropped. Returns the
 * cost. */
static uint64_t score_children(BeamSearch *beam, Best *best)
{
    const Evaluation *evaluation = &evaluations[beam->pass % EVALUATION_COUNT];
    size_t kept = 0;
    uint64_t cost = beam->children.count;
    for (size_t i = 0; i < beam->children.count; i++) {
        BeamChild child = beam->children.items[i];
        cursor_set(beam->cursor, child_state(beam, i));
        if (cursor_terminal(beam->cursor)) {
            int value = puzzle_worth(beam->puzzle, beam->cursor);
            if (value > best->value)
                report_plan(beam, best, child.parent, child.move, value);
            continue;
        }
        if (!cursor_legal_count(beam->cursor, 0))
            continue;
        child.score = evaluation_of(evaluation, &beam->target, beam->cursor,
                                    &beam->random, &cost);
        memmove(child_state(beam, kept), child_state(beam, i),
                beam->words * sizeof(uint64_t));
        beam->children.items[kept++] = child;
    }
    best->positions += beam->children.count;
    beam->children.count = kept;
    return cost;
}

typedef struct {
    float score;
    uint32_t child;
} RankedChild;

static int by_score(const void *left, const void *right)
{
    const RankedChild *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->child < b->child ? -1 : 1;
}

/* The best children become the next layer. */
static void select_layer(BeamSearch *beam)
{
    assert(beam->next_index == beam->count); /* all are expanded */
    size_t count = beam->children.count;
    RankedChild *ranks = memory_array(count + 1, sizeof *ranks);
    for (size_t i = 0; i < count; i++)
        ranks[i] = (RankedChild){beam->children.items[i].score, (uint32_t)i};
    sort_items(ranks, count, sizeof *ranks, by_score);
    if (count > beam->width)
        count = beam->width;
    vec_push(&beam->layer_starts, beam->steps.count);
    for (size_t i = 0; i < count; i++) {
        const BeamChild *child = &beam->children.items[ranks[i].child];
        BeamStep step = {child->parent, child->move};
        memcpy(beam->next + i * beam->words, child_state(beam, ranks[i].child),
               beam->words * sizeof(uint64_t));
        vec_push(&beam->steps, step);
    }
    free(ranks);
    uint64_t *swap = beam->layer;
    beam->layer = beam->next;
    beam->next = swap;
    beam->count = count;
    beam->next_index = 0;
    beam->depth++;
    vec_clear(&beam->children);
}

static PlanSearchState beam_step(PlanSearch *search, Best *best, uint64_t units,
                                 uint64_t *done)
{
    (void)units;
    BeamSearch *beam = (BeamSearch *)search;
    if (!beam->layer_starts.count)
        begin_pass(beam, best);
    if (beam->next_index < beam->count) {
        *done += expand(beam) * move_cost(beam->puzzle);
        beam->next_index++;
        return SEARCH_RUNNING;
    }
    *done += score_children(beam, best) * move_cost(beam->puzzle);
    select_layer(beam);
    if (beam->count && beam->depth < beam->puzzle->horizon &&
        beam->steps.count <= beam->max_width * 64)
        return SEARCH_RUNNING;
    vec_clear(&beam->layer_starts);
    return next_pass(beam) ? SEARCH_RUNNING : SEARCH_GAVE_UP;
}

static void beam_free(PlanSearch *search)
{
    BeamSearch *beam = (BeamSearch *)search;
    cursor_free(beam->cursor);
    target_free(&beam->target);
    free(beam->moves);
    free(beam->layer);
    free(beam->next);
    vec_free(&beam->children);
    free(beam->children_states);
    vec_free(&beam->steps);
    vec_free(&beam->layer_starts);
    free(beam->seen);
    free(beam);
}

PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes)
{
    BeamSearch *beam = memory_alloc(sizeof *beam);
    size_t words = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *beam = (BeamSearch){
        {"beam", beam_step, beam_free, false},
        puzzle,
        cursor_new(puzzle->machine),
        random_new(puzzle->seed, 1),
        words,
        memory_array(moves + 1, sizeof(uint32_t)),
        FIRST_WIDTH,
        .target = target_new(puzzle),
        .layer = memory_array(FIRST_WIDTH * words, sizeof(uint64_t)),
        .next = memory_array(FIRST_WIDTH * words, sizeof(uint64_t))};
    /* a kept position takes two states, a dozen children, and its steps */
    beam->max_width = bytes / (16 * (words + 4) * sizeof(uint64_t) + 1024);
    return &beam->interface;
}
