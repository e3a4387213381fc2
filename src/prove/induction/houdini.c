/* houdini.c - largest subset of candidate invariants that is inductive
 *
 * In:   candidates; properties already proved
 * Out:  the candidates that hold in every reachable position
 * Next: prove/induction/k_induction.c tries the rest over several steps
 *
 * Houdini (Flanagan and Leino 2001): assume all candidates before a step, drop
 * every one that some step breaks, repeat until none is dropped. One
 * incremental solver for all questions; the hypotheses are switched on by
 * activation literals. A counterexample drops more candidates than were asked
 * about: random plays are continued from it, and what fails on them is not
 * inductive either. Start reading at houdini_run().
 */
#include "prove/induction/houdini.h"

#include "base/memory.h"
#include "prove/induction/inductive_check.h"
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    MAX_GROUP = 24, /* candidates with one activation literal */
    WALK_STEPS = 12 /* of plays from a counterexample */
};

typedef enum { OPEN, PROVED, DROPPED, TOO_HARD } CandidateStatus;

typedef struct {
    const GroundProperty *property;
    CandidateStatus status;
} HoudiniCandidate;

/* Candidates that share an activation literal: an assumption for each of them
 * would slow the solver down. When one is dropped, the others get a new literal
 * and their clauses are added once more. */
typedef struct {
    VEC(uint32_t) members;
    SatLit activation; /* 0: no clauses yet */
} HypothesisGroup;

/* What is asked about at once: failures of several candidates, or of several
 * conjuncts of one that is a large conjunction. */
typedef struct {
    SatLit fails[MAX_LITS_ASKED];
    uint32_t candidates[MAX_LITS_ASKED]; /* by literal: which one fails */
    bool settled[MAX_LITS_ASKED];        /* that candidate is not open */
    size_t count;
} HoudiniQuestion;

struct Houdini {
    const PropertyTable *properties;
    GuidedWalks *walks;
    UnrollStart start;
    const Budget *budget;
    StepSolver *solver;
    /* Properties that look more than one step ahead have a solver of their own,
     * NULL until needed, with the first LOOKAHEAD_FACTS facts: most questions
     * are about one step, and easier without further ones. */
    StepSolver *lookahead;
    size_t lookahead_facts;
    VEC(const GroundProperty *) facts; /* that are given, or were proved */
    VEC(HoudiniCandidate) candidates;
    VEC(HypothesisGroup) groups; /* of open candidates */
    VEC(uint32_t) open;          /* candidates; may contain dropped ones */
    VEC(uint32_t) planned_gates; /* to be evaluated, in topological order */
    Lanes *gate_values;          /* by gate */
    size_t gate_capacity;
    HoudiniQuestion question; /* the present one */
    uint64_t *state;          /* before the step of a model */
    bool any_dropped;         /* in the present pass over all candidates */
    /* Properties that do not follow from the first WITNESS_FACTS facts: each
     * fails in a state, of state_words(), in which these hold. */
    VEC(const GroundProperty *) witnesses;
    VEC(uint64_t) witness_states;
    size_t witness_facts;
    size_t checked_witness, kept_witnesses; /* of keep_possible() */
};

Houdini *houdini_new(const PropertyTable *properties, GuidedWalks *walks,
                     UnrollStart start, const Budget *budget)
{
    Houdini *houdini = memory_alloc(sizeof *houdini);
    size_t words = properties->net->feature_count / 64 + 1;
    *houdini = (Houdini){.properties = properties,
                         .walks = walks,
                         .start = start,
                         .budget = budget,
                         .solver = step_solver_new(properties, start, budget),
                         .state = memory_array(words, sizeof(uint64_t))};
    return houdini;
}

void houdini_free(Houdini *houdini)
{
    if (!houdini)
        return;
    step_solver_free(houdini->solver);
    step_solver_free(houdini->lookahead);
    for (size_t i = 0; i < houdini->groups.count; i++)
        vec_free(&houdini->groups.items[i].members);
    vec_free_all(&houdini->facts, &houdini->candidates, &houdini->groups,
                 &houdini->open, &houdini->planned_gates, &houdini->witnesses,
                 &houdini->witness_states);
    free_all(houdini->gate_values, houdini->state, houdini);
}

