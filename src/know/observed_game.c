/* observed_game.c - a game as an onlooker sees it, by interpreter and by
 * machine
 *
 * In:   an Interp or a Machine
 * Out:  positions, moves, percepts and goals as terms
 * Next: know/exact.c follows sets of positions, know/match_tracking.c a match
 */
#include "know/observed_game.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(const Term *) TermVec;

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
    World face;
    Interp *interp;
    Arena *here, *after;
    TermList *legal; /* by role; made when it is asked for */
    bool *has_legal;
    TermVec goals;
    Terms *terms;
} ByInterp;

static ByInterp *as_interp(const World *world)
{
    return (ByInterp *)(uintptr_t)world;
}

static const Term *interp_name(const World *world, size_t role)
{
    return interp_role(as_interp(world)->interp, role);
}

static bool interp_chance(const World *world, size_t role)
{
    return interp_is_random(as_interp(world)->interp, role);
}

static Bytes position_bytes(const Position *position)
{
    return (Bytes){position->features,
                   position->count * sizeof *position->features};
}

static Bytes interp_first(World *world)
{
    return position_bytes(interp_initial(as_interp(world)->interp));
}

static void interp_go(World *world, Bytes position)
{
    ByInterp *self = as_interp(world);
    Arena *here = arena_new();
    interp_set(self->interp,
               position_new(here, position.bytes,
                            position.length / sizeof(const Term *)));
    arena_free(self->here);
    self->here = here;
    self->legal = arena_array(here, TermList, world->roles);
    self->has_legal = arena_array(here, bool, world->roles);
}

static bool interp_over(World *world)
{
    return interp_terminal(as_interp(world)->interp);
}

static TermList interp_moves(World *world, size_t role)
{
    ByInterp *self = as_interp(world);
    if (!self->has_legal[role]) {
        size_t count;
        const Term *const *moves = interp_legal(self->interp, role, &count);
        self->legal[role] = (TermList){
            arena_copy(self->here, moves, count * sizeof *moves), count};
        self->has_legal[role] = true;
    }
    return self->legal[role];
}

static TermList interp_values(World *world, size_t role)
{
    ByInterp *self = as_interp(world);
    size_t count;
    const int *values = interp_goals(self->interp, role, &count);
    vec_clear(&self->goals);
    for (size_t i = 0; i < count; i++)
        vec_push(&self->goals, goal_term(self->terms, values[i]));
    return list_of(&self->goals);
}

static Bytes interp_after(World *world, const uint32_t *choices)
{
    ByInterp *self = as_interp(world);
    Arena *after = arena_new();
    const Term **moves = arena_array(after, const Term *, world->roles);
    for (size_t i = 0; i < world->roles; i++)
        moves[i] = interp_moves(world, i).items[choices[i]];
    const Position *next = interp_next(self->interp, moves, after);
    arena_free(self->after);
    self->after = after;
    return position_bytes(next);
}

static TermList interp_seen(World *world, size_t role)
{
    TermList list;
    list.items = interp_percepts(as_interp(world)->interp, role, &list.count);
    return list;
}

static bool interp_sees(World *world, size_t role, TermList percepts)
{
    TermList seen = interp_seen(world, role);
    return seen.count == percepts.count &&
           (!seen.count || memcmp(seen.items, percepts.items,
                                  seen.count * sizeof *seen.items) == 0);
}

static TermList interp_holds(World *world, Bytes position, Arena *arena)
{
    (void)world;
    size_t count = position.length / sizeof(const Term *);
    const Term **sorted = arena_copy(arena, position.bytes, position.length);
    sort_terms(sorted, count);
    return (TermList){sorted, count};
}

static const char *interp_fault(const World *world)
{
    return interp_failure(as_interp(world)->interp);
}

static void interp_done(World *world)
{
    ByInterp *self = as_interp(world);
    arena_free(self->here);
    arena_free(self->after);
    vec_free(&self->goals);
    free(self);
}

World *world_of_interp(Interp *interp, Terms *terms)
{
    ByInterp *self = fatal_malloc(sizeof *self);
    *self = (ByInterp){.face = {.roles = interp_role_count(interp),
                                .role = interp_name,
                                .is_random = interp_chance,
                                .initial = interp_first,
                                .set = interp_go,
                                .terminal = interp_over,
                                .legal = interp_moves,
                                .goals = interp_values,
                                .next = interp_after,
                                .percepts = interp_seen,
                                .perceives = interp_sees,
                                .features = interp_holds,
                                .failure = interp_fault,
                                .free = interp_done},
                       .interp = interp,
                       .terms = terms};
    return &self->face;
}

/* ---- the machine: a position is an array of words ---- */

typedef struct {
    World face;
    const Machine *machine;
    const Net *net;
    Cursor *cursor;
    TermVec *legal; /* by role; made when it is asked for */
    bool *has_legal;
    TermVec terms; /* the answer to the last question */
    uint32_t *moves;
} ByMachine;

static ByMachine *as_machine(const World *world)
{
    return (ByMachine *)(uintptr_t)world;
}

