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
 * Start reading at cases_propagate().
 */
#include "prove/candidates/cases_internal.h"

#include <string.h>

/* ---- what follows ---- */

void cases_assign(CaseSplit *split, uint32_t lit)
{
    int8_t value = lit & 1 ? -1 : 1;
    uint32_t var = lit >> 1;
    if (split->values[var] == -value)
        split->conflict = true;
    if (split->values[var])
        return;
    split->values[var] = value;
    vec_push(&split->evaluator, var);
}

bool cases_fails(const CaseSplit *split, uint32_t lit)
{
    return split->values[lit >> 1] == (lit & 1 ? 1 : -1);
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

uint32_t cases_count_in(const MoveSet *set, uint32_t first, uint32_t end)
{
    return (uint32_t)(place_in(set, end) - place_in(set, first));
}

void cases_make_move(CaseSplit *split, uint32_t role, uint32_t move)
{
    const Net *net = split->net;
    if (split->made[role] != NO_INDEX)
        return;
    split->made[role] = move;
    vec_push(&split->evaluator, split->var_count + role);
    cases_assign(split, net->roles[role].legal[move]);
    for (uint32_t i = 0; i < split->role_sets[role].count; i++) {
        uint32_t node = split->set_nodes[split->role_sets[role].first + i];
        cases_assign(split,
                     2 * node +
                         !in_set(&net->sets[net->nodes[node].first], move));
    }
}

static void make_only_move(CaseSplit *split, uint32_t role)
{
    const Role *of = &split->net->roles[role];
    for (uint32_t m = 0; m < of->move_count; m++)
        if (!cases_fails(split, of->legal[m])) {
            cases_make_move(split, role, m);
            return;
        }
}

/* The last open input of an AND that is false must be false. */
static void falsify_rest(CaseSplit *split, const CaseAnd *and)
{
    for (uint32_t i = 0; i < and->count; i++) {
        uint32_t lit = split->inputs.items[ and->first + i];
        if (!split->values[lit >> 1]) {
            cases_assign(split, lit ^ 1);
            return;
        }
    }
}

static void look_at(CaseSplit *split, const CaseAnd *and)
{
    if (and->falses)
        cases_assign(split, 2 * and->var + 1);
    else if (and->trues == and->count)
        cases_assign(split, 2 * and->var);
    else if (and->trues + 1 == and->count && split->values[ and->var] == -1)
        falsify_rest(split, and);
}

/* Counts VAR in, or out if STEP is -1. */
static void count_var(CaseSplit *split, uint32_t var, uint32_t step)
{
    bool value = split->values[var] == 1;
    for (uint32_t i = 0; i < split->fans[var].count; i++) {
        uint32_t fan = split->fan_list[split->fans[var].first + i];
        CaseAnd *and = &split->ands.items[fan >> 1];
        *(value == !(fan & 1) ? &and->trues : &and->falses) += step;
    }
    for (uint32_t i = 0; i < split->legals[var].count; i++) {
        CaseMove at = split->legal_list[split->legals[var].first + i];
        if (cases_fails(split, split->net->roles[at.role].legal[at.move]))
            split->candidates[at.role] -= step;
    }
}

static void follow(CaseSplit *split, uint32_t var)
{
    count_var(split, var, 1);
    if (split->and_of[var] != NO_INDEX) {
        const CaseAnd *and = &split->ands.items[split->and_of[var]];
        for (uint32_t i = 0; split->values[var] == 1 && i < and->count; i++)
            cases_assign(split, split->inputs.items[ and->first + i]);
        look_at(split, and);
    }
    for (uint32_t i = 0; i < split->fans[var].count && !split->conflict; i++)
        look_at(split,
                &split->ands
                     .items[split->fan_list[split->fans[var].first + i] >> 1]);
    for (uint32_t i = 0; i < split->legals[var].count; i++) {
        uint32_t role = split->legal_list[split->legals[var].first + i].role;
        if (!split->candidates[role])
            split->conflict = true;
        else if (split->candidates[role] == 1)
            make_only_move(split, role);
    }
}

bool cases_propagate(CaseSplit *split)
{
    while (split->processed < split->evaluator.count && !split->conflict) {
        uint32_t var = split->evaluator.items[split->processed++];
        if (var < split->var_count)
            follow(split, var);
    }
    return !split->conflict;
}

void cases_undo(CaseSplit *split, size_t mark)
{
    while (split->evaluator.count > mark) {
        uint32_t var = vec_last(&split->evaluator);
        bool processed = split->processed == split->evaluator.count;
        if (processed && var < split->var_count)
            count_var(split, var, UINT32_MAX); /* -1 */
        split->processed -= processed;
        if (var < split->var_count)
            split->values[var] = 0;
        else
            split->made[var - split->var_count] = NO_INDEX;
        split->evaluator.count--;
    }
    split->conflict = false;
}

/* ---- the network and the properties as variables ---- */

static void add_and(CaseSplit *split, uint32_t var, uint32_t count)
{
    CaseAnd and = {.var = var, .first = (uint32_t)split->inputs.count - count};
    and.count = count;
    split->and_of[var] = (uint32_t)split->ands.count;
    vec_push(&split->ands, and);
}

static bool is_about_now(const CaseTask *task, size_t lemma)
{
    return !task->properties->gates.items[task->lemmas[lemma] / 2].level;
}

static uint32_t gate_var(const CaseSplit *split, uint32_t number)
{
    const Gate *gate = &split->task->properties->gates.items[number];
    if (!number)
        return 0; /* true, as node 0 is */
    if (!gate->is_leaf)
        return split->first_gate + number;
    return gate->node < split->net->node_count
               ? gate->node
               : split->feature_var[gate->node - split->net->node_count];
}

static void add_ands(CaseSplit *split, const bool *needed)
{
    const Net *net = split->net;
    const PropertyTable *properties = split->task->properties;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            vec_push(&split->inputs, net->inputs[node->first + k]);
        if (node->kind == NODE_AND)
            add_and(split, i, node->count);
        if (node->kind == NODE_LOOP) {
            vec_push(&split->inputs, net->loops[node->first].definition);
            add_and(split, i, 1);
        }
    }
    for (uint32_t i = 1; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (!needed[i] || gate->is_leaf)
            continue;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref ref = properties->inputs.items[gate->first + k];
            vec_push(&split->inputs, 2 * gate_var(split, ref / 2) + (ref & 1));
        }
        add_and(split, split->first_gate + i, gate->count);
    }
}

