/* move_effects.c - what each move can do to each feature
 *
 * In:   a Net of one role
 * Out:  its effects, move by move
 * Next: solve/move_independence.c and solve/goal_lower_bound.c draw conclusions
 */
#include "solve/move_effects.h"

#include "base/fatal.h"
#include "ground/restrict.h"

#include <stdlib.h>

static void find_selves(MoveEffects *touch)
{
    const Net *net = touch->net;
    for (size_t i = 0; i < touch->features; i++)
        touch->self[i] = LIT_FALSE;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            touch->self[net->nodes[i].first] = 2 * i;
}

static void find_by_itself(MoveEffects *touch)
{
    const Net *net = touch->net;
    for (uint32_t i = 0; i < touch->features; i++)
        touch->by_itself[i] = !move_effects_keeps(
            touch, i, move_effects_becomes(touch, i, NO_INDEX));
    for (size_t i = 0; i < net->effect_count; i++)
        touch->by_itself[net->effects[i].feature] = false;
}

MoveEffects *move_effects_new(const Net *net)
{
    size_t features = net->feature_count;
    Known *known = fatal_malloc((features + 1) * sizeof *known);
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
    MoveEffects *touch = fatal_malloc(sizeof *touch);
    *touch = (MoveEffects){result, net->roles[0].move_count, features,
                           fatal_malloc((features + 1) * sizeof(Lit)),
                           fatal_malloc((features + 1) * sizeof(bool))};
    find_selves(touch);
    find_by_itself(touch);
    return touch;
}

void move_effects_free(MoveEffects *touch)
{
    if (!touch)
        return;
    net_free(touch->net);
    free(touch->self);
    free(touch->by_itself);
    free(touch);
}

Becomes move_effects_becomes(const MoveEffects *touch, uint32_t feature,
                             uint32_t effect)
{
    Lit untouched = touch->net->untouched[feature];
    if (effect == NO_INDEX)
        return (Becomes){{untouched}, 1};
    const Effect *made = &touch->net->effects[effect];
    if (made->set == lit_not(made->clear))
        return (Becomes){{made->set}, 1};
    return (Becomes){{made->set, made->clear, untouched}, 3};
}

bool move_effects_keeps(const MoveEffects *touch, uint32_t feature,
                        Becomes next)
{
    return next.count == 1 && touch->self[feature] != LIT_FALSE &&
           next.lits[0] == touch->self[feature];
}
