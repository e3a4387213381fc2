/* map.c - find the index of a thing by its hash (open addressing) */
#include "base/map.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void insert_slot(Map *map, MapSlot slot)
{
    size_t position = slot.hash & (map->capacity - 1);
    while (map->slots[position].index_plus_one)
        position = (position + 1) & (map->capacity - 1);
    map->slots[position] = slot;
}

static void grow_table(Map *map)
{
    Map old_map = *map;
    size_t capacity = old_map.capacity ? 2 * old_map.capacity : 64;
    map->slots = memory_zeroed(capacity, sizeof *map->slots);
    map->capacity = capacity;
    for (size_t i = 0; i < old_map.capacity; i++)
        if (old_map.slots[i].index_plus_one)
            insert_slot(map, old_map.slots[i]);
    memory_free(old_map.slots);
}

void map_add(Map *map, uint32_t hash, uint32_t index)
{
    if (map->count * 3 >= map->capacity * 2)
        grow_table(map);
    assert(index != UINT32_MAX && map->count < map->capacity);
    insert_slot(map, (MapSlot){hash, index + 1});
    map->count++;
}

void map_clear(Map *map)
{
    if (map->count)
        memset(map->slots, 0, map->capacity * sizeof *map->slots);
    map->count = 0;
}

void map_restart(Map *map, size_t count)
{
    size_t capacity = 64;
    while (count * 3 >= capacity * 2)
        capacity *= 2;
    MapSlot *slots = capacity < map->capacity
                         ? memory_try_zeroed(capacity, sizeof *slots)
                         : NULL;
    map_clear(map);
    if (!slots)
        return;
    map_free(map);
    *map = (Map){slots, capacity, 0};
}

void map_free(Map *map)
{
    memory_free(map->slots);
    *map = (Map){0};
}

Map map_finish(Map *map, Arena *arena)
{
    Map copy = *map;
    copy.slots =
        arena_copy(arena, map->slots, map->capacity * sizeof *map->slots);
    map_free(map);
    return copy;
}

uint32_t hash_bytes(const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * 16777619u;
    return hash_mix(hash, (uint32_t)length);
}
