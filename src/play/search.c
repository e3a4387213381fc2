/* search.c - Monte Carlo tree search with certain bounds
 *
 * In:   positions, and a clock or a number of playouts
 * Out:  a move
 *
 * UCT (Kocsis and Szepesvári 2006); roles that move at the same time select
 * independently (Finnsson and Björnsson 2008); values that are certain are
 * backed up as bounds (play/tree.c). Leaves are collected into batches, since
 * many playouts at once cost little more than one. A few batches are in flight
 * at any time; results are taken in the order in which they were submitted,
 * whichever thread is faster. A playout in flight counts as lost (virtual loss,
 * Chaslot et al. 2008), so that the next leaves are elsewhere. Start reading at
 * search_run(), then descend().
 */
#include "play/search.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/processors.h"
#include "base/random.h"
#include "base/vec.h"
#include "play/bandit.h"
#include "play/rollouts.h"
#include "play/tree.h"

#include <assert.h>
#include <string.h>

enum {
    BATCHES_IN_FLIGHT = 8,
    PLAYOUTS_PER_LEAF = 4,
    MAX_LEAVES = ZERMELO_MAX_PLAYOUTS / PLAYOUTS_PER_LEAF,
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

/* A leaf, and the path to it: LENGTH nodes, and for each of them a choice of
 * every role. */
typedef struct {
    size_t first_node, first_choice, length;
    size_t first_playout;
    size_t shared; /* the shared choice at the root; SIZE_MAX: none */
} Leaf;

typedef struct {
    PlayoutBatch playouts;
    Leaf leaves[MAX_LEAVES];
    size_t leaf_count;
    VEC(NodeId) nodes;
    VEC(uint32_t) choices;
    uint64_t *positions; /* of the leaves */
} LeafBatch;

struct Search {
    Arena *arena; /* of the arrays of fixed size */
    SearchOptions options;
    Tree *tree;
    PlayoutPool *pool;
    LeafBatch *batches; /* BATCHES_IN_FLIGHT of them */
    size_t next;        /* the one to be filled: the oldest */
    size_t roles, words, leaf_size, max_leaves;
    NodeId *roots;
    size_t root_count;
    Choices shared;  /* the role's own moves, over all roots; may be none */
    uint32_t *joint; /* by role the number of a choice */
    uint64_t *sums;  /* by role, of goal values */
    uint64_t playouts, leaves, next_playout;
    Random random;
    bool *is_random;
};

/* ---- the path to a leaf ---- */

/* The number of the choice of MOVE, or ZERMELO_NO_MOVE. */
static uint32_t find_choice(Choices choices, uint32_t move)
{
    for (uint32_t i = 0; i < choices.count; i++)
        if (choices.items[i].move == move)
            return i;
    return ZERMELO_NO_MOVE;
}

/* Selects a joint move; at the root, the role's own move by the statistics that
 * all roots share. */
static void choose_joint(Search *search, NodeId node, Leaf *leaf)
{
    bool zero_sum = search->options.zero_sum;
    for (size_t i = 0; i < search->roles; i++) {
        Choices choices = tree_choices(search->tree, node, i);
        bool is_shared =
            search->shared.count && !leaf->length && i == search->options.role;
        if (search->is_random[i]) {
            search->joint[i] =
                random_below(&search->random, (uint32_t)choices.count);
        } else if (is_shared) {
            leaf->shared = bandit_select(search->shared,
                                         search->leaves * search->leaf_size,
                                         zero_sum, &search->random);
            search->joint[i] =
                find_choice(choices, search->shared.items[leaf->shared].move);
        } else {
            search->joint[i] = (uint32_t)bandit_select(
                choices, *tree_visits(search->tree, node), zero_sum,
                &search->random);
        }
    }
}

/* Adds a step to the path in BATCH; until they return, its playouts are visits
 * with a value of 0 (virtual loss). */
static void record_step(Search *search, LeafBatch *batch, NodeId node)
{
    vec_push(&batch->nodes, node);
    *tree_visits(search->tree, node) += search->leaf_size;
    for (size_t i = 0; i < search->roles; i++) {
        vec_push(&batch->choices, search->joint[i]);
        tree_choices(search->tree, node, i).items[search->joint[i]].visits +=
            (uint32_t)search->leaf_size;
    }
}

/* Whether a playout is to begin at NODE, rather than going on. */
static bool is_leaf(Search *search, NodeId node, size_t depth)
{
    if (tree_is_final(search->tree, node) || depth >= MAX_TREE_DEPTH)
        return true;
    if (search->shared.count &&
        !depth) /* certain only if the position is known */
        return false;
    if (tree_is_solved(search->tree, node))
        return true;
    if (!*tree_visits(search->tree, node) && depth)
        return true;
    return !tree_expand(search->tree, node);
}

/* Follows selected joint moves from ROOT and records the path in BATCH. Returns
 * the node at its end, NO_NODE if there is no room for one, and its position.
 */
static NodeId descend(Search *search, LeafBatch *batch, Leaf *leaf, NodeId root,
                      const void **position)
{
    NodeId node = root;
    *position = tree_position(search->tree, node);
    while (node != NO_NODE && !is_leaf(search, node, leaf->length)) {
        choose_joint(search, node, leaf);
        record_step(search, batch, node);
        leaf->length++;
        node = tree_child(search->tree, node, search->joint, position);
    }
    return node;
}

/* ---- backing up ---- */

/* A role that is certain of more than SUMS say would have moved otherwise. */
static void keep_in_bounds(const Search *search, NodeId node, size_t count,
                           uint64_t *sums)
{
    const Bounds *bounds = tree_bounds(search->tree, node);
    for (size_t i = 0; i < search->roles; i++) {
        uint64_t min = count * bounds[i].lower, max = count * bounds[i].upper;
        sums[i] = sums[i] < min ? min : sums[i] > max ? max : sums[i];
    }
}

/* COUNT of the planned playouts have returned, with SUMS of goals by role. */
static void back_up(Search *search, const LeafBatch *batch, const Leaf *leaf,
                    size_t count, uint64_t *sums)
{
    assert(count <= search->leaf_size);
    uint32_t missing = (uint32_t)(search->leaf_size - count);
    for (size_t step = leaf->length; step-- > 0;) {
        NodeId node = batch->nodes.items[leaf->first_node + step];
        const uint32_t *joint =
            batch->choices.items + leaf->first_choice + step * search->roles;
        *tree_visits(search->tree, node) -= missing;
        for (size_t i = 0; i < search->roles; i++) {
            Choice *choice =
                &tree_choices(search->tree, node, i).items[joint[i]];
            assert(choice->visits >= missing);
            choice->visits -= missing;
            choice->sum += sums[i];
        }
        if (step == 0 && leaf->shared != SIZE_MAX) {
            search->shared.items[leaf->shared].visits -= missing;
            search->shared.items[leaf->shared].sum +=
                sums[search->options.role];
        }
        keep_in_bounds(search, node, count, sums);
    }
    search->playouts += count;
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

/* The value of a playout without one: the middle of what is possible. */
static uint64_t middle_goal(const Search *search, size_t role)
{
    ZermeloCursor *cursor = search->options.cursor;
    return (uint64_t)(zermelo_cursor_least_goal(cursor, role) +
                      zermelo_cursor_most_goal(cursor, role)) /
           2;
}

/* A leaf whose value is certain, or where the game has no value. */
static void back_up_certain(Search *search, LeafBatch *batch, const Leaf *leaf,
                            NodeId node)
{
    const Bounds *bounds = tree_bounds(search->tree, node);
    for (size_t i = 0; i < search->roles; i++)
        search->sums[i] =
            search->leaf_size * (bounds[i].lower == bounds[i].upper
                                     ? bounds[i].lower
                                     : middle_goal(search, i));
    back_up(search, batch, leaf, search->leaf_size, search->sums);
    update_bounds(search, batch, leaf);
}

/* ---- batches ---- */

static void plan_playouts(Search *search, LeafBatch *batch, Leaf *leaf,
                          const void *position)
{
    assert(batch->leaf_count < search->max_leaves);
    uint64_t *copy = batch->positions + batch->leaf_count * search->words;
    memcpy(copy, position, search->words * sizeof *copy);
    leaf->first_playout = batch->playouts.count;
    for (size_t i = 0; i < search->leaf_size; i++)
        batch->playouts.positions[batch->playouts.count++] = copy;
    batch->leaves[batch->leaf_count++] = *leaf;
}

/* Descends to a leaf. A certain value is backed up at once; otherwise playouts
 * from the leaf are added to BATCH. */
static void add_leaf(Search *search, LeafBatch *batch)
{
    const void *position;
    Leaf leaf = {.first_node = batch->nodes.count,
                 .first_choice = batch->choices.count,
                 .shared = SIZE_MAX};
    NodeId root = search->roots[search->leaves++ % search->root_count];
    NodeId node = descend(search, batch, &leaf, root, &position);
    if (leaf.shared != SIZE_MAX)
        search->shared.items[leaf.shared].visits += (uint32_t)search->leaf_size;
    if (node != NO_NODE && (tree_is_final(search->tree, node) ||
                            tree_is_solved(search->tree, node))) {
        back_up_certain(search, batch, &leaf, node);
        batch->nodes.count = leaf.first_node;
        batch->choices.count = leaf.first_choice;
        return;
    }
    if (node != NO_NODE)
        *tree_visits(search->tree, node) += search->leaf_size;
    plan_playouts(search, batch, &leaf, position);
}

/* Adds the goal values of the playouts of LEAF to SUMS; returns their number.
 * One that did not end is not counted if TIME_IS_UP, and otherwise has the
 * middle value. */
static size_t sum_goals(Search *search, const LeafBatch *batch,
                        const Leaf *leaf, bool time_is_up)
{
    size_t count = 0;
    memset(search->sums, 0, search->roles * sizeof *search->sums);
    for (size_t i = 0; i < search->leaf_size; i++) {
        const int *goals =
            batch->playouts.goals + (leaf->first_playout + i) * search->roles;
        bool ended = false;
        for (size_t k = 0; k < search->roles; k++)
            ended = ended || goals[k] >= 0;
        if (!ended && time_is_up)
            continue;
        count++;
        for (size_t k = 0; k < search->roles; k++)
            search->sums[k] +=
                goals[k] >= 0 ? (uint64_t)goals[k] : middle_goal(search, k);
    }
    return count;
}

static bool is_time_up(const SearchLimits *limits)
{
    return (limits->cancelled && *limits->cancelled) ||
           (limits->stop > 0 && clock_now() >= limits->stop);
}

/* Backs up the results of BATCH, if it is in flight. */
static void collect_batch(Search *search, LeafBatch *batch,
                          const SearchLimits *limits)
{
    if (!batch->playouts.in_flight)
        return;
    pool_wait(search->pool, &batch->playouts);
    bool time_is_up = is_time_up(limits);
    for (size_t i = 0; i < batch->leaf_count; i++) {
        const Leaf *leaf = &batch->leaves[i];
        size_t count = sum_goals(search, batch, leaf, time_is_up);
        back_up(search, batch, leaf, count, search->sums);
    }
    batch->leaf_count = batch->playouts.count = 0;
    vec_clear(&batch->nodes);
    vec_clear(&batch->choices);
}

static bool is_solved(const Search *search)
{
    for (size_t i = 0; i < search->root_count; i++) {
        const Bounds *bounds = tree_bounds(search->tree, search->roots[i]);
        const Bounds own = bounds[search->options.role];
        if (own.lower != own.upper)
            return false;
    }
    return !search->shared.count;
}

/* Fills BATCH by at most *WANTED descents, and submits it unless it is empty.
 */
static void fill_batch(Search *search, LeafBatch *batch, uint64_t *wanted,
                       const SearchLimits *limits)
{
    /* by the clock, a batch costs too much for a leaf or two */
    size_t max = limits->playouts
                     ? 1 + search->leaves / FIXED_BATCH_SHARE
                     : MIN_LEAVES + search->leaves / TIMED_BATCH_SHARE;
    if (max > search->max_leaves)
        max = search->max_leaves;
    for (size_t descents = 0;
         descents < MAX_DESCENTS && batch->leaf_count < max && *wanted &&
         !is_solved(search) && (descents % 16 || !is_time_up(limits));
         descents++, --*wanted)
        add_leaf(search, batch);
    if (!batch->leaf_count)
        return;
    batch->playouts.first = search->next_playout;
    search->next_playout += batch->playouts.count;
    pool_submit(search->pool, &batch->playouts);
}

bool search_run(Search *search, const SearchLimits *limits)
{
    uint64_t wanted =
        limits->playouts
            ? (limits->playouts + search->leaf_size - 1) / search->leaf_size
            : UINT64_MAX; /* descents to leaves */
    pool_limit(search->pool, limits->stop, limits->cancelled);
    while (wanted && !is_solved(search) && !is_time_up(limits)) {
        LeafBatch *batch = &search->batches[search->next];
        search->next = (search->next + 1) % BATCHES_IN_FLIGHT;
        collect_batch(search, batch, limits);
        fill_batch(search, batch, &wanted, limits);
    }
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++, search->next++)
        collect_batch(
            search, &search->batches[search->next % BATCHES_IN_FLIGHT], limits);
    search->next %= BATCHES_IN_FLIGHT;
    return is_solved(search);
}

/* ---- the answer ---- */

static const Choice *answer(const Search *search)
{
    Choices choices = search->shared.count
                          ? search->shared
                          : tree_choices(search->tree, search->roots[0],
                                         search->options.role);
    return &choices.items[bandit_best(choices)];
}

uint32_t search_best(const Search *search)
{
    return search->root_count ? answer(search)->move : ZERMELO_NO_MOVE;
}

void search_describe(const Search *search, Text *out)
{
    if (!search->root_count) {
        text_adds(out, "no search");
        return;
    }
    const Bounds *bounds = tree_bounds(search->tree, search->roots[0]);
    text_addf(out, "%llu playouts, %zu nodes, ",
              (unsigned long long)search->playouts, tree_size(search->tree));
    if (is_solved(search))
        text_addf(out, "certainly %d", bounds[search->options.role].lower);
    else
        text_addf(out, "about %.0f", choice_estimate(answer(search)));
}

/* ---- beginning and end ---- */

static Tree *new_tree(const SearchOptions *options)
{
    return tree_new(options->cursor,
                    options->megabytes ? options->megabytes : DEFAULT_MEGABYTES,
                    options->zero_sum);
}

static LeafBatch *new_batches(const Search *search)
{
    LeafBatch *batches =
        arena_array(search->arena, LeafBatch, BATCHES_IN_FLIGHT);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++) {
        batches[i].positions =
            arena_array(search->arena, uint64_t, MAX_LEAVES * search->words);
        batches[i].playouts.goals = arena_array(
            search->arena, int, ZERMELO_MAX_PLAYOUTS * search->roles);
    }
    return batches;
}

