/* domain.c - what can stand at each argument position of a game
 *
 * In:   domains as flow.c or component.c found them
 * Out:  the same, counted, with names for their argument positions, and lists
 *       of ground terms where these are asked for
 *
 * Start reading at domains_new(), at the end.
 */
#include "analysis/build.h"

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
    MAX_NAME_BYTES = 16 << 20, /* in all names */
    MAX_LISTED = 4000000,      /* terms in all lists */
    MAX_ROLES = 1000,
    MAX_SYMBOLS = 10000,            /* in a term, written out */
    MAX_DEPTH = TERM_MAX_DEPTH - 1, /* of a term that becomes an argument */
};

/* ---- what the builders use ---- */

typedef VEC(const Symbol *) SymbolVec;

static void gather_symbols(const Term *term, SymbolVec *symbols)
{
    if (!term_is_variable(term))
        vec_push(symbols, term->symbol);
    for (size_t i = 0; i < term->arity; i++)
        gather_symbols(term->args[i], symbols);
}

static int by_id(const void *left, const void *right)
{
    const Symbol *a = *(const Symbol *const *)left;
    const Symbol *b = *(const Symbol *const *)right;
    return a->id < b->id ? -1 : a->id > b->id;
}

static int by_name(const void *left, const void *right, void *terms)
{
    return term_compare(term_constant(terms, *(const Symbol *const *)left),
                        term_constant(terms, *(const Symbol *const *)right));
}

uint32_t *rank_symbols(const Game *game, Arena *arena)
{
    SymbolVec symbols = {0};
    each_clause (clause, game) {
        gather_symbols(clause->head, &symbols);
        each_literal (literal, clause)
            gather_symbols(literal->atom, &symbols);
    }
    if (!symbols.count)
        return NULL;
    size_t kept =
        sort_unique(symbols.items, symbols.count, sizeof *symbols.items, by_id);
    uint32_t *ranks =
        arena_array(arena, uint32_t, symbols.items[kept - 1]->id + 1);
    sort_items_with(symbols.items, kept, sizeof *symbols.items, by_name,
                    game->terms);
    for (size_t i = 0; i < kept; i++)
        ranks[symbols.items[i]->id] = (uint32_t)i;
    vec_free(&symbols);
    return ranks;
}

static int by_rank(const void *left, const void *right, void *ranks)
{
    const Shape *a = left, *b = right;
    uint32_t first = ((uint32_t *)ranks)[a->symbol->id];
    uint32_t second = ((uint32_t *)ranks)[b->symbol->id];
    if (first != second)
        return first < second ? -1 : 1;
    return a->arity < b->arity ? -1 : a->arity > b->arity;
}

void domain_set(Domains *domains, Domain *domain, Shape *shapes, size_t count,
                uint32_t *ranks)
{
    size_t kept = 0;
    sort_items_with(shapes, count, sizeof *shapes, by_rank, ranks);
    for (size_t i = 0; i < count; i++)
        if (!kept || shapes[kept - 1].symbol != shapes[i].symbol ||
            shapes[kept - 1].arity != shapes[i].arity)
            shapes[kept++] = shapes[i];
    domain->shapes = arena_copy(domains->arena, shapes, kept * sizeof *shapes);
    domain->count = kept;
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
    bool all = true;
    domains->roles = arena_array(domains->arena, const Term *, MAX_ROLES);
    each_clause (clause, game) {
        if (game->relations[clause->relation].keyword != KEYWORD_ROLE)
            continue;
        if (term_is_ground(clause->head))
            add_role(domains, clause->head->args[0]);
        else
            all = false;
    }
    return all;
}

uint32_t sketch_spot(Sketch *sketch, Spot spot)
{
    if (sketch->spots.count == MAX_SPOTS) {
        sketch->complete = false;
        return NONE;
    }
    vec_push(&sketch->spots, spot);
    return (uint32_t)sketch->spots.count - 1;
}

static void sketch_relation(Sketch *sketch, const Symbol *symbol, size_t arity,
                            const Domain *const *args)
{
    for (size_t i = 0; i < arity; i++)
        sketch_spot(sketch,
                    (Spot){OF_RELATION, symbol, arity, i, NONE, args[i]});
}

