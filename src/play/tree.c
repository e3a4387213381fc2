/* tree.c - the positions a search has met, and what it found out there
 *
 * In:   positions, by a cursor
 * Out:  a graph of them
 * Next: play/search.c decides where to look
 *
 * Everything is in arrays that only grow, up to a limit of memory; numbers are
 * indices, so that growing moves them without harm. The table that finds equal
 * positions never grows: that would take too long while a clock is running.
 * Start reading at tree_tighten(), for what is certain, and tree_child().
 */
#include "play/tree.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <string.h>

enum {
    HEADS = 1 << 20,   /* of chains of nodes with the same hash */
    MAX_JOINTS = 1024, /* joint moves of a node whose children are kept */
};

typedef struct {
    uint64_t visits;
    NodeId next;       /* with the same hash */
    uint32_t counts;   /* where the numbers of choices by role begin, or */
    uint32_t choices;  /* NOT_EXPANDED; where the choices begin */
    uint32_t children; /* where they begin; NOT_KEPT if they are too many */
    bool is_over;
} Node;

enum { NOT_EXPANDED = -1, NOT_KEPT = -1 };

struct Tree {
    ZermeloCursor *cursor;
    size_t roles, words, limit;
    bool zero_sum;
    NodeId *heads;
    VEC(Node) nodes;
    VEC(uint64_t) positions; /* WORDS for each node */
    VEC(Bounds) bounds;      /* by role for each node */
    VEC(uint32_t) counts;
    VEC(Choice) choices;
    VEC(NodeId) children; /* by number of the joint move */
    Bounds *widest;       /* by role: nothing is known */
    uint64_t *scratch;    /* a position */
    uint32_t *joint, *moves;
    VEC(uint32_t) legal;
};

Tree *tree_new(ZermeloCursor *cursor, size_t megabytes, bool zero_sum)
{
    Tree *tree = memory_alloc(sizeof *tree);
    *tree = (Tree){.cursor = cursor,
                   .roles = zermelo_cursor_role_count(cursor),
                   .words = zermelo_cursor_size(cursor) / sizeof(uint64_t),
                   .limit = megabytes << 20,
                   .zero_sum = zero_sum};
    tree->heads = memory_array(HEADS, sizeof *tree->heads);
    memset(tree->heads, 0xff, HEADS * sizeof *tree->heads);
    tree->widest = memory_array(tree->roles, sizeof *tree->widest);
    tree->scratch = memory_array(tree->words, sizeof *tree->scratch);
    tree->joint = memory_array(tree->roles, sizeof *tree->joint);
    tree->moves = memory_array(tree->roles, sizeof *tree->moves);
    for (size_t i = 0; i < tree->roles; i++)
        tree->widest[i] =
            (Bounds){(uint8_t)zermelo_cursor_least_goal(cursor, i),
                     (uint8_t)zermelo_cursor_most_goal(cursor, i)};
    return tree;
}

void tree_free(Tree *tree)
{
    if (!tree)
        return;
    vec_free(&tree->nodes);
    vec_free(&tree->positions);
    vec_free(&tree->bounds);
    vec_free(&tree->counts);
    vec_free(&tree->choices);
    vec_free(&tree->children);
    vec_free(&tree->legal);
    free(tree->heads);
    free(tree->widest);
    free(tree->scratch);
    free(tree->joint);
    free(tree->moves);
    free(tree);
}

/* What is in use, not what is held: growing may double it. */
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
    return bytes_used(tree) < tree->limit && tree->nodes.count < NO_NODE / 2 &&
           tree->choices.count < UINT32_MAX / 2 &&
           tree->children.count < UINT32_MAX / 2;
}

/* ---- nodes ---- */

static NodeId *head_of(const Tree *tree, const void *position)
{
    uint32_t hash = hash_bytes(position, tree->words * sizeof(uint64_t));
    return &tree->heads[hash_mix(hash, 0) % HEADS];
}

const void *tree_position(const Tree *tree, NodeId node)
{
    return tree->positions.items + node * tree->words;
}

static NodeId find(const Tree *tree, const void *position)
{
    NodeId node = *head_of(tree, position);
    while (node != NO_NODE && memcmp(tree_position(tree, node), position,
                                     tree->words * sizeof(uint64_t)) != 0)
        node = tree->nodes.items[node].next;
    return node;
}

/* Nobody can move: the game is over there, or the rules have a hole. */
static void look_at(Tree *tree, Node *node, Bounds *bounds)
{
    ZermeloCursor *cursor = tree->cursor;
    bool terminal = zermelo_cursor_terminal(cursor);
    node->is_over = terminal;
    for (size_t i = 0; i < tree->roles; i++) {
        int goal = terminal ? zermelo_cursor_goal(cursor, i) : -1;
        bounds[i] = tree->widest[i];
        if (goal >= 0)
            bounds[i] = (Bounds){(uint8_t)goal, (uint8_t)goal};
        else if (!terminal && !zermelo_cursor_moves(cursor, i, NULL, 0))
            node->is_over = true;
    }
}

