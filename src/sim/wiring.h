/* wiring.h - who reads which node of a network, laid out for propagation
 *
 * A Wiring has numbers (ids) of its own for the nodes that it computes or
 * reads, so that what changes together stands together:
 *
 *   0 ..                  ANDs, inputs first; from one depth to the next they
 *                         are sorted by the inputs that most others share, so
 *                         that the readers of a node are runs of ids
 *   64 * QUEUE_WORDS ..   output bits: ANDs that nothing but one output reads,
 *                         and copies of other nodes
 *   FIRST_FEATURE ..      features, in order
 *   then                  what else is read: sets of moves, loops ...
 *
 * ANDs have at most MAX_FAN_IN inputs here, larger ones are taken apart, so
 * that a byte counts the false ones. Never changes. Private to sim/.
 */
#ifndef ZERMELO_SIM_WIRING_H
#define ZERMELO_SIM_WIRING_H

#include "base/graph.h"
#include "ground/net.h"

enum {
    MAX_FAN_IN = 255,
    CHUNK_IDS = 16,  /* ids from a multiple of 16 on */
    SMALL_QUEUE = 64 /* words; longer queues have a summary */
};

/* What stands in the targets of a node, one number after the other: how many
 * readers take it as it is; how many there are, those of its negation last,
 * twice, and 1 more if there are chunks; these readers. Then, if there are any,
 * how many chunks take it as it is, how many there are, and these, each with a
 * mask (chunk_mask_bit). So most often all of it is in one line of the cache.
 */

/* An output bit has the value of a literal of the net. */
typedef struct {
    Lit lit;
    uint32_t bit;
} OutputBit;

/* Members are the ANDs and loops that are computed; nodes that they read and
 * that are none are set from outside. */
typedef struct {
    const Net *net;
    bool *is_member; /* by node */
    uint32_t *id_of; /* by node; NO_INDEX if it has none */
    size_t queue_words, output_words;
    uint32_t first_feature, id_count;
    uint32_t *first_target, *targets; /* by id: where its targets begin */
    bool has_summary;          /* the queue is too long to be looked through */
    uint64_t *needed_features; /* a bit for each whose value must be kept */
    Graph watchers;            /* by id: components to be computed anew */
    uint8_t *initial_counts;   /* by id, */
    uint64_t *initial_outputs; /* and bits, if every leaf is false */
    uint32_t slot_count;       /* values beyond ids, computed on demand */
} Wiring;

/* Fills what depends on NET and IS_MEMBER. */
void wiring_lay(Wiring *wiring, const OutputBit *outputs, size_t output_count,
                size_t output_words, Arena *arena);

/* Whether a node, or the definition of a loop, reads ID. */
static inline bool wiring_is_read(const Wiring *wiring, uint32_t id)
{
    return wiring->targets[wiring->first_target[id] + 1] ||
           wiring->watchers.first[id] < wiring->watchers.first[id + 1];
}

/* Keeps the value of a feature whether or not a node reads it. */
void wiring_need(Wiring *wiring, uint32_t id);

/* Where bit I of a mask of a chunk stands: even ids in the low byte, so that a
 * vector of bytes is made of it without a shuffle. */
static inline uint32_t chunk_mask_bit(uint32_t id)
{
    return 1u << (id % 2 * 8 + id % CHUNK_IDS / 2);
}

#endif
