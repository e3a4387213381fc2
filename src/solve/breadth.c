/* breadth.c - every position once, nearest first
 *
 * In:   a Puzzle
 * Out:  a shortest plan for each value that is better than those before; when
 *       no position is left, a proof that there is nothing better
 *
 * Positions are numbered as they are found, so that the store is the queue as
 * well. What is remembered of a position besides is which one it was reached
 * from; the moves of a plan are found again from that.
 */
#include "solve/search.h"

#include "solve/store.h"

#include <stdlib.h>

typedef struct {
    Search face;
    const Puzzle *puzzle;
    Cursor *cursor;
    Store *store;
    uint32_t *parents; /* by position */
    size_t room;       /* of that array */
    uint64_t *state;
    uint32_t *moves;     /* the legal ones */
    size_t next;         /* position to be looked at */
    size_t depth, layer; /* of that position; first position of the next */
    bool cut;            /* some were at the horizon, and not at their end */
} Breadth;

/* The move that leads from FROM to TO. */
static uint32_t move_between(Breadth *self, uint32_t from, uint32_t to)
{
    store_get(self->store, from, self->state);
    cursor_set(self->cursor, self->state);
    uint32_t count = puzzle_moves(self->cursor, self->moves);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(self->cursor, &self->moves[i]);
        if (store_find(self->store, cursor_next(self->cursor)) == to)
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
        moves.items[i] = move_between(self, parent, position);
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

static bool reach(Breadth *self, const uint64_t *state, uint32_t parent)
{
    bool is_new;
    uint32_t number = store_put(self->store, state, &is_new);
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
    store_get(self->store, position, self->state);
    cursor_set(self->cursor, self->state);
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
        if (!reach(self, cursor_next(self->cursor), position))
            return 0;
    }
    return 1 + count;
}

static SearchState breadth_work(Search *search, Best *best, uint64_t units)
{
    Breadth *self = (Breadth *)search;
    uint64_t done = 0, polled = 0, weight = search_weight(self->puzzle);
    while (done < units && !best_is_certain(best)) {
        if (self->next == store_count(self->store)) {
            best_bounded(best, search->name, best->value, self->cut);
            return SEARCH_COMPLETE;
        }
        if (self->next == self->layer) {
            self->depth++;
            self->layer = store_count(self->store);
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
    free(self->parents);
    free(self->state);
    free(self->moves);
    free(self);
}

Search *search_breadth(const Puzzle *puzzle, size_t bytes)
{
    Breadth *self = fatal_malloc(sizeof *self);
    size_t words = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *self = (Breadth){{"breadth-first", breadth_work, breadth_free},
                      puzzle,
                      cursor_new(puzzle->machine),
                      store_new(words, bytes),
                      .state = fatal_malloc((words + 1) * sizeof(uint64_t)),
                      .moves = fatal_malloc((moves + 1) * sizeof(uint32_t)),
                      .layer = 1};
    reach(self, puzzle->start, NO_STATE);
    return &self->face;
}
