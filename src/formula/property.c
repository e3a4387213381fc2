/* property.c - ground formulas as gates over consecutive positions
 *
 * In:   literals of a Net at levels
 * Out:  gates, each once; clauses for them
 * Next: prove/walk/guided_walks.c evaluates them on plays,
 * prove/induction/houdini.c proves them
 */
#include "formula/property.h"

#include "base/bits.h"
#include "base/memory.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <stdlib.h>

void properties_init(PropertyTable *properties, const Net *net)
{
    *properties = (PropertyTable){.net = net};
    vec_push(&properties->gates, (Gate){0}); /* true: an AND of nothing */
}

#ifdef ZERMELO_DEBUG
/* Inputs come first and are sorted, no gate is trivial, and none is made twice:
 * the map finds each of them first. */
static void properties_check(const PropertyTable *properties)
{
    const Gate *gates = properties->gates.items;
    for (uint32_t i = 1; i < properties->gates.count; i++) {
        const Ref *inputs = properties->inputs.items + gates[i].first;
        uint32_t hash = 2;
        unsigned level = 0;
        if (gates[i].is_leaf) {
            hash = hash_mix(hash_mix(1, gates[i].level), gates[i].node);
            assert(gates[i].node < properties->net->node_count +
                                       properties->net->feature_count);
        }
        assert(gates[i].is_leaf || gates[i].count >= 2);
        for (uint32_t k = 0; !gates[i].is_leaf && k < gates[i].count; k++) {
            assert(inputs[k] > REF_FALSE && inputs[k] / 2 < i);
            assert(!k || inputs[k - 1] / 2 < inputs[k] / 2);
            hash = hash_mix(hash, inputs[k]);
            if (gates[inputs[k] / 2].level > level)
                level = gates[inputs[k] / 2].level;
        }
        assert(gates[i].is_leaf || gates[i].level == level);
        bool is_found = false;
        map_each (probe, &properties->map, hash)
            is_found = is_found || probe.index == i;
        assert(is_found);
    }
}
#endif

void properties_free(PropertyTable *properties)
{
#ifdef ZERMELO_DEBUG
    properties_check(properties);
#endif
    vec_free_all(&properties->gates, &properties->inputs, &properties->scratch,
                 &properties->counts, &properties->members);
    map_free(&properties->map);
    map_free(&properties->count_map);
}

/* The leaf of NODE at LEVEL, made if there is none. */
static Ref make_leaf(PropertyTable *properties, unsigned level, uint32_t node)
{
    uint32_t hash = hash_mix(hash_mix(1, level), node);
    map_each (probe, &properties->map, hash) {
        const Gate *gate = &properties->gates.items[probe.index];
        if (gate->is_leaf && gate->level == level && gate->node == node)
            return 2 * probe.index;
    }
    map_add(&properties->map, hash, (uint32_t)properties->gates.count);
    vec_push(&properties->gates,
             (Gate){.is_leaf = true, .level = level, .node = node});
    return 2 * (uint32_t)(properties->gates.count - 1);
}

/* A feature that always holds is no leaf. */
Ref property_feature(PropertyTable *properties, unsigned level,
                     uint32_t feature)
{
    const Net *net = properties->net;
    assert(feature < net->feature_count);
    if (!net->anywhere && net->initial[feature] &&
        net->next[feature] == LIT_TRUE)
        return REF_TRUE;
    return make_leaf(properties, level, (uint32_t)net->node_count + feature);
}

Ref property_leaf(PropertyTable *properties, unsigned level, Lit lit)
{
    const Net *net = properties->net;
    if (lit <= LIT_FALSE)
        return lit;
    assert(lit_node(lit) < net->node_count);
    const Node *node = &net->nodes[lit_node(lit)];
    Ref ref = node->kind == NODE_FEATURE
                  ? property_feature(properties, level, node->feature)
                  : make_leaf(properties, level, lit_node(lit));
    return lit_is_negated(lit) ? ref_not(ref) : ref;
}

