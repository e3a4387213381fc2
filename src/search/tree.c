/* tree.c - the search graph of MCTS, with bounds that are certain
 *
 * In:   positions, by an engine
 * Out:  nodes with statistics and bounds
 * Next: search/mcts.c decides which leaf to expand
 *
 * Score-bounded Monte Carlo tree search (Cazenave and Saffidine 2010), here for
 * any number of roles that move at the same time. Nodes live in an arena up to
 * a limit of memory. The hash table that finds equal positions never grows:
 * that would take too long while a clock is running. Start reading at
 * tree_update_bounds() and tree_child().
 */
#include "search/tree.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    BUCKET_COUNT = 1 << 20, /* of the hash table */
    MAX_JOINT_MOVES = 1024, /* joint moves of a node whose children are kept */
    MAX_LOOK_AHEAD = 256,   /* and whose ends are looked for at once */
    /* After MIN_LOOKED children, if less than one of RARE has ended the game,
     * one expansion of LOOK_SELDOM looks; the last MAX_LOOKED count. */
    MIN_LOOKED = 1 << 11,
    MAX_LOOKED = 1 << 15,
    RARE = 256,
    LOOK_SELDOM = 8,
    PRIOR_VISITS = 16, /* as which the evaluation of a choice counts */
};

struct Tree {
    Arena *arena;      /* of the arrays of fixed size */
    Arena *node_arena; /* and of the nodes with all that they have */
    size_t node_count;
    NumberedEngine *numbered;
    size_t role_count, word_count, max_bytes;
    bool zero_sum;
    TreeNode **buckets;
    Bounds *widest_bounds; /* by role: nothing is known */
    uint64_t *scratch;     /* a position */
    uint64_t *next_positions;
    size_t looked_at, ends_found, expansions; /* how often it pays to look */
    uint32_t *joint_choice; /* by role the number of a choice */
    uint32_t *joint_move;   /* by role the number of a move */
    VEC(uint32_t) legal_moves;
    const Evaluation *evaluation; /* NULL: there is none */
};

Tree *tree_new(NumberedEngine *numbered, size_t megabytes, bool zero_sum)
{
    Tree *tree = memory_alloc(sizeof *tree);
    *tree = (Tree){.arena = arena_new(),
                   .node_arena = arena_new(),
                   .numbered = numbered,
                   .role_count = numbered->role_count,
                   .word_count = numbered->position_bytes / sizeof(uint64_t),
                   .max_bytes = megabytes << 20,
                   .zero_sum = zero_sum};
    assert(!zero_sum || tree->role_count == 2);
    tree->buckets = arena_array(tree->arena, TreeNode *, BUCKET_COUNT);
    tree->widest_bounds = arena_array(tree->arena, Bounds, tree->role_count);
    tree->scratch = arena_array(tree->arena, uint64_t, tree->word_count);
    tree->next_positions =
        arena_array(tree->arena, uint64_t, MAX_LOOK_AHEAD * tree->word_count);
    tree->joint_choice = arena_array(tree->arena, uint32_t, tree->role_count);
    tree->joint_move = arena_array(tree->arena, uint32_t, tree->role_count);
    for (size_t i = 0; i < tree->role_count; i++)
        tree->widest_bounds[i] = numbered_goal_bounds(numbered, i);
    return tree;
}

void tree_rely_on(Tree *tree, const Evaluation *evaluation)
{
    tree->evaluation = evaluation;
}

void tree_free(Tree *tree)
{
    if (!tree)
        return;
    vec_free(&tree->legal_moves);
    arena_free(tree->node_arena);
    arena_free(tree->arena);
    memory_free(tree);
}

size_t tree_node_count(const Tree *tree)
{
    return tree->node_count;
}

static bool has_room(const Tree *tree)
{
    return arena_bytes(tree->node_arena) < tree->max_bytes;
}

/* ---- nodes ---- */

static TreeNode **bucket_of(const Tree *tree, const void *position)
{
    uint32_t hash = hash_bytes(position, tree->word_count * sizeof(uint64_t));
    return &tree->buckets[hash_mix(hash, 0) % BUCKET_COUNT];
}

/* A node without choices and children. */
static TreeNode *add_node(Tree *tree, const uint64_t *position,
                          const Bounds *bounds)
{
    size_t word_count = tree->word_count, role_count = tree->role_count;
    TreeNode **bucket = bucket_of(tree, position);
    TreeNode *node = arena_alloc(tree->node_arena,
                                 sizeof *node + word_count * sizeof *position +
                                     role_count * sizeof *bounds);
    memcpy(node->position, position, word_count * sizeof *position);
    node->bounds = (Bounds *)(node->position + word_count);
    memcpy(node->bounds, bounds, role_count * sizeof *bounds);
    node->next = *bucket;
    *bucket = node;
    tree->node_count++;
    return node;
}

