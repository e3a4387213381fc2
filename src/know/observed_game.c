/* observed_game.c - one interface over interpreter and machine, for filters
 *
 * In:   an Interp or a Machine
 * Out:  positions, moves, percepts and goals as terms
 * Next: know/exact.c follows sets of positions, know/match_tracking.c a match
 */
#include "know/observed_game.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t term_list_find(TermList list, const Term *term)
{
    size_t low = 0, high = list.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = term_compare(list.items[middle], term);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return list.count;
}

bool term_lists_equal(TermList left, TermList right)
{
    return left.count == right.count &&
           (!left.count || memcmp(left.items, right.items,
                                  left.count * sizeof *left.items) == 0);
}

static TermList list_of(const TermVec *terms)
{
    return (TermList){terms->items, terms->count};
}

/* ---- the interpreter: a position is an array of features ---- */

typedef struct {
    ObservedGame interface;
    Interp *interp;
    Arena *position_arena, *successor_arena;
    TermList *legal; /* by role; made when it is asked for */
    bool *has_legal;
    TermVec goals;
    Terms *terms;
} InterpAdapter;

static InterpAdapter *as_interp(const ObservedGame *observed)
{
    return (InterpAdapter *)(uintptr_t)observed;
}

static const Term *interp_role_name(const ObservedGame *observed, size_t role)
{
    return interp_role(as_interp(observed)->interp, role);
}

static bool interp_role_is_random(const ObservedGame *observed, size_t role)
{
    return interp_is_random(as_interp(observed)->interp, role);
}

static Bytes position_bytes(const Position *position)
{
    return (Bytes){position->features,
                   position->count * sizeof *position->features};
}

static Bytes interp_initial_bytes(ObservedGame *observed)
{
    return position_bytes(interp_initial(as_interp(observed)->interp));
}

static void interp_set_position(ObservedGame *observed, Bytes position)
{
    InterpAdapter *self = as_interp(observed);
    Arena *position_arena = arena_new();
    interp_set(self->interp,
               position_new(position_arena, position.bytes,
                            position.length / sizeof(const Term *)));
    arena_free(self->position_arena);
    self->position_arena = position_arena;
    self->legal = arena_array(position_arena, TermList, observed->roles);
    self->has_legal = arena_array(position_arena, bool, observed->roles);
}

static bool interp_is_terminal(ObservedGame *observed)
{
    return interp_terminal(as_interp(observed)->interp);
}

static TermList interp_legal_terms(ObservedGame *observed, size_t role)
{
    assert(role < observed->roles);
    InterpAdapter *self = as_interp(observed);
    if (!self->has_legal[role]) {
        size_t count;
        const Term *const *moves = interp_legal(self->interp, role, &count);
        self->legal[role] = (TermList){
            arena_copy(self->position_arena, moves, count * sizeof *moves),
            count};
        self->has_legal[role] = true;
    }
    return self->legal[role];
}

static TermList interp_values(ObservedGame *observed, size_t role)
{
    InterpAdapter *self = as_interp(observed);
    size_t count;
    const int *values = interp_goals(self->interp, role, &count);
    vec_clear(&self->goals);
    for (size_t i = 0; i < count; i++)
        vec_push(&self->goals, goal_term(self->terms, values[i]));
    return list_of(&self->goals);
}

static Bytes interp_successor(ObservedGame *observed, const uint32_t *choices)
{
    InterpAdapter *self = as_interp(observed);
    Arena *successor_arena = arena_new();
    const Term **moves =
        arena_array(successor_arena, const Term *, observed->roles);
    for (size_t i = 0; i < observed->roles; i++)
        moves[i] = interp_legal_terms(observed, i).items[choices[i]];
    const Position *next = interp_next(self->interp, moves, successor_arena);
    arena_free(self->successor_arena);
    self->successor_arena = successor_arena;
    return position_bytes(next);
}

static TermList interp_percept_terms(ObservedGame *observed, size_t role)
{
    TermList list;
    list.items =
        interp_percepts(as_interp(observed)->interp, role, &list.count);
    return list;
}

