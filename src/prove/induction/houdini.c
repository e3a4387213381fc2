/* houdini.c - largest subset of candidate invariants that is inductive
 *
 * In:   candidates; properties already proved
 * Out:  the candidates that hold in every reachable position
 * Next: prove/stage_induct.c takes those that are proved
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
#include "prove/induction/step_solver.h"

#include <assert.h>
#include <stdlib.h>

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
    bool is_settled[MAX_LITS_ASKED];     /* that candidate is not open */
    size_t count;
} HoudiniQuestion;

struct Houdini {
    const PropertyTable *properties;
    GuidedWalks *walks;
    const Budget *budget;
    StepSolver *solver;
    VEC(const GroundProperty *) lemmas; /* that are given, or were proved */
    VEC(HoudiniCandidate) candidates;
    VEC(HypothesisGroup) groups; /* of open candidates */
    VEC(uint32_t) open;          /* candidates; may contain dropped ones */
    HoudiniQuestion question;    /* the present one */
    uint64_t *model_state;       /* before the step of a model */
    bool any_dropped;            /* in the present pass over all candidates */
    /* For properties that look more than one step ahead, NULL until needed,
     * with the first LOOKAHEAD_LEMMAS lemmas: most questions are about one
     * step, and easier without further ones. */
    StepSolver *lookahead;
    size_t lookahead_lemmas;
    /* Properties that do not follow from the first FAILING_LEMMAS lemmas */
    VEC(const GroundProperty *) failing;
    size_t failing_lemmas;
};

Houdini *houdini_new(const PropertyTable *properties, GuidedWalks *walks,
                     const Budget *budget)
{
    Houdini *houdini = memory_alloc(sizeof *houdini);
    size_t word_count = properties->net->feature_count / 64 + 1;
    *houdini =
        (Houdini){.properties = properties,
                  .walks = walks,
                  .budget = budget,
                  .solver = step_solver_new(properties, UNROLL_ANY, budget),
                  .model_state = memory_array(word_count, sizeof(uint64_t))};
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
    vec_free_all(&houdini->lemmas, &houdini->candidates, &houdini->groups,
                 &houdini->open, &houdini->failing);
    free_all(houdini->model_state, houdini);
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

size_t houdini_lemma_count(const Houdini *houdini)
{
    return houdini->lemmas.count;
}

const GroundProperty *const *houdini_lemmas(const Houdini *houdini)
{
    return houdini->lemmas.items;
}

/* ---- hypotheses ---- */

void houdini_add_lemma(Houdini *houdini, const GroundProperty *property)
{
    step_solver_suppose(houdini->solver, &property, 1);
    vec_push(&houdini->lemmas, property);
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

/* Drops the open candidates that fail on random plays from STATE. */
static void drop_on_plays(Houdini *houdini, const uint64_t *state,
                          size_t step_count)
{
    compact_open(houdini);
    size_t count = houdini->open.count;
    const GroundProperty **list = memory_array(count + 1, sizeof *list);
    bool *fails = memory_zeroed(count + 1, sizeof *fails);
    for (size_t i = 0; i < count; i++)
        list[i] = houdini->candidates.items[houdini->open.items[i]].property;
    walks_find_failing(houdini->walks, state, step_count, 0, list, fails,
                       count);
    for (size_t i = 0; i < count; i++)
        if (fails[i])
            houdini->candidates.items[houdini->open.items[i]].status = DROPPED;
    compact_open(houdini);
    free_all(list, fails);
}

/* ---- questions ---- */

static CandidateStatus *asked_status(Houdini *houdini, size_t i)
{
    assert(i < houdini->question.count);
    return &houdini->candidates.items[houdini->question.candidates[i]].status;
}

/* Callback of find_sat_lits. */
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

/* Callback of find_sat_lits: drops the candidates that fail in the model,
 * and those that fail on random plays from the position before its step. All of
 * the largest inductive subset holds there, so it holds on these plays. */
static void drop_by_model(void *context)
{
    Houdini *houdini = context;
    HoudiniQuestion *question = &houdini->question;
    unroll_state(houdini->solver->unroll, 0, houdini->model_state);
    for (size_t i = 0; i < question->count; i++)
        if (*asked_status(houdini, i) == OPEN &&
            sat_value(houdini->solver->sat, question->fails[i]))
            *asked_status(houdini, i) = DROPPED;
    houdini->any_dropped = true;
    drop_on_plays(houdini, houdini->model_state, WALK_STEPS);
    for (size_t i = 0; i < question->count; i++)
        question->is_settled[i] = *asked_status(houdini, i) != OPEN;
}

/* Drops the candidates that can fail, of the literals from FIRST to END - 1 of
 * the question. If that is too hard, they are split in two halves; a candidate
 * that is too hard alone is dropped. False if a limit was reached. */
static bool ask_or_split(Houdini *houdini, size_t first, size_t end,
                         int64_t max_conflicts)
{
    LitQuestions questions = {.lits = houdini->question.fails,
                              .is_settled = houdini->question.is_settled,
                              .count = houdini->question.count,
                              .max_conflicts = max_conflicts,
                              .assume = assume_hypotheses,
                              .on_model = drop_by_model,
                              .context = houdini};
    if (find_sat_lits(houdini->solver, &questions, first, end) == SAT_NO)
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
    return ask_or_split(houdini, first, middle, max_conflicts) &&
           ask_or_split(houdini, middle, end, max_conflicts);
}

/* Asks the question, if there is one, and empties it; false if a limit was
 * reached. */
static bool ask_question(Houdini *houdini, int64_t max_conflicts)
{
    HoudiniQuestion *question = &houdini->question;
    for (size_t i = 0; i < question->count; i++)
        question->is_settled[i] = *asked_status(houdini, i) != OPEN;
    bool within_limits =
        !question->count ||
        ask_or_split(houdini, 0, question->count, max_conflicts);
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
                          int64_t max_conflicts)
{
    bool within_limits = true;
    assert(!houdini->question.count);
    for (uint32_t i = 0; i < gate.count && within_limits; i++) {
        Ref conjunct = houdini->properties->inputs.items[gate.first + i];
        if (houdini->candidates.items[candidate].status != OPEN)
            break;
        add_to_question(houdini, candidate,
                        -property_literal(&houdini->solver->after, conjunct));
        if (houdini->question.count == MAX_LITS_ASKED || i + 1 == gate.count)
            within_limits = ask_question(houdini, max_conflicts);
    }
    return within_limits;
}

/* One pass over all open candidates; false if a limit was reached. */
static bool ask_all_open(Houdini *houdini, int64_t max_conflicts)
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
            within_limits =
                ask_question(houdini, max_conflicts) &&
                ask_conjuncts(houdini, number, *large, max_conflicts);
        else
            add_to_question(houdini, number,
                            property_violation(&houdini->solver->after,
                                               candidate->property));
        if (houdini->question.count == LITS_CHUNK)
            within_limits = ask_question(houdini, max_conflicts);
    }
    within_limits = within_limits && ask_question(houdini, max_conflicts);
    vec_free(&open_before);
    return within_limits;
}

