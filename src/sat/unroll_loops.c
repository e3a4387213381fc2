/* unroll_loops.c - what depends on itself, over several steps
 *
 * In:   a Net with components of atoms that depend on themselves
 * Out:  literals for these loops; models in which they are right
 * Next: sat/unroll.c makes the other nodes of a component
 *
 * Loops, the atoms of a component that depends on itself, are equivalent to
 * their definitions; that admits fixpoints that are not the least. Such a model
 * is recognised by computing the least one, and excluded by a loop formula: an
 * atom that supports itself together with others needs support from outside
 * of them. Start reading at unroll_solve(), at the end.
 */
#include "base/memory.h"
#include "sat/unroll_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- components ---- */

/* Only the ANDs between first_node and end_node belong to a component. */
static void number_components(Unroll *unroll)
{
    const Net *net = unroll->net;
    unroll->component_of =
        arena_array(unroll->arena, uint32_t, net->node_count);
    for (size_t i = 0; i < net->node_count; i++)
        unroll->component_of[i] = NO_INDEX;
    for (uint32_t c = 0; c < net->component_count; c++) {
        const Component *component = &net->components[c];
        for (uint32_t i = component->first_loop; i < component->end_loop; i++)
            unroll->component_of[net->loops[i].node] = c;
        for (uint32_t i = component->first_node; i < component->end_node; i++)
            if (net->nodes[i].kind == NODE_AND)
                unroll->component_of[i] = c;
    }
}

static void find_inputs(Unroll *unroll, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    VEC(uint32_t) nodes = {0};
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; k < node->input_count; k++) {
            uint32_t input = lit_node(net->inputs[node->first_input + k]);
            if (unroll->component_of[input] != number)
                vec_push(&nodes, input);
        }
    }
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t input = lit_node(net->loops[i].definition);
        if (unroll->component_of[input] != number)
            vec_push(&nodes, input);
    }
    ComponentInputs *inputs = &unroll->inputs[number];
    inputs->count = nodes.count;
    inputs->nodes = vec_finish(&nodes, unroll->arena);
}

void unroll_find_components(Unroll *unroll)
{
    const Net *net = unroll->net;
    number_components(unroll);
    unroll->inputs =
        arena_array(unroll->arena, ComponentInputs, net->component_count);
    for (uint32_t c = 0; c < net->component_count; c++)
        find_inputs(unroll, c);
}

/* ---- their literals ---- */

static Interval interval_at(const Unroll *unroll, Lit lit)
{
    Interval at = unroll->intervals.items[lit_node(lit)];
    return lit & 1 ? (Interval){!at.high, !at.low} : at;
}

/* The least fixpoint of a component, from the intervals of what is outside. */
static void find_fixpoint(Unroll *unroll, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    Interval *at = unroll->intervals.items;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        at[net->loops[i].node] = (Interval){false, false};
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (uint32_t i = component->first_node; i < component->end_node; i++) {
            const Node *node = &net->nodes[i];
            if (node->kind != NODE_AND)
                continue;
            at[i] = (Interval){true, true};
            for (uint32_t k = 0; k < node->input_count; k++) {
                Interval input =
                    interval_at(unroll, net->inputs[node->first_input + k]);
                at[i].low = at[i].low && input.low;
                at[i].high = at[i].high && input.high;
            }
        }
        for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
            Interval now = interval_at(unroll, net->loops[i].definition);
            Interval *old = &at[net->loops[i].node];
            has_more = has_more || now.low != old->low || now.high != old->high;
            *old = now;
        }
    }
}

static void ready_intervals(Unroll *unroll)
{
    while (unroll->intervals.count < unroll->net->node_count)
        vec_push(&unroll->intervals, (Interval){0});
    unroll->intervals.items[0] = (Interval){true, true};
}

