/* api_verify.c - is a game well-formed, for zermelo.h
 *
 * In:   a game
 * Out:  verdicts with evidence, as JSON
 * Next: prove/verify.c finds them, and for GDL-II api/api_verify_know.c
 *
 * Start reading at verify_answer(), at the end.
 */
#include "api/proof_files.h"
#include "api/proof_request.h"
#include "api/why.h"

#include "prove/verify_rounds.h"

#include <assert.h>
#include <string.h>

typedef struct {
    Call *call;
    Arena *arena;
    Interp *interp;
    Budget budget;
    Texts roles;
    VerifiedList verdicts;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    FactsOption facts;
    ProofRecord record; /* if evidence or facts are wanted */
    bool has_why;
    Why why; /* by verdict, if reasons are wanted */
    size_t moves_shown;
} Verification;

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable",
    [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",
    [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",
    [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum",
    [CHECK_TURN_TAKING] = "turn-taking",
    [CHECK_LEGAL_KNOWN] = "legal-known",
    [CHECK_END_KNOWN] = "end-known",
    [CHECK_PAYOFF_KNOWN] = "payoff-known",
};

static bool is_about_knowledge(const Verified *verdict)
{
    return verdict->check > CHECK_TURN_TAKING;
}

/* ---- verifying ---- */

/* Appends all verdicts to those of VERIFICATION. */
static void verify_all(Verification *verification, const Game *game)
{
    /* Of the time, if information sets have to be explored as well. */
    const double proof_time_fraction = 0.6;
    VerifiedList *verdicts = &verification->verdicts;
    bool no_play_ends = false;
    Budget proofs =
        game->has_imperfect_information
            ? budget_part(&verification->budget, proof_time_fraction)
            : verification->budget;
    const VerifyTask task = {.game = game,
                             .interp = verification->interp,
                             .seed = call_count(verification->call, "seed", 1),
                             .budget = &proofs,
                             .limits = &verification->limits,
                             .statistics = verification->statistics,
                             .facts = verification->facts.read,
                             .record = call_has(verification->call, "save") ||
                                               verification->facts.path ||
                                               verification->has_why
                                           ? &verification->record
                                           : NULL,
                             .arena = verification->arena};
    verify(&task, verdicts);
    for (size_t i = 0; i < verdicts->count; i++)
        no_play_ends = no_play_ends || verdicts->items[i].is_vacuous;
    if (game->has_imperfect_information)
        verify_knowledge(game, verification->interp, no_play_ends,
                         &verification->budget, verification->arena, verdicts);
}

/* ---- reasons ---- */

/* Callback of why_find(): the questions, about the net that the record has now.
 */
static void restate_verdicts(void *context)
{
    Verification *verification = context;
    ProofRecord *record = &verification->record;
    Questions questions = {.game = verification->call->game->game,
                           .net = record->net,
                           .properties = &record->properties};
    questions_add_all(&questions, verification->interp);
    for (size_t i = 0; i < verification->verdicts.count; i++) {
        const Verified *verdict = &verification->verdicts.items[i];
        GroundProperty *property =
            arena_array(verification->arena, GroundProperty, 1);
        for (size_t k = 0; k < questions.list.count; k++)
            if (questions.topics.items[k].check == verdict->check &&
                (verdict->check != CHECK_WINNABLE ||
                 questions.topics.items[k].role == verdict->role))
                *property = questions.list.items[k];
        if (verdict->is_vacuous)
            property->ends[0] = ref_not(
                property_leaf(&record->properties, 0, record->net->terminal));
        if (verification->why.reasons.items[i].property)
            verification->why.reasons.items[i].property = property;
    }
    questions_free(&questions);
}

/* Finds the reasons of what was proved: that no play wins is, too. */
static void find_reasons(Verification *verification)
{
    Budget budget = why_budget(verification->call, &verification->budget);
    for (size_t i = 0; i < verification->verdicts.count; i++) {
        const Verified *verdict = &verification->verdicts.items[i];
        bool is_winless = verdict->check == CHECK_WINNABLE &&
                          verdict->verdict == VERDICT_REFUTED;
        Reason reason = {.verdict =
                             is_winless ? VERDICT_PROVED : verdict->verdict,
                         .evidence = verdict->evidence,
                         .property = verdict->property,
                         .is_measured = verdict->check == CHECK_TERMINATING &&
                                        verdict->evidence == EVIDENCE_MEASURE &&
                                        verification->record.log.measure_steps,
                         .has_play = verdict->play};
        if (is_about_knowledge(verdict))
            reason.verdict = VERDICT_UNKNOWN; /* nothing more is known */
        else
            reason.keyword = why_keyword(verdict->check);
        vec_push(&verification->why.reasons, reason);
    }
    why_find(&verification->why, verification->call->game->game,
             &verification->record, &budget, restate_verdicts, verification);
}

static void put_reason(Verification *verification, size_t number,
                       json_t *result)
{
    const Verified *verdict = &verification->verdicts.items[number];
    if (verdict->verdict == VERDICT_REFUTED && verdict->play &&
        !is_about_knowledge(verdict))
        why_put_fault(&verification->why, verification->interp, verdict->play,
                      verdict->check, verdict->role, result);
    else
        why_put(&verification->why, number, result);
}

/* ---- the answer ---- */

/* Whether the play of VERDICT may be part of the answer; if so, counts its
 * moves. Each role may have a play of its own, with moves of all roles. */
static bool reserve_moves(Verification *verification, const Verified *verdict)
{
    enum { MAX_MOVES = 1000000 };
    size_t steps = verdict->play ? verdict->play->steps : 0;
    size_t move_count = steps * verification->roles.count;
    if (verification->moves_shown &&
        verification->moves_shown + move_count > MAX_MOVES)
        return !verdict->play;
    verification->moves_shown += move_count;
    return true;
}

static json_t *verdict_json(Verification *verification, const Verified *verdict)
{
    Texts roles = verification->roles;
    bool is_shown = reserve_moves(verification, verdict);
    bool is_witness = verdict->check == CHECK_WINNABLE;
    bool has_loop = verdict->has_loop && verdict->play;
    bool is_refuted = verdict->play && verdict->verdict == VERDICT_REFUTED;
    json_t *play = play_json(roles, is_shown ? verdict->play : NULL);
    return JSON_OBJECT(
        {"property", json_text(properties[verdict->check])},
        {"role",
         json_text(verdict->role == NO_INDEX ? NULL
                                             : roles.items[verdict->role])},
        {"verdict",
         json_text(verdict->is_vacuous ? "vacuous"
                                       : verdict_words[verdict->verdict])},
        {"why", json_text(verdict->fault.why)},
        {"message",
         json_text(verdict->is_vacuous ? "no terminal position is reached"
                                       : verdict->fault.message)},
        {"bound", json_if(verdict->has_bound, json_count(verdict->bound))},
        {"trace", is_witness ? json_null() : play},
        {"loop_from", json_if(has_loop, json_count(verdict->loop_from))},
        {"position",
         is_refuted ? position_json(verdict->features, verdict->feature_count)
                    : json_null()},
        {"witness", is_witness ? play : json_null()},
        {"other", play_json(roles, is_shown ? verdict->other : NULL)},
        {"how", json_text(verdict->how)},
        {"reason", reason_json(verification->call,
                               is_shown ? verdict->reason
                                        : "the play is too long to be shown")});
}

static json_t *verdicts_json(Verification *verification, double begun)
{
    double seconds = clock_now() - begun;
    json_t *results = json_array();
    for (size_t i = 0; i < verification->verdicts.count; i++) {
        json_t *result =
            verdict_json(verification, &verification->verdicts.items[i]);
        if (verification->has_why)
            put_reason(verification, i, result);
        json_add(results, result);
    }
    json_t *answer =
        JSON_OBJECT({"file", json_text(verification->call->game->name)},
                    {"seconds", json_real(seconds)}, {"results", results});
    if (call_has(verification->call, "statistics"))
        json_put(answer, "statistics",
                 statistics_json(verification->statistics));
    return answer;
}

/* ---- certificates ---- */

static void write_verdict(Verification *verification, Certificate *certificate,
                          size_t number)
{
    const Verified *verdict = &verification->verdicts.items[number];
    Check check = verdict->check;
    bool has_role = check == CHECK_WINNABLE || check == CHECK_PLAYABLE ||
                    check == CHECK_GOALS || is_about_knowledge(verdict);
    CertificateClaim claim = {
        .property = properties[check],
        .verdict =
            verdict->is_vacuous ? "vacuous" : verdict_words[verdict->verdict],
        .role = has_role && verdict->role != NO_INDEX
                    ? verification->roles.items[verdict->role]
                    : NULL,
        .value = -1,
        .bound = verdict->has_bound ? (int64_t)verdict->bound : -1,
        .within = -1,
        .at = -1};
    json_t *play = NULL;
    if (verdict->verdict == VERDICT_UNKNOWN)
        return;
    if (is_about_knowledge(verdict)) {
        claim.reason = "there are no certificates of what roles know";
    } else if (verdict->play) {
        claim.evidence = play = json_pack(
            "[I]", (json_int_t)certificate_play(
                       certificate, verdict->play, verification->roles.count,
                       verdict->has_loop ? verdict->loop_from : SIZE_MAX));
    } else if (!verification->has_why ||
               !why_evidence(&verification->why, certificate, number, &claim)) {
        evidence_of(&verification->record, certificate,
                    check == CHECK_TERMINATING && !verdict->bound
                        ? EVIDENCE_UNROLLING
                        : verdict->evidence,
                    strcmp(verdict->how, "grounding") == 0, &claim);
    }
    certificate_claim(certificate, &claim);
    json_decref(play);
}

static void write_verdicts(void *context, Certificate *certificate)
{
    Verification *verification = context;
    evidence_write(&verification->record, certificate);
    for (size_t i = 0; i < verification->verdicts.count; i++)
        write_verdict(verification, certificate, i);
}

/* ---- all of it ---- */

static json_t *verify_answer(Call *call)
{
    double begun = clock_now();
    const char *why;
    Verification verification = {.call = call,
                                 .has_why = call_has(call, "why")};
    json_t *answer = facts_read(call, &verification.facts);
    if (!answer)
        answer = read_settings(call, &verification.limits);
    if (answer) {
        facts_free(&verification.facts);
        return answer;
    }
    call_use_canonical(call);
    const ZermeloGame *game = call->game;
    const ZermeloLimits limits = call_limits(call);
    verification.budget = budget_of(&limits);
    verification.interp = interp_new(game->game, &verification.budget, &why);
    if (!verification.interp)
        return call_fail("verify", "%s: %s", game->name, why);
    verification.arena = arena_new();
    verification.roles =
        (Texts){role_names(verification.arena, verification.interp),
                interp_role_count(verification.interp)};
    const Budget whole = verification.budget;
    if (verification.has_why)
        verification.budget = budget_part(&whole, 0.75);
    verify_all(&verification, game->game);
    verification.budget = whole;
    if (verification.has_why)
        find_reasons(&verification);
    answer = verdicts_json(&verification, begun);
    proof_save(call, call_text(call, "save", NULL), &verification.facts,
               &verification.record, answer, write_verdicts, &verification);
    facts_free(&verification.facts);
    why_free(&verification.why);
    proof_record_free(&verification.record);
    interp_free(verification.interp);
    vec_free(&verification.verdicts);
    arena_free(verification.arena);
    return answer;
}

char *zermelo_verify_json(ZermeloGame *game, const char *options,
                          const ZermeloLimits *limits)
{
    static const OptionRow rows[] = {
        {"save", OPTION_TEXT, NULL, 0}, {"facts", OPTION_TEXT, NULL, 0},
        {"why", OPTION_FLAG, NULL, 0},  {"statistics", OPTION_FLAG, NULL, 0},
        {"set", OPTION_TEXT, NULL, 0},  {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {
        .answer = verify_answer, .options = rows, .seconds = 60};
    return call_answer(&kind, game, options, limits);
}
