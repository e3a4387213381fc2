/* class_deltas.c - the rows of the linear program: what a step adds to columns
 *
 * In:   columns; the cases of a step, one by one
 *       (prove/candidates/transition_cases.c)
 * Out:  a row for each case: by how much it changes the columns, and between
 *       which numbers they are before it; equal rows are merged
 * Next: prove/linear/lp_weights.c finds weights of the columns
 *
 * In Petri nets this is the incidence matrix (Murata 1989), except that an
 * entry is an interval, for a case leaves some features open. Start reading at
 * linear_add_case(), at the end.
 */
#include "prove/linear/linear_internal.h"

#include "base/sort.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 30000 };

/* ---- columns that count features ---- */

/* Adds one change of the case to the columns that count its feature. */
static void add_change(LinearSearch *search, const CaseChange *change)
{
    const uint32_t *first = &search->columns_of.first[change->feature];
    for (uint32_t i = first[0]; i < first[1]; i++) {
        uint32_t column = search->columns_of.targets[i];
        int fixed =
            (change->after == CASE_TRUE) - (change->before == CASE_TRUE);
        if (search->columns.items[column].is_counter)
            continue;
        search->delta_min[column] += fixed;
        search->delta_max[column] += fixed;
        if (change->after == CASE_OPEN && change->from == NO_INDEX)
            search->delta_max[column]++;
        else if (change->after == CASE_OPEN)
            vec_push(&search->old_values,
                     ((OldValueTerm){column, change->from, 1}));
        if (change->before == CASE_OPEN)
            vec_push(&search->old_values,
                     ((OldValueTerm){column, change->feature, -1}));
    }
}

static int by_column_and_feature(const void *left, const void *right)
{
    const OldValueTerm *a = left, *b = right;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    return (a->feature > b->feature) - (a->feature < b->feature);
}

/* Sums the terms of equal column and feature: a feature that only moves within
 * a column cancels out. Of the rest the old value is 0 or 1. */
static void add_old_values(LinearSearch *search)
{
    const OldValueTerm *terms = search->old_values.items;
    size_t count = search->old_values.count;
    sort_items(search->old_values.items, count, sizeof *terms,
               by_column_and_feature);
    for (size_t i = 0, end; i < count; i = end) {
        int sum = 0;
        for (end = i;
             end < count && !by_column_and_feature(&terms[i], &terms[end]);
             end++)
            sum += terms[end].coefficient;
        search->delta_min[terms[i].column] += sum < 0 ? sum : 0;
        search->delta_max[terms[i].column] += sum > 0 ? sum : 0;
    }
    vec_clear(&search->old_values);
}

/* Between which numbers a column is before the step, from what the case knows
 * of its features. */
static void find_range(const LinearColumn *column, const uint8_t *values,
                       int *min, int *max)
{
    int count = (int)column->features.count;
    *min = column->is_counter ? count : 0;
    *max = 0;
    for (int k = 0; k < count; k++) {
        uint8_t value = values[column->features.items[k]];
        if (!column->is_counter) {
            *min += value == CASE_TRUE;
            *max += value != CASE_FALSE;
        } else if (value == CASE_TRUE) { /* a counter has one value */
            *min = *max = k;
            return;
        } else if (value == CASE_OPEN) {
            *min = *min == count ? k : *min;
            *max = k;
        }
    }
    assert(column->is_counter || (0 <= *min && *min <= *max));
}

/* ---- counters ---- */

/* The index of FEATURE among the values of a counter, or -1. */
static int value_index(const LinearColumn *column, uint32_t feature)
{
    for (size_t i = 0; i < column->features.count; i++)
        if (column->features.items[i] == feature)
            return (int)i;
    return -1;
}

enum { NO_VALUE = -1, ANY_VALUE = -2, UNKNOWN_SOURCE = -3 };

/* The value that the counter has before the step if it is VALUE after it.
 * NO_VALUE: it is never VALUE afterwards; ANY_VALUE: it always is. */
static int value_before(const LinearSearch *search,
                        const TransitionCase *step_case,
                        const LinearColumn *column, int value)
{
    uint32_t feature = column->features.items[value];
    const CaseChange *change = search->change_of[feature];
    if (!change)
        return step_case->values[feature] == CASE_FALSE ? NO_VALUE : value;
    if (change->after == CASE_FALSE)
        return NO_VALUE;
    if (change->after == CASE_TRUE)
        return ANY_VALUE;
    int from =
        change->from == NO_INDEX ? -1 : value_index(column, change->from);
    return from < 0 ? UNKNOWN_SOURCE : from;
}

/* *SHIFT is what the step adds to the counter, the same from every value that
 * is possible; false if there is no such number. A value without a target is
 * allowed only where the shift leads beyond the first or last value. */
