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
#include "prove/proof_core.h"

#include "base/map.h"
#include "base/memory.h"
#include "formula/proof_log.h"

#include <assert.h>
#include <string.h>

/* Of a question, which is then asked by moves; and of one of these. */
enum { MAX_CONFLICTS = 3000, MAX_CONFLICTS_OF_MOVE = 20000 };

typedef VEC(uint32_t) Numbers;

/* What is to be shown: a lemma, or a claim, after a step from positions in
 * which lemmas hold; or a goal, in a position in which they do. */
typedef struct {
    LoggedLemma lemma;       /* of a lemma */
    GroundProperty property; /* the same, also of a sum */
    size_t level;
    bool is_goal;
    bool is_claim;
    bool is_barred;   /* from the present core */
    bool is_needed;   /* in the present set */
    uint32_t number;  /* of a lemma in the core, from 1; 0 of the claim */
    Numbers rests_on; /* as the last proof has it */
} Candidate;

/* A solver for the lemmas of one level: entries of the log, one after the
 * other, that are proved by induction over equally many steps. It may assume
 * those of its own level before the last position, and those of lower levels
 * there, too. A level of 0 steps is for goals: lemmas hold in all positions
 * that one looks at. */
typedef struct {
    size_t number;
    unsigned steps, position_count;
    Sat *sat; /* NULL if it is not made yet */
    Unroll *unroll;
    PropertyClauses *clauses; /* by position */
    SatLits supposed;         /* by candidate: it holds; 0 if not made yet */
} Level;

struct ProofCores {
    ProofRecord *record;
    Budget budget;             /* of the present core */
    VEC(Candidate) candidates; /* the log; then what the present core is of */
    VEC(Level) levels;         /* first those of goals, by degree */
    size_t log_count;          /* of candidates */
    Map map;                   /* from properties to candidates of the log */
    bool is_too_hard;          /* a question was not answered */
};

/* ---- questions ---- */

static void level_end(Level *level)
{
    if (!level->sat)
        return;
    for (unsigned i = 0; i < level->position_count; i++)
        property_clauses_free(&level->clauses[i]);
    unroll_free(level->unroll);
    sat_free(level->sat);
    level->sat = NULL;
    vec_free(&level->supposed);
    memory_free(level->clauses);
}

/* Makes the solver; another one if it ran out of time: it lacks clauses. */
static void prepare(ProofCores *cores, Level *level)
{
    if (level->sat && sat_exhausted(level->sat) &&
        !budget_spent(&cores->budget))
        level_end(level);
    if (level->sat)
        return;
    level->sat = sat_new(&cores->budget);
    sat_option(level->sat, "lucky", 0); /* questions are many and small */
    sat_option(level->sat, "elim", 0);
    level->unroll = unroll_new(cores->record->net, level->sat, UNROLL_ANY);
    level->clauses =
        memory_zeroed(level->position_count, sizeof *level->clauses);
    for (unsigned i = 0; i < level->steps; i++)
        unroll_step(level->unroll, i);
    for (unsigned i = 0; i < level->position_count; i++)
        level->clauses[i] = property_clauses(&cores->record->properties,
                                             level->unroll, level->sat, i);
}

/* Makes the literal that candidate NUMBER holds where it may be assumed. */
static void suppose(const ProofCores *cores, Level *level, size_t number)
{
    const Candidate *candidate = &cores->candidates.items[number];
    assert(!candidate->is_goal && !candidate->is_barred);
    size_t end = level->position_count - (candidate->level == level->number);
    while (level->supposed.count <= number)
        vec_push(&level->supposed, 0);
    SatLit *lit = &level->supposed.items[number];
    if (*lit)
        return;
    *lit = sat_variable(level->sat);
    for (size_t i = 0; i < end; i++)
        property_suppose(&level->clauses[i], *lit, &candidate->property);
}

/* A question: what is to be shown fails, though what is assumed holds. */
typedef struct {
    const ProofCores *cores;
    Level *level;
    SatLit violated;
    Numbers assumed;
    bool *has_failed; /* by assumption: it was needed for an answer */
} Question;

