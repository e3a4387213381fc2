/* counters.h - propagating changes through a network by counters
 *
 * Every AND counts its false inputs. When a node changes, the counts of those
 * that read it change, and so on. Nodes go by their ids (wiring.h). Private to
 * sim/.
 */
#ifndef ZERMELO_SIM_COUNTERS_H
#define ZERMELO_SIM_COUNTERS_H

#include "sim/wiring.h"

typedef struct Counters Counters;
struct Counters {
    const Wiring *wiring;
    uint8_t *counts;          /* by id: false inputs; 0 means true */
    uint64_t *queue;          /* a bit for each AND that has changed; then: */
    uint64_t *outputs;        /* bits, as they are */
    uint64_t *queue_summary;  /* by word of the queue: it may be nonzero */
    bool *is_component_dirty; /* by component: to be computed anew */
    bool has_dirty;
    void (*set)(Counters *counters, uint32_t id, bool value);
    void (*set_features)(Counters *counters, uint64_t *state,
                         const uint64_t *next, size_t word_count);
    void (*empty_queue)(Counters *counters);
#ifdef ZERMELO_DEBUG
    size_t settled; /* how often: the counts are checked now and then */
#endif
};

/* With every node that is not computed false. */
Counters *counters_new(const Wiring *wiring);
void counters_free(Counters *counters);

/* Propagates all that was set since the last time. */
void counters_settle(Counters *counters);

/* Makes STATE, that of the features, what NEXT is. */
static inline void counters_set_features(Counters *counters, uint64_t *state,
                                         const uint64_t *next,
                                         size_t word_count)
{
    counters->set_features(counters, state, next, word_count);
#ifdef ZERMELO_DEBUG
    counters_settle(counters); /* checks now and then */
#endif
}

/* By an id, with its sign as in a Lit. */
static inline bool counters_value(const Counters *counters, Lit lit)
{
    return (counters->counts[lit_node(lit)] == 0) != lit_is_negated(lit);
}

/* Sets a leaf and tells its readers. */
static inline void counters_set(Counters *counters, uint32_t id, bool value)
{
    if ((counters->counts[id] == 0) != value)
        counters->set(counters, id, value);
}

/* Stores the value of an AND of COUNT INPUTS at SLOT, behind the ids: nothing
 * is propagated. */
static inline void counters_compute_and(Counters *counters, uint32_t slot,
                                        const Lit *inputs, size_t count)
{
    size_t i = 0;
    while (i < count && counters_value(counters, inputs[i]))
        i++;
    counters->counts[slot] = i < count;
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
