/* graph.c - strongly connected components (Tarjan 1972, without recursion)
 *
 * In:   a Graph, its edges sorted by source
 * Out:  the number of each node's component, sinks first
 */
#include "base/graph.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <string.h>

Graph graph_new(Arena *arena, size_t node_count, const Edge *edges,
                size_t count)
{
    Graph graph = {node_count, arena_array(arena, uint32_t, node_count + 2),
                   arena_array(arena, uint32_t, count)};
    for (size_t i = 0; i < count; i++) {
        assert(edges[i].from < node_count);
        graph.first[edges[i].from + 2]++;
    }
    for (size_t i = 2; i < node_count + 2; i++)
        graph.first[i] += graph.first[i - 1];
    for (size_t i = 0; i < count; i++) /* moves first[n + 1] to its end */
        graph.targets[graph.first[edges[i].from + 1]++] = edges[i].to;
    return graph;
}

Graph graph_members(Arena *arena, size_t group_count, const uint32_t *group_of,
                    size_t count)
{
    Edge *edges = memory_array(count, sizeof *edges);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (Edge){group_of[i], i};
    Graph members = graph_new(arena, group_count, edges, count);
    memory_free(edges);
    return members;
}

typedef struct {
    uint32_t node, edge;
} PathStep;

typedef struct {
    const Graph *graph;
    uint32_t *component, *visit_number, *low_link; /* by node */
    uint32_t visit_count, component_count;
    VEC(PathStep) path;
    VEC(uint32_t) stack; /* visited, component not yet known */
} ComponentSearch;

#define NO_COMPONENT UINT32_MAX

static void enter_node(ComponentSearch *search, uint32_t node)
{
    PathStep next = {node, search->graph->first[node]};
    search->visit_number[node] = search->low_link[node] = ++search->visit_count;
    vec_push(&search->stack, node);
    vec_push(&search->path, next);
}

static void close_component(ComponentSearch *search, uint32_t root)
{
    uint32_t node;
    do {
        assert(search->stack.count); /* the root is still on it */
        node = vec_pop(&search->stack);
        search->component[node] = search->component_count;
    } while (node != root);
    search->component_count++;
}

static void leave_node(ComponentSearch *search)
{
    uint32_t node = vec_pop(&search->path).node;
    if (search->low_link[node] == search->visit_number[node])
        close_component(search, node);
    if (search->path.count) {
        uint32_t parent = vec_last(&search->path).node;
        if (search->low_link[node] < search->low_link[parent])
            search->low_link[parent] = search->low_link[node];
    }
}

static void follow_next_edge(ComponentSearch *search)
{
    PathStep *top = &vec_last(&search->path);
    if (top->edge == search->graph->first[top->node + 1]) {
        leave_node(search);
        return;
    }
    uint32_t target = search->graph->targets[top->edge++];
    assert(target < search->graph->nodes);
    if (!search->visit_number[target])
        enter_node(search, target);
    else if (search->component[target] == NO_COMPONENT &&
             search->visit_number[target] < search->low_link[top->node])
        search->low_link[top->node] = search->visit_number[target];
}

uint32_t graph_components(const Graph *graph, uint32_t *component)
{
    ComponentSearch search = {
        .graph = graph,
        .component = component,
        .visit_number = memory_zeroed(graph->nodes, sizeof(uint32_t)),
        .low_link = memory_array(graph->nodes, sizeof(uint32_t))};
    memset(component, 0xff, graph->nodes * sizeof *component);
    for (uint32_t node = 0; node < graph->nodes; node++) {
        if (!search.visit_number[node])
            enter_node(&search, node);
        while (search.path.count)
            follow_next_edge(&search);
    }
    free_all(search.visit_number, search.low_link);
    vec_free_all(&search.path, &search.stack);
    assert(!search.stack.count); /* every node has a component */
    return search.component_count;
}

bool *graph_reach(const Graph *graph, Arena *arena, uint32_t start)
{
    bool *is_reached = arena_array(arena, bool, graph->nodes);
    VEC(uint32_t) stack = {0};
    is_reached[start] = true;
    vec_push(&stack, start);
    while (stack.count) {
        uint32_t node = vec_pop(&stack);
        for (uint32_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
            uint32_t target = graph->targets[e];
            if (!is_reached[target]) {
                is_reached[target] = true;
                vec_push(&stack, target);
            }
        }
    }
    vec_free(&stack);
    return is_reached;
}
