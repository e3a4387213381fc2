/* goal_lower_bound.c - lower bound of the number of moves to a better end
 *
 * In:   the effects of each move, the goals
 * Out:  a lower bound for each state
 *
 * Cost partitioning over landmarks (Karpas and Domshlak 2009): a clause has the
 * weight 1/n if the moves that can satisfy it satisfy at most n clauses; then
 * no move satisfies clauses of more than weight 1 altogether, so the sum of the
 * weights of unsatisfied clauses is a lower bound. Start reading at
 * goal_bound_new().
 */
#include "solve/goal_lower_bound.h"

#include "base/bits.h"
#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t feature;
    bool value;
} GoalFact;

/* A clause: one of its facts holds in every end. */
typedef struct {
    size_t first, count; /* facts of the clause */
    bool unreachable;    /* no move can satisfy it */
    float weight;        /* weight among all clauses */
    float unit_weight;   /* weight among unit clauses */
} GoalClause;

struct GoalBound {
    VEC(GoalFact) facts;
    VEC(GoalClause) clauses; /* unit clauses first */
    size_t units;            /* number of unit clauses */
};

/* ---- clauses that hold in all ends ---- */

enum { IMPLIED_TRUE = 1, IMPLIED_FALSE = 2 };

/* What holds in all ends of some goals. */
typedef struct {
    const Net *net;
    uint32_t *mark;           /* by node: the last goal that visited it */
    uint32_t *false_in_goals; /* by node: goals that imply it is false */
    unsigned char *implied;   /* by feature: implied by the last goal */
    unsigned char *common_facts;
    uint32_t goals;
} GoalEnds;

/* Collects what LIT implies. */
static void collect_implied(GoalEnds *ends, Lit lit)
{
    LitVec found = {0};
    net_conjuncts(ends->net, lit, ends->mark, ends->goals, &found);
    for (size_t i = 0; i < found.count; i++) {
        const Node *node = &ends->net->nodes[lit_node(found.items[i])];
        bool negated = found.items[i] & 1;
        if (node->kind == NODE_FEATURE)
            ends->implied[node->feature] |=
                negated ? IMPLIED_FALSE : IMPLIED_TRUE;
        else if (node->kind == NODE_AND)
            ends->false_in_goals[lit_node(found.items[i])]++;
    }
    vec_free(&found);
}

/* All ends with more than VALUE. */
static GoalEnds find_ends(const Puzzle *puzzle, int value, Arena *arena)
{
    const Net *net = puzzle->net;
    const Role *role = &net->roles[0];
    size_t features = net->feature_count;
    GoalEnds ends = {net,
                     arena_array(arena, uint32_t, net->node_count),
                     arena_array(arena, uint32_t, net->node_count),
                     arena_array(arena, unsigned char, features),
                     arena_array(arena, unsigned char, features),
                     0};
    memset(ends.common_facts, IMPLIED_TRUE | IMPLIED_FALSE, features);
    for (size_t i = 0; i < role->goal_count; i++) {
        if (puzzle_value(puzzle, i) <= value || role->goals[i].lit == LIT_FALSE)
            continue;
        ends.goals++;
        memset(ends.implied, 0, features);
        collect_implied(&ends, role->goals[i].lit);
        collect_implied(&ends, net->terminal);
        for (size_t k = 0; k < features; k++)
            ends.common_facts[k] &= ends.implied[k];
    }
    if (!ends.goals)
        memset(ends.common_facts, 0, features);
    return ends;
}

static void add_unit(GoalBound *bound, uint32_t feature, bool value)
{
    GoalClause clause = {bound->facts.count, 1, false, 0, 0};
    vec_push(&bound->facts, (GoalFact){feature, value});
    vec_push(&bound->clauses, clause);
}

enum { MAX_CLAUSE_FACTS = 64, MAX_LANDMARKS = 4096 };

/* NODE is false: a clause, if its inputs are facts and no unit clause subsumes
 * it. */
