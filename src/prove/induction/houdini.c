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

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    MAX_ASKED = 24,     /* candidates in one question */
    MAX_GROUP = 24,     /* candidates with one activation literal */
    MAX_CONJUNCTS = 64, /* of one candidate, in one question */
    WALK_STEPS = 12     /* of plays from a counterexample */
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

/* Properties that look more than one step ahead have a solver of their own:
 * most questions are about one step, and easier without further ones. */
typedef struct {
    Sat *sat; /* NULL: not needed yet */
    Unroll *unroll;
    PropertyClauses clauses;
    size_t facts; /* so many of the facts are in it */
} LookaheadSolver;

/* PROPERTY fails in state number STATE, which satisfies all facts. */
typedef struct {
    const GroundProperty *property;
    size_t state;
} Witness;

struct Houdini {
    const Net *net;
    const PropertyTable *properties;
    GuidedWalks *walks;
    UnrollStart start;
    const Budget *budget;
    Sat *sat;
    Unroll *unroll;
    PropertyClauses before_step, after_step; /* level 0 is position 0, or 1 */
    LookaheadSolver lookahead;
    VEC(const GroundProperty *) facts; /* that are given, or were proved */
    VEC(HoudiniCandidate) candidates;
    VEC(HypothesisGroup) groups; /* of open candidates */
    VEC(uint32_t) open;          /* candidates; may contain dropped ones */
    VEC(uint32_t) planned_gates; /* to be evaluated, in topological order */
    Lanes *gate_values;          /* by gate */
    size_t gate_capacity;
    VEC(Witness) witnesses;       /* sorted by state */
    VEC(uint64_t) witness_states; /* state_words() each */
    size_t witness_facts;         /* the first so many hold in all of them */
    VEC(bool) state_contradicted; /* by state: a newer fact fails in it */
};

Houdini *houdini_new(const Net *net, const PropertyTable *properties,
                     GuidedWalks *walks, UnrollStart start,
                     const Budget *budget)
{
    Houdini *houdini = memory_alloc(sizeof *houdini);
    *houdini = (Houdini){.net = net,
                         .properties = properties,
                         .walks = walks,
                         .start = start,
                         .budget = budget};
    houdini->sat = sat_new(budget);
    sat_option(houdini->sat, "lucky", 0); /* questions are many and small, */
    sat_option(houdini->sat, "elim", 0);  /* and clauses come between them */
    houdini->unroll = unroll_new(net, houdini->sat, start);
    houdini->before_step =
        property_clauses(properties, houdini->unroll, houdini->sat, 0);
    houdini->after_step =
        property_clauses(properties, houdini->unroll, houdini->sat, 1);
    return houdini;
}

