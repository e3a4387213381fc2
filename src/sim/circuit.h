/* circuit.h - who reads which node of a network, for event-driven simulation
 *
 * A Circuit never changes. Nodes of its core are kept up to date at every
 * change; extra ones are computed on demand. Private to sim/.
 */
#ifndef ZERMELO_SIM_CIRCUIT_H
#define ZERMELO_SIM_CIRCUIT_H

#include "base/bits.h"
#include "sim/counters.h"

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
