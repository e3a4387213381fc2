/* trace_replay.c - counterexamples, replayed by the interpreter
 *
 * In:   plays as move numbers, and the propositions claimed to fail on them
 * Out:  those that the interpreter confirms
 * Next: prove/engine_native.c reports them
 *
 * The plays form a prefix tree (trie) of positions, which is kept
 * so that no position is computed twice. What is legal in a position takes
 * longest; the interpreter forgets it when it moves to another one. So the
 * short plays, which come first, build the tree level by level: all children
 * of a node are added at once. The others are visited as in a depth-first
 * traversal. Start reading at trace_replay_all(), at the end.
 */
#include "prove/walk/trace_replay.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

/* A position, and the joint move from its parent. */
typedef struct TraceNode {
    EvaluatedPosition *evaluated;
    const uint32_t *moves; /* NULL for the root */
    struct TraceNode *children, *sibling;
} TraceNode;

struct TraceReplay {
    const Props *props;
    Interp *interp;
    const Net *net;
    PlayEvaluator *evaluator;
    Arena *arena;          /* of the tree */
    size_t tree_bytes;     /* size of the tree, estimated */
    VEC(TraceNode *) path; /* from the root to the current position */
};

/* ---- the order ---- */

typedef struct {
    Refutation *refutation;
    size_t role_count, index;
} SortedRefutation;

enum { SHORT_PLAY = 8 }; /* steps */

/* 0 for plays of at most SHORT_PLAY steps, 1 for twice as many, and so on. */
static unsigned length_class(size_t steps)
{
    unsigned number = 0;
    for (size_t limit = SHORT_PLAY; limit < steps; limit *= 2)
        number++;
    return number;
}

/* Short plays first, since the time may not suffice for all; among plays of
 * similar length in the order in which most of a play is shared with the one
 * before. */
static int by_play(const void *left, const void *right)
{
    const SortedRefutation *first = left, *second = right;
    const Refutation *a = first->refutation, *b = second->refutation;
    if (length_class(a->steps) != length_class(b->steps))
        return a->steps < b->steps ? -1 : 1;
    size_t common = a->steps < b->steps ? a->steps : b->steps;
    for (size_t i = 0; i < common * first->role_count; i++)
        if (a->moves[i] != b->moves[i])
            return a->moves[i] < b->moves[i] ? -1 : 1;
    if (a->steps != b->steps)
        return a->steps < b->steps ? -1 : 1;
    return (first->index > second->index) - (first->index < second->index);
}

/* ---- the tree of positions ---- */

static bool same_moves(const TraceReplay *replay, const uint32_t *left,
                       const uint32_t *right)
{
    for (size_t i = 0; i < replay->net->role_count; i++)
        if (left[i] != right[i])
            return false;
    return true;
}

/* Makes a child of the current node the current one. */
static void push_node(TraceReplay *replay, TraceNode *node)
{
    assert(!node->moves == !replay->path.count); /* the root has no move */
    vec_push(&replay->path, node);
    evaluator_push_recorded(replay->evaluator, node->evaluated);
}

static TraceNode *new_node(TraceReplay *replay, const Position *position,
                           const uint32_t *moves)
{
    TraceNode *node = arena_alloc(replay->arena, sizeof *node);
    node->moves = moves;
    node->evaluated =
        evaluator_record(replay->evaluator, position, replay->arena);
    replay->tree_bytes += 128 + position->count * sizeof *position->features +
                          props_count(replay->props) / 8;
    return node;
}

/* Reduces the tree to the initial position. */
static void reset_tree(TraceReplay *replay)
{
    arena_free(replay->arena);
    replay->arena = arena_new();
    replay->tree_bytes = 0;
    vec_clear(&replay->path);
    evaluator_clear(replay->evaluator);
    push_node(replay, new_node(replay, interp_initial(replay->interp), NULL));
}

/* Goes back to the last position on the path that the play shares. */
static void backtrack_to_prefix(TraceReplay *replay,
                                const Refutation *refutation)
{
    size_t role_count = replay->net->role_count, shared_count = 1;
    while (shared_count < replay->path.count &&
           shared_count <= refutation->steps &&
           same_moves(replay, replay->path.items[shared_count]->moves,
                      refutation->moves + (shared_count - 1) * role_count))
        shared_count++;
    while (replay->path.count > shared_count) {
        (void)vec_pop(&replay->path);
        evaluator_pop(replay->evaluator);
    }
}

static TraceNode *find_child(const TraceReplay *replay, const TraceNode *node,
                             const uint32_t *moves)
{
    TraceNode *child = node->children;
    while (child && !same_moves(replay, child->moves, moves))
        child = child->sibling;
    return child;
}

/* Adds a child of the current node; NULL if the joint move is not legal. */
static TraceNode *add_child(TraceReplay *replay, const uint32_t *moves)
{
    const Net *net = replay->net;
    TraceNode *parent = vec_last(&replay->path);
    const Term **joint_move =
        arena_array(replay->arena, const Term *, net->role_count + 1);
    bool is_legal = !evaluator_ended(replay->evaluator);
    evaluator_restore(replay->evaluator);
    for (size_t i = 0; i < net->role_count && is_legal; i++) {
        joint_move[i] = net->roles[i].moves[moves[i]];
        is_legal = interp_is_legal(replay->interp, i, joint_move[i]);
    }
    if (!is_legal || interp_failure(replay->interp))
        return NULL;
    TraceNode *node = new_node(
        replay, interp_next(replay->interp, joint_move, replay->arena),
        arena_copy(replay->arena, moves, net->role_count * sizeof *moves));
    node->sibling = parent->children;
    parent->children = node;
    return interp_failure(replay->interp) ? NULL : node;
}

