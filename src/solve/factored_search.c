/* factored_search.c - factored search: independent factors solved separately
 *
 * In:   a Puzzle
 * Out:  plans combined from those of its factors; when every end that the
 *       factors can reach together has been examined, a proof
 *
 * Either every move is a move in all factors, or each move belongs to one
 * factor and leaves the others as they are (interleaved); then the numbers of
 * moves of the factors add up. Terminal and goals only depend on the views that
 * the factors can have after n moves, and on autonomous features. This
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
    size_t depth, current_factor; /* layers below DEPTH are complete; the factor
                                     being expanded */
    Cursor *cursor;
    uint64_t *autonomous_state; /* a state: the autonomous features at DEPTH, */
    uint64_t *remembered_state; /* and when the layers were remembered */
    /* No end is new after that: in a longer interleaved play some factor has
     * made more moves than until the cycle, and could leave a period out. */
    size_t last_depth;
    int highest_value; /* highest value of an end that the factors can reach */
    size_t first_depth[101]; /* by value: the lowest depth of such an end */
    size_t failed_replays;
} FactoredSearch;

enum {
    MAX_COMBINATIONS = 5000,
    MAX_FAILED_REPLAYS = 64,
    MAX_PLAN_STEPS = 5000
};

/* The views of the first few factors, and a state of each that has its view. */
typedef struct {
    uint64_t views[MAX_FACTORS];
    size_t layers[MAX_FACTORS];
    uint32_t members[MAX_FACTORS]; /* of these layers */
    size_t idle_moves;             /* moves of no factor, if interleaved */
    size_t combinations;
    bool has_unfinished; /* some position is not terminal */
} ViewChoice;

/* ---- plans ---- */

/* Adds the moves by which the factors in FACTOR_MASK go together where they
 * were chosen to be, while the others are idle; false if there are none. */
static bool add_moves(FactoredSearch *self, const ViewChoice *choice,
                      uint32_t factor_mask, MoveVec *moves)
{
    size_t factor_count = self->factoring->factor_count;
    size_t length = choice->layers[__builtin_ctz(factor_mask)];
    uint32_t *paths = memory_array(factor_count * length + 1, sizeof *paths);
    uint32_t classes[MAX_FACTORS];
    bool is_valid = true;
    for (size_t i = 0; i < factor_count; i++)
        if (factor_mask >> i & 1)
            layer_path(self->layers[i], length, choice->members[i],
                       paths + i * length);
    for (size_t step = 0; step < length && is_valid; step++) {
        for (size_t i = 0; i < factor_count; i++)
            classes[i] = factor_mask >> i & 1
                             ? paths[i * length + step]
                             : self->factoring->factors[i].idle_class;
        vec_push(moves, factoring_move(self->factoring, classes));
        is_valid = vec_last(moves) != NO_INDEX;
    }
    memory_free(paths);
    return is_valid;
}

/* Tries the moves of all factors together or, if they are interleaved, one
 * factor after the other, beginning with FIRST_FACTOR. */
static bool try_order(FactoredSearch *self, Best *best,
                      const ViewChoice *choice, size_t first_factor, int value)
{
    size_t factor_count = self->factoring->factor_count;
    MoveVec moves = {0};
    bool is_valid = true;
    for (size_t i = 0; i < choice->idle_moves; i++)
        vec_push(&moves, self->factoring->idle_move);
    if (!self->factoring->is_interleaved)
        is_valid = add_moves(self, choice, (1u << factor_count) - 1, &moves);
    for (size_t i = 0;
         self->factoring->is_interleaved && i < factor_count && is_valid; i++)
        is_valid = add_moves(self, choice,
                             1u << (first_factor + i) % factor_count, &moves);
    is_valid = is_valid && puzzle_replay(self->puzzle, &moves) == value;
    if (is_valid)
        best_record_plan(best, self->puzzle, self->interface.name, value,
                         &moves, self->first_depth[value] == self->depth);
    vec_free(&moves);
    return is_valid;
}

/* The game may end too early in one order of factors and not in another. */
static bool try_plan(FactoredSearch *self, Best *best, const ViewChoice *choice,
                     int value)
{
    size_t order_count =
        self->factoring->is_interleaved ? self->factoring->factor_count : 1;
    for (size_t first_factor = 0; first_factor < order_count; first_factor++)
        if (try_order(self, best, choice, first_factor, value))
            return true;
    return false;
}