Search *search_new(const SearchOptions *options)
{
    ZermeloCursor *cursor = options->cursor;
    Search *search = memory_alloc(sizeof *search);
    *search = (Search){.arena = arena_new(),
                       .options = *options,
                       .tree = new_tree(options),
                       .roles = zermelo_cursor_role_count(cursor),
                       .words = zermelo_cursor_size(cursor) / sizeof(uint64_t),
                       .leaf_size = options->net ? PLAYOUTS_PER_LEAF : 1,
                       .max_leaves = options->net ? MAX_LEAVES : 1,
                       .random = random_new(options->seed, options->role)};
    search->pool = pool_new(
        options->net, cursor,
        options->threads ? options->threads : processor_count(), options->seed);
    search->joint = arena_array(search->arena, uint32_t, search->roles);
    search->sums = arena_array(search->arena, uint64_t, search->roles);
    search->is_random = arena_array(search->arena, bool, search->roles);
    for (size_t i = 0; i < search->roles; i++)
        search->is_random[i] = zermelo_cursor_is_random(cursor, i);
    search->batches = new_batches(search);
    return search;
}

void search_free(Search *search)
{
    if (!search)
        return;
    pool_free(search->pool);
    tree_free(search->tree);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++) {
        vec_free_all(&search->batches[i].nodes, &search->batches[i].choices);
    }
    free_all(search->roots, search->shared.items);
    arena_free(search->arena);
    free(search);
}