Ref property_and(PropertyTable *properties, const Ref *refs, size_t count)
{
    size_t kept_count = count;
    unsigned level = 0;
    uint32_t hash = 2;
    vec_clear(&properties->scratch);
    vec_append(&properties->scratch, refs, count);
    Ref *sorted = properties->scratch.items;
    if (!simplify_conjunction(sorted, &kept_count))
        return REF_FALSE;
    if (kept_count < 2)
        return kept_count ? sorted[0] : REF_TRUE;
    for (size_t i = 0; i < kept_count; i++) {
        hash = hash_mix(hash, sorted[i]);
        if (properties->gates.items[sorted[i] / 2].level > level)
            level = properties->gates.items[sorted[i] / 2].level;
    }
    map_each (probe, &properties->map, hash) {
        const Gate *gate = &properties->gates.items[probe.index];
        bool is_same = !gate->is_leaf && gate->count == kept_count;
        for (size_t i = 0; i < kept_count && is_same; i++)
            is_same = properties->inputs.items[gate->first + i] == sorted[i];
        if (is_same)
            return 2 * probe.index;
    }
    Gate gate = {.level = level,
                 .first = (uint32_t)properties->inputs.count,
                 .count = (uint32_t)kept_count};
    vec_append(&properties->inputs, sorted, kept_count);
    map_add(&properties->map, hash, (uint32_t)properties->gates.count);
    vec_push(&properties->gates, gate);
    return 2 * (uint32_t)(properties->gates.count - 1);
}

Ref property_or(PropertyTable *properties, const Ref *refs, size_t count)
{
    VEC(Ref) negated = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&negated, ref_not(refs[i]));
    Ref ref = ref_not(property_and(properties, negated.items, count));
    vec_free(&negated);
    return ref;
}

Ref property_pair(PropertyTable *properties, Ref left, Ref right)
{
    Ref both[] = {left, right};
    return property_and(properties, both, 2);
}

Ref property_either(PropertyTable *properties, Ref left, Ref right)
{
    return ref_not(property_pair(properties, ref_not(left), ref_not(right)));
}

Ref property_at_least_one(PropertyTable *properties, const Ref *refs,
                          size_t count)
{
    Ref ref = property_or(properties, refs, count);
    property_note_count(properties, ref, refs, count, 1, UINT32_MAX);
    return ref;
}

/* Conjunct k: not both the k-th and one before it. */
Ref property_at_most_one(PropertyTable *properties, const Ref *refs,
                         size_t count)
{
    RefList conjuncts = {0};
    Ref any_before = REF_FALSE;
    for (size_t i = 0; i < count; i++) {
        vec_push(&conjuncts,
                 ref_not(property_pair(properties, any_before, refs[i])));
        any_before = property_either(properties, any_before, refs[i]);
    }
    Ref conjunction =
        property_and(properties, conjuncts.items, conjuncts.count);
    vec_free(&conjuncts);
    property_note_count(properties, conjunction, refs, count, 0, 1);
    return conjunction;
}

Ref property_choice(PropertyTable *properties, Ref condition, Ref yes, Ref no)
{
    if (yes == no)
        return yes;
    return property_either(properties,
                           property_pair(properties, condition, yes),
                           property_pair(properties, ref_not(condition), no));
}

/* ---- what counts ---- */

void property_note_count(PropertyTable *properties, Ref ref, const Ref *members,
                         size_t count, unsigned min, unsigned max)
{
    MemberCount note = {ref, properties->members.count, count, min, max};
    bool is_noted =
        count < 3 || ref <= REF_FALSE || property_count(properties, ref);
    for (size_t i = 0; i < count; i++)
        is_noted = is_noted || members[i] <= REF_FALSE;
    if (is_noted)
        return;
    vec_append(&properties->members, members, count);
    map_add(&properties->count_map, hash_mix(4, ref),
            (uint32_t)properties->counts.count);
    vec_push(&properties->counts, note);
}