void houdini_free(Houdini *houdini)
{
    if (!houdini)
        return;
    property_clauses_free(&houdini->before_step);
    property_clauses_free(&houdini->after_step);
    unroll_free(houdini->unroll);
    sat_free(houdini->sat);
    if (houdini->lookahead.sat)
        property_clauses_free(&houdini->lookahead.clauses);
    unroll_free(houdini->lookahead.unroll);
    sat_free(houdini->lookahead.sat);
    vec_free_all(&houdini->facts, &houdini->candidates);
    for (size_t i = 0; i < houdini->groups.count; i++)
        vec_free(&houdini->groups.items[i].members);
    vec_free_all(&houdini->groups, &houdini->open, &houdini->planned_gates,
                 &houdini->witnesses, &houdini->witness_states,
                 &houdini->state_contradicted);
    free_all(houdini->gate_values, houdini);
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
    property_suppose(&houdini->before_step, sat_true(houdini->sat), property);
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
        sat_clause1(houdini->sat, -group->activation);
    group->members.count = kept;
    group->activation = sat_variable(houdini->sat);
    for (size_t i = 0; i < kept; i++)
        property_suppose(
            &houdini->before_step, group->activation,
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

/* Makes the NEEDED gates those that are evaluated. */
static void plan_gates(Houdini *houdini, const bool *needed)
{
    size_t gates = houdini->properties->gates.count;
    vec_clear(&houdini->planned_gates);
    for (uint32_t i = 0; i < gates; i++)
        if (needed[i])
            vec_push(&houdini->planned_gates, i);
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
    free(needed);
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

static void assume_hypotheses(Houdini *houdini)
{
    for (size_t i = 0; i < houdini->groups.count; i++)
        renew_group(houdini, &houdini->groups.items[i]);
    for (size_t i = 0; i < houdini->groups.count; i++)
        if (houdini->groups.items[i].members.count)
            sat_assume(houdini->sat, houdini->groups.items[i].activation);
    sat_assume(houdini->sat, unroll_taken(houdini->unroll, 0));
}

/* What is asked about at once: up to MAX_ASKED candidates; or, if END_CONJUNCT
 * is not 0, some conjuncts of one candidate that is a large conjunction. */
typedef struct {
    uint32_t candidates[MAX_ASKED];
    size_t count;
    unsigned first_conjunct, end_conjunct;
} HoudiniQuestion;

/* 1 if the candidate is no conjunction over one position. */
static uint32_t conjunct_count(const Houdini *houdini, uint32_t candidate)
{
    const GroundProperty *property =
        houdini->candidates.items[candidate].property;
    const Gate *gate = &houdini->properties->gates.items[property->ends[0] / 2];
    if (property->degree || (property->ends[0] & 1) || gate->is_leaf)
        return 1;
    return gate->count;
}

/* FAILS gets a literal for each candidate or conjunct of the question, that it
 * fails after the step; returns how many. */
static size_t list_violations(Houdini *houdini, const HoudiniQuestion *question,
                              SatLits *fails)
{
    assert(question->count);
    assert(!question->end_conjunct || question->count == 1);
    vec_clear(fails);
    const GroundProperty *property =
        houdini->candidates.items[question->candidates[0]].property;
    if (question->end_conjunct) {
        Gate gate = houdini->properties->gates.items[property->ends[0] / 2];
        for (uint32_t i = question->first_conjunct; i < question->end_conjunct;
             i++) {
            Ref part = houdini->properties->inputs.items[gate.first + i];
            vec_push(fails, -property_literal(&houdini->after_step, part));
        }
    }
    for (size_t i = 0; !question->end_conjunct && i < question->count; i++)
        vec_push(
            fails,
            property_violation(
                &houdini->after_step,
                houdini->candidates.items[question->candidates[i]].property));
    return fails->count;
}

static SatAnswer solve(Houdini *houdini, int64_t conflicts)
{
    return unroll_solve(houdini->unroll, conflicts);
}

static bool is_spent(const Houdini *houdini)
{
    return budget_spent(houdini->budget) || sat_exhausted(houdini->sat);
}

static HoudiniCandidate *
asked_candidate(Houdini *houdini, const HoudiniQuestion *question, size_t i)
{
    return &houdini->candidates
                .items[question->candidates[question->end_conjunct ? 0 : i]];
}

/* Drops the candidates that fail in the model, and those that fail on random
 * plays from STATE, the position before the step of the model. All of the
 * largest inductive subset holds in STATE, so it holds on these plays. */
static void drop_by_model(Houdini *houdini, const HoudiniQuestion *question,
                          const bool *failing, size_t count,
                          const uint64_t *state)
{
    for (size_t i = 0; i < count; i++) {
        HoudiniCandidate *candidate = asked_candidate(houdini, question, i);
        if (failing[i] && candidate->status == OPEN)
            candidate->status = DROPPED;
    }
    compact_open(houdini);
    plan_candidate_gates(houdini);
    walks_from_state(houdini->walks, state, WALK_STEPS, drop_failing, houdini);
    compact_open(houdini);
}

/* Drops the candidates of QUESTION that can fail after a step, until the solver
 * finds no further step. False if it reached a limit; sets *DROPPED if any was
 * dropped. */
static bool ask_until_unsat(Houdini *houdini, const HoudiniQuestion *question,
                            int64_t conflicts, bool *dropped)
{
    uint64_t *state =
        memory_array(houdini->net->feature_count / 64 + 1, sizeof *state);
    SatLits clause = {0}, fails = {0};
    size_t count = list_violations(houdini, question, &fails);
    bool *failing = memory_zeroed(count + 1, sizeof *failing);
    SatAnswer answer = SAT_YES;
    while (answer == SAT_YES) {
        vec_clear(&clause);
        for (size_t i = 0; i < count; i++)
            if (asked_candidate(houdini, question, i)->status == OPEN)
                vec_push(&clause, fails.items[i]);
        if (!clause.count)
            break;
        SatLit question_lit =
            sat_question(houdini->sat, clause.items, clause.count);
        assume_hypotheses(houdini);
        sat_assume(houdini->sat, question_lit);
        answer = solve(houdini, conflicts);
        if (answer == SAT_YES) {
            for (size_t i = 0; i < count; i++)
                failing[i] = sat_value(houdini->sat, fails.items[i]);
            unroll_state(houdini->unroll, 0, state);
            *dropped = true;
        }
        sat_retire(houdini->sat, question_lit);
        if (answer == SAT_YES)
            drop_by_model(houdini, question, failing, count, state);
    }
    vec_free_all(&clause, &fails);
    free_all(failing, state);
    return answer != SAT_UNKNOWN;
}

/* A question that is too hard is split in two halves; a candidate that is too
 * hard alone is dropped. */
static bool ask_or_split(Houdini *houdini, const HoudiniQuestion *question,
                         int64_t conflicts, bool *dropped)
{
    if (ask_until_unsat(houdini, question, conflicts, dropped))
        return true;
    if (is_spent(houdini))
        return false;
    size_t size = question->end_conjunct
                      ? question->end_conjunct - question->first_conjunct
                      : question->count;
    if (size == 1) {
        asked_candidate(houdini, question, 0)->status = TOO_HARD;
        compact_open(houdini);
        return *dropped = true;
    }
    HoudiniQuestion left = *question, right = *question;
    if (question->end_conjunct) {
        left.end_conjunct = right.first_conjunct =
            question->first_conjunct + (unsigned)size / 2;
    } else {
        left.count = size / 2;
        right.count = size - size / 2;
        memmove(right.candidates, question->candidates + size / 2,
                right.count * sizeof *right.candidates);
    }
    return ask_or_split(houdini, &left, conflicts, dropped) &&
           ask_or_split(houdini, &right, conflicts, dropped);
}

/* Asks about a candidate with many conjuncts, MAX_CONJUNCTS at a time. */
static bool ask_conjuncts(Houdini *houdini, uint32_t candidate,
                          int64_t conflicts, bool *dropped)
{
    uint32_t conjuncts = conjunct_count(houdini, candidate);
    bool within_limits = true;
    for (uint32_t i = 0; i < conjuncts && within_limits; i += MAX_CONJUNCTS) {
        HoudiniQuestion question = {
            {candidate},
            1,
            i,
            i + MAX_CONJUNCTS < conjuncts ? i + MAX_CONJUNCTS : conjuncts};
        if (houdini->candidates.items[candidate].status != OPEN)
            break;
        within_limits = ask_or_split(houdini, &question, conflicts, dropped) &&
                        !is_spent(houdini);
    }
    return within_limits;
}

/* One pass over all open candidates; false if a limit was reached. */
static bool ask_all_open(Houdini *houdini, int64_t conflicts, bool *dropped)
{
    VEC(uint32_t) open_before = {0};
    bool within_limits = true;
    vec_append(&open_before, houdini->open.items, houdini->open.count);
    HoudiniQuestion question = {.count = 0};
    for (size_t i = 0; i < open_before.count && within_limits; i++) {
        uint32_t number = open_before.items[i];
        if (houdini->candidates.items[number].status != OPEN)
            continue;
        if (conjunct_count(houdini, number) > MAX_CONJUNCTS)
            within_limits = ask_conjuncts(houdini, number, conflicts, dropped);
        else
            question.candidates[question.count++] = number;
        if (within_limits && question.count == MAX_ASKED) {
            within_limits =
                ask_or_split(houdini, &question, conflicts, dropped);
            question.count = 0;
        }
        within_limits = within_limits && !is_spent(houdini);
    }
    if (within_limits && question.count)
        within_limits = ask_or_split(houdini, &question, conflicts, dropped);
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
            sat_clause1(houdini->sat, -group->activation);
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
    (void)unroll_taken(houdini->unroll, 0);
    bool within_limits = true, dropped = true;
    while (within_limits && dropped && houdini->open.count) {
        dropped = false;
        within_limits = ask_all_open(houdini, conflicts, &dropped);
    }
    size_t given = houdini->facts.count;
    settle_open(houdini, within_limits);
    assert(within_limits || houdini->facts.count == given);
#ifdef ZERMELO_DEBUG
    inductive_check(houdini->net, houdini->properties, houdini->start,
                    houdini->facts.items, houdini->facts.count, given);
#else
    (void)given;
#endif
    return within_limits;
}

/* ---- properties that need no induction of their own ---- */

static size_t state_words(const Houdini *houdini)
{
    return houdini->net->feature_count / 64 + 1;
}

static size_t state_count(const Houdini *houdini)
{
    return houdini->witness_states.count / state_words(houdini);
}

/* States of witnesses from number FIRST_STATE on, one in each lane. */
typedef struct {
    Houdini *houdini;
    size_t first_state;
} WitnessBatch;

static void mark_contradicted(void *context, const WalkLanes *lanes,
                              const Lanes *running)
{
    WitnessBatch *batch = context;
    Houdini *houdini = batch->houdini;
    Lanes fails = {0};
    evaluate_gates(houdini, lanes);
    for (size_t i = houdini->witness_facts; i < houdini->facts.count; i++)
        fails |= failing_lanes(houdini, houdini->facts.items[i]);
    fails &= *running;
    for (size_t word = 0; word < LANE_WORDS; word++)
        for (uint64_t left = fails[word]; left; left &= left - 1)
            houdini->state_contradicted.items[batch->first_state + word * 64 +
                                              (size_t)__builtin_ctzll(left)] =
                true;
}

/* Sets STATE_CONTRADICTED of the states in which a new fact fails. A new fact
 * about more than one position is taken to contradict all of them. */
static void find_contradicted(Houdini *houdini)
{
    bool *needed = new_gate_marks(houdini), looks_ahead = false;
    for (size_t i = houdini->witness_facts; i < houdini->facts.count; i++) {
        looks_ahead = looks_ahead || houdini->facts.items[i]->degree;
        property_mark(houdini->properties, houdini->facts.items[i]->ends[0],
                      needed);
    }
    plan_gates(houdini, needed);
    free(needed);
    vec_clear(&houdini->state_contradicted);
    while (houdini->state_contradicted.count < state_count(houdini))
        vec_push(&houdini->state_contradicted, looks_ahead);
    WitnessBatch batch = {.houdini = houdini};
    for (; !looks_ahead && batch.first_state < state_count(houdini);
         batch.first_state += LANES) {
        size_t left = state_count(houdini) - batch.first_state;
        walks_evaluate_states(houdini->walks,
                              houdini->witness_states.items +
                                  batch.first_state * state_words(houdini),
                              state_words(houdini), left < LANES ? left : LANES,
                              mark_contradicted, &batch);
    }
}

/* Forgets the witnesses whose states new facts contradict. */
static void forget_contradicted(Houdini *houdini)
{
    size_t words = state_words(houdini), kept = 0, states = 0;
    if (houdini->witness_facts == houdini->facts.count ||
        !houdini->witnesses.count) {
        houdini->witness_facts = houdini->facts.count;
        return;
    }
    find_contradicted(houdini);
    /* Witnesses are sorted by their states. */
    for (size_t i = 0, last = SIZE_MAX; i < houdini->witnesses.count; i++) {
        Witness witness = houdini->witnesses.items[i];
        if (houdini->state_contradicted.items[witness.state])
            continue;
        if (witness.state != last)
            memmove(houdini->witness_states.items + states++ * words,
                    houdini->witness_states.items + witness.state * words,
                    words * sizeof *houdini->witness_states.items);
        last = witness.state;
        witness.state = states - 1;
        houdini->witnesses.items[kept++] = witness;
    }
    houdini->witnesses.count = kept;
    houdini->witness_states.count = states * words;
    assert(states <= kept); /* each state has a witness */
    houdini->witness_facts = houdini->facts.count;
}

static bool has_witness(const Houdini *houdini, const GroundProperty *property)
{
    for (size_t i = 0; i < houdini->witnesses.count; i++)
        if (houdini->witnesses.items[i].property == property)
            return true;
    return false;
}

/* Properties that may follow from the facts. */
typedef struct {
    const GroundProperty *const *properties;
    PropertyClauses *clauses;
    size_t count;
    size_t *numbers; /* in the list of all */
    SatLit *fails;   /* the literal: it fails in position 0 */
    bool *failed;    /* there is a witness */
} ConsequenceCheck;

/* Adds the position of the model as a witness for each that fails in it. */
static void add_witness(Houdini *houdini, ConsequenceCheck *check)
{
    size_t words = state_words(houdini), state_number = state_count(houdini);
    for (size_t i = 0; i < words; i++)
        vec_push(&houdini->witness_states, 0);
    unroll_state(check->clauses->unroll, 0,
                 houdini->witness_states.items + state_number * words);
    for (size_t i = 0; i < check->count; i++) {
        if (check->failed[i] ||
            !sat_value(check->clauses->sat, check->fails[i]))
            continue;
        Witness witness = {check->properties[check->numbers[i]], state_number};
        check->failed[i] = true;
        vec_push(&houdini->witnesses, witness);
    }
}

/* Whether a property from FIRST to END - 1 can fail. A model is a witness for
 * others that fail in it as well. */
static SatAnswer find_failing(Houdini *houdini, ConsequenceCheck *check,
                              size_t first, size_t end, int64_t conflicts)
{
    assert(first < end && end <= first + MAX_ASKED);
    Sat *sat = check->clauses->sat;
    SatLit clause[MAX_ASKED];
    size_t count = 0;
    for (size_t i = first; i < end; i++)
        if (!check->failed[i])
            clause[count++] = check->fails[i];
    if (!count)
        return SAT_NO;
    SatLit question_lit = sat_question(sat, clause, count);
    sat_assume(sat, question_lit);
    SatAnswer answer = unroll_solve(check->clauses->unroll, conflicts);
    if (answer == SAT_YES)
        add_witness(houdini, check);
    sat_retire(sat, question_lit);
    return answer;
}

static void check_chunks(Houdini *houdini, ConsequenceCheck *check,
                         bool *proved, int64_t conflicts)
{
    for (size_t first = 0; first < check->count; first += MAX_ASKED) {
        size_t end =
            first + MAX_ASKED < check->count ? first + MAX_ASKED : check->count;
        SatAnswer answer = SAT_YES;
        while (answer == SAT_YES && !is_spent(houdini))
            answer = find_failing(houdini, check, first, end, conflicts);
        for (size_t i = first; i < end && answer == SAT_NO; i++)
            if (!check->failed[i])
                proved[check->numbers[i]] = true;
    }
}

static PropertyClauses *lookahead_clauses(Houdini *houdini)
{
    LookaheadSolver *lookahead = &houdini->lookahead;
    if (!lookahead->sat) {
        lookahead->sat = sat_new(houdini->budget);
        sat_option(lookahead->sat, "lucky", 0);
        lookahead->unroll =
            unroll_new(houdini->net, lookahead->sat, UNROLL_ANY);
        lookahead->clauses = property_clauses(
            houdini->properties, lookahead->unroll, lookahead->sat, 0);
    }
    while (lookahead->facts < houdini->facts.count)
        property_suppose(&lookahead->clauses, sat_true(lookahead->sat),
                         houdini->facts.items[lookahead->facts++]);
    return &lookahead->clauses;
}

void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *proved, size_t count, int64_t conflicts)
{
    ConsequenceCheck check = {.properties = properties,
                              .numbers =
                                  memory_array(count + 1, sizeof(size_t)),
                              .fails = memory_array(count + 1, sizeof(SatLit)),
                              .failed = memory_alloc(count + 1)};
    forget_contradicted(houdini);
    for (int lookahead = 0; lookahead < 2; lookahead++) {
        check.count = 0;
        for (size_t i = 0; i < count && !is_spent(houdini); i++) {
            if (proved[i] || (properties[i]->degree > 1) != lookahead ||
                has_witness(houdini, properties[i]))
                continue;
            check.clauses =
                lookahead ? lookahead_clauses(houdini) : &houdini->before_step;
            check.numbers[check.count] = i;
            check.failed[check.count] = false;
            check.fails[check.count++] =
                property_violation(check.clauses, properties[i]);
        }
        check_chunks(houdini, &check, proved, conflicts);
    }
    free_all(check.numbers, check.fails, check.failed);
}
