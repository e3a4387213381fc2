/* counters.c - propagating changes through a network by counters
 *
 * In:   a Wiring, and the values of the nodes that it does not compute
 * Out:  the values of all others
 *
 * Nodes are numbered so that inputs come first. Changes propagate in that
 * order, so that a node is handled once, when all its inputs have their final
 * values. Loops are then computed anew, from nothing up.
 */
#include "sim/counters.h"

#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

/* READERS have DELTA false inputs more, 1 or -1: those with a count of
 * CHANGES_AT change their value. Which of the two it is cannot be predicted, so
 * that a branch on it costs more than it saves. */
static inline void add_to_counts(Counters *counters, const uint32_t *readers,
                                 const uint32_t *end, int delta, int changes_at)
{
    uint16_t *counts = counters->counts;
    for (; readers < end; readers++) {
        int count = counts[*readers];
        counts[*readers] = (uint16_t)(count + delta);
        if (count == changes_at)
            counters_toggle_changed(counters, *readers);
    }
}

/* Tells the readers of NODE, output bits and components that it has changed. */
static inline void propagate(Counters *counters, uint32_t node)
{
    const Wiring *wiring = counters->wiring;
    const Wire wire = wiring->wires[node];
    const uint32_t *targets = wiring->targets;
    int value = counters->counts[node] == 0;
    add_to_counts(counters, targets + wire.first, targets + wire.plain_end,
                  1 - 2 * value, value);
    add_to_counts(counters, targets + wire.plain_end,
                  targets + wire.negated_end, 2 * value - 1, 1 - value);
    for (uint32_t i = wire.negated_end; i < wire.bits_end; i++)
        counters->outputs[targets[i] / 64] ^= (uint64_t)1 << targets[i] % 64;
    if (!wiring->net->component_count)
        return;
    const Graph *watchers = &wiring->watchers;
    for (uint32_t i = watchers->first[node]; i < watchers->first[node + 1]; i++)
        counters->is_component_dirty[watchers->targets[i]] =
            counters->has_dirty = true;
}

/* Empties the queue, lowest node first. */
static void propagate_queue(Counters *counters)
{
    uint64_t *queue_summary = counters->queue_summary, *queue = counters->queue;
    for (size_t i = 0; i < counters->summary_words; i++)
        while (queue_summary[i]) {
            size_t word = i * 64 + (size_t)__builtin_ctzll(queue_summary[i]);
            while (queue[word]) {
                uint64_t waiting = queue[word];
                queue[word] = waiting & (waiting - 1);
                propagate(counters, (uint32_t)(word * 64) +
                                        (uint32_t)__builtin_ctzll(waiting));
            }
            queue_summary[i] &= queue_summary[i] - 1;
        }
}

/* ---- loops ---- */

static bool is_computed(const Wiring *wiring, uint32_t loop)
{
    return wiring->is_member[wiring->net->loops[loop].node];
}

/* The least fixpoint: a loop becomes true once its definition is. */
static void compute_component(Counters *counters, uint32_t number)
{
    const Wiring *wiring = counters->wiring;
    const Net *net = wiring->net;
    Component component = net->components[number];
    for (uint32_t i = component.first_loop; i < component.end_loop; i++)
        if (is_computed(wiring, i))
            counters_set(counters, net->loops[i].node, false);
    propagate_queue(counters);
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (uint32_t i = component.first_loop; i < component.end_loop; i++) {
            Loop loop = net->loops[i];
            if (!is_computed(wiring, i) ||
                counters_value(counters, 2 * loop.node) ||
                !counters_value(counters, loop.definition))
                continue;
            counters_set(counters, loop.node, true);
            propagate_queue(counters);
            has_more = true;
        }
    }
    counters->is_component_dirty[number] = false;
}

#ifdef ZERMELO_DEBUG
/* The invariants of settled counters: an AND counts its false inputs, and a
 * loop has the value of its definition. */
static void counters_check(const Counters *counters)
{
    const Wiring *wiring = counters->wiring;
    const Net *net = wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        uint32_t false_inputs = 0;
        if (!wiring->is_member[i])
            continue;
        net_each_input (input, net, i)
            false_inputs += !counters_value(counters, *input.at);
        assert(counters->counts[i] == false_inputs);
        assert(!(counters->queue[i / 64] >> i % 64 & 1));
    }
}
#endif

void counters_settle(Counters *counters)
{
    propagate_queue(counters);
    for (uint32_t i = 0;
         counters->has_dirty && i < counters->wiring->net->component_count; i++)
        if (counters->is_component_dirty[i])
            compute_component(counters, i);
    counters->has_dirty = false;
#ifdef ZERMELO_DEBUG
    if (counters->settled++ % 256 == 0)
        counters_check(counters);
#endif
}

/* ---- beginning and end ---- */

static void init_counts(Counters *counters)
{
    const Wiring *wiring = counters->wiring;
    const Net *net = wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node node = net->nodes[i];
        counters->counts[i] = node.kind != NODE_TRUE;
        if (node.kind != NODE_AND || !wiring->is_member[i])
            continue;
        assert(node.input_count <= MAX_INPUTS);
        counters->counts[i] = 0;
        for (uint32_t k = 0; k < node.input_count; k++)
            counters->counts[i] +=
                !counters_value(counters, net->inputs[node.first_input + k]);
    }
}

Counters *counters_new(const Wiring *wiring, uint64_t *outputs)
{
    const Net *net = wiring->net;
    size_t word_count = net->node_count / 64 + 1;
    Counters *counters = memory_alloc(sizeof *counters);
    *counters = (Counters){.wiring = wiring, .outputs = outputs};
    counters->summary_words = word_count / 64 + 1;
    counters->counts = memory_zeroed(
        net->node_count + wiring->lazy_counter_count, sizeof *counters->counts);
    counters->queue = memory_zeroed(word_count, sizeof *counters->queue);
    counters->queue_summary =
        memory_zeroed(counters->summary_words, sizeof *counters->queue_summary);
    counters->is_component_dirty = memory_zeroed(
        net->component_count + 1, sizeof *counters->is_component_dirty);
    init_counts(counters);
    for (size_t i = 0; i < net->component_count; i++)
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
