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
#include "api/verdict.h"

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
    const char *const *roles;
    bool no_play_ends;
    Arena *arena;
} KnowVerifier;

static const char *const properties[] = {
    [QUESTION_LEGAL] = "legal-known",
    [QUESTION_TERMINAL] = "end-known",
    [QUESTION_GOAL] = "payoff-known",
};

/* Makes ENTRY refuted by two plays, if the interpreter confirms that they are
 * the same to ROLE; or by one, after which it has no value. The first play has
 * ended, if it is about the end or the payoff. */
static bool refute(const KnowVerifier *verifier, VerdictEntry *entry,
                   uint32_t role, KnowledgeQuestion question,
                   const History *const *pair)
{
    size_t role_count = engine_roles(verifier->interp_engine);
    if (!plays_show_ignorance(verifier->interp_engine, role, question, pair[0],
                              pair[1]))
        return false;
    bool has_other = pair[0] != pair[1];
    entry->verdict = VERDICT_REFUTED;
    entry->why = has_other ? "indistinguishable" : "no-value";
    entry->message = has_other ? "two plays are the same to it" : "no value";
    entry->how = "play";
    entry->reason = NULL;
    entry->has_play = true;
    entry->has_other = has_other;
    entry->play_length = pair[0] ? pair[0]->length : 0;
    entry->play = history_moves(verifier->arena, pair[0], role_count);
    if (has_other)
        entry->other_play = history_moves(verifier->arena, pair[1], role_count);
    const Position *end = position_after(verifier->interp, entry->play,
                                         entry->play_length, verifier->arena);
    if (end) {
        entry->features = position_in_order(verifier->arena, end);
        entry->feature_count = end->count;
    }
    return true;
}

/* What REPORT says; NULL if nothing could be explored. */
static VerdictEntry entry_of(const KnowVerifier *verifier,
                             const InformationSetReport *report, uint32_t role,
                             KnowledgeQuestion question)
{
    VerdictEntry entry = {.property = properties[question],
                          .role = verifier->roles[role]};
    if (!report) {
        entry.reason = verifier->reason;
    } else if (!report->known[question]) {
        if (!refute(verifier, &entry, role, question, report->pair[question]))
            entry.reason = replay_mismatch(verifier->interp);
    } else if (report->complete) {
        entry.verdict = VERDICT_PROVED;
        entry.how = "all plays";
        entry.is_vacuous = question != QUESTION_LEGAL && verifier->no_play_ends;
    } else {
        entry.reason = "too many plays to look at all; zermelo know tries some";
    }
    return entry;
}

/* Refutes in ENTRIES the first thing that ROLE does not know in random matches.
 */
static void refute_by_matches(const KnowVerifier *verifier, uint32_t role,
                              const Budget *budget, VerdictEntry *entries)
{
    static const TrackingTask task = {MAX_MATCHES, MAX_MATCH_STEPS, 1};
    Engine *engine = verifier->net_engine;
    Filter *filter =
        exact_new(verifier->game, engine, verifier->net, role, budget);
    TrackingReport *report =
        track_matches(engine, filter, filter, role, &task, budget);
    const FirstFailure *first = &report->first;
    const History *swapped[2] = {first->pair[1], first->pair[0]};
    VerdictEntry *unknown_entry = &entries[first->question];
    if (first->failed && first->has_pair &&
        unknown_entry->verdict == VERDICT_UNKNOWN &&
        !refute(verifier, unknown_entry, role, first->question, first->pair))
        refute(verifier, unknown_entry, role, first->question, swapped);
    tracking_report_free(report);
    filter->free(filter);
}

/* Appends three verdicts about ROLE to LIST. */
static void verify_role(const KnowVerifier *verifier, uint32_t role,
                        const Budget *budget, VerdictList *list)
{
    Budget exploration_budget = budget_part(budget, 0.5);
    VerdictEntry entries[QUESTION_GOAL + 1];
    InformationSetReport *report =
        verifier->net_engine
            ? information_sets_explore(verifier->net_engine, role,
                                       MAX_JOINT_MOVES_PER_ROLE,
                                       &exploration_budget)
            : NULL;
    for (KnowledgeQuestion question = QUESTION_LEGAL; question <= QUESTION_GOAL;
         question++)
        entries[question] = entry_of(verifier, report, role, question);
    if (report && !report->complete)
        refute_by_matches(verifier, role, budget, entries);
    for (KnowledgeQuestion question = QUESTION_LEGAL; question <= QUESTION_GOAL;
         question++) {
        VerdictEntry *entry = &entries[question];
        if (entry->verdict == VERDICT_UNKNOWN && budget_spent(budget))
            entry->reason = budget_reason(budget, "out of time");
        vec_push(list, entries[question]);
    }
    information_sets_free(report);
}

void verify_knowledge(const Game *game, Interp *interp,
                      const char *const *roles, bool no_play_ends,
                      const Budget *budget, Arena *arena, VerdictList *list)
{
    KnowVerifier verifier = {.game = game,
                             .interp = interp,
                             .roles = roles,
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
