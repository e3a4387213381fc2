/* beam_search.c - beam search with several evaluations and growing width
 *
 * In:   a Puzzle
 * Out:  plans; never a proof
 *
 * Beam search (Lowerre 1976): layer by layer, only the WIDTH best successors
 * are kept. Passes follow one
 * another, each with the next evaluation of the table; after the last one the
 * beam gets wider. No position is kept twice in a pass, which ends when no new
 * one is left. Start reading at beam_step().
 */
#include "solve/search.h"

#include "base/memory.h"
#include "base/sort.h"
#include "solve/evaluation.h"
#include "solve/state_set.h"

#include <assert.h>
#include <stdlib.h>

static const Evaluation evaluations[] = {
    {1, 0, 0, 0.001f},  {1, -0.02f, 0, 0.001f}, {1, 0.02f, 0, 0.001f},
    {0, -1, 0, 0.1f},   {0, 1, 0, 0.1f},        {0, 0, -1, 0.1f},
    {0.3f, 0, 0, 0.3f},
};
enum { EVALUATION_COUNT = sizeof evaluations / sizeof *evaluations };

/* A position that was kept, and the move that led there. The positions of a
 * layer stand together. */
typedef struct {
    uint32_t state;  /* number in the state set of this pass */
    uint32_t parent; /* index of the position before */
    uint32_t move;
} BeamStep;

/* A position that may be kept in the next layer. */
typedef struct {
    float score;
    BeamStep step;
} BeamChild;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    Random random;
    uint64_t *state; /* buffer of a state */
    uint32_t *moves; /* legal moves */
    size_t bytes, width, max_width, pass;
    Target target;
    /* the current pass */
    StateSet *states;        /* all positions that were met; NULL: no pass */
    VEC(BeamStep) steps;     /* of all layers */
    size_t next, layer_end;  /* next step to expand; end of its layer */
    size_t depth;            /* of the layer */
    VEC(BeamChild) children; /* of the steps before NEXT */
} BeamSearch;

enum { FIRST_WIDTH = 32, GROWTH = 4 };

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
    assert(!beam->states);
    bool is_new;
    target_set(&beam->target, beam->puzzle, target_value(beam, best));
    beam->states =
        state_set_new(machine_words(beam->puzzle->machine), 4 * beam->bytes);
    uint32_t start = state_set_put(beam->states, beam->puzzle->start, &is_new);
    assert(start == 0);
    vec_clear(&beam->steps);
    vec_push(&beam->steps, (BeamStep){start, 0, 0});
    vec_clear(&beam->children);
    beam->next = beam->depth = 0;
    beam->layer_end = 1;
}

/* Ends the pass. The next one has the next evaluation; after the last one the
 * beam gets wider. False if that exceeds MAX_WIDTH. */
static bool end_pass(BeamSearch *beam)
{
    state_set_free(beam->states);
    beam->states = NULL;
    beam->pass++;
    if (beam->pass % EVALUATION_COUNT)
        return true;
    beam->width *= GROWTH;
    return beam->width <= beam->max_width;
}

static void set_cursor(BeamSearch *beam, uint32_t state)
{
    state_set_get(beam->states, state, beam->state);
    cursor_set(beam->cursor, beam->state);
}

static void report_plan(BeamSearch *beam, Best *best, BeamStep step, int value)
{
    MoveVec moves = {0};
    for (size_t i = 0; i <= beam->depth; i++)
        vec_push(&moves, 0);
    for (size_t i = beam->depth + 1; i-- > 0;) {
        moves.items[i] = step.move;
        assert(i > 0 || step.parent == 0); /* the start */
        step = beam->steps.items[step.parent];
    }
    best_found(best, beam->puzzle, beam->interface.name, value, &moves, false);
    vec_free(&moves);
}

/* Adds the successors of one position that are new in this pass; returns the
 * cost. */
