/* belief_state.h - a set of positions that a role holds possible
 *
 * Each with its weight, the probability of the plays that lead there if all
 * others move at random, and the story of one of them.
 */
#ifndef ZERMELO_KNOW_BELIEF_STATE_H
#define ZERMELO_KNOW_BELIEF_STATE_H

#include "base/map.h"
#include "base/random.h"
#include "base/vec.h"
#include "know/filter.h"

/* A joint move, and those before it; NULL at the initial position. */
typedef struct History History;
struct History {
    const History *previous;
    size_t length; /* steps in all */
    const Term *moves[];
};

const History *history_extend(Arena *arena, const History *previous,
                              const Term *const *moves, size_t roles);

typedef struct {
    Bytes position;
    uint32_t hash;
    double weight;
    const History *history;
} PossiblePosition;

typedef struct {
    Arena *arena; /* of the positions */
    VEC(PossiblePosition) items;
    Map map;
} BeliefState;

void belief_state_init(BeliefState *set);
void belief_state_free(BeliefState *set);
void belief_state_clear(BeliefState *set);

/* Adds a position, or its weight if it is there already. */
void belief_state_add(BeliefState *set, Bytes position, double weight,
                      const History *history);

typedef struct {
    size_t role;
    const Term *move;
    TermList percepts;
} Observation;

/* Adds to AFTER what can follow positions of BEFORE if the round is played;
 * stories go into STORIES, weights are not normalised. False, with AFTER in
 * part, if it takes more than MOST steps or the budget is spent. */
bool belief_state_update(ObservedGame *observed, const BeliefState *before,
                         const Observation *observation, size_t limit,
                         const Budget *budget, BeliefState *after,
                         Arena *history_arena);

/* How many steps that takes. */
double belief_state_update_cost(ObservedGame *observed, const BeliefState *set,
                                size_t role);

/* The same for a few plays drawn at random: at most TRIES joint moves from each
 * position, until there are MOST positions. */
void belief_state_sample_update(ObservedGame *observed,
                                const BeliefState *before,
                                const Observation *observation,
                                size_t tries_per_position, size_t limit,
                                Random *random, BeliefState *after,
                                Arena *history_arena);

/* Makes the weights add up to 1; returns what they added up to. */
double belief_state_normalise(BeliefState *set);

/* The answer of one position, sorted; PLACE and ARENA may hold it. False if it
 * does not count: asked for a move, a role knows that the game is not over. */
bool position_answer(ObservedGame *observed, Bytes position, size_t role,
                     About about, const Term **buffer, Arena *arena,
                     TermList *answer);

/* What ROLE believes who holds these positions possible, in ARENA. If BUDGET is
 * spent on the way, *COMPLETE is false and some were not looked at. */
Beliefs belief_state_ask(ObservedGame *observed, const BeliefState *set,
                         size_t role, About about, const Budget *budget,
                         Arena *arena, bool *complete);

/* Two candidates with different answers; false if all agree, or if none were
 * found until BUDGET was spent. */
bool belief_state_find_difference(ObservedGame *observed,
                                  const BeliefState *set, size_t role,
                                  About about, const Budget *budget,
                                  const PossiblePosition *pair[2]);

#endif
