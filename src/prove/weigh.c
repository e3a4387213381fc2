/* weigh.c - sums of numbers of features, as steps change them
 *
 * In:   a Net, and properties proved of it
 * Out:  counters that never run out; a bound on the length of plays
 *
 * A column is a class of features that agree in some arguments, of which those
 * that hold are counted, or a counter: features of which exactly one holds, in
 * the order of their numbers. For each way of a step (prove/ways.c) there is a
 * row that says by how much it can change the columns, and between which
 * numbers they are before it. Weights of columns are found by linear
 * programming, rounded, and checked in whole numbers.
 *
 * That a counter has exactly one value is supposed before the step. If it is
 * raised, then so that its value goes up by the same number wherever it is; and
 * that there is a value to go to follows from an inequality: its value and a
 * weighted sum of other columns are together never more than at the beginning,
 * and what is known before the step leaves room. All this is one induction.
 * Start reading at find_counters() and find_descent(), at the end.
 */
#include "prove/weigh.h"

#include "prove/linear.h"
#include "prove/ways.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 30000,
    LEAST_VALUES = 3, /* of a counter */
    MOST_VALUES = 300,
    MOST_COUNTERS = 40,
    MOST_ROUNDS = 300, /* of linear programming */
    MOST_WEIGHT = 1000000000
};

typedef struct {
    VEC(uint32_t) features; /* of a counter: in the order of its values */
    bool is_counter, bad;
    int initial; /* how many hold, or the number of the value */
    /* Of a counter: by shift, from minus the number of values on, and value:
     * in some way it is shifted so from there. */
    bool *shifted;
    bool *reached; /* by value */
} Column;

/* What a way does to a column: at least, and at most. */
typedef struct {
    uint32_t column;
    int16_t least, most;
} Shift;

typedef struct {
    uint32_t first, count; /* shifts */
} Row;

typedef struct {
    uint32_t first, count;
} Extent;

/* COEFFICIENT times the old value of FEATURE, in COLUMN. */
typedef struct {
    uint32_t column, feature;
    int coefficient;
} Part;

typedef struct {
    const Net *net;
    Arena *arena;
    const Budget *budget;
    VEC(Column) columns;
    Extent *of; /* by feature: its columns */
    uint32_t *column_list;
    VEC(Row) rows;
    VEC(Shift) shifts;
    VEC(int16_t) least, most; /* by row and column: before the step */
    Map map;                  /* of rows */
    bool full;                /* too many rows */
    /* Of the present way */
    VEC(Part) parts;
    int *low, *high, *under, *over; /* by column */
    const WayChange **change_of;    /* by feature, or NULL */
    int *source, *target;           /* by value of a counter */
} Weigh;

/* ---- columns ---- */

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

static void add_column(Weigh *weigh, Column *column)
{
    const Net *net = weigh->net;
    for (size_t i = 0; i < weigh->columns.count; i++)
        if (same_column(&weigh->columns.items[i], column)) {
            vec_free(&column->features);
            return;
        }
    column->initial = 0;
    for (size_t i = 0; i < column->features.count; i++)
        if (net->initial[column->features.items[i]])
            column->initial += column->is_counter ? (int)i : 1;
    vec_push(&weigh->columns, *column);
}

/* By number; all of them must have one, and one holds at the beginning. */
static void add_counter(Weigh *weigh, uint32_t first)
{
    const Net *net = weigh->net;
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
    if (good && initially == 1 && count >= LEAST_VALUES &&
        count <= MOST_VALUES) {
        column.shifted =
            arena_array(weigh->arena, bool, (2 * count + 1) * count);
        column.reached = arena_array(weigh->arena, bool, count);
        add_column(weigh, &column);
    } else
        vec_free(&column.features);
}

/* Classes by the arguments of MASK of the features of one name from FIRST on;
 * nothing if they are more than there is room for. */
