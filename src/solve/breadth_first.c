/* breadth_first.c - breadth-first search, with the clock of a game kept apart
 *
 * In:   a Puzzle
 * Out:  a shortest plan for each value that is better than those before; when
 *       no position is left, a proof that there is nothing better
 *
 * Positions stand in layers, by the number of moves that lead to them. Only the
 * parent of a position is stored; the moves of a plan are reconstructed from
 * that.
 *
 * Many games have a clock, such as a step counter: features that change in the
 * same way whatever is played. Where no move and no other feature depends on
 * it, the clock is the same in all positions of a layer, and not stored. A
 * state without it may be in several layers, but its successors are computed
 * once. Start reading at breadth_step().
 */
#include "solve/puzzle.h"

#include "base/bits.h"
#include "base/memory.h"
#include "ground/net_walk.h"
#include "solve/state_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A state in a layer. */
typedef struct {
    uint32_t state; /* its number */
    uint32_t parent;
} Member;

/* What is known of a state without the clock. */
typedef struct {
    uint32_t layer;                  /* the last one it is in */
    uint32_t first, successor_count; /* in SUCCESSORS */
    bool is_expanded;
} StateInfo;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    StateSet *states;
    Member *members; /* of all layers; without a clock that of state i is i */
    size_t member_count, member_capacity;
    size_t word_count, max_bytes; /* words of a state; memory for the search */
    uint64_t *clock_mask;     /* the features of the clock; NULL: no clock */
    VEC(uint64_t) clock;      /* their values, by depth up to CLOCK_END: */
    size_t clock_end;         /* from there on they are constant */
    VEC(StateInfo) infos;     /* by state; nothing without a clock */
    VEC(uint32_t) successors; /* without a clock those of the last state */
    uint64_t *state_buffer;
    size_t next_member;  /* the next one to expand */
    size_t depth;        /* of NEXT_MEMBER */
    size_t layer_end;    /* first member of the next layer */
    bool cut_at_horizon; /* a position at the horizon is not terminal */
} BreadthFirst;

/* ---- states and positions ---- */

/* The number of STATE without the clock; NO_STATE if there is no room. */
static uint32_t number_state(BreadthFirst *self, const uint64_t *state)
{
    bool is_new;
    if (self->clock_mask) {
        for (size_t i = 0; i < self->word_count; i++)
            self->state_buffer[i] = state[i] & ~self->clock_mask[i];
        state = self->state_buffer;
    }
    uint32_t number = state_set_put(self->states, state, &is_new);
    if (self->clock_mask && is_new && number != NO_STATE)
        vec_push(&self->infos, (StateInfo){0});
    return number;
}

/* Sets the cursor to STATE at DEPTH. */
static void set_cursor(BreadthFirst *self, uint32_t state, size_t depth)
{
    state_set_get(self->states, state, self->state_buffer);
    if (self->clock_mask) {
        size_t time = depth < self->clock_end ? depth : self->clock_end;
        for (size_t i = 0; i < self->word_count; i++)
            self->state_buffer[i] |=
                self->clock.items[time * self->word_count + i];
    }
    cursor_set(self->cursor, self->state_buffer);
}

/* Room for one more member; false if memory is full. */
static bool grow_members(BreadthFirst *self)
{
    size_t capacity = self->member_capacity + self->member_capacity / 2 + 1024;
    if (self->member_count < self->member_capacity)
        return true;
    if (self->clock_mask && (capacity + self->infos.count) * sizeof(StateInfo) +
                                    self->successors.count * sizeof(uint32_t) >
                                self->max_bytes / 2)
        return false;
    Member *members =
        memory_try_resize(self->members, capacity, sizeof *members);
    if (!members || capacity >= NO_STATE)
        return false;
    self->members = members;
    self->member_capacity = capacity;
    return true;
}

/* Adds STATE to LAYER, unless the position is known; false if memory is full.
 */
static bool add_member(BreadthFirst *self, uint32_t state, size_t layer,
                       uint32_t parent)
{
    StateInfo *info = self->clock_mask ? &self->infos.items[state] : NULL;
    bool is_known =
        info ? info->layer == layer + 1 || info->layer > self->clock_end
             : state < self->member_count;
    if (is_known)
        return true;
    if (!grow_members(self))
        return false;
    if (info)
        info->layer = (uint32_t)layer + 1;
    self->members[self->member_count++] = (Member){state, parent};
    return true;
}

