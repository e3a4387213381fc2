/* effects.c - what each move changes, computed in advance
 *
 * In:   a draft whose sets of moves all belong to one role
 * Out:  for each move, the features that do not simply take their untouched
 *       value, each with a literal over the position that says its next value
 *
 * Start reading at make_effects(), at the end.
 */
#include "ground/effects.h"

#include "base/graph.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_WORK = 40000000,  /* inputs to look at, over all moves */
    MAX_PAIRS = 400000000 /* of a feature and a move */
};

typedef struct {
    uint32_t move;
    Effect effect;
} Entry;

typedef VEC(uint32_t) Numbers;

typedef struct {
    Gates *gates;
    Net *net;
    uint32_t mover;
    size_t count;             /* of the gates there were at first */
    bool *mixed;              /* those that depend on the move */
    uint32_t *seen;           /* gates of the cone of the feature looked at */
    Lit *base;                /* mixed gates, if no set of moves is true */
    Lit *become;              /* those that the move looked at changes */
    uint32_t *changed, round; /* by gate: the last round in which it did */
    uint32_t *first_set;      /* by move: of the feature's sets, those that */
    Numbers touching;         /* it is in begin there */
    Lit *after;               /* by move: what the feature looked at becomes */
    Lit *usual;               /* by feature: what it becomes after most moves */
    Numbers cone;             /* ANDs, in order */
    Numbers sets;
    Lits lits;
    VEC(Entry) entries;
} Maker;

/* False if a loop depends on the move. */
static bool find_mixed(Maker *maker, const NetBuilder *builder)
{
    const Gates *gates = maker->gates;
    for (uint32_t i = 0; i < maker->count; i++) {
        const Node *node = &gates->nodes.items[i];
        maker->mixed[i] = node->kind == NODE_MOVES;
        for (uint32_t k = 0; k < node->count; k++)
            maker->mixed[i] =
                maker->mixed[i] ||
                maker->mixed[lit_node(gates->inputs.items[node->first + k])];
    }
    for (size_t i = 0; i < builder->loops.count; i++)
        if (maker->mixed[lit_node(builder->loops.items[i].definition)])
            return false;
    return true;
}

/* The mixed gates that FEATURE's next value needs; returns how many inputs
 * they have. */
static size_t find_cone(Maker *maker, uint32_t feature)
{
    const Gates *gates = maker->gates;
    size_t cost = 0;
    Numbers open = {0};
    vec_clear(&maker->cone);
    vec_clear(&maker->sets);
    vec_push(&open, lit_node(maker->net->next[feature]));
    while (open.count) {
        uint32_t number = vec_pop(&open);
        const Node *node = &gates->nodes.items[number];
        if (!maker->mixed[number] || maker->seen[number] == feature + 1)
            continue;
        maker->seen[number] = feature + 1;
        if (node->kind == NODE_MOVES) {
            vec_push(&maker->sets, number);
            continue;
        }
        vec_push(&maker->cone, number);
        cost += node->count;
        for (uint32_t i = 0; i < node->count; i++)
            vec_push(&open, lit_node(gates->inputs.items[node->first + i]));
    }
    vec_free(&open);
    sort_numbers(maker->cone.items, maker->cone.count);
    return cost + 1;
}

/* ---- one feature and one move ---- */

static Lit become(const Maker *maker, Lit lit)
{
    uint32_t node = lit_node(lit);
    if (!maker->mixed[node])
        return lit;
    return (maker->changed[node] == maker->round ? maker->become[node]
                                                 : maker->base[node]) ^
           (lit & 1);
}

static Lit gate_after(Maker *maker, Node node)
{
    Gates *gates = maker->gates;
    vec_clear(&maker->lits);
    for (uint32_t k = 0; k < node.count; k++)
        vec_push(&maker->lits,
                 become(maker, gates->inputs.items[node.first + k]));
    return gate_and(gates, maker->lits.items, maker->lits.count);
}

/* What the gates become if no set of moves is true. */
static void find_base(Maker *maker)
{
    maker->round++;
    for (size_t i = 0; i < maker->sets.count; i++)
        maker->base[maker->sets.items[i]] = LIT_FALSE;
    for (size_t i = 0; i < maker->cone.count; i++)
        maker->base[maker->cone.items[i]] =
            gate_after(maker, maker->gates->nodes.items[maker->cone.items[i]]);
}

static bool has_changed_input(const Maker *maker, Node node)
{
    const Lit *inputs = maker->gates->inputs.items + node.first;
    for (uint32_t k = 0; k < node.count; k++)
        if (maker->changed[lit_node(inputs[k])] == maker->round)
            return true;
    return false;
}