/* Makes the position after the first STEPS steps of the play the current one;
 * false if one of them is not legal. */
static bool play_prefix(TraceReplay *replay, const Refutation *refutation,
                        size_t steps)
{
    enum { MAX_TREE_BYTES = 32 << 20 };
    assert(steps <= refutation->steps);
    if (replay->tree_bytes > MAX_TREE_BYTES)
        reset_tree(replay);
    backtrack_to_prefix(replay, refutation);
    while (replay->path.count <= steps) {
        const uint32_t *moves = refutation->moves + (replay->path.count - 1) *
                                                        replay->net->role_count;
        TraceNode *node = find_child(replay, vec_last(&replay->path), moves);
        if (!node)
            node = add_child(replay, moves);
        if (!node)
            return false;
        push_node(replay, node);
    }
    return true;
}

/* Whether the play is legal and the proposition fails where claimed. */
static bool replay_refutation(TraceReplay *replay, const Refutation *refutation)
{
    if (!play_prefix(replay, refutation, refutation->steps))
        return false;
    assert(replay->path.count == refutation->steps + 1);
    return evaluator_holds(replay->evaluator, refutation->prop,
                           refutation->at) == HOLDS_NO;
}

/* The play up to the last position that the proposition speaks of. */
static const Play *confirmed_play(const TraceReplay *replay,
                                  const Refutation *refutation, Arena *arena)
{
    const Net *net = replay->net;
    Play *play = arena_alloc(arena, sizeof *play);
    assert(refutation->at <= refutation->steps);
    size_t last_step =
        refutation->at + props_get(replay->props, refutation->prop)->degree;
    play->steps = last_step < refutation->steps ? last_step : refutation->steps;
    size_t count = play->steps * net->role_count;
    play->moves = arena_array(arena, const Term *, count + 1);
    for (size_t i = 0; i < count; i++)
        play->moves[i] =
            net->roles[i % net->role_count].moves[refutation->moves[i]];
    return play;
}

/* ---- public functions ---- */

TraceReplay *trace_replay_new(const Props *props, Interp *interp,
                              const Net *net)
{
    TraceReplay *replay = memory_alloc(sizeof *replay);
    *replay = (TraceReplay){.props = props,
                            .interp = interp,
                            .net = net,
                            .evaluator = evaluator_new(props, interp)};
    reset_tree(replay);
    return replay;
}

void trace_replay_free(TraceReplay *replay)
{
    if (!replay)
        return;
    vec_free(&replay->path);
    evaluator_free(replay->evaluator);
    arena_free(replay->arena);
    free(replay);
}

/* Judges one refutation; false if the interpreter has reached a limit, and
 * nothing it says is reliable. */
static bool judge_refutation(TraceReplay *replay, Refutation *refutation,
                             Arena *arena)
{
    bool is_confirmed = replay_refutation(replay, refutation);
    if (interp_failure(replay->interp))
        return false;
    refutation->is_judged = true;
    if (is_confirmed)
        refutation->play = confirmed_play(replay, refutation, arena);
    return true;
}

/* Judges the short plays at the beginning of ORDER, level by level: those that
 * end at a level, while the others add their positions there. Returns how many
 * are short; false in *MAY_GO_ON if a limit was reached. */
static size_t judge_short_plays(TraceReplay *replay, const Budget *budget,
                                const SortedRefutation *order, size_t count,
                                Arena *arena, bool *may_go_on)
{
    size_t short_count = 0;
    while (short_count < count &&
           order[short_count].refutation->steps <= SHORT_PLAY)
        short_count++;
    for (size_t level = 0; level <= SHORT_PLAY; level++)
        for (size_t i = 0; i < short_count && *may_go_on; i++) {
            Refutation *refutation = order[i].refutation;
            if (refutation->steps < level)
                continue;
            *may_go_on = !budget_spent(budget);
            if (*may_go_on && refutation->steps == level)
                *may_go_on = judge_refutation(replay, refutation, arena);
            else if (*may_go_on)
                play_prefix(replay, refutation, level);
        }
    return short_count;
}

void trace_replay_all(TraceReplay *replay, const Budget *budget,
                      Refutation *refutations, size_t count, Arena *arena)
{
    bool may_go_on = true;
    SortedRefutation *order = memory_array(count + 1, sizeof *order);
    for (size_t i = 0; i < count; i++) {
        order[i] =
            (SortedRefutation){&refutations[i], replay->net->role_count, i};
        refutations[i].play = NULL;
        refutations[i].is_judged = false;
    }
    sort_items(order, count, sizeof *order, by_play);
    for (size_t i =
             judge_short_plays(replay, budget, order, count, arena, &may_go_on);
         i < count && may_go_on && !budget_spent(budget); i++)
        may_go_on = judge_refutation(replay, order[i].refutation, arena);
    free(order);
}
