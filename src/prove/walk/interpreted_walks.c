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

#include "base/byte_table.h"
#include "base/random.h"

#include <assert.h>

enum {
    MAX_STEPS_PER_PLAY = 2000,
    MAX_MOVES = 1 << 25 /* of all plays in answers */
};

typedef struct {
    const FaultChecker *checker;
    Interp *interp;
    size_t role_count;
    const Budget *budget;
    WalkQuestion *questions;
    size_t question_count, open_count; /* questions; those without an answer */
    /* The current play */
    Arena *scratch;
    TermVec moves;     /* joint moves */
    ByteTable visited; /* its positions, as arrays of features */
    /* Answers */
    const Play *play;         /* copy of the current play, or NULL */
    const Position *position; /* copy of its last position */
    size_t move_count;        /* of all copies */
} InterpretedWalks;

/* One play may be the answer for each role, and has moves of each role, so that
 * all questions it answers share one copy. */
static void copy_play(InterpretedWalks *walks, const Position *position)
{
    Arena *arena = walks->checker->arena;
    Play *play = arena_alloc(arena, sizeof *play);
    play->steps = walks->moves.count / walks->role_count;
    play->moves = arena_copy(arena, walks->moves.items,
                             walks->moves.count * sizeof *walks->moves.items);
    walks->play = play;
    walks->position = position_new(arena, position->features, position->count);
    walks->move_count += walks->moves.count;
}

/* Answers a question by the current play, unless the interpreter reached a
 * limit: then what it says is not reliable. */
static void set_answer(InterpretedWalks *walks, WalkQuestion *question,
                       Fault fault, const Position *position)
{
    if (interp_failure(walks->interp))
        return;
    assert(!question->play && walks->open_count > 0);
    if (!walks->play)
        copy_play(walks, position);
    question->play = walks->play;
    question->fault = fault;
    question->position = walks->position;
    walks->open_count--;
}

/* Answers the questions that POSITION is a witness for. */
static void check_position(InterpretedWalks *walks, const Position *position)
{
    Fault fault;
    for (size_t i = 0; i < walks->question_count; i++) {
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
    for (size_t i = 0; i < walks->question_count; i++) {
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
    for (size_t i = 0; i < walks->role_count; i++) {
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
    return !walks->open_count || walks->move_count > MAX_MOVES ||
           budget_spent(walks->budget) || interp_failure(walks->interp);
}

static void play_once(InterpretedWalks *walks, Random *random)
{
    Interp *interp = walks->interp;
    const Position *position = interp_initial(interp);
    vec_clear(&walks->moves);
    byte_table_clear(&walks->visited);
    for (size_t step = 0; step <= MAX_STEPS_PER_PLAY && !must_stop(walks);
         step++) {
        assert(walks->moves.count == step * walks->role_count);
        interp_set(interp, position);
        walks->play = NULL;
        size_t first_visit = byte_table_put(
            &walks->visited,
            (Bytes){position->features,
                    position->count * sizeof *position->features});
        if (first_visit < step) {
            record_loop(walks, position, first_visit);
            return; /* from here on, indices of positions are not depths */
        }
        check_position(walks, position);
        if (interp_is_terminal(interp) ||
            !push_random_joint_move(walks, random))
            return;
        position =
            interp_next(interp, &walks->moves.items[step * walks->role_count],
                        walks->scratch);
    }
}

void interpreted_walks_run(const FaultChecker *checker, uint64_t seed,
                           size_t max_plays, const Budget *budget,
                           WalkQuestion *questions, size_t count)
{
    InterpretedWalks walks = {.checker = checker,
                              .interp = checker->interp,
                              .role_count = interp_role_count(checker->interp),
                              .budget = budget,
                              .questions = questions,
                              .question_count = count,
                              .open_count = count};
    for (uint64_t i = 0; i < max_plays && !must_stop(&walks); i++) {
        Random random = random_new(seed, 7000 + i);
        walks.scratch = arena_new();
        play_once(&walks, &random);
        arena_free(walks.scratch);
    }
    vec_free(&walks.moves);
    byte_table_free(&walks.visited);
}
