/* answer.c - what the JSON answer of a command says
 *
 * In:   a command and what it printed with --json
 * Out:  its verdicts, and a line that sums them up
 * Next: batch/results.c, cli/cmd/cmd_batch.c
 *
 * The answer comes from a database that anyone may have written: a key may be
 * missing or have any type, and then counts as absent. Start reading at
 * answer_read(), at the end.
 */
#include "batch/results.h"

#include <stdio.h>
#include <string.h>

enum { MAX_SUMMARY = 240 }; /* characters */

typedef struct {
    const json_t *json;
    json_t *verdicts;
    bool is_open;         /* a verdict that counts is not known */
    const char *counting; /* what counts, if not all; or NULL */
    Text summary;
} Reading;

static const char *string_at(const json_t *object, const char *key)
{
    const char *text = text_of(object, key);
    return text ? text : "";
}

static bool is_one_of(const char *words, const char *property)
{
    return find_word(words, property) != SIZE_MAX;
}

static void add_verdict(Reading *reading, const char *what, const char *verdict)
{
    bool is_decided = *verdict && strcmp(verdict, "unknown") != 0;
    json_t *pair = json_array();
    json_add(pair, json_text(what));
    json_add(pair, json_text(is_decided ? verdict : NULL));
    json_add(reading->verdicts, pair);
    reading->is_open |= !is_decided && (!reading->counting ||
                                        is_one_of(reading->counting, what));
}

/* ", " before all items of a list but the first. */
static const char *separator(const Text *list)
{
    return list->length ? ", " : "";
}

/* ---- check ---- */

static void read_check(Reading *reading)
{
    json_t *diagnostics = json_object_get(reading->json, "diagnostics");
    bool is_valid = flag_of(reading->json, "valid");
    size_t count = json_array_size(diagnostics);
    add_verdict(reading, "valid", is_valid ? "yes" : "no");
    for (size_t i = 0; i < count && !is_valid; i++) {
        const json_t *diagnostic = json_array_get(diagnostics, i);
        if (!text_is(diagnostic, "severity", "error"))
            continue;
        text_addf(&reading->summary, "%zu:%zu: %s [%s]",
                  count_of(diagnostic, "line"), count_of(diagnostic, "column"),
                  string_at(diagnostic, "message"),
                  string_at(diagnostic, "rule"));
        return;
    }
    text_adds(&reading->summary, is_valid ? "valid" : "not valid");
    if (is_valid && count)
        text_addf(&reading->summary, ", %zu warning%s", count,
                  count == 1 ? "" : "s");
}

/* ---- verify ---- */

/* What the exit status of verify counts. */
static const char required[] = "playable|terminating|goals";

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

/* Adds BEFORE, the names at KEY of the results for PROPERTIES with VERDICT, and
 * BEHIND; nothing if there is none. */
static void add_group(Text *out, const json_t *results, const char *properties,
                      const char *key, const char *verdict, const char *before,
                      const char *behind)
{
    Text names = {0};
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (is_one_of(properties, string_at(result, "property")) &&
            text_is(result, "verdict", verdict))
            text_addf(&names, "%s%s", separator(&names),
                      string_at(result, key));
    }
    if (names.length)
        text_addf(out, "%s%s%s%s", out->length ? "; " : "", before,
                  text_string(&names), behind);
    text_free(&names);
}

static void summarise_verify(Text *out, const json_t *results)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        if (is_one_of("playable|terminating|goals|bases|inputs",
                      string_at(result, "property")) &&
            text_is(result, "verdict", "refuted")) {
            add_refutation(out, result);
            return;
        }
    }
    add_group(out, results, required, "property", "proved", "", " proved");
    add_group(out, results, required, "property", "vacuous", "", " vacuous");
    add_group(out, results, required, "property", "unknown", "", " unknown");
    add_group(out, results, "winnable", "role", "proved", "winnable ", "");
    add_group(out, results, "winnable", "role", "refuted", "not winnable ", "");
    add_group(out, results, "winnable", "role", "unknown", "winnable unknown ",
              "");
}

static void read_verify(Reading *reading)
{
    const json_t *results = json_object_get(reading->json, "results");
    Text what = {0};
    reading->counting = required;
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *property = string_at(result, "property");
        /* the role of the first three is found, not asked for */
        bool is_of_role =
            *string_at(result, "role") &&
            (strstr(property, "winnable") || strstr(property, "-known"));
        what.length = 0;
        text_addf(&what, is_of_role ? "%s %s" : "%s", property,
                  string_at(result, "role"));
        add_verdict(reading, text_string(&what), string_at(result, "verdict"));
    }
    text_free(&what);
    summarise_verify(&reading->summary, results);
}

