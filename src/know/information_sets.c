/* information_sets.c - does a role always know its moves, the end, its payoff
 *
 * In:   a game and a role
 * Out:  whether it always knows its legal moves, the end and its payoff
 *
 * Powerset construction: an information set is the set of positions that the
 * role considers possible after some moves and percepts. What the role knows
 * there depends on this set alone, and so do the information sets that can
 * follow; so each set is explored once. Start reading at
 * information_sets_explore(), at the end.
 */
#include "know/information_sets.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A position by its number, and a history that leads to it. */
typedef struct {
    uint32_t number;
    const History *history;
} ReachedPosition;

typedef struct {
    const ReachedPosition *items; /* in ascending order of numbers */
    size_t count;
} InformationSet;

/* The positions after one move of the role with the same percepts. */
typedef VEC(ReachedPosition) SuccessorSet;

typedef struct {
    Engine *engine;
    size_t role, max_steps;
    const Budget *budget;
    InformationSetReport *report;
    Arena *arena;
    ByteTable positions;
    ByteTable set_numbers;        /* the numbers of their positions */
    VEC(InformationSet) sets;     /* by number of the set; explored first */
    ByteTable observations;       /* of the role, in the set being expanded: */
    VEC(SuccessorSet) successors; /* what follows, by observation */
    uint32_t *legal_counts,
        *choices; /* the joint move, as indices of legal moves */
    const Term **joint_move;
} InformationSetSearch;

/* ---- information sets ---- */

/* Adds the information set of the COUNT positions, which are sorted, if it is
 * new. */
static void add_information_set(InformationSetSearch *search,
                                ReachedPosition *reached, size_t count)
{
    assert(count > 0);
    uint32_t *numbers = memory_array(count, sizeof *numbers);
    sort_items(reached, count, sizeof *reached, compare_numbers);
    for (size_t i = 0; i < count; i++) {
        assert(!i || reached[i - 1].number < reached[i].number); /* a set */
        numbers[i] = reached[i].number;
    }
    uint32_t number = byte_table_put(&search->set_numbers,
                                     (Bytes){numbers, count * sizeof *numbers});
    memory_free(numbers);
    if (number < search->sets.count)
        return;
    assert(number == search->sets.count);
    InformationSet info_set = {
        arena_copy(search->arena, reached, count * sizeof *reached), count};
    vec_push(&search->sets, info_set);
}

/* ---- what is known in an information set ---- */

static BeliefState belief_of(const InformationSetSearch *search,
                             const InformationSet *info_set)
{
    BeliefState belief = {0};
    for (size_t i = 0; i < info_set->count; i++) {
        ReachedPosition reached = info_set->items[i];
        Bytes position = search->positions.strings.items[reached.number];
        belief_state_add(&belief, position, 1)->history = reached.history;
    }
    return belief;
}

/* Finds a play that QUESTION applies to, and one with another answer; the same
 * play twice if there is none. */
static void record_pair(InformationSetSearch *search, const BeliefState *belief,
                        KnowledgeQuestion question)
{
    const PossiblePosition *pair[2];
    belief_state_find_difference(search->engine, belief, search->role, question,
                                 question != QUESTION_LEGAL, NULL, pair);
    assert(pair[0]);
    for (int i = 0; i < 2; i++)
        search->report->pair[question][i] = pair[i]->history;
}

/* False if the budget was spent first. */
static bool check_knowledge(InformationSetSearch *search,
                            const InformationSet *info_set)
{
    InformationSetReport *report = search->report;
    Engine *engine = search->engine;
    BeliefState belief = belief_of(search, info_set);
    Arena *scratch = arena_new();
    bool is_limited = false;
    Beliefs terminal =
        belief_state_ask(engine, &belief, search->role, QUESTION_TERMINAL,
                         search->budget, scratch, &is_limited);
    for (int question = QUESTION_LEGAL;
         !is_limited && question <= QUESTION_GOAL; question++) {
        if (!report->known[question] ||
            (question != QUESTION_LEGAL && !terminal.count))
            continue;
        Beliefs beliefs = belief_state_ask(
            engine, &belief, search->role, (KnowledgeQuestion)question,
            search->budget, scratch, &is_limited);
        if (is_limited)
            break;
        report->known[question] =
            is_known(beliefs, (KnowledgeQuestion)question);
        if (!report->known[question])
            record_pair(search, &belief, (KnowledgeQuestion)question);
    }
    arena_free(scratch);
    belief_state_free(&belief);
    return !is_limited;
}

