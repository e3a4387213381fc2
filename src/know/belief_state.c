/* belief_state.c - a set of positions that a role holds possible
 *
 * In:   positions, a move of the role and its percepts
 * Out:  the positions that can follow, and what they have in common
 * Next: know/exact.c
 *
 * Start reading at set_step(), below.
 */
#include "know/belief_state.h"

#include <stdlib.h>
#include <string.h>

enum { MANY = 64 }; /* steps and questions between looks at the clock */

const History *story_add(Arena *arena, const History *previous,
                         const Term *const *moves, size_t roles)
{
    History *story =
        arena_alloc(arena, sizeof *story + roles * sizeof *story->moves);
    story->previous = previous;
    story->length = previous ? previous->length + 1 : 1;
    memcpy(story->moves, moves, roles * sizeof *moves);
    return story;
}

void set_init(PositionSet *set)
{
    *set = (PositionSet){.arena = arena_new()};
}

void set_free(PositionSet *set)
{
    arena_free(set->arena);
    vec_free(&set->items);
    map_free(&set->map);
}

void set_clear(PositionSet *set)
{
    arena_free(set->arena);
    set->arena = arena_new();
    vec_clear(&set->items);
    map_clear(&set->map);
}

static Candidate *find(PositionSet *set, Bytes position, uint32_t hash)
{
    for (MapProbe p = map_probe(&set->map, hash); map_next(&set->map, &p);) {
        Candidate *here = &set->items.items[p.index];
        if (here->position.length == position.length &&
            memcmp(here->position.bytes, position.bytes, position.length) == 0)
            return here;
    }
    return NULL;
}

void set_add(PositionSet *set, Bytes position, double weight,
             const History *story)
{
    uint32_t hash = hash_bytes(position.bytes, position.length);
    Candidate *here = find(set, position, hash);
    if (here) {
        here->weight += weight;
        return;
    }
    Candidate candidate = {
        {arena_copy(set->arena, position.bytes, position.length),
         position.length},
        hash,
        weight,
        story};
    map_add(&set->map, hash, (uint32_t)set->items.count);
    vec_push(&set->items, candidate);
}

/* ---- one round ---- */

typedef struct {
    World *world;
    const Round *round;
    TermList *legal;
    uint32_t *choices;
    const Term **moves;
    size_t steps, most;
    const Budget *budget;
    PositionSet *after;
    Arena *stories;
} Stepper;

/* The joint moves in which the role makes its move: the others' numbers turn
 * like the wheels of a counter. False after the last. */
static bool turn(const Stepper *stepper)
{
    for (size_t i = 0; i < stepper->world->roles; i++) {
        if (i == stepper->round->role)
            continue;
        if (++stepper->choices[i] < stepper->legal[i].count)
            return true;
        stepper->choices[i] = 0;
    }
    return false;
}

/* The choices at which to begin; false if the round cannot be played here. */
static bool begin(Stepper *stepper, double *share)
{
    World *world = stepper->world;
    if (world->terminal(world))
        return false;
    *share = 1;
    for (size_t i = 0; i < world->roles; i++) {
        stepper->legal[i] = world->legal(world, i);
        stepper->choices[i] = 0;
        if (!stepper->legal[i].count)
            return false;
        if (i != stepper->round->role)
            *share /= (double)stepper->legal[i].count;
    }
    TermList own = stepper->legal[stepper->round->role];
    size_t number = term_list_find(own, stepper->round->move);
    stepper->choices[stepper->round->role] = (uint32_t)number;
    return number < own.count;
}

static bool may_go_on(Stepper *stepper)
{
    return ++stepper->steps <= stepper->most &&
           (stepper->steps % MANY || !budget_spent(stepper->budget));
}

static void keep(Stepper *stepper, Bytes next, double weight,
                 const History *story)
{
    uint32_t hash = hash_bytes(next.bytes, next.length);
    Candidate *there = find(stepper->after, next, hash);
    if (there) {
        there->weight += weight;
        return;
    }
    for (size_t i = 0; i < stepper->world->roles; i++)
        stepper->moves[i] = stepper->legal[i].items[stepper->choices[i]];
    set_add(stepper->after, next, weight,
            story_add(stepper->stories, story, stepper->moves,
                      stepper->world->roles));
}

static bool step_from(Stepper *stepper, const Candidate *from)
{
    World *world = stepper->world;
    const Round *round = stepper->round;
    double share;
    world->set(world, from->position);
    if (!begin(stepper, &share))
        return true;
    do {
        if (!may_go_on(stepper))
            return false;
        Bytes next = world->next(world, stepper->choices);
        if (world->perceives(world, round->role, round->percepts))
            keep(stepper, next, from->weight * share, from->story);
    } while (turn(stepper));
    return true;
}

double set_normalise(PositionSet *set)
{
    double sum = 0;
    for (size_t i = 0; i < set->items.count; i++)
        sum += set->items.items[i].weight;
    for (size_t i = 0; sum > 0 && i < set->items.count; i++)
        set->items.items[i].weight /= sum;
    return sum;
}

static Stepper stepper_new(World *world, const Round *round, PositionSet *after,
                           Arena *stories, Arena *scratch)
{
    return (Stepper){.world = world,
                     .round = round,
                     .legal = arena_array(scratch, TermList, world->roles),
                     .choices = arena_array(scratch, uint32_t, world->roles),
                     .moves = arena_array(scratch, const Term *, world->roles),
                     .after = after,
                     .stories = stories};
}