/* ---- prove ---- */

static void read_prove(Reading *reading)
{
    const json_t *results = json_object_get(reading->json, "results");
    static const char *const names[] = {"proved", "refuted", "unknown"};
    size_t counts[3] = {0};
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *verdict = string_at(result, "verdict");
        size_t number = find_word("proved|refuted", verdict);
        add_verdict(reading, string_at(result, "formula"), verdict);
        counts[number < 2 ? number : 2]++;
    }
    for (size_t k = 0; k < 3; k++)
        if (counts[k])
            text_addf(&reading->summary, "%s%zu %s",
                      separator(&reading->summary), counts[k], names[k]);
    if (!reading->summary.length)
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
            if (i)
                text_adds(&reading->summary, " to ");
            else
                text_addf(&reading->summary, "%s%s ", count++ ? ", " : "",
                          role);
            if (json_is_string(value))
                text_adds(&reading->summary, json_string_value(value));
            else
                text_addf(&reading->summary, "%lld", json_integer_value(value));
        }
}

static void read_solve(Reading *reading)
{
    const json_t *kind = json_object_get(reading->json, "kind");
    if (kind && !text_is(reading->json, "kind", "single")) {
        read_values(reading);
        return;
    }
    const char *verdict = string_at(reading->json, "verdict");
    bool is_solved = text_is(reading->json, "verdict", "solved"),
         has_goal = json_is_integer(json_object_get(reading->json, "goal"));
    char number[32];
    snprintf(number, sizeof number, "%zu", count_of(reading->json, "goal"));
    add_verdict(reading, "goal", is_solved ? number : verdict);
    if (!has_goal)
        text_adds(&reading->summary, verdict);
    else
        text_addf(&reading->summary, "%s %s in %zu moves",
                  is_solved ? "goal" : "unknown whether more than", number,
                  count_of(reading->json, "length"));
}

/* As its exit status: what was always known counts if all matches were played,
 * what was not if no limit was the reason. */
static void read_know(Reading *reading)
{
    static const char *const keys[] = {"legal", "terminal", "goal"};
    for (size_t k = 0; k < 3; k++) {
        const json_t *known = json_object_get(reading->json, keys[k]);
        const char *verdict =
            json_is_true(known) && !flag_of(reading->json, "stopped") ? "known"
            : json_is_false(known) && !count_of(reading->json, "limited")
                ? "not known"
                : "unknown";
        add_verdict(reading, keys[k], verdict);
        text_addf(&reading->summary, "%s%s %s", separator(&reading->summary),
                  keys[k], verdict);
    }
}

/* ---- perft, info, simulate ---- */

static void read_perft(Reading *reading)
{
    const json_t *depths = json_object_get(reading->json, "depths");
    for (size_t i = 0; i < json_array_size(depths); i++) {
        const json_t *depth = json_array_get(depths, i);
        char what[48], plays[32];
        snprintf(what, sizeof what, "plays to depth %zu",
                 count_of(depth, "depth"));
        snprintf(plays, sizeof plays, "%zu", count_of(depth, "plays"));
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
    text_addf(&reading->summary, "%zu playouts, %.0f states/s",
              count_of(reading->json, "playouts"),
              real_of(reading->json, "states_per_second"));
}

/* ---- all ---- */

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
        (error && !json_object_get(reading->json, "file"))) {
        const char *rule = string_at(error, "rule"),
                   *message = string_at(error, "message");
        text_adds(&reading->summary,
                  *message ? message : "an answer that is no JSON object");
        return strcmp(rule, "process") == 0      ? ANSWER_FAILED
               : is_one_of("limit|memory", rule) ? ANSWER_UNKNOWN
                                                 : ANSWER_ERROR;
    }
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (strcmp(readers[i].command, command) == 0)
            readers[i].read(reading);
    return reading->is_open ? ANSWER_UNKNOWN : ANSWER_DECIDED;
}

/* A summary that nobody would read to its end is cut. */
json_t *answer_read(const char *command, const json_t *answer)
{
    Reading reading = {.json = answer, .verdicts = json_array()};
    AnswerState state = read_answer(&reading, command);
    size_t length =
        bytes_of_characters(text_string(&reading.summary), MAX_SUMMARY);
    if (length < reading.summary.length) {
        reading.summary.length = length;
        text_adds(&reading.summary, "...");
    }
    return JSON_OBJECT({"state", json_integer(state)},
                       {"summary", json_take_text(&reading.summary)},
                       {"verdicts", reading.verdicts});
}
