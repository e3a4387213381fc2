/* belief_state.c - belief state: the set of positions a role considers possible
 *
 * In:   positions, a move of the role and its percepts
 * Out:  the positions that can follow, and what holds in all of them
 * Next: know/exact_filter.c
 *
 * The belief update of a partially observable game by enumeration: every joint
 * move with the role's own move is made, and the successors with exactly the
 * observed percepts are kept. Start reading at belief_state_update().
 */
#include "know/belief_state.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUDGET_POLL_INTERVAL = 64,  /* steps or positions between budget checks */
    MAX_SAMPLED_POSITIONS = 64, /* after a round, if joint moves are random: */
    TRIES_PER_POSITION = 10,    /* so many of them from a position */
};

const History *history_extend(Arena *arena, const History *previous,
                              const Term *const *moves, size_t role_count)
{
    History *history = arena_alloc(
        arena, sizeof *history + role_count * sizeof *history->moves);
    history->previous = previous;
    history->length = previous ? previous->length + 1 : 1;
    memcpy(history->moves, moves, role_count * sizeof *moves);
    return history;
}

const Term **history_moves(Arena *arena, const History *history,
                           size_t role_count)
{
    size_t step_count = history ? history->length : 0;
    const Term **moves =
        arena_array(arena, const Term *, step_count *role_count);
    for (; history; history = history->previous)
        memcpy(moves + (history->length - 1) * role_count, history->moves,
               role_count * sizeof *moves);
    return moves;
}

const History *history_copy(Arena *arena, const History *history,
                            size_t role_count)
{
    const History *copy = NULL, **link = &copy;
    for (; history; history = history->previous) {
        History *step = arena_copy(
            arena, history, sizeof *step + role_count * sizeof *step->moves);
        assert(!step->previous || step->length == step->previous->length + 1);
        *link = step;
        link = &step->previous;
    }
    return copy;
}

void belief_state_free(BeliefState *state)
{
    byte_table_free(&state->table);
    vec_free(&state->positions);
}

void belief_state_clear(BeliefState *state)
{
    byte_table_clear(&state->table);
    vec_clear(&state->positions);
}

PossiblePosition *belief_state_add(BeliefState *state, Bytes position,
                                   double weight)
{
    assert(weight >= 0);
    uint32_t number = byte_table_put(&state->table, position);
    assert(number <= state->positions.count);
    if (number < state->positions.count) {
        state->positions.items[number].weight += weight;
        return NULL;
    }
    PossiblePosition possible = {state->table.strings.items[number], weight,
                                 NULL};
    vec_push(&state->positions, possible);
    return &vec_last(&state->positions);
}

/* ---- belief update ---- */

typedef struct {
    Engine *engine;
    const Observation *observation;
    const UpdateLimits *limits;
    size_t step_count;
    /* By role: which legal moves it may have made, and one of these each, the
     * joint move */
    uint32_t *first_choice, *end_choice, *choices;
    const Term **moves;
    BeliefState *after;
    Arena *history_arena;
} BeliefUpdate;

/* Sets the first joint move and *PROBABILITY, the probability of each joint
 * move. False if a move that was made is not legal in this position. */
static bool first_joint_move(BeliefUpdate *update, double *probability)
{
    Engine *engine = update->engine;
    const Observation *observation = update->observation;
    *probability = 1;
    if (!engine_legal_counts(engine, update->end_choice))
        return false;
    for (size_t i = 0; i < engine_roles(engine); i++) {
        const Term *revealed = observation->revealed[i];
        update->first_choice[i] = 0;
        if (i != observation->role)
            *probability /= (double)update->end_choice[i];
        if (revealed) {
            TermList legal = engine_legal(engine, i);
            size_t index = find_term(legal.items, legal.count, revealed);
            if (index == legal.count)
                return false;
            update->first_choice[i] = (uint32_t)index;
            update->end_choice[i] = (uint32_t)index + 1;
        }
        update->choices[i] = update->first_choice[i];
    }
    return true;
}

/* Counts a step; false if there were too many, or the budget is spent. */
static bool count_step(BeliefUpdate *update)
{
    return ++update->step_count <= update->limits->max_steps &&
           (update->step_count % BUDGET_POLL_INTERVAL ||
            !budget_spent(update->limits->budget));
}

/* Makes the chosen joint move; keeps the successor if the percepts match. */
static void try_joint_move(BeliefUpdate *update, const PossiblePosition *from,
                           double probability)
{
    Engine *engine = update->engine;
    const Observation *observation = update->observation;
    Bytes next = engine_next(engine, update->choices);
    if (!engine_perceives(engine, observation->role, observation->percepts))
        return;
    PossiblePosition *added =
        belief_state_add(update->after, next, from->weight * probability);
    if (!added)
        return;
    engine_moves(engine, update->choices, update->moves);
    assert(update->moves[observation->role] == observation->move);
    added->history = history_extend(update->history_arena, from->history,
                                    update->moves, engine_roles(engine));
}

