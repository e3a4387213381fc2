/* alpha_beta_internal.h - what alpha_beta.c and alpha_beta_line.c share */
#ifndef ZERMELO_SOLVE_ALPHA_BETA_INTERNAL_H
#define ZERMELO_SOLVE_ALPHA_BETA_INTERNAL_H

#include "solve/alpha_beta.h"
#include "solve/move_order.h"
#include "solve/position_graph.h"
#include "solve/zobrist.h"

enum { MAX_DEPTH = 2000 }; /* of the recursion */

typedef enum { ANSWER_NO, ANSWER_OPEN, ANSWER_YES } Answer;

/* A position on the stack. */
typedef struct {
    PositionHash hash; /* the least of its images */
    uint32_t symmetry; /* that leads to this image */
    size_t state;      /* in states: its words, then the hashes of its images */
} Place;

/* A move at a position on the stack, and where it leads to. */
typedef struct {
    Place place;
    uint64_t score;
    uint32_t move;
} Successor;

struct AlphaBeta {
    Engine *engine;
    Cursor *cursor;
    const Net *net;
    size_t role, word_count, role_count, player_count;
    uint64_t *start;
    TranspositionTable *table;
    Arena *arena;
    Zobrist zobrist;
    MoveOrder order;
    bool has_order;
    VEC(int) values;           /* that ends can have, ascending */
    VEC(Successor) successors; /* of all positions on the stack */
    VEC(uint64_t) states;
    uint32_t *moves; /* a joint move */
    AlphaBetaResult result;
    size_t yes_depth, no_depth; /* horizons of the proofs of both bounds */
    bool is_finite;             /* every play ends */
    size_t last_mover;          /* at the position that was searched last */
    uint32_t last_best;         /* what was best there, or NO_MOVE */
    bool met_horizon;
    uint64_t node_limit;
    const Budget *budget;
    bool is_stopped;
};

/* Sets the moves of roles without a choice, and *MOVER to the other one.
 * ANSWER_NO if some role has no move; ANSWER_OPEN if the position is unsuited.
 */
Answer alpha_beta_mover(AlphaBeta *search, size_t *mover);

/* Whether the role can force an end with VALUE or more within DEPTH steps from
 * STATE. */
Answer alpha_beta_ask(AlphaBeta *search, const uint64_t *state, int value,
                      size_t depth);

#endif
