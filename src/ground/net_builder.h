/* net_builder.h - nodes while a network is made, and the end of making it
 *
 * Gates and loops; the outputs are in the Net already, as literals of the
 * builder. Finishing copies what they need. Debug builds (ZERMELO_DEBUG) check
 * the result as a whole (net_check.c). Private to ground/.
 */
#ifndef ZERMELO_GROUND_NET_BUILDER_H
#define ZERMELO_GROUND_NET_BUILDER_H

#include "base/map.h"
#include "ground/movesets.h"
#include "ground/net.h"

/* ---- nodes made one by one, each of them once (hash_consing.c) ---- */

typedef VEC(Lit) Lits;

typedef struct {
    VEC(Node) nodes;
    Lits inputs;
    Map map;
    MoveSets sets;
    VEC(uint32_t) set_lits; /* those that are put together */
    Lits flattened;         /* inputs with those of some of them */
} Gates;

/* What can be simplified is simplified when it is made: constants, literals
 * that repeat or contradict each other, sets of moves. */
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

/* ---- a network that is being made ---- */

typedef struct {
    Gates gates;
    VEC(Loop) loops;
    VEC(Component) components;
} NetBuilder;

void net_builder_free(NetBuilder *builder);

/* Fills the nodes, sets, loops and components of NETS, which share them, and
 * renumbers their outputs. */
void net_builder_finish(NetBuilder *builder, Net *const *nets, size_t count);

typedef void LitVisitor(void *context, Lit *lit);
void for_each_output(Net *net, LitVisitor *visit, void *context);

/* The position after a move depends on the move of MOVER alone; if it does so
 * in a simple way: notes in NET the effects of its moves (effects.c). */
void find_effects(NetBuilder *builder, Net *net, uint32_t mover);

/* Gates while a net is made: topological order, and equal ones made once. */
void gates_check(const Gates *gates);

/* A finished net: order, ranges, loops, components, roles and outputs. */
void net_check(const Net *net);

#endif
