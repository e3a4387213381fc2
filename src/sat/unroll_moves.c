/* unroll_moves.c - the moves of a step, as clauses
 *
 * In:   a role and a step, or a set of moves
 * Out:  a variable for each move that is possible, of which at most one is
 *       true; literals for sets of moves
 * Next: sat/unroll.c makes the nodes that look at them
 *
 * Of many moves, what excludes what is said by the places in which they
 * differ; a set is covered by few classes of moves (sat/move_classes.h) if that
 * can be. Start reading at unroll_take_moves() and unroll_set_literal().
 */
#include "sat/unroll_internal.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void unroll_find_choices(Unroll *unroll)
{
    const Net *net = unroll->net;
    size_t most = 0;
    unroll->choices =
        arena_array(unroll->arena, MoveClasses *, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        unroll->choices[i] = move_classes_new(unroll->arena, &net->roles[i]);
        if (net->roles[i].move_count > most)
            most = net->roles[i].move_count;
    }
    unroll->where = arena_array(unroll->arena, uint8_t, most + 1);
}

/* ---- variables ---- */

/* A move and what stands at one place of it. */
typedef struct {
    uint64_t key;
    SatLit lit;
} Keyed;

static int by_key(const void *left, const void *right)
{
    const Keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->lit > b->lit) - (a->lit < b->lit);
}

/* Place 0 is the symbol, then come the arguments; 0 if there is no such. */
static uint64_t key_at(const Term *move, size_t place)
{
    if (place == 0)
        return ((uint64_t)move->symbol->id << 16 | move->arity) + 1;
    return place <= move->arity ? (uint64_t)move->args[place - 1]->id + 1 : 0;
}

/* A selector for each thing that can stand at PLACE, and at most one of them;
 * pairs of moves that differ there are excluded by few clauses. */
static void select_place(Unroll *unroll, Keyed *keyed, size_t count)
{
    SatLits selectors = {0};
    sort_items(keyed, count, sizeof *keyed, by_key);
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && keyed[end].key == keyed[i].key)
            end++;
        if (keyed[i].key && end - i < count) {
            SatLit selector = keyed[i].lit;
            if (end - i > 1)
                selector = sat_variable(unroll->sat);
            for (size_t k = i; end - i > 1 && k < end; k++)
                sat_clause2(unroll->sat, -keyed[k].lit, selector);
            vec_push(&selectors, selector);
        }
        i = end;
    }
    sat_at_most_one(unroll->sat, selectors.items, selectors.count);
    vec_free(&selectors);
}

/* Two different moves differ in some place. */
static void exclude_each_other(Unroll *unroll, const Role *role,
                               const SatLit *moves)
{
    enum { MAX_PAIRWISE = 6 }; /* moves excluded by number, not by places */
    VEC(Keyed) keyed = {0};
    VEC(uint32_t) possible = {0};
    size_t places = 0;
    for (uint32_t i = 0; i < role->move_count; i++)
        if (moves[i] != -sat_true(unroll->sat)) {
            vec_push(&possible, i);
            if (role->moves[i]->arity > places)
                places = role->moves[i]->arity;
        }
    for (size_t place = 0; place <= places; place++) {
        vec_clear(&keyed);
        for (size_t i = 0; i < possible.count; i++) {
            uint32_t move = possible.items[i];
            bool few = possible.count <= MAX_PAIRWISE;
            Keyed one = {few ? move + 1u : key_at(role->moves[move], place),
                         moves[move]};
            vec_push(&keyed, one);
        }
        if (keyed.count)
            select_place(unroll, keyed.items, keyed.count);
        if (possible.count <= MAX_PAIRWISE)
            break;
    }
    vec_free(&possible);
    vec_free(&keyed);
}

/* A literal for each class: one of its moves is made. Two moves are in
 * different classes of some place. */
