/* histories.c - all plays that agree with what a role perceived, as clauses
 *
 * In:   a net, positions to begin with, rounds as the role perceived them
 * Out:  plays with wanted properties, or that there are none
 * Next: know/exact.c
 *
 * What is common to all plays is found as a backbone is: one clause says that
 * something is otherwise than in all positions seen so far. Each model is a new
 * position, and when there is none left, all is proved at once. Start reading
 * at histories_ask().
 */
#include "know/histories.h"

#include "sat/unroll.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONFLICTS = 100000 };

struct Histories {
    const Net *net;
    World *world;
    size_t role;
    const PositionSet *base;
    Arena *stories;
    Sat *sat;
    Unroll *unroll;
    SatLit *selectors;      /* by position of the base */
    VEC(Round) rounds;      /* percepts are copied */
    VEC(uint64_t) position; /* where a replay stands */
    double scale;
};

/* ---- clauses ---- */

static bool holds(const PositionSet *set, size_t number, uint32_t feature)
{
    const uint64_t *state = set->items.items[number].position.bytes;
    return state[feature / 64] >> feature % 64 & 1;
}

/* One of the positions of the base, by a selector for each. */
static void select_base(Histories *histories)
{
    const PositionSet *base = histories->base;
    Sat *sat = histories->sat;
    size_t count = base->items.count;
    for (size_t i = 0; i < count; i++)
        histories->selectors[i] =
            count == 1 ? sat_true(sat) : sat_variable(sat);
    sat_clause(sat, histories->selectors, count);
    sat_at_most_one(sat, histories->selectors, count);
    for (uint32_t f = 0; f < histories->net->feature_count; f++) {
        size_t times = 0;
        SatLit feature = sat_true(sat);
        for (size_t i = 0; i < count; i++)
            times += holds(base, i, f);
        if (times > 0 && times < count)
            feature = sat_variable(sat);
        unroll_begin(histories->unroll, f, times ? feature : -feature);
        for (size_t i = 0; i < count && times && times < count; i++)
            sat_clause2(sat, -histories->selectors[i],
                        holds(base, i, f) ? feature : -feature);
    }
}

Histories *histories_new(const Net *net, World *world, size_t role,
                         const PositionSet *base, Arena *stories,
                         const Budget *budget)
{
    Histories *histories = fatal_malloc(sizeof *histories);
    Bytes initial = world->initial(world);
    bool from_initial = base->items.count == 1 && !base->items.items[0].story &&
                        memcmp(base->items.items[0].position.bytes,
                               initial.bytes, initial.length) == 0;
    *histories = (Histories){.net = net,
                             .world = world,
                             .role = role,
                             .base = base,
                             .stories = stories,
                             .sat = sat_new(budget)};
    sat_option(histories->sat, "lucky", 0); /* never, and it takes long */
    sat_option(histories->sat, "walk", 0);
    histories->unroll = unroll_new(net, histories->sat,
                                   from_initial ? UNROLL_INITIAL : UNROLL_ANY);
    histories->selectors =
        fatal_malloc(base->items.count * sizeof *histories->selectors);
    histories->selectors[0] = sat_true(histories->sat);
    if (!from_initial)
        select_base(histories);
    return histories;
}

void histories_free(Histories *histories)
{
    if (!histories)
        return;
    unroll_free(histories->unroll);
    sat_free(histories->sat);
    free(histories->selectors);
    vec_free(&histories->rounds);
    vec_free(&histories->position);
    free(histories);
}

void histories_add(Histories *histories, const Round *round)
{
    const Role *role = &histories->net->roles[histories->role];
    size_t step = histories->rounds.count, met = 0;
    TermList percepts = round->percepts;
    Round kept = {round->role,
                  round->move,
                  {arena_copy(histories->stories, percepts.items,
                              percepts.count * sizeof *percepts.items),
                   percepts.count}};
    vec_push(&histories->rounds, kept);
    uint32_t move = net_move(histories->net, histories->role, round->move);
    if (move == NO_INDEX)
        sat_clause1(histories->sat, -sat_true(histories->sat));
    else
        unroll_choose(histories->unroll, step, histories->role, move);
    unroll_step(histories->unroll, step);
    for (size_t i = 0; i < role->percept_count; i++) {
        SatLit percept =
            unroll_lit(histories->unroll, step, role->percepts[i].lit);
        bool seen = met < percepts.count &&
                    percepts.items[met] == role->percepts[i].term;
        met += seen;
        sat_clause1(histories->sat, seen ? percept : -percept);
    }
    if (met < percepts.count)
        sat_clause1(histories->sat, -sat_true(histories->sat));
    if (sat_solve(histories->sat, 0) != SAT_NO)
        unroll_fold(histories->unroll, step + 1);
}

