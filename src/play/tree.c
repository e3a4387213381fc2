/* tree.c - the search graph of MCTS, with bounds that are certain
 *
 * In:   positions, by a cursor
 * Out:  nodes with statistics and bounds
 * Next: play/search.c decides which leaf to expand
 *
 * Score-bounded Monte Carlo tree search (Cazenave and Saffidine 2010), here for
 * any number of roles that move at the same time. Everything is in arrays that
 * only grow, up to a limit of memory; nodes are indices, so that arrays can
 * move. The hash table that finds equal positions never grows: that would take
 * too long while a clock is running. Start reading at tree_update_bounds() and
 * tree_child().
 */
#include "play/tree.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

enum {
    BUCKETS = 1 << 20, /* of the hash table */
    MAX_JOINTS = 1024, /* joint moves of a node whose children are kept */
};

#define NONE UINT32_MAX

typedef struct {
    uint64_t visits;
    NodeId next;       /* in the same bucket */
    uint32_t counts;   /* where its numbers of choices by role begin, NONE */
    uint32_t choices;  /* before it is expanded; where its choices begin */
    uint32_t children; /* where they begin; NONE if they are too many */
    bool is_final;
} Node;

struct Tree {
    Arena *arena; /* of the arrays of fixed size */
    ZermeloCursor *cursor;
    size_t roles, words, max_bytes;
    bool zero_sum;
    NodeId *buckets;
    VEC(Node) nodes;
    VEC(uint64_t) positions; /* WORDS for each node */
    VEC(Bounds) bounds;      /* by role for each node */
    VEC(uint32_t) counts;
    VEC(Choice) choices;
    VEC(NodeId) children;  /* by number of the joint move */
    Bounds *widest_bounds; /* by role: nothing is known */
    uint64_t *scratch;     /* a position */
    uint32_t *joint_move;  /* by role the number of a choice */
    uint32_t *moves;       /* by role the number of a move */
    VEC(uint32_t) legal;
};

Tree *tree_new(ZermeloCursor *cursor, size_t megabytes, bool zero_sum)
{
    Tree *tree = memory_alloc(sizeof *tree);
    *tree = (Tree){.arena = arena_new(),
                   .cursor = cursor,
                   .roles = zermelo_cursor_role_count(cursor),
                   .words = zermelo_cursor_size(cursor) / sizeof(uint64_t),
                   .max_bytes = megabytes << 20,
                   .zero_sum = zero_sum};
    assert(!zero_sum || tree->roles == 2);
    tree->buckets = arena_array(tree->arena, NodeId, BUCKETS);
    memset(tree->buckets, 0xff, BUCKETS * sizeof *tree->buckets);
    tree->widest_bounds = arena_array(tree->arena, Bounds, tree->roles);
    tree->scratch = arena_array(tree->arena, uint64_t, tree->words);
    tree->joint_move = arena_array(tree->arena, uint32_t, tree->roles);
    tree->moves = arena_array(tree->arena, uint32_t, tree->roles);
    for (size_t i = 0; i < tree->roles; i++)
        tree->widest_bounds[i] =
            (Bounds){(uint8_t)zermelo_cursor_least_goal(cursor, i),
                     (uint8_t)zermelo_cursor_most_goal(cursor, i)};
    return tree;
}

void tree_free(Tree *tree)
{
    if (!tree)
        return;
    vec_free_all(&tree->nodes, &tree->positions, &tree->bounds, &tree->counts,
                 &tree->choices, &tree->children, &tree->legal);
    arena_free(tree->arena);
    free(tree);
}

/* What is in use; arrays that grow may hold twice as much. */
static size_t bytes_used(const Tree *tree)
{
    return tree->nodes.count * sizeof(Node) +
           tree->positions.count * sizeof(uint64_t) +
           tree->bounds.count * sizeof(Bounds) +
           tree->counts.count * sizeof(uint32_t) +
           tree->choices.count * sizeof(Choice) +
           tree->children.count * sizeof(NodeId);
}

static bool has_room(const Tree *tree)
{
    return bytes_used(tree) < tree->max_bytes &&
           tree->nodes.count < NO_NODE / 2 &&
           tree->choices.count < UINT32_MAX / 2 &&
           tree->children.count < UINT32_MAX / 2;
}

/* ---- nodes ---- */

static NodeId *bucket_of(const Tree *tree, const void *position)
{
    uint32_t hash = hash_bytes(position, tree->words * sizeof(uint64_t));
    return &tree->buckets[hash_mix(hash, 0) % BUCKETS];
}

const void *tree_position(const Tree *tree, NodeId node)
{
    return tree->positions.items + node * tree->words;
}

