/* match_tracking.c - random matches, in which one role is asked what it knows
 *
 * In:   a game, a filter for one of its roles
 * Out:  how often the role knew its legal moves, the end and its payoff
 *
 * Which moves are made depends on the seed and the number of the match only,
 * as in sim/playout.h: all filters see the same matches. Start reading at
 * watch(), at the end.
 */
#include "know/match_tracking.h"

#include "base/sort.h"
#include "know/exact.h"
#include "sim/playout.h"

#include <stdlib.h>
#include <string.h>

/* What the role perceived in a round, kept to tell it to the judge. */
typedef struct {
    const Term *move;
    TermList percepts;
} Seen;

typedef struct {
    World *world;
    Filter *filter, *judge;
    size_t role;
    const WatchTask *task;
    const Budget *budget;
    WatchReport *report;
    Arena *arena; /* of this match */
    VEC(Seen) seen;
    const History *story;
    VEC(uint64_t) position;
    size_t length; /* of the position, in bytes */
    uint32_t *choices;
    VEC(double) times;
    double spent;  /* by the filter, in this round */
    size_t number; /* of this match, from 1 */
} Watch;

static void keep_position(Watch *watch, Bytes position)
{
    vec_clear(&watch->position);
    for (size_t i = 0; i < position.length; i += sizeof(uint64_t))
        vec_push(&watch->position, 0);
    memcpy(watch->position.items, position.bytes, position.length);
    watch->length = position.length;
}

static void stand(Watch *watch)
{
    Bytes here = {watch->position.items, watch->length};
    watch->world->set(watch->world, here);
}

/* Tells the judge all that was seen, and asks it for two plays. */
static bool find_pair(Watch *watch, About about, const History *pair[2])
{
    Filter *judge = watch->judge;
    if (judge != watch->filter) {
        judge->reset(judge);
        for (size_t i = 0; i < watch->seen.count; i++)
            if (!judge->update(judge, watch->seen.items[i].move,
                               watch->seen.items[i].percepts))
                return false;
    }
    return exact_differ(judge, about, pair);
}

static const History *copy_story(Arena *arena, const History *story,
                                 size_t roles)
{
    VEC(const History *) steps = {0};
    for (; story; story = story->previous)
        vec_push(&steps, story);
    const History *copy = NULL;
    while (steps.count)
        copy = story_add(arena, copy, vec_pop(&steps)->moves, roles);
    vec_free(&steps);
    return copy;
}

static void note_failure(Watch *watch, About about)
{
    WatchFirst *first = &watch->report->first;
    const History *pair[2];
    if (first->failed)
        return;
    *first = (WatchFirst){.failed = true,
                          .about = about,
                          .match = watch->number,
                          .round = watch->seen.count + 1};
    Arena *arena = watch->report->arena;
    size_t roles = watch->world->roles;
    first->truth = copy_story(arena, watch->story, roles);
    first->has_pair = find_pair(watch, about, pair);
    for (int i = 0; first->has_pair && i < 2; i++)
        first->pair[i] = copy_story(arena, pair[i], roles);
}

static bool knows(Watch *watch, About about)
{
    double begun = clock_cpu();
    bool known = is_known(watch->filter->ask(watch->filter, about), about);
    watch->spent += clock_cpu() - begun;
    if (!known)
        note_failure(watch, about);
    return known;
}

/* ---- one round, one match ---- */

static bool choose_all(Watch *watch, uint64_t key)
{
    World *world = watch->world;
    for (size_t i = 0; i < world->roles; i++) {
        uint32_t count = (uint32_t)world->legal(world, i).count;
        if (!count)
            return false;
        watch->choices[i] = playout_choice(key, watch->seen.count, i, count);
    }
    return true;
}