/* ---- plans ---- */

/* A move from STATE, at DEPTH, to state TO; moves the cursor. */
static uint32_t move_between(BreadthFirst *self, uint32_t state, size_t depth,
                             uint32_t to)
{
    uint32_t move;
    set_cursor(self, state, depth);
    for (uint32_t i = 0;; i++) {
        assert(i < cursor_legal_count(self->cursor, 0)); /* one leads to TO */
        move = cursor_legal_move(self->cursor, 0, i);
        cursor_moves(self->cursor, &move);
        if (number_state(self, cursor_next(self->cursor)) == to)
            return move;
    }
}

static void report_plan(BreadthFirst *self, Best *best, uint32_t member,
                        int value)
{
    const Term *const *terms = self->puzzle->net->roles[0].moves;
    const Term **plan = memory_array(self->depth, sizeof *plan);
    for (size_t i = self->depth; i-- > 0;) {
        uint32_t parent = self->members[member].parent;
        plan[i] = terms[move_between(self, self->members[parent].state, i,
                                     self->members[member].state)];
        member = parent;
    }
    assert(member == 0); /* the start */
    best_record_plan(best, self->puzzle, self->interface.name, value,
                     (TermList){plan, self->depth}, true);
    memory_free(plan);
}

/* ---- the search ---- */

/* The successors of STATE, where the cursor stands, with a clock only once; the
 * cost is added to *COST. False if memory is full. */
static bool find_successors(BreadthFirst *self, uint32_t state,
                            StateInfo *found, uint64_t *cost)
{
    if (self->clock_mask && self->infos.items[state].is_expanded) {
        *found = self->infos.items[state];
        *cost += found->successor_count / 8;
        return true;
    }
    if (!self->clock_mask)
        vec_clear(&self->successors);
    uint32_t move_count = cursor_legal_count(self->cursor, 0);
    *found = (StateInfo){.first = (uint32_t)self->successors.count,
                         .successor_count = move_count,
                         .is_expanded = true};
    for (uint32_t i = 0; i < move_count; i++) {
        uint32_t move = cursor_legal_move(self->cursor, 0, i);
        cursor_moves(self->cursor, &move);
        uint32_t number = number_state(self, cursor_next(self->cursor));
        if (number == NO_STATE || self->successors.count >= NO_STATE)
            return false;
        vec_push(&self->successors, number);
    }
    if (self->clock_mask) {
        found->layer = self->infos.items[state].layer;
        self->infos.items[state] = *found;
    }
    *cost += move_count;
    return true;
}

/* Expands one member; returns the cost, 0 if memory is full. */
static uint64_t expand_next_member(BreadthFirst *self, Best *best)
{
    assert(self->depth <= self->puzzle->horizon);
    uint32_t number = (uint32_t)self->next_member,
             state = self->members[number].state;
    StateInfo found;
    uint64_t cost = 1;
    set_cursor(self, state, self->depth);
    if (cursor_is_terminal(self->cursor)) {
        int value = puzzle_end_value(self->puzzle, self->cursor);
        if (value > best->value || (value == best->value && !best->is_shortest))
            report_plan(self, best, number, value);
        return cost;
    }
    if (self->depth == self->puzzle->horizon) {
        self->cut_at_horizon |= cursor_legal_count(self->cursor, 0) > 0;
        return cost;
    }
    if (!find_successors(self, state, &found, &cost))
        return 0;
    for (uint32_t i = 0; i < found.successor_count; i++) {
        uint32_t successor = self->successors.items[found.first + i];
        assert(self->clock_mask || successor <= self->member_count);
        if (!add_member(self, successor, self->depth + 1, number))
            return 0;
    }
    return cost;
}

