/* api_know.c - what a role can know, for zermelo.h
 *
 * A Seat is what following one role takes: an engine and the filter on it. A
 * tracker is a seat with answers as strings; zermelo_know runs matches past a
 * seat.
 */
#include "api/handle.h"

#include "base/memory.h"
#include "know/support_filter.h"
#include "know/information_sets.h"
#include "know/exact.h"
#include "know/same_percepts.h"
#include "know/match_tracking.h"
#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ZermeloGame *game;
    const ZermeloNet *net;
    Interp *interp; /* without a net */
    Engine *world;
    size_t role;
    Budget budget;
    Filter *filter, *judge; /* the same, if the filter is exact */
} Seat;

static void leave(Seat *seat)
{
    if (seat->filter && seat->filter != seat->judge)
        seat->filter->free(seat->filter);
    if (seat->judge)
        seat->judge->free(seat->judge);
    engine_free(seat->world);
    interp_free(seat->interp);
}

/* The engine; SEAT was zero before. */
static bool find_world(Seat *seat, ZermeloGame *game, const ZermeloNet *net,
                       const char **why)
{
    seat->game = game;
    seat->net = net;
    if (!has_usable_rules(game, why))
        return false;
    if (!net)
        seat->interp = interp_new(game->game, &seat->budget, why);
    if (!net && !seat->interp)
        return false;
    seat->world =
        net ? engine_by_machine(net->machine) : engine_by_interp(seat->interp);
    return true;
}

/* The filters; the seat stays where it is from now on. */
static bool take_seat(Seat *seat, size_t role, ZermeloFilter filter,
                      const char **why)
{
    *why = "there is no such role";
    if (role >= engine_roles(seat->world))
        return false;
    seat->role = role;
    seat->judge =
        exact_new(seat->game->game, seat->world,
                  seat->net ? seat->net->net : NULL, role, &seat->budget);
    seat->filter = seat->judge;
    if (filter == ZERMELO_EXACT)
        return true;
    seat->filter = support_filter_new(seat->game->game, role,
                                      filter == ZERMELO_PERCEPTS_ONLY,
                                      !seat->net, &seat->budget, why);
    return seat->filter != NULL;
}

/* ---- trackers ---- */

typedef struct {
    TermList features;
    const char **names; /* of the features; made when asked for */
    uint64_t *state;
} Drawn;

struct ZermeloTracker {
    Seat seat;
    const char *failure;
    Arena *answers, *samples;
    Drawn *drawn;
    size_t drawn_count;
};

ZermeloTracker *zermelo_tracker_new(ZermeloGame *game, const ZermeloNet *net,
                                    size_t role, ZermeloFilter filter,
                                    const char **why)
{
    ZermeloTracker *tracker = memory_alloc(sizeof *tracker);
    *tracker = (ZermeloTracker){.seat.budget = budget_new(60, NULL)};
    if (find_world(&tracker->seat, game, net, why) &&
        take_seat(&tracker->seat, role, filter, why)) {
        tracker->seat.budget = (Budget){0};
        return tracker;
    }
    leave(&tracker->seat);
    free(tracker);
    return NULL;
}

void zermelo_tracker_free(ZermeloTracker *tracker)
{
    if (!tracker)
        return;
    leave(&tracker->seat);
    arena_free(tracker->answers);
    arena_free(tracker->samples);
    free(tracker);
}

void zermelo_tracker_reset(ZermeloTracker *tracker)
{
    tracker->failure = NULL;
    tracker->seat.filter->reset(tracker->seat.filter);
    if (tracker->seat.judge != tracker->seat.filter)
        tracker->seat.judge->reset(tracker->seat.judge);
}

void zermelo_tracker_limit(ZermeloTracker *tracker, const ZermeloLimits *limits)
{
    tracker->seat.budget = budget_of(limits);
}

const char *zermelo_tracker_failure(const ZermeloTracker *tracker)
{
    return tracker->failure;
}

/* Reads the percepts of a round; false if one is no term. */
static bool read_percepts(Terms *terms, const char *const *texts, size_t count,
                          Arena *arena, TermList *list)
{
    const Term **sorted = arena_array(arena, const Term *, count);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = read_term(arena, terms, texts[i], ZERMELO_INFIX);
        if (!sorted[i])
            return false;
    }
    *list = (TermList){sorted, sort_terms_unique(sorted, count)};
    return true;
}

