/* breadth_first.c - every position once, nearest first
 *
 * In:   a Puzzle
 * Out:  a shortest plan for each value that is better than those before; when
 *       no position is left, a proof that there is nothing better
 *
 * Positions are numbered as they are found, so that the store is the queue as
 * well. What is remembered of a position besides is which one it was reached
 * from; the moves of a plan are found again from that.
 *
 * A clock that only ends the game (solve/autonomous.h) is not stored: it is the
 * same for all positions of a layer. Whatever can be done late can then be done
 * early, but for being stopped in the midst of something: if that might have
 * given more than the best plan, everything is searched again with the clock.
 */
#include "solve/search.h"

#include "solve/autonomous.h"
#include "solve/state_set.h"

#include <stdlib.h>

typedef struct {
    Search face;
    const Puzzle *puzzle;
    Cursor *cursor;
    Store *store;
    uint32_t *parents;   /* by position */
    size_t room;         /* of that array */
    size_t words, bytes; /* of a state; for the store */
    uint64_t *clock;     /* the bits that are not stored; NULL: all are */
    VEC(uint64_t) times; /* those bits, layer by layer */
    uint64_t *state;
    uint32_t *moves;     /* the legal ones */
    size_t next;         /* position to be looked at */
    size_t depth, layer; /* of that position; first position of the next */
    bool cut;            /* some were at the horizon, and not at their end */
} Breadth;

/* What is stored of STATE, in SELF->STATE. */
static const uint64_t *stored(Breadth *self, const uint64_t *state)
{
    if (!self->clock)
        return state;
    for (size_t i = 0; i < self->words; i++)
        self->state[i] = state[i] & ~self->clock[i];
    return self->state;
}

/* Puts the cursor on POSITION, which is in the layer DEPTH. */
static void go_to(Breadth *self, uint32_t position, size_t depth)
{
    store_get(self->store, position, self->state);
    for (size_t i = 0; self->clock && i < self->words; i++)
        self->state[i] |= self->times.items[depth * self->words + i];
    cursor_set(self->cursor, self->state);
}

/* The move that leads from FROM, in the layer DEPTH, to TO. */
static uint32_t move_between(Breadth *self, uint32_t from, size_t depth,
                             uint32_t to)
{
    go_to(self, from, depth);
    uint32_t count = puzzle_moves(self->cursor, self->moves);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(self->cursor, &self->moves[i]);
        const uint64_t *next = stored(self, cursor_next(self->cursor));
        if (store_find(self->store, next) == to)
            return self->moves[i];
    }
    abort(); /* the parent has this child */
}

static void found(Breadth *self, Best *best, uint32_t position, int value)
{
    Moves moves = {0};
    for (size_t i = 0; i < self->depth; i++)
        vec_push(&moves, 0);
    for (size_t i = self->depth; i-- > 0;) {
        uint32_t parent = self->parents[position];
        moves.items[i] = move_between(self, parent, i, position);
        position = parent;
    }
    best_found(best, self->puzzle, self->face.name, value, moves.items,
               self->depth, true);
    vec_free(&moves);
}

static bool has_room(Breadth *self)
{
    size_t count = store_count(self->store);
    if (count < self->room)
        return true;
    size_t more = self->room + self->room / 2 + 1024;
    uint32_t *moved = realloc(self->parents, more * sizeof *moved);
    if (!moved)
        return false;
    self->parents = moved;
    self->room = more;
    return true;
}

/* STATE, in the layer DEPTH, was reached from PARENT. */
static bool reach(Breadth *self, const uint64_t *state, size_t depth,
                  uint32_t parent)
{
    bool is_new;
    uint32_t number = store_put(self->store, stored(self, state), &is_new);
    if (self->clock && self->times.count == depth * self->words)
        for (size_t i = 0; i < self->words; i++)
            vec_push(&self->times, state[i] & self->clock[i]);
    if (number == NO_STATE)
        return false;
    if (is_new && !has_room(self))
        return false;
    if (is_new)
        self->parents[number] = parent;
    return true;
}