static SatAnswer ask(Question *question, SatLit move, int64_t max_conflicts)
{
    Level *level = question->level;
    const Numbers *assumed = &question->assumed;
    if (budget_spent(&question->cores->budget))
        return SAT_UNKNOWN;
    for (size_t i = 0; i < assumed->count; i++)
        sat_assume(level->sat, level->supposed.items[assumed->items[i]]);
    sat_assume(level->sat, question->violated);
    sat_assume(level->sat, move);
    SatAnswer answer = unroll_solve(level->unroll, max_conflicts);
    for (size_t i = 0; i < assumed->count && answer == SAT_NO; i++)
        if (sat_failed(level->sat, level->supposed.items[assumed->items[i]]))
            question->has_failed[i] = true;
    return answer;
}

/* A question that is too hard, for each move of the role that has the most. */
static SatAnswer ask_by_moves(Question *question)
{
    const Net *net = question->cores->record->net;
    SatAnswer answer = SAT_NO;
    size_t role = 0;
    for (size_t i = 1; i < net->role_count; i++)
        if (net->roles[i].move_count > net->roles[role].move_count)
            role = i;
    for (uint32_t i = 0; i < net->roles[role].move_count && answer == SAT_NO;
         i++)
        answer = ask(question, unroll_move(question->level->unroll, 0, role, i),
                     MAX_CONFLICTS_OF_MOVE);
    return answer;
}

/* Whether NUMBER holds if the needed candidates do, or all of them. Those that
 * have failed in that are what it rests on. */
static bool shows(ProofCores *cores, size_t number, bool from_all)
{
    Candidate *shown = &cores->candidates.items[number];
    Level *level = &cores->levels.items[shown->level];
    Question question = {.cores = cores, .level = level};
    prepare(cores, level);
    question.violated =
        property_violation(&level->clauses[level->steps], &shown->property);
    for (uint32_t i = 0; i < cores->candidates.count; i++) {
        const Candidate *candidate = &cores->candidates.items[i];
        if (!candidate->is_goal && !candidate->is_barred &&
            (shown->is_goal || candidate->level <= level->number) &&
            (from_all || candidate->is_needed)) {
            suppose(cores, level, i);
            vec_push(&question.assumed, i);
        }
    }
    size_t count = question.assumed.count;
    question.has_failed = memory_zeroed(count + 1, sizeof(bool));
    SatAnswer answer = ask(&question, sat_true(level->sat), MAX_CONFLICTS);
    if (answer == SAT_UNKNOWN && level->steps + shown->property.degree)
        answer = ask_by_moves(&question);
    cores->is_too_hard = cores->is_too_hard || answer == SAT_UNKNOWN;
    if (answer == SAT_NO)
        vec_clear(&shown->rests_on);
    for (size_t i = 0; i < count && answer == SAT_NO; i++)
        if (question.has_failed[i])
            vec_push(&shown->rests_on, question.assumed.items[i]);
    vec_free(&question.assumed);
    memory_free(question.has_failed);
    return answer == SAT_NO;
}

/* Whether all that CANDIDATE rests on is needed. */
static bool is_covered(const ProofCores *cores, const Candidate *candidate)
{
    for (size_t i = 0; i < candidate->rests_on.count; i++)
        if (!cores->candidates.items[candidate->rests_on.items[i]].is_needed)
            return false;
    return true;
}

/* ---- the core ---- */

/* Needs what NUMBER rests on. */
static void need(ProofCores *cores, Numbers *pending, size_t number)
{
    const Numbers *list = &cores->candidates.items[number].rests_on;
    for (size_t i = 0; i < list->count; i++) {
        Candidate *candidate = &cores->candidates.items[list->items[i]];
        if (!candidate->is_needed)
            vec_push(pending, list->items[i]);
        candidate->is_needed = true;
    }
}

/* Needs what the goals and the claim rest on, and all that rests on in turn.
 * Without a claim nothing is needed at first, and all is asked at once. */
