/* counters.h - propagating changes through a network by counters
 *
 * Every AND counts its false inputs. When a node changes, the counts of those
 * that read it change, and so on. Private to sim/.
 */
#ifndef ZERMELO_SIM_COUNTERS_H
#define ZERMELO_SIM_COUNTERS_H

#include "base/graph.h"
#include "ground/net.h"

/* Where the changes of a node go: targets FIRST to PLAIN_END are nodes that
 * read it, those up to NEGATED_END nodes that read its negation, those up to
 * BITS_END output bits. */
typedef struct {
    uint32_t first, plain_end, negated_end, bits_end;
} Wire;

/* Members are the ANDs and loops that are computed; nodes that they read and
 * that are none are set from outside. */
typedef struct {
    const Net *net;
    bool *is_member;             /* by node */
    Wire *wires;                 /* by node */
    uint32_t *targets;           /* what wires lead to: nodes, or output bits */
    Graph watchers;              /* by node: components to be computed anew */
    uint32_t lazy_counter_count; /* counters beyond those of nodes, for lazy
                                    effects */
} Wiring;

typedef struct {
    const Wiring *wiring;
    uint16_t *counts;        /* by node: false inputs; 0 means true */
    uint64_t *outputs;       /* bits that are flipped; of the owner */
    uint64_t *queue;         /* a bit for each node that has changed */
    uint64_t *queue_summary; /* by word of the queue: it may be nonzero */
    size_t summary_words;
    bool *is_component_dirty; /* by component: to be computed anew */
    bool has_dirty;
#ifdef ZERMELO_DEBUG
    size_t settled; /* how often: the counts are checked now and then */
#endif
} Counters;

/* With every node that is not computed false; OUTPUTS are not changed. */
Counters *counters_new(const Wiring *wiring, uint64_t *outputs);
void counters_free(Counters *counters);

/* Propagates all that was set since the last time. */
void counters_settle(Counters *counters);

static inline bool counters_value(const Counters *counters, Lit lit)
{
    return (counters->counts[lit_node(lit)] == 0) != lit_is_negated(lit);
}

/* Queues NODE; if it is queued, its value is the old one again, and it leaves
 * the queue. */
static inline void counters_toggle_changed(Counters *counters, uint32_t node)
{
    counters->queue[node / 64] ^= (uint64_t)1 << node % 64;
    counters->queue_summary[node / 4096] |= (uint64_t)1 << node / 64 % 64;
}

static inline void counters_set(Counters *counters, uint32_t node, bool value)
{
    if ((counters->counts[node] == 0) == value)
        return;
    counters->counts[node] = !value;
    counters_toggle_changed(counters, node);
}

/* Stores the value of an AND of COUNT INPUTS at NODE, a slot that has no
 * readers: nothing is propagated. */
static inline void counters_compute_and(Counters *counters, uint32_t node,
                                        const Lit *inputs, size_t count)
{
    size_t i = 0;
    while (i < count && counters_value(counters, inputs[i]))
        i++;
    counters->counts[node] = i < count;
}

/* The move sets of MOVE become true. */
static inline void counters_begin_move(Counters *counters, const Graph *sets,
                                       uint32_t move)
{
    for (uint32_t i = sets->first[move]; i < sets->first[move + 1]; i++)
        counters_set(counters, sets->targets[i], true);
}

/* From the sets of one move to those of another; those that have both stay as
 * they are. The lists are in order. */
static inline void counters_change_move(Counters *counters, const Graph *sets,
                                        uint32_t from, uint32_t to)
{
    uint32_t i = sets->first[from], k = sets->first[to];
    uint32_t i_end = sets->first[from + 1], k_end = sets->first[to + 1];
    while (i < i_end || k < k_end) {
        uint32_t old = i < i_end ? sets->targets[i] : UINT32_MAX;
        uint32_t new = k < k_end ? sets->targets[k] : UINT32_MAX;
        if (old < new)
            counters_set(counters, old, false);
        else if (new < old)
            counters_set(counters, new, true);
        i += old <= new;
        k += new <= old;
    }
}

#endif
