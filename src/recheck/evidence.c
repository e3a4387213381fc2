/* evidence.c - claims that rest on the same evidence, checked together
 *
 * In:   claims of one kind, with one list of evidence
 * Out:  their outcomes
 *
 * What each kind of evidence has to show is in doc/certificates.md. Start
 * reading at check_group(), at the end.
 */
#include "recheck/checker.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>

typedef VEC(Claim *) ClaimVec;

const char *limit_reason(const Checker *checker)
{
    if (budget_spent(&checker->budget))
        return budget_reason(&checker->budget, "out of time");
    const char *failure = interp_failure(checker->interp);
    return failure ? failure : "a limit was reached";
}

/* ---- evidence ---- */

static const json_t *evidence_at(const Checker *checker, size_t index)
{
    return json_array_get(checker->certificate->evidence, index);
}

static bool is_kind(const Checker *checker, size_t index, const char *kind)
{
    return text_is(evidence_at(checker, index), "kind", kind);
}

bool are_indices(const json_t *list, size_t end)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *index = json_array_get(list, i);
        if (!json_is_integer(index) || json_integer_value(index) < 0 ||
            (uint64_t)json_integer_value(index) >= end)
            return false;
    }
    return true;
}

size_t index_in(const json_t *list, size_t i)
{
    return (size_t)json_integer_value(json_array_get(list, i));
}

/* Marks what LIST and all that it assumes in turn are: inductive evidence, each
 * with smaller indices than what assumes it. */
static Outcome mark_assumed(Work *work, const json_t *list, bool *is_marked)
{
    const Checker *checker = work->checker;
    VEC(size_t) open = {0};
    size_t marked_count = 0;
    Outcome outcome = HOLDS;
    for (size_t i = 0; i < json_array_size(list); i++)
        vec_push(&open, index_in(list, i));
    while (open.count && outcome.kind == OUTCOME_HOLDS) {
        size_t index = vec_pop(&open);
        const json_t *evidence = evidence_at(checker, index);
        const json_t *assumes = json_object_get(evidence, "assumes");
        if (is_marked[index])
            continue;
        is_marked[index] = true;
        if (!is_kind(checker, index, "inductive") ||
            !has_only_keys(evidence, "kind steps assumes lemmas") ||
            (assumes && !json_is_array(assumes)) ||
            !are_indices(assumes, index))
            outcome = FAILS("it rests on what is no inductive evidence");
        else if (++marked_count > MAX_ASSUMED)
            outcome = UNCHECKED("it rests on too much evidence");
        for (size_t i = 0; i < json_array_size(assumes); i++)
            vec_push(&open, index_in(assumes, i));
    }
    vec_free(&open);
    return outcome;
}

/* Checks the inductive evidence INDEX, and adds its lemmas to what is PROVED.
 * All that it assumes is there already. */
static Outcome prove_lemmas_of(Work *work, size_t index, Proved *proved)
{
    Checker *checker = work->checker;
    const json_t *evidence = evidence_at(checker, index);
    uint64_t steps;
    LemmaVec lemmas = {0};
    if (!read_number(evidence, "steps", MAX_STEPS, 1, &steps) || !steps)
        return FAILS("the number of steps is none");
    Outcome outcome = read_lemmas(work, evidence, &lemmas);
    if (outcome.kind == OUTCOME_HOLDS && !checker->evidence_is_checked[index]) {
        assert(checker->closed.kind == OUTCOME_HOLDS); /* or steps leave it */
        outcome = check_inductive(work, &lemmas, proved, steps);
        checker->evidence_is_checked[index] = true;
        checker->evidence_outcomes[index] = outcome;
    } else if (outcome.kind == OUTCOME_HOLDS) {
        outcome = checker->evidence_outcomes[index];
    }
    proved->over_one_step = proved->over_one_step && steps == 1;
    vec_append(&proved->lemmas, lemmas.items, lemmas.count);
    vec_free(&lemmas);
    return outcome;
}