/* All open candidates are IS_PROVED, or none is; then none is open. */
static void settle_open(Houdini *houdini, bool is_proved)
{
    for (size_t i = 0; i < houdini->open.count; i++) {
        HoudiniCandidate *candidate =
            &houdini->candidates.items[houdini->open.items[i]];
        if (candidate->status == OPEN)
            candidate->status = is_proved ? PROVED : DROPPED;
    }
    for (size_t i = 0; i < houdini->groups.count; i++) {
        HypothesisGroup *group = &houdini->groups.items[i];
        for (size_t k = 0; k < group->members.count; k++) {
            const HoudiniCandidate *candidate =
                &houdini->candidates.items[group->members.items[k]];
            if (candidate->status == PROVED)
                houdini_add_lemma(houdini, candidate->property);
        }
        if (group->activation)
            sat_clause1(houdini->solver->sat, -group->activation);
        vec_free(&group->members);
    }
    vec_clear(&houdini->groups);
    vec_clear(&houdini->open);
}

/* ---- a check by a second solver ---- */

/* The incremental solver has activation literals, retired clauses and what was
 * learned from them. Here base case and step are asked once each, by a solver
 * that has seen nothing else. */

enum {
    MAX_CHECKED_INPUTS = 20000, /* of gates of the net, and */
    MAX_CHECKED_GATES = 200000, /* of the properties: larger take too long */
    MAX_CHECK_CONFLICTS = 20000 /* of one question */
};

/* Can one of the lemmas from FIRST on fail: in the initial position, or after a
 * step from a position that satisfies all? */
static SatAnswer can_fail(const PropertyTable *properties, UnrollStart start,
                          const GroundProperty *const *lemmas, size_t count,
                          size_t first)
{
    bool is_step = start != UNROLL_INITIAL;
    StepSolver *solver = step_solver_new(properties, start, NULL);
    SatLits fails = {0};
    if (is_step) {
        unroll_step(solver->unroll, 0);
        step_solver_suppose(solver, lemmas, count);
    }
    for (size_t i = first; i < count; i++)
        vec_push(&fails,
                 property_violation(is_step ? &solver->after : &solver->before,
                                    lemmas[i]));
    sat_clause(solver->sat, fails.items, fails.count);
    SatAnswer answer = unroll_solve(solver->unroll, MAX_CHECK_CONFLICTS);
    vec_free(&fails);
    step_solver_free(solver);
    return answer;
}

void inductive_check(const PropertyTable *properties,
                     const GroundProperty *const *lemmas, size_t count,
                     size_t first)
{
    assert(first <= count);
    if (first == count || properties->net->input_count > MAX_CHECKED_INPUTS ||
        properties->gates.count > MAX_CHECKED_GATES)
        return;
    assert(can_fail(properties, UNROLL_INITIAL, lemmas, count, first) !=
           SAT_YES);
    assert(can_fail(properties, UNROLL_ANY, lemmas, count, first) != SAT_YES);
}

