/* api_know.c - what a role can know, for zermelo.h
 *
 * In:   a game, or its net, and a role
 * Out:  what the role knows in a match, in random matches, or always
 *
 * An Observer is an engine and the filters on it. A tracker is an observer with
 * answers as strings; zermelo_know() lets one observe random matches,
 * zermelo_cover() all that can be perceived.
 */
#include "api/handle.h"

#include "base/memory.h"
#include "know/support_filter.h"
#include "know/information_sets.h"
#include "know/exact_filter.h"
#include "know/same_percepts.h"
#include "know/match_tracking.h"
#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    ZermeloGame *game;
    const ZermeloNet *net;
    Interp *interp; /* without a net */
    Engine *engine;
    size_t role;
    Budget budget;
    Filter *filter, *exact; /* may be the same */
} Observer;

static void observer_free(Observer *observer)
{
    if (observer->filter && observer->filter != observer->exact)
        observer->filter->free(observer->filter);
    if (observer->exact)
        observer->exact->free(observer->exact);
    engine_free(observer->engine);
    interp_free(observer->interp);
}

/* Sets the engine of OBSERVER, which has zeroes but for its budget. */
static bool choose_engine(Observer *observer, ZermeloGame *game,
                          const ZermeloNet *net, const char **why)
{
    observer->game = game;
    observer->net = net;
    if (!has_usable_rules(game, why))
        return false;
    if (!net)
        observer->interp = interp_new(game->game, &observer->budget, why);
    if (!net && !observer->interp)
        return false;
    observer->engine = net ? engine_by_machine(net->machine)
                           : engine_by_interp(observer->interp);
    return true;
}

/* Sets role and filters of OBSERVER. The filters borrow its budget, so it must
 * not be moved from now on. */
static bool make_filters(Observer *observer, size_t role, ZermeloFilter filter,
                         const char **why)
{
    *why = "there is no such role";
    if (role >= engine_roles(observer->engine))
        return false;
    observer->role = role;
    observer->exact = exact_new(observer->game->game, observer->engine,
                                observer->net ? observer->net->net : NULL, role,
                                &observer->budget);
    observer->filter = observer->exact;
    if (filter == ZERMELO_EXACT)
        return true;
    observer->filter = support_filter_new(
        observer->game->game, role, filter == ZERMELO_PERCEPTS_ONLY,
        !observer->net, &observer->budget, why);
    return observer->filter != NULL;
}

/* ---- trackers ---- */

/* A position that was drawn. */
typedef struct {
    const char **features;
    size_t feature_count;
    uint64_t *state; /* with a net */
} Sample;

struct ZermeloTracker {
    Observer observer;
    const char *failure;
    Arena *answer_arena, *sample_arena;
    Sample *samples;
    size_t sample_count;
};

ZermeloTracker *zermelo_tracker_new(ZermeloGame *game, const ZermeloNet *net,
                                    size_t role, ZermeloFilter filter,
                                    const char **why)
{
    enum { MAX_SETUP_SECONDS = 60 };
    ZermeloTracker *tracker = memory_alloc(sizeof *tracker);
    *tracker = (ZermeloTracker){.observer.budget =
                                    budget_new(MAX_SETUP_SECONDS, NULL)};
    if (choose_engine(&tracker->observer, game, net, why) &&
        make_filters(&tracker->observer, role, filter, why)) {
        tracker->observer.budget = (Budget){0};
        return tracker;
    }
    observer_free(&tracker->observer);
    free(tracker);
    return NULL;
}

void zermelo_tracker_free(ZermeloTracker *tracker)
{
    if (!tracker)
        return;
    observer_free(&tracker->observer);
    arena_free(tracker->answer_arena);
    arena_free(tracker->sample_arena);
    free(tracker);
}

void zermelo_tracker_reset(ZermeloTracker *tracker)
{
    tracker->failure = NULL;
    tracker->observer.filter->reset(tracker->observer.filter);
    if (tracker->observer.exact != tracker->observer.filter)
        tracker->observer.exact->reset(tracker->observer.exact);
}

void zermelo_tracker_limit(ZermeloTracker *tracker, const ZermeloLimits *limits)
{
    tracker->observer.budget = budget_of(limits);
}

