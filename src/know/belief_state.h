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

const History *story_add(Arena *arena, const History *previous,
                         const Term *const *moves, size_t roles);

typedef struct {
    Bytes position;
    uint32_t hash;
    double weight;
    const History *story;
} Candidate;

typedef struct {
    Arena *arena; /* of the positions */
    VEC(Candidate) items;
    Map map;
} PositionSet;

void set_init(PositionSet *set);
void set_free(PositionSet *set);
void set_clear(PositionSet *set);

/* Adds a position, or its weight if it is there already. */
void set_add(PositionSet *set, Bytes position, double weight,
             const History *story);

typedef struct {
    size_t role;
    const Term *move;
    TermList percepts;
} Round;

/* Adds to AFTER what can follow positions of BEFORE if the round is played;
 * stories go into STORIES, weights are not normalised. False, with AFTER in
 * part, if it takes more than MOST steps or the budget is spent. */
bool set_step(World *world, const PositionSet *before, const Round *round,
              size_t most, const Budget *budget, PositionSet *after,
              Arena *stories);

/* How many steps that takes. */
double set_cost(World *world, const PositionSet *set, size_t role);

/* The same for a few plays drawn at random: at most TRIES joint moves from each
 * position, until there are MOST positions. */
void set_try(World *world, const PositionSet *before, const Round *round,
             size_t tries, size_t most, Random *random, PositionSet *after,
             Arena *stories);

/* Makes the weights add up to 1; returns what they added up to. */
double set_normalise(PositionSet *set);

/* The answer of one position, sorted; PLACE and ARENA may hold it. False if it
 * does not count: asked for a move, a role knows that the game is not over. */
bool set_answer(World *world, Bytes position, size_t role, About about,
                const Term **place, Arena *arena, TermList *answer);

/* What ROLE believes who holds these positions possible, in ARENA. If BUDGET is
 * spent on the way, *COMPLETE is false and some were not looked at. */
Beliefs set_ask(World *world, const PositionSet *set, size_t role, About about,
                const Budget *budget, Arena *arena, bool *complete);

/* Two candidates with different answers; false if all agree, or if none were
 * found until BUDGET was spent. */
bool set_differ(World *world, const PositionSet *set, size_t role, About about,
                const Budget *budget, const Candidate *pair[2]);

#endif
