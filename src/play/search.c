/* search.c - Monte Carlo tree search, exact where it can be
 *
 * In:   positions, and a clock or a number of playouts
 * Out:  a move
 *
 * Leaves are collected into batches, since many playouts at once cost little
 * more than one. A few batches are under way at any time; their results come
 * back in the order in which they were sent, whoever is faster. What is under
 * way counts as lost meanwhile, so that the next leaves are elsewhere. Start
 * reading at search_run(), at the end, then descend().
 */
#include "play/search.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"
#include "play/rollouts.h"
#include "play/tree.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

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
};

static const double EXPLORATION = 0.5; /* of UCB1, for values from 0 to 1 */

/* A leaf that is played out, and how it was reached: LENGTH nodes, and for each
 * of them a choice of every role. */
typedef struct {
    size_t first_node, first_choice, length;
    size_t first_playout;
    size_t shared; /* the role's own move at the root, if there are several */
} Leaf;

typedef struct {
    Roll roll;
    Leaf leaves[MAX_LEAVES];
    size_t leaf_count;
    VEC(NodeId) nodes;
    VEC(uint32_t) choices;
    uint64_t *positions; /* of the leaves */
} Batch;

struct Search {
    SearchOptions options;
    Tree *tree;
    Rollers *rollers;
    Batch *batches; /* BATCHES_IN_FLIGHT of them */
    size_t next;    /* the one to be filled: the oldest */
    size_t roles, words, leaf_size, most_leaves;
    NodeId *roots;
    size_t root_count;
    Choice *shared; /* the role's own moves, over all roots */
    size_t shared_count;
    uint32_t *joint;
    uint64_t *sums; /* by role */
    uint64_t playouts, leaves, numbered;
    Random random;
    bool *is_random;
};

/* ---- choosing where to look ---- */

/* What is certain at best among COUNT choices. */
static uint8_t secured(const Choice *choices, size_t count)
{
    uint8_t best = 0;
    for (size_t i = 0; i < count; i++)
        if (choices[i].least > best)
            best = choices[i].least;
    return best;
}

/* Whether a choice is worth a look: its value is open, and can be better than
 * what is certain. */
static bool is_open(const Choice *choice, uint8_t certain)
{
    return choice->least < choice->most && choice->most > certain;
}

static size_t best_certain(const Choice *choices, size_t count)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        if (choices[i].least > choices[best].least ||
            (choices[i].least == choices[best].least &&
             choices[i].visits > choices[best].visits))
            best = i;
    return best;
}

/* What a choice is worth as far as is known. */
static double worth(const Choice *choice)
{
    double mean = choice->visits ? (double)choice->sum / choice->visits : 0;
    return mean < choice->least  ? choice->least
           : mean > choice->most ? choice->most
                                 : mean;
}

/* UCB1 among what is open; what was never tried comes first, beginning
 * anywhere. If the game is not zero-sum, what is certain for one role says
 * nothing about the others: then the best that is certain is looked at as well,
 * or they would be misjudged. */
