/* exact_filter.c - exact filter: the complete set of possible positions
 *
 * In:   a game, a role, its moves and percepts
 * Out:  what holds in every position that the role cannot exclude
 *
 * The positions are listed (know/belief_state.c) while there are at most
 * MAX_LISTING_STEPS joint moves to try. Beyond that, the consistent plays from
 * the last small set, the base, become clauses (know/histories.c), and only a
 * sample of the positions is kept as counterexamples to certainty. Start
 * reading at exact_update().
 */
#include "know/exact_filter.h"

#include "base/memory.h"
#include "know/histories.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
    MAX_LISTING_STEPS = 20000,      /* to list the positions after a round */
    MAX_STEPS_WITHOUT_NET = 400000, /* the same, if there is no net */
    MAX_BASE_POSITIONS = 300,       /* positions of a base */
    SAMPLE_POOL_SIZE = 24,          /* positions to draw a random one from */
};

typedef struct {
    Filter interface;
    const Game *game;
    Engine *engine;
    const Net *net;
    size_t role;
    const Budget *budget;
    size_t max_listing_steps;
    BeliefState current; /* all, or a sample if there are HISTORIES */
    BeliefState spare;
    bool rest_unknown; /* nothing is known of positions besides CURRENT */
    bool limited;      /* a limit cut the last answer short */
    BeliefState base;
    VEC(Observation) rounds_since_base; /* rounds, until there are clauses */
    double log_scale; /* log of the divisors of weights since the base */
    Histories *histories;
    Arena *history_arena, *answer_arena;
    Random random;
} ExactFilter;

/* ---- moves of other roles that percepts reveal ----
 *
 * A percept was derived by a rule whose head matches it. If all these rules
 * have the same condition does(R,M), then R made move M. */

/* Whether TERM is an instance of PATTERN, a term of CLAUSE. VALUES are those of
 * the variables of CLAUSE; one that has none yet stands for itself. */
static bool match_term(const Clause *clause, const Term **values,
                       const Term *pattern, const Term *term)
{
    if (term_is_ground(pattern))
        return pattern == term;
    if (term_is_variable(pattern)) {
        const Term **value = &values[clause_variable(clause, pattern)];
        if (*value == pattern)
            *value = term;
        return *value == term;
    }
    if (pattern->symbol != term->symbol || pattern->arity != term->arity)
        return false;
    for (size_t i = 0; i < pattern->arity; i++)
        if (!match_term(clause, values, pattern->args[i], term->args[i]))
            return false;
    return true;
}

/* The move of ROLE that CLAUSE requires to derive sees(OBSERVER,PERCEPT). False
 * if it cannot derive that; *MOVE is NULL if it requires no move of ROLE. */
static bool required_move(const Game *game, const Clause *clause,
                          const Term *observer, const Term *percept,
                          const Term *role, const Term **move, Arena *arena)
{
    size_t count = clause->variable_count;
    const Term **values =
        arena_copy(arena, clause->variables, count * sizeof *values);
    *move = NULL;
    if (!match_term(clause, values, clause->head->args[0], observer) ||
        !match_term(clause, values, clause->head->args[1], percept))
        return false;
    for (size_t i = 0; i < clause->count && !*move; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind != LITERAL_POSITIVE ||
            literal->relation != game->keyword[KEYWORD_DOES])
            continue;
        const Term *does = term_substitute(game->terms, literal->atom, count,
                                           clause->variables, values);
        if (term_is_ground(does) && does->args[0] == role)
            *move = does->args[1];
    }
    return true;
}

/* The move of ROLE that all clauses for sees(OBSERVER,PERCEPT) require, or
 * NULL. */
static const Term *revealed_by_percept(const Game *game, const Term *observer,
                                       const Term *percept, const Term *role,
                                       Arena *arena)
{
    const Term *revealed = NULL;
    each_clause (clause, game) {
        const Term *move;
        if (clause->relation != game->keyword[KEYWORD_SEES] ||
            !required_move(game, clause, observer, percept, role, &move, arena))
            continue;
        if (!move || (revealed && revealed != move))
            return NULL;
        revealed = move;
    }
    return revealed;
}

