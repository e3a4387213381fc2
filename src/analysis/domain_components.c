/* domain_components.c - domains as the components of an undirected graph
 * (IJCAI-09)
 *
 * In:   the ArgumentPlaces of a Game
 * Out:  their domains as those of relations and moves, and the graph of places
 * Next: domain.c gives names
 *
 * Start reading at domains_by_components(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/sort.h"
#include "game/argument_places.h"

#include <string.h>

/* ---- domains ---- */

static void set_relations(Domains *domains, ArgumentPlaces *places)
{
    const Game *game = domains->game;
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        for (size_t k = 0; k < relation->arity; k++)
            domains->relation_domains[i][k] = places_domain_at(
                places, relation->symbol, relation->arity, k, true);
    }
}

static const Domain *keyword_domain(ArgumentPlaces *places, const char *name,
                                    size_t arity, size_t argument)
{
    const Symbol *symbol = term_symbol(places->game->terms, name, strlen(name));
    return places_domain_at(places, symbol, arity, argument, true);
}

/* All roles share the domain of the second argument of legal. */
static void set_keywords(Domains *domains, ArgumentPlaces *places)
{
    const Domain *players = keyword_domain(places, "role", 1, 0);
    const Domain *moves = keyword_domain(places, "legal", 2, 1);
    domains->features = keyword_domain(places, "true", 1, 0);
    bool has_all = find_roles(domains);
    for (size_t i = 0; !has_all && i < players->count; i++)
        if (!players->shapes[i].arity)
            add_role(domains, term_constant(domains->game->terms,
                                            players->shapes[i].symbol));
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = moves;
}

/* ---- as a drawing ---- */

static void add_functions(const ArgumentPlaces *places, PlaceGraph *graph,
                          uint32_t *graph_place, const Domain *domain,
                          PlaceHolder holder)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        for (size_t k = 0; k < shape->arity; k++) {
            uint32_t place =
                places_find(places, shape->symbol, shape->arity, k, false);
            if (graph_place[place] == NO_GRAPH_PLACE)
                graph_place[place] = place_graph_add(
                    graph, (GraphPlace){holder, shape->symbol, shape->arity, k,
                                        NO_GRAPH_PLACE, shape->args[k]});
        }
    }
}

static void add_other_functions(ArgumentPlaces *places, PlaceGraph *graph,
                                uint32_t *graph_place)
{
    for (uint32_t i = 0; i < places->keys.count; i++) {
        PlaceKey key = places->keys.items[i];
        if (key.of_relation || graph_place[i] != NO_GRAPH_PLACE)
            continue;
        graph_place[i] = place_graph_add(
            graph,
            (GraphPlace){OF_FUNCTION, key.symbol, key.arity, key.argument,
                         NO_GRAPH_PLACE,
                         places_domain(places, places_component(places, i))});
    }
}

/* An edge between any two places of a variable. Those of a clause follow
 * each other, but not those of a variable: sorting brings them together. */
static int by_variable(const void *left, const void *right)
{
    const PlaceVariable *a = left, *b = right;
    if (a->variable != b->variable)
        return a->variable < b->variable ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static void add_variable_edges(const ArgumentPlaces *places, PlaceGraph *graph,
                               const uint32_t *graph_place)
{
    VEC(PlaceVariable) occurrences = {0};
    vec_append(&occurrences, places->occurrences.items,
               places->occurrences.count);
    sort_items(occurrences.items, occurrences.count, sizeof *occurrences.items,
               by_variable);
    for (size_t i = 0; i < occurrences.count && graph->complete; i++)
        for (size_t k = i + 1;
             k < occurrences.count && graph->complete &&
             occurrences.items[k].variable == occurrences.items[i].variable;
             k++)
            if (occurrences.items[k].place != occurrences.items[i].place)
                place_graph_add_edge(graph,
                                     graph_place[occurrences.items[i].place],
                                     graph_place[occurrences.items[k].place]);
    vec_free(&occurrences);
}

static void add_components(const Domains *domains, ArgumentPlaces *places,
                           PlaceGraph *graph, Arena *arena)
{
    uint32_t *graph_place = arena_array(arena, uint32_t, places->keys.count);
    memset(graph_place, 0xff, places->keys.count * sizeof *graph_place);
    add_functions(places, graph, graph_place, domains->features, OF_FEATURE);
    if (domains->role_count)
        add_functions(places, graph, graph_place, domains->moves[0], OF_MOVE);
    size_t first_relation_place = graph->places.count;
    place_graph_add_relations(domains, graph);
    for (size_t i = first_relation_place; i < graph->places.count; i++) {
        const GraphPlace *drawn = &graph->places.items[i];
        uint32_t place = places_find(places, drawn->symbol, drawn->arity,
                                     drawn->argument, true);
        if (place == NO_PLACE)
            continue;
        if (graph_place[place] == NO_GRAPH_PLACE)
            graph_place[place] = (uint32_t)i;
        else /* GDL has them be the same: players are roles */
            place_graph_add_edge(graph, graph_place[place], (uint32_t)i);
    }
    add_other_functions(places, graph, graph_place);
    for (size_t i = 0; i < places->contents.count; i++) {
        PlaceContent content = places->contents.items[i];
        place_graph_add_symbol(graph, content.term->symbol,
                               graph_place[content.place]);
    }
    add_variable_edges(places, graph, graph_place);
}

void domains_by_components(Domains *domains, PlaceGraph *graph)
{
    Arena *scratch = arena_new();
    ArgumentPlaces *places = places_new(domains->game, domains->arena);
    domains_add_relations(domains);
    set_relations(domains, places);
    set_keywords(domains, places);
    add_components(domains, places, graph, scratch);
    domains->table = places->domains;
    places_free(places);
    arena_free(scratch);
}
