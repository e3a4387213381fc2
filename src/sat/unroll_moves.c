/* unroll_moves.c - the moves of a step, as clauses
 *
 * In:   a role and a step, or a set of moves
 * Out:  a variable for each move that is possible, of which at most one is
 *       true; literals for sets of moves
 * Next: sat/unroll.c makes the nodes that look at them
 *
 * Of many moves, what excludes what is said by the places in which they
 * differ. Start reading at unroll_constrain_moves() and unroll_set_literal().
 */
#include "sat/unroll_internal.h"

#include "base/memory.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- variables ---- */

/* What stands at a place of a move, place 0 being its symbol; 0 if nothing. */
typedef struct {
    uint64_t key;
    uint32_t move;
} KeyedMove;

static uint64_t move_key(const Term *move, size_t place)
{
    if (place == 0)
        return ((uint64_t)move->symbol->id << 16 | move->arity) + 1;
    return place <= move->arity ? (uint64_t)move->args[place - 1]->id + 1 : 0;
}

static int by_key(const void *left, const void *right)
{
    const KeyedMove *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->move > b->move) - (a->move < b->move);
}

/* Moves with different keys, that is different terms in one place, exclude each
 * other: a selector literal for each key, at most one of which is true. */
static void select_place(Unroll *unroll, KeyedMove *keyed, size_t count,
                         const SatLit *move_lits)
{
    SatLits selectors = {0};
    sort_items(keyed, count, sizeof *keyed, by_key);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i; end < count && keyed[end].key == keyed[i].key;)
            end++;
        if (!keyed[i].key || end - i == count)
            continue;
        SatLit selector = move_lits[keyed[i].move];
        if (end - i > 1)
            selector = sat_variable(unroll->sat);
        for (size_t k = i; end - i > 1 && k < end; k++)
            sat_clause2(unroll->sat, -move_lits[keyed[k].move], selector);
        vec_push(&selectors, selector);
    }
    sat_at_most_one(unroll->sat, selectors.items, selectors.count);
    vec_free(&selectors);
}

/* Two different moves differ in some place. */
static void exclude_pairs_of_moves(Unroll *unroll, size_t step,
                                   size_t role_number)
{
    enum { MAX_PAIRWISE = 6 }; /* moves excluded by number, not by places */
    const Role *role = &unroll->net->roles[role_number];
    const Level *level = &unroll->levels.items[step];
    const uint32_t *possible = level->possible_moves[role_number];
    size_t move_count = level->possible_count[role_number], place_count = 0;
    bool by_place = move_count > MAX_PAIRWISE;
    KeyedMove *keyed = memory_array(move_count + 1, sizeof *keyed);
    for (size_t i = 0; i < move_count && by_place; i++)
        if (role->moves[possible[i]]->arity > place_count)
            place_count = role->moves[possible[i]]->arity;
    for (size_t place = 0; place <= place_count; place++) {
        for (size_t i = 0; i < move_count; i++)
            keyed[i] = (KeyedMove){
                by_place ? move_key(role->moves[possible[i]], place) : i + 1,
                possible[i]};
        select_place(unroll, keyed, move_count, level->move_lits[role_number]);
    }
    memory_free(keyed);
}

/* MOVE_LITS are those of the role at STEP; false ones are not possible. */
static void store_move_lits(Unroll *unroll, size_t step, size_t role_number,
                            SatLit *move_lits)
{
    const Role *role = &unroll->net->roles[role_number];
    Level *level = &unroll->levels.items[step];
    VEC(uint32_t) possible = {0};
    for (uint32_t i = 0; i < role->move_count; i++)
        if (move_lits[i] != -sat_true(unroll->sat))
            vec_push(&possible, i);
    level->move_lits[role_number] = move_lits;
    level->possible_count[role_number] = possible.count;
    level->possible_moves[role_number] = vec_finish(&possible, unroll->arena);
}

/* Variables for the moves of a role; those of which it is known that they are
 * not legal, if LEGAL_LITS are given, are false. */
