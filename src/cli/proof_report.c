/* proof_report.c - the answer of prove, and why something is proved or refuted
 *
 * In:   the answer as JSON, of one process or put together from several; a
 *       result of prove or verify with the keys of --why
 * Out:  what is printed, and the exit status
 *
 * Lemmas that say the same of other constants are one line, with a count. Start
 * reading at show_why() and show_answer().
 */
#include "cli/output.h"

#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, INDENT = 9 };

/* Prints TEXT in lines that fit, the first after LEAD. */
static void print_behind(const char *lead, const char *text)
{
    size_t indent = INDENT + strlen(lead);
    printf("%*s%s", INDENT, "", lead);
    print_wrapped(indent, indent, WIDTH, text);
}

/* ---- lemmas of one kind ---- */

/* WORDS without the constants that are arguments: what stands between
 * parentheses or commas and is not followed by an opening parenthesis. */
static char *schema_of(const char *words)
{
    Text schema = {0};
    int depth = 0;
    while (*words) {
        size_t length = strcspn(words, "(), ");
        bool is_argument = depth && length && words[length] != '(';
        if (is_argument)
            text_addc(&schema, '_');
        else
            text_add(&schema, words, length);
        words += length;
        depth += *words == '(';
        depth -= *words == ')' && depth;
        if (*words)
            text_addc(&schema, *words++);
    }
    return text_take(&schema);
}

/* By lemma: the number of its group, from 1. */
static size_t *group_lemmas(const json_t *lemmas, size_t *group_count)
{
    size_t count = json_array_size(lemmas);
    size_t *groups = memory_zeroed(count + 1, sizeof *groups);
    json_t *numbers = json_object();
    for (size_t i = 0; i < count; i++) {
        char *schema = schema_of(text_of(json_array_get(lemmas, i), "words"));
        if (!json_object_get(numbers, schema))
            json_put(numbers, schema,
                     json_count(json_object_size(numbers) + 1));
        groups[i] = count_of(numbers, schema);
        memory_free(schema);
    }
    *group_count = json_object_size(numbers);
    json_decref(numbers);
    return groups;
}

/* "given 1 and 3": the groups that those of GROUP are given. */
static void add_uses(const json_t *lemmas, const size_t *groups,
                     size_t group_count, size_t group, Text *out)
{
    bool *is_used = memory_zeroed(group_count + 1, sizeof *is_used);
    const char *separator = ", given ";
    for (size_t i = 0; i < json_array_size(lemmas); i++) {
        const json_t *uses = json_object_get(json_array_get(lemmas, i), "uses");
        for (size_t k = 0; groups[i] == group && k < json_array_size(uses);
             k++) {
            size_t used = (size_t)json_integer_value(json_array_get(uses, k));
            is_used[used ? groups[used - 1] : 0] = true;
        }
    }
    for (size_t i = 0; i <= group_count; i++) {
        if (!is_used[i] || i == group)
            continue;
        text_adds(out, separator);
        separator = ", ";
        if (i)
            text_addf(out, "%zu", i);
        else
            text_adds(out, "what is to be proved");
    }
    if (is_used[group])
        text_addf(out, "%seach other", separator);
    memory_free(is_used);
}

/* Adds the lines of those in GROUP, each once: "lines 3, 7". */
static void add_lines(const json_t *lemmas, const size_t *groups, size_t group,
                      Text *out)
{
    json_t *seen = json_object();
    Text list = {0};
    for (size_t i = 0; i < json_array_size(lemmas); i++) {
        const json_t *lines =
            json_object_get(json_array_get(lemmas, i), "lines");
        for (size_t k = 0; groups[i] == group && k < json_array_size(lines);
             k++) {
            char line[32];
            snprintf(line, sizeof line, "%lld",
                     (long long)json_integer_value(json_array_get(lines, k)));
            if (json_object_get(seen, line))
                continue;
            text_addf(&list, "%s%s", list.length ? ", " : " ", line);
            json_put(seen, line, json_true());
        }
    }
    if (list.length)
        text_addf(out, "; line%s%s", plural(json_object_size(seen)),
                  text_string(&list));
    text_free(&list);
    json_decref(seen);
}