void sketch_relations(const Domains *domains, Sketch *sketch)
{
    const Game *game = domains->game;
    RelationId legal = game->keyword[KEYWORD_LEGAL];
    if (legal == NO_RELATION)
        legal = game->keyword[KEYWORD_DOES];
    sketch_relation(sketch, term_symbol(game->terms, "true", 4), 1,
                    &domains->features);
    if (legal != NO_RELATION)
        sketch_relation(sketch, term_symbol(game->terms, "legal", 5), 2,
                        domains->relation[legal]);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        switch (relation->keyword) {
        case KEYWORD_TRUE:
        case KEYWORD_INIT:
        case KEYWORD_NEXT:
        case KEYWORD_LEGAL:
        case KEYWORD_DOES:
            break;
        default:
            if (is_written(relation))
                sketch_relation(sketch, relation->symbol, relation->arity,
                                domains->relation[i]);
        }
    }
}

void sketch_symbol(Sketch *sketch, const Symbol *symbol, uint32_t spot)
{
    if (spot != NONE)
        vec_push(&sketch->symbols, (SymbolEdge){symbol, spot});
}

void sketch_edge(Sketch *sketch, uint32_t from, uint32_t to)
{
    ArgumentEdge edge = {from, to};
    if (from == NONE || to == NONE || from == to)
        return;
    if (sketch->variables.count == MAX_EDGES)
        sketch->complete = false;
    else
        vec_push(&sketch->variables, edge);
}

/* ---- counting ---- */

static uint64_t plus(uint64_t a, uint64_t b)
{
    return a > INT64_MAX || b > INT64_MAX - a ? DOMAIN_TOO_MANY : a + b;
}

static uint64_t times(uint64_t a, uint64_t b)
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
        for (size_t k = 0; k < domains->all[i].count; k++) {
            const Shape *shape = &domains->all[i].shapes[k];
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
} Ordered;

static int by_component(const void *left, const void *right)
{
    const Ordered *a = left, *b = right;
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
} Measure;

/* How many instances SHAPE has. Its arguments were measured before, unless a
 * domain contains itself, and so has no end. Terms must not become too large
 * either: interned they are small, but whoever walks through one pays. */
static uint64_t measure_shape(const Measure *measure, uint32_t own,
                              const Shape *shape)
{
    uint64_t instances = 1;
    Extent extent = {1, 0};
    for (size_t i = 0; i < shape->arity; i++) {
        const Domain *argument = shape->args[i];
        Extent inner = measure->extents[argument->index];
        if (measure->component[argument->index] == measure->component[own])
            instances = times(instances, DOMAIN_TOO_MANY);
        else
            instances = times(instances, argument->size);
        extent.symbols += inner.symbols;
        if (extent.depth <= inner.depth)
            extent.depth = inner.depth + 1;
        if (extent.symbols > MAX_SYMBOLS || extent.depth > MAX_DEPTH) {
            extent = (Extent){1, 0}; /* there are no such terms */
            instances = times(instances, DOMAIN_TOO_MANY);
            break;
        }
    }
    Extent *most = &measure->extents[own];
    most->symbols =
        extent.symbols > most->symbols ? extent.symbols : most->symbols;
    most->depth = extent.depth > most->depth ? extent.depth : most->depth;
    return instances;
}

static void measure_domain(const Measure *measure, Domain *domain)
{
    domain->size = domain->endless ? DOMAIN_TOO_MANY : 0;
    for (size_t i = 0; i < domain->count; i++) {
        Shape *shape = (Shape *)&domain->shapes[i]; /* not yet const to us */
        shape->instances = measure_shape(measure, domain->index, shape);
        domain->size = plus(domain->size, shape->instances);
    }
}

static void measure_all(Domains *domains)
{
    Arena *scratch = arena_new();
    uint32_t *component = order_domains(domains, scratch);
    Measure measure = {domains, component,
                       arena_array(scratch, Extent, domains->count)};
    Ordered *order = arena_array(scratch, Ordered, domains->count);
    for (uint32_t i = 0; i < domains->count; i++)
        order[i] = (Ordered){component[i], i};
    sort_items(order, domains->count, sizeof *order, by_component);
    for (size_t i = 0; i < domains->count; i++)
        measure_domain(&measure, &domains->all[order[i].domain]);
    arena_free(scratch);
}

