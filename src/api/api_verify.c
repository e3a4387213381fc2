/* api_verify.c - is a game well-formed, for zermelo.h
 *
 * In:   a game
 * Out:  verdicts with evidence, as JSON
 * Next: prove/verify.c finds them, and for GDL-II api/api_verify_know.c
 *
 * Start reading at verify_answer(), at the end.
 */
#include "api/facts_option.h"
#include "api/proof_request.h"
#include "api/verdict.h"
#include "api/why.h"

#include "prove/verify.h"
#include "prove/verify_questions.h"

#include <assert.h>
#include <string.h>

typedef struct {
    Call *call;
    Arena *arena;
    Interp *interp;
    Budget budget;
    Texts roles;
    VerdictList verdicts;
    ProveLimits limits;
    MethodStatistics statistics[PROOF_METHOD_COUNT];
    FactsOption facts;
    ProofRecord record; /* if evidence or facts are wanted */
    bool has_why;
    Why why; /* by verdict, if reasons are wanted */
    size_t moves_shown;
} Verification;

static const char *const properties[] = {
    [CHECK_PLAYABLE] = "playable", [CHECK_TERMINATING] = "terminating",
    [CHECK_GOALS] = "goals",       [CHECK_WINNABLE] = "winnable",
    [CHECK_BASES] = "bases",       [CHECK_INPUTS] = "inputs",
    [CHECK_ZERO_SUM] = "zero-sum", [CHECK_TURN_TAKING] = "turn-taking",
};

/* ---- verifying ---- */

static VerdictEntry entry_of(const Verification *verification,
                             const Verified *verified)
{
    const Play *play = verified->play;
    assert(!verified->has_loop || !play || verified->loop_from <= play->steps);
    return (VerdictEntry){.property = properties[verified->check],
                          .role =
                              verified->role == NO_INDEX
                                  ? NULL
                                  : verification->roles.items[verified->role],
                          .verdict = verified->verdict,
                          .is_vacuous = verified->is_vacuous,
                          .why = verified->fault.why,
                          .message = verified->fault.message,
                          .how = verified->how,
                          .reason = verified->reason,
                          .has_bound = verified->has_bound,
                          .bound = verified->bound,
                          .has_play = play,
                          .has_loop = verified->has_loop && play,
                          .play_length = play ? play->steps : 0,
                          .loop_from = verified->loop_from,
                          .play = play ? play->moves : NULL,
                          .features = verified->features,
                          .feature_count = verified->feature_count,
                          .evidence = verified->evidence,
                          .proved = verified->property};
}

/* Appends all verdicts to those of VERIFICATION. */
static void verify_all(Verification *verification, const Game *game)
{
    /* Of the time, if information sets have to be explored as well. */
    const double proof_time_fraction = 0.6;
    VerifiedList verified = {0};
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
    verify(&task, &verified);
    for (size_t i = 0; i < verified.count; i++) {
        vec_push(&verification->verdicts,
                 entry_of(verification, &verified.items[i]));
        no_play_ends = no_play_ends || verified.items[i].is_vacuous;
    }
    vec_free(&verified);
    if (game->has_imperfect_information)
        verify_knowledge(game, verification->interp, verification->roles.items,
                         no_play_ends, &verification->budget,
                         verification->arena, &verification->verdicts);
    for (size_t i = 0; i < verification->verdicts.count; i++)
        if (verification->verdicts.items[i].is_vacuous)
            verification->verdicts.items[i].message =
                "no terminal position is reached";
}

/* ---- reasons ---- */

static bool is_of(const VerdictEntry *verdict, Check check)
{
    return strcmp(verdict->property, properties[check]) == 0;
}

/* The number of the check; one beyond all if it is about knowledge. */
static Check check_of(const VerdictEntry *verdict)
{
    Check check = CHECK_PLAYABLE;
    while (check <= CHECK_TURN_TAKING && !is_of(verdict, check))
        check++;
    return check;
}

/* The role that VERDICT is about; NO_INDEX if it is about none. */
static uint32_t role_of(const Verification *verification,
                        const VerdictEntry *verdict)
{
    uint32_t role = NO_INDEX;
    for (uint32_t i = 0; i < verification->roles.count; i++)
        if (verdict->role &&
            strcmp(verdict->role, verification->roles.items[i]) == 0)
            role = i;
    return role;
}

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
        const VerdictEntry *verdict = &verification->verdicts.items[i];
        GroundProperty *property =
            arena_array(verification->arena, GroundProperty, 1);
        for (size_t k = 0; k < questions.list.count; k++)
            if (questions.topics.items[k].check == check_of(verdict) &&
                (check_of(verdict) != CHECK_WINNABLE ||
                 questions.topics.items[k].role ==
                     role_of(verification, verdict)))
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
        const VerdictEntry *verdict = &verification->verdicts.items[i];
        bool is_winless = is_of(verdict, CHECK_WINNABLE) &&
                          verdict->verdict == VERDICT_REFUTED;
        Reason reason = {.verdict =
                             is_winless ? VERDICT_PROVED : verdict->verdict,
                         .evidence = verdict->evidence,
                         .property = verdict->proved,
                         .is_measured = is_of(verdict, CHECK_TERMINATING) &&
                                        verdict->evidence == EVIDENCE_MEASURE &&
                                        verification->record.log.measure_steps,
                         .has_play = verdict->has_play};
        if (check_of(verdict) > CHECK_TURN_TAKING)
            reason.verdict = VERDICT_UNKNOWN; /* nothing more is known */
        else
            reason.keyword = why_keyword(check_of(verdict));
        vec_push(&verification->why.reasons, reason);
    }
    why_find(&verification->why, verification->call->game->game,
             &verification->record, &budget, restate_verdicts, verification);
}