static Bytes state_bytes(const ByMachine *self, const uint64_t *state)
{
    return (Bytes){state, machine_words(self->machine) * sizeof *state};
}

static const Term *machine_name(const World *world, size_t role)
{
    return as_machine(world)->net->roles[role].name;
}

static bool machine_chance(const World *world, size_t role)
{
    return as_machine(world)->net->roles[role].is_random;
}

static Bytes machine_first(World *world)
{
    ByMachine *self = as_machine(world);
    return state_bytes(self, machine_initial(self->machine));
}

static void machine_go(World *world, Bytes position)
{
    ByMachine *self = as_machine(world);
    cursor_set(self->cursor, position.bytes);
    memset(self->has_legal, 0, world->roles * sizeof *self->has_legal);
}

static bool machine_over(World *world)
{
    return cursor_terminal(as_machine(world)->cursor);
}

static TermList machine_moves(World *world, size_t role)
{
    ByMachine *self = as_machine(world);
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

static TermList machine_values(World *world, size_t role)
{
    ByMachine *self = as_machine(world);
    const Role *whose = &self->net->roles[role];
    vec_clear(&self->terms);
    for (size_t i = 0; i < whose->goal_count; i++)
        if (cursor_goal(self->cursor, role, i))
            vec_push(&self->terms, whose->goals[i].term);
    return list_of(&self->terms);
}

static Bytes machine_after(World *world, const uint32_t *choices)
{
    ByMachine *self = as_machine(world);
    for (size_t i = 0; i < world->roles; i++)
        self->moves[i] = cursor_legal_move(self->cursor, i, choices[i]);
    cursor_moves(self->cursor, self->moves);
    return state_bytes(self, cursor_next(self->cursor));
}

static TermList machine_seen(World *world, size_t role)
{
    ByMachine *self = as_machine(world);
    const Role *whose = &self->net->roles[role];
    vec_clear(&self->terms);
    for (size_t i = 0; i < whose->percept_count; i++)
        if (cursor_percept(self->cursor, role, i))
            vec_push(&self->terms, whose->percepts[i].term);
    return list_of(&self->terms);
}

/* Of the percepts that there are to be, most often one is missing: they are
 * looked at first. */
static bool machine_sees(World *world, size_t role, TermList percepts)
{
    ByMachine *self = as_machine(world);
    const Role *whose = &self->net->roles[role];
    size_t met = 0;
    for (size_t i = 0; i < whose->percept_count && met < percepts.count; i++) {
        if (percepts.items[met] != whose->percepts[i].term)
            continue;
        if (!cursor_percept(self->cursor, role, i))
            return false;
        met++;
    }
    if (met < percepts.count)
        return false;
    met = 0;
    for (size_t i = 0; i < whose->percept_count; i++)
        if (met < percepts.count &&
            percepts.items[met] == whose->percepts[i].term)
            met++;
        else if (cursor_percept(self->cursor, role, i))
            return false;
    return true;
}

static TermList machine_holds(World *world, Bytes position, Arena *arena)
{
    const Net *net = as_machine(world)->net;
    const uint64_t *state = position.bytes;
    TermVec holds = {0};
    for (size_t i = 0; i < net->feature_count; i++)
        if (state[i / 64] >> i % 64 & 1)
            vec_push(&holds, net->features[i]);
    TermList list = {.count = holds.count};
    list.items = vec_finish(&holds, arena);
    return list;
}

static const char *machine_fault(const World *world)
{
    (void)world;
    return NULL;
}

static void machine_done(World *world)
{
    ByMachine *self = as_machine(world);
    for (size_t i = 0; i < world->roles; i++)
        vec_free(&self->legal[i]);
    free(self->legal);
    free(self->has_legal);
    vec_free(&self->terms);
    cursor_free(self->cursor);
    free(self->moves);
    free(self);
}

World *world_of_machine(const Machine *machine)
{
    ByMachine *self = fatal_malloc(sizeof *self);
    const Net *net = machine_net(machine);
    size_t roles = net->role_count;
    *self = (ByMachine){.face = {.roles = roles,
                                 .role = machine_name,
                                 .is_random = machine_chance,
                                 .initial = machine_first,
                                 .set = machine_go,
                                 .terminal = machine_over,
                                 .legal = machine_moves,
                                 .goals = machine_values,
                                 .next = machine_after,
                                 .percepts = machine_seen,
                                 .perceives = machine_sees,
                                 .features = machine_holds,
                                 .failure = machine_fault,
                                 .free = machine_done},
                        .machine = machine,
                        .net = net,
                        .cursor = cursor_new(machine),
                        .legal = fatal_malloc(roles * sizeof(TermVec)),
                        .has_legal = fatal_malloc(roles * sizeof(bool)),
                        .moves = fatal_malloc(roles * sizeof(uint32_t))};
    memset(self->legal, 0, roles * sizeof *self->legal);
    memset(self->has_legal, 0, roles * sizeof *self->has_legal);
    return &self->face;
}