bool set_step(World *world, const PositionSet *before, const Round *round,
              size_t most, const Budget *budget, PositionSet *after,
              Arena *stories)
{
    Arena *scratch = arena_new();
    Stepper stepper = stepper_new(world, round, after, stories, scratch);
    stepper.most = most;
    stepper.budget = budget;
    bool complete = true;
    for (size_t i = 0; complete && i < before->items.count; i++)
        complete = step_from(&stepper, &before->items.items[i]);
    arena_free(scratch);
    return complete && !world->failure(world);
}

double set_cost(World *world, const PositionSet *set, size_t role)
{
    double sum = 0;
    for (size_t i = 0; i < set->items.count; i++) {
        double product = 1;
        world->set(world, set->items.items[i].position);
        for (size_t k = 0; k < world->roles; k++)
            if (k != role)
                product *= (double)world->legal(world, k).count;
        sum += world->terminal(world) ? 0 : product;
    }
    return sum;
}

static void try_from(Stepper *stepper, const Candidate *from, size_t tries,
                     size_t most, Random *random)
{
    World *world = stepper->world;
    const Round *round = stepper->round;
    double share;
    world->set(world, from->position);
    if (!begin(stepper, &share))
        return;
    for (size_t i = 0; i < tries && stepper->after->items.count < most; i++) {
        for (size_t k = 0; k < world->roles; k++)
            if (k != round->role)
                stepper->choices[k] =
                    random_below(random, (uint32_t)stepper->legal[k].count);
        Bytes next = world->next(world, stepper->choices);
        if (world->perceives(world, round->role, round->percepts))
            keep(stepper, next, from->weight * share, from->story);
    }
}

void set_try(World *world, const PositionSet *before, const Round *round,
             size_t tries, size_t most, Random *random, PositionSet *after,
             Arena *stories)
{
    Arena *scratch = arena_new();
    Stepper stepper = stepper_new(world, round, after, stories, scratch);
    size_t count = before->items.count;
    size_t first = count ? random_below(random, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++)
        try_from(&stepper, &before->items.items[(first + i) % count], tries,
                 most, random);
    arena_free(scratch);
}

/* ---- what they have in common ---- */

static const Term *terminal_term(World *world)
{
    return world->role(world, 0); /* stands for the atom; it has no other */
}

bool set_answer(World *world, Bytes position, size_t role, About about,
                const Term **place, Arena *arena, TermList *answer)
{
    world->set(world, position);
    switch (about) {
    case ABOUT_LEGAL:
        *answer = world->legal(world, role);
        return !world->terminal(world);
    case ABOUT_GOAL:
        *answer = world->goals(world, role);
        return true;
    case ABOUT_FEATURES:
        *answer = world->features(world, position, arena);
        return true;
    default:
        *place = terminal_term(world);
        *answer = (TermList){place, world->terminal(world) ? 1 : 0};
        return true;
    }
}

typedef VEC(Belief) BeliefVec;

static bool same_terms(const BeliefVec *beliefs, TermList list)
{
    if (beliefs->count != list.count)
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (beliefs->items[i].term != list.items[i])
            return false;
    return true;
}

/* What is in both lists stays as it is; what is in one is not certain. */
static void merge(BeliefVec *beliefs, TermList list, BeliefVec *out)
{
    size_t i = 0, k = 0;
    vec_clear(out);
    while (i < beliefs->count || k < list.count) {
        int order = i == beliefs->count ? 1
                    : k == list.count
                        ? -1
                        : term_compare(beliefs->items[i].term, list.items[k]);
        Belief belief = {order > 0 ? list.items[k] : beliefs->items[i].term,
                         order == 0 && beliefs->items[i].certain};
        vec_push(out, belief);
        i += order <= 0;
        k += order >= 0;
    }
    BeliefVec swap = *beliefs;
    *beliefs = *out;
    *out = swap;
}

Beliefs set_ask(World *world, const PositionSet *set, size_t role, About about,
                const Budget *budget, Arena *arena, bool *complete)
{
    BeliefVec beliefs = {0}, spare = {0};
    Arena *scratch = arena_new();
    const Term *place;
    bool first = true;
    *complete = true;
    for (size_t i = 0; i < set->items.count; i++) {
        Bytes position = set->items.items[i].position;
        TermList list;
        if (i % MANY == MANY - 1 && budget_spent(budget)) {
            *complete = false;
            break;
        }
        if (!set_answer(world, position, role, about, &place, scratch, &list))
            continue;
        if (first) {
            for (size_t k = 0; k < list.count; k++) {
                Belief belief = {list.items[k], true};
                vec_push(&beliefs, belief);
            }
        } else if (!same_terms(&beliefs, list)) {
            merge(&beliefs, list, &spare);
        }
        first = false;
    }
    vec_free(&spare);
    arena_free(scratch);
    Beliefs result = {.count = beliefs.count};
    result.items = vec_finish(&beliefs, arena);
    return result;
}

bool set_differ(World *world, const PositionSet *set, size_t role, About about,
                const Budget *budget, const Candidate *pair[2])
{
    Arena *scratch = arena_new();
    const Term *place;
    const Term **kept = NULL;
    size_t count = 0;
    pair[0] = pair[1] = NULL;
    for (size_t i = 0; !pair[1] && i < set->items.count; i++) {
        const Candidate *here = &set->items.items[i];
        TermList list;
        if (i % MANY == MANY - 1 && budget_spent(budget))
            break;
        if (!set_answer(world, here->position, role, about, &place, scratch,
                        &list))
            continue;
        if (!pair[0]) {
            pair[0] = here;
            count = list.count;
            kept = arena_copy(scratch, list.items, count * sizeof *kept);
        } else if (list.count != count ||
                   (count &&
                    memcmp(kept, list.items, count * sizeof *kept) != 0)) {
            pair[1] = here;
        }
    }
    arena_free(scratch);
    return pair[1] != NULL;
}
