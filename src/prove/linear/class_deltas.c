/* class_deltas.c - what a way of a step does to columns
 *
 * In:   columns, and the ways of a step (prove/candidates/transition_cases.c)
 * one by one Out:  a row for each that is different: by how much it can change
 * the columns, and between which numbers they are before it Next:
 * prove/linear/lp_weights.c finds weights for the columns
 *
 * Start reading at linear_note_way(), at the end.
 */
#include "prove/linear/linear_internal.h"

#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 30000 };

/* ---- numbers of features ---- */

static void add_change(LinearSearch *search, const CaseChange *change)
{
    Extent of = search->of[change->feature];
    for (uint32_t i = 0; i < of.count; i++) {
        uint32_t column = search->column_list[of.first + i];
        int fixed =
            (change->after == CASE_TRUE) - (change->before == CASE_TRUE);
        if (search->columns.items[column].is_counter)
            continue;
        search->low[column] += fixed;
        search->high[column] += fixed;
        if (change->after == CASE_OPEN && change->from == NO_INDEX)
            search->high[column]++;
        else if (change->after == CASE_OPEN)
            vec_push(&search->parts, ((Part){column, change->from, 1}));
        if (change->before == CASE_OPEN)
            vec_push(&search->parts, ((Part){column, change->feature, -1}));
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
static void add_parts(LinearSearch *search)
{
    const Part *parts = search->parts.items;
    size_t count = search->parts.count;
    sort_items(search->parts.items, count, sizeof *parts, by_place);
    for (size_t i = 0, end; i < count; i = end) {
        int sum = 0;
        for (end = i; end < count && !by_place(&parts[i], &parts[end]); end++)
            sum += parts[end].coefficient;
        search->low[parts[i].column] += sum < 0 ? sum : 0;
        search->high[parts[i].column] += sum > 0 ? sum : 0;
    }
    vec_clear(&search->parts);
}

/* Between which numbers the columns are before the step. */
static void find_ranges(LinearSearch *search, const TransitionCase *way)
{
    for (size_t i = 0; i < search->columns.count; i++) {
        const Column *column = &search->columns.items[i];
        int count = (int)column->features.count, under = 0, over = 0;
        if (column->is_counter) {
            int value = count;
            under = count;
            for (int k = 0; k < count; k++)
                if (way->values[column->features.items[k]] != CASE_FALSE) {
                    under = under == count ? k : under;
                    over = k;
                    if (way->values[column->features.items[k]] == CASE_TRUE)
                        value = k;
                }
            if (value < count)
                under = over = value;
        }
        for (int k = 0; !column->is_counter && k < count; k++) {
            under += way->values[column->features.items[k]] == CASE_TRUE;
            over += way->values[column->features.items[k]] != CASE_FALSE;
        }
        search->under[i] = under;
        search->over[i] = over;
    }
}

/* ---- counters ---- */

static int index_in(const Column *column, uint32_t feature)
{
    for (size_t i = 0; i < column->features.count; i++)
        if (column->features.items[i] == feature)
            return (int)i;
    return -1;
}

enum { NOWHERE = -1, SURE = -2, UNCLEAR = -3 };

/* The value whose turning up before the step makes it VALUE after it. */
static int source_of(const LinearSearch *search, const TransitionCase *way,
                     const Column *column, int value)
{
    uint32_t feature = column->features.items[value];
    const CaseChange *change = search->change_of[feature];
    if (!change)
        return way->values[feature] == CASE_FALSE ? NOWHERE : value;
    if (change->after == CASE_FALSE)
        return NOWHERE;
    if (change->after == CASE_TRUE)
        return SURE;
    int from = change->from == NO_INDEX ? -1 : index_in(column, change->from);
    return from < 0 ? UNCLEAR : from;
}

/* By how much the counter goes up; false if that is not so simple. A value may
 * have nowhere to go if it is so near to the end. */
static bool find_shift(LinearSearch *search, const TransitionCase *way,
                       const Column *column, int *shift)
{
    int count = (int)column->features.count, sure = NOWHERE;
    bool known = false;
    for (int i = 0; i < count; i++)
        search->target[i] = NOWHERE;
    for (int i = 0; i < count; i++) {
        int source = source_of(search, way, column, i);
        if (source == UNCLEAR || (source == SURE && sure != NOWHERE) ||
            (source >= 0 && search->target[source] != NOWHERE))
            return false;
        if (source == SURE)
            sure = i;
        else if (source >= 0)
            search->target[source] = i;
    }
    for (int i = 0; i < count; i++) {
        CaseValue before = way->values[column->features.items[i]];
        int target = search->target[i];
        if (before == CASE_TRUE) { /* so it is the only one */
            if ((sure == NOWHERE) == (target == NOWHERE))
                return false;
            *shift = (sure == NOWHERE ? target : sure) - i;
            return true;
        }
        if (before == CASE_FALSE || target == NOWHERE)
            continue;
        if (sure != NOWHERE || (known && target - i != *shift))
            return false;
        *shift = target - i;
        known = true;
    }
    for (int i = 0; known && i < count; i++)
        if (way->values[column->features.items[i]] == CASE_OPEN &&
            search->target[i] == NOWHERE && i + *shift >= 0 &&
            i + *shift < count)
            return false;
    return known;
}

static void note_shift(const Column *column, const TransitionCase *way,
                       int shift)
{
    int count = (int)column->features.count;
    for (int i = 0; i < count; i++)
        if (way->values[column->features.items[i]] != CASE_FALSE)
            column->shifted[(shift + count) * count + i] = true;
}

static void add_counters(LinearSearch *search, const TransitionCase *way)
{
    for (size_t i = 0; i < way->count; i++)
        search->change_of[way->changes[i].feature] = &way->changes[i];
    for (size_t i = 0; i < search->columns.count; i++) {
        Column *column = &search->columns.items[i];
        int shift = 0;
        if (!column->is_counter || column->bad)
            continue;
        if (!find_shift(search, way, column, &shift))
            column->bad = true;
        else
            note_shift(column, way, shift);
        search->low[i] = search->high[i] = shift;
    }
    for (size_t i = 0; i < way->count; i++)
        search->change_of[way->changes[i].feature] = NULL;
}

void linear_find_reached(Column *column)
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

static bool same_row(const LinearSearch *search, const Row *row, size_t first)
{
    size_t count = search->shifts.count - first;
    const Shift *a = search->shifts.items + row->first;
    const Shift *b = search->shifts.items + first;
    if (row->count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (a[i].column != b[i].column || a[i].least != b[i].least ||
            a[i].most != b[i].most)
            return false;
    return true;
}

/* Of ways that do the same, the ranges are put together. */
static void widen(LinearSearch *search, size_t row)
{
    size_t count = search->columns.count;
    for (size_t i = 0; i < count; i++) {
        int16_t *least = &search->least.items[row * count + i];
        int16_t *most = &search->most.items[row * count + i];
        if (search->under[i] < *least)
            *least = (int16_t)search->under[i];
        if (search->over[i] > *most)
            *most = (int16_t)search->over[i];
    }
}

static void add_row(LinearSearch *search)
{
    size_t first = search->shifts.count;
    uint32_t hash = 1;
    for (uint32_t i = 0; i < search->columns.count; i++) {
        int low = search->low[i], high = search->high[i];
        if (!low && !high)
            continue;
        search->full = search->full || low < INT16_MIN || high > INT16_MAX;
        vec_push(&search->shifts, ((Shift){i, (int16_t)low, (int16_t)high}));
        hash = hash_mix(hash_mix(hash, i), (uint32_t)(low * 4096 + high));
    }
    for (MapProbe p = map_probe(&search->map, hash);
         map_next(&search->map, &p);)
        if (same_row(search, &search->rows.items[p.index], first)) {
            widen(search, p.index);
            search->shifts.count = first;
            return;
        }
    map_add(&search->map, hash, (uint32_t)search->rows.count);
    Row row = {(uint32_t)first, (uint32_t)(search->shifts.count - first)};
    vec_push(&search->rows, row);
    for (size_t i = 0; i < search->columns.count; i++) {
        vec_push(&search->least, (int16_t)search->under[i]);
        vec_push(&search->most, (int16_t)search->over[i]);
    }
    search->full = search->full || search->rows.count > MAX_ROWS;
}

void linear_note_way(void *context, const TransitionCase *way)
{
    LinearSearch *search = context;
    size_t bytes = search->columns.count * sizeof *search->low;
    if (search->full)
        return;
    memset(search->low, 0, bytes);
    memset(search->high, 0, bytes);
    for (size_t i = 0; i < way->count; i++)
        add_change(search, &way->changes[i]);
    add_parts(search);
    add_counters(search, way);
    find_ranges(search, way);
    add_row(search);
}
