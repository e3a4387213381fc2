/* counters.c - propagating changes through a network by counters
 *
 * In:   a Wiring, and the values of the nodes that it does not compute
 * Out:  the values of all others, and its output bits
 *
 * Changes propagate in the order of ids, then loops are computed anew, from
 * nothing up. The inner loops are made twice: for a queue that is short enough
 * to be looked through, and for one that has a summary.
 */
#include "sim/circuit.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Adds 1 to the COUNTS of a chunk that MASK has, or subtracts it if IS_LESS.
 * Returns, as a bit for each id, those that become zero or were. */
static inline uint32_t count_chunk(uint8_t *counts, uint32_t mask, bool is_less)
{
#ifdef __SSE2__
    const __m128i bits = _mm_set_epi8(-128, -128, 64, 64, 32, 32, 16, 16, 8, 8,
                                      4, 4, 2, 2, 1, 1);
    __m128i members =
        _mm_cmpeq_epi8(_mm_and_si128(_mm_set1_epi16((short)mask), bits), bits);
    __m128i old = _mm_loadu_si128((const __m128i *)counts);
    __m128i new =
        is_less ? _mm_add_epi8(old, members) : _mm_sub_epi8(old, members);
    __m128i is_zero = _mm_cmpeq_epi8(is_less ? new : old, _mm_setzero_si128());
    _mm_storeu_si128((__m128i *)counts, new);
    return (uint32_t)_mm_movemask_epi8(_mm_and_si128(is_zero, members));
#else
    uint32_t changed = 0;
    for (uint32_t i = 0; i < CHUNK_IDS; i++) {
        bool is_member = mask & chunk_mask_bit(i);
        changed |= (uint32_t)(is_member && counts[i] == is_less) << i;
        counts[i] = (uint8_t)(counts[i] + (is_less ? -is_member : is_member));
    }
    return changed;
#endif
}

static void mark_dirty(Counters *counters, uint32_t id)
{
    const Graph *watchers = &counters->wiring->watchers;
    for (uint32_t i = watchers->first[id]; i < watchers->first[id + 1]; i++)
        counters->is_component_dirty[watchers->targets[i]] =
            counters->has_dirty = true;
}

/* ---- the inner loops ---- */

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Passed by value, so that the pointers stay in registers: a count that is
 * stored could be part of any structure in memory. */
typedef struct {
    uint8_t *counts;
    uint64_t *queue, *summary; /* NULL: there is none */
    const uint32_t *first_target, *targets;
    Counters *watched; /* NULL if there are no components */
} View;

ALWAYS_INLINE View view_of(Counters *counters, bool has_summary)
{
    const Wiring *wiring = counters->wiring;
    return (View){counters->counts,
                  counters->queue,
                  has_summary ? counters->queue_summary : NULL,
                  wiring->first_target,
                  wiring->targets,
                  wiring->net->component_count ? counters : NULL};
}

/* READER has one false input fewer if IS_LESS, else one more. Whether that
 * changes its value cannot be predicted, so that a branch on it costs more than
 * it saves. */
ALWAYS_INLINE void tell(View view, uint32_t reader, bool is_less)
{
    unsigned count = view.counts[reader];
    uint64_t changes = count == is_less;
    view.counts[reader] = (uint8_t)(count + 1 - 2 * (unsigned)is_less);
    view.queue[reader / 64] ^= changes << reader % 64;
    if (view.summary)
        view.summary[reader / 4096] |= changes << reader / 64 % 64;
}

/* The same for those of the 16 ids of CHUNK that MASK has. */
ALWAYS_INLINE void tell_chunk(View view, uint32_t chunk, uint32_t mask,
                              bool is_less)
{
    uint64_t changes =
        count_chunk(view.counts + chunk * CHUNK_IDS, mask, is_less);
    view.queue[chunk / 4] ^= changes << chunk % 4 * CHUNK_IDS;
    if (view.summary)
        view.summary[chunk / 256] |= (uint64_t)(changes != 0) << chunk / 4 % 64;
}

/* Tells the readers of ID and components that it has become VALUE. */
ALWAYS_INLINE void propagate(View view, uint32_t id, bool value)
{
    const uint32_t *at = view.targets + view.first_target[id];
    uint32_t plain_count = at[0], count = at[1] / 2;
    bool has_chunks = at[1] & 1;
    at += 2;
    for (uint32_t i = 0; i < count; i++)
        tell(view, at[i], (i < plain_count) == value);
    at += count;
    if (has_chunks) {
        plain_count = at[0], count = at[1];
        at += 2;
        for (uint32_t i = 0; i < count; i++, at += 2)
            tell_chunk(view, at[0], at[1], (i < plain_count) == value);
    }
    if (view.watched)
        mark_dirty(view.watched, id);
}

ALWAYS_INLINE void empty_word(View view, size_t word)
{
    while (view.queue[word]) {
        uint64_t waiting = view.queue[word];
        uint32_t id = (uint32_t)word * 64 + (uint32_t)__builtin_ctzll(waiting);
        view.queue[word] = waiting & (waiting - 1);
        propagate(view, id, view.counts[id] == 0);
    }
}

/* Lowest id first, so that a node is handled once, when all its inputs have
 * their final values. */
ALWAYS_INLINE void empty_view(View view, size_t word_count)
{
    for (size_t word = 0; !view.summary && word < word_count; word++)
        empty_word(view, word);
    for (size_t i = 0; view.summary && i * 64 < word_count; i++)
        while (view.summary[i]) {
            size_t word = i * 64 + (size_t)__builtin_ctzll(view.summary[i]);
            if (word < word_count) /* beyond it are output bits */
                empty_word(view, word);
            view.summary[i] &= view.summary[i] - 1;
        }
}

