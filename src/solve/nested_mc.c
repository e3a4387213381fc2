/* nested_mc.c - nested Monte Carlo search
 *
 * In:   a Puzzle
 * Out:  plans; never a proof
 *
 * Nested Monte Carlo search of level 1 (Cazenave 2009). A playout makes the
 * moves with the best evaluation, with noise to break ties. The first playouts
 * begin at the start. Then a play is built move by move: each legal move is
 * followed by a playout, and the next move of the best play so far is made.
 * Start reading at one_playout().
 */
#include "solve/search.h"

#include "base/memory.h"
#include "solve/evaluation.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const Evaluation evaluations[] = {
    {0, -1, 0, 0.9f}, {0, 0, 0, 1},          {1, 0, 0, 0.05f},
    {0, 0, -1, 0.9f}, {1, -0.01f, 0, 0.01f}, {0, 1, 0, 0.9f},
};
enum {
    EVALUATION_COUNT = sizeof evaluations / sizeof *evaluations,
    PLAYOUTS_FROM_START = 40, /* playouts from the start, for each evaluation */
    MAX_PLAYOUT_LENGTH = 500  /* moves */
};

/* Penalty for moves that end the game: they are only made if all do. */
static const float IMMEDIATE_END_PENALTY = 1e6f;

/* A play, its value and the fuzzy degree of the goal at its end. */
typedef struct {
    MoveVec moves;
    int value;
    float nearness;
} NestedPlay;

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Cursor *cursor;
    Random random;
    size_t words;
    Target target;
    uint64_t max_playout_cost; /* above a turn: playouts should end */
    size_t round;              /* selects the evaluation and the target */
    size_t start_playouts;     /* playouts from the start in this round */
    /* the play that is built move by move */
    size_t prefix; /* moves of BEST that have been made */
    uint32_t next; /* index of the legal move to try after them */
    NestedPlay best, now;
    VEC(uint64_t) successors; /* successor states, by legal move */
    uint32_t *moves;          /* legal moves */
} NestedSearch;

static const Evaluation *current_evaluation(const NestedSearch *nested)
{
    return &evaluations[nested->round % EVALUATION_COUNT];
}

static void make_move(NestedSearch *nested, uint32_t move)
{
    cursor_moves(nested->cursor, &move);
    cursor_set(nested->cursor, cursor_next(nested->cursor));
    vec_push(&nested->now.moves, move);
}

/* Computes the states after all legal moves first: the machine is faster from
 * one successor to the next than from the position. */
static void compute_successors(NestedSearch *nested, uint32_t count)
{
    puzzle_moves(nested->cursor, nested->moves);
    while (nested->successors.count < count * nested->words)
        vec_push(&nested->successors, 0);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(nested->cursor, &nested->moves[i]);
        memcpy(nested->successors.items + i * nested->words,
               cursor_next(nested->cursor), nested->words * sizeof(uint64_t));
    }
}

