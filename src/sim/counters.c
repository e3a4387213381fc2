/* counters.c - propagating changes through a network by counters
 *
 * In:   a Wiring, and the values of the nodes that it does not compute
 * Out:  the values of all others, and its output bits
 *
 * Changes propagate in the order of ids, then loops are computed anew, from
 * nothing up. The inner loops are in propagate.h: small networks have ids of 16
 * bits and a queue that is short enough to be looked through, larger ones a
 * summary of it, the largest ids of 32 bits.
 */
#include "sim/counters.h"

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

static void compute_components(Counters *counters);

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define NAME(function) small_##function
#define ID             uint16_t
#define TARGETS        short_targets
#define HAS_SUMMARY    false
#include "sim/propagate.h"

#define NAME(function) medium_##function
#define ID             uint16_t
#define TARGETS        short_targets
#define HAS_SUMMARY    true
#include "sim/propagate.h"

#define NAME(function) large_##function
#define ID             uint32_t
#define TARGETS        long_targets
#define HAS_SUMMARY    true
#include "sim/propagate.h"

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
    counters->empty_queue(counters);
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (uint32_t i = component.first_loop; i < component.end_loop; i++) {
            Loop loop = net->loops[i];
            if (!is_computed(wiring, i) ||
                counters_value(counters, lit_in(wiring, 2 * loop.node)) ||
                !counters_value(counters, lit_in(wiring, loop.definition)))
                continue;
            counters_set(counters, wiring->id_of[loop.node], true);
            counters->empty_queue(counters);
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

void counters_settle(Counters *counters)
{
    counters->empty_queue(counters);
    if (counters->has_dirty)
        compute_components(counters);
#ifdef ZERMELO_DEBUG
    if (counters->settled++ % 256 == 0)
        counters_check(counters);
#endif
}

/* ---- beginning and end ---- */

static void choose_loops(Counters *counters)
{
    const Wiring *wiring = counters->wiring;
    if (!wiring->short_targets) {
        counters->set = large_set;
        counters->set_features = large_set_features;
        counters->empty_queue = large_empty_queue;
    } else if (!wiring_is_small(wiring)) {
        counters->set = medium_set;
        counters->set_features = medium_set_features;
        counters->empty_queue = medium_empty_queue;
    } else {
        counters->set = small_set;
        counters->set_features = small_set_features;
        counters->empty_queue = small_empty_queue;
    }
}

Counters *counters_new(const Wiring *wiring)
{
    size_t components = wiring->net->component_count;
    size_t words = wiring->queue_words + wiring->output_words;
    Counters *counters = memory_alloc(sizeof *counters);
    *counters = (Counters){.wiring = wiring};
    choose_loops(counters);
    counters->counts =
        memory_zeroed(wiring->id_count + wiring->lazy_counter_count, 1);
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
