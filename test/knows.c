/* knows.c - do the filters know what they should, and nothing else
 *
 * In:   rule files
 * Out:  what is wrong, and "N passed, N failed": each file is one test
 *
 * Usage: knows [-i] [-s SECONDS] [-m MATCHES] [-r ROUNDS] FILE...; with -i the
 * filters interpret the rules, as they do if a game is too large.
 *
 * In random matches, for every role that is not chance and round by round: the
 * true position is held possible by both filters; what the support filter calls
 * certain is certain to the exact one, and what the exact one holds possible is
 * possible to the support filter; positions drawn are possible. While there are
 * few plays that agree with what the role perceived, they are enumerated by the
 * interpreter, and what they have in common is what the exact filter says.
 */
#include "base/budget.h"
#include "base/random.h"
#include "base/text.h"
#include "zermelo.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PLAYS = 400, MAX_TERMS = 4096 };

typedef struct {
    const char *file;
    ZermeloGame *game;
    ZermeloNet *net;
    ZermeloPlay *play;
    ZermeloTracker *exact, *support;
    size_t role;
    size_t matches, rounds;
    double deadline;
    size_t failures;
    /* Plays that agree with what the role perceived, as moves. */
    char *plays[MAX_PLAYS];
    size_t play_count;
    bool enumerated; /* all of them are there */
    size_t compared, enumerations;
    bool left_out, interpreted; /* INTERPRETED: as if it had no net */
} Test;

__attribute__((format(printf, 2, 3))) static void
complain(Test *test, const char *format, ...)
{
    va_list args;
    if (test->failures++ > 5)
        return;
    printf("%s, %s, round %zu: ", test->file,
           zermelo_play_role(test->play, test->role),
           zermelo_play_length(test->play) + 1);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

/* ---- beliefs of both filters, and of an enumeration ---- */

static const char *const names[] = {"legal", "terminal", "goal", "features"};

static const ZermeloBelief *find(const ZermeloBelief *beliefs, size_t count,
                                 const char *term)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(beliefs[i].term, term) == 0)
            return &beliefs[i];
    return NULL;
}

static void compare_filters(Test *test, ZermeloAbout about)
{
    const ZermeloBelief *known, *kept;
    size_t count = zermelo_tracker_ask(test->exact, about, &known);
    size_t other = zermelo_tracker_ask(test->support, about, &kept);
    if (zermelo_tracker_limited(test->exact) ||
        zermelo_tracker_limited(test->support))
        return;
    test->compared++;
    for (size_t i = 0; i < count; i++) {
        const ZermeloBelief *same = find(kept, other, known[i].term);
        if (!same)
            complain(test, "%s: the support filter excludes %s", names[about],
                     known[i].term);
    }
    for (size_t i = 0; i < other; i++) {
        const ZermeloBelief *same = find(known, count, kept[i].term);
        if (kept[i].certain && (!same || !same->certain))
            complain(test, "%s: only the support filter is certain of %s",
                     names[about], kept[i].term);
    }
}

/* The true position is possible, and what is certain is true. */
static void compare_truth(Test *test, ZermeloTracker *tracker,
                          const char *which)
{
    const ZermeloBelief *beliefs;
    size_t count = zermelo_tracker_ask(tracker, ZERMELO_FEATURES, &beliefs);
    size_t certain = 0, met = 0;
    if (zermelo_tracker_limited(tracker))
        return;
    for (size_t i = 0; i < count; i++)
        certain += beliefs[i].certain;
    for (size_t i = 0; i < zermelo_play_feature_count(test->play); i++) {
        const char *feature = zermelo_play_feature(test->play, i);
        const ZermeloBelief *belief = find(beliefs, count, feature);
        if (!belief)
            complain(test, "%s excludes %s, which is true", which, feature);
        else
            met += belief->certain;
    }
    if (met != certain)
        complain(test, "%s is certain of what is not true", which);
}