size_t houdini_add(Houdini *houdini, const GroundProperty *property)
{
    HoudiniCandidate candidate = {property, OPEN};
    uint32_t number = (uint32_t)houdini->candidates.count;
    vec_push(&houdini->candidates, candidate);
    vec_push(&houdini->open, number);
    if (!houdini->groups.count ||
        vec_last(&houdini->groups).members.count == MAX_GROUP ||
        vec_last(&houdini->groups).activation)
        vec_push(&houdini->groups, (HypothesisGroup){0});
    assert(vec_last(&houdini->groups).members.count < MAX_GROUP);
    vec_push(&vec_last(&houdini->groups).members, number);
    return number;
}

bool houdini_proved(const Houdini *houdini, size_t candidate)
{
    assert(candidate < houdini->candidates.count);
    return houdini->candidates.items[candidate].status == PROVED;
}

bool houdini_too_hard(const Houdini *houdini, size_t candidate)
{
    return houdini->candidates.items[candidate].status == TOO_HARD;
}

size_t houdini_facts(const Houdini *houdini)
{
    return houdini->facts.count;
}

const GroundProperty *const *houdini_fact_list(const Houdini *houdini)
{
    return houdini->facts.items;
}

/* ---- hypotheses ---- */

void houdini_given(Houdini *houdini, const GroundProperty *property)
{
    step_solver_suppose(houdini->solver, &property, 1);
    vec_push(&houdini->facts, property);
}

/* A group that is new, or has lost a member, gets a new activation literal. */
static void renew_group(Houdini *houdini, HypothesisGroup *group)
{
    size_t kept = 0;
    for (size_t i = 0; i < group->members.count; i++)
        if (houdini->candidates.items[group->members.items[i]].status == OPEN)
            group->members.items[kept++] = group->members.items[i];
    if (group->activation && kept == group->members.count)
        return;
    if (group->activation)
        sat_clause1(houdini->solver->sat, -group->activation);
    group->members.count = kept;
    group->activation = sat_variable(houdini->solver->sat);
    for (size_t i = 0; i < kept; i++)
        property_suppose(
            &houdini->solver->before, group->activation,
            houdini->candidates.items[group->members.items[i]].property);
}

/* ---- walks ---- */

/* Removes candidates that are not open any more from the list of open ones. */
static void compact_open(Houdini *houdini)
{
    size_t kept = 0;
    for (size_t i = 0; i < houdini->open.count; i++) {
        uint32_t number = houdini->open.items[i];
        if (houdini->candidates.items[number].status == OPEN)
            houdini->open.items[kept++] = number;
    }
    houdini->open.count = kept;
}

/* Makes the NEEDED gates those that are evaluated; frees NEEDED. */
static void plan_gates(Houdini *houdini, bool *needed)
{
    size_t gates = houdini->properties->gates.count;
    vec_clear(&houdini->planned_gates);
    for (uint32_t i = 0; i < gates; i++)
        if (needed[i])
            vec_push(&houdini->planned_gates, i);
    free(needed);
    if (houdini->gate_capacity < gates) {
        free(houdini->gate_values);
        houdini->gate_values = lanes_new(gates);
        houdini->gate_capacity = gates;
        houdini->gate_values[0] = ~(Lanes){0};
    }
}

static bool *new_gate_marks(const Houdini *houdini)
{
    return memory_zeroed(houdini->properties->gates.count + 1, sizeof(bool));
}

static void plan_candidate_gates(Houdini *houdini)
{
    bool *needed = new_gate_marks(houdini);
    for (size_t i = 0; i < houdini->open.count; i++) {
        const GroundProperty *property =
            houdini->candidates.items[houdini->open.items[i]].property;
        if (!property->degree)
            property_mark(houdini->properties, property->ends[0], needed);
    }
    plan_gates(houdini, needed);
}

/* Evaluates the planned gates in the position of LANES. */
static void evaluate_gates(Houdini *houdini, const WalkLanes *lanes)
{
    leaves_in_lanes(houdini->properties, houdini->planned_gates.items,
                    houdini->planned_gates.count, 0, lanes,
                    houdini->gate_values);
    gates_in_lanes(houdini->properties, houdini->planned_gates.items,
                   houdini->planned_gates.count, houdini->gate_values);
}

