/* late.c - nodes that are computed when a move is made
 *
 * In:   nets with effects, and the nodes that are kept up to date anyhow
 * Out:  by phase and move, what is to be computed before its effects are known
 * Next: sim/signals.c does so
 *
 * Start reading at late_nodes(), at the end.
 */
#include "sim/late.h"

#include "base/vec.h"
#include "sim/circuit.h"

#include <stdlib.h>

enum {
    MOST_STEPS = 8000000, /* nodes to look at, over all moves */
    FEW = 16              /* one move out of so many */
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
            circuit_mark(net, 2 * number, finder->core);
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
    for (uint32_t i = 0; i < mover->move_count && finder->steps < MOST_STEPS;
         i++) {
        ever += mover->legal[i] != LIT_FALSE;
        find_cone(finder, i);
        for (size_t k = 0; k < finder->cone.count; k++)
            finder->uses[finder->cone.items[k]]++;
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        if (finder->uses[i] * (size_t)FEW > ever)
            circuit_mark(net, 2 * i, finder->core);
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

static Graph find_late(Finder *finder, Arena *arena)
{
    const Net *net = finder->net;
    size_t moves = net->roles[net->mover].move_count;
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < moves && finder->steps < MOST_STEPS; i++) {
        find_cone(finder, i);
        if (finder->cone.count)
            qsort(finder->cone.items, finder->cone.count,
                  sizeof *finder->cone.items, by_number);
        for (size_t k = 0; k < finder->cone.count; k++) {
            Edge edge = {i, finder->cone.items[k]};
            vec_push(&edges, edge);
        }
    }
    Graph late = graph_new(arena, moves, edges.items, edges.count);
    vec_free(&edges);
    return late;
}

/* Nodes to look after at every step, and those of an average move. */
static size_t count_work(const Net *const *nets, size_t phases,
                         const bool *core, const Graph *late)
{
    size_t work = 0, most = 0;
    for (uint32_t i = 0; i < nets[0]->node_count; i++)
        work += core[i] && nets[0]->nodes[i].kind == NODE_AND;
    for (size_t i = 0; i < phases; i++) {
        size_t moves = late[i].nodes;
        size_t average = moves ? late[i].first[moves] / moves : 0;
        most = average > most ? average : most;
    }
    return work + most;
}

Graph *late_nodes(const Net *const *nets, size_t phases, bool *core,
                  size_t events, Arena *arena)
{
    Arena *scratch = arena_new();
    size_t nodes = nets[0]->node_count;
    Finder finder = {.core = core,
                     .seen = arena_array(scratch, uint32_t, nodes),
                     .uses = arena_array(scratch, uint32_t, nodes)};
    Graph *late = arena_array(arena, Graph, phases);
    for (size_t i = 0; i < phases; i++) {
        finder.net = nets[i];
        find_common(&finder);
    }
    for (size_t i = 0; i < phases; i++) {
        finder.net = nets[i];
        late[i] = find_late(&finder, arena);
    }
    vec_free(&finder.cone);
    vec_free(&finder.open);
    arena_free(scratch);
    bool good = finder.steps < MOST_STEPS &&
                count_work(nets, phases, core, late) <= events;
    return good ? late : NULL;
}
