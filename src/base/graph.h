/* graph.h - strongly connected components
 *
 * A directed graph over 0..nodes-1. Iterative, since the graph may come from
 * untrusted input and be as deep as it is large.
 */
#ifndef ZERMELO_BASE_GRAPH_H
#define ZERMELO_BASE_GRAPH_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t from, to;
} Edge;

typedef struct {
    size_t nodes;
    uint32_t *first;   /* nodes + 1 entries: where a node's edges begin */
    uint32_t *targets; /* sorted by source, in the order given */
} Graph;

Graph graph_new(Arena *arena, size_t node_count, const Edge *edges,
                size_t count);

/* Lists by number: for each of GROUP_COUNT the items that GROUP_OF puts there,
 * in their order, as the targets of its edges. */
Graph graph_members(Arena *arena, size_t group_count, const uint32_t *group_of,
                    size_t count);

/* COMPONENT[node], numbered so that every edge leads to a component with the
 * same or a smaller number; returns how many there are. */
uint32_t graph_components(const Graph *graph, uint32_t *component);

/* The nodes that can be reached from START, itself included, in ARENA. */
bool *graph_reach(const Graph *graph, Arena *arena, uint32_t start);

#endif
