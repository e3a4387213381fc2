/* mcts.c - Monte Carlo tree search with certain bounds
 *
 * In:   positions, and a clock or a number of playouts
 * Out:  a move
 *
 * UCT (Kocsis and Szepesvári 2006), with choices by UCB1; roles that
 * move at the same time select independently (Finnsson and Björnsson 2008);
 * values that are certain are backed up as bounds (search/tree.c). Leaves are
 * collected into batches, since many playouts at once cost little more than
 * one. A few batches are in flight at any time; results are taken in the order
 * in which they were submitted, whichever thread is faster. A playout in flight
 * counts as lost (virtual loss, Chaslot et al. 2008), so that the next leaves
 * are elsewhere. Start reading at search_run(), then descend().
 */
#include "search/mcts.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"
#include "lang/print.h"
#include "search/rollouts.h"
#include "search/tree.h"

#include <assert.h>
#include <string.h>

enum {
    BATCHES_IN_FLIGHT = 8,
    PLAYOUTS_PER_LEAF = 4,
    MAX_LEAVES = SLICED_LANES / PLAYOUTS_PER_LEAF,
    MAX_TREE_DEPTH = 400, /* steps from the root to a leaf */
    /* A batch has at most one leaf for so many leaves visited so far: with a
     * given number of playouts, or by the clock, where MIN_LEAVES come first.
     */
    FIXED_BATCH_SHARE = 32,
    TIMED_BATCH_SHARE = 8,
    MIN_LEAVES = 16,
    MAX_DESCENTS = 4096, /* from the root, to fill a batch */
    DEFAULT_MEGABYTES = 1024,
};

/* A leaf, and the path to it: LENGTH nodes from FIRST_NODE on, and for each of
 * them a choice of every role. */
typedef struct {
    size_t first_node, length;
    Choice *own_choice; /* the one at the root, or NULL */
} Leaf;

typedef struct {
    PlayoutBatch playouts;
    Leaf leaves[MAX_LEAVES];
    size_t leaf_count;
    VEC(TreeNode *) nodes;
    VEC(Choice *) choices; /* by node, by role */
    uint64_t *positions;   /* of the leaves */
} LeafBatch;

struct Search {
    Arena *arena; /* of the arrays of fixed size */
    NumberedEngine *numbered;
    ZermeloSearchSettings settings;
    Tree *tree;
    PlayoutPool *pool;
    LeafBatch *batches; /* BATCHES_IN_FLIGHT of them */
    size_t next_batch;  /* the one to be filled: the oldest */
    size_t role_count, word_count, playouts_per_leaf, max_leaves;
    TreeNode **roots;
    size_t root_count;
    Choices own_choices; /* moves of the role, over all roots; may be none */
    uint32_t *joint;     /* by role the number of a choice */
    uint64_t *sums;      /* by role, of goal values */
    uint64_t playouts, leaves, next_playout;
    Random random;
    const Evaluation *evaluation; /* the one it relies on, or NULL */
};

static const double DEFAULT_EXPLORATION = 0.5;
static const double TRUST = 0.8; /* share of an evaluation in a leaf */

/* ---- the path to a leaf ---- */

static size_t select_choice(Search *search, Choices choices,
                            uint64_t visit_count)
{
    Ucb1 ucb1 = {search->settings.exploration, search->settings.zero_sum};
    return ucb1_select(ucb1, choices, visit_count, &search->random);
}

/* Selects a joint move; at the root, the role's own move by the statistics that
 * all roots share. */
static void select_joint_choice(Search *search, TreeNode *node, Leaf *leaf)
{
    for (size_t i = 0; i < search->role_count; i++) {
        Choices choices = node->choices[i];
        bool is_shared = search->own_choices.count && !leaf->length &&
                         i == search->settings.role;
        if (engine_is_random(search->numbered->engine, i)) {
            search->joint[i] =
                random_below(&search->random, (uint32_t)choices.count);
        } else if (is_shared) {
            size_t visit_count = search->leaves * search->playouts_per_leaf;
            leaf->own_choice = &search->own_choices.items[select_choice(
                search, search->own_choices, visit_count)];
            search->joint[i] = choices_find(choices, leaf->own_choice->move);
        } else {
            search->joint[i] =
                (uint32_t)select_choice(search, choices, node->visits);
        }
    }
}

/* Adds a step to the path in BATCH; until they return, its playouts are visits
 * with a value of 0 (virtual loss). */
