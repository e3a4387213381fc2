/* sampled_mutexes.c - candidate mutex groups from a sample of positions
 *
 * In:   a sample of reachable positions (prove/walk/guided_walks.h)
 * Out:  gates that are true in all of them
 * Next: prove/induction/houdini.c finds the largest inductive subset
 *
 * Mutex groups as in planning (Helmert 2009), but guessed from a sample. For
 * each set of argument places, the smallest sets first, the instances of a
 * symbol are grouped by their arguments there. A group within one that was
 * added says nothing new. A group has all its features, also those that were
 * never seen to hold: the invariant has to cover them to be inductive. Start
 * reading at sampled_mutex_groups(), at the end.
 */
#include "prove/candidates/sampled_mutexes.h"

#include "prove/candidates/feature_groups.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_PLACES = 5, /* arguments of a feature */
    PLACE_SETS = 1 << MAX_PLACES,
    MAX_MEMBERS = 1000 /* features of a group */
};

typedef struct {
    CandidateBuilder builder;
    Arena *arena;
    uint32_t *covered_by; /* by feature: the place sets of groups with it */
    RefList scratch;
} MutexSampler;

/* Whether a larger group, by fewer places, that contains the group of FEATURE
 * was added. Any member of the group may be asked: all agree in these places.
 */
static bool is_covered(const MutexSampler *sampler, uint32_t feature,
                       uint32_t place_mask)
{
    assert(feature < sampler->builder.net->feature_count);
    for (uint32_t subset = 0; subset < place_mask; subset++)
        if ((subset & ~place_mask) == 0 &&
            (sampler->covered_by[feature] >> subset & 1))
            return true;
    return false;
}

/* Whether a member was seen to hold and, in a large net, one is in focus. In a
 * small net groups outside the focus count too: moves often depend on them. */
static bool is_relevant(const MutexSampler *sampler, const uint32_t *features,
                        size_t count)
{
    enum { MAX_FEATURES = 3000 };
    bool is_focused = sampler->builder.net->feature_count <= MAX_FEATURES,
         was_seen = false;
    for (size_t i = 0; i < count; i++) {
        is_focused = is_focused || sampler->builder.focus[features[i]];
        was_seen =
            was_seen || walks_seen_true(sampler->builder.walks, features[i]);
    }
    return is_focused && was_seen;
}

static void add_group(MutexSampler *sampler, FeatureGroup group,
                      uint32_t place_mask)
{
    const uint32_t *features = group.items;
    size_t count = group.count;
    assert(place_mask < PLACE_SETS);
    if (count < 2 || count > MAX_MEMBERS ||
        sampler->builder.added_count == sampler->builder.max_count ||
        is_covered(sampler, features[0], place_mask) ||
        !is_relevant(sampler, features, count) ||
        !walks_at_most_one(sampler->builder.walks, features, count))
        return;
    vec_clear(&sampler->scratch);
    for (size_t i = 0; i < count; i++) {
        sampler->covered_by[features[i]] |= (uint32_t)1 << place_mask;
        vec_push(&sampler->scratch,
                 property_feature(sampler->builder.properties, 0, features[i]));
    }
    candidate_add(&sampler->builder,
                  property_at_most_one(sampler->builder.properties,
                                       sampler->scratch.items, count));
}

/* Groups features by their arguments at a set of places. */
static void add_groups_by_places(MutexSampler *sampler, uint32_t place_mask)
{
    const Net *net = sampler->builder.net;
    ArenaMark mark = arena_mark(sampler->arena);
    Graph groups = group_features(sampler->arena, net, NULL, net->feature_count,
                                  place_mask);
    for (size_t i = 0; i < groups.nodes; i++) {
        FeatureGroup group = feature_group(&groups, i);
        size_t arity = net->features[group.items[0]]->arity;
        if (arity <= MAX_PLACES && place_mask < place_bit(arity) - 1)
            add_group(sampler, group, place_mask);
    }
    arena_rewind(sampler->arena, mark);
}

void sampled_mutex_groups(CandidateBuilder *builder)
{
    MutexSampler sampler = {.builder = *builder, .arena = arena_new()};
    sampler.covered_by =
        arena_array(sampler.arena, uint32_t, builder->net->feature_count);
    for (int place_count = 0; place_count < MAX_PLACES; place_count++)
        for (uint32_t place_mask = 0; place_mask < PLACE_SETS; place_mask++)
            if (__builtin_popcount(place_mask) == place_count)
                add_groups_by_places(&sampler, place_mask);
    arena_free(sampler.arena);
    vec_free(&sampler.scratch);
}