static void draw_joint_move(BeliefUpdate *update, Random *random)
{
    for (size_t i = 0; i < engine_roles(update->engine); i++) {
        assert(update->first_choice[i] < update->end_choice[i]);
        update->choices[i] = update->first_choice[i] +
                             random_below(random, update->end_choice[i] -
                                                      update->first_choice[i]);
    }
}

/* Adds the successors of a position, all or some at random; false if a limit
 * was reached. */
static bool add_successors(BeliefUpdate *update, const PossiblePosition *from)
{
    const UpdateLimits *limits = update->limits;
    double probability;
    engine_set(update->engine, from->position);
    if (!first_joint_move(update, &probability))
        return true;
    for (size_t i = 0; limits->random && i < TRIES_PER_POSITION; i++) {
        if (update->after->positions.count >= MAX_SAMPLED_POSITIONS)
            return false;
        draw_joint_move(update, limits->random);
        try_joint_move(update, from, probability);
    }
    if (limits->random)
        return true;
    do {
        if (!count_step(update))
            return false;
        try_joint_move(update, from, probability);
    } while (next_joint_move(update->first_choice, update->end_choice,
                             update->choices, engine_roles(update->engine)));
    return true;
}

bool belief_state_update(Engine *engine, const BeliefState *before,
                         const Observation *observation,
                         const UpdateLimits *limits, BeliefState *after,
                         Arena *history_arena)
{
    Arena *scratch = arena_new();
    size_t count = before->positions.count, roles = engine_roles(engine);
    BeliefUpdate update = {.engine = engine,
                           .observation = observation,
                           .limits = limits,
                           .first_choice =
                               arena_array(scratch, uint32_t, roles),
                           .end_choice = arena_array(scratch, uint32_t, roles),
                           .choices = arena_array(scratch, uint32_t, roles),
                           .moves = arena_array(scratch, const Term *, roles),
                           .after = after,
                           .history_arena = history_arena};
    size_t first = limits->random && count
                       ? random_below(limits->random, (uint32_t)count)
                       : 0;
    bool is_complete = true;
    for (size_t i = 0; is_complete && i < count; i++)
        is_complete = add_successors(
            &update, &before->positions.items[(first + i) % count]);
    arena_free(scratch);
    return is_complete && !engine_failure(engine);
}

double belief_state_normalise(BeliefState *state)
{
    double sum = 0;
    for (size_t i = 0; i < state->positions.count; i++)
        sum += state->positions.items[i].weight;
    for (size_t i = 0; sum > 0 && i < state->positions.count; i++)
        state->positions.items[i].weight /= sum;
    return sum;
}

/* ---- what holds in all positions ---- */

/* In the order of terms, which need not be that of values. */
static TermList sorted_goals(Engine *engine, size_t role, Arena *arena)
{
    TermList goals = engine_goals(engine, role);
    const Term **sorted =
        arena_copy(arena, goals.items, goals.count * sizeof *sorted);
    sort_terms(sorted, goals.count);
    return (TermList){sorted, goals.count};
}

bool position_answer(Engine *engine, Bytes position, size_t role,
                     KnowledgeQuestion question, Arena *arena, TermList *answer)
{
    engine_set(engine, position);
    bool is_terminal = engine_is_terminal(engine);
    const Term *placeholder =
        engine_role(engine, 0); /* for the atom terminal */
    switch (question) {
    case QUESTION_LEGAL:
        *answer = engine_legal(engine, role);
        return !is_terminal;
    case QUESTION_GOAL:
        *answer = sorted_goals(engine, role, arena);
        return true;
    case QUESTION_FEATURES:
        *answer = engine_features(engine, position, arena);
        return true;
    default:
        *answer = term_list_copy(arena, (TermList){&placeholder, is_terminal});
        return true;
    }
}

/* Whether it is time to poll the budget at position NUMBER, and it is spent. */
static bool is_spent_at(const Budget *budget, size_t number)
{
    return number % BUDGET_POLL_INTERVAL == BUDGET_POLL_INTERVAL - 1 &&
           budget_spent(budget);
}

static int by_term(const void *left, const void *right)
{
    return term_compare(((const Belief *)left)->term,
                        ((const Belief *)right)->term);
}