static void add_classes(Weigh *weigh, uint32_t first, unsigned mask,
                        size_t most)
{
    const Net *net = weigh->net;
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
            fits = weigh->columns.count + found.count < most;
            vec_push(&found, ((Column){.is_counter = false}));
        }
        vec_push(&found.items[at].features, f);
    }
    for (size_t i = 0; i < found.count; i++)
        if (fits)
            add_column(weigh, &found.items[i]);
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

/* Classes by few arguments come first. */
static void make_columns(Weigh *weigh, unsigned arguments, size_t most)
{
    const Net *net = weigh->net;
    for (unsigned wanted = 0; wanted <= arguments; wanted++)
        for (uint32_t f = 0; f < net->feature_count; f++) {
            size_t arity = net->features[f]->arity;
            if (!is_first_of_name(net, f) || arity > 8)
                continue;
            for (unsigned mask = 0; mask < 1u << arity; mask++)
                if ((unsigned)__builtin_popcount(mask) == wanted)
                    add_classes(weigh, f, mask, most);
        }
    size_t before = weigh->columns.count;
    for (uint32_t f = 0; f < net->feature_count &&
                         weigh->columns.count < before + MOST_COUNTERS;
         f++)
        add_counter(weigh, f);
}

/* Which columns a feature is in, and room for what a way does. */
static void index_columns(Weigh *weigh)
{
    Arena *arena = weigh->arena;
    size_t features = weigh->net->feature_count, total = 0, longest = 0;
    weigh->of = arena_array(arena, Extent, features + 1);
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        total += column->features.count;
        if (column->features.count > longest)
            longest = column->features.count;
        for (size_t k = 0; k < column->features.count; k++)
            weigh->of[column->features.items[k]].count++;
    }
    for (size_t f = 1; f < features; f++)
        weigh->of[f].first = weigh->of[f - 1].first + weigh->of[f - 1].count;
    for (size_t f = 0; f < features; f++)
        weigh->of[f].count = 0;
    weigh->column_list = arena_array(arena, uint32_t, total + 1);
    for (uint32_t i = 0; i < weigh->columns.count; i++)
        for (size_t k = 0; k < weigh->columns.items[i].features.count; k++) {
            Extent *of = &weigh->of[weigh->columns.items[i].features.items[k]];
            weigh->column_list[of->first + of->count++] = i;
        }
    weigh->low = arena_array(arena, int, weigh->columns.count + 1);
    weigh->high = arena_array(arena, int, weigh->columns.count + 1);
    weigh->under = arena_array(arena, int, weigh->columns.count + 1);
    weigh->over = arena_array(arena, int, weigh->columns.count + 1);
    weigh->change_of = arena_array(arena, const WayChange *, features + 1);
    weigh->source = arena_array(arena, int, longest + 1);
    weigh->target = arena_array(arena, int, longest + 1);
}

/* ---- what a way does to numbers of features ---- */

static void add_change(Weigh *weigh, const WayChange *change)
{
    Extent of = weigh->of[change->feature];
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t column = weigh->column_list[of.first + i];
        int fixed = (change->after == WAY_YES) - (change->before == WAY_YES);
        if (weigh->columns.items[column].is_counter)
            continue;
        weigh->low[column] += fixed;
        weigh->high[column] += fixed;
        if (change->after == WAY_OPEN && change->from == NO_INDEX)
            weigh->high[column]++;
        else if (change->after == WAY_OPEN)
            vec_push(&weigh->parts, ((Part){column, change->from, 1}));
        if (change->before == WAY_OPEN)
            vec_push(&weigh->parts, ((Part){column, change->feature, -1}));
    }
}