/* The lanes in which PROPERTY fails; its gates were evaluated. */
static Lanes failing_lanes(const Houdini *houdini,
                           const GroundProperty *property)
{
    assert(!property->degree);
    return ~ref_lanes(houdini->gate_values, property->ends[0]);
}

/* Callback of walks: drops the open candidates that fail in a running lane. */
static void drop_failing(void *context, const WalkLanes *lanes,
                         const Lanes *running)
{
    Houdini *houdini = context;
    evaluate_gates(houdini, lanes);
    for (size_t i = 0; i < houdini->open.count; i++) {
        HoudiniCandidate *candidate =
            &houdini->candidates.items[houdini->open.items[i]];
        if (candidate->status != OPEN || candidate->property->degree)
            continue;
        Lanes fails = failing_lanes(houdini, candidate->property) & *running;
        if (lanes_any(&fails))
            candidate->status = DROPPED;
    }
}

/* ---- questions ---- */

static CandidateStatus *asked_status(Houdini *houdini, size_t i)
{
    assert(i < houdini->question.count);
    return &houdini->candidates.items[houdini->question.candidates[i]].status;
}

/* Callback of find_possible. */
static void assume_hypotheses(void *context)
{
    Houdini *houdini = context;
    Sat *sat = houdini->solver->sat;
    for (size_t i = 0; i < houdini->groups.count; i++)
        renew_group(houdini, &houdini->groups.items[i]);
    for (size_t i = 0; i < houdini->groups.count; i++)
        if (houdini->groups.items[i].members.count)
            sat_assume(sat, houdini->groups.items[i].activation);
    sat_assume(sat, unroll_taken(houdini->solver->unroll, 0));
}

/* Callback of find_possible: drops the candidates that fail in the model, and
 * those that fail on random plays from the position before its step. All of the
 * largest inductive subset holds there, so it holds on these plays. */
static void drop_by_model(void *context)
{
    Houdini *houdini = context;
    HoudiniQuestion *question = &houdini->question;
    unroll_state(houdini->solver->unroll, 0, houdini->state);
    for (size_t i = 0; i < question->count; i++)
        if (*asked_status(houdini, i) == OPEN &&
            sat_value(houdini->solver->sat, question->fails[i]))
            *asked_status(houdini, i) = DROPPED;
    houdini->any_dropped = true;
    compact_open(houdini);
    plan_candidate_gates(houdini);
    walks_from_state(houdini->walks, houdini->state, WALK_STEPS, drop_failing,
                     houdini);
    compact_open(houdini);
    for (size_t i = 0; i < question->count; i++)
        question->settled[i] = *asked_status(houdini, i) != OPEN;
}

/* Drops the candidates that can fail, of the literals from FIRST to END - 1 of
 * the question. If that is too hard, they are split in two halves; a candidate
 * that is too hard alone is dropped. False if a limit was reached. */
static bool ask_or_split(Houdini *houdini, size_t first, size_t end,
                         int64_t conflicts)
{
    LitQuestions questions = {.lits = houdini->question.fails,
                              .settled = houdini->question.settled,
                              .count = houdini->question.count,
                              .conflicts = conflicts,
                              .assume = assume_hypotheses,
                              .on_model = drop_by_model,
                              .context = houdini};
    if (find_possible(houdini->solver, &questions, first, end) == SAT_NO)
        return true;
    if (step_solver_is_spent(houdini->solver))
        return false;
    if (end - first == 1) {
        *asked_status(houdini, first) = TOO_HARD;
        houdini->any_dropped = true;
        compact_open(houdini);
        return true;
    }
    size_t middle = first + (end - first) / 2;
    return ask_or_split(houdini, first, middle, conflicts) &&
           ask_or_split(houdini, middle, end, conflicts);
}

/* Asks the question, if there is one, and empties it; false if a limit was
 * reached. */
static bool ask(Houdini *houdini, int64_t conflicts)
{
    HoudiniQuestion *question = &houdini->question;
    for (size_t i = 0; i < question->count; i++)
        question->settled[i] = *asked_status(houdini, i) != OPEN;
    bool within_limits = !question->count ||
                         ask_or_split(houdini, 0, question->count, conflicts);
    question->count = 0;
    return within_limits && !step_solver_is_spent(houdini->solver);
}

