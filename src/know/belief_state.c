/* belief_state.c - belief state: the set of positions a role considers possible
 *
 * In:   positions, a move of the role and its percepts
 * Out:  the positions that can follow, and what holds in all of them
 * Next: know/exact.c
 *
 * The belief update of a partially observable game by enumeration: every joint
 * move with the role's own move is made, and the successors with exactly the
 * observed percepts are kept. Start reading at belief_state_update().
 */
#include "know/belief_state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    BUDGET_POLL_INTERVAL = 64
}; /* steps or positions between budget checks */

const History *history_extend(Arena *arena, const History *previous,
                              const Term *const *moves, size_t roles)
{
    History *history =
        arena_alloc(arena, sizeof *history + roles * sizeof *history->moves);
    history->previous = previous;
    history->length = previous ? previous->length + 1 : 1;
    memcpy(history->moves, moves, roles * sizeof *moves);
    return history;
}

const Term *const *history_moves(Arena *arena, const History *history,
                                 size_t roles)
{
    size_t steps = history ? history->length : 0;
    const Term **moves = arena_array(arena, const Term *, steps *roles);
    for (; history; history = history->previous)
        memcpy(moves + (history->length - 1) * roles, history->moves,
               roles * sizeof *moves);
    return moves;
}

void belief_state_init(BeliefState *set)
{
    *set = (BeliefState){.arena = arena_new()};
}

void belief_state_free(BeliefState *set)
{
    arena_free(set->arena);
    vec_free(&set->items);
    map_free(&set->map);
}

void belief_state_clear(BeliefState *set)
{
    arena_free(set->arena);
    set->arena = arena_new();
    vec_clear(&set->items);
    map_clear(&set->map);
}

static PossiblePosition *find_position(BeliefState *set, Bytes position,
                                       uint32_t hash)
{
    map_each (p, &set->map, hash) {
        PossiblePosition *item = &set->items.items[p.index];
        if (item->position.length == position.length &&
            memcmp(item->position.bytes, position.bytes, position.length) == 0)
            return item;
    }
    return NULL;
}

void belief_state_add(BeliefState *set, Bytes position, double weight,
                      const History *history)
{
    uint32_t hash = hash_bytes(position.bytes, position.length);
    PossiblePosition *item = find_position(set, position, hash);
    if (item) {
        item->weight += weight;
        return;
    }
    PossiblePosition possible = {
        {arena_copy(set->arena, position.bytes, position.length),
         position.length},
        hash,
        weight,
        history};
    map_add(&set->map, hash, (uint32_t)set->items.count);
    vec_push(&set->items, possible);
}

/* ---- belief update ---- */

typedef struct {
    Engine *engine;
    const Observation *observation;
    uint32_t *counts, *choices; /* the joint move, as indices of legal moves */
    const Term **moves;
    size_t step_count, limit;
    const Budget *budget;
    BeliefState *after;
    Arena *history_arena;
} BeliefUpdate;

/* Sets the first joint move and *SHARE, the probability of each joint move.
 * False if the observed move cannot be made in this position. */
static bool first_joint_move(BeliefUpdate *update, double *share)
{
    Engine *engine = update->engine;
    size_t own = update->observation->role;
    *share = 1;
    if (!engine_legal_counts(engine, update->counts))
        return false;
    for (size_t i = 0; i < engine_roles(engine); i++) {
        update->choices[i] = 0;
        if (i != own)
            *share /= (double)update->counts[i];
    }
    update->choices[own] = (uint32_t)term_list_find(engine_legal(engine, own),
                                                    update->observation->move);
    return update->choices[own] < update->counts[own];
}

static bool may_make_step(BeliefUpdate *update)
{
    return ++update->step_count <= update->limit &&
           (update->step_count % BUDGET_POLL_INTERVAL ||
            !budget_spent(update->budget));
}