static void make_classes(Unroll *unroll, size_t step, size_t role)
{
    const MoveClasses *choice = unroll->choices[role];
    Level *level = &unroll->levels.items[step];
    size_t count = move_classes_simple(choice), size;
    SatLit *classes =
        arena_array(unroll->arena, SatLit, move_classes_classes(choice));
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && move_classes_place(choice, end) ==
                                             move_classes_place(choice, first);
             end++) {
            const uint32_t *moves = move_classes_moves(choice, end, &size);
            vec_clear(&unroll->scratch);
            for (size_t i = 0; i < size; i++)
                vec_push(&unroll->scratch, level->moves[role][moves[i]]);
            classes[end] = sat_or(unroll->sat, unroll->scratch.items, size);
        }
        sat_at_most_one(unroll->sat, classes + first, end - first);
    }
    level->classes[role] = classes;
}

static void set_moves(Unroll *unroll, size_t step, size_t number, SatLit *moves)
{
    const Role *role = &unroll->net->roles[number];
    Level *level = &unroll->levels.items[step];
    VEC(uint32_t) possible = {0};
    for (uint32_t i = 0; i < role->move_count; i++)
        if (moves[i] != -sat_true(unroll->sat))
            vec_push(&possible, i);
    level->moves[number] = moves;
    level->possible_count[number] = possible.count;
    level->possible[number] = vec_finish(&possible, unroll->arena);
}