static void show_group(const json_t *lemmas, const size_t *groups,
                       size_t group_count, size_t group)
{
    enum { MAX_FORMULA = 240 };
    const json_t *first = NULL;
    size_t others = 0;
    Text text = {0};
    char lead[32];
    for (size_t i = json_array_size(lemmas); i-- > 0;)
        if (groups[i] == group) {
            others += first ? 1 : 0;
            first = json_array_get(lemmas, i);
        }
    text_adds(&text, text_of(first, "words"));
    if (others)
        text_addf(&text, " (and the same for %zu other%s)", others,
                  plural(others));
    snprintf(lead, sizeof lead, "  %zu. ", group);
    print_behind(lead, text_string(&text));
    text_free(&text);
    const char *formula = text_of(first, "formula");
    text_add(&text, formula,
             strlen(formula) > MAX_FORMULA ? MAX_FORMULA : strlen(formula));
    text_adds(&text, strlen(formula) > MAX_FORMULA ? " ..." : "");
    print_behind("     ", text_string(&text));
    text_free(&text);
    const char *how = text_of(first, "how"), *given = strstr(how, ", given");
    text_add(&text, how, given ? (size_t)(given - how) : strlen(how));
    add_uses(lemmas, groups, group_count, group, &text);
    add_lines(lemmas, groups, group, &text);
    print_behind("     ", text_string(&text));
    text_free(&text);
}

/* ---- measures and rules ---- */

static void add_texts(Text *out, const json_t *list, const char *one,
                      const char *many)
{
    size_t count = json_array_size(list);
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%s%s",
                  i             ? ", "
                  : out->length ? "; "
                                : "",
                  json_string_value(json_array_get(list, i)));
    text_adds(out, !count ? "" : count > 1 ? many : one);
}

static void show_measure(const json_t *measure)
{
    size_t i;
    json_t *move;
    Text text = {0};
    text_addf(&text, "add %s", text_of(measure, "words"));
    print_behind("the number: ", text_string(&text));
    text_free(&text);
    json_array_foreach (json_object_get(measure, "moves"), i, move) {
        Text change = {0};
        text_addf(&text, "%s: ", text_of(move, "move"));
        add_texts(&change, json_object_get(move, "gone"), " ends", " end");
        add_texts(&change, json_object_get(move, "new"), " begins", " begin");
        text_addf(
            &text, "%s%sthe number goes from %lld to %lld",
            text_string(&change), change.length ? "; " : "",
            (long long)json_integer_value(json_object_get(move, "before")),
            (long long)json_integer_value(json_object_get(move, "after")));
        print_behind(i ? "             " : "for example  ", text_string(&text));
        text_free(&change);
        text_free(&text);
    }
}

static void show_rules(const json_t *rules)
{
    enum { MAX_RULES = 12 };
    size_t count = json_array_size(rules),
           shown = count > MAX_RULES + 2 ? MAX_RULES : count;
    Text text = {0};
    for (size_t i = 0; i < shown; i++) {
        const json_t *rule = json_array_get(rules, i);
        text_addf(&text, "%s%zu %s", i ? ", " : "", count_of(rule, "line"),
                  text_of(rule, "head"));
    }
    if (shown < count)
        text_addf(&text, " and %zu more", count - shown);
    if (count)
        print_behind("rules, by line: ", text_string(&text));
    text_free(&text);
}

void show_why(const json_t *result)
{
    const char *argument = text_of(result, "argument");
    const json_t *lemmas = json_object_get(result, "lemmas"),
                 *measure = json_object_get(result, "measure");
    if (!argument)
        return;
    if (!text_is(result, "argument", "the play shows it"))
        print_behind("why: ", argument);
    if (measure)
        show_measure(measure);
    if (measure && json_array_size(lemmas))
        print_behind("", "given these lemmas");
    size_t group_count, *groups = group_lemmas(lemmas, &group_count);
    for (size_t group = 1; group <= group_count; group++)
        show_group(lemmas, groups, group_count, group);
    memory_free(groups);
    show_rules(json_object_get(result, "rules"));
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
               real_of(method, "seconds"),
               (double)count_of(method, "work") / 1e6);
}

/* ---- how a formula fails ---- */

/* The play, and with --trace its positions. */
static void show_play(const Arguments *arguments, const json_t *trace,
                      size_t position)
{
    char lead[80];
    assert(position <= json_array_size(trace));
    snprintf(lead, sizeof lead, "         fails in position %zu%s", position,
             json_array_size(trace) ? " of the play " : ", the initial one");
    print_play(lead, 11, trace);
    if (has_option(arguments, "trace"))
        draw_steps(arguments->drawing, "", trace, 9);
}

static void show_failed_position(Drawing *drawing, const json_t *failed,
                                 const char *key, bool is_first)
{
    const json_t *features = json_object_get(failed, key);
    printf("         %s it%s\n", key,
           json_array_size(features) ? "" : " nothing holds");
    draw_features(drawing, features, 11, is_first);
}

/* Two positions and the joint move between them, as Schiffel and Thielscher
 * (2009) show them. */
static void show_failed_step(Drawing *drawing, json_t *failed)
{
    const char *role, *separator = "";
    json_t *move;
    printf("         not inductive: it can fail after a step (from a position "
           "that may be\n         out of reach)\n");
    show_failed_position(drawing, failed, "before", true);
    printf("         the step:");
    json_object_foreach (json_object_get(failed, "moves"), role, move) {
        printf("%s %s does %s", separator, role, json_string_value(move));
        separator = ",";
    }
    putchar('\n');
    show_failed_position(drawing, failed, "after", false);
}

