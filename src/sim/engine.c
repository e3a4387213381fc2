/* engine.c - one interface over interpreter and machine
 *
 * In:   an Interp or a Machine
 * Out:  positions, moves, percepts and goals as terms
 * Next: sim/perft.c counts positions, know/ follows what a role can know
 *
 * Start reading at engine_next_by_moves(). A position of the interpreter is an
 * array of features sorted by id, one of the machine an array of words.
 */
#include "sim/playout.h"

#include "base/bits.h"
#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Engine {
    Interp *interp; /* or */
    Cursor *cursor;
    const Net *net; /* of the cursor */
    size_t role_count;
    TermVec *legal;            /* by role; made when asked for */
    uint64_t *legal_version;   /* by role: POSITION_VERSION when it was made */
    uint64_t position_version; /* counts how often one was set */
    TermVec answer;            /* to the last question; borrowed by who asked */
    uint32_t *moves;           /* a joint move, by number (cursor) */
    const Term **joint_terms;  /* or by term (interpreter) */
    Arena *next_arena;         /* holds the last position of the interpreter */
};

static Engine *engine_new(size_t role_count)
{
    Engine *engine = memory_alloc(sizeof *engine);
    *engine = (Engine){
        .role_count = role_count,
        .legal = memory_zeroed(role_count, sizeof(TermVec)),
        .legal_version = memory_zeroed(role_count, sizeof(uint64_t)),
        .position_version = 1,
        .moves = memory_zeroed(role_count, sizeof(uint32_t)),
        .joint_terms = memory_zeroed(role_count, sizeof(const Term *))};
    return engine;
}

Engine *engine_by_interp(Interp *interp)
{
    Engine *engine = engine_new(interp_role_count(interp));
    engine->interp = interp;
    return engine;
}

Engine *engine_by_machine(const Machine *machine)
{
    Engine *engine = engine_new(machine_net(machine)->role_count);
    engine->cursor = cursor_new(machine);
    engine->net = machine_net(machine);
    return engine;
}

void engine_free(Engine *engine)
{
    if (!engine)
        return;
    for (size_t i = 0; i < engine->role_count; i++)
        vec_free(&engine->legal[i]);
    free_all(engine->legal, engine->legal_version);
    vec_free(&engine->answer);
    free_all(engine->moves, engine->joint_terms);
    arena_free(engine->next_arena);
    cursor_free(engine->cursor);
    memory_free(engine);
}

Cursor *engine_cursor(const Engine *engine)
{
    return engine->cursor;
}

/* ---- the game ---- */

size_t engine_roles(const Engine *engine)
{
    return engine->role_count;
}

const Term *engine_role(const Engine *engine, size_t role)
{
    assert(role < engine->role_count);
    return engine->net ? engine->net->roles[role].name
                       : interp_role(engine->interp, role);
}

bool engine_is_random(const Engine *engine, size_t role)
{
    assert(role < engine->role_count);
    return engine->net ? engine->net->roles[role].is_random
                       : interp_is_random(engine->interp, role);
}

const char *engine_failure(const Engine *engine)
{
    return engine->net ? NULL : interp_failure(engine->interp);
}

/* ---- positions ---- */

Bytes position_bytes(const Position *position)
{
    return (Bytes){position->features,
                   position->count * sizeof *position->features};
}

static Bytes state_bytes(const Engine *engine, const uint64_t *state)
{
    size_t word_count = machine_words(cursor_machine(engine->cursor));
    return (Bytes){state, word_count * sizeof *state};
}

Bytes engine_initial(const Engine *engine)
{
    return engine->net
               ? state_bytes(engine,
                             machine_initial(cursor_machine(engine->cursor)))
               : position_bytes(interp_initial(engine->interp));
}

