/* unroll_relaxed.c - over-approximated steps, for games with many moves
 *
 * In:   a step of UNROLL_RELAXED
 * Out:  variables for what stands where in moves, and clauses for what all
 *       moves need that have the same there
 * Next: sat/unroll_moves.c asks for single moves and sets of them
 *
 * Every legal step satisfies these clauses, and some that are not legal do. So
 * they are few even if there are many moves, and a proof from them is a proof.
 * Start reading at unroll_constrain_relaxed(), at the end.
 */
#include "base/memory.h"
#include "sat/implied_lits.h"
#include "sat/unroll_internal.h"

#include <assert.h>
#include <stdlib.h>

/* ---- moves by their classes only ---- */

bool unroll_is_relaxed(const Unroll *unroll, size_t role)
{
    return unroll->start == UNROLL_RELAXED && unroll->classes[role];
}

/* If every move of GIVEN_CLASS (of the role, if that is NO_INDEX) has a class
 * at PLACE: CONDITION implies one of these classes. */
static void require_class_at_place(Unroll *unroll, size_t step, size_t role,
                                   uint32_t given_class, size_t place,
                                   SatLit condition)
{
    const MoveClasses *classes = unroll->classes[role];
    const SatLit *lits = unroll->levels.items[step].class_lits[role];
    size_t count = unroll->net->roles[role].move_count;
    const uint32_t *moves = NULL;
    if (given_class != NO_INDEX) {
        moves = classes->items[given_class].moves;
        count = classes->items[given_class].count;
    }
    bool *occurs = memory_zeroed(classes->simple_count + 1, sizeof *occurs),
         every_move_has_class = true;
    for (uint32_t i = 0; i < count && every_move_has_class; i++) {
        uint32_t class = move_class_at(classes, place, moves ? moves[i] : i);
        every_move_has_class = class != NO_INDEX;
        if (every_move_has_class)
            occurs[class] = true;
    }
    vec_clear(&unroll->scratch);
    vec_push(&unroll->scratch, -condition);
    for (size_t i = 0; i < classes->simple_count && every_move_has_class; i++)
        if (occurs[i])
            vec_push(&unroll->scratch, lits[i]);
    if (every_move_has_class)
        sat_clause(unroll->sat, unroll->scratch.items, unroll->scratch.count);
    memory_free(occurs);
}

void unroll_relaxed_classes(Unroll *unroll, size_t step, size_t role)
{
    const MoveClasses *classes = unroll->classes[role];
    size_t count = classes->simple_count;
    if (unroll_level(unroll, step)->class_lits[role])
        return;
    SatLit *lits = arena_array(unroll->arena, SatLit, classes->count);
    for (size_t i = 0; i < count; i++)
        lits[i] = sat_variable(unroll->sat);
    unroll->levels.items[step].class_lits[role] = lits;
    for (size_t first = 0, end; first < count; first = end) {
        end = move_classes_place_end(classes, first);
        sat_at_most_one(unroll->sat, lits + first, end - first);
    }
    for (uint32_t i = 0; i < count; i++)
        for (size_t place = 0; place < classes->place_count; place++)
            if (place != classes->items[i].place)
                require_class_at_place(unroll, step, role, i, place, lits[i]);
}

SatLit unroll_relaxed_move(Unroll *unroll, size_t step, size_t role,
                           uint32_t move)
{
    const MoveClasses *classes = unroll->classes[role];
    SatLits lits = {0};
    unroll_relaxed_classes(unroll, step, role);
    for (size_t place = 0; place < classes->place_count; place++) {
        uint32_t class = move_class_at(classes, place, move);
        if (class != NO_INDEX)
            vec_push(&lits, unroll->levels.items[step].class_lits[role][class]);
    }
    SatLit lit = sat_and(unroll->sat, lits.items, lits.count);
    vec_free(&lits);
    return lit;
}

/* ---- what moves need ---- */

/* What each move of a role needs: those of move m are from FIRST[m] to FIRST[m
 * + 1]. */
typedef struct {
    size_t *first;
    NetLits lits;
    bool *is_stated; /* by literal: there is a clause for it */
} Needs;

static Needs find_needs(const Unroll *unroll, const Role *role)
{
    Needs needs = {.first =
                       memory_array(role->move_count + 1, sizeof *needs.first)};
    NetLits needs_of_move = {0};
    for (size_t move = 0; move < role->move_count; move++) {
        needs.first[move] = needs.lits.count;
        vec_clear(&needs_of_move);
        add_implied_lits(unroll->net, role->legal[move], &needs_of_move);
        vec_append(&needs.lits, needs_of_move.items, needs_of_move.count);
    }
    needs.first[role->move_count] = needs.lits.count;
    needs.is_stated =
        memory_zeroed(needs.lits.count + 1, sizeof *needs.is_stated);
    vec_free(&needs_of_move);
    return needs;
}

static void free_needs(Needs *needs)
{
    free_all(needs->first, needs->is_stated);
    vec_free(&needs->lits);
}

/* Where LIT is among what MOVE needs; SIZE_MAX if it is not. */
static size_t need_index(const Needs *needs, uint32_t move, Lit lit)
{
    for (size_t i = needs->first[move]; i < needs->first[move + 1]; i++)
        if (needs->lits.items[i] == lit)
            return i;
    return SIZE_MAX;
}