/* What ROLE does and sees of the choices made, and where they lead. */
static void make_moves(Watch *watch)
{
    World *world = watch->world;
    const Term **moves = arena_array(watch->arena, const Term *, world->roles);
    for (size_t i = 0; i < world->roles; i++)
        moves[i] = world->legal(world, i).items[watch->choices[i]];
    Bytes next = world->next(world, watch->choices);
    TermList percepts = world->percepts(world, watch->role);
    Seen seen = {moves[watch->role],
                 {arena_copy(watch->arena, percepts.items,
                             percepts.count * sizeof *percepts.items),
                  percepts.count}};
    watch->story = story_add(watch->arena, watch->story, moves, world->roles);
    vec_push(&watch->seen, seen);
    keep_position(watch, next);
}

static void tell(Watch *watch)
{
    double begun = clock_cpu();
    Seen seen = vec_last(&watch->seen);
    watch->filter->update(watch->filter, seen.move, seen.percepts);
    watch->spent += clock_cpu() - begun;
}

/* A round belongs to the time it takes to know the moves, and then to take in
 * what was perceived. False if the match cannot go on. */
static bool play_round(Watch *watch, uint64_t key)
{
    WatchReport *report = watch->report;
    watch->spent = 0;
    bool known = knows(watch, ABOUT_LEGAL);
    if (budget_spent(watch->budget))
        return false;
    stand(watch);
    if (!choose_all(watch, key))
        return false;
    make_moves(watch);
    tell(watch);
    if (budget_spent(watch->budget))
        return false;
    report->rounds++;
    report->legal_rounds += known;
    report->limited += watch->filter->limited(watch->filter);
    report->seconds += watch->spent;
    vec_push(&watch->times, watch->spent);
    return true;
}

static void begin_match(Watch *watch)
{
    arena_free(watch->arena);
    watch->arena = arena_new();
    watch->story = NULL;
    vec_clear(&watch->seen);
    keep_position(watch, watch->world->initial(watch->world));
    watch->filter->reset(watch->filter);
}

/* False if it did not come to its end. */
static bool play_match(Watch *watch, uint64_t key)
{
    WatchReport *report = watch->report;
    begin_match(watch);
    for (;;) {
        stand(watch);
        if (watch->world->terminal(watch->world))
            break;
        if (watch->task->steps && watch->seen.count >= watch->task->steps)
            return false;
        if (!play_round(watch, key))
            return false;
    }
    if (budget_spent(watch->budget))
        return false;
    bool terminal = knows(watch, ABOUT_TERMINAL);
    bool goal = knows(watch, ABOUT_GOAL);
    if (budget_spent(watch->budget))
        return false;
    report->terminal_matches += terminal;
    report->goal_matches += goal;
    return true;
}

static int by_time(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void sum_up(Watch *watch)
{
    WatchReport *report = watch->report;
    if (!watch->times.count)
        return;
    sort_items(watch->times.items, watch->times.count, sizeof(double), by_time);
    report->median = watch->times.items[watch->times.count / 2];
    report->longest = vec_last(&watch->times);
}

WatchReport *watch(World *world, Filter *filter, Filter *judge, size_t role,
                   const WatchTask *task, const Budget *budget)
{
    Arena *arena = arena_new();
    WatchReport *report = arena_alloc(arena, sizeof *report);
    report->arena = arena;
    Watch watch = {.world = world,
                   .filter = filter,
                   .judge = judge,
                   .role = role,
                   .task = task,
                   .budget = budget,
                   .report = report,
                   .choices = arena_array(arena, uint32_t, world->roles)};
    for (size_t i = 0; i < task->matches && !report->stopped; i++) {
        watch.number = i + 1;
        if (play_match(&watch, playout_key(task->seed, i)))
            report->matches++;
        else if (budget_spent(budget) || world->failure(world))
            report->stopped = true;
        else
            report->given_up++;
    }
    sum_up(&watch);
    arena_free(watch.arena);
    vec_free(&watch.seen);
    vec_free(&watch.position);
    vec_free(&watch.times);
    return report;
}

void watch_free(WatchReport *report)
{
    if (report)
        arena_free(report->arena);
}
