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
#include <stdlib.h>

/* ---- evidence ---- */

static const json_t *evidence_at(const Checker *checker, size_t index)
{
    return json_array_get(checker->evidence, index);
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

static void mark_indices(const json_t *list, bool *is_marked)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        is_marked[index_in(list, i)] = true;
}

/* Whether EVIDENCE has a list of what it assumes, if any, with smaller indices
 * than INDEX, its own. */
static bool assumes_earlier(const json_t *evidence, size_t index)
{
    const json_t *assumes = json_object_get(evidence, "assumes");
    return (!assumes || json_is_array(assumes)) && are_indices(assumes, index);
}

/* Marks what LIST and all that it assumes in turn are: inductive evidence. */
static bool mark_assumed(Checker *checker, const json_t *list, bool *is_marked)
{
    size_t marked_count = 0;
    mark_indices(list, is_marked);
    for (size_t i = json_array_size(checker->evidence); i-- > 0;) {
        const json_t *evidence = evidence_at(checker, i);
        if (!is_marked[i])
            continue;
        if (!text_is(evidence, "kind", "inductive") ||
            !has_only_keys(evidence, "kind steps assumes lemmas") ||
            !assumes_earlier(evidence, i))
            return fails(checker, "it rests on what is no inductive evidence");
        if (++marked_count > MAX_ASSUMED)
            return unchecked(checker, "it rests on too much evidence");
        mark_indices(json_object_get(evidence, "assumes"), is_marked);
    }
    return true;
}

static bool has_decided(Checker *checker, Outcome outcome)
{
    checker->outcome = outcome;
    return outcome.kind == OUTCOME_HOLDS;
}

/* Checks the inductive evidence INDEX, and adds its lemmas to what is PROVED.
 * All that it assumes is there already. */
static bool prove_lemmas_of(Checker *checker, size_t index, Proved *proved)
{
    const json_t *evidence = evidence_at(checker, index);
    Outcome *known = &checker->known[index];
    uint64_t steps;
    LemmaVec lemmas = {0};
    if (!read_number(evidence, "steps", MAX_STEPS, 1, &steps) || !steps)
        return fails(checker, "the number of steps is none");
    bool is_proved = read_lemmas(checker, evidence, &lemmas);
    if (is_proved && known->kind == OUTCOME_UNCHECKED && !known->reason) {
        assert(checker->closed.kind == OUTCOME_HOLDS); /* or steps leave it */
        *known = check_inductive(checker, &lemmas, proved, steps)
                     ? HOLDS
                     : checker->outcome;
    }
    is_proved = is_proved && has_decided(checker, *known);
    proved->over_one_step = proved->over_one_step && steps == 1;
    vec_append(&proved->lemmas, lemmas.items, lemmas.count);
    vec_free(&lemmas);
    return is_proved;
}

/* Checks the evidence of LIST and all that it assumes, lowest first. */
static bool prove_lemmas(Checker *checker, const json_t *list, Proved *proved)
{
    size_t count = json_array_size(checker->evidence);
    bool *is_marked = arena_array(checker->work, bool, count + 1);
    proved->over_one_step = true;
    if (!mark_assumed(checker, list, is_marked))
        return false;
    if (checker->closed.kind == OUTCOME_UNCHECKED)
        checker->closed = check_closed(checker) ? HOLDS : checker->outcome;
    bool is_proved = has_decided(checker, checker->closed);
    for (size_t i = 0; i < count && is_proved; i++)
        is_proved = !is_marked[i] || prove_lemmas_of(checker, i, proved);
    return is_proved;
}

/* ---- claims ----
 *
 * Each function returns whether it has set the outcomes of the claims. If not,
 * the evidence fails, with the outcome of the checker, and so do they. */

static void set_all(const ClaimVec *claims, Outcome outcome)
{
    for (size_t i = 0; i < claims->count; i++)
        claims->items[i]->outcome = outcome;
}

/* Sets the outcomes of CLAIMS that are lemmas themselves, and asks about the
 * others: those of a small degree first, which need a smaller program. */
