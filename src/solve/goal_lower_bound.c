/* goal_lower_bound.c - lower bound of the number of moves to a better end
 *
 * In:   the effects of each move, the goals, a start
 * Out:  a lower bound
 *
 * Cost partitioning over landmarks (Karpas and Domshlak 2009): a clause that
 * does not hold at the start has the weight 1/n if the moves that can satisfy
 * it satisfy at most n such clauses; then no move satisfies clauses of more
 * than weight 1 altogether, so the sum of the weights is a lower bound. Start
 * reading at goal_lower_bound().
 */
#include "solve/goal_lower_bound.h"

#include "base/bits.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t feature;
    bool value;
} GoalFact;

/* A clause: one of its facts holds in every end, and none at the start. */
typedef struct {
    size_t first, count; /* facts of the clause */
    size_t max_together; /* the most clauses that a move that can
                      satisfy it can satisfy; 0: no move can */
} GoalClause;

typedef struct {
    const Puzzle *puzzle;
    const Net *net;
    MoveEffects *effects;
    VEC(GoalFact) facts;
    VEC(GoalClause) clauses;
    bool *is_denied; /* by literal of the net of EFFECTS: a fact of the clause
                     under consideration, all of which are false */
} GoalBound;

/* ---- clauses that hold in all ends ---- */

enum { IMPLIED_TRUE = 1, IMPLIED_FALSE = 2 };

/* What holds in all ends of some goals. */
typedef struct {
    const Net *net;
    uint32_t *last_visitor;   /* by node: the last goal that visited it */
    uint32_t *false_in_goals; /* by node: goals that imply it is false */
    unsigned char *implied;   /* by feature: implied by the last goal */
    unsigned char *common_facts;
    uint32_t goal_count;
} GoalEnds;

/* Collects what LIT implies. */
static void collect_implied(GoalEnds *ends, Lit lit)
{
    LitVec conjuncts = {0};
    net_conjuncts(ends->net, lit, ends->last_visitor, ends->goal_count,
                  &conjuncts);
    for (size_t i = 0; i < conjuncts.count; i++) {
        const Node *node = &ends->net->nodes[lit_node(conjuncts.items[i])];
        bool is_negated = lit_is_negated(conjuncts.items[i]);
        if (node->kind == NODE_FEATURE)
            ends->implied[node->feature] |=
                is_negated ? IMPLIED_FALSE : IMPLIED_TRUE;
        else if (node->kind == NODE_AND)
            ends->false_in_goals[lit_node(conjuncts.items[i])]++;
    }
    vec_free(&conjuncts);
}

/* All ends with more than VALUE. */
static GoalEnds analyse_better_ends(const Puzzle *puzzle, int value,
                                    Arena *arena)
{
    const Net *net = puzzle->net;
    const Role *role = &net->roles[0];
    size_t feature_count = net->feature_count;
    GoalEnds ends = {net,
                     arena_array(arena, uint32_t, net->node_count),
                     arena_array(arena, uint32_t, net->node_count),
                     arena_array(arena, unsigned char, feature_count),
                     arena_array(arena, unsigned char, feature_count),
                     0};
    memset(ends.common_facts, IMPLIED_TRUE | IMPLIED_FALSE, feature_count);
    for (size_t i = 0; i < role->goal_count; i++) {
        if (puzzle_goal_value(puzzle, i) <= value ||
            role->goals[i].lit == LIT_FALSE)
            continue;
        ends.goal_count++;
        memset(ends.implied, 0, feature_count);
        collect_implied(&ends, role->goals[i].lit);
        collect_implied(&ends, net->terminal);
        for (size_t k = 0; k < feature_count; k++)
            ends.common_facts[k] &= ends.implied[k];
    }
    return ends;
}

enum { MAX_CLAUSE_FACTS = 64, MAX_FACTS = 4096 };

/* Whether a fact is of use in a clause: it does not hold at the start, and does
 * not follow from the goals. */
static bool is_useful_fact(const GoalBound *bound, const GoalEnds *ends,
                           GoalFact fact)
{
    return get_bit(bound->puzzle->start_state, fact.feature) != fact.value &&
           !(ends->common_facts[fact.feature] &
             (fact.value ? IMPLIED_TRUE : IMPLIED_FALSE));
}

/* NODE is false: a clause, if its inputs are facts. */
static void add_clause(GoalBound *bound, const GoalEnds *ends, uint32_t node)
{
    const Net *net = bound->net;
    GoalClause clause = {bound->facts.count, 0, 0};
    LitVec pending = {0};
    bool is_usable = true;
    vec_push(&pending, 2 * node + 1);
    while (pending.count && is_usable) {
        Lit current = vec_pop(&pending);
        const Node *current_node = &net->nodes[lit_node(current)];
        GoalFact fact = {current_node->feature, !lit_is_negated(current)};
        if (current_node->kind == NODE_FEATURE) {
            is_usable = is_useful_fact(bound, ends, fact) &&
                        ++clause.count <= MAX_CLAUSE_FACTS;
            vec_push(&bound->facts, fact);
        } else if (current_node->kind == NODE_AND && lit_is_negated(current)) {
            is_usable = current_node->input_count <= MAX_CLAUSE_FACTS;
            for (uint32_t i = 0; is_usable && i < current_node->input_count;
                 i++)
                vec_push(&pending,
                         lit_not(net->inputs[current_node->first_input + i]));
        } else {
            is_usable = false;
        }
    }
    vec_free(&pending);
    if (is_usable)
        vec_push(&bound->clauses, clause);
    else
        bound->facts.count = clause.first;
}

