/* factored_search.c - factored search: independent factors solved separately
 *
 * In:   a Puzzle
 * Out:  plans combined from those of its factors; when every end that the
 *       factors can reach together has been examined, a proof
 *
 * Either every move is a move in all factors (synchronous), or each move
 * belongs to one factor and leaves the others as they are (interleaved); then
 * the numbers of moves of the factors add up. Terminal and goals only depend on
 * the views that the factors can have after n moves. This overapproximates what
 * the game can reach, so that bounds are valid; a plan counts if the machine
 * confirms it.
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

/* Views that the first few factors can have after some number of moves. */
typedef struct {
    unsigned char numbers[MAX_FACTORS]; /* of their views */
    uint32_t prefix; /* combination of the factors before the last */
    uint32_t layer;  /* number of moves of the last factor */
    uint32_t member; /* index of a member of that layer */
} Combination;

typedef VEC(Combination) Combinations;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Factoring *factoring;
    FactorLayers *layers[MAX_FACTORS];
    bool synchronous;
    uint32_t noop_move; /* interleaved: changes nothing; or NO_INDEX */
    size_t depth,
        factor; /* layers below DEPTH are complete; the factor being expanded */
    VEC(uint64_t *) autonomous_by_depth; /* by depth */
    /* interleaved: by number of factors and depth, their combinations of views
     */
    VEC(Combinations) * combinations;
    int highest_value; /* highest value of an end that the factors can reach */
    size_t first_depth[101]; /* by value: the lowest depth of such an end */
    size_t failed_replays;
    bool all_ended; /* no play lasts longer */
} FactoredSearch;

enum { MAX_COMBINATIONS = 5000, MAX_FAILURES = 64, MAX_PLAN_STEPS = 5000 };

static const Factor *factor_of(const FactoredSearch *self, size_t number)
{
    return &self->factoring->factors[number];
}

/* ---- plans ---- */

static bool try_plan(FactoredSearch *self, Best *best, const MoveVec *moves,
                     int value)
{
    if (puzzle_replay(self->puzzle, moves) != value)
        return false;
    best_found(best, self->puzzle, self->interface.name, value, moves,
               self->first_depth[value] == self->depth);
    return true;
}

/* Combines paths of all factors: each move is a move in every factor. */
static bool plan_synchronous(FactoredSearch *self, Best *best,
                             const uint32_t *members, int value)
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
    valid = valid && try_plan(self, best, &moves, value);
    vec_free(&moves);
    free(paths);
    return valid;
}

/* Adds the moves of one factor that change no other. */
static bool add_moves(FactoredSearch *self, MoveVec *moves, size_t factor,
                      size_t layer, uint32_t member)
{
    uint32_t classes[MAX_FACTORS];
    uint32_t *path = memory_array(layer + 1, sizeof *path);
    bool valid = true;
    layer_path(self->layers[factor], layer, member, path);
    for (size_t i = 0; i < self->factoring->count; i++)
        classes[i] = factor_of(self, i)->noop_class;
    for (size_t t = 0; t < layer && valid; t++) {
        classes[factor] = path[t];
        vec_push(moves, factoring_move(self->factoring, classes));
        valid = vec_last(moves) != NO_INDEX;
    }
    free(path);
    return valid;
}

/* One factor after the other, beginning with any of them: the game may end too
 * early in one order and not in another. */
static bool plan_interleaved(FactoredSearch *self, Best *best,
                             const Combination *last, int value)
{
    size_t count = self->factoring->count, lengths[MAX_FACTORS],
           left = self->depth;
    uint32_t members[MAX_FACTORS];
    for (size_t i = count; i-- > 0;) {
        lengths[i] = last->layer;
        members[i] = last->member;
        left -= last->layer;
        if (i)
            last = &self->combinations[i - 1].items[left].items[last->prefix];
    }
    assert(left == 0 || self->noop_move != NO_INDEX);
    bool valid = false;
    for (size_t first = 0; first < count && !valid; first++) {
        MoveVec moves = {0};
        bool made = true;
        for (size_t i = 0; i < left; i++)
            vec_push(&moves, self->noop_move);
        for (size_t i = 0; i < count && made; i++) {
            size_t factor = (first + i) % count;
            made = add_moves(self, &moves, factor, lengths[factor],
                             members[factor]);
        }
        valid = made && try_plan(self, best, &moves, value);
        vec_free(&moves);
    }
    return valid;
}

