/* unroll_check.c - the invariants of an Unroll, checked as a whole
 *
 * In:   an Unroll; after SAT_YES, its model
 * Out:  nothing; a violation ends in assert()
 *
 * For debug builds (ZERMELO_DEBUG). unroll_check() looks at the literals that
 * were made, unroll_check_model() evaluates the net once more in a model: a
 * clause that is missing or has a wrong sign shows there.
 */
#include "sat/unroll_internal.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

static bool is_literal(const Unroll *unroll, SatLit lit)
{
    return lit && (size_t)abs(lit) <= sat_variables(unroll->sat);
}

static bool is_constant(const Unroll *unroll, SatLit lit)
{
    return abs(lit) == sat_true(unroll->sat);
}

/* ---- literals ---- */

/* A gate is a constant, one of its inputs, or made after all of them; loops are
 * made before what defines them. */
static void check_and(const Unroll *unroll, const Level *level, uint32_t node)
{
    SatLit gate = level->node_lits[node];
    bool is_alias = is_constant(unroll, gate);
    bool is_recursive = unroll->component_of[node] != NO_INDEX;
    net_each_input (input, unroll->net, node) {
        SatLit lit = level_literal(level, *input.at);
        is_alias = is_alias || lit == gate;
        assert(lit || gate == -sat_true(unroll->sat));
        assert(lit != -sat_true(unroll->sat) || gate == -sat_true(unroll->sat));
    }
    net_each_input (input, unroll->net, node)
        assert(is_alias || is_recursive ||
               abs(level_literal(level, *input.at)) < abs(gate));
}

/* What a feature is, is what its next is in the position before, or what it was
 * there if it is kept, unless the solver has found its value. */
static void check_feature(const Unroll *unroll, size_t position, uint32_t node)
{
    uint32_t feature = unroll->net->nodes[node].feature;
    SatLit lit = unroll->levels.items[position].node_lits[node];
    assert(unroll->feature_node[feature] == node);
    if (position && !is_constant(unroll, lit)) {
        const Level *before = &unroll->levels.items[position - 1];
        assert(lit == level_literal(before, unroll->net->next[feature]) ||
               (unroll->keeps_features && lit == before->node_lits[node]));
    }
    if (!position && unroll->start == UNROLL_INITIAL && !unroll->unread_lits)
        assert(is_constant(unroll, lit));
}

/* The moves that are possible are those not known to be false, in order. */
static void check_moves(const Unroll *unroll, const Level *level, size_t role)
{
    size_t next_possible = 0;
    for (uint32_t i = 0; i < unroll->net->roles[role].move_count; i++) {
        SatLit lit = level->move_lits[role][i];
        assert(is_literal(unroll, lit));
        if (lit != -sat_true(unroll->sat))
            assert(level->possible_moves[role][next_possible++] == i);
    }
    assert(next_possible == level->possible_count[role]);
}

void unroll_check(const Unroll *unroll)
{
    const Net *net = unroll->net;
    assert(!unroll->pending.count);
    for (size_t position = 0; position < unroll->levels.count; position++) {
        const Level *level = &unroll->levels.items[position];
        assert(level->node_lits[0] == sat_true(unroll->sat));
        for (uint32_t i = 1; i < net->node_count; i++) {
            if (!level->node_lits[i])
                continue;
            assert(is_literal(unroll, level->node_lits[i]));
            if (net->nodes[i].kind == NODE_AND)
                check_and(unroll, level, i);
            else if (net->nodes[i].kind == NODE_FEATURE)
                check_feature(unroll, position, i);
        }
        for (size_t i = 0; i < net->role_count; i++)
            if (level->move_lits[i])
                check_moves(unroll, level, i);
    }
}

/* ---- models ---- */

static bool model_value(const Unroll *unroll, const Level *level, Lit lit)
{
    return sat_value(unroll->sat, level_literal(level, lit));
}

static void check_and_value(const Unroll *unroll, const Level *level,
                            uint32_t node)
{
    bool all_true = true;
    net_each_input (input, unroll->net, node)
        all_true = all_true && level->node_lits[lit_node(*input.at)] &&
                   model_value(unroll, level, *input.at);
    assert(all_true == sat_value(unroll->sat, level->node_lits[node]));
}

static void check_set_value(const Unroll *unroll, const Level *level,
                            uint32_t node)
{
    const MoveSet *set = &unroll->net->sets[unroll->net->nodes[node].set];
    bool some_true = false;
    if (!level->move_lits[set->role])
        return;
    for (size_t i = 0; i < set->count; i++)
        some_true =
            some_true ||
            sat_value(unroll->sat, level->move_lits[set->role][set->moves[i]]);
    assert(some_true == sat_value(unroll->sat, level->node_lits[node]));
}

/* Every role makes exactly one move in a step that is taken, a legal one, and
 * at most one in any other. */
static void check_move_values(const Unroll *unroll, const Level *level,
                              size_t role_number, bool is_taken)
{
    const Role *role = &unroll->net->roles[role_number];
    size_t made_count = 0;
    for (size_t i = 0; i < role->move_count; i++) {
        if (!sat_value(unroll->sat, level->move_lits[role_number][i]))
            continue;
        made_count++;
        assert(!is_taken || !level->node_lits[lit_node(role->legal[i])] ||
               model_value(unroll, level, role->legal[i]));
    }
    assert(made_count <= 1 && (!is_taken || made_count == 1));
}

static void check_level_values(const Unroll *unroll, const Level *level)
{
    const Net *net = unroll->net;
    bool is_taken = level->taken && sat_value(unroll->sat, level->taken);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (!level->node_lits[i])
            continue;
        if (net->nodes[i].kind == NODE_AND)
            check_and_value(unroll, level, i);
        else if (net->nodes[i].kind == NODE_MOVES && is_taken)
            check_set_value(unroll, level, i);
        else if (net->nodes[i].kind == NODE_LOOP)
            assert(sat_value(unroll->sat, level->node_lits[i]) ==
                   model_value(unroll, level,
                               net->loops[net->nodes[i].loop].definition));
    }
    if (is_taken && level->node_lits[lit_node(net->terminal)])
        assert(!model_value(unroll, level, net->terminal));
    for (size_t i = 0; i < net->role_count; i++)
        if (level->move_lits[i])
            check_move_values(unroll, level, i, is_taken);
}

void unroll_check_model(const Unroll *unroll)
{
    for (size_t position = 0; position < unroll->levels.count; position++)
        check_level_values(unroll, &unroll->levels.items[position]);
}
