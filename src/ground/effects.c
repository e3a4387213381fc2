/* effects.c - what each move changes, computed in advance
 *
 * In:   a builder whose sets of moves all belong to one role
 * Out:  for each move, the features that do not take their default value
 *       (Net.default_next), each with a literal over the position that says its
 * next value
 *
 * Start reading at find_effects(), at the end.
 */
#include "ground/effects.h"

#include "base/graph.h"
#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_INPUT_VISITS = 40000000,  /* of gates, over all features and moves */
    MAX_FEATURE_MOVES = 400000000 /* pairs of a feature and a move */
};

typedef struct {
    uint32_t move;
    Effect effect;
} MoveEffect;

typedef VEC(uint32_t) Numbers;

typedef struct {
    Gates *gates;
    Net *net;
    uint32_t mover;
    size_t move_count; /* of the mover */
    size_t gate_count; /* those there were at first */
    bool *by_move;     /* by gate: it depends on the move */
    const Lit *base;   /* by gate: its value if no set is true */
    /* Of one feature */
    uint32_t *seen; /* by gate: the last feature, plus 1, whose cone has it */
    Numbers cone;   /* ANDs that depend on the move, in order */
    Numbers sets;   /* move sets in the cone */
    Graph sets_of;  /* by move: of SETS, those that it is in */
    Lit *next_by_move; /* by move: the next value of the feature */
    /* Of one feature and one move */
    Lit *changed_lit;              /* by gate: its value, if it is not BASE: */
    uint32_t *changed_in, rebuild; /* in this rebuild */
    Lits lits;
    VEC(Edge) edges;
    Arena *scratch; /* for SETS_OF, from MARK on */
    ArenaMark mark;
    /* Results */
    Lit *common_next; /* by feature: its next value after most moves */
    VEC(MoveEffect) effects;
} EffectFinder;

/* False if a loop depends on the move. */
static bool find_move_dependent(EffectFinder *finder, const NetBuilder *builder)
{
    const Gates *gates = finder->gates;
    for (uint32_t i = 0; i < finder->gate_count; i++) {
        const Node *node = &gates->nodes.items[i];
        finder->by_move[i] = node->kind == NODE_MOVES;
        for (uint32_t k = 0; k < node->input_count; k++)
            finder->by_move[i] =
                finder->by_move[i] ||
                finder->by_move[lit_node(
                    gates->inputs.items[node->first_input + k])];
    }
    for (size_t i = 0; i < builder->loops.count; i++)
        if (finder->by_move[lit_node(builder->loops.items[i].definition)])
            return false;
    return true;
}

/* Sets CONE and SETS: the gates that FEATURE's next value needs and that depend
 * on the move. Returns how many inputs they have, plus 1. */
static size_t find_cone(EffectFinder *finder, uint32_t feature)
{
    const Gates *gates = finder->gates;
    size_t input_count = 0;
    Numbers stack = {0};
    vec_clear(&finder->cone);
    vec_clear(&finder->sets);
    vec_push(&stack, lit_node(finder->net->next[feature]));
    while (stack.count) {
        uint32_t number = vec_pop(&stack);
        const Node *node = &gates->nodes.items[number];
        if (!finder->by_move[number] || finder->seen[number] == feature + 1)
            continue;
        finder->seen[number] = feature + 1;
        if (node->kind == NODE_MOVES) {
            vec_push(&finder->sets, number);
            continue;
        }
        vec_push(&finder->cone, number);
        input_count += node->input_count;
        for (uint32_t i = 0; i < node->input_count; i++)
            vec_push(&stack,
                     lit_node(gates->inputs.items[node->first_input + i]));
    }
    vec_free(&stack);
    sort_numbers(finder->cone.items, finder->cone.count);
    return input_count + 1;
}

/* ---- one feature and one move ---- */

static Lit changed_lit(const EffectFinder *finder, Lit lit)
{
    uint32_t node = lit_node(lit);
    if (!finder->by_move[node])
        return lit;
    return (finder->changed_in[node] == finder->rebuild
                ? finder->changed_lit[node]
                : finder->base[node]) ^
           lit_is_negated(lit);
}

static Lit rebuild_gate(EffectFinder *finder, Node node)
{
    Gates *gates = finder->gates;
    vec_clear(&finder->lits);
    for (uint32_t k = 0; k < node.input_count; k++)
        vec_push(
            &finder->lits,
            changed_lit(finder, gates->inputs.items[node.first_input + k]));
    return gate_and(gates, finder->lits.items, finder->lits.count);
}