static void make_moves(Unroll *unroll, size_t step, size_t role_number,
                       const SatLit *legal_lits)
{
    const Role *role = &unroll->net->roles[role_number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *move_lits = arena_array(unroll->arena, SatLit, role->move_count);
    size_t possible_count = 0;
    for (size_t i = 0; i < role->move_count; i++)
        possible_count += !legal_lits || legal_lits[i] != -truth;
    for (size_t i = 0; i < role->move_count; i++)
        if (legal_lits && legal_lits[i] == -truth)
            move_lits[i] = -truth;
        else if (possible_count == 1)
            move_lits[i] = truth; /* a role always makes a move */
        else
            move_lits[i] = sat_variable(unroll->sat);
    store_move_lits(unroll, step, role_number, move_lits);
    exclude_pairs_of_moves(unroll, step, role_number);
}

/* If TAKEN, the role makes a move, and a legal one. */
static void require_legal_move(Unroll *unroll, size_t step, size_t role_number,
                               const SatLit *legal_lits, SatLit taken)
{
    const Role *role = &unroll->net->roles[role_number];
    const SatLit *move_lits = unroll->levels.items[step].move_lits[role_number];
    vec_clear(&unroll->scratch);
    vec_push(&unroll->scratch, -taken);
    for (size_t i = 0; i < role->move_count; i++) {
        sat_clause3(unroll->sat, -taken, -move_lits[i], legal_lits[i]);
        vec_push(&unroll->scratch, move_lits[i]);
    }
    sat_clause(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

SatLit unroll_move(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    if (!unroll_level(unroll, step)->move_lits[role])
        make_moves(unroll, step, role, NULL);
    return unroll->levels.items[step].move_lits[role][move];
}

void unroll_fix_move(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    size_t move_count = unroll->net->roles[role].move_count;
    SatLit *move_lits = arena_array(unroll->arena, SatLit, move_count);
    SatLit truth = sat_true(unroll->sat);
    Level *level = unroll_level(unroll, step);
    assert(!level->move_lits[role] && move < move_count);
    (void)level;
    for (size_t i = 0; i < move_count; i++)
        move_lits[i] = i == move ? truth : -truth;
    store_move_lits(unroll, step, role, move_lits);
}

void unroll_constrain_moves(Unroll *unroll, size_t step, size_t role_number,
                            SatLit taken)
{
    const Role *role = &unroll->net->roles[role_number];
    SatLit *legal_lits = memory_array(role->move_count + 1, sizeof *legal_lits);
    for (size_t i = 0; i < role->move_count; i++)
        legal_lits[i] = unroll_lit(unroll, step, role->legal[i]);
    if (!unroll->levels.items[step].move_lits[role_number])
        make_moves(unroll, step, role_number,
                   taken == sat_true(unroll->sat) ? legal_lits : NULL);
    require_legal_move(unroll, step, role_number, legal_lits, taken);
    memory_free(legal_lits);
}

/* ---- sets ---- */

SatLit unroll_set_literal(Unroll *unroll, size_t step, const MoveSet *set)
{
    if (!unroll->levels.items[step].move_lits[set->role])
        make_moves(unroll, step, set->role, NULL);
    const Level *level = &unroll->levels.items[step];
    const SatLit *move_lits = level->move_lits[set->role];
    size_t move_count = unroll->net->roles[set->role].move_count,
           next_in_set = 0;
    /* A large set is what the others are not. Both lists are in order. */
    bool is_complement = set->count > move_count / 2 && level->taken;
    vec_clear(&unroll->scratch);
    for (size_t i = 0; i < level->possible_count[set->role]; i++) {
        uint32_t move = level->possible_moves[set->role][i];
        while (next_in_set < set->count && set->moves[next_in_set] < move)
            next_in_set++;
        if ((next_in_set < set->count && set->moves[next_in_set] == move) !=
            is_complement)
            vec_push(&unroll->scratch, move_lits[move]);
    }
    SatLit lit =
        sat_or(unroll->sat, unroll->scratch.items, unroll->scratch.count);
    return is_complement ? -lit : lit;
}