void unroll_choose_variables(Unroll *unroll, size_t step, size_t number,
                             const SatLit *legal)
{
    const Role *role = &unroll->net->roles[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *moves = arena_array(unroll->arena, SatLit, role->move_count);
    size_t possible = 0;
    for (size_t i = 0; i < role->move_count; i++)
        possible += !legal || legal[i] != -truth;
    for (size_t i = 0; i < role->move_count; i++)
        if (legal && legal[i] == -truth)
            moves[i] = -truth;
        else if (possible == 1)
            moves[i] = truth; /* a role always makes a move */
        else
            moves[i] = sat_variable(unroll->sat);
    set_moves(unroll, step, number, moves);
    if (unroll->choices && unroll->choices[number])
        make_classes(unroll, step, number);
    else
        exclude_each_other(unroll, role, moves);
}

/* If TAKEN, the role makes a move, and a legal one. */
static void make_legal_move(Unroll *unroll, size_t step, size_t number,
                            const SatLit *legal, SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    const SatLit *moves = unroll->levels.items[step].moves[number];
    vec_clear(&unroll->scratch);
    vec_push(&unroll->scratch, -taken);
    for (size_t i = 0; i < role->move_count; i++) {
        sat_clause3(unroll->sat, -taken, -moves[i], legal[i]);
        vec_push(&unroll->scratch, moves[i]);
    }
    sat_clause(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

static void make_moves(Unroll *unroll, size_t step, size_t role)
{
    const SatLit *legal = unroll->levels.items[step].legal[role];
    unroll_choose_variables(unroll, step, role, legal);
    if (legal)
        make_legal_move(unroll, step, role, legal, sat_true(unroll->sat));
}

SatLit unroll_move(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    if (unroll_is_relaxed(unroll, role))
        return unroll_relaxed_move(unroll, step, role, move);
    if (!unroll_level(unroll, step)->moves[role])
        make_moves(unroll, step, role);
    return unroll->levels.items[step].moves[role][move];
}

void unroll_choose(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    size_t count = unroll->net->roles[role].move_count;
    SatLit *moves = arena_array(unroll->arena, SatLit, count);
    SatLit truth = sat_true(unroll->sat);
    Level *level = unroll_level(unroll, step);
    assert(!level->moves[role]);
    (void)level;
    for (size_t i = 0; i < count; i++)
        moves[i] = i == move ? truth : -truth;
    set_moves(unroll, step, role, moves);
}

void unroll_take_moves(Unroll *unroll, size_t step, size_t number, SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *legal = arena_array(unroll->arena, SatLit, role->move_count);
    size_t idle = role->move_count;
    for (size_t i = 0; i < role->move_count; i++) {
        legal[i] = unroll_lit(unroll, step, role->legal[i]);
        if (legal[i] == truth && idle == role->move_count)
            idle = i;
    }
    Level *level = &unroll->levels.items[step];
    if (!level->moves[number] && taken == truth && idle < role->move_count) {
        level->legal[number] = legal;
        level->idle[number] = (uint32_t)idle;
        return;
    }
    if (!level->moves[number])
        unroll_choose_variables(unroll, step, number,
                                taken == truth ? legal : NULL);
    make_legal_move(unroll, step, number, legal, taken);
}

/* ---- sets ---- */

static SatLit part_literal(Unroll *unroll, size_t step, size_t role,
                           const MoveClassPart *part)
{
    const Level *level = &unroll->levels.items[step];
    SatLit *classes = level->classes[role], lits[MOVE_CLASS_PARTS];
    if (part->number == NO_INDEX)
        return unroll_move(unroll, step, role, part->move);
    const uint32_t *common =
        move_classes_common(unroll->choices[role], part->number);
    size_t count = 0;
    for (; count < MOVE_CLASS_PARTS && common[count] != NO_INDEX; count++)
        lits[count] = classes[common[count]];
    if (!classes[part->number])
        classes[part->number] = sat_and(unroll->sat, lits, count);
    return classes[part->number];
}

/* One of the moves in a set by classes of moves, if they are fewer than MOST;
 * else 0. */
static SatLit cover_literal(Unroll *unroll, size_t step, const MoveSet *set,
                            size_t most)
{
    const Level *level = &unroll->levels.items[step];
    MoveClasses *choice = unroll->choices[set->role];
    size_t count = unroll->net->roles[set->role].move_count;
    ChoiceParts rest = {0};
    memset(unroll->where, CHOICE_OUT, count);
    for (size_t i = 0; i < set->count; i++)
        unroll->where[set->moves[i]] = CHOICE_IN;
    for (size_t i = 0; level->moves[set->role] && i < count; i++)
        if (level->moves[set->role][i] == -sat_true(unroll->sat))
            unroll->where[i] = CHOICE_EITHER;
    bool good = move_classes_cover(choice, unroll->where, CHOICE_IN, most,
                                   &unroll->parts);
    bool negated = level->taken &&
                   move_classes_cover(choice, unroll->where, CHOICE_OUT,
                                      good ? unroll->parts.count : most, &rest);
    const ChoiceParts *parts = negated ? &rest : &unroll->parts;
    SatLits lits = {0};
    for (size_t i = 0; (good || negated) && i < parts->count; i++)
        vec_push(&lits,
                 part_literal(unroll, step, set->role, &parts->items[i]));
    SatLit lit =
        good || negated ? sat_or(unroll->sat, lits.items, lits.count) : 0;
    vec_free(&lits);
    vec_free(&rest);
    return negated ? -lit : lit;
}

/* A set that is not made of few classes may be made or not, as it likes. */
static SatLit loose_set(Unroll *unroll, size_t step, const MoveSet *set)
{
    enum { MAX_PARTS = 400 };
    unroll_relaxed_classes(unroll, step, set->role);
    SatLit lit = cover_literal(unroll, step, set, MAX_PARTS);
    return lit ? lit : sat_variable(unroll->sat);
}

SatLit unroll_set_literal(Unroll *unroll, size_t step, const MoveSet *set)
{
    if (unroll_is_relaxed(unroll, set->role))
        return loose_set(unroll, step, set);
    if (!unroll->levels.items[step].moves[set->role])
        make_moves(unroll, step, set->role);
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[set->role];
    enum { MAX_LISTED = 3, MAX_PARTS = 40 };
    size_t count = unroll->net->roles[set->role].move_count, met = 0;
    /* A large set is what the others are not. Both lists are in order. */
    bool rest = set->count > count / 2 && level->taken;
    vec_clear(&unroll->scratch);
    for (size_t i = 0; i < level->possible_count[set->role]; i++) {
        uint32_t move = level->possible[set->role][i];
        while (met < set->count && set->moves[met] < move)
            met++;
        if ((met < set->count && set->moves[met] == move) != rest)
            vec_push(&unroll->scratch, moves[move]);
    }
    size_t size = unroll->scratch.count;
    if (size > MAX_LISTED && level->classes[set->role]) {
        SatLit covered = cover_literal(unroll, step, set,
                                       size < MAX_PARTS ? size : MAX_PARTS);
        if (covered)
            return covered;
    }
    SatLit lit = sat_or(unroll->sat, unroll->scratch.items, size);
    return rest ? -lit : lit;
}
