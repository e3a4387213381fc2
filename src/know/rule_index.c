/* rule_index.c - ground rules by head, in an order of evaluation
 *
 * In:   ground rules
 * Out:  their strongly connected components in topological order
 * Next: know/open_program.c
 */
#include "know/rule_index.h"

#include "base/graph.h"

#include <assert.h>

/* The components of the dependency graph: edges lead from heads to atoms of
 * their bodies. */
static void find_components(RuleIndex *index, const Ground *ground,
                            Arena *arena)
{
    Arena *scratch = arena_new();
    size_t count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        count += ground->rules[i].count;
    Edge *edges = arena_array(scratch, Edge, count);
    uint32_t *component = arena_array(arena, uint32_t, ground->atom_count);
    count = 0;
    for (size_t i = 0; i < ground->rule_count; i++)
        for (uint32_t k = 0; k < ground->rules[i].count; k++)
            edges[count++] =
                (Edge){ground->rules[i].head,
                       ground->literals[ground->rules[i].first + k] / 2};
    Graph graph = graph_new(scratch, ground->atom_count, edges, count);
    index->components = graph_components(&graph, component);
    bool *is_recursive = arena_array(arena, bool, index->components);
    for (size_t i = 0; i < count; i++) {
        assert(component[edges[i].to] <= component[edges[i].from]);
        if (component[edges[i].from] == component[edges[i].to])
            is_recursive[component[edges[i].from]] = true;
    }
    index->component = component;
    index->recursive = is_recursive;
    arena_free(scratch);
}

/* The numbers 0 to COUNT - 1, each below the node KEY[number]. */
static Graph group_by(Arena *arena, size_t node_count, size_t count,
                      const uint32_t *key)
{
    Arena *scratch = arena_new();
    Edge *edges = arena_array(scratch, Edge, count);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (Edge){key[i], i};
    Graph graph = graph_new(arena, node_count, edges, count);
    arena_free(scratch);
    return graph;
}

static void sort_rules(RuleIndex *index, const Ground *ground, Arena *arena)
{
    Arena *scratch = arena_new();
    uint32_t *heads = arena_array(scratch, uint32_t, ground->rule_count);
    for (size_t i = 0; i < ground->rule_count; i++)
        heads[i] = ground->rules[i].head;
    Graph by_head =
        group_by(scratch, ground->atom_count, ground->rule_count, heads);
    GroundRule *rules = arena_array(arena, GroundRule, ground->rule_count);
    uint32_t *first = arena_array(arena, uint32_t, ground->atom_count);
    uint32_t *end = arena_array(arena, uint32_t, ground->atom_count);
    uint32_t count = 0;
    for (size_t i = 0; i < ground->atom_count; i++) {
        AtomId atom = index->order[i];
        first[atom] = count;
        for (uint32_t k = by_head.first[atom]; k < by_head.first[atom + 1]; k++)
            rules[count++] = ground->rules[by_head.targets[k]];
        end[atom] = count;
    }
    assert(count == ground->rule_count);
    index->rules = rules;
    index->first_rule = first;
    index->end_rule = end;
    arena_free(scratch);
}

RuleIndex rule_index_new(const Ground *ground, Arena *arena)
{
    RuleIndex index = {.atom_count = ground->atom_count,
                       .rule_count = ground->rule_count,
                       .literals = ground->literals};
    find_components(&index, ground, arena);
    Graph members =
        group_by(arena, index.components, index.atom_count, index.component);
    index.first_atom = members.first;
    index.order = members.targets;
    sort_rules(&index, ground, arena);
    return index;
}
