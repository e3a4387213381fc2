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

/* All roles share the domain of the second argument of legal. */
static void set_keywords(Domains *domains, const ArgumentPlaces *places)
{
    const Domain *players = &places->domains.items[PLACE_OF_PLAYERS];
    domains->features = &places->domains.items[PLACE_OF_FEATURES];
    bool has_all = find_roles(domains);
    for (size_t i = 0; !has_all && i < players->count; i++)
        if (!players->shapes[i].arity)
            add_role(domains, term_constant(domains->game->terms,
                                            players->shapes[i].symbol));
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = &places->domains.items[PLACE_OF_MOVES];
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

static void add_variable_edges(ArgumentPlaces *places, PlaceGraph *graph)
{
    PlaceVariable *items = places->occurrences.items;
    size_t count = places->occurrences.count;
    sort_items(items, count, sizeof *items, by_variable);
    for (size_t i = 0; i < count && graph->complete; i++)
        for (size_t k = i + 1; k < count && graph->complete &&
                               items[k].variable == items[i].variable;
             k++)
            place_graph_add_edge(graph, items[i].place, items[k].place);
}

void domains_by_components(Domains *domains, PlaceGraph *graph)
{
    const Game *game = domains->game;
    ArgumentPlaces *places = places_new(game, domains->arena);
    set_keywords(domains, places);
    for (size_t i = 0; i < game->relation_count; i++)
        for (size_t k = 0; k < game->relations[i].arity; k++)
            domains->relation_domains[i][k] =
                places_domain(places, (RelationId)i, k);
    for (size_t i = 0; i < places->contents.count; i++) {
        PlaceContent content = places->contents.items[i];
        vec_push(&graph->symbols,
                 (SymbolEdge){content.term->symbol, content.place});
    }
    add_variable_edges(places, graph);
    domains->table = places->domains;
    places_free(places);
}