static void check_samples(Test *test)
{
    const ZermeloBelief *beliefs;
    size_t count = zermelo_tracker_ask(test->exact, ZERMELO_FEATURES, &beliefs);
    size_t drawn = zermelo_tracker_sample(test->exact, 3, 1);
    size_t certain = 0;
    if (!drawn && !zermelo_tracker_limited(test->exact))
        complain(test, "no position can be drawn");
    for (size_t i = 0; i < count; i++)
        certain += beliefs[i].certain;
    for (size_t i = 0; i < drawn; i++) {
        const char *const *features;
        size_t length = zermelo_tracker_features(test->exact, i, &features);
        size_t met = 0;
        for (size_t k = 0; k < length; k++) {
            const ZermeloBelief *belief = find(beliefs, count, features[k]);
            if (!belief && !zermelo_tracker_limited(test->exact))
                complain(test, "a position drawn has %s, which is excluded",
                         features[k]);
            met += belief && belief->certain;
        }
        if (met != certain)
            complain(test, "a position drawn lacks what is certain");
    }
}

/* ---- enumeration ---- */

typedef struct {
    char *terms[MAX_TERMS];
    size_t times[MAX_TERMS], count, positions;
} Count;

static void add_term(Count *all, const char *term)
{
    size_t i = 0;
    while (i < all->count && strcmp(all->terms[i], term) != 0)
        i++;
    if (i == MAX_TERMS)
        return;
    if (i == all->count) {
        all->terms[all->count++] = strdup(term);
        all->times[i] = 0;
    }
    all->times[i]++;
}

static void add_answers(Count *all, const ZermeloPlay *play, size_t role,
                        ZermeloAbout about)
{
    char value[16];
    if (about == ZERMELO_LEGAL && zermelo_play_terminal(play))
        return;
    all->positions++;
    if (about == ZERMELO_TERMINAL && zermelo_play_terminal(play))
        add_term(all, "terminal");
    for (size_t i = 0;
         about == ZERMELO_LEGAL && i < zermelo_play_move_count(play, role); i++)
        add_term(all, zermelo_play_move(play, role, i));
    for (size_t i = 0;
         about == ZERMELO_GOAL && i < zermelo_play_goal_count(play, role);
         i++) {
        snprintf(value, sizeof value, "%d", zermelo_play_goal(play, role, i));
        add_term(all, value);
    }
    for (size_t i = 0;
         about == ZERMELO_FEATURES && i < zermelo_play_feature_count(play); i++)
        add_term(all, zermelo_play_feature(play, i));
}

/* A play by the interpreter up to the end of MOVES. */
static ZermeloPlay *replay(Test *test, const char *moves)
{
    const char *why;
    char *fault;
    ZermeloPlay *play = zermelo_play_new(test->game, NULL, &why);
    if (!zermelo_play_moves(play, moves, &fault)) {
        complain(test, "%s", fault);
        free(fault);
    }
    return play;
}

static void compare_enumeration(Test *test)
{
    static Count all[4];
    memset(all, 0, sizeof all);
    test->enumerations++;
    for (size_t i = 0; i < test->play_count; i++) {
        ZermeloPlay *play = replay(test, test->plays[i]);
        for (int about = 0; about < 4; about++)
            add_answers(&all[about], play, test->role, (ZermeloAbout)about);
        zermelo_play_free(play);
    }
    for (int about = 0; about < 4; about++) {
        const ZermeloBelief *beliefs;
        size_t count =
            zermelo_tracker_ask(test->exact, (ZermeloAbout)about, &beliefs);
        if (!zermelo_tracker_limited(test->exact) && count != all[about].count)
            complain(test, "%s: %zu are possible, not %zu", names[about],
                     all[about].count, count);
        for (size_t i = 0; i < all[about].count; i++) {
            const ZermeloBelief *belief =
                find(beliefs, count, all[about].terms[i]);
            bool certain = all[about].times[i] == all[about].positions;
            if (!zermelo_tracker_limited(test->exact) &&
                (!belief || belief->certain != certain))
                complain(test, "%s: %s is %s by enumeration", names[about],
                         all[about].terms[i], certain ? "certain" : "possible");
            free(all[about].terms[i]);
        }
    }
}