void unroll_make_loops(Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    const ComponentInputs *inputs = &unroll->inputs[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *nodes = unroll->levels.items[step].nodes;
    ready_intervals(unroll);
    for (size_t i = 0; i < inputs->count; i++) {
        SatLit lit = nodes[inputs->nodes[i]];
        unroll->intervals.items[inputs->nodes[i]] =
            (Interval){lit == truth, lit != -truth};
    }
    find_fixpoint(unroll, number);
    bool has_any = false;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        Interval at = unroll->intervals.items[node];
        has_any = has_any || at.low != at.high;
        nodes[node] = at.low != at.high ? sat_variable(unroll->sat)
                      : at.low          ? truth
                                        : -truth;
    }
    LevelItem item = {step, number};
    if (has_any)
        vec_push(&unroll->recursive, item);
}

/* ---- solving ---- */

/* Loops that are true in a model and false in the least fixpoint. */
typedef struct {
    LevelItem item;
    VEC(uint32_t) loops;
} Unfounded;

static Unfounded find_unfounded(Unroll *unroll, LevelItem item)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[item.number];
    const ComponentInputs *inputs = &unroll->inputs[item.number];
    const SatLit *nodes = unroll->levels.items[item.level].nodes;
    Unfounded found = {.item = item};
    for (size_t i = 0; i < inputs->count; i++) {
        bool value = sat_value(unroll->sat, nodes[inputs->nodes[i]]);
        unroll->intervals.items[inputs->nodes[i]] = (Interval){value, value};
    }
    find_fixpoint(unroll, item.number);
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        if (sat_value(unroll->sat, nodes[node]) &&
            !unroll->intervals.items[node].low)
            vec_push(&found.loops, i);
    }
    return found;
}

/* Each of these loops needs a definition that holds without them. */
static void add_loop_formula(Unroll *unroll, const Unfounded *unfounded)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[unfounded->item.number];
    const SatLit *nodes = unroll->levels.items[unfounded->item.level].nodes;
    SatLit *without = memory_array(net->node_count, sizeof *without);
    memcpy(without, nodes, net->node_count * sizeof *without);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        without[net->loops[unfounded->loops.items[i]].node] =
            -sat_true(unroll->sat);
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        bool is_same = true;
        vec_clear(&unroll->scratch);
        for (uint32_t k = 0; k < node->input_count; k++) {
            Lit lit = net->inputs[node->first_input + k];
            SatLit input = without[lit_node(lit)];
            is_same = is_same && input == nodes[lit_node(lit)];
            vec_push(&unroll->scratch, lit & 1 ? -input : input);
        }
        if (!is_same)
            without[i] = sat_and(unroll->sat, unroll->scratch.items,
                                 unroll->scratch.count);
    }
    SatLits supports = {0};
    for (size_t i = 0; i < unfounded->loops.count; i++) {
        Lit lit = net->loops[unfounded->loops.items[i]].definition;
        SatLit support = without[lit_node(lit)];
        vec_push(&supports, lit & 1 ? -support : support);
    }
    SatLit supported = sat_or(unroll->sat, supports.items, supports.count);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        sat_clause2(unroll->sat,
                    -nodes[net->loops[unfounded->loops.items[i]].node],
                    supported);
    vec_free(&supports);
    free(without);
}

bool unroll_settled(Unroll *unroll)
{
    VEC(Unfounded) all = {0};
    for (size_t i = 0; i < unroll->recursive.count; i++) {
        Unfounded one = find_unfounded(unroll, unroll->recursive.items[i]);
        if (one.loops.count)
            vec_push(&all, one);
        else
            vec_free(&one.loops);
    }
    bool is_settled = !all.count;
    for (size_t i = 0; i < all.count; i++) {
        add_loop_formula(unroll, &all.items[i]);
        vec_free(&all.items[i].loops);
    }
    vec_free(&all);
    return is_settled;
}

SatAnswer unroll_solve(Unroll *unroll, int64_t max_conflicts)
{
    SatAnswer answer = sat_solve(unroll->sat, max_conflicts);
    while (answer == SAT_YES && !unroll_settled(unroll))
        answer = sat_solve_again(unroll->sat, max_conflicts);
#ifdef ZERMELO_DEBUG
    enum { CHECKED = 64 }; /* models in any case, and then at powers of two */
    if (answer == SAT_YES && (++unroll->models <= CHECKED ||
                              !(unroll->models & (unroll->models - 1))))
        unroll_check_model(unroll);
#endif
    return answer;
}
