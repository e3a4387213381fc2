/* match_tracking.c - random matches in which a filter is asked what a role
 * knows
 *
 * In:   a game, a filter for one of its roles
 * Out:  how often the role knew its legal moves, the end and its payoff
 *
 * The moves of a match depend only on the seed and the number of the match, as
 * in sim/playout.h: all filters see the same matches. Start reading at
 * track_matches(), at the end.
 */
#include "know/match_tracking.h"

#include "base/sort.h"
#include "know/exact_filter.h"
#include "sim/playout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Engine *engine;
    Filter *filter, *reference;
    size_t role;
    const TrackingTask *task;
    const Budget *budget;
    TrackingReport *report;
    Arena *arena;            /* of this match */
    VEC(Observation) rounds; /* as the role perceived them */
    const History *history;
    Bytes position;
    uint32_t *choices;
    VEC(double) round_seconds;
    double filter_seconds; /* processor time in this round */
    size_t match_number;   /* number of this match, from 1 */
} MatchTracker;

/* Brings the reference filter up to date and asks it for two plays that the
 * role cannot distinguish. */
static bool find_pair(MatchTracker *tracker, KnowledgeQuestion question,
                      const History *pair[2])
{
    Filter *reference = tracker->reference;
    if (reference != tracker->filter) {
        reference->reset(reference);
        for (size_t i = 0; i < tracker->rounds.count; i++)
            if (!reference->update(reference, tracker->rounds.items[i].move,
                                   tracker->rounds.items[i].percepts))
                return false;
    }
    return exact_find_difference(reference, question, pair);
}

static void record_first_failure(MatchTracker *tracker,
                                 KnowledgeQuestion question)
{
    assert(question != QUESTION_FEATURES);
    FirstFailure *failure = &tracker->report->first;
    const History *pair[2];
    if (failure->failed)
        return;
    *failure = (FirstFailure){.failed = true,
                              .question = question,
                              .match = tracker->match_number,
                              .round = tracker->rounds.count + 1};
    Arena *arena = tracker->report->arena;
    size_t role_count = engine_roles(tracker->engine);
    assert((tracker->history ? tracker->history->length : 0) ==
           tracker->rounds.count);
    failure->truth = history_copy(arena, tracker->history, role_count);
    failure->has_pair = find_pair(tracker, question, pair);
    for (int i = 0; failure->has_pair && i < 2; i++)
        failure->pair[i] = history_copy(arena, pair[i], role_count);
}

/* Asks the filter; adds to its time, and records the first failure. */
static bool role_knows(MatchTracker *tracker, KnowledgeQuestion question)
{
    double start_time = clock_cpu();
    bool is_answer_known =
        is_known(tracker->filter->ask(tracker->filter, question), question);
    tracker->filter_seconds += clock_cpu() - start_time;
    if (!is_answer_known)
        record_first_failure(tracker, question);
    return is_answer_known;
}

/* ---- one round, one match ---- */

static bool choose_moves(MatchTracker *tracker, uint64_t match_key)
{
    Engine *engine = tracker->engine;
    for (size_t i = 0; i < engine_roles(engine); i++) {
        uint32_t count = (uint32_t)engine_legal_count(engine, i);
        if (!count)
            return false;
        tracker->choices[i] =
            playout_choice(match_key, tracker->rounds.count, i, count);
    }
    return true;
}

/* Makes the chosen moves; records the role's move and percepts and the next
 * position. */
static void make_moves(MatchTracker *tracker)
{
    Engine *engine = tracker->engine;
    const Term **moves =
        arena_array(tracker->arena, const Term *, engine_roles(engine));
    engine_moves(engine, tracker->choices, moves);
    Bytes next = engine_next(engine, tracker->choices);
    TermList percepts = engine_percepts(engine, tracker->role);
    Observation observation = {.role = tracker->role,
                               .move = moves[tracker->role],
                               .percepts =
                                   term_list_copy(tracker->arena, percepts)};
    tracker->history = history_extend(tracker->arena, tracker->history, moves,
                                      engine_roles(engine));
    vec_push(&tracker->rounds, observation);
    tracker->position = bytes_copy(tracker->arena, next);
}