/* What holds in all positions that count is certain. */
Beliefs belief_state_ask(Engine *engine, const BeliefState *state, size_t role,
                         KnowledgeQuestion question, const Budget *budget,
                         Arena *arena, bool *is_limited)
{
    ByteTable terms = {0};
    VEC(size_t) counts = {0}; /* by term: positions where it holds */
    BeliefVec beliefs = {0};
    Arena *scratch = arena_new();
    size_t position_count = 0;
    for (size_t i = 0; i < state->positions.count; i++) {
        Bytes position = state->positions.items[i].position;
        TermList answer;
        if (is_spent_at(budget, i)) {
            *is_limited = true;
            break;
        }
        if (!position_answer(engine, position, role, question, scratch,
                             &answer))
            continue;
        position_count++;
        for (size_t k = 0; k < answer.count; k++) {
            const Term *term = answer.items[k];
            uint32_t number =
                byte_table_put(&terms, (Bytes){&term, sizeof term});
            if (number == beliefs.count) {
                vec_push(&beliefs, (Belief){term, false});
                vec_push(&counts, 0);
            }
            counts.items[number]++;
        }
    }
    for (size_t i = 0; !*is_limited && i < beliefs.count; i++)
        beliefs.items[i].certain = counts.items[i] == position_count;
    sort_items(beliefs.items, beliefs.count, sizeof(Belief), by_term);
    vec_free(&counts);
    byte_table_free(&terms);
    arena_free(scratch);
    return beliefs_finish(&beliefs, arena);
}

bool belief_state_find_difference(Engine *engine, const BeliefState *state,
                                  size_t role, KnowledgeQuestion question,
                                  bool first_is_terminal, const Budget *budget,
                                  const PossiblePosition *pair[2])
{
    const PossiblePosition *positions = state->positions.items;
    size_t count = state->positions.count;
    Arena *scratch = arena_new();
    TermList first_answer = {0}, answer;
    pair[0] = NULL;
    for (size_t i = 0; !pair[0] && i < count && !is_spent_at(budget, i); i++)
        if (position_answer(engine, positions[i].position, role, question,
                            scratch, &first_answer) &&
            (!first_is_terminal || engine_is_terminal(engine)))
            pair[0] = &positions[i];
    assert(!pair[0] || pair[0] < positions + count);
    pair[1] = pair[0];
    first_answer = term_list_copy(scratch, first_answer);
    for (size_t i = 0;
         pair[0] == pair[1] && i < count && !is_spent_at(budget, i); i++)
        if (position_answer(engine, positions[i].position, role, question,
                            scratch, &answer) &&
            !term_lists_equal(first_answer, answer))
            pair[1] = &positions[i];
    arena_free(scratch);
    return pair[0] != pair[1];
}

/* ---- plays that look the same ---- */

/* Replays HISTORY. For each step SEEN gets the move of the role, its percepts,
 * NULL; *END is the last position. False if a move is not legal, or a position
 * before the last ends the play. */
static bool replay(Engine *engine, size_t role, const History *history,
                   TermVec *seen, Bytes *end, Arena *arena)
{
    size_t role_count = engine_roles(engine);
    const Term *const *moves = history_moves(arena, history, role_count);
    uint32_t *choices = arena_array(arena, uint32_t, role_count);
    assert(role < role_count);
    *end = engine_initial(engine);
    engine_set(engine, *end);
    for (size_t i = 0; history && i < history->length;
         i++, moves += role_count) {
        if (!engine_find_choices(engine, moves, choices))
            return false;
        *end = bytes_copy(arena, engine_next(engine, choices));
        TermList percepts = engine_percepts(engine, role);
        vec_push(seen, moves[role]);
        vec_append(seen, percepts.items, percepts.count);
        vec_push(seen, NULL);
        engine_set(engine, *end);
    }
    return true;
}

bool plays_look_same(Engine *engine, size_t role, const History *left,
                     const History *right, Bytes ends[2], Arena *arena)
{
    TermVec seen[2] = {{0}, {0}};
    bool is_same = replay(engine, role, left, &seen[0], &ends[0], arena) &&
                   replay(engine, role, right, &seen[1], &ends[1], arena) &&
                   term_lists_equal((TermList){seen[0].items, seen[0].count},
                                    (TermList){seen[1].items, seen[1].count});
    vec_free_all(&seen[0], &seen[1]);
    return is_same;
}

bool plays_show_ignorance(Engine *engine, size_t role,
                          KnowledgeQuestion question, const History *left,
                          const History *right)
{
    assert(question != QUESTION_FEATURES);
    Arena *arena = arena_new();
    Bytes ends[2];
    TermList answers[2];
    bool is_shown = plays_look_same(engine, role, left, right, ends, arena),
         both_apply = true, left_ended = false;
    for (int i = 1; i >= 0 && is_shown; i--) {
        both_apply &= position_answer(engine, ends[i], role, question, arena,
                                      &answers[i]);
        answers[i] = term_list_copy(arena, answers[i]);
        left_ended = engine_is_terminal(engine); /* at last, of LEFT */
    }
    if (is_shown) {
        bool differ = !term_lists_equal(answers[0], answers[1]);
        bool no_value = question == QUESTION_GOAL && !answers[0].count;
        is_shown = question == QUESTION_LEGAL
                       ? both_apply && differ
                       : left_ended && (differ || no_value);
    }
    arena_free(arena);
    return is_shown && !engine_failure(engine);
}
