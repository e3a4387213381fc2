/* prove_report.c - the answer of prove, for people and for programs
 *
 * In:   the answer as JSON, of one process or put together from several
 * Out:  what is printed, and the exit status
 *
 * Start reading at prove_report(), at the end.
 */
#include "cli/formula_commands.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static size_t count_of(const json_t *object, const char *key)
{
    return (size_t)json_integer_value(json_object_get(object, key));
}

/* ---- how a formula fails ---- */

/* The play in one line, and as boards. */
static void show_play(const Arguments *arguments, const json_t *trace,
                      size_t position)
{
    size_t length = json_array_size(trace), count = 0, step;
    json_t *joint, *move;
    const char *role;
    size_t role_count = json_object_size(json_array_get(trace, 0));
    const char **roles = memory_array(role_count + 1, sizeof *roles);
    const char **moves = memory_array(length * role_count + 1, sizeof *moves);
    json_array_foreach (trace, step, joint) {
        json_object_foreach (joint, role, move) {
            roles[count % role_count] = role;
            moves[count++] = json_string_value(move);
        }
    }
    assert(count == length * role_count && position <= length);
    Moves play = {{roles, role_count}, moves, length};
    Text text = {0};
    add_moves(&text, play);
    printf("         fails in position %zu%s%s\n", position,
           length ? " of the play " : ", the initial one", text_string(&text));
    text_free(&text);
    if (has_option(arguments, "trace"))
        show_steps(arguments->game, play);
    free_all(roles, moves);
}

static void show_failed_position(const char *title, const json_t *list)
{
    size_t count = json_array_size(list);
    const char **features = memory_array(count + 1, sizeof *features);
    for (size_t i = 0; i < count; i++)
        features[i] = json_string_value(json_array_get(list, i));
    printf("         %s\n", title);
    if (!count)
        printf("           nothing holds\n");
    print_board((Texts){features, count});
    free(features);
}

/* Two positions and the joint move between them, as Schiffel and Thielscher
 * (2009) show them. */
static void show_failed_step(json_t *failed)
{
    const char *role, *separator = "";
    json_t *move;
    printf("         not inductive: it can fail after a step (from a position "
           "that may be\n         out of reach)\n");
    show_failed_position("before it", json_object_get(failed, "before"));
    printf("         the step:");
    json_object_foreach (json_object_get(failed, "moves"), role, move) {
        printf("%s %s does %s", separator, role, json_string_value(move));
        separator = ",";
    }
    putchar('\n');
    show_failed_position("after it", json_object_get(failed, "after"));
}

/* ---- all of it ---- */

static void show_result(const Arguments *arguments, const json_t *result)
{
    const char *name = text_of(result, "name"),
               *reason = text_of(result, "reason");
    json_t *trace = json_object_get(result, "trace"),
           *failed = json_object_get(result, "failed_step");
    printf("%-8s ", text_of(result, "verdict"));
    if (!text_of(result, "family") && name)
        printf("%s: ", name);
    printf("%s\n", text_of(result, "formula"));
    if (!json_is_null(trace))
        show_play(arguments, trace, count_of(result, "at"));
    else if (!json_is_null(failed))
        show_failed_step(failed);
    if (reason)
        printf("         %s\n", reason);
}

void show_statistics(const json_t *methods)
{
    size_t i;
    json_t *method;
    if (!json_array_size(methods)) {
        printf("\nNo method had a turn: all was decided before, or --method or "
               "--engine has none.\n");
        return;
    }
    printf("\n%-22s %6s %8s %9s %12s\n", "method", "turns", "decided",
           "seconds", "work (10^6)");
    json_array_foreach (methods, i, method)
        printf("%-22s %6zu %8zu %9.3f %12.1f\n", text_of(method, "method"),
               count_of(method, "tried"), count_of(method, "decided"),
               json_real_value(json_object_get(method, "seconds")),
               (double)count_of(method, "work") / 1e6);
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    size_t i;
    json_t *result;
    const json_t *counts = json_object_get(answer, "counts"),
                 *statistics = json_object_get(answer, "statistics");
    size_t total = count_of(counts, "total");
    json_array_foreach (json_object_get(answer, "results"), i, result)
        show_result(arguments, result);
    printf("%zu formula%s: %zu proved, %zu refuted, %zu unknown\n", total,
           plural(total), count_of(counts, "proved"),
           count_of(counts, "refuted"), count_of(counts, "unknown"));
    if (json_array_size(json_object_get(answer, "assumes")))
        printf("What is proved rests on every role having a legal move in "
               "every position that is\nnot terminal, which was not proved.\n");
    const char *used = text_of(answer, "generator");
    if (strcmp(text_option(arguments, "generator", used), used) != 0)
        printf("Steps start from all positions: that control is unique was "
               "not proved.\n");
    if (statistics)
        show_statistics(statistics);
}

static int exit_status(const json_t *answer)
{
    const json_t *counts = json_object_get(answer, "counts");
    return json_object_get(answer, "error") ? EXIT_ERROR
           : count_of(counts, "refuted")    ? EXIT_NO
           : count_of(counts, "unknown")    ? EXIT_UNKNOWN
                                            : EXIT_YES;
}

int prove_report(const Arguments *arguments, json_t *answer)
{
    int status = exit_status(answer);
    if (wants_json) {
        print_json(answer);
        return status;
    }
    answer_state = ANSWER_BEING_WRITTEN; /* thousands of plays take a while */
    show_answer(arguments, answer);
    const json_t *error = json_object_get(answer, "error");
    if (error)
        fail("file", "%s", text_of(error, "message"));
    json_decref(answer);
    return status;
}
