/* lemma.c - formulas, lemmas and sums of a certificate
 *
 * In:   JSON
 * Out:  props
 * Next: recheck/step_program.c
 */
#include "recheck/checker.h"

#include <stdlib.h>

const char *limit_reason(const Checker *checker)
{
    if (budget_spent(&checker->budget))
        return budget_reason(&checker->budget, "out of time");
    const char *failure = interp_failure(checker->interp);
    return failure ? failure : "a limit was reached";
}

/* ---- formulas ---- */

PropId formula_prop(Work *work, const char *text, Outcome *outcome)
{
    Diag diag;
    diag_init(&diag, work->arena);
    diag.budget = &work->checker->budget;
    const Source *source =
        source_new(work->arena, "formula", text, strlen(text));
    const Formula *formula =
        formula_read(work->arena, work->checker->universe, source, &diag);
    PropId prop = formula ? props_expand(work->props, formula) : NO_PROP;
    if (!formula)
        *outcome = FAILS(diag.problems.count
                             ? arena_printf(work->checker->arena,
                                            "a formula cannot be read: %s",
                                            diag.problems.items[0].message)
                             : "a formula cannot be read");
    else if (prop == NO_PROP)
        *outcome = UNCHECKED(budget_spent(&work->checker->budget)
                                 ? limit_reason(work->checker)
                                 : "a formula is too large");
    diag_clear(&diag);
    return prop;
}

/* ---- sums ---- */

/* clingo counts in 32 bits: with this limit no sum leaves them. */
static const int64_t MAX_WEIGHTS = 1 << 30;

/* A weight and a formula; SIZE is the sum of all absolute values so far. */
static Outcome read_part(Work *work, const json_t *pair, WeightedProp *part,
                         int64_t *size)
{
    Outcome outcome = HOLDS;
    const json_t *weight = json_array_get(pair, 0);
    const char *text = json_string_value(json_array_get(pair, 1));
    if (json_array_size(pair) != 2 || !json_is_integer(weight) || !text ||
        json_integer_value(weight) >= MAX_WEIGHTS ||
        json_integer_value(weight) <= -MAX_WEIGHTS)
        return FAILS("a part of a sum is no small integer with a formula");
    part->weight = json_integer_value(weight);
    *size += llabs(part->weight);
    part->part = formula_prop(work, text, &outcome);
    if (part->part == NO_PROP)
        return outcome;
    if (props_get(work->props, part->part)->degree)
        return FAILS("a part of a sum has next");
    return *size < MAX_WEIGHTS ? HOLDS
                               : FAILS("the weights of a sum are too large");
}

/* The bound at KEY, which becomes *BOUND if it is better (GREATER or less). */
static bool read_bound(const json_t *json, const char *key, bool greater,
                       int64_t *bound)
{
    const json_t *value = json_object_get(json, key);
    if (!value)
        return true;
    int64_t given = json_integer_value(value);
    if (!json_is_integer(value) || given >= MAX_WEIGHTS ||
        given <= -MAX_WEIGHTS)
        return false;
    if (greater ? given > *bound : given < *bound)
        *bound = given;
    return true;
}

Outcome read_sum(Work *work, const json_t *json, Sum *sum)
{
    const json_t *pairs = json_object_get(json, "sum");
    size_t count = json_array_size(pairs);
    int64_t size = 0;
    WeightedProp *parts = arena_array(work->arena, WeightedProp, count);
    *sum = (Sum){.parts = parts, .count = count};
    if (!has_only_keys(json, "sum min max") || !json_is_array(pairs))
        return FAILS("a sum is not written as one");
    for (size_t i = 0; i < count; i++) {
        Outcome outcome =
            read_part(work, json_array_get(pairs, i), &parts[i], &size);
        if (outcome.kind != OUTCOME_HOLDS)
            return outcome;
        *(parts[i].weight < 0 ? &sum->min : &sum->max) += parts[i].weight;
    }
    return read_bound(json, "min", true, &sum->min) &&
                   read_bound(json, "max", false, &sum->max)
               ? HOLDS
               : FAILS("a bound of a sum is no small integer");
}

/* ---- lemmas ---- */

static Outcome read_lemma(Work *work, const json_t *json, Lemma *lemma)
{
    Outcome outcome = HOLDS;
    if (json_is_string(json)) {
        *lemma = (Lemma){
            .prop = formula_prop(work, json_string_value(json), &outcome)};
        if (lemma->prop != NO_PROP)
            lemma->degree = props_get(work->props, lemma->prop)->degree;
        return outcome;
    }
    Sum *sum = arena_alloc(work->arena, sizeof *sum);
    *lemma = (Lemma){.prop = NO_PROP, .sum = sum};
    return read_sum(work, json, sum);
}

Outcome read_lemmas(Work *work, const json_t *evidence, LemmaVec *lemmas)
{
    const json_t *list = json_object_get(evidence, "lemmas");
    if (!json_is_array(list))
        return FAILS("there is no list of lemmas");
    for (size_t i = 0; i < json_array_size(list); i++) {
        Lemma lemma;
        Outcome outcome = read_lemma(work, json_array_get(list, i), &lemma);
        if (outcome.kind != OUTCOME_HOLDS)
            return outcome;
        vec_push(lemmas, lemma);
    }
    return HOLDS;
}