/* ---- values of ends ---- */

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

/* The value of a position with VIEWS if it can be terminal, NO_VALUE otherwise;
 * *SOME_UNFINISHED is set if it is not terminal. */
static int value_of_views(FactoredSearch *self, const uint64_t *views,
                          bool *some_unfinished)
{
    uint32_t all_factors = (1u << self->factoring->count) - 1;
    factoring_set_views(self->factoring, views, all_factors, true);
    if (factoring_truth(self->factoring, self->factoring->net->terminal) ==
        TRUTH_FALSE) {
        *some_unfinished = true;
        return NO_VALUE;
    }
    int value = possible_value(self);
    if (value == NO_VALUE)
        return value;
    if (self->first_depth[value] == SIZE_MAX)
        self->first_depth[value] = self->depth;
    if (value > self->highest_value)
        self->highest_value = value;
    return value;
}

/* ---- synchronous factors ---- */

typedef struct {
    uint64_t views[MAX_FACTORS];
    uint32_t members[MAX_FACTORS];
    size_t tried;
    bool some_unfinished; /* some position is not terminal */
} ViewChoice;

/* Whether no position with the chosen views of the first COUNT factors matters.
 */
static bool is_decided(FactoredSearch *self, const Best *best,
                       ViewChoice *choice, size_t count)
{
    factoring_set_views(self->factoring, choice->views, (1u << count) - 1,
                        true);
    ThreeValued end =
        factoring_truth(self->factoring, self->factoring->net->terminal);
    if (end == TRUTH_FALSE)
        choice->some_unfinished = true;
    return end == TRUTH_FALSE ||
           (possible_value(self) <= best->value &&
            (end == TRUTH_TRUE || choice->some_unfinished));
}

/* Chooses views for factor NUMBER and those after it. */
static void choose_views(FactoredSearch *self, Best *best, ViewChoice *choice,
                         size_t number)
{
    size_t count;
    const View *views = layer_views(self->layers[number], self->depth, &count);
    bool last = number + 1 == self->factoring->count;
    for (size_t i = 0; i < count && choice->tried < MAX_COMBINATIONS; i++) {
        choice->views[number] = views[i].view;
        choice->members[number] = views[i].member;
        choice->tried++;
        if (!last) {
            if (!is_decided(self, best, choice, number + 1))
                choose_views(self, best, choice, number + 1);
            continue;
        }
        int value =
            value_of_views(self, choice->views, &choice->some_unfinished);
        if (value > best->value && self->failed_replays < MAX_FAILURES &&
            !plan_synchronous(self, best, choice->members, value))
            self->failed_replays++;
    }
}

/* Examines all choices of a view for each factor; false if there are too many.
 */
static bool combine_synchronous(FactoredSearch *self, Best *best,
                                uint64_t *cost)
{
    ViewChoice choice = {.tried = 0};
    choose_views(self, best, &choice, 0);
    *cost += choice.tried;
    self->all_ended = !choice.some_unfinished;
    return choice.tried < MAX_COMBINATIONS;
}

/* Whether all layers and autonomous features are the same as at an earlier
 * depth. */
static bool is_cycle(const FactoredSearch *self)
{
    size_t bytes =
        (self->factoring->autonomous.feature_count / 64 + 1) * sizeof(uint64_t);
    for (size_t t = 0; t < self->depth; t++) {
        bool same =
            memcmp(self->autonomous_by_depth.items[t],
                   self->autonomous_by_depth.items[self->depth], bytes) == 0;
        for (size_t i = 0; i < self->factoring->count && same; i++)
            same = layers_equal(self->layers[i], t, self->depth);
        if (same)
            return true;
    }
    return false;
}

/* ---- interleaved factors ---- */

static bool contains(const Combinations *combinations,
                     const Combination *combination)
{
    for (size_t i = 0; i < combinations->count; i++)
        if (memcmp(combinations->items[i].numbers, combination->numbers,
                   MAX_FACTORS) == 0)
            return true;
    return false;
}

