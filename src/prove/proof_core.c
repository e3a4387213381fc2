/* proof_core.c - the few lemmas that a proof rests on
 *
 * In:   the log of a run, and what was proved
 * Out:  a minimal set of lemmas that is inductive and implies it
 * Next: api/why.c shows it, evidence.c writes it
 *
 * Inductive validity cores (Ghassabani, Gacek and Whalen 2016): the failed
 * assumptions of an induction step are what the lemma after the step rests on;
 * going on from the claim gives a set that is inductive. Then each lemma is
 * left out in turn, with those that are not kept without it, and stays out if
 * the claim still follows. What is kept by a subset is kept by the set, so that
 * one pass is enough. The base case needs no question: every lemma was proved.
 * Start reading at find_core(), near the end.
 */
#include "prove/core_solver.h"

#include "base/memory.h"
#include "formula/sum_gates.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is to be shown ---- */

/* Candidates and, behind them, goals. */
static size_t obligation_count(const ProofCores *cores)
{
    return cores->candidates.count + cores->goal_count;
}

static CoreNumbers *rests_on(ProofCores *cores, size_t number)
{
    size_t count = cores->candidates.count;
    return number < count ? &cores->candidates.items[number].rests_on
                          : &cores->goals_rest_on[number - count];
}

static bool is_needed(const ProofCores *cores, size_t number)
{
    return number >= cores->candidates.count ||
           cores->candidates.items[number].is_needed;
}

static CoreLevel *goal_level(ProofCores *cores, unsigned degree)
{
    CoreLevel **level = &cores->goal_levels[degree];
    if (!*level)
        *level = core_level_new(cores, SIZE_MAX, 0, degree + 1);
    return *level;
}

/* The step of a candidate, or that a goal follows. */
static bool shows(ProofCores *cores, size_t number, bool from_all)
{
    size_t count = cores->candidates.count;
    const GroundProperty *property =
        number < count ? &cores->candidates.items[number].property
                       : &cores->goals[number - count];
    return core_follows(
        cores,
        number < count
            ? cores->levels.items[cores->candidates.items[number].level]
            : goal_level(cores, property->degree),
        property, from_all, rests_on(cores, number));
}

/* Whether what NUMBER rests on is needed, all of it. */
static bool is_covered(ProofCores *cores, size_t number)
{
    const CoreNumbers *list = rests_on(cores, number);
    for (size_t i = 0; i < list->count; i++)
        if (!cores->candidates.items[list->items[i]].is_needed)
            return false;
    return true;
}

/* ---- the core ---- */

static void need(ProofCores *cores, CoreNumbers *pending,
                 const CoreNumbers *list)
{
    for (size_t i = 0; i < list->count; i++) {
        CoreCandidate *candidate = &cores->candidates.items[list->items[i]];
        if (!candidate->is_needed)
            vec_push(pending, list->items[i]);
        candidate->is_needed = true;
    }
}

/* Needs what the goals rest on, and all that rests on in turn. */
static bool close_set(ProofCores *cores)
{
    CoreNumbers pending = {0};
    bool is_closed = true, has_claim = false;
    size_t count = cores->candidates.count;
    for (size_t i = 0; i < count; i++)
        has_claim = has_claim || cores->candidates.items[i].is_needed;
    for (size_t i = 0; i < cores->goal_count && is_closed; i++) {
        is_closed = (has_claim && shows(cores, count + i, false)) ||
                    shows(cores, count + i, true);
        need(cores, &pending, &cores->goals_rest_on[i]);
    }
    for (size_t i = 0; i < count; i++)
        if (cores->candidates.items[i].is_claim &&
            cores->candidates.items[i].is_needed)
            vec_push(&pending, (uint32_t)i);
    while (pending.count && is_closed) {
        uint32_t number = vec_pop(&pending);
        is_closed = shows(cores, number, false) || shows(cores, number, true);
        need(cores, &pending, rests_on(cores, number));
    }
    vec_free(&pending);
    return is_closed;
}

/* Drops what nothing rests on. */
static void drop_unused(ProofCores *cores)
{
    CoreNumbers pending = {0};
    for (size_t i = 0; i < cores->candidates.count; i++)
        cores->candidates.items[i].is_needed = false;
    for (size_t i = 0; i < cores->goal_count; i++)
        need(cores, &pending, &cores->goals_rest_on[i]);
    while (pending.count)
        need(cores, &pending, rests_on(cores, vec_pop(&pending)));
    vec_free(&pending);
}

/* Whether the goals still follow without those that are not needed, and those
 * that are not kept without them, which are dropped. */
static bool goals_remain(ProofCores *cores)
{
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (size_t i = obligation_count(cores); i-- > 0;) {
            if (!is_needed(cores, i) || is_covered(cores, i) ||
                shows(cores, i, false))
                continue;
            if (i >= cores->candidates.count || budget_spent(&cores->budget))
                return false;
            cores->candidates.items[i].is_needed = false;
            is_changed = true;
        }
    }
    return true;
}

