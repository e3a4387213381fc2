/* api_tracker.c - what a role knows in a match, for zermelo.h
 *
 * In:   a game, or its net, and a role
 * Out:  what the role knows, from its moves and percepts
 *
 * An Observer is an engine and the filters on it. A tracker is an observer with
 * answers as strings.
 */
#include "api/handle.h"

#include "base/memory.h"
#include "know/support_filter.h"
#include "know/exact_filter.h"
#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

void observer_free(Observer *observer)
{
    if (observer->filter && observer->filter != observer->exact)
        observer->filter->free(observer->filter);
    if (observer->exact)
        observer->exact->free(observer->exact);
    engine_free(observer->engine);
    interp_free(observer->interp);
}

bool observer_choose_engine(Observer *observer, ZermeloGame *game,
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

bool observer_make_filters(Observer *observer, size_t role,
                           ZermeloFilter filter, const char **why)
{
    *why = filter > ZERMELO_PERCEPTS_ONLY ? "there is no such filter"
                                          : "there is no such role";
    if (filter > ZERMELO_PERCEPTS_ONLY)
        return false;
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

bool observer_update(Observer *observer, const Term *move, TermList percepts)
{
    Filter *filter = observer->filter, *exact = observer->exact;
    return filter->update(filter, move, percepts) &&
           (exact == filter || exact->update(exact, move, percepts));
}

/* ---- trackers ---- */

/* A position that was drawn. */
typedef struct {
    const char **features;
    size_t feature_count;
    uint64_t *state; /* with a net */
} Sample;

struct ZermeloTracker {
    Heap *heap;
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
    NEW_HANDLE(ZermeloTracker, tracker, game, NULL, why);
    tracker->observer.budget = budget_new(MAX_SETUP_SECONDS, NULL);
    if (observer_choose_engine(&tracker->observer, game, net, reason) &&
        observer_make_filters(&tracker->observer, role, filter, reason)) {
        tracker->observer.budget = (Budget){0};
        return tracker;
    }
    zermelo_tracker_free(tracker);
    return NULL;
}

static void release_tracker(ZermeloTracker *tracker)
{
    observer_free(&tracker->observer);
    arena_free(tracker->answer_arena);
    arena_free(tracker->sample_arena);
}

FREE_FUNCTION(zermelo_tracker_free, ZermeloTracker, release_tracker)

void zermelo_tracker_reset(ZermeloTracker *tracker)
{
    ENTER_HANDLE(tracker, tracker->observer.game, (void)0, );
    tracker->failure = NULL;
    tracker->observer.filter->reset(tracker->observer.filter);
    if (tracker->observer.exact != tracker->observer.filter)
        tracker->observer.exact->reset(tracker->observer.exact);
}

void zermelo_tracker_limit(ZermeloTracker *tracker, const ZermeloLimits *limits)
{
    if (is_alive(tracker))
        tracker->observer.budget = budget_of(limits);
}

const char *zermelo_tracker_failure(const ZermeloTracker *tracker)
{
    return is_alive(tracker) ? tracker->failure : why_empty(tracker);
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
    if (!move || (count && !percepts) || count > MAX_ARGUMENT_COUNT)
        return false;
    ENTER_HANDLE(tracker, tracker->observer.game, (void)0, false);
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
    else if (!observer_update(observer, own_move, percept_list))
        tracker->failure = "no play agrees with these moves and percepts";
    arena_free(arena);
    return !tracker->failure;
}

size_t zermelo_tracker_ask(ZermeloTracker *tracker, ZermeloAbout about,
                           const ZermeloBelief **beliefs)
{
    if (!beliefs || about > ZERMELO_FEATURES)
        return 0;
    *beliefs = NULL;
    ENTER_HANDLE(tracker, tracker->observer.game, (void)0, 0);
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
    if (about > ZERMELO_FEATURES)
        return false;
    ENTER_HANDLE(tracker, tracker->observer.game, (void)0, false);
    Filter *filter = tracker->observer.filter;
    return !tracker->failure &&
           is_known(filter->ask(filter, (KnowledgeQuestion)about),
                    (KnowledgeQuestion)about);
}

bool zermelo_tracker_limited(const ZermeloTracker *tracker)
{
    return tracker &&
           (heap_failed(tracker->heap) || tracker->failure ||
            tracker->observer.filter->limited(tracker->observer.filter));
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
    if (count > MAX_ARGUMENT_COUNT)
        return 0;
    ENTER_HANDLE(tracker, tracker->observer.game, (void)0, 0);
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
    features = features ? features : &(const char *const *){NULL};
    *features = NULL;
    if (!is_alive(tracker) || number >= tracker->sample_count)
        return 0;
    *features = tracker->samples[number].features;
    return tracker->samples[number].feature_count;
}

ITEM_GETTER(const uint64_t *, zermelo_tracker_position, ZermeloTracker,
            self->sample_count, self->samples[number].state)
