/* rule_index.c - ground rules by head, in an order of evaluation
 *
 * In:   ground rules
 * Out:  their strongly connected components in topological order
 * Next: know/open_program.c
 */
#include "know/rule_index.h"

#include <assert.h>

/* The components of the dependency graph: edges lead from heads to atoms of
 * their bodies. */
static void find_components(RuleIndex *index, const Ground *ground,
                            Arena *arena)
{
    Arena *scratch = arena_new();
    size_t edge_count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        edge_count += ground->rules[i].count;
    Edge *edges = arena_array(scratch, Edge, edge_count);
    uint32_t *component = arena_array(arena, uint32_t, ground->atom_count);
    edge_count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        for (uint32_t k = 0; k < ground->rules[i].count; k++)
            edges[edge_count++] =
                (Edge){ground->rules[i].head,
                       ground->literals[ground->rules[i].first + k] / 2};
    Graph graph = graph_new(scratch, ground->atom_count, edges, edge_count);
    index->component_count = graph_components(&graph, component);
    bool *is_recursive = arena_array(arena, bool, index->component_count);
    for (size_t i = 0; i < edge_count; i++) {
        assert(component[edges[i].to] <= component[edges[i].from]);
        if (component[edges[i].from] == component[edges[i].to])
            is_recursive[component[edges[i].from]] = true;
    }
    index->component = component;
    index->is_recursive = is_recursive;
    index->members = graph_members(arena, index->component_count, component,
                                   ground->atom_count);
    arena_free(scratch);
}

RuleIndex rule_index_new(const Ground *ground, Arena *arena)
{
    RuleIndex index = {.atom_count = ground->atom_count,
                       .literals = ground->literals};
    uint32_t *heads = arena_array(arena, uint32_t, ground->rule_count);
    GroundRule *rules = arena_array(arena, GroundRule, ground->rule_count);
    for (size_t i = 0; i < ground->rule_count; i++)
        heads[i] = ground->rules[i].head;
    Graph by_head =
        graph_members(arena, ground->atom_count, heads, ground->rule_count);
    for (size_t i = 0; i < ground->rule_count; i++)
        rules[i] = ground->rules[by_head.targets[i]];
    index.rules = rules;
    index.first_rule = by_head.first;
    find_components(&index, ground, arena);
    return index;
}