/* Looks at one position; returns what that cost, 0 if memory is full. */
static uint64_t expand(Breadth *self, Best *best)
{
    uint32_t position = (uint32_t)self->next;
    go_to(self, position, self->depth);
    if (cursor_terminal(self->cursor)) {
        int value = puzzle_worth(self->puzzle, self->cursor);
        if (value > best->value || (value == best->value && !best->shortest))
            found(self, best, position, value);
        return 1;
    }
    uint32_t count = puzzle_moves(self->cursor, self->moves);
    if (self->depth == self->puzzle->horizon) {
        self->cut |= count > 0;
        return 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(self->cursor, &self->moves[i]);
        if (!reach(self, cursor_next(self->cursor), self->depth + 1, position))
            return 0;
    }
    return 1 + count;
}

/* Whether a position was found that would be better than the best plan, if the
 * game were stopped there. */
static bool has_missed(Breadth *self, const Best *best)
{
    size_t count = store_count(self->store);
    for (size_t i = 0; i < count && !budget_spent(self->puzzle->budget); i++) {
        store_get(self->store, (uint32_t)i, self->state);
        cursor_set(self->cursor, self->state);
        if (puzzle_worth(self->puzzle, self->cursor) > best->value)
            return true;
    }
    return budget_spent(self->puzzle->budget);
}

static void begin(Breadth *self)
{
    store_free(self->store);
    self->store = store_new(self->words, self->bytes);
    self->next = self->depth = 0;
    self->layer = 1;
    self->cut = false;
    reach(self, self->puzzle->start, 0, NO_STATE);
}

static SearchState breadth_work(Search *search, Best *best, uint64_t units)
{
    Breadth *self = (Breadth *)search;
    uint64_t done = 0, polled = 0, weight = search_weight(self->puzzle);
    while (done < units && !best_is_certain(best)) {
        if (self->next == store_count(self->store)) {
            if (self->clock && has_missed(self, best)) {
                free(self->clock);
                self->clock = NULL;
                begin(self);
                continue;
            }
            best_bounded(best, search->name, best->value, self->cut);
            return SEARCH_COMPLETE;
        }
        if (self->next == self->layer) {
            self->depth++;
            self->layer = store_count(self->store);
            if (best->depth < self->depth)
                best->depth = self->depth;
        }
        uint64_t cost = expand(self, best);
        if (!cost)
            return SEARCH_GAVE_UP;
        self->next++;
        best->positions++;
        done += cost * weight;
        if (done - polled >= 1000) {
            polled = done;
            if (budget_spent(self->puzzle->budget))
                break;
        }
    }
    return SEARCH_GOES_ON;
}

static void breadth_free(Search *search)
{
    Breadth *self = (Breadth *)search;
    cursor_free(self->cursor);
    store_free(self->store);
    vec_free(&self->times);
    free(self->clock);
    free(self->parents);
    free(self->state);
    free(self->moves);
    free(self);
}

/* A bit for each feature of the clock; NULL if it is to be stored as well. */
static uint64_t *clock_of(const Puzzle *puzzle)
{
    enum { MAX_WORK = 50000000 };
    const Net *net = puzzle->net;
    uint64_t *bits = NULL;
    size_t words = machine_words(puzzle->machine), work = 0;
    Arena *scratch = arena_new();
    bool *is_clock =
        net->loop_count ? NULL : clock_features(scratch, net, &work, MAX_WORK);
    if (is_clock && clock_only_ends(net, is_clock)) {
        bits = fatal_calloc(words + 1, sizeof *bits);
        for (size_t i = 0; i < net->feature_count; i++)
            if (is_clock[i])
                bits[i / 64] |= 1ull << i % 64;
    }
    arena_free(scratch);
    return bits;
}

Search *search_breadth(const Puzzle *puzzle, size_t bytes)
{
    Breadth *self = fatal_malloc(sizeof *self);
    size_t words = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *self = (Breadth){{"breadth-first", breadth_work, breadth_free, false},
                      puzzle,
                      cursor_new(puzzle->machine),
                      .words = words,
                      .bytes = bytes,
                      .clock = clock_of(puzzle),
                      .state = fatal_malloc((words + 1) * sizeof(uint64_t)),
                      .moves = fatal_malloc((moves + 1) * sizeof(uint32_t))};
    begin(self);
    return &self->face;
}