static NodeId find(const Tree *tree, const void *position)
{
    NodeId node = *bucket_of(tree, position);
    while (node != NO_NODE && memcmp(tree_position(tree, node), position,
                                     tree->words * sizeof(uint64_t)) != 0)
        node = tree->nodes.items[node].next;
    return node;
}

/* A node without choices and children. */
static NodeId append_node(Tree *tree, const uint64_t *position,
                          const Bounds *bounds)
{
    NodeId id = (NodeId)tree->nodes.count, *bucket = bucket_of(tree, position);
    Node node = {.next = *bucket, .counts = NONE, .children = NONE};
    vec_append(&tree->positions, position, tree->words);
    vec_append(&tree->bounds, bounds, tree->roles);
    vec_push(&tree->nodes, node);
    assert(tree->positions.count == tree->nodes.count * tree->words);
    assert(tree->bounds.count == tree->nodes.count * tree->roles);
    *bucket = id;
    return id;
}

/* A node is final where the game is over, or a role has no move. */
static void evaluate(Tree *tree, NodeId id)
{
    ZermeloCursor *cursor = tree->cursor;
    Bounds *bounds = tree->bounds.items + id * tree->roles;
    zermelo_cursor_set(cursor, tree_position(tree, id));
    bool terminal = zermelo_cursor_terminal(cursor), is_final = terminal;
    for (size_t i = 0; i < tree->roles; i++) {
        int goal = terminal ? zermelo_cursor_goal(cursor, i) : -1;
        if (goal >= 0)
            bounds[i] = (Bounds){(uint8_t)goal, (uint8_t)goal};
        else if (!terminal && !zermelo_cursor_moves(cursor, i, NULL, 0))
            is_final = true;
    }
    tree->nodes.items[id].is_final = is_final;
}

NodeId tree_node(Tree *tree, const void *position)
{
    NodeId node = find(tree, position);
    if (node == NO_NODE && has_room(tree)) {
        node = append_node(tree, position, tree->widest_bounds);
        evaluate(tree, node);
    }
    return node;
}

size_t tree_size(const Tree *tree)
{
    return tree->nodes.count;
}

bool tree_is_final(const Tree *tree, NodeId node)
{
    return tree->nodes.items[node].is_final;
}

uint64_t *tree_visits(Tree *tree, NodeId node)
{
    return &tree->nodes.items[node].visits;
}

const Bounds *tree_bounds(const Tree *tree, NodeId node)
{
    return tree->bounds.items + node * tree->roles;
}

bool tree_is_solved(const Tree *tree, NodeId node)
{
    const Bounds *bounds = tree_bounds(tree, node);
    for (size_t i = 0; i < tree->roles; i++)
        if (bounds[i].lower != bounds[i].upper &&
            !zermelo_cursor_is_random(tree->cursor, i))
            return false;
    return true;
}

/* ---- choices ---- */

bool tree_is_expanded(const Tree *tree, NodeId node)
{
    return tree->nodes.items[node].counts != NONE;
}

Choices tree_choices(const Tree *tree, NodeId id, size_t role)
{
    const Node *node = &tree->nodes.items[id];
    assert(role < tree->roles && tree_is_expanded(tree, id));
    const uint32_t *counts = tree->counts.items + node->counts;
    uint32_t first = node->choices;
    for (size_t i = 0; i < role; i++)
        first += counts[i];
    return (Choices){tree->choices.items + first, counts[role]};
}

static size_t list_moves(Tree *tree, size_t role)
{
    size_t count = zermelo_cursor_moves(tree->cursor, role, NULL, 0);
    while (tree->legal.capacity < count)
        vec_grow(&tree->legal);
    return zermelo_cursor_moves(tree->cursor, role, tree->legal.items, count);
}

bool tree_expand(Tree *tree, NodeId id)
{
    if (tree_is_expanded(tree, id))
        return true;
    if (!has_room(tree))
        return false;
    Node *node = &tree->nodes.items[id];
    size_t joints = 1;
    zermelo_cursor_set(tree->cursor, tree_position(tree, id));
    for (size_t i = 0; i < tree->roles; i++)
        if (!zermelo_cursor_moves(tree->cursor, i, NULL, 0))
            return false;
    node->counts = (uint32_t)tree->counts.count;
    node->choices = (uint32_t)tree->choices.count;
    for (size_t i = 0; i < tree->roles; i++) {
        size_t count = list_moves(tree, i);
        vec_push(&tree->counts, (uint32_t)count);
        joints = joints <= MAX_JOINTS ? joints * count : joints;
        for (size_t k = 0; k < count; k++) {
            Choice choice = {.move = tree->legal.items[k],
                             .lower = tree->widest_bounds[i].lower,
                             .upper = tree->widest_bounds[i].upper};
            vec_push(&tree->choices, choice);
        }
    }
    node->children = NONE;
    if (joints <= MAX_JOINTS) {
        node->children = (uint32_t)tree->children.count;
        for (size_t i = 0; i < joints; i++)
            vec_push(&tree->children, NO_NODE);
    }
    return true;
}

