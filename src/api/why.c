/* why.c - the reasons of verdicts, as JSON, for --why
 *
 * In:   what was proved, with the log of the run
 * Out:  keys of a result: lemmas in words, the rules that they use, the measure
 * Next: api_prove.c and api_verify.c
 *
 * Start reading at why_find() and why_put().
 */
#include "api/why.h"

#include "base/bits.h"
#include "base/json.h"
#include "base/memory.h"

/* ---- cores ---- */

static bool has_core(const Reason *reason)
{
    return reason->verdict == VERDICT_PROVED && !reason->has_play &&
           (reason->is_measured ||
            (reason->evidence == EVIDENCE_LEMMAS && reason->property));
}

/* Each claim has its share of the time that is left, and what the ones before
 * did not need; a measure is the hardest, and comes last. */
void why_find(Why *why, const Game *game, ProofRecord *record,
              const Budget *budget)
{
    size_t left = 0, count = why->reasons.count;
    why->game = game;
    why->record = record;
    why->arena = arena_new();
    if (!record->net)
        return;
    ProofCores *cores = proof_cores_new(record);
    for (size_t i = 0; i < count; i++)
        left += has_core(&why->reasons.items[i]);
    for (size_t i = 0; i < 2 * count && !budget_spent(budget); i++) {
        Reason *reason = &why->reasons.items[i % count];
        if (!has_core(reason) || reason->is_measured != (i >= count))
            continue;
        Budget part = budget_part(budget, 2.0 / (double)(1 + left--));
        reason->core = reason->is_measured
                           ? proof_core_of_measure(cores, &part)
                           : proof_core_of(cores, reason->property, &part);
    }
    proof_cores_free(cores);
    why->writer = lemma_writer_new(record, why->arena);
}

void why_free(Why *why)
{
    for (size_t i = 0; i < why->reasons.count; i++)
        proof_core_free(&why->reasons.items[i].core);
    vec_free(&why->reasons);
    if (why->arena)
        arena_free(why->arena);
}

/* ---- lemmas ---- */

/* "true at the start, and kept by each step, given 1 and 3" */
static json_t *how_json(const CoreLemma *lemma)
{
    Text text = {0};
    size_t count = lemma->uses.count;
    if (lemma->lemma.steps > 1)
        text_addf(&text, "by induction over %u steps", lemma->lemma.steps);
    else
        text_adds(&text, "true at the start, and kept by each step");
    for (size_t i = 0; i < count; i++) {
        text_adds(&text, !i ? ", given " : i + 1 < count ? ", " : " and ");
        if (lemma->uses.items[i])
            text_addf(&text, "%u", lemma->uses.items[i]);
        else
            text_adds(&text, "what is to be proved");
    }
    return json_take_text(&text);
}

static json_t *uses_json(const CoreLemma *lemma)
{
    json_t *uses = json_array();
    for (size_t i = 0; i < lemma->uses.count; i++)
        json_add(uses, json_count(lemma->uses.items[i]));
    return uses;
}

static json_t *lemma_as_json(Why *why, const CoreLemma *lemma, RuleSet *rules)
{
    Text words = {0}, formula = {0};
    RuleSet own = rule_set_new(why->game, why->arena);
    lemma_words(&why->writer, &lemma->lemma, &words);
    lemma_formula(&why->writer, &lemma->lemma, &formula);
    rule_set_lemma(&own, why->record, &lemma->lemma);
    rule_set_close(&own);
    rule_set_lemma(rules, why->record, &lemma->lemma);
    return JSON_OBJECT({"formula", json_take_text(&formula)},
                       {"words", json_take_text(&words)},
                       {"how", how_json(lemma)}, {"uses", uses_json(lemma)},
                       {"lines", rule_set_lines(&own)});
}

/* ---- the argument ---- */

static const char *core_argument(const Reason *reason, size_t lemma_count)
{
    bool is_kept = false;
    for (size_t i = 0; i < reason->core.lemmas.count; i++)
        is_kept = is_kept || !reason->core.lemmas.items[i].number;
    if (!reason->core.is_found)
        return "the lemmas that it rests on were not found within the time";
    if (!is_kept)
        return lemma_count ? "in each position it follows from these lemmas"
                           : "it follows from the rules in any position, "
                             "whatever came before";
    return lemma_count ? "it is true at the start, and each step keeps it, "
                         "given these lemmas"
                       : "it is true at the start, and each step keeps it";
}

/* Whether it has no positive weight: then it is easier to say what grows. */
static bool measure_grows(const WeightedSum *measure)
{
    bool grows = true;
    for (size_t i = 0; i < measure->count && grows; i++)
        grows = measure->terms[i].weight <= 0;
    return grows;
}

