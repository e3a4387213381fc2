/* evaluation.c - expected goal values of positions, learned from play
 *
 * In:   a game that is grounded
 * Out:  a value of each position for each role
 * Next: search/tree.c values new choices by it, search/mcts.c leaves
 *
 * Logistic regression by stochastic gradient descent, with a step size for each
 * weight (AdaGrad, Duchi, Hazan and Singer 2011). What a position is worth is
 * what came of the game in which it was met. Policy iteration: the games are
 * played by the weights so far, with random moves among them, as in Monte Carlo
 * control (Sutton and Barto 2018). Start reading at evaluation_learn(), at the
 * end.
 */
#include "search/evaluation.h"

#include "base/memory.h"
#include "base/random.h"
#include "base/vec.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    MAX_STEPS = 500,     /* of a game; longer ones teach nothing */
    RANDOM_PERCENT = 20, /* of the moves are made at random */
    WORK_PER_WORD = 10,  /* of a position that is valued */
};

static const double STEP_SIZE = 0.3, FIRST_SQUARE = 0.01;

typedef struct {
    float value, square_sum; /* of all gradients so far */
} Weight;

struct Evaluation {
    NumberedEngine *numbered;
    size_t role_count, word_count, feature_count;
    Weight *weights; /* by role, by feature; the last is that of no feature */
    Random random;
    /* Of the game under way */
    VEC(uint64_t) positions; /* all of them, one behind the other */
    VEC(uint32_t) legal;     /* moves of one role */
    uint32_t *drawn, *made;  /* joint moves: at random, and after choosing */
    uint64_t *next;          /* a position */
};

/* ---- values ---- */

static Weight *weights_of(const Evaluation *evaluation, size_t role)
{
    assert(role < evaluation->role_count);
    return evaluation->weights + role * (evaluation->feature_count + 1);
}

static double weighted_sum(const Evaluation *evaluation,
                           const uint64_t *position, size_t role)
{
    const Weight *weights = weights_of(evaluation, role);
    double sum = weights[evaluation->feature_count].value;
    for (size_t i = 0; i < evaluation->word_count; i++)
        for (uint64_t rest = position[i]; rest; rest &= rest - 1)
            sum += weights[i * 64 + (size_t)__builtin_ctzll(rest)].value;
    return sum;
}

double evaluation_value(const Evaluation *evaluation, const uint64_t *position,
                        size_t role)
{
    return 100 / (1 + exp(-weighted_sum(evaluation, position, role)));
}

/* ---- learning ---- */

static void adjust(Weight *weight, double error)
{
    weight->square_sum += (float)(error * error);
    weight->value +=
        (float)(STEP_SIZE * error / sqrt(weight->square_sum + FIRST_SQUARE));
}

/* ROLE got GOAL in a game in which it was at POSITION. */
static void learn_position(Evaluation *evaluation, const uint64_t *position,
                           size_t role, int goal)
{
    double error = (goal - evaluation_value(evaluation, position, role)) / 100;
    Weight *weights = weights_of(evaluation, role);
    for (size_t i = 0; i < evaluation->word_count; i++)
        for (uint64_t rest = position[i]; rest; rest &= rest - 1)
            adjust(&weights[i * 64 + (size_t)__builtin_ctzll(rest)], error);
    adjust(&weights[evaluation->feature_count], error);
}

/* From the game that has just ended, the last position first. */
static void learn_game(Evaluation *evaluation)
{
    const size_t words = evaluation->word_count;
    for (size_t role = 0; role < evaluation->role_count; role++) {
        int goal = numbered_goal(evaluation->numbered, role);
        if (goal < 0 || engine_is_random(evaluation->numbered->engine, role))
            continue;
        for (size_t end = evaluation->positions.count; end; end -= words)
            learn_position(evaluation,
                           evaluation->positions.items + end - words, role,
                           goal);
    }
}

/* ---- playing ---- */

static void list_legal(Evaluation *evaluation, size_t role)
{
    size_t count = numbered_moves(evaluation->numbered, role, NULL, 0);
    while (evaluation->legal.capacity < count)
        vec_grow(&evaluation->legal);
    numbered_moves(evaluation->numbered, role, evaluation->legal.items, count);
    evaluation->legal.count = count;
}