static void update_filter(MatchTracker *tracker)
{
    double start_time = clock_cpu();
    Observation observation = vec_last(&tracker->rounds);
    tracker->filter->update(tracker->filter, observation.move,
                            observation.percepts);
    tracker->filter_seconds += clock_cpu() - start_time;
}

/* The time of a round is that of QUESTION_LEGAL and of the update. False if the
 * match cannot continue. */
static bool play_round(MatchTracker *tracker, uint64_t match_key)
{
    TrackingReport *report = tracker->report;
    tracker->filter_seconds = 0;
    bool knows_legal = role_knows(tracker, QUESTION_LEGAL);
    if (budget_spent(tracker->budget))
        return false;
    engine_set(tracker->engine, tracker->position);
    if (!choose_moves(tracker, match_key))
        return false;
    make_moves(tracker);
    update_filter(tracker);
    if (budget_spent(tracker->budget))
        return false;
    report->rounds++;
    report->legal_rounds += knows_legal;
    report->limited += tracker->filter->limited(tracker->filter);
    report->seconds += tracker->filter_seconds;
    vec_push(&tracker->round_seconds, tracker->filter_seconds);
    return true;
}

static void begin_match(MatchTracker *tracker)
{
    arena_free(tracker->arena);
    tracker->arena = arena_new();
    tracker->history = NULL;
    vec_clear(&tracker->rounds);
    tracker->position = engine_initial(tracker->engine);
    tracker->filter->reset(tracker->filter);
}

/* False if the match did not end. */
static bool play_match(MatchTracker *tracker, uint64_t match_key)
{
    TrackingReport *report = tracker->report;
    begin_match(tracker);
    for (;;) {
        engine_set(tracker->engine, tracker->position);
        if (engine_is_terminal(tracker->engine))
            break;
        if (tracker->task->steps &&
            tracker->rounds.count >= tracker->task->steps)
            return false;
        if (!play_round(tracker, match_key))
            return false;
    }
    if (budget_spent(tracker->budget))
        return false;
    bool knows_terminal = role_knows(tracker, QUESTION_TERMINAL);
    bool knows_goal = role_knows(tracker, QUESTION_GOAL);
    if (budget_spent(tracker->budget))
        return false;
    report->terminal_matches += knows_terminal;
    report->goal_matches += knows_goal;
    return true;
}

static int by_time(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void summarise_times(MatchTracker *tracker)
{
    TrackingReport *report = tracker->report;
    if (!tracker->round_seconds.count)
        return;
    sort_items(tracker->round_seconds.items, tracker->round_seconds.count,
               sizeof(double), by_time);
    report->median =
        tracker->round_seconds.items[tracker->round_seconds.count / 2];
    report->longest = vec_last(&tracker->round_seconds);
}

TrackingReport *track_matches(Engine *engine, Filter *filter, Filter *reference,
                              size_t role, const TrackingTask *task,
                              const Budget *budget)
{
    Arena *arena = arena_new();
    TrackingReport *report = arena_alloc(arena, sizeof *report);
    report->arena = arena;
    MatchTracker tracker = {
        .engine = engine,
        .filter = filter,
        .reference = reference,
        .role = role,
        .task = task,
        .budget = budget,
        .report = report,
        .choices = arena_array(arena, uint32_t, engine_roles(engine))};
    for (size_t i = 0; i < task->matches && !report->stopped; i++) {
        tracker.match_number = i + 1;
        if (play_match(&tracker, playout_key(task->seed, i)))
            report->matches++;
        else if (budget_spent(budget) || engine_failure(engine))
            report->stopped = true;
        else
            report->given_up++;
    }
    assert(report->legal_rounds <= report->rounds &&
           report->terminal_matches <= report->matches &&
           report->goal_matches <= report->matches);
    summarise_times(&tracker);
    arena_free(tracker.arena);
    vec_free_all(&tracker.rounds, &tracker.round_seconds);
    return report;
}

void tracking_report_free(TrackingReport *report)
{
    if (report)
        arena_free(report->arena);
}