static void add_argument(const Why *why, const Reason *reason,
                         size_t lemma_count, Text *out)
{
    const ProofLog *log = &why->record->log;
    if (reason->has_play) {
        text_adds(out, "the play shows it");
    } else if (reason->is_measured) {
        bool grows = measure_grows(&log->measure);
        const char *way = grows ? "larger" : "smaller";
        if (log->measure_steps > 1)
            text_addf(out,
                      "there is a number that gets %s within every %u steps",
                      way, log->measure_steps);
        else
            text_addf(out, "there is a number that each step makes %s", way);
        text_addf(out, ", and it has a %s value",
                  grows ? "largest" : "smallest");
    } else if (reason->evidence == EVIDENCE_POSITIONS) {
        text_addf(out, "all %zu positions that can be reached were looked at%s",
                  log->position_count,
                  reason->keyword == KEYWORD_TERMINAL
                      ? ", and none can come up twice in a play"
                      : "");
    } else if (reason->evidence == EVIDENCE_UNROLLING) {
        text_addf(out,
                  "no play has more than %llu steps, and all plays of that "
                  "length were looked at",
                  (unsigned long long)log->unrolled_steps);
    } else {
        text_adds(out, core_argument(reason, lemma_count));
    }
    if (reason->core.is_found && !reason->core.is_minimal)
        text_adds(out, "; some may not be needed: the time was up");
}

/* ---- the answer ---- */

/* Adds the rules of SET, and what they depend on, to RESULT. */
static void put_rules(RuleSet *set, json_t *result)
{
    rule_set_close(set);
    json_put(result, "rules", rule_set_json(set));
}

static void put_measure(Why *why, RuleSet *rules, json_t *result)
{
    const WeightedSum *measure = &why->record->log.measure;
    bool grows = measure_grows(measure);
    Text words = {0};
    WeightedRef *terms =
        arena_array(why->arena, WeightedRef, measure->count + 1);
    for (size_t i = 0; i < measure->count; i++)
        terms[i] = (WeightedRef){grows ? -measure->terms[i].weight
                                       : measure->terms[i].weight,
                                 measure->terms[i].ref};
    sum_words(&why->writer,
              &(WeightedSum){.terms = terms, .count = measure->count}, &words);
    rule_set_lemma(rules, why->record, &(LoggedLemma){.sum = *measure});
    json_put(result, "measure",
             JSON_OBJECT({"words", json_take_text(&words)},
                         {"steps", json_count(why->record->log.measure_steps)},
                         {"moves", measure_steps_json(why->record, grows)}));
}

void why_put(Why *why, size_t number, json_t *result)
{
    const Reason *reason = &why->reasons.items[number];
    const ProofCore *core = &reason->core;
    if (reason->verdict != VERDICT_PROVED)
        return;
    RuleSet rules = rule_set_new(why->game, why->arena);
    json_t *lemmas = json_array();
    Text argument = {0};
    for (size_t i = 0; i < core->lemmas.count; i++)
        if (core->lemmas.items[i].number)
            json_add(lemmas,
                     lemma_as_json(why, &core->lemmas.items[i], &rules));
    add_argument(why, reason, json_array_size(lemmas), &argument);
    json_put(result, "argument", json_take_text(&argument));
    json_put(result, "lemmas",
             json_if(core->is_found || !has_core(reason), lemmas));
    if (reason->is_measured)
        put_measure(why, &rules, result);
    else if (reason->property && !reason->has_play && core->is_found)
        rule_set_lemma(&rules, why->record,
                       &(LoggedLemma){.property = reason->property});
    if (reason->keyword && !reason->is_measured && !reason->has_play)
        rule_set_keyword(&rules, reason->keyword, NULL, NULL);
    put_rules(&rules, result);
}

/* ---- refutations ---- */

enum { MAX_LOOKED_AT = 4, MAX_REASONS = 100 }; /* of a refutation */

/* Adds what makes REF hold: the parts of an AND, and of an OR one that is known
 * to hold. */
static void add_reasons(const Why *why, Ref ref, const signed char *values,
                        RefList *reasons)
{
    const PropertyTable *properties = &why->record->properties;
    Gate gate = properties->gates.items[ref / 2];
    bool is_or = ref_is_negated(ref), is_found = false;
    for (uint32_t i = 0; !gate.is_leaf && i < gate.count && !is_found &&
                         reasons->count < MAX_REASONS;
         i++) {
        Ref input = properties->inputs.items[gate.first + i] ^ is_or;
        if (is_or && ref_value(values, input) != 1)
            continue;
        add_reasons(why, input, values, reasons);
        is_found = is_or;
    }
    if (gate.is_leaf || (is_or && !is_found))
        vec_push(reasons, ref);
}

/* Drops the negative ones if two others are enough to see what is wrong. */
static void keep_positive(RefList *reasons)
{
    size_t kept = 0, positive = 0;
    for (size_t i = 0; i < reasons->count; i++)
        positive += !ref_is_negated(reasons->items[i]);
    for (size_t i = 0; i < reasons->count; i++)
        if (positive < 2 || positive == reasons->count - 1 ||
            !ref_is_negated(reasons->items[i]))
            reasons->items[kept++] = reasons->items[i];
    reasons->count = kept;
}

