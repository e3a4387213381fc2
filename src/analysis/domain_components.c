/* domain_components.c - domains as the components of an undirected graph
 * (IJCAI-09)
 *
 * In:   the ArgumentPlaces of a Game
 * Out:  a Domain for each component: all its argument places have the
 *       constants and functions that stand in any of them
 * Next: domain.c counts, names and lists
 *
 * Functions have their argument places wherever they stand, so a domain
 * may contain itself. Start reading at build_graph(), at the end.
 */
#include "analysis/build.h"

#include "base/sort.h"
#include "game/argument_places.h"

#include <string.h>

enum { EMPTY = 0 }; /* the domain of places that occur nowhere */

enum { MAX_PLACES = 1 << 19 }; /* with more, all domains are endless */

typedef struct {
    Domains *domains;
    ArgumentPlaces *places;
    uint32_t *domain_of; /* of each place */
} Builder;

/* ---- domains ---- */

/* Numbers the components that have places, from 1. */
static size_t number_domains(Builder *builder, Arena *arena)
{
    ArgumentPlaces *places = builder->places;
    size_t count = places->keys.count;
    uint32_t *number = arena_array(arena, uint32_t, places->component_count);
    uint32_t last = EMPTY;
    builder->domain_of = arena_array(arena, uint32_t, count);
    for (uint32_t i = 0; i < count && count <= MAX_PLACES; i++) {
        uint32_t component = places_component(places, i);
        if (!number[component])
            number[component] = ++last;
        builder->domain_of[i] = number[component];
    }
    return last + 1;
}

static const Domain *domain_at(const Builder *builder, const Symbol *symbol,
                               size_t arity, size_t argument, bool of_relation)
{
    uint32_t place =
        places_find(builder->places, symbol, arity, argument, of_relation);
    return &builder->domains
                ->all[place == NO_PLACE ? EMPTY : builder->domain_of[place]];
}

static Shape shape_of(const Builder *builder, const Term *term)
{
    Shape shape = {.symbol = term->symbol, .arity = term->arity};
    shape.args =
        arena_array(builder->domains->arena, const Domain *, term->arity);
    for (size_t i = 0; i < term->arity; i++)
        shape.args[i] = domain_at(builder, term->symbol, term->arity, i, false);
    return shape;
}

/* Contents come sorted by component, and so component by component. */
static void fill_domains(Builder *builder, Arena *arena)
{
    Domains *domains = builder->domains;
    const ArgumentPlaces *places = builder->places;
    size_t contents = places->contents.count;
    uint32_t *ranks = rank_symbols(domains->game, arena);
    VEC(Shape) shapes = {0};
    for (size_t i = 0; i < contents;) {
        uint32_t component = places->contents.items[i].component;
        uint32_t domain = builder->domain_of[places->contents.items[i].place];
        vec_clear(&shapes);
        for (; i < contents && places->contents.items[i].component == component;
             i++)
            vec_push(&shapes,
                     shape_of(builder, places->contents.items[i].term));
        domain_set(domains, &domains->all[domain], shapes.items, shapes.count,
                   ranks);
    }
    vec_free(&shapes);
}

static void set_relations(Builder *builder)
{
    Domains *domains = builder->domains;
    const Game *game = domains->game;
    domains->relation =
        arena_array(domains->arena, const Domain **, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        const Domain **args =
            arena_array(domains->arena, const Domain *, relation->arity);
        for (size_t k = 0; k < relation->arity; k++)
            args[k] =
                domain_at(builder, relation->symbol, relation->arity, k, true);
        domains->relation[i] = args;
    }
}

static const Domain *keyword_domain(const Builder *builder, const char *name,
                                    size_t arity, size_t argument)
{
    const Symbol *symbol =
        term_symbol(builder->domains->game->terms, name, strlen(name));
    return domain_at(builder, symbol, arity, argument, true);
}

/* All roles share the domain of the second argument of legal. */
static void set_keywords(Builder *builder)
{
    Domains *domains = builder->domains;
    const Domain *players = keyword_domain(builder, "role", 1, 0);
    const Domain *moves = keyword_domain(builder, "legal", 2, 1);
    domains->features = keyword_domain(builder, "true", 1, 0);
    bool all = find_roles(domains);
    for (size_t i = 0; !all && i < players->count; i++)
        if (!players->shapes[i].arity)
            add_role(domains, term_constant(domains->game->terms,
                                            players->shapes[i].symbol));
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = moves;
}

