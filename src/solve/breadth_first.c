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
#include "ground/net_walk.h"
#include "solve/autonomous.h"
#include "solve/state_set.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    StateSet *states;
    uint32_t *parents;            /* by position */
    size_t parents_capacity;      /* capacity of PARENTS */
    size_t word_count, max_bytes; /* words of a state; memory for the states */
    uint64_t *autonomous_mask;    /* bits that are not stored; NULL: all are */
    VEC(uint64_t) autonomous_by_depth; /* these bits, by depth */
    uint64_t *state_buffer;
    uint32_t *legal_moves;
    size_t next_position; /* next position to expand */
    size_t depth;         /* of NEXT_POSITION */
    size_t layer_end;     /* first position of the next layer */
    bool cut_at_horizon;  /* a position at the horizon is not terminal */
} BreadthFirst;

/* STATE without the bits that are not stored; may overwrite STATE_BUFFER. */
static const uint64_t *without_autonomous(BreadthFirst *self,
                                          const uint64_t *state)
{
    if (!self->autonomous_mask)
        return state;
    for (size_t i = 0; i < self->word_count; i++)
        self->state_buffer[i] = state[i] & ~self->autonomous_mask[i];
    return self->state_buffer;
}

/* Sets the cursor to POSITION at DEPTH. */
static void set_cursor_to_position(BreadthFirst *self, uint32_t position,
                                   size_t depth)
{
    state_set_get(self->states, position, self->state_buffer);
    for (size_t i = 0; self->autonomous_mask && i < self->word_count; i++)
        self->state_buffer[i] |=
            self->autonomous_by_depth.items[depth * self->word_count + i];
    cursor_set(self->cursor, self->state_buffer);
}

/* A move from position FROM, at DEPTH, to position TO; moves the cursor. */
static uint32_t move_between(BreadthFirst *self, uint32_t from, size_t depth,
                             uint32_t to)
{
    set_cursor_to_position(self, from, depth);
    uint32_t move_count = puzzle_legal_moves(self->cursor, self->legal_moves);
    for (uint32_t i = 0; i < move_count; i++) {
        cursor_moves(self->cursor, &self->legal_moves[i]);
        const uint64_t *next =
            without_autonomous(self, cursor_next(self->cursor));
        bool is_new;
        uint32_t number = state_set_put(self->states, next, &is_new);
        assert(!is_new); /* FROM was expanded */
        if (number == to)
            return self->legal_moves[i];
    }
    assert(false); /* TO is a successor of FROM */
    return 0;
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
    best_record_plan(best, self->puzzle, self->interface.name, value, &moves,
                     true);
    vec_free(&moves);
}

/* Makes room for the parent of one more position; false if memory is full. */
static bool grow_parents(BreadthFirst *self)
{
    size_t state_count = state_set_count(self->states);
    if (state_count < self->parents_capacity)
        return true;
    size_t new_capacity =
        self->parents_capacity + self->parents_capacity / 2 + 1024;
    uint32_t *new_parents =
        memory_try_resize(self->parents, new_capacity, sizeof *new_parents);
    if (!new_parents)
        return false;
    self->parents = new_parents;
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
        self->autonomous_by_depth.count == depth * self->word_count)
        for (size_t i = 0; i < self->word_count; i++)
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
static uint64_t expand_next_position(BreadthFirst *self, Best *best)
{
    assert(self->depth <= self->puzzle->horizon);
    uint32_t position = (uint32_t)self->next_position;
    set_cursor_to_position(self, position, self->depth);
    if (cursor_is_terminal(self->cursor)) {
        int value = puzzle_end_value(self->puzzle, self->cursor);
        if (value > best->value || (value == best->value && !best->is_shortest))
            report_plan(self, best, position, value);
        return 1;
    }
    uint32_t move_count = puzzle_legal_moves(self->cursor, self->legal_moves);
    if (self->depth == self->puzzle->horizon) {
        self->cut_at_horizon |= move_count > 0;
        return 1;
    }
    for (uint32_t i = 0; i < move_count; i++) {
        cursor_moves(self->cursor, &self->legal_moves[i]);
        if (!add_state(self, cursor_next(self->cursor), self->depth + 1,
                       position))
            return 0;
    }
    return 1 + move_count;
}