/* Sets is_final (the game is over, or a role has no move) and, from the goals
 * at the end of the game, the bounds of NODE. Moves the engine. */
static void set_terminal_bounds(Tree *tree, TreeNode *node)
{
    NumberedEngine *numbered = tree->numbered;
    numbered_set(numbered, node->position);
    bool is_terminal = engine_is_terminal(numbered->engine);
    node->is_final = is_terminal;
    for (size_t i = 0; i < tree->role_count; i++) {
        int goal = is_terminal ? numbered_goal(numbered, i) : -1;
        if (goal >= 0)
            node->bounds[i] = (Bounds){(uint8_t)goal, (uint8_t)goal};
        else if (!is_terminal && !numbered_moves(numbered, i, NULL, 0))
            node->is_final = true;
    }
}

TreeNode *tree_node(Tree *tree, const void *position)
{
    TreeNode *node = *bucket_of(tree, position);
    while (node && memcmp(node->position, position,
                          tree->word_count * sizeof(uint64_t)) != 0)
        node = node->next;
    if (!node && has_room(tree)) {
        node = add_node(tree, position, tree->widest_bounds);
        set_terminal_bounds(tree, node);
    }
    return node;
}

bool tree_is_solved(const Tree *tree, const TreeNode *node)
{
    for (size_t i = 0; i < tree->role_count; i++)
        if (node->bounds[i].lower != node->bounds[i].upper &&
            !engine_is_random(tree->numbered->engine, i))
            return false;
    return true;
}

/* ---- choices ---- */

static Choices list_choices(Tree *tree, size_t role)
{
    size_t count = numbered_moves(tree->numbered, role, NULL, 0);
    while (tree->legal_moves.capacity < count)
        vec_grow(&tree->legal_moves);
    numbered_moves(tree->numbered, role, tree->legal_moves.items, count);
    Choices choices = {arena_array(tree->node_arena, Choice, count), count};
    for (size_t i = 0; i < count; i++)
        choices.items[i] = (Choice){.move = tree->legal_moves.items[i],
                                    .lower = tree->widest_bounds[role].lower,
                                    .upper = tree->widest_bounds[role].upper};
    return choices;
}

/* ---- children ---- */

static TreeNode **child_slot(const Tree *tree, const TreeNode *node,
                             const uint32_t *joint_choice)
{
    size_t joint_index = 0;
    for (size_t i = 0; i < tree->role_count; i++)
        joint_index = joint_index * node->choices[i].count + joint_choice[i];
    assert(joint_index < node->child_count);
    return &node->children[joint_index];
}

TreeNode *tree_child(Tree *tree, TreeNode *node, const uint32_t *joint_choice,
                     const void **position)
{
    TreeNode **slot =
        node->children ? child_slot(tree, node, joint_choice) : NULL;
    TreeNode *child = slot ? *slot : NULL;
    if (!child) {
        for (size_t i = 0; i < tree->role_count; i++)
            tree->joint_move[i] = node->choices[i].items[joint_choice[i]].move;
        *position = node->position;
        numbered_set(tree->numbered, node->position);
        if (!numbered_next(tree->numbered, tree->joint_move, tree->scratch))
            return NULL;
        *position = tree->scratch;
        child = tree_node(tree, tree->scratch);
        if (slot)
            *slot = child;
    }
    if (child)
        *position = child->position;
    return child;
}

