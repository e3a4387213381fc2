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

/* Positions by number, in ascending order, and a history that leads to each. */
typedef struct {
    uint32_t *numbers;
    const History **histories;
    size_t count;
} InformationSet;

/* The positions after one move of the role with the same percepts. */
typedef struct {
    const Term *move;
    TermList percepts;
    VEC(uint32_t) numbers;
    VEC(const History *) histories;
} SuccessorSet;

typedef struct {
    Engine *engine;
    size_t role, max_steps;
    const Budget *budget;
    InformationSetReport *report;
    Arena *arena;
    VEC(Bytes) positions;
    Map position_map;
    VEC(InformationSet) situations; /* explored first */
    Map set_map;
    VEC(SuccessorSet) successors; /* of the set being expanded */
    uint32_t *counts, *choices; /* the joint move, as indices of legal moves */
    const Term **moves;
} InformationSetSearch;

static uint32_t position_number(InformationSetSearch *search, Bytes position)
{
    uint32_t hash = hash_bytes(position.bytes, position.length);
    map_each (p, &search->position_map, hash) {
        Bytes known = search->positions.items[p.index];
        if (known.length == position.length &&
            memcmp(known.bytes, position.bytes, known.length) == 0)
            return p.index;
    }
    Bytes copy = {arena_copy(search->arena, position.bytes, position.length),
                  position.length};
    map_add(&search->position_map, hash, (uint32_t)search->positions.count);
    vec_push(&search->positions, copy);
    return (uint32_t)search->positions.count - 1;
}

/* ---- information sets ---- */

typedef struct {
    uint32_t number;
    const History *history;
} ReachedPosition;