GETTER(const char *, zermelo_tracker_failure, ZermeloTracker, self->failure)

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
    Observer *observer = &tracker->observer;
    Terms *terms = observer->game->game->terms;
    Arena *arena = arena_new();
    TermList percept_list;
    const Term *own_move = read_term(arena, terms, move, ZERMELO_INFIX);
    if (tracker->failure) {
        arena_free(arena);
        return false;
    }
    if (!own_move)
        tracker->failure = "the move is not a term";
    else if (!read_percepts(terms, percepts, count, arena, &percept_list))
        tracker->failure = "a percept is not a term";
    else if (!observer->filter->update(observer->filter, own_move,
                                       percept_list) ||
             (observer->exact != observer->filter &&
              !observer->exact->update(observer->exact, own_move,
                                       percept_list)))
        tracker->failure = "no play agrees with these moves and percepts";
    arena_free(arena);
    return !tracker->failure;
}

size_t zermelo_tracker_ask(ZermeloTracker *tracker, ZermeloAbout about,
                           const ZermeloBelief **beliefs)
{
    Filter *filter = tracker->observer.filter;
    arena_free(tracker->answer_arena);
    tracker->answer_arena = arena_new();
    if (tracker->failure)
        return 0;
    Beliefs answers = filter->ask(filter, (KnowledgeQuestion)about);
    ZermeloBelief *strings =
        arena_array(tracker->answer_arena, ZermeloBelief, answers.count);
    for (size_t i = 0; i < answers.count; i++) {
        strings[i].term =
            about == ZERMELO_TERMINAL
                ? "terminal"
                : term_string(tracker->answer_arena, answers.items[i].term);
        strings[i].certain = answers.items[i].certain;
    }
    *beliefs = strings;
    return answers.count;
}

bool zermelo_tracker_knows(ZermeloTracker *tracker, ZermeloAbout about)
{
    Filter *filter = tracker->observer.filter;
    return !tracker->failure &&
           is_known(filter->ask(filter, (KnowledgeQuestion)about),
                    (KnowledgeQuestion)about);
}

bool zermelo_tracker_limited(const ZermeloTracker *tracker)
{
    return tracker->failure ||
           tracker->observer.filter->limited(tracker->observer.filter);
}

static Sample sample_from_position(const Observer *observer, Bytes position,
                                   Arena *arena)
{
    TermList features = engine_features(observer->engine, position, arena);
    Sample sample = {term_strings(arena, features.items, features.count),
                     features.count, NULL};
    if (observer->net)
        sample.state = arena_copy(arena, position.bytes, position.length);
    return sample;
}

size_t zermelo_tracker_sample(ZermeloTracker *tracker, size_t count,
                              uint64_t seed)
{
    Random random = random_new(seed, 0);
    arena_free(tracker->sample_arena);
    Arena *arena = tracker->sample_arena = arena_new();
    tracker->samples = arena_array(arena, Sample, count);
    tracker->sample_count = 0;
    while (!tracker->failure && tracker->sample_count < count) {
        PossiblePosition drawn = exact_sample(tracker->observer.exact, &random);
        if (!(drawn.weight > 0))
            break;
        tracker->samples[tracker->sample_count++] =
            sample_from_position(&tracker->observer, drawn.position, arena);
    }
    return tracker->sample_count;
}

size_t zermelo_tracker_features(const ZermeloTracker *tracker, size_t number,
                                const char *const **features)
{
    *features = NULL;
    if (number >= tracker->sample_count)
        return 0;
    *features = tracker->samples[number].features;
    return tracker->samples[number].feature_count;
}

ITEM_GETTER(const uint64_t *, zermelo_tracker_position, ZermeloTracker,
            self->sample_count, self->samples[number].state)

/* ---- matches ---- */

typedef struct {
    ZermeloKnowledge shown; /* first: what the user has a pointer to */
    Arena *arena;
} Knowledge;

static const char *const *history_strings(Arena *arena, const History *history,
                                          size_t role_count)
{
    return term_strings(arena, history_moves(arena, history, role_count),
                        history ? history->length * role_count : 0);
}

static Knowledge *knowledge_from_report(const TrackingReport *report,
                                        const Observer *observer)
{
    size_t role_count = engine_roles(observer->engine);
    Arena *arena = arena_new();
    Knowledge *knowledge = arena_alloc(arena, sizeof *knowledge);
    const FirstFailure *failure = &report->first;
    size_t step_count = failure->truth ? failure->truth->length : 0;
    knowledge->arena = arena;
    knowledge->shown =
        (ZermeloKnowledge){.role = observer->role,
                           .role_count = role_count,
                           .roles = engine_role_names(arena, observer->engine),
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
                           .first = {.failed = failure->failed,
                                     .about = (ZermeloAbout)failure->question,
                                     .match = failure->match,
                                     .round = failure->round,
                                     .steps = step_count}};
    knowledge->shown.first.truth =
        history_strings(arena, failure->truth, role_count);
    for (int i = 0; failure->has_pair && i < 2; i++)
        knowledge->shown.first.pair[i] =
            history_strings(arena, failure->pair[i], role_count);
    return knowledge;
}

