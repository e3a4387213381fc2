/* factoring.h - factoring of a puzzle into independent subgames
 *
 * Two features belong to one factor if the next value of one depends on the
 * other, or if the legality of a move depends on both in one condition.
 * Autonomous features belong to no factor, and every factor may read them. Seen
 * from one factor many moves are equivalent: they form a class. (Compare the
 * decomposition of games by Guenther, Schiffel and Thielscher 2009.)
 *
 * Every play of the game is, seen from a factor, a play of that factor: what a
 * factor cannot reach, the game cannot reach. The converse needs a move for
 * every choice of classes, and is checked by the caller.
 */
#ifndef ZERMELO_SOLVE_FACTORING_H
#define ZERMELO_SOLVE_FACTORING_H

#include "solve/puzzle.h"

typedef struct FactorCircuit FactorCircuit;

typedef struct {
    uint32_t *features;
    size_t feature_count;
    uint32_t *nodes; /* its cone, inputs first */
    size_t node_count;
    uint64_t *masks;    /* by node and chunk: the classes in its set of moves */
    size_t chunks;      /* number of chunks of 64 classes */
    uint32_t *class_of; /* by move */
    uint32_t *representative; /* by class: one of its moves */
    size_t class_count;
    Lit *
        conditions; /* for legality, by class: from FIRST_CONDITION[class] on */
    uint32_t *first_condition;
    uint32_t *view_nodes; /* nodes that goals and terminal read */
    size_t view_node_count;
    uint32_t noop_class;    /* class that changes nothing, or NO_INDEX */
    bool reads_autonomous;  /* it reads autonomous features */
    FactorCircuit *circuit; /* values computed by factor_run */
} Factor;

typedef struct {
    Arena *arena;
    const Net *net;
    Factor *factors;
    size_t count;
    Factor autonomous; /* autonomous features; all moves are one class */
    uint32_t *shared;  /* nodes that read several factors, inputs first */
    size_t shared_count;
    bool shared_reads_autonomous; /* SHARED nodes read autonomous features */
    bool *feature_values;         /* by feature: input of factor_run */
    unsigned char *truths;        /* by node: result of factoring_set_views */
} Factoring;

enum { MAX_FACTORS = 16, MAX_VIEW_NODES = 64 };

/* NULL if there are too many factors or finding them takes too much work; or if
 * there is only one, unless goals read autonomous features and the factor does
 * not. */
Factoring *factoring_new(const Net *net);
void factoring_free(Factoring *factoring);

/* Makes the circuit of FACTOR, whose other fields are complete. */
void factor_circuit_new(Arena *arena, const Net *net, Factor *factor);

/* The values of the features of FACTOR in FULL_STATE, a state of the game. */
void factor_project(const Factor *factor, const uint64_t *full_state,
                    uint64_t *state);

/* Sets the features of FACTOR to STATE, whose bits are in the order of the
 * factor's features. */
void factor_set(Factoring *factoring, const Factor *factor,
                const uint64_t *state);

/* Evaluates the nodes of FACTOR for the classes of CHUNK; the cost depends on
 * what has changed since the last time. */
void factor_run(const Factoring *factoring, const Factor *factor, size_t chunk);

/* After factor_run of chunk 0: whether CLASS is legal, and the values of the
 * view nodes. */
bool factor_legal(const Factor *factor, uint32_t class);
uint64_t factor_view(const Factor *factor);

/* After factor_run of CHUNK: the states after CLASSES, a bit mask, each at the
 * index of its class. */
void factor_next(const Factor *factor, size_t chunk, uint64_t classes,
                 uint64_t *states);

/* The truth of a literal if the factors in the bit mask KNOWN_FACTORS have
 * VIEWS and the autonomous features, if WITH_AUTONOMOUS, are those of the last
 * factor_set. */
typedef enum { TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE } ThreeValued;

void factoring_set_views(Factoring *factoring, const uint64_t *views,
                         uint32_t known_factors, bool with_autonomous);
ThreeValued factoring_truth(const Factoring *factoring,
                            Lit lit); /* for terminal and goals */

/* A move of these classes, one for each factor; NO_INDEX if there is none. */
uint32_t factoring_move(const Factoring *factoring, const uint32_t *classes);

#endif
