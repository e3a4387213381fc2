/* domain.c - what can stand at each argument place of a game
 *
 * In:   domains as domain_flow.c or domain_components.c found them
 * Out:  the same, counted, with names for their argument places, and lists
 *       of ground terms where these are asked for
 *
 * Start reading at domains_new(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/graph.h"
#include "base/map.h"
#include "base/memory.h"
#include "base/sort.h"
#include "lang/print.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_NAME_BYTES = 16 << 20,  /* in all names */
    MAX_LISTED_TERMS = 4000000, /* terms in all lists */
    MAX_ROLES = 1000,
    MAX_TERM_SYMBOLS = 10000, /* in a term, written out */
    MAX_ARGUMENT_DEPTH =
        TERM_MAX_DEPTH - 1, /* of a term that becomes an argument */
};

/* ---- what domain_flow.c and domain_components.c use ---- */

void domains_allocate(Domains *domains, size_t count)
{
    const Game *game = domains->game;
    domains->count = count;
    domains->items = arena_array(domains->arena, Domain, count);
    for (uint32_t i = 0; i < count; i++)
        domains->items[i].index = i;
    domains->relation_domains =
        arena_array(domains->arena, const Domain **, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        domains->relation_domains[i] = arena_array(
            domains->arena, const Domain *, game->relations[i].arity);
}

static int by_symbol_and_arity(const void *left, const void *right)
{
    const Shape *a = left, *b = right;
    int order = symbol_compare(a->symbol, b->symbol);
    return order ? order : (a->arity > b->arity) - (a->arity < b->arity);
}

void domain_set(Domains *domains, Domain *domain, Shape *shapes, size_t count)
{
    domain->count =
        sort_unique(shapes, count, sizeof *shapes, by_symbol_and_arity);
    domain->shapes =
        arena_copy(domains->arena, shapes, domain->count * sizeof *shapes);
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

/* ---- counting ---- */

static uint64_t add_sizes(uint64_t a, uint64_t b)
{
    return a > INT64_MAX || b > INT64_MAX - a ? DOMAIN_TOO_MANY : a + b;
}

static uint64_t multiply_sizes(uint64_t a, uint64_t b)
{
    if (!a || !b)
        return 0;
    return a > INT64_MAX / b ? DOMAIN_TOO_MANY : a * b;
}

/* The components of the graph in which domains lead to those of arguments. */
static uint32_t *order_domains(const Domains *domains, Arena *arena)
{
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < domains->count; i++)
        for (size_t k = 0; k < domains->items[i].count; k++) {
            const Shape *shape = &domains->items[i].shapes[k];
            for (size_t c = 0; c < shape->arity; c++) {
                vec_push(&edges, (Edge){i, shape->args[c]->index});
            }
        }
    Graph graph = graph_new(arena, domains->count, edges.items, edges.count);
    uint32_t *component = arena_array(arena, uint32_t, domains->count);
    graph_components(&graph, component);
    vec_free(&edges);
    return component;
}

typedef struct {
    uint32_t component, domain;
} OrderedDomain;

static int by_component(const void *left, const void *right)
{
    const OrderedDomain *a = left, *b = right;
    if (a->component != b->component)
        return a->component < b->component ? -1 : 1;
    return a->domain < b->domain ? -1 : a->domain > b->domain;
}

/* The longest and the deepest term of a domain. */
typedef struct {
    uint32_t symbols, depth;
} Extent;

typedef struct {
    Domains *domains;
    const uint32_t *component;
    Extent *extents;
} DomainMeasure;

/* How many instances SHAPE has. Its arguments were measured before, unless a
 * domain contains itself, and so has no end. Terms must not become too large
 * either: interned they are small, but whoever walks through one pays. */
static uint64_t measure_shape(const DomainMeasure *measure,
                              uint32_t domain_index, const Shape *shape)
{
    uint64_t instances = 1;
    Extent extent = {1, 0};
    for (size_t i = 0; i < shape->arity; i++) {
        const Domain *argument = shape->args[i];
        Extent inner = measure->extents[argument->index];
        if (measure->component[argument->index] ==
            measure->component[domain_index])
            instances = multiply_sizes(instances, DOMAIN_TOO_MANY);
        else
            instances = multiply_sizes(instances, argument->size);
        extent.symbols += inner.symbols;
        if (extent.depth <= inner.depth)
            extent.depth = inner.depth + 1;
        if (extent.symbols > MAX_TERM_SYMBOLS ||
            extent.depth > MAX_ARGUMENT_DEPTH) {
            extent = (Extent){1, 0}; /* there are no such terms */
            instances = multiply_sizes(instances, DOMAIN_TOO_MANY);
            break;
        }
    }
    Extent *largest = &measure->extents[domain_index];
    largest->symbols =
        extent.symbols > largest->symbols ? extent.symbols : largest->symbols;
    largest->depth =
        extent.depth > largest->depth ? extent.depth : largest->depth;
    return instances;
}

static void measure_domain(const DomainMeasure *measure, Domain *domain)
{
    domain->size = domain->endless ? DOMAIN_TOO_MANY : 0;
    for (size_t i = 0; i < domain->count; i++) {
        Shape *shape = (Shape *)&domain->shapes[i]; /* not yet const to us */
        shape->instances = measure_shape(measure, domain->index, shape);
        domain->size = add_sizes(domain->size, shape->instances);
    }
}

static void measure_domains(Domains *domains)
{
    Arena *scratch = arena_new();
    uint32_t *component = order_domains(domains, scratch);
    DomainMeasure measure = {domains, component,
                             arena_array(scratch, Extent, domains->count)};
    OrderedDomain *order = arena_array(scratch, OrderedDomain, domains->count);
    for (uint32_t i = 0; i < domains->count; i++)
        order[i] = (OrderedDomain){component[i], i};
    sort_items(order, domains->count, sizeof *order, by_component);
    for (size_t i = 0; i < domains->count; i++)
        measure_domain(&measure, &domains->items[order[i].domain]);
    arena_free(scratch);
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
    bool owns = false;
    *has_arities = false;
    uint32_t hash = hash_mix(place->symbol->id + 1, 0);
    map_each (probe, &namer->map, hash) {
        const NameOwner *owner = &namer->owners.items[probe.index];
        if (owner->symbol != place->symbol)
            continue;
        if (owner->arity != place->arity)
            *has_arities = true;
        else
            owns = owner->holder == place->holder &&
                   owner->parent == place->parent;
    }
    return owns;
}

/* Recursion as deep as functions are nested (domain_flow.c) or none. */
static void add_name(const Namer *namer, Text *out, const GraphPlace *place,
                     bool in_full)
{
    bool has_arities, owns = owns_name(namer, place, &has_arities);
    if (place->parent != NO_GRAPH_PLACE && (in_full || !owns))
        add_name(namer, out, &namer->graph->places.items[place->parent], true);
    if (!owns || (in_full && place->parent != NO_GRAPH_PLACE))
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

/* ---- listing ---- */

static TermList list_domain(Domains *domains, const Domain *domain);

static void list_shape(Domains *domains, const Shape *shape, TermVec *list)
{
    TermList *lists = memory_array(shape->arity, sizeof *lists);
    bool are_listed = true;
    for (size_t i = 0; i < shape->arity && are_listed; i++) {
        lists[i] = list_domain(domains, shape->args[i]);
        are_listed = lists[i].items != NULL;
    }
    if (are_listed)
        term_combinations(domains->game->terms, shape->symbol, shape->arity,
                          lists, list);
    free(lists);
}

/* Depth and size were limited when the domain was measured. */
static TermList list_domain(Domains *domains, const Domain *domain)
{
    TermList *list = &domains->lists[domain->index];
    if (list->items || domain->size > MAX_LISTED_TERMS - domains->listed_count)
        return *list;
    domains->listed_count += domain->size;
    TermVec terms = {0};
    for (size_t i = 0; i < domain->count; i++)
        if (domain->shapes[i].instances)
            list_shape(domains, &domain->shapes[i], &terms);
    if (terms.count == domain->size) { /* else a list inside it was too long */
        list->count = terms.count;
        list->items = vec_finish(&terms, domains->arena);
    }
    vec_free(&terms);
    return *list;
}

const Term *const *domain_terms(Domains *domains, const Domain *domain,
                                size_t max_count, size_t *count)
{
    *count = 0;
    if (domain->size > max_count)
        return NULL;
    TermList list = list_domain(domains, domain);
    *count = list.count;
    return list.items;
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
    domains->lists = arena_array(arena, TermList, domains->count);
    measure_domains(domains);
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
