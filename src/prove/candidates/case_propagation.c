/* case_propagation.c - unit propagation in a case
 *
 * In:   a Net, lemmas proved of it, and the assumptions of a case
 * Out:  the values of variables that follow
 * Next: case_effects.c simplifies next values with them
 *
 * Variables are the nodes of the net, features without a node, and gates of the
 * lemmas. Nodes and gates are conjunctions, which propagate from inputs to
 * output and back; a counter of known inputs shows a unit (Dowling and Gallier
 * 1984). For each role, the moves not known to be illegal are counted: if one
 * is left, it is chosen; if none is left, that is a conflict. Start reading at
 * cases_propagate().
 */
#include "prove/candidates/cases_internal.h"

#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

/* ---- assignment and propagation ---- */

void cases_assign(CaseSearch *search, uint32_t lit)
{
    int8_t value = lit & 1 ? -1 : 1; /* negated: false */
    uint32_t var = lit >> 1;
    assert(var < search->var_count);
    if (search->values[var] == -value)
        search->conflict = true;
    if (search->values[var])
        return;
    search->values[var] = value;
    vec_push(&search->trail, var);
    assert(search->trail.count <=
           search->var_count + search->net->role_count); /* each once */
}

bool cases_fails(const CaseSearch *search, uint32_t lit)
{
    return search->values[lit >> 1] == (lit & 1 ? 1 : -1);
}

/* The index of the first move of a set that is not below MOVE. */
static size_t lower_bound(const MoveSet *set, uint32_t move)
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

static bool set_has_move(const MoveSet *set, uint32_t move)
{
    size_t place = lower_bound(set, move);
    return place < set->count && set->moves[place] == move;
}

uint32_t cases_count_in(const MoveSet *set, uint32_t first, uint32_t end)
{
    return (uint32_t)(lower_bound(set, end) - lower_bound(set, first));
}

void cases_make_move(CaseSearch *search, uint32_t role, uint32_t move)
{
    const Net *net = search->net;
    if (search->chosen_move[role] != NO_INDEX)
        return;
    assert(move < net->roles[role].move_count);
    search->chosen_move[role] = move;
    vec_push(&search->trail, search->var_count + role);
    cases_assign(search, net->roles[role].legal[move]);
    const uint32_t *first_set = &search->role_sets.first[role];
    for (uint32_t i = first_set[0]; i < first_set[1]; i++) {
        uint32_t node = search->role_sets.targets[i];
        cases_assign(search,
                     2 * node +
                         !set_has_move(&net->sets[net->nodes[node].set], move));
    }
}

/* Chooses the only move of ROLE that is not known to be illegal. */
static void choose_only_move(CaseSearch *search, uint32_t role)
{
    const Role *player = &search->net->roles[role];
    assert(search->open_move_count[role] == 1);
    for (uint32_t move = 0; move < player->move_count; move++)
        if (!cases_fails(search, player->legal[move])) {
            cases_make_move(search, role, move);
            return;
        }
}

/* Makes the only open input false of a false AND whose others are true. */
static void falsify_last_input(CaseSearch *search, const CaseAnd *gate)
{
    for (uint32_t i = 0; i < gate->count; i++) {
        uint32_t lit = search->inputs.items[gate->first + i];
        if (!search->values[lit >> 1]) {
            cases_assign(search, lit ^ 1);
            return;
        }
    }
}

/* Propagates by the counters of an AND. */
static void propagate_and(CaseSearch *search, const CaseAnd *gate)
{
    assert(gate->true_inputs + gate->false_inputs <= gate->count);
    if (gate->false_inputs)
        cases_assign(search, 2 * gate->var + 1);
    else if (gate->true_inputs == gate->count)
        cases_assign(search, 2 * gate->var);
    else if (gate->true_inputs + 1 == gate->count &&
             search->values[gate->var] == -1)
        falsify_last_input(search, gate);
}

/* Adds DELTA, 1 or -1, for the assigned VAR to the counters of the ANDs that it
 * is an input of, and subtracts it from the moves not known to be illegal. */