static void add_clause(GoalBound *bound, const GoalEnds *ends, uint32_t node)
{
    const Net *net = ends->net;
    GoalClause clause = {bound->facts.count, 0, false, 0, 0};
    VEC(Lit) pending = {0};
    bool usable = true;
    vec_push(&pending, 2 * node + 1);
    while (pending.count && usable) {
        Lit current = vec_pop(&pending);
        const Node *inner = &net->nodes[lit_node(current)];
        GoalFact fact = {inner->feature, !(current & 1)};
        if (inner->kind == NODE_FEATURE) {
            usable = !(ends->common_facts[fact.feature] &
                       (fact.value ? IMPLIED_TRUE : IMPLIED_FALSE)) &&
                     ++clause.count <= MAX_CLAUSE_FACTS;
            vec_push(&bound->facts, fact);
        } else if (inner->kind == NODE_AND && (current & 1)) {
            usable = inner->input_count <= MAX_CLAUSE_FACTS;
            for (uint32_t i = 0; usable && i < inner->input_count; i++)
                vec_push(&pending,
                         lit_not(net->inputs[inner->first_input + i]));
        } else {
            usable = false;
        }
    }
    vec_free(&pending);
    if (usable)
        vec_push(&bound->clauses, clause);
    else
        bound->facts.count = clause.first;
}

/* ---- which moves satisfy clauses ---- */

/* Whether LIT is false if all DENIED literals are. */
static bool is_denied(const Net *net, const bool *denied, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (lit == LIT_FALSE || denied[lit])
        return true;
    if (node->kind == NODE_AND && !(lit & 1))
        for (uint32_t i = 0; i < node->input_count; i++)
            if (denied[net->inputs[node->first_input + i]])
                return true;
    return false;
}

static bool may_hold(const Net *net, const bool *denied, Lit lit)
{
    const Node *node = &net->nodes[lit_node(lit)];
    if (is_denied(net, denied, lit))
        return false;
    if (node->kind != NODE_AND || !(lit & 1))
        return true;
    for (uint32_t i = 0; i < node->input_count; i++)
        if (!is_denied(net, denied,
                       lit_not(net->inputs[node->first_input + i])))
            return true;
    return false;
}

static bool may_become_true(const MoveEffects *effects, const bool *denied,
                            GoalFact fact)
{
    NextValue next = move_effects_next(effects, fact.feature);
    Lit last = next.lits[next.count - 1] ^ (Lit)!fact.value;
    if (next.count > 1 &&
        may_hold(effects->net, denied, next.lits[fact.value ? 0 : 1]))
        return true; /* the effect sets, or clears, the feature */
    return may_hold(effects->net, denied, last);
}

/* Denies the facts of a clause, or no longer. */
static void deny_facts(const GoalFact *facts, size_t count,
                       const MoveEffects *effects, bool *denied, bool value)
{
    for (size_t i = 0; i < count; i++) {
        Lit lit = effects->feature_lit[facts[i].feature];
        if (lit != LIT_FALSE)
            denied[lit ^ (Lit)!facts[i].value] = value;
    }
}

/* Whether the selected move can make an unsatisfied clause true. */
static bool may_satisfy(const GoalBound *bound, const GoalClause *clause,
                        const MoveEffects *effects, bool *denied)
{
    const GoalFact *facts = bound->facts.items + clause->first;
    bool possible = false;
    deny_facts(facts, clause->count, effects, denied, true);
    for (size_t i = 0; i < clause->count && !possible; i++)
        possible = may_become_true(effects, denied, facts[i]);
    deny_facts(facts, clause->count, effects, denied, false);
    return possible;
}

/* Drops clauses that may become true without any effect of a move. */
static void drop_autonomous_clauses(GoalBound *bound, MoveEffects *effects,
                                    bool *denied)
{
    size_t kept = bound->units;
    move_effects_select(effects, NO_INDEX);
    for (size_t i = kept; i < bound->clauses.count; i++)
        if (!may_satisfy(bound, &bound->clauses.items[i], effects, denied))
            bound->clauses.items[kept++] = bound->clauses.items[i];
    bound->clauses.count = kept;
}

