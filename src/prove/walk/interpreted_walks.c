/* interpreted_walks.c - random plays by the interpreter, for games that are not
 * grounded
 *
 * In:   an Interp, questions
 * Out:  plays that show what is wrong with the game
 *
 * One play after the other until the time is up or there is nothing left to
 * find. Start reading at interpreted_walks_run(), at the end.
 */
#include "prove/walk/interpreted_walks.h"

#include "base/map.h"
#include "base/random.h"

#include <string.h>

enum { MAX_PLAYS = 10000, MAX_STEPS = 2000 };

typedef struct {
    const FaultChecker *witness;
    Interp *interp;
    size_t roles;
    const Budget *budget;
    WalkQuestion *questions;
    size_t count, open; /* questions, those without an answer */
    /* of the present play */
    Arena *scratch;
    VEC(const Term *) moves;
    VEC(const Position *) positions;
    Map map; /* of positions */
} Plain;

static const Play *this_play(const Plain *plain)
{
    Play *play = arena_alloc(plain->witness->arena, sizeof *play);
    play->steps = plain->moves.count / plain->roles;
    play->moves = arena_array(plain->witness->arena, const Term *,
                              plain->moves.count + 1);
    for (size_t i = 0; i < plain->moves.count; i++)
        play->moves[i] = plain->moves.items[i];
    return play;
}

/* The number of an equal position of this play, or its own. */
static size_t number_of(Plain *plain, const Position *position)
{
    for (MapProbe p = map_probe(&plain->map, position->hash);
         map_next(&plain->map, &p);) {
        const Position *other = plain->positions.items[p.index];
        if (other->count == position->count &&
            (!other->count ||
             memcmp(other->features, position->features,
                    other->count * sizeof *other->features) == 0))
            return p.index;
    }
    map_add(&plain->map, position->hash, (uint32_t)plain->positions.count);
    vec_push(&plain->positions, position);
    return plain->positions.count - 1;
}

/* Unless the interpreter gave up, in which case its answers are void. */
static void answer(Plain *plain, WalkQuestion *question, Fault fault,
                   const Position *position)
{
    if (interp_failure(plain->interp))
        return;
    question->play = this_play(plain);
    question->fault = fault;
    question->position = position_new(plain->witness->arena, position->features,
                                      position->count);
    plain->open--;
}

static void look_around(Plain *plain, const Position *position)
{
    Fault fault;
    for (size_t i = 0; i < plain->count; i++) {
        WalkQuestion *question = &plain->questions[i];
        if (!question->play && question->check != CHECK_TERMINATING &&
            position_is_witness(plain->witness, position, question->check,
                                question->role, &fault))
            answer(plain, question, fault, position);
    }
}

/* The play is back in POSITION, which it was in after FROM steps. */
static void note_return(Plain *plain, const Position *position, size_t from)
{
    for (size_t i = 0; i < plain->count; i++) {
        WalkQuestion *question = &plain->questions[i];
        if (question->check != CHECK_TERMINATING || question->play)
            continue;
        question->loop_from = from;
        answer(plain, question, loop_fault, position);
    }
}

/* Adds a legal joint move; false if there is none. */
static bool choose(Plain *plain, Random *random)
{
    size_t first = plain->moves.count;
    for (size_t i = 0; i < plain->roles; i++) {
        size_t count;
        const Term *const *legal = interp_legal(plain->interp, i, &count);
        if (!count) {
            plain->moves.count = first;
            return false;
        }
        vec_push(&plain->moves, legal[random_below(random, (uint32_t)count)]);
    }
    return true;
}

static bool is_over(const Plain *plain)
{
    return !plain->open || budget_spent(plain->budget) ||
           interp_failure(plain->interp);
}

static void play_once(Plain *plain, Random *random)
{
    Interp *interp = plain->interp;
    const Position *position = interp_initial(interp);
    vec_clear(&plain->moves);
    vec_clear(&plain->positions);
    map_clear(&plain->map);
    for (size_t step = 0; step <= MAX_STEPS && !is_over(plain); step++) {
        interp_set(interp, position);
        size_t number = number_of(plain, position);
        if (number < step) {
            note_return(plain, position, number);
            return; /* the numbers of positions are no longer their depths */
        }
        look_around(plain, position);
        if (interp_terminal(interp) || !choose(plain, random))
            return;
        position = interp_next(interp, &plain->moves.items[step * plain->roles],
                               plain->scratch);
    }
}

void interpreted_walks_run(const FaultChecker *witness, uint64_t seed,
                           const Budget *budget, WalkQuestion *questions,
                           size_t count)
{
    Plain plain = {.witness = witness,
                   .interp = witness->interp,
                   .roles = interp_role_count(witness->interp),
                   .budget = budget,
                   .questions = questions,
                   .count = count,
                   .open = count};
    for (uint64_t i = 0; i < MAX_PLAYS && !is_over(&plain); i++) {
        Random random = random_new(seed, 7000 + i);
        plain.scratch = arena_new();
        play_once(&plain, &random);
        arena_free(plain.scratch);
    }
    vec_free(&plain.moves);
    vec_free(&plain.positions);
    map_free(&plain.map);
}