/* Why PROPERTY is false in position AT of PLAY, and the rules for that. */
static void put_failure(Why *why, const GroundProperty *property,
                        Interp *interp, const Play *play, size_t at,
                        json_t *result)
{
    const uint64_t *states[MAX_LOOKED_AT];
    size_t steps = play->steps - at, count = 0;
    RuleSet rules = rule_set_new(why->game, why->arena);
    RefList reasons = {0};
    Text text = {0};
    if (steps > property->degree)
        steps = property->degree;
    for (; count <= steps && count < MAX_LOOKED_AT; count++) {
        const Position *position =
            position_after(interp, play->moves, at + count, why->arena);
        if (!position)
            return;
        states[count] =
            state_of_position(position, why->record->net, why->arena);
    }
    signed char *values =
        property_values(&why->record->properties, states, count);
    add_reasons(why, ref_not(property->ends[steps]), values, &reasons);
    memory_free(values);
    keep_positive(&reasons);
    text_addf(&text, "it is false in position %zu, with ", at);
    refs_words(&why->writer, &reasons, &text);
    for (size_t i = 0; i < reasons.count; i++)
        rule_set_leaf(&rules, why->record, reasons.items[i], at);
    json_put(result, "argument", json_take_text(&text));
    put_rules(&rules, result);
    vec_free(&reasons);
}

void why_put_refuted(Why *why, size_t number, Interp *interp, const Play *play,
                     size_t at, json_t *result)
{
    const GroundProperty *property = why->reasons.items[number].property;
    const Position *position =
        position_after(interp, play->moves, at, why->arena);
    if (!position)
        return;
    json_put(result, "position",
             position_json(position_in_order(why->arena, position),
                           position->count));
    if (property && why->record->net)
        put_failure(why, property, interp, play, at, result);
}

/* The goals that ROLE has in the current position; if it has none, all. */
static void add_goal_rules(RuleSet *rules, Interp *interp, uint32_t role)
{
    size_t count;
    const Term *const *goals = interp_goal_terms(interp, role, &count);
    for (size_t i = 0; i < count; i++)
        rule_set_keyword(rules, KEYWORD_GOAL, interp_role(interp, role),
                         goals[i]);
    if (!count)
        rule_set_keyword(rules, KEYWORD_GOAL, interp_role(interp, role), NULL);
}

/* Which rules a check is about, and what they do where it fails. */
static const struct {
    Keyword keyword;
    const char *argument;
} checks[] = {
    [CHECK_PLAYABLE] = {KEYWORD_LEGAL,
                        "none of these rules gives it a move there"},
    [CHECK_TERMINATING] = {KEYWORD_TERMINAL,
                           "the same moves can be made again and again; the "
                           "game is over only by these rules"},
    [CHECK_GOALS] = {KEYWORD_GOAL, "these rules give its values there"},
    [CHECK_WINNABLE] = {KEYWORD_GOAL, NULL},
    [CHECK_BASES] = {KEYWORD_BASE, "none of these rules declares it"},
    [CHECK_INPUTS] = {KEYWORD_INPUT, "none of these rules declares it"},
    [CHECK_ZERO_SUM] = {KEYWORD_GOAL, "these rules give the values there"},
    [CHECK_TURN_TAKING] = {KEYWORD_LEGAL, "these rules give moves to both"},
};

Keyword why_keyword(Check check)
{
    return checks[check].keyword;
}

void why_put_fault(Why *why, Interp *interp, const Play *play, Check check,
                   uint32_t role, json_t *result)
{
    RuleSet rules = rule_set_new(why->game, why->arena);
    const Position *position =
        position_after(interp, play->moves, play->steps, why->arena);
    for (uint32_t i = 0; i < interp_role_count(interp); i++) {
        if (role != NO_INDEX && role != i)
            continue;
        if (why_keyword(check) == KEYWORD_GOAL && position)
            add_goal_rules(&rules, interp, i);
        else
            rule_set_keyword(&rules, why_keyword(check),
                             role == NO_INDEX ? NULL : interp_role(interp, i),
                             NULL);
    }
    json_put(result, "argument",
             json_text(text_is(result, "why", "no-value")
                           ? "none of these rules gives it a value there"
                           : checks[check].argument));
    put_rules(&rules, result);
}

/* ---- limits and evidence ---- */

/* A quarter of all, at most. */
Budget why_budget(const Call *call, const Budget *whole)
{
    double seconds = call->seconds / 4;
    return call->seconds > 0 && budget_left(whole) > seconds
               ? budget_new(seconds, call->cancelled)
               : *whole;
}

bool why_evidence(Why *why, Certificate *certificate, size_t number,
                  CertificateClaim *claim)
{
    const Reason *reason = &why->reasons.items[number];
    if (!reason->core.is_found)
        return false;
    claim->evidence = evidence_of_core(why->record, certificate, &why->writer,
                                       &reason->core, reason->is_measured);
    return claim->evidence;
}
