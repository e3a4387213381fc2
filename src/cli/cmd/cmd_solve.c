/* cmd_solve.c - zermelo solve FILE
 *
 * A limit that is reached is an answer: time, Ctrl-C and memory all end in the
 * best plan found so far.
 */
#include "cli/drawing.h"
#include "cli/answer_page.h"
#include "cli/progress.h"

#include "base/budget.h"

#include <stdio.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    Progress progress;
    json_t *so_far; /* what is known by now */
} Solving;

static Solving *solving_now;

/* ---- progress ---- */

static void show_progress(Solving *solving)
{
    const json_t *so_far = solving->so_far;
    char line[PROGRESS_WIDTH + 1], best[32] = "no plan yet";
    if (has_value(so_far, "goal"))
        snprintf(best, sizeof best, "best so far %zu",
                 count_of(so_far, "goal"));
    snprintf(line, sizeof line,
             "%s, at most %zu, horizon %zu, %zu positions, %.0f s", best,
             count_of(so_far, "bound"), count_of(so_far, "depth"),
             count_of(so_far, "positions"),
             clock_now() - solving->progress.start_time);
    dprintf(STDERR_FILENO, "\r%-*s", PROGRESS_WIDTH, line);
}

static void take_report(void *context, const char *report)
{
    Solving *solving = context;
    json_t *state = json_loads(report, 0, NULL);
    if (json_object_get(state, "answer"))
        progress_end(&solving->progress);
    if (!has_value(state, "verdict")) {
        show_interpreting(NULL, report);
        json_decref(state);
        return;
    }
    json_decref(solving->so_far);
    solving->so_far = state;
    if (progress_is_due(&solving->progress))
        show_progress(solving);
}

/* ---- answers ---- */

static void show_plan(const json_t *answer)
{
    const Arguments *arguments = solving_now->arguments;
    const json_t *moves = json_object_get(answer, "moves");
    size_t length = json_array_size(moves);
    print_play(length ? "plan    " : "plan    none needed: the game is over", 8,
               moves);
    if (has_option(arguments, "trace"))
        draw_steps(arguments->drawing, text_option(arguments, "from", ""),
                   moves, 8);
    printf("value   %zu for %s after %zu move%s%s\n", count_of(answer, "goal"),
           text_of(answer, "role"), length, plural(length),
           flag_of(answer, "shortest") ? ", and not sooner" : "");
}

static void show_answer(const json_t *answer)
{
    const char *prover = text_of(answer, "prover");
    const char *scope =
        text_is(answer, "best_scope", "horizon") ? " within the horizon" : "";
    if (has_value(answer, "goal"))
        show_plan(answer);
    if (has_value(answer, "ground_rules"))
        printf("ground  about %zu rules at horizon %zu\n",
               count_of(answer, "ground_rules"),
               count_of(answer, "ground_horizon"));
    if (flag_of(answer, "proved_best") && !prover)
        printf("best    yes: no value in the rules is higher\n");
    else if (flag_of(answer, "proved_best"))
        printf("best    yes: %s shows that there is no better%s\n", prover,
               scope);
    else if (text_is(answer, "verdict", "unsolvable") &&
             has_option(solving_now->arguments, "goal"))
        printf("plan    none: the value %zu cannot be reached%s\n",
               count_option(solving_now->arguments, "goal", 0), scope);
    else if (text_is(answer, "verdict", "unsolvable"))
        printf("plan    none: no end with a value can be reached%s\n", scope);
    else if (has_value(answer, "bound") &&
             !text_is(answer, "verdict", "solved"))
        printf("best    unknown: %s; at most %zu\n", text_of(answer, "stopped"),
               count_of(answer, "bound"));
    else if (!text_is(answer, "verdict", "solved"))
        printf("best    unknown: %s\n", text_of(answer, "stopped"));
}

static int status_of(const json_t *answer)
{
    return text_is(answer, "verdict", "solved")       ? EXIT_YES
           : text_is(answer, "verdict", "unsolvable") ? EXIT_NO
                                                      : EXIT_UNKNOWN;
}

static int print_solution(const Arguments *arguments, json_t *answer)
{
    progress_end(&solving_now->progress);
    return print_answer(answer, show_answer,
                        write_page(arguments, answer, NULL, status_of(answer)));
}

int cmd_solve(const Arguments *arguments)
{
    Solving solving = {.arguments = arguments,
                       .progress = progress_begin("solving", 0)};
    solving.progress.is_wanted =
        isatty(STDERR_FILENO); /* the answer comes last */
    solving_now = &solving;
    int status = ask_and_print(arguments, arguments->game, zermelo_solve_json,
                               print_solution, take_report, &solving);
    progress_end(&solving.progress);
    json_decref(solving.so_far);
    return status;
}