/* Only gates that read something that the move changes are made anew. */
static Lit next_after(Maker *maker, uint32_t feature, uint32_t move)
{
    maker->round++;
    for (uint32_t i = maker->first_set[move]; i < maker->first_set[move + 1];
         i++) {
        uint32_t set = maker->touching.items[i];
        maker->become[set] = LIT_TRUE;
        maker->changed[set] = maker->round;
    }
    for (size_t i = 0; i < maker->cone.count; i++) {
        uint32_t number = maker->cone.items[i];
        Node node = maker->gates->nodes.items[number];
        if (!has_changed_input(maker, node))
            continue;
        maker->become[number] = gate_after(maker, node);
        if (maker->become[number] != maker->base[number])
            maker->changed[number] = maker->round;
    }
    return become(maker, maker->net->next[feature]);
}

/* All inputs of the AND of NUMBER but LIT, which is one of them, or false. */
static Lit without(Gates *gates, uint32_t number, Lit lit)
{
    Node node = gates->nodes.items[number];
    Lits rest = {0};
    for (uint32_t i = 0; i < node.count; i++) {
        Lit input = gates->inputs.items[node.first + i];
        if (input != lit)
            vec_push(&rest, input);
    }
    Lit result = node.kind == NODE_AND && rest.count < node.count
                     ? gate_and(gates, rest.items, rest.count)
                     : LIT_FALSE;
    vec_free(&rest);
    return result;
}

/* What is "as usual or x" is set by x, what is "as usual and not x" cleared
 * by it: x most often is in the network anyhow, unlike the whole. */
static Effect effect_of(Gates *gates, uint32_t feature, Lit next, Lit usual)
{
    Lit unless =
        without(gates, lit_node(next), next & 1 ? lit_not(usual) : usual);
    if (unless == LIT_FALSE)
        return (Effect){feature, next, lit_not(next)};
    return next & 1 ? (Effect){feature, lit_not(unless), LIT_FALSE}
                    : (Effect){feature, LIT_FALSE, lit_not(unless)};
}

/* Moves that nobody ever makes have no effects. */
static bool is_ever_legal(const Maker *maker, uint32_t move)
{
    return maker->net->roles[maker->mover].legal[move] != LIT_FALSE;
}

/* The feature's sets, by the moves that are in them. */
static void find_touching(Maker *maker)
{
    size_t moves = maker->net->roles[maker->mover].move_count;
    uint32_t *first = maker->first_set;
    memset(first, 0, (moves + 2) * sizeof *first);
    vec_clear(&maker->touching);
    for (size_t i = 0; i < maker->sets.count; i++) {
        MoveSet set = gate_set(maker->gates, maker->sets.items[i]);
        for (size_t k = 0; k < set.count; k++) {
            first[set.moves[k] + 2]++;
            vec_push(&maker->touching, 0);
        }
    }
    for (size_t i = 2; i < moves + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < maker->sets.count; i++) {
        MoveSet set = gate_set(maker->gates, maker->sets.items[i]);
        for (size_t k = 0; k < set.count; k++)
            maker->touching.items[first[set.moves[k] + 1]++] =
                maker->sets.items[i];
    }
}

/* A move that is in none of the feature's sets leaves it untouched. */
static void find_after(Maker *maker, uint32_t feature)
{
    size_t moves = maker->net->roles[maker->mover].move_count;
    find_touching(maker);
    for (uint32_t move = 0; move < moves; move++) {
        bool touches = maker->first_set[move] < maker->first_set[move + 1];
        if (is_ever_legal(maker, move))
            maker->after[move] = touches ? next_after(maker, feature, move)
                                         : maker->net->untouched[feature];
    }
}

static size_t count_after(const Maker *maker, Lit lit)
{
    size_t moves = maker->net->roles[maker->mover].move_count, count = 0;
    for (uint32_t i = 0; i < moves; i++)
        count += is_ever_legal(maker, i) && maker->after[i] == lit;
    return count;
}

/* What more than half of the moves make of the feature looked at, if they
 * agree: it is what remains when pairs of different ones are crossed out. */
static Lit majority(const Maker *maker)
{
    size_t moves = maker->net->roles[maker->mover].move_count, ahead = 0;
    Lit lit = LIT_FALSE;
    for (uint32_t i = 0; i < moves; i++) {
        if (!is_ever_legal(maker, i))
            continue;
        if (ahead == 0)
            lit = maker->after[i];
        ahead = maker->after[i] == lit ? ahead + 1 : ahead - 1;
    }
    return lit;
}

/* What most moves make of FEATURE. Where there is no such thing, it stays as
 * it is or becomes what it does by itself, whichever is more frequent. */
static Lit find_usual(const Maker *maker, uint32_t feature)
{
    size_t moves = maker->net->roles[maker->mover].move_count, ever = 0;
    for (uint32_t i = 0; i < moves; i++)
        ever += is_ever_legal(maker, i);
    Lit most = majority(maker), untouched = maker->net->untouched[feature];
    Lit same = gate_feature(maker->gates, feature);
    if (2 * count_after(maker, most) > ever)
        return most;
    return count_after(maker, same) > count_after(maker, untouched) ? same
                                                                    : untouched;
}

