/* counters.h - propagating changes through a network by counters
 *
 * Every AND counts its false inputs. When a node changes, the counts of those
 * that read it change, and so on. Nodes go by their ids (wiring.h). Private to
 * sim/.
 */
#ifndef ZERMELO_SIM_COUNTERS_H
#define ZERMELO_SIM_COUNTERS_H

#include "sim/wiring.h"

typedef struct {
    const Wiring *wiring;
    uint8_t *counts;          /* by id: false inputs; 0 means true */
    uint64_t *queue;          /* a bit for each AND that has changed; then: */
    uint64_t *outputs;        /* bits, as they are */
    uint64_t *queue_summary;  /* by word of the queue: it may be nonzero */
    bool *is_component_dirty; /* by component: to be computed anew */
    bool has_dirty;
#ifdef ZERMELO_DEBUG
    size_t settled; /* how often: the counts are checked now and then */
#endif
} Counters;

/* With every node that is not computed false. */
Counters *counters_new(const Wiring *wiring);
void counters_free(Counters *counters);

/* Sets a leaf and tells its readers. */
void counters_set(Counters *counters, uint32_t id, bool value);

/* Propagates all that was set since the last time. */
void counters_settle(Counters *counters);

/* Makes STATE, that of the features, what NEXT is, and propagates it. */
void counters_set_features(Counters *counters, uint64_t *state,
                           const uint64_t *next, size_t word_count);

/* By an id, with its sign as in a Lit. */
static inline bool counters_value(const Counters *counters, Lit lit)
{
    return (counters->counts[lit_node(lit)] == 0) != lit_is_negated(lit);
}

#endif