static void forget_plays(Test *test)
{
    for (size_t i = 0; i < test->play_count; i++)
        free(test->plays[i]);
    test->play_count = 0;
}

static bool same_percepts(const ZermeloPlay *one, const ZermeloPlay *two,
                          size_t role)
{
    size_t count = zermelo_play_percept_count(one, role);
    bool same = count == zermelo_play_percept_count(two, role);
    for (size_t i = 0; i < count && same; i++)
        same = strcmp(zermelo_play_percept(one, role, i),
                      zermelo_play_percept(two, role, i)) == 0;
    return same;
}

typedef struct {
    char *items[MAX_PLAYS];
    size_t count;
    bool all;
} Plays;

/* The moves of PLAY with one joint move more. */
static char *longer(const ZermeloPlay *play, const char *before,
                    const size_t *choices)
{
    Text text = {0};
    text_addf(&text, "%s%s", before, *before ? "; " : "");
    for (size_t i = 0; i < zermelo_play_role_count(play); i++)
        text_addf(&text, "%s%s", i ? ", " : "",
                  zermelo_play_move(play, i, choices[i]));
    return text_take(&text);
}

static void extend(Test *test, const char *moves, const char *move,
                   Plays *plays)
{
    ZermeloPlay *play = replay(test, moves);
    size_t roles = zermelo_play_role_count(play), choices[64] = {0}, role = 0;
    bool over = zermelo_play_terminal(play) || roles > 64;
    for (size_t i = 0; i < roles && !over; i++)
        over = !zermelo_play_move_count(play, i);
    while (!over && plays->all && clock_now() < test->deadline) {
        if (strcmp(zermelo_play_move(play, test->role, choices[test->role]),
                   move) == 0) {
            char *more = longer(play, moves, choices);
            zermelo_play_step(play, choices);
            if (!same_percepts(play, test->play, test->role))
                free(more);
            else if (plays->count == MAX_PLAYS)
                plays->all = (free(more), false);
            else
                plays->items[plays->count++] = more;
            zermelo_play_undo(play);
        }
        for (role = 0; role < roles; role++) {
            if (++choices[role] < zermelo_play_move_count(play, role))
                break;
            choices[role] = 0;
        }
        over = role == roles;
    }
    zermelo_play_free(play);
}

/* After a step was made: all plays that look the same to the role. */
static void extend_all(Test *test)
{
    Plays plays = {.all = test->enumerated};
    const char *move = zermelo_play_made(
        test->play, zermelo_play_length(test->play) - 1, test->role);
    for (size_t i = 0; i < test->play_count && plays.all; i++)
        extend(test, test->plays[i], move, &plays);
    forget_plays(test);
    test->enumerated = plays.all && clock_now() < test->deadline;
    memcpy(test->plays, plays.items, plays.count * sizeof *plays.items);
    test->play_count = plays.count;
}

/* ---- matches ---- */

static void tell(Test *test, ZermeloTracker *tracker, const char *which)
{
    size_t count = zermelo_play_percept_count(test->play, test->role);
    const char **percepts = calloc(count + 1, sizeof *percepts);
    ZermeloLimits limits = {.seconds = test->deadline - clock_now() + 0.001};
    zermelo_tracker_limit(tracker, &limits);
    for (size_t i = 0; i < count; i++)
        percepts[i] = zermelo_play_percept(test->play, test->role, i);
    const char *move = zermelo_play_made(
        test->play, zermelo_play_length(test->play) - 1, test->role);
    if (!zermelo_tracker_update(tracker, move, percepts, count))
        complain(test, "%s: %s", which, zermelo_tracker_failure(tracker));
    free(percepts);
}

static bool step(Test *test, Random *random)
{
    size_t roles = zermelo_play_role_count(test->play);
    size_t *choices = calloc(roles, sizeof *choices);
    bool possible = true;
    for (size_t i = 0; i < roles && possible; i++) {
        size_t count = zermelo_play_move_count(test->play, i);
        possible = count > 0;
        if (possible)
            choices[i] = random_below(random, (uint32_t)count);
    }
    possible = possible && zermelo_play_step(test->play, choices);
    free(choices);
    return possible;
}

