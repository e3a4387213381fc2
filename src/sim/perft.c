/* perft.c - numbers of plays and of distinct positions at each depth
 *
 * In:   an Engine (sim/engine.h), a depth
 * Out:  a PerftDepth for each depth
 *
 * One layer after the other: each distinct position once, with the number of
 * plays that lead to it.
 */
#include "sim/perft.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The positions at one depth. */
typedef struct {
    ByteTable positions;
    VEC(uint64_t) plays; /* by position: how many lead there */
} Layer;

typedef struct {
    Engine *engine;
    const Budget *budget;
    Layer current, next;
    PerftDepth *totals;  /* of the current layer */
    bool next_overflows; /* the number of plays of the next layer */
    PerftEnd end;
} Perft;

enum { SIGN_BIT = 63 };

/* A sum of 2^63 or more ends the count with PERFT_OVERFLOW. */
static uint64_t add_checked(Perft *perft, uint64_t a, uint64_t b)
{
    uint64_t sum;
    if (__builtin_add_overflow(a, b, &sum) || sum >> SIGN_BIT)
        perft->end = PERFT_OVERFLOW;
    return sum;
}

static void layer_clear(Layer *layer)
{
    byte_table_free(&layer->positions);
    vec_free(&layer->plays);
}

static void add_successor(Perft *perft, const uint32_t *choices,
                          uint64_t play_count)
{
    Layer *layer = &perft->next;
    uint32_t number =
        byte_table_put(&layer->positions, engine_next(perft->engine, choices));
    if (number == layer->plays.count)
        vec_push(&layer->plays, 0);
    assert(layer->plays.count == layer->positions.strings.count);
    PerftEnd end = perft->end;
    layer->plays.items[number] =
        add_checked(perft, layer->plays.items[number], play_count);
    perft->next_overflows = perft->next_overflows || perft->end != end;
    perft->end = end; /* this layer is all right */
}

static bool can_continue(Perft *perft)
{
    if (perft->end == PERFT_DONE &&
        (engine_failure(perft->engine) || budget_spent(perft->budget)))
        perft->end = PERFT_STOPPED;
    return perft->end == PERFT_DONE;
}

static void expand(Perft *perft, uint64_t play_count)
{
    size_t role_count = engine_roles(perft->engine);
    uint32_t *counts = memory_zeroed(2 * role_count, sizeof *counts);
    uint32_t *choices = counts + role_count;
    bool has_more = engine_legal_counts(perft->engine, counts);
    for (; has_more && can_continue(perft);
         has_more = next_joint_move(NULL, counts, choices, role_count))
        add_successor(perft, choices, play_count);
    memory_free(counts);
}

/* Counts the layer, and with IS_LAST false makes the next one. */
static void count_layer(Perft *perft, bool is_last)
{
    for (size_t i = 0; i < perft->current.plays.count; i++) {
        uint64_t play_count = perft->current.plays.items[i];
        if (!can_continue(perft))
            return;
        assert(play_count); /* some play has led there */
        engine_set(perft->engine, perft->current.positions.strings.items[i]);
        perft->totals->states++;
        perft->totals->plays =
            add_checked(perft, perft->totals->plays, play_count);
        if (engine_is_terminal(perft->engine))
            perft->totals->terminal += play_count;
        else if (!is_last)
            expand(perft, play_count);
    }
    can_continue(perft);
}

PerftEnd perft(Engine *engine, size_t depth, const Budget *budget,
               PerftDepth *depths, size_t *done)
{
    Perft perft = {.engine = engine, .budget = budget};
    memset(depths, 0, (depth + 1) * sizeof *depths);
    byte_table_put(&perft.current.positions, engine_initial(engine));
    vec_push(&perft.current.plays, 1);
    for (*done = 0; *done <= depth && perft.end == PERFT_DONE; ++*done) {
        perft.totals = &depths[*done];
        count_layer(&perft, *done == depth);
        layer_clear(&perft.current);
        perft.current = perft.next;
        perft.next = (Layer){0};
        if (perft.end != PERFT_DONE)
            break;
        if (perft.next_overflows)
            perft.end = PERFT_OVERFLOW;
    }
    layer_clear(&perft.current);
    return perft.end;
}