/* ---- ends ---- */

/* The highest value that an end with the views last set can have. */
static int highest_possible_value(const FactoredSearch *self)
{
    const Role *role = &self->puzzle->net->roles[0];
    for (size_t i = role->goal_count; i-- > 0;)
        if (puzzle_goal_value(self->puzzle, i) != NO_VALUE &&
            factoring_truth(self->factoring, role->goals[i].lit) != TRUTH_FALSE)
            return puzzle_goal_value(self->puzzle, i);
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
    if (value > best->value && self->failed_replays < MAX_FAILED_REPLAYS &&
        !try_plan(self, best, choice, value))
        self->failed_replays++;
}

static void choose_layers(FactoredSearch *self, Best *best, ViewChoice *choice,
                          size_t factor, size_t moves_left);

/* Chooses views of LAYER for FACTOR, and for the factors after it, which
 * have MOVES_LEFT, as long as it matters which. */
static void choose_views(FactoredSearch *self, Best *best, ViewChoice *choice,
                         size_t factor, size_t layer, size_t moves_left)
{
    size_t view_count;
    const View *views = layer_views(self->layers[factor], layer, &view_count);
    uint32_t known_factors = (2u << factor) - 1;
    bool is_last = factor + 1 == self->factoring->factor_count;
    for (size_t i = 0;
         i < view_count && choice->combinations < MAX_COMBINATIONS; i++) {
        choice->views[factor] = views[i].view;
        choice->layers[factor] = layer;
        choice->members[factor] = views[i].member;
        choice->combinations++;
        factoring_set_views(self->factoring, choice->views, known_factors,
                            self->autonomous_state);
        ThreeValued terminal_truth =
            factoring_truth(self->factoring, self->factoring->net->terminal);
        int value = highest_possible_value(self);
        assert(!is_last || terminal_truth != TRUTH_UNKNOWN);
        if (terminal_truth == TRUTH_FALSE)
            choice->has_unfinished = true;
        else if (is_last)
            examine_end(self, best, choice, value);
        else if (value > best->value ||
                 (terminal_truth == TRUTH_UNKNOWN && !choice->has_unfinished))
            choose_layers(self, best, choice, factor + 1, moves_left);
    }
}

/* Chooses the number of moves that FACTOR has made: all DEPTH or, if
 * factors are interleaved, some of the MOVES_LEFT that those before it have
 * not. */
static void choose_layers(FactoredSearch *self, Best *best, ViewChoice *choice,
                          size_t factor, size_t moves_left)
{
    const Factoring *factoring = self->factoring;
    bool takes_all =
        !factoring->is_interleaved || (factor + 1 == factoring->factor_count &&
                                       factoring->idle_move == NO_INDEX);
    for (size_t layer = takes_all ? moves_left : 0; layer <= moves_left;
         layer++) {
        choice->idle_moves = factoring->is_interleaved ? moves_left - layer : 0;
        choose_views(self, best, choice, factor, layer,
                     factoring->is_interleaved ? moves_left - layer
                                               : moves_left);
    }
}

/* ---- the search ---- */

static PlanSearchState finish_search(FactoredSearch *self, Best *best,
                                     bool within_horizon)
{
    int value =
        self->highest_value > best->value ? self->highest_value : best->value;
    best_record_bound(best, self->interface.name, value, within_horizon);
    return SEARCH_COMPLETE;
}

/* Whether all layers and autonomous features are the same as at an earlier
 * depth, the last power of two (Brent 1980). If not, they are remembered at
 * each power of two. */
static bool is_cycle(FactoredSearch *self)
{
    size_t word_count = machine_words(self->puzzle->machine);
    size_t bytes = word_count * sizeof(uint64_t);
    bool is_same = self->depth && !memcmp(self->remembered_state,
                                          self->autonomous_state, bytes);
    for (size_t i = 0; i < self->factoring->factor_count && is_same; i++)
        is_same = layer_is_remembered(self->layers[i], self->depth);
    if (!is_same && (self->depth & (self->depth - 1)) == 0) {
        memcpy(self->remembered_state, self->autonomous_state, bytes);
        for (size_t i = 0; i < self->factoring->factor_count; i++)
            layer_remember(self->layers[i], self->depth);
    }
    return is_same;
}