/* ---- names ---- */

/* What is known of a symbol that has arguments somewhere. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    Holder holder;   /* the first that has this symbol and arity */
    uint32_t parent; /* and where it stands, if it is a function */
} Owner;

typedef struct {
    const Sketch *sketch;
    Terms *terms;
    Map map; /* of owners, by symbol alone */
    VEC(Owner) owners;
} Namer;

/* The first spot of that symbol and arity owns the short name. */
static void claim(Namer *namer, const Spot *spot)
{
    uint32_t hash = hash_mix(spot->symbol->id + 1, 0);
    map_each (probe, &namer->map, hash) {
        const Owner *owner = &namer->owners.items[probe.index];
        if (owner->symbol == spot->symbol && owner->arity == spot->arity)
            return;
    }
    map_add(&namer->map, hash, (uint32_t)namer->owners.count);
    vec_push(&namer->owners,
             (Owner){spot->symbol, spot->arity, spot->holder, spot->parent});
}

static bool owns_name(const Namer *namer, const Spot *spot, bool *arities)
{
    bool owns = false;
    *arities = false;
    uint32_t hash = hash_mix(spot->symbol->id + 1, 0);
    map_each (probe, &namer->map, hash) {
        const Owner *owner = &namer->owners.items[probe.index];
        if (owner->symbol != spot->symbol)
            continue;
        if (owner->arity != spot->arity)
            *arities = true;
        else
            owns =
                owner->holder == spot->holder && owner->parent == spot->parent;
    }
    return owns;
}

/* Recursion as deep as functions are nested (flow.c) or none. */
static void add_name(const Namer *namer, Text *out, const Spot *spot,
                     bool in_full)
{
    bool arities, owns = owns_name(namer, spot, &arities);
    if (spot->parent != NONE && (in_full || !owns))
        add_name(namer, out, &namer->sketch->spots.items[spot->parent], true);
    if (!owns || (in_full && spot->parent != NONE))
        text_addc(out, ':');
    term_print(out, term_constant(namer->terms, spot->symbol), SYNTAX_INFIX);
    if (arities)
        text_addf(out, "/%zu", spot->arity);
    text_addf(out, ".%zu", spot->argument + 1);
}

static void name_arguments(Domains *domains, Sketch *sketch)
{
    Namer namer = {.sketch = sketch, .terms = domains->game->terms};
    size_t bytes = 0;
    for (size_t i = 0; i < sketch->spots.count; i++)
        claim(&namer, &sketch->spots.items[i]);
    VEC(Argument) arguments = {0};
    Text name = {0};
    for (size_t i = 0; i < sketch->spots.count && bytes < MAX_NAME_BYTES; i++) {
        name.length = 0;
        add_name(&namer, &name, &sketch->spots.items[i], false);
        bytes += name.length;
        Argument argument = {
            arena_string(domains->arena, text_string(&name), name.length),
            sketch->spots.items[i].arity, sketch->spots.items[i].domain};
        vec_push(&arguments, argument);
    }
    domains->complete =
        sketch->complete && arguments.count == sketch->spots.count;
    domains->argument_count = arguments.count;
    domains->arguments = vec_finish(&arguments, domains->arena);
    text_free(&name);
    vec_free(&namer.owners);
    map_free(&namer.map);
}

/* ---- edges, each once, between arguments that have names ---- */