static size_t pick(Search *search, const Choice *choices, size_t count,
                   uint64_t visits)
{
    double logarithm = log((double)(visits ? visits : 1)), best_value = -1;
    size_t best = best_certain(choices, count);
    size_t also = search->options.zero_sum ? count : best;
    uint8_t certain = choices[best].least;
    if (count == 1)
        return 0;
    size_t offset = random_below(&search->random, (uint32_t)count);
    for (size_t k = 0; k < count; k++) {
        size_t i = k + offset < count ? k + offset : k + offset - count;
        const Choice *choice = &choices[i];
        if (!is_open(choice, certain) && i != also)
            continue;
        if (!choice->visits)
            return i;
        double value = worth(choice) / 100 +
                       EXPLORATION * sqrt(logarithm / choice->visits);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

/* ---- the way to a leaf ---- */

/* The number of MOVE among the choices of the role at a root. */
static uint32_t choice_of(Search *search, NodeId root, uint32_t move)
{
    size_t role = search->options.role;
    const Choice *choices = tree_choices(search->tree, root, role);
    uint32_t i = 0,
             count = (uint32_t)tree_choice_count(search->tree, root, role);
    while (i < count && choices[i].move != move)
        i++;
    return i < count ? i : ZERMELO_NO_MOVE;
}

/* The joint move that looks best; at the root, the role's own move is chosen
 * for all roots together. */
static void choose_joint(Search *search, NodeId node, Leaf *leaf)
{
    uint64_t visits = *tree_visits(search->tree, node);
    for (size_t i = 0; i < search->roles; i++) {
        size_t count = tree_choice_count(search->tree, node, i);
        bool own = search->shared && !leaf->length && i == search->options.role;
        if (search->is_random[i]) {
            search->joint[i] = random_below(&search->random, (uint32_t)count);
        } else if (own) {
            leaf->shared = pick(search, search->shared, search->shared_count,
                                search->leaves * search->leaf_size);
            search->joint[i] =
                choice_of(search, node, search->shared[leaf->shared].move);
        } else {
            search->joint[i] = (uint32_t)pick(
                search, tree_choices(search->tree, node, i), count, visits);
        }
    }
}

/* Notes a step of the way in BATCH; the playouts under way count as lost. */
static void note_step(Search *search, Batch *batch, NodeId node)
{
    vec_push(&batch->nodes, node);
    *tree_visits(search->tree, node) += search->leaf_size;
    for (size_t i = 0; i < search->roles; i++) {
        vec_push(&batch->choices, search->joint[i]);
        tree_choices(search->tree, node, i)[search->joint[i]].visits +=
            (uint32_t)search->leaf_size;
    }
}

/* Whether a playout is to begin at NODE, rather than going on. */
static bool is_leaf(Search *search, NodeId node, size_t depth)
{
    if (tree_is_over(search->tree, node) || depth >= MAX_TREE_DEPTH)
        return true;
    if (search->shared && !depth) /* who knows the position would be done */
        return false;
    if (tree_is_settled(search->tree, node))
        return true;
    if (!*tree_visits(search->tree, node) && depth)
        return true;
    return !tree_expand(search->tree, node);
}

/* Follows the most promising way from ROOT and notes it in BATCH. Returns the
 * node at its end, NO_NODE if there is no room for one, and its position. */
static NodeId descend(Search *search, Batch *batch, Leaf *leaf, NodeId root,
                      const void **position)
{
    NodeId node = root;
    *position = tree_position(search->tree, node);
    while (node != NO_NODE && !is_leaf(search, node, leaf->length)) {
        choose_joint(search, node, leaf);
        note_step(search, batch, node);
        leaf->length++;
        node = tree_child(search->tree, node, search->joint, position);
    }
    return node;
}

/* ---- what came of it ---- */

/* Nobody gets less than what is certain, nor more: whoever is offered less will
 * not come here. */
static void keep_in_bounds(const Search *search, NodeId node, size_t count,
                           uint64_t *sums)
{
    const Bounds *bounds = tree_bounds(search->tree, node);
    for (size_t i = 0; i < search->roles; i++) {
        uint64_t least = count * bounds[i].least, most = count * bounds[i].most;
        sums[i] = sums[i] < least ? least : sums[i] > most ? most : sums[i];
    }
}

/* COUNT playouts came back out of those planned, with SUMS by role. */
static void back_up(Search *search, const Batch *batch, const Leaf *leaf,
                    size_t count, uint64_t *sums)
{
    uint32_t missing = (uint32_t)(search->leaf_size - count);
    for (size_t step = leaf->length; step-- > 0;) {
        NodeId node = batch->nodes.items[leaf->first_node + step];
        const uint32_t *joint =
            batch->choices.items + leaf->first_choice + step * search->roles;
        *tree_visits(search->tree, node) -= missing;
        for (size_t i = 0; i < search->roles; i++) {
            Choice *choice = &tree_choices(search->tree, node, i)[joint[i]];
            choice->visits -= missing;
            choice->sum += sums[i];
        }
        if (step == 0 && leaf->shared != SIZE_MAX) {
            search->shared[leaf->shared].visits -= missing;
            search->shared[leaf->shared].sum += sums[search->options.role];
        }
        keep_in_bounds(search, node, count, sums);
    }
    search->playouts += count;
}

/* Bounds may have changed at the end of the way: then before it, too. */
static void tighten(Search *search, const Batch *batch, const Leaf *leaf)
{
    for (size_t step = leaf->length; step-- > 0;)
        if (!tree_tighten(search->tree,
                          batch->nodes.items[leaf->first_node + step]))
            return;
}

/* The middle of what is possible, where a playout has no value. */
static uint64_t middle(const Search *search, size_t role)
{
    ZermeloCursor *cursor = search->options.cursor;
    return (uint64_t)(zermelo_cursor_least_goal(cursor, role) +
                      zermelo_cursor_most_goal(cursor, role)) /
           2;
}

/* A leaf where the value is certain, or the game has no value. */
static void settle_leaf(Search *search, Batch *batch, const Leaf *leaf,
                        NodeId node)
{
    const Bounds *bounds = tree_bounds(search->tree, node);
    for (size_t i = 0; i < search->roles; i++)
        search->sums[i] = search->leaf_size * (bounds[i].least == bounds[i].most
                                                   ? bounds[i].least
                                                   : middle(search, i));
    back_up(search, batch, leaf, search->leaf_size, search->sums);
    tighten(search, batch, leaf);
}

/* ---- batches ---- */

static void clear_batch(Batch *batch)
{
    batch->leaf_count = batch->roll.count = 0;
    vec_clear(&batch->nodes);
    vec_clear(&batch->choices);
}

static void plan_playouts(Search *search, Batch *batch, Leaf *leaf,
                          const void *position)
{
    uint64_t *copy = batch->positions + batch->leaf_count * search->words;
    memcpy(copy, position, search->words * sizeof *copy);
    leaf->first_playout = batch->roll.count;
    for (size_t i = 0; i < search->leaf_size; i++)
        batch->roll.positions[batch->roll.count++] = copy;
    batch->leaves[batch->leaf_count++] = *leaf;
}

/* Follows one way. If the value at its end is certain, that is all there is to
 * it; otherwise playouts from there are added to BATCH. */
static void add_leaf(Search *search, Batch *batch)
{
    const void *position;
    Leaf leaf = {.first_node = batch->nodes.count,
                 .first_choice = batch->choices.count,
                 .shared = SIZE_MAX};
    NodeId root = search->roots[search->leaves++ % search->root_count];
    NodeId node = descend(search, batch, &leaf, root, &position);
    if (leaf.shared != SIZE_MAX)
        search->shared[leaf.shared].visits += (uint32_t)search->leaf_size;
    if (node != NO_NODE && (tree_is_over(search->tree, node) ||
                            tree_is_settled(search->tree, node))) {
        settle_leaf(search, batch, &leaf, node);
        batch->nodes.count = leaf.first_node;
        batch->choices.count = leaf.first_choice;
        return;
    }
    if (node != NO_NODE)
        *tree_visits(search->tree, node) += search->leaf_size;
    plan_playouts(search, batch, &leaf, position);
}

/* Adds up the playouts of PLAYOUTS_PER_LEAF that came to an end. With
 * TIME_IS_UP those that did not are not counted; otherwise they are worth the
 * middle. */
static size_t add_up(Search *search, const Batch *batch, const Leaf *leaf,
                     bool time_is_up)
{
    size_t count = 0;
    memset(search->sums, 0, search->roles * sizeof *search->sums);
    for (size_t i = 0; i < search->leaf_size; i++) {
        const int *goals =
            batch->roll.goals + (leaf->first_playout + i) * search->roles;
        bool ended = false;
        for (size_t k = 0; k < search->roles; k++)
            ended = ended || goals[k] >= 0;
        if (!ended && time_is_up)
            continue;
        count++;
        for (size_t k = 0; k < search->roles; k++)
            search->sums[k] +=
                goals[k] >= 0 ? (uint64_t)goals[k] : middle(search, k);
    }
    return count;
}

static bool is_time_up(const SearchLimits *limits)
{
    return (limits->cancelled && *limits->cancelled) ||
           (limits->stop > 0 && clock_now() >= limits->stop);
}

/* Takes the results of BATCH, if it is under way. */
static void collect(Search *search, Batch *batch, const SearchLimits *limits)
{
    if (!batch->roll.queued)
        return;
    rollers_wait(search->rollers, &batch->roll);
    bool time_is_up = is_time_up(limits);
    for (size_t i = 0; i < batch->leaf_count; i++) {
        const Leaf *leaf = &batch->leaves[i];
        size_t count = add_up(search, batch, leaf, time_is_up);
        back_up(search, batch, leaf, count, search->sums);
    }
    clear_batch(batch);
}

static bool is_settled(const Search *search)
{
    for (size_t i = 0; i < search->root_count; i++) {
        const Bounds *bounds = tree_bounds(search->tree, search->roots[i]);
        const Bounds own = bounds[search->options.role];
        if (own.least != own.most)
            return false;
    }
    return !search->shared;
}

/* Fills BATCH, by no more than *WANTED descents, and sends it off if there is
 * something to play. */
static void send_off(Search *search, Batch *batch, uint64_t *wanted,
                     const SearchLimits *limits)
{
    /* when time is short a batch must not be wasted on a leaf or two */
    size_t most = limits->playouts
                      ? 1 + search->leaves / FIXED_BATCH_SHARE
                      : MIN_LEAVES + search->leaves / TIMED_BATCH_SHARE;
    if (most > search->most_leaves)
        most = search->most_leaves;
    for (size_t descents = 0;
         descents < MAX_DESCENTS && batch->leaf_count < most && *wanted &&
         !is_settled(search) && (descents % 16 || !is_time_up(limits));
         descents++, --*wanted)
        add_leaf(search, batch);
    if (!batch->leaf_count)
        return;
    batch->roll.first = search->numbered;
    search->numbered += batch->roll.count;
    rollers_put(search->rollers, &batch->roll);
}

bool search_run(Search *search, const SearchLimits *limits)
{
    uint64_t wanted =
        limits->playouts
            ? (limits->playouts + search->leaf_size - 1) / search->leaf_size
            : UINT64_MAX; /* descents to leaves */
    rollers_limit(search->rollers, limits->stop, limits->cancelled);
    while (wanted && !is_settled(search) && !is_time_up(limits)) {
        Batch *batch = &search->batches[search->next];
        search->next = (search->next + 1) % BATCHES_IN_FLIGHT;
        collect(search, batch, limits);
        send_off(search, batch, &wanted, limits);
    }
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++, search->next++)
        collect(search, &search->batches[search->next % BATCHES_IN_FLIGHT],
                limits);
    search->next %= BATCHES_IN_FLIGHT;
    return is_settled(search);
}

/* ---- the answer ---- */

/* What is certainly best; else the one that was tried most often among those
 * that can be the best, unless something certain is better than it looks. */
static size_t best_choice(const Choice *choices, size_t count)
{
    uint8_t certain = secured(choices, count);
    size_t best = best_certain(choices, count), tried = count;
    for (size_t i = 0; i < count; i++)
        if (is_open(&choices[i], certain) &&
            (tried == count || choices[i].visits > choices[tried].visits))
            tried = i;
    if (tried == count) { /* all is certain: who knows, the others may err */
        for (size_t i = 0; i < count; i++)
            if (choices[i].least == certain && choices[i].visits &&
                (!choices[best].visits ||
                 choices[i].sum * choices[best].visits >
                     choices[best].sum * choices[i].visits))
                best = i;
        return best;
    }
    bool looks_better = worth(&choices[tried]) > certain;
    return looks_better || !choices[best].least ? tried : best;
}

static const Choice *answer(const Search *search)
{
    size_t role = search->options.role;
    const Choice *choices = search->shared;
    size_t count = search->shared_count;
    if (!choices) {
        choices = tree_choices(search->tree, search->roots[0], role);
        count = tree_choice_count(search->tree, search->roots[0], role);
    }
    return &choices[best_choice(choices, count)];
}

uint32_t search_best(const Search *search)
{
    return answer(search)->move;
}

void search_describe(const Search *search, Text *out)
{
    const Bounds *bounds = tree_bounds(search->tree, search->roots[0]);
    text_addf(out, "%llu playouts, %zu nodes, ",
              (unsigned long long)search->playouts, tree_size(search->tree));
    if (is_settled(search))
        text_addf(out, "certainly %d", bounds[search->options.role].least);
    else
        text_addf(out, "about %.0f", worth(answer(search)));
}

/* ---- beginning and end ---- */

static size_t processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

static void begin_batches(Search *search)
{
    search->batches = memory_array(BATCHES_IN_FLIGHT, sizeof *search->batches);
    memset(search->batches, 0, BATCHES_IN_FLIGHT * sizeof *search->batches);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++) {
        Batch *batch = &search->batches[i];
        batch->positions =
            memory_array(MAX_LEAVES * search->words, sizeof *batch->positions);
        batch->roll.goals = memory_array(ZERMELO_MAX_PLAYOUTS * search->roles,
                                         sizeof *batch->roll.goals);
    }
}

