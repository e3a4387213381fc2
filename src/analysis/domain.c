/* domain.c - what can stand at each argument place of a game
 *
 * In:   domains as domain_flow.c or domain_components.c found them
 * Out:  the same, with names for their argument places
 *
 * Start reading at domains_new(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/map.h"
#include "base/sort.h"
#include "lang/print.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME_BYTES = 16 << 20, /* in all names */
    MAX_ROLES = 1000,
};

/* ---- what domain_flow.c and domain_components.c use ---- */

void domains_add_relations(Domains *domains)
{
    const Game *game = domains->game;
    domains->relation_domains =
        arena_array(domains->arena, const Domain **, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        domains->relation_domains[i] = arena_array(
            domains->arena, const Domain *, game->relations[i].arity);
}

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

/* ---- names ---- */

/* What is known of a symbol that has arguments somewhere. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    PlaceHolder holder; /* the first that has this symbol and arity */
    uint32_t parent;    /* and where it stands, if it is a function */
} NameOwner;

typedef struct {
    const PlaceGraph *graph;
    Terms *terms;
    Map map; /* of owners, by symbol alone */
    VEC(NameOwner) owners;
} Namer;

/* The first place of that symbol and arity owns the short name. */
static void claim_name(Namer *namer, const GraphPlace *place)
{
    uint32_t hash = hash_mix(place->symbol->id + 1, 0);
    map_each (probe, &namer->map, hash) {
        const NameOwner *owner = &namer->owners.items[probe.index];
        if (owner->symbol == place->symbol && owner->arity == place->arity)
            return;
    }
    map_add(&namer->map, hash, (uint32_t)namer->owners.count);
    vec_push(&namer->owners, (NameOwner){place->symbol, place->arity,
                                         place->holder, place->parent});
}

static bool owns_name(const Namer *namer, const GraphPlace *place,
                      bool *has_arities)
{
    bool is_owner = false;
    *has_arities = false;
    uint32_t hash = hash_mix(place->symbol->id + 1, 0);
    map_each (probe, &namer->map, hash) {
        const NameOwner *owner = &namer->owners.items[probe.index];
        if (owner->symbol != place->symbol)
            continue;
        if (owner->arity != place->arity)
            *has_arities = true;
        else
            is_owner = owner->holder == place->holder &&
                       owner->parent == place->parent;
    }
    return is_owner;
}

/* Recursion as deep as functions are nested (domain_flow.c) or none. */
static void add_name(const Namer *namer, Text *out, const GraphPlace *place,
                     bool in_full)
{
    bool has_arities, is_owner = owns_name(namer, place, &has_arities);
    if (place->parent != NO_GRAPH_PLACE && (in_full || !is_owner))
        add_name(namer, out, &namer->graph->places.items[place->parent], true);
    if (!is_owner || (in_full && place->parent != NO_GRAPH_PLACE))
        text_addc(out, ':');
    term_print(out, term_constant(namer->terms, place->symbol), SYNTAX_INFIX);
    if (has_arities)
        text_addf(out, "/%zu", place->arity);
    text_addf(out, ".%zu", place->argument + 1);
}

static void name_arguments(Domains *domains, PlaceGraph *graph)
{
    Namer namer = {.graph = graph, .terms = domains->game->terms};
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
    map_free(&namer.map);
}

/* ---- edges, each once, between arguments that have names ---- */

static int by_places(const void *left, const void *right)
{
    const ArgumentEdge *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static int by_place_and_name(const void *left, const void *right)
{
    const SymbolEdge *a = left, *b = right;
    int order = compare_numbers(&a->argument, &b->argument);
    return order ? order : symbol_compare(a->symbol, b->symbol);
}

static void keep_edges(Domains *domains, PlaceGraph *graph)
{
    size_t kept = 0;
    ArgumentEdge *edges = graph->variables.items;
    for (size_t i = 0; i < graph->variables.count; i++) {
        ArgumentEdge edge = edges[i];
        if (domains->kind == DOMAINS_GRAPH && edge.from > edge.to)
            edge = (ArgumentEdge){edge.to, edge.from};
        if (edge.from < domains->argument_count &&
            edge.to < domains->argument_count)
            edges[kept++] = edge;
    }
    kept = sort_unique(edges, kept, sizeof *edges, by_places);
    domains->argument_edge_count = kept;
    domains->argument_edges =
        arena_copy(domains->arena, edges, kept * sizeof *edges);
}

static void keep_symbols(Domains *domains, PlaceGraph *graph)
{
    size_t kept = 0;
    SymbolEdge *edges = graph->symbols.items;
    for (size_t i = 0; i < graph->symbols.count; i++)
        if (edges[i].argument < domains->argument_count)
            edges[kept++] = edges[i];
    kept = sort_unique(edges, kept, sizeof *edges, by_place_and_name);
    domains->symbol_edge_count = kept;
    domains->symbol_edges =
        arena_copy(domains->arena, edges, kept * sizeof *edges);
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
    if (kind == DOMAINS_GRAPH)
        domains_by_components(domains, &graph);
    else
        domains_by_flow(domains, &graph);
    name_arguments(domains, &graph);
    keep_edges(domains, &graph);
    keep_symbols(domains, &graph);
    vec_free_all(&graph.places, &graph.symbols, &graph.variables);
    return domains;
}

void domains_free(Domains *domains)
{
    if (domains)
        arena_free(domains->arena);
}
