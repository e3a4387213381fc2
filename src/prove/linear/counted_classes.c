/* counted_classes.c - what is counted
 *
 * In:   the features of a Net
 * Out:  columns: classes of features that agree in some arguments, and counters
 * Next: prove/linear/class_deltas.c says how steps change them
 *
 * Start reading at linear_make_columns().
 */
#include "prove/linear/linear_internal.h"

#include <stdlib.h>
#include <string.h>

enum {
    MIN_VALUES = 3, /* of a counter */
    MAX_VALUES = 300,
    MAX_COUNTERS = 40
};

/* The number that the last argument is, or that its name ends in, as in c12:
 * values are put in its order, and whether they go that way is looked at. */
static bool number_at_end(const Term *term, long *number)
{
    char *end;
    const Term *last = term->arity ? term->args[term->arity - 1] : NULL;
    if (!last || last->arity)
        return false;
    const char *name = last->symbol->name;
    *number = strtol(name, &end, 10);
    if (end != name && !*end)
        return true;
    size_t first = strlen(name);
    while (first && name[first - 1] >= '0' && name[first - 1] <= '9')
        first--;
    *number = strtol(name + first, NULL, 10);
    return name[first];
}

/* Equal but for the arguments that MASK has no bit for. */
static bool same_class(const Term *left, const Term *right, unsigned mask)
{
    if (left->symbol != right->symbol || left->arity != right->arity)
        return false;
    for (size_t i = 0; i < left->arity; i++)
        if ((i >= 8 || mask >> i & 1) && left->args[i] != right->args[i])
            return false;
    return true;
}

static bool same_column(const Column *left, const Column *right)
{
    return left->is_counter == right->is_counter &&
           left->features.count == right->features.count &&
           memcmp(left->features.items, right->features.items,
                  left->features.count * sizeof(uint32_t)) == 0;
}

static void add_column(LinearSearch *search, Column *column)
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
    vec_push(&search->columns, *column);
}

/* By number; all of them must have one, and one holds at the beginning. */
static void add_counter(LinearSearch *search, uint32_t first)
{
    const Net *net = search->net;
    const Term *term = net->features[first];
    Column column = {.is_counter = true};
    size_t initially = 0;
    long number, other;
    bool good = term->arity && term->arity <= 8 && number_at_end(term, &number);
    for (uint32_t f = 0; good && f < net->feature_count; f++) {
        if (!same_class(term, net->features[f], ~(1u << (term->arity - 1))))
            continue;
        good = f >= first && number_at_end(net->features[f], &other);
        vec_push(&column.features, f);
        initially += net->initial[f];
    }
    for (size_t i = 1; good && i < column.features.count; i++)
        for (size_t k = i; k > 0; k--) {
            uint32_t *items = column.features.items, swap = items[k];
            number_at_end(net->features[items[k - 1]], &number);
            number_at_end(net->features[items[k]], &other);
            if (number <= other)
                break;
            items[k] = items[k - 1];
            items[k - 1] = swap;
        }
    size_t count = column.features.count;
    if (good && initially == 1 && count >= MIN_VALUES && count <= MAX_VALUES) {
        column.shifted =
            arena_array(search->arena, bool, (2 * count + 1) * count);
        column.reached = arena_array(search->arena, bool, count);
        add_column(search, &column);
    } else
        vec_free(&column.features);
}

/* Classes by the arguments of MASK of the features of one name from FIRST on;
 * nothing if they are more than there is room for. */
static void add_classes(LinearSearch *search, uint32_t first, unsigned mask,
                        size_t most)
{
    const Net *net = search->net;
    const Term *name = net->features[first];
    VEC(Column) found = {0};
    bool fits = true;
    for (uint32_t f = first; f < net->feature_count && fits; f++) {
        const Term *term = net->features[f];
        size_t at = 0;
        if (term->symbol != name->symbol || term->arity != name->arity)
            continue;
        while (at < found.count &&
               !same_class(net->features[found.items[at].features.items[0]],
                           term, mask))
            at++;
        if (at == found.count) {
            fits = search->columns.count + found.count < most;
            vec_push(&found, ((Column){.is_counter = false}));
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

static bool is_first_of_name(const Net *net, uint32_t feature)
{
    for (uint32_t f = feature; f-- > 0;)
        if (net->features[f]->symbol == net->features[feature]->symbol &&
            net->features[f]->arity == net->features[feature]->arity)
            return false;
    return true;
}

void linear_make_columns(LinearSearch *search, unsigned arguments, size_t most)
{
    const Net *net = search->net;
    for (unsigned wanted = 0; wanted <= arguments; wanted++)
        for (uint32_t f = 0; f < net->feature_count; f++) {
            size_t arity = net->features[f]->arity;
            if (!is_first_of_name(net, f) || arity > 8)
                continue;
            for (unsigned mask = 0; mask < 1u << arity; mask++)
                if ((unsigned)__builtin_popcount(mask) == wanted)
                    add_classes(search, f, mask, most);
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
    size_t features = search->net->feature_count, total = 0, longest = 0;
    search->of = arena_array(arena, Extent, features + 1);
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        total += column->features.count;
        if (column->features.count > longest)
            longest = column->features.count;
        for (size_t k = 0; k < column->features.count; k++)
            search->of[column->features.items[k]].count++;
    }
    for (size_t f = 1; f < features; f++)
        search->of[f].first = search->of[f - 1].first + search->of[f - 1].count;
    for (size_t f = 0; f < features; f++)
        search->of[f].count = 0;
    search->column_list = arena_array(arena, uint32_t, total + 1);
    for (uint32_t i = 0; i < search->columns.count; i++)
        for (size_t k = 0; k < search->columns.items[i].features.count; k++) {
            Extent *of =
                &search->of[search->columns.items[i].features.items[k]];
            search->column_list[of->first + of->count++] = i;
        }
    search->low = arena_array(arena, int, search->columns.count + 1);
    search->high = arena_array(arena, int, search->columns.count + 1);
    search->under = arena_array(arena, int, search->columns.count + 1);
    search->over = arena_array(arena, int, search->columns.count + 1);
    search->change_of = arena_array(arena, const CaseChange *, features + 1);
    search->target = arena_array(arena, int, longest + 1);
}
