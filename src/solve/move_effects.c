/* move_effects.c - effects of each move on each feature
 *
 * In:   a Net of one role
 * Out:  its effects, move by move
 * Next: solve/move_independence.c and solve/goal_lower_bound.c
 */
#include "solve/move_effects.h"

#include "base/memory.h"
#include "ground/restrict.h"

#include <assert.h>
#include <stdlib.h>

static void find_feature_lits(MoveEffects *effects)
{
    const Net *net = effects->net;
    for (size_t i = 0; i < effects->features; i++)
        effects->feature_lit[i] = LIT_FALSE;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            effects->feature_lit[net->nodes[i].first] = 2 * i;
}

static void find_autonomous_features(MoveEffects *effects)
{
    const Net *net = effects->net;
    for (uint32_t i = 0; i < effects->features; i++)
        effects->autonomous[i] = !move_effects_keeps(
            effects, i, move_effects_next(effects, i, NO_INDEX));
    for (size_t i = 0; i < net->effect_count; i++)
        effects->autonomous[net->effects[i].feature] = false;
}

MoveEffects *move_effects_new(const Net *net)
{
    size_t features = net->feature_count;
    Known *known = memory_array(features + 1, sizeof *known);
    for (size_t i = 0; i < features; i++)
        known[i] = NOT_KNOWN;
    const Known *cases[] = {known};
    const Net *result;
    net_restrict(net, cases, 1, &result);
    free(known);
    if (!result->first_effect) {
        net_free(result);
        return NULL;
    }
    MoveEffects *effects = memory_alloc(sizeof *effects);
    *effects = (MoveEffects){result, net->roles[0].move_count, features,
                             memory_array(features + 1, sizeof(Lit)),
                             memory_array(features + 1, sizeof(bool))};
    find_feature_lits(effects);
    find_autonomous_features(effects);
    return effects;
}

void move_effects_free(MoveEffects *effects)
{
    if (!effects)
        return;
    net_free(effects->net);
    free(effects->feature_lit);
    free(effects->autonomous);
    free(effects);
}

NextValue move_effects_next(const MoveEffects *effects, uint32_t feature,
                            uint32_t effect)
{
    Lit untouched = effects->net->untouched[feature];
    if (effect == NO_INDEX)
        return (NextValue){{untouched}, 1};
    const Effect *effect_made = &effects->net->effects[effect];
    assert(effect_made->feature == feature);
    if (effect_made->set == lit_not(effect_made->clear))
        return (NextValue){{effect_made->set}, 1};
    return (NextValue){{effect_made->set, effect_made->clear, untouched}, 3};
}

bool move_effects_keeps(const MoveEffects *effects, uint32_t feature,
                        NextValue next)
{
    return next.count == 1 && effects->feature_lit[feature] != LIT_FALSE &&
           next.lits[0] == effects->feature_lit[feature];
}
