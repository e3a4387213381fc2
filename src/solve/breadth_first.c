/* breadth_first.c - breadth-first search
 *
 * In:   a Puzzle
 * Out:  a shortest plan for each value that is better than those before; when
 *       no position is left, a proof that there is nothing better
 *
 * Positions are numbered as they are found, so that the state set is the queue
 * as well. Only the parent of a position is stored; the moves of a plan are
 * reconstructed from that.
 *
 * Autonomous features that only end the game (solve/autonomous.h) are not
 * stored: they are the same for all positions of a layer. Whatever can be done
 * late can then be done early, except that the game may be ended in between: if
 * such an end might be better than the best plan, the search restarts with all
 * features stored. Start reading at breadth_step().
 */
#include "solve/search.h"

#include "base/bits.h"
#include "base/memory.h"
#include "solve/autonomous.h"
#include "solve/state_set.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    StateSet *states;
    uint32_t *parents;         /* by position */
    size_t parents_capacity;   /* capacity of PARENTS */
    size_t words, bytes;       /* words of a state; memory for the states */
    uint64_t *autonomous_mask; /* bits that are not stored; NULL: all are */
    VEC(uint64_t) autonomous_by_depth; /* these bits, by depth */
    uint64_t *state;
    uint32_t *moves; /* legal moves */
    size_t next;     /* next position to expand */
    size_t depth,
        next_layer;      /* depth of NEXT; first position of the next layer */
    bool cut_at_horizon; /* a position at the horizon is not terminal */
} BreadthFirst;

/* STATE without the bits that are not stored, in SELF->STATE. */
static const uint64_t *without_autonomous(BreadthFirst *self,
                                          const uint64_t *state)
{
    if (!self->autonomous_mask)
        return state;
    for (size_t i = 0; i < self->words; i++)
        self->state[i] = state[i] & ~self->autonomous_mask[i];
    return self->state;
}

/* Sets the cursor to POSITION at DEPTH. */
static void set_cursor(BreadthFirst *self, uint32_t position, size_t depth)
{
    state_set_get(self->states, position, self->state);
    for (size_t i = 0; self->autonomous_mask && i < self->words; i++)
        self->state[i] |=
            self->autonomous_by_depth.items[depth * self->words + i];
    cursor_set(self->cursor, self->state);
}

/* A move from FROM, at DEPTH, to TO. */
static uint32_t move_between(BreadthFirst *self, uint32_t from, size_t depth,
                             uint32_t to)
{
    set_cursor(self, from, depth);
    uint32_t count = puzzle_moves(self->cursor, self->moves);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(self->cursor, &self->moves[i]);
        const uint64_t *next =
            without_autonomous(self, cursor_next(self->cursor));
        bool is_new;
        uint32_t number = state_set_put(self->states, next, &is_new);
        assert(!is_new); /* FROM was expanded */
        if (number == to)
            return self->moves[i];
    }
    abort(); /* unreachable: TO is a successor of FROM */
}

static void report_plan(BreadthFirst *self, Best *best, uint32_t position,
                        int value)
{
    MoveVec moves = {0};
    for (size_t i = 0; i < self->depth; i++)
        vec_push(&moves, 0);
    for (size_t i = self->depth; i-- > 0;) {
        uint32_t parent = self->parents[position];
        moves.items[i] = move_between(self, parent, i, position);
        position = parent;
    }
    assert(position == 0); /* the start */
    best_found(best, self->puzzle, self->interface.name, value, &moves, true);
    vec_free(&moves);
}

static bool grow_parents(BreadthFirst *self)
{
    size_t count = state_set_count(self->states);
    if (count < self->parents_capacity)
        return true;
    size_t new_capacity =
        self->parents_capacity + self->parents_capacity / 2 + 1024;
    uint32_t *grown =
        memory_try_resize(self->parents, new_capacity, sizeof *grown);
    if (!grown)
        return false;
    self->parents = grown;
    self->parents_capacity = new_capacity;
    return true;
}

/* Adds STATE, at DEPTH, with its parent; false if there is no memory. */
static bool add_state(BreadthFirst *self, const uint64_t *state, size_t depth,
                      uint32_t parent)
{
    bool is_new;
    uint32_t number =
        state_set_put(self->states, without_autonomous(self, state), &is_new);
    if (self->autonomous_mask &&
        self->autonomous_by_depth.count == depth * self->words)
        for (size_t i = 0; i < self->words; i++)
            vec_push(&self->autonomous_by_depth,
                     state[i] & self->autonomous_mask[i]);
    if (number == NO_STATE)
        return false;
    if (is_new && !grow_parents(self))
        return false;
    assert(!is_new || number + 1 == state_set_count(self->states));
    if (is_new)
        self->parents[number] = parent;
    return true;
}