static void update_counts(CaseSearch *search, uint32_t var, uint32_t delta)
{
    bool value = search->values[var] == 1;
    const Graph *fanouts = &search->fanouts, *uses = &search->legal_uses;
    for (uint32_t i = fanouts->first[var]; i < fanouts->first[var + 1]; i++) {
        uint32_t and_literal = fanouts->targets[i];
        CaseAnd *gate = &search->ands.items[and_literal >> 1];
        *(value == !(and_literal & 1) ? &gate->true_inputs
                                      : &gate->false_inputs) += delta;
    }
    for (uint32_t i = uses->first[var]; i < uses->first[var + 1]; i++) {
        CaseMove use = search->moves[uses->targets[i]];
        if (cases_fails(search, search->net->roles[use.role].legal[use.move]))
            search->open_move_count[use.role] -= delta;
        assert(search->open_move_count[use.role] <=
               search->net->roles[use.role].move_count);
    }
}

/* Propagates what follows from the value of VAR. */
static void propagate_variable(CaseSearch *search, uint32_t var)
{
    const Graph *fanouts = &search->fanouts, *uses = &search->legal_uses;
    update_counts(search, var, 1);
    search->work += 20 + 10 * (fanouts->first[var + 1] - fanouts->first[var]);
    if (search->and_index[var] != NO_INDEX) {
        const CaseAnd *gate = &search->ands.items[search->and_index[var]];
        for (uint32_t i = 0; search->values[var] == 1 && i < gate->count; i++)
            cases_assign(search, search->inputs.items[gate->first + i]);
        propagate_and(search, gate);
    }
    for (uint32_t i = fanouts->first[var];
         i < fanouts->first[var + 1] && !search->conflict; i++)
        propagate_and(search, &search->ands.items[fanouts->targets[i] >> 1]);
    for (uint32_t i = uses->first[var]; i < uses->first[var + 1]; i++) {
        uint32_t role = search->moves[uses->targets[i]].role;
        if (!search->open_move_count[role])
            search->conflict = true;
        else if (search->open_move_count[role] == 1)
            choose_only_move(search, role);
    }
}

bool cases_propagate(CaseSearch *search)
{
    while (search->processed < search->trail.count && !search->conflict) {
        uint32_t var = search->trail.items[search->processed++];
        if (var < search->var_count)
            propagate_variable(search, var);
    }
    return !search->conflict;
}

void cases_undo(CaseSearch *search, size_t mark)
{
    while (search->trail.count > mark) {
        uint32_t var = vec_last(&search->trail);
        assert(search->processed <= search->trail.count);
        bool is_processed = search->processed == search->trail.count;
        if (is_processed && var < search->var_count)
            update_counts(search, var, UINT32_MAX); /* -1 */
        search->processed -= is_processed;
        if (var < search->var_count)
            search->values[var] = 0;
        else
            search->chosen_move[var - search->var_count] = NO_INDEX;
        search->trail.count--;
    }
    assert(search->processed <= search->trail.count);
    search->conflict = false;
}

/* ---- construction ---- */

/* Adds an AND for VAR of the last COUNT inputs. */
static void add_and(CaseSearch *search, uint32_t var, uint32_t count)
{
    CaseAnd gate = {.var = var,
                    .first = (uint32_t)search->inputs.count - count,
                    .count = count};
    assert(count <= search->inputs.count && search->and_index[var] == NO_INDEX);
    search->and_index[var] = (uint32_t)search->ands.count;
    vec_push(&search->ands, gate);
}

/* Whether a lemma speaks of one position only. */
static bool is_state_lemma(const CaseTask *task, size_t lemma)
{
    return !task->properties->gates.items[task->lemmas[lemma] / 2].level;
}

/* The variable of a gate; leaves are nodes or features. */
static uint32_t gate_var(const CaseSearch *search, uint32_t number)
{
    const Gate *gate = &search->task->properties->gates.items[number];
    if (!number)
        return 0; /* true, as node 0 is */
    if (!gate->is_leaf)
        return search->first_gate + number;
    return gate->node < search->net->node_count
               ? gate->node
               : search->feature_var[gate->node - search->net->node_count];
}

/* Makes ANDs of the nodes of the net and of the IS_NEEDED gates of lemmas. */
static void add_ands(CaseSearch *search, const bool *is_needed)
{
    const Net *net = search->net;
    const PropertyTable *properties = search->task->properties;
    for (uint32_t i = 0; i < net->node_count; i++) {
        size_t first = search->inputs.count;
        net_each_input (input, net, i)
            vec_push(&search->inputs, *input.at);
        if (search->inputs.count > first)
            add_and(search, i, (uint32_t)(search->inputs.count - first));
    }
    for (uint32_t i = 1; i < properties->gates.count; i++) {
        const Gate *gate = &properties->gates.items[i];
        if (!is_needed[i] || gate->is_leaf)
            continue;
        for (uint32_t k = 0; k < gate->count; k++) {
            Ref ref = properties->inputs.items[gate->first + k];
            vec_push(&search->inputs,
                     2 * gate_var(search, ref / 2) + (ref & 1));
        }
        add_and(search, search->first_gate + i, gate->count);
    }
}

