/* circuit.h - who reads which node of a network, for event-driven simulation
 *
 * A Circuit never changes. Nodes of its core are kept up to date at every
 * change; extra ones are computed on demand. Private to sim/.
 */
#ifndef ZERMELO_SIM_CIRCUIT_H
#define ZERMELO_SIM_CIRCUIT_H

#include "base/bits.h"
#include "sim/counters.h"

/* What is done when a move is made, one after the other in CODE from
 * FIRST[move] to FIRST[move + 1]: how many ANDs there are, each of them as the
 * number of its inputs and these; then effects, each as the feature and the
 * literals of Effect. The value of the first AND is that of node SLOTS, that of
 * the second of the node after it, and so on: numbers no node has. */
typedef struct {
    uint32_t *first, *code;
} LazyEffects;

/* Where the output bits of a phase are. */
typedef struct {
    size_t *legal;         /* by role: first word */
    size_t next, terminal; /* first word, and bit */
    uint64_t *frame;       /* features that stay as they are: not among NEXT */
} Outputs;

typedef struct {
    const Net *net;         /* of the first phase: its nodes are those of all */
    const Net *const *nets; /* by phase: the outputs differ */
    size_t phases;
    Arena *arena;
    size_t words;
    uint64_t *initial;
    bool *by_moves; /* nodes that depend on the moves */
    bool by_events; /* sets of moves are nodes that change */
    Wiring core;    /* always up to date */
    Wiring extra;   /* what goals and percepts need, and nobody else */
    bool has_extra;
    uint32_t *border; /* nodes outside that the extra ones read */
    size_t border_count;
    uint32_t *feature_node; /* 0 if the network does not look at it */
    Graph *sets;            /* by role, by move: nodes that are true for it */
    LazyEffects *effects;   /* by phase; NULL if by events */
    Outputs *outputs;       /* by phase */
    size_t output_words;
} Circuit;

/* For nets that share their nodes, one for each phase; borrows them. */
Circuit *circuit_new(const Net *const *nets, size_t phase_count);
void circuit_free(Circuit *circuit);

/* The literals whose values are kept as the next position of a phase. */
const Lit *kept_next(const Circuit *circuit, size_t phase);

/* The effects of each phase of NETS, with all that is not in CORE. What many
 * moves need is added to CORE first, and so are loops. *MAX_ANDS is set to the
 * largest number of ANDs of a move. NULL if an average step would compute more
 * than the EVENT_COUNT nodes that there are without. */
LazyEffects *lazy_effects_new(const Net *const *nets, size_t phase_count,
                              bool *core, size_t event_count,
                              uint32_t *max_ands, Arena *arena);

#endif