static int by_place(const void *left, const void *right)
{
    const Part *a = left, *b = right;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* What is moved within a column adds nothing to it. */
static void add_parts(Weigh *weigh)
{
    const Part *parts = weigh->parts.items;
    size_t count = weigh->parts.count;
    if (count)
        qsort(weigh->parts.items, count, sizeof *parts, by_place);
    for (size_t i = 0, end; i < count; i = end) {
        int sum = 0;
        for (end = i; end < count && !by_place(&parts[i], &parts[end]); end++)
            sum += parts[end].coefficient;
        weigh->low[parts[i].column] += sum < 0 ? sum : 0;
        weigh->high[parts[i].column] += sum > 0 ? sum : 0;
    }
    vec_clear(&weigh->parts);
}

/* Between which numbers the columns are before the step. */
static void find_ranges(Weigh *weigh, const Way *way)
{
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        int count = (int)column->features.count, under = 0, over = 0;
        if (column->is_counter) {
            int value = count;
            under = count;
            for (int k = 0; k < count; k++)
                if (way->values[column->features.items[k]] != WAY_NO) {
                    under = under == count ? k : under;
                    over = k;
                    if (way->values[column->features.items[k]] == WAY_YES)
                        value = k;
                }
            if (value < count)
                under = over = value;
        }
        for (int k = 0; !column->is_counter && k < count; k++) {
            under += way->values[column->features.items[k]] == WAY_YES;
            over += way->values[column->features.items[k]] != WAY_NO;
        }
        weigh->under[i] = under;
        weigh->over[i] = over;
    }
}

/* ---- what a way does to counters ---- */

static int index_in(const Column *column, uint32_t feature)
{
    for (size_t i = 0; i < column->features.count; i++)
        if (column->features.items[i] == feature)
            return (int)i;
    return -1;
}

enum { NOWHERE = -1, SURE = -2, UNCLEAR = -3 };

/* The value whose turning up before the step makes it VALUE after it. */
static int source_of(const Weigh *weigh, const Way *way, const Column *column,
                     int value)
{
    uint32_t feature = column->features.items[value];
    const WayChange *change = weigh->change_of[feature];
    if (!change)
        return way->values[feature] == WAY_NO ? NOWHERE : value;
    if (change->after == WAY_NO)
        return NOWHERE;
    if (change->after == WAY_YES)
        return SURE;
    int from = change->from == NO_INDEX ? -1 : index_in(column, change->from);
    return from < 0 ? UNCLEAR : from;
}

/* By how much the counter goes up; false if that is not so simple. A value may
 * have nowhere to go if it is so near to the end. */
static bool find_shift(Weigh *weigh, const Way *way, const Column *column,
                       int *shift)
{
    int count = (int)column->features.count, sure = NOWHERE;
    bool known = false;
    for (int i = 0; i < count; i++)
        weigh->target[i] = NOWHERE;
    for (int i = 0; i < count; i++) {
        int source = source_of(weigh, way, column, i);
        if (source == UNCLEAR || (source == SURE && sure != NOWHERE) ||
            (source >= 0 && weigh->target[source] != NOWHERE))
            return false;
        if (source == SURE)
            sure = i;
        else if (source >= 0)
            weigh->target[source] = i;
    }
    for (int i = 0; i < count; i++) {
        WayValue before = way->values[column->features.items[i]];
        int target = weigh->target[i];
        if (before == WAY_YES) { /* so it is the only one */
            if ((sure == NOWHERE) == (target == NOWHERE))
                return false;
            *shift = (sure == NOWHERE ? target : sure) - i;
            return true;
        }
        if (before == WAY_NO || target == NOWHERE)
            continue;
        if (sure != NOWHERE || (known && target - i != *shift))
            return false;
        *shift = target - i;
        known = true;
    }
    for (int i = 0; known && i < count; i++)
        if (way->values[column->features.items[i]] == WAY_OPEN &&
            weigh->target[i] == NOWHERE && i + *shift >= 0 &&
            i + *shift < count)
            return false;
    return known;
}

static void note_shift(const Column *column, const Way *way, int shift)
{
    int count = (int)column->features.count;
    for (int i = 0; i < count; i++)
        if (way->values[column->features.items[i]] != WAY_NO)
            column->shifted[(shift + count) * count + i] = true;
}

