/* histories.c - all plays consistent with the observations of a role, as
 * clauses
 *
 * In:   a net, positions to begin with, rounds as the role perceived them
 * Out:  plays with wanted properties, or that there are none
 * Next: know/exact_filter.c
 *
 * The net is unrolled over the rounds (sat/unroll.c), moves and percepts of
 * the role are unit clauses. What holds in all positions is computed as a
 * backbone is: one clause says that some answer differs from all answers seen
 * so far. Each model is a new position; when there is no model left, all
 * remaining answers are certain at once. Start reading at histories_ask().
 */
#include "know/histories.h"

#include "base/bits.h"
#include "base/memory.h"
#include "sat/unroll.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONFLICTS_PER_PLAY = 100000 };

struct Histories {
    const Net *net;
    Engine *engine;
    size_t role;
    const BeliefState *base;
    Arena *history_arena;
    Sat *sat;
    Unroll *unroll;
    SatLit *selectors; /* by position of the base: the play starts there */
    VEC(Observation) rounds;
    const double *log_scale; /* logarithm of what weights are divided by */
};

/* ---- clauses ---- */

/* Whether FEATURE holds in position NUMBER of the base. */
static bool base_holds(const BeliefState *base, size_t number, uint32_t feature)
{
    const uint64_t *state = base->positions.items[number].position.bytes;
    return get_bit(state, feature);
}

/* The play starts in exactly one of the positions of the base, by a selector
 * for each. */
static void encode_base(Histories *histories)
{
    const BeliefState *base = histories->base;
    Sat *sat = histories->sat;
    size_t count = base->positions.count;
    for (size_t i = 0; i < count; i++)
        histories->selectors[i] =
            count == 1 ? sat_true(sat) : sat_variable(sat);
    sat_clause(sat, histories->selectors, count);
    sat_at_most_one(sat, histories->selectors, count);
    for (uint32_t feature = 0; feature < histories->net->feature_count;
         feature++) {
        size_t holding_count = 0;
        for (size_t i = 0; i < count; i++)
            holding_count += base_holds(base, i, feature);
        bool differs = holding_count > 0 && holding_count < count;
        SatLit lit = differs         ? sat_variable(sat)
                     : holding_count ? sat_true(sat)
                                     : -sat_true(sat);
        unroll_set_initial(histories->unroll, feature, lit);
        for (size_t i = 0; i < count && differs; i++)
            sat_clause2(sat, -histories->selectors[i],
                        base_holds(base, i, feature) ? lit : -lit);
    }
}

Histories *histories_new(const Net *net, Engine *engine, size_t role,
                         const BeliefState *base, const double *log_scale,
                         Arena *history_arena, const Budget *budget)
{
    Histories *histories = memory_alloc(sizeof *histories);
    assert(base->positions.count > 0);
    *histories = (Histories){.net = net,
                             .engine = engine,
                             .role = role,
                             .base = base,
                             .log_scale = log_scale,
                             .history_arena = history_arena,
                             .sat = sat_new(budget)};
    sat_option(histories->sat, "lucky",
               0); /* never succeeds here, and takes long */
    sat_option(histories->sat, "walk", 0);
    histories->unroll = unroll_new(net, histories->sat, UNROLL_ANY);
    histories->selectors =
        memory_array(base->positions.count, sizeof *histories->selectors);
    encode_base(histories);
    return histories;
}

void histories_free(Histories *histories)
{
    if (!histories)
        return;
    unroll_free(histories->unroll);
    sat_free(histories->sat);
    memory_free(histories->selectors);
    vec_free(&histories->rounds);
    memory_free(histories);
}

void histories_add(Histories *histories, const Observation *observation)
{
    assert(observation->role == histories->role);
    const Role *role = &histories->net->roles[histories->role];
    size_t step = histories->rounds.count, matched_count = 0;
    TermList percepts = observation->percepts;
    vec_push(&histories->rounds, *observation);
    uint32_t move =
        net_move(histories->net, histories->role, observation->move);
    if (move == NO_INDEX)
        sat_clause1(histories->sat, -sat_true(histories->sat));
    else
        unroll_fix_move(histories->unroll, step, histories->role, move);
    unroll_step(histories->unroll, step);
    for (size_t i = 0; i < role->percept_count; i++) {
        SatLit percept =
            unroll_lit(histories->unroll, step, role->percepts[i].lit);
        bool is_seen = matched_count < percepts.count &&
                       percepts.items[matched_count] == role->percepts[i].term;
        matched_count += is_seen;
        sat_clause1(histories->sat, is_seen ? percept : -percept);
    }
    if (matched_count < percepts.count)
        sat_clause1(histories->sat, -sat_true(histories->sat));
    if (sat_solve(histories->sat, 0) != SAT_NO)
        unroll_fold_fixed(histories->unroll, step + 1);
}

