/* cmd_know.c - zermelo know FILE --role R
 *
 * What a role knows in random matches (src/know), or with --show round by round
 * in one match. Start reading at know_query, at the end.
 */
#include "cli/output.h"

#include "system/terminal.h"

#include <stdio.h>
#include <string.h>

/* ---- random matches ---- */

static void show_known(const char *label, size_t known, size_t total,
                       const char *unit)
{
    printf("%-13s%s (%zu of %zu %s)\n", label, known == total ? "yes" : "no",
           known, total, unit);
}

static void show_play(const char *title, const json_t *play)
{
    puts(title);
    print_play(json_array_size(play) ? "    " : "    the beginning", 4, play);
}

static void show_first_failure(const json_t *answer)
{
    static const char *const questions[] = {
        "its legal moves", "that it was the end", "its payoff", "the position"};
    const json_t *first = json_object_get(answer, "first");
    const json_t *histories = json_object_get(first, "histories");
    if (!json_is_object(first))
        return;
    size_t about =
        find_word("legal|terminal|goal|features", text_of(first, "what"));
    printf("first failed match %zu, round %zu: %s did not know %s\n",
           count_of(first, "match"), count_of(first, "round"),
           text_of(answer, "role"), questions[about]);
    if (json_is_array(histories)) {
        show_play("it could not tell apart", json_array_get(histories, 0));
        show_play("and", json_array_get(histories, 1));
        return;
    }
    show_play("after", json_object_get(first, "play"));
    if (text_is(first, "what", "goal"))
        printf("no rule gives it a value, or no two plays were found that "
               "differ in it\n");
    else if (!text_is(first, "what", "terminal") ||
             !text_is(answer, "filter", "exact"))
        printf("all plays that it cannot tell apart agree, or none were "
               "found that do not\n");
}

static void show_matches(const json_t *answer)
{
    size_t matches = count_of(answer, "matches");
    size_t rounds = count_of(answer, "rounds");
    printf("filter       %s%s\n", text_of(answer, "filter"),
           flag_of(answer, "percepts_only") ? ", percepts only" : "");
    printf("matches      %zu, %zu rounds\n", matches, rounds);
    if (count_of(answer, "given_up"))
        printf("given up     %zu matches, too long\n",
               count_of(answer, "given_up"));
    show_known("legal moves", count_of(answer, "legal_rounds"), rounds,
               "rounds");
    if (has_value(answer, "terminal")) {
        show_known("the end", count_of(answer, "terminal_matches"), matches,
                   "matches");
        show_known("payoff", count_of(answer, "goal_matches"), matches,
                   "matches");
    }
    if (count_of(answer, "limited"))
        printf("limited      %zu rounds in which a limit was reached\n",
               count_of(answer, "limited"));
    printf("time         %.3f s a 1000 rounds, median %.3f ms, longest %.3f "
           "ms\n",
           real_of(answer, "seconds_per_1000_rounds"),
           1000 * real_of(answer, "median_round_seconds"),
           1000 * real_of(answer, "longest_round_seconds"));
    if (flag_of(answer, "covered"))
        printf("all plays    yes: all %zu situations it can be in\n",
               count_of(answer, "situations"));
    show_first_failure(answer);
    if (flag_of(answer, "stopped"))
        printf("stopped: %s\n", stop_reason());
}

/* ---- one match, round by round ---- */

/* What surely holds as a board, and a line for each other key but the number of
 * the round; of lists that are empty only for what is seen. */
static void show_round(Drawing *drawing, json_t *round)
{
    const char *key;
    json_t *value;
    json_int_t number = json_integer_value(json_object_get(round, "round"));
    printf(number ? "round %lld\n" : "the end\n", (long long)number);
    json_object_foreach (round, key, value) {
        char lead[32];
        bool is_empty = json_is_array(value) && !json_array_size(value);
        snprintf(lead, sizeof lead, "  %-14s", key);
        if (strcmp(key, "holds") == 0)
            draw_features(drawing, value, 2, number == 1);
        else if (json_is_string(value))
            printf("%s%s\n", lead, json_string_value(value));
        else if (is_empty && strcmp(key, "sees") == 0)
            printf("%snothing\n", lead);
        else if (json_is_array(value) && !is_empty)
            print_list(lead, terminal_width(), value);
    }
}

/* Rounds are shown as they come. */
static void take_report(const Arguments *arguments, Progress *progress,
                        const json_t *report)
{
    (void)progress;
    if (has_value(report, "round") && !wants_json)
        show_round(arguments->drawing, json_object_get(report, "round"));
}

/* ---- both ---- */

/* The match of --show was stopped before its end. */
static bool is_cut_short(const json_t *answer)
{
    const json_t *rounds = json_object_get(answer, "rounds");
    return has_value(json_array_get(rounds, json_array_size(rounds) - 1),
                     "round");
}

/* The rounds of --show were shown as they came. */
static void show_answer(const Arguments *arguments, const json_t *answer)
{
    if (!has_option(arguments, "show"))
        show_matches(answer);
    else if (is_cut_short(answer))
        puts("stopped");
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    bool knew_all = flag_of(answer, "legal") && flag_of(answer, "terminal") &&
                    flag_of(answer, "goal");
    if (has_option(arguments, "show"))
        return is_cut_short(answer) ? EXIT_UNKNOWN : EXIT_YES;
    if (!count_of(answer, "matches") ||
        (knew_all && flag_of(answer, "stopped")))
        return EXIT_UNKNOWN;
    if (knew_all)
        return EXIT_YES;
    return count_of(answer, "limited") ? EXIT_UNKNOWN : EXIT_NO;
}

const Query know_query = {.question = zermelo_know_json,
                          .show = show_answer,
                          .status = status_of,
                          .report = take_report};
