/* domain.c - what can stand at each argument place of a game
 *
 * In:   domains as domain_flow.c or game/argument_places.c found them
 * Out:  the same, with names for their argument places
 *
 * Start reading at domains_new(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/byte_table.h"
#include "base/sort.h"
#include "game/argument_places.h"
#include "lang/print.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME_BYTES = 16 << 20, /* in all names */
    MAX_ROLES = 1000,
};

/* ---- roles ---- */

void add_role(Domains *domains, const Term *role)
{
    for (size_t i = 0; i < domains->role_count; i++)
        if (domains->roles[i] == role)
            return;
    if (domains->role_count < MAX_ROLES)
        domains->roles[domains->role_count++] = role;
}

bool find_roles(Domains *domains)
{
    const Game *game = domains->game;
    bool has_all = true;
    domains->roles = arena_array(domains->arena, const Term *, MAX_ROLES);
    each_clause (clause, game) {
        if (game->relations[clause->relation].keyword != KEYWORD_ROLE)
            continue;
        if (term_is_ground(clause->head))
            add_role(domains, clause->head->args[0]);
        else
            has_all = false;
    }
    return has_all;
}

/* ---- domains of components (IJCAI-09), from game/argument_places.h ---- */

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

static void domains_by_components(Domains *domains, PlaceGraph *graph)
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
        vec_push(&graph->edges,
                 (DomainEdge){content.term->symbol, 0, content.place});
    }
    add_variable_edges(places, graph);
    domains->table = places->domains;
    places_free(places);
}

/* ---- names ---- */

typedef struct {
    const PlaceGraph *graph;
    Terms *terms;
    ByteTable keys;                 /* symbols with their arities */
    VEC(const GraphPlace *) owners; /* the first place of each */
    uint32_t *arity_counts;         /* by symbol */
} Namer;

static uint32_t number_of(Namer *namer, const GraphPlace *place)
{
    uint32_t key[] = {place->symbol->id, (uint32_t)place->arity};
    return byte_table_put(&namer->keys, BYTES_OF(key));
}

/* The first place of that symbol and arity owns the short name. */
static void claim_name(Namer *namer, const GraphPlace *place)
{
    if (number_of(namer, place) < namer->owners.count)
        return;
    vec_push(&namer->owners, place);
    namer->arity_counts[place->symbol->id]++;
}

/* Recursion as deep as functions are nested (domain_flow.c) or none. */
static void add_name(Namer *namer, Text *out, const GraphPlace *place,
                     bool in_full)
{
    const GraphPlace *owner = namer->owners.items[number_of(namer, place)];
    bool is_owner =
        owner->holder == place->holder && owner->parent == place->parent;
    if (place->parent != NO_GRAPH_PLACE && (in_full || !is_owner))
        add_name(namer, out, &namer->graph->places.items[place->parent], true);
    if (!is_owner || (in_full && place->parent != NO_GRAPH_PLACE))
        text_addc(out, ':');
    term_print(out, term_constant(namer->terms, place->symbol), SYNTAX_INFIX);
    if (namer->arity_counts[place->symbol->id] > 1)
        text_addf(out, "/%zu", place->arity);
    text_addf(out, ".%zu", place->argument + 1);
}

static void name_arguments(Domains *domains, PlaceGraph *graph)
{
    Terms *terms = domains->game->terms;
    Namer namer = {.graph = graph, .terms = terms};
    namer.arity_counts =
        memory_zeroed(terms_symbol_count(terms), sizeof *namer.arity_counts);
    size_t name_bytes = 0;
    for (size_t i = 0; i < graph->places.count; i++)
        claim_name(&namer, &graph->places.items[i]);
    VEC(Argument) arguments = {0};
    Text name = {0};
    for (size_t i = 0; i < graph->places.count && name_bytes < MAX_NAME_BYTES;
         i++) {
        name.length = 0;
        add_name(&namer, &name, &graph->places.items[i], false);
        name_bytes += name.length;
        Argument argument = {
            arena_string(domains->arena, text_string(&name), name.length),
            graph->places.items[i].arity, graph->places.items[i].domain};
        vec_push(&arguments, argument);
    }
    domains->complete =
        graph->complete && arguments.count == graph->places.count;
    domains->argument_count = arguments.count;
    domains->arguments = vec_finish(&arguments, domains->arena);
    text_free(&name);
    vec_free(&namer.owners);
    byte_table_free(&namer.keys);
    memory_free(namer.arity_counts);
}

/* ---- edges, each once, between arguments that have names ---- */

/* Those from symbols first, by place; the others by where they begin. */
static int by_places(const void *left, const void *right)
{
    const DomainEdge *a = left, *b = right;
    if (!a->symbol != !b->symbol)
        return a->symbol ? -1 : 1;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    return a->symbol ? symbol_compare(a->symbol, b->symbol) : 0;
}

static void keep_edges(Domains *domains, PlaceGraph *graph)
{
    VEC(DomainEdge) kept = {0};
    for (size_t i = 0; i < graph->edges.count; i++) {
        DomainEdge edge = graph->edges.items[i];
        edge.from = edge.symbol ? 0 : graph->place_of[edge.from];
        edge.to = graph->place_of[edge.to];
        vec_push(&graph->same, edge);
    }
    for (size_t i = 0; i < graph->same.count; i++) {
        DomainEdge edge = graph->same.items[i];
        if (domains->kind == DOMAINS_GRAPH && edge.from > edge.to)
            edge = (DomainEdge){NULL, edge.to, edge.from};
        if (edge.from < domains->argument_count &&
            edge.to < domains->argument_count &&
            (edge.symbol || edge.from != edge.to))
            vec_push(&kept, edge);
    }
    domains->edge_count =
        sort_unique(kept.items, kept.count, sizeof *kept.items, by_places);
    domains->edges = vec_finish(&kept, domains->arena);
}

/* ---- domains ---- */

/* Whether NAME is the name of ARGUMENT, with or without its arity. */
static bool has_name(const Argument *argument, const char *name)
{
    char ending[64];
    const char *place = strrchr(argument->name, '.');
    size_t length = (size_t)(place - argument->name);
    if (strncmp(argument->name, name, length) != 0)
        return false;
    snprintf(ending, sizeof ending, "/%zu%s", argument->arity, place);
    return strcmp(name + length, place) == 0 ||
           strcmp(name + length, ending) == 0;
}

const Domain *domains_find(const Domains *domains, const char *name)
{
    for (size_t i = 0; i < domains->argument_count; i++)
        if (has_name(&domains->arguments[i], name))
            return domains->arguments[i].domain;
    return NULL;
}

Domains *domains_new(const Game *game, DomainsKind kind)
{
    assert(kind != DOMAINS_REACHABLE);
    Arena *arena = arena_new();
    Domains *domains = arena_alloc(arena, sizeof *domains);
    PlaceGraph graph = {.complete = true};
    domains->arena = arena;
    domains->game = game;
    domains->kind = kind;
    domains->relation_domains =
        arena_array(arena, const Domain **, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        domains->relation_domains[i] =
            arena_array(arena, const Domain *, game->relations[i].arity);
    if (kind == DOMAINS_GRAPH)
        domains_by_components(domains, &graph);
    else
        domains_by_flow(domains, &graph);
    place_graph_add_places(domains, &graph);
    name_arguments(domains, &graph);
    keep_edges(domains, &graph);
    vec_free_all(&graph.places, &graph.edges, &graph.same);
    return domains;
}

void domains_free(Domains *domains)
{
    if (domains)
        arena_free(domains->arena);
}