/* ---- plays ---- */

static const PossiblePosition *
selected_base_position(const Histories *histories)
{
    size_t i = 0;
    while (i + 1 < histories->base->positions.count &&
           !sat_value(histories->sat, histories->selectors[i]))
        i++;
    return &histories->base->positions.items[i];
}

/* Replays step STEP of the model from *POSITION, and sets it to the position
 * after it, in SCRATCH. False if a move is not legal or the percepts differ. */
static bool replay_step(Histories *histories, size_t step, Arena *scratch,
                        Bytes *position, const History **history,
                        double *log_weight)
{
    assert(step < histories->rounds.count);
    Engine *engine = histories->engine;
    const Observation *observation = &histories->rounds.items[step];
    size_t role_count = engine_roles(engine);
    uint32_t *choices = arena_array(scratch, uint32_t, role_count);
    const Term **moves = arena_array(scratch, const Term *, role_count);
    for (size_t i = 0; i < role_count; i++) {
        uint32_t move = unroll_model_move(histories->unroll, step, i);
        if (move == NO_INDEX)
            return false;
        moves[i] = histories->net->roles[i].moves[move];
    }
    engine_set(engine, *position);
    if (moves[observation->role] != observation->move ||
        !engine_find_choices(engine, moves, choices))
        return false;
    for (size_t i = 0; i < role_count; i++)
        if (i != observation->role)
            *log_weight -= log((double)engine_legal_count(engine, i));
    *position = bytes_copy(scratch, engine_next(engine, choices));
    *history =
        history_extend(histories->history_arena, *history, moves, role_count);
    return engine_perceives(engine, observation->role, observation->percepts);
}

/* Adds the position that the model leads to. False if the replay fails: then
 * encoding and engine disagree, and nothing is concluded. */
static bool add_model_position(Histories *histories, BeliefState *sample)
{
    const PossiblePosition *start = selected_base_position(histories);
    const History *history = start->history;
    double log_weight = log(start->weight) - *histories->log_scale;
    Bytes position = start->position;
    Arena *scratch = arena_new();
    bool is_valid = true;
    for (size_t i = 0; i < histories->rounds.count && is_valid; i++)
        is_valid = replay_step(histories, i, scratch, &position, &history,
                               &log_weight);
    if (is_valid) {
        PossiblePosition *added =
            belief_state_add(sample, position, exp(log_weight));
        if (added)
            added->history = history;
    }
    arena_free(scratch);
    return is_valid;
}

/* Solves under the current assumptions and adds the position found. */
static PlaySearch solve_for_play(Histories *histories, BeliefState *sample)
{
    switch (unroll_solve(histories->unroll, MAX_CONFLICTS_PER_PLAY)) {
    case SAT_YES:
        return add_model_position(histories, sample) ? PLAY_FOUND
                                                     : PLAY_UNKNOWN;
    case SAT_NO:
        return NO_PLAY;
    default:
        return PLAY_UNKNOWN;
    }
}

/* ---- questions ---- */

typedef struct {
    const Term *term;
    SatLit lit;
    bool seen_true, seen_false; /* in some position */
} QueriedTerm;

typedef VEC(QueriedTerm) Queries;

/* Adds TERM to what is asked, unless its literal is known to be false. */
static void add_query(Histories *histories, Queries *queries, const Term *term,
                      SatLit lit)
{
    SatLit truth = sat_true(histories->sat);
    if (lit != -truth)
        vec_push(queries, (QueriedTerm){.term = term, .lit = lit});
}

static void make_queries(Histories *histories, KnowledgeQuestion question,
                         Queries *queries)
{
    const Net *net = histories->net;
    const Role *role = &net->roles[histories->role];
    size_t position = histories->rounds.count;
    switch (question) {
    case QUESTION_LEGAL:
        for (size_t i = 0; i < role->move_count; i++)
            add_query(histories, queries, role->moves[i],
                      unroll_lit(histories->unroll, position, role->legal[i]));
        break;
    case QUESTION_GOAL:
        for (size_t i = 0; i < role->goal_count; i++)
            add_query(
                histories, queries, role->goals[i].term,
                unroll_lit(histories->unroll, position, role->goals[i].lit));
        break;
    case QUESTION_FEATURES:
        for (uint32_t i = 0; i < net->feature_count; i++)
            add_query(histories, queries, net->features[i],
                      unroll_feature(histories->unroll, position, i));
        break;
    default: /* terminal: one query, of which the term does not matter */
        add_query(histories, queries, net->roles[0].name,
                  unroll_lit(histories->unroll, position, net->terminal));
    }
}

