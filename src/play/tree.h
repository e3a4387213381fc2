/* tree.h - the search graph of MCTS, with bounds that are certain
 *
 * A position that is reached in two ways is one node. A node that was expanded
 * has choices: for each role its legal moves, with statistics. A joint move
 * leads to a child.
 *
 * Bounds are certain: a role can get LOWER whatever the others do, and at most
 * UPPER, unless another role makes a move that is certainly worse for it than
 * one it could have made.
 */
#ifndef ZERMELO_PLAY_TREE_H
#define ZERMELO_PLAY_TREE_H

#include "zermelo.h"

typedef uint32_t NodeId;

#define NO_NODE UINT32_MAX

typedef struct {
    uint32_t move;
    uint32_t visits; /* playouts, those in flight included */
    uint64_t sum;    /* of the role's goal values in finished ones */
    uint8_t lower, upper;
} Choice;

typedef struct {
    Choice *items;
    size_t count;
} Choices;

typedef struct {
    uint8_t lower, upper;
} Bounds;

typedef struct Tree Tree;

/* CURSOR is borrowed and set to other positions. ZERO_SUM: it is known that
 * there are two roles and that their goal values add up to 100 at the end. */
Tree *tree_new(ZermeloCursor *cursor, size_t megabytes, bool zero_sum);
void tree_free(Tree *tree);

/* The node of POSITION; NO_NODE if it is new and there is no room. */
NodeId tree_node(Tree *tree, const void *position);

/* Forgets what cannot be reached from ROOTS, if room is getting scarce; then
 * the roots have other numbers. */
void tree_prune(Tree *tree, NodeId *roots, size_t count);

size_t tree_size(const Tree *tree); /* nodes */
const void *tree_position(const Tree *tree, NodeId node);
bool tree_is_final(const Tree *tree, NodeId node); /* there is no next one */
uint64_t *tree_visits(Tree *tree, NodeId node);

/* Bounds by role, and whether both are equal for every role but random. */
const Bounds *tree_bounds(const Tree *tree, NodeId node);
bool tree_is_solved(const Tree *tree, NodeId node);

/* Lists the moves; false if there is no room, or the interpreter fails. */
bool tree_expand(Tree *tree, NodeId node);
bool tree_is_expanded(const Tree *tree, NodeId node);

/* Of an expanded node; borrowed until a node is expanded. */
Choices tree_choices(const Tree *tree, NodeId node, size_t role);

/* The child by a joint move, given by number of choice for each role. NO_NODE
 * if there is no room; then the position is in *POSITION all the same (that of
 * NODE, if the interpreter cannot compute the one after it). */
NodeId tree_child(Tree *tree, NodeId node, const uint32_t *choices,
                  const void **position);

/* Computes the bounds anew from those of the children; whether they changed. */
bool tree_update_bounds(Tree *tree, NodeId node);

#endif