/* Whether some position would be better than the best plan if the game ended
 * there. */
static bool may_miss_better_end(BreadthFirst *self, const Best *best)
{
    size_t state_count = state_set_count(self->states);
    for (size_t i = 0; i < state_count && !budget_spent(self->puzzle->budget);
         i++) {
        state_set_get(self->states, (uint32_t)i, self->state_buffer);
        cursor_set(self->cursor, self->state_buffer);
        if (puzzle_end_value(self->puzzle, self->cursor) > best->value)
            return true;
    }
    return budget_spent(self->puzzle->budget);
}

static void restart_search(BreadthFirst *self)
{
    state_set_free(self->states);
    self->states = state_set_new(self->word_count, self->max_bytes);
    self->next_position = self->depth = 0;
    self->layer_end = 1;
    self->cut_at_horizon = false;
    add_state(self, self->puzzle->start_state, 0, NO_STATE);
}

/* No position is left to expand: starts again with all features stored if too
 * few were, and is complete otherwise. */
static PlanSearchState finish_or_restart(BreadthFirst *self, Best *best)
{
    if (self->autonomous_mask && may_miss_better_end(self, best)) {
        memory_free(self->autonomous_mask);
        self->autonomous_mask = NULL;
        restart_search(self);
        return SEARCH_RUNNING;
    }
    best_record_bound(best, self->interface.name, best->value,
                      self->cut_at_horizon);
    return SEARCH_COMPLETE;
}

static PlanSearchState breadth_step(PlanSearch *search, Best *best,
                                    uint64_t units, uint64_t *units_used)
{
    (void)units;
    BreadthFirst *self = (BreadthFirst *)search;
    size_t state_count = state_set_count(self->states);
    assert(self->next_position <= self->layer_end &&
           self->layer_end <= state_count);
    if (self->next_position == state_count)
        return finish_or_restart(self, best);
    if (self->next_position == self->layer_end) {
        self->depth++;
        self->layer_end = state_count;
        if (best->examined_depth < self->depth)
            best->examined_depth = self->depth;
    }
    uint64_t cost = expand_next_position(self, best);
    if (!cost)
        return SEARCH_GAVE_UP;
    self->next_position++;
    best->positions_examined++;
    *units_used += cost * move_cost(self->puzzle->net);
    return SEARCH_RUNNING;
}

static void breadth_free(PlanSearch *search)
{
    BreadthFirst *self = (BreadthFirst *)search;
    cursor_free(self->cursor);
    state_set_free(self->states);
    vec_free(&self->autonomous_by_depth);
    free_all(self->autonomous_mask, self->parents, self->state_buffer,
             self->legal_moves, self);
}

/* The mask of autonomous features that only end the game; NULL if all features
 * are to be stored. */
static uint64_t *find_autonomous_mask(const Puzzle *puzzle)
{
    enum { MAX_NODES_VISITED = 50000000 };
    const Net *net = puzzle->net;
    uint64_t *mask = NULL;
    size_t word_count = machine_words(puzzle->machine), nodes_visited = 0;
    Arena *scratch = arena_new();
    bool *is_autonomous =
        net->loop_count
            ? NULL
            : find_autonomous(scratch, net, &nodes_visited, MAX_NODES_VISITED);
    if (is_autonomous && autonomous_only_ends(net, is_autonomous)) {
        mask = memory_zeroed(word_count + 1, sizeof *mask);
        for (size_t i = 0; i < net->feature_count; i++)
            if (is_autonomous[i])
                set_bit(mask, i);
    }
    arena_free(scratch);
    return mask;
}

PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes)
{
    BreadthFirst *self = memory_alloc(sizeof *self);
    size_t word_count = machine_words(puzzle->machine);
    size_t move_count = puzzle->net->roles[0].move_count;
    *self = (BreadthFirst){
        {"breadth-first", breadth_step, breadth_free, false},
        puzzle,
        cursor_new(puzzle->machine),
        .word_count = word_count,
        .max_bytes = bytes,
        .autonomous_mask = find_autonomous_mask(puzzle),
        .state_buffer = memory_array(word_count + 1, sizeof(uint64_t)),
        .legal_moves = memory_array(move_count + 1, sizeof(uint32_t))};
    restart_search(self);
    return &self->interface;
}
