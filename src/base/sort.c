/* sort.c - the only sort of the tree */
#include "base/sort.h"

#include "base/text.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef NDEBUG
static int sign(int order)
{
    return (order > 0) - (order < 0);
}

/* In a sorted array no item may be greater than a later one, whichever is asked
 * first, and what lies between two equal items is equal to both. Neighbours
 * say little: a sort has compared them. So each item is also compared with one
 * further on, at distances that vary. */
static bool order_is_total(const char *items, size_t count, size_t size,
                           CompareWith *compare, void *context)
{
    for (size_t i = 0; i + 1 < count; i++) {
        const char *item = items + i * size;
        size_t distance = (size_t)2 << i % 8;
        int order = compare(item, item + size, context);
        if (order > 0)
            return false;
        if (distance >= count - i)
            distance = count - 1 - i;
        const char *later = item + distance * size;
        int later_order = compare(item, later, context);
        if (later_order > 0 || (order && !later_order) ||
            sign(compare(later, item, context)) != -sign(later_order))
            return false;
    }
    return true;
}
#endif

void sort_items_with(void *items, size_t count, size_t size,
                     CompareWith *compare, void *context)
{
    if (count < 2)
        return;
    qsort_r(items, count, size, compare, context);
    assert(order_is_total(items, count, size, compare, context));
}

static int compare_plainly(const void *left, const void *right, void *compare)
{
    return (*(Compare **)compare)(left, right);
}

void sort_items(void *items, size_t count, size_t size, Compare *compare)
{
    sort_items_with(items, count, size, compare_plainly, &compare);
}

size_t sort_unique(void *items, size_t count, size_t size, Compare *compare)
{
    char *bytes = items;
    size_t kept = 0;
    sort_items(items, count, size, compare);
    for (size_t i = 0; i < count; i++)
        if (!kept ||
            compare(bytes + (kept - 1) * size, bytes + i * size) != 0) {
            if (kept != i)
                memcpy(bytes + kept * size, bytes + i * size, size);
            kept++;
        }
    return kept;
}

size_t sort_find(const void *items, size_t count, size_t size, const void *key,
                 Compare *compare)
{
    const char *found =
        count ? bsearch(key, items, count, size, compare) : NULL;
    return found ? (size_t)(found - (const char *)items) / size : count;
}

int compare_numbers(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* An order that needs no check. */
void sort_numbers(uint32_t *numbers, size_t count)
{
    if (count > 1)
        qsort(numbers, count, sizeof *numbers, compare_numbers);
}

int compare_names(const char *left, const char *right)
{
    if (!ascii_is_digit(*left) || !ascii_is_digit(*right))
        return strcmp(left, right);
    /* By hand, since most numbers are short and strspn is slow to begin. */
    const char *a = left, *b = right, *end_a, *end_b;
    while (*a == '0')
        a++;
    while (*b == '0')
        b++;
    for (end_a = a; ascii_is_digit(*end_a);)
        end_a++;
    for (end_b = b; ascii_is_digit(*end_b);)
        end_b++;
    if (end_a - a != end_b - b)
        return end_a - a < end_b - b ? -1 : 1;
    int order = strcmp(a, b);
    size_t zeros_a = (size_t)(a - left), zeros_b = (size_t)(b - right);
    return order ? order : (zeros_a > zeros_b) - (zeros_a < zeros_b);
}
