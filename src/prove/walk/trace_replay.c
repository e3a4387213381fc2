/* trace_replay.c - refutations, confirmed by the rules as they stand
 *
 * In:   plays as numbers of moves, and what is said to fail on them
 * Out:  those that the interpreter confirms
 *
 * Plays have much in common at their beginning: the positions are a tree, which
 * is kept, so that none is looked at twice. Sorted, plays are leaves of it in
 * its order. Start reading at trace_replay_all(), at the end.
 */
#include "prove/walk/trace_replay.h"

#include "base/sort.h"

#include <stdlib.h>

/* A position, and the joint move that led to it. */
typedef struct Station {
    EvaluatorStop *stop;
    const uint32_t *moves; /* NULL for the first one */
    struct Station *children, *sibling;
} Station;

struct TraceReplay {
    const Props *props;
    Interp *interp;
    const Net *net;
    PlayEvaluator *evaluator;
    Arena *arena;        /* of the tree */
    size_t bytes;        /* about */
    VEC(Station *) path; /* on the trail */
};

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

static bool same_moves(const TraceReplay *replay, const uint32_t *left,
                       const uint32_t *right)
{
    for (size_t i = 0; i < replay->net->role_count; i++)
        if (left[i] != right[i])
            return false;
    return true;
}

static void arrive(TraceReplay *replay, Station *station)
{
    vec_push(&replay->path, station);
    evaluator_put(replay->evaluator, station->stop);
}

static Station *new_station(TraceReplay *replay, const Position *position,
                            const uint32_t *moves)
{
    Station *station = arena_alloc(replay->arena, sizeof *station);
    station->moves = moves;
    station->stop = evaluator_see(replay->evaluator, position, replay->arena);
    replay->bytes += 128 + position->count * sizeof *position->features +
                     props_count(replay->props) / 8;
    return station;
}

/* The tree, with nothing but the initial position. */
static void plant(TraceReplay *replay)
{
    arena_free(replay->arena);
    replay->arena = arena_new();
    replay->bytes = 0;
    vec_clear(&replay->path);
    evaluator_clear(replay->evaluator);
    arrive(replay, new_station(replay, interp_initial(replay->interp), NULL));
}

/* Back to the last position that is on the play, too. */
static void go_back(TraceReplay *replay, const Refutation *refutation)
{
    size_t roles = replay->net->role_count, kept = 1;
    while (kept < replay->path.count && kept <= refutation->steps &&
           same_moves(replay, replay->path.items[kept]->moves,
                      refutation->moves + (kept - 1) * roles))
        kept++;
    while (replay->path.count > kept) {
        (void)vec_pop(&replay->path);
        evaluator_pop(replay->evaluator);
    }
}

static Station *find_child(const TraceReplay *replay, const Station *station,
                           const uint32_t *moves)
{
    Station *child = station->children;
    while (child && !same_moves(replay, child->moves, moves))
        child = child->sibling;
    return child;
}

/* A position after the last one; NULL if it is no legal joint move. */
static Station *make(TraceReplay *replay, const uint32_t *moves)
{
    const Net *net = replay->net;
    Station *last = vec_last(&replay->path);
    const Term **joint =
        arena_array(replay->arena, const Term *, net->role_count + 1);
    bool legal = !evaluator_ended(replay->evaluator);
    evaluator_stand(replay->evaluator);
    for (size_t i = 0; i < net->role_count && legal; i++) {
        joint[i] = net->roles[i].moves[moves[i]];
        legal = interp_is_legal(replay->interp, i, joint[i]);
    }
    if (!legal || interp_failure(replay->interp))
        return NULL;
    Station *station = new_station(
        replay, interp_next(replay->interp, joint, replay->arena),
        arena_copy(replay->arena, moves, net->role_count * sizeof *moves));
    station->sibling = last->children;
    last->children = station;
    return interp_failure(replay->interp) ? NULL : station;
}

static bool confirm(TraceReplay *replay, const Refutation *refutation)
{
    enum { MAX_BYTES = 32 << 20 };
    if (replay->bytes > MAX_BYTES)
        plant(replay);
    go_back(replay, refutation);
    while (replay->path.count <= refutation->steps) {
        const uint32_t *moves = refutation->moves + (replay->path.count - 1) *
                                                        replay->net->role_count;
        Station *station = find_child(replay, vec_last(&replay->path), moves);
        if (!station)
            station = make(replay, moves);
        if (!station)
            return false;
        arrive(replay, station);
    }
    return evaluator_holds(replay->evaluator, refutation->prop,
                           refutation->at) == HOLDS_NO;
}

/* The part of it that the proposition speaks of, with what leads there. */
static const Play *play_of(const TraceReplay *replay,
                           const Refutation *refutation, Arena *arena)
{
    const Net *net = replay->net;
    Play *play = arena_alloc(arena, sizeof *play);
    size_t end =
        refutation->at + props_get(replay->props, refutation->prop)->degree;
    play->steps = end < refutation->steps ? end : refutation->steps;
    size_t count = play->steps * net->role_count;
    play->moves = arena_array(arena, const Term *, count + 1);
    for (size_t i = 0; i < count; i++)
        play->moves[i] =
            net->roles[i % net->role_count].moves[refutation->moves[i]];
    return play;
}

/* ---- all ---- */

TraceReplay *trace_replay_new(const Props *props, Interp *interp,
                              const Net *net)
{
    TraceReplay *replay = fatal_malloc(sizeof *replay);
    *replay = (TraceReplay){.props = props,
                            .interp = interp,
                            .net = net,
                            .evaluator = evaluator_new(props, interp)};
    plant(replay);
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

void trace_replay_all(TraceReplay *replay, const Budget *budget,
                      Refutation *refutations, size_t count, Arena *arena)
{
    Sorted *order = fatal_malloc((count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        order[i] = (Sorted){&refutations[i], replay->net->role_count, i};
        refutations[i].play = NULL;
        refutations[i].judged = false;
    }
    sort_items(order, count, sizeof *order, by_moves);
    for (size_t i = 0; i < count && !budget_spent(budget); i++) {
        Refutation *refutation = order[i].refutation;
        bool is_so = confirm(replay, refutation);
        if (interp_failure(replay->interp))
            break; /* all answers are void */
        refutation->judged = true;
        if (is_so)
            refutation->play = play_of(replay, refutation, arena);
    }
    free(order);
}