/* Draws a joint move; false if a role has none. */
static bool draw_moves(Evaluation *evaluation)
{
    for (size_t i = 0; i < evaluation->role_count; i++) {
        list_legal(evaluation, i);
        if (!evaluation->legal.count)
            return false;
        evaluation->drawn[i] = evaluation->legal.items[random_below(
            &evaluation->random, (uint32_t)evaluation->legal.count)];
    }
    return true;
}

/* The work of computing and valuing so many positions. */
static void charge(const Evaluation *evaluation, size_t count,
                   const Budget *budget)
{
    const Machine *machine =
        cursor_machine(evaluation->numbered->machine_cursor);
    budget_charge(budget, count * (machine_step_work(machine) +
                                   WORK_PER_WORD * evaluation->word_count));
}

/* Makes ROLE's move the one after which it expects most, if the others make
 * those that were drawn; the first of equal ones, from a random one on. */
static void choose_move(Evaluation *evaluation, size_t role,
                        const Budget *budget)
{
    NumberedEngine *numbered = evaluation->numbered;
    double best = -INFINITY;
    uint32_t drawn = evaluation->drawn[role];
    list_legal(evaluation, role);
    size_t count = evaluation->legal.count,
           offset = random_below(&evaluation->random, (uint32_t)count);
    for (size_t k = 0; k < count && count > 1; k++) {
        evaluation->drawn[role] = evaluation->legal.items[(k + offset) % count];
        if (!numbered_next(numbered, evaluation->drawn, evaluation->next))
            continue;
        double value = weighted_sum(evaluation, evaluation->next, role);
        if (value > best) {
            best = value;
            evaluation->made[role] = evaluation->drawn[role];
        }
    }
    evaluation->drawn[role] = drawn;
    charge(evaluation, count, budget);
}

/* Plays a game from the initial position; false if it did not end. */
static bool play_game(Evaluation *evaluation, const Budget *budget)
{
    NumberedEngine *numbered = evaluation->numbered;
    const size_t words = evaluation->word_count;
    vec_clear(&evaluation->positions);
    numbered_initial(numbered, evaluation->next);
    for (size_t step = 0; step < MAX_STEPS; step++) {
        vec_append(&evaluation->positions, evaluation->next, words);
        charge(evaluation, 1, budget);
        numbered_set(numbered, evaluation->next);
        if (engine_is_terminal(numbered->engine))
            return true;
        if (!draw_moves(evaluation))
            return false;
        memcpy(evaluation->made, evaluation->drawn,
               evaluation->role_count * sizeof *evaluation->made);
        for (size_t i = 0; i < evaluation->role_count; i++)
            if (!engine_is_random(numbered->engine, i) &&
                random_below(&evaluation->random, 100) >= RANDOM_PERCENT)
                choose_move(evaluation, i, budget);
        if (!numbered_next(numbered, evaluation->made, evaluation->next) ||
            budget_spent(budget))
            return false;
    }
    return false;
}

/* ---- public functions ---- */

Evaluation *evaluation_new(NumberedEngine *numbered, uint64_t seed)
{
    enum { STREAM = 2 }; /* of random numbers: no role of the search has it */
    size_t words = numbered->position_bytes / sizeof(uint64_t),
           roles = numbered->role_count;
    Evaluation *evaluation = memory_alloc(sizeof *evaluation);
    assert(numbered->net);
    *evaluation = (Evaluation){
        .numbered = numbered,
        .role_count = roles,
        .word_count = words,
        .feature_count = 64 * words,
        .random = random_new(seed, roles + STREAM),
        .weights = memory_zeroed(roles * (64 * words + 1), sizeof(Weight)),
        .drawn = memory_zeroed(roles, sizeof(uint32_t)),
        .made = memory_zeroed(roles, sizeof(uint32_t)),
        .next = memory_zeroed(words, sizeof(uint64_t))};
    return evaluation;
}

void evaluation_free(Evaluation *evaluation)
{
    if (!evaluation)
        return;
    vec_free_all(&evaluation->positions, &evaluation->legal);
    free_all(evaluation->weights, evaluation->drawn, evaluation->made,
             evaluation->next, evaluation);
}

void evaluation_learn(Evaluation *evaluation, const Budget *budget)
{
    while (!budget_spent(budget))
        if (play_game(evaluation, budget))
            learn_game(evaluation);
}
