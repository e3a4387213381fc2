/* gates.h - nodes made one by one, each of them once
 *
 * What can be simplified is simplified when it is made: constants, literals
 * that repeat or contradict each other, sets of moves. Private to ground/.
 */
#ifndef ZERMELO_GROUND_GATES_H
#define ZERMELO_GROUND_GATES_H

#include "base/map.h"
#include "ground/net.h"

typedef VEC(Lit) Lits;

typedef struct {
    VEC(Node) nodes;
    Lits inputs;
    Map map;
    VEC(uint64_t) words;     /* of all sets of moves, */
    VEC(uint32_t) set_roles; /* which belong to these roles */
    VEC(uint32_t) set_starts;
    const size_t *move_counts; /* by role */
    Lits scratch;
    VEC(uint64_t) set_scratch;
} Gates;

void gates_init(Gates *gates, const size_t *move_counts);
void gates_free(Gates *gates);

Lit gate_feature(Gates *gates, uint32_t feature);
Lit gate_loop(Gates *gates, uint32_t loop);
Lit gate_move(Gates *gates, uint32_t role, uint32_t move);
Lit gate_moves(Gates *gates, uint32_t role, const uint32_t *moves,
               size_t count);

/* LITS may be changed. */
Lit gate_and(Gates *gates, Lit *lits, size_t count);
Lit gate_or(Gates *gates, Lit *lits, size_t count);

/* The words of the set of moves of a node of kind NODE_MOVES. */
const uint64_t *gate_set(const Gates *gates, uint32_t node);

#endif