/* Checks the evidence of LIST and all that it assumes, lowest first. */
static Outcome prove_lemmas(Work *work, const json_t *list, Proved *proved)
{
    Checker *checker = work->checker;
    size_t count = json_array_size(checker->certificate->evidence);
    bool *is_marked = arena_array(work->arena, bool, count + 1);
    Outcome outcome = mark_assumed(work, list, is_marked);
    proved->over_one_step = true;
    if (outcome.kind == OUTCOME_HOLDS && !checker->closed_is_checked) {
        checker->closed = check_closed(checker);
        checker->closed_is_checked = checker->closed.kind != OUTCOME_UNCHECKED;
    }
    if (outcome.kind == OUTCOME_HOLDS)
        outcome = checker->closed;
    for (size_t i = 0; i < count && outcome.kind == OUTCOME_HOLDS; i++)
        if (is_marked[i])
            outcome = prove_lemmas_of(work, i, proved);
    return outcome;
}

/* ---- claims ---- */

typedef struct {
    Work work;
    const json_t *list; /* of indices of evidence */
    size_t index;       /* the first of them */
    ClaimVec claims;
} ClaimGroup;

/* Until there is a better outcome. */
#define NOT_ASKED UNCHECKED("nothing was asked")

static void set_all(const ClaimVec *claims, Outcome outcome)
{
    for (size_t i = 0; i < claims->count; i++)
        claims->items[i]->outcome = outcome;
}

/* Takes out the claims that are lemmas themselves. */
static void drop_lemmas(ClaimGroup *group, const Proved *proved)
{
    bool *is_lemma =
        arena_array(group->work.arena, bool, props_count(group->work.props));
    size_t kept = 0;
    for (size_t i = 0; i < proved->lemmas.count; i++)
        if (!proved->lemmas.items[i].sum)
            is_lemma[proved->lemmas.items[i].prop] = true;
    for (size_t i = 0; i < group->claims.count; i++)
        if (!is_lemma[group->claims.items[i]->prop])
            group->claims.items[kept++] = group->claims.items[i];
    group->claims.count = kept;
}

/* Those with the smallest degree from *DEGREE on, taken together: fewer steps
 * need a smaller program. False if there is none. */
static bool next_degree(const ClaimGroup *group, ClaimVec *claims,
                        unsigned *degree)
{
    unsigned first = *degree, best = UINT_MAX;
    vec_clear(claims);
    for (size_t i = 0; i < group->claims.count; i++) {
        Claim *claim = group->claims.items[i];
        unsigned own = props_get(group->work.props, claim->prop)->degree;
        if (own < first || own > best)
            continue;
        if (own < best)
            vec_clear(claims);
        best = own;
        vec_push(claims, claim);
    }
    *degree = best + 1;
    return claims->count;
}

static void check_by_lemmas(ClaimGroup *group)
{
    Proved proved = {{0}, true};
    ClaimVec claims = {0};
    unsigned degree = 0;
    Outcome outcome = prove_lemmas(&group->work, group->list, &proved);
    set_all(&group->claims, outcome);
    if (outcome.kind == OUTCOME_HOLDS) {
        drop_lemmas(group, &proved);
        set_all(&group->claims, NOT_ASKED);
    }
    while (outcome.kind == OUTCOME_HOLDS &&
           next_degree(group, &claims, &degree))
        check_consequences(&group->work, &proved, claims.items, claims.count);
    vec_free_all(&proved.lemmas, &claims);
}

