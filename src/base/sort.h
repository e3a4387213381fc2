/* sort.h - the only sort of the tree
 *
 * A comparison that is no total order loses items in sets and makes binary
 * search miss what is there. So all sorting goes through here, where builds
 * with assertions check the order on the items that are sorted.
 */
#ifndef ZERMELO_BASE_SORT_H
#define ZERMELO_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

typedef int Compare(const void *left, const void *right);
typedef int CompareWith(const void *left, const void *right, void *context);

/* ITEMS may be NULL if COUNT is 0. */
void sort_items(void *items, size_t count, size_t size, Compare *compare);
void sort_items_with(void *items, size_t count, size_t size,
                     CompareWith *compare, void *context);

/* Sorts and keeps one of each run of equal items; returns how many are left. */
size_t sort_unique(void *items, size_t count, size_t size, Compare *compare);

/* The index of an item that compares equal to KEY, or COUNT (binary search). */
size_t sort_find(const void *items, size_t count, size_t size, const void *key,
                 Compare *compare);

void sort_numbers(uint32_t *numbers, size_t count);
int compare_numbers(const void *left, const void *right); /* two uint32_t */

/* A total order of names: byte by byte, but names that begin with digits by the
 * number these denote, then by what follows, then by the number of leading
 * zeros: 1 < 01 < 1b < 9 < 10. */
int compare_names(const char *left, const char *right);

#endif
