/* counted_classes.c - the columns of the linear program: what is counted
 *
 * In:   the features of a Net
 * Out:  columns: classes of features that agree in some arguments, and counters
 * Next: prove/linear/class_deltas.c computes how steps change them
 *
 * These are the places of a Petri net (Murata 1989): the features of a class
 * that hold are its tokens. Start reading at linear_make_columns().
 */
#include "prove/candidates/feature_groups.h"
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
    long number, other_number;
    if (!last_argument_number(term, &number))
        return false;
    for (uint32_t f = 0; f < net->feature_count; f++) {
        if (!term_equal_but(term, net->features[f], term->arity - 1))
            continue;
        if (f < first || !last_argument_number(net->features[f], &other_number))
            return false;
        vec_push(features, f);
        initial_count += net->initial[f];
    }
    for (size_t i = 1; i < features->count; i++)
        for (size_t k = i; k > 0; k--) {
            uint32_t *items = features->items, swap = items[k];
            last_argument_number(net->features[items[k - 1]], &number);
            last_argument_number(net->features[items[k]], &other_number);
            if (number <= other_number)
                break;
            items[k] = items[k - 1];
            items[k - 1] = swap;
        }
    return initial_count == 1 && features->count >= MIN_VALUES;
}

/* ---- columns ---- */

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
    column->initial_value = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (net->initial[column->features.items[i]])
            column->initial_value += column->is_counter ? (int)i : 1;
    assert(column->features.count >= (size_t)column->initial_value);
    assert(column->is_counter == !!column->is_reachable);
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
        column.is_reachable = arena_array(search->arena, bool, count);
        add_column(search, &column);
    } else
        vec_free(&column.features);
}

/* Splits the features of one symbol into classes by their arguments at PLACES;
 * adds none if that makes more than MAX_COLUMNS. */
static void add_classes(LinearSearch *search, FeatureGroup symbol,
                        uint32_t places, size_t max_columns)
{
    Graph classes = group_features(search->arena, search->net, symbol.items,
                                   symbol.count, places);
    if (search->columns.count + classes.nodes > max_columns)
        return;
    for (size_t i = 0; i < classes.nodes; i++) {
        FeatureGroup class = feature_group(&classes, i);
        LinearColumn column = {.is_counter = false};
        vec_append(&column.features, class.items, class.count);
        add_column(search, &column);
    }
}

void linear_make_columns(LinearSearch *search, unsigned max_arguments,
                         size_t max_columns)
{
    const Net *net = search->net;
    Graph symbols =
        group_features(search->arena, net, NULL, net->feature_count, 0);
    for (unsigned argument_count = 0; argument_count <= max_arguments;
         argument_count++)
        for (size_t i = 0; i < symbols.nodes; i++) {
            FeatureGroup symbol = feature_group(&symbols, i);
            size_t arity = net->features[symbol.items[0]]->arity;
            for (uint32_t places = 0; arity <= 8 && places < place_bit(arity);
                 places++)
                if ((unsigned)__builtin_popcount(places) == argument_count)
                    add_classes(search, symbol, places, max_columns);
        }
    size_t class_count = search->columns.count;
    for (uint32_t f = 0; f < net->feature_count &&
                         search->columns.count < class_count + MAX_COUNTERS;
         f++)
        add_counter(search, f);
}

void linear_index_columns(LinearSearch *search)
{
    Arena *arena = search->arena;
    size_t feature_count = search->net->feature_count, max_size = 0;
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < search->columns.count; i++) {
        const LinearColumn *column = &search->columns.items[i];
        if (column->features.count > max_size)
            max_size = column->features.count;
        for (size_t k = 0; k < column->features.count; k++)
            vec_push(&edges, (Edge){column->features.items[k], i});
    }
    search->columns_of =
        graph_new(arena, feature_count, edges.items, edges.count);
    vec_free(&edges);
    search->delta_min = arena_array(arena, int, search->columns.count + 1);
    search->delta_max = arena_array(arena, int, search->columns.count + 1);
    search->range_min = arena_array(arena, int, search->columns.count + 1);
    search->range_max = arena_array(arena, int, search->columns.count + 1);
    search->change_of =
        arena_array(arena, const CaseChange *, feature_count + 1);
    search->value_after = arena_array(arena, int, max_size + 1);
}