const Term *const *revealed_moves(const Game *game, const Engine *engine,
                                  const Observation *observation, Arena *arena)
{
    size_t role_count = engine_roles(engine);
    const Term **revealed = arena_array(arena, const Term *, role_count);
    for (size_t i = 0; i < role_count; i++)
        for (size_t k = 0; k < observation->percepts.count && !revealed[i]; k++)
            revealed[i] = revealed_by_percept(
                game, engine_role(engine, observation->role),
                observation->percepts.items[k], engine_role(engine, i), arena);
    revealed[observation->role] = observation->move;
    return revealed;
}

/* ---- the base ---- */

/* CURRENT is complete and small: it becomes the base, the rounds before are
 * dropped. */
static void make_base(ExactFilter *exact)
{
    assert(!exact->rest_unknown); /* it is complete */
    histories_free(exact->histories);
    exact->histories = NULL;
    exact->log_scale = 0;
    vec_clear(&exact->rounds_since_base);
    belief_state_clear(&exact->base);
    for (size_t i = 0; i < exact->current.positions.count; i++) {
        const PossiblePosition *possible = &exact->current.positions.items[i];
        belief_state_add(&exact->base, possible->position, possible->weight)
            ->history = possible->history;
    }
    assert(exact->base.positions.count == exact->current.positions.count);
}

static void exact_reset(Filter *filter)
{
    ExactFilter *exact = (ExactFilter *)filter;
    histories_free(exact->histories);
    exact->histories = NULL;
    arena_free(exact->history_arena);
    exact->history_arena = arena_new();
    exact->rest_unknown = exact->limited = false;
    exact->random = random_new(1, exact->role);
    belief_state_clear(&exact->current);
    belief_state_add(&exact->current, engine_initial(exact->engine), 1);
    make_base(exact);
}

/* ---- one round ---- */

/* CURRENT becomes what follows it; false if a limit was reached. */
static bool update_current(ExactFilter *exact, const Observation *observation,
                           const UpdateLimits *limits)
{
    belief_state_clear(&exact->spare);
    bool is_complete =
        belief_state_update(exact->engine, &exact->current, observation, limits,
                            &exact->spare, exact->history_arena);
    BeliefState swap = exact->current;
    exact->current = exact->spare;
    exact->spare = swap;
    return is_complete;
}

static void normalise_current(ExactFilter *exact)
{
    double sum = belief_state_normalise(&exact->current);
    if (sum > 0)
        exact->log_scale += log(sum);
}

/* Switches from listed positions to clauses. */
static void switch_to_clauses(ExactFilter *exact)
{
    assert(exact->net && !exact->histories);
    exact->histories =
        histories_new(exact->net, exact->engine, exact->role, &exact->base,
                      &exact->log_scale, exact->history_arena, exact->budget);
    for (size_t i = 0; i < exact->rounds_since_base.count; i++)
        histories_add(exact->histories, &exact->rounds_since_base.items[i]);
    vec_clear(&exact->rounds_since_base);
}

/* Without a net there are no clauses: nothing is known of positions that were
 * not listed. */
static bool update_listed(ExactFilter *exact, const Observation *observation)
{
    assert(!exact->histories);
    vec_push(&exact->rounds_since_base, *observation);
    const UpdateLimits limits = {.max_steps = exact->net
                                                  ? exact->max_listing_steps
                                                  : MAX_STEPS_WITHOUT_NET,
                                 .budget = exact->budget};
    bool is_complete = update_current(exact, observation, &limits);
    if (!is_complete && exact->net)
        switch_to_clauses(exact);
    else if (!is_complete)
        exact->rest_unknown = true;
    normalise_current(exact);
    bool is_partial = exact->histories || exact->rest_unknown;
    if (!is_partial && exact->current.positions.count <= MAX_BASE_POSITIONS)
        make_base(exact);
    return exact->current.positions.count > 0 || is_partial;
}

/* Updates the clauses and the sample; asks the solver for a position if no
 * sampled one is left. */
static bool update_clauses(ExactFilter *exact, const Observation *observation)
{
    const UpdateLimits limits = {.random = &exact->random};
    histories_add(exact->histories, observation);
    update_current(exact, observation, &limits);
    normalise_current(exact);
    if (!exact->current.positions.count) {
        PlaySearch search = histories_find_random(
            exact->histories, &exact->random, &exact->current);
        exact->limited = search == PLAY_UNKNOWN;
        if (search == NO_PLAY)
            return false;
    }
    return true;
}