/* ---- children ---- */

static NodeId *child_slot(Tree *tree, NodeId id, const uint32_t *choices)
{
    const Node *node = &tree->nodes.items[id];
    size_t joint = 0;
    if (node->children == NONE)
        return NULL;
    for (size_t i = 0; i < tree->roles; i++)
        joint = joint * tree_choices(tree, id, i).count + choices[i];
    assert(node->children + joint < tree->children.count);
    return tree->children.items + node->children + joint;
}

NodeId tree_child(Tree *tree, NodeId node, const uint32_t *choices,
                  const void **position)
{
    NodeId *slot = child_slot(tree, node, choices);
    if (!slot || *slot == NO_NODE) {
        for (size_t i = 0; i < tree->roles; i++)
            tree->moves[i] = tree_choices(tree, node, i).items[choices[i]].move;
        *position = tree_position(tree, node);
        zermelo_cursor_set(tree->cursor, *position);
        if (!zermelo_cursor_next(tree->cursor, tree->moves, tree->scratch))
            return NO_NODE;
        *position = tree->scratch;
        NodeId child = tree_node(tree, tree->scratch);
        if (slot) /* children do not move while a node is added */
            *slot = child;
        if (child == NO_NODE)
            return NO_NODE;
        *position = tree_position(tree, child);
        return child;
    }
    *position = tree_position(tree, *slot);
    return *slot;
}

/* ---- what is certain ---- */

static uint8_t max_of(uint8_t left, uint8_t right)
{
    return left > right ? left : right;
}

static uint8_t min_of(uint8_t left, uint8_t right)
{
    return left < right ? left : right;
}

/* Moves JOINT on to the next joint move; false after the last one. */
static bool next_joint(const Tree *tree, NodeId node, uint32_t *joint)
{
    for (size_t i = tree->roles; i-- > 0;) {
        if (++joint[i] < tree_choices(tree, node, i).count)
            return true;
        joint[i] = 0;
    }
    return false;
}

static const Bounds *child_bounds(Tree *tree, NodeId node,
                                  const uint32_t *joint)
{
    NodeId child = *child_slot(tree, node, joint);
    return child == NO_NODE ? tree->widest_bounds : tree_bounds(tree, child);
}

/* The bounds of each choice of each role: the lowest lower and the highest
 * upper bound of the children it can lead to. */
static void bound_choices(Tree *tree, NodeId node)
{
    for (size_t i = 0; i < tree->roles; i++) {
        Choices choices = tree_choices(tree, node, i);
        for (size_t k = 0; k < choices.count; k++) {
            choices.items[k].lower = UINT8_MAX;
            choices.items[k].upper = 0;
        }
    }
    memset(tree->joint_move, 0, tree->roles * sizeof *tree->joint_move);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint_move);
        for (size_t i = 0; i < tree->roles; i++) {
            Choice *choice =
                &tree_choices(tree, node, i).items[tree->joint_move[i]];
            choice->lower = min_of(choice->lower, child[i].lower);
            choice->upper = max_of(choice->upper, child[i].upper);
        }
    } while (next_joint(tree, node, tree->joint_move));
}

/* Whether a role has a choice that guarantees more than this one can give. */
static bool is_dominated(Tree *tree, NodeId node, const uint32_t *joint,
                         const uint8_t *guaranteed)
{
    for (size_t i = 0; i < tree->roles; i++)
        if (!zermelo_cursor_is_random(tree->cursor, i) &&
            tree_choices(tree, node, i).items[joint[i]].upper < guaranteed[i])
            return true;
    return false;
}

/* From its choices: a role gets at least what the best of them guarantees, and
 * at most what joint moves without a dominated choice can give. */
static void bound_node(Tree *tree, NodeId node, Bounds *result)
{
    uint8_t guaranteed[tree->roles];
    for (size_t i = 0; i < tree->roles; i++) {
        Choices choices = tree_choices(tree, node, i);
        bool random = zermelo_cursor_is_random(tree->cursor, i);
        guaranteed[i] = 0;
        for (size_t k = 0; !random && k < choices.count; k++)
            guaranteed[i] = max_of(guaranteed[i], choices.items[k].lower);
        result[i] = (Bounds){guaranteed[i], 0};
    }
    memset(tree->joint_move, 0, tree->roles * sizeof *tree->joint_move);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint_move);
        if (is_dominated(tree, node, tree->joint_move, guaranteed))
            continue;
        for (size_t i = 0; i < tree->roles; i++)
            result[i].upper = max_of(result[i].upper, child[i].upper);
    } while (next_joint(tree, node, tree->joint_move));
}

