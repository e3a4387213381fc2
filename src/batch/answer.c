/* answer.c - what the JSON answer of a command says
 *
 * In:   a command and what it printed with --json
 * Out:  its verdicts, and a line that sums them up
 * Next: batch/compare.c, cli/cmd/cmd_batch.c, cli/cmd/cmd_results.c
 *
 * The answer comes from a database that anyone may have written: a key may be
 * missing or have any type, and then counts as absent. Start reading at
 * answer_read(), at the end.
 */
#include "batch/answer.h"

#include "base/vec.h"
#include "batch/grid.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SUMMARY = 240 }; /* characters */

typedef struct {
    Arena *arena;
    const json_t *json;
    VEC(Verdict) verdicts;
    Text summary;
} Reading;

static const char *string_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static long long integer_at(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static bool equals(const char *left, const char *right)
{
    return strcmp(left, right) == 0;
}

static const char *keep(Reading *reading, const char *text)
{
    return arena_string(reading->arena, text, strlen(text));
}

static void add_verdict(Reading *reading, const char *what, const char *verdict)
{
    bool is_decided = *verdict && !equals(verdict, "unknown");
    vec_push(&reading->verdicts,
             (Verdict){keep(reading, what),
                       is_decided ? keep(reading, verdict) : "unknown",
                       is_decided});
}

/* ", " between the items of a list. */
static void add_item(Text *out, bool *is_first, const char *item)
{
    text_addf(out, "%s%s", *is_first ? "" : ", ", item);
    *is_first = false;
}

/* ---- check ---- */

static void read_check(Reading *reading)
{
    json_t *diagnostics = json_object_get(reading->json, "diagnostics");
    bool is_valid = json_is_true(json_object_get(reading->json, "valid"));
    size_t count = json_array_size(diagnostics);
    add_verdict(reading, "valid", is_valid ? "yes" : "no");
    for (size_t i = 0; i < count && !is_valid; i++) {
        const json_t *diagnostic = json_array_get(diagnostics, i);
        if (!equals(string_at(diagnostic, "severity"), "error"))
            continue;
        text_addf(
            &reading->summary, "%lld:%lld: %s [%s]",
            integer_at(diagnostic, "line"), integer_at(diagnostic, "column"),
            string_at(diagnostic, "message"), string_at(diagnostic, "rule"));
        return;
    }
    text_adds(&reading->summary, is_valid ? "valid" : "not valid");
    if (is_valid && count)
        text_addf(&reading->summary, ", %zu warning%s", count,
                  count == 1 ? "" : "s");
}

/* ---- verify ---- */

/* What the exit status of verify counts. */
static bool is_required(const char *property)
{
    return equals(property, "playable") || equals(property, "terminating") ||
           equals(property, "goals");
}

static bool is_declaration(const char *property)
{
    return equals(property, "bases") || equals(property, "inputs");
}

/* "goals refuted for white after 12 steps: it has no value" */
static void add_refutation(Text *out, const json_t *result)
{
    size_t steps = json_array_size(json_object_get(result, "trace"));
    text_addf(out, "%s refuted", string_at(result, "property"));
    if (*string_at(result, "role"))
        text_addf(out, " for %s", string_at(result, "role"));
    if (steps && !json_is_integer(json_object_get(result, "loop_from")))
        text_addf(out, " after %zu step%s", steps, steps == 1 ? "" : "s");
    if (*string_at(result, "message"))
        text_addf(out, ": %s", string_at(result, "message"));
}

/* Adds BEFORE, the names at KEY of the results of that kind and VERDICT, and
 * BEHIND; nothing if there is none. */
static void add_group(Text *out, const json_t *results,
                      bool (*is_of_kind)(const char *), const char *key,
                      const char *verdict, const char *before,
                      const char *behind)
{
    Text names = {0};
    bool is_first = true;
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (is_of_kind(string_at(result, "property")) &&
            equals(string_at(result, "verdict"), verdict))
            add_item(&names, &is_first, string_at(result, key));
    }
    if (!is_first)
        text_addf(out, "%s%s%s%s", out->length ? "; " : "", before,
                  text_string(&names), behind);
    text_free(&names);
}

static bool is_winnable(const char *property)
{
    return equals(property, "winnable");
}