/* Rules may say what stays as it is by the moves that leave it alone, and these
 * are most of them: it is the other moves that have effects. */
static void note_feature(Maker *maker, uint32_t feature)
{
    size_t moves = maker->net->roles[maker->mover].move_count;
    find_base(maker);
    find_after(maker, feature);
    Lit usual = find_usual(maker, feature);
    maker->usual[feature] = usual;
    for (uint32_t move = 0; move < moves; move++) {
        Lit next = maker->after[move];
        if (!is_ever_legal(maker, move) || next == usual)
            continue;
        Entry entry = {move, effect_of(maker->gates, feature, next, usual)};
        vec_push(&maker->entries, entry);
    }
}

/* How many pairs of a move and a member of the feature's sets there are. */
static size_t count_members(const Maker *maker)
{
    size_t count = 0;
    for (size_t i = 0; i < maker->sets.count; i++)
        count += gate_set(maker->gates, maker->sets.items[i]).count;
    return count;
}

static bool is_little_work(Maker *maker)
{
    size_t cost = 0, pairs = 0;
    for (uint32_t i = 0; i < maker->net->feature_count && cost <= MAX_WORK &&
                         pairs <= MAX_PAIRS;
         i++) {
        size_t one = find_cone(maker, i);
        cost += one * (count_members(maker) + 1);
        if (maker->sets.count)
            pairs += maker->net->roles[maker->mover].move_count;
    }
    for (size_t i = 0; i < maker->count; i++)
        maker->seen[i] = 0;
    return cost <= MAX_WORK && pairs <= MAX_PAIRS;
}

/* ---- all of them ---- */

static void finish(Maker *maker, Arena *scratch)
{
    Net *net = maker->net;
    size_t count = maker->entries.count;
    Edge *edges = arena_array(scratch, Edge, count);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (Edge){maker->entries.items[i].move, i};
    Graph by_move = graph_new(net->arena, net->roles[maker->mover].move_count,
                              edges, count);
    net->mover = maker->mover;
    net->first_effect = by_move.first;
    net->effects = arena_array(net->arena, Effect, count + 1);
    net->effect_count = count;
    for (size_t i = 0; i < count; i++)
        net->effects[i] = maker->entries.items[by_move.targets[i]].effect;
    for (size_t i = 0; i < net->feature_count; i++)
        net->untouched[i] = maker->usual[i];
}

/* How many new gates the effects need. Gates that came later read earlier ones
 * only. */
static size_t count_new(const Maker *maker, Arena *scratch)
{
    const Gates *gates = maker->gates;
    size_t count = 0;
    bool *needed = arena_array(scratch, bool, gates->nodes.count);
    for (size_t i = 0; i < maker->entries.count; i++) {
        const Effect *effect = &maker->entries.items[i].effect;
        needed[lit_node(effect->set)] = needed[lit_node(effect->clear)] = true;
    }
    for (size_t i = gates->nodes.count; i-- > maker->count;) {
        const Node *node = &gates->nodes.items[i];
        if (!needed[i])
            continue;
        count++;
        for (uint32_t k = 0; k < node->count; k++)
            needed[lit_node(gates->inputs.items[node->first + k])] = true;
    }
    return count;
}

void make_effects(NetBuilder *builder, Net *net, uint32_t mover)
{
    Arena *scratch = arena_new();
    size_t count = builder->gates.nodes.count;
    Maker maker = {
        .gates = &builder->gates,
        .net = net,
        .mover = mover,
        .count = count,
        .mixed = arena_array(scratch, bool, count),
        .seen = arena_array(scratch, uint32_t, count),
        .base = arena_array(scratch, Lit, count),
        .become = arena_array(scratch, Lit, count),
        .changed = arena_array(scratch, uint32_t, count),
        .first_set =
            arena_array(scratch, uint32_t, net->roles[mover].move_count + 2),
        .after = arena_array(scratch, Lit, net->roles[mover].move_count),
        .usual = arena_copy(scratch, net->untouched,
                            net->feature_count * sizeof *net->untouched)};
    bool simple = find_mixed(&maker, builder) && is_little_work(&maker);
    for (uint32_t i = 0; i < net->feature_count && simple; i++) {
        find_cone(&maker, i);
        if (maker.sets.count)
            note_feature(&maker, i);
    }
    if (simple && count_new(&maker, scratch) <= count)
        finish(&maker, scratch);
    vec_free(&maker.cone);
    vec_free(&maker.sets);
    vec_free(&maker.touching);
    vec_free(&maker.lits);
    vec_free(&maker.entries);
    arena_free(scratch);
}
