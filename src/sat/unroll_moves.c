/* unroll_moves.c - the moves of a step, as clauses
 *
 * In:   a role and a step, or a set of moves
 * Out:  a variable for each move that is possible, of which at most one is
 *       true; literals for sets of moves
 * Next: sat/unroll.c makes the nodes that look at them
 *
 * Of many moves, what excludes what is said by the places in which they
 * differ; a set is covered by few classes of moves (sat/move_classes.h) if that
 * can be. Start reading at unroll_constrain_moves() and unroll_set_literal().
 */
#include "sat/unroll_internal.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void unroll_find_classes(Unroll *unroll)
{
    const Net *net = unroll->net;
    size_t max_moves = 0;
    unroll->classes =
        arena_array(unroll->arena, MoveClasses *, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        unroll->classes[i] = move_classes_new(unroll->arena, &net->roles[i]);
        if (net->roles[i].move_count > max_moves)
            max_moves = net->roles[i].move_count;
    }
    unroll->membership = arena_array(unroll->arena, uint8_t, max_moves + 1);
}

/* ---- variables ---- */

/* A selector for each key, and at most one of them; pairs of MOVES with
 * different keys are excluded by few clauses. */
static void select_place(Unroll *unroll, KeyedMove *keyed, size_t count,
                         const SatLit *moves)
{
    SatLits selectors = {0};
    sort_keyed_moves(keyed, count);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && keyed[end].key == keyed[i].key;)
            end++;
        if (!keyed[i].key || end - i == count)
            continue;
        SatLit selector = moves[keyed[i].move];
        if (end - i > 1)
            selector = sat_variable(unroll->sat);
        for (size_t k = i; end - i > 1 && k < end; k++)
            sat_clause2(unroll->sat, -moves[keyed[k].move], selector);
        vec_push(&selectors, selector);
    }
    sat_at_most_one(unroll->sat, selectors.items, selectors.count);
    vec_free(&selectors);
}

/* Two different moves differ in some place. */
static void exclude_each_other(Unroll *unroll, size_t step, size_t number)
{
    enum { MAX_PAIRWISE = 6 }; /* moves excluded by number, not by places */
    const Role *role = &unroll->net->roles[number];
    const Level *level = &unroll->levels.items[step];
    const uint32_t *possible = level->possible[number];
    size_t count = level->possible_count[number], place_count = 0;
    bool by_place = count > MAX_PAIRWISE;
    KeyedMove *keyed = memory_array(count + 1, sizeof *keyed);
    for (size_t i = 0; i < count && by_place; i++)
        if (role->moves[possible[i]]->arity > place_count)
            place_count = role->moves[possible[i]]->arity;
    for (size_t place = 0; place <= place_count; place++) {
        for (size_t i = 0; i < count; i++)
            keyed[i] = (KeyedMove){
                by_place ? move_key(role->moves[possible[i]], place) : i + 1,
                possible[i]};
        select_place(unroll, keyed, count, level->moves[number]);
    }
    free(keyed);
}

/* A literal for each class: one of its moves is made. Two moves are in
 * different classes of some place. */