static void add_to_question(Houdini *houdini, uint32_t candidate, SatLit fails)
{
    HoudiniQuestion *question = &houdini->question;
    assert(question->count < MAX_LITS_ASKED);
    question->candidates[question->count] = candidate;
    question->fails[question->count++] = fails;
}

/* The gate of a large conjunction over one position; NULL if the property is
 * none. */
static const Gate *large_conjunction(const Houdini *houdini,
                                     const GroundProperty *property)
{
    const Gate *gate = &houdini->properties->gates.items[property->ends[0] / 2];
    bool is_large = !property->degree && !(property->ends[0] & 1) &&
                    !gate->is_leaf && gate->count > MAX_LITS_ASKED;
    return is_large ? gate : NULL;
}

/* Asks about the conjuncts of a candidate, MAX_LITS_ASKED at a time. */
static bool ask_conjuncts(Houdini *houdini, uint32_t candidate, Gate gate,
                          int64_t conflicts)
{
    bool within_limits = true;
    assert(!houdini->question.count);
    for (uint32_t i = 0; i < gate.count && within_limits; i++) {
        Ref part = houdini->properties->inputs.items[gate.first + i];
        if (houdini->candidates.items[candidate].status != OPEN)
            break;
        add_to_question(houdini, candidate,
                        -property_literal(&houdini->solver->after, part));
        if (houdini->question.count == MAX_LITS_ASKED || i + 1 == gate.count)
            within_limits = ask(houdini, conflicts);
    }
    return within_limits;
}

/* One pass over all open candidates; false if a limit was reached. */
static bool ask_all_open(Houdini *houdini, int64_t conflicts)
{
    VEC(uint32_t) open_before = {0};
    bool within_limits = true;
    vec_append(&open_before, houdini->open.items, houdini->open.count);
    for (size_t i = 0; i < open_before.count && within_limits; i++) {
        uint32_t number = open_before.items[i];
        const HoudiniCandidate *candidate = &houdini->candidates.items[number];
        const Gate *large = large_conjunction(houdini, candidate->property);
        if (candidate->status != OPEN)
            continue;
        if (large)
            within_limits = ask(houdini, conflicts) &&
                            ask_conjuncts(houdini, number, *large, conflicts);
        else
            add_to_question(houdini, number,
                            property_violation(&houdini->solver->after,
                                               candidate->property));
        if (houdini->question.count == LITS_CHUNK)
            within_limits = ask(houdini, conflicts);
    }
    within_limits = within_limits && ask(houdini, conflicts);
    vec_free(&open_before);
    return within_limits;
}

/* All open candidates are PROVED, or none is; there are no open ones then. */
static void settle_open(Houdini *houdini, bool proved)
{
    for (size_t i = 0; i < houdini->open.count; i++) {
        HoudiniCandidate *candidate =
            &houdini->candidates.items[houdini->open.items[i]];
        if (candidate->status == OPEN)
            candidate->status = proved ? PROVED : DROPPED;
    }
    for (size_t i = 0; i < houdini->groups.count; i++) {
        HypothesisGroup *group = &houdini->groups.items[i];
        for (size_t k = 0; k < group->members.count; k++) {
            const HoudiniCandidate *candidate =
                &houdini->candidates.items[group->members.items[k]];
            if (candidate->status == PROVED)
                houdini_given(houdini, candidate->property);
        }
        if (group->activation)
            sat_clause1(houdini->solver->sat, -group->activation);
        vec_free(&group->members);
    }
    vec_clear(&houdini->groups);
    vec_clear(&houdini->open);
}

/* The base case. */
static void drop_initially_false(Houdini *houdini)
{
    plan_candidate_gates(houdini);
    walks_evaluate_initial(houdini->walks, drop_failing, houdini);
    compact_open(houdini);
}

