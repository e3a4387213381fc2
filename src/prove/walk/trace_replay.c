/* trace_replay.c - counterexamples, replayed by the interpreter
 *
 * In:   plays as move numbers, and the propositions claimed to fail on them
 * Out:  those that the interpreter confirms
 * Next: prove/engine_native.c reports them
 *
 * Plays of similar length are sorted, so that a play shares as much as possible
 * with the one before: only what is new is computed. Start reading at
 * trace_replay_all(), at the end.
 */
#include "prove/walk/trace_replay.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>

/* A position of the current play, and the joint move that led to it. */
typedef struct {
    const uint32_t *moves; /* NULL for the initial position */
    ArenaMark mark;        /* before it was made */
} ReplayedStep;

struct TraceReplay {
    const Props *props;
    Interp *interp;
    const Net *net;
    PlayEvaluator *evaluator;
    Arena *arena;           /* of the positions on the path */
    VEC(ReplayedStep) path; /* from the initial to the current position */
};

/* ---- the order ---- */

typedef struct {
    Refutation *refutation;
    size_t role_count, index;
} SortedRefutation;

/* 0 for plays of at most SHORT_PLAY steps, 1 for twice as many, and so on. */
static unsigned length_class(size_t steps)
{
    enum { SHORT_PLAY = 8 };
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

/* ---- the path of positions ---- */

static bool same_moves(const TraceReplay *replay, const uint32_t *left,
                       const uint32_t *right)
{
    for (size_t i = 0; i < replay->net->role_count; i++)
        if (left[i] != right[i])
            return false;
    return true;
}

/* Makes POSITION, in the arena since MARK, the current one. */
static void push_position(TraceReplay *replay, const Position *position,
                          const uint32_t *moves, ArenaMark mark)
{
    assert(!moves == !replay->path.count); /* none leads to the first */
    vec_push(&replay->path, ((ReplayedStep){moves, mark}));
    evaluator_push(replay->evaluator, position);
}

/* Goes back to the last position on the path that the play shares. */
static void backtrack_to_prefix(TraceReplay *replay,
                                const Refutation *refutation)
{
    size_t role_count = replay->net->role_count, shared_count = 1;
    while (shared_count < replay->path.count &&
           shared_count <= refutation->steps &&
           same_moves(replay, replay->path.items[shared_count].moves,
                      refutation->moves + (shared_count - 1) * role_count))
        shared_count++;
    while (replay->path.count > shared_count) {
        evaluator_pop(replay->evaluator);
        arena_rewind(replay->arena, vec_pop(&replay->path).mark);
    }
}

/* Makes the joint move in the current position; false if it is not legal. */
static bool make_move(TraceReplay *replay, const uint32_t *moves)
{
    const Net *net = replay->net;
    ArenaMark mark = arena_mark(replay->arena);
    const Term **joint_move =
        arena_array(replay->arena, const Term *, net->role_count + 1);
    bool is_legal = !evaluator_ended(replay->evaluator);
    evaluator_restore(replay->evaluator);
    for (size_t i = 0; i < net->role_count && is_legal; i++) {
        joint_move[i] = net->roles[i].moves[moves[i]];
        is_legal = interp_is_legal(replay->interp, i, joint_move[i]);
    }
    if (!is_legal || interp_failure(replay->interp))
        return false;
    const Position *next =
        interp_next(replay->interp, joint_move, replay->arena);
    if (interp_failure(replay->interp))
        return false;
    push_position(
        replay, next,
        arena_copy(replay->arena, moves, net->role_count * sizeof *moves),
        mark);
    return true;
}

/* Whether the play is legal and the proposition fails where claimed. */
static bool replay_refutation(TraceReplay *replay, const Refutation *refutation)
{
    size_t role_count = replay->net->role_count;
    backtrack_to_prefix(replay, refutation);
    while (replay->path.count <= refutation->steps)
        if (!make_move(replay, refutation->moves +
                                   (replay->path.count - 1) * role_count))
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
                            .evaluator = evaluator_new(props, interp),
                            .arena = arena_new()};
    push_position(replay, interp_initial(interp), NULL,
                  arena_mark(replay->arena));
    return replay;
}

void trace_replay_free(TraceReplay *replay)
{
    if (!replay)
        return;
    vec_free(&replay->path);
    evaluator_free(replay->evaluator);
    arena_free(replay->arena);
    memory_free(replay);
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
    for (size_t i = 0; i < count && may_go_on && !budget_spent(budget); i++)
        may_go_on = judge_refutation(replay, order[i].refutation, arena);
    memory_free(order);
}