/* ---- successors ---- */

/* The positions that follow when ROLE makes MOVE and has PERCEPTS. */
static SuccessorSet *successor_for(InformationSetSearch *search,
                                   const Term *move, TermList percepts)
{
    TermVec seen = {0};
    vec_push(&seen, move);
    vec_append(&seen, percepts.items, percepts.count);
    uint32_t number =
        byte_table_put(&search->observations,
                       (Bytes){seen.items, seen.count * sizeof *seen.items});
    vec_free(&seen);
    if (number == search->successors.count)
        vec_push(&search->successors, (SuccessorSet){0});
    return &search->successors.items[number];
}

static void add_successor(InformationSetSearch *search, const History *history)
{
    Engine *engine = search->engine;
    engine_moves(engine, search->choices, search->joint_move);
    Bytes next = engine_next(engine, search->choices);
    ReachedPosition reached = {byte_table_put(&search->positions, next), NULL};
    SuccessorSet *successor =
        successor_for(search, search->joint_move[search->role],
                      engine_percepts(engine, search->role));
    for (size_t i = 0; i < successor->count; i++)
        if (successor->items[i].number == reached.number)
            return;
    reached.history = history_extend(search->report->arena, history,
                                     search->joint_move, engine_roles(engine));
    vec_push(successor, reached);
}

/* Adds all successors of one position; false if there were too many steps. */
static bool expand_position(InformationSetSearch *search, ReachedPosition from)
{
    Engine *engine = search->engine;
    engine_set(engine, search->positions.strings.items[from.number]);
    if (!engine_legal_counts(engine, search->legal_counts))
        return true;
    do {
        if (++search->report->steps > search->max_steps ||
            (search->report->steps % 64 == 0 && budget_spent(search->budget)) ||
            engine_failure(engine))
            return false;
        add_successor(search, from.history);
    } while (next_joint_move(NULL, search->legal_counts, search->choices,
                             engine_roles(engine)));
    return true;
}

/* Adds the information sets that follow INFO_SET; false if there were too many
 * steps. */
static bool expand_information_set(InformationSetSearch *search,
                                   InformationSet info_set)
{
    assert(!search->successors.count); /* freed after the last set */
    bool is_complete = true;
    for (size_t i = 0; i < info_set.count && is_complete; i++)
        is_complete = expand_position(search, info_set.items[i]);
    for (size_t i = 0; i < search->successors.count; i++) {
        SuccessorSet *successor = &search->successors.items[i];
        if (is_complete)
            add_information_set(search, successor->items, successor->count);
        vec_free(successor);
    }
    vec_clear(&search->successors);
    byte_table_clear(&search->observations);
    return is_complete;
}

static bool all_refuted(const InformationSetReport *report)
{
    return !report->known[0] && !report->known[1] && !report->known[2];
}

InformationSetReport *information_sets_explore(Engine *engine, size_t role,
                                               size_t max_steps,
                                               const Budget *budget)
{
    Arena *arena = arena_new();
    InformationSetReport *report = arena_alloc(arena, sizeof *report);
    *report =
        (InformationSetReport){.arena = arena, .known = {true, true, true}};
    InformationSetSearch search = {.engine = engine,
                                   .role = role,
                                   .max_steps = max_steps,
                                   .budget = budget,
                                   .report = report,
                                   .arena = arena_new()};
    search.legal_counts =
        arena_array(search.arena, uint32_t, engine_roles(engine));
    search.choices = arena_array(search.arena, uint32_t, engine_roles(engine));
    search.joint_move =
        arena_array(search.arena, const Term *, engine_roles(engine));
    ReachedPosition initial = {
        byte_table_put(&search.positions, engine_initial(engine)), NULL};
    add_information_set(&search, &initial, 1);
    bool is_complete = true;
    for (size_t i = 0;
         i < search.sets.count && is_complete && !all_refuted(report); i++) {
        is_complete = check_knowledge(&search, &search.sets.items[i]);
        if (!is_complete)
            break;
        report->set_count++;
        is_complete = expand_information_set(&search, search.sets.items[i]);
    }
    report->complete = is_complete && !all_refuted(report);
    assert(!report->complete || report->set_count == search.sets.count);
    byte_table_free(&search.positions);
    byte_table_free(&search.set_numbers);
    byte_table_free(&search.observations);
    vec_free_all(&search.sets, &search.successors);
    arena_free(search.arena);
    return report;
}

void information_sets_free(InformationSetReport *report)
{
    if (report)
        arena_free(report->arena);
}
