/* factoring.h - factoring of a puzzle into independent subgames
 *
 * Two features belong to one factor if the next value of one depends on the
 * other, or if the legality of a move depends on both in one condition.
 * Autonomous features belong to no factor. Seen from one factor many moves are
 * equivalent: they form a class.
 * (Compare the decomposition of games by Guenther, Schiffel and Thielscher
 * 2009.)
 *
 * Every play of the game is, seen from a factor, a play of that factor: what a
 * factor cannot reach, the game cannot reach. The converse needs a move for
 * every choice of classes, and is checked by the caller. A condition of a move
 * that reads autonomous features only is left out: the factor may reach more.
 */
#ifndef ZERMELO_SOLVE_FACTORING_H
#define ZERMELO_SOLVE_FACTORING_H

#include "solve/puzzle.h"

/* A factor is a game of its own: its moves are the classes of moves, its states
 * those of the puzzle with all other features false. It never ends. Its goals
 * are the nodes of the puzzle in VIEW_NODES. */
typedef struct {
    Net net;
    Machine *machine;
    uint64_t *feature_mask; /* a bit for each feature of its states */
    uint32_t *class_of;     /* by move of the puzzle */
    uint32_t *view_nodes;
    uint32_t idle_class; /* always legal, changes nothing; or NO_INDEX */
} Factor;

typedef struct {
    Arena *arena;
    const Net *net;
    Factor *factors;
    size_t factor_count;
    uint64_t *autonomous_mask; /* a bit for each autonomous feature */
    uint32_t *shared_nodes; /* nodes that several factors or autonomous features
                           decide, and the views they read; inputs first */
    size_t shared_count;
    unsigned char *truths; /* by node: result of factoring_set_views */
    bool is_interleaved;   /* no move changes more than one factor */
    uint32_t idle_move;    /* then a move that changes none, or NO_INDEX */
} Factoring;

enum { MAX_FACTORS = 16, MAX_VIEW_NODES = 64 };

/* NULL if there are too many factors, finding them takes too much work, or the
 * moves of one read autonomous features; or if there is only one, unless goals
 * read autonomous features. */
Factoring *factoring_new(const Net *net);
void factoring_free(Factoring *factoring);

typedef enum { TRUTH_UNKNOWN, TRUTH_FALSE, TRUTH_TRUE } ThreeValued;

/* The truth of a literal if the factors in the bit mask KNOWN_FACTORS have
 * VIEWS, a bit for each view node, and the autonomous features are those of
 * STATE, or unknown if that is NULL. */
void factoring_set_views(Factoring *factoring, const uint64_t *views,
                         uint32_t known_factors, const uint64_t *state);
ThreeValued factoring_truth(const Factoring *factoring,
                            Lit lit); /* for terminal and goals */

/* A move of these classes, one for each factor; NO_INDEX if there is none. */
uint32_t factoring_move(const Factoring *factoring, const uint32_t *classes);

#endif
