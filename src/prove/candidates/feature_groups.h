/* feature_groups.h - features of one symbol that agree in some arguments
 *
 * The contents of a cell, the cells of a piece, the values of a counter: most
 * invariants are about such a group.
 */
#ifndef ZERMELO_PROVE_CANDIDATES_FEATURE_GROUPS_H
#define ZERMELO_PROVE_CANDIDATES_FEATURE_GROUPS_H

#include "base/graph.h"
#include "ground/net.h"

/* Groups COUNT features, the first ones of NET if FEATURES is NULL, by symbol,
 * arity, and arguments at the places whose bits are set in PLACES. Group by
 * group, in the order of their first features, and in a group in the order
 * given, they are the targets of a graph in ARENA. */
Graph group_features(Arena *arena, const Net *net, const uint32_t *features,
                     size_t count, uint32_t places);

typedef struct {
    const uint32_t *items;
    size_t count; /* at least 1 */
} FeatureGroup;

static inline FeatureGroup feature_group(const Graph *groups, size_t number)
{
    const uint32_t *first = groups->first + number;
    return (FeatureGroup){groups->targets + first[0], first[1] - first[0]};
}

/* The bit of a place; beyond 32, places are not told apart. */
static inline uint32_t place_bit(size_t place)
{
    return place < 32 ? (uint32_t)1 << place : 0;
}

#endif