static bool interp_perceives(ObservedGame *observed, size_t role,
                             TermList percepts)
{
    TermList seen = interp_percept_terms(observed, role);
    return seen.count == percepts.count &&
           (!seen.count || memcmp(seen.items, percepts.items,
                                  seen.count * sizeof *seen.items) == 0);
}

static TermList interp_feature_terms(ObservedGame *observed, Bytes position,
                                     Arena *arena)
{
    (void)observed;
    size_t count = position.length / sizeof(const Term *);
    const Term **sorted = arena_copy(arena, position.bytes, position.length);
    sort_terms(sorted, count);
    return (TermList){sorted, count};
}

static const char *interp_failure_text(const ObservedGame *observed)
{
    return interp_failure(as_interp(observed)->interp);
}

static void interp_adapter_free(ObservedGame *observed)
{
    InterpAdapter *self = as_interp(observed);
    arena_free(self->position_arena);
    arena_free(self->successor_arena);
    vec_free(&self->goals);
    free(self);
}

ObservedGame *observed_by_interp(Interp *interp, Terms *terms)
{
    InterpAdapter *self = memory_alloc(sizeof *self);
    *self = (InterpAdapter){.interface = {.roles = interp_role_count(interp),
                                          .role = interp_role_name,
                                          .is_random = interp_role_is_random,
                                          .initial = interp_initial_bytes,
                                          .set = interp_set_position,
                                          .terminal = interp_is_terminal,
                                          .legal = interp_legal_terms,
                                          .goals = interp_values,
                                          .next = interp_successor,
                                          .percepts = interp_percept_terms,
                                          .perceives = interp_perceives,
                                          .features = interp_feature_terms,
                                          .failure = interp_failure_text,
                                          .free = interp_adapter_free},
                            .interp = interp,
                            .terms = terms};
    return &self->interface;
}

/* ---- the machine: a position is an array of words ---- */

typedef struct {
    ObservedGame interface;
    const Machine *machine;
    const Net *net;
    Cursor *cursor;
    TermVec *legal; /* by role; made when it is asked for */
    bool *has_legal;
    TermVec terms; /* the result of the last call */
    uint32_t *moves;
} MachineAdapter;

static MachineAdapter *as_machine(const ObservedGame *observed)
{
    return (MachineAdapter *)(uintptr_t)observed;
}

static Bytes state_bytes(const MachineAdapter *self, const uint64_t *state)
{
    return (Bytes){state, machine_words(self->machine) * sizeof *state};
}

static const Term *machine_role_name(const ObservedGame *observed, size_t role)
{
    return as_machine(observed)->net->roles[role].name;
}

static bool machine_role_is_random(const ObservedGame *observed, size_t role)
{
    return as_machine(observed)->net->roles[role].is_random;
}

static Bytes machine_initial_bytes(ObservedGame *observed)
{
    MachineAdapter *self = as_machine(observed);
    return state_bytes(self, machine_initial(self->machine));
}

static void machine_set_position(ObservedGame *observed, Bytes position)
{
    MachineAdapter *self = as_machine(observed);
    cursor_set(self->cursor, position.bytes);
    memset(self->has_legal, 0, observed->roles * sizeof *self->has_legal);
}

static bool machine_is_terminal(ObservedGame *observed)
{
    return cursor_terminal(as_machine(observed)->cursor);
}

static TermList machine_legal_terms(ObservedGame *observed, size_t role)
{
    assert(role < observed->roles);
    MachineAdapter *self = as_machine(observed);
    const Role *whose = &self->net->roles[role];
    if (!self->has_legal[role]) {
        const uint64_t *legal = cursor_legal(self->cursor, role);
        vec_clear(&self->legal[role]);
        for (size_t word = 0; word < (whose->move_count + 63) / 64; word++)
            for (uint64_t left = legal[word]; left; left &= left - 1)
                vec_push(
                    &self->legal[role],
                    whose->moves[word * 64 + (size_t)__builtin_ctzll(left)]);
        self->has_legal[role] = true;
    }
    return list_of(&self->legal[role]);
}

