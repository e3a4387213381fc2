/* property_parts.c - a conjunction as conjunctions that share no features
 *
 * In:   a gate, as what holds of every cell of a board
 * Out:  gates, as what holds of each
 * Next: prove/proof_core.c
 */
#include "formula/property_parts.h"

#include "base/memory.h"

#include <stdlib.h>

typedef struct {
    const PropertyTable *properties;
    RefList inputs;
    uint32_t *group; /* by input: one of its group, itself if it is the first */
    uint32_t *owner; /* by gate: an input that has it, plus 1; or 0 */
    RefList pending;
} Parting;

static bool is_conjunction(const PropertyTable *properties, Ref ref)
{
    return ref > REF_FALSE && !ref_is_negated(ref) &&
           !properties->gates.items[ref / 2].is_leaf;
}

static uint32_t first_of(const Parting *parting, uint32_t input)
{
    while (parting->group[input] != input)
        input = parting->group[input];
    return input;
}

/* Inputs that have a gate in common are of one group. */
static void join_groups(Parting *parting, uint32_t input)
{
    const PropertyTable *properties = parting->properties;
    vec_push(&parting->pending, parting->inputs.items[input]);
    while (parting->pending.count) {
        Ref ref = vec_pop(&parting->pending);
        const Gate *gate = &properties->gates.items[ref / 2];
        uint32_t owner = parting->owner[ref / 2];
        if (owner) {
            uint32_t left = first_of(parting, owner - 1),
                     right = first_of(parting, input);
            parting->group[left > right ? left : right] =
                left > right ? right : left;
            continue;
        }
        parting->owner[ref / 2] = input + 1;
        for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
            vec_push(&parting->pending,
                     properties->inputs.items[gate->first + i]);
    }
}

static void flatten(const PropertyTable *properties, Ref ref, RefList *inputs)
{
    Gate gate = properties->gates.items[ref / 2];
    for (uint32_t i = 0; i < gate.count; i++) {
        Ref input = properties->inputs.items[gate.first + i];
        if (is_conjunction(properties, input))
            flatten(properties, input, inputs);
        else
            vec_push(inputs, input);
    }
}

void property_parts(PropertyTable *properties, Ref ref, RefList *parts)
{
    Parting parting = {.properties = properties};
    if (!is_conjunction(properties, ref)) {
        vec_push(parts, ref);
        return;
    }
    flatten(properties, ref, &parting.inputs);
    uint32_t count = (uint32_t)parting.inputs.count;
    parting.group = memory_array(count, sizeof *parting.group);
    parting.owner = memory_zeroed(ref / 2 + 1, sizeof *parting.owner);
    for (uint32_t i = 0; i < count; i++)
        parting.group[i] = i;
    for (uint32_t i = 0; i < count; i++)
        join_groups(&parting, i);
    for (uint32_t i = 0; i < count; i++) {
        RefList members = {0};
        for (uint32_t k = i; k < count && parting.group[i] == i; k++)
            if (first_of(&parting, k) == i)
                vec_push(&members, parting.inputs.items[k]);
        if (members.count)
            vec_push(parts,
                     property_and(properties, members.items, members.count));
        vec_free(&members);
    }
    vec_free_all(&parting.inputs, &parting.pending);
    free_all(parting.group, parting.owner);
}