static void record_step(Search *search, LeafBatch *batch, TreeNode *node)
{
    vec_push(&batch->nodes, node);
    node->visits += search->playouts_per_leaf;
    for (size_t i = 0; i < search->role_count; i++) {
        Choice *choice = &node->choices[i].items[search->joint[i]];
        choice->visits += (uint32_t)search->playouts_per_leaf;
        vec_push(&batch->choices, choice);
    }
}

/* Whether a playout is to begin at NODE; otherwise NODE is expanded. */
static bool is_leaf(Search *search, TreeNode *node, size_t depth,
                    bool *bounds_changed)
{
    if (node->is_final || depth >= MAX_TREE_DEPTH)
        return true;
    if (search->own_choices.count && !depth)
        return false; /* certain only if the position is known */
    if (tree_is_solved(search->tree, node))
        return true;
    if (!node->visits && depth)
        return true;
    return !tree_expand(search->tree, node, bounds_changed) ||
           tree_is_solved(search->tree, node);
}

/* Bounds that changed at the end of the path may change those before it. */
static void update_bounds(Search *search, const LeafBatch *batch,
                          const Leaf *leaf)
{
    for (size_t step = leaf->length; step-- > 0;)
        if (!tree_update_bounds(search->tree,
                                batch->nodes.items[leaf->first_node + step]))
            return;
}

/* Follows selected joint moves from ROOT and records the path in BATCH. Returns
 * the node at its end, NULL if there is no room for one, and its position.
 */
static TreeNode *descend(Search *search, LeafBatch *batch, Leaf *leaf,
                         TreeNode *root, const void **position)
{
    TreeNode *node = root;
    bool bounds_changed = false;
    *position = node->position;
    while (node && !is_leaf(search, node, leaf->length, &bounds_changed)) {
        if (bounds_changed)
            update_bounds(search, batch, leaf);
        select_joint_choice(search, node, leaf);
        record_step(search, batch, node);
        leaf->length++;
        node = tree_child(search->tree, node, search->joint, position);
    }
    return node;
}

/* ---- backing up ---- */

/* A role that is certain of more than SUMS say would have moved otherwise. */
static void clamp_to_bounds(const Search *search, TreeNode *node, size_t count,
                            uint64_t *sums)
{
    const Bounds *bounds = node->bounds;
    for (size_t i = 0; i < search->role_count; i++) {
        uint64_t min = count * bounds[i].lower, max = count * bounds[i].upper;
        sums[i] = sums[i] < min ? min : sums[i] > max ? max : sums[i];
    }
}

/* COUNT of the planned playouts have returned, with SUMS of goals by role. */
static void back_up(Search *search, const LeafBatch *batch, const Leaf *leaf,
                    size_t count, uint64_t *sums)
{
    assert(count <= search->playouts_per_leaf);
    uint32_t missing = (uint32_t)(search->playouts_per_leaf - count);
    for (size_t step = leaf->length; step-- > 0;) {
        size_t node_index = leaf->first_node + step;
        TreeNode *node = batch->nodes.items[node_index];
        Choice **joint = batch->choices.items + node_index * search->role_count;
        node->visits -= missing;
        for (size_t i = 0; i < search->role_count; i++) {
            assert(joint[i]->visits >= missing);
            joint[i]->visits -= missing;
            joint[i]->sum += sums[i];
        }
        if (step == 0 && leaf->own_choice) {
            leaf->own_choice->visits -= missing;
            leaf->own_choice->sum += sums[search->settings.role];
        }
        clamp_to_bounds(search, node, count, sums);
    }
    search->playouts += count;
}

/* What a playout counts that gave ROLE no value: the middle of all values. */
static uint64_t middle_goal(const Search *search, size_t role)
{
    Bounds bounds = numbered_goal_bounds(search->numbered, role);
    return (uint64_t)(bounds.lower + bounds.upper) / 2;
}

/* Backs up a leaf whose value is certain, or where the game has no value. */
static void back_up_certain(Search *search, LeafBatch *batch, const Leaf *leaf,
                            TreeNode *node)
{
    const Bounds *bounds = node->bounds;
    for (size_t i = 0; i < search->role_count; i++)
        search->sums[i] =
            search->playouts_per_leaf * (bounds[i].lower == bounds[i].upper
                                             ? bounds[i].lower
                                             : middle_goal(search, i));
    back_up(search, batch, leaf, search->playouts_per_leaf, search->sums);
    update_bounds(search, batch, leaf);
}