static NodeId add(Tree *tree, const void *position)
{
    Node node = {.counts = (uint32_t)NOT_EXPANDED};
    NodeId id = (NodeId)tree->nodes.count, *head = head_of(tree, position);
    const uint64_t *words = position;
    for (size_t i = 0; i < tree->words; i++)
        vec_push(&tree->positions, words[i]);
    for (size_t i = 0; i < tree->roles; i++)
        vec_push(&tree->bounds, tree->widest[i]);
    zermelo_cursor_set(tree->cursor, tree_position(tree, id));
    look_at(tree, &node, tree->bounds.items + id * tree->roles);
    node.next = *head;
    *head = id;
    vec_push(&tree->nodes, node);
    return id;
}

NodeId tree_node(Tree *tree, const void *position)
{
    NodeId node = find(tree, position);
    if (node != NO_NODE || !has_room(tree))
        return node;
    return add(tree, position);
}

size_t tree_size(const Tree *tree)
{
    return tree->nodes.count;
}

bool tree_is_over(const Tree *tree, NodeId node)
{
    return tree->nodes.items[node].is_over;
}

uint64_t *tree_visits(Tree *tree, NodeId node)
{
    return &tree->nodes.items[node].visits;
}

const Bounds *tree_bounds(const Tree *tree, NodeId node)
{
    return tree->bounds.items + node * tree->roles;
}

bool tree_is_settled(const Tree *tree, NodeId node)
{
    const Bounds *bounds = tree_bounds(tree, node);
    for (size_t i = 0; i < tree->roles; i++)
        if (bounds[i].least != bounds[i].most &&
            !zermelo_cursor_is_random(tree->cursor, i))
            return false;
    return true;
}

/* ---- choices ---- */

bool tree_is_expanded(const Tree *tree, NodeId node)
{
    return tree->nodes.items[node].counts != (uint32_t)NOT_EXPANDED;
}

size_t tree_choice_count(const Tree *tree, NodeId node, size_t role)
{
    return tree->counts.items[tree->nodes.items[node].counts + role];
}

Choice *tree_choices(Tree *tree, NodeId node, size_t role)
{
    uint32_t first = tree->nodes.items[node].choices;
    for (size_t i = 0; i < role; i++)
        first += (uint32_t)tree_choice_count(tree, node, i);
    return tree->choices.items + first;
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
    node->counts = (uint32_t)tree->counts.count;
    node->choices = (uint32_t)tree->choices.count;
    for (size_t i = 0; i < tree->roles; i++) {
        size_t count = list_moves(tree, i);
        vec_push(&tree->counts, (uint32_t)count);
        joints = joints <= MAX_JOINTS ? joints * count : joints;
        for (size_t k = 0; k < count; k++) {
            Choice choice = {.move = tree->legal.items[k],
                             .least = tree->widest[i].least,
                             .most = tree->widest[i].most};
            vec_push(&tree->choices, choice);
        }
    }
    node->children = (uint32_t)NOT_KEPT;
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
    if (node->children == (uint32_t)NOT_KEPT)
        return NULL;
    for (size_t i = 0; i < tree->roles; i++)
        joint = joint * tree_choice_count(tree, id, i) + choices[i];
    return tree->children.items + node->children + joint;
}

NodeId tree_child(Tree *tree, NodeId node, const uint32_t *choices,
                  const void **position)
{
    NodeId *slot = child_slot(tree, node, choices);
    if (!slot || *slot == NO_NODE) {
        for (size_t i = 0; i < tree->roles; i++)
            tree->moves[i] = tree_choices(tree, node, i)[choices[i]].move;
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

static uint8_t larger(uint8_t left, uint8_t right)
{
    return left > right ? left : right;
}

static uint8_t smaller(uint8_t left, uint8_t right)
{
    return left < right ? left : right;
}

/* Moves JOINT on to the next joint move; false after the last one. */
static bool next_joint(const Tree *tree, NodeId node, uint32_t *joint)
{
    for (size_t i = tree->roles; i-- > 0;) {
        if (++joint[i] < tree_choice_count(tree, node, i))
            return true;
        joint[i] = 0;
    }
    return false;
}

static const Bounds *child_bounds(Tree *tree, NodeId node,
                                  const uint32_t *joint)
{
    NodeId child = *child_slot(tree, node, joint);
    return child == NO_NODE ? tree->widest : tree_bounds(tree, child);
}

/* What each choice of each role guarantees and allows: the worst and the best
 * that the others can make of it. */
static void bound_choices(Tree *tree, NodeId node)
{
    for (size_t i = 0; i < tree->roles; i++) {
        Choice *choices = tree_choices(tree, node, i);
        for (size_t k = 0; k < tree_choice_count(tree, node, i); k++) {
            choices[k].least = UINT8_MAX;
            choices[k].most = 0;
        }
    }
    memset(tree->joint, 0, tree->roles * sizeof *tree->joint);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint);
        for (size_t i = 0; i < tree->roles; i++) {
            Choice *choice = &tree_choices(tree, node, i)[tree->joint[i]];
            choice->least = smaller(choice->least, child[i].least);
            choice->most = larger(choice->most, child[i].most);
        }
    } while (next_joint(tree, node, tree->joint));
}