bool zermelo_tracker_update(ZermeloTracker *tracker, const char *move,
                            const char *const *percepts, size_t count)
{
    Seat *seat = &tracker->seat;
    Terms *terms = seat->game->game->terms;
    Arena *arena = arena_new();
    TermList list;
    const Term *made = read_term(arena, terms, move, ZERMELO_INFIX);
    if (tracker->failure) {
        arena_free(arena);
        return false;
    }
    if (!made)
        tracker->failure = "the move is not a term";
    else if (!read_percepts(terms, percepts, count, arena, &list))
        tracker->failure = "a percept is not a term";
    else if (!seat->filter->update(seat->filter, made, list) ||
             (seat->judge != seat->filter &&
              !seat->judge->update(seat->judge, made, list)))
        tracker->failure = "no play agrees with these moves and percepts";
    arena_free(arena);
    return !tracker->failure;
}

size_t zermelo_tracker_ask(ZermeloTracker *tracker, ZermeloAbout about,
                           const ZermeloBelief **beliefs)
{
    Filter *filter = tracker->seat.filter;
    arena_free(tracker->answers);
    tracker->answers = arena_new();
    if (tracker->failure)
        return 0;
    Beliefs found = filter->ask(filter, (About)about);
    ZermeloBelief *named =
        arena_array(tracker->answers, ZermeloBelief, found.count);
    for (size_t i = 0; i < found.count; i++) {
        named[i].term =
            about == ZERMELO_TERMINAL
                ? "terminal"
                : term_string(tracker->answers, found.items[i].term);
        named[i].certain = found.items[i].certain;
    }
    *beliefs = named;
    return found.count;
}

bool zermelo_tracker_knows(ZermeloTracker *tracker, ZermeloAbout about)
{
    Filter *filter = tracker->seat.filter;
    return !tracker->failure &&
           is_known(filter->ask(filter, (About)about), (About)about);
}

bool zermelo_tracker_limited(const ZermeloTracker *tracker)
{
    return tracker->failure ||
           tracker->seat.filter->limited(tracker->seat.filter);
}

static Drawn draw(ZermeloTracker *tracker, PossiblePosition candidate)
{
    const Seat *seat = &tracker->seat;
    Drawn drawn = {.features = engine_features(seat->world, candidate.position,
                                               tracker->samples)};
    drawn.names = term_strings(tracker->samples, drawn.features.items,
                               drawn.features.count);
    if (seat->net)
        drawn.state = arena_copy(tracker->samples, candidate.position.bytes,
                                 candidate.position.length);
    return drawn;
}

size_t zermelo_tracker_sample(ZermeloTracker *tracker, size_t count,
                              uint64_t seed)
{
    Random random = random_new(seed, 0);
    arena_free(tracker->samples);
    tracker->samples = arena_new();
    tracker->drawn = arena_array(tracker->samples, Drawn, count);
    tracker->drawn_count = 0;
    while (!tracker->failure && tracker->drawn_count < count) {
        PossiblePosition candidate = exact_sample(tracker->seat.judge, &random);
        if (!(candidate.weight > 0))
            break;
        tracker->drawn[tracker->drawn_count++] = draw(tracker, candidate);
    }
    return tracker->drawn_count;
}

size_t zermelo_tracker_features(const ZermeloTracker *tracker, size_t number,
                                const char *const **features)
{
    *features = NULL;
    if (number >= tracker->drawn_count)
        return 0;
    *features = tracker->drawn[number].names;
    return tracker->drawn[number].features.count;
}

const uint64_t *zermelo_tracker_position(const ZermeloTracker *tracker,
                                         size_t number)
{
    return number < tracker->drawn_count ? tracker->drawn[number].state : NULL;
}

/* ---- matches ---- */

typedef struct {
    ZermeloKnowledge face; /* first: what the user has a pointer to */
    Arena *arena;
} Knowledge;

static const char *const *moves_of(Arena *arena, const History *history,
                                   size_t roles)
{
    return term_strings(arena, history_moves(arena, history, roles),
                        history ? history->length * roles : 0);
}

static const char *const *observed_roles(Arena *arena, const Engine *world)
{
    const char **names = arena_array(arena, const char *, engine_roles(world));
    for (size_t i = 0; i < engine_roles(world); i++)
        names[i] = term_string(arena, engine_role(world, i));
    return names;
}

static Knowledge *knowledge_of(const TrackingReport *report, const Seat *seat)
{
    size_t roles = engine_roles(seat->world);
    Arena *arena = arena_new();
    Knowledge *knowledge = arena_alloc(arena, sizeof *knowledge);
    const FirstFailure *first = &report->first;
    size_t steps = first->truth ? first->truth->length : 0;
    knowledge->arena = arena;
    knowledge->face =
        (ZermeloKnowledge){.role = seat->role,
                           .role_count = roles,
                           .roles = observed_roles(arena, seat->world),
                           .matches = report->matches,
                           .rounds = report->rounds,
                           .given_up = report->given_up,
                           .legal_rounds = report->legal_rounds,
                           .terminal_matches = report->terminal_matches,
                           .goal_matches = report->goal_matches,
                           .limited = report->limited,
                           .stopped = report->stopped,
                           .seconds = report->seconds,
                           .median = report->median,
                           .longest = report->longest,
                           .first = {.failed = first->failed,
                                     .about = (ZermeloAbout)first->about,
                                     .match = first->match,
                                     .round = first->round,
                                     .steps = steps}};
    knowledge->face.first.truth = moves_of(arena, first->truth, roles);
    for (int i = 0; first->has_pair && i < 2; i++)
        knowledge->face.first.pair[i] = moves_of(arena, first->pair[i], roles);
    return knowledge;
}

