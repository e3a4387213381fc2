/* case_propagation.c - what is known in a case
 *
 * In:   a Net, properties proved of it, and what a case supposes
 * Out:  the values of variables that follow from that
 * Next: prove/candidates/case_effects.c simplifies with them what features
 * become
 *
 * Variables are the nodes of the net, features that have no node, and gates of
 * the properties; nodes and gates are conjunctions, in which units are
 * propagated both ways. For each and, its inputs that are known are counted,
 * and for each role, the moves that may be legal: if one is left, it is made.
 * Start reading at ways_propagate().
 */
#include "prove/candidates/cases_internal.h"

#include <string.h>

/* ---- what follows ---- */

void ways_assign(Ways *ways, uint32_t lit)
{
    int8_t value = lit & 1 ? -1 : 1;
    uint32_t var = lit >> 1;
    if (ways->values[var] == -value)
        ways->conflict = true;
    if (ways->values[var])
        return;
    ways->values[var] = value;
    vec_push(&ways->trail, var);
}

bool ways_fails(const Ways *ways, uint32_t lit)
{
    return ways->values[lit >> 1] == (lit & 1 ? 1 : -1);
}

/* Where MOVE is in the set, or would be. */
static size_t place_in(const MoveSet *set, uint32_t move)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (set->moves[middle] < move)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool in_set(const MoveSet *set, uint32_t move)
{
    size_t place = place_in(set, move);
    return place < set->count && set->moves[place] == move;
}

uint32_t ways_count_in(const MoveSet *set, uint32_t first, uint32_t end)
{
    return (uint32_t)(place_in(set, end) - place_in(set, first));
}

void ways_make_move(Ways *ways, uint32_t role, uint32_t move)
{
    const Net *net = ways->net;
    if (ways->made[role] != NO_INDEX)
        return;
    ways->made[role] = move;
    vec_push(&ways->trail, ways->var_count + role);
    ways_assign(ways, net->roles[role].legal[move]);
    for (uint32_t i = 0; i < ways->role_sets[role].count; i++) {
        uint32_t node = ways->set_nodes[ways->role_sets[role].first + i];
        ways_assign(
            ways, 2 * node + !in_set(&net->sets[net->nodes[node].first], move));
    }
}

static void make_only_move(Ways *ways, uint32_t role)
{
    const Role *of = &ways->net->roles[role];
    for (uint32_t m = 0; m < of->move_count; m++)
        if (!ways_fails(ways, of->legal[m])) {
            ways_make_move(ways, role, m);
            return;
        }
}

/* The last open input of an AND that is false must be false. */
static void falsify_rest(Ways *ways, const WayAnd *and)
{
    for (uint32_t i = 0; i < and->count; i++) {
        uint32_t lit = ways->inputs.items[ and->first + i];
        if (!ways->values[lit >> 1]) {
            ways_assign(ways, lit ^ 1);
            return;
        }
    }
}

static void look_at(Ways *ways, const WayAnd *and)
{
    if (and->falses)
        ways_assign(ways, 2 * and->var + 1);
    else if (and->trues == and->count)
        ways_assign(ways, 2 * and->var);
    else if (and->trues + 1 == and->count && ways->values[ and->var] == -1)
        falsify_rest(ways, and);
}

/* Counts VAR in, or out if STEP is -1. */
static void count_var(Ways *ways, uint32_t var, uint32_t step)
{
    bool value = ways->values[var] == 1;
    for (uint32_t i = 0; i < ways->fans[var].count; i++) {
        uint32_t fan = ways->fan_list[ways->fans[var].first + i];
        WayAnd *and = &ways->ands.items[fan >> 1];
        *(value == !(fan & 1) ? &and->trues : &and->falses) += step;
    }
    for (uint32_t i = 0; i < ways->legals[var].count; i++) {
        WayMove at = ways->legal_list[ways->legals[var].first + i];
        if (ways_fails(ways, ways->net->roles[at.role].legal[at.move]))
            ways->candidates[at.role] -= step;
    }
}

