/* merged_moves.c - moves that a question does not tell apart, as classes
 *
 * In:   the move sets that a question depends on
 * Out:  classes of the moves of each role, with the literals that their
 *       legality needs
 * Next: prove/induction/move_abstraction.c
 *
 * Start reading at merge_moves().
 */
#include "prove/induction/merged_moves.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_CLASSES = 512 }; /* of merged moves, per role */

/* Which literals that follow from the legality of a move are looked for. */
static const ImpliedLimits LEGALITY_LIMITS = {
    .depth = 4, .max_arms = 6, .max_lits = 40};

/* The literal: the move is in SET, that is in one of the classes in it. */
SatLit merged_set_lit(const MergedMoves *merged, Sat *sat, const MoveSet *set)
{
    const RoleMoves *moves = &merged->roles[set->role];
    SatLits lits = {0};
    assert(moves->classes.count <= MAX_CLASSES);
    bool *is_included =
        memory_zeroed(moves->classes.count + 1, sizeof *is_included);
    for (size_t i = 0; i < set->count; i++) {
        uint32_t class = moves->class_of[set->moves[i]];
        if (!is_included[class])
            vec_push(&lits, moves->classes.items[class].chosen_lit);
        is_included[class] = true;
    }
    SatLit lit = sat_or(sat, lits.items, lits.count);
    memory_free(is_included);
    vec_free(&lits);
    return lit;
}

/* Splits each class into the moves that are in SET and the others. */
static bool split_classes(MergedMoves *merged, const MoveSet *set)
{
    RoleMoves *moves = &merged->roles[set->role];
    size_t old_count = moves->classes.count;
    uint32_t *class_inside = memory_zeroed(old_count + 1, sizeof *class_inside);
    for (size_t i = 0; i < set->count; i++) {
        uint32_t *class = &moves->class_of[set->moves[i]];
        if (!class_inside[*class]) {
            class_inside[*class] = (uint32_t)moves->classes.count;
            vec_push(&moves->classes, (MoveClass){0});
        }
        *class = class_inside[*class];
    }
    memory_free(class_inside);
    return moves->classes.count <= MAX_CLASSES;
}

/* Intersects LEGALITY_LITS of the class of MOVE, which is in some move set,
 * with what the legality of MOVE needs; once per round. NEEDS is scratch. */
static void add_needs_of_move(MergedMoves *merged, uint32_t role, uint32_t move,
                              NetLits *needs)
{
    Lit legal = merged->net->roles[role].legal[move];
    RoleMoves *moves = &merged->roles[role];
    MoveClass *class = &moves->classes.items[moves->class_of[move]];
    if (legal == LIT_FALSE || moves->move_round[move] == merged->round)
        return;
    moves->move_round[move] = merged->round;
    vec_clear(needs);
    add_implied_lits(merged->net, legal, LEGALITY_LIMITS, needs);
    for (size_t i = 0; !class->ever_legal && i < needs->count; i++)
        vec_push(&class->legality_lits, needs->items[i]);
    lits_keep_common(&class->legality_lits, needs);
    class->ever_legal = true;
    moves->in_sets_count++;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].in_sets_count +=
            lits_contain(needs, moves->frequent.items[i].lit);
}

/* The needs of the classes of ROLE. Class 0, of moves in no set, may be large:
 * its needs are the frequent ones that all of these moves need, by counting. */
static void find_class_needs(MergedMoves *merged, uint32_t role)
{
    RoleMoves *moves = &merged->roles[role];
    NetLits needs = {0};
    moves->in_sets_count = 0;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].in_sets_count = 0;
    for (size_t i = 0; i < merged->sets.count; i++) {
        const MoveSet *set = &merged->net->sets[merged->sets.items[i]];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            add_needs_of_move(merged, role, set->moves[k], &needs);
    }
    vec_free(&needs);
    MoveClass *no_set_class = &moves->classes.items[0];
    assert(moves->in_sets_count <= moves->legal_count);
    no_set_class->ever_legal = moves->in_sets_count < moves->legal_count;
    for (size_t i = 0; i < moves->frequent.count; i++) {
        const FrequentNeed *frequent = &moves->frequent.items[i];
        assert(frequent->in_sets_count <= frequent->move_count);
        if (frequent->move_count - frequent->in_sets_count ==
            moves->legal_count - moves->in_sets_count)
            vec_push(&no_set_class->legality_lits, frequent->lit);
    }
}