TreeNode *tree_known_child(const Tree *tree, const TreeNode *node,
                           const uint32_t *joint_choice)
{
    return node->children ? *child_slot(tree, node, joint_choice) : NULL;
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

/* Moves JOINT_CHOICE on to the next joint move; false after the last one. */
static bool next_joint(const Tree *tree, const TreeNode *node,
                       uint32_t *joint_choice)
{
    for (size_t i = tree->role_count; i-- > 0;) {
        if (++joint_choice[i] < node->choices[i].count)
            return true;
        joint_choice[i] = 0;
    }
    return false;
}

static const Bounds *child_bounds(const Tree *tree, const TreeNode *node,
                                  const uint32_t *joint_choice)
{
    const TreeNode *child = *child_slot(tree, node, joint_choice);
    return child ? child->bounds : tree->widest_bounds;
}

/* The bounds of each choice of each role: the lowest lower and the highest
 * upper bound of the children it can lead to. */
static void bound_choices(Tree *tree, TreeNode *node)
{
    for (size_t i = 0; i < tree->role_count; i++)
        for (size_t k = 0; k < node->choices[i].count; k++) {
            node->choices[i].items[k].lower = UINT8_MAX;
            node->choices[i].items[k].upper = 0;
        }
    memset(tree->joint_choice, 0,
           tree->role_count * sizeof *tree->joint_choice);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint_choice);
        for (size_t i = 0; i < tree->role_count; i++) {
            Choice *choice = &node->choices[i].items[tree->joint_choice[i]];
            choice->lower = min_of(choice->lower, child[i].lower);
            choice->upper = max_of(choice->upper, child[i].upper);
        }
    } while (next_joint(tree, node, tree->joint_choice));
}

/* Whether a role has a choice that guarantees more than this one can give. */
static bool is_dominated(const Tree *tree, const TreeNode *node,
                         const uint32_t *joint_choice, const Bounds *guaranteed)
{
    for (size_t i = 0; i < tree->role_count; i++)
        if (!engine_is_random(tree->numbered->engine, i) &&
            node->choices[i].items[joint_choice[i]].upper < guaranteed[i].lower)
            return true;
    return false;
}

/* From its choices: a role gets at least what the best of them guarantees, and
 * at most what joint moves without a dominated choice can give. */
static void bound_node(Tree *tree, const TreeNode *node, Bounds *result)
{
    for (size_t i = 0; i < tree->role_count; i++) {
        Choices choices = node->choices[i];
        bool is_random = engine_is_random(tree->numbered->engine, i);
        result[i] = (Bounds){0, 0};
        for (size_t k = 0; !is_random && k < choices.count; k++)
            result[i].lower = max_of(result[i].lower, choices.items[k].lower);
    }
    memset(tree->joint_choice, 0,
           tree->role_count * sizeof *tree->joint_choice);
    do {
        const Bounds *child = child_bounds(tree, node, tree->joint_choice);
        if (is_dominated(tree, node, tree->joint_choice, result))
            continue;
        for (size_t i = 0; i < tree->role_count; i++)
            result[i].upper = max_of(result[i].upper, child[i].upper);
    } while (next_joint(tree, node, tree->joint_choice));
}

/* Tightens BOUNDS: what one role cannot lose, the other cannot get. */
static void apply_zero_sum(Bounds *bounds)
{
    for (size_t i = 0; i < 2; i++) {
        Bounds *own = &bounds[i], opponent = bounds[1 - i];
        own->upper = min_of(own->upper, (uint8_t)(100 - opponent.lower));
        own->lower = max_of(own->lower, (uint8_t)(100 - opponent.upper));
    }
}

bool tree_update_bounds(Tree *tree, TreeNode *node)
{
    Bounds result[tree->role_count], *bounds = node->bounds;
    bool has_changed = false;
    if (node->is_final || !node->children)
        return false;
    bound_choices(tree, node);
    bound_node(tree, node, result);
    if (tree->zero_sum)
        apply_zero_sum(result);
    for (size_t i = 0; i < tree->role_count; i++) {
        assert(result[i].lower <= 100 && result[i].upper <= 100);
        has_changed = has_changed || result[i].lower > bounds[i].lower ||
                      result[i].upper < bounds[i].upper;
        bounds[i].lower = max_of(bounds[i].lower, result[i].lower);
        bounds[i].upper = min_of(bounds[i].upper, result[i].upper);
    }
    return has_changed;
}

/* ---- choosing: UCB1 (Auer, Cesa-Bianchi and Fischer 2002) ----
 *
 * Among choices that can still turn out better than what is certain. */

/* Whether its value is not certain, and can be more than GUARANTEED. */
static bool is_open(const Choice *choice, uint8_t guaranteed)
{
    return choice->lower < choice->upper && choice->upper > guaranteed;
}

/* The highest lower bound; of equal ones, the most visited. */
static size_t best_guaranteed(Choices choices)
{
    size_t best = 0;
    for (size_t i = 1; i < choices.count; i++)
        if (choices.items[i].lower > choices.items[best].lower ||
            (choices.items[i].lower == choices.items[best].lower &&
             choices.items[i].visits > choices.items[best].visits))
            best = i;
    return best;
}

