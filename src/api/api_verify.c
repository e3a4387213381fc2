/* api_verify.c - is a game well-formed, for zermelo.h
 *
 * In:   a game
 * Out:  verdicts with evidence, as JSON
 * Next: prove/verify.c finds them
 *
 * Start reading at verify_answer(), at the end.
 */
#include "api/proof_request.h"
#include "api/why.h"

#include "know/exact_filter.h"
#include "know/information_sets.h"
#include "know/match_tracking.h"
#include "sim/machine.h"

typedef struct {
    Call *call;
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

/* ---- GDL-II: does each role always know ----
 *
 * All information sets of a role are explored (know/information_sets.c): what
 * is known in each of them is proved, if all were reached. If not, random
 * matches are tracked until the role does not know something
 * (know/match_tracking.c). A refutation counts when the interpreter has
 * replayed both plays. */

enum {
    MAX_JOINT_MOVES_PER_ROLE = 1000000, /* joint moves made for one role */
    MAX_MATCHES = 100,
    MAX_MATCH_STEPS = 1000
};

typedef struct {
    Call *call;
    Engine *interp_engine; /* over that of CALL; confirms refutations */
    const Net *net;
    Engine *net_engine; /* over NET; NULL if there is none, for REASON */
    const char *reason;
    bool no_play_ends;
} KnowVerifier;

static const Play *play_of(const KnowVerifier *verifier, const History *history)
{
    Arena *arena = verifier->call->arena;
    Play *play = arena_alloc(arena, sizeof *play);
    play->steps = history ? history->length : 0;
    play->moves =
        history_moves(arena, history, engine_roles(verifier->interp_engine));
    return play;
}

/* Makes VERDICT refuted by two plays, if the interpreter confirms that they are
 * the same to its role; or by one, after which it has no value. The first play
 * has ended, if it is about the end or the payoff. */
static bool refute(const KnowVerifier *verifier, Verified *verdict,
                   KnowledgeQuestion question, const History *const *pair)
{
    if (!plays_show_ignorance(verifier->interp_engine, verdict->role, question,
                              pair[0], pair[1]))
        return false;
    bool has_other = pair[0] != pair[1];
    verdict->verdict = VERDICT_REFUTED;
    verdict->fault.why = has_other ? "indistinguishable" : "no-value";
    verdict->fault.message =
        has_other ? "two plays are the same to it" : "no value";
    verdict->how = "play";
    verdict->reason = NULL;
    verdict->play = play_of(verifier, pair[0]);
    if (has_other)
        verdict->other = play_of(verifier, pair[1]);
    const Position *end =
        position_after(verifier->call->interp, verdict->play->moves,
                       verdict->play->steps, verifier->call->arena);
    if (end) {
        verdict->features = position_in_order(verifier->call->arena, end);
        verdict->feature_count = end->count;
    }
    return true;
}

/* What REPORT says; NULL if nothing could be explored. */
static Verified verdict_of(const KnowVerifier *verifier,
                           const InformationSetReport *report, uint32_t role,
                           KnowledgeQuestion question)
{
    static const Check checks[] = {
        [QUESTION_LEGAL] = CHECK_LEGAL_KNOWN,
        [QUESTION_TERMINAL] = CHECK_END_KNOWN,
        [QUESTION_GOAL] = CHECK_PAYOFF_KNOWN,
    };
    Verified verdict = {.check = checks[question], .role = role};
    if (!report) {
        verdict.reason = verifier->reason;
    } else if (!report->known[question]) {
        if (!refute(verifier, &verdict, question, report->pair[question]))
            verdict.reason = replay_mismatch(verifier->call->interp);
    } else if (report->complete) {
        verdict.verdict = VERDICT_PROVED;
        verdict.how = "all plays";
        verdict.is_vacuous =
            question != QUESTION_LEGAL && verifier->no_play_ends;
    } else {
        verdict.reason =
            "too many plays to look at all; zermelo know tries some";
    }
    return verdict;
}

/* Refutes in VERDICTS the first thing that ROLE does not know in random
 * matches. */
static void refute_by_matches(const KnowVerifier *verifier, uint32_t role,
                              const Budget *budget, Verified *verdicts)
{
    static const TrackingTask task = {MAX_MATCHES, MAX_MATCH_STEPS, 1};
    Engine *engine = verifier->net_engine;
    Filter *filter = exact_new(verifier->call->game->game, engine,
                               verifier->net, role, budget);
    TrackingReport *report =
        track_matches(engine, filter, filter, role, &task, budget);
    const FirstFailure *first = &report->first;
    const History *swapped[2] = {first->pair[1], first->pair[0]};
    Verified *verdict = &verdicts[first->question];
    if (first->failed && first->has_pair &&
        verdict->verdict == VERDICT_UNKNOWN &&
        !refute(verifier, verdict, first->question, first->pair))
        refute(verifier, verdict, first->question, swapped);
    tracking_report_free(report);
    filter->free(filter);
}

/* Appends three verdicts about ROLE to LIST. */
static void verify_role(const KnowVerifier *verifier, uint32_t role,
                        const Budget *budget, VerifiedList *list)
{
    Budget exploration_budget = budget_part(budget, 0.5);
    Verified verdicts[QUESTION_GOAL + 1];
    InformationSetReport *report =
        verifier->net_engine
            ? information_sets_explore(verifier->net_engine, role,
                                       MAX_JOINT_MOVES_PER_ROLE,
                                       &exploration_budget)
            : NULL;
    for (KnowledgeQuestion question = QUESTION_LEGAL; question <= QUESTION_GOAL;
         question++)
        verdicts[question] = verdict_of(verifier, report, role, question);
    if (report && !report->complete)
        refute_by_matches(verifier, role, budget, verdicts);
    for (size_t i = 0; i <= QUESTION_GOAL; i++) {
        if (verdicts[i].verdict == VERDICT_UNKNOWN && budget_spent(budget))
            verdicts[i].reason = budget_reason(budget, "out of time");
        vec_push(list, verdicts[i]);
    }
    information_sets_free(report);
}

/* Adds three verdicts for each role other than random. Leaves the interpreter
 * in an arbitrary position. Verdicts about the end are vacuous if no play ends.
 */
static void verify_knowledge(Call *call, bool no_play_ends, VerifiedList *list)
{
    const Budget *budget = &call->budget;
    KnowVerifier verifier = {.call = call, .no_play_ends = no_play_ends};
    Engine *engine = verifier.interp_engine = engine_by_interp(call->interp);
    verifier.net = net_new(call->game->game, budget, &verifier.reason);
    Machine *machine = verifier.net ? machine_new(verifier.net) : NULL;
    verifier.net_engine = machine ? engine_by_machine(machine) : NULL;
    size_t remaining_roles = 0;
    for (uint32_t i = 0; i < engine_roles(engine); i++)
        remaining_roles += !engine_is_random(engine, i);
    for (uint32_t i = 0; i < engine_roles(engine); i++) {
        if (engine_is_random(engine, i))
            continue;
        Budget share = budget_part(budget, 1.0 / (double)remaining_roles--);
        verify_role(&verifier, i, &share, list);
    }
    engine_free(engine);
    if (verifier.net_engine)
        engine_free(verifier.net_engine);
    machine_free(machine);
    net_free(verifier.net);
}

/* ---- verifying ---- */

/* Appends all verdicts to those of VERIFICATION. */
static void verify_all(Verification *verification)
{
    /* Of the time, if information sets have to be explored as well. */
    const double proof_time_fraction = 0.6;
    Call *call = verification->call;
    const Game *game = call->game->game;
    VerifiedList *verdicts = &verification->verdicts;
    bool no_play_ends = false;
    Budget proofs = game->has_imperfect_information
                        ? budget_part(&call->budget, proof_time_fraction)
                        : call->budget;
    bool is_recorded = call_has(call, "save") || verification->facts.path ||
                       verification->has_why;
    const VerifyTask task = {.game = game,
                             .interp = call->interp,
                             .seed = call_count(call, "seed", 1),
                             .budget = &proofs,
                             .limits = &verification->limits,
                             .statistics = verification->statistics,
                             .facts = verification->facts.read,
                             .record =
                                 is_recorded ? &verification->record : NULL,
                             .arena = call->arena};
    verify(&task, verdicts);
    for (size_t i = 0; i < verdicts->count; i++)
        no_play_ends = no_play_ends || verdicts->items[i].is_vacuous;
    if (game->has_imperfect_information)
        verify_knowledge(call, no_play_ends, verdicts);
}

/* ---- reasons ---- */

/* Sets the properties of all reasons, now that the record is unfolded. */
static void restate_verdicts(Verification *verification)
{
    ProofRecord *record = &verification->record;
    Questions questions = {.game = verification->call->game->game,
                           .net = record->net,
                           .properties = &record->properties};
    questions_add_all(&questions, verification->call->interp);
    for (size_t i = 0; i < verification->verdicts.count; i++) {
        const Verified *verdict = &verification->verdicts.items[i];
        GroundProperty *property =
            arena_array(verification->call->arena, GroundProperty, 1);
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
    Budget budget = why_budget(verification->call, &verification->call->budget);
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
    if (proof_record_unfold(&verification->record,
                            verification->call->game->game, &budget))
        restate_verdicts(verification);
    why_find(&verification->why, verification->call->game->game,
             &verification->record, &budget);
}

static void put_reason(Verification *verification, size_t number,
                       json_t *result)
{
    const Verified *verdict = &verification->verdicts.items[number];
    if (verdict->verdict == VERDICT_REFUTED && verdict->play &&
        !is_about_knowledge(verdict))
        why_put_fault(&verification->why, verification->call->interp,
                      verdict->play, verdict->check, verdict->role, result);
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
    size_t move_count = steps * verification->call->roles.count;
    if (verification->moves_shown &&
        verification->moves_shown + move_count > MAX_MOVES)
        return !verdict->play;
    verification->moves_shown += move_count;
    return true;
}

static json_t *verdict_json(Verification *verification, const Verified *verdict)
{
    Texts roles = verification->call->roles;
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
                    ? verification->call->roles.items[verdict->role]
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
            "[I]",
            (json_int_t)certificate_play(
                certificate, verdict->play, verification->call->roles.count,
                verdict->has_loop ? verdict->loop_from : SIZE_MAX));
    } else if (!verification->has_why ||
               !why_evidence(&verification->why, certificate, number, &claim)) {
        evidence_of(&verification->record, certificate,
                    check == CHECK_TERMINATING && !verdict->bound
                        ? EVIDENCE_UNROLLING
                        : verdict->evidence,
                    verdict->how, &claim);
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
    const Budget whole = call->budget;
    const char *why;
    Verification verification = {.call = call,
                                 .has_why = call_has(call, "why")};
    json_t *answer = facts_read(call, &verification.facts);
    if (!answer)
        answer = read_settings(call, &verification.limits);
    if (!answer)
        call_use_canonical(call);
    if (!answer && !call_interpret(call, &why))
        answer = call_fail("verify", "%s: %s", call->game->name, why);
    if (!answer) {
        if (verification.has_why)
            call->budget = budget_part(&whole, 0.75);
        verify_all(&verification);
        call->budget = whole;
        if (verification.has_why)
            find_reasons(&verification);
        answer = verdicts_json(&verification, begun);
        proof_save(call, call_text(call, "save", NULL), &verification.facts,
                   &verification.record, answer, write_verdicts, &verification);
    }
    facts_free(&verification.facts);
    why_free(&verification.why);
    proof_record_free(&verification.record);
    vec_free(&verification.verdicts);
    return answer;
}

char *zermelo_verify_json(ZermeloGame *game, const char *options,
                          const ZermeloLimits *limits)
{
    static const CallKind kind = {
        .answer = verify_answer,
        .options = "save=TEXT facts=TEXT why statistics set=TEXT",
        .seconds = 60};
    return call_answer(&kind, game, options, limits);
}
