/* perft.c - numbers of plays and of distinct positions at each depth
 *
 * One layer after the other: each distinct position once, with the number of
 * plays that lead to it.
 */
#include "sim/perft.h"

#include "base/map.h"

#include <string.h>

typedef struct {
    const Position *position;
    uint64_t plays;
} Reached;

typedef struct {
    Arena *arena;
    Map map;
    VEC(Reached) positions;
} Layer;

typedef struct {
    Interp *interp;
    const Budget *budget;
    Layer now, next;
    PerftDepth *count; /* of the layer now looked at */
    PerftEnd end;
} Perft;

enum { SIGN = 63 };

static uint64_t add(Perft *perft, uint64_t a, uint64_t b)
{
    uint64_t sum;
    if (__builtin_add_overflow(a, b, &sum) || sum >> SIGN)
        perft->end = PERFT_OVERFLOW;
    return sum;
}

static void layer_clear(Layer *layer)
{
    arena_free(layer->arena);
    map_free(&layer->map);
    vec_free(&layer->positions);
    *layer = (Layer){0};
}

static Reached *find(Layer *layer, const Position *position)
{
    for (MapProbe probe = map_probe(&layer->map, position->hash);
         map_next(&layer->map, &probe);) {
        Reached *known = &layer->positions.items[probe.index];
        if (position_equal(known->position, position))
            return known;
    }
    return NULL;
}

static void reach(Perft *perft, const Term *const *moves, uint64_t plays)
{
    Layer *layer = &perft->next;
    ArenaMark mark = arena_mark(layer->arena);
    const Position *position =
        interp_next(perft->interp, moves, layer->arena);
    Reached *known = find(layer, position);
    if (known) {
        known->plays = add(perft, known->plays, plays);
        arena_rewind(layer->arena, mark);
        return;
    }
    Reached reached = {position, plays};
    map_add(&layer->map, position->hash, (uint32_t)layer->positions.count);
    vec_push(&layer->positions, reached);
}

static bool may_go_on(Perft *perft)
{
    if (perft->end == PERFT_DONE &&
        (interp_failure(perft->interp) || budget_spent(perft->budget)))
        perft->end = PERFT_STOPPED;
    return perft->end == PERFT_DONE;
}

/* Every choice of moves for the roles from ROLE on. */
static void try_moves(Perft *perft, size_t role, const Term *const **legal,
                      const size_t *counts, const Term **moves,
                      uint64_t plays)
{
    if (role == interp_role_count(perft->interp)) {
        reach(perft, moves, plays);
        return;
    }
    for (size_t i = 0; i < counts[role] && may_go_on(perft); i++) {
        moves[role] = legal[role][i];
        try_moves(perft, role + 1, legal, counts, moves, plays);
    }
}

static void expand(Perft *perft, const Reached *from)
{
    Interp *interp = perft->interp;
    size_t roles = interp_role_count(interp);
    Arena *scratch = arena_new();
    const Term *const **legal = arena_array(scratch, const Term *const *, roles);
    size_t *counts = arena_array(scratch, size_t, roles);
    for (size_t i = 0; i < roles; i++) {
        const Term *const *moves = interp_legal(interp, i, &counts[i]);
        legal[i] = arena_copy(scratch, moves, counts[i] * sizeof *moves);
    }
    try_moves(perft, 0, legal, counts, arena_array(scratch, const Term *, roles),
              from->plays);
    arena_free(scratch);
}

/* Counts the layer, and with LAST false makes the next one. */
static void look_at_layer(Perft *perft, bool last)
{
    for (size_t i = 0; i < perft->now.positions.count; i++) {
        const Reached *reached = &perft->now.positions.items[i];
        if (!may_go_on(perft))
            return;
        interp_set(perft->interp, reached->position);
        bool terminal = interp_terminal(perft->interp);
        perft->count->states++;
        perft->count->plays = add(perft, perft->count->plays, reached->plays);
        if (terminal)
            perft->count->terminal += reached->plays;
        else if (!last)
            expand(perft, reached);
    }
    may_go_on(perft);
}

PerftEnd perft(Interp *interp, size_t depth, const Budget *budget,
               PerftDepth *depths, size_t *done)
{
    Perft perft = {.interp = interp, .budget = budget};
    Reached initial = {interp_initial(interp), 1};
    memset(depths, 0, (depth + 1) * sizeof *depths);
    vec_push(&perft.now.positions, initial);
    for (*done = 0; *done <= depth; ++*done) {
        perft.count = &depths[*done];
        perft.next.arena = arena_new();
        look_at_layer(&perft, *done == depth);
        layer_clear(&perft.now);
        perft.now = perft.next;
        perft.next = (Layer){0};
        if (perft.end != PERFT_DONE)
            break;
    }
    layer_clear(&perft.now);
    return perft.end;
}