static void summarise_verify(Text *out, const json_t *results)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *property = string_at(result, "property");
        if ((is_required(property) || is_declaration(property)) &&
            equals(string_at(result, "verdict"), "refuted")) {
            add_refutation(out, result);
            return;
        }
    }
    add_group(out, results, is_required, "property", "proved", "", " proved");
    add_group(out, results, is_required, "property", "vacuous", "", " vacuous");
    add_group(out, results, is_required, "property", "unknown", "", " unknown");
    add_group(out, results, is_winnable, "role", "proved", "winnable ", "");
    add_group(out, results, is_winnable, "role", "refuted", "not winnable ",
              "");
    add_group(out, results, is_winnable, "role", "unknown", "winnable unknown ",
              "");
}

static void read_verify(Reading *reading)
{
    const json_t *results = json_object_get(reading->json, "results");
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *property = string_at(result, "property");
        /* the role of the first three is found, not asked for */
        bool is_of_role =
            *string_at(result, "role") &&
            (is_winnable(property) || strstr(property, "-known") ||
             equals(property, "strongly-winnable"));
        Text what = {0};
        text_addf(&what, "%s%s%s", property, is_of_role ? " " : "",
                  is_of_role ? string_at(result, "role") : "");
        add_verdict(reading, text_string(&what), string_at(result, "verdict"));
        text_free(&what);
    }
    summarise_verify(&reading->summary, results);
}

/* ---- prove ---- */

static void read_prove(Reading *reading)
{
    const json_t *results = json_object_get(reading->json, "results");
    static const char *const names[] = {"proved", "refuted", "unknown"};
    size_t counts[3] = {0};
    bool is_first = true;
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        add_verdict(reading, string_at(result, "formula"),
                    string_at(result, "verdict"));
        for (size_t k = 0; k < 3; k++)
            counts[k] += equals(vec_last(&reading->verdicts).verdict, names[k]);
    }
    for (size_t k = 0; k < 3; k++) {
        Text item = {0};
        text_addf(&item, "%zu %s", counts[k], names[k]);
        if (counts[k])
            add_item(&reading->summary, &is_first, text_string(&item));
        text_free(&item);
    }
    if (is_first)
        text_adds(&reading->summary, "no formulas");
}

/* ---- solve, know ---- */

/* "white 100, black 0": what each of several roles can secure. */
static void read_values(Reading *reading)
{
    const char *role;
    json_t *bounds;
    size_t count = 0;
    add_verdict(reading, "values", string_at(reading->json, "verdict"));
    json_object_foreach (json_object_get(reading->json, "values"), role, bounds)
        for (size_t i = 0; i < 2; i++) {
            const json_t *value = json_object_get(bounds, i ? "most" : "least");
            if (i && json_equal(value, json_object_get(bounds, "least")))
                break;
            text_addf(&reading->summary, "%s",
                      i         ? " to "
                      : count++ ? ", "
                                : "");
            if (!i)
                text_addf(&reading->summary, "%s ", role);
            if (json_is_string(value))
                text_adds(&reading->summary, json_string_value(value));
            else
                text_addf(&reading->summary, "%lld", json_integer_value(value));
        }
}

static void read_solve(Reading *reading)
{
    const json_t *kind = json_object_get(reading->json, "kind");
    if (kind &&
        !(json_is_string(kind) && equals(json_string_value(kind), "single"))) {
        read_values(reading);
        return;
    }
    const char *verdict = string_at(reading->json, "verdict");
    const json_t *goal = json_object_get(reading->json, "goal");
    bool is_solved = equals(verdict, "solved");
    char number[32] = "";
    if (json_is_integer(goal))
        snprintf(number, sizeof number, "%lld", json_integer_value(goal));
    add_verdict(reading, "goal", is_solved ? number : verdict);
    if (!*number)
        text_adds(&reading->summary, verdict);
    else
        text_addf(&reading->summary, "%s %s in %lld moves",
                  is_solved ? "goal" : "unknown whether more than", number,
                  integer_at(reading->json, "length"));
}

/* As its exit status: what was always known counts if all matches were played,
 * what was not if no limit was the reason. */