static TermList machine_goal_terms(ObservedGame *observed, size_t role)
{
    MachineAdapter *self = as_machine(observed);
    const Role *whose = &self->net->roles[role];
    vec_clear(&self->terms);
    for (size_t i = 0; i < whose->goal_count; i++)
        if (cursor_goal(self->cursor, role, i))
            vec_push(&self->terms, whose->goals[i].term);
    return list_of(&self->terms);
}

static Bytes machine_successor(ObservedGame *observed, const uint32_t *choices)
{
    MachineAdapter *self = as_machine(observed);
    for (size_t i = 0; i < observed->roles; i++)
        self->moves[i] = cursor_legal_move(self->cursor, i, choices[i]);
    cursor_moves(self->cursor, self->moves);
    return state_bytes(self, cursor_next(self->cursor));
}

static TermList machine_percept_terms(ObservedGame *observed, size_t role)
{
    MachineAdapter *self = as_machine(observed);
    const Role *whose = &self->net->roles[role];
    vec_clear(&self->terms);
    for (size_t i = 0; i < whose->percept_count; i++)
        if (cursor_percept(self->cursor, role, i))
            vec_push(&self->terms, whose->percepts[i].term);
    return list_of(&self->terms);
}

/* Checks the expected percepts first: most often one of them is missing. */
static bool machine_perceives(ObservedGame *observed, size_t role,
                              TermList percepts)
{
    MachineAdapter *self = as_machine(observed);
    const Role *whose = &self->net->roles[role];
    size_t matched = 0;
    for (size_t i = 0; i < whose->percept_count && matched < percepts.count;
         i++) {
        if (percepts.items[matched] != whose->percepts[i].term)
            continue;
        if (!cursor_percept(self->cursor, role, i))
            return false;
        matched++;
    }
    if (matched < percepts.count)
        return false;
    matched = 0;
    for (size_t i = 0; i < whose->percept_count; i++)
        if (matched < percepts.count &&
            percepts.items[matched] == whose->percepts[i].term)
            matched++;
        else if (cursor_percept(self->cursor, role, i))
            return false;
    return true;
}

static TermList machine_feature_terms(ObservedGame *observed, Bytes position,
                                      Arena *arena)
{
    const Net *net = as_machine(observed)->net;
    const uint64_t *state = position.bytes;
    TermVec holds = {0};
    for (size_t i = 0; i < net->feature_count; i++)
        if (state[i / 64] >> i % 64 & 1)
            vec_push(&holds, net->features[i]);
    TermList list = {.count = holds.count};
    list.items = vec_finish(&holds, arena);
    return list;
}

static const char *machine_failure_text(const ObservedGame *observed)
{
    (void)observed;
    return NULL;
}

static void machine_adapter_free(ObservedGame *observed)
{
    MachineAdapter *self = as_machine(observed);
    for (size_t i = 0; i < observed->roles; i++)
        vec_free(&self->legal[i]);
    free(self->legal);
    free(self->has_legal);
    vec_free(&self->terms);
    cursor_free(self->cursor);
    free(self->moves);
    free(self);
}

ObservedGame *observed_by_machine(const Machine *machine)
{
    MachineAdapter *self = memory_alloc(sizeof *self);
    const Net *net = machine_net(machine);
    size_t roles = net->role_count;
    *self = (MachineAdapter){.interface = {.roles = roles,
                                           .role = machine_role_name,
                                           .is_random = machine_role_is_random,
                                           .initial = machine_initial_bytes,
                                           .set = machine_set_position,
                                           .terminal = machine_is_terminal,
                                           .legal = machine_legal_terms,
                                           .goals = machine_goal_terms,
                                           .next = machine_successor,
                                           .percepts = machine_percept_terms,
                                           .perceives = machine_perceives,
                                           .features = machine_feature_terms,
                                           .failure = machine_failure_text,
                                           .free = machine_adapter_free},
                             .machine = machine,
                             .net = net,
                             .cursor = cursor_new(machine),
                             .legal = memory_array(roles, sizeof(TermVec)),
                             .has_legal = memory_array(roles, sizeof(bool)),
                             .moves = memory_array(roles, sizeof(uint32_t))};
    memset(self->legal, 0, roles * sizeof *self->legal);
    memset(self->has_legal, 0, roles * sizeof *self->has_legal);
    return &self->interface;
}