static void put_reason(Verification *verification, size_t number,
                       json_t *result)
{
    const VerdictEntry *verdict = &verification->verdicts.items[number];
    if (verdict->verdict == VERDICT_REFUTED && verdict->has_play &&
        check_of(verdict) <= CHECK_TURN_TAKING)
        why_put_fault(
            &verification->why, verification->interp,
            &(Play){(const Term **)verdict->play, verdict->play_length},
            check_of(verdict), role_of(verification, verdict), result);
    else
        why_put(&verification->why, number, result);
}

/* ---- the answer ---- */

/* Whether the play of ENTRY may be part of the answer; if so, counts its moves.
 * Each role may have a play of its own, with moves of all roles. */
static bool reserve_moves(Verification *verification, const VerdictEntry *entry)
{
    enum { MAX_MOVES = 1000000 };
    size_t move_count = entry->play_length * verification->roles.count;
    if (verification->moves_shown &&
        verification->moves_shown + move_count > MAX_MOVES)
        return !entry->has_play;
    verification->moves_shown += move_count;
    return true;
}

static json_t *verdict_json(Verification *verification,
                            const VerdictEntry *entry)
{
    static const char *const words[] = {"unknown", "proved", "refuted"};
    Texts roles = verification->roles;
    bool is_shown = reserve_moves(verification, entry);
    bool is_witness = strcmp(entry->property, "winnable") == 0;
    bool is_refuted = entry->has_play && entry->verdict == VERDICT_REFUTED;
    json_t *play = entry->has_play && is_shown
                       ? play_json(roles, entry->play, entry->play_length)
                       : json_null();
    json_t *other =
        entry->has_other && is_shown
            ? play_json(roles, entry->other_play, entry->play_length)
            : json_null();
    return JSON_OBJECT(
        {"property", json_text(entry->property)},
        {"role", json_text(entry->role)},
        {"verdict",
         json_text(entry->is_vacuous ? "vacuous" : words[entry->verdict])},
        {"why", json_text(entry->why)}, {"message", json_text(entry->message)},
        {"bound", json_if(entry->has_bound, json_count(entry->bound))},
        {"trace", is_witness ? json_null() : play},
        {"loop_from", json_if(entry->has_loop, json_count(entry->loop_from))},
        {"position", is_refuted
                         ? position_json(entry->features, entry->feature_count)
                         : json_null()},
        {"witness", is_witness ? play : json_null()}, {"other", other},
        {"how", json_text(entry->how)},
        {"reason", reason_json(verification->call,
                               is_shown ? entry->reason
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
    const VerdictEntry *verdict = &verification->verdicts.items[number];
    bool is_ending = is_of(verdict, CHECK_TERMINATING),
         is_about_role = is_of(verdict, CHECK_WINNABLE) ||
                         is_of(verdict, CHECK_PLAYABLE) ||
                         is_of(verdict, CHECK_GOALS);
    CertificateClaim claim = {
        .property = verdict->property,
        .verdict = verdict->is_vacuous                  ? "vacuous"
                   : verdict->verdict == VERDICT_PROVED ? "proved"
                                                        : "refuted",
        .role = is_about_role ? verdict->role : NULL,
        .value = -1,
        .bound = verdict->has_bound ? (int64_t)verdict->bound : -1,
        .within = -1,
        .at = -1};
    json_t *play = NULL;
    if (verdict->verdict == VERDICT_UNKNOWN)
        return;
    if (check_of(verdict) > CHECK_TURN_TAKING) {
        claim.role = verdict->role;
        claim.reason = "there are no certificates of what roles know";
    } else if (verdict->play) {
        size_t evidence = certificate_play(
            certificate,
            &(Play){(const Term **)verdict->play, verdict->play_length},
            interp_role_count(verification->interp),
            verdict->has_loop ? verdict->loop_from : SIZE_MAX);
        claim.evidence = play = json_pack("[I]", (json_int_t)evidence);
    } else if (!verification->has_why ||
               !why_evidence(&verification->why, certificate, number, &claim)) {
        evidence_of(&verification->record, certificate,
                    is_ending && !verdict->bound ? EVIDENCE_UNROLLING
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
    proof_save(call, &verification.facts, &verification.record, answer,
               write_verdicts, &verification);
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