ALWAYS_INLINE void set_features(Counters *counters, uint64_t *state,
                                const uint64_t *next, size_t word_count,
                                bool has_summary)
{
    const View view = view_of(counters, has_summary);
    const uint64_t *is_needed = counters->wiring->needed_features;
    const uint32_t first = counters->wiring->first_feature;
    for (size_t i = 0; i < word_count; i++) {
        uint64_t now = next[i], changed = (now ^ state[i]) & is_needed[i];
        state[i] = now;
        for (; changed; changed &= changed - 1) {
            uint32_t bit = (uint32_t)__builtin_ctzll(changed);
            uint32_t id = first + (uint32_t)(i * 64) + bit;
            bool value = now >> bit & 1;
            view.counts[id] = !value;
            propagate(view, id, value);
        }
    }
}

static void empty_queue(Counters *counters)
{
    size_t word_count = counters->wiring->queue_words;
    if (counters->wiring->has_summary)
        empty_view(view_of(counters, true), word_count);
    else
        empty_view(view_of(counters, false), word_count);
}

void counters_set(Counters *counters, uint32_t id, bool value)
{
    assert(counters->wiring->first_feature <= id &&
           id < counters->wiring->id_count); /* no AND, no output */
    if ((counters->counts[id] == 0) == value)
        return;
    counters->counts[id] = !value;
    if (counters->wiring->has_summary)
        propagate(view_of(counters, true), id, value);
    else
        propagate(view_of(counters, false), id, value);
}

/* ---- loops ---- */

static bool is_computed(const Wiring *wiring, uint32_t loop)
{
    return wiring->is_member[wiring->net->loops[loop].node];
}

static Lit lit_in(const Wiring *wiring, Lit lit)
{
    return 2 * wiring->id_of[lit_node(lit)] + lit_is_negated(lit);
}

/* The least fixpoint: a loop becomes true once its definition is. */
static void compute_component(Counters *counters, uint32_t number)
{
    const Wiring *wiring = counters->wiring;
    const Net *net = wiring->net;
    Component component = net->components[number];
    for (uint32_t i = component.first_loop; i < component.end_loop; i++)
        if (is_computed(wiring, i))
            counters_set(counters, wiring->id_of[net->loops[i].node], false);
    empty_queue(counters);
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (uint32_t i = component.first_loop; i < component.end_loop; i++) {
            Loop loop = net->loops[i];
            if (!is_computed(wiring, i) ||
                counters_value(counters, lit_in(wiring, 2 * loop.node)) ||
                !counters_value(counters, lit_in(wiring, loop.definition)))
                continue;
            counters_set(counters, wiring->id_of[loop.node], true);
            empty_queue(counters);
            has_more = true;
        }
    }
    counters->is_component_dirty[number] = false;
}

static void compute_components(Counters *counters)
{
    for (uint32_t i = 0; i < counters->wiring->net->component_count; i++)
        if (counters->is_component_dirty[i])
            compute_component(counters, i);
    counters->has_dirty = false;
}

#ifdef ZERMELO_DEBUG
/* What holds of settled counters: an AND is true if its inputs are. */
static void counters_check(const Counters *counters)
{
    const Wiring *wiring = counters->wiring;
    const Net *net = wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        bool value = true;
        if (!wiring->is_member[i] || net->nodes[i].kind == NODE_TRUE)
            continue;
        net_each_input (input, net, i)
            value =
                value && counters_value(counters, lit_in(wiring, *input.at));
        assert(counters_value(counters, lit_in(wiring, 2 * i)) == value);
    }
    for (size_t i = 0; i < wiring->queue_words; i++)
        assert(!counters->queue[i]);
}
#endif

static void settle_components(Counters *counters)
{
    if (counters->has_dirty)
        compute_components(counters);
#ifdef ZERMELO_DEBUG
    if (counters->settled++ % 256 == 0)
        counters_check(counters);
#endif
}

void counters_settle(Counters *counters)
{
    empty_queue(counters);
    settle_components(counters);
}

void counters_set_features(Counters *counters, uint64_t *state,
                           const uint64_t *next, size_t word_count)
{
    if (counters->wiring->has_summary)
        set_features(counters, state, next, word_count, true);
    else
        set_features(counters, state, next, word_count, false);
    counters_settle(counters);
}

/* ---- beginning and end ---- */

Counters *counters_new(const Wiring *wiring)
{
    size_t components = wiring->net->component_count;
    size_t words = wiring->queue_words + wiring->output_words;
    Counters *counters = memory_alloc(sizeof *counters);
    *counters = (Counters){.wiring = wiring};
    counters->counts = memory_zeroed(wiring->id_count + wiring->slot_count, 1);
    memcpy(counters->counts, wiring->initial_counts, wiring->id_count);
    counters->queue = memory_zeroed(words + 1, sizeof *counters->queue);
    counters->outputs = counters->queue + wiring->queue_words;
    if (wiring->output_words)
        memcpy(counters->outputs, wiring->initial_outputs,
               wiring->output_words * sizeof *counters->outputs);
    counters->queue_summary =
        memory_zeroed(words / 64 + 1, sizeof *counters->queue_summary);
    counters->is_component_dirty =
        memory_zeroed(components + 1, sizeof *counters->is_component_dirty);
    for (size_t i = 0; i < components; i++)
        counters->is_component_dirty[i] = counters->has_dirty = true;
    return counters;
}

void counters_free(Counters *counters)
{
    if (!counters)
        return;
    free_all(counters->counts, counters->queue, counters->queue_summary,
             counters->is_component_dirty, counters);
}
