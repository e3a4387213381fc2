/* lower_formula.c - from props to properties about a net
 *
 * In:   Props (formula/prop.h)
 * Out:  Properties
 * Next: prove/engine_native.c
 *
 * A prop is translated for each level it stands at, and for each length of the
 * sequence as far as that matters. A sum becomes a decision diagram. Start
 * reading at translate().
 */
#include "formula/lower_formula.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* PROP at LEVEL of a sequence of STEP_COUNT steps: ANY_LENGTH if it ends later
 * than the prop can look. */
struct LoweredProp {
    PropId prop;
    unsigned level, step_count;
    Ref ref;
};

#define ANY_LENGTH UINT32_MAX

void lowering_init(Lowering *lowering, const Props *props,
                   PropertyTable *properties)
{
    *lowering = (Lowering){
        .props = props, .net = properties->net, .properties = properties};
}

void lowering_free(Lowering *lowering)
{
    map_free(&lowering->map);
    vec_free(&lowering->lowered);
}

/* ---- atoms ---- */

static Lit goal_lit(const Role *role, int value)
{
    for (size_t i = 0; i < role->goal_count; i++)
        if (role->goals[i].value == value)
            return role->goals[i].lit;
    return LIT_FALSE;
}

/* Whoever is no role has no legal move and no goal. */
static Lit role_atom_lit(const Net *net, const Term *atom, bool wants_legal)
{
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        if (role->name != atom->args[0])
            continue;
        if (!wants_legal)
            return goal_lit(role, goal_value(atom->args[1]));
        uint32_t move = net_move(net, i, atom->args[1]);
        return move == NO_INDEX ? LIT_FALSE : role->legal[move];
    }
    return LIT_FALSE;
}

static Ref atom_ref(Lowering *lowering, const Term *atom, unsigned level)
{
    const Net *net = lowering->net;
    PropertyTable *properties = lowering->properties;
    if (term_is_named(atom, "true", 1)) {
        uint32_t feature = net_feature(net, atom->args[0]);
        return feature == NO_INDEX
                   ? REF_FALSE
                   : property_feature(properties, level, feature);
    }
    if (term_is_named(atom, "terminal", 0))
        return property_leaf(properties, level, net->terminal);
    if (term_is_named(atom, "legal", 2) || term_is_named(atom, "goal", 2))
        return property_leaf(
            properties, level,
            role_atom_lit(net, atom, term_is_named(atom, "legal", 2)));
    return property_leaf(properties, level, net_atom(net, atom));
}

/* ---- sums ---- */

/* From the last part to the first: for each sum that the parts before can
 * have, whether the rest leads to one between MIN and MAX. */
static Ref sum_ref(PropertyTable *properties, const Prop *prop,
                   const Ref *parts)
{
    size_t max_sum = (size_t)prop->min;
    assert(prop->kind == PROP_SUM && prop->min <= prop->max);
    if (prop->max != UINT32_MAX && prop->max >= max_sum)
        max_sum = (size_t)prop->max + 1; /* beyond that all are the same */
    Ref *outcome = memory_array(max_sum + 1, sizeof *outcome);
    for (size_t sum = 0; sum <= max_sum; sum++)
        outcome[sum] =
            sum >= prop->min && sum <= prop->max ? REF_TRUE : REF_FALSE;
    for (size_t i = prop->count; i-- > 0;) {
        size_t weight = prop->weights ? prop->weights[i] : 1;
        for (size_t sum = 0; sum <= max_sum; sum++) {
            size_t next_sum = sum + weight < max_sum ? sum + weight : max_sum;
            outcome[sum] = property_choice(properties, parts[i],
                                           outcome[next_sum], outcome[sum]);
        }
    }
    Ref ref = outcome[0]; /* nothing is counted before the first part */
    memory_free(outcome);
    if (!prop->weights)
        property_note_count(properties, ref, parts, prop->count, prop->min,
                            prop->max);
    return ref;
}

/* ---- all kinds ---- */

static Ref translate(Lowering *lowering, PropId id, unsigned level,
                     unsigned step_count);

static Ref translate_parts(Lowering *lowering, const Prop *prop, unsigned level,
                           unsigned step_count)
{
    PropertyTable *properties = lowering->properties;
    Ref *parts = memory_array(prop->count + 1, sizeof *parts);
    for (size_t i = 0; i < prop->count; i++)
        parts[i] = translate(lowering, prop->parts[i], level, step_count);
    Ref ref =
        prop->kind == PROP_AND  ? property_and(properties, parts, prop->count)
        : prop->kind == PROP_OR ? property_or(properties, parts, prop->count)
                                : sum_ref(properties, prop, parts);
    memory_free(parts);
    return ref;
}

static Ref translate_kind(Lowering *lowering, const Prop *prop, unsigned level,
                          unsigned step_count)
{
    switch (prop->kind) {
    case PROP_TRUE:
        return REF_TRUE;
    case PROP_ATOM:
        return atom_ref(lowering, prop->atom, level);
    case PROP_NOT:
        return ref_not(translate(lowering, prop->parts[0], level, step_count));
    case PROP_NEXT:
        if (level == step_count)
            return REF_TRUE; /* the sequence has ended */
        return translate(lowering, prop->parts[0], level + 1, step_count);
    default:
        return translate_parts(lowering, prop, level, step_count);
    }
}

/* Formulas are not nested deeply: their reader sees to that. */
static Ref translate(Lowering *lowering, PropId id, unsigned level,
                     unsigned step_count)
{
    const Prop *prop = props_get(lowering->props, id);
    assert(level <= step_count && level + prop->degree <= MAX_DEGREE);
    if (level + prop->degree <= step_count)
        step_count = ANY_LENGTH;
    uint32_t hash = hash_mix(hash_mix(hash_mix(3, id), level), step_count);
    map_each (probe, &lowering->map, hash) {
        const struct LoweredProp *lowered =
            &lowering->lowered.items[probe.index];
        if (lowered->prop == id && lowered->level == level &&
            lowered->step_count == step_count)
            return lowered->ref;
    }
    Ref ref = translate_kind(lowering, prop, level, step_count);
    struct LoweredProp lowered = {id, level, step_count, ref};
    map_add(&lowering->map, hash, (uint32_t)lowering->lowered.count);
    vec_push(&lowering->lowered, lowered);
    return ref;
}

bool lower_formula(Lowering *lowering, PropId id, GroundProperty *property)
{
    const Prop *prop = props_get(lowering->props, id);
    *property = (GroundProperty){0};
    if (prop->degree > MAX_DEGREE)
        return false;
    property->degree = prop->degree;
    for (unsigned step_count = 0; step_count <= prop->degree; step_count++)
        property->ends[step_count] = translate(lowering, id, 0, step_count);
    return true;
}