static void add_unit_clause(GoalBound *bound, uint32_t feature, bool value)
{
    if (get_bit(bound->puzzle->start_state, feature) == value)
        return;
    vec_push(&bound->clauses, (GoalClause){bound->facts.count, 1, 0});
    vec_push(&bound->facts, (GoalFact){feature, value});
}

static void find_clauses(GoalBound *bound, int value, Arena *scratch)
{
    GoalEnds ends = analyse_better_ends(bound->puzzle, value, scratch);
    if (!ends.goal_count)
        return;
    for (uint32_t i = 0; i < bound->net->feature_count; i++) {
        if (ends.common_facts[i] & IMPLIED_TRUE)
            add_unit_clause(bound, i, true);
        if (ends.common_facts[i] & IMPLIED_FALSE)
            add_unit_clause(bound, i, false);
    }
    for (uint32_t i = 0; i < bound->net->node_count; i++)
        if (ends.false_in_goals[i] == ends.goal_count &&
            bound->facts.count < MAX_FACTS)
            add_clause(bound, &ends, i);
}

/* ---- which moves satisfy clauses ---- */

/* Whether LIT may hold although all literals that IS_DENIED has are false. */
static bool may_hold(const GoalBound *bound, Lit lit)
{
    const Net *net = bound->effects->net;
    if (lit == LIT_FALSE || bound->is_denied[lit])
        return false;
    if (lit_is_negated(lit))
        return true;
    net_each_input (input, net, lit_node(lit))
        if (bound->is_denied[*input.at])
            return false;
    return true;
}

/* Whether FACT, which is false, may be true after the selected move. */
static bool may_become_true(const GoalBound *bound, GoalFact fact)
{
    NextValue next = move_effects_next(bound->effects, fact.feature);
    Lit untouched_or_only = next.lits[next.count - 1] ^ (Lit)!fact.value;
    return (next.count > 1 && may_hold(bound, next.lits[!fact.value])) ||
           may_hold(bound, untouched_or_only);
}

/* Sets IS_DENIED for the literals of the facts of a clause. */
static void set_denied(GoalBound *bound, const GoalClause *clause,
                       bool is_denied)
{
    for (size_t i = 0; i < clause->count; i++) {
        GoalFact fact = bound->facts.items[clause->first + i];
        Lit lit = bound->effects->feature_lit[fact.feature];
        if (lit != LIT_FALSE)
            bound->is_denied[lit ^ (Lit)!fact.value] = is_denied;
    }
}

/* Whether the selected move can make an unsatisfied clause true. */
static bool may_satisfy(GoalBound *bound, const GoalClause *clause)
{
    bool is_possible = false;
    set_denied(bound, clause, true);
    for (size_t i = 0; i < clause->count && !is_possible; i++)
        is_possible =
            may_become_true(bound, bound->facts.items[clause->first + i]);
    set_denied(bound, clause, false);
    return is_possible;
}

/* Drops clauses that may become true without any effect of a move. */
static void drop_autonomous_clauses(GoalBound *bound)
{
    size_t kept_count = 0;
    move_effects_select(bound->effects, NO_INDEX);
    for (size_t i = 0; i < bound->clauses.count; i++)
        if (!may_satisfy(bound, &bound->clauses.items[i]))
            bound->clauses.items[kept_count++] = bound->clauses.items[i];
    bound->clauses.count = kept_count;
}

/* For each clause: the most clauses that a move which can satisfy it can
 * satisfy, itself included. */
static void count_satisfied_together(GoalBound *bound, Arena *scratch)
{
    GoalClause *clauses = bound->clauses.items;
    size_t clause_count = bound->clauses.count;
    bool *is_satisfiable = arena_array(scratch, bool, clause_count);
    for (uint32_t move = 0; move < bound->effects->move_count; move++) {
        size_t satisfied_count = 0;
        move_effects_select(bound->effects, move);
        for (size_t i = 0; i < clause_count; i++) {
            is_satisfiable[i] = may_satisfy(bound, &clauses[i]);
            satisfied_count += is_satisfiable[i];
        }
        for (size_t i = 0; i < clause_count; i++)
            if (is_satisfiable[i] && clauses[i].max_together < satisfied_count)
                clauses[i].max_together = satisfied_count;
    }
}

size_t goal_lower_bound(const Puzzle *puzzle, MoveEffects *effects, int value)
{
    Arena *scratch = arena_new();
    GoalBound bound = {
        .puzzle = puzzle,
        .net = puzzle->net,
        .effects = effects,
        .is_denied = arena_array(scratch, bool, 2 * effects->net->node_count)};
    bool is_reachable = true;
    double weight_sum = 0;
    find_clauses(&bound, value, scratch);
    drop_autonomous_clauses(&bound);
    count_satisfied_together(&bound, scratch);
    for (size_t i = 0; i < bound.clauses.count && is_reachable; i++) {
        is_reachable = bound.clauses.items[i].max_together > 0;
        weight_sum += is_reachable
                          ? 1.0 / (double)bound.clauses.items[i].max_together
                          : 0;
    }
    assert(weight_sum <= (double)bound.clauses.count);
    vec_free_all(&bound.facts, &bound.clauses);
    arena_free(scratch);
    return is_reachable ? (size_t)ceil(weight_sum - 0.001) : UNREACHABLE;
}
