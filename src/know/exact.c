/* exact.c - all that can be known: the exact filter
 *
 * In:   a game, a role, its moves and percepts
 * Out:  what holds in every position that the role cannot exclude
 *
 * The positions are listed as long as they are few. When they are too many, the
 * plays that lead to them become clauses (know/histories.h), from the last set
 * that was small, and only some of the positions are kept: they show what is
 * not common to all. When the positions have become few again, they are listed
 * again and the rounds before are forgotten. Start reading at update().
 */
#include "know/exact.h"

#include "know/batch.h"
#include "know/histories.h"

#include <math.h>
#include <stdlib.h>

enum {
    MAX_STEPS = 20000,   /* that are made to list the positions after a round */
    MANY_STEPS = 400000, /* the same, when nothing else can be done */
    MAX_BASE = 300,      /* positions with which clauses begin */
    MAX_KEPT = 64,       /* of the positions, when there are clauses */
    MAX_LISTED = 100,    /* positions that are looked for to list all */
    TRIES = 10,          /* moves that are tried from a position */
    DRAWN = 24,          /* positions from which one is drawn */
};

typedef struct {
    Filter face;
    const Game *game;
    World *world;
    const Net *net;
    StepGrounder *grounder; /* without a net */
    size_t role;
    const Budget *budget;
    size_t most_steps;
    PositionSet now, spare;
    bool partial; /* there are more positions than those in the set */
    bool lost;    /* and nothing is known of them */
    bool limited; /* the last answer was cut short */
    PositionSet base;
    VEC(Round) since; /* rounds after the base, until there are clauses */
    double scale;     /* logarithm of what weights were divided by since */
    Histories *histories;
    size_t age, patience; /* rounds with clauses; when to try to list all */
    Arena *stories, *answers;
    Random random;
} Exact;

/* ---- beginning ---- */

/* The positions are all there are, and few: what was before is forgotten. */
static void make_base(Exact *exact)
{
    histories_free(exact->histories);
    exact->histories = NULL;
    exact->partial = false;
    exact->age = 0;
    exact->scale = 0;
    vec_clear(&exact->since);
    set_clear(&exact->base);
    for (size_t i = 0; i < exact->now.items.count; i++) {
        const Candidate *one = &exact->now.items.items[i];
        set_add(&exact->base, one->position, one->weight, one->story);
    }
}

static void reset(Filter *filter)
{
    Exact *exact = (Exact *)filter;
    histories_free(exact->histories);
    exact->histories = NULL;
    arena_free(exact->stories);
    exact->stories = arena_new();
    exact->lost = exact->limited = false;
    exact->patience = 2;
    exact->random = random_new(1, exact->role);
    set_clear(&exact->now);
    set_add(&exact->now, exact->world->initial(exact->world), 1, NULL);
    make_base(exact);
}

/* ---- one round ---- */

static void swap_sets(Exact *exact)
{
    PositionSet swap = exact->now;
    exact->now = exact->spare;
    exact->spare = swap;
}

static void normalise(Exact *exact)
{
    double sum = set_normalise(&exact->now);
    if (!(sum > 0))
        return;
    exact->scale += log(sum);
    if (exact->histories)
        histories_scale(exact->histories, log(sum));
}

static void note_round(Exact *exact, const Round *round)
{
    Round kept = {
        round->role,
        round->move,
        {arena_copy(exact->stories, round->percepts.items,
                    round->percepts.count * sizeof *round->percepts.items),
         round->percepts.count}};
    vec_push(&exact->since, kept);
}

/* Goes over from a list to clauses. */
static void begin_histories(Exact *exact)
{
    exact->histories =
        histories_new(exact->net, exact->world, exact->role, &exact->base,
                      exact->stories, exact->budget);
    histories_scale(exact->histories, exact->scale);
    for (size_t i = 0; i < exact->since.count; i++)
        histories_add(exact->histories, &exact->since.items[i]);
    vec_clear(&exact->since);
    exact->partial = true;
}

/* Lists the positions after the round; true if these are all. */
static bool list(Exact *exact, const Round *round)
{
    set_clear(&exact->spare);
    bool all =
        exact->net
            ? set_step(exact->world, &exact->now, round, exact->most_steps,
                       exact->budget, &exact->spare, exact->stories)
            : batch_step(exact->grounder, exact->game, &exact->now, round,
                         MANY_STEPS, exact->budget, &exact->spare,
                         exact->stories);
    swap_sets(exact);
    return all;
}

/* Without clauses nothing is known of what was left out. */
static bool update_list(Exact *exact, const Round *round)
{
    note_round(exact, round);
    bool all = list(exact, round);
    if (!all && exact->net)
        begin_histories(exact);
    else if (!all)
        exact->lost = exact->partial = true;
    normalise(exact);
    if (!exact->partial && exact->now.items.count <= MAX_BASE)
        make_base(exact);
    return exact->now.items.count > 0 || exact->partial;
}

