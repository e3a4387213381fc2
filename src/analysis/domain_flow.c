/* domain_flow.c - domains as the least fixpoint of a flow from bodies to heads
 *
 * In:   a SymbolFlow
 * Out:  a Domain for each of its nodes
 * Next: domain.c counts, names and lists
 *
 * Start reading at domains_by_flow(), at the end.
 */
#include "analysis/domain_internal.h"
#include "analysis/symbol_flow.h"

static Shape shape_of(const FlowSlot *slot, const Domains *domains)
{
    Shape shape = {.symbol = slot->symbol, .arity = slot->arity};
    shape.args = arena_array(domains->arena, const Domain *, slot->arity);
    for (uint32_t i = 0; i < slot->arity; i++)
        shape.args[i] =
            &domains->table
                 .items[slot->children == NO_SLOT ? ANYTHING
                                                  : slot->children + i];
    return shape;
}

static void fill_domains(const SymbolFlow *flow, Domains *domains)
{
    VEC(Shape) shapes = {0};
    domains->table =
        domain_table_new(domains->arena, flow->game->terms, flow->nodes.count);
    for (size_t i = 0; i < domains->table.count; i++) {
        const FlowNode *node = &flow->nodes.items[i];
        domains->table.items[i].endless = node->endless;
        vec_clear(&shapes);
        for (size_t k = 0; !node->endless && k < node->slots.count; k++) {
            const FlowSlot *slot = &flow->slots.items[node->slots.items[k]];
            if (slot->present)
                vec_push(&shapes, shape_of(slot, domains));
        }
        domain_set(&domains->table, &domains->table.items[i], shapes.items,
                   shapes.count);
    }
    vec_free(&shapes);
    domain_table_measure(&domains->table);
}

/* Those that are constants: a role with arguments that no rule names in full
 * is too odd to be of use. */
static void find_flow_roles(const SymbolFlow *flow, Domains *domains)
{
    if (find_roles(domains))
        return;
    const Game *game = flow->game;
    const FlowNode *node =
        &flow->nodes.items[flow->roots[game->keyword[KEYWORD_ROLE]]];
    for (size_t i = 0; !node->endless && i < node->slots.count; i++) {
        const FlowSlot *slot = &flow->slots.items[node->slots.items[i]];
        if (slot->present && !slot->arity)
            add_role(domains, term_constant(game->terms, slot->symbol));
    }
}

static const uint32_t *find_parents(const SymbolFlow *flow, Arena *arena)
{
    uint32_t *parents = arena_array(arena, uint32_t, flow->nodes.count);
    for (size_t i = 0; i < flow->nodes.count; i++) {
        uint32_t slot = flow->nodes.items[i].slot;
        parents[i] =
            slot == NO_SLOT ? NO_GRAPH_PLACE : flow->slots.items[slot].node;
    }
    return parents;
}

void domains_by_flow(Domains *domains, PlaceGraph *graph)
{
    const Game *game = domains->game;
    SymbolFlow *flow = flow_new(game, graph);
    find_flow_roles(flow, domains);
    uint32_t *moves = arena_array(flow->arena, uint32_t, domains->role_count);
    flow_add_moves(flow, domains->roles, domains->role_count, moves);
    fill_domains(flow, domains);
    const Domain *nodes = domains->table.items;
    domains->features = &nodes[FEATURES];
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = &nodes[moves[i]];
    for (size_t i = 0; i < game->relation_count; i++)
        for (size_t k = 0; k < game->relations[i].arity; k++)
            domains->relation_domains[i][k] = &nodes[flow->roots[i] + k];
    graph->hidden = &nodes[ANYTHING];
    graph->parents = find_parents(flow, domains->arena);
    flow_free(flow);
}