static void add_successor(BeliefUpdate *update, Bytes next, double weight,
                          const History *history)
{
    uint32_t hash = hash_bytes(next.bytes, next.length);
    PossiblePosition *item = find_position(update->after, next, hash);
    if (item) {
        item->weight += weight;
        return;
    }
    engine_moves(update->engine, update->choices, update->moves);
    assert(update->moves[update->observation->role] ==
           update->observation->move);
    belief_state_add(update->after, next, weight,
                     history_extend(update->history_arena, history,
                                    update->moves,
                                    engine_roles(update->engine)));
}

static bool add_all_successors(BeliefUpdate *update,
                               const PossiblePosition *from)
{
    Engine *engine = update->engine;
    const Observation *observation = update->observation;
    double share;
    engine_set(engine, from->position);
    if (!first_joint_move(update, &share))
        return true;
    do {
        if (!may_make_step(update))
            return false;
        Bytes next = engine_next(engine, update->choices);
        if (engine_perceives(engine, observation->role, observation->percepts))
            add_successor(update, next, from->weight * share, from->history);
    } while (next_joint_move(update->counts, update->choices,
                             engine_roles(engine), observation->role));
    return true;
}

double belief_state_normalise(BeliefState *set)
{
    double sum = 0;
    for (size_t i = 0; i < set->items.count; i++)
        sum += set->items.items[i].weight;
    for (size_t i = 0; sum > 0 && i < set->items.count; i++)
        set->items.items[i].weight /= sum;
    return sum;
}

static BeliefUpdate belief_update_begin(Engine *engine,
                                        const Observation *observation,
                                        BeliefState *after,
                                        Arena *history_arena, Arena *scratch)
{
    return (BeliefUpdate){
        .engine = engine,
        .observation = observation,
        .counts = arena_array(scratch, uint32_t, engine_roles(engine)),
        .choices = arena_array(scratch, uint32_t, engine_roles(engine)),
        .moves = arena_array(scratch, const Term *, engine_roles(engine)),
        .after = after,
        .history_arena = history_arena};
}

bool belief_state_update(Engine *engine, const BeliefState *before,
                         const Observation *observation, size_t limit,
                         const Budget *budget, BeliefState *after,
                         Arena *history_arena)
{
    Arena *scratch = arena_new();
    BeliefUpdate update =
        belief_update_begin(engine, observation, after, history_arena, scratch);
    update.limit = limit;
    update.budget = budget;
    bool complete = true;
    for (size_t i = 0; complete && i < before->items.count; i++)
        complete = add_all_successors(&update, &before->items.items[i]);
    arena_free(scratch);
    return complete && !engine_failure(engine);
}

double belief_state_update_cost(Engine *engine, const BeliefState *set,
                                size_t role)
{
    double sum = 0;
    for (size_t i = 0; i < set->items.count; i++) {
        double product = 1;
        engine_set(engine, set->items.items[i].position);
        for (size_t k = 0; k < engine_roles(engine); k++)
            if (k != role)
                product *= (double)engine_legal_count(engine, k);
        sum += engine_terminal(engine) ? 0 : product;
    }
    return sum;
}

static void add_random_successors(BeliefUpdate *update,
                                  const PossiblePosition *from,
                                  size_t tries_per_position, size_t limit,
                                  Random *random)
{
    Engine *engine = update->engine;
    const Observation *observation = update->observation;
    double share;
    engine_set(engine, from->position);
    if (!first_joint_move(update, &share))
        return;
    for (size_t i = 0;
         i < tries_per_position && update->after->items.count < limit; i++) {
        for (size_t k = 0; k < engine_roles(engine); k++)
            if (k != observation->role)
                update->choices[k] = random_below(random, update->counts[k]);
        Bytes next = engine_next(engine, update->choices);
        if (engine_perceives(engine, observation->role, observation->percepts))
            add_successor(update, next, from->weight * share, from->history);
    }
}

