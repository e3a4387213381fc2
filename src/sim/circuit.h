/* circuit.h - the wiring of a network, for signals.c to run through
 *
 * A Circuit never changes. Nodes of its core are kept up to date at every
 * change; the others are computed when somebody asks. Private to sim/.
 */
#ifndef ZERMELO_SIM_CIRCUIT_H
#define ZERMELO_SIM_CIRCUIT_H

#include "base/graph.h"
#include "ground/net.h"

/* Where the changes of a node go: ends FIRST to PLAIN are nodes that read it,
 * those up to NEGATED nodes that read its negation, those up to BITS output
 * bits. */
typedef struct {
    uint32_t first, plain, negated, bits;
} Wire;

/* Where the output bits of a phase are. */
typedef struct {
    size_t *legal;         /* by role: first word */
    size_t next, terminal; /* first word, and bit */
} Outputs;

typedef struct {
    const Net *net;         /* of the first phase: its nodes are those of all */
    const Net *const *nets; /* by phase: the outputs differ */
    size_t phases;
    Arena *arena;
    size_t words;
    uint64_t *initial;
    bool *mixed;     /* nodes that depend on the moves */
    bool *core;      /* nodes that are always kept up to date */
    uint32_t *extra; /* others that goals and percepts need */
    size_t extra_count;
    bool has_percepts;      /* which may be nothing but a move */
    bool by_events;         /* sets of moves are nodes that change */
    uint32_t *feature_node; /* 0 if the network does not look at it */
    Wire *wires;            /* by node */
    uint32_t *ends;         /* what wires lead to */
    Graph watchers;         /* by node: components to be computed anew */
    uint32_t *level;        /* by node; inputs are on lower ones */
    uint32_t *level_start;  /* by level: its part of a queue */
    uint32_t levels;
    Graph *sets;      /* by role, by move: nodes that are true for it */
    Outputs *outputs; /* by phase */
    size_t output_words;
} Circuit;

/* For nets that share their nodes, one for each phase; borrows them. */
Circuit *circuit_new(const Net *const *nets, size_t phases);
void circuit_free(Circuit *circuit);

/* Whether the loop of that number is kept up to date. */
/* The literals whose values are kept as the next position of a phase. */
const Lit *kept_next(const Circuit *circuit, size_t phase);
bool is_core_loop(const Circuit *circuit, uint32_t loop);

static inline size_t words_for(size_t bits)
{
    return (bits + 63) / 64;
}

static inline void set_bit(uint64_t *words, size_t bit)
{
    words[bit / 64] |= (uint64_t)1 << bit % 64;
}

#endif