/* Makes the move with the best evaluation. */
static void make_best_move(NestedSearch *nested, uint32_t count, uint64_t *cost)
{
    const Evaluation *evaluation = current_evaluation(nested);
    if (evaluation->goal == 0 && evaluation->moves == 0 &&
        evaluation->safe_moves == 0) {
        make_move(nested,
                  cursor_legal_move(nested->cursor, 0,
                                    random_below(&nested->random, count)));
        return;
    }
    assert(count > 1); /* otherwise there is no choice */
    uint32_t best = 0;
    float best_score = 0;
    compute_successors(nested, count);
    for (uint32_t i = 0; i < count; i++) {
        cursor_set(nested->cursor,
                   nested->successors.items + i * nested->words);
        float score =
            cursor_is_terminal(nested->cursor)
                ? (float)puzzle_worth(nested->puzzle, nested->cursor) -
                      IMMEDIATE_END_PENALTY
                : evaluation_of(evaluation, &nested->target, nested->cursor,
                                &nested->random, cost);
        if (i == 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    cursor_set(nested->cursor, nested->successors.items + best * nested->words);
    vec_push(&nested->now.moves, nested->moves[best]);
    *cost += 3 * count;
}

/* Plays from the position of the cursor to the end; returns the cost. */
static uint64_t playout(NestedSearch *nested, Best *best)
{
    uint64_t cost = 1;
    size_t max_length = nested->now.moves.count + MAX_PLAYOUT_LENGTH;
    if (max_length > nested->puzzle->horizon)
        max_length = nested->puzzle->horizon;
    while (!cursor_is_terminal(nested->cursor) &&
           nested->now.moves.count < max_length &&
           cost < nested->max_playout_cost) {
        uint32_t count = cursor_legal_count(nested->cursor, 0);
        if (!count)
            break;
        if (count == 1)
            make_move(nested, cursor_legal_move(nested->cursor, 0, 0));
        else
            make_best_move(nested, count, &cost);
        cost++;
        best->positions++;
    }
    nested->now.value = NO_VALUE;
    if (cursor_is_terminal(nested->cursor))
        nested->now.value = puzzle_worth(nested->puzzle, nested->cursor);
    nested->now.nearness =
        nested->target.goal
            ? fuzzy_goal_of(nested->target.goal, cursor_state(nested->cursor))
            : 0;
    if (nested->now.value > best->value)
        best_found(best, nested->puzzle, nested->interface.name,
                   nested->now.value, &nested->now.moves, false);
    return cost;
}

static bool is_better_play(const NestedPlay *left, const NestedPlay *right)
{
    return left->value != right->value ? left->value > right->value
                                       : left->nearness > right->nearness;
}

static void keep_if_better(NestedSearch *nested)
{
    if (nested->best.moves.count &&
        !is_better_play(&nested->now, &nested->best))
        return;
    NestedPlay play = nested->best;
    nested->best = nested->now;
    nested->now = play;
}

/* Returns to the position after the first PREFIX moves of BEST. */
static uint64_t return_to_prefix(NestedSearch *nested)
{
    vec_clear(&nested->now.moves);
    cursor_set(nested->cursor, nested->puzzle->start);
    assert(nested->prefix <= nested->best.moves.count);
    for (size_t i = 0; i < nested->prefix; i++)
        make_move(nested, nested->best.moves.items[i]);
    return nested->prefix;
}

static void next_round(NestedSearch *nested, const Best *best)
{
    nested->round++;
    nested->start_playouts = nested->prefix = nested->next = 0;
    vec_clear(&nested->best.moves);
    target_set(&nested->target, nested->puzzle,
               nested->round / EVALUATION_COUNT % 2
                   ? next_target_value(nested->puzzle, best)
                   : best->bound);
}

/* One playout: from the start, or after the next legal move. */
static uint64_t one_playout(NestedSearch *nested, Best *best)
{
    uint64_t cost = 1 + return_to_prefix(nested);
    if (nested->start_playouts < PLAYOUTS_FROM_START) {
        nested->start_playouts++;
        cost += playout(nested, best);
        keep_if_better(nested);
        return cost;
    }
    uint32_t count = cursor_is_terminal(nested->cursor)
                         ? 0
                         : cursor_legal_count(nested->cursor, 0);
    if (nested->prefix >= nested->best.moves.count || !count) {
        next_round(nested, best);
        return cost;
    }
    if (nested->next >= count || count == 1) {
        nested->prefix++;
        nested->next = 0;
        return cost;
    }
    make_move(nested, cursor_legal_move(nested->cursor, 0, nested->next++));
    cost += playout(nested, best);
    keep_if_better(nested);
    return cost;
}

static PlanSearchState nested_mc_step(PlanSearch *search, Best *best,
                                      uint64_t units, uint64_t *done)
{
    NestedSearch *nested = (NestedSearch *)search;
    nested->max_playout_cost = 3 * units / move_cost(nested->puzzle->net);
    if (!nested->target.goal)
        target_set(&nested->target, nested->puzzle, best->bound);
    *done += one_playout(nested, best) * move_cost(nested->puzzle->net);
    return SEARCH_RUNNING;
}

static void nested_mc_free(PlanSearch *search)
{
    NestedSearch *nested = (NestedSearch *)search;
    cursor_free(nested->cursor);
    target_free(&nested->target);
    vec_free_all(&nested->best.moves, &nested->now.moves, &nested->successors);
    free_all(nested->moves, nested);
}

PlanSearch *nested_mc_new(const Puzzle *puzzle, size_t bytes)
{
    (void)bytes; /* it needs no tables */
    NestedSearch *nested = memory_alloc(sizeof *nested);
    size_t word_count = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *nested = (NestedSearch){
        .interface = {"nested dives", nested_mc_step, nested_mc_free, false},
        .puzzle = puzzle,
        .cursor = cursor_new(puzzle->machine),
        .random = random_new(puzzle->seed, 2),
        .words = word_count,
        .target = target_new(puzzle),
        .moves = memory_array(moves + 1, sizeof(uint32_t))};
    return &nested->interface;
}
