/* byte_table.h - distinct byte strings, numbered from 0 in order of arrival
 *
 * For positions that were reached, sets of numbers, and the like. A table of
 * zeros is empty.
 */
#ifndef ZERMELO_BASE_BYTE_TABLE_H
#define ZERMELO_BASE_BYTE_TABLE_H

#include "base/map.h"
#include "base/vec.h"

typedef struct {
    const void *bytes;
    size_t length;
} Bytes;

/* The elements of an array. */
#define BYTES_OF(array) ((Bytes){(array), sizeof(array)})

typedef struct {
    Arena *arena; /* holds the strings */
    VEC(Bytes) strings;
    Map map;
} ByteTable;

/* A copy in ARENA. */
Bytes bytes_copy(Arena *arena, Bytes string);

#define NO_STRING UINT32_MAX

/* The number of STRING, or NO_STRING. */
uint32_t byte_table_find(const ByteTable *table, Bytes string);

/* The number of STRING, which is copied if it is new: it is then the last. */
uint32_t byte_table_put(ByteTable *table, Bytes string);
void byte_table_clear(ByteTable *table);
void byte_table_free(ByteTable *table);

#endif