static PlanSearchState breadth_step(PlanSearch *search, Best *best,
                                    uint64_t units, uint64_t *units_used)
{
    (void)units;
    BreadthFirst *self = (BreadthFirst *)search;
    assert(self->next_member <= self->layer_end &&
           self->layer_end <= self->member_count);
    if (self->next_member == self->member_count) {
        best_record_bound(best, self->interface.name, best->value,
                          self->cut_at_horizon);
        return SEARCH_COMPLETE;
    }
    if (self->next_member == self->layer_end) {
        self->depth++;
        self->layer_end = self->member_count;
        if (best->examined_depth < self->depth)
            best->examined_depth = self->depth;
    }
    uint64_t cost = expand_next_member(self, best);
    if (!cost)
        return SEARCH_GAVE_UP;
    self->next_member++;
    best->positions_examined++;
    *units_used += cost * move_cost(self->puzzle->net);
    return SEARCH_RUNNING;
}

static void breadth_free(PlanSearch *search)
{
    BreadthFirst *self = (BreadthFirst *)search;
    cursor_free(self->cursor);
    state_set_free(self->states);
    vec_free_all(&self->clock, &self->infos, &self->successors);
    free_all(self->clock_mask, self->members, self->state_buffer, self);
}

/* ---- the clock ---- */

/* By feature: whether it is one of the clock; NULL if there is no clock. */
static const bool *find_clock(const Net *net, Arena *scratch)
{
    enum { MAX_NODES_VISITED = 50000000 };
    size_t nodes_visited = 0;
    if (net->loop_count || !net->feature_count || !net->roles[0].move_count)
        return NULL;
    const bool *is_clock =
        find_autonomous(scratch, net, &nodes_visited, MAX_NODES_VISITED);
    if (!is_clock)
        return NULL;
    bool *reads_clock = arena_array(scratch, bool, net->node_count);
    bool is_separate = true;
    for (uint32_t i = 0; i < net->node_count; i++)
        reads_clock[i] = net->nodes[i].kind == NODE_FEATURE &&
                         is_clock[net->nodes[i].feature];
    net_mark_dependents(net, reads_clock);
    for (size_t i = 0; i < net->feature_count; i++)
        is_separate &= is_clock[i] || !reads_clock[lit_node(net->next[i])];
    for (size_t i = 0; i < net->roles[0].move_count; i++)
        is_separate &= !reads_clock[lit_node(net->roles[0].legal[i])];
    return is_separate ? is_clock : NULL;
}

/* Notes the values of the clock until they are constant; false if they go on
 * changing. */
static bool run_clock(BreadthFirst *self)
{
    enum { MAX_TIME = 5000 };
    const uint32_t any_move = 0; /* it makes no difference */
    size_t words = self->word_count;
    const uint64_t *state = self->puzzle->start_state;
    for (size_t time = 0; time < MAX_TIME; time++) {
        for (size_t i = 0; i < words; i++)
            vec_push(&self->clock, state[i] & self->clock_mask[i]);
        uint64_t *now = self->clock.items + time * words;
        if (time && !memcmp(now - words, now, words * sizeof *now)) {
            self->clock_end = time - 1;
            return true;
        }
        cursor_set(self->cursor, now);
        cursor_moves(self->cursor, &any_move);
        state = cursor_next(self->cursor);
    }
    return false;
}

/* Sets what there is to know of the clock, if there is one. */
static void prepare_clock(BreadthFirst *self)
{
    const Net *net = self->puzzle->net;
    Arena *scratch = arena_new();
    const bool *is_clock = find_clock(net, scratch);
    if (is_clock) {
        self->clock_mask =
            memory_zeroed(self->word_count + 1, sizeof(uint64_t));
        for (size_t i = 0; i < net->feature_count; i++)
            if (is_clock[i])
                set_bit(self->clock_mask, i);
        if (!run_clock(self) || !self->clock_end) {
            memory_free(self->clock_mask);
            self->clock_mask = NULL;
        }
    }
    arena_free(scratch);
}

PlanSearch *breadth_first_new(const Puzzle *puzzle, size_t bytes)
{
    BreadthFirst *self = memory_alloc(sizeof *self);
    size_t word_count = machine_words(puzzle->machine);
    *self = (BreadthFirst){{"breadth-first", breadth_step, breadth_free},
                           puzzle,
                           cursor_new(puzzle->machine),
                           .states = state_set_new(word_count, bytes),
                           .word_count = word_count,
                           .max_bytes = bytes,
                           .state_buffer =
                               memory_array(word_count + 1, sizeof(uint64_t)),
                           .layer_end = 1};
    prepare_clock(self);
    add_member(self, number_state(self, puzzle->start_state), 0, 0);
    return &self->interface;
}
