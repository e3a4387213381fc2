/* api_verify_know.c - GDL-II: does each role always know, proved or refuted
 *
 * In:   a game with percepts or chance
 * Out:  a verdict on legal moves, end and payoff of each role
 *
 * All information sets of a role are explored (know/information_sets.c): what
 * is known in each of them is proved, if all were reached. If not, random
 * matches are tracked until the role does not know something
 * (know/match_tracking.c). A refutation counts when the interpreter has
 * replayed both plays. Start reading at verify_known(), at the end.
 */
#include "api/api_verify_know.h"

#include "know/information_sets.h"
#include "know/exact.h"
#include "know/same_percepts.h"
#include "know/match_tracking.h"
#include "prove/walk/fault.h"
#include "sim/machine.h"

enum {
    MAX_STEPS = 1000000, /* joint moves made for one role */
    MAX_MATCHES = 100,
    MAX_MATCH_STEPS = 1000
};

typedef struct {
    const Game *game;
    Interp *interp;
    Engine *judge; /* of the interpreter */
    const Net *net;
    Engine *world; /* of the net; NULL if there is none, for REASON */
    const char *reason;
    Arena *arena;
} KnowVerifier;

/* Makes KNOWN refuted by PAIR, if the interpreter confirms it; the first play
 * has ended, if KNOWN is about the end or the payoff. */
static bool refute(const KnowVerifier *verifier, Known *known,
                   const History *const *pair)
{
    size_t roles = engine_roles(verifier->judge);
    if (!plays_show_ignorance(verifier->judge, known->role, (About)known->about,
                              pair[0], pair[1]))
        return false;
    known->verdict = ZERMELO_NO;
    known->reason = NULL;
    known->steps = pair[0] ? pair[0]->length : 0;
    known->play = history_moves(verifier->arena, pair[0], roles);
    if (pair[0] != pair[1])
        known->other = history_moves(verifier->arena, pair[1], roles);
    const Position *end = position_after(verifier->interp, known->play,
                                         known->steps, verifier->arena);
    if (end) {
        known->features = position_in_order(verifier->arena, end);
        known->feature_count = end->count;
    }
    return true;
}

static Known known_of(const KnowVerifier *verifier,
                      const InformationSetReport *report, uint32_t role,
                      About about)
{
    Known known = {.about = (ZermeloAbout)about, .role = role};
    if (report->known[about]) {
        known.verdict = report->complete ? ZERMELO_YES : ZERMELO_UNKNOWN;
        known.reason =
            report->complete
                ? NULL
                : "too many plays to look at all; zermelo know tries some";
    } else if (!refute(verifier, &known, report->pair[about])) {
        known.reason = replay_mismatch(verifier->interp);
    }
    return known;
}

/* Refutes in KNOWN what ROLE first does not know in random matches. */
static void refute_by_matches(const KnowVerifier *verifier, uint32_t role,
                              const Budget *budget, Known *known)
{
    static const TrackingTask task = {MAX_MATCHES, MAX_MATCH_STEPS, 1};
    Engine *world = verifier->world;
    Filter *filter =
        exact_new(verifier->game, world, verifier->net, role, budget);
    TrackingReport *report =
        track_matches(world, filter, filter, role, &task, budget);
    const FirstFailure *first = &report->first;
    const History *turned[2] = {first->pair[1], first->pair[0]};
    Known *failed = &known[first->about];
    if (first->failed && first->has_pair &&
        failed->verdict == ZERMELO_UNKNOWN &&
        !refute(verifier, failed, first->pair))
        refute(verifier, failed, turned);
    tracking_report_free(report);
    filter->free(filter);
}

static void verify_role(const KnowVerifier *verifier, uint32_t role,
                        const Budget *budget, KnownList *list)
{
    Budget half = budget_part(budget, 0.5);
    Known known[ABOUT_GOAL + 1];
    InformationSetReport *found =
        verifier->world
            ? information_sets_explore(verifier->world, role, MAX_STEPS, &half)
            : NULL;
    for (About about = ABOUT_LEGAL; about <= ABOUT_GOAL; about++)
        known[about] = found ? known_of(verifier, found, role, about)
                             : (Known){.about = (ZermeloAbout)about,
                                       .role = role,
                                       .reason = verifier->reason};
    if (found && !found->complete)
        refute_by_matches(verifier, role, budget, known);
    for (About about = ABOUT_LEGAL; about <= ABOUT_GOAL; about++) {
        if (known[about].verdict == ZERMELO_UNKNOWN && budget_spent(budget))
            known[about].reason = budget_reason(budget, "out of time");
        vec_push(list, known[about]);
    }
    information_sets_free(found);
}

void verify_known(const Game *game, Interp *interp, const Budget *budget,
                  Arena *arena, KnownList *list)
{
    KnowVerifier verifier = {.game = game, .interp = interp, .arena = arena};
    Engine *judge = verifier.judge = engine_by_interp(interp);
    verifier.net = net_new(game, budget, &verifier.reason);
    Machine *machine = verifier.net ? machine_new(verifier.net) : NULL;
    verifier.world = machine ? engine_by_machine(machine) : NULL;
    size_t left = 0;
    for (uint32_t i = 0; i < engine_roles(judge); i++)
        left += !engine_is_random(judge, i);
    for (uint32_t i = 0; i < engine_roles(judge); i++) {
        if (engine_is_random(judge, i))
            continue;
        Budget share = budget_part(budget, 1.0 / (double)left--);
        verify_role(&verifier, i, &share, list);
    }
    engine_free(judge);
    if (verifier.world)
        engine_free(verifier.world);
    machine_free(machine);
    net_free(verifier.net);
}