/* Whether somebody would certainly do better not to move like this. */
static bool is_foolish(Tree *tree, NodeId node, const uint32_t *joint,
                       const uint8_t *secured)
{
    for (size_t i = 0; i < tree->roles; i++)
        if (!zermelo_cursor_is_random(tree->cursor, i) &&
            tree_choices(tree, node, i)[joint[i]].most < secured[i])
            return true;
    return false;
}

/* From its choices: a role can have what the best of them guarantees, and at
 * most what is possible when nobody is foolish. */
static void bound_node(Tree *tree, NodeId node, Bounds *result)
{
    uint8_t secured[tree->roles];
    for (size_t i = 0; i < tree->roles; i++) {
        const Choice *choices = tree_choices(tree, node, i);
        bool random = zermelo_cursor_is_random(tree->cursor, i);
        secured[i] = 0;
        for (size_t k = 0; !random && k < tree_choice_count(tree, node, i); k++)
            secured[i] = larger(secured[i], choices[k].least);
        result[i] = (Bounds){secured[i], 0};
    }
    memset(tree->joint, 0, tree->roles * sizeof *tree->joint);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint);
        if (is_foolish(tree, node, tree->joint, secured))
            continue;
        for (size_t i = 0; i < tree->roles; i++)
            result[i].most = larger(result[i].most, child[i].most);
    } while (next_joint(tree, node, tree->joint));
}

/* What one role cannot lose, the other cannot get. */
static void use_zero_sum(Bounds *bounds)
{
    for (size_t i = 0; i < 2; i++) {
        Bounds *own = &bounds[i], other = bounds[1 - i];
        own->most = smaller(own->most, (uint8_t)(100 - other.least));
        own->least = larger(own->least, (uint8_t)(100 - other.most));
    }
}

bool tree_tighten(Tree *tree, NodeId id)
{
    Bounds result[tree->roles], *bounds = tree->bounds.items + id * tree->roles;
    const Node *node = &tree->nodes.items[id];
    bool changed = false;
    if (node->is_over || !tree_is_expanded(tree, id) ||
        node->children == (uint32_t)NOT_KEPT)
        return false;
    bound_choices(tree, id);
    bound_node(tree, id, result);
    if (tree->zero_sum)
        use_zero_sum(result);
    for (size_t i = 0; i < tree->roles; i++) {
        changed = changed || result[i].least > bounds[i].least ||
                  result[i].most < bounds[i].most;
        bounds[i].least = larger(bounds[i].least, result[i].least);
        bounds[i].most = smaller(bounds[i].most, result[i].most);
    }
    return changed;
}

/* ---- tidying up ---- */

/* Copies NODE and its choices, but not its children, from OLD. */
static NodeId copy_node(Tree *tree, const Tree *old, NodeId from)
{
    const Node *source = &old->nodes.items[from];
    const void *position = tree_position(old, from);
    NodeId id = (NodeId)tree->nodes.count, *head = head_of(tree, position);
    Node node = *source;
    for (size_t i = 0; i < tree->words; i++)
        vec_push(&tree->positions, ((const uint64_t *)position)[i]);
    for (size_t i = 0; i < tree->roles; i++)
        vec_push(&tree->bounds, old->bounds.items[from * tree->roles + i]);
    node.next = *head;
    *head = id;
    if (tree_is_expanded(old, from)) {
        size_t choices = 0;
        node.counts = (uint32_t)tree->counts.count;
        node.choices = (uint32_t)tree->choices.count;
        for (size_t i = 0; i < tree->roles; i++) {
            size_t count = tree_choice_count(old, from, i);
            vec_push(&tree->counts, (uint32_t)count);
            choices += count;
        }
        for (size_t i = 0; i < choices; i++)
            vec_push(&tree->choices, old->choices.items[source->choices + i]);
    }
    vec_push(&tree->nodes, node);
    return id;
}

static size_t joint_count(const Tree *tree, NodeId node)
{
    size_t joints = 1;
    for (size_t i = 0; i < tree->roles; i++)
        joints *= tree_choice_count(tree, node, i);
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
        if (!tree_is_expanded(old, from) ||
            source->children == (uint32_t)NOT_KEPT)
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

void tree_tidy(Tree *tree, NodeId *roots, size_t count)
{
    if (bytes_used(tree) < tree->limit / 2)
        return;
    Tree *fresh = tree_new(tree->cursor, tree->limit >> 20, tree->zero_sum);
    copy_reachable(fresh, tree, roots, count);
    Tree old = *tree;
    *tree = *fresh;
    *fresh = old;
    tree_free(fresh);
}