const MemberCount *property_count(const PropertyTable *properties, Ref ref)
{
    map_each (probe, &properties->count_map, hash_mix(4, ref))
        if (properties->counts.items[probe.index].ref == ref)
            return &properties->counts.items[probe.index];
    return NULL;
}

/* ---- clauses ---- */

PropertyClauses property_clauses(const PropertyTable *properties,
                                 Unroll *unroll, Sat *sat, size_t base)
{
    return (PropertyClauses){
        .properties = properties, .unroll = unroll, .sat = sat, .base = base};
}

void property_clauses_free(PropertyClauses *clauses)
{
    vec_free_all(&clauses->gate_lits, &clauses->pending, &clauses->lits);
}

static SatLit leaf_literal(PropertyClauses *clauses, const Gate *gate)
{
    const Net *net = clauses->properties->net;
    size_t position = clauses->base + gate->level;
    if (gate->node >= net->node_count)
        return unroll_feature(clauses->unroll, position,
                              gate->node - (uint32_t)net->node_count);
    return unroll_lit(clauses->unroll, position, 2 * gate->node);
}

static SatLit made_literal(const PropertyClauses *clauses, Ref ref)
{
    SatLit lit = clauses->gate_lits.items[ref / 2];
    return ref_is_negated(ref) ? -lit : lit;
}

/* Makes a gate if its inputs are made; else asks for them. */
static void make_or_require(PropertyClauses *clauses, uint32_t gate_number)
{
    const PropertyTable *properties = clauses->properties;
    const Gate *gate = &properties->gates.items[gate_number];
    if (gate->is_leaf) {
        clauses->gate_lits.items[gate_number] = leaf_literal(clauses, gate);
        return;
    }
    bool is_ready = true;
    vec_clear(&clauses->lits);
    for (uint32_t i = 0; i < gate->count; i++) {
        Ref input = properties->inputs.items[gate->first + i];
        if (!clauses->gate_lits.items[input / 2]) {
            vec_push(&clauses->pending, input / 2);
            is_ready = false;
        }
        vec_push(&clauses->lits, made_literal(clauses, input));
    }
    if (is_ready)
        clauses->gate_lits.items[gate_number] =
            sat_and(clauses->sat, clauses->lits.items, clauses->lits.count);
}

SatLit property_literal(PropertyClauses *clauses, Ref ref)
{
    while (clauses->gate_lits.count < clauses->properties->gates.count)
        vec_push(&clauses->gate_lits, 0);
    vec_push(&clauses->pending, ref / 2);
    while (clauses->pending.count) {
        uint32_t gate_number = vec_last(&clauses->pending);
        if (clauses->gate_lits.items[gate_number])
            (void)vec_pop(&clauses->pending);
        else
            make_or_require(clauses, gate_number);
    }
    assert(clauses->gate_lits.items[ref / 2]);
    return made_literal(clauses, ref);
}

/* All CONDITIONS -> REF, without gates for what can be said by clauses. */
void property_imply(PropertyClauses *clauses, const SatLit *conditions,
                    size_t count, Ref ref)
{
    const PropertyTable *properties = clauses->properties;
    Gate gate = properties->gates.items[ref / 2];
    SatLits lits = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&lits, -conditions[i]);
    if (gate.is_leaf || !gate.count) {
        vec_push(&lits, property_literal(clauses, ref));
        sat_clause(clauses->sat, lits.items, lits.count);
    } else if (ref_is_negated(ref)) {
        for (uint32_t i = 0; i < gate.count; i++)
            vec_push(&lits,
                     -property_literal(
                         clauses, properties->inputs.items[gate.first + i]));
        sat_clause(clauses->sat, lits.items, lits.count);
    } else {
        for (uint32_t i = 0; i < gate.count; i++) {
            Ref input = properties->inputs.items[gate.first + i];
            Gate input_gate = properties->gates.items[input / 2];
            if (!input_gate.is_leaf && ref_is_negated(input)) {
                property_imply(clauses, conditions, count, input);
                continue;
            }
            vec_push(&lits, property_literal(clauses, input));
            sat_clause(clauses->sat, lits.items, lits.count);
            lits.count--;
        }
    }
    vec_free(&lits);
}

