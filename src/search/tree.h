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
#ifndef ZERMELO_SEARCH_TREE_H
#define ZERMELO_SEARCH_TREE_H

#include "base/random.h"
#include "search/evaluation.h"
#include "search/numbered_engine.h"

typedef struct {
    uint32_t move;
    uint32_t visits; /* playouts, in flight, too; and PRIOR_VISITS (tree.c) */
    uint64_t sum;    /* of the role's goal values in finished ones */
    uint8_t lower, upper;
} Choice;

typedef struct {
    Choice *items;
    size_t count;
} Choices;

typedef struct TreeNode TreeNode;
struct TreeNode {
    TreeNode *next; /* in the same bucket; of a forwarded node, its copy */
    uint64_t visits;
    Bounds *bounds;       /* by role */
    Choices *choices;     /* by role; NULL before it is expanded */
    TreeNode **children;  /* by number of the joint move; may be NULL */
    uint32_t child_count; /* 0 if they are too many to be kept */
    bool is_final;        /* there is no next position */
    bool is_forwarded;    /* it was copied to another tree */
    uint64_t position[];
};

typedef struct Tree Tree;

/* NUMBERED is borrowed and set to other positions. ZERO_SUM: it is known that
 * there are two roles and that their goal values add up to 100 at the end. */
Tree *tree_new(NumberedEngine *numbered, size_t megabytes, bool zero_sum);
void tree_free(Tree *tree);
/* Choices of nodes that are expanded from now on begin with what EVALUATION,
 * which is borrowed, says of them. NULL: with nothing. */
void tree_rely_on(Tree *tree, const Evaluation *evaluation);
size_t tree_node_count(const Tree *tree);

/* The node of POSITION; NULL if it is new and there is no room. */
TreeNode *tree_node(Tree *tree, const void *position);

/* Forgets what cannot be reached from ROOTS, if room is getting scarce; then
 * the roots are other nodes. */
void tree_prune(Tree *tree, TreeNode **roots, size_t count);

/* Whether both bounds are equal for every role but random. */
bool tree_is_solved(const Tree *tree, const TreeNode *node);

/* Lists the moves; false if there is no room, or the interpreter fails. Looks
 * one step ahead: if ends of the game are there, *BOUNDS_CHANGED is set when
 * they change the bounds of NODE. */
bool tree_expand(Tree *tree, TreeNode *node, bool *bounds_changed);

/* The child by a joint move, given by index of choice for each role. NULL if
 * there is no room; then the position is in *POSITION all the same (that of
 * NODE, if the interpreter cannot compute the one after it). */
TreeNode *tree_child(Tree *tree, TreeNode *node, const uint32_t *joint_choice,
                     const void **position);

/* The same if it was reached already; else NULL. */
TreeNode *tree_known_child(const Tree *tree, const TreeNode *node,
                           const uint32_t *joint_choice);

/* Computes the bounds anew from those of the children; whether they changed. */
bool tree_update_bounds(Tree *tree, TreeNode *node);

/* ---- choices ---- */

typedef struct {
    double exploration; /* for values from 0 to 1 */
    bool zero_sum;      /* see ucb1_select */
} Ucb1;

/* The number of the choice to try next, after VISIT_COUNT visits of all; there
 * is at least one choice. */
size_t ucb1_select(Ucb1 ucb1, Choices choices, uint64_t visit_count,
                   Random *random);

/* The number of the choice to make. */
size_t choices_best(Choices choices);

/* The number of the choice of MOVE, or NO_INDEX. */
uint32_t choices_find(Choices choices, uint32_t move);

/* The mean of its playouts, within its bounds. */
double choice_estimate(const Choice *choice);

#endif