/* ---- how many of each family ---- */

static const char *const verdict_words[] = {"proved", "refuted", "unknown"};

static size_t verdict_of(const json_t *result)
{
    return find_word("proved|refuted|unknown", text_of(result, "verdict"));
}

/* {"persistence": [proved, refuted, unknown], ...}; "given" are formulas that
 * belong to none. */
static json_t *count_families(const json_t *results)
{
    json_t *families = json_object(), *result;
    size_t i;
    json_array_foreach (results, i, result) {
        const char *name = text_of(result, "family");
        json_t *counts = json_object_get(families, name ? name : "given");
        if (!counts)
            json_put(families, name ? name : "given",
                     counts = json_pack("[i,i,i]", 0, 0, 0));
        json_t *count = json_array_get(counts, verdict_of(result));
        json_integer_set(count, json_integer_value(count) + 1);
    }
    return families;
}

static size_t family_count(const json_t *counts, size_t verdict)
{
    return (size_t)json_integer_value(json_array_get(counts, verdict));
}

static void show_summary(json_t *families, const json_t *counts)
{
    const char *name;
    json_t *family;
    size_t total = count_of(counts, "total");
    printf("%zu formula%s: %zu proved, %zu refuted, %zu unknown\n", total,
           plural(total), count_of(counts, "proved"),
           count_of(counts, "refuted"), count_of(counts, "unknown"));
    if (json_object_size(families) < 2)
        return;
    printf("  %-13s%8s%8s%8s%8s\n", "family", "formulas", "proved", "refuted",
           "unknown");
    json_object_foreach (families, name, family) {
        size_t proved = family_count(family, 0),
               refuted = family_count(family, 1),
               unknown = family_count(family, 2);
        printf("  %-13s%8zu%8zu%8zu%8zu\n", name, proved + refuted + unknown,
               proved, refuted, unknown);
    }
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
        show_failed_step(arguments->drawing, failed);
    if (reason)
        printf("         %s\n", reason);
    if (has_value(result, "position") && !has_option(arguments, "trace"))
        draw_features(arguments->drawing, json_object_get(result, "position"),
                      11, true);
    show_why(result);
}

/* Families that say the same of everything there is tell little by a line for
 * each formula. */
static bool is_folded(const Arguments *arguments, const char *family)
{
    return family && !has_option(arguments, "all") &&
           find_word("persistence|existence", family) != SIZE_MAX;
}

/* A line for all formulas of the family with verdict ONLY, or any. */
static void show_folded(const char *name, const json_t *counts, size_t only)
{
    const char *separator = ": ";
    printf("folded   %s", name);
    for (size_t i = 0; i < 3; i++)
        if (family_count(counts, i) && (only == i || only == SIZE_MAX)) {
            printf("%s%zu %s", separator, family_count(counts, i),
                   verdict_words[i]);
            separator = ", ";
        }
    puts(" (--all lists them)");
}

/* Takes out of FAMILIES those that were shown in one line. */
static void show_results(const Arguments *arguments, json_t *families,
                         const json_t *results)
{
    size_t only = choice_option(arguments, "only", SIZE_MAX);
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *family = text_of(result, "family");
        if (only != SIZE_MAX && verdict_of(result) != only)
            continue;
        if (!is_folded(arguments, family)) {
            show_result(arguments, result);
        } else if (json_object_get(families, family)) {
            show_folded(family, json_object_get(families, family), only);
            json_object_del(families, family);
        }
    }
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    answer_state = ANSWER_BEING_WRITTEN; /* thousands of plays take a while */
    const json_t *results = json_object_get(answer, "results"),
                 *statistics = json_object_get(answer, "statistics");
    json_t *families = count_families(results);
    show_summary(families, json_object_get(answer, "counts"));
    if (json_array_size(json_object_get(answer, "assumes")))
        printf("What is proved rests on every role having a legal move in "
               "every position that is\nnot terminal, which was not proved.\n");
    const char *used = text_of(answer, "generator");
    if (strcmp(text_option(arguments, "generator", used), used) != 0)
        printf("Steps start from all positions: that control is unique was "
               "not proved.\n");
    if (json_array_size(results))
        putchar('\n');
    show_results(arguments, families, results);
    json_decref(families);
    if (statistics)
        show_statistics(statistics);
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    const json_t *counts = json_object_get(answer, "counts");
    return count_of(counts, "refuted")   ? EXIT_NO
           : count_of(counts, "unknown") ? EXIT_UNKNOWN
                                         : EXIT_YES;
}

const Query prove_query = {.question = zermelo_prove_json,
                           .show = show_answer,
                           .status = status_of,
                           .progress = "proving"};