/* By the interpreter, whichever engine found the plays. */
static bool are_same(const ZermeloGame *game, size_t role, const History *one,
                     const History *two)
{
    const char *why;
    Budget budget = {0};
    Interp *interp = interp_new(game->game, &budget, &why);
    if (!interp)
        return false;
    Engine *world = engine_by_interp(interp);
    bool right = plays_look_same(world, role, one, two);
    engine_free(world);
    interp_free(interp);
    return right;
}

/* The role of that name, or the only one that is not chance; otherwise a
 * number that no role has. */
static size_t named_role(const Engine *world, const char *name)
{
    size_t found = engine_roles(world), count = 0;
    Arena *arena = arena_new();
    for (size_t i = 0; i < engine_roles(world); i++) {
        const char *role = term_string(arena, engine_role(world, i));
        if (name ? strcmp(role, name) == 0 : !engine_is_random(world, i)) {
            found = i;
            count++;
        }
    }
    arena_free(arena);
    return count == 1 ? found : engine_roles(world);
}

ZermeloKnowledge *zermelo_know(ZermeloGame *game, const ZermeloNet *net,
                               const ZermeloWatch *task, const char **why)
{
    Seat seat = {.budget = budget_of(&task->limits)};
    if (!find_world(&seat, game, net, why) ||
        !take_seat(&seat, named_role(seat.world, task->role), task->filter,
                   why)) {
        leave(&seat);
        return NULL;
    }
    TrackingTask inner = {task->matches, task->steps, task->seed};
    TrackingReport *report = track_matches(seat.world, seat.filter, seat.judge,
                                           seat.role, &inner, &seat.budget);
    const FirstFailure *first = &report->first;
    if (first->has_pair &&
        (!are_same(game, seat.role, first->truth, first->pair[0]) ||
         !are_same(game, seat.role, first->truth, first->pair[1])))
        report->first.has_pair = false;
    Knowledge *knowledge = knowledge_of(report, &seat);
    tracking_report_free(report);
    leave(&seat);
    return &knowledge->face;
}

void zermelo_knowledge_free(ZermeloKnowledge *knowledge)
{
    if (knowledge)
        arena_free(((Knowledge *)knowledge)->arena);
}

/* ---- all of it ---- */

typedef struct {
    ZermeloCoverage face; /* first: what the user has a pointer to */
    Arena *arena;
} Coverage;

static Coverage *coverage_of(const InformationSetReport *report,
                             const Seat *seat)
{
    Arena *arena = arena_new();
    Coverage *coverage = arena_alloc(arena, sizeof *coverage);
    size_t roles = engine_roles(seat->world);
    coverage->arena = arena;
    coverage->face = (ZermeloCoverage){.complete = report->complete,
                                       .situations = report->situations,
                                       .role_count = roles};
    for (int i = 0; i < 3; i++) {
        const History *const *pair = report->pair[i];
        coverage->face.refuted[i] = !report->known[i];
        if (report->known[i] || pair[0] == pair[1] ||
            !are_same(seat->game, seat->role, pair[0], pair[1]))
            continue;
        coverage->face.steps[i] = pair[0]->length;
        for (int k = 0; k < 2; k++)
            coverage->face.pair[i][k] = moves_of(arena, pair[k], roles);
    }
    return coverage;
}

ZermeloCoverage *zermelo_cover(ZermeloGame *game, const ZermeloNet *net,
                               const char *role, size_t most,
                               const ZermeloLimits *limits, const char **why)
{
    Seat seat = {.budget = budget_of(limits)};
    if (!find_world(&seat, game, net, why) ||
        !take_seat(&seat, named_role(seat.world, role), ZERMELO_EXACT, why)) {
        leave(&seat);
        return NULL;
    }
    InformationSetReport *found =
        information_sets_explore(seat.world, seat.role, most, &seat.budget);
    Coverage *coverage = coverage_of(found, &seat);
    information_sets_free(found);
    leave(&seat);
    return &coverage->face;
}

void zermelo_coverage_free(ZermeloCoverage *coverage)
{
    if (coverage)
        arena_free(((Coverage *)coverage)->arena);
}