static void add_fans(CaseSplit *split)
{
    Arena *arena = split->arena;
    split->fans = arena_array(arena, CaseExtent, split->var_count + 1);
    split->fan_list = arena_array(arena, uint32_t, split->inputs.count + 1);
    for (size_t i = 0; i < split->inputs.count; i++)
        split->fans[split->inputs.items[i] >> 1].count++;
    for (uint32_t i = 1; i < split->var_count; i++)
        split->fans[i].first =
            split->fans[i - 1].first + split->fans[i - 1].count;
    for (uint32_t i = 0; i < split->var_count; i++)
        split->fans[i].count = 0;
    for (uint32_t a = 0; a < split->ands.count; a++)
        for (uint32_t k = 0; k < split->ands.items[a].count; k++) {
            uint32_t lit = split->inputs.items[split->ands.items[a].first + k];
            CaseExtent *fan = &split->fans[lit >> 1];
            split->fan_list[fan->first + fan->count++] = 2 * a + (lit & 1);
        }
}

static void add_legals(CaseSplit *split)
{
    const Net *net = split->net;
    size_t moves = 0;
    split->legals = arena_array(split->arena, CaseExtent, split->var_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++, moves++)
            split->legals[lit_node(net->roles[r].legal[m])].count++;
    split->legal_list = arena_array(split->arena, CaseMove, moves + 1);
    for (uint32_t i = 1; i < split->var_count; i++)
        split->legals[i].first =
            split->legals[i - 1].first + split->legals[i - 1].count;
    for (uint32_t i = 0; i < split->var_count; i++)
        split->legals[i].count = 0;
    for (uint32_t r = 0; r < net->role_count; r++)
        for (uint32_t m = 0; m < net->roles[r].move_count; m++) {
            CaseExtent *span = &split->legals[lit_node(net->roles[r].legal[m])];
            split->legal_list[span->first + span->count++] = (CaseMove){r, m};
        }
}

static void add_sets(CaseSplit *split)
{
    const Net *net = split->net;
    uint32_t total = 0;
    split->set_nodes = arena_array(split->arena, uint32_t, net->set_count + 1);
    split->role_sets =
        arena_array(split->arena, CaseExtent, net->role_count + 1);
    for (uint32_t r = 0; r < net->role_count; r++) {
        split->role_sets[r].first = total;
        for (uint32_t i = 0; i < net->node_count; i++)
            if (net->nodes[i].kind == NODE_MOVES &&
                net->sets[net->nodes[i].first].role == r)
                split->set_nodes[total++] = i;
        split->role_sets[r].count = total - split->role_sets[r].first;
    }
}

static void add_roles(CaseSplit *split)
{
    const Net *net = split->net;
    split->candidates =
        arena_array(split->arena, uint32_t, net->role_count + 1);
    split->made = arena_array(split->arena, uint32_t, net->role_count + 1);
    for (size_t r = 0; r < net->role_count; r++) {
        split->candidates[r] = (uint32_t)net->roles[r].move_count;
        split->made[r] = NO_INDEX;
    }
}

void cases_make_variables(CaseSplit *split)
{
    const Net *net = split->net;
    const CaseTask *task = split->task;
    uint32_t nodes = (uint32_t)net->node_count;
    uint32_t features = (uint32_t)net->feature_count;
    bool *needed =
        arena_array(split->arena, bool, task->properties->gates.count + 1);
    split->feature_var = arena_array(split->arena, uint32_t, features + 1);
    for (uint32_t f = 0; f < features; f++)
        split->feature_var[f] = nodes + f;
    for (uint32_t i = 0; i < nodes; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            split->feature_var[net->nodes[i].first] = i;
    split->first_gate = nodes + features;
    split->var_count =
        split->first_gate + (uint32_t)task->properties->gates.count;
    split->and_of = arena_array(split->arena, uint32_t, split->var_count + 1);
    memset(split->and_of, 0xff, split->var_count * sizeof *split->and_of);
    split->values = arena_array(split->arena, int8_t, split->var_count + 1);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            property_mark(task->properties, task->lemmas[i], needed);
    add_ands(split, needed);
    add_fans(split);
    add_legals(split);
    add_sets(split);
    add_roles(split);
}

bool cases_begin(CaseSplit *split)
{
    const Net *net = split->net;
    const CaseTask *task = split->task;
    cases_assign(split, LIT_TRUE);
    cases_assign(split, lit_not(net->terminal));
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_about_now(task, i))
            cases_assign(split, 2 * gate_var(split, task->lemmas[i] / 2) +
                                    (task->lemmas[i] & 1));
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->next[f] == (net->initial[f] ? LIT_TRUE : LIT_FALSE))
            cases_assign(split, 2 * split->feature_var[f] + !net->initial[f]);
    for (uint32_t r = 0; r < net->role_count; r++)
        if (split->candidates[r] == 1)
            make_only_move(split, r);
        else if (!split->candidates[r])
            split->conflict = true;
    return cases_propagate(split);
}