static void check_by_bound(ClaimGroup *group)
{
    const json_t *evidence = evidence_at(group->work.checker, group->index);
    uint64_t steps;
    if (!has_only_keys(evidence, "kind steps") ||
        !read_number(evidence, "steps", MAX_BOUNDED_STEPS, NO_NUMBER, &steps) ||
        steps == NO_NUMBER) {
        set_all(&group->claims, FAILS("the number of steps is no small one"));
        return;
    }
    Proved nothing = {{0}, true}; /* but that the features are closed */
    Outcome outcome = prove_lemmas(&group->work, NULL, &nothing);
    set_all(&group->claims,
            outcome.kind == OUTCOME_HOLDS ? NOT_ASKED : outcome);
    for (int is_partial = 0; outcome.kind == OUTCOME_HOLDS && is_partial <= 1;
         is_partial++) {
        ClaimVec claims = {0};
        for (size_t i = 0; i < group->claims.count; i++) {
            Claim *claim = group->claims.items[i];
            if (is_partial != (claim->within != NO_NUMBER))
                continue;
            if (claim->bound < steps || (claim->within > steps && is_partial))
                claim->outcome = FAILS("the evidence is for other steps");
            else
                vec_push(&claims, claim);
        }
        if (claims.count)
            check_bounded(&group->work, steps, is_partial, claims.items,
                          claims.count);
        vec_free(&claims);
    }
}

static void check_by_positions(ClaimGroup *group)
{
    check_exhaustive(&group->work, group->index, group->claims.items,
                     group->claims.count);
}

static void check_by_play(ClaimGroup *group)
{
    for (size_t i = 0; i < group->claims.count; i++)
        group->claims.items[i]->outcome = check_play(
            &group->work, evidence_at(group->work.checker, group->index),
            group->claims.items[i]);
}

/* ---- measures ---- */

/* The components as they are in the initial position. */
static Outcome initial_values(Work *work, const Sum *components, size_t count,
                              int64_t *values)
{
    Checker *checker = work->checker;
    PlayEvaluator *evaluator = evaluator_new(work->props, checker->interp);
    evaluator_push(evaluator, checker->start);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < components[i].count; k++)
            if (evaluator_holds(evaluator, components[i].parts[k].part, 0) ==
                HOLDS_YES)
                values[i] += components[i].parts[k].weight;
    evaluator_free(evaluator);
    return interp_failure(checker->interp) ? UNCHECKED(limit_reason(checker))
                                           : HOLDS;
}

/* k V + k - 1, where V is the initial tuple as a number, digit by digit; false
 * if it is too large to be said. */
static bool steps_bound(const Sum *components, size_t count,
                        const int64_t *values, uint64_t steps, uint64_t *bound)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        const Sum *sum = &components[i];
        uint64_t size = (uint64_t)(sum->max - sum->min) + 1;
        assert(sum->min <= values[i] && values[i] <= sum->max);
        if (__builtin_mul_overflow(value, size, &value) ||
            __builtin_add_overflow(value, (uint64_t)(values[i] - sum->min),
                                   &value))
            return false;
    }
    return !__builtin_mul_overflow(value, steps, bound) &&
           !__builtin_add_overflow(*bound, steps - 1, bound);
}

static Outcome read_components(Work *work, const json_t *list, Sum *components,
                               size_t *count)
{
    *count = json_array_size(list);
    if (!*count || *count > MAX_COMPONENTS)
        return FAILS("a measure has 1 to 20 components");
    for (size_t i = 0; i < *count; i++) {
        Outcome outcome =
            read_sum(work, json_array_get(list, i), &components[i]);
        if (outcome.kind != OUTCOME_HOLDS)
            return outcome;
        if (components[i].min > components[i].max)
            return FAILS("a component of the measure has no values");
    }
    return HOLDS;
}