static bool close_set(ProofCores *cores, bool has_claim)
{
    Numbers pending = {0};
    bool is_closed = true;
    for (uint32_t i = 0; i < cores->candidates.count; i++)
        if (cores->candidates.items[i].is_needed)
            vec_push(&pending, i);
    while (pending.count && is_closed) {
        uint32_t number = vec_pop(&pending);
        bool may_do = has_claim || !cores->candidates.items[number].is_goal;
        is_closed = (may_do && shows(cores, number, false)) ||
                    shows(cores, number, true);
        need(cores, &pending, number);
    }
    vec_free(&pending);
    return is_closed;
}

/* Drops what nothing rests on. */
static void drop_unused(ProofCores *cores)
{
    Numbers pending = {0};
    for (uint32_t i = 0; i < cores->candidates.count; i++) {
        Candidate *candidate = &cores->candidates.items[i];
        candidate->is_needed = candidate->is_goal;
        if (candidate->is_goal)
            vec_push(&pending, i);
    }
    while (pending.count)
        need(cores, &pending, vec_pop(&pending));
    vec_free(&pending);
}

/* Whether the goals still follow without those that are not needed, and those
 * that are not kept without them, which are dropped. */
static bool goals_remain(ProofCores *cores)
{
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (size_t i = cores->candidates.count; i-- > 0;) {
            Candidate *candidate = &cores->candidates.items[i];
            if (!candidate->is_needed || is_covered(cores, candidate) ||
                shows(cores, i, false))
                continue;
            if (candidate->is_goal || budget_spent(&cores->budget))
                return false;
            candidate->is_needed = false;
            is_changed = true;
        }
    }
    return true;
}

static bool is_in_core(const Candidate *candidate)
{
    return candidate->is_needed && !candidate->is_goal;
}

/* Tries to do without candidate NUMBER. What was found to rest on less is true
 * in any case. */
static void try_without(ProofCores *cores, size_t number)
{
    size_t count = cores->candidates.count;
    assert(is_in_core(&cores->candidates.items[number]));
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
            if (is_in_core(&cores->candidates.items[i]) &&
                cores->candidates.items[i].is_claim == is_claim &&
                !budget_spent(&cores->budget))
                try_without(cores, i);
}

/* Numbers in the core of what candidate NUMBER rests on, in their order. */
static void set_uses(const ProofCores *cores, size_t number, CoreLemma *lemma)
{
    const Numbers *rests_on = &cores->candidates.items[number].rests_on;
    for (size_t i = 0; i < rests_on->count; i++)
        if (rests_on->items[i] != number)
            vec_push(&lemma->uses,
                     cores->candidates.items[rests_on->items[i]].number);
}

static ProofCore find_core(ProofCores *cores, bool has_claim)
{
    ProofCore core = {0};
    core.is_found = close_set(cores, has_claim);
    cores->is_too_hard = false;
    if (core.is_found)
        minimise(cores);
    core.is_minimal =
        core.is_found && !cores->is_too_hard && !budget_spent(&cores->budget);
    uint32_t lemma_count = 0;
    for (size_t i = 0; i < cores->candidates.count; i++) {
        Candidate *candidate = &cores->candidates.items[i];
        bool is_shown = is_in_core(candidate) && !candidate->is_claim;
        candidate->number = is_shown ? ++lemma_count : 0;
    }
    for (size_t i = 0; i < cores->candidates.count && core.is_found; i++) {
        const Candidate *candidate = &cores->candidates.items[i];
        CoreLemma lemma = {candidate->lemma, candidate->number, {0}};
        if (!is_in_core(candidate))
            continue;
        set_uses(cores, i, &lemma);
        vec_push(&core.lemmas, lemma);
    }
    return core;
}

/* ---- lemmas ---- */

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

/* The number of the level for lemmas that take STEPS, and come next. */
static size_t next_level(ProofCores *cores, unsigned steps)
{
    size_t number = cores->levels.count;
    if (vec_last(&cores->levels).steps == steps)
        return number - 1;
    vec_push(&cores->levels, ((Level){.number = number,
                                      .steps = steps,
                                      .position_count = steps + 1}));
    return number;
}

