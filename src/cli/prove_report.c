/* prove_report.c - the answer of prove, for people and for programs
 *
 * In:   the answer as JSON, of one process or put together from several
 * Out:  what is printed, and the exit status
 *
 * Start reading at show_answer(), at the end.
 */
#include "cli/drawing.h"

#include "base/vec.h"
#include "base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

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

typedef struct {
    const char *name; /* NULL: formulas that were given */
    size_t total;
    size_t counts[3]; /* by verdict */
    bool is_folded, is_shown;
} FamilyCount;

typedef VEC(FamilyCount) FamilyCounts;

static FamilyCount *find_family(FamilyCounts *families, const char *name)
{
    for (size_t i = 0; i < families->count; i++) {
        FamilyCount *family = &families->items[i];
        if (name == family->name ||
            (name && family->name && strcmp(name, family->name) == 0))
            return family;
    }
    vec_push(families, (FamilyCount){.name = name});
    return &families->items[families->count - 1];
}

static size_t verdict_of(const json_t *result)
{
    return find_word("proved|refuted|unknown", text_of(result, "verdict"));
}

/* Families that say the same of everything there is tell little by a line for
 * each formula. */
static FamilyCounts count_families(const Arguments *arguments,
                                   const json_t *results)
{
    FamilyCounts families = {0};
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        FamilyCount *family = find_family(&families, text_of(result, "family"));
        family->total++;
        family->counts[verdict_of(result)]++;
        family->is_folded =
            family->name && !has_option(arguments, "all") &&
            find_word("persistence|existence", family->name) != SIZE_MAX;
    }
    return families;
}

static void show_summary(const FamilyCounts *families, const json_t *counts)
{
    size_t total = count_of(counts, "total");
    printf("%zu formula%s: %zu proved, %zu refuted, %zu unknown\n", total,
           plural(total), count_of(counts, "proved"),
           count_of(counts, "refuted"), count_of(counts, "unknown"));
    if (families->count > 1)
        printf("  %-13s%8s%8s%8s%8s\n", "family", "formulas", "proved",
               "refuted", "unknown");
    for (size_t i = 0; families->count > 1 && i < families->count; i++) {
        const FamilyCount *family = &families->items[i];
        printf("  %-13s%8zu%8zu%8zu%8zu\n",
               family->name ? family->name : "given", family->total,
               family->counts[0], family->counts[1], family->counts[2]);
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

/* A line for all formulas of the family with verdict ONLY, or any. */
static void show_folded(FamilyCount *family, size_t only)
{
    static const char *const words[] = {"proved", "refuted", "unknown"};
    const char *separator = ": ";
    if (family->is_shown)
        return;
    printf("folded   %s", family->name);
    for (size_t i = 0; i < 3; i++)
        if (family->counts[i] && (only == i || only == SIZE_MAX)) {
            printf("%s%zu %s", separator, family->counts[i], words[i]);
            separator = ", ";
        }
    puts(" (--all lists them)");
    family->is_shown = true;
}

static void show_results(const Arguments *arguments, FamilyCounts *families,
                         const json_t *results)
{
    size_t only = choice_option(arguments, "only", SIZE_MAX);
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        FamilyCount *family = find_family(families, text_of(result, "family"));
        if (only != SIZE_MAX && verdict_of(result) != only)
            continue;
        if (family->is_folded)
            show_folded(family, only);
        else
            show_result(arguments, result);
    }
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    answer_state = ANSWER_BEING_WRITTEN; /* thousands of plays take a while */
    const json_t *results = json_object_get(answer, "results"),
                 *statistics = json_object_get(answer, "statistics");
    FamilyCounts families = count_families(arguments, results);
    show_summary(&families, json_object_get(answer, "counts"));
    if (json_array_size(json_object_get(answer, "assumes")))
        printf("What is proved rests on every role having a legal move in "
               "every position that is\nnot terminal, which was not proved.\n");
    const char *used = text_of(answer, "generator");
    if (strcmp(text_option(arguments, "generator", used), used) != 0)
        printf("Steps start from all positions: that control is unique was "
               "not proved.\n");
    if (json_array_size(results))
        putchar('\n');
    show_results(arguments, &families, results);
    vec_free(&families);
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

Query prove_query(Progress *progress)
{
    return (Query){.question = zermelo_prove_json,
                   .show = show_answer,
                   .status = status_of,
                   .progress = progress,
                   .report = progress_on_report,
                   .context = progress};
}