void engine_set(Engine *engine, Bytes position)
{
    if (engine->net) {
        assert(position.length == engine_initial(engine).length);
        if (position.bytes == machine_initial(cursor_machine(engine->cursor)))
            cursor_reset(engine->cursor);
        else
            cursor_set(engine->cursor, position.bytes);
    } else {
        assert(position.length % sizeof(const Term *) == 0);
        Position features = {(const Term **)(uintptr_t)position.bytes,
                             position.length / sizeof(const Term *)};
        interp_set(engine->interp, &features);
    }
    engine->position_version++;
}

TermList engine_features(const Engine *engine, Bytes position, Arena *arena)
{
    const Net *net = engine->net;
    const uint64_t *state = position.bytes;
    if (!net) {
        size_t count = position.length / sizeof(const Term *);
        const Term **terms = arena_copy(arena, position.bytes, position.length);
        sort_terms(terms, count);
        return (TermList){terms, count};
    }
    TermVec true_features = {0};
    for (size_t i = 0; i < net->feature_count; i++)
        if (get_bit(state, i))
            vec_push(&true_features, net->features[i]);
    TermList list = {.count = true_features.count};
    list.items = vec_finish(&true_features, arena);
    return list;
}

/* ---- what holds ---- */

static TermList list_of(const TermVec *terms)
{
    return (TermList){terms->items, terms->count};
}

bool engine_is_terminal(Engine *engine)
{
    return engine->net ? cursor_is_terminal(engine->cursor)
                       : interp_is_terminal(engine->interp);
}

static void collect_legal(Engine *engine, size_t role, TermVec *moves)
{
    vec_clear(moves);
    if (engine->net) {
        const Role *net_role = &engine->net->roles[role];
        const uint64_t *legal = cursor_legal(engine->cursor, role);
        for (size_t word = 0; word < (net_role->move_count + 63) / 64; word++)
            for (uint64_t remaining = legal[word]; remaining;
                 remaining &= remaining - 1)
                vec_push(moves,
                         net_role->moves[word * 64 +
                                         (size_t)__builtin_ctzll(remaining)]);
        return;
    }
    size_t count;
    const Term *const *legal = interp_legal(engine->interp, role, &count);
    vec_append(moves, legal, count);
}

TermList engine_legal(Engine *engine, size_t role)
{
    assert(role < engine->role_count);
    if (engine->legal_version[role] != engine->position_version)
        collect_legal(engine, role, &engine->legal[role]);
    engine->legal_version[role] = engine->position_version;
    return list_of(&engine->legal[role]);
}

size_t engine_legal_count(Engine *engine, size_t role)
{
    return engine->net ? cursor_legal_count(engine->cursor, role)
                       : engine_legal(engine, role).count;
}

TermList engine_goals(Engine *engine, size_t role)
{
    assert(role < engine->role_count);
    vec_clear(&engine->answer);
    if (engine->net) {
        const Role *net_role = &engine->net->roles[role];
        for (size_t i = 0; i < net_role->goal_count; i++)
            if (cursor_goal(engine->cursor, role, i))
                vec_push(&engine->answer, net_role->goals[i].term);
    } else {
        size_t count;
        const int *values = interp_goals(engine->interp, role, &count);
        for (size_t i = 0; i < count; i++)
            vec_push(&engine->answer,
                     goal_term(interp_terms(engine->interp), values[i]));
    }
    return list_of(&engine->answer);
}

/* ---- steps ---- */

Bytes engine_next_by_moves(Engine *engine, const uint32_t *moves)
{
    cursor_moves(engine->cursor, moves);
    return state_bytes(engine, cursor_next(engine->cursor));
}

Bytes engine_next_by_terms(Engine *engine, const Term *const *moves)
{
    arena_free(engine->next_arena);
    engine->next_arena = arena_new();
    return position_bytes(
        interp_next(engine->interp, moves, engine->next_arena));
}

/* Sets the move of ROLE in the joint move kept by ENGINE. */
static void set_choice(Engine *engine, size_t role, uint32_t choice)
{
    if (engine->net)
        engine->moves[role] = cursor_legal_move(engine->cursor, role, choice);
    else
        engine->joint_terms[role] = engine_legal(engine, role).items[choice];
}