static void index_fanouts(CaseSearch *search)
{
    VEC(Edge) edges = {0};
    for (uint32_t gate = 0; gate < search->ands.count; gate++)
        for (uint32_t k = 0; k < search->ands.items[gate].count; k++) {
            uint32_t lit =
                search->inputs.items[search->ands.items[gate].first + k];
            vec_push(&edges, (Edge){lit >> 1, 2 * gate + (lit & 1)});
        }
    search->fanouts =
        graph_new(search->arena, search->var_count, edges.items, edges.count);
    vec_free(&edges);
}

static void index_legal_uses(CaseSearch *search)
{
    const Net *net = search->net;
    VEC(CaseMove) moves = {0};
    VEC(Edge) edges = {0};
    for (uint32_t role = 0; role < net->role_count; role++)
        for (uint32_t move = 0; move < net->roles[role].move_count; move++) {
            vec_push(&edges, (Edge){lit_node(net->roles[role].legal[move]),
                                    (uint32_t)moves.count});
            vec_push(&moves, (CaseMove){role, move});
        }
    search->moves = vec_finish(&moves, search->arena);
    search->legal_uses =
        graph_new(search->arena, search->var_count, edges.items, edges.count);
    vec_free(&edges);
}

static void index_move_sets(CaseSearch *search)
{
    const Net *net = search->net;
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_MOVES)
            vec_push(&edges, ((Edge){net->sets[net->nodes[i].set].role, i}));
    assert(edges.count <= net->set_count);
    search->role_sets =
        graph_new(search->arena, net->role_count, edges.items, edges.count);
    vec_free(&edges);
}

static void init_roles(CaseSearch *search)
{
    const Net *net = search->net;
    search->open_move_count =
        arena_array(search->arena, uint32_t, net->role_count + 1);
    search->chosen_move =
        arena_array(search->arena, uint32_t, net->role_count + 1);
    for (size_t role = 0; role < net->role_count; role++) {
        search->open_move_count[role] = (uint32_t)net->roles[role].move_count;
        search->chosen_move[role] = NO_INDEX;
    }
}

void cases_make_variables(CaseSearch *search)
{
    const Net *net = search->net;
    const CaseTask *task = search->task;
    uint32_t node_count = (uint32_t)net->node_count;
    uint32_t feature_count = (uint32_t)net->feature_count;
    bool *is_needed =
        arena_array(search->arena, bool, task->properties->gates.count + 1);
    search->feature_var =
        arena_array(search->arena, uint32_t, feature_count + 1);
    for (uint32_t f = 0; f < feature_count; f++)
        search->feature_var[f] = node_count + f;
    for (uint32_t i = 0; i < node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            search->feature_var[net->nodes[i].feature] = i;
    search->first_gate = node_count + feature_count;
    search->var_count =
        search->first_gate + (uint32_t)task->properties->gates.count;
    search->and_index =
        arena_array(search->arena, uint32_t, search->var_count + 1);
    memset(search->and_index, 0xff,
           search->var_count * sizeof *search->and_index);
    search->values = arena_array(search->arena, int8_t, search->var_count + 1);
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_state_lemma(task, i))
            property_mark(task->properties, task->lemmas[i], is_needed);
    add_ands(search, is_needed);
    index_fanouts(search);
    index_legal_uses(search);
    index_move_sets(search);
    init_roles(search);
}

bool cases_begin(CaseSearch *search)
{
    const Net *net = search->net;
    const CaseTask *task = search->task;
    cases_assign(search, LIT_TRUE);
    cases_assign(search, lit_not(net->terminal));
    for (size_t i = 0; i < task->lemma_count; i++)
        if (is_state_lemma(task, i))
            cases_assign(search, 2 * gate_var(search, task->lemmas[i] / 2) +
                                     (task->lemmas[i] & 1));
    for (uint32_t f = 0; f < net->feature_count; f++)
        if (net->next[f] == (net->initial[f] ? LIT_TRUE : LIT_FALSE))
            cases_assign(search, 2 * search->feature_var[f] + !net->initial[f]);
    for (uint32_t r = 0; r < net->role_count; r++)
        if (search->open_move_count[r] == 1)
            choose_only_move(search, r);
        else if (!search->open_move_count[r])
            search->conflict = true;
    return cases_propagate(search);
}