/* ---- batches ---- */

static void add_playouts(Search *search, LeafBatch *batch, const Leaf *leaf,
                         const void *position)
{
    assert(batch->leaf_count < search->max_leaves);
    uint64_t *copy = batch->positions + batch->leaf_count * search->word_count;
    memcpy(copy, position, search->word_count * sizeof *copy);
    for (size_t i = 0; i < search->playouts_per_leaf; i++)
        batch->playouts.positions[batch->playouts.count++] = copy;
    batch->leaves[batch->leaf_count++] = *leaf;
}

/* Descends to a leaf. A certain value is backed up at once; otherwise playouts
 * from the leaf are added to BATCH. */
static void add_leaf(Search *search, LeafBatch *batch)
{
    const void *position;
    Leaf leaf = {.first_node = batch->nodes.count};
    TreeNode *root = search->roots[search->leaves++ % search->root_count];
    TreeNode *node = descend(search, batch, &leaf, root, &position);
    if (leaf.own_choice)
        leaf.own_choice->visits += (uint32_t)search->playouts_per_leaf;
    if (node && (node->is_final || tree_is_solved(search->tree, node))) {
        back_up_certain(search, batch, &leaf, node);
        batch->nodes.count = leaf.first_node;
        batch->choices.count = leaf.first_node * search->role_count;
        return;
    }
    if (node)
        node->visits += search->playouts_per_leaf;
    add_playouts(search, batch, &leaf, position);
}

/* Sets search->sums from the playouts of a leaf; returns how many are counted.
 * One that did not end is not counted if TIME_IS_UP, and otherwise has the
 * middle value. */
static size_t sum_goals(Search *search, const int *goals, bool time_is_up)
{
    size_t count = 0;
    memset(search->sums, 0, search->role_count * sizeof *search->sums);
    for (size_t i = 0; i < search->playouts_per_leaf;
         i++, goals += search->role_count) {
        bool ended = false;
        for (size_t k = 0; k < search->role_count; k++)
            ended = ended || goals[k] >= 0;
        if (!ended && time_is_up)
            continue;
        count++;
        for (size_t k = 0; k < search->role_count; k++)
            search->sums[k] +=
                goals[k] >= 0 ? (uint64_t)goals[k] : middle_goal(search, k);
    }
    return count;
}

/* Gives the evaluation of POSITION its share in search->sums, of COUNT
 * playouts.
 */
static void add_evaluation(Search *search, const uint64_t *position,
                           size_t count)
{
    for (size_t i = 0; i < search->role_count && search->evaluation; i++) {
        double value = evaluation_value(search->evaluation, position, i),
               sum = (1 - TRUST) * (double)search->sums[i] +
                     TRUST * value * (double)count;
        search->sums[i] = (uint64_t)(sum + 0.5);
    }
}

/* Backs up the results of the oldest batch, if it is in flight, and returns it
 * empty. */
static LeafBatch *collect_oldest(Search *search, const SearchLimits *limits)
{
    LeafBatch *batch = &search->batches[search->next_batch];
    search->next_batch = (search->next_batch + 1) % BATCHES_IN_FLIGHT;
    if (!batch->leaf_count)
        return batch;
    pool_wait(search->pool, &batch->playouts);
    bool time_is_up = budget_expired(&limits->budget);
    for (size_t i = 0; i < batch->leaf_count; i++) {
        const int *goals = batch->playouts.goals +
                           i * search->playouts_per_leaf * search->role_count;
        size_t count = sum_goals(search, goals, time_is_up);
        add_evaluation(search, batch->positions + i * search->word_count,
                       count);
        back_up(search, batch, &batch->leaves[i], count, search->sums);
    }
    batch->leaf_count = batch->playouts.count = 0;
    vec_clear(&batch->nodes);
    vec_clear(&batch->choices);
    return batch;
}

/* Where several positions are possible, nothing is certain about the moves that
 * are shared. */
static bool is_solved(const Search *search)
{
    Choices own = search->own_choices;
    if (own.count > 1 ||
        (own.count &&
         (search->root_count > 1 || search->settings.imperfect_information)))
        return false;
    for (size_t i = 0; i < search->root_count; i++) {
        const TreeNode *root = search->roots[i];
        Choices choices = root->choices[search->settings.role];
        const Choice *only =
            own.count ? &choices.items[choices_find(choices, own.items->move)]
                      : NULL;
        const Bounds *bounds = &root->bounds[search->settings.role];
        if (only ? only->lower < only->upper : bounds->lower < bounds->upper)
            return false;
    }
    return true;
}