static void check_round(Test *test)
{
    /* At the end nobody is asked for a move. */
    for (int about = zermelo_play_terminal(test->play); about < 4; about++)
        compare_filters(test, (ZermeloAbout)about);
    compare_truth(test, test->exact, "the exact filter");
    compare_truth(test, test->support, "the support filter");
    check_samples(test);
    if (test->enumerated)
        compare_enumeration(test);
}

static void play_match(Test *test, Random *random)
{
    zermelo_tracker_reset(test->exact);
    zermelo_tracker_reset(test->support);
    while (zermelo_play_undo(test->play))
        ;
    forget_plays(test);
    test->plays[test->play_count++] = strdup("");
    test->enumerated = true;
    for (size_t round = 0; round < test->rounds; round++) {
        check_round(test);
        if (test->failures || clock_now() > test->deadline ||
            zermelo_play_terminal(test->play) || !step(test, random) ||
            zermelo_play_failure(test->play))
            break;
        tell(test, test->exact, "the exact filter");
        tell(test, test->support, "the support filter");
        extend_all(test);
    }
}

static void check_role(Test *test)
{
    const char *why;
    Random random = random_new(1, test->role);
    const ZermeloNet *net = test->interpreted ? NULL : test->net;
    test->exact =
        zermelo_tracker_new(test->game, net, test->role, ZERMELO_EXACT, &why);
    test->support =
        zermelo_tracker_new(test->game, net, test->role, ZERMELO_SUPPORT, &why);
    for (size_t i = 0; test->exact && test->support && i < test->matches &&
                       clock_now() < test->deadline && !test->failures;
         i++)
        play_match(test, &random);
    zermelo_tracker_free(test->exact);
    zermelo_tracker_free(test->support);
}

static void check_file(Test *test, double seconds)
{
    const char *why;
    ZermeloLimits limits = {.seconds = seconds};
    test->deadline = clock_now() + seconds;
    test->net = zermelo_ground(test->game, &limits, &why);
    if (!test->net) {
        printf("%s: left out: %s\n", test->file, why);
        test->left_out = true;
        return;
    }
    test->play = zermelo_play_new(test->game, NULL, &why);
    size_t roles = test->play ? zermelo_play_role_count(test->play) : 0;
    double begun = clock_now(), share = seconds / (double)(roles + !roles);
    for (test->role = 0; test->role < roles; test->role++) {
        if (zermelo_play_is_random(test->play, test->role))
            continue;
        test->deadline = begun + share * (double)(test->role + 1);
        check_role(test);
    }
    forget_plays(test);
    zermelo_play_free(test->play);
    zermelo_net_free(test->net);
}

int main(int argc, char **argv)
{
    size_t passed = 0, failed = 0, matches = 2, rounds = 40, compared = 0,
           enumerations = 0;
    double seconds = 2;
    bool interpreted = false;
    int option;
    while ((option = getopt(argc, argv, "is:m:r:")) != -1)
        switch (option) {
        case 'i':
            interpreted = true;
            break;
        case 's':
            seconds = atof(optarg);
            break;
        case 'm':
            matches = strtoul(optarg, NULL, 10);
            break;
        case 'r':
            rounds = strtoul(optarg, NULL, 10);
            break;
        default:
            return 2;
        }
    for (int i = optind; i < argc; i++) {
        const char *why;
        static Test test;
        test = (Test){.file = argv[i],
                      .matches = matches,
                      .rounds = rounds,
                      .interpreted = interpreted};
        test.game = zermelo_read_file(argv[i], ZERMELO_ANY_SYNTAX, NULL, &why);
        if (!test.game || !zermelo_usable(test.game)) {
            zermelo_free(test.game);
            continue;
        }
        check_file(&test, seconds);
        zermelo_free(test.game);
        compared += test.compared;
        enumerations += test.enumerations;
        failed += test.failures > 0;
        passed += !test.failures && !test.left_out;
    }
    printf("%zu answers compared, %zu positions enumerated\n", compared,
           enumerations);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed ? 1 : 0;
}
