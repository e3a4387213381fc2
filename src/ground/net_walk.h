/* net_walk.h - going through a Net: inputs, cones of influence, dependence
 *
 * Within one step: a feature is a leaf here, not what its next value rests on.
 * A loop has one input, its definition.
 */
#ifndef ZERMELO_GROUND_NET_WALK_H
#define ZERMELO_GROUND_NET_WALK_H

#include "base/graph.h"
#include "base/vec.h"
#include "ground/net.h"

typedef struct {
    const Lit *at, *end;
} NodeInputs;

/* What the value of a node is computed from; nothing, for a leaf. */
static inline NodeInputs node_inputs(const Net *net, uint32_t number)
{
    const Node *node = &net->nodes[number];
    const Lit *first = node->kind == NODE_LOOP
                           ? &net->loops[node->loop].definition
                           : net->inputs + node->first_input;
    size_t count = node->kind == NODE_LOOP ? 1 : node->input_count;
    return (NodeInputs){first, first + count};
}

/* A loop over the inputs of node NUMBER, as *INPUT.at. */
#define net_each_input(input, net, number)                                     \
    for (NodeInputs input = node_inputs((net), (number));                      \
         input.at < input.end; input.at++)

/* By move of ROLE: the nodes of the move sets that contain it, in order. */
Graph net_sets_of_moves(const Net *net, size_t role, Arena *arena);

/* ---- cones of influence: what nodes depend on ---- */

/* Marks the nodes that LIT depends on, with its own; what is marked before is
 * taken to be complete. */
void net_mark_cone(const Net *net, Lit lit, bool *is_marked);

typedef VEC(Lit) LitVec;

/* ---- conjunctions ---- */

/* Sorts the inputs of an AND, and drops what repeats or is true; none stand for
 * true. False if the conjunction can never hold. */
bool simplify_conjunction(Lit *lits, size_t *count);

/* ---- what depends on nodes ---- */

/* Marks every node that depends on a marked one. Where one loop of a component
 * does, all loops of the component count as dependent. */
void net_mark_dependents(const Net *net, bool *is_marked);

/* Marks the nodes that depend on the moves made. */
void net_mark_move_dependent(const Net *net, bool *is_marked);

/* One round of find_autonomous(): drops the features of IS_AUTONOMOUS whose
 * next value depends on the rest. DEPENDS_ON_REST, by node, is room to work in.
 * False if there is none. */
bool net_drop_dependent(const Net *net, bool *is_autonomous,
                        bool *depends_on_rest);

/* By feature, in ARENA: whether its next value depends on no move, no loop and
 * no feature that is not autonomous itself (greatest fixpoint). NULL if that
 * takes more than MAX_NODES_VISITED; *NODES_VISITED is increased. */
bool *find_autonomous(Arena *arena, const Net *net, size_t *nodes_visited,
                      size_t max_nodes_visited);

#endif
