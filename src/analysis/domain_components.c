/* domain_components.c - domains as the components of an undirected graph
 * (IJCAI-09)
 *
 * In:   the ArgumentPlaces of a Game
 * Out:  a Domain for each component: all its argument places have the
 *       constants and functions that stand in any of them
 * Next: domain.c counts, names and lists
 *
 * Functions have their argument places wherever they stand, so a domain
 * may contain itself. Start reading at domains_by_components(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/sort.h"
#include "game/argument_places.h"

#include <string.h>

enum { EMPTY = 0 }; /* the domain of places that occur nowhere */

enum { MAX_PLACES = 1 << 19 }; /* with more, all domains are endless */

typedef struct {
    Domains *domains;
    ArgumentPlaces *places;
    uint32_t *domain_of; /* of each place */
} ComponentBuilder;

/* ---- domains ---- */

/* Numbers the components that have places, from 1. */
static size_t number_domains(ComponentBuilder *builder, Arena *arena)
{
    ArgumentPlaces *places = builder->places;
    size_t place_count = places->keys.count;
    uint32_t *domain_index =
        arena_array(arena, uint32_t, places->component_count);
    uint32_t last = EMPTY;
    builder->domain_of = arena_array(arena, uint32_t, place_count);
    for (uint32_t i = 0; i < place_count && place_count <= MAX_PLACES; i++) {
        uint32_t component = places_component(places, i);
        if (!domain_index[component])
            domain_index[component] = ++last;
        builder->domain_of[i] = domain_index[component];
    }
    return last + 1;
}

static const Domain *domain_at(const ComponentBuilder *builder,
                               const Symbol *symbol, size_t arity,
                               size_t argument, bool of_relation)
{
    uint32_t place =
        places_find(builder->places, symbol, arity, argument, of_relation);
    return &builder->domains
                ->items[place == NO_PLACE ? EMPTY : builder->domain_of[place]];
}

static Shape shape_of(const ComponentBuilder *builder, const Term *term)
{
    Shape shape = {.symbol = term->symbol, .arity = term->arity};
    shape.args =
        arena_array(builder->domains->arena, const Domain *, term->arity);
    for (size_t i = 0; i < term->arity; i++)
        shape.args[i] = domain_at(builder, term->symbol, term->arity, i, false);
    return shape;
}

/* Contents come sorted by component, and so component by component. */
static void fill_domains(ComponentBuilder *builder)
{
    Domains *domains = builder->domains;
    const ArgumentPlaces *places = builder->places;
    size_t contents = places->contents.count;
    VEC(Shape) shapes = {0};
    for (size_t i = 0; i < contents;) {
        uint32_t component = places->contents.items[i].component;
        uint32_t domain = builder->domain_of[places->contents.items[i].place];
        vec_clear(&shapes);
        for (; i < contents && places->contents.items[i].component == component;
             i++)
            vec_push(&shapes,
                     shape_of(builder, places->contents.items[i].term));
        domain_set(domains, &domains->items[domain], shapes.items,
                   shapes.count);
    }
    vec_free(&shapes);
}

static void set_relations(ComponentBuilder *builder)
{
    const Game *game = builder->domains->game;
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        for (size_t k = 0; k < relation->arity; k++)
            builder->domains->relation_domains[i][k] =
                domain_at(builder, relation->symbol, relation->arity, k, true);
    }
}

static const Domain *keyword_domain(const ComponentBuilder *builder,
                                    const char *name, size_t arity,
                                    size_t argument)
{
    const Symbol *symbol =
        term_symbol(builder->domains->game->terms, name, strlen(name));
    return domain_at(builder, symbol, arity, argument, true);
}

/* All roles share the domain of the second argument of legal. */
static void set_keywords(ComponentBuilder *builder)
{
    Domains *domains = builder->domains;
    const Domain *players = keyword_domain(builder, "role", 1, 0);
    const Domain *moves = keyword_domain(builder, "legal", 2, 1);
    domains->features = keyword_domain(builder, "true", 1, 0);
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

static void add_functions(const ComponentBuilder *builder, PlaceGraph *graph,
                          uint32_t *graph_place, const Domain *domain,
                          PlaceHolder holder)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        for (size_t k = 0; k < shape->arity; k++) {
            uint32_t place = places_find(builder->places, shape->symbol,
                                         shape->arity, k, false);
            if (graph_place[place] == NO_GRAPH_PLACE)
                graph_place[place] = place_graph_add(
                    graph, (GraphPlace){holder, shape->symbol, shape->arity, k,
                                        NO_GRAPH_PLACE, shape->args[k]});
        }
    }
}

static void add_other_functions(const ComponentBuilder *builder,
                                PlaceGraph *graph, uint32_t *graph_place)
{
    const ArgumentPlaces *places = builder->places;
    for (uint32_t i = 0; i < places->keys.count; i++) {
        PlaceKey key = places->keys.items[i];
        if (key.of_relation || graph_place[i] != NO_GRAPH_PLACE)
            continue;
        graph_place[i] = place_graph_add(
            graph,
            (GraphPlace){OF_FUNCTION, key.symbol, key.arity, key.argument,
                         NO_GRAPH_PLACE,
                         &builder->domains->items[builder->domain_of[i]]});
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

static void add_variable_edges(const ComponentBuilder *builder,
                               PlaceGraph *graph, const uint32_t *graph_place)
{
    VEC(PlaceVariable) occurrences = {0};
    vec_append(&occurrences, builder->places->occurrences.items,
               builder->places->occurrences.count);
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

static void add_components(const ComponentBuilder *builder, PlaceGraph *graph,
                           Arena *arena)
{
    const Domains *domains = builder->domains;
    const ArgumentPlaces *places = builder->places;
    uint32_t *graph_place = arena_array(arena, uint32_t, places->keys.count);
    memset(graph_place, 0xff, places->keys.count * sizeof *graph_place);
    add_functions(builder, graph, graph_place, domains->features, OF_FEATURE);
    if (domains->role_count)
        add_functions(builder, graph, graph_place, domains->moves[0], OF_MOVE);
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
    add_other_functions(builder, graph, graph_place);
    for (size_t i = 0; i < places->contents.count; i++) {
        PlaceContent content = places->contents.items[i];
        place_graph_add_symbol(graph, content.term->symbol,
                               graph_place[content.place]);
    }
    add_variable_edges(builder, graph, graph_place);
}

void domains_by_components(Domains *domains, PlaceGraph *graph)
{
    Arena *scratch = arena_new();
    ComponentBuilder builder = {.domains = domains,
                                .places = places_new(domains->game)};
    domains_allocate(domains, number_domains(&builder, scratch));
    if (builder.places->keys.count <= MAX_PLACES)
        fill_domains(&builder);
    else
        domains->items[EMPTY].endless = true;
    set_relations(&builder);
    set_keywords(&builder);
    add_components(&builder, graph, scratch);
    places_free(builder.places);
    arena_free(scratch);
}
