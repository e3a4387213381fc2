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

typedef struct {
    const Net *net;
    Arena *arena;
    size_t words;
    uint64_t *initial;
    bool *mixed;     /* nodes that depend on the moves */
    bool *core;      /* nodes that are always kept up to date */
    uint32_t *extra; /* others that goals and percepts need */
    size_t extra_count;
    bool has_percepts;      /* which may be nothing but a move */
    bool by_events;         /* sets of moves are nodes that change */
    const Lit *next;        /* whose values are kept as bits */
    uint32_t *feature_node; /* 0 if the network does not look at it */
    Wire *wires;            /* by node */
    uint32_t *ends;         /* what wires lead to */
    Graph watchers;         /* by node: components to be computed anew */
    uint32_t *level;        /* by node; inputs are on lower ones */
    uint32_t *level_start;  /* by level: its part of a queue */
    uint32_t levels;
    Graph *sets;         /* by role, by move: nodes that are true for it */
    size_t *legal_start; /* by role: first word of its output bits */
    size_t next_start, terminal_bit, output_words;
} Circuit;

Circuit *circuit_new(const Net *net); /* borrows the net, which outlives it */
void circuit_free(Circuit *circuit);

/* Whether the loop of that number is kept up to date. */
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