/* Records the answer in one position. */
static void record_answer(Histories *histories, KnowledgeQuestion question,
                          const PossiblePosition *possible, Queries *queries)
{
    Arena *scratch = arena_new();
    TermList answer;
    if (position_answer(histories->engine, possible->position, histories->role,
                        question, scratch, &answer))
        for (size_t i = 0; i < queries->count; i++) {
            QueriedTerm *query = &queries->items[i];
            bool seen_true = find_term(answer.items, answer.count,
                                       query->term) < answer.count;
            query->seen_true = query->seen_true || seen_true;
            query->seen_false = query->seen_false || !seen_true;
        }
    arena_free(scratch);
}

/* Assumes that some answer differs from all that were seen. Returns the
 * activation literal, or 0 if no other answer is left. QUESTION_LEGAL is only
 * about positions that are not terminal. */
static SatLit assume_new_answer(Histories *histories,
                                KnowledgeQuestion question,
                                const Queries *queries)
{
    Sat *sat = histories->sat;
    SatLits clause = {0};
    for (size_t i = 0; i < queries->count; i++) {
        const QueriedTerm *query = &queries->items[i];
        if (!query->seen_true)
            vec_push(&clause, query->lit);
        if (!query->seen_false && query->lit != sat_true(sat))
            vec_push(&clause, -query->lit);
    }
    SatLit activation =
        clause.count ? sat_question(sat, clause.items, clause.count) : 0;
    if (activation) {
        SatLit terminal = unroll_lit(histories->unroll, histories->rounds.count,
                                     histories->net->terminal);
        if (question == QUESTION_LEGAL)
            sat_assume(sat, -terminal);
        sat_assume(sat, activation);
    }
    vec_free(&clause);
    return activation;
}

/* Finds positions with new answers until there are none. */
static PlaySearch find_all_answers(Histories *histories,
                                   KnowledgeQuestion question,
                                   BeliefState *sample, Queries *queries)
{
    SatLit activation;
    for (size_t i = 0; i < sample->positions.count; i++)
        record_answer(histories, question, &sample->positions.items[i],
                      queries);
    while ((activation = assume_new_answer(histories, question, queries))) {
        size_t count_before = sample->positions.count;
        PlaySearch search = solve_for_play(histories, sample);
        sat_retire(histories->sat, activation);
        if (search != PLAY_FOUND)
            return search;
        if (sample->positions.count == count_before)
            return PLAY_UNKNOWN; /* encoding and engine disagree */
        record_answer(histories, question, &vec_last(&sample->positions),
                      queries);
    }
    return NO_PLAY;
}

Beliefs histories_ask(Histories *histories, KnowledgeQuestion question,
                      BeliefState *sample, Arena *arena, bool *is_limited)
{
    Queries queries = {0};
    BeliefVec beliefs = {0};
    make_queries(histories, question, &queries);
    *is_limited =
        find_all_answers(histories, question, sample, &queries) == PLAY_UNKNOWN;
    for (size_t i = 0; i < queries.count; i++) {
        const QueriedTerm *query = &queries.items[i];
        Belief belief = {query->term, query->seen_true && !query->seen_false &&
                                          !*is_limited};
        if (query->seen_true || *is_limited)
            vec_push(&beliefs, belief);
    }
    vec_free(&queries);
    return beliefs_finish(&beliefs, arena);
}

PlaySearch histories_find_random(Histories *histories, Random *random,
                                 BeliefState *sample)
{
    const Net *net = histories->net;
    size_t step_count = histories->rounds.count;
    for (int attempt = 0; attempt < 3 && step_count; attempt++) {
        size_t role = random_below(random, (uint32_t)net->role_count);
        size_t move_count = net->roles[role].move_count;
        size_t step = random_below(random, (uint32_t)step_count);
        if (role == histories->role || !move_count)
            continue;
        uint32_t move = random_below(random, (uint32_t)move_count);
        sat_assume(histories->sat,
                   unroll_move(histories->unroll, step, role, move));
        if (solve_for_play(histories, sample) == PLAY_FOUND)
            return PLAY_FOUND;
    }
    return solve_for_play(histories, sample);
}
