/* cmd_solve.c - zermelo solve FILE
 *
 * A limit that is reached is an answer: time, Ctrl-C and memory all end in the
 * best plan found so far.
 */
#include "cli/cmd.h"
#include "cli/output.h"

#include "base/budget.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    ZermeloGame *game;
    ZermeloNet *net; /* NULL: by the interpreter */
    const char *engine;
    ZermeloPuzzle puzzle;
    double begun, shown;
    bool visible;
} Solving;

enum { WIDTH = 78 };

/* Between the commands' own way and what is left when memory runs out. */
static const Solving *solving_now;
static const ZermeloSolution *known_now;

/* ---- progress ---- */

static void wipe(Solving *solving)
{
    if (solving->visible)
        dprintf(STDERR_FILENO, "\r%*s\r", WIDTH, "");
    solving->visible = false;
}

static void show_progress(void *context, const ZermeloSolution *so_far)
{
    Solving *solving = context;
    double now = clock_now();
    known_now = so_far;
    if (!isatty(STDERR_FILENO) || now - solving->begun < 1 ||
        now - solving->shown < 0.2)
        return;
    char line[WIDTH + 1], best[32] = "no plan yet";
    if (zermelo_solution_goal(so_far) >= 0)
        snprintf(best, sizeof best, "best so far %d",
                 zermelo_solution_goal(so_far));
    snprintf(line, sizeof line,
             "%s, at most %d, horizon %zu, %" PRIu64 " positions, %.0f s", best,
             zermelo_solution_bound(so_far), zermelo_solution_depth(so_far),
             zermelo_solution_positions(so_far), now - solving->begun);
    dprintf(STDERR_FILENO, "\r%-*s", WIDTH, line);
    solving->shown = now;
    solving->visible = true;
}

/* ---- answers ---- */

static const char *const verdicts[] = {"solved", "unsolvable", "unknown"};

static json_t *plan_json(const ZermeloSolution *solution)
{
    if (zermelo_solution_goal(solution) < 0)
        return json_null();
    json_t *moves = json_array();
    for (size_t i = 0; i < zermelo_solution_length(solution); i++)
        json_array_append_new(moves,
                              json_text(zermelo_solution_move(solution, i)));
    return moves;
}

static json_t *or_null(const char *text)
{
    return text ? json_string(text) : json_null();
}

static void print_answer(const Solving *solving,
                         const ZermeloSolution *solution, const char *stopped)
{
    int goal = zermelo_solution_goal(solution);
    json_t *answer = json_object();
    const struct {
        const char *key;
        json_t *value;
    } keys[] = {
        {"file", json_text(solving->arguments->operands[0])},
        {"role", json_text(zermelo_role(solving->game, 0))},
        {"verdict", json_string(verdicts[zermelo_solution_verdict(solution)])},
        {"goal", goal < 0 ? json_null() : json_integer(goal)},
        {"proved_best", json_boolean(zermelo_solution_best(solution))},
        {"best_scope",
         json_string(zermelo_solution_within_horizon(solution) ? "horizon"
                                                               : "game")},
        {"shortest", json_boolean(zermelo_solution_shortest(solution))},
        {"length", goal < 0 ? json_null()
                            : json_integer((json_int_t)zermelo_solution_length(
                                  solution))},
        {"moves", plan_json(solution)},
        {"bound", zermelo_solution_bound(solution) < 0
                      ? json_null()
                      : json_integer(zermelo_solution_bound(solution))},
        {"engine", json_string(solving->engine)},
        {"finder", or_null(zermelo_solution_finder(solution))},
        {"prover", or_null(zermelo_solution_prover(solution))},
        {"positions",
         json_integer((json_int_t)zermelo_solution_positions(solution))},
        {"ground_rules",
         zermelo_solution_ground_rules(solution)
             ? json_integer((json_int_t)zermelo_solution_ground_rules(solution))
             : json_null()},
        {"stopped", or_null(stopped)},
        {"seconds", json_real(clock_now() - solving->begun)},
    };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        json_object_set_new(answer, keys[i].key, keys[i].value);
    print_json(answer);
}

static void show_plan(const ZermeloSolution *solution)
{
    size_t length = zermelo_solution_length(solution);
    printf("plan    ");
    for (size_t i = 0; i < length; i++)
        printf("%s%s", i ? "; " : "", zermelo_solution_move(solution, i));
    printf("%s\n", length ? "" : "none needed: the game is over");
}

static void show_proof(const ZermeloSolution *solution)
{
    const char *prover = zermelo_solution_prover(solution);
    const char *scope =
        zermelo_solution_within_horizon(solution) ? " within the horizon" : "";
    if (!prover)
        printf("no value in the rules is higher\n");
    else
        printf("%s shows that there is no better%s\n", prover, scope);
}

