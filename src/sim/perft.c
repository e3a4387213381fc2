/* perft.c - numbers of plays and of distinct positions at each depth
 *
 * One layer after the other: each distinct position once, with the number of
 * plays that lead to it.
 */
#include "sim/perft.h"

#include "base/map.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    Bytes position;
    uint64_t plays;
} Reached;

typedef struct {
    Arena *arena;
    Map map;
    VEC(Reached) positions;
} Layer;

typedef struct {
    Engine *engine;
    const Budget *budget;
    Layer now, next;
    PerftDepth *count; /* of the layer now looked at */
    bool too_many;     /* in the layer after it */
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

static bool same_bytes(Bytes left, Bytes right)
{
    return left.length == right.length &&
           (!left.length || memcmp(left.bytes, right.bytes, left.length) == 0);
}

static Reached *find(Layer *layer, Bytes position, uint32_t hash)
{
    map_each (probe, &layer->map, hash) {
        Reached *known = &layer->positions.items[probe.index];
        if (same_bytes(known->position, position))
            return known;
    }
    return NULL;
}

static void reach(Perft *perft, const uint32_t *choices, uint64_t plays)
{
    Layer *layer = &perft->next;
    Bytes position = engine_next(perft->engine, choices);
    uint32_t hash = hash_bytes(position.bytes, position.length);
    Reached *known = find(layer, position, hash);
    if (known) {
        PerftEnd end = perft->end;
        known->plays = add(perft, known->plays, plays);
        perft->too_many = perft->too_many || perft->end != end;
        perft->end = end; /* this layer is all right */
        return;
    }
    position.bytes = arena_copy(layer->arena, position.bytes, position.length);
    Reached reached = {position, plays};
    map_add(&layer->map, hash, (uint32_t)layer->positions.count);
    vec_push(&layer->positions, reached);
}

static bool may_go_on(Perft *perft)
{
    if (perft->end == PERFT_DONE &&
        (engine_failure(perft->engine) || budget_spent(perft->budget)))
        perft->end = PERFT_STOPPED;
    return perft->end == PERFT_DONE;
}

static void expand(Perft *perft, const Reached *from)
{
    size_t roles = engine_roles(perft->engine);
    uint32_t *counts = memory_zeroed(2 * roles, sizeof *counts);
    uint32_t *choices = counts + roles;
    bool more = engine_legal_counts(perft->engine, counts);
    for (; more && may_go_on(perft);
         more = next_joint_move(counts, choices, roles, NO_INDEX))
        reach(perft, choices, from->plays);
    free(counts);
}

/* Counts the layer, and with LAST false makes the next one. */
static void look_at_layer(Perft *perft, bool last)
{
    for (size_t i = 0; i < perft->now.positions.count; i++) {
        const Reached *reached = &perft->now.positions.items[i];
        if (!may_go_on(perft))
            return;
        engine_set(perft->engine, reached->position);
        bool terminal = engine_terminal(perft->engine);
        perft->count->states++;
        perft->count->plays = add(perft, perft->count->plays, reached->plays);
        if (terminal)
            perft->count->terminal += reached->plays;
        else if (!last)
            expand(perft, reached);
    }
    may_go_on(perft);
}

PerftEnd perft(Engine *engine, size_t depth, const Budget *budget,
               PerftDepth *depths, size_t *done)
{
    Perft perft = {.engine = engine, .budget = budget};
    Reached initial = {engine_initial(engine), 1};
    memset(depths, 0, (depth + 1) * sizeof *depths);
    vec_push(&perft.now.positions, initial);
    for (*done = 0; *done <= depth && perft.end == PERFT_DONE; ++*done) {
        perft.count = &depths[*done];
        perft.next.arena = arena_new();
        look_at_layer(&perft, *done == depth);
        layer_clear(&perft.now);
        perft.now = perft.next;
        perft.next = (Layer){0};
        if (perft.end != PERFT_DONE)
            break;
        if (perft.too_many)
            perft.end = PERFT_OVERFLOW;
    }
    layer_clear(&perft.now);
    return perft.end;
}
