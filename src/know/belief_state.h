/* belief_state.h - belief state: the set of positions a role considers possible
 *
 * Each position has a weight, the probability of the plays that lead there if
 * all other roles move uniformly at random, and the history of one such play.
 */
#ifndef ZERMELO_KNOW_BELIEF_STATE_H
#define ZERMELO_KNOW_BELIEF_STATE_H

#include "base/random.h"
#include "base/vec.h"
#include "know/filter.h"

/* A joint move and the history before it; NULL is the empty history. */
typedef struct History History;
struct History {
    const History *previous;
    size_t length; /* number of joint moves */
    const Term *moves[];
};

/* A copy with all that it points to, in ARENA. */
const History *history_copy(Arena *arena, const History *history,
                            size_t role_count);

const History *history_extend(Arena *arena, const History *previous,
                              const Term *const *moves, size_t role_count);

/* All moves of HISTORY, step by step and role by role, in ARENA. */
const Term **history_moves(Arena *arena, const History *history,
                           size_t role_count);

typedef struct {
    Bytes position;
    double weight;
    const History *history;
} PossiblePosition;

typedef struct {
    ByteTable table;                 /* numbers the positions */
    VEC(PossiblePosition) positions; /* by number */
} BeliefState;                       /* empty if all is zero */

void belief_state_free(BeliefState *state);
void belief_state_clear(BeliefState *state);

/* Adds a position, and returns it without a history; if it is there already,
 * adds its weight, and returns NULL. */
PossiblePosition *belief_state_add(BeliefState *state, Bytes position,
                                   double weight);

/* What ROLE observes in a round. */
typedef struct {
    size_t role;
    const Term *move; /* its own */
    TermList percepts;
    const Term *const *revealed; /* by role: revealed_moves() */
} Observation;

/* All joint moves are tried, if that takes at most MAX_STEPS, or, if RANDOM is
 * given, some for a sample. */
typedef struct {
    size_t max_steps;
    const Budget *budget;
    Random *random;
} UpdateLimits;

/* Adds to AFTER the successors of positions in BEFORE that are consistent with
 * the observation. Histories go into HISTORY_ARENA, weights are not normalised.
 * False, with AFTER incomplete, if a limit was reached. */
bool belief_state_update(Engine *engine, const BeliefState *before,
                         const Observation *observation,
                         const UpdateLimits *limits, BeliefState *after,
                         Arena *history_arena);

/* Makes the weights add up to 1; returns their sum before. */
double belief_state_normalise(BeliefState *state);

/* The sorted answer in one position, borrowed until the engine is asked again
 * or in ARENA. False if the position does not count: a role that is asked for a
 * move knows that the game is not over. */
bool position_answer(Engine *engine, Bytes position, size_t role,
                     KnowledgeQuestion question, Arena *arena,
                     TermList *answer);

/* The beliefs of ROLE in this belief state, in ARENA. If *IS_LIMITED, which is
 * set if BUDGET is spent on the way, there are positions besides, and nothing
 * is certain. */
Beliefs belief_state_ask(Engine *engine, const BeliefState *state, size_t role,
                         KnowledgeQuestion question, const Budget *budget,
                         Arena *arena, bool *is_limited);

/* Finds two positions with different answers, the first of them, if
 * FIRST_IS_TERMINAL, a terminal one. False if there are none, or none were
 * found before BUDGET was spent; PAIR[1] is then PAIR[0], which is NULL if
 * there is no first one. */
bool belief_state_find_difference(Engine *engine, const BeliefState *state,
                                  size_t role, KnowledgeQuestion question,
                                  bool first_is_terminal, const Budget *budget,
                                  const PossiblePosition *pair[2]);

/* ---- plays that look the same ---- */

/* Replays both. True if all moves are legal, no position before the last is
 * terminal, and ROLE makes the same moves and has the same percepts in each
 * step; then the last positions are in ENDS, in ARENA. NULL is the empty play.
 */
bool plays_look_same(Engine *engine, size_t role, const History *left,
                     const History *right, Bytes ends[2], Arena *arena);

/* Whether two such plays show that ROLE need not know the answer: at their ends
 * the answers differ, or there is no goal value. For QUESTION_LEGAL neither end
 * is terminal, otherwise that of LEFT is. */
bool plays_show_ignorance(Engine *engine, size_t role,
                          KnowledgeQuestion question, const History *left,
                          const History *right);

#endif
