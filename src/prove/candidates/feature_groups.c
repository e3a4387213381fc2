/* feature_groups.c - features of one symbol that agree in some arguments
 *
 * In:   features of a Net, and argument places
 * Out:  groups of features that have the same symbol, and the same there
 * Next: the other modules of this folder, prove/linear and prove/termination
 */
#include "prove/candidates/feature_groups.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

static bool are_in_one_group(const Term *left, const Term *right,
                             uint32_t places)
{
    bool agree = left->symbol == right->symbol && left->arity == right->arity;
    for (size_t i = 0; agree && i < left->arity; i++)
        agree = !(places & place_bit(i)) || left->args[i] == right->args[i];
    return agree;
}

static uint32_t group_hash(const Term *feature, uint32_t places)
{
    uint32_t hash = hash_mix(feature->symbol->id, (uint32_t)feature->arity);
    for (size_t i = 0; i < feature->arity; i++)
        if (places & place_bit(i))
            hash = hash_mix(hash, feature->args[i]->id);
    return hash;
}

Graph group_features(Arena *arena, const Net *net, const uint32_t *features,
                     size_t count, uint32_t places)
{
    Map group_map = {0};
    TermVec leaders = {0}; /* by group: its first feature */
    uint32_t *group_of = memory_array(count + 1, sizeof *group_of);
    for (size_t i = 0; i < count; i++) {
        const Term *feature = net->features[features ? features[i] : i];
        uint32_t hash = group_hash(feature, places);
        group_of[i] = (uint32_t)leaders.count;
        map_each (probe, &group_map, hash)
            if (are_in_one_group(leaders.items[probe.index], feature, places))
                group_of[i] = probe.index;
        if (group_of[i] == leaders.count) {
            map_add(&group_map, hash, group_of[i]);
            vec_push(&leaders, feature);
        }
        assert(group_of[i] < leaders.count);
    }
    Graph groups = graph_members(arena, leaders.count, group_of, count);
    for (size_t i = 0; features && i < count; i++)
        groups.targets[i] = features[groups.targets[i]];
    map_free(&group_map);
    vec_free(&leaders);
    memory_free(group_of);
    return groups;
}