/* What must be for a sequence of STEP_COUNT steps to be one that
 * ends[STEP_COUNT] of a property is about, in *CONDITIONS after those FIRST
 * that are there; false if that always holds. */
static bool find_conditions(const PropertyClauses *clauses,
                            const GroundProperty *property, unsigned step_count,
                            size_t first, SatLits *conditions)
{
    assert(property->degree <= MAX_DEGREE);
    if (property->ends[step_count] == REF_TRUE)
        return false;
    conditions->count = first;
    for (unsigned i = 0; i < step_count; i++)
        vec_push(conditions, unroll_taken(clauses->unroll, clauses->base + i));
    if (step_count < property->degree)
        vec_push(conditions,
                 unroll_lit(clauses->unroll, clauses->base + step_count,
                            clauses->properties->net->terminal));
    return true;
}

void property_suppose(PropertyClauses *clauses, SatLit active,
                      const GroundProperty *property)
{
    SatLits conditions = {0};
    vec_push(&conditions, active);
    for (unsigned k = 0; k <= property->degree; k++)
        if (find_conditions(clauses, property, k, 1, &conditions))
            property_imply(clauses, conditions.items, conditions.count,
                           property->ends[k]);
    vec_free(&conditions);
}

SatLit property_violation(PropertyClauses *clauses,
                          const GroundProperty *property)
{
    SatLits violations = {0}, conditions = {0};
    for (unsigned k = 0; k <= property->degree; k++)
        if (find_conditions(clauses, property, k, 0, &conditions)) {
            SatLit end_holds = property_literal(clauses, property->ends[k]);
            vec_push(&conditions, -end_holds);
            vec_push(&violations,
                     sat_and(clauses->sat, conditions.items, conditions.count));
        }
    SatLit violated = sat_or(clauses->sat, violations.items, violations.count);
    vec_free_all(&violations, &conditions);
    return violated;
}

/* ---- one position ---- */

signed char *property_values(const PropertyTable *properties,
                             const uint64_t *const *states, size_t count)
{
    size_t gate_count = properties->gates.count,
           node_count = properties->net->node_count;
    signed char *values = memory_array(gate_count, 1);
    for (size_t i = 0; i < gate_count; i++) {
        const Gate *gate = &properties->gates.items[i];
        int value = 1;
        if (gate->is_leaf)
            value = gate->level >= count || gate->node < node_count
                        ? -1
                        : get_bit(states[gate->level], gate->node - node_count);
        for (uint32_t k = 0; !gate->is_leaf && k < gate->count && value; k++) {
            int input =
                ref_value(values, properties->inputs.items[gate->first + k]);
            value = input == 1 ? value : input;
        }
        values[i] = (signed char)value;
    }
    return values;
}

/* ---- cones ---- */

void property_mark(const PropertyTable *properties, Ref root, bool *is_needed)
{
    VEC(uint32_t) pending = {0};
    vec_push(&pending, root / 2);
    while (pending.count) {
        uint32_t gate_number = vec_pop(&pending);
        const Gate *gate = &properties->gates.items[gate_number];
        if (is_needed[gate_number])
            continue;
        is_needed[gate_number] = true;
        for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
            vec_push(&pending, properties->inputs.items[gate->first + i] / 2);
    }
    vec_free(&pending);
}

bool *property_nodes(const PropertyTable *properties, const Ref *refs,
                     size_t count)
{
    const Net *net = properties->net;
    size_t gate_count = properties->gates.count;
    bool *marks = memory_zeroed(gate_count, sizeof *marks);
    bool *nodes =
        memory_zeroed(net->node_count + net->feature_count + 1, sizeof *nodes);
    for (size_t i = 0; i < count; i++)
        property_mark(properties, refs[i], marks);
    for (size_t i = 0; i < gate_count; i++)
        if (marks[i] && properties->gates.items[i].is_leaf)
            nodes[properties->gates.items[i].node] = true;
    memory_free(marks);
    return nodes;
}
