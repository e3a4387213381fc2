/* facts.c - do the games of games/ have the facts that are known about them
 *
 * In:   facts.tsv; the games stand beside it
 * Out:  what differs, and "N passed, N failed"
 *
 * Usage: facts DIR.
 */
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

static bool ask_perft(Test *test, const Fact *fact, char *out, size_t room)
{
    size_t depth = strtoul(fact->given, NULL, 10), done;
    ZermeloPlay *play = play_to(test, "");
    if (!play)
        return false;
    const char *why;
    ZermeloPerft *counts = calloc(depth + 1, sizeof *counts);
    if (strcmp(fact->kind, "deep") != 0) /* too much for the interpreter */
        zermelo_perft(play, depth, NULL, counts, &done);
    ZermeloPerft plain = counts[depth];
    ZermeloNet *net = zermelo_ground(test->game, NULL, &why);
    zermelo_net_perft(net, depth, NULL, counts, &done);
    bool same = strcmp(fact->kind, "deep") == 0 ||
                memcmp(&plain, &counts[depth], sizeof plain) == 0;
    zermelo_net_free(net);
    if (!same)
        printf("%s: machine and interpreter count differently\n", test->name);
    snprintf(out, room, "%" PRIu64 " %" PRIu64 " %" PRIu64, counts[depth].plays,
             counts[depth].states, counts[depth].terminal);
    free(counts);
    zermelo_play_free(play);
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
    const char *why;
    ZermeloNet *net = zermelo_ground(test->game, NULL, &why);
    ZermeloWatch task = {.role = fact->given,
                         .filter = strcmp(fact->kind, "support") == 0
                                       ? ZERMELO_SUPPORT
                                       : ZERMELO_EXACT,
                         .matches = 30,
                         .seed = 1};
    ZermeloKnowledge *found = zermelo_know(test->game, net, &task, &why);
    zermelo_net_free(net);
    if (!found) {
        printf("%s: %s\n", test->name, why);
        return false;
    }
    bool all = found->matches == task.matches;
    const struct {
        const char *name;
        bool known;
    } whats[] = {
        {"legal", found->legal_rounds == found->rounds},
        {"terminal", found->terminal_matches == found->matches},
        {"goal", found->goal_matches == found->matches},
    };
    size_t used = 0;
    snprintf(out, room, "nothing");
    for (size_t i = 0; i < 3 && whats[0].known; i++)
        if (whats[i].known)
            used += (size_t)snprintf(out + used, room - used, "%s%s",
                                     used ? ", " : "", whats[i].name);
    zermelo_knowledge_free(found);
    return all;
}

static void show_best(const ZermeloSolution *solution, const Fact *fact,
                      char *out, size_t room)
{
    size_t length = zermelo_solution_length(solution), known = length;
    sscanf(fact->expected, "%*d %zu", &known);
    if (!zermelo_solution_shortest(solution) && length > known)
        length = known;
    snprintf(out, room, "%d %zu%s", zermelo_solution_goal(solution), length,
             zermelo_solution_best(solution) ? "" : ", not proved best");
}

/* The highest value that can be reached, and the length of the shortest plan. A
 * plan that does not claim to be shortest may be longer. */
static bool ask_best(Test *test, const Fact *fact, char *out, size_t room)
{
    const char *reason;
    char *why = NULL;
    ZermeloNet *net = zermelo_ground(test->game, NULL, &reason);
    const ZermeloPuzzle puzzle = {.goal = -1, .seed = 1};
    ZermeloSolution *solution =
        net ? zermelo_solve(test->game, net, &puzzle, &why) : NULL;
    if (!solution)
        printf("%s: %s\n", test->name, why ? why : reason);
    else
        show_best(solution, fact, out, room);
    free(why);
    bool solved = solution != NULL;
    zermelo_solution_free(solution);
    zermelo_net_free(net);
    return solved;
}

static const struct {
    const char *kind;
    bool (*ask)(Test *, const Fact *, char *, size_t);
} kinds[] = {
    {"roles", ask_roles}, {"legal", ask_roles}, {"outcome", ask_roles},
    {"perft", ask_perft}, {"deep", ask_perft},  {"positions", ask_positions},
    {"best", ask_best},   {"know", ask_know},   {"support", ask_know},
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
        test->game = zermelo_read_file(path, ZERMELO_ANY_SYNTAX, &why);
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
