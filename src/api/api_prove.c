/* api_prove.c - proving properties of games, for zermelo.h
 *
 * In:   formulas as text, and limits
 * Out:  verdicts with evidence, as JSON
 * Next: prove/engine_native.c or prove/published/ prove them
 *
 * Formulas are collected and given meanings in one table (api/proof_request.c),
 * and handed to an engine. Start reading at prove_answer(), at the end.
 */
#include "api/proof_request.h"
#include "api/why.h"
#include "formula/lower_formula.h"

#include "lang/print.h"

/* What came of a proof. */
typedef struct {
    ProofRequest proof;
    size_t share, share_count;
    const bool *is_asked; /* by claim, as the findings are */
    Finding *findings;
    bool assumes_playable;
    FactsOption facts;
    ProofRecord record; /* if evidence or facts are wanted */
    bool has_why;
    Why why; /* by claim, if reasons are wanted */
} Proving;

size_t zermelo_family_count(void)
{
    return FAMILY_COUNT;
}

const char *zermelo_family(size_t number)
{
    return number < FAMILY_COUNT ? family_names[number] : NULL;
}

/* ---- proving ---- */

/* By claim: whether it is of the share that is asked for, as they are shown. */
static const bool *asked_claims(const Proving *proving)
{
    const ProofRequest *proof = &proving->proof;
    bool *asked = arena_array(proof->arena, bool, proof->claims.list.count + 1);
    for (size_t i = 0; i < proof->shown.count; i++)
        asked[proof->shown.items[i]] =
            i % proving->share_count == proving->share;
    return asked;
}

/* Proves the givens one after the other, each with those before it. NULL, or
 * the error. */
static json_t *prove_givens(Proving *proving)
{
    ProofRequest *proof = &proving->proof;
    const ClaimSet *givens = &proof->givens;
    if (givens->count < givens->list.count)
        return call_fail("prove", "a given formula is too large");
    for (size_t i = 0; i < givens->count; i++) {
        const ClaimSet single = {.list.items = &givens->list.items[i],
                                 .meanings = &givens->meanings[i],
                                 .count = 1};
        ProofTask task = proof_task(proof, &single);
        Finding finding = {0};
        const char *reason;
        task.givens = givens->meanings;
        task.given_count = i;
        if (task.method == METHOD_JOINT)
            task.method = METHOD_INDIVIDUAL;
        if (!proof->engine->prove(&task, &finding, &reason))
            return call_fail("prove", "%s", reason);
        proving->assumes_playable |= task.assumes_playable;
        if (finding.verdict != VERDICT_PROVED)
            return call_fail(
                "prove", "this was to be given, but %s: %s",
                finding.verdict == VERDICT_REFUTED ? "it is refuted"
                                                   : "it cannot be proved",
                formula_string(proof->arena, givens->list.items[i].formula));
    }
    return NULL;
}

/* Sets the findings of all claims that are asked. */
static void prove_claims(Proving *proving)
{
    ProofRequest *proof = &proving->proof;
    const ClaimSet *claims = &proof->claims;
    const char *reason;
    ProofTask task = proof_task(proof, claims);
    task.is_asked = proving->is_asked = asked_claims(proving);
    task.givens = proof->givens.meanings;
    task.given_count = proof->givens.count;
    task.facts = proving->facts.read;
    if (call_has(proof->call, "save") || proving->facts.path ||
        proving->has_why) {
        task.record = &proving->record;
        task.log = &proving->record.log;
    }
    task.progress = call_report_done;
    task.context = proof->call;
    proving->findings =
        arena_array(proof->arena, Finding, claims->list.count + 1);
    if (!proof->engine->prove(&task, proving->findings, &reason))
        for (size_t i = 0; i < claims->count; i++)
            proving->findings[i] = (Finding){.reason = reason};
    for (size_t i = claims->count; i < claims->list.count; i++)
        proving->findings[i].reason =
            budget_spent(&proof->call->budget)
                ? budget_reason(&proof->call->budget, "the time was used up")
                : "it is too large to be written out";
    proof->generator = task.generator;
    proving->assumes_playable |= task.assumes_playable;
}

/* Sets the properties of all reasons, and names what needs a name, now that the
 * record is unfolded. */
static void restate_claims(Proving *proving)
{
    ProofRequest *proof = &proving->proof;
    ProofRecord *record = &proving->record;
    const ClaimSet *claims = &proof->claims;
    Lowering lowering;
    lowering_init(&lowering, proof->props, &record->properties);
    for (size_t i = 0; i < claims->count; i++) {
        Reason *reason = &proving->why.reasons.items[i];
        GroundProperty *property = arena_array(proof->arena, GroundProperty, 1);
        bool is_lowered =
            lower_formula(&lowering, claims->meanings[i], property);
        reason->property = is_lowered ? property : NULL;
        if (is_lowered)
            vec_push(
                &record->names,
                ((NamedProperty){
                    *property, formula_string(proof->arena,
                                              claims->list.items[i].formula)}));
    }
    lowering_free(&lowering);
}