/* ---- as a drawing ---- */

static void sketch_functions(const Builder *builder, Sketch *sketch,
                             uint32_t *spot_of, const Domain *domain,
                             Holder holder)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        for (size_t k = 0; k < shape->arity; k++) {
            uint32_t place = places_find(builder->places, shape->symbol,
                                         shape->arity, k, false);
            if (spot_of[place] == NONE)
                spot_of[place] = sketch_spot(
                    sketch, (Spot){holder, shape->symbol, shape->arity, k, NONE,
                                   shape->args[k]});
        }
    }
}

static void sketch_rest(const Builder *builder, Sketch *sketch,
                        uint32_t *spot_of)
{
    const ArgumentPlaces *places = builder->places;
    for (uint32_t i = 0; i < places->keys.count; i++) {
        PlaceKey key = places->keys.items[i];
        if (key.of_relation || spot_of[i] != NONE)
            continue;
        spot_of[i] = sketch_spot(
            sketch,
            (Spot){OF_FUNCTION, key.symbol, key.arity, key.argument, NONE,
                   &builder->domains->all[builder->domain_of[i]]});
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

static void sketch_variables(const Builder *builder, Sketch *sketch,
                             const uint32_t *spot_of)
{
    VEC(PlaceVariable) all = {0};
    for (size_t i = 0; i < builder->places->occurrences.count; i++)
        vec_push(&all, builder->places->occurrences.items[i]);
    sort_items(all.items, all.count, sizeof *all.items, by_variable);
    for (size_t i = 0; i < all.count && sketch->complete; i++)
        for (size_t k = i + 1; k < all.count && sketch->complete &&
                               all.items[k].variable == all.items[i].variable;
             k++)
            if (all.items[k].place != all.items[i].place)
                sketch_edge(sketch, spot_of[all.items[i].place],
                            spot_of[all.items[k].place]);
    vec_free(&all);
}

static void sketch_graph(const Builder *builder, Sketch *sketch, Arena *arena)
{
    const Domains *domains = builder->domains;
    const ArgumentPlaces *places = builder->places;
    uint32_t *spot_of = arena_array(arena, uint32_t, places->keys.count);
    memset(spot_of, 0xff, places->keys.count * sizeof *spot_of);
    sketch_functions(builder, sketch, spot_of, domains->features, OF_FEATURE);
    if (domains->role_count)
        sketch_functions(builder, sketch, spot_of, domains->moves[0], OF_MOVE);
    size_t relations = sketch->spots.count;
    sketch_relations(domains, sketch);
    for (size_t i = relations; i < sketch->spots.count; i++) {
        const Spot *spot = &sketch->spots.items[i];
        uint32_t place = places_find(places, spot->symbol, spot->arity,
                                     spot->argument, true);
        if (place == NO_PLACE)
            continue;
        if (spot_of[place] == NONE)
            spot_of[place] = (uint32_t)i;
        else /* GDL has them be the same: players are roles */
            sketch_edge(sketch, spot_of[place], (uint32_t)i);
    }
    sketch_rest(builder, sketch, spot_of);
    for (size_t i = 0; i < places->contents.count; i++) {
        PlaceContent content = places->contents.items[i];
        sketch_symbol(sketch, content.term->symbol, spot_of[content.place]);
    }
    sketch_variables(builder, sketch, spot_of);
}

void build_graph(Domains *domains, Sketch *sketch)
{
    Arena *scratch = arena_new();
    Builder builder = {.domains = domains, .places = places_new(domains->game)};
    domains->count = number_domains(&builder, scratch);
    domains->all = arena_array(domains->arena, Domain, domains->count);
    for (uint32_t i = 0; i < domains->count; i++)
        domains->all[i].index = i;
    if (builder.places->keys.count <= MAX_PLACES)
        fill_domains(&builder, scratch);
    else
        domains->all[EMPTY].endless = true;
    set_relations(&builder);
    set_keywords(&builder);
    sketch_graph(&builder, sketch, scratch);
    places_free(builder.places);
    arena_free(scratch);
}
