/* domain_table.c - sets of ground terms in compact form
 *
 * In:   the shapes of each domain
 * Out:  how many terms it has, and lists of them where these are asked for
 *
 * Used by game/argument_places.c and analysis/domain.c.
 */
#include "game/domain_table.h"

#include "base/graph.h"
#include "base/sort.h"

enum {
    MAX_LISTED_TERMS = 4000000, /* terms in all lists */
    MAX_TERM_SYMBOLS = 10000,   /* in a term, written out */
    MAX_ARGUMENT_DEPTH =
        TERM_MAX_DEPTH - 1, /* of a term that becomes an argument */
};

DomainTable domain_table_new(Arena *arena, Terms *terms, size_t count)
{
    DomainTable table = {.arena = arena, .terms = terms, .count = count};
    table.items = arena_array(arena, Domain, count);
    table.lists = arena_array(arena, TermList, count);
    for (uint32_t i = 0; i < count; i++)
        table.items[i].index = i;
    return table;
}

static int by_symbol_and_arity(const void *left, const void *right)
{
    const Shape *a = left, *b = right;
    int order = symbol_compare(a->symbol, b->symbol);
    return order ? order : (a->arity > b->arity) - (a->arity < b->arity);
}

void domain_set(DomainTable *table, Domain *domain, Shape *shapes, size_t count)
{
    domain->count =
        sort_unique(shapes, count, sizeof *shapes, by_symbol_and_arity);
    domain->shapes =
        arena_copy(table->arena, shapes, domain->count * sizeof *shapes);
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

/* The longest and the deepest term of a domain. */
typedef struct {
    uint32_t symbols, depth;
} Extent;

typedef struct {
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

/* In the order of the graph in which domains lead to those of arguments. */
void domain_table_measure(DomainTable *table)
{
    Arena *scratch = arena_new();
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < table->count; i++)
        for (size_t k = 0; k < table->items[i].count; k++) {
            const Shape *shape = &table->items[i].shapes[k];
            for (size_t c = 0; c < shape->arity; c++)
                vec_push(&edges, (Edge){i, shape->args[c]->index});
        }
    Graph graph = graph_new(scratch, table->count, edges.items, edges.count);
    uint32_t *component = arena_array(scratch, uint32_t, table->count);
    uint32_t component_count = graph_components(&graph, component);
    Graph order =
        graph_members(scratch, component_count, component, table->count);
    DomainMeasure measure = {component,
                             arena_array(scratch, Extent, table->count)};
    for (size_t i = 0; i < table->count; i++)
        measure_domain(&measure, &table->items[order.targets[i]]);
    vec_free(&edges);
    arena_free(scratch);
}

/* ---- listing ---- */

static TermList list_domain(DomainTable *table, const Domain *domain);

static void list_shape(DomainTable *table, const Shape *shape, TermVec *list)
{
    TermList *lists = memory_array(shape->arity, sizeof *lists);
    bool are_listed = true;
    for (size_t i = 0; i < shape->arity && are_listed; i++) {
        lists[i] = list_domain(table, shape->args[i]);
        are_listed = lists[i].items != NULL;
    }
    if (are_listed)
        term_combinations(table->terms, shape->symbol, shape->arity, lists,
                          list);
    memory_free(lists);
}

/* Depth and size were limited when the domain was measured. */
static TermList list_domain(DomainTable *table, const Domain *domain)
{
    TermList *list = &table->lists[domain->index];
    if (list->items || domain->size > MAX_LISTED_TERMS - table->listed_count)
        return *list;
    table->listed_count += domain->size;
    TermVec terms = {0};
    for (size_t i = 0; i < domain->count; i++)
        if (domain->shapes[i].instances)
            list_shape(table, &domain->shapes[i], &terms);
    if (terms.count == domain->size) { /* else a list inside it was too long */
        list->count = terms.count;
        list->items = vec_finish(&terms, table->arena);
    }
    vec_free(&terms);
    return *list;
}

const Term *const *domain_terms(DomainTable *table, const Domain *domain,
                                size_t max_count, size_t *count)
{
    *count = 0;
    if (domain->size > max_count)
        return NULL;
    TermList list = list_domain(table, domain);
    *count = list.count;
    return list.items;
}