static void follow(Ways *ways, uint32_t var)
{
    count_var(ways, var, 1);
    if (ways->and_of[var] != NO_INDEX) {
        const WayAnd *and = &ways->ands.items[ways->and_of[var]];
        for (uint32_t i = 0; ways->values[var] == 1 && i < and->count; i++)
            ways_assign(ways, ways->inputs.items[ and->first + i]);
        look_at(ways, and);
    }
    for (uint32_t i = 0; i < ways->fans[var].count && !ways->conflict; i++)
        look_at(
            ways,
            &ways->ands.items[ways->fan_list[ways->fans[var].first + i] >> 1]);
    for (uint32_t i = 0; i < ways->legals[var].count; i++) {
        uint32_t role = ways->legal_list[ways->legals[var].first + i].role;
        if (!ways->candidates[role])
            ways->conflict = true;
        else if (ways->candidates[role] == 1)
            make_only_move(ways, role);
    }
}

bool ways_propagate(Ways *ways)
{
    while (ways->processed < ways->trail.count && !ways->conflict) {
        uint32_t var = ways->trail.items[ways->processed++];
        if (var < ways->var_count)
            follow(ways, var);
    }
    return !ways->conflict;
}

void ways_undo(Ways *ways, size_t mark)
{
    while (ways->trail.count > mark) {
        uint32_t var = vec_last(&ways->trail);
        bool processed = ways->processed == ways->trail.count;
        if (processed && var < ways->var_count)
            count_var(ways, var, UINT32_MAX); /* -1 */
        ways->processed -= processed;
        if (var < ways->var_count)
            ways->values[var] = 0;
        else
            ways->made[var - ways->var_count] = NO_INDEX;
        ways->trail.count--;
    }
    ways->conflict = false;
}

/* ---- the network and the properties as variables ---- */

static void add_and(Ways *ways, uint32_t var, uint32_t count)
{
    WayAnd and = {.var = var, .first = (uint32_t)ways->inputs.count - count};
    and.count = count;
    ways->and_of[var] = (uint32_t)ways->ands.count;
    vec_push(&ways->ands, and);
}

static bool is_about_now(const WaysTask *task, size_t lemma)
{
    return !task->sentences->gates.items[task->lemmas[lemma] / 2].level;
}

static uint32_t gate_var(const Ways *ways, uint32_t number)
{
    const Gate *gate = &ways->task->sentences->gates.items[number];
    if (!number)
        return 0; /* true, as node 0 is */
    if (!gate->is_leaf)
        return ways->first_gate + number;
    return gate->node < ways->net->node_count
               ? gate->node
               : ways->feature_var[gate->node - ways->net->node_count];
}

static void add_ands(Ways *ways, const bool *needed)
{
    const Net *net = ways->net;
    const Sentences *sentences = ways->task->sentences;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            vec_push(&ways->inputs, net->inputs[node->first + k]);
        if (node->kind == NODE_AND)
            add_and(ways, i, node->count);
        if (node->kind == NODE_LOOP) {
            vec_push(&ways->inputs, net->loops[node->first].definition);
            add_and(ways, i, 1);
        }
    }
    for (uint32_t i = 1; i < sentences->gates.count; i++) {
        const Gate *gate = &sentences->gates.items[i];
        if (!needed[i] || gate->is_leaf)
            continue;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref ref = sentences->inputs.items[gate->first + k];
            vec_push(&ways->inputs, 2 * gate_var(ways, ref / 2) + (ref & 1));
        }
        add_and(ways, ways->first_gate + i, gate->count);
    }
}

static void add_fans(Ways *ways)
{
    Arena *arena = ways->arena;
    ways->fans = arena_array(arena, WayExtent, ways->var_count + 1);
    ways->fan_list = arena_array(arena, uint32_t, ways->inputs.count + 1);
    for (size_t i = 0; i < ways->inputs.count; i++)
        ways->fans[ways->inputs.items[i] >> 1].count++;
    for (uint32_t i = 1; i < ways->var_count; i++)
        ways->fans[i].first = ways->fans[i - 1].first + ways->fans[i - 1].count;
    for (uint32_t i = 0; i < ways->var_count; i++)
        ways->fans[i].count = 0;
    for (uint32_t a = 0; a < ways->ands.count; a++)
        for (uint32_t k = 0; k < ways->ands.items[a].count; k++) {
            uint32_t lit = ways->inputs.items[ways->ands.items[a].first + k];
            WayExtent *fan = &ways->fans[lit >> 1];
            ways->fan_list[fan->first + fan->count++] = 2 * a + (lit & 1);
        }
}