/* Tries to do without candidate NUMBER. What was found to rest on less is true
 * in any case. */
static void try_without(ProofCores *cores, size_t number)
{
    size_t count = cores->candidates.count;
    bool *before = memory_array(count, sizeof *before);
    for (size_t i = 0; i < count; i++)
        before[i] = cores->candidates.items[i].is_needed;
    cores->candidates.items[number].is_needed = false;
    bool is_dropped = goals_remain(cores);
    if (is_dropped)
        drop_unused(cores);
    for (size_t i = 0; i < count && !is_dropped; i++)
        cores->candidates.items[i].is_needed = before[i];
    memory_free(before);
}

/* The claim itself is dropped last: what each step keeps is easy to say. */
static void minimise(ProofCores *cores)
{
    for (int is_claim = 0; is_claim < 2; is_claim++)
        for (size_t i = cores->candidates.count; i-- > 0;)
            if (cores->candidates.items[i].is_needed &&
                cores->candidates.items[i].is_claim == is_claim &&
                !budget_spent(&cores->budget))
                try_without(cores, i);
}

/* CoreNumbers in the core of what CANDIDATE rests on. */
static void set_uses(const ProofCores *cores, const CoreCandidate *candidate,
                     CoreLemma *lemma)
{
    uint32_t number = 0, found = 0;
    for (uint32_t i = 0; i < cores->candidates.count; i++) {
        for (size_t k = 0; k < candidate->rests_on.count; k++)
            if (candidate->rests_on.items[k] == i &&
                &cores->candidates.items[i] != candidate && ++found)
                vec_push(&lemma->uses, number);
        number += cores->candidates.items[i].is_needed;
    }
    assert(found == lemma->uses.count);
}

static ProofCore find_core(ProofCores *cores)
{
    ProofCore core = {0};
    cores->is_too_hard = false;
    core.is_found = close_set(cores);
    cores->is_too_hard = false;
    if (core.is_found)
        minimise(cores);
    core.is_minimal =
        core.is_found && !cores->is_too_hard && !budget_spent(&cores->budget);
    for (size_t i = 0; i < cores->candidates.count && core.is_found; i++) {
        const CoreCandidate *candidate = &cores->candidates.items[i];
        CoreLemma lemma = {candidate->lemma, candidate->is_claim, {0}};
        if (!candidate->is_needed)
            continue;
        set_uses(cores, candidate, &lemma);
        vec_push(&core.lemmas, lemma);
    }
    return core;
}

/* ---- questions ---- */

static uint32_t property_hash(const GroundProperty *property)
{
    return hash_mix(property->degree, property->ends[property->degree]);
}

/* The number of the candidate; NO_INDEX if there is none. */
static uint32_t find_candidate(const ProofCores *cores,
                               const GroundProperty *property)
{
    map_each (probe, &cores->map, property_hash(property))
        if (memcmp(&cores->candidates.items[probe.index].property, property,
                   sizeof *property) == 0)
            return probe.index;
    return NO_INDEX;
}

static void add_level(ProofCores *cores, unsigned steps)
{
    size_t number = cores->levels.count;
    vec_push(&cores->levels, core_level_new(cores, number, steps, steps + 1));
}

/* Adds LEMMA, unless it is there. */
static void add_candidate(ProofCores *cores, const LoggedLemma *lemma)
{
    CoreCandidate candidate = {.lemma = *lemma};
    if (lemma->property)
        candidate.property = *lemma->property;
    else if (!property_sum(&cores->record->properties, &lemma->sum,
                           &candidate.property.ends[0]))
        return;
    if (find_candidate(cores, &candidate.property) != NO_INDEX)
        return;
    if (!cores->levels.count || vec_last(&cores->levels)->steps != lemma->steps)
        add_level(cores, lemma->steps);
    candidate.level = cores->levels.count - 1;
    map_add(&cores->map, property_hash(&candidate.property),
            (uint32_t)cores->candidates.count);
    vec_push(&cores->candidates, candidate);
}

/* Adds LEMMA, which says that PART holds, or the parts of that, if it is a
 * conjunction of several things: what holds of every cell of a board. */
static void add_parts(ProofCores *cores, const LoggedLemma *lemma, Ref part)
{
    ProofRecord *record = cores->record;
    Gate gate = record->properties.gates.items[part / 2];
    if (!ref_is_negated(part) && !gate.is_leaf && gate.count &&
        !property_count(&record->properties, part)) {
        for (uint32_t i = 0; i < gate.count; i++)
            add_parts(cores, lemma,
                      record->properties.inputs.items[gate.first + i]);
        return;
    }
    LoggedLemma lemma_of_part = *lemma;
    GroundProperty *property =
        arena_array(record->log.arena, GroundProperty, 1);
    property->ends[0] = part;
    lemma_of_part.property = property;
    add_candidate(cores, &lemma_of_part);
}