static bool exact_update(Filter *filter, const Term *move, TermList percepts)
{
    ExactFilter *exact = (ExactFilter *)filter;
    Arena *arena = exact->history_arena;
    Observation observation = {.role = exact->role,
                               .move = move,
                               .percepts = term_list_copy(arena, percepts)};
    observation.revealed =
        revealed_moves(exact->game, exact->engine, &observation, arena);
    exact->limited = false;
    return exact->histories ? update_clauses(exact, &observation)
                            : update_listed(exact, &observation);
}

/* ---- answers ---- */

static Beliefs exact_ask(Filter *filter, KnowledgeQuestion question)
{
    ExactFilter *exact = (ExactFilter *)filter;
    arena_free(exact->answer_arena);
    exact->answer_arena = arena_new();
    bool is_limited = exact->rest_unknown;
    Beliefs beliefs =
        exact->histories
            ? histories_ask(exact->histories, question, &exact->current,
                            exact->answer_arena, &is_limited)
            : belief_state_ask(exact->engine, &exact->current, exact->role,
                               question, exact->budget, exact->answer_arena,
                               &is_limited);
    exact->limited = exact->limited || is_limited;
    return beliefs;
}

static bool exact_limited(const Filter *filter)
{
    const ExactFilter *exact = (const ExactFilter *)filter;
    return exact->rest_unknown || exact->limited ||
           engine_failure(exact->engine);
}

static void exact_free(Filter *filter)
{
    ExactFilter *exact = (ExactFilter *)filter;
    histories_free(exact->histories);
    belief_state_free(&exact->current);
    belief_state_free(&exact->spare);
    belief_state_free(&exact->base);
    vec_free(&exact->rounds_since_base);
    arena_free(exact->history_arena);
    arena_free(exact->answer_arena);
    memory_free(exact);
}

Filter *exact_new(const Game *game, Engine *engine, const Net *net, size_t role,
                  const Budget *budget)
{
    ExactFilter *exact = memory_alloc(sizeof *exact);
    *exact = (ExactFilter){.interface = {exact_reset, exact_update, exact_ask,
                                         exact_limited, exact_free},
                           .game = game,
                           .engine = engine,
                           .net = net,
                           .role = role,
                           .budget = budget,
                           .max_listing_steps = MAX_LISTING_STEPS};
    exact_reset(&exact->interface);
    return &exact->interface;
}

void exact_limit_steps(Filter *filter, size_t max_steps)
{
    ((ExactFilter *)filter)->max_listing_steps = max_steps;
}

bool exact_find_difference(Filter *filter, KnowledgeQuestion question,
                           const History *pair[2])
{
    ExactFilter *exact = (ExactFilter *)filter;
    const PossiblePosition *differing[2];
    if (exact->histories)
        exact_ask(filter, question); /* samples two such positions */
    if (!belief_state_find_difference(exact->engine, &exact->current,
                                      exact->role, question, false,
                                      exact->budget, differing))
        return false;
    pair[0] = differing[0]->history;
    pair[1] = differing[1]->history;
    return true;
}

/* Adds random positions to the sample until there are enough to draw from. */
static void fill_sample_pool(ExactFilter *exact)
{
    assert(exact->histories);
    for (int i = 0; i < SAMPLE_POOL_SIZE &&
                    exact->current.positions.count < SAMPLE_POOL_SIZE;
         i++)
        if (histories_find_random(exact->histories, &exact->random,
                                  &exact->current) != PLAY_FOUND)
            return;
}

PossiblePosition exact_sample(Filter *filter, Random *random)
{
    ExactFilter *exact = (ExactFilter *)filter;
    const BeliefState *current = &exact->current;
    double sum = 0;
    if (exact->histories)
        fill_sample_pool(exact);
    if (!current->positions.count)
        return (PossiblePosition){.weight = 0};
    for (size_t i = 0; i < current->positions.count; i++)
        sum += current->positions.items[i].weight;
    double remaining =
        sum * (double)(random_next(random) >> 11) / (double)((uint64_t)1 << 53);
    for (size_t i = 0; i + 1 < current->positions.count; i++) {
        remaining -= current->positions.items[i].weight;
        if (remaining < 0)
            return current->positions.items[i];
    }
    return vec_last(&current->positions);
}