static uint64_t expand(BeamSearch *beam)
{
    set_cursor(beam, beam->steps.items[beam->next].state);
    if (cursor_is_terminal(beam->cursor))
        return 1; /* only the start can be: terminal children are dropped */
    uint32_t count = puzzle_moves(beam->cursor, beam->moves);
    for (uint32_t i = 0; i < count; i++) {
        bool is_new;
        cursor_moves(beam->cursor, &beam->moves[i]);
        BeamStep step = {
            state_set_put(beam->states, cursor_next(beam->cursor), &is_new),
            (uint32_t)beam->next, beam->moves[i]};
        if (is_new && step.state != NO_STATE)
            vec_push(&beam->children, (BeamChild){0, step});
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
        set_cursor(beam, child.step.state);
        if (cursor_is_terminal(beam->cursor)) {
            int value = puzzle_worth(beam->puzzle, beam->cursor);
            if (value > best->value)
                report_plan(beam, best, child.step, value);
            continue;
        }
        if (!cursor_legal_count(beam->cursor, 0))
            continue;
        child.score = evaluation_of(evaluation, &beam->target, beam->cursor,
                                    &beam->random, &cost);
        beam->children.items[kept++] = child;
    }
    best->positions += beam->children.count;
    beam->children.count = kept;
    return cost;
}

/* Best first; of equal ones, what was found first. */
static int by_score(const void *left, const void *right)
{
    const BeamChild *a = left, *b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return (a->step.state > b->step.state) - (a->step.state < b->step.state);
}

/* The best children become the next layer. */
static void select_layer(BeamSearch *beam)
{
    assert(beam->next == beam->layer_end); /* all are expanded */
    size_t count = beam->children.count;
    sort_items(beam->children.items, count, sizeof *beam->children.items,
               by_score);
    for (size_t i = 0; i < count && i < beam->width; i++)
        vec_push(&beam->steps, beam->children.items[i].step);
    vec_clear(&beam->children);
    beam->layer_end = beam->steps.count;
    beam->depth++;
}

static PlanSearchState beam_step(PlanSearch *search, Best *best, uint64_t units,
                                 uint64_t *done)
{
    (void)units;
    BeamSearch *beam = (BeamSearch *)search;
    if (!beam->states)
        begin_pass(beam, best);
    if (beam->next < beam->layer_end) {
        *done += expand(beam) * move_cost(beam->puzzle->net);
        beam->next++;
        return SEARCH_RUNNING;
    }
    *done += score_children(beam, best) * move_cost(beam->puzzle->net);
    select_layer(beam);
    if (beam->next < beam->layer_end && beam->depth < beam->puzzle->horizon &&
        beam->steps.count <= beam->max_width * 64)
        return SEARCH_RUNNING;
    return end_pass(beam) ? SEARCH_RUNNING : SEARCH_GAVE_UP;
}

static void beam_free(PlanSearch *search)
{
    BeamSearch *beam = (BeamSearch *)search;
    cursor_free(beam->cursor);
    target_free(&beam->target);
    state_set_free(beam->states);
    free_all(beam->state, beam->moves);
    vec_free_all(&beam->children, &beam->steps);
    free(beam);
}

PlanSearch *beam_search_new(const Puzzle *puzzle, size_t bytes)
{
    BeamSearch *beam = memory_alloc(sizeof *beam);
    size_t word_count = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *beam = (BeamSearch){
        .interface = {"beam", beam_step, beam_free, false},
        .puzzle = puzzle,
        .cursor = cursor_new(puzzle->machine),
        .random = random_new(puzzle->seed, 1),
        .state = memory_array(word_count, sizeof(uint64_t)),
        .moves = memory_array(moves, sizeof(uint32_t)),
        .bytes = bytes,
        .width = FIRST_WIDTH,
        /* a dozen children of some states each, and their steps */
        .max_width = bytes / (16 * (word_count + 4) * sizeof(uint64_t) + 1024),
        .target = target_new(puzzle)};
    return &beam->interface;
}
