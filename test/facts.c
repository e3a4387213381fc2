/* facts.c - do the games of games/ have the facts that are known about them
 *
 * In:   facts.tsv; the games stand beside it
 * Out:  what differs, and "N passed, N failed"
 *
 * Usage: facts DIR.
 */
#include "answers.h"
#include "api/handle.h"
#include "prove/walk/reachable_states.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1 << 16 };

typedef struct {
    const char *game, *kind, *given, *expected;
} Fact;

typedef struct {
    const char *directory;
    char name[256]; /* of the game that is loaded */
    ZermeloGame *game;
    size_t passed, failed;
} Test;

/* ---- what the engine says ---- */

static ZermeloPlay *play_to(Test *test, const char *moves)
{
    const char *why;
    char *fault = NULL;
    ZermeloPlay *play = zermelo_play_new(test->game, NULL, &why);
    if (!play) {
        printf("%s: %s\n", test->name, why);
    } else if (!zermelo_play_moves(play, moves, &fault)) {
        printf("%s: %s", test->name, fault);
        free(fault);
        zermelo_play_free(play);
        play = NULL;
    }
    return play;
}

/* For each role its name and a number, separated by commas. */
static void list_roles(const ZermeloPlay *play, char *out, size_t room,
                       char what)
{
    size_t used = 0;
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? ", " : "",
                                 zermelo_play_role(play, i));
        if (what == 'm')
            used += (size_t)snprintf(out + used, room - used, " %zu",
                                     zermelo_play_move_count(play, i));
        else if (what == 'g' && zermelo_play_goal_count(play, i) == 1)
            used += (size_t)snprintf(out + used, room - used, " %d",
                                     zermelo_play_goal(play, i, 0));
    }
}

static bool ask_roles(Test *test, const Fact *fact, char *out, size_t room)
{
    bool outcome = strcmp(fact->kind, "outcome") == 0;
    ZermeloPlay *play = play_to(test, fact->given);
    if (!play)
        return false;
    list_roles(play, out, room,
               outcome                            ? 'g'
               : strcmp(fact->kind, "legal") == 0 ? 'm'
                                                  : 'r');
    if (outcome && !zermelo_play_terminal(play))
        snprintf(out, room, "the play is not over");
    zermelo_play_free(play);
    return true;
}

/* What there is at the depth of FACT, counted by ENGINE. */
static json_t *counts_by(Test *test, const Fact *fact, const char *engine)
{
    size_t depth = strtoul(fact->given, NULL, 10);
    json_t *answer = ask(
        zermelo_perft_json, test->game,
        json_pack("{s:s,s:I}", "engine", engine, "depth", (json_int_t)depth));
    json_t *counts =
        json_incref(json_array_get(json_object_get(answer, "depths"), depth));
    json_decref(answer);
    return counts;
}

static bool ask_perft(Test *test, const Fact *fact, char *out, size_t room)
{
    json_t *counts = counts_by(test, fact, "machine");
    bool same = true;
    if (strcmp(fact->kind, "deep") != 0) { /* too much for the interpreter */
        json_t *plain = counts_by(test, fact, "interp");
        same = json_equal(plain, counts);
        json_decref(plain);
    }
    if (!same)
        printf("%s: machine and interpreter count differently\n", test->name);
    snprintf(out, room, "%zu %zu %zu", count_of(counts, "plays"),
             count_of(counts, "states"), count_of(counts, "terminal"));
    json_decref(counts);
    return same;
}

/* All positions, by breadth-first search on the machine. */
static bool ask_positions(Test *test, const Fact *fact, char *out, size_t room)
{
    (void)fact;
    enum { MAX_STATES = 100000 };
    const char *why;
    Budget budget = {0};
    ZermeloNet *net = zermelo_ground(test->game, NULL, &why);
    ReachableStates *states = reachable_new(net->machine, MAX_STATES, &budget);
    snprintf(out, room, "%zu%s", reachable_count(states),
             reachable_complete(states) ? "" : " and more");
    reachable_free(states);
    zermelo_net_free(net);
    return true;
}

/* What the role always knows, in random matches, with exact filtering or, for a
 * fact `support`, with the published filter. Who does not know the legal moves
 * knows nothing. */
static bool ask_know(Test *test, const Fact *fact, char *out, size_t room)
{
    static const char *const whats[] = {"legal", "terminal", "goal"};
    enum { MATCHES = 30 };
    json_t *found =
        ask(zermelo_know_json, test->game,
            json_pack("{s:s,s:s,s:i,s:i,s:i}", "role", fact->given, "filter",
                      strcmp(fact->kind, "support") == 0 ? "support" : "exact",
                      "matches", MATCHES, "steps", 0, "time", 0));
    const json_t *error = json_object_get(found, "error");
    if (error)
        printf("%s: %s\n", test->name, text_of(error, "message"));
    size_t used = 0;
    snprintf(out, room, "nothing");
    for (size_t i = 0; i < 3; i++)
        if (flag_of(found, whats[i]))
            used += (size_t)snprintf(out + used, room - used, "%s%s",
                                     used ? ", " : "", whats[i]);
    bool all = count_of(found, "matches") == MATCHES;
    json_decref(found);
    return all;
}

