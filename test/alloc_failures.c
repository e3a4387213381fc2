/* alloc_failures.c - each allocation of the library fails once
 *
 * In:   rule files
 * Out:  every run that says anything but "out of memory" or what it says with
 *       enough memory, and "N passed, N failed"
 *
 * Usage: alloc_failures [-f FIRST] [-n LAST] [-s STEP] FILE...
 *
 * check, prove, solve and simulate are asked of each file; in run N the Nth
 * allocation fails (heap_fail_at), for N = FIRST, FIRST + STEP and so on. What
 * a limit may leave unknown may be unknown. With the address sanitizer, leaks
 * are found as well. Start reading at try_all(), near the end.
 */
#include "base/heap.h"
#include "zermelo.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOVES = 256 };

typedef struct {
    const char *path;
    bool has_failed;  /* a call said that there is no memory */
    bool is_finished; /* there were fewer allocations */
    json_t *answer;   /* or NULL */
} Run;

typedef char *Question(ZermeloGame *game, const char *options,
                       const ZermeloLimits *limits);

typedef struct {
    const char *name;
    Question *question;
    const char *options;
} Command;

/* How often each move was tried, if the tree search has memory. */
static char *search_values_json(ZermeloGame *game, const char *options,
                                const ZermeloLimits *limits)
{
    static const char no_memory[] = "{\"error\": {\"rule\": \"memory\"}}";
    ZermeloNet *net = zermelo_ground(game, limits, NULL);
    ZermeloCursor *cursor =
        net ? zermelo_cursor_new(game, net, NULL, NULL) : NULL;
    ZermeloSearch *search = zermelo_search_new(
        cursor, &(ZermeloSearchSettings){.threads = 3, .megabytes = 1});
    ZermeloMoveValue values[MOVES];
    uint64_t *position = calloc(1, zermelo_cursor_size(cursor));
    json_t *visits = json_array();
    zermelo_cursor_initial(cursor, position);
    zermelo_search_set(search, position, 1, NULL, 0);
    zermelo_search_run(search, NULL, 1000);
    size_t count = zermelo_search_values(search, values, MOVES);
    for (size_t i = 0; i < count && i < MOVES; i++)
        json_array_append_new(visits, json_integer((int)values[i].visits));
    char *text = json_dumps(visits, 0);
    if (!count || zermelo_cursor_failure(cursor)) {
        free(text);
        text = strdup(no_memory);
    }
    json_decref(visits);
    free(position);
    zermelo_search_free(search);
    zermelo_cursor_free(cursor);
    zermelo_net_free(net);
    (void)options;
    return text;
}

static const Command commands[] = {
    {"search", search_values_json, NULL},
    {"check", zermelo_check_json, "{\"pedantic\": true}"},
    {"prove", zermelo_prove_json,
     "{\"family\": [\"turn-taking\", \"zero-sum\", \"existence\"]}"},
    {"solve", zermelo_solve_json, NULL},
    {"simulate", zermelo_simulate_json,
     "{\"playouts\": 50, \"steps\": 200, \"threads\": 3}"},
    {NULL, NULL, NULL},
};

/* ---- comparing ---- */

/* Times, rates and bytes differ from run to run. How something was found, or a
 * plan of the same value, may be another if one method had no memory. */
static bool may_differ(const char *key)
{
    static const char *const keys[] = {
        "bytes", "counts", "how",    "engine",  "trace",
        "at",    "step",   "finder", "prover",  "shortest",
        "moves", "length", "bound",  "stopped", "positions"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return strstr(key, "second");
}

/* Whether nobody knows: a limit may say so. What goes with it may differ. */
static bool is_unknown(const json_t *object)
{
    const char *verdict = json_string_value(json_object_get(object, "verdict"));
    return verdict && strcmp(verdict, "unknown") == 0;
}

/* Whether ANSWER says what EXPECTED does, or that it does not know. */
static bool agrees(const json_t *answer, const json_t *expected)
{
    const char *key;
    json_t *value;
    if (json_is_object(answer) && is_unknown(answer))
        return true;
    if (json_is_object(answer)) {
        json_object_foreach ((json_t *)answer, key, value)
            if (!may_differ(key) &&
                !agrees(value, json_object_get(expected, key)))
                return false;
        return json_object_size(answer) == json_object_size(expected);
    }
    if (!json_is_array(answer))
        return json_equal(answer, expected);
    if (json_array_size(answer) != json_array_size(expected))
        return false;
    for (size_t i = 0; i < json_array_size(answer); i++)
        if (!agrees(json_array_get(answer, i), json_array_get(expected, i)))
            return false;
    return true;
}

/* Asks COMMAND when allocation NUMBER fails. */
static void ask(Run *run, const Command *command, uint64_t number)
{
    const char *why = NULL;
    heap_fail_at(number);
    ZermeloGame *game =
        zermelo_read_file(run->path, ZERMELO_ANY_SYNTAX, NULL, &why);
    char *text = game ? command->question(game, command->options, NULL) : NULL;
    zermelo_free(game);
    run->is_finished = heap_failure_left() > 0;
    heap_fail_at(0);
    run->answer = text ? json_loads(text, 0, NULL) : NULL;
    const json_t *rule =
        json_object_get(json_object_get(run->answer, "error"), "rule");
    run->has_failed =
        !game || (rule && strcmp(json_string_value(rule), "memory") == 0);
    free(text);
}

typedef struct {
    uint64_t first, last, step;
    size_t passed, failed;
} Trials;

static void try_all(Trials *trials, const char *path, const Command *command)
{
    Run normal = {.path = path}, run = {.path = path};
    ask(&normal, command, 0);
    for (uint64_t number = trials->first;
         number <= trials->last && !run.is_finished; number += trials->step) {
        ask(&run, command, number);
        bool is_good = run.has_failed || agrees(run.answer, normal.answer);
        trials->passed += is_good;
        trials->failed += !is_good;
        if (!is_good) {
            printf("%s: %s, allocation %lu:\n", path, command->name,
                   (unsigned long)number);
            json_dumpf(run.answer, stdout, JSON_INDENT(2));
            puts("");
        }
        json_decref(run.answer);
    }
    json_decref(normal.answer);
}

int main(int argc, char **argv)
{
    Trials trials = {1, 5000, 1, 0, 0};
    for (int option; (option = getopt(argc, argv, "f:n:s:")) != -1;) {
        uint64_t number = strtoull(optarg ? optarg : "", NULL, 10);
        if (option == '?' || !number)
            return 2;
        *(option == 'f'   ? &trials.first
          : option == 'n' ? &trials.last
                          : &trials.step) = number;
    }
    for (int i = optind; i < argc; i++)
        for (const Command *command = commands; command->name; command++)
            try_all(&trials, argv[i], command);
    printf("%zu passed, %zu failed\n", trials.passed, trials.failed);
    return trials.failed > 0;
}
