/* circuit.h - event-driven simulation of a network: who reads which node
 *
 * Wirings and Circuits never change. Nodes of the core of a Circuit are kept up
 * to date at every change; extra ones are computed on demand. Private to sim/.
 */
#ifndef ZERMELO_SIM_CIRCUIT_H
#define ZERMELO_SIM_CIRCUIT_H

#include "base/bits.h"
#include "base/graph.h"
#include "ground/net.h"

/* ---- who reads whom, laid out for propagation (wiring.c) ---- */

/* A Wiring has numbers (ids) of its own for the nodes that it computes or
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
 * that a byte counts the false ones.
 */
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

/* ---- propagating changes by counters (counters.c) ---- */

/* Every AND counts its false inputs. When a node changes, the counts of those
 * that read it change, and so on. Nodes go by their ids. */
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

/* ---- all of a game ---- */

/* Features of a word that become false, and those that become true. */
typedef struct {
    uint32_t word;
    uint64_t clear, set;
} WordEffect;

/* What is done when a move is made, one after the other in CODE from
 * FIRST[move] to FIRST[move + 1]: how many ANDs there are, each of them as the
 * number of its inputs and these; then effects, each as the feature and the
 * literals of Effect; all literals with ids of the core. The values of these
 * ANDs are stored behind the ids of the core, in order. Effects that depend on
 * nothing are in WORDS, from FIRST_WORD[move] to FIRST_WORD[move + 1]. */
typedef struct {
    uint32_t *first, *code;
    uint32_t *first_word;
    WordEffect *words;
} LazyEffects;

/* Where the output bits of a phase are. */
typedef struct {
    size_t *legal_word; /* by role: first word, a bit for each move */
    size_t next_word;   /* first word, a bit for each feature */
    size_t terminal_bit;
    uint64_t *frame; /* features that stay as they are: no NEXT bit */
    bool all_stay;   /* all of them, unless a move touches them */
} Outputs;

typedef struct {
    const Net *net;         /* of the first phase: its nodes are those of all */
    const Net *const *nets; /* by phase: the outputs differ */
    size_t phase_count;
    Arena *arena;
    size_t state_words; /* 64 features each */
    uint64_t *initial;
    bool sets_are_events; /* sets of moves are nodes that change */
    Wiring core;          /* always up to date */
    Wiring extra;         /* what goals and percepts need, and nobody else */
    Edge *extra_inputs; /* ids of the core that extra ones read, with theirs */
    size_t extra_input_count;
    Graph *sets_of;       /* by role, by move: ids that are true for it */
    LazyEffects *effects; /* by phase; NULL if by events */
    Outputs *outputs;     /* by phase */
    size_t output_words;
} Circuit;

/* For nets that share their nodes, one for each phase; borrows them. */
Circuit *circuit_new(const Net *const *nets, size_t phase_count);
void circuit_free(Circuit *circuit);

/* Adds to CORE, by node, what the effects of many moves of NETS need, and
 * loops. False if an average step would compute more than the EVENT_COUNT ANDs
 * that are kept up to date without lazy effects. */
bool lazy_effects_pay(const Net *const *nets, size_t phase_count, bool *core,
                      size_t event_count);

/* The effects of one phase, in ARENA; CORE gets room for its values. */
LazyEffects lazy_effects_new(const Net *net, Wiring *core, Arena *arena);

/* LIT with its node replaced by the id in CORE, which is kept up to date. */
Lit lit_in_core(Wiring *core, Lit lit);

#endif