/* The combinations of views of the factors up to FACTOR at DEPTH: the last one
 * has made LAYER moves, those before it the rest. False if there are too many.
 */
static bool combine_views(FactoredSearch *self, size_t factor, uint64_t *cost)
{
    Combinations combinations = {0};
    for (uint32_t layer = 0; layer <= self->depth; layer++) {
        size_t count, rest = self->depth - layer;
        const View *views = layer_views(self->layers[factor], layer, &count);
        size_t prefix_count =
            factor ? self->combinations[factor - 1].items[rest].count
                   : rest == 0 || self->noop_move != NO_INDEX;
        *cost += 1 + prefix_count * count;
        for (size_t b = 0; b < prefix_count; b++)
            for (size_t v = 0; v < count; v++) {
                Combination combination = {
                    {0}, (uint32_t)b, layer, views[v].member};
                if (factor)
                    memcpy(combination.numbers,
                           self->combinations[factor - 1]
                               .items[rest]
                               .items[b]
                               .numbers,
                           sizeof combination.numbers);
                combination.numbers[factor] = (unsigned char)views[v].number;
                assert(combination.numbers[factor] == views[v].number);
                if (!contains(&combinations, &combination))
                    vec_push(&combinations, combination);
            }
        if (combinations.count > MAX_COMBINATIONS / 5) {
            vec_free(&combinations);
            return false;
        }
    }
    assert(self->combinations[factor].count == self->depth); /* by depth */
    vec_push(&self->combinations[factor], combinations);
    return true;
}

static bool combine_interleaved(FactoredSearch *self, Best *best,
                                uint64_t *cost)
{
    size_t count = self->factoring->count, views;
    uint64_t seen[MAX_FACTORS];
    bool some_unfinished = false;
    for (size_t i = 0; i < count; i++)
        if (!combine_views(self, i, cost))
            return false;
    const Combinations *combinations =
        &self->combinations[count - 1].items[self->depth];
    for (size_t n = 0; n < combinations->count; n++) {
        const Combination *combination = &combinations->items[n];
        for (size_t i = 0; i < count; i++)
            seen[i] = factor_layers_views(self->layers[i],
                                          &views)[combination->numbers[i]];
        int value = value_of_views(self, seen, &some_unfinished);
        if (value > best->value && self->failed_replays < MAX_FAILURES &&
            !plan_interleaved(self, best, combination, value))
            self->failed_replays++;
    }
    *cost += combinations->count;
    self->all_ended = !some_unfinished;
    return true;
}

/* Whether no new combination can appear: the layers of all factors repeat, all
 * combinations were possible, and no autonomous feature is read. */
