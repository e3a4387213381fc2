/* counted_classes.c - the columns of the linear program: what is counted
 *
 * In:   the features of a Net
 * Out:  columns: classes of features that agree in some arguments, and counters
 * Next: prove/linear/class_deltas.c computes how steps change them
 *
 * These are the places of a Petri net (Murata 1989): the features of a class
 * that hold are its tokens. Start reading at linear_make_columns().
 */
#include "prove/linear/linear_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MIN_VALUES = 3, /* of a counter */
    MAX_VALUES = 300,
    MAX_COUNTERS = 40
};

/* ---- counters ---- */

/* *NUMBER is the number that the last argument is, or that its name ends in, as
 * in c12. It only suggests an order of the values: class_deltas.c checks how
 * steps change them. */
static bool last_argument_number(const Term *term, long *number)
{
    char *end;
    const Term *last = term->arity ? term->args[term->arity - 1] : NULL;
    if (!last || last->arity)
        return false;
    const char *name = last->symbol->name;
    *number = strtol(name, &end, 10);
    if (end != name && !*end)
        return true;
    size_t digit_count = strlen(name);
    while (digit_count && name[digit_count - 1] >= '0' &&
           name[digit_count - 1] <= '9')
        digit_count--;
    *number = strtol(name + digit_count, NULL, 10);
    return name[digit_count];
}

/* Lists the features that differ from FIRST in the last argument only, sorted
 * by the numbers of these. False if one of them has no number or precedes
 * FIRST, if they are too few, or if not exactly one holds initially. */
static bool list_counter(const Net *net, uint32_t first, FeatureList *features)
{
    const Term *term = net->features[first];
    size_t initial_count = 0;
    long number, other;
    if (!last_argument_number(term, &number))
        return false;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!term_equal_but(term, net->features[f], term->arity - 1))
            continue;
        if (f < first || !last_argument_number(net->features[f], &other))
            return false;
        vec_push(features, f);
        initial_count += net->initial[f];
    }
    for (size_t i = 1; i < features->count; i++)
        for (size_t k = i; k > 0; k--) {
            uint32_t *items = features->items, swap = items[k];
            last_argument_number(net->features[items[k - 1]], &number);
            last_argument_number(net->features[items[k]], &other);
            if (number <= other)
                break;
            items[k] = items[k - 1];
            items[k - 1] = swap;
        }
    return initial_count == 1 && features->count >= MIN_VALUES;
}

/* ---- columns ---- */

/* Whether the terms agree in symbol and in the places of MASK. */
static bool agree_in_places(const Term *left, const Term *right, unsigned mask)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    for (size_t i = 0; i < left->arity; i++)
        if ((i >= 8 || mask >> i & 1) && left->args[i] != right->args[i])
            return false;
    return true;
}

static bool same_column(const LinearColumn *left, const LinearColumn *right)
{
    return left->is_counter == right->is_counter &&
           left->features.count == right->features.count &&
           memcmp(left->features.items, right->features.items,
                  left->features.count * sizeof(uint32_t)) == 0;
}

static void add_column(LinearSearch *search, LinearColumn *column)
{
    const Net *net = search->net;
    for (size_t i = 0; i < search->columns.count; i++)
        if (same_column(&search->columns.items[i], column)) {
            vec_free(&column->features);
            return;
        }
    column->initial = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (net->initial[column->features.items[i]])
            column->initial += column->is_counter ? (int)i : 1;
    assert(column->features.count >= (size_t)column->initial);
    assert(column->is_counter == !!column->reachable);
    vec_push(&search->columns, *column);
}

/* Adds the counter whose first feature is FIRST_FEATURE, if there is one. */
static void add_counter(LinearSearch *search, uint32_t first_feature)
{
    LinearColumn column = {.is_counter = true};
    if (search->net->features[first_feature]->arity <= 8 &&
        list_counter(search->net, first_feature, &column.features) &&
        column.features.count <= MAX_VALUES) {
        size_t count = column.features.count;
        column.shifts_seen =
            arena_array(search->arena, bool, (2 * count + 1) * count);
        column.reachable = arena_array(search->arena, bool, count);
        add_column(search, &column);
    } else
        vec_free(&column.features);
}

/* Splits the features of one relation, from FIRST_FEATURE on, into classes by
 * the arguments of MASK; adds none if that makes more than MAX_COLUMNS. */
static void add_classes(LinearSearch *search, uint32_t first_feature,
                        unsigned mask, size_t max_columns)
{
    const Net *net = search->net;
    const Term *first_term = net->features[first_feature];
    VEC(LinearColumn) found = {0};
    bool fits = true;
    for (uint32_t f = first_feature; f < net->feature_count && fits; f++) {
        const Term *term = net->features[f];
        size_t at = 0;
        if (term->symbol != first_term->symbol ||
            term->arity != first_term->arity)
            continue;
        while (
            at < found.count &&
            !agree_in_places(net->features[found.items[at].features.items[0]],
                             term, mask))
            at++;
        if (at == found.count) {
            fits = search->columns.count + found.count < max_columns;
            vec_push(&found, (LinearColumn){.is_counter = false});
        }
        vec_push(&found.items[at].features, f);
    }
    for (size_t i = 0; i < found.count; i++)
        if (fits)
            add_column(search, &found.items[i]);
        else
            vec_free(&found.items[i].features);
    vec_free(&found);
}

static bool is_first_of_symbol(const Net *net, uint32_t feature)
{
    for (uint32_t f = feature; f-- > 0;)
        if (net->features[f]->symbol == net->features[feature]->symbol &&
            net->features[f]->arity == net->features[feature]->arity)
            return false;
    return true;
}

void linear_make_columns(LinearSearch *search, unsigned arguments,
                         size_t max_columns)
{
    const Net *net = search->net;
    for (unsigned argument_count = 0; argument_count <= arguments;
         argument_count++)
        for (uint32_t f = 0; f < net->feature_count; f++) {
            size_t arity = net->features[f]->arity;
            if (!is_first_of_symbol(net, f) || arity > 8)
                continue;
            for (unsigned mask = 0; mask < 1u << arity; mask++)
                if ((unsigned)__builtin_popcount(mask) == argument_count)
                    add_classes(search, f, mask, max_columns);
        }
    size_t before = search->columns.count;
    for (uint32_t f = 0; f < net->feature_count &&
                         search->columns.count < before + MAX_COUNTERS;
         f++)
        add_counter(search, f);
}

void linear_index_columns(LinearSearch *search)
{
    Arena *arena = search->arena;
    size_t features = search->net->feature_count, longest = 0;
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        if (column->features.count > longest)
            longest = column->features.count;
        for (size_t k = 0; k < column->features.count; k++)
            vec_push(&edges, (Edge){column->features.items[k], i});
    }
    search->columns_of = graph_new(arena, features, edges.items, edges.count);
    vec_free(&edges);
    search->delta_min = arena_array(arena, int, search->columns.count + 1);
    search->delta_max = arena_array(arena, int, search->columns.count + 1);
    search->range_min = arena_array(arena, int, search->columns.count + 1);
    search->range_max = arena_array(arena, int, search->columns.count + 1);
    search->change_of = arena_array(arena, const CaseChange *, features + 1);
    search->target = arena_array(arena, int, longest + 1);
}
