/* hash_consing.h - nodes made one by one, each of them once
 *
 * What can be simplified is simplified when it is made: constants, literals
 * that repeat or contradict each other, sets of moves. Private to ground/.
 */
#ifndef ZERMELO_GROUND_HASH_CONSING_H
#define ZERMELO_GROUND_HASH_CONSING_H

#include "base/map.h"
#include "ground/movesets.h"
#include "ground/net.h"

typedef VEC(Lit) Lits;

typedef struct {
    VEC(Node) nodes;
    Lits inputs;
    Map map;
    MoveSets sets;
    VEC(uint32_t) set_lits; /* those that are put together */
    Lits flattened;         /* inputs with those of some of them */
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

/* The set of moves of a node of kind NODE_MOVES. */
MoveSet gate_set(const Gates *gates, uint32_t node);

#endif