/* A literal for each class, of which exactly one holds: the role makes a move
 * of that class. */
static void encode_classes(MergedMoves *merged, uint32_t role, Sat *sat)
{
    RoleMoves *moves = &merged->roles[role];
    SatLits lits = {0};
    for (size_t i = 0; i < moves->classes.count; i++) {
        MoveClass *class = &moves->classes.items[i];
        class->chosen_lit =
            class->ever_legal ? sat_variable(sat) : -sat_true(sat);
        vec_push(&lits, class->chosen_lit);
    }
    sat_at_most_one(sat, lits.items, lits.count);
    sat_clause(sat, lits.items, lits.count);
    vec_free(&lits);
}

bool merge_moves(MergedMoves *merged, Sat *sat)
{
    const Net *net = merged->net;
    bool within_limit = true;
    merged->round++;
    for (uint32_t role = 0; role < net->role_count; role++) {
        assert(!merged->roles[role].classes.count);
        vec_push(&merged->roles[role].classes, (MoveClass){0});
    }
    for (size_t i = 0; i < merged->sets.count && within_limit; i++)
        within_limit = split_classes(merged, &net->sets[merged->sets.items[i]]);
    for (uint32_t role = 0; role < net->role_count && within_limit; role++) {
        find_class_needs(merged, role);
        encode_classes(merged, role, sat);
    }
    return within_limit;
}

void merged_moves_reset(MergedMoves *merged)
{
    const Net *net = merged->net;
    for (size_t i = 0; i < merged->sets.count; i++) {
        const MoveSet *set = &net->sets[merged->sets.items[i]];
        for (size_t k = 0; k < set->count; k++)
            merged->roles[set->role].class_of[set->moves[k]] = 0;
    }
    for (uint32_t role = 0; role < net->role_count; role++) {
        RoleMoves *moves = &merged->roles[role];
        for (size_t i = 0; i < moves->classes.count; i++)
            vec_free(&moves->classes.items[i].legality_lits);
        vec_clear(&moves->classes);
    }
}

/* The literals that more than half of the moves of ROLE need. */
static void find_frequent_needs(MergedMoves *merged, uint32_t role)
{
    const Role *net_role = &merged->net->roles[role];
    RoleMoves *moves = &merged->roles[role];
    NetLits needs = {0}, frequent_lits = {0};
    uint32_t *counts =
        memory_zeroed(2 * merged->net->node_count, sizeof *counts);
    uint32_t *last_move =
        memory_zeroed(2 * merged->net->node_count, sizeof *last_move);
    for (uint32_t i = 0; i < net_role->move_count; i++) {
        if (net_role->legal[i] == LIT_FALSE)
            continue;
        moves->legal_count++;
        vec_clear(&needs);
        add_implied_lits(merged->net, net_role->legal[i], LEGALITY_LIMITS,
                         &needs);
        for (size_t k = 0; k < needs.count; k++) {
            Lit lit = needs.items[k];
            if (last_move[lit] == i + 1)
                continue; /* listed twice for this move */
            last_move[lit] = i + 1;
            if (++counts[lit] == net_role->move_count / 2 + 1)
                vec_push(&frequent_lits, lit);
        }
    }
    for (size_t i = 0; i < frequent_lits.count; i++) {
        FrequentNeed frequent = {frequent_lits.items[i],
                                 counts[frequent_lits.items[i]], 0};
        vec_push(&moves->frequent, frequent);
    }
    free_all(counts, last_move);
    vec_free_all(&needs, &frequent_lits);
}

MergedMoves merged_moves_new(const Net *net, Arena *arena)
{
    MergedMoves merged = {
        .net = net, .roles = arena_array(arena, RoleMoves, net->role_count)};
    for (uint32_t i = 0; i < net->role_count; i++) {
        size_t count = net->roles[i].move_count;
        merged.roles[i].class_of = arena_array(arena, uint32_t, count);
        merged.roles[i].move_round = arena_array(arena, uint32_t, count);
        find_frequent_needs(&merged, i);
    }
    return merged;
}

void merged_moves_free(MergedMoves *merged)
{
    for (size_t i = 0; i < merged->net->role_count; i++)
        vec_free_all(&merged->roles[i].classes, &merged->roles[i].frequent);
    vec_free(&merged->sets);
}