static Bytes next_of_joint_move(Engine *engine)
{
    return engine->net ? engine_next_by_moves(engine, engine->moves)
                       : engine_next_by_terms(engine, engine->joint_terms);
}

Bytes engine_next(Engine *engine, const uint32_t *choices)
{
    for (size_t i = 0; i < engine->role_count; i++)
        set_choice(engine, i, choices[i]);
    return next_of_joint_move(engine);
}

/* False if the position is terminal or a role has no move. */
static bool step_by_key(Engine *engine, uint64_t key, uint64_t step)
{
    if (engine->net)
        return cursor_playout_step(engine->cursor, key, step);
    if (engine_is_terminal(engine))
        return false;
    for (size_t i = 0; i < engine->role_count; i++) {
        uint32_t count = (uint32_t)engine_legal_count(engine, i);
        if (!count)
            return false;
        set_choice(engine, i, playout_choice(key, step, i, count));
    }
    engine_set(engine, next_of_joint_move(engine));
    return true;
}

/* A single step of the interpreter may take long. After a failure no role has a
 * move. */
uint64_t playout(Engine *engine, uint64_t key, uint64_t max_steps,
                 const Budget *budget)
{
    const uint64_t poll_mask = engine->net ? 255 : 0;
    uint64_t step = 0;
    while ((!max_steps || step < max_steps) &&
           (((step + 1) & poll_mask) || !budget_spent(budget)) &&
           step_by_key(engine, key, step))
        step++;
    engine->position_version++;
    return step;
}

TermList engine_percepts(Engine *engine, size_t role)
{
    assert(role < engine->role_count);
    TermList list;
    if (!engine->net) {
        list.items = interp_percepts(engine->interp, role, &list.count);
        return list;
    }
    const Role *net_role = &engine->net->roles[role];
    vec_clear(&engine->answer);
    for (size_t i = 0; i < net_role->percept_count; i++)
        if (cursor_percept(engine->cursor, role, i))
            vec_push(&engine->answer, net_role->percepts[i].term);
    return list_of(&engine->answer);
}

bool engine_perceives(Engine *engine, size_t role, TermList percepts)
{
    return term_lists_equal(engine_percepts(engine, role), percepts);
}

/* ---- joint moves ---- */

bool engine_legal_counts(Engine *engine, uint32_t *counts)
{
    if (engine_is_terminal(engine))
        return false;
    for (size_t i = 0; i < engine->role_count; i++)
        if (!(counts[i] = (uint32_t)engine_legal_count(engine, i)))
            return false;
    return true;
}

bool engine_find_choices(Engine *engine, const Term *const *moves,
                         uint32_t *choices)
{
    if (engine_is_terminal(engine))
        return false;
    for (size_t i = 0; i < engine->role_count; i++) {
        TermList legal = engine_legal(engine, i);
        choices[i] = (uint32_t)find_term(legal.items, legal.count, moves[i]);
        if (choices[i] == legal.count)
            return false;
    }
    return true;
}

void engine_moves(Engine *engine, const uint32_t *choices, const Term **moves)
{
    for (size_t i = 0; i < engine->role_count; i++) {
        TermList legal = engine_legal(engine, i);
        assert(choices[i] < legal.count);
        moves[i] = legal.items[choices[i]];
    }
}

bool next_joint_move(const uint32_t *first, const uint32_t *end,
                     uint32_t *choices, size_t role_count)
{
    for (size_t i = 0; i < role_count; i++) {
        assert(choices[i] < end[i]);
        if (++choices[i] < end[i])
            return true;
        choices[i] = first ? first[i] : 0;
    }
    return false;
}

/* ---- lists of terms ---- */

bool term_lists_equal(TermList left, TermList right)
{
    return left.count == right.count &&
           (!left.count || memcmp(left.items, right.items,
                                  left.count * sizeof *left.items) == 0);
}

TermList term_list_copy(Arena *arena, TermList list)
{
    list.items = arena_copy(arena, list.items, list.count * sizeof *list.items);
    return list;
}