static void add_counters(Weigh *weigh, const Way *way)
{
    for (size_t i = 0; i < way->count; i++)
        weigh->change_of[way->changes[i].feature] = &way->changes[i];
    for (size_t i = 0; i < weigh->columns.count; i++) {
        Column *column = &weigh->columns.items[i];
        int shift = 0;
        if (!column->is_counter || column->bad)
            continue;
        if (!find_shift(weigh, way, column, &shift))
            column->bad = true;
        else
            note_shift(column, way, shift);
        weigh->low[i] = weigh->high[i] = shift;
    }
    for (size_t i = 0; i < way->count; i++)
        weigh->change_of[way->changes[i].feature] = NULL;
}

/* The values that a counter can come to, if nothing else is known. A value has
 * one source at most in each way, so that this is so even if it runs out. */
static void find_reached(Column *column)
{
    int count = (int)column->features.count;
    column->reached[column->initial] = true;
    for (bool more = true; more;) {
        more = false;
        for (int shift = -count; shift <= count; shift++)
            for (int i = 0; i < count; i++) {
                int to = i + shift;
                if (!column->shifted[(shift + count) * count + i] ||
                    !column->reached[i] || to < 0 || to >= count ||
                    column->reached[to])
                    continue;
                column->reached[to] = more = true;
            }
    }
}

/* ---- rows ---- */