static void show(const Solving *solving, const ZermeloSolution *solution,
                 const char *stopped)
{
    int goal = zermelo_solution_goal(solution);
    size_t length = zermelo_solution_length(solution);
    if (goal >= 0) {
        show_plan(solution);
        printf("value   %d for %s after %zu move%s%s\n", goal,
               zermelo_role(solving->game, 0), length, length == 1 ? "" : "s",
               zermelo_solution_shortest(solution) ? ", and not sooner" : "");
    }
    if (zermelo_solution_ground_rules(solution))
        printf("ground  about %" PRIu64 " rules at horizon %zu\n",
               zermelo_solution_ground_rules(solution),
               zermelo_solution_ground_horizon(solution));
    if (zermelo_solution_best(solution)) {
        printf("best    yes: ");
        show_proof(solution);
    } else if (zermelo_solution_verdict(solution) == ZERMELO_UNSOLVABLE) {
        printf("plan    none: ");
        if (solving->puzzle.goal >= 0)
            printf("the value %d cannot be reached%s\n", solving->puzzle.goal,
                   zermelo_solution_within_horizon(solution)
                       ? " within the horizon"
                       : "");
        else
            printf("no end with a value can be reached%s\n",
                   zermelo_solution_within_horizon(solution)
                       ? " within the horizon"
                       : "");
    } else if (zermelo_solution_verdict(solution) == ZERMELO_UNSOLVED) {
        printf("best    unknown: %s; at most %d\n", stopped,
               zermelo_solution_bound(solution));
    }
}

static int answer(const Solving *solving, const ZermeloSolution *solution,
                  const char *stopped)
{
    static const int statuses[] = {EXIT_YES, EXIT_NO, EXIT_UNKNOWN};
    if (has_option(solving->arguments, "json"))
        print_answer(solving, solution, stopped);
    else
        show(solving, solution, stopped);
    return statuses[zermelo_solution_verdict(solution)];
}

/* Nothing is known, not even what the values are. */
static void print_nothing(const Solving *solving, const char *stopped)
{
    print_json(json_pack(
        "{s:o,s:o,s:s,s:n,s:b,s:s,s:b,s:n,s:n,s:n,s:s,s:n,s:n,s:i,s:n,s:s,s:f}",
        "file", json_text(solving->arguments->operands[0]), "role",
        json_text(zermelo_role(solving->game, 0)), "verdict",
        verdicts[ZERMELO_UNSOLVED], "goal", "proved_best", false, "best_scope",
        "game", "shortest", false, "length", "moves", "bound", "engine",
        solving->engine, "finder", "prover", "positions", 0, "ground_rules",
        "stopped", stopped, "seconds", clock_now() - solving->begun));
}

/* Memory ran out somewhere: what is known is the answer all the same. */
static void on_no_memory(const char *message)
{
    int status = EXIT_UNKNOWN;
    zermelo_on_no_memory(NULL); /* not twice */
    if (known_now)
        status = answer(solving_now, known_now, message);
    else if (has_option(solving_now->arguments, "json"))
        print_nothing(solving_now, message);
    else
        printf("best    unknown: %s\n", message);
    fflush(stdout);
    _exit(status);
}

/* ---- the command ---- */

static int solve(Solving *solving)
{
    char *why = NULL;
    const char *reason;
    ZermeloLimits limits = limits_of(solving->arguments);
    limits.seconds /= 3;
    solving_now = solving;
    zermelo_on_no_memory(on_no_memory);
    solving->net = zermelo_ground(solving->game, &limits, &reason);
    if (!solving->net && !interrupted &&
        solving->puzzle.engine == ZERMELO_NATIVE)
        fprintf(stderr,
                "zermelo: the game cannot be grounded (%s); interpreting it\n",
                reason);
    solving->puzzle.limits = limits_of(solving->arguments);
    ZermeloSolution *solution =
        zermelo_solve(solving->game, solving->net, &solving->puzzle, &why);
    wipe(solving);
    if (!solution) {
        fail("solve", "%s", why);
        free(why);
        return EXIT_ERROR;
    }
    int status = answer(solving, solution, zermelo_solution_stopped(solution));
    zermelo_solution_free(solution);
    return status;
}

int cmd_solve(const Arguments *arguments)
{
    size_t memory = count_option(arguments, "memory", 0);
    const char *engine = text_option(arguments, "engine", "native");
    Solving solving = {
        .arguments = arguments,
        .begun = clock_now(),
        .engine = engine,
        .puzzle = {.engine = strcmp(engine, "clingo") == 0 ? ZERMELO_BY_CLINGO
                                                           : ZERMELO_NATIVE,
                   .goal = has_option(arguments, "goal")
                               ? (int)count_option(arguments, "goal", 0)
                               : -1,
                   .horizon = count_option(arguments, "horizon", 0),
                   .from = text_option(arguments, "from", ""),
                   .seed = count_option(arguments, "seed", 1),
                   .megabytes = memory * 6 / 10,
                   .report = show_progress,
                   .context = &solving},
    };
    if (solving.puzzle.goal > 100)
        return fail("usage", "--goal takes a value from 0 to 100");
    solving.game = load_game(arguments);
    if (!solving.game)
        return EXIT_ERROR;
    int status = solve(&solving);
    zermelo_net_free(solving.net);
    zermelo_free(solving.game);
    return status;
}