/* Finds the reasons of what is asked and was proved. */
static void find_reasons(Proving *proving, const Budget *whole)
{
    ProofRequest *proof = &proving->proof;
    const bool *asked = proving->is_asked;
    Budget budget = why_budget(proof->call, whole);
    proof->call->budget = *whole;
    for (size_t i = 0; i < proof->claims.list.count; i++) {
        const Finding *finding = &proving->findings[i];
        vec_push(
            &proving->why.reasons,
            ((Reason){.verdict = asked[i] ? finding->verdict : VERDICT_UNKNOWN,
                      .evidence = finding->evidence,
                      .property = finding->property,
                      .has_play = finding->trace}));
    }
    if (proof_record_unfold(&proving->record, proof->call->game->game, &budget))
        restate_claims(proving);
    why_find(&proving->why, proof->call->game->game, &proving->record, &budget);
}

/* ---- the answer ---- */

static json_t *failed_step_json(const ProofRequest *proof,
                                const FailedStep *failed)
{
    Texts roles = proof->call->roles;
    json_t *moves = json_object();
    for (size_t i = 0; i < roles.count; i++)
        json_put(moves, roles.items[i],
                 json_text(failed->moves[i]
                               ? term_string(proof->arena, failed->moves[i])
                               : "nothing"));
    return JSON_OBJECT(
        {"before", position_json(failed->before, failed->before_count)},
        {"moves", moves},
        {"after", position_json(failed->after, failed->after_count)});
}

/* true, false; null: unknown */
static json_t *answer_json(Answer answer)
{
    return json_if(answer != ANSWER_UNKNOWN,
                   json_boolean(answer == ANSWER_YES));
}

static json_t *result_json(const Proving *proving, size_t number)
{
    const ProofRequest *proof = &proving->proof;
    const Claim *claim = &proof->claims.list.items[number];
    const Finding *finding = &proving->findings[number];
    const Play *trace = finding->trace;
    return JSON_OBJECT(
        {"family", json_text(claim->family)}, {"name", json_text(claim->name)},
        {"formula", json_text(formula_string(proof->arena, claim->formula))},
        {"verdict", json_text(verdict_words[finding->verdict])},
        {"base", answer_json(finding->base)},
        {"step", answer_json(finding->step)}, {"how", json_text(finding->how)},
        {"trace", play_json(proof->call->roles, trace)},
        {"at", json_if(trace, json_count(finding->at))},
        {"failed_step", finding->failed
                            ? failed_step_json(proof, finding->failed)
                            : json_null()},
        {"reason", reason_json(proof->call, finding->verdict == VERDICT_UNKNOWN
                                                ? finding->reason
                                                : NULL)});
}

/* Adds to RESULT why it is proved or refuted. */
static void put_reason(Proving *proving, size_t number, json_t *result)
{
    const Finding *finding = &proving->findings[number];
    if (finding->verdict == VERDICT_REFUTED && finding->trace)
        why_put_refuted(&proving->why, number, proving->proof.call->interp,
                        finding->trace, finding->at, result);
    else
        why_put(&proving->why, number, result);
}

static json_t *results_json(Proving *proving, json_t **counts)
{
    json_t *results = json_array();
    size_t verdict_counts[3] = {0};
    for (size_t i = 0; i < proving->proof.shown.count; i++) {
        size_t claim = proving->proof.shown.items[i];
        if (proving->is_asked[claim]) {
            json_t *result = result_json(proving, claim);
            if (proving->has_why)
                put_reason(proving, claim, result);
            json_add(results, result);
            verdict_counts[proving->findings[claim].verdict]++;
        }
    }
    *counts =
        JSON_OBJECT({"total", json_count(json_array_size(results))},
                    {"proved", json_count(verdict_counts[VERDICT_PROVED])},
                    {"refuted", json_count(verdict_counts[VERDICT_REFUTED])},
                    {"unknown", json_count(verdict_counts[VERDICT_UNKNOWN])});
    return results;
}

static json_t *proving_json(Proving *proving, double begun)
{
    static const char *const generators[] = {"all", "control", "proved"};
    const ProofRequest *proof = &proving->proof;
    const Call *call = proof->call;
    double seconds = clock_now() - begun;
    json_t *counts, *results = results_json(proving, &counts);
    json_t *answer = JSON_OBJECT(
        {"file", json_text(call->game->name)},
        {"method", json_text(call_text(call, "method", "mutual"))},
        {"engine", json_text(proof->engine->name)},
        {"domains", json_text(call_text(call, "domains", "directed"))},
        {"generator", json_text(generators[proof->generator])},
        {"seconds", json_real(seconds)},
        {"assumes", proving->assumes_playable ? json_pack("[s]", "playable")
                                              : json_array()},
        {"counts", counts}, {"results", results});
    if (call_has(call, "share"))
        json_put(answer, "share", json_text(call_text(call, "share", NULL)));
    if (call_has(call, "statistics"))
        json_put(answer, "statistics", statistics_json(proof->statistics));
    return answer;
}