static bool same_row(const Weigh *weigh, const Row *row, size_t first)
{
    size_t count = weigh->shifts.count - first;
    const Shift *a = weigh->shifts.items + row->first;
    const Shift *b = weigh->shifts.items + first;
    if (row->count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (a[i].column != b[i].column || a[i].least != b[i].least ||
            a[i].most != b[i].most)
            return false;
    return true;
}

/* Of ways that do the same, the ranges are put together. */
static void widen(Weigh *weigh, size_t row)
{
    size_t count = weigh->columns.count;
    for (size_t i = 0; i < count; i++) {
        int16_t *least = &weigh->least.items[row * count + i];
        int16_t *most = &weigh->most.items[row * count + i];
        if (weigh->under[i] < *least)
            *least = (int16_t)weigh->under[i];
        if (weigh->over[i] > *most)
            *most = (int16_t)weigh->over[i];
    }
}

static void add_row(Weigh *weigh)
{
    size_t first = weigh->shifts.count;
    uint32_t hash = 1;
    for (uint32_t i = 0; i < weigh->columns.count; i++) {
        int low = weigh->low[i], high = weigh->high[i];
        if (!low && !high)
            continue;
        weigh->full = weigh->full || low < INT16_MIN || high > INT16_MAX;
        vec_push(&weigh->shifts, ((Shift){i, (int16_t)low, (int16_t)high}));
        hash = hash_mix(hash_mix(hash, i), (uint32_t)(low * 4096 + high));
    }
    for (MapProbe p = map_probe(&weigh->map, hash); map_next(&weigh->map, &p);)
        if (same_row(weigh, &weigh->rows.items[p.index], first)) {
            widen(weigh, p.index);
            weigh->shifts.count = first;
            return;
        }
    map_add(&weigh->map, hash, (uint32_t)weigh->rows.count);
    Row row = {(uint32_t)first, (uint32_t)(weigh->shifts.count - first)};
    vec_push(&weigh->rows, row);
    for (size_t i = 0; i < weigh->columns.count; i++) {
        vec_push(&weigh->least, (int16_t)weigh->under[i]);
        vec_push(&weigh->most, (int16_t)weigh->over[i]);
    }
    weigh->full = weigh->full || weigh->rows.count > MOST_ROWS;
}

static void note_way(void *context, const Way *way)
{
    Weigh *weigh = context;
    size_t bytes = weigh->columns.count * sizeof *weigh->low;
    if (weigh->full)
        return;
    memset(weigh->low, 0, bytes);
    memset(weigh->high, 0, bytes);
    for (size_t i = 0; i < way->count; i++)
        add_change(weigh, &way->changes[i]);
    add_parts(weigh);
    add_counters(weigh, way);
    find_ranges(weigh, way);
    add_row(weigh);
}

/* ---- weights ---- */

/* What is to be found: a weight for each column that may have one, such that
 * each row lowers the sum by at least LEAST; or, if COUNTER is one, such that
 * its value (counted from the other end if DOWN) and the sum never rise, and it
 * has room where it is raised. */
typedef struct {
    uint32_t counter; /* or NO_INDEX */
    bool down;
    int top; /* its highest value */
} Wish;

static bool may_weigh(const Weigh *weigh, const Wish *wish, size_t column)
{
    return !weigh->columns.items[column].bad && column != wish->counter;
}

static int shift_of(const Weigh *weigh, const Wish *wish, const Row *row)
{
    const Shift *shifts = weigh->shifts.items + row->first;
    for (uint32_t i = 0; i < row->count; i++)
        if (shifts[i].column == wish->counter)
            return wish->down ? -shifts[i].least : shifts[i].least;
    return 0;
}

static int initial_of(const Weigh *weigh, const Wish *wish)
{
    int initial = weigh->columns.items[wish->counter].initial;
    return wish->down ? wish->top - initial : initial;
}

/* Whether what is known of the counter itself leaves room. */
static bool has_room(const Weigh *weigh, const Wish *wish, size_t row,
                     int shift)
{
    size_t at = row * weigh->columns.count + wish->counter;
    int over =
        wish->down ? wish->top - weigh->least.items[at] : weigh->most.items[at];
    return over + shift <= wish->top;
}

/* The inequality of a row: FACTORS for weights above and below 0 of each
 * column, one after the other, at least *LEAST. */
static void row_factors(const Weigh *weigh, const Wish *wish, size_t number,
                        bool room, double *factors, double *least)
{
    const Row *row = &weigh->rows.items[number];
    size_t count = weigh->columns.count;
    int shift = wish->counter == NO_INDEX ? 1 : shift_of(weigh, wish, row);
    memset(factors, 0, 2 * count * sizeof *factors);
    *least = shift;
    for (uint32_t i = 0; i < row->count && !room; i++) {
        Shift at = weigh->shifts.items[row->first + i];
        if (!may_weigh(weigh, wish, at.column))
            continue;
        factors[2 * at.column] = -at.most;
        factors[2 * at.column + 1] = at.least;
    }
    if (!room)
        return;
    *least = initial_of(weigh, wish) + shift - wish->top;
    for (size_t i = 0; i < count; i++) {
        int initial = weigh->columns.items[i].initial;
        if (!may_weigh(weigh, wish, i))
            continue;
        factors[2 * i] = weigh->least.items[number * count + i] - initial;
        factors[2 * i + 1] = initial - weigh->most.items[number * count + i];
    }
}

/* The same in whole numbers, for weights that are SCALE times as large. */
static bool row_holds(const Weigh *weigh, const Wish *wish, size_t number,
                      const int64_t *weights, int64_t scale)
{
    const Row *row = &weigh->rows.items[number];
    size_t count = weigh->columns.count;
    bool ranks = wish->counter == NO_INDEX;
    int shift = ranks ? 0 : shift_of(weigh, wish, row);
    int64_t sum = ranks ? 1 : scale * shift;
    for (uint32_t i = 0; i < row->count; i++) {
        Shift at = weigh->shifts.items[row->first + i];
        int64_t weight = weights[at.column];
        sum += weight * (weight > 0 ? at.most : at.least);
    }
    if (sum > 0)
        return false;
    if (shift <= 0 || has_room(weigh, wish, number, shift))
        return true;
    sum = scale * (initial_of(weigh, wish) + shift - wish->top);
    for (size_t i = 0; i < count; i++) {
        int64_t bound = weights[i] > 0 ? weigh->least.items[number * count + i]
                                       : weigh->most.items[number * count + i];
        sum += weights[i] * (weigh->columns.items[i].initial - bound);
    }
    return sum <= 0;
}

static double lack_of(const double *factors, double least, const double *values,
                      size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < 2 * count; i++)
        sum += factors[i] * values[i];
    return least - sum;
}