static bool has_changed_input(const EffectFinder *finder, Node node)
{
    const Lit *inputs = finder->gates->inputs.items + node.first_input;
    for (uint32_t k = 0; k < node.input_count; k++)
        if (finder->changed_in[lit_node(inputs[k])] == finder->rebuild)
            return true;
    return false;
}

/* Only gates that read something that the move changes are made anew. */
static Lit next_after_move(EffectFinder *finder, uint32_t feature,
                           uint32_t move)
{
    assert(move < finder->move_count &&
           finder->sets_of.first[move] < finder->sets_of.first[move + 1]);
    finder->rebuild++;
    for (uint32_t i = finder->sets_of.first[move];
         i < finder->sets_of.first[move + 1]; i++) {
        uint32_t set = finder->sets_of.targets[i];
        finder->changed_lit[set] = LIT_TRUE;
        finder->changed_in[set] = finder->rebuild;
    }
    for (size_t i = 0; i < finder->cone.count; i++) {
        uint32_t number = finder->cone.items[i];
        Node node = finder->gates->nodes.items[number];
        if (!has_changed_input(finder, node))
            continue;
        finder->changed_lit[number] = rebuild_gate(finder, node);
        if (finder->changed_lit[number] != finder->base[number])
            finder->changed_in[number] = finder->rebuild;
    }
    return changed_lit(finder, finder->net->next[feature]);
}

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

/* Moves that are never legal have no effects. */
static bool is_ever_legal(const EffectFinder *finder, uint32_t move)
{
    return finder->net->roles[finder->mover].legal[move] != LIT_FALSE;
}

/* The feature's sets, by the moves that are in them. */
static void index_sets(EffectFinder *finder)
{
    vec_clear(&finder->edges);
    for (size_t i = 0; i < finder->sets.count; i++) {
        MoveSet set = gate_set(finder->gates, finder->sets.items[i]);
        for (size_t k = 0; k < set.count; k++)
            vec_push(&finder->edges,
                     ((Edge){set.moves[k], finder->sets.items[i]}));
    }
    arena_rewind(finder->scratch, finder->mark);
    finder->sets_of = graph_new(finder->scratch, finder->move_count,
                                finder->edges.items, finder->edges.count);
}

/* A move that is in none of the feature's sets leaves it untouched. */
static void find_next_by_move(EffectFinder *finder, uint32_t feature)
{
    index_sets(finder);
    for (uint32_t move = 0; move < finder->move_count; move++) {
        bool touches =
            finder->sets_of.first[move] < finder->sets_of.first[move + 1];
        if (is_ever_legal(finder, move))
            finder->next_by_move[move] =
                touches ? next_after_move(finder, feature, move)
                        : finder->net->default_next[feature];
    }
}

static size_t count_moves_with(const EffectFinder *finder, Lit lit)
{
    size_t count = 0;
    for (uint32_t i = 0; i < finder->move_count; i++)
        count += is_ever_legal(finder, i) && finder->next_by_move[i] == lit;
    return count;
}

/* The next value after more than half of the moves, if there is one (majority
 * vote, Boyer and Moore 1991). */
static Lit majority(const EffectFinder *finder)
{
    size_t lead = 0;
    Lit lit = LIT_FALSE;
    for (uint32_t i = 0; i < finder->move_count; i++) {
        if (!is_ever_legal(finder, i))
            continue;
        if (lead == 0)
            lit = finder->next_by_move[i];
        lead = finder->next_by_move[i] == lit ? lead + 1 : lead - 1;
    }
    return lit;
}

/* The next value of FEATURE after most moves; if these do not agree, its value
 * or the untouched one, whichever is more frequent. */
static Lit find_common_next(const EffectFinder *finder, uint32_t feature)
{
    size_t legal_count = 0;
    for (uint32_t i = 0; i < finder->move_count; i++)
        legal_count += is_ever_legal(finder, i);
    Lit common = majority(finder),
        untouched = finder->net->default_next[feature];
    Lit kept_value = gate_feature(finder->gates, feature);
    if (2 * count_moves_with(finder, common) > legal_count)
        return common;
    return count_moves_with(finder, kept_value) >
                   count_moves_with(finder, untouched)
               ? kept_value
               : untouched;
}

/* Adds an effect for every move after which the feature is not COMMON_NEXT.
 * Rules may list the moves that leave a feature alone, which are most of them:
 * it is the other moves that have effects. */
