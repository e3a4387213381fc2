/* cmd_solve.c - zermelo solve FILE
 *
 * A limit that is reached is an answer: time, Ctrl-C and memory all end in the
 * best plan found so far.
 */
#include "cli/output.h"

#include "base/budget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- values of several roles ---- */

static bool is_about_values(const json_t *answer)
{
    return json_object_get(answer, "values") &&
           !text_is(answer, "kind", "single");
}

/* A number, "37/2 (18.5)", or "no end". */
static void add_value(Text *out, const json_t *value)
{
    const char *text = json_string_value(value);
    if (json_is_integer(value)) {
        text_addf(out, "%d", (int)json_integer_value(value));
        return;
    }
    const char *slash = strchr(text, '/');
    text_adds(out, text);
    if (slash)
        text_addf(out, " (%.4g)", strtod(text, NULL) / strtod(slash + 1, NULL));
}

static void add_bounds(Text *out, const json_t *bounds)
{
    const json_t *least = json_object_get(bounds, "least"),
                 *most = json_object_get(bounds, "most");
    add_value(out, least);
    if (!json_equal(least, most)) {
        text_adds(out, " to ");
        add_value(out, most);
    }
}

/* "white 50, black 0 to 100" */
static void add_all_bounds(Text *out, const json_t *values)
{
    const char *role;
    const json_t *bounds;
    size_t count = 0;
    json_object_foreach ((json_t *)(uintptr_t)values, role, bounds) {
        text_addf(out, "%s%s ", count++ ? ", " : "", role);
        add_bounds(out, bounds);
    }
}

/* A move, or "rock 1/3, paper 2/3". */
static void show_best(const char *role, const json_t *best)
{
    const char *move;
    const json_t *probability;
    size_t count = 0;
    printf("best    %s: ", role);
    if (json_is_string(best))
        printf("%s", json_string_value(best));
    json_object_foreach ((json_t *)(uintptr_t)best, move, probability)
        printf("%s%s %s", count++ ? ", " : "", move,
               json_string_value(probability));
    putchar('\n');
}

static void show_values(const Arguments *arguments, const json_t *answer)
{
    const json_t *values = json_object_get(answer, "values"),
                 *equilibrium = json_object_get(answer, "equilibrium"), *best;
    const char *role;
    Text text = {0};
    if (has_value(answer, "kind"))
        printf("kind    %s\n", text_of(answer, "kind"));
    if (has_value(answer, "goal"))
        printf(text_is(answer, "verdict", "solved")
                   ? "force   yes: %s can force %zu or more\n"
               : text_is(answer, "verdict", "unsolvable")
                   ? "force   no: %s cannot force %zu or more\n"
                   : "force   unknown: %s may force %zu or more\n",
               text_of(answer, "role"), count_of(answer, "goal"));
    add_all_bounds(&text, values);
    printf("value   %s\n", text_string(&text));
    if (json_is_object(equilibrium) && !json_equal(equilibrium, values)) {
        text.length = 0;
        add_all_bounds(&text, equilibrium);
        printf("equil.  %s in subgame-perfect equilibria\n",
               text_string(&text));
    }
    text_free(&text);
    json_object_foreach (json_object_get(answer, "best"), role, best)
        show_best(role, best);
    if (json_array_size(json_object_get(answer, "line"))) {
        print_play("line    ", 8, json_object_get(answer, "line"));
        if (has_option(arguments, "trace"))
            draw_steps(arguments->drawing, text_option(arguments, "from", ""),
                       json_object_get(answer, "line"), 8);
    }
    if (flag_of(answer, "ill_formed_ends"))
        printf("ends    some give a role no value or several: anything from 0 "
               "to 100\n");
    if (has_value(answer, "stopped"))
        printf("certain no: %s\n", text_of(answer, "stopped"));
    else
        printf("certain yes: %s, %zu position%s\n",
               has_value(answer, "method") ? text_of(answer, "method")
                                           : "by the rules",
               count_of(answer, "positions"),
               plural(count_of(answer, "positions")));
}

/* ---- progress ---- */

/* What is known by now: the value of the best plan, or bounds of all values;
 * up to which depth all was looked at. */
static void show_progress(const Arguments *arguments, Progress *progress,
                          const json_t *so_far)
{
    (void)arguments;
    if (!progress_is_due(progress))
        return;
    char line[PROGRESS_WIDTH + 1];
    Text best = {0};
    if (is_about_values(so_far))
        add_all_bounds(&best, json_object_get(so_far, "values"));
    else if (has_value(so_far, "goal"))
        text_addf(&best, "best so far %zu, at most %zu",
                  count_of(so_far, "goal"), count_of(so_far, "bound"));
    else
        text_addf(&best, "no plan yet, at most %zu", count_of(so_far, "bound"));
    snprintf(line, sizeof line, "%s, horizon %zu, %zu positions, %.0f s",
             text_string(&best), count_of(so_far, "depth"),
             count_of(so_far, "positions"), clock_now() - progress->start_time);
    text_free(&best);
    dprintf(STDERR_FILENO, "\r%-*s", PROGRESS_WIDTH, line);
}

/* ---- answers ---- */

static void show_plan(const Arguments *arguments, const json_t *answer)
{
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

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    if (is_about_values(answer)) {
        show_values(arguments, answer);
        return;
    }
    const char *prover = text_of(answer, "prover");
    const char *scope =
        text_is(answer, "best_scope", "horizon") ? " within the horizon" : "";
    if (has_value(answer, "goal"))
        show_plan(arguments, answer);
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
             has_option(arguments, "goal"))
        printf("plan    none: the value %zu cannot be reached%s\n",
               count_option(arguments, "goal", 0), scope);
    else if (text_is(answer, "verdict", "unsolvable"))
        printf("plan    none: no end with a value can be reached%s\n", scope);
    else if (has_value(answer, "bound") &&
             !text_is(answer, "verdict", "solved"))
        printf("best    unknown: %s; at most %zu\n", text_of(answer, "stopped"),
               count_of(answer, "bound"));
    else if (!text_is(answer, "verdict", "solved"))
        printf("best    unknown: %s\n", text_of(answer, "stopped"));
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    return text_is(answer, "verdict", "solved")       ? EXIT_YES
           : text_is(answer, "verdict", "unsolvable") ? EXIT_NO
                                                      : EXIT_UNKNOWN;
}

const Query solve_query = {.question = zermelo_solve_json,
                           .show = show_answer,
                           .status = status_of,
                           .progress = "solving",
                           .answer_comes_last = true,
                           .report = show_progress};