Search *search_new(const SearchOptions *options)
{
    ZermeloCursor *cursor = options->cursor;
    Search *search = memory_alloc(sizeof *search);
    *search = (Search){.options = *options,
                       .roles = zermelo_cursor_role_count(cursor),
                       .words = zermelo_cursor_size(cursor) / sizeof(uint64_t),
                       .leaf_size = options->net ? PLAYOUTS_PER_LEAF : 1,
                       .most_leaves = options->net ? MAX_LEAVES : 1,
                       .random = random_new(options->seed, options->role)};
    search->tree =
        tree_new(cursor, options->megabytes ? options->megabytes : 1024,
                 options->zero_sum);
    search->rollers = rollers_new(
        options->net, cursor,
        options->threads ? options->threads : processors(), options->seed);
    search->joint = memory_array(search->roles, sizeof *search->joint);
    search->sums = memory_array(search->roles, sizeof *search->sums);
    search->is_random = memory_array(search->roles, sizeof *search->is_random);
    for (size_t i = 0; i < search->roles; i++)
        search->is_random[i] = zermelo_cursor_is_random(cursor, i);
    begin_batches(search);
    return search;
}

void search_free(Search *search)
{
    if (!search)
        return;
    rollers_free(search->rollers);
    tree_free(search->tree);
    for (size_t i = 0; i < BATCHES_IN_FLIGHT; i++) {
        vec_free(&search->batches[i].nodes);
        vec_free(&search->batches[i].choices);
        free(search->batches[i].positions);
        free(search->batches[i].roll.goals);
    }
    free(search->batches);
    free(search->roots);
    free(search->shared);
    free(search->joint);
    free(search->sums);
    free(search->is_random);
    free(search);
}