static int by_spots(const void *left, const void *right)
{
    const ArgumentEdge *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

static int by_spot_and_name(const void *left, const void *right, void *terms)
{
    const SymbolEdge *a = left, *b = right;
    if (a->argument != b->argument)
        return a->argument < b->argument ? -1 : 1;
    return term_compare(term_constant(terms, a->symbol),
                        term_constant(terms, b->symbol));
}

static void keep_edges(Domains *domains, Sketch *sketch)
{
    size_t kept = 0;
    ArgumentEdge *edges = sketch->variables.items;
    for (size_t i = 0; i < sketch->variables.count; i++)
        if (domains->kind == DOMAINS_GRAPH && edges[i].from > edges[i].to)
            edges[i] = (ArgumentEdge){edges[i].to, edges[i].from};
    sort_items(edges, sketch->variables.count, sizeof *edges, by_spots);
    for (size_t i = 0; i < sketch->variables.count; i++)
        if (edges[i].from < domains->argument_count &&
            edges[i].to < domains->argument_count &&
            (!kept || by_spots(&edges[kept - 1], &edges[i]) != 0))
            edges[kept++] = edges[i];
    sketch->variables.count = kept;
    domains->argument_edge_count = kept;
    domains->argument_edges = vec_finish(&sketch->variables, domains->arena);
}

static void keep_symbols(Domains *domains, Sketch *sketch)
{
    size_t kept = 0;
    SymbolEdge *edges = sketch->symbols.items;
    sort_items_with(edges, sketch->symbols.count, sizeof *edges,
                    by_spot_and_name, domains->game->terms);
    for (size_t i = 0; i < sketch->symbols.count; i++)
        if (edges[i].argument < domains->argument_count &&
            (!kept || edges[kept - 1].argument != edges[i].argument ||
             edges[kept - 1].symbol != edges[i].symbol))
            edges[kept++] = edges[i];
    sketch->symbols.count = kept;
    domains->symbol_edge_count = kept;
    domains->symbol_edges = vec_finish(&sketch->symbols, domains->arena);
}

/* ---- listing ---- */

static TermList list_domain(Domains *domains, const Domain *domain);

static void list_shape(Domains *domains, const Shape *shape, TermVec *into)
{
    TermList *lists = memory_array(shape->arity, sizeof *lists);
    bool good = true;
    for (size_t i = 0; i < shape->arity && good; i++) {
        lists[i] = list_domain(domains, shape->args[i]);
        good = lists[i].items != NULL;
    }
    if (good)
        term_combinations(domains->game->terms, shape->symbol, shape->arity,
                          lists, into);
    free(lists);
}

/* Depth and size were limited when the domain was measured. */
static TermList list_domain(Domains *domains, const Domain *domain)
{
    TermList *list = &domains->lists[domain->index];
    if (list->items || domain->size > MAX_LISTED - domains->listed)
        return *list;
    domains->listed += domain->size;
    TermVec made = {0};
    for (size_t i = 0; i < domain->count; i++)
        if (domain->shapes[i].instances)
            list_shape(domains, &domain->shapes[i], &made);
    if (made.count == domain->size) { /* else a list inside it was too long */
        list->count = made.count;
        list->items = vec_finish(&made, domains->arena);
    }
    vec_free(&made);
    return *list;
}

const Term *const *domain_terms(Domains *domains, const Domain *domain,
                                size_t most, size_t *count)
{
    *count = 0;
    if (domain->size > most)
        return NULL;
    TermList list = list_domain(domains, domain);
    *count = list.count;
    return list.items;
}

/* ---- domains ---- */

/* Whether NAME is the name of ARGUMENT, with or without its arity. */
static bool is_called(const Argument *argument, const char *name)
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
        if (is_called(&domains->arguments[i], name))
            return domains->arguments[i].domain;
    return NULL;
}

Domains *domains_new(const Game *game, DomainsKind kind)
{
    assert(kind != DOMAINS_REACHABLE);
    Arena *arena = arena_new();
    Domains *domains = arena_alloc(arena, sizeof *domains);
    Sketch sketch = {.complete = true};
    domains->arena = arena;
    domains->game = game;
    domains->kind = kind;
    if (kind == DOMAINS_GRAPH)
        build_graph(domains, &sketch);
    else
        build_directed(domains, &sketch);
    domains->lists = arena_array(arena, TermList, domains->count);
    measure_all(domains);
    name_arguments(domains, &sketch);
    keep_edges(domains, &sketch);
    keep_symbols(domains, &sketch);
    vec_free(&sketch.spots);
    vec_free(&sketch.symbols);
    vec_free(&sketch.variables);
    return domains;
}

void domains_free(Domains *domains)
{
    if (domains)
        arena_free(domains->arena);
}
