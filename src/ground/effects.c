/* effects.c - what each move changes, computed in advance
 *
 * In:   a builder whose sets of moves all belong to one role
 * Out:  for each move, the features that do not take their default value
 *       (Net.default_next), each with a literal over the position that says its
 *       next value
 *
 * A move makes the sets true that it is in, and all others stay false. What
 * reads those sets is made anew, gate by gate, where it differs from what it is
 * if every set is false. Start reading at find_effects(), at the end.
 */
#include "ground/net_builder.h"

#include "base/graph.h"
#include "base/sort.h"

#include <assert.h>

enum {
    MAX_VISITS = 1500000,       /* of readers, over all moves */
    MAX_INPUTS_READ = 20000000, /* of gates that are made anew */
    MAX_GROWTH = 4              /* of the number of gates */
};

typedef VEC(uint32_t) Numbers;

/* What FEATURE is after MOVE, if that is not its default. */
typedef struct {
    uint32_t move, feature;
    Lit next;
} NextValue;

typedef struct {
    Gates *gates;
    Net *net;
    uint32_t mover;
    Lit *base;        /* by gate: its value if no set is true */
    Numbers moves;    /* those that can be legal: others have no effects */
    Graph sets_of;    /* by move: the gates of the sets that it is in */
    Graph readers;    /* by gate */
    Graph features;   /* by gate: those whose next value it is, or its not */
    bool *is_in_loop; /* by gate: it defines a loop */
    size_t visits;
    /* Of one move */
    Numbers cone;         /* what its sets can change, inputs first */
    uint32_t *seen;       /* by gate: the last search whose cone it is in */
    uint32_t search;      /* its number, from 1 on */
    Lit *changed_lit;     /* by gate: its value, if it is not BASE: */
    uint32_t *changed_in; /* in this search */
    Lits lits;
    /* Results */
    VEC(NextValue) next_values;
    VEC(Effect) effects;
    VEC(Edge) effect_of; /* from moves to effects */
} EffectFinder;

/* ---- who reads whom ---- */

/* Links sets, gates and features, where a feature needs them. */
static void link_gates(EffectFinder *finder, const NetBuilder *builder,
                       Arena *scratch)
{
    const Gates *gates = finder->gates;
    size_t count = gates->nodes.count;
    bool *is_needed = arena_array(scratch, bool, count);
    VEC(Edge) sets_of = {0}, readers = {0}, features = {0};
    for (uint32_t i = 0; i < finder->net->feature_count; i++) {
        uint32_t gate = lit_node(finder->net->next[i]);
        is_needed[gate] = true;
        vec_push(&features, ((Edge){gate, i}));
    }
    for (size_t i = 0; i < builder->loops.count; i++) {
        uint32_t gate = lit_node(builder->loops.items[i].definition);
        finder->is_in_loop[gate] = is_needed[gate] = true;
    }
    for (uint32_t i = (uint32_t)count; i-- > 0;) {
        const Node *node = &gates->nodes.items[i];
        if (!is_needed[i])
            continue;
        for (uint32_t k = 0; k < node->input_count; k++) {
            uint32_t input =
                lit_node(gates->inputs.items[node->first_input + k]);
            is_needed[input] = true;
            vec_push(&readers, ((Edge){input, i}));
        }
        if (node->kind != NODE_MOVES)
            continue;
        MoveSet set = gate_set(gates, i);
        /* Loops of other phases have sets of other roles. */
        for (size_t k = 0; k < set.count && set.role == finder->mover; k++)
            vec_push(&sets_of, ((Edge){set.moves[k], i}));
    }
    finder->sets_of =
        graph_new(scratch, finder->net->roles[finder->mover].move_count,
                  sets_of.items, sets_of.count);
    finder->readers = graph_new(scratch, count, readers.items, readers.count);
    finder->features =
        graph_new(scratch, count, features.items, features.count);
    vec_free_all(&sets_of, &readers, &features);
}

/* ---- one move ---- */

/* Adds to CONE the gates that follow NUMBER in GRAPH. */
static void visit_targets(EffectFinder *finder, const Graph *graph,
                          uint32_t number)
{
    for (uint32_t i = graph->first[number]; i < graph->first[number + 1]; i++) {
        uint32_t gate = graph->targets[i];
        finder->visits++;
        if (finder->seen[gate] == finder->search)
            continue;
        finder->seen[gate] = finder->search;
        vec_push(&finder->cone, gate);
    }
}

static void find_cone(EffectFinder *finder, uint32_t move)
{
    finder->search++;
    vec_clear(&finder->cone);
    visit_targets(finder, &finder->sets_of, move);
    for (size_t i = 0; i < finder->cone.count; i++)
        visit_targets(finder, &finder->readers, finder->cone.items[i]);
    sort_numbers(finder->cone.items, finder->cone.count);
}