static bool has_all_moves(Search *search, NodeId root, const uint32_t *moves,
                          size_t count)
{
    Choices choices = tree_choices(search->tree, root, search->options.role);
    for (size_t i = 0; i < count; i++)
        if (find_choice(choices, moves[i]) == ZERMELO_NO_MOVE)
            return false;
    return true;
}

/* Drops roots in which some of MOVES are not legal. False if that would be all
 * of them: then one is kept. */
static bool drop_roots(Search *search, const uint32_t *moves, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->root_count; i++)
        if (has_all_moves(search, search->roots[i], moves, count))
            search->roots[kept++] = search->roots[i];
    search->root_count = kept ? kept : 1;
    return kept > 0;
}

/* Nodes for those POSITIONS that there is room for. */
static void find_roots(Search *search, const void *const *positions,
                       size_t count)
{
    free(search->roots);
    search->roots = memory_array(count, sizeof *search->roots);
    search->root_count = 0;
    for (size_t i = 0; i < count; i++) {
        NodeId node = tree_node(search->tree, positions[i]);
        if (node != NO_NODE && tree_expand(search->tree, node))
            search->roots[search->root_count++] = node;
    }
    if (search->root_count)
        tree_prune(search->tree, search->roots, search->root_count);
}

void search_set(Search *search, const void *const *positions, size_t count,
                const uint32_t *moves, size_t move_count)
{
    find_roots(search, positions, count);
    if (!search->root_count) {
        tree_free(search->tree);
        search->tree = new_tree(&search->options);
        find_roots(search, positions, count);
    }
    free(search->shared.items);
    search->shared = (Choices){0};
    search->playouts = search->leaves = 0;
    bool shares = search->root_count && (count > 1 || search->options.hidden);
    if (!shares || !drop_roots(search, moves, move_count))
        return;
    ZermeloCursor *cursor = search->options.cursor;
    size_t role = search->options.role;
    search->shared =
        (Choices){memory_array(move_count, sizeof(Choice)), move_count};
    for (size_t i = 0; i < move_count; i++)
        search->shared.items[i] =
            (Choice){.move = moves[i],
                     .lower = (uint8_t)zermelo_cursor_least_goal(cursor, role),
                     .upper = (uint8_t)zermelo_cursor_most_goal(cursor, role)};
}