void histories_scale(Histories *histories, double logarithm)
{
    histories->scale += logarithm;
}

/* ---- plays ---- */

static const Candidate *chosen_base(const Histories *histories)
{
    size_t i = 0;
    while (i + 1 < histories->base->items.count &&
           !sat_value(histories->sat, histories->selectors[i]))
        i++;
    return &histories->base->items.items[i];
}

static Bytes stand(Histories *histories, Bytes position)
{
    size_t words = position.length / sizeof(uint64_t);
    vec_clear(&histories->position);
    for (size_t i = 0; i < words; i++)
        vec_push(&histories->position, ((const uint64_t *)position.bytes)[i]);
    Bytes here = {histories->position.items, position.length};
    histories->world->set(histories->world, here);
    return here;
}

/* Replays step STEP of the model from where the world stands. */
static bool replay_step(Histories *histories, size_t step, Bytes *here,
                        const History **story, double *logarithm)
{
    World *world = histories->world;
    const Round *round = &histories->rounds.items[step];
    Arena *scratch = arena_new();
    uint32_t *choices = arena_array(scratch, uint32_t, world->roles);
    const Term **moves = arena_array(scratch, const Term *, world->roles);
    bool right = !world->terminal(world);
    for (size_t i = 0; i < world->roles && right; i++) {
        TermList legal = world->legal(world, i);
        uint32_t made = unroll_made(histories->unroll, step, i);
        right = made != NO_INDEX;
        if (!right)
            break;
        moves[i] = histories->net->roles[i].moves[made];
        choices[i] = (uint32_t)term_list_find(legal, moves[i]);
        right = choices[i] < legal.count;
        if (i != round->role)
            *logarithm -= log((double)legal.count);
    }
    if (right) {
        Bytes next = world->next(world, choices);
        right = moves[round->role] == round->move &&
                world->perceives(world, round->role, round->percepts);
        *story = story_add(histories->stories, *story, moves, world->roles);
        *here = stand(histories, next);
    }
    arena_free(scratch);
    return right;
}

/* Adds the position that the model leads to. False if it does not: then we are
 * mistaken somewhere, and say nothing. */
static bool add_model(Histories *histories, PositionSet *seen)
{
    const Candidate *from = chosen_base(histories);
    const History *story = from->story;
    double logarithm = log(from->weight) - histories->scale;
    Bytes here = stand(histories, from->position);
    for (size_t i = 0; i < histories->rounds.count; i++)
        if (!replay_step(histories, i, &here, &story, &logarithm))
            return false;
    set_add(seen, here, exp(logarithm), story);
    return true;
}

/* Solves with what was assumed. */
static Search find(Histories *histories, PositionSet *seen)
{
    switch (unroll_solve(histories->unroll, MAX_CONFLICTS)) {
    case SAT_YES:
        return add_model(histories, seen) ? FOUND : GIVEN_UP;
    case SAT_NO:
        return NONE;
    default:
        return GIVEN_UP;
    }
}

/* ---- questions ---- */

typedef struct {
    const Term *term;
    SatLit lit;
    bool yes, no; /* in some position seen it holds, or does not */
} Query;

typedef VEC(Query) Queries;

static void add_query(Histories *histories, Queries *queries, const Term *term,
                      SatLit lit)
{
    SatLit truth = sat_true(histories->sat);
    Query query = {.term = term, .lit = lit};
    if (lit != -truth)
        vec_push(queries, query);
}

static void make_queries(Histories *histories, About about, Queries *queries)
{
    const Net *net = histories->net;
    const Role *role = &net->roles[histories->role];
    size_t now = histories->rounds.count;
    switch (about) {
    case ABOUT_LEGAL:
        for (size_t i = 0; i < role->move_count; i++)
            add_query(histories, queries, role->moves[i],
                      unroll_lit(histories->unroll, now, role->legal[i]));
        break;
    case ABOUT_GOAL:
        for (size_t i = 0; i < role->goal_count; i++)
            add_query(histories, queries, role->goals[i].term,
                      unroll_lit(histories->unroll, now, role->goals[i].lit));
        break;
    case ABOUT_FEATURES:
        for (uint32_t i = 0; i < net->feature_count; i++)
            add_query(histories, queries, net->features[i],
                      unroll_feature(histories->unroll, now, i));
        break;
    default:
        add_query(histories, queries, net->roles[0].name,
                  unroll_lit(histories->unroll, now, net->terminal));
    }
}

/* What one position says. */
static void note_answer(Histories *histories, About about,
                        const Candidate *candidate, Queries *queries)
{
    Arena *scratch = arena_new();
    const Term *place;
    TermList list;
    size_t met = 0;
    if (set_answer(histories->world, candidate->position, histories->role,
                   about, &place, scratch, &list))
        for (size_t i = 0; i < queries->count; i++) {
            Query *query = &queries->items[i];
            while (met < list.count && list.items[met] != query->term &&
                   term_compare(list.items[met], query->term) < 0)
                met++;
            bool yes = met < list.count && list.items[met] == query->term;
            query->yes = query->yes || yes;
            query->no = query->no || !yes;
        }
    arena_free(scratch);
}

