/* graph.c - strongly connected components (Tarjan, without recursion) */
#include "base/graph.h"

#include "base/memory.h"
#include "base/vec.h"

#include <string.h>

Graph graph_new(Arena *arena, size_t nodes, const Edge *edges, size_t count)
{
    Graph graph = {nodes, arena_array(arena, uint32_t, nodes + 2),
                   arena_array(arena, uint32_t, count)};
    for (size_t i = 0; i < count; i++)
        graph.first[edges[i].from + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        graph.first[i] += graph.first[i - 1];
    for (size_t i = 0; i < count; i++) /* moves first[n + 1] to its end */
        graph.targets[graph.first[edges[i].from + 1]++] = edges[i].to;
    return graph;
}

typedef struct {
    uint32_t node, edge;
} Visit;

typedef struct {
    const Graph *graph;
    uint32_t *component, *number, *low;
    uint32_t numbers, components;
    VEC(Visit) path;
    VEC(uint32_t) open; /* met, component not yet known */
} Walk;

#define UNKNOWN UINT32_MAX

static void visit(Walk *walk, uint32_t node)
{
    Visit next = {node, walk->graph->first[node]};
    walk->number[node] = walk->low[node] = ++walk->numbers;
    vec_push(&walk->open, node);
    vec_push(&walk->path, next);
}

static void close_component(Walk *walk, uint32_t root)
{
    uint32_t node;
    do {
        node = vec_pop(&walk->open);
        walk->component[node] = walk->components;
    } while (node != root);
    walk->components++;
}

static void leave(Walk *walk)
{
    uint32_t node = vec_pop(&walk->path).node;
    if (walk->low[node] == walk->number[node])
        close_component(walk, node);
    if (walk->path.count) {
        uint32_t parent = vec_last(&walk->path).node;
        if (walk->low[node] < walk->low[parent])
            walk->low[parent] = walk->low[node];
    }
}

static void step(Walk *walk)
{
    Visit *top = &vec_last(&walk->path);
    if (top->edge == walk->graph->first[top->node + 1]) {
        leave(walk);
        return;
    }
    uint32_t target = walk->graph->targets[top->edge++];
    if (!walk->number[target])
        visit(walk, target);
    else if (walk->component[target] == UNKNOWN &&
             walk->number[target] < walk->low[top->node])
        walk->low[top->node] = walk->number[target];
}

uint32_t graph_components(const Graph *graph, uint32_t *component)
{
    Walk walk = {.graph = graph,
                 .component = component,
                 .number = memory_zeroed(graph->nodes, sizeof(uint32_t)),
                 .low = memory_array(graph->nodes, sizeof(uint32_t))};
    memset(component, 0xff, graph->nodes * sizeof *component);
    for (uint32_t node = 0; node < graph->nodes; node++) {
        if (!walk.number[node])
            visit(&walk, node);
        while (walk.path.count)
            step(&walk);
    }
    free_all(walk.number, walk.low);
    vec_free_all(&walk.path, &walk.open);
    return walk.components;
}

bool *graph_reach(const Graph *graph, Arena *arena, uint32_t start)
{
    bool *reached = arena_array(arena, bool, graph->nodes);
    VEC(uint32_t) open = {0};
    reached[start] = true;
    vec_push(&open, start);
    while (open.count) {
        uint32_t node = vec_pop(&open);
        for (uint32_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
            uint32_t target = graph->targets[e];
            if (!reached[target]) {
                reached[target] = true;
                vec_push(&open, target);
            }
        }
    }
    vec_free(&open);
    return reached;
}
