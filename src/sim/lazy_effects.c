/* lazy_effects.c - nodes that are computed when a move is made
 *
 * In:   nets with effects, and the nodes that are kept up to date anyhow
 * Out:  by phase and move, what is to be computed before its effects are known
 * Next: sim/propagation.c does so
 *
 * Start reading at late_deeds(), at the end.
 */
#include "sim/lazy_effects.h"

#include "base/sort.h"
#include "base/vec.h"
#include "ground/net_walk.h"
#include "sim/circuit.h"

#include <stdlib.h>

enum {
    MAX_STEPS = 8000000, /* nodes to look at, over all moves */
    RARE_ONE_IN = 16     /* one move out of so many */
};

typedef VEC(uint32_t) Numbers;

typedef struct {
    const Net *net;
    bool *core;
    uint32_t *seen; /* by node: the last search that came by */
    uint32_t *uses; /* by node: how many moves need it */
    uint32_t search;
    size_t steps;
    Numbers cone; /* of the move looked at */
    Numbers open;
    uint32_t *slot;   /* by node: its place in the cone */
    size_t sum, most; /* of the sizes of cones */
} Finder;

static void visit(Finder *finder, Lit lit)
{
    uint32_t node = lit_node(lit);
    finder->steps++;
    if (finder->core[node] || finder->seen[node] == finder->search)
        return;
    finder->seen[node] = finder->search;
    vec_push(&finder->open, node);
}

/* The ANDs outside the core that the effects of MOVE need. */
static void find_cone(Finder *finder, uint32_t move)
{
    const Net *net = finder->net;
    finder->search++;
    vec_clear(&finder->cone);
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++) {
        visit(finder, net->effects[i].set);
        visit(finder, net->effects[i].clear);
    }
    while (finder->open.count) {
        uint32_t number = vec_pop(&finder->open);
        Node node = net->nodes[number];
        if (node.kind == NODE_LOOP)
            net_mark_cone(net, 2 * number, finder->core);
        if (node.kind != NODE_AND)
            continue;
        vec_push(&finder->cone, number);
        for (uint32_t i = 0; i < node.count; i++)
            visit(finder, net->inputs[node.first + i]);
    }
}

/* What many moves need is kept up to date. */
static void find_common(Finder *finder)
{
    const Net *net = finder->net;
    const Role *mover = &net->roles[net->mover];
    size_t ever = 0;
    for (uint32_t i = 0; i < net->node_count; i++)
        finder->uses[i] = 0;
    for (uint32_t i = 0; i < mover->move_count && finder->steps < MAX_STEPS;
         i++) {
        ever += mover->legal[i] != LIT_FALSE;
        find_cone(finder, i);
        for (size_t k = 0; k < finder->cone.count; k++)
            finder->uses[finder->cone.items[k]]++;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        if (finder->uses[i] * (size_t)RARE_ONE_IN > ever)
            net_mark_cone(net, 2 * i, finder->core);
}

static Lit in_slot(const Finder *finder, Lit lit)
{
    uint32_t node = lit_node(lit);
    if (finder->core[node] || finder->net->nodes[node].kind != NODE_AND)
        return lit;
    return 2 * ((uint32_t)finder->net->node_count + finder->slot[node]) +
           (lit & 1);
}

static void write_move(Finder *finder, uint32_t move, Numbers *code)
{
    const Net *net = finder->net;
    find_cone(finder, move);
    sort_numbers(finder->cone.items, finder->cone.count);
    finder->sum += finder->cone.count;
    if (finder->cone.count > finder->most)
        finder->most = finder->cone.count;
    vec_push(code, (uint32_t)finder->cone.count);
    for (uint32_t i = 0; i < finder->cone.count; i++) {
        Node node = net->nodes[finder->cone.items[i]];
        finder->slot[finder->cone.items[i]] = i;
        vec_push(code, node.count);
        for (uint32_t k = 0; k < node.count; k++)
            vec_push(code, in_slot(finder, net->inputs[node.first + k]));
    }
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++) {
        vec_push(code, net->effects[i].feature);
        vec_push(code, in_slot(finder, net->effects[i].set));
        vec_push(code, in_slot(finder, net->effects[i].clear));
    }
}

static LazyEffects write_deeds(Finder *finder, Arena *arena)
{
    const Net *net = finder->net;
    size_t moves = net->roles[net->mover].move_count;
    LazyEffects deeds = {.first = arena_array(arena, uint32_t, moves + 1)};
    Numbers code = {0};
    for (uint32_t i = 0; i < moves && finder->steps < MAX_STEPS; i++) {
        deeds.first[i] = (uint32_t)code.count;
        write_move(finder, i, &code);
    }
    deeds.first[moves] = (uint32_t)code.count;
    deeds.code = vec_finish(&code, arena);
    return deeds;
}

/* Nodes to look after at every step, and those of an average move. */
static size_t count_work(const Finder *finder, size_t moves)
{
    const Net *net = finder->net;
    size_t work = moves ? finder->sum / moves : 0;
    for (uint32_t i = 0; i < net->node_count; i++)
        work += finder->core[i] && net->nodes[i].kind == NODE_AND;
    return work;
}

LazyEffects *late_deeds(const Net *const *nets, size_t phases, bool *core,
                        size_t events, uint32_t *most, Arena *arena)
{
    Arena *scratch = arena_new();
    size_t nodes = nets[0]->node_count, moves = 0;
    Finder finder = {.core = core,
                     .seen = arena_array(scratch, uint32_t, nodes),
                     .uses = arena_array(scratch, uint32_t, nodes),
                     .slot = arena_array(scratch, uint32_t, nodes)};
    LazyEffects *deeds = arena_array(arena, LazyEffects, phases);
    for (size_t i = 0; i < phases; i++) {
        finder.net = nets[i];
        find_common(&finder);
    }
    for (size_t i = 0; i < phases; i++) {
        finder.net = nets[i];
        deeds[i] = write_deeds(&finder, arena);
        moves += nets[i]->roles[nets[i]->mover].move_count;
    }
    bool good =
        finder.steps < MAX_STEPS && count_work(&finder, moves) <= events;
    *most = good ? (uint32_t)finder.most : 0;
    vec_free(&finder.cone);
    vec_free(&finder.open);
    arena_free(scratch);
    return good ? deeds : NULL;
}
