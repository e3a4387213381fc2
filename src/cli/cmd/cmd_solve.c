/* cmd_solve.c - zermelo solve FILE
 *
 * A limit that is reached is an answer: time, Ctrl-C and memory all end in the
 * best plan found so far.
 */
#include "cli/output.h"
#include "cli/progress.h"

#include "base/budget.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    ZermeloNet *net; /* NULL: by the interpreter */
    const char *engine;
    ZermeloPuzzle puzzle;
    Progress progress;
} Solving;

/* For on_no_memory(): the run, and the best solution so far, or NULL. */
static const Solving *solving_now;
static const ZermeloSolution *solution_now;

/* ---- progress ---- */

static void show_progress(void *context, const ZermeloSolution *so_far)
{
    Solving *solving = context;
    solution_now = so_far;
    if (!progress_is_due(&solving->progress))
        return;
    char line[PROGRESS_WIDTH + 1], best[32] = "no plan yet";
    if (zermelo_solution_goal(so_far) >= 0)
        snprintf(best, sizeof best, "best so far %d",
                 zermelo_solution_goal(so_far));
    snprintf(line, sizeof line,
             "%s, at most %d, horizon %zu, %" PRIu64 " positions, %.0f s", best,
             zermelo_solution_bound(so_far), zermelo_solution_depth(so_far),
             zermelo_solution_positions(so_far),
             clock_now() - solving->progress.start_time);
    dprintf(STDERR_FILENO, "\r%-*s", PROGRESS_WIDTH, line);
}

/* ---- answers ---- */

static const char *const verdicts[] = {"solved", "unsolvable", "unknown"};

static json_t *plan_json(const ZermeloSolution *solution)
{
    json_t *moves = json_array();
    for (size_t i = 0; i < zermelo_solution_length(solution); i++)
        json_array_append_new(moves,
                              json_text(zermelo_solution_move(solution, i)));
    return moves;
}

/* Nothing is known, not even what the values are, if RESULT is NULL. */
static void print_answer_json(const Solving *solving,
                              const ZermeloSolution *result,
                              const char *stopped)
{
    int goal = result ? zermelo_solution_goal(result) : -1;
    int bound = result ? zermelo_solution_bound(result) : -1;
    uint64_t ground_rules = result ? zermelo_solution_ground_rules(result) : 0;
    ZermeloSolveVerdict verdict =
        result ? zermelo_solution_verdict(result) : ZERMELO_UNSOLVED;
    assert(goal < 0 || goal <= bound);
    bool in_horizon = result && zermelo_solution_within_horizon(result);
    print_json(JSON_OBJECT(
        {"file", json_text(solving->arguments->operands[0])},
        {"role", json_text(zermelo_role(solving->arguments->game, 0))},
        {"verdict", json_text(verdicts[verdict])},
        {"goal", goal < 0 ? json_null() : json_integer(goal)},
        {"proved_best", json_boolean(result && zermelo_solution_best(result))},
        {"best_scope", json_text(in_horizon ? "horizon" : "game")},
        {"shortest", json_boolean(result && zermelo_solution_shortest(result))},
        {"length",
         goal < 0 ? json_null() : json_count(zermelo_solution_length(result))},
        {"moves", goal < 0 ? json_null() : plan_json(result)},
        {"bound", bound < 0 ? json_null() : json_integer(bound)},
        {"engine", json_text(solving->engine)},
        {"finder", json_text(result ? zermelo_solution_finder(result) : NULL)},
        {"prover", json_text(result ? zermelo_solution_prover(result) : NULL)},
        {"positions",
         json_count(result ? zermelo_solution_positions(result) : 0)},
        {"ground_rules", ground_rules ? json_count(ground_rules) : json_null()},
        {"stopped", json_text(stopped)},
        {"seconds", json_real(clock_now() - solving->arguments->start_time)}));
}

static void show_plan(const ZermeloSolution *solution)
{
    size_t length = zermelo_solution_length(solution);
    printf("plan    ");
    for (size_t i = 0; i < length; i++)
        printf("%s%s", i ? "; " : "", zermelo_solution_move(solution, i));
    printf("%s\n", length ? "" : "none needed: the game is over");
}

