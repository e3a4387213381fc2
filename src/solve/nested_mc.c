/* nested_mc.c - plays to the end, and better plays built on them
 *
 * In:   a Puzzle
 * Out:  plans; never a proof
 *
 * A dive is a play in which each move is the one that looks best, with chance
 * among equals. At first dives begin at the start. Then, as in Cazenave's
 * nested Monte Carlo search, a play is built move by move: after every legal
 * move a dive tells how it could go on, and the first move of the best play
 * known so far is made.
 */
#include "solve/search.h"

#include "solve/evaluation.h"

#include <stdlib.h>
#include <string.h>

static const Evaluation tastes[] = {
    {0, -1, 0, 0.9f}, {0, 0, 0, 1},          {1, 0, 0, 0.05f},
    {0, 0, -1, 0.9f}, {1, -0.01f, 0, 0.01f}, {0, 1, 0, 0.9f},
};
enum {
    TASTES = sizeof tastes / sizeof *tastes,
    FIRST_DIVES = 40,  /* from the start, for each taste */
    LONGEST_DIVE = 500 /* moves */
};

/* By how much an end that comes at once looks worse than anything else. */
static const float AT_ONCE = 1e6f;

/* A play, and how good its end is: its worth first, then how near the goal. */
typedef struct {
    Moves moves;
    int value;
    float nearness;
} Play;

typedef struct {
    Search face;
    const Puzzle *puzzle;
    Cursor *cursor;
    Random random;
    size_t words;
    Aim aim;
    uint64_t most_cost; /* of a dive; more than a turn: ends are what counts */
    size_t round;       /* which taste */
    size_t dives;       /* from the start, in this round */
    /* the play being built */
    size_t prefix; /* moves of the best play that have been made, */
    uint32_t next; /* and which legal move is tried after them */
    Play best, now;
    uint64_t *state;
    VEC(uint64_t) choices; /* states after the legal moves */
    uint32_t *moves;       /* the legal ones */
} Dive;

static const Evaluation *taste(const Dive *dive)
{
    return &tastes[dive->round % TASTES];
}

static void go_on(Dive *dive, uint32_t move)
{
    cursor_moves(dive->cursor, &move);
    memcpy(dive->state, cursor_next(dive->cursor),
           dive->words * sizeof *dive->state);
    cursor_set(dive->cursor, dive->state);
    vec_push(&dive->now.moves, move);
}

/* Writes the states after the legal moves one after the other: from one of
 * them to the next less changes than from where they come from. */
static void look_ahead(Dive *dive, uint32_t count)
{
    puzzle_moves(dive->cursor, dive->moves);
    while (dive->choices.count < count * dive->words)
        vec_push(&dive->choices, 0);
    for (uint32_t i = 0; i < count; i++) {
        cursor_moves(dive->cursor, &dive->moves[i]);
        memcpy(dive->choices.items + i * dive->words, cursor_next(dive->cursor),
               dive->words * sizeof(uint64_t));
    }
}

/* Makes the move that looks best. */
static void choose(Dive *dive, uint32_t count, uint64_t *cost)
{
    const Evaluation *what = taste(dive);
    if (what->goal == 0 && what->moves == 0 && what->alive == 0) {
        go_on(dive, cursor_legal_move(dive->cursor, 0,
                                      random_below(&dive->random, count)));
        return;
    }
    uint32_t best = 0;
    float best_score = 0;
    look_ahead(dive, count);
    for (uint32_t i = 0; i < count; i++) {
        cursor_set(dive->cursor, dive->choices.items + i * dive->words);
        float score =
            cursor_terminal(dive->cursor)
                ? (float)puzzle_worth(dive->puzzle, dive->cursor) - AT_ONCE
                : evaluation_of(what, &dive->aim, dive->cursor, &dive->random,
                                cost);
        if (i == 0 || score > best_score) {
            best = i;
            best_score = score;
        }
    }
    cursor_set(dive->cursor, dive->choices.items + best * dive->words);
    vec_push(&dive->now.moves, dive->moves[best]);
    *cost += 3 * count;
}

