/* replay.c - refutations, confirmed by the rules as they stand
 *
 * In:   plays as numbers of moves, and what is said to fail on them
 * Out:  those that the interpreter confirms
 *
 * Sorted, plays are the leaves of a tree in its order: going from one to the
 * next, only what differs is played again. Start reading at replay(), at the
 * end.
 */
#include "prove/replay.h"

#include <stdlib.h>

/* A position of the play under way, and the joint move that led to it. */
typedef struct {
    const Position *position;
    const uint32_t *moves; /* NULL for the first one */
    ArenaMark mark;        /* before it was made */
} Stop;

typedef struct {
    Interp *interp;
    const Net *net;
    Trail *trail;
    VEC(Stop) stops;
    Arena *scratch;
} Replay;

/* ---- the order ---- */

typedef struct {
    Refutation *refutation;
    size_t roles, number;
} Sorted;

static int by_moves(const void *left, const void *right)
{
    const Sorted *first = left, *second = right;
    const Refutation *a = first->refutation, *b = second->refutation;
    size_t common = a->steps < b->steps ? a->steps : b->steps;
    for (size_t i = 0; i < common * first->roles; i++)
        if (a->moves[i] != b->moves[i])
            return a->moves[i] < b->moves[i] ? -1 : 1;
    if (a->steps != b->steps)
        return a->steps < b->steps ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

/* ---- playing ---- */

static bool same_moves(const Replay *replay, const uint32_t *left,
                       const uint32_t *right)
{
    for (size_t i = 0; i < replay->net->role_count; i++)
        if (left[i] != right[i])
            return false;
    return true;
}

static void arrive(Replay *replay, const Position *position,
                   const uint32_t *moves, ArenaMark mark)
{
    Stop stop = {position, moves, mark};
    vec_push(&replay->stops, stop);
    trail_push(replay->trail, position);
}

/* Back to the last position that is on the play, too. */
static void go_back(Replay *replay, const Refutation *refutation)
{
    size_t roles = replay->net->role_count, kept = 1;
    while (kept < replay->stops.count && kept <= refutation->steps &&
           same_moves(replay, replay->stops.items[kept].moves,
                      refutation->moves + (kept - 1) * roles))
        kept++;
    if (kept == replay->stops.count)
        return;
    arena_rewind(replay->scratch, replay->stops.items[kept].mark);
    while (replay->stops.count > kept) {
        (void)vec_pop(&replay->stops);
        trail_pop(replay->trail);
    }
    interp_set(replay->interp, vec_last(&replay->stops).position);
}

/* False if it is no legal joint move. */
static bool make(Replay *replay, const uint32_t *moves)
{
    const Net *net = replay->net;
    ArenaMark mark = arena_mark(replay->scratch);
    const Term **joint =
        arena_array(replay->scratch, const Term *, net->role_count + 1);
    bool legal = !trail_ended(replay->trail);
    for (size_t i = 0; i < net->role_count && legal; i++) {
        joint[i] = net->roles[i].moves[moves[i]];
        legal = interp_is_legal(replay->interp, i, joint[i]);
    }
    if (!legal || interp_failure(replay->interp))
        return false;
    const Position *next = interp_next(replay->interp, joint, replay->scratch);
    arrive(replay, next, moves, mark);
    return !interp_failure(replay->interp);
}

static bool confirm(Replay *replay, const Refutation *refutation)
{
    go_back(replay, refutation);
    size_t roles = replay->net->role_count;
    while (replay->stops.count <= refutation->steps)
        if (!make(replay,
                  refutation->moves + (replay->stops.count - 1) * roles))
            return false;
    return trail_holds(replay->trail, refutation->prop, refutation->at) ==
           HOLDS_NO;
}

/* The part of it that the proposition speaks of, with what leads there. */
static const Play *play_of(const Replay *replay, const Props *props,
                           const Refutation *refutation, Arena *arena)
{
    const Net *net = replay->net;
    Play *play = arena_alloc(arena, sizeof *play);
    size_t end = refutation->at + props_get(props, refutation->prop)->degree;
    play->steps = end < refutation->steps ? end : refutation->steps;
    size_t count = play->steps * net->role_count;
    play->moves = arena_array(arena, const Term *, count + 1);
    for (size_t i = 0; i < count; i++)
        play->moves[i] =
            net->roles[i % net->role_count].moves[refutation->moves[i]];
    return play;
}

void replay(const Props *props, Interp *interp, const Net *net,
            const Budget *budget, Refutation *refutations, size_t count,
            Arena *arena)
{
    Replay replay = {.interp = interp,
                     .net = net,
                     .trail = trail_new(props, interp),
                     .scratch = arena_new()};
    Sorted *order = fatal_malloc((count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        order[i] = (Sorted){&refutations[i], net->role_count, i};
        refutations[i].play = NULL;
    }
    qsort(order, count, sizeof *order, by_moves);
    arrive(&replay, interp_initial(interp), NULL, arena_mark(replay.scratch));
    for (size_t i = 0; i < count && !interp_failure(interp); i++) {
        Refutation *refutation = order[i].refutation;
        if (budget_spent(budget))
            break;
        if (confirm(&replay, refutation) && !interp_failure(interp))
            refutation->play = play_of(&replay, props, refutation, arena);
    }
    free(order);
    vec_free(&replay.stops);
    trail_free(replay.trail);
    arena_free(replay.scratch);
}