/* What all moves of a class need. */
static void find_common_needs(const Needs *needs, const uint32_t *moves,
                              size_t count, NetLits *common)
{
    vec_clear(common);
    for (size_t i = needs->first[moves[0]]; i < needs->first[moves[0] + 1]; i++)
        vec_push(common, needs->lits.items[i]);
    for (size_t m = 1; m < count && common->count; m++) {
        size_t kept_count = 0;
        for (size_t i = 0; i < common->count; i++)
            if (need_index(needs, moves[m], common->items[i]) != SIZE_MAX)
                common->items[kept_count++] = common->items[i];
        common->count = kept_count;
    }
}

/* The classes CHOSEN at a step need LIT. */
static void add_need_clause(Unroll *unroll, size_t step, size_t role,
                            const uint32_t *chosen, size_t count, Lit lit,
                            SatLit taken)
{
    SatLits clause = {0};
    vec_push(&clause, -taken);
    vec_push(&clause, unroll_lit(unroll, step, lit));
    for (size_t i = 0; i < count; i++)
        vec_push(&clause,
                 -unroll->levels.items[step].class_lits[role][chosen[i]]);
    sat_clause(unroll->sat, clause.items, clause.count);
    vec_free(&clause);
}

/* If one of the moves of a class is made, what all of them need holds. */
static void state_class_needs(Unroll *unroll, size_t step, size_t role,
                              uint32_t class_number, Needs *needs, SatLit taken)
{
    const MoveClass *class = &unroll->classes[role]->items[class_number];
    size_t intersected_count = 0;
    NetLits common = {0};
    while (intersected_count < MAX_INTERSECTED &&
           class->intersected[intersected_count] != NO_INDEX)
        intersected_count++;
    find_common_needs(needs, class->moves, class->count, &common);
    for (size_t i = 0; i < common.count; i++) {
        bool is_stated = true;
        for (size_t m = 0; m < class->count; m++) {
            size_t index = need_index(needs, class->moves[m], common.items[i]);
            assert(index != SIZE_MAX);
            is_stated = is_stated && needs->is_stated[index];
            needs->is_stated[index] = true;
        }
        if (!is_stated)
            add_need_clause(unroll, step, role,
                            intersected_count ? class->intersected
                                              : &class_number,
                            intersected_count ? intersected_count : 1,
                            common.items[i], taken);
    }
    vec_free(&common);
}

/* What is left: a clause for a single move. */
static void state_move_needs(Unroll *unroll, size_t step, size_t role,
                             uint32_t move, const Needs *needs, SatLit taken)
{
    const MoveClasses *classes = unroll->classes[role];
    VEC(uint32_t) chosen = {0};
    for (size_t place = 0; place < classes->place_count; place++)
        if (move_class_at(classes, place, move) != NO_INDEX)
            vec_push(&chosen, move_class_at(classes, place, move));
    for (size_t i = needs->first[move]; i < needs->first[move + 1]; i++)
        if (!needs->is_stated[i])
            add_need_clause(unroll, step, role, chosen.items, chosen.count,
                            needs->lits.items[i], taken);
    vec_free(&chosen);
}

/* ---- steps ---- */

/* A role with many moves: by classes. */
static void constrain_classes_of_role(Unroll *unroll, size_t step, size_t role,
                                      SatLit taken)
{
    enum { MAX_MOVES_ONE_BY_ONE = 20000 };
    const MoveClasses *classes = unroll->classes[role];
    Needs needs = find_needs(unroll, &unroll->net->roles[role]);
    unroll_relaxed_classes(unroll, step, role);
    for (size_t place = 0; place < classes->place_count; place++)
        require_class_at_place(unroll, step, role, NO_INDEX, place, taken);
    for (uint32_t i = 0; i < classes->count; i++)
        state_class_needs(unroll, step, role, i, &needs, taken);
    size_t move_count = unroll->net->roles[role].move_count;
    for (uint32_t i = 0; i < move_count && move_count <= MAX_MOVES_ONE_BY_ONE;
         i++)
        state_move_needs(unroll, step, role, i, &needs, taken);
    free_needs(&needs);
}

static void constrain_moves_of_role(Unroll *unroll, size_t step,
                                    size_t role_number, SatLit taken)
{
    const Role *role = &unroll->net->roles[role_number];
    Needs needs = find_needs(unroll, role);
    SatLits clause = {0};
    if (!unroll->levels.items[step].move_lits[role_number])
        unroll_make_moves(unroll, step, role_number, NULL);
    vec_push(&clause, -taken);
    for (uint32_t move = 0; move < role->move_count; move++) {
        SatLit move_lit =
            unroll->levels.items[step].move_lits[role_number][move];
        for (size_t i = needs.first[move]; i < needs.first[move + 1]; i++)
            sat_clause3(unroll->sat, -taken, -move_lit,
                        unroll_lit(unroll, step, needs.lits.items[i]));
        vec_push(&clause, move_lit);
    }
    sat_clause(unroll->sat, clause.items, clause.count);
    vec_free(&clause);
    free_needs(&needs);
}

void unroll_constrain_relaxed(Unroll *unroll, size_t step, SatLit taken)
{
    const Net *net = unroll->net;
    NetLits needed = {0};
    add_implied_lits(net, lit_not(net->terminal), &needed);
    for (size_t i = 0; i < needed.count; i++)
        sat_clause2(unroll->sat, -taken,
                    unroll_lit(unroll, step, needed.items[i]));
    vec_free(&needed);
    for (size_t r = 0; r < net->role_count; r++)
        if (unroll_is_relaxed(unroll, r))
            constrain_classes_of_role(unroll, step, r, taken);
        else
            constrain_moves_of_role(unroll, step, r, taken);
}