static bool has_all_moves(Search *search, NodeId root, const uint32_t *moves,
                          size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (choice_of(search, root, moves[i]) == ZERMELO_NO_MOVE)
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
        tree_tidy(search->tree, search->roots, search->root_count);
}

void search_set(Search *search, const void *const *positions, size_t count,
                const uint32_t *moves, size_t move_count)
{
    find_roots(search, positions, count);
    if (!search->root_count) {
        const SearchOptions *options = &search->options;
        tree_free(search->tree);
        search->tree = tree_new(options->cursor,
                                options->megabytes ? options->megabytes : 1024,
                                options->zero_sum);
        find_roots(search, positions, count);
    }
    free(search->shared);
    search->shared = NULL;
    search->shared_count = 0;
    search->playouts = search->leaves = 0;
    bool shares = count > 1 || search->options.hidden;
    if (!shares || !drop_roots(search, moves, move_count))
        return;
    Bounds widest = {(uint8_t)zermelo_cursor_least_goal(search->options.cursor,
                                                        search->options.role),
                     (uint8_t)zermelo_cursor_most_goal(search->options.cursor,
                                                       search->options.role)};
    search->shared = memory_array(move_count, sizeof *search->shared);
    search->shared_count = move_count;
    for (size_t i = 0; i < move_count; i++)
        search->shared[i] = (Choice){
            .move = moves[i], .least = widest.least, .most = widest.most};
}