static void add_effects(EffectFinder *finder, uint32_t feature)
{
    find_next_by_move(finder, feature);
    Lit common_next = find_common_next(finder, feature);
    finder->common_next[feature] = common_next;
    for (uint32_t move = 0; move < finder->move_count; move++) {
        Lit next = finder->next_by_move[move];
        if (!is_ever_legal(finder, move) || next == common_next)
            continue;
        vec_push(&finder->effects,
                 ((MoveEffect){move, effect_of(finder->gates, feature, next,
                                               common_next)}));
    }
}

/* How many pairs of a move and a member of the feature's sets there are. */
static size_t count_members(const EffectFinder *finder)
{
    size_t count = 0;
    for (size_t i = 0; i < finder->sets.count; i++)
        count += gate_set(finder->gates, finder->sets.items[i]).count;
    return count;
}

/* Overwrites CONE and SETS. */
static bool is_affordable(EffectFinder *finder)
{
    size_t input_count = 0, pair_count = 0;
    for (uint32_t i = 0;
         i < finder->net->feature_count && input_count <= MAX_INPUT_VISITS &&
         pair_count <= MAX_FEATURE_MOVES;
         i++) {
        size_t cone_inputs = find_cone(finder, i);
        input_count += cone_inputs * (count_members(finder) + 1);
        if (finder->sets.count)
            pair_count += finder->move_count;
    }
    memset(finder->seen, 0, finder->gate_count * sizeof *finder->seen);
    return input_count <= MAX_INPUT_VISITS && pair_count <= MAX_FEATURE_MOVES;
}

/* ---- all of them ---- */

/* Puts the effects, by move, and the common next values into the net. */
static void store_effects(EffectFinder *finder, Arena *scratch)
{
    Net *net = finder->net;
    size_t count = finder->effects.count;
    assert(net->default_next && !net->effects);
    Edge *edges = arena_array(scratch, Edge, count);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (Edge){finder->effects.items[i].move, i};
    Graph effects_of = graph_new(
        net->arena, net->roles[finder->mover].move_count, edges, count);
    net->mover = finder->mover;
    net->first_effect = effects_of.first;
    net->effects = arena_array(net->arena, Effect, count + 1);
    net->effect_count = count;
    for (size_t i = 0; i < count; i++)
        net->effects[i] = finder->effects.items[effects_of.targets[i]].effect;
    for (size_t i = 0; i < net->feature_count; i++)
        net->default_next[i] = finder->common_next[i];
}

/* How many new gates the effects need. Gates that came later read earlier ones
 * only. */
static size_t count_new_gates(const EffectFinder *finder, Arena *scratch)
{
    const Gates *gates = finder->gates;
    size_t count = 0;
    bool *is_needed = arena_array(scratch, bool, gates->nodes.count);
    for (size_t i = 0; i < finder->effects.count; i++) {
        const Effect *effect = &finder->effects.items[i].effect;
        is_needed[lit_node(effect->set)] = is_needed[lit_node(effect->clear)] =
            true;
    }
    for (size_t i = gates->nodes.count; i-- > finder->gate_count;) {
        const Node *node = &gates->nodes.items[i];
        if (!is_needed[i])
            continue;
        count++;
        for (uint32_t k = 0; k < node->input_count; k++)
            is_needed[lit_node(gates->inputs.items[node->first_input + k])] =
                true;
    }
    return count;
}

void find_effects(NetBuilder *builder, Net *net, uint32_t mover,
                  const Lit *base)
{
    Arena *scratch = arena_new();
    size_t count = builder->gates.nodes.count;
    EffectFinder finder = {
        .gates = &builder->gates,
        .net = net,
        .mover = mover,
        .scratch = scratch,
        .move_count = net->roles[mover].move_count,
        .gate_count = count,
        .by_move = arena_array(scratch, bool, count),
        .seen = arena_array(scratch, uint32_t, count),
        .base = base,
        .changed_lit = arena_array(scratch, Lit, count),
        .changed_in = arena_array(scratch, uint32_t, count),
        .next_by_move = arena_array(scratch, Lit, net->roles[mover].move_count),
        .common_next =
            arena_copy(scratch, net->default_next,
                       net->feature_count * sizeof *net->default_next)};
    finder.mark = arena_mark(scratch);
    bool is_feasible =
        find_move_dependent(&finder, builder) && is_affordable(&finder);
    for (uint32_t i = 0; i < net->feature_count && is_feasible; i++) {
        find_cone(&finder, i);
        if (finder.sets.count)
            add_effects(&finder, i);
    }
    if (is_feasible && count_new_gates(&finder, scratch) <= count)
        store_effects(&finder, scratch);
    vec_free_all(&finder.cone, &finder.sets, &finder.edges, &finder.lits,
                 &finder.effects);
    arena_free(scratch);
}
