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
 * literals of Effect. The values of these ANDs are stored behind those of the
 * nodes, as if they were nodes from number NODE_COUNT of the net on. */
typedef struct {
    uint32_t *first, *code;
} LazyEffects;

/* Where the output bits of a phase are. */
typedef struct {
    size_t *legal_word; /* by role: first word, a bit for each move */
    size_t next_word;   /* first word, a bit for each feature */
    size_t terminal_bit;
    uint64_t *frame; /* features that stay as they are: no NEXT bit */
} Outputs;

typedef struct {
    const Net *net;         /* of the first phase: its nodes are those of all */
    const Net *const *nets; /* by phase: the outputs differ */
    size_t phase_count;
    Arena *arena;
    size_t state_words; /* 64 features each */
    uint64_t *initial;
    bool *depends_on_moves; /* nodes that depend on the moves */
    bool sets_are_events;   /* sets of moves are nodes that change */
    Wiring core;            /* always up to date */
    Wiring extra;           /* what goals and percepts need, and nobody else */
    bool has_extra;
    uint32_t *extra_inputs; /* nodes outside that the extra ones read */
    size_t extra_input_count;
    uint32_t *feature_node; /* 0 if the network does not look at it */
    Graph *sets_of_move;    /* by role, by move: nodes that are true for it */
    LazyEffects *effects;   /* by phase; NULL if by events */
    Outputs *outputs;       /* by phase */
    size_t output_words;
} Circuit;

/* For nets that share their nodes, one for each phase; borrows them. */
Circuit *circuit_new(const Net *const *nets, size_t phase_count);
void circuit_free(Circuit *circuit);

/* By feature: the literal whose value is kept up to date as its next bit in
 * PHASE; without lazy effects, its next value. */
const Lit *next_lits(const Circuit *circuit, size_t phase);

/* The effects of each phase of NETS, with all that is not in CORE. What many
 * moves need is added to CORE first, and so are loops. *MAX_ANDS is set to the
 * largest number of ANDs of a move. NULL if an average step would compute more
 * than the EVENT_COUNT ANDs that are kept up to date without lazy effects. */
LazyEffects *lazy_effects_new(const Net *const *nets, size_t phase_count,
                              bool *core, size_t event_count,
                              uint32_t *max_ands, Arena *arena);

#endif
