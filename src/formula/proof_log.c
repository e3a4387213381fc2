/* proof_log.c - what a run has proved, in order
 *
 * In:   lemmas, sums, measures and positions, from the methods of proof
 * Next: prove/evidence.c writes them
 */
#include "formula/proof_log.h"

#include <assert.h>
#include <string.h>

void proof_log_free(ProofLog *log)
{
    vec_free_all(&log->lemmas, &log->premises);
    arena_free(log->arena);
    *log = (ProofLog){0};
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