static void check_by_degree(Checker *checker, const Proved *proved,
                            const ClaimVec *claims)
{
    bool *is_lemma =
        arena_array(checker->work, bool, props_count(checker->props));
    size_t asked_count = 0;
    for (size_t i = 0; i < proved->lemmas.count; i++)
        if (!proved->lemmas.items[i].sum)
            is_lemma[proved->lemmas.items[i].prop] = true;
    for (unsigned degree = 0; asked_count < claims->count; degree++) {
        ClaimVec asked = {0};
        for (size_t i = 0; i < claims->count; i++) {
            Claim *claim = claims->items[i];
            if (props_get(checker->props, claim->prop)->degree != degree)
                continue;
            asked_count++;
            if (is_lemma[claim->prop])
                claim->outcome = HOLDS;
            else
                vec_push(&asked, claim);
        }
        if (asked.count)
            check_consequences(checker, proved, &asked);
        vec_free(&asked);
    }
}

static bool check_by_lemmas(Checker *checker, const ClaimVec *claims)
{
    Proved proved = {0};
    bool is_proved = prove_lemmas(checker, claims->items[0]->evidence, &proved);
    if (is_proved)
        check_by_degree(checker, &proved, claims);
    vec_free(&proved.lemmas);
    return is_proved;
}

static size_t first_index(const ClaimVec *claims)
{
    return index_in(claims->items[0]->evidence, 0);
}

static bool check_by_bound(Checker *checker, const ClaimVec *claims)
{
    const json_t *evidence = evidence_at(checker, first_index(claims));
    uint64_t steps;
    Proved nothing = {0}; /* but that the features are closed */
    ClaimVec asked = {0};
    if (!has_only_keys(evidence, "kind steps") ||
        !read_number(evidence, "steps", MAX_BOUNDED_STEPS, NO_NUMBER, &steps) ||
        steps == NO_NUMBER)
        return fails(checker, "the number of steps is no small one");
    if (!prove_lemmas(checker, NULL, &nothing))
        return false;
    for (size_t i = 0; i < claims->count; i++) {
        Claim *claim = claims->items[i];
        if (claim->bound < steps ||
            (claim->within != NO_NUMBER && claim->within > steps))
            claim->outcome = FAILS("the evidence is for other steps");
        else
            vec_push(&asked, claim);
    }
    if (asked.count)
        check_bounded(checker, steps, &asked);
    vec_free(&asked);
    return true;
}

static bool check_by_positions(Checker *checker, const ClaimVec *claims)
{
    return check_positions(checker, first_index(claims), claims);
}

static bool check_by_play(Checker *checker, const ClaimVec *claims)
{
    for (size_t i = 0; i < claims->count; i++) {
        Claim *claim = claims->items[i];
        claim->outcome =
            check_play(checker, evidence_at(checker, first_index(claims)),
                       claim)
                ? HOLDS
                : checker->outcome;
    }
    return true;
}

/* ---- measures ---- */

/* The components as they are in the initial position. */
static bool initial_values(Checker *checker, const Sum *components,
                           size_t count, int64_t *values)
{
    PlayEvaluator *evaluator = evaluator_new(checker->props, checker->interp);
    evaluator_push(evaluator, checker->start);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < components[i].count; k++)
            if (evaluator_holds(evaluator, components[i].parts[k].part, 0) ==
                HOLDS_YES)
                values[i] += components[i].parts[k].weight;
    evaluator_free(evaluator);
    if (is_cut_short(checker))
        return false;
    for (size_t i = 0; i < count; i++)
        if (values[i] < components[i].min || values[i] > components[i].max)
            return fails(checker, "the measure leaves its bounds initially");
    return true;
}

/* k V + k - 1, where V is the initial tuple as a number, digit by digit;
 * NO_NUMBER if it is too large to be said. */
static uint64_t steps_bound(const Sum *components, size_t count,
                            const int64_t *values, uint64_t steps)
{
    uint64_t value = 0, bound;
    for (size_t i = 0; i < count; i++) {
        const Sum *sum = &components[i];
        uint64_t size = (uint64_t)(sum->max - sum->min) + 1;
        assert(sum->min <= values[i] && values[i] <= sum->max);
        if (__builtin_mul_overflow(value, size, &value) ||
            __builtin_add_overflow(value, (uint64_t)(values[i] - sum->min),
                                   &value))
            return NO_NUMBER;
    }
    return __builtin_mul_overflow(value, steps, &bound) ||
                   __builtin_add_overflow(bound, steps - 1, &bound)
               ? NO_NUMBER
               : bound;
}