/* Adds inequalities that VALUES do not satisfy, the worst ones; false if there
 * are none. */
static bool add_broken(const Weigh *weigh, const Wish *wish, Linear *linear,
                       const double *values, double *factors)
{
    enum { AT_ONCE = 24 };
    size_t count = weigh->columns.count, added = 0;
    struct {
        size_t row;
        bool room;
        double lack;
    } worst[AT_ONCE], at;
    for (at.row = 0; at.row < weigh->rows.count; at.row++)
        for (int room = 0; room <= (wish->counter != NO_INDEX); room++) {
            double least;
            at.room = room;
            if (room) {
                int shift = shift_of(weigh, wish, &weigh->rows.items[at.row]);
                if (shift <= 0 || has_room(weigh, wish, at.row, shift))
                    continue;
            }
            row_factors(weigh, wish, at.row, room, factors, &least);
            at.lack = lack_of(factors, least, values, count);
            if (at.lack < 1e-6)
                continue;
            size_t place = added < AT_ONCE ? added++ : AT_ONCE;
            if (place == AT_ONCE && worst[AT_ONCE - 1].lack >= at.lack)
                continue;
            place -= place == AT_ONCE;
            for (; place && worst[place - 1].lack < at.lack; place--)
                worst[place] = worst[place - 1];
            worst[place] = at;
        }
    for (size_t i = 0; i < added; i++) {
        double least;
        row_factors(weigh, wish, worst[i].row, worst[i].room, factors, &least);
        linear_add(linear, factors, least);
    }
    return added;
}

static bool all_hold(const Weigh *weigh, const Wish *wish,
                     const int64_t *weights, int64_t scale)
{
    for (size_t i = 0; i < weigh->rows.count; i++)
        if (!row_holds(weigh, wish, i, weights, scale))
            return false;
    return true;
}

static bool round_weights(const Weigh *weigh, const Wish *wish,
                          const double *values, int64_t *weights)
{
    static const int scales[] = {1, 2, 3, 4, 6, 12, 24, 60, 120, 720, 5040};
    for (size_t n = 0; n < sizeof scales / sizeof *scales; n++) {
        bool small = true;
        for (size_t i = 0; i < weigh->columns.count; i++) {
            double weight = scales[n] * (values[2 * i] - values[2 * i + 1]);
            small = small && weight < MOST_WEIGHT && weight > -MOST_WEIGHT;
            weights[i] =
                small ? (int64_t)(weight + (weight < 0 ? -0.5 : 0.5)) : 0;
        }
        if (small && all_hold(weigh, wish, weights, scales[n]))
            return true;
    }
    return false;
}

static bool find_weights(const Weigh *weigh, const Wish *wish, int64_t *weights)
{
    size_t count = 2 * weigh->columns.count;
    double *values = calloc(count + 1, sizeof *values);
    double *factors = fatal_malloc((count + 1) * sizeof *factors);
    Linear *linear = linear_new(count);
    if (!values)
        fatal("out of memory");
    bool solved = true;
    for (int n = 0; solved && n < MOST_ROUNDS; n++) {
        if (!add_broken(weigh, wish, linear, values, factors))
            break;
        solved = linear_solve(linear, weigh->budget, values);
    }
    solved = solved && round_weights(weigh, wish, values, weights);
    linear_free(linear);
    free(values);
    free(factors);
    return solved;
}

/* ---- all ---- */

