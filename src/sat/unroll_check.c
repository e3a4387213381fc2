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
static void check_and(const Unroll *unroll, const Level *level, uint32_t number)
{
    SatLit gate = level->nodes[number];
    bool alias = is_constant(unroll, gate);
    bool is_recursive = unroll->component_of[number] != NO_INDEX;
    net_each_input (input, unroll->net, number) {
        SatLit lit = level_literal(level, *input.at);
        alias = alias || lit == gate;
        assert(lit || gate == -sat_true(unroll->sat));
        assert(lit != -sat_true(unroll->sat) || gate == -sat_true(unroll->sat));
    }
    net_each_input (input, unroll->net, number)
        assert(alias || is_recursive ||
               abs(level_literal(level, *input.at)) < abs(gate));
}

/* What a feature is, is what its next is in the position before, unless the
 * solver has found its value. */
static void check_feature(const Unroll *unroll, size_t position,
                          uint32_t number)
{
    uint32_t feature = unroll->net->nodes[number].feature;
    SatLit lit = unroll->levels.items[position].nodes[number];
    assert(unroll->feature_node[feature] == number);
    if (position && !is_constant(unroll, lit))
        assert(lit == level_literal(&unroll->levels.items[position - 1],
                                    unroll->net->next[feature]));
    if (!position && unroll->start == UNROLL_INITIAL && !unroll->unread)
        assert(is_constant(unroll, lit));
}

/* The moves that are possible are those not known to be false, in order. */
static void check_moves(const Unroll *unroll, const Level *level, size_t role)
{
    size_t next = 0;
    for (uint32_t i = 0; i < unroll->net->roles[role].move_count; i++) {
        SatLit lit = level->moves[role][i];
        assert(is_literal(unroll, lit));
        if (lit != -sat_true(unroll->sat))
            assert(level->possible[role][next++] == i);
    }
    assert(next == level->possible_count[role]);
}

void unroll_check(const Unroll *unroll)
{
    const Net *net = unroll->net;
    assert(!unroll->stack.count);
    for (size_t k = 0; k < unroll->levels.count; k++) {
        const Level *level = &unroll->levels.items[k];
        assert(level->nodes[0] == sat_true(unroll->sat));
        for (uint32_t i = 1; i < net->node_count; i++) {
            if (!level->nodes[i])
                continue;
            assert(is_literal(unroll, level->nodes[i]));
            if (net->nodes[i].kind == NODE_AND)
                check_and(unroll, level, i);
            else if (net->nodes[i].kind == NODE_FEATURE)
                check_feature(unroll, k, i);
        }
        for (size_t i = 0; i < net->role_count; i++)
            if (level->moves[i])
                check_moves(unroll, level, i);
    }
}

/* ---- models ---- */

static bool value(const Unroll *unroll, const Level *level, Lit lit)
{
    return sat_value(unroll->sat, level_literal(level, lit));
}

static void check_and_value(const Unroll *unroll, const Level *level,
                            uint32_t number)
{
    bool all = true;
    net_each_input (input, unroll->net, number)
        all = all && level->nodes[lit_node(*input.at)] &&
              value(unroll, level, *input.at);
    assert(all == sat_value(unroll->sat, level->nodes[number]));
}

static void check_set_value(const Unroll *unroll, const Level *level,
                            uint32_t number)
{
    const MoveSet *set = &unroll->net->sets[unroll->net->nodes[number].set];
    bool has_any = false;
    if (!level->moves[set->role])
        return;
    for (size_t i = 0; i < set->count; i++)
        has_any = has_any || sat_value(unroll->sat,
                                       level->moves[set->role][set->moves[i]]);
    assert(has_any == sat_value(unroll->sat, level->nodes[number]));
}

/* Every role makes exactly one move in a step that is taken, a legal one unless
 * the step is relaxed, and at most one in any other. */
static void check_move_values(const Unroll *unroll, const Level *level,
                              size_t number, bool taken)
{
    const Role *role = &unroll->net->roles[number];
    bool is_exact = unroll->start != UNROLL_RELAXED;
    size_t made = 0;
    for (size_t i = 0; i < role->move_count; i++) {
        if (!sat_value(unroll->sat, level->moves[number][i]))
            continue;
        made++;
        assert(!taken || !is_exact || !level->nodes[lit_node(role->legal[i])] ||
               value(unroll, level, role->legal[i]));
    }
    assert(made <= 1 && (!taken || made == 1));
}

static void check_level_values(const Unroll *unroll, const Level *level)
{
    const Net *net = unroll->net;
    bool taken = level->taken && sat_value(unroll->sat, level->taken);
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (!level->nodes[i])
            continue;
        if (net->nodes[i].kind == NODE_AND)
            check_and_value(unroll, level, i);
        else if (net->nodes[i].kind == NODE_MOVES && taken)
            check_set_value(unroll, level, i);
        else if (net->nodes[i].kind == NODE_LOOP)
            assert(sat_value(unroll->sat, level->nodes[i]) ==
                   value(unroll, level,
                         net->loops[net->nodes[i].loop].definition));
    }
    if (taken && level->nodes[lit_node(net->terminal)])
        assert(unroll->start == UNROLL_RELAXED ||
               !value(unroll, level, net->terminal));
    for (size_t i = 0; i < net->role_count; i++)
        if (level->moves[i])
            check_move_values(unroll, level, i, taken);
}

void unroll_check_model(const Unroll *unroll)
{
    for (size_t k = 0; k < unroll->levels.count; k++)
        check_level_values(unroll, &unroll->levels.items[k]);
}