/* ---- certificates ---- */

static void append_formula(const ProofRequest *proof, const Formula *formula,
                           json_t *list)
{
    json_add(list, json_string(formula_string(proof->arena, formula)));
}

/* Adds what the published methods have proved, and what that rests on: it is
 * inductive together. */
static void write_published(Proving *proving, Certificate *certificate)
{
    const ProofRequest *proof = &proving->proof;
    ProofRecord *record = &proving->record;
    json_t *lemmas = json_array();
    for (size_t i = 0; i < proof->claims.count; i++)
        if (proving->findings[i].verdict == VERDICT_PROVED)
            append_formula(proof, proof->claims.list.items[i].formula, lemmas);
    for (size_t i = 0; i < proof->givens.count; i++)
        append_formula(proof, proof->givens.list.items[i].formula, lemmas);
    for (size_t i = 0; i < record->log.premises.count; i++)
        append_formula(proof, record->log.premises.items[i], lemmas);
    size_t number = certificate_evidence(certificate, "inductive",
                                         json_pack("{s:o}", "lemmas", lemmas));
    json_add(record->numbers[EVIDENCE_LEMMAS], json_count(number));
    if (proving->assumes_playable)
        record->lemma_failure =
            "it rests on every role having a legal move in every position "
            "that is not terminal, which was not proved";
}

static void write_claim(Proving *proving, Certificate *certificate,
                        size_t number)
{
    const ProofRequest *proof = &proving->proof;
    const Claim *claim = &proof->claims.list.items[number];
    const Finding *finding = &proving->findings[number];
    CertificateClaim written = {
        .property = "always",
        .verdict = verdict_words[finding->verdict],
        .formula = formula_string(proof->arena, claim->formula),
        .name = claim->name,
        .value = -1,
        .bound = -1,
        .within = -1,
        .at = -1};
    json_t *play = NULL;
    if (finding->verdict == VERDICT_UNKNOWN || !proving->is_asked[number])
        return;
    if (proof->universe->kind == DOMAINS_REACHABLE) {
        written.reason = "reachable domains cannot be named in a certificate";
    } else if (finding->trace) {
        size_t evidence = certificate_play(certificate, finding->trace,
                                           proof->call->roles.count, SIZE_MAX);
        written.evidence = play = json_pack("[I]", (json_int_t)evidence);
        written.at = (int64_t)finding->at;
    } else if (!proving->has_why ||
               !why_evidence(&proving->why, certificate, number, &written)) {
        evidence_of(&proving->record, certificate, finding->evidence,
                    finding->how, &written);
    }
    certificate_claim(certificate, &written);
    json_decref(play);
}

static void write_claims(void *context, Certificate *certificate)
{
    Proving *proving = context;
    const ProofRequest *proof = &proving->proof;
    certificate_set(certificate, "domains",
                    json_string(proof->universe->kind == DOMAINS_GRAPH
                                    ? "graph"
                                    : "directed"));
    evidence_write(&proving->record, certificate);
    if (!proving->record.net)
        write_published(proving, certificate);
    for (size_t i = 0; i < proof->claims.count; i++) {
        certificate_progress(certificate, i, proof->claims.count);
        write_claim(proving, certificate, i);
    }
}

/* ---- all of it ---- */

static json_t *prove_answer(Call *call)
{
    static const ProofEngine *const engines[] = {&engine_native,
                                                 &engine_clingo};
    Proving proving = {.has_why = call_has(call, "why")};
    double begun = clock_now();
    const Budget whole = call->budget;
    proving.share = call_share(call, "share", &proving.share_count);
    size_t engine = call_choice(call, "engine", 0);
    json_t *answer = facts_read(call, &proving.facts);
    if ((proving.facts.path || proving.has_why) && !answer &&
        (engine || call_choice(call, "method", METHOD_MUTUAL) != METHOD_MUTUAL))
        answer = call_fail(
            "usage", "--%s is for the native engine and the method mutual",
            proving.has_why ? "why" : "facts");
    if (proving.has_why)
        call->budget = budget_part(&whole, 0.75);
    if (!answer)
        answer = proof_begin(&proving.proof, call, engines[engine], "prove");
    if (!answer)
        answer = prove_givens(&proving);
    if (!answer) {
        prove_claims(&proving);
        if (proving.has_why)
            find_reasons(&proving, &whole);
        answer = proving_json(&proving, begun);
        proof_save(call, call_text(call, "save", NULL), &proving.facts,
                   &proving.record, answer, write_claims, &proving);
    }
    facts_free(&proving.facts);
    why_free(&proving.why);
    proof_record_free(&proving.record);
    proof_free(&proving.proof);
    return answer;
}

char *zermelo_prove_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits)
{
    static const CallKind kind = {
        .answer = prove_answer,
        .options = PROOF_OPTIONS
        "engine=native|clingo save=TEXT facts=TEXT share=SHARE "
        "why statistics set=TEXT",
        .seconds = 60};
    return call_answer(&kind, game, options, limits);
}