static void make_classes(Unroll *unroll, size_t step, size_t role)
{
    const MoveClasses *classes = unroll->classes[role];
    Level *level = &unroll->levels.items[step];
    SatLit *lits = arena_array(unroll->arena, SatLit, classes->count);
    for (size_t first = 0, end; first < classes->simple_count; first = end) {
        end = move_classes_place_end(classes, first);
        for (size_t number = first; number < end; number++) {
            const MoveClass *class = &classes->items[number];
            vec_clear(&unroll->scratch);
            for (size_t i = 0; i < class->count; i++)
                vec_push(&unroll->scratch, level->moves[role][class->moves[i]]);
            lits[number] =
                sat_or(unroll->sat, unroll->scratch.items, class->count);
        }
        sat_at_most_one(unroll->sat, lits + first, end - first);
    }
    level->class_lits[role] = lits;
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

void unroll_make_moves(Unroll *unroll, size_t step, size_t number,
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
    if (unroll->classes && unroll->classes[number])
        make_classes(unroll, step, number);
    else
        exclude_each_other(unroll, step, number);
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

static void make_moves_of_step(Unroll *unroll, size_t step, size_t role)
{
    const SatLit *legal = unroll->levels.items[step].legal[role];
    unroll_make_moves(unroll, step, role, legal);
    if (legal)
        make_legal_move(unroll, step, role, legal, sat_true(unroll->sat));
}

SatLit unroll_move(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    if (unroll_is_relaxed(unroll, role))
        return unroll_relaxed_move(unroll, step, role, move);
    if (!unroll_level(unroll, step)->moves[role])
        make_moves_of_step(unroll, step, role);
    return unroll->levels.items[step].moves[role][move];
}

void unroll_choose(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    size_t count = unroll->net->roles[role].move_count;
    SatLit *moves = arena_array(unroll->arena, SatLit, count);
    SatLit truth = sat_true(unroll->sat);
    Level *level = unroll_level(unroll, step);
    assert(!level->moves[role] && move < count);
    (void)level;
    for (size_t i = 0; i < count; i++)
        moves[i] = i == move ? truth : -truth;
    set_moves(unroll, step, role, moves);
}

void unroll_constrain_moves(Unroll *unroll, size_t step, size_t number,
                            SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *legal = arena_array(unroll->arena, SatLit, role->move_count);
    size_t always = role->move_count;
    for (size_t i = 0; i < role->move_count; i++) {
        legal[i] = unroll_lit(unroll, step, role->legal[i]);
        if (legal[i] == truth && always == role->move_count)
            always = i;
    }
    Level *level = &unroll->levels.items[step];
    if (!level->moves[number] && taken == truth && always < role->move_count) {
        level->legal[number] = legal;
        level->always_legal[number] = (uint32_t)always;
        return;
    }
    if (!level->moves[number])
        unroll_make_moves(unroll, step, number, taken == truth ? legal : NULL);
    make_legal_move(unroll, step, number, legal, taken);
}

/* ---- sets ---- */

static SatLit part_literal(Unroll *unroll, size_t step, size_t role,
                           const CoverPart *part)
{
    SatLit *known = unroll->levels.items[step].class_lits[role];
    SatLit lits[MAX_INTERSECTED];
    if (part->number == NO_INDEX)
        return unroll_move(unroll, step, role, part->move);
    const uint32_t *intersected =
        unroll->classes[role]->items[part->number].intersected;
    size_t count = 0;
    for (; count < MAX_INTERSECTED && intersected[count] != NO_INDEX; count++)
        lits[count] = known[intersected[count]];
    if (!known[part->number])
        known[part->number] = sat_and(unroll->sat, lits, count);
    return known[part->number];
}

/* One of the moves in a set by at most MAX_CLASSES classes of moves, or
 * by those of the other moves if they are fewer; else 0. */
static SatLit cover_literal(Unroll *unroll, size_t step, const MoveSet *set,
                            size_t max_classes)
{
    const Level *level = &unroll->levels.items[step];
    MoveClasses *classes = unroll->classes[set->role];
    uint8_t *membership = unroll->membership;
    MoveCover rest = {0};
    memset(membership, MOVE_OUT, classes->move_count);
    for (size_t i = 0; i < set->count; i++)
        membership[set->moves[i]] = MOVE_IN;
    for (size_t i = 0; level->moves[set->role] && i < classes->move_count; i++)
        if (level->moves[set->role][i] == -sat_true(unroll->sat))
            membership[i] = MOVE_EITHER;
    bool covered = move_classes_cover(classes, membership, MOVE_IN, max_classes,
                                      &unroll->cover);
    if (covered)
        max_classes = unroll->cover.count;
    bool is_negated =
        level->taken &&
        move_classes_cover(classes, membership, MOVE_OUT, max_classes, &rest);
    const MoveCover *parts = is_negated ? &rest : &unroll->cover;
    SatLits lits = {0};
    for (size_t i = 0; (covered || is_negated) && i < parts->count; i++)
        vec_push(&lits,
                 part_literal(unroll, step, set->role, &parts->items[i]));
    SatLit lit =
        covered || is_negated ? sat_or(unroll->sat, lits.items, lits.count) : 0;
    vec_free_all(&lits, &rest);
    return is_negated ? -lit : lit;
}

/* The literal of a set that is not made of few classes is unconstrained. */
static SatLit relaxed_set(Unroll *unroll, size_t step, const MoveSet *set)
{
    enum { MAX_COVER_CLASSES = 400 };
    unroll_relaxed_classes(unroll, step, set->role);
    SatLit lit = cover_literal(unroll, step, set, MAX_COVER_CLASSES);
    return lit ? lit : sat_variable(unroll->sat);
}

SatLit unroll_set_literal(Unroll *unroll, size_t step, const MoveSet *set)
{
    if (unroll_is_relaxed(unroll, set->role))
        return relaxed_set(unroll, step, set);
    if (!unroll->levels.items[step].moves[set->role])
        make_moves_of_step(unroll, step, set->role);
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[set->role];
    enum { MAX_LISTED_MOVES = 3, MAX_COVER_CLASSES = 40 };
    size_t count = unroll->net->roles[set->role].move_count, next = 0;
    /* A large set is what the others are not. Both lists are in order. */
    bool rest = set->count > count / 2 && level->taken;
    vec_clear(&unroll->scratch);
    for (size_t i = 0; i < level->possible_count[set->role]; i++) {
        uint32_t move = level->possible[set->role][i];
        while (next < set->count && set->moves[next] < move)
            next++;
        if ((next < set->count && set->moves[next] == move) != rest)
            vec_push(&unroll->scratch, moves[move]);
    }
    size_t size = unroll->scratch.count;
    if (size > MAX_LISTED_MOVES && level->class_lits[set->role]) {
        SatLit covered =
            cover_literal(unroll, step, set,
                          size < MAX_COVER_CLASSES ? size : MAX_COVER_CLASSES);
        if (covered)
            return covered;
    }
    SatLit lit = sat_or(unroll->sat, unroll->scratch.items, size);
    return rest ? -lit : lit;
}