/* Sets LITS to what the inputs of NODE are; whether the move changes one. */
static bool gather_inputs(EffectFinder *finder, Node node)
{
    bool has_changed = false;
    vec_clear(&finder->lits);
    for (uint32_t i = 0; i < node.input_count; i++) {
        Lit input = finder->gates->inputs.items[node.first_input + i];
        uint32_t gate = lit_node(input);
        bool is_changed = finder->changed_in[gate] == finder->search;
        Lit value = is_changed ? finder->changed_lit[gate] : finder->base[gate];
        has_changed = has_changed || is_changed;
        vec_push(&finder->lits, value ^ lit_is_negated(input));
    }
    return has_changed;
}

/* Sets BASE, and by it DEFAULT_NEXT of the net. */
static void find_base(EffectFinder *finder)
{
    Net *net = finder->net;
    size_t count = finder->gates->nodes.count; /* more are added on the way */
    for (uint32_t i = 0; i < count; i++) {
        Node node = finder->gates->nodes.items[i];
        finder->base[i] = node.kind == NODE_MOVES ? LIT_FALSE : 2 * i;
        if (node.kind != NODE_AND)
            continue;
        gather_inputs(finder, node);
        finder->base[i] =
            gate_and(finder->gates, finder->lits.items, finder->lits.count);
    }
    net->default_next = arena_array(net->arena, Lit, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        net->default_next[i] =
            finder->base[lit_node(net->next[i])] ^ lit_is_negated(net->next[i]);
}

/* The value of a gate after the move. Only gates that read something that the
 * move changes are made anew. */
static Lit value_after_move(EffectFinder *finder, uint32_t number)
{
    Node node = finder->gates->nodes.items[number];
    if (node.kind == NODE_MOVES)
        return LIT_TRUE;
    return gather_inputs(finder, node)
               ? gate_and(finder->gates, finder->lits.items, finder->lits.count)
               : finder->base[number];
}

/* Notes the next values of the features that MOVE changes. */
static void make_move(EffectFinder *finder, uint32_t move)
{
    find_cone(finder, move);
    for (size_t i = 0; i < finder->cone.count; i++) {
        uint32_t gate = finder->cone.items[i];
        Lit value = value_after_move(finder, gate);
        if (value == finder->base[gate])
            continue;
        finder->changed_lit[gate] = value;
        finder->changed_in[gate] = finder->search;
        for (uint32_t k = finder->features.first[gate];
             k < finder->features.first[gate + 1]; k++) {
            uint32_t feature = finder->features.targets[k];
            Lit next = value ^ lit_is_negated(finder->net->next[feature]);
            vec_push(&finder->next_values, ((NextValue){move, feature, next}));
        }
    }
}

/* False if that takes too long, or a loop depends on the move. */
static bool is_affordable(EffectFinder *finder)
{
    size_t inputs_read = 0;
    for (size_t i = 0; i < finder->moves.count; i++) {
        find_cone(finder, finder->moves.items[i]);
        for (size_t k = 0; k < finder->cone.count; k++) {
            uint32_t gate = finder->cone.items[k];
            inputs_read += finder->gates->nodes.items[gate].input_count;
            if (finder->is_in_loop[gate])
                return false;
        }
        if (finder->visits > MAX_VISITS || inputs_read > MAX_INPUTS_READ)
            return false;
    }
    return true;
}

/* ---- one feature ---- */

/* The AND of all inputs of node NUMBER but LIT; false if that is no AND, or LIT
 * is none of them. */
static Lit and_without_input(Gates *gates, uint32_t number, Lit lit)
{
    Node node = gates->nodes.items[number];
    Lits rest = {0};
    for (uint32_t i = 0; i < node.input_count; i++) {
        Lit input = gates->inputs.items[node.first_input + i];
        if (input != lit)
            vec_push(&rest, input);
    }
    Lit result = node.kind == NODE_AND && rest.count < node.input_count
                     ? gate_and(gates, rest.items, rest.count)
                     : LIT_FALSE;
    vec_free(&rest);
    return result;
}

/* What is "COMMON_NEXT or x" is set by x, what is "COMMON_NEXT and not x" is
 * cleared by it: x most often is in the network anyhow, unlike the whole. */
static Effect effect_of(Gates *gates, uint32_t feature, Lit next,
                        Lit common_next)
{
    Lit remaining_inputs = and_without_input(
        gates, lit_node(next),
        lit_is_negated(next) ? lit_not(common_next) : common_next);
    if (remaining_inputs == LIT_FALSE)
        return (Effect){feature, next, lit_not(next)};
    return lit_is_negated(next)
               ? (Effect){feature, lit_not(remaining_inputs), LIT_FALSE}
               : (Effect){feature, LIT_FALSE, lit_not(remaining_inputs)};
}

static void add_effect(EffectFinder *finder, uint32_t move, uint32_t feature,
                       Lit next)
{
    Effect effect = effect_of(finder->gates, feature, next,
                              finder->net->default_next[feature]);
    vec_push(&finder->effect_of,
             ((Edge){move, (uint32_t)finder->effects.count}));
    vec_push(&finder->effects, effect);
}

/* Adds an effect for every move after which FEATURE is not what it is after
 * most. Rules may list the moves that leave a feature alone, which are most of
 * them: then it keeps its value by default, and the other moves have effects.
 * VALUES are numbers of next values; TOUCHED_BY, by move, is room to work in.
 */
static void add_effects(EffectFinder *finder, uint32_t feature,
                        const uint32_t *values, size_t count,
                        uint32_t *touched_by)
{
    Lit untouched = finder->net->default_next[feature];
    Lit kept_value = gate_feature(finder->gates, feature);
    size_t kept_count = 0;
    for (size_t i = 0; i < count; i++)
        kept_count += finder->next_values.items[values[i]].next == kept_value;
    bool is_kept = kept_count > finder->moves.count - count;
    if (is_kept)
        finder->net->default_next[feature] = kept_value;
    for (size_t i = 0; i < count; i++) {
        NextValue value = finder->next_values.items[values[i]];
        touched_by[value.move] = feature + 1;
        if (!is_kept || value.next != kept_value)
            add_effect(finder, value.move, feature, value.next);
    }
    for (size_t i = 0; is_kept && i < finder->moves.count; i++)
        if (touched_by[finder->moves.items[i]] != feature + 1)
            add_effect(finder, finder->moves.items[i], feature, untouched);
}

/* ---- all of them ---- */

static void find_all(EffectFinder *finder, Arena *scratch)
{
    Net *net = finder->net;
    size_t move_count = net->roles[finder->mover].move_count;
    size_t max_gates = MAX_GROWTH * finder->gates->nodes.count;
    find_base(finder);
    for (size_t i = 0; i < finder->moves.count; i++)
        make_move(finder, finder->moves.items[i]);
    uint32_t *touched_by = arena_array(scratch, uint32_t, move_count);
    uint32_t *feature_of =
        arena_array(scratch, uint32_t, finder->next_values.count);
    for (size_t i = 0; i < finder->next_values.count; i++)
        feature_of[i] = finder->next_values.items[i].feature;
    Graph values = graph_members(scratch, net->feature_count, feature_of,
                                 finder->next_values.count);
    for (uint32_t i = 0; i < net->feature_count; i++)
        add_effects(finder, i, values.targets + values.first[i],
                    values.first[i + 1] - values.first[i], touched_by);
    if (finder->gates->nodes.count > max_gates) {
        net->default_next = NULL;
        return;
    }
    Graph effects = graph_new(net->arena, move_count, finder->effect_of.items,
                              finder->effect_of.count);
    net->mover = finder->mover;
    net->first_effect = effects.first;
    net->effect_count = finder->effects.count;
    net->effects = arena_array(net->arena, Effect, net->effect_count + 1);
    for (size_t i = 0; i < net->effect_count; i++)
        net->effects[i] = finder->effects.items[effects.targets[i]];
}

void find_effects(NetBuilder *builder, Net *net, uint32_t mover)
{
    Arena *scratch = arena_new();
    size_t count = builder->gates.nodes.count;
    EffectFinder finder = {.gates = &builder->gates,
                           .net = net,
                           .mover = mover,
                           .base = arena_array(scratch, Lit, count),
                           .is_in_loop = arena_array(scratch, bool, count),
                           .seen = arena_array(scratch, uint32_t, count),
                           .changed_lit = arena_array(scratch, Lit, count),
                           .changed_in = arena_array(scratch, uint32_t, count),
                           .search = 1};
    assert(!net->default_next && !net->effects);
    for (uint32_t i = 0; i < net->roles[mover].move_count; i++)
        if (net->roles[mover].legal[i] != LIT_FALSE)
            vec_push(&finder.moves, i);
    link_gates(&finder, builder, scratch);
    if (is_affordable(&finder))
        find_all(&finder, scratch);
    vec_free_all(&finder.moves, &finder.cone, &finder.lits, &finder.next_values,
                 &finder.effects, &finder.effect_of);
    arena_free(scratch);
}
