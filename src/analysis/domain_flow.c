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

#include <string.h>

enum { MAX_MOVE_RULES = 100000 }; /* rules for legal, times roles */

static size_t count_move_rules(const Game *game)
{
    size_t count = 0;
    for (size_t i = 0; i < game->clause_count; i++)
        count +=
            game->relations[game->clauses[i].relation].keyword == KEYWORD_LEGAL;
    return count;
}

/* ---- as domains ---- */

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
    const Game *game = flow->game;
    VEC(Shape) shapes = {0};
    domains->table =
        domain_table_new(domains->arena, game->terms, flow->nodes.count);
    domains_add_relations(domains);
    for (size_t i = 0; i < domains->table.count; i++) {
        const FlowNode *node = &flow->nodes.items[i];
        domains->table.items[i].endless = node->endless;
        vec_clear(&shapes);
        for (size_t k = 0; !node->endless && k < node->symbols.count; k++)
            vec_push(
                &shapes,
                shape_of(&flow->slots.items[node->symbols.items[k]], domains));
        domain_set(&domains->table, &domains->table.items[i], shapes.items,
                   shapes.count);
    }
    vec_free(&shapes);
    domain_table_measure(&domains->table);
    domains->features = &domains->table.items[FEATURES];
    for (size_t i = 0; i < game->relation_count; i++)
        for (size_t k = 0; k < game->relations[i].arity; k++)
            domains->relation_domains[i][k] =
                &domains->table.items[flow->roots[i] + k];
}

/* ---- as a drawing ---- */

static void add_children(PlaceGraph *graph, uint32_t *graph_place,
                         const Domain *domain, PlaceHolder holder)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        for (size_t k = 0; k < shape->arity; k++) {
            uint32_t node = shape->args[k]->index;
            if (node == ANYTHING || graph_place[node] != NO_GRAPH_PLACE)
                continue;
            graph_place[node] = place_graph_add(
                graph, (GraphPlace){holder, shape->symbol, shape->arity, k,
                                    NO_GRAPH_PLACE, shape->args[k]});
        }
    }
}

static void add_flow(const SymbolFlow *flow, Domains *domains,
                     PlaceGraph *graph)
{
    uint32_t *graph_place =
        arena_array(flow->arena, uint32_t, domains->table.count);
    memset(graph_place, 0xff, domains->table.count * sizeof *graph_place);
    add_children(graph, graph_place, domains->features, OF_FEATURE);
    add_children(graph, graph_place, &domains->table.items[MOVES], OF_MOVE);
    size_t first_relation_place = graph->places.count;
    place_graph_add_relations(domains, graph);
    for (size_t i = first_relation_place; i < graph->places.count; i++)
        graph_place[graph->places.items[i].domain->index] = (uint32_t)i;
    for (size_t i = 0; i < graph->places.count; i++) /* it grows */
        add_children(graph, graph_place, graph->places.items[i].domain,
                     OF_FUNCTION);
    for (size_t i = 0; i < graph->places.count; i++) {
        GraphPlace *place = &graph->places.items[i];
        uint32_t slot = flow->nodes.items[place->domain->index].slot;
        if (slot != NO_SLOT)
            place->parent = graph_place[flow->slots.items[slot].node];
    }
    for (size_t i = 0; i < flow->written.count; i++)
        place_graph_add_symbol(graph, flow->written.items[i].symbol,
                               graph_place[flow->written.items[i].node]);
    for (size_t i = 0; i < flow->links.count; i++) {
        const FlowLink *link = &flow->links.items[i];
        if (link->source_count > MAX_EDGES / link->target_count) {
            graph->complete = false;
            continue;
        }
        for (size_t k = 0; k < link->source_count; k++)
            for (size_t c = 0; c < link->target_count; c++)
                place_graph_add_edge(graph, graph_place[link->sources[k]],
                                     graph_place[link->targets[c]]);
    }
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
    for (size_t i = 0; !node->endless && i < node->symbols.count; i++) {
        const FlowSlot *slot = &flow->slots.items[node->symbols.items[i]];
        if (!slot->arity)
            add_role(domains, term_constant(game->terms, slot->symbol));
    }
}

/* A node for each role, or if that is too much one for all. */
static void set_moves(SymbolFlow *flow, Domains *domains, uint32_t *moves)
{
    size_t known_count = flow->nodes.count;
    bool has_node_per_role =
        domains->role_count * count_move_rules(flow->game) <= MAX_MOVE_RULES &&
        flow_has_time(flow);
    flow->steps = 0;
    for (size_t i = 0; i < domains->role_count; i++)
        moves[i] =
            has_node_per_role ? flow_add_moves(flow, domains->roles[i]) : MOVES;
    flow_run(flow, known_count);
}

void domains_by_flow(Domains *domains, PlaceGraph *graph)
{
    SymbolFlow *flow = flow_new(domains->game);
    find_flow_roles(flow, domains);
    uint32_t *moves = arena_array(flow->arena, uint32_t, domains->role_count);
    set_moves(flow, domains, moves);
    fill_domains(flow, domains);
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = &domains->table.items[moves[i]];
    add_flow(flow, domains, graph);
    flow_free(flow);
}