/* One move can satisfy the SATISFIABLE clauses together: lowers their weights.
 */
static void lower_weights(GoalBound *bound, const bool *satisfiable)
{
    size_t units = 0, all = 0;
    for (size_t i = 0; i < bound->clauses.count; i++) {
        all += satisfiable[i];
        units += satisfiable[i] && i < bound->units;
    }
    assert(units <= all);
    for (size_t i = 0; i < bound->clauses.count; i++) {
        GoalClause *clause = &bound->clauses.items[i];
        if (!satisfiable[i])
            continue;
        if (clause->unreachable || clause->weight > 1 / (float)all)
            clause->weight = 1 / (float)all;
        if (i < bound->units &&
            (clause->unreachable || clause->unit_weight > 1 / (float)units))
            clause->unit_weight = 1 / (float)units;
        clause->unreachable = false;
    }
}

static void set_weights(GoalBound *bound, MoveEffects *effects, Arena *scratch)
{
    bool *denied = arena_array(scratch, bool, 2 * effects->net->node_count);
    bool *satisfiable = arena_array(scratch, bool, bound->clauses.count);
    drop_autonomous_clauses(bound, effects, denied);
    for (size_t i = 0; i < bound->clauses.count; i++)
        bound->clauses.items[i].unreachable = true;
    for (uint32_t move = 0; move < effects->moves; move++) {
        move_effects_select(effects, move);
        for (size_t i = 0; i < bound->clauses.count; i++)
            satisfiable[i] =
                may_satisfy(bound, &bound->clauses.items[i], effects, denied);
        lower_weights(bound, satisfiable);
    }
}

GoalBound *goal_bound_new(const Puzzle *puzzle, MoveEffects *effects, int value)
{
    GoalBound *bound = memory_zeroed(1, sizeof *bound);
    Arena *scratch = arena_new();
    GoalEnds ends = find_ends(puzzle, value, scratch);
    for (uint32_t i = 0; i < effects->features; i++) {
        if (effects->autonomous[i])
            continue;
        if (ends.common_facts[i] & IMPLIED_TRUE)
            add_unit(bound, i, true);
        if (ends.common_facts[i] & IMPLIED_FALSE)
            add_unit(bound, i, false);
    }
    bound->units = bound->clauses.count;
    assert(bound->facts.count == bound->units);
    for (uint32_t i = 0; i < puzzle->net->node_count && ends.goals; i++)
        if (ends.false_in_goals[i] == ends.goals &&
            bound->facts.count < MAX_LANDMARKS)
            add_clause(bound, &ends, i);
    set_weights(bound, effects, scratch);
    arena_free(scratch);
    return bound;
}

void goal_bound_free(GoalBound *bound)
{
    if (!bound)
        return;
    vec_free_all(&bound->facts, &bound->clauses);
    free(bound);
}

static bool is_satisfied(const GoalBound *bound, const GoalClause *clause,
                         const uint64_t *state)
{
    const GoalFact *facts = bound->facts.items + clause->first;
    for (size_t i = 0; i < clause->count; i++)
        if (get_bit(state, facts[i].feature) == facts[i].value)
            return true;
    return false;
}

size_t goal_bound_moves(const GoalBound *bound, const uint64_t *state)
{
    float all_weight = 0, units = 0;
    for (size_t i = 0; i < bound->clauses.count; i++) {
        const GoalClause *clause = &bound->clauses.items[i];
        if (is_satisfied(bound, clause, state))
            continue;
        if (clause->unreachable)
            return UNREACHABLE;
        all_weight += clause->weight;
        assert(clause->weight > 0 && clause->weight <= 1);
        units += clause->unit_weight;
    }
    return (size_t)ceilf((all_weight > units ? all_weight : units) - 0.001f);
}

size_t goal_bound_clauses(const GoalBound *bound)
{
    return bound->clauses.count;
}