/* Whether ROLE perceives the same in both plays: by the interpreter, whichever
 * engine found them. */
static bool look_same(const ZermeloGame *game, size_t role,
                      const History *first_play, const History *second_play)
{
    const char *why;
    Budget budget = {0};
    Interp *interp = interp_new(game->game, &budget, &why);
    if (!interp)
        return false;
    Engine *engine = engine_by_interp(interp);
    bool is_same = plays_look_same(engine, role, first_play, second_play);
    engine_free(engine);
    interp_free(interp);
    return is_same;
}

/* The role of that name, or the only one that is not chance; otherwise a
 * number that no role has. */
static size_t find_role(const Engine *engine, const char *name)
{
    size_t found = engine_roles(engine), match_count = 0;
    Arena *arena = arena_new();
    for (size_t i = 0; i < engine_roles(engine); i++) {
        const char *role = term_string(arena, engine_role(engine, i));
        if (name ? strcmp(role, name) == 0 : !engine_is_random(engine, i)) {
            found = i;
            match_count++;
        }
    }
    arena_free(arena);
    return match_count == 1 ? found : engine_roles(engine);
}

/* Completes an OBSERVER that has zeroes but for its budget; false, with it
 * freed and the reason in *WHY. */
static bool observer_init(Observer *observer, ZermeloGame *game,
                          const ZermeloNet *net, const char *role,
                          ZermeloFilter filter, const char **why)
{
    bool succeeded =
        choose_engine(observer, game, net, why) &&
        make_filters(observer, find_role(observer->engine, role), filter, why);
    if (!succeeded)
        observer_free(observer);
    return succeeded;
}

ZermeloKnowledge *zermelo_know(ZermeloGame *game, const ZermeloNet *net,
                               const ZermeloWatch *task, const char **why)
{
    Observer observer = {.budget = budget_of(&task->limits)};
    if (!observer_init(&observer, game, net, task->role, task->filter, why))
        return NULL;
    TrackingTask tracking_task = {task->matches, task->steps, task->seed};
    TrackingReport *report =
        track_matches(observer.engine, observer.filter, observer.exact,
                      observer.role, &tracking_task, &observer.budget);
    const FirstFailure *first = &report->first;
    if (first->has_pair &&
        (!look_same(game, observer.role, first->truth, first->pair[0]) ||
         !look_same(game, observer.role, first->truth, first->pair[1])))
        report->first.has_pair = false;
    Knowledge *knowledge = knowledge_from_report(report, &observer);
    tracking_report_free(report);
    observer_free(&observer);
    return &knowledge->shown;
}

void zermelo_knowledge_free(ZermeloKnowledge *knowledge)
{
    if (knowledge)
        arena_free(((Knowledge *)knowledge)->arena);
}

/* ---- all information sets ---- */

typedef struct {
    ZermeloCoverage shown; /* first: what the user has a pointer to */
    Arena *arena;
} Coverage;

static Coverage *coverage_from_report(const InformationSetReport *report,
                                      const Observer *observer)
{
    Arena *arena = arena_new();
    Coverage *coverage = arena_alloc(arena, sizeof *coverage);
    size_t role_count = engine_roles(observer->engine);
    coverage->arena = arena;
    coverage->shown = (ZermeloCoverage){.complete = report->complete,
                                        .situations = report->set_count,
                                        .role_count = role_count};
    for (int i = 0; i < 3; i++) {
        const History *const *pair = report->pair[i];
        coverage->shown.refuted[i] = !report->known[i];
        if (report->known[i] || pair[0] == pair[1] ||
            !look_same(observer->game, observer->role, pair[0], pair[1]))
            continue;
        coverage->shown.steps[i] = pair[0]->length;
        for (int k = 0; k < 2; k++)
            coverage->shown.pair[i][k] =
                history_strings(arena, pair[k], role_count);
    }
    return coverage;
}

ZermeloCoverage *zermelo_cover(ZermeloGame *game, const ZermeloNet *net,
                               const char *role, size_t max_steps,
                               const ZermeloLimits *limits, const char **why)
{
    Observer observer = {.budget = budget_of(limits)};
    if (!observer_init(&observer, game, net, role, ZERMELO_EXACT, why))
        return NULL;
    InformationSetReport *report = information_sets_explore(
        observer.engine, observer.role, max_steps, &observer.budget);
    Coverage *coverage = coverage_from_report(report, &observer);
    information_sets_free(report);
    observer_free(&observer);
    return &coverage->shown;
}

void zermelo_coverage_free(ZermeloCoverage *coverage)
{
    if (coverage)
        arena_free(((Coverage *)coverage)->arena);
}
