/* byte_table.c - distinct byte strings, numbered from 0 in order of arrival */
#include "base/byte_table.h"

#include <assert.h>
#include <string.h>

Bytes bytes_copy(Arena *arena, Bytes string)
{
    string.bytes = arena_copy(arena, string.bytes, string.length);
    return string;
}

static uint32_t find_string(const ByteTable *table, uint32_t hash, Bytes string)
{
    map_each (p, &table->map, hash) {
        Bytes known = table->strings.items[p.index];
        if (known.length == string.length &&
            (!known.length ||
             memcmp(known.bytes, string.bytes, known.length) == 0))
            return p.index;
    }
    return NO_STRING;
}

uint32_t byte_table_find(const ByteTable *table, Bytes string)
{
    return find_string(table, hash_bytes(string.bytes, string.length), string);
}

uint32_t byte_table_put(ByteTable *table, Bytes string)
{
    uint32_t hash = hash_bytes(string.bytes, string.length);
    uint32_t known = find_string(table, hash, string);
    if (known != NO_STRING)
        return known;
    if (!table->arena)
        table->arena = arena_new();
    assert(table->map.count == table->strings.count);
    map_add(&table->map, hash, (uint32_t)table->strings.count);
    vec_push(&table->strings, bytes_copy(table->arena, string));
    return (uint32_t)table->strings.count - 1;
}

void byte_table_clear(ByteTable *table)
{
    arena_free(table->arena);
    table->arena = NULL;
    vec_clear(&table->strings);
    map_clear(&table->map);
}

void byte_table_free(ByteTable *table)
{
    arena_free(table->arena);
    vec_free(&table->strings);
    map_free(&table->map);
    *table = (ByteTable){0};
}