static const char *scope_of(const ZermeloSolution *solution)
{
    return zermelo_solution_within_horizon(solution) ? " within the horizon"
                                                     : "";
}

static void show_solution(const Solving *solving,
                          const ZermeloSolution *solution, const char *stopped)
{
    int goal = zermelo_solution_goal(solution);
    size_t length = zermelo_solution_length(solution);
    if (goal >= 0) {
        show_plan(solution);
        printf("value   %d for %s after %zu move%s%s\n", goal,
               zermelo_role(solving->arguments->game, 0), length,
               plural(length),
               zermelo_solution_shortest(solution) ? ", and not sooner" : "");
    }
    if (zermelo_solution_ground_rules(solution))
        printf("ground  about %" PRIu64 " rules at horizon %zu\n",
               zermelo_solution_ground_rules(solution),
               zermelo_solution_ground_horizon(solution));
    const char *prover = zermelo_solution_prover(solution);
    if (zermelo_solution_best(solution) && !prover) {
        printf("best    yes: no value in the rules is higher\n");
    } else if (zermelo_solution_best(solution)) {
        printf("best    yes: %s shows that there is no better%s\n", prover,
               scope_of(solution));
    } else if (zermelo_solution_verdict(solution) == ZERMELO_UNSOLVABLE) {
        if (solving->puzzle.goal >= 0)
            printf("plan    none: the value %d cannot be reached%s\n",
                   solving->puzzle.goal, scope_of(solution));
        else
            printf("plan    none: no end with a value can be reached%s\n",
                   scope_of(solution));
    } else if (zermelo_solution_verdict(solution) == ZERMELO_UNSOLVED) {
        printf("best    unknown: %s; at most %d\n", stopped,
               zermelo_solution_bound(solution));
    }
}

static int print_answer(const Solving *solving, const ZermeloSolution *solution,
                        const char *stopped)
{
    static const int statuses[] = {EXIT_YES, EXIT_NO, EXIT_UNKNOWN};
    if (wants_json)
        print_answer_json(solving, solution, stopped);
    else
        show_solution(solving, solution, stopped);
    return statuses[zermelo_solution_verdict(solution)];
}

/* Memory ran out somewhere: what is known is the answer all the same. */
static void on_no_memory(const char *message)
{
    int status = EXIT_UNKNOWN;
    zermelo_on_no_memory(NULL); /* not twice */
    if (solution_now)
        status = print_answer(solving_now, solution_now, message);
    else if (wants_json)
        print_answer_json(solving_now, NULL, message);
    else
        printf("best    unknown: %s\n", message);
    fflush(stdout);
    _exit(status);
}

/* ---- the command ---- */

static int run_solver(Solving *solving)
{
    char *why = NULL;
    const char *reason;
    ZermeloLimits limits = limits_of(solving->arguments);
    limits.seconds /= 3; /* to ground it: most is for the search */
    solving_now = solving;
    zermelo_on_no_memory(on_no_memory);
    solving->net = zermelo_ground(solving->arguments->game, &limits, &reason);
    if (!solving->net && !interrupted &&
        solving->puzzle.engine == ZERMELO_NATIVE)
        say_interpreting(reason);
    solving->puzzle.limits = limits_of(solving->arguments);
    ZermeloSolution *solution = zermelo_solve(
        solving->arguments->game, solving->net, &solving->puzzle, &why);
    progress_end(&solving->progress);
    if (!solution) {
        fail("solve", "%s", why);
        free(why);
        return EXIT_ERROR;
    }
    int status =
        print_answer(solving, solution, zermelo_solution_stopped(solution));
    zermelo_solution_free(solution);
    return status;
}

int cmd_solve(const Arguments *arguments)
{
    size_t memory = count_option(arguments, "memory", 0);
    const char *engine = text_option(arguments, "engine", "native");
    Solving solving = {
        .arguments = arguments,
        .progress = progress_begin("solving", 0),
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
    solving.progress.is_wanted =
        isatty(STDERR_FILENO); /* the answer comes last */
    if (solving.puzzle.goal > 100)
        return fail("usage", "--goal takes a value from 0 to 100");
    int status = run_solver(&solving);
    zermelo_net_free(solving.net);
    return status;
}
