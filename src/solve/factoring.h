/* factoring.h - parts of a puzzle that have nothing to do with each other
 *
 * Two features are of one part if the next value of one depends on the other,
 * or if it depends on both in one whether a move is legal. What changes by
 * itself, whatever is done, is the clock: every part may look at it. Seen from
 * one part many moves are the same; they are a class.
 *
 * So every play of the game is, seen from a part, a play of that part: what no
 * part can reach, the game cannot reach. The converse needs a move for every
 * choice of classes, and is for the caller to try.
 */
#ifndef ZERMELO_SOLVE_FACTORING_H
#define ZERMELO_SOLVE_FACTORING_H

#include "solve/puzzle.h"

typedef struct FactorCircuit FactorCircuit;

typedef struct {
    uint32_t *features;
    size_t feature_count;
    uint32_t *nodes; /* all that it looks at, inputs first */
    size_t node_count;
    uint64_t *masks;    /* by node and 64 classes: those in the set of moves */
    size_t chunks;      /* 64 classes each */
    uint32_t *class_of; /* by move */
    uint32_t *representative; /* by class: one of its moves */
    size_t class_count;
    Lit *conditions; /* of a class, to be legal: FIRST_NEED[class] and on */
    uint32_t *first_condition;
    uint32_t *view_nodes; /* nodes that goals and terminal look at */
    size_t view_node_count;
    uint32_t noop_class; /* class that leaves the part as it is, or NO_INDEX */
    bool reads_autonomous;  /* it looks at the clock */
    FactorCircuit *circuit; /* what factor_run has computed */
} Factor;

typedef struct {
    Arena *arena;
    const Net *net;
    Factor *factors;
    size_t count;
    Factor autonomous; /* its only class is every move */
    uint32_t *shared;  /* nodes over several parts, inputs first */
    size_t shared_count;
    bool shared_reads_autonomous; /* and over the clock */
    bool *feature_values;         /* by feature: what factor_run looks at */
    unsigned char *truths;        /* by node: what factoring_truth computes */
} Factoring;

enum { MAX_FACTORS = 16, MAX_VIEW_NODES = 64 };

/* NULL if there are too many parts, or if it would take too much to find out;
 * or if there is only one, unless goals look at a clock that it does not look
 * at. */
Factoring *factoring_new(const Net *net);
void factoring_free(Factoring *factoring);

/* Makes the wires of PART, when all else is known of it. */
void factor_circuit_new(Arena *arena, const Net *net, Factor *factor);

/* The features of PART are those of STATE, its bits in the order of the part's
 * features. */
void factor_set(Factoring *factoring, const Factor *factor,
                const uint64_t *state);

/* Computes the nodes of PART for the classes of CHUNK: costs what has changed
 * since the last time. */
void factor_run(const Factoring *factoring, const Factor *factor, size_t chunk);

/* After factor_run of chunk 0: whether the class is legal, and what goals and
 * terminal see of the part. */
bool factor_legal(const Factor *factor, uint32_t class);
uint64_t factor_view(const Factor *factor);

/* After factor_run of CHUNK: the states after its CLASSES, a bit for each. In
 * STATES there is a place for each class up to the last of them. */
void factor_next(const Factor *factor, size_t chunk, uint64_t classes,
                 uint64_t *states);

/* What is known of a literal if the parts in SEEN, a bit each, look like VIEWS
 * and the clock, if TIMED, is that of the last factor_set. */
typedef enum { TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE } ThreeValued;

void factoring_set_views(Factoring *factoring, const uint64_t *views,
                         uint32_t known_factors, bool with_autonomous);
ThreeValued factoring_truth(const Factoring *factoring,
                            Lit lit); /* terminal or a goal */

/* A move of these classes, one for each part; NO_INDEX if there is none. */
uint32_t factoring_move(const Factoring *factoring, const uint32_t *classes);

#endif
