/* proof_log.c - what a run has proved, in order, and its sums as gates
 *
 * In:   lemmas, sums, measures and positions, from the methods of proof
 * Next: prove/evidence.c writes them, prove/proof_core.c asks a solver about
 *       them
 */
#include "formula/proof_log.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

void proof_log_free(ProofLog *log)
{
    vec_free_all(&log->lemmas, &log->premises);
    arena_free(log->arena);
    *log = (ProofLog){0};
}

RefList lemma_refs(const LoggedLemma *lemma)
{
    RefList refs = {0};
    if (lemma->property)
        vec_append(&refs, lemma->property->ends, lemma->property->degree + 1);
    for (size_t i = 0; !lemma->property && i < lemma->sum.count; i++)
        vec_push(&refs, lemma->sum.terms[i].ref);
    return refs;
}

EvidenceKind proof_log_kind(const ProofLog *log, EvidenceKind otherwise)
{
    return !log                  ? otherwise
           : log->position_count ? EVIDENCE_POSITIONS
           : log->unrolled_steps ? EVIDENCE_UNROLLING
                                 : otherwise;
}

/* Whether there may be more lemmas. */
static bool takes_lemmas(const ProofLog *log)
{
    return log && proof_log_kind(log, EVIDENCE_LEMMAS) == EVIDENCE_LEMMAS;
}

static void *copy(ProofLog *log, const void *bytes, size_t size)
{
    if (!log->arena)
        log->arena = arena_new();
    void *kept = arena_alloc(log->arena, size + 1);
    memcpy(kept, bytes, size);
    return kept;
}

static WeightedSum copy_sum(ProofLog *log, WeightedSum sum)
{
    assert(sum.count);
    sum.terms = copy(log, sum.terms, sum.count * sizeof *sum.terms);
    return sum;
}

void proof_log_property(ProofLog *log, const GroundProperty *property,
                        unsigned steps)
{
    if (takes_lemmas(log))
        vec_push(
            &log->lemmas,
            ((LoggedLemma){.property = copy(log, property, sizeof *property),
                           .steps = steps}));
}

void proof_log_ref(ProofLog *log, Ref ref)
{
    GroundProperty property = {.ends = {ref}};
    proof_log_property(log, &property, 1);
}

void proof_log_refs(ProofLog *log, const Ref *refs, size_t count)
{
    for (size_t i = 0; i < count; i++)
        proof_log_ref(log, refs[i]);
}

void proof_log_sum(ProofLog *log, WeightedSum sum)
{
    if (takes_lemmas(log) && sum.count)
        vec_push(&log->lemmas,
                 ((LoggedLemma){.sum = copy_sum(log, sum), .steps = 1}));
}

void proof_log_measure(ProofLog *log, WeightedSum measure, unsigned steps)
{
    if (!log || !measure.count)
        return;
    log->measure = copy_sum(log, measure);
    log->measure_steps = steps;
}

void proof_log_positions(ProofLog *log, const uint64_t *positions, size_t count,
                         size_t word_count, const uint32_t *steps_left)
{
    if (!log || log->position_count)
        return;
    assert(count);
    log->positions =
        copy(log, positions, count * word_count * sizeof *positions);
    log->position_count = count;
    log->steps_left =
        steps_left ? copy(log, steps_left, count * sizeof *steps_left) : NULL;
}

/* ---- sums as gates ----
 *
 * A sum becomes adders (Een and Sorensson 2006). */

enum { MAX_TERMS = 4000, SUM_BITS = 40 };

/* Adds WEIGHT to the number of BITS if REF holds. */
static void add_weight(PropertyTable *properties, Ref *bits, uint64_t weight,
                       Ref ref)
{
    Ref carry = REF_FALSE;
    for (size_t i = 0; i < SUM_BITS; i++) {
        Ref bit = bits[i], added = weight >> i & 1 ? ref : REF_FALSE;
        Ref half = property_choice(properties, bit, ref_not(added), added);
        bits[i] = property_choice(properties, half, ref_not(carry), carry);
        carry = property_choice(properties, half, carry, added);
    }
}