static void add_legals(Ways *ways)
{
    const Net *net = ways->net;
    size_t moves = 0;
    ways->legals = arena_array(ways->arena, WayExtent, ways->var_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++, moves++)
            ways->legals[lit_node(net->roles[r].legal[m])].count++;
    ways->legal_list = arena_array(ways->arena, WayMove, moves + 1);
    for (uint32_t i = 1; i < ways->var_count; i++)
        ways->legals[i].first =
            ways->legals[i - 1].first + ways->legals[i - 1].count;
    for (uint32_t i = 0; i < ways->var_count; i++)
        ways->legals[i].count = 0;
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++) {
            WayExtent *span = &ways->legals[lit_node(net->roles[r].legal[m])];
            ways->legal_list[span->first + span->count++] = (WayMove){r, m};
        }
}

static void add_sets(Ways *ways)
{
    const Net *net = ways->net;
    uint32_t total = 0;
    ways->set_nodes = arena_array(ways->arena, uint32_t, net->set_count + 1);
    ways->role_sets = arena_array(ways->arena, WayExtent, net->role_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++) {
        ways->role_sets[r].first = total;
        for (uint32_t i = 0; i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_MOVES &&
                net->sets[net->nodes[i].first].role == r)
                ways->set_nodes[total++] = i;
        ways->role_sets[r].count = total - ways->role_sets[r].first;
    }
}

static void add_roles(Ways *ways)
{
    const Net *net = ways->net;
    ways->candidates = arena_array(ways->arena, uint32_t, net->role_count + 1);
    ways->made = arena_array(ways->arena, uint32_t, net->role_count + 1);
    for (size_t r = 0; r < net->role_count; r++) {
        ways->candidates[r] = (uint32_t)net->roles[r].move_count;
        ways->made[r] = NO_INDEX;
    }
}

void ways_make_variables(Ways *ways)
{
    const Net *net = ways->net;
    const WaysTask *task = ways->task;
    uint32_t nodes = (uint32_t)net->node_count;
    uint32_t features = (uint32_t)net->feature_count;
    bool *needed =
        arena_array(ways->arena, bool, task->sentences->gates.count + 1);
    ways->feature_var = arena_array(ways->arena, uint32_t, features + 1);
    for (uint32_t f = 0; f < features; f++)
        ways->feature_var[f] = nodes + f;
    for (uint32_t i = 0; i < nodes; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            ways->feature_var[net->nodes[i].first] = i;
    ways->first_gate = nodes + features;
    ways->var_count = ways->first_gate + (uint32_t)task->sentences->gates.count;
    ways->and_of = arena_array(ways->arena, uint32_t, ways->var_count + 1);
    memset(ways->and_of, 0xff, ways->var_count * sizeof *ways->and_of);
    ways->values = arena_array(ways->arena, int8_t, ways->var_count + 1);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            sentence_mark(task->sentences, task->lemmas[i], needed);
    add_ands(ways, needed);
    add_fans(ways);
    add_legals(ways);
    add_sets(ways);
    add_roles(ways);
}

bool ways_begin(Ways *ways)
{
    const Net *net = ways->net;
    const WaysTask *task = ways->task;
    ways_assign(ways, LIT_TRUE);
    ways_assign(ways, lit_not(net->terminal));
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            ways_assign(ways, 2 * gate_var(ways, task->lemmas[i] / 2) +
                                  (task->lemmas[i] & 1));
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->next[f] == (net->initial[f] ? LIT_TRUE : LIT_FALSE))
            ways_assign(ways, 2 * ways->feature_var[f] + !net->initial[f]);
    for (uint32_t r = 0; r < net->role_count; r++)
        if (ways->candidates[r] == 1)
            make_only_move(ways, r);
        else if (!ways->candidates[r])
            ways->conflict = true;
    return ways_propagate(ways);
}