/* Assumes that some answer is other than all that were seen. Returns the
 * literal by which, or 0 if no other is left. Nobody is asked for a move in a
 * position that is over. */
static SatLit assume_surprise(Histories *histories, About about,
                              const Queries *queries)
{
    Sat *sat = histories->sat;
    VEC(SatLit) clause = {0};
    for (size_t i = 0; i < queries->count; i++) {
        const Query *query = &queries->items[i];
        if (!query->yes)
            vec_push(&clause, query->lit);
        if (!query->no && query->lit != sat_true(sat))
            vec_push(&clause, -query->lit);
    }
    SatLit active = clause.count ? sat_variable(sat) : 0;
    if (active) {
        vec_push(&clause, -active);
        sat_clause(sat, clause.items, clause.count);
        SatLit over = unroll_lit(histories->unroll, histories->rounds.count,
                                 histories->net->terminal);
        if (about == ABOUT_LEGAL)
            sat_assume(sat, -over);
        sat_assume(sat, active);
    }
    vec_free(&clause);
    return active;
}

/* Looks for surprises until there are none. */
static Search settle(Histories *histories, About about, PositionSet *seen,
                     Queries *queries)
{
    SatLit active;
    for (size_t i = 0; i < seen->items.count; i++)
        note_answer(histories, about, &seen->items.items[i], queries);
    while ((active = assume_surprise(histories, about, queries))) {
        size_t before = seen->items.count;
        Search search = find(histories, seen);
        sat_clause1(histories->sat, -active);
        if (search != FOUND)
            return search;
        if (seen->items.count == before)
            return GIVEN_UP; /* it was no surprise: our mistake */
        note_answer(histories, about, &vec_last(&seen->items), queries);
    }
    return NONE;
}

Beliefs histories_ask(Histories *histories, About about, PositionSet *seen,
                      Arena *arena, bool *limited)
{
    Queries queries = {0};
    VEC(Belief) beliefs = {0};
    make_queries(histories, about, &queries);
    *limited = settle(histories, about, seen, &queries) == GIVEN_UP;
    for (size_t i = 0; i < queries.count; i++) {
        const Query *query = &queries.items[i];
        Belief belief = {query->term, query->yes && !query->no && !*limited};
        if (query->yes || *limited)
            vec_push(&beliefs, belief);
    }
    vec_free(&queries);
    Beliefs result = {.count = beliefs.count};
    result.items = vec_finish(&beliefs, arena);
    return result;
}

/* ---- positions ---- */

/* Clauses, if ACTIVE, that exclude a position. */
static void exclude(Histories *histories, const Candidate *candidate,
                    SatLit active)
{
    const uint64_t *state = candidate->position.bytes;
    VEC(SatLit) clause = {0};
    vec_push(&clause, -active);
    for (uint32_t i = 0; i < histories->net->feature_count; i++) {
        SatLit lit =
            unroll_feature(histories->unroll, histories->rounds.count, i);
        vec_push(&clause, state[i / 64] >> i % 64 & 1 ? -lit : lit);
    }
    sat_clause(histories->sat, clause.items, clause.count);
    vec_free(&clause);
}

Search histories_all(Histories *histories, size_t most, PositionSet *seen)
{
    SatLit active = sat_variable(histories->sat);
    Search search = FOUND;
    for (size_t i = 0; i <= seen->items.count; i++) {
        if (i < seen->items.count) {
            exclude(histories, &seen->items.items[i], active);
            continue;
        }
        if (i > most)
            break;
        sat_assume(histories->sat, active);
        search = find(histories, seen);
        if (search != FOUND || i == seen->items.count)
            break;
        i--; /* the new one is to be excluded */
    }
    sat_clause1(histories->sat, -active);
    return search;
}

Search histories_any(Histories *histories, Random *random, PositionSet *seen)
{
    const Net *net = histories->net;
    size_t steps = histories->rounds.count;
    for (int tries = 0; tries < 3 && steps; tries++) {
        size_t role = random_below(random, (uint32_t)net->role_count);
        size_t moves = net->roles[role].move_count;
        size_t step = random_below(random, (uint32_t)steps);
        if (role == histories->role || !moves)
            continue;
        uint32_t move = random_below(random, (uint32_t)moves);
        sat_assume(histories->sat,
                   unroll_move(histories->unroll, step, role, move));
        if (find(histories, seen) == FOUND)
            return FOUND;
    }
    return find(histories, seen);
}