/* The measure is one; *BOUND is NO_NUMBER if no number says it. */
static Outcome check_measure_at(Work *work, size_t index, uint64_t *bound)
{
    const json_t *evidence = evidence_at(work->checker, index);
    const json_t *assumes = json_object_get(evidence, "assumes");
    Sum components[MAX_COMPONENTS];
    int64_t values[MAX_COMPONENTS] = {0};
    uint64_t steps;
    size_t count;
    Proved proved = {{0}, true};
    if (!has_only_keys(evidence, "kind steps assumes components") ||
        !read_number(evidence, "steps", MAX_STEPS, 1, &steps) || !steps ||
        (assumes && !json_is_array(assumes)) || !are_indices(assumes, index))
        return FAILS("the measure is not written as one");
    Outcome outcome = read_components(
        work, json_object_get(evidence, "components"), components, &count);
    if (outcome.kind == OUTCOME_HOLDS)
        outcome = prove_lemmas(work, assumes, &proved);
    if (outcome.kind == OUTCOME_HOLDS)
        outcome = check_measure(work, components, count, &proved, steps);
    if (outcome.kind == OUTCOME_HOLDS)
        outcome = initial_values(work, components, count, values);
    for (size_t i = 0; i < count && outcome.kind == OUTCOME_HOLDS; i++)
        if (values[i] < components[i].min || values[i] > components[i].max)
            outcome = FAILS("the measure leaves its bounds initially");
    if (outcome.kind == OUTCOME_HOLDS &&
        !steps_bound(components, count, values, steps, bound))
        *bound = NO_NUMBER;
    vec_free(&proved.lemmas);
    return outcome;
}

static void check_by_measure(ClaimGroup *group)
{
    uint64_t bound = NO_NUMBER;
    Outcome outcome = check_measure_at(&group->work, group->index, &bound);
    set_all(&group->claims, outcome);
    for (size_t i = 0; i < group->claims.count; i++)
        if (outcome.kind == OUTCOME_HOLDS &&
            group->claims.items[i]->bound < bound &&
            group->claims.items[i]->bound != NO_NUMBER)
            group->claims.items[i]->outcome =
                FAILS("the measure shows a larger bound only");
}

/* ---- groups ---- */

/* What shows what. */
static const struct {
    ClaimKind claim;
    const char *evidence, *by;
    void (*check)(ClaimGroup *group);
} checks[] = {
    {CLAIM_ALWAYS, "inductive", "clingo", check_by_lemmas},
    {CLAIM_ALWAYS, "bounded", "clingo", check_by_bound},
    {CLAIM_ALWAYS, "exhaustive", "interpreter", check_by_positions},
    {CLAIM_FAILS, "play", "interpreter", check_by_play},
    {CLAIM_ENDS, "measure", "clingo", check_by_measure},
    {CLAIM_ENDS, "bounded", "clingo", check_by_bound},
    {CLAIM_ENDS, "exhaustive", "interpreter", check_by_positions},
    {CLAIM_ENDLESS, "play", "interpreter", check_by_play},
    {CLAIM_FORCED, "strategy", "interpreter", check_by_positions},
};

/* A formula that always holds may need no lemma, or several sets of them. */
static void check_by_kind(ClaimGroup *group)
{
    const Checker *checker = group->work.checker;
    size_t count = json_array_size(group->list);
    set_all(&group->claims, FAILS("no claim of this kind has such evidence"));
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        bool is_by_lemmas = checks[i].check == check_by_lemmas;
        if (checks[i].claim != group->claims.items[0]->kind ||
            (is_by_lemmas
                 ? count && !is_kind(checker, group->index, "inductive")
                 : count != 1 ||
                       !is_kind(checker, group->index, checks[i].evidence)))
            continue;
        for (size_t k = 0; k < group->claims.count; k++)
            group->claims.items[k]->by = checks[i].by;
        checks[i].check(group);
        return;
    }
}

void check_group(Checker *checker, Claim **claims, size_t count)
{
    assert(count > 0);
    double begun = clock_now();
    ClaimGroup group = {.work = {.checker = checker, .arena = arena_new()},
                        .list = claims[0]->evidence};
    group.index = index_in(group.list, 0);
    group.work.props = props_new(checker->universe, &checker->budget);
    interp_recover(checker->interp);
    interp_set(checker->interp, checker->start);
    for (size_t i = 0; i < count; i++)
        if (claim_formula(&group.work, claims[i]))
            vec_push(&group.claims, claims[i]);
    if (group.claims.count)
        check_by_kind(&group);
    for (size_t i = 0; i < count; i++)
        claims[i]->seconds = (clock_now() - begun) / (double)count;
    vec_free(&group.claims);
    props_free(group.work.props);
    arena_free(group.work.arena);
}
