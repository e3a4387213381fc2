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

static void find_component_inputs(Unroll *unroll, uint32_t component_number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[component_number];
    VEC(uint32_t) nodes = {0};
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; k < node->input_count; k++) {
            uint32_t input = lit_node(net->inputs[node->first_input + k]);
            if (unroll->component_of[input] != component_number)
                vec_push(&nodes, input);
        }
    }
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t input = lit_node(net->loops[i].definition);
        if (unroll->component_of[input] != component_number)
            vec_push(&nodes, input);
    }
    ComponentInputs *inputs = &unroll->inputs[component_number];
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
        find_component_inputs(unroll, c);
}

/* ---- their literals ---- */

static Interval interval_of(const Unroll *unroll, Lit lit)
{
    Interval interval = unroll->intervals.items[lit_node(lit)];
    return lit_is_negated(lit) ? (Interval){!interval.high, !interval.low}
                               : interval;
}

/* Sets INTERVALS of a component to its least fixpoint, from its inputs. */
static void compute_least_fixpoint(Unroll *unroll, uint32_t component_number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[component_number];
    Interval *intervals = unroll->intervals.items;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        intervals[net->loops[i].node] = (Interval){false, false};
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t i = component->first_node; i < component->end_node; i++) {
            const Node *node = &net->nodes[i];
            if (node->kind != NODE_AND)
                continue;
            intervals[i] = (Interval){true, true};
            for (uint32_t k = 0; k < node->input_count; k++) {
                Interval input =
                    interval_of(unroll, net->inputs[node->first_input + k]);
                intervals[i].low = intervals[i].low && input.low;
                intervals[i].high = intervals[i].high && input.high;
            }
        }
        for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
            Interval next = interval_of(unroll, net->loops[i].definition);
            Interval *current = &intervals[net->loops[i].node];
            has_changed = has_changed || next.low != current->low ||
                          next.high != current->high;
            *current = next;
        }
    }
}

static void make_intervals(Unroll *unroll)
{
    while (unroll->intervals.count < unroll->net->node_count)
        vec_push(&unroll->intervals, (Interval){0});
    unroll->intervals.items[0] = (Interval){true, true};
}

void unroll_make_loops(Unroll *unroll, size_t step, uint32_t component_number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[component_number];
    const ComponentInputs *inputs = &unroll->inputs[component_number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *node_lits = unroll->levels.items[step].node_lits;
    make_intervals(unroll);
    for (size_t i = 0; i < inputs->count; i++) {
        SatLit lit = node_lits[inputs->nodes[i]];
        unroll->intervals.items[inputs->nodes[i]] =
            (Interval){lit == truth, lit != -truth};
    }
    compute_least_fixpoint(unroll, component_number);
    bool has_variable = false;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        Interval interval = unroll->intervals.items[node];
        has_variable = has_variable || interval.low != interval.high;
        node_lits[node] = interval.low != interval.high
                              ? sat_variable(unroll->sat)
                          : interval.low ? truth
                                         : -truth;
    }
    LevelItem item = {step, component_number};
    if (has_variable)
        vec_push(&unroll->recursive_items, item);
}

/* ---- solving ---- */

/* Loops that are true in a model and false in the least fixpoint. */
typedef struct {
    LevelItem item;
    VEC(uint32_t) loops;
} Unfounded;

/* Overwrites INTERVALS of the component and of its inputs. */
static Unfounded find_unfounded(Unroll *unroll, LevelItem item)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[item.number];
    const ComponentInputs *inputs = &unroll->inputs[item.number];
    const SatLit *node_lits = unroll->levels.items[item.level].node_lits;
    Unfounded unfounded = {.item = item};
    for (size_t i = 0; i < inputs->count; i++) {
        bool value = sat_value(unroll->sat, node_lits[inputs->nodes[i]]);
        unroll->intervals.items[inputs->nodes[i]] = (Interval){value, value};
    }
    compute_least_fixpoint(unroll, item.number);
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        if (sat_value(unroll->sat, node_lits[node]) &&
            !unroll->intervals.items[node].low)
            vec_push(&unfounded.loops, i);
    }
    return unfounded;
}

/* Each of these loops needs a definition that holds without them. */
static void add_loop_formula(Unroll *unroll, const Unfounded *unfounded)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[unfounded->item.number];
    const SatLit *node_lits =
        unroll->levels.items[unfounded->item.level].node_lits;
    SatLit *lits_without = memory_array(net->node_count, sizeof *lits_without);
    memcpy(lits_without, node_lits, net->node_count * sizeof *lits_without);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        lits_without[net->loops[unfounded->loops.items[i]].node] =
            -sat_true(unroll->sat);
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        bool is_unchanged = true;
        vec_clear(&unroll->scratch);
        for (uint32_t k = 0; k < node->input_count; k++) {
            Lit lit = net->inputs[node->first_input + k];
            SatLit input = lits_without[lit_node(lit)];
            is_unchanged = is_unchanged && input == node_lits[lit_node(lit)];
            vec_push(&unroll->scratch, lit_is_negated(lit) ? -input : input);
        }
        if (!is_unchanged)
            lits_without[i] = sat_and(unroll->sat, unroll->scratch.items,
                                      unroll->scratch.count);
    }
    SatLits supports = {0};
    for (size_t i = 0; i < unfounded->loops.count; i++) {
        Lit lit = net->loops[unfounded->loops.items[i]].definition;
        SatLit support = lits_without[lit_node(lit)];
        vec_push(&supports, lit_is_negated(lit) ? -support : support);
    }
    SatLit supported = sat_or(unroll->sat, supports.items, supports.count);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        sat_clause2(unroll->sat,
                    -node_lits[net->loops[unfounded->loops.items[i]].node],
                    supported);
    vec_free(&supports);
    memory_free(lits_without);
}

/* After SAT_YES, whether what depends on itself is right in this model. If not,
 * clauses were added that exclude it. */
static bool is_settled(Unroll *unroll)
{
    VEC(Unfounded) unfounded_sets = {0};
    for (size_t i = 0; i < unroll->recursive_items.count; i++) {
        Unfounded unfounded =
            find_unfounded(unroll, unroll->recursive_items.items[i]);
        if (unfounded.loops.count)
            vec_push(&unfounded_sets, unfounded);
        else
            vec_free(&unfounded.loops);
    }
    bool is_right = !unfounded_sets.count;
    for (size_t i = 0; i < unfounded_sets.count; i++) {
        add_loop_formula(unroll, &unfounded_sets.items[i]);
        vec_free(&unfounded_sets.items[i].loops);
    }
    vec_free(&unfounded_sets);
    return is_right;
}

SatAnswer unroll_solve(Unroll *unroll, int64_t max_conflicts)
{
    SatAnswer answer = sat_solve(unroll->sat, max_conflicts);
    while (answer == SAT_YES && !is_settled(unroll))
        answer = sat_solve_again(unroll->sat, max_conflicts);
#ifdef ZERMELO_DEBUG
    enum { ALL_CHECKED = 64 }; /* models; after that at powers of two */
    if (answer == SAT_YES &&
        (++unroll->model_count <= ALL_CHECKED ||
         !(unroll->model_count & (unroll->model_count - 1))))
        unroll_check_model(unroll);
#endif
    return answer;
}
