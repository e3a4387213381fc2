/* counters.h - propagating changes through a network by counters
 *
 * Every AND counts its false inputs. When a node changes, the counts of those
 * that read it change, and so on. Private to sim/.
 */
#ifndef ZERMELO_SIM_COUNTERS_H
#define ZERMELO_SIM_COUNTERS_H

#include "base/graph.h"
#include "ground/net.h"

/* Where the changes of a node go: ends FIRST to PLAIN are nodes that read it,
 * those up to NEGATED nodes that read its negation, those up to BITS output
 * bits. */
typedef struct {
    uint32_t first, plain, negated, bits;
} Wire;

/* Members are the ANDs and loops that are computed; nodes that they read and
 * that are none are set from outside. */
typedef struct {
    const Net *net;
    bool *member;
    Wire *wires;    /* by node */
    uint32_t *ends; /* what wires lead to */
    Graph watchers; /* by node: components to be computed anew */
    uint32_t slots; /* how many counters there are beyond those of nodes */
} Wiring;

typedef struct {
    const Wiring *wiring;
    uint16_t *counts;  /* by node: false inputs; 0 means true */
    uint64_t *outputs; /* bits that are flipped; of the owner */
    uint64_t *queue;   /* a bit for each node that has changed */
    uint64_t *busy;    /* a bit for each word of the queue that may have some */
    size_t busy_words;
    bool *dirty; /* components */
    bool any_dirty;
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
    return (counters->counts[lit_node(lit)] == 0) != (lit & 1);
}

/* What has changed twice has not changed. */
static inline void counters_changed(Counters *counters, uint32_t node)
{
    counters->queue[node / 64] ^= (uint64_t)1 << node % 64;
    counters->busy[node / 4096] |= (uint64_t)1 << node / 64 % 64;
}

static inline void counters_set(Counters *counters, uint32_t node, bool value)
{
    if ((counters->counts[node] == 0) == value)
        return;
    counters->counts[node] = !value;
    counters_changed(counters, node);
}

/* Computes an AND of COUNT INPUTS that is no node, as if it were NODE. */
static inline void counters_compute(Counters *counters, uint32_t node,
                                    const Lit *inputs, size_t count)
{
    size_t i = 0;
    while (i < count && counters_value(counters, inputs[i]))
        i++;
    counters->counts[node] = i < count;
}

/* The sets of a move become true. */
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