static bool read_components(Checker *checker, const json_t *list,
                            Sum *components, size_t *count)
{
    *count = json_array_size(list);
    if (!*count || *count > MAX_COMPONENTS)
        return fails(checker, "a measure has 1 to 20 components");
    for (size_t i = 0; i < *count; i++) {
        if (!read_sum(checker, json_array_get(list, i), &components[i]))
            return false;
        if (components[i].min > components[i].max)
            return fails(checker, "a component of the measure has no values");
    }
    return true;
}

/* The measure of EVIDENCE is one, and shows that no play has more than *BOUND
 * steps. */
static bool check_measure_at(Checker *checker, size_t index, uint64_t *bound)
{
    const json_t *evidence = evidence_at(checker, index);
    Sum components[MAX_COMPONENTS];
    int64_t values[MAX_COMPONENTS] = {0};
    uint64_t steps;
    size_t count;
    Proved proved = {0};
    if (!has_only_keys(evidence, "kind steps assumes components") ||
        !read_number(evidence, "steps", MAX_STEPS, 1, &steps) || !steps ||
        !assumes_earlier(evidence, index))
        return fails(checker, "the measure is not written as one");
    bool is_one =
        read_components(checker, json_object_get(evidence, "components"),
                        components, &count) &&
        prove_lemmas(checker, json_object_get(evidence, "assumes"), &proved) &&
        check_measure(checker, components, count, &proved, steps) &&
        initial_values(checker, components, count, values);
    if (is_one)
        *bound = steps_bound(components, count, values, steps);
    vec_free(&proved.lemmas);
    return is_one;
}

static bool check_by_measure(Checker *checker, const ClaimVec *claims)
{
    uint64_t bound;
    if (!check_measure_at(checker, first_index(claims), &bound))
        return false;
    for (size_t i = 0; i < claims->count; i++)
        claims->items[i]->outcome =
            claims->items[i]->bound < bound &&
                    claims->items[i]->bound != NO_NUMBER
                ? FAILS("the measure shows a larger bound only")
                : HOLDS;
    return true;
}

/* ---- groups ---- */

/* What shows what. */
static const struct {
    ClaimKind claim;
    const char *evidence, *by;
    bool (*check)(Checker *checker, const ClaimVec *claims);
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
static bool check_by_kind(Checker *checker, const ClaimVec *claims)
{
    const json_t *evidence = evidence_at(checker, first_index(claims));
    size_t count = json_array_size(claims->items[0]->evidence);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        bool is_by_lemmas = checks[i].check == check_by_lemmas,
             is_of_kind = text_is(evidence, "kind", checks[i].evidence);
        if (checks[i].claim != claims->items[0]->kind ||
            !(is_by_lemmas ? !count || is_of_kind : count == 1 && is_of_kind))
            continue;
        for (size_t k = 0; k < claims->count; k++)
            claims->items[k]->by = checks[i].by;
        return checks[i].check(checker, claims);
    }
    return fails(checker, "no claim of this kind has such evidence");
}

void check_group(Checker *checker, Claim **claims, size_t count)
{
    assert(count > 0);
    double begun = clock_now();
    ClaimVec open = {0};
    checker->work = arena_new();
    checker->props = props_new(checker->universe, &checker->budget);
    interp_recover(checker->interp);
    interp_set(checker->interp, checker->start);
    for (size_t i = 0; i < count; i++) {
        claims[i]->prop = claim_formula(checker, claims[i]);
        if (claims[i]->prop != NO_PROP)
            vec_push(&open, claims[i]);
        else
            claims[i]->outcome = checker->outcome;
    }
    set_all(&open, UNCHECKED("nothing was asked"));
    if (open.count && !check_by_kind(checker, &open))
        set_all(&open, checker->outcome);
    for (size_t i = 0; i < count; i++)
        claims[i]->seconds = (clock_now() - begun) / (double)count;
    vec_free(&open);
    props_free(checker->props);
    arena_free(checker->work);
}