/* The highest value that can be reached, and the length of the shortest plan. A
 * plan that does not claim to be shortest may be longer. */
static bool ask_best(Test *test, const Fact *fact, char *out, size_t room)
{
    json_t *solution =
        ask(zermelo_solve_json, test->game, json_pack("{s:i}", "time", 0));
    const json_t *error = json_object_get(solution, "error");
    size_t length = count_of(solution, "length"), known = length;
    sscanf(fact->expected, "%*d %zu", &known);
    if (!flag_of(solution, "shortest") && length > known)
        length = known;
    if (error)
        printf("%s: %s\n", test->name, text_of(error, "message"));
    snprintf(out, room, "%zu %zu%s", count_of(solution, "goal"), length,
             flag_of(solution, "proved_best") ? "" : ", not proved best");
    bool solved = !error;
    json_decref(solution);
    return solved;
}

/* What each role can secure after the play given, if it is certain. */
static bool ask_value(Test *test, const Fact *fact, char *out, size_t room)
{
    json_t *solution =
        ask(zermelo_solve_json, test->game,
            json_pack("{s:i,s:s}", "time", 0, "from", fact->given));
    const json_t *error = json_object_get(solution, "error");
    const char *role;
    json_t *bounds;
    size_t used = 0;
    if (error)
        printf("%s: %s\n", test->name, text_of(error, "message"));
    snprintf(out, room, "nothing");
    json_object_foreach (json_object_get(solution, "values"), role, bounds) {
        const json_t *least = json_object_get(bounds, "least");
        char number[32];
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(least));
        used += (size_t)snprintf(
            out + used, room - used, "%s%s %s", used ? ", " : "", role,
            json_is_string(least) ? json_string_value(least) : number);
    }
    bool is_certain = flag_of(solution, "certain");
    json_decref(solution);
    return is_certain;
}

static const struct {
    const char *kind;
    bool (*ask)(Test *, const Fact *, char *, size_t);
} kinds[] = {
    {"roles", ask_roles}, {"legal", ask_roles}, {"outcome", ask_roles},
    {"perft", ask_perft}, {"deep", ask_perft},  {"positions", ask_positions},
    {"best", ask_best},   {"know", ask_know},   {"support", ask_know},
    {"value", ask_value},
};

/* ---- one fact after the other ---- */

static bool load(Test *test, const char *name)
{
    static const char *const endings[] = {"kif", "gdl"};
    if (test->game && strcmp(test->name, name) == 0)
        return true;
    zermelo_free(test->game);
    test->game = NULL;
    snprintf(test->name, sizeof test->name, "%s", name);
    for (size_t i = 0; i < 2 && !test->game; i++) {
        char path[512];
        const char *why;
        snprintf(path, sizeof path, "%s/%s.%s", test->directory, name,
                 endings[i]);
        test->game = zermelo_read_file(path, ZERMELO_ANY_SYNTAX, NULL, &why);
    }
    return test->game && zermelo_usable(test->game);
}

static void check(Test *test, const Fact *fact)
{
    static char actual[LONGEST];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].kind, fact->kind) != 0)
            continue;
        bool asked = load(test, fact->game) &&
                     kinds[i].ask(test, fact, actual, sizeof actual);
        if (asked && strcmp(actual, fact->expected) == 0) {
            test->passed++;
            return;
        }
        printf("%s %s %s: expected %s, got %s\n", fact->game, fact->kind,
               fact->given, fact->expected, asked ? actual : "nothing");
        test->failed++;
        return;
    }
    printf("%s: no such kind of fact: %s\n", fact->game, fact->kind);
    test->failed++;
}

static bool split(char *line, Fact *fact)
{
    char *columns[5];
    for (size_t i = 0; i < 5; i++) {
        columns[i] = line;
        line = line ? strchr(line, '\t') : NULL;
        if (line)
            *line++ = '\0';
    }
    *fact = (Fact){columns[0], columns[1], columns[2], columns[3]};
    return columns[3] != NULL;
}

int main(int argc, char **argv)
{
    static char line[LONGEST];
    Test test = {.directory = argc > 1 ? argv[1] : "games"};
    snprintf(line, sizeof line, "%s/facts.tsv", test.directory);
    FILE *file = fopen(line, "r");
    if (!file) {
        perror(line);
        return 2;
    }
    while (fgets(line, sizeof line, file)) {
        Fact fact;
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '#' || !line[0])
            continue;
        if (split(line, &fact)) {
            check(&test, &fact);
        } else {
            printf("not a fact: %s\n", line);
            test.failed++;
        }
    }
    fclose(file);
    zermelo_free(test.game);
    printf("%zu passed, %zu failed\n", test.passed, test.failed);
    return test.failed ? 1 : 0;
}