static bool views_repeat(const FactoredSearch *self)
{
    size_t moves = 0;
    for (size_t i = 0; i < self->factoring->count; i++) {
        if (factor_layers_repeat(self->layers[i]) == SIZE_MAX)
            return false;
        moves += factor_layers_repeat(self->layers[i]);
    }
    return !self->factoring->shared_reads_autonomous && self->depth >= moves;
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

/* Computes the autonomous features of the next depth and sets them. */
static void advance_autonomous(FactoredSearch *self)
{
    const Factor *autonomous = &self->factoring->autonomous;
    size_t words = autonomous->feature_count / 64 + 1;
    uint64_t *next = memory_array(words, sizeof *next);
    factor_run(self->factoring, autonomous, 0);
    factor_next(autonomous, 0, 1, next);
    factor_set(self->factoring, autonomous, next);
    vec_push(&self->autonomous_by_depth, next);
}

/* All factors have completed the layer of this depth: examines the
 * combinations. */
static PlanSearchState combine_layers(FactoredSearch *self, Best *best,
                                      uint64_t *cost)
{
    if (!(self->synchronous ? combine_synchronous(self, best, cost)
                            : combine_interleaved(self, best, cost)))
        return SEARCH_GAVE_UP;
    if (self->all_ended)
        return finish(self, best, false);
    if (self->depth >= self->puzzle->horizon)
        return finish(self, best, true);
    if (self->synchronous ? is_cycle(self) : views_repeat(self))
        return finish(self, best, false);
    if (self->depth >= MAX_PLAN_STEPS)
        return SEARCH_GAVE_UP;
    self->depth++;
    self->factor = 0;
    if (self->interface.replaces_breadth_first && best->depth < self->depth)
        best->depth = self->depth;
    advance_autonomous(self);
    assert(self->autonomous_by_depth.count == self->depth + 1);
    return SEARCH_RUNNING;
}

static PlanSearchState factored_search_step(PlanSearch *search, Best *best,
                                            uint64_t units, uint64_t *done)
{
    (void)units;
    FactoredSearch *self = (FactoredSearch *)search;
    PlanSearchState state = SEARCH_RUNNING;
    ++*done;
    if (self->factor == self->factoring->count) {
        state = combine_layers(self, best, done);
    } else {
        LayerStep step = factor_layers_step(self->layers[self->factor],
                                            self->synchronous, done);
        self->factor += step == LAYER_DONE;
        if (step == LAYERS_TOO_LARGE)
            state = SEARCH_GAVE_UP;
    }
    best->positions += self->factor < self->factoring->count;
    return state;
}

static void factored_search_free(PlanSearch *search)
{
    FactoredSearch *self = (FactoredSearch *)search;
    for (size_t i = 0; i < self->factoring->count; i++) {
        factor_layers_free(self->layers[i]);
        for (size_t k = 0; k < self->combinations[i].count; k++)
            vec_free(&self->combinations[i].items[k]);
        vec_free(&self->combinations[i]);
    }
    for (size_t i = 0; i < self->autonomous_by_depth.count; i++)
        free(self->autonomous_by_depth.items[i]);
    vec_free(&self->autonomous_by_depth);
    free(self->combinations);
    factoring_free(self->factoring);
    free(self);
}

/* Whether every move changes at most one factor; finds a move that changes
 * none. */
static bool is_interleaved(FactoredSearch *self)
{
    size_t moves = self->puzzle->net->roles[0].move_count;
    self->noop_move = NO_INDEX;
    for (size_t i = 0; i < self->factoring->count; i++)
        if (factor_of(self, i)->noop_class == NO_INDEX ||
            factor_of(self, i)->reads_autonomous)
            return false;
    for (uint32_t move = 0; move < moves; move++) {
        size_t affected = 0;
        for (size_t i = 0; i < self->factoring->count; i++)
            affected += factor_of(self, i)->class_of[move] !=
                        factor_of(self, i)->noop_class;
        if (affected > 1)
            return false;
        if (!affected)
            self->noop_move = move;
    }
    return true;
}

static void begin_layers(FactoredSearch *self, size_t bytes)
{
    const Factor *autonomous = &self->factoring->autonomous;
    const uint64_t *start = self->puzzle->start;
    size_t words = autonomous->feature_count / 64 + 1;
    uint64_t *first = memory_array(words, sizeof *first);
    factor_project(autonomous, start, first);
    factor_set(self->factoring, autonomous, first);
    vec_push(&self->autonomous_by_depth, first);
    self->synchronous = self->factoring->count == 1 || !is_interleaved(self);
    self->combinations =
        memory_zeroed(self->factoring->count, sizeof *self->combinations);
    for (size_t i = 0; i < self->factoring->count; i++)
        self->layers[i] = factor_layers_new(
            self->factoring, i, start,
            self->synchronous ? NO_INDEX : factor_of(self, i)->noop_class,
            bytes / self->factoring->count);
    for (size_t i = 0; i <= 100; i++)
        self->first_depth[i] = SIZE_MAX;
}

PlanSearch *factored_search_new(const Puzzle *puzzle, size_t bytes)
{
    Factoring *factoring = factoring_new(puzzle->net);
    if (!factoring)
        return NULL;
    FactoredSearch *self = memory_zeroed(1, sizeof *self);
    self->interface = (PlanSearch){"sum of parts", factored_search_step,
                                   factored_search_free, factoring->count == 1};
    self->puzzle = puzzle;
    self->factoring = factoring;
    self->highest_value = NO_VALUE;
    begin_layers(self, bytes);
    return &self->interface;
}