/* Looks whether the positions are few by now. */
static void condense(Exact *exact)
{
    if (exact->now.items.count > MAX_LISTED)
        return;
    exact->patience *= 2;
    if (histories_all(exact->histories, MAX_LISTED, &exact->now) != NONE ||
        set_cost(exact->world, &exact->now, exact->role) >
            (double)exact->most_steps)
        return;
    set_normalise(&exact->now);
    make_base(exact);
    exact->patience = 2;
}

/* Some of the positions go on, as far as they can; there has to be one. */
static bool update_histories(Exact *exact, const Round *round)
{
    histories_add(exact->histories, round);
    set_clear(&exact->spare);
    set_try(exact->world, &exact->now, round, TRIES, MAX_KEPT, &exact->random,
            &exact->spare, exact->stories);
    swap_sets(exact);
    normalise(exact);
    if (!exact->now.items.count) {
        Search search =
            histories_any(exact->histories, &exact->random, &exact->now);
        exact->limited = search == GIVEN_UP;
        if (search == NONE)
            return false;
    }
    if (++exact->age % exact->patience == 0)
        condense(exact);
    return true;
}

static bool update(Filter *filter, const Term *move, TermList percepts)
{
    Exact *exact = (Exact *)filter;
    Round round = {exact->role, move, percepts};
    exact->limited = false;
    return exact->histories ? update_histories(exact, &round)
                            : update_list(exact, &round);
}

/* ---- answers ---- */

/* If nothing is known of some positions, nothing is certain. */
static Beliefs open_sat_all(Beliefs beliefs, Arena *arena)
{
    Belief *doubtful =
        arena_copy(arena, beliefs.items, beliefs.count * sizeof *doubtful);
    for (size_t i = 0; i < beliefs.count; i++)
        doubtful[i].certain = false;
    return (Beliefs){doubtful, beliefs.count};
}

static Beliefs ask(Filter *filter, About about)
{
    Exact *exact = (Exact *)filter;
    arena_free(exact->answers);
    exact->answers = arena_new();
    if (exact->histories) {
        bool limited;
        Beliefs beliefs = histories_ask(exact->histories, about, &exact->now,
                                        exact->answers, &limited);
        exact->limited = exact->limited || limited;
        return beliefs;
    }
    bool complete;
    Beliefs beliefs = set_ask(exact->world, &exact->now, exact->role, about,
                              exact->budget, exact->answers, &complete);
    exact->limited = exact->limited || !complete;
    return exact->lost || !complete ? open_sat_all(beliefs, exact->answers)
                                    : beliefs;
}

static bool limited(const Filter *filter)
{
    const Exact *exact = (const Exact *)filter;
    return exact->lost || exact->limited || exact->world->failure(exact->world);
}

static void done(Filter *filter)
{
    Exact *exact = (Exact *)filter;
    histories_free(exact->histories);
    set_free(&exact->now);
    set_free(&exact->spare);
    set_free(&exact->base);
    vec_free(&exact->since);
    arena_free(exact->stories);
    arena_free(exact->answers);
    step_grounder_free(exact->grounder);
    free(exact);
}

Filter *exact_new(const Game *game, World *world, const Net *net, size_t role,
                  const Budget *budget)
{
    Exact *exact = fatal_malloc(sizeof *exact);
    *exact = (Exact){.face = {reset, update, ask, limited, done},
                     .game = game,
                     .world = world,
                     .net = net,
                     .role = role,
                     .budget = budget,
                     .most_steps = MAX_STEPS};
    if (!net)
        exact->grounder = step_grounder_new(game, budget);
    set_init(&exact->now);
    set_init(&exact->spare);
    set_init(&exact->base);
    reset(&exact->face);
    return &exact->face;
}

void exact_limit(Filter *filter, size_t steps)
{
    ((Exact *)filter)->most_steps = steps;
}

bool exact_differ(Filter *filter, About about, const History *pair[2])
{
    Exact *exact = (Exact *)filter;
    const Candidate *two[2];
    if (exact->histories)
        ask(filter, about); /* finds two, if there are */
    if (!set_differ(exact->world, &exact->now, exact->role, about,
                    exact->budget, two))
        return false;
    pair[0] = two[0]->story;
    pair[1] = two[1]->story;
    return true;
}

/* Enough positions to draw from, if the solver finds them easily. */
static void fill_up(Exact *exact)
{
    for (int i = 0; i < DRAWN && exact->now.items.count < DRAWN; i++)
        if (histories_any(exact->histories, &exact->random, &exact->now) !=
            FOUND)
            return;
}

Candidate exact_sample(Filter *filter, Random *random)
{
    Exact *exact = (Exact *)filter;
    const PositionSet *now = &exact->now;
    double sum = 0;
    if (exact->histories)
        fill_up(exact);
    if (!now->items.count)
        return (Candidate){.weight = 0};
    for (size_t i = 0; i < now->items.count; i++)
        sum += now->items.items[i].weight;
    double mark =
        sum * (double)(random_next(random) >> 11) / (double)((uint64_t)1 << 53);
    for (size_t i = 0; i + 1 < now->items.count; i++) {
        mark -= now->items.items[i].weight;
        if (mark < 0)
            return now->items.items[i];
    }
    return vec_last(&now->items);
}