static void read_know(Reading *reading)
{
    static const char *const keys[] = {"legal", "terminal", "goal"};
    bool is_first = true;
    bool is_stopped = json_is_true(json_object_get(reading->json, "stopped"));
    for (size_t k = 0; k < 3; k++) {
        const json_t *known = json_object_get(reading->json, keys[k]);
        const char *verdict =
            json_is_true(known) && !is_stopped ? "known"
            : json_is_false(known) && !integer_at(reading->json, "limited")
                ? "not known"
                : "unknown";
        Text item = {0};
        add_verdict(reading, keys[k], verdict);
        text_addf(&item, "%s %s", keys[k], verdict);
        add_item(&reading->summary, &is_first, text_string(&item));
        text_free(&item);
    }
}

/* ---- perft, info, simulate ---- */

static void read_perft(Reading *reading)
{
    const json_t *depths = json_object_get(reading->json, "depths");
    for (size_t i = 0; i < json_array_size(depths); i++) {
        const json_t *depth = json_array_get(depths, i);
        char what[64], plays[32];
        snprintf(what, sizeof what, "plays to depth %lld",
                 integer_at(depth, "depth"));
        snprintf(plays, sizeof plays, "%lld", integer_at(depth, "plays"));
        add_verdict(reading, what, plays);
        text_free(&reading->summary);
        text_addf(&reading->summary, "%s %s", plays, what);
    }
}

static void read_info(Reading *reading)
{
    const json_t *roles = json_object_get(reading->json, "roles");
    text_addf(&reading->summary, "%s, %zu role%s",
              string_at(reading->json, "language"), json_array_size(roles),
              json_array_size(roles) == 1 ? "" : "s");
}

static void read_simulate(Reading *reading)
{
    text_addf(
        &reading->summary, "%lld playouts, %.0f states/s",
        integer_at(reading->json, "playouts"),
        json_number_value(json_object_get(reading->json, "states_per_second")));
}

/* ---- all ---- */

static AnswerState read_error(Reading *reading, const json_t *error)
{
    const char *rule = string_at(error, "rule");
    text_adds(&reading->summary, *string_at(error, "message")
                                     ? string_at(error, "message")
                                     : "an answer that is no JSON object");
    return equals(rule, "process")                           ? ANSWER_FAILED
           : equals(rule, "limit") || equals(rule, "memory") ? ANSWER_UNKNOWN
                                                             : ANSWER_ERROR;
}

/* Cuts a line that nobody would read to its end. */
static const char *finish_summary(Reading *reading)
{
    const char *text = text_string(&reading->summary);
    size_t length = bytes_of_characters(text, MAX_SUMMARY);
    return arena_printf(reading->arena, "%.*s%s", (int)length, text,
                        text[length] ? "..." : "");
}

static AnswerState read_answer(Reading *reading, const char *command)
{
    static const struct {
        const char *command;
        void (*read)(Reading *);
    } readers[] = {{"check", read_check}, {"verify", read_verify},
                   {"prove", read_prove}, {"solve", read_solve},
                   {"know", read_know},   {"perft", read_perft},
                   {"info", read_info},   {"simulate", read_simulate}};
    const json_t *error = json_object_get(reading->json, "error");
    /* prove may add an error to an answer: what it could not write */
    if (!json_is_object(reading->json) ||
        (error && !json_object_get(reading->json, "file")))
        return read_error(reading, error);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (equals(readers[i].command, command))
            readers[i].read(reading);
    bool is_verify = equals(command, "verify");
    for (size_t i = 0; i < reading->verdicts.count; i++) {
        const Verdict *verdict = &reading->verdicts.items[i];
        if (!verdict->is_decided && (!is_verify || is_required(verdict->what)))
            return ANSWER_UNKNOWN;
    }
    return ANSWER_DECIDED;
}

Answer answer_read(Arena *arena, const char *command, const char *json)
{
    json_t *parsed = json_loads(json, 0, NULL);
    Reading reading = {.arena = arena, .json = parsed};
    AnswerState state = read_answer(&reading, command);
    Answer answer = {.count = reading.verdicts.count,
                     .state = state,
                     .summary = finish_summary(&reading)};
    answer.verdicts = vec_finish(&reading.verdicts, arena); /* empties it */
    text_free(&reading.summary);
    json_decref(parsed);
    return answer;
}