bool houdini_run(Houdini *houdini, int64_t conflicts)
{
    drop_initially_false(houdini);
    /* The step is encoded first, before gates that depend on it. */
    (void)unroll_taken(houdini->solver->unroll, 0);
    bool within_limits = true;
    houdini->any_dropped = true;
    while (within_limits && houdini->any_dropped && houdini->open.count) {
        houdini->any_dropped = false;
        within_limits = ask_all_open(houdini, conflicts);
    }
    size_t given = houdini->facts.count;
    settle_open(houdini, within_limits);
    assert(within_limits || houdini->facts.count == given);
#ifdef ZERMELO_DEBUG
    inductive_check(houdini->properties, houdini->start, houdini->facts.items,
                    houdini->facts.count, given);
#else
    (void)given;
#endif
    return within_limits;
}

/* ---- properties that need no induction of their own ---- */

static size_t state_words(const Houdini *houdini)
{
    return houdini->properties->net->feature_count / 64 + 1;
}

static StepSolver *lookahead_solver(Houdini *houdini)
{
    if (!houdini->lookahead)
        houdini->lookahead =
            step_solver_new(houdini->properties, UNROLL_ANY, houdini->budget);
    step_solver_suppose(houdini->lookahead,
                        houdini->facts.items + houdini->lookahead_facts,
                        houdini->facts.count - houdini->lookahead_facts);
    houdini->lookahead_facts = houdini->facts.count;
    return houdini->lookahead;
}

/* Callback of walks: keeps the witnesses of a batch, from number
 * CHECKED_WITNESS on, in whose states no new fact fails. */
static void keep_possible(void *context, const WalkLanes *lanes,
                          const Lanes *running)
{
    Houdini *houdini = context;
    size_t words = state_words(houdini);
    uint64_t *states = houdini->witness_states.items;
    Lanes contradicted = {0};
    evaluate_gates(houdini, lanes);
    for (size_t i = houdini->witness_facts; i < houdini->facts.count; i++)
        contradicted |= failing_lanes(houdini, houdini->facts.items[i]);
    for (size_t lane = 0; lane < LANES && lanes_has(running, lane); lane++) {
        size_t from = houdini->checked_witness++;
        size_t to = houdini->kept_witnesses;
        assert(to <= from);
        if (lanes_has(&contradicted, lane))
            continue;
        houdini->witnesses.items[to] = houdini->witnesses.items[from];
        memmove(states + to * words, states + from * words,
                words * sizeof *states);
        houdini->kept_witnesses++;
    }
}

/* Forgets the witnesses that new facts contradict: all of them, if one of these
 * is about more than one position. */
static void forget_contradicted(Houdini *houdini)
{
    bool *needed = new_gate_marks(houdini), looks_ahead = false;
    size_t words = state_words(houdini), count = houdini->witnesses.count;
    for (size_t i = houdini->witness_facts; i < houdini->facts.count; i++) {
        looks_ahead = looks_ahead || houdini->facts.items[i]->degree;
        property_mark(houdini->properties, houdini->facts.items[i]->ends[0],
                      needed);
    }
    plan_gates(houdini, needed);
    houdini->checked_witness = houdini->kept_witnesses = 0;
    for (size_t first = 0; !looks_ahead && first < count; first += LANES)
        walks_evaluate_states(
            houdini->walks, houdini->witness_states.items + first * words,
            words, count - first < LANES ? count - first : LANES, keep_possible,
            houdini);
    houdini->witnesses.count = houdini->kept_witnesses;
    houdini->witness_states.count = houdini->kept_witnesses * words;
    houdini->witness_facts = houdini->facts.count;
}

static bool has_witness(const Houdini *houdini, const GroundProperty *property)
{
    for (size_t i = 0; i < houdini->witnesses.count; i++)
        if (houdini->witnesses.items[i] == property)
            return true;
    return false;
}

/* Properties that may follow from the facts. */
typedef struct {
    Houdini *houdini;
    StepSolver *solver;
    const GroundProperty *const *properties;
    size_t count;
    SatLit *fails; /* by property: it fails in position 0 */
    bool *settled; /* by property */
    bool has_step; /* the walk has left the position of the model */
} ConsequenceCheck;

/* Property number I fails in the position of the model, or on a play from it:
 * that is a witness as long as no fact contradicts the position, since facts
 * are inductive. */