static bool find_shift(LinearSearch *search, const TransitionCase *step_case,
                       const LinearColumn *column, int *shift)
{
    int count = (int)column->features.count, constant_value = NO_VALUE;
    bool is_known = false;
    for (int i = 0; i < count; i++)
        search->value_after[i] = NO_VALUE;
    for (int i = 0; i < count; i++) {
        int source = value_before(search, step_case, column, i);
        if (source == UNKNOWN_SOURCE ||
            (source == ANY_VALUE && constant_value != NO_VALUE) ||
            (source >= 0 && search->value_after[source] != NO_VALUE))
            return false;
        if (source == ANY_VALUE)
            constant_value = i;
        else if (source >= 0)
            search->value_after[source] = i;
    }
    for (int i = 0; i < count; i++) {
        CaseValue before = step_case->values[column->features.items[i]];
        int target = search->value_after[i];
        if (before == CASE_TRUE) { /* a counter has one value */
            if ((constant_value == NO_VALUE) == (target == NO_VALUE))
                return false;
            *shift = (constant_value == NO_VALUE ? target : constant_value) - i;
            return true;
        }
        if (before == CASE_FALSE || target == NO_VALUE)
            continue;
        if (constant_value != NO_VALUE || (is_known && target - i != *shift))
            return false;
        *shift = target - i;
        is_known = true;
    }
    for (int i = 0; is_known && i < count; i++)
        if (step_case->values[column->features.items[i]] == CASE_OPEN &&
            search->value_after[i] == NO_VALUE && i + *shift >= 0 &&
            i + *shift < count)
            return false;
    return is_known;
}

/* The deltas of the counters. Those without a constant one become invalid. */
static void add_counter_shifts(LinearSearch *search,
                               const TransitionCase *step_case)
{
    for (size_t i = 0; i < step_case->count; i++) {
        const CaseChange *change = &step_case->changes[i];
        assert(!search->change_of[change->feature]); /* once each */
        search->change_of[change->feature] = change;
    }
    for (size_t i = 0; i < search->columns.count; i++) {
        LinearColumn *column = &search->columns.items[i];
        int shift = 0;
        if (!column->is_counter || column->is_invalid)
            continue;
        column->is_invalid = !find_shift(search, step_case, column, &shift);
        search->delta_min[i] = search->delta_max[i] = shift;
    }
    for (size_t i = 0; i < step_case->count; i++)
        search->change_of[step_case->changes[i].feature] = NULL;
}

/* ---- rows ---- */

static bool same_row(const LinearSearch *search, const LinearRow *row,
                     size_t first)
{
    size_t count = search->deltas.count - first;
    const ColumnDelta *a = search->deltas.items + row->first;
    const ColumnDelta *b = search->deltas.items + first;
    if (row->count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (a[i].column != b[i].column || a[i].min != b[i].min ||
            a[i].max != b[i].max)
            return false;
    return true;
}

/* Cases with equal deltas share a row, whose ranges are the union of theirs. */
static void widen_ranges(LinearSearch *search, size_t row)
{
    size_t count = search->columns.count;
    assert((row + 1) * count <= search->row_min.count);
    for (size_t i = 0; i < count; i++) {
        int16_t *min = &search->row_min.items[row * count + i];
        int16_t *max = &search->row_max.items[row * count + i];
        if (search->range_min[i] < *min)
            *min = (int16_t)search->range_min[i];
        if (search->range_max[i] > *max)
            *max = (int16_t)search->range_max[i];
    }
}

static void add_row(LinearSearch *search)
{
    size_t first = search->deltas.count;
    uint32_t hash = 1;
    for (uint32_t i = 0; i < search->columns.count; i++) {
        int min = search->delta_min[i], max = search->delta_max[i];
        assert(min <= max);
        if (!min && !max)
            continue;
        search->has_overflow =
            search->has_overflow || min < INT16_MIN || max > INT16_MAX;
        vec_push(&search->deltas,
                 ((ColumnDelta){i, (int16_t)min, (int16_t)max}));
        hash = hash_mix(hash_mix(hash, i), (uint32_t)(min * 4096 + max));
    }
    map_each (p, &search->row_map, hash)
        if (same_row(search, &search->rows.items[p.index], first)) {
            widen_ranges(search, p.index);
            search->deltas.count = first;
            return;
        }
    assert(search->row_min.count == search->rows.count * search->columns.count);
    map_add(&search->row_map, hash, (uint32_t)search->rows.count);
    vec_push(
        &search->rows,
        (LinearRow){(uint32_t)first, (uint32_t)(search->deltas.count - first)});
    for (size_t i = 0; i < search->columns.count; i++) {
        vec_push(&search->row_min, (int16_t)search->range_min[i]);
        vec_push(&search->row_max, (int16_t)search->range_max[i]);
    }
    search->has_overflow =
        search->has_overflow || search->rows.count > MAX_ROWS;
}

void linear_add_case(void *context, const TransitionCase *step_case)
{
    LinearSearch *search = context;
    size_t bytes = search->columns.count * sizeof *search->delta_min;
    if (search->has_overflow)
        return;
    memset(search->delta_min, 0, bytes);
    memset(search->delta_max, 0, bytes);
    for (size_t i = 0; i < step_case->count; i++)
        add_change(search, &step_case->changes[i]);
    add_old_values(search);
    add_counter_shifts(search, step_case);
    for (size_t i = 0; i < search->columns.count; i++)
        find_range(&search->columns.items[i], step_case->values,
                   &search->range_min[i], &search->range_max[i]);
    add_row(search);
}
