/* api_verify_know.c - GDL-II: does each role always know, proved or refuted
 *
 * In:   a game with percepts or chance
 * Out:  a verdict on legal moves, end and payoff of each role
 *
 * All information sets of a role are explored (know/information_sets.c): what
 * is known in each of them is proved, if all were reached. If not, random
 * matches are tracked until the role does not know something
 * (know/match_tracking.c). A refutation counts when the interpreter has
 * replayed both plays. Start reading at verify_knowledge(), at the end.
 */
#include "api/proof_request.h"

#include "know/information_sets.h"
#include "know/exact_filter.h"
#include "know/match_tracking.h"
#include "prove/walk/fault.h"
#include "sim/machine.h"

enum {
    MAX_JOINT_MOVES_PER_ROLE = 1000000, /* joint moves made for one role */
    MAX_MATCHES = 100,
    MAX_MATCH_STEPS = 1000
};

typedef struct {
    const Game *game;
    Interp *interp;
    Engine *interp_engine; /* over INTERP; confirms refutations */
    const Net *net;
    Engine *net_engine; /* over NET; NULL if there is none, for REASON */
    const char *reason;
    bool no_play_ends;
    Arena *arena;
} KnowVerifier;

static const Play *play_of(const KnowVerifier *verifier, const History *history)
{
    Play *play = arena_alloc(verifier->arena, sizeof *play);
    play->steps = history ? history->length : 0;
    play->moves = history_moves(verifier->arena, history,
                                engine_roles(verifier->interp_engine));
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
    const Position *end = position_after(verifier->interp, verdict->play->moves,
                                         verdict->play->steps, verifier->arena);
    if (end) {
        verdict->features = position_in_order(verifier->arena, end);
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
            verdict.reason = replay_mismatch(verifier->interp);
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
    Filter *filter =
        exact_new(verifier->game, engine, verifier->net, role, budget);
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

void verify_knowledge(const Game *game, Interp *interp, bool no_play_ends,
                      const Budget *budget, Arena *arena, VerifiedList *list)
{
    KnowVerifier verifier = {.game = game,
                             .interp = interp,
                             .no_play_ends = no_play_ends,
                             .arena = arena};
    Engine *engine = verifier.interp_engine = engine_by_interp(interp);
    verifier.net = net_new(game, budget, &verifier.reason);
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