/* Expands one position; returns the cost, 0 if memory is full. */
static uint64_t expand(BreadthFirst *self, Best *best)
{
    assert(self->depth <= self->puzzle->horizon);
    uint32_t position = (uint32_t)self->next;
    set_cursor(self, position, self->depth);
    if (cursor_is_terminal(self->cursor)) {
        int value = puzzle_worth(self->puzzle, self->cursor);
        if (value > best->value || (value == best->value && !best->shortest))
            report_plan(self, best, position, value);
        return 1;
    }
    uint32_t count = puzzle_moves(self->cursor, self->moves);
    if (self->depth == self->puzzle->horizon) {
        self->cut_at_horizon |= count > 0;
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(self->cursor, &self->moves[i]);
        if (!add_state(self, cursor_next(self->cursor), self->depth + 1,
                       position))
            return 0;
    }
    return 1 + count;
}

/* Whether some position would be better than the best plan if the game ended
 * there. */
static bool may_miss_better_end(BreadthFirst *self, const Best *best)
{
    size_t count = state_set_count(self->states);
    for (size_t i = 0; i < count && !budget_spent(self->puzzle->budget); i++) {
        state_set_get(self->states, (uint32_t)i, self->state);
        cursor_set(self->cursor, self->state);
        if (puzzle_worth(self->puzzle, self->cursor) > best->value)
            return true;
    }
    return budget_spent(self->puzzle->budget);
}

static void restart(BreadthFirst *self)
{
    state_set_free(self->states);
    self->states = state_set_new(self->words, self->bytes);
    self->next = self->depth = 0;
    self->next_layer = 1;
    self->cut_at_horizon = false;
    add_state(self, self->puzzle->start, 0, NO_STATE);
}

/* No position is left to expand. */
static PlanSearchState finish(BreadthFirst *self, Best *best)
{
    if (self->autonomous_mask && may_miss_better_end(self, best)) {
        free(self->autonomous_mask);
        self->autonomous_mask = NULL;
        restart(self);
        return SEARCH_RUNNING;
    }
    best_bounded(best, self->interface.name, best->value, self->cut_at_horizon);
    return SEARCH_COMPLETE;
}

static PlanSearchState breadth_step(PlanSearch *search, Best *best,
                                    uint64_t units, uint64_t *done)
{
    (void)units;
    BreadthFirst *self = (BreadthFirst *)search;
    size_t count = state_set_count(self->states);
    assert(self->next <= self->next_layer && self->next_layer <= count);
    if (self->next == count)
        return finish(self, best);
    if (self->next == self->next_layer) {
        self->depth++;
        self->next_layer = count;
        if (best->depth < self->depth)
            best->depth = self->depth;
    }
    uint64_t cost = expand(self, best);
    if (!cost)
        return SEARCH_GAVE_UP;
    self->next++;
    best->positions++;
    *done += cost * move_cost(self->puzzle->net);
    return SEARCH_RUNNING;
}

static void breadth_free(PlanSearch *search)
{
    BreadthFirst *self = (BreadthFirst *)search;
    cursor_free(self->cursor);
    state_set_free(self->states);
    vec_free(&self->autonomous_by_depth);
    free_all(self->autonomous_mask, self->parents, self->state, self->moves,
             self);
}

/* The mask of autonomous features that only end the game; NULL if all features
 * are to be stored. */
static uint64_t *find_autonomous_mask(const Puzzle *puzzle)
{
    enum { MAX_NODES_VISITED = 50000000 };
    const Net *net = puzzle->net;
    uint64_t *bits = NULL;
    size_t word_count = machine_words(puzzle->machine), work = 0;
    Arena *scratch = arena_new();
    bool *is_autonomous = net->loop_count ? NULL
                                          : find_autonomous(scratch, net, &work,
                                                            MAX_NODES_VISITED);
    if (is_autonomous && autonomous_only_ends(net, is_autonomous)) {
        bits = memory_zeroed(word_count + 1, sizeof *bits);
        for (size_t i = 0; i < net->feature_count; i++)
            if (is_autonomous[i])
                set_bit(bits, i);
    }
    arena_free(scratch);
    return bits;
}

PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes)
{
    BreadthFirst *self = memory_alloc(sizeof *self);
    size_t word_count = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *self =
        (BreadthFirst){{"breadth-first", breadth_step, breadth_free, false},
                       puzzle,
                       cursor_new(puzzle->machine),
                       .words = word_count,
                       .bytes = bytes,
                       .autonomous_mask = find_autonomous_mask(puzzle),
                       .state = memory_array(word_count + 1, sizeof(uint64_t)),
                       .moves = memory_array(moves + 1, sizeof(uint32_t))};
    restart(self);
    return &self->interface;
}