void belief_state_sample_update(Engine *engine, const BeliefState *before,
                                const Observation *observation,
                                size_t tries_per_position, size_t limit,
                                Random *random, BeliefState *after,
                                Arena *history_arena)
{
    Arena *scratch = arena_new();
    BeliefUpdate update =
        belief_update_begin(engine, observation, after, history_arena, scratch);
    size_t count = before->items.count;
    size_t first = count ? random_below(random, (uint32_t)count) : 0;
    for (size_t i = 0; i < count; i++)
        add_random_successors(&update,
                              &before->items.items[(first + i) % count],
                              tries_per_position, limit, random);
    arena_free(scratch);
}

/* ---- what holds in all positions ---- */

/* Stands for the atom terminal, which is no term of the game. */
static const Term *terminal_term(Engine *engine)
{
    return engine_role(engine, 0);
}

bool position_answer(Engine *engine, Bytes position, size_t role, About about,
                     const Term **buffer, Arena *arena, TermList *answer)
{
    engine_set(engine, position);
    switch (about) {
    case ABOUT_LEGAL:
        *answer = engine_legal(engine, role);
        return !engine_terminal(engine);
    case ABOUT_GOAL:
        *answer = engine_goals(engine, role);
        return true;
    case ABOUT_FEATURES:
        *answer = engine_features(engine, position, arena);
        return true;
    default:
        *buffer = terminal_term(engine);
        *answer = (TermList){buffer, engine_terminal(engine) ? 1 : 0};
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

/* Terms of both lists keep their certainty; terms of one list are not certain.
 */
static void merge_beliefs(BeliefVec *beliefs, TermList list, BeliefVec *out)
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

Beliefs belief_state_ask(Engine *engine, const BeliefState *set, size_t role,
                         About about, const Budget *budget, Arena *arena,
                         bool *complete)
{
    BeliefVec beliefs = {0}, spare = {0};
    Arena *scratch = arena_new();
    const Term *buffer;
    bool first = true;
    *complete = true;
    for (size_t i = 0; i < set->items.count; i++) {
        Bytes position = set->items.items[i].position;
        TermList list;
        if (i % BUDGET_POLL_INTERVAL == BUDGET_POLL_INTERVAL - 1 &&
            budget_spent(budget)) {
            *complete = false;
            break;
        }
        if (!position_answer(engine, position, role, about, &buffer, scratch,
                             &list))
            continue;
        if (first) {
            for (size_t k = 0; k < list.count; k++) {
                Belief belief = {list.items[k], true};
                vec_push(&beliefs, belief);
            }
        } else if (!same_terms(&beliefs, list)) {
            merge_beliefs(&beliefs, list, &spare);
        }
        first = false;
    }
    vec_free(&spare);
    arena_free(scratch);
    Beliefs result = {.count = beliefs.count};
    result.items = vec_finish(&beliefs, arena);
    return result;
}

bool belief_state_find_difference(Engine *engine, const BeliefState *set,
                                  size_t role, About about,
                                  const Budget *budget,
                                  const PossiblePosition *pair[2])
{
    Arena *scratch = arena_new();
    const Term *buffer;
    const Term **first_answer = NULL;
    size_t count = 0;
    pair[0] = pair[1] = NULL;
    for (size_t i = 0; !pair[1] && i < set->items.count; i++) {
        const PossiblePosition *item = &set->items.items[i];
        TermList list;
        if (i % BUDGET_POLL_INTERVAL == BUDGET_POLL_INTERVAL - 1 &&
            budget_spent(budget))
            break;
        if (!position_answer(engine, item->position, role, about, &buffer,
                             scratch, &list))
            continue;
        if (!pair[0]) {
            pair[0] = item;
            count = list.count;
            first_answer =
                arena_copy(scratch, list.items, count * sizeof *first_answer);
        } else if (list.count != count ||
                   (count && memcmp(first_answer, list.items,
                                    count * sizeof *first_answer) != 0)) {
            pair[1] = item;
        }
    }
    arena_free(scratch);
    return pair[1] != NULL;
}