static void add_witness(ConsequenceCheck *check, size_t i)
{
    Houdini *houdini = check->houdini;
    assert(!check->settled[i]);
    check->settled[i] = true;
    vec_push(&houdini->witnesses, check->properties[i]);
    vec_append(&houdini->witness_states, houdini->state, state_words(houdini));
}

/* Plans the gates of the properties about one step that are not settled. */
static void plan_step_gates(const ConsequenceCheck *check)
{
    bool *needed = new_gate_marks(check->houdini);
    for (size_t i = 0; i < check->count; i++)
        if (!check->settled[i] && check->properties[i]->degree == 1)
            property_mark(check->houdini->properties,
                          check->properties[i]->ends[1], needed);
    plan_gates(check->houdini, needed);
}

static void record_leaves(const Houdini *houdini, unsigned level,
                          const WalkLanes *lanes)
{
    leaves_in_lanes(houdini->properties, houdini->planned_gates.items,
                    houdini->planned_gates.count, level, lanes,
                    houdini->gate_values);
}

/* Callback of walks: a witness for what fails about the last step of a running
 * lane. */
static void add_failing(void *context, const WalkLanes *lanes,
                        const Lanes *running)
{
    ConsequenceCheck *check = context;
    const Houdini *houdini = check->houdini;
    record_leaves(houdini, 1, lanes);
    gates_in_lanes(houdini->properties, houdini->planned_gates.items,
                   houdini->planned_gates.count, houdini->gate_values);
    for (size_t i = 0; i < check->count && check->has_step; i++) {
        if (check->settled[i] || check->properties[i]->degree != 1)
            continue;
        Lanes fails = *running & ~ref_lanes(houdini->gate_values,
                                            check->properties[i]->ends[1]);
        if (lanes_any(&fails))
            add_witness(check, i);
    }
    record_leaves(houdini, 0, lanes);
    check->has_step = true;
}

/* Callback of find_possible: the position of the model is a witness for what
 * fails in it, and on random plays from it. */
static void add_witnesses(void *context)
{
    ConsequenceCheck *check = context;
    Houdini *houdini = check->houdini;
    unroll_state(check->solver->unroll, 0, houdini->state);
    for (size_t i = 0; i < check->count; i++)
        if (!check->settled[i] &&
            sat_value(check->solver->sat, check->fails[i]))
            add_witness(check, i);
    plan_step_gates(check);
    check->has_step = false;
    if (houdini->planned_gates.count)
        walks_from_state(houdini->walks, houdini->state, WALK_STEPS,
                         add_failing, check);
}

/* Makes the literals of the properties that are about more than one step, or of
 * the others. */
static void encode_check(ConsequenceCheck *check, bool ahead,
                         const bool *proved)
{
    Houdini *houdini = check->houdini;
    StepSolver *solver = houdini->solver;
    for (size_t i = 0; i < check->count; i++) {
        const GroundProperty *property = check->properties[i];
        check->settled[i] = proved[i] || (property->degree > 1) != ahead ||
                            step_solver_is_spent(solver) ||
                            has_witness(houdini, property);
        if (check->settled[i])
            continue;
        if (ahead)
            solver = lookahead_solver(houdini);
        check->fails[i] = property_violation(&solver->before, property);
    }
    check->solver = solver;
}

void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *proved, size_t count, int64_t conflicts)
{
    ConsequenceCheck check = {.houdini = houdini,
                              .properties = properties,
                              .count = count,
                              .fails =
                                  memory_zeroed(count + 1, sizeof *check.fails),
                              .settled = memory_alloc(count + 1)};
    LitQuestions questions = {.lits = check.fails,
                              .settled = check.settled,
                              .count = count,
                              .conflicts = conflicts,
                              .on_model = add_witnesses,
                              .context = &check};
    if (houdini->witness_facts < houdini->facts.count)
        forget_contradicted(houdini);
    for (int ahead = 0; ahead < 2; ahead++) {
        encode_check(&check, ahead, proved);
        for (size_t first = 0, end; first < count; first = end) {
            end = chunk_end(first, count);
            if (find_possible(check.solver, &questions, first, end) != SAT_NO)
                continue;
            for (size_t i = first; i < end; i++)
                proved[i] = proved[i] || !check.settled[i];
        }
    }
    free_all(check.fails, check.settled);
}