/* What one role cannot lose, the other cannot get. */
static void apply_zero_sum(Bounds *bounds)
{
    for (size_t i = 0; i < 2; i++) {
        Bounds *own = &bounds[i], other = bounds[1 - i];
        own->upper = min_of(own->upper, (uint8_t)(100 - other.lower));
        own->lower = max_of(own->lower, (uint8_t)(100 - other.upper));
    }
}

bool tree_update_bounds(Tree *tree, NodeId id)
{
    Bounds result[tree->roles], *bounds = tree->bounds.items + id * tree->roles;
    const Node *node = &tree->nodes.items[id];
    bool changed = false;
    if (node->is_final || !tree_is_expanded(tree, id) || node->children == NONE)
        return false;
    bound_choices(tree, id);
    bound_node(tree, id, result);
    if (tree->zero_sum)
        apply_zero_sum(result);
    for (size_t i = 0; i < tree->roles; i++) {
        assert(result[i].lower <= 100 && result[i].upper <= 100);
        changed = changed || result[i].lower > bounds[i].lower ||
                  result[i].upper < bounds[i].upper;
        bounds[i].lower = max_of(bounds[i].lower, result[i].lower);
        bounds[i].upper = min_of(bounds[i].upper, result[i].upper);
    }
    return changed;
}

/* ---- pruning ---- */

/* Copies node FROM and its choices, but not its children, from OLD. */
static NodeId copy_node(Tree *tree, const Tree *old, NodeId from)
{
    const Node *source = &old->nodes.items[from];
    NodeId id =
        append_node(tree, tree_position(old, from), tree_bounds(old, from));
    Node *node = &tree->nodes.items[id];
    node->visits = source->visits;
    node->is_final = source->is_final;
    if (!tree_is_expanded(old, from))
        return id;
    size_t choices = 0;
    node->counts = (uint32_t)tree->counts.count;
    node->choices = (uint32_t)tree->choices.count;
    for (size_t i = 0; i < tree->roles; i++) {
        size_t count = tree_choices(old, from, i).count;
        vec_push(&tree->counts, (uint32_t)count);
        choices += count;
    }
    for (size_t i = 0; i < choices; i++)
        vec_push(&tree->choices, old->choices.items[source->choices + i]);
    return id;
}

static size_t joint_count(const Tree *tree, NodeId node)
{
    size_t joints = 1;
    for (size_t i = 0; i < tree->roles; i++)
        joints *= tree_choices(tree, node, i).count;
    return joints;
}

/* Fills TREE with what can be reached in OLD from ROOTS. */
static void copy_reachable(Tree *tree, const Tree *old, NodeId *roots,
                           size_t count)
{
    VEC(NodeId) queue = {0}; /* of OLD, in the order of the copies */
    NodeId *copies = memory_array(old->nodes.count, sizeof *copies);
    memset(copies, 0xff, old->nodes.count * sizeof *copies);
    for (size_t i = 0; i < count; i++) {
        if (copies[roots[i]] == NO_NODE) {
            copies[roots[i]] = copy_node(tree, old, roots[i]);
            vec_push(&queue, roots[i]);
        }
        roots[i] = copies[roots[i]];
    }
    for (size_t at = 0; at < queue.count; at++) {
        NodeId from = queue.items[at];
        const Node *source = &old->nodes.items[from];
        if (!tree_is_expanded(old, from) || source->children == NONE)
            continue;
        size_t joints = joint_count(old, from);
        tree->nodes.items[at].children = (uint32_t)tree->children.count;
        for (size_t i = 0; i < joints; i++) {
            NodeId child = old->children.items[source->children + i];
            if (child != NO_NODE && copies[child] == NO_NODE) {
                copies[child] = copy_node(tree, old, child);
                vec_push(&queue, child);
            }
            vec_push(&tree->children,
                     child == NO_NODE ? NO_NODE : copies[child]);
        }
    }
    vec_free(&queue);
    free(copies);
}

void tree_prune(Tree *tree, NodeId *roots, size_t count)
{
    if (bytes_used(tree) < tree->max_bytes / 2)
        return;
    Tree *fresh = tree_new(tree->cursor, tree->max_bytes >> 20, tree->zero_sum);
    copy_reachable(fresh, tree, roots, count);
    Tree old = *tree;
    *tree = *fresh;
    *fresh = old;
    tree_free(fresh);
}