double choice_estimate(const Choice *choice)
{
    double mean = choice->visits ? (double)choice->sum / choice->visits : 0;
    return mean < choice->lower   ? choice->lower
           : mean > choice->upper ? choice->upper
                                  : mean;
}

/* Among those that can be better than what is certain; one that was never tried
 * comes first, beginning at a random one. If the game is not zero-sum, what is
 * certain for one role says nothing about the others: then the best guaranteed
 * choice is tried as well, or they would be misjudged. */
size_t ucb1_select(Ucb1 ucb1, Choices choices, uint64_t visit_count,
                   Random *random)
{
    double logarithm = log((double)(visit_count ? visit_count : 1)),
           best_value = -1;
    size_t best = best_guaranteed(choices);
    size_t always_tried = ucb1.zero_sum ? choices.count : best;
    uint8_t guaranteed = choices.items[best].lower;
    assert(choices.count > 0 && guaranteed <= 100);
    if (choices.count == 1)
        return 0;
    size_t offset = random_below(random, (uint32_t)choices.count);
    for (size_t k = 0; k < choices.count; k++) {
        size_t i = k + offset < choices.count ? k + offset
                                              : k + offset - choices.count;
        const Choice *choice = &choices.items[i];
        if (!is_open(choice, guaranteed) && i != always_tried)
            continue;
        if (!choice->visits)
            return i;
        double value = choice_estimate(choice) / 100 +
                       ucb1.exploration * sqrt(logarithm / choice->visits);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* The most visited one whose value is open, unless a guaranteed value is higher
 * than its estimate. If none is open, the best mean among those that guarantee
 * most, since the others may err. */
size_t choices_best(Choices choices)
{
    size_t best = best_guaranteed(choices), most_visited = choices.count;
    uint8_t certain = choices.items[best].lower;
    for (size_t i = 0; i < choices.count; i++)
        if (is_open(&choices.items[i], certain) &&
            (most_visited == choices.count ||
             choices.items[i].visits > choices.items[most_visited].visits))
            most_visited = i;
    if (most_visited == choices.count) {
        for (size_t i = 0; i < choices.count; i++)
            if (choices.items[i].lower == certain && choices.items[i].visits &&
                (!choices.items[best].visits ||
                 choices.items[i].sum * choices.items[best].visits >
                     choices.items[best].sum * choices.items[i].visits))
                best = i;
        return best;
    }
    bool looks_better = choice_estimate(&choices.items[most_visited]) > certain;
    return looks_better || !choices.items[best].lower ? most_visited : best;
}

uint32_t choices_find(Choices choices, uint32_t move)
{
    for (uint32_t i = 0; i < choices.count; i++)
        if (choices.items[i].move == move)
            return i;
    return NO_INDEX;
}

/* ---- expansion ---- */

/* Whether it pays to look for ends: not far from all of them. */
static bool is_near_ends(Tree *tree)
{
    if (tree->looked_at >= MAX_LOOKED) {
        tree->looked_at /= 2;
        tree->ends_found /= 2;
    }
    return tree->looked_at < MIN_LOOKED ||
           tree->ends_found * RARE >= tree->looked_at ||
           tree->expansions++ % LOOK_SELDOM == 0;
}

/* The positions after all joint moves of NODE, where the engine stands. They
 * are computed before the engine is set to any of them, since one is much like
 * the one before. False if they are too many. */
static bool compute_next_positions(Tree *tree, TreeNode *node)
{
    size_t role_count = tree->role_count, count = 0;
    if (!node->children || node->child_count > MAX_LOOK_AHEAD)
        return false;
    memset(tree->joint_choice, 0, role_count * sizeof *tree->joint_choice);
    do {
        for (size_t i = 0; i < role_count; i++)
            tree->joint_move[i] =
                node->choices[i].items[tree->joint_choice[i]].move;
        if (!numbered_next(tree->numbered, tree->joint_move,
                           tree->next_positions + count * tree->word_count))
            return false;
        count++;
    } while (next_joint(tree, node, tree->joint_choice));
    assert(count == node->child_count);
    return true;
}

/* Makes those children of NODE that end the game; whether there are any. */
static bool find_ends(Tree *tree, TreeNode *node)
{
    size_t end_count = 0;
    for (size_t i = 0; i < node->child_count; i++) {
        const uint64_t *next = tree->next_positions + i * tree->word_count;
        numbered_set(tree->numbered, next);
        if (engine_is_terminal(tree->numbered->engine))
            end_count += (node->children[i] = tree_node(tree, next)) != NULL;
    }
    tree->looked_at += node->child_count;
    tree->ends_found += end_count;
    return end_count > 0;
}

/* Progressive knowledge: every choice of a role that has several begins with
 * the mean of its values after it (Gelly and Silver 2007). */
static void add_priors(Tree *tree, TreeNode *node)
{
    const uint64_t *next = tree->next_positions;
    memset(tree->joint_choice, 0,
           tree->role_count * sizeof *tree->joint_choice);
    do {
        for (size_t i = 0; i < tree->role_count; i++) {
            Choice *choice = &node->choices[i].items[tree->joint_choice[i]];
            if (node->choices[i].count == 1)
                continue;
            choice->visits++;
            choice->sum +=
                (uint64_t)(evaluation_value(tree->evaluation, next, i) + 0.5);
        }
        next += tree->word_count;
    } while (next_joint(tree, node, tree->joint_choice));
    for (size_t i = 0; i < tree->role_count; i++)
        for (size_t k = 0; k < node->choices[i].count; k++) {
            Choice *choice = &node->choices[i].items[k];
            if (!choice->visits)
                continue; /* the only one of its role */
            choice->sum = choice->sum * PRIOR_VISITS / choice->visits;
            choice->visits = PRIOR_VISITS;
        }
}

bool tree_expand(Tree *tree, TreeNode *node, bool *bounds_changed)
{
    *bounds_changed = false;
    if (node->choices)
        return true;
    if (!has_room(tree))
        return false;
    size_t joint_count = 1;
    numbered_set(tree->numbered, node->position);
    for (size_t i = 0; i < tree->role_count; i++)
        if (!numbered_moves(tree->numbered, i, NULL, 0))
            return false;
    node->choices = arena_array(tree->node_arena, Choices, tree->role_count);
    for (size_t i = 0; i < tree->role_count; i++) {
        node->choices[i] = list_choices(tree, i);
        if (joint_count <= MAX_JOINT_MOVES)
            joint_count *= node->choices[i].count;
    }
    if (joint_count <= MAX_JOINT_MOVES) {
        node->child_count = (uint32_t)joint_count;
        node->children = arena_array(tree->node_arena, TreeNode *, joint_count);
    }
    bool looks = tree->numbered->net && is_near_ends(tree);
    if ((!looks && !tree->evaluation) || !compute_next_positions(tree, node))
        return true;
    if (tree->evaluation)
        add_priors(tree, node);
    *bounds_changed =
        looks && find_ends(tree, node) && tree_update_bounds(tree, node);
    return true;
}

/* ---- pruning: a copying collector (Cheney 1970) ---- */

typedef VEC(TreeNode *) TreeNodes;

/* The copy of OLD in TREE. A new one has the children of OLD, and is added to
 * COPIES. */
static TreeNode *forward(Tree *tree, TreeNode *old, TreeNodes *copies)
{
    if (old->is_forwarded)
        return old->next;
    TreeNode *node = add_node(tree, old->position, old->bounds);
    node->visits = old->visits;
    node->is_final = old->is_final;
    if (old->choices)
        node->choices =
            arena_array(tree->node_arena, Choices, tree->role_count);
    for (size_t i = 0; old->choices && i < tree->role_count; i++) {
        Choices choices = old->choices[i];
        node->choices[i] = choices;
        node->choices[i].items =
            arena_copy(tree->node_arena, choices.items,
                       choices.count * sizeof *choices.items);
    }
    node->child_count = old->child_count;
    if (old->children)
        node->children = arena_copy(tree->node_arena, old->children,
                                    old->child_count * sizeof *old->children);
    old->is_forwarded = true;
    old->next = node;
    vec_push(copies, node);
    return node;
}

void tree_prune(Tree *tree, TreeNode **roots, size_t count)
{
    if (arena_bytes(tree->node_arena) < tree->max_bytes / 2)
        return;
    Arena *old_arena = tree->node_arena;
    TreeNodes copies = {0};
    tree->node_arena = arena_new();
    tree->node_count = 0;
    memset(tree->buckets, 0, BUCKET_COUNT * sizeof *tree->buckets);
    for (size_t i = 0; i < count; i++)
        roots[i] = forward(tree, roots[i], &copies);
    for (size_t scanned = 0; scanned < copies.count; scanned++) {
        TreeNode *node = copies.items[scanned];
        for (size_t i = 0; i < node->child_count; i++)
            if (node->children[i])
                node->children[i] = forward(tree, node->children[i], &copies);
    }
    vec_free(&copies);
    arena_free(old_arena);
}
