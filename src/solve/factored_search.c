/* factored_search.c - factored search: independent factors solved separately
 *
 * In:   a Puzzle
 * Out:  plans combined from those of its factors; when every end that the
 *       factors can reach together has been examined, a proof
 *
 * A move is a move in every factor. Terminal and goals only depend on the views
 * that the factors can have after n moves, and on autonomous features. This
 * overapproximates what the game can reach, so that bounds are valid; a plan
 * counts if the machine confirms it.
 *
 * A puzzle of one factor whose goals read autonomous features is such a case,
 * too: the successors of a state are then computed once, and not at each depth.
 * Start reading at factored_search_step().
 */
#include "solve/search.h"

#include "base/memory.h"
#include "solve/factor_layers.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Factoring *factoring;
    FactorLayers *layers[MAX_FACTORS];
    size_t depth,
        factor; /* layers below DEPTH are complete; the factor being expanded */
    Cursor *cursor;
    uint64_t *autonomous; /* a state: the autonomous features at DEPTH, */
    uint64_t *remembered; /* and when the layers were remembered */
    int highest_value; /* highest value of an end that the factors can reach */
    size_t first_depth[101]; /* by value: the lowest depth of such an end */
    size_t failed_replays;
} FactoredSearch;

enum { MAX_COMBINATIONS = 5000, MAX_FAILURES = 64, MAX_PLAN_STEPS = 5000 };

/* ---- plans ---- */

/* The moves that are moves of the PATHS in every factor; false if there is no
 * such move, or the machine does not confirm that they have VALUE. */
static bool try_plan(FactoredSearch *self, Best *best, const uint32_t *members,
                     int value)
{
    size_t count = self->factoring->count, depth = self->depth;
    uint32_t *paths = memory_array(count * depth + 1, sizeof *paths);
    uint32_t classes[MAX_FACTORS];
    MoveVec moves = {0};
    bool valid = true;
    for (size_t i = 0; i < count; i++)
        layer_path(self->layers[i], depth, members[i], paths + i * depth);
    for (size_t t = 0; t < depth && valid; t++) {
        for (size_t i = 0; i < count; i++)
            classes[i] = paths[i * depth + t];
        vec_push(&moves, factoring_move(self->factoring, classes));
        valid = vec_last(&moves) != NO_INDEX;
    }
    valid = valid && puzzle_replay(self->puzzle, &moves) == value;
    if (valid)
        best_found(best, self->puzzle, self->interface.name, value, &moves,
                   self->first_depth[value] == depth);
    vec_free(&moves);
    free(paths);
    return valid;
}

/* ---- ends ---- */

typedef struct {
    uint64_t views[MAX_FACTORS];
    uint32_t members[MAX_FACTORS];
    size_t tried;
    bool some_unfinished; /* some position is not terminal */
} ViewChoice;

/* The highest value that an end with the views last set can have. */
static int possible_value(const FactoredSearch *self)
{
    const Role *role = &self->puzzle->net->roles[0];
    for (size_t i = role->goal_count; i-- > 0;)
        if (puzzle_value(self->puzzle, i) != NO_VALUE &&
            factoring_truth(self->factoring, role->goals[i].lit) != TRUTH_FALSE)
            return puzzle_value(self->puzzle, i);
    return NO_VALUE;
}

/* The factors can reach an end of VALUE together. */
static void examine_end(FactoredSearch *self, Best *best,
                        const ViewChoice *choice, int value)
{
    if (value == NO_VALUE)
        return;
    if (self->first_depth[value] == SIZE_MAX)
        self->first_depth[value] = self->depth;
    if (value > self->highest_value)
        self->highest_value = value;
    if (value > best->value && self->failed_replays < MAX_FAILURES &&
        !try_plan(self, best, choice->members, value))
        self->failed_replays++;
}

/* Chooses views for factor NUMBER and those after it, as long as it matters
 * which. */
static void choose_views(FactoredSearch *self, Best *best, ViewChoice *choice,
                         size_t number)
{
    size_t count;
    const View *views = layer_views(self->layers[number], self->depth, &count);
    uint32_t known_factors = (2u << number) - 1;
    bool last = number + 1 == self->factoring->count;
    for (size_t i = 0; i < count && choice->tried < MAX_COMBINATIONS; i++) {
        choice->views[number] = views[i].view;
        choice->members[number] = views[i].member;
        choice->tried++;
        factoring_set_views(self->factoring, choice->views, known_factors,
                            self->autonomous);
        ThreeValued end =
            factoring_truth(self->factoring, self->factoring->net->terminal);
        int value = possible_value(self);
        assert(!last || end != TRUTH_UNKNOWN);
        if (end == TRUTH_FALSE)
            choice->some_unfinished = true;
        else if (last)
            examine_end(self, best, choice, value);
        else if (value > best->value ||
                 (end == TRUTH_UNKNOWN && !choice->some_unfinished))
            choose_views(self, best, choice, number + 1);
    }
}