/* Plays on from where the cursor stands. */
static uint64_t play_on(Dive *dive, Best *best)
{
    uint64_t cost = 1;
    size_t most = dive->now.moves.count + LONGEST_DIVE;
    if (most > dive->puzzle->horizon)
        most = dive->puzzle->horizon;
    while (!cursor_terminal(dive->cursor) && dive->now.moves.count < most &&
           cost < dive->most_cost) {
        uint32_t count = cursor_legal_count(dive->cursor, 0);
        if (!count)
            break;
        if (count == 1)
            go_on(dive, cursor_legal_move(dive->cursor, 0, 0));
        else
            choose(dive, count, &cost);
        cost++;
        best->positions++;
    }
    dive->now.value = NO_VALUE;
    if (cursor_terminal(dive->cursor))
        dive->now.value = puzzle_worth(dive->puzzle, dive->cursor);
    dive->now.nearness =
        dive->aim.measure
            ? fuzzy_goal_of(dive->aim.measure, cursor_state(dive->cursor))
            : 0;
    if (dive->now.value > best->value)
        best_found(best, dive->puzzle, dive->face.name, dive->now.value,
                   dive->now.moves.items, dive->now.moves.count, false);
    return cost;
}

static bool is_better(const Play *left, const Play *right)
{
    return left->value != right->value ? left->value > right->value
                                       : left->nearness > right->nearness;
}

static void keep_if_better(Dive *dive)
{
    if (dive->best.moves.count && !is_better(&dive->now, &dive->best))
        return;
    Play play = dive->best;
    dive->best = dive->now;
    dive->now = play;
}

/* Goes to the end of the moves of the best play that have been made. */
static uint64_t return_to_prefix(Dive *dive)
{
    vec_clear(&dive->now.moves);
    cursor_set(dive->cursor, dive->puzzle->start);
    for (size_t i = 0; i < dive->prefix; i++)
        go_on(dive, dive->best.moves.items[i]);
    return dive->prefix;
}

static void next_round(Dive *dive, const Best *best)
{
    dive->round++;
    dive->dives = dive->prefix = dive->next = 0;
    vec_clear(&dive->best.moves);
    aim_at(&dive->aim, dive->puzzle,
           dive->round / TASTES % 2 ? next_value(dive->puzzle, best)
                                    : best->bound);
}

/* One dive: from the start, or after a move that was not tried yet. */
static uint64_t one_dive(Dive *dive, Best *best)
{
    uint64_t cost = 1 + return_to_prefix(dive);
    if (dive->dives < FIRST_DIVES) {
        dive->dives++;
        cost += play_on(dive, best);
        keep_if_better(dive);
        return cost;
    }
    uint32_t count =
        cursor_terminal(dive->cursor) ? 0 : cursor_legal_count(dive->cursor, 0);
    if (dive->prefix >= dive->best.moves.count || !count) {
        next_round(dive, best);
        return cost;
    }
    if (dive->next >= count || count == 1) {
        dive->prefix++;
        dive->next = 0;
        return cost;
    }
    go_on(dive, cursor_legal_move(dive->cursor, 0, dive->next++));
    cost += play_on(dive, best);
    keep_if_better(dive);
    return cost;
}

static SearchState dive_work(Search *search, Best *best, uint64_t units)
{
    Dive *dive = (Dive *)search;
    uint64_t done = 0, polled = 0, weight = search_weight(dive->puzzle);
    dive->most_cost = 3 * units / weight;
    if (!dive->aim.measure)
        aim_at(&dive->aim, dive->puzzle, best->bound);
    while (done < units && !best_is_certain(best)) {
        done += one_dive(dive, best) * weight;
        if (done - polled >= 1000) {
            polled = done;
            if (budget_spent(dive->puzzle->budget))
                break;
        }
    }
    return SEARCH_GOES_ON;
}

static void dive_free(Search *search)
{
    Dive *dive = (Dive *)search;
    cursor_free(dive->cursor);
    aim_free(&dive->aim);
    vec_free(&dive->best.moves);
    vec_free(&dive->now.moves);
    free(dive->state);
    vec_free(&dive->choices);
    free(dive->moves);
    free(dive);
}

Search *search_dive(const Puzzle *puzzle, size_t bytes)
{
    (void)bytes; /* it needs next to none */
    Dive *dive = fatal_malloc(sizeof *dive);
    size_t words = machine_words(puzzle->machine);
    size_t moves = puzzle->net->roles[0].move_count;
    *dive = (Dive){.face = {"nested dives", dive_work, dive_free, false},
                   .puzzle = puzzle,
                   .cursor = cursor_new(puzzle->machine),
                   .random = random_new(puzzle->seed, 2),
                   .words = words,
                   .aim = aim_new(puzzle),
                   .state = fatal_malloc((words + 1) * sizeof(uint64_t)),
                   .moves = fatal_malloc((moves + 1) * sizeof(uint32_t))};
    return &dive->face;
}