/* ---- all of it ---- */

bool houdini_run(Houdini *houdini, int64_t max_conflicts)
{
    drop_on_plays(houdini, walks_initial(houdini->walks), 0); /* base case */
    /* The step is encoded first, before gates that depend on it. */
    (void)unroll_taken(houdini->solver->unroll, 0);
    bool within_limits = true;
    houdini->any_dropped = true;
    while (within_limits && houdini->any_dropped && houdini->open.count) {
        houdini->any_dropped = false;
        within_limits = ask_all_open(houdini, max_conflicts);
    }
    size_t given_count = houdini->lemmas.count;
    settle_open(houdini, within_limits);
    assert(within_limits || houdini->lemmas.count == given_count);
#ifdef ZERMELO_DEBUG
    inductive_check(houdini->properties, houdini->lemmas.items,
                    houdini->lemmas.count, given_count);
#else
    (void)given_count;
#endif
    return within_limits;
}

/* ---- what follows from the lemmas ---- */

static StepSolver *lookahead_solver(Houdini *houdini)
{
    size_t known_count = houdini->lookahead_lemmas;
    if (!houdini->lookahead)
        houdini->lookahead =
            step_solver_new(houdini->properties, UNROLL_ANY, houdini->budget);
    step_solver_suppose(houdini->lookahead, houdini->lemmas.items + known_count,
                        houdini->lemmas.count - known_count);
    houdini->lookahead_lemmas = houdini->lemmas.count;
    return houdini->lookahead;
}

static bool is_known_to_fail(const Houdini *houdini,
                             const GroundProperty *property)
{
    for (size_t i = 0; i < houdini->failing.count; i++)
        if (houdini->failing.items[i] == property)
            return true;
    return false;
}

/* Which properties fail in some position that satisfies the lemmas. */
typedef struct {
    Houdini *houdini;
    StepSolver *solver;
    const GroundProperty *const *list;
    SatLit *fails;    /* by property: it fails in position 0 */
    bool *is_settled; /* by property: it can fail, or is not asked about */
    size_t count;
} FollowQuestion;

/* Callback of find_sat_lits: settles what fails on random plays from the
 * position of the model, since lemmas, which are inductive, hold there too. */
static void settle_by_model(void *context)
{
    const FollowQuestion *question = context;
    uint64_t *state = question->houdini->model_state;
    unroll_state(question->solver->unroll, 0, state);
    walks_find_failing(question->houdini->walks, state, WALK_STEPS, 1,
                       question->list, question->is_settled, question->count);
}

/* Asks about the properties that are about more than one step (LOOKS_AHEAD), or
 * about the others. */
static void ask_what_follows(FollowQuestion *question, bool looks_ahead,
                             bool *is_proved, int64_t max_conflicts)
{
    Houdini *houdini = question->houdini;
    size_t count = question->count;
    bool *is_settled = question->is_settled;
    bool *is_asked = memory_zeroed(count + 1, sizeof *is_asked);
    question->solver = houdini->solver;
    for (size_t i = 0; i < count; i++) {
        const GroundProperty *property = question->list[i];
        is_asked[i] = !is_proved[i] && (property->degree > 1) == looks_ahead &&
                      !step_solver_is_spent(question->solver) &&
                      !is_known_to_fail(houdini, property);
        is_settled[i] = !is_asked[i];
        if (is_asked[i] && looks_ahead)
            question->solver = lookahead_solver(houdini);
        if (is_asked[i])
            question->fails[i] =
                property_violation(&question->solver->before, property);
    }
    LitQuestions questions = {.lits = question->fails,
                              .is_settled = is_settled,
                              .count = count,
                              .max_conflicts = max_conflicts,
                              .on_model = settle_by_model,
                              .context = question};
    find_false_lits(question->solver, &questions, is_proved);
    for (size_t i = 0; i < count; i++)
        if (is_asked[i] && is_settled[i])
            vec_push(&houdini->failing, question->list[i]);
    memory_free(is_asked);
}

void houdini_check(Houdini *houdini, const GroundProperty *const *properties,
                   bool *is_proved, size_t count, int64_t max_conflicts)
{
    FollowQuestion question = {
        .houdini = houdini,
        .list = properties,
        .fails = memory_zeroed(count + 1, sizeof *question.fails),
        .is_settled = memory_alloc(count + 1),
        .count = count};
    if (houdini->failing_lemmas < houdini->lemmas.count)
        vec_clear(&houdini->failing);
    houdini->failing_lemmas = houdini->lemmas.count;
    ask_what_follows(&question, false, is_proved, max_conflicts);
    ask_what_follows(&question, true, is_proved, max_conflicts);
    free_all(question.fails, question.is_settled);
}
