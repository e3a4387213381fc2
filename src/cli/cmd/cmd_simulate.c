/* cmd_simulate.c - zermelo simulate FILE
 *
 * Statistics of random playouts (src/sim).
 */
#include "cli/output.h"

#include <stdio.h>

static void show_role(const char *role, const json_t *goals)
{
    const char *value;
    json_t *count, *histogram = json_object_get(goals, "histogram");
    size_t total = 0;
    printf("%-12s", role);
    if (!has_value(goals, "mean")) {
        printf(" no value\n");
        return;
    }
    printf(" %6.2f on average:", real_of(goals, "mean"));
    json_object_foreach (histogram, value, count) {
        total += (size_t)json_integer_value(count);
    }
    json_object_foreach (histogram, value, count) {
        printf(" %s (%.1f %%)", value,
               100 * json_number_value(count) / (double)total);
    }
    putchar('\n');
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    const char *role;
    json_t *goals;
    printf("engine       %s, %zu thread%s\n", text_of(answer, "engine"),
           count_of(answer, "threads"), plural(count_of(answer, "threads")));
    printf("first state  after %.3f s\n", real_of(answer, "start_seconds"));
    printf("playouts     %zu in %.2f s, %.0f a second\n",
           count_of(answer, "playouts"), real_of(answer, "seconds"),
           real_of(answer, "playouts_per_second"));
    printf("states       %zu, %.0f a second, %.2f a playout\n",
           count_of(answer, "states"), real_of(answer, "states_per_second"),
           real_of(answer, "mean_length"));
    if (count_of(answer, "given_up"))
        printf("given up     %zu\n", count_of(answer, "given_up"));
    json_object_foreach (json_object_get(answer, "goals"), role, goals) {
        show_role(role, goals);
    }
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    size_t playouts = count_of(answer, "playouts"),
           wanted = count_option(arguments, "playouts", playouts);
    return !wanted || playouts == wanted ? EXIT_YES : EXIT_UNKNOWN;
}

const Query simulate_query = {.question = zermelo_simulate_json,
                              .show = show_answer,
                              .status = status_of};