static bool all_have_room(const Weigh *weigh, const Wish *wish)
{
    for (size_t i = 0; i < weigh->rows.count; i++) {
        int shift = shift_of(weigh, wish, &weigh->rows.items[i]);
        if (shift > 0 && !has_room(weigh, wish, i, shift))
            return false;
    }
    return true;
}

/* Whether a counter never runs out, as long as the others that are not bad do
 * not. */
static bool is_kept(const Weigh *weigh, uint32_t counter, int64_t *weights)
{
    Wish wish = {.counter = counter,
                 .top = (int)weigh->columns.items[counter].features.count - 1};
    bool kept = true;
    for (int down = 0; down < 2 && kept; down++) {
        wish.down = down;
        kept =
            all_have_room(weigh, &wish) || find_weights(weigh, &wish, weights);
    }
    return kept;
}

static int64_t *drop_counters(Weigh *weigh)
{
    int64_t *weights =
        arena_array(weigh->arena, int64_t, weigh->columns.count + 1);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < weigh->columns.count; i++) {
            Column *column = &weigh->columns.items[i];
            if (column->is_counter && !column->bad &&
                !is_kept(weigh, i, weights))
                column->bad = more = true;
        }
    }
    return weights;
}

/* All features but those of the name that has most of them, other than
 * counters: on a board nearly everything is told by what is where. */
static bool *find_loose(const Weigh *weigh)
{
    const Net *net = weigh->net;
    bool *loose = arena_array(weigh->arena, bool, net->feature_count + 1);
    const Column *board = NULL;
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            loose[column->features.items[k]] = true;
    }
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        if (!column->is_counter && !loose[column->features.items[0]] &&
            (!board || column->features.count > board->features.count))
            board = column;
    }
    for (size_t f = 0; board && f < net->feature_count; f++)
        loose[f] =
            loose[f] || net->features[f]->symbol !=
                            net->features[board->features.items[0]]->symbol;
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        for (size_t k = 0; column->is_counter && k < column->features.count;
             k++)
            loose[column->features.items[k]] = false;
    }
    return loose;
}

static bool has_counter(const Weigh *weigh)
{
    for (size_t i = 0; i < weigh->columns.count; i++)
        if (weigh->columns.items[i].is_counter && !weigh->columns.items[i].bad)
            return true;
    return false;
}

/* What is tried: classes by so many arguments, so many columns, and whether all
 * features are looked at closely. */
typedef struct {
    unsigned arguments;
    size_t columns;
    bool all;
} Attempt;

static bool weigh_begin(Weigh *weigh, const Sentences *sentences,
                        const Ref *lemmas, size_t lemma_count,
                        const Attempt *attempt, bool for_counters)
{
    WaysTask task = {.net = weigh->net,
                     .sentences = sentences,
                     .lemmas = lemmas,
                     .lemma_count = lemma_count,
                     .budget = weigh->budget,
                     .found = note_way,
                     .context = weigh};
    weigh->arena = arena_new();
    make_columns(weigh, attempt->arguments, attempt->columns);
    index_columns(weigh);
    if (for_counters && !has_counter(weigh))
        return false;
    if (!attempt->all)
        task.loose = find_loose(weigh);
    return find_ways(&task) && !weigh->full;
}

static void weigh_end(Weigh *weigh)
{
    for (size_t i = 0; i < weigh->columns.count; i++)
        vec_free(&weigh->columns.items[i].features);
    vec_free(&weigh->columns);
    vec_free(&weigh->rows);
    vec_free(&weigh->shifts);
    vec_free(&weigh->least);
    vec_free(&weigh->most);
    vec_free(&weigh->parts);
    map_free(&weigh->map);
    arena_free(weigh->arena);
}

/* Adds that counters never have a value that they do not come to. */
static void add_unreached(Weigh *weigh, Sentences *sentences, RefList *found)
{
    for (size_t i = 0; i < weigh->columns.count; i++) {
        Column *column = &weigh->columns.items[i];
        if (!column->is_counter || column->bad)
            continue;
        find_reached(column);
        for (size_t k = 0; k < column->features.count; k++)
            if (!column->reached[k])
                vec_push(found, ref_not(sentence_feature(
                                    sentences, 0, column->features.items[k])));
    }
}