static int by_number(const void *left, const void *right)
{
    const ReachedPosition *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Adds the information set if it is new. */
static void add_set(InformationSetSearch *search, const uint32_t *numbers,
                    const History *const *histories, size_t count)
{
    ReachedPosition *sorted = memory_array(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (ReachedPosition){numbers[i], histories[i]};
    sort_items(sorted, count, sizeof *sorted, by_number);
    assert(count > 0);
    InformationSet info_set = {
        arena_array(search->arena, uint32_t, count),
        arena_array(search->arena, const History *, count), count};
    for (size_t i = 0; i < count; i++) {
        info_set.numbers[i] = sorted[i].number;
        assert(!i || sorted[i - 1].number < sorted[i].number); /* a set */
        info_set.histories[i] = sorted[i].history;
    }
    free(sorted);
    uint32_t hash = hash_bytes(info_set.numbers, count * sizeof *numbers);
    map_each (p, &search->set_map, hash) {
        const InformationSet *known = &search->situations.items[p.index];
        if (known->count == count && memcmp(known->numbers, info_set.numbers,
                                            count * sizeof *numbers) == 0)
            return;
    }
    map_add(&search->set_map, hash, (uint32_t)search->situations.count);
    vec_push(&search->situations, info_set);
}

/* ---- what is known in an information set ---- */

static BeliefState belief_of(const InformationSetSearch *search,
                             const InformationSet *info_set)
{
    BeliefState set;
    belief_state_init(&set);
    for (size_t i = 0; i < info_set->count; i++)
        belief_state_add(&set, search->positions.items[info_set->numbers[i]], 1,
                         info_set->histories[i]);
    return set;
}

/* Finds a position that ABOUT applies to, and one with another answer. */
static void find_pair(Engine *engine, const BeliefState *set, size_t role,
                      About about, const History *pair[2])
{
    const PossiblePosition *items = set->items.items;
    Arena *scratch = arena_new();
    const Term *buffer, *other_buffer;
    size_t first = 0;
    for (; first < set->items.count; first++) {
        engine_set(engine, items[first].position);
        if (engine_terminal(engine) == (about != ABOUT_LEGAL))
            break;
    }
    assert(first < set->items.count);
    pair[0] = pair[1] = items[first].history;
    TermList answer, other;
    position_answer(engine, items[first].position, role, about, &buffer,
                    scratch, &answer);
    answer = term_list_copy(scratch, answer);
    for (size_t i = 0; i < set->items.count && pair[1] == pair[0]; i++)
        if (position_answer(engine, items[i].position, role, about,
                            &other_buffer, scratch, &other) &&
            !term_lists_equal(answer, other))
            pair[1] = items[i].history;
    arena_free(scratch);
}

/* False if the budget was spent first. */
static bool check_set(InformationSetSearch *search,
                      const InformationSet *info_set)
{
    InformationSetReport *report = search->report;
    Engine *engine = search->engine;
    BeliefState set = belief_of(search, info_set);
    Arena *scratch = arena_new();
    bool complete;
    Beliefs terminal =
        belief_state_ask(engine, &set, search->role, ABOUT_TERMINAL,
                         search->budget, scratch, &complete);
    for (int about = ABOUT_LEGAL; complete && about <= ABOUT_GOAL; about++) {
        if (!report->known[about] || (about != ABOUT_LEGAL && !terminal.count))
            continue;
        Beliefs beliefs =
            belief_state_ask(engine, &set, search->role, (About)about,
                             search->budget, scratch, &complete);
        if (!complete)
            break;
        report->known[about] = is_known(beliefs, (About)about);
        if (!report->known[about])
            find_pair(engine, &set, search->role, (About)about,
                      report->pair[about]);
    }
    arena_free(scratch);
    belief_state_free(&set);
    return complete;
}

/* ---- successors ---- */

static SuccessorSet *successor_for(InformationSetSearch *search,
                                   const Term *move, TermList percepts)
{
    for (size_t i = 0; i < search->successors.count; i++) {
        SuccessorSet *successor = &search->successors.items[i];
        if (successor->move == move &&
            term_lists_equal(successor->percepts, percepts))
            return successor;
    }
    SuccessorSet successor = {
        .move = move, .percepts = term_list_copy(search->arena, percepts)};
    vec_push(&search->successors, successor);
    return &vec_last(&search->successors);
}

static void add_successor(InformationSetSearch *search, const History *history)
{
    Engine *engine = search->engine;
    engine_moves(engine, search->choices, search->moves);
    Bytes next = engine_next(engine, search->choices);
    uint32_t number = position_number(search, next);
    SuccessorSet *successor =
        successor_for(search, search->moves[search->role],
                      engine_percepts(engine, search->role));
    for (size_t i = 0; i < successor->numbers.count; i++)
        if (successor->numbers.items[i] == number)
            return;
    vec_push(&successor->numbers, number);
    vec_push(&successor->histories,
             history_extend(search->report->arena, history, search->moves,
                            engine_roles(engine)));
}

/* Adds all successors of one position; false if there were too many steps. */
static bool expand_position(InformationSetSearch *search, uint32_t number,
                            const History *history)
{
    Engine *engine = search->engine;
    engine_set(engine, search->positions.items[number]);
    if (!engine_legal_counts(engine, search->counts))
        return true;
    do {
        if (++search->report->steps > search->max_steps ||
            (search->report->steps % 64 == 0 && budget_spent(search->budget)) ||
            engine_failure(engine))
            return false;
        add_successor(search, history);
    } while (next_joint_move(search->counts, search->choices,
                             engine_roles(engine), NO_INDEX));
    return true;
}

/* Adds the information sets that follow INFO_SET; false if there were too many
 * steps. */
static bool expand_set(InformationSetSearch *search, InformationSet info_set)
{
    assert(!search->successors.count); /* freed after the last set */
    bool complete = true;
    for (size_t i = 0; i < info_set.count && complete; i++)
        complete =
            expand_position(search, info_set.numbers[i], info_set.histories[i]);
    for (size_t i = 0; i < search->successors.count; i++) {
        SuccessorSet *successor = &search->successors.items[i];
        if (complete)
            add_set(search, successor->numbers.items,
                    successor->histories.items, successor->numbers.count);
        vec_free(&successor->numbers);
        vec_free(&successor->histories);
    }
    vec_clear(&search->successors);
    return complete;
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
    search.counts = arena_array(search.arena, uint32_t, engine_roles(engine));
    search.choices = arena_array(search.arena, uint32_t, engine_roles(engine));
    search.moves =
        arena_array(search.arena, const Term *, engine_roles(engine));
    uint32_t first = position_number(&search, engine_initial(engine));
    const History *no_history = NULL;
    add_set(&search, &first, &no_history, 1);
    bool complete = true;
    for (size_t i = 0;
         i < search.situations.count && complete && !all_refuted(report); i++) {
        complete = check_set(&search, &search.situations.items[i]);
        if (!complete)
            break;
        report->situations++;
        complete = expand_set(&search, search.situations.items[i]);
    }
    report->complete = complete && !all_refuted(report);
    vec_free(&search.positions);
    vec_free(&search.situations);
    vec_free(&search.successors);
    map_free(&search.position_map);
    map_free(&search.set_map);
    arena_free(search.arena);
    return report;
}

void information_sets_free(InformationSetReport *report)
{
    if (report)
        arena_free(report->arena);
}
