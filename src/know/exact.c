/* exact.c - all that can be known: the exact filter
 *
 * In:   a game, a role, its moves and percepts
 * Out:  what holds in every position that the role cannot exclude
 *
 * Start reading at update().
 */
#include "know/exact.h"

#include <stdlib.h>

enum { MOST_STEPS = 200000 };

typedef struct {
    Filter face;
    World *world;
    size_t role;
    const Budget *budget;
    PositionSet now, spare;
    bool lost; /* some positions are missing in the set */
    Arena *stories, *answers;
} Exact;

static void reset(Filter *filter)
{
    Exact *exact = (Exact *)filter;
    arena_free(exact->stories);
    exact->stories = arena_new();
    exact->lost = false;
    set_clear(&exact->now);
    set_add(&exact->now, exact->world->initial(exact->world), 1, NULL);
}

static bool update(Filter *filter, const Term *move, TermList percepts)
{
    Exact *exact = (Exact *)filter;
    Round round = {exact->role, move, percepts};
    set_clear(&exact->spare);
    if (!set_step(exact->world, &exact->now, &round, MOST_STEPS, exact->budget,
                  &exact->spare, exact->stories))
        exact->lost = true;
    PositionSet swap = exact->now;
    exact->now = exact->spare;
    exact->spare = swap;
    return exact->now.items.count > 0 || exact->lost;
}

/* If some positions are missing, nothing is certain. */
static Beliefs ask(Filter *filter, About about)
{
    Exact *exact = (Exact *)filter;
    arena_free(exact->answers);
    exact->answers = arena_new();
    Beliefs beliefs =
        set_ask(exact->world, &exact->now, exact->role, about, exact->answers);
    if (!exact->lost)
        return beliefs;
    Belief *doubtful = arena_copy(exact->answers, beliefs.items,
                                  beliefs.count * sizeof *doubtful);
    for (size_t i = 0; i < beliefs.count; i++)
        doubtful[i].certain = false;
    return (Beliefs){doubtful, beliefs.count};
}

static bool limited(const Filter *filter)
{
    const Exact *exact = (const Exact *)filter;
    return exact->lost || exact->world->failure(exact->world);
}

static void done(Filter *filter)
{
    Exact *exact = (Exact *)filter;
    set_free(&exact->now);
    set_free(&exact->spare);
    arena_free(exact->stories);
    arena_free(exact->answers);
    free(exact);
}

Filter *exact_new(World *world, size_t role, const Budget *budget)
{
    Exact *exact = fatal_malloc(sizeof *exact);
    *exact = (Exact){.face = {reset, update, ask, limited, done},
                     .world = world,
                     .role = role,
                     .budget = budget,
                     .stories = NULL};
    set_init(&exact->now);
    set_init(&exact->spare);
    reset(&exact->face);
    return &exact->face;
}

bool exact_differ(Filter *filter, About about, const Story *pair[2])
{
    Exact *exact = (Exact *)filter;
    const Candidate *two[2];
    if (!set_differ(exact->world, &exact->now, exact->role, about, two))
        return false;
    pair[0] = two[0]->story;
    pair[1] = two[1]->story;
    return true;
}

Candidate exact_sample(Filter *filter, Random *random)
{
    const PositionSet *now = &((Exact *)filter)->now;
    double mark =
        (double)(random_next(random) >> 11) / (double)((uint64_t)1 << 53);
    if (!now->items.count)
        return (Candidate){.weight = 0};
    for (size_t i = 0; i + 1 < now->items.count; i++) {
        mark -= now->items.items[i].weight;
        if (mark < 0)
            return now->items.items[i];
    }
    return vec_last(&now->items);
}
