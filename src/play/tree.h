/* tree.h - the positions a search has met, and what it found out there
 *
 * A graph: a position that is reached in two ways is one node. A node that was
 * met again has choices, for each role its legal moves, with how often each was
 * tried and what came of it. A joint move leads to a child.
 *
 * Bounds are certain: LEAST is what a role can get whatever the others do, MOST
 * what it can get at best, unless others make moves that are certainly worse
 * for them than what they could have.
 */
#ifndef ZERMELO_PLAY_TREE_H
#define ZERMELO_PLAY_TREE_H

#include "zermelo.h"

typedef uint32_t NodeId;

#define NO_NODE UINT32_MAX

typedef struct {
    uint32_t move;
    uint32_t visits; /* playouts, those under way included */
    uint64_t sum;    /* of the role's goal values in finished ones */
    uint8_t least, most;
} Choice;

typedef struct {
    uint8_t least, most;
} Bounds;

typedef struct Tree Tree;

/* CURSOR is borrowed and moved about. ZERO_SUM: it is known that there are two
 * roles and that their goal values add up to 100 at the end. */
Tree *tree_new(ZermeloCursor *cursor, size_t megabytes, bool zero_sum);
void tree_free(Tree *tree);

/* The node of POSITION; NO_NODE if it is new and there is no room. */
NodeId tree_node(Tree *tree, const void *position);

/* Forgets what cannot be reached from ROOTS, if room is getting scarce; then
 * the roots have other numbers. */
void tree_tidy(Tree *tree, NodeId *roots, size_t count);

size_t tree_size(const Tree *tree); /* nodes */
const void *tree_position(const Tree *tree, NodeId node);
bool tree_is_over(const Tree *tree, NodeId node); /* nobody moves there */
uint64_t *tree_visits(Tree *tree, NodeId node);

/* Bounds by role, and whether they leave nothing open for anybody. */
const Bounds *tree_bounds(const Tree *tree, NodeId node);
bool tree_is_settled(const Tree *tree, NodeId node);

/* Lists the moves; false if there is no room. */
bool tree_expand(Tree *tree, NodeId node);
bool tree_is_expanded(const Tree *tree, NodeId node);

/* Of an expanded node. */
size_t tree_choice_count(const Tree *tree, NodeId node, size_t role);
Choice *tree_choices(Tree *tree, NodeId node, size_t role);

/* The child by a joint move, given by number of choice for each role. NO_NODE
 * if there is no room; then the position is in *POSITION all the same (that of
 * NODE, if the interpreter cannot compute the one after it). */
NodeId tree_child(Tree *tree, NodeId node, const uint32_t *choices,
                  const void **position);

/* Computes the bounds anew from those of the children; whether they changed. */
bool tree_tighten(Tree *tree, NodeId node);

#endif
