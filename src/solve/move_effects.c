/* move_effects.c - effects of each move on each feature
 *
 * In:   a Net of one role
 * Out:  its effects, move by move
 * Next: solve/goal_lower_bound.c and solve/factoring.c
 */
#include "solve/move_effects.h"

#include "ground/restrict.h"

#include <assert.h>
#include <stdlib.h>

static void find_feature_lits(MoveEffects *effects)
{
    const Net *net = effects->net;
    for (size_t i = 0; i < effects->feature_count; i++)
        effects->feature_lit[i] = LIT_FALSE;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            effects->feature_lit[net->nodes[i].feature] = 2 * i;
}

MoveEffects *move_effects_new(const Net *net)
{
    assert(net->role_count == 1);
    size_t feature_count = net->feature_count;
    Arena *arena = arena_new();
    Known *known = arena_array(arena, Known, feature_count);
    for (size_t i = 0; i < feature_count; i++)
        known[i] = NOT_KNOWN;
    const Known *cases[] = {known};
    const Net *restricted;
    net_restrict(net, cases, 1, &restricted);
    if (!restricted->first_effect) {
        net_free(restricted);
        arena_free(arena);
        return NULL;
    }
    MoveEffects *effects = arena_alloc(arena, sizeof *effects);
    *effects =
        (MoveEffects){.arena = arena,
                      .net = restricted,
                      .move_count = net->roles[0].move_count,
                      .feature_count = feature_count,
                      .feature_lit = arena_array(arena, Lit, feature_count),
                      .selected_move = NO_INDEX,
                      .effect_of = arena_array(arena, uint32_t, feature_count)};
    for (size_t i = 0; i < feature_count; i++)
        effects->effect_of[i] = NO_INDEX;
    find_feature_lits(effects);
    return effects;
}

void move_effects_free(MoveEffects *effects)
{
    if (!effects)
        return;
    net_free(effects->net);
    arena_free(effects->arena);
}

/* Sets the effects of the selected move, or clears them. */
static void set_effects(MoveEffects *effects, bool is_selected)
{
    const Net *net = effects->net;
    if (effects->selected_move == NO_INDEX)
        return;
    for (uint32_t i = net->first_effect[effects->selected_move];
         i < net->first_effect[effects->selected_move + 1]; i++)
        effects->effect_of[net->effects[i].feature] =
            is_selected ? i : NO_INDEX;
}

void move_effects_select(MoveEffects *effects, uint32_t move)
{
    assert(move < effects->move_count || move == NO_INDEX);
    set_effects(effects, false);
    effects->selected_move = move;
    set_effects(effects, true);
}

NextValue move_effects_next(const MoveEffects *effects, uint32_t feature)
{
    assert(feature < effects->feature_count);
    Lit untouched = effects->net->default_next[feature];
    if (effects->effect_of[feature] == NO_INDEX)
        return (NextValue){{untouched}, 1};
    const Effect *effect = &effects->net->effects[effects->effect_of[feature]];
    assert(effect->feature == feature);
    if (effect->set == lit_not(effect->clear))
        return (NextValue){{effect->set}, 1};
    return (NextValue){{effect->set, effect->clear, untouched}, 3};
}

bool move_effects_keeps(const MoveEffects *effects, uint32_t feature)
{
    NextValue next = move_effects_next(effects, feature);
    return next.count == 1 && effects->feature_lit[feature] != LIT_FALSE &&
           next.lits[0] == effects->feature_lit[feature];
}