/* Fills BATCH by at most *LEAVES_WANTED descents, and submits it if that gave
 * any leaf. */
static void fill_batch(Search *search, LeafBatch *batch,
                       uint64_t *leaves_wanted, const SearchLimits *limits)
{
    /* by the clock, a batch costs too much for a leaf or two */
    size_t batch_leaves = limits->playouts
                              ? 1 + search->leaves / FIXED_BATCH_SHARE
                              : MIN_LEAVES + search->leaves / TIMED_BATCH_SHARE;
    if (batch_leaves > search->max_leaves)
        batch_leaves = search->max_leaves;
    for (size_t descent_count = 0;
         descent_count < MAX_DESCENTS && batch->leaf_count < batch_leaves &&
         *leaves_wanted && !is_solved(search) &&
         (descent_count % 16 || !budget_expired(&limits->budget));
         descent_count++, --*leaves_wanted)
        add_leaf(search, batch);
    if (!batch->leaf_count)
        return;
    batch->playouts.first_number = search->next_playout;
    batch->playouts.budget = limits->budget;
    search->next_playout += batch->playouts.count;
    pool_submit(search->pool, &batch->playouts);
}

bool search_run(Search *search, const SearchLimits *limits)
{
    uint64_t per_leaf = search->playouts_per_leaf,
             leaves_wanted = /* descents to leaves */
             limits->playouts ? limits->playouts / per_leaf +
                                    (limits->playouts % per_leaf > 0)
                              : UINT64_MAX;
    pool_begin(search->pool);
    while (leaves_wanted && !is_solved(search) &&
           !budget_expired(&limits->budget))
        fill_batch(search, collect_oldest(search, limits), &leaves_wanted,
                   limits);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++)
        collect_oldest(search, limits);
    pool_end(search->pool);
    return is_solved(search);
}

void search_rely_on(Search *search, const Evaluation *evaluation)
{
    search->evaluation = evaluation;
    tree_rely_on(search->tree, evaluation);
}

/* ---- the answer ---- */

static Choices root_choices(const Search *search)
{
    if (search->own_choices.count)
        return search->own_choices;
    return search->roots[0]->choices[search->settings.role];
}

static const Choice *root_choice(const Search *search)
{
    Choices choices = root_choices(search);
    return &choices.items[choices_best(choices)];
}

size_t search_values(const Search *search, ZermeloMoveValue *values, size_t max)
{
    Choices choices = search->root_count ? root_choices(search) : (Choices){0};
    for (size_t i = 0; values && i < choices.count && i < max; i++) {
        const Choice *choice = &choices.items[i];
        values[i] = (ZermeloMoveValue){choice->move, choice->visits,
                                       choice_estimate(choice), choice->lower,
                                       choice->upper};
    }
    return choices.count;
}

uint32_t search_best(const Search *search)
{
    return search->root_count ? root_choice(search)->move : NO_INDEX;
}

void search_describe(const Search *search, Text *out)
{
    if (!search->root_count) {
        text_adds(out, "no search");
        return;
    }
    const Bounds *bounds = search->roots[0]->bounds;
    text_addf(out, "%llu playouts, %zu nodes, ",
              (unsigned long long)search->playouts,
              tree_node_count(search->tree));
    if (is_solved(search))
        text_addf(out, "certainly %d", bounds[search->settings.role].lower);
    else
        text_addf(out, "about %.0f", choice_estimate(root_choice(search)));
}

void search_line(const Search *search, size_t max_steps, Text *out)
{
    const TreeNode *node = search->root_count ? search->roots[0] : NULL;
    for (size_t step = 0; step < max_steps && node && !node->is_final &&
                          node->choices && (node->visits || !step);
         step++) {
        for (size_t i = 0; i < search->role_count; i++) {
            Choices choices = node->choices[i];
            bool is_own = !step && i == search->settings.role;
            uint32_t number = is_own
                                  ? choices_find(choices, search_best(search))
                                  : (uint32_t)choices_best(choices);
            search->joint[i] = number;
            text_adds(out, i ? ", " : step ? "; " : "");
            term_print(
                out,
                numbered_move(search->numbered, i, choices.items[number].move),
                SYNTAX_INFIX);
        }
        node = tree_known_child(search->tree, node, search->joint);
    }
}