/* The number of BITS is at most MAX. */
static Ref at_most(PropertyTable *properties, const Ref *bits, int64_t max)
{
    Ref ref = max < 0 ? REF_FALSE : REF_TRUE;
    for (size_t i = 0; i < SUM_BITS && max >= 0; i++) {
        ref = max >> i & 1 ? property_either(properties, ref_not(bits[i]), ref)
                           : property_pair(properties, ref_not(bits[i]), ref);
    }
    return ref;
}

/* Of a negative weight, that the term does not hold is counted. */
bool property_sum(PropertyTable *properties, const WeightedSum *sum, Ref *ref)
{
    Ref bits[SUM_BITS];
    int64_t least = 0, range = 0;
    if (sum->count > MAX_TERMS)
        return false;
    for (size_t i = 0; i < SUM_BITS; i++)
        bits[i] = REF_FALSE;
    for (size_t i = 0; i < sum->count && range < INT64_C(1) << SUM_BITS; i++) {
        int64_t weight = sum->terms[i].weight;
        least += weight < 0 ? weight : 0;
        range += weight < 0 ? -weight : weight;
        add_weight(properties, bits, (uint64_t)(weight < 0 ? -weight : weight),
                   sum->terms[i].ref ^ (weight < 0));
    }
    Ref below = sum->max == NO_MAX || sum->max - least >= range
                    ? REF_TRUE
                    : at_most(properties, bits, sum->max - least),
        above = sum->min == NO_MIN || sum->min <= least
                    ? REF_TRUE
                    : ref_not(at_most(properties, bits, sum->min - least - 1));
    *ref = property_pair(properties, below, above);
    return range < INT64_C(1) << SUM_BITS;
}

/* ---- later positions ---- */

static Ref make_later(PropertyTable *properties, Ref ref, unsigned steps,
                      Ref *later)
{
    Gate gate = properties->gates.items[ref / 2];
    RefList inputs = {0};
    if (ref <= REF_FALSE)
        return ref;
    if (later[ref / 2] == REF_FALSE) {
        for (uint32_t i = 0; !gate.is_leaf && i < gate.count; i++) {
            Ref input = properties->inputs.items[gate.first + i];
            assert(input / 2 < ref / 2); /* so LATER has a place for it */
            vec_push(&inputs, make_later(properties, input, steps, later));
        }
        uint32_t node_count = (uint32_t)properties->net->node_count;
        later[ref / 2] =
            !gate.is_leaf ? property_and(properties, inputs.items, inputs.count)
            : gate.node >= node_count
                ? property_feature(properties, gate.level + steps,
                                   gate.node - node_count)
                : property_leaf(properties, gate.level + steps, 2 * gate.node);
        vec_free(&inputs);
    }
    return later[ref / 2] ^ (ref & 1);
}

/* REF, about the position STEPS later. */
static Ref property_later(PropertyTable *properties, Ref ref, unsigned steps)
{
    Ref *later = memory_array(ref / 2 + 1, sizeof *later);
    for (size_t i = 0; i <= ref / 2; i++)
        later[i] = REF_FALSE; /* which no gate is */
    Ref result = make_later(properties, ref, steps, later);
    memory_free(later);
    return result;
}

bool property_lowered(PropertyTable *properties, const WeightedSum *sum,
                      unsigned steps, GroundProperty *lowered)
{
    VEC(WeightedRef) terms = {0};
    bool is_made = steps <= MAX_DEGREE;
    *lowered = (GroundProperty){.degree = steps};
    for (size_t i = 0; i < sum->count && is_made; i++) {
        int64_t weight = sum->terms[i].weight;
        Ref now = sum->terms[i].ref,
            later = property_later(properties, now, steps);
        vec_push(&terms, ((WeightedRef){weight, property_pair(properties, later,
                                                              ref_not(now))}));
        vec_push(&terms,
                 ((WeightedRef){
                     -weight, property_pair(properties, now, ref_not(later))}));
    }
    is_made = is_made &&
              property_sum(properties,
                           &(WeightedSum){terms.items, terms.count, NO_MIN, -1},
                           &lowered->ends[steps]);
    vec_free(&terms);
    return is_made;
}
