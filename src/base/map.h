/* map.h - find the index of a thing by its hash
 *
 * A Map knows nothing about the things it finds: it keeps pairs of hash and
 * index, and asks the caller whether the thing at an index is the one meant.
 *
 *     map_each (p, &map, hash)
 *         if (things[p.index] is the one) return p.index;
 *     map_add(&map, hash, new_index);
 */
#ifndef ZERMELO_BASE_MAP_H
#define ZERMELO_BASE_MAP_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint32_t hash, index_plus_one;
} MapSlot;

typedef struct {
    MapSlot *slots;
    size_t capacity, count;
} Map;

typedef struct {
    uint32_t hash, index;
    size_t at;
} MapProbe;

static inline MapProbe map_probe(const Map *map, uint32_t hash)
{
    return (MapProbe){hash, 0, map->capacity ? hash & (map->capacity - 1) : 0};
}

/* Moves on to the next index that was added with this hash, if any. */
static inline bool map_next(const Map *map, MapProbe *probe)
{
    if (!map->capacity)
        return false;
    for (;; probe->at = (probe->at + 1) & (map->capacity - 1)) {
        MapSlot slot = map->slots[probe->at];
        if (!slot.index_plus_one)
            return false;
        if (slot.hash == probe->hash) {
            probe->index = slot.index_plus_one - 1;
            probe->at = (probe->at + 1) & (map->capacity - 1);
            return true;
        }
    }
}

/* A loop over the indices that were added with HASH, as PROBE.index. */
#define map_each(probe, map, hash)                                             \
    for (MapProbe probe = map_probe((map), (hash)); map_next((map), &probe);)

void map_add(Map *map, uint32_t hash, uint32_t index);
void map_clear(Map *map);
/* Clears a map that is to have COUNT entries, no more than it had: it becomes
 * smaller if memory permits. Nothing fails. */
void map_restart(Map *map, size_t count);
void map_free(Map *map);

/* The same in ARENA, to be looked up and no more; MAP is emptied. */
Map map_finish(Map *map, Arena *arena);

uint32_t hash_bytes(const void *bytes, size_t length);

static inline uint32_t hash_mix(uint32_t hash, uint32_t value)
{
    uint64_t mixed = ((uint64_t)hash << 32 | value) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 32)) * 0xd6e8feb86659fd93u;
    return (uint32_t)(mixed >> 32);
}

#endif