/* ---- beginning and end ---- */

static Tree *new_tree(const Search *search)
{
    return tree_new(search->numbered, search->settings.megabytes,
                    search->settings.zero_sum);
}

static LeafBatch *new_batches(const Search *search)
{
    LeafBatch *batches =
        arena_array(search->arena, LeafBatch, BATCHES_IN_FLIGHT);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++) {
        batches[i].positions = arena_array(search->arena, uint64_t,
                                           MAX_LEAVES * search->word_count);
        batches[i].playouts.goals =
            arena_array(search->arena, int, SLICED_LANES * search->role_count);
    }
    return batches;
}

Search *search_new(const LanePlan *lanes, NumberedEngine *numbered,
                   const ZermeloSearchSettings *settings)
{
    Search *search = memory_alloc(sizeof *search);
    *search =
        (Search){.arena = arena_new(),
                 .numbered = numbered,
                 .settings = *settings,
                 .role_count = numbered->role_count,
                 .word_count = numbered->position_bytes / sizeof(uint64_t),
                 .playouts_per_leaf = lanes ? PLAYOUTS_PER_LEAF : 1,
                 .max_leaves = lanes ? MAX_LEAVES : 1,
                 .random = random_new(settings->seed, settings->role)};
    if (!settings->exploration)
        search->settings.exploration = DEFAULT_EXPLORATION;
    if (!settings->megabytes)
        search->settings.megabytes = DEFAULT_MEGABYTES;
    search->tree = new_tree(search);
    search->pool =
        pool_new(lanes, numbered,
                 settings->threads ? settings->threads : processor_count(),
                 settings->seed);
    search->joint = arena_array(search->arena, uint32_t, search->role_count);
    search->sums = arena_array(search->arena, uint64_t, search->role_count);
    search->batches = new_batches(search);
    return search;
}

void search_free(Search *search)
{
    if (!search)
        return;
    pool_free(search->pool);
    tree_free(search->tree);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++)
        vec_free_all(&search->batches[i].nodes, &search->batches[i].choices);
    free_all(search->roots, search->own_choices.items);
    arena_free(search->arena);
    memory_free(search);
}

/* Drops roots in which some of MOVES are not legal. False if that would be all
 * of them: then one is kept. */
static bool drop_roots(Search *search, const uint32_t *moves, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->root_count; i++) {
        Choices choices = search->roots[i]->choices[search->settings.role];
        size_t legal_count = 0;
        while (legal_count < count &&
               choices_find(choices, moves[legal_count]) != NO_INDEX)
            legal_count++;
        if (legal_count == count)
            search->roots[kept++] = search->roots[i];
    }
    search->root_count = kept ? kept : 1;
    return kept > 0;
}

/* Nodes for those POSITIONS that there is room for. */
static void set_roots(Search *search, const uint64_t *positions, size_t count)
{
    memory_free(search->roots);
    search->roots = memory_array(count, sizeof *search->roots);
    search->root_count = 0;
    for (size_t i = 0; i < count; i++) {
        TreeNode *node =
            tree_node(search->tree, positions + i * search->word_count);
        bool bounds_changed; /* those of the root itself */
        if (node && tree_expand(search->tree, node, &bounds_changed))
            search->roots[search->root_count++] = node;
    }
    if (search->root_count)
        tree_prune(search->tree, search->roots, search->root_count);
}

bool search_set(Search *search, const void *positions, size_t count,
                const uint32_t *moves, size_t move_count)
{
    set_roots(search, positions, count);
    if (!search->root_count) {
        tree_free(search->tree);
        search->tree = new_tree(search);
        tree_rely_on(search->tree, search->evaluation);
        set_roots(search, positions, count);
    }
    memory_free(search->own_choices.items);
    search->own_choices = (Choices){0};
    search->playouts = search->leaves = 0;
    bool is_shared = search->root_count &&
                     (count > 1 || search->settings.imperfect_information ||
                      (move_count && move_count < root_choices(search).count));
    if (!is_shared || !drop_roots(search, moves, move_count))
        return search->root_count > 0;
    Bounds widest =
        numbered_goal_bounds(search->numbered, search->settings.role);
    search->own_choices =
        (Choices){memory_array(move_count, sizeof(Choice)), move_count};
    for (size_t i = 0; i < move_count; i++)
        search->own_choices.items[i] = (Choice){
            .move = moves[i], .lower = widest.lower, .upper = widest.upper};
    return true;
}
