/* counted_classes.c - the columns of the linear program: what is counted
 *
 * In:   the features of a Net
 * Out:  columns: classes of features that agree in some arguments, and counters
 * Next: prove/linear/class_deltas.c computes how steps change them
 *
 * These are the places of a Petri net (Murata 1989): the features of a class
 * that hold are its tokens. Start reading at linear_make_columns().
 */
#include "base/sort.h"
#include "prove/candidates/value_order.h"
#include "prove/linear/linear_internal.h"

#include <assert.h>
#include <string.h>

enum {
    MIN_VALUES = 3, /* of a counter */
    MAX_VALUES = 300,
    MAX_COUNTERS = 40,
    MAX_ARITY = 8 /* of features that are counted */
};

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
    assert(column->features.count);
    column->initial_value = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (net->initial[column->features.items[i]])
            column->initial_value += column->is_counter ? (int)i : 1;
    assert(column->features.count >= (size_t)column->initial_value);
    vec_push(&search->columns, *column);
}

/* Adds the counter whose values are GROUP, in the order in which steps lead
 * through them, if there is one and one of them holds initially. This only
 * suggests a counter: class_deltas.c checks how steps change it. */
static void add_counter(LinearSearch *search, ValueOrder *order,
                        FeatureGroup group)
{
    LinearColumn column = {.is_counter = true};
    size_t initial_count = 0;
    if (group.count < MIN_VALUES || group.count > MAX_VALUES)
        return;
    vec_append(&column.features, group.items, group.count);
    for (size_t i = 0; i < group.count; i++)
        initial_count += search->net->initial[group.items[i]];
    if (initial_count == 1 &&
        value_order_find(order, group, column.features.items))
        add_column(search, &column);
    else
        vec_free(&column.features);
}

/* Adds counters: features that agree in all arguments but the last. */
static void add_counters(LinearSearch *search)
{
    const Net *net = search->net;
    size_t class_count = search->columns.count;
    ValueOrder order = value_order_new(search->arena, net);
    for (size_t arity = 1; arity <= MAX_ARITY; arity++) {
        Graph groups =
            group_features(search->arena, net, NULL, net->feature_count,
                           ~place_bit(arity - 1));
        for (size_t i = 0; i < groups.nodes &&
                           search->columns.count < class_count + MAX_COUNTERS;
             i++) {
            FeatureGroup group = feature_group(&groups, i);
            if (net->features[group.items[0]]->arity == arity)
                add_counter(search, &order, group);
        }
    }
}

/* A way to split the features of a symbol into classes. */
typedef struct {
    size_t number;
    Graph classes;
} Split;

static int by_class_count(const void *left, const void *right)
{
    const Split *a = left, *b = right;
    if (a->classes.nodes != b->classes.nodes)
        return a->classes.nodes < b->classes.nodes ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Adds none of the classes if they make more than MAX_COLUMNS. */
static void add_split(LinearSearch *search, const Graph *classes,
                      size_t max_columns)
{
    if (search->columns.count + classes->nodes > max_columns)
        return;
    for (size_t i = 0; i < classes->nodes; i++) {
        FeatureGroup class = feature_group(classes, i);
        LinearColumn column = {.is_counter = false};
        vec_append(&column.features, class.items, class.count);
        add_column(search, &column);
    }
}

/* Splits the features of each symbol by ARGUMENT_COUNT of their arguments, in
 * all ways, those into few classes first, as these say most. */
static void add_classes(LinearSearch *search, unsigned argument_count,
                        size_t max_columns)
{
    const Net *net = search->net;
    Graph symbols =
        group_features(search->arena, net, NULL, net->feature_count, 0);
    VEC(Split) splits = {0};
    for (size_t i = 0; i < symbols.nodes; i++) {
        FeatureGroup symbol = feature_group(&symbols, i);
        size_t arity = net->features[symbol.items[0]]->arity;
        for (uint32_t places = 0;
             arity <= MAX_ARITY && places < place_bit(arity); places++)
            if ((unsigned)__builtin_popcount(places) == argument_count)
                vec_push(&splits, (Split){splits.count,
                                          group_features(
                                              search->arena, net, symbol.items,
                                              symbol.count, places)});
    }
    sort_items(splits.items, splits.count, sizeof *splits.items,
               by_class_count);
    for (size_t i = 0; i < splits.count; i++)
        add_split(search, &splits.items[i].classes, max_columns);
    vec_free(&splits);
}

void linear_make_columns(LinearSearch *search, unsigned max_arguments,
                         size_t max_columns)
{
    for (unsigned count = 0; count <= max_arguments; count++)
        add_classes(search, count, max_columns);
    add_counters(search);
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