/* ---- the search ---- */

static PlanSearchState finish(FactoredSearch *self, Best *best,
                              bool within_horizon)
{
    int value =
        self->highest_value > best->value ? self->highest_value : best->value;
    best_bounded(best, self->interface.name, value, within_horizon);
    return SEARCH_COMPLETE;
}

/* Whether all layers and autonomous features are the same as at an earlier
 * depth, the last power of two (Brent 1980). */
static bool is_cycle(FactoredSearch *self)
{
    size_t words = machine_words(self->puzzle->machine);
    size_t bytes = words * sizeof(uint64_t);
    bool same =
        self->depth && !memcmp(self->remembered, self->autonomous, bytes);
    for (size_t i = 0; i < self->factoring->count && same; i++)
        same = layer_is_remembered(self->layers[i], self->depth);
    if (!same && (self->depth & (self->depth - 1)) == 0) {
        memcpy(self->remembered, self->autonomous, bytes);
        for (size_t i = 0; i < self->factoring->count; i++)
            layer_remember(self->layers[i], self->depth);
    }
    return same;
}

/* Sets the autonomous features to those of STATE. */
static void set_autonomous(FactoredSearch *self, const uint64_t *state)
{
    for (size_t i = 0; i < machine_words(self->puzzle->machine); i++)
        self->autonomous[i] = state[i] & self->factoring->autonomous[i];
}

static void advance_autonomous(FactoredSearch *self)
{
    uint32_t any_move = 0; /* they change independently of all moves */
    cursor_set(self->cursor, self->autonomous);
    cursor_moves(self->cursor, &any_move);
    set_autonomous(self, cursor_next(self->cursor));
}

/* All factors have completed the layer of this depth: examines the
 * combinations. */
static PlanSearchState combine_layers(FactoredSearch *self, Best *best,
                                      uint64_t *cost)
{
    ViewChoice choice = {.tried = 0};
    choose_views(self, best, &choice, 0);
    *cost += choice.tried;
    if (choice.tried >= MAX_COMBINATIONS)
        return SEARCH_GAVE_UP;
    if (!choice.some_unfinished)
        return finish(self, best, false);
    if (self->depth >= self->puzzle->horizon)
        return finish(self, best, true);
    if (is_cycle(self))
        return finish(self, best, false);
    if (self->depth >= MAX_PLAN_STEPS)
        return SEARCH_GAVE_UP;
    self->depth++;
    self->factor = 0;
    if (self->interface.replaces_breadth_first && best->depth < self->depth)
        best->depth = self->depth;
    advance_autonomous(self);
    return SEARCH_RUNNING;
}

static PlanSearchState factored_search_step(PlanSearch *search, Best *best,
                                            uint64_t units, uint64_t *done)
{
    (void)units;
    FactoredSearch *self = (FactoredSearch *)search;
    ++*done;
    if (self->factor == self->factoring->count)
        return combine_layers(self, best, done);
    LayerStep step =
        factor_layers_step(self->layers[self->factor], self->autonomous, done);
    self->factor += step == LAYER_DONE;
    best->positions++;
    return step == LAYERS_TOO_LARGE ? SEARCH_GAVE_UP : SEARCH_RUNNING;
}

static void factored_search_free(PlanSearch *search)
{
    FactoredSearch *self = (FactoredSearch *)search;
    for (size_t i = 0; i < self->factoring->count; i++)
        factor_layers_free(self->layers[i]);
    cursor_free(self->cursor);
    factoring_free(self->factoring);
    free_all(self->autonomous, self->remembered, self);
}

PlanSearch *factored_search_new(const Puzzle *puzzle, size_t bytes)
{
    Factoring *factoring = factoring_new(puzzle->net);
    if (!factoring)
        return NULL;
    FactoredSearch *self = memory_alloc(sizeof *self);
    size_t words = machine_words(puzzle->machine);
    *self = (FactoredSearch){
        .interface = {"sum of parts", factored_search_step,
                      factored_search_free, factoring->count == 1},
        .puzzle = puzzle,
        .factoring = factoring,
        .cursor = cursor_new(puzzle->machine),
        .autonomous = memory_array(words, sizeof(uint64_t)),
        .remembered = memory_array(words, sizeof(uint64_t)),
        .highest_value = NO_VALUE};
    set_autonomous(self, puzzle->start);
    for (size_t i = 0; i < factoring->count; i++)
        self->layers[i] = factor_layers_new(factoring, i, puzzle->start,
                                            bytes / factoring->count);
    for (size_t i = 0; i <= 100; i++)
        self->first_depth[i] = SIZE_MAX;
    return &self->interface;
}