/* Sets the autonomous features to those of STATE. */
static void set_autonomous(FactoredSearch *self, const uint64_t *state)
{
    for (size_t i = 0; i < machine_words(self->puzzle->machine); i++)
        self->autonomous_state[i] =
            state[i] & self->factoring->autonomous_mask[i];
}

static void advance_autonomous(FactoredSearch *self)
{
    uint32_t any_move = 0; /* they change independently of all moves */
    cursor_set(self->cursor, self->autonomous_state);
    cursor_moves(self->cursor, &any_move);
    set_autonomous(self, cursor_next(self->cursor));
}

/* All factors have completed the layer of this depth: examines the
 * combinations. */
static PlanSearchState combine_layers(FactoredSearch *self, Best *best,
                                      uint64_t *cost)
{
    ViewChoice choice = {.combinations = 0};
    size_t factor_count = self->factoring->factor_count;
    choose_layers(self, best, &choice, 0, self->depth);
    *cost += choice.combinations;
    if (choice.combinations >= MAX_COMBINATIONS)
        return SEARCH_GAVE_UP;
    if (!choice.has_unfinished)
        return finish_search(self, best, false);
    if (self->depth >= self->puzzle->horizon)
        return finish_search(self, best, true);
    if (self->last_depth == SIZE_MAX && is_cycle(self))
        self->last_depth = self->factoring->is_interleaved
                               ? factor_count * self->depth
                               : self->depth;
    if (self->depth >= self->last_depth)
        return finish_search(self, best, false);
    if (self->depth >= MAX_PLAN_STEPS)
        return SEARCH_GAVE_UP;
    self->depth++;
    self->current_factor = 0;
    if (self->interface.replaces_breadth_first &&
        best->examined_depth < self->depth)
        best->examined_depth = self->depth;
    advance_autonomous(self);
    return SEARCH_RUNNING;
}

static PlanSearchState factored_search_step(PlanSearch *search, Best *best,
                                            uint64_t units,
                                            uint64_t *units_used)
{
    (void)units;
    FactoredSearch *self = (FactoredSearch *)search;
    ++*units_used;
    if (self->current_factor == self->factoring->factor_count)
        return combine_layers(self, best, units_used);
    /* the moves of other factors in between are not counted */
    LayerStep step = factor_layers_step(
        self->layers[self->current_factor],
        self->factoring->is_interleaved ? NULL : self->autonomous_state,
        units_used);
    self->current_factor += step == LAYER_DONE;
    best->positions_examined++;
    return step == LAYERS_TOO_LARGE ? SEARCH_GAVE_UP : SEARCH_RUNNING;
}

static void factored_search_free(PlanSearch *search)
{
    FactoredSearch *self = (FactoredSearch *)search;
    for (size_t i = 0; i < self->factoring->factor_count; i++)
        factor_layers_free(self->layers[i]);
    cursor_free(self->cursor);
    factoring_free(self->factoring);
    free_all(self->autonomous_state, self->remembered_state, self);
}

PlanSearch *factored_search_new(const Puzzle *puzzle, size_t bytes)
{
    Factoring *factoring = factoring_new(puzzle->net);
    if (!factoring)
        return NULL;
    FactoredSearch *self = memory_alloc(sizeof *self);
    size_t word_count = machine_words(puzzle->machine);
    *self = (FactoredSearch){
        .interface = {"sum of parts", factored_search_step,
                      factored_search_free, factoring->factor_count == 1},
        .puzzle = puzzle,
        .factoring = factoring,
        .cursor = cursor_new(puzzle->machine),
        .autonomous_state = memory_array(word_count, sizeof(uint64_t)),
        .remembered_state = memory_array(word_count, sizeof(uint64_t)),
        .last_depth = SIZE_MAX,
        .highest_value = NO_VALUE};
    set_autonomous(self, puzzle->start_state);
    for (size_t i = 0; i < factoring->factor_count; i++)
        self->layers[i] = factor_layers_new(factoring, i, puzzle->start_state,
                                            bytes / factoring->factor_count);
    for (size_t i = 0; i <= 100; i++)
        self->first_depth[i] = SIZE_MAX;
    return &self->interface;
}