/* Adds LEMMA, unless it is there. */
static void add_candidate(ProofCores *cores, const LoggedLemma *lemma)
{
    Candidate candidate = {.lemma = *lemma};
    if (lemma->property)
        candidate.property = *lemma->property;
    else if (!property_sum(&cores->record->properties, &lemma->sum,
                           &candidate.property.ends[0]))
        return;
    if (find_candidate(cores, &candidate.property) != NO_INDEX)
        return;
    candidate.level = next_level(cores, lemma->steps);
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
    for (unsigned i = 0; i <= MAX_DEGREE; i++)
        vec_push(&cores->levels,
                 ((Level){.number = i, .position_count = i + 1}));
    for (size_t i = 0; i < record->log.lemmas.count; i++)
        add_lemma(cores, &record->log.lemmas.items[i]);
    cores->log_count = cores->candidates.count;
    return cores;
}

/* Forgets what the last core was of. */
static void begin(ProofCores *cores, const Budget *budget)
{
    cores->budget = *budget;
    assert(cores->log_count <= cores->candidates.count);
    for (size_t i = cores->log_count; i < cores->candidates.count; i++)
        vec_free(&cores->candidates.items[i].rests_on);
    cores->candidates.count = cores->log_count;
    for (size_t i = 0; i < cores->log_count; i++) {
        Candidate *candidate = &cores->candidates.items[i];
        candidate->is_needed = candidate->is_claim = candidate->is_barred =
            false;
        vec_clear(&candidate->rests_on);
    }
    for (size_t i = 0; i < cores->levels.count; i++) {
        Level *level = &cores->levels.items[i];
        if (level->supposed.count > cores->log_count)
            level->supposed.count = cores->log_count;
    }
}

void proof_cores_free(ProofCores *cores)
{
    if (!cores)
        return;
    for (size_t i = 0; i < cores->candidates.count; i++)
        vec_free(&cores->candidates.items[i].rests_on);
    for (size_t i = 0; i < cores->levels.count; i++)
        level_end(&cores->levels.items[i]);
    vec_free_all(&cores->candidates, &cores->levels);
    map_free(&cores->map);
    memory_free(cores);
}

static void add_goal(ProofCores *cores, const GroundProperty *goal)
{
    vec_push(&cores->candidates, ((Candidate){.property = *goal,
                                              .level = goal->degree,
                                              .is_goal = true,
                                              .is_needed = true}));
}

/* Whether CLAIM speaks of what the rules derive from features: moves, goals. */
static bool is_derived(const ProofCores *cores, const GroundProperty *claim)
{
    const PropertyTable *properties = &cores->record->properties;
    bool *nodes = property_nodes(properties, claim->ends, claim->degree + 1);
    bool is_found = memchr(nodes, true, properties->net->node_count);
    memory_free(nodes);
    return is_found;
}

/* The core of CLAIM, which each step keeps, or does not if it is barred. */
static ProofCore core_with(ProofCores *cores, const GroundProperty *claim,
                           const Budget *budget, bool is_barred)
{
    begin(cores, budget);
    uint32_t number = find_candidate(cores, claim);
    if (number == NO_INDEX && !is_barred) {
        number = (uint32_t)cores->candidates.count;
        vec_push(&cores->candidates,
                 ((Candidate){.lemma = {.property = claim, .steps = 1},
                              .property = *claim,
                              .level = next_level(cores, 1)}));
    }
    if (number != NO_INDEX) {
        Candidate *candidate = &cores->candidates.items[number];
        candidate->is_claim = candidate->is_needed = !is_barred;
        candidate->is_barred = is_barred;
    }
    add_goal(cores, claim);
    return find_core(cores, !is_barred);
}

/* What is derived follows from lemmas about features, rather than being kept by
 * each step: that is easier to see, if the lemmas are few. */
ProofCore proof_core_of(ProofCores *cores, const GroundProperty *claim,
                        const Budget *budget)
{
    enum { FEW = 12 };
    const Budget half = budget_part(budget, 0.5);
    ProofCore core = core_with(cores, claim, &half, false), other = {0};
    if (core.lemmas.count && is_derived(cores, claim))
        other = core_with(cores, claim, budget, true);
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
    return find_core(cores, false);
}

void proof_core_free(ProofCore *core)
{
    for (size_t i = 0; i < core->lemmas.count; i++)
        vec_free(&core->lemmas.items[i].uses);
    vec_free(&core->lemmas);
}