/* Induction over several steps, and sums, are not taken apart. */
static void add_lemma(ProofCores *cores, const LoggedLemma *lemma)
{
    if (lemma->property && !lemma->property->degree && lemma->steps == 1)
        add_parts(cores, lemma, lemma->property->ends[0]);
    else
        add_candidate(cores, lemma);
}

ProofCores *proof_cores_new(ProofRecord *record)
{
    ProofCores *cores = memory_zeroed(1, sizeof *cores);
    cores->record = record;
    for (size_t i = 0; i < record->log.lemmas.count; i++)
        add_lemma(cores, &record->log.lemmas.items[i]);
    cores->log_count = cores->candidates.count;
    return cores;
}

void proof_cores_free(ProofCores *cores)
{
    if (!cores)
        return;
    for (size_t i = 0; i < cores->candidates.count; i++)
        vec_free(&cores->candidates.items[i].rests_on);
    for (size_t i = 0; i < cores->levels.count; i++)
        core_level_free(cores->levels.items[i]);
    for (size_t i = 0; i <= MAX_DEGREE; i++)
        core_level_free(cores->goal_levels[i]);
    vec_free_all(&cores->candidates, &cores->levels, &cores->goals_rest_on[0],
                 &cores->goals_rest_on[1]);
    map_free(&cores->map);
    memory_free(cores);
}

static void begin(ProofCores *cores, const Budget *budget)
{
    cores->budget = *budget;
    cores->goal_count = 0;
    for (size_t i = 0; i < cores->candidates.count; i++) {
        CoreCandidate *candidate = &cores->candidates.items[i];
        candidate->is_needed = candidate->is_claim = false;
        vec_clear(&candidate->rests_on);
    }
}

static void add_goal(ProofCores *cores, const GroundProperty *goal)
{
    vec_clear(&cores->goals_rest_on[cores->goal_count]);
    cores->goals[cores->goal_count++] = *goal;
}

/* Whether CLAIM speaks of what the rules derive from features: moves, goals. */
static bool is_derived(const ProofCores *cores, const GroundProperty *claim)
{
    const PropertyTable *properties = &cores->record->properties;
    size_t count = properties->gates.count;
    bool *marks = memory_zeroed(count, sizeof *marks), is_found = false;
    for (unsigned i = 0; i <= claim->degree; i++)
        property_mark(properties, claim->ends[i], marks);
    for (size_t i = 1; i < count && !is_found; i++)
        is_found =
            marks[i] && properties->gates.items[i].is_leaf &&
            properties->gates.items[i].node < properties->net->node_count;
    memory_free(marks);
    return is_found;
}

static ProofCore core_with(ProofCores *cores, const GroundProperty *claim,
                           const Budget *budget, bool allows_claim)
{
    begin(cores, budget);
    add_goal(cores, claim);
    CoreCandidate *candidate =
        &cores->candidates.items[find_candidate(cores, claim)];
    candidate->is_claim = candidate->is_needed = allows_claim;
    candidate->is_barred = !allows_claim;
    ProofCore core = find_core(cores);
    cores->candidates.items[find_candidate(cores, claim)].is_barred = false;
    return core;
}

/* What is derived follows from lemmas about features, rather than being kept by
 * each step: that is easier to see, if the lemmas are few. */
ProofCore proof_core_of(ProofCores *cores, const GroundProperty *claim,
                        const Budget *budget)
{
    enum { FEW = 12 };
    const LoggedLemma lemma = {.property = claim, .steps = 1};
    const Budget half = budget_part(budget, 0.5);
    add_candidate(cores, &lemma);
    ProofCore core = core_with(cores, claim, &half, true), other = {0};
    if (core.lemmas.count && is_derived(cores, claim))
        other = core_with(cores, claim, budget, false);
    bool is_better = other.is_minimal && other.lemmas.count <= FEW;
    proof_core_free(is_better ? &core : &other);
    return is_better ? other : core;
}

ProofCore proof_core_of_measure(ProofCores *cores, const Budget *budget)
{
    PropertyTable *properties = &cores->record->properties;
    const ProofLog *log = &cores->record->log;
    GroundProperty lowered, bounded = {0};
    begin(cores, budget);
    if (!property_lowered(properties, &log->measure, log->measure_steps,
                          &lowered) ||
        !property_sum(properties, &log->measure, &bounded.ends[0]))
        return (ProofCore){0};
    add_goal(cores, &lowered);
    add_goal(cores, &bounded);
    return find_core(cores);
}

void proof_core_free(ProofCore *core)
{
    for (size_t i = 0; i < core->lemmas.count; i++)
        vec_free(&core->lemmas.items[i].uses);
    vec_free(&core->lemmas);
}