/* Adds that counters have a value. */
static void add_values(const Weigh *weigh, Sentences *sentences, RefList *found)
{
    RefList values = {0};
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        if (!column->is_counter || column->bad)
            continue;
        vec_clear(&values);
        for (size_t k = 0; k < column->features.count; k++)
            vec_push(&values,
                     sentence_feature(sentences, 0, column->features.items[k]));
        vec_push(found, sentence_or(sentences, values.items, values.count));
    }
    vec_free(&values);
}

/* Whether this attempt brought something. Once for the values that counters
 * come to, and then for what follows from that. */
static bool try_counters(const Net *net, Sentences *sentences, RefList *lemmas,
                         const Budget *budget, const Attempt *attempt,
                         bool *any)
{
    size_t before = lemmas->count;
    for (int n = 0; n < 2; n++) {
        Weigh weigh = {.net = net, .budget = budget};
        size_t now = lemmas->count;
        bool good = weigh_begin(&weigh, sentences, lemmas->items, lemmas->count,
                                attempt, true);
        *any = has_counter(&weigh);
        if (good && !n)
            add_unreached(&weigh, sentences, lemmas);
        bool last = n || lemmas->count == now;
        if (good && last) {
            drop_counters(&weigh);
            add_values(&weigh, sentences, lemmas);
        }
        weigh_end(&weigh);
        if (!good || last)
            break;
    }
    return lemmas->count > before;
}

void find_counters(const Net *net, Sentences *sentences, const Ref *lemmas,
                   size_t lemma_count, const Budget *budget, RefList *found)
{
    static const Attempt attempts[] = {{1, 100, false}, {1, 100, true}};
    RefList all = {0};
    bool any = true, done = false;
    for (size_t i = 0; i < lemma_count; i++)
        vec_push(&all, lemmas[i]);
    for (size_t n = 0; any && !done && n < sizeof attempts / sizeof *attempts;
         n++) {
        Budget some = budget_part(budget, n ? 0.9 : 0.7);
        done = budget_spent(budget) ||
               try_counters(net, sentences, &all, &some, &attempts[n], &any);
    }
    for (size_t i = lemma_count; i < all.count; i++)
        vec_push(found, all.items[i]);
    vec_free(&all);
}

/* From the initial position to the least sum there can be. */
static uint64_t bound_of(const Weigh *weigh, const int64_t *weights)
{
    int64_t bound = 0;
    for (size_t i = 0; i < weigh->columns.count; i++) {
        const Column *column = &weigh->columns.items[i];
        int64_t most = (int64_t)column->features.count - column->is_counter;
        bound += weights[i] * column->initial;
        bound -= weights[i] < 0 ? weights[i] * most : 0;
    }
    return (uint64_t)bound;
}

bool find_descent(const Net *net, const Sentences *sentences, const Ref *lemmas,
                  size_t lemma_count, const Budget *budget, uint64_t *bound)
{
    static const Attempt attempts[] = {
        {1, 100, false}, {1, 100, true}, {2, 500, false}, {2, 500, true}};
    Wish wish = {.counter = NO_INDEX};
    bool found = false;
    for (size_t n = 0; n < sizeof attempts / sizeof *attempts && !found; n++) {
        Budget some = budget_part(budget, 0.5);
        Weigh weigh = {.net = net, .budget = &some};
        if (budget_spent(budget))
            break;
        if (weigh_begin(&weigh, sentences, lemmas, lemma_count, &attempts[n],
                        false)) {
            int64_t *weights = drop_counters(&weigh);
            found = find_weights(&weigh, &wish, weights);
            if (found)
                *bound = bound_of(&weigh, weights);
        }
        weigh_end(&weigh);
    }
    return found;
}
