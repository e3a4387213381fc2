/* interpreted_walks.c - random plays by the interpreter, for games that are too
 * large to ground
 *
 * In:   an Interp, questions
 * Out:  plays that refute a property, or that a role wins
 * Next: prove/verify.c reports them
 *
 * Monte Carlo plays, one after the other. A play that returns to one of its
 * positions refutes termination. Start reading at interpreted_walks_run(), at
 * the end.
 */
#include "prove/walk/interpreted_walks.h"

#include "base/map.h"
#include "base/random.h"

#include <assert.h>
#include <string.h>

enum { MAX_PLAYS = 10000, MAX_STEPS = 2000 };

typedef struct {
    const FaultChecker *checker;
    Interp *interp;
    size_t roles;
    const Budget *budget;
    WalkQuestion *questions;
    size_t count, open_count; /* questions; those without an answer */
    /* The current play */
    Arena *scratch;
    VEC(const Term *) moves;         /* joint moves */
    VEC(const Position *) positions; /* different ones, in order */
    Map position_map;                /* of POSITIONS */
} InterpretedWalks;

static const Play *copy_play(const InterpretedWalks *walks)
{
    Play *play = arena_alloc(walks->checker->arena, sizeof *play);
    play->steps = walks->moves.count / walks->roles;
    play->moves = arena_array(walks->checker->arena, const Term *,
                              walks->moves.count + 1);
    for (size_t i = 0; i < walks->moves.count; i++)
        play->moves[i] = walks->moves.items[i];
    return play;
}

/* The index of POSITION in the current play, to which it is added if new. */
static size_t find_or_add_position(InterpretedWalks *walks,
                                   const Position *position)
{
    for (MapProbe p = map_probe(&walks->position_map, position->hash);
         map_next(&walks->position_map, &p);) {
        const Position *other = walks->positions.items[p.index];
        if (other->count == position->count &&
            (!other->count ||
             memcmp(other->features, position->features,
                    other->count * sizeof *other->features) == 0))
            return p.index;
    }
    map_add(&walks->position_map, position->hash,
            (uint32_t)walks->positions.count);
    vec_push(&walks->positions, position);
    return walks->positions.count - 1;
}

/* Answers a question by the current play, unless the interpreter reached a
 * limit: then what it says is not reliable. */
static void set_answer(InterpretedWalks *walks, WalkQuestion *question,
                       Fault fault, const Position *position)
{
    if (interp_failure(walks->interp))
        return;
    assert(!question->play && walks->open_count > 0);
    question->play = copy_play(walks);
    question->fault = fault;
    question->position = position_new(walks->checker->arena, position->features,
                                      position->count);
    walks->open_count--;
}

/* Answers the questions that POSITION is a witness for. */
static void check_position(InterpretedWalks *walks, const Position *position)
{
    Fault fault;
    for (size_t i = 0; i < walks->count; i++) {
        WalkQuestion *question = &walks->questions[i];
        if (!question->play && question->check != CHECK_TERMINATING &&
            position_is_witness(walks->checker, position, question->check,
                                question->role, &fault))
            set_answer(walks, question, fault, position);
    }
}

/* The play has returned to POSITION, which it visited after FROM steps. */
static void record_loop(InterpretedWalks *walks, const Position *position,
                        size_t from)
{
    for (size_t i = 0; i < walks->count; i++) {
        WalkQuestion *question = &walks->questions[i];
        if (question->check != CHECK_TERMINATING || question->play)
            continue;
        question->loop_from = from;
        set_answer(walks, question, loop_fault, position);
    }
}

/* Adds a random legal joint move; false if some role has no legal move. */
static bool push_random_joint_move(InterpretedWalks *walks, Random *random)
{
    size_t first = walks->moves.count;
    for (size_t i = 0; i < walks->roles; i++) {
        size_t count;
        const Term *const *legal = interp_legal(walks->interp, i, &count);
        if (!count) {
            walks->moves.count = first;
            return false;
        }
        vec_push(&walks->moves, legal[random_below(random, (uint32_t)count)]);
    }
    return true;
}

static bool must_stop(const InterpretedWalks *walks)
{
    return !walks->open_count || budget_spent(walks->budget) ||
           interp_failure(walks->interp);
}

static void play_once(InterpretedWalks *walks, Random *random)
{
    Interp *interp = walks->interp;
    const Position *position = interp_initial(interp);
    vec_clear(&walks->moves);
    vec_clear(&walks->positions);
    map_clear(&walks->position_map);
    for (size_t step = 0; step <= MAX_STEPS && !must_stop(walks); step++) {
        interp_set(interp, position);
        size_t first_visit = find_or_add_position(walks, position);
        if (first_visit < step) {
            record_loop(walks, position, first_visit);
            return; /* from here on, indices of positions are not depths */
        }
        check_position(walks, position);
        if (interp_terminal(interp) || !push_random_joint_move(walks, random))
            return;
        position = interp_next(interp, &walks->moves.items[step * walks->roles],
                               walks->scratch);
    }
}

void interpreted_walks_run(const FaultChecker *checker, uint64_t seed,
                           const Budget *budget, WalkQuestion *questions,
                           size_t count)
{
    InterpretedWalks walks = {.checker = checker,
                              .interp = checker->interp,
                              .roles = interp_role_count(checker->interp),
                              .budget = budget,
                              .questions = questions,
                              .count = count,
                              .open_count = count};
    for (uint64_t i = 0; i < MAX_PLAYS && !must_stop(&walks); i++) {
        Random random = random_new(seed, 7000 + i);
        walks.scratch = arena_new();
        play_once(&walks, &random);
        arena_free(walks.scratch);
    }
    vec_free(&walks.moves);
    vec_free(&walks.positions);
    map_free(&walks.position_map);
}
