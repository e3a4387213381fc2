/* set.h - a set of positions that a role holds possible
 *
 * Each with its weight, the probability of the plays that lead there if all
 * others move at random, and the story of one of them.
 */
#ifndef ZERMELO_KNOW_SET_H
#define ZERMELO_KNOW_SET_H

#include "base/map.h"
#include "base/vec.h"
#include "know/filter.h"

/* A joint move, and those before it; NULL at the initial position. */
typedef struct Story Story;
struct Story {
    const Story *previous;
    size_t length; /* steps in all */
    const Term *moves[];
};

const Story *story_add(Arena *arena, const Story *previous,
                       const Term *const *moves, size_t roles);

typedef struct {
    Bytes position;
    uint32_t hash;
    double weight;
    const Story *story;
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
             const Story *story);

typedef struct {
    size_t role;
    const Term *move;
    TermList percepts;
} Round;

/* Adds to AFTER what can follow positions of BEFORE if the round is played;
 * stories go into STORIES. False, with AFTER in part, if it takes more than
 * MOST steps or the budget is spent. */
bool set_step(World *world, const PositionSet *before, const Round *round,
              size_t most, const Budget *budget, PositionSet *after,
              Arena *stories);

/* How many steps that would take, or MOST + 1 if more than MOST. */
size_t set_cost(World *world, const PositionSet *set, size_t role, size_t most);

/* What ROLE believes who holds these positions possible, in ARENA. */
Beliefs set_ask(World *world, const PositionSet *set, size_t role, About about,
                Arena *arena);

/* Two candidates with different answers; false if all agree. */
bool set_differ(World *world, const PositionSet *set, size_t role, About about,
                const Candidate *pair[2]);

#endif
