/* table_data.c - the published experiments that `table` repeats, and figures
 *
 * In:   data/published.json, which the Makefile turns into an array; rule
 * files; rows of the database: what a command of this program printed with
 *       --json, or how it ended
 * Out:  a Table; figures: a short answer, a time or a rate, and why there is no
 *       more
 * Next: cli/cmd/cmd_table.c measures, table_report.c sets figures side by side
 *
 * What the file lacks is a mistake of ours: asserts. Start reading at
 * table_new() and figure_of_row(), at the end.
 */
#include "cli/table/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- figures ---- */

static const char *value_key(TableKind kind)
{
    return kind == TABLE_RATE ? "rate" : "seconds";
}

double figure_value(const json_t *figure)
{
    const json_t *value = json_object_get(figure, "seconds");
    if (!value)
        value = json_object_get(figure, "rate");
    return json_is_number(value) ? json_number_value(value) : -1;
}

/* Takes ANSWER and NOTE; each of the three may be NULL. LIMITED means that a
 * limit cut the answer short. */
static json_t *new_figure(TableKind kind, json_t *answer, json_t *value,
                          bool limited, json_t *note)
{
    return json_pack("{s:o?,s:O?,s:b,s:b,s:o?}", "answer", answer,
                     value_key(kind), value, "limited", limited, "failed",
                     false, "note", note);
}

static json_t *failed_figure(TableKind kind, json_t *note)
{
    json_t *figure = new_figure(kind, NULL, NULL, false, note);
    json_put(figure, "failed", json_true());
    return figure;
}

/* ---- what is published ---- */

json_t *published_tables(void)
{
    const Embedded *data =
        embedded_find("published.json", strlen("published.json"));
    json_t *root =
        json_loadb((const char *)data->bytes, *data->length, 0, NULL);
    json_t *tables = json_incref(json_object_get(root, "tables"));
    assert(json_is_array(tables));
    json_decref(root);
    return tables;
}

/* ---- our methods ---- */

const json_t *method_of(const Table *table, size_t series)
{
    assert(series >= table->source_count); /* not published */
    return json_array_get(json_object_get(table->data, "methods"),
                          series - table->source_count);
}

const char *series_name(const Table *table, size_t series)
{
    const json_t *sources = json_object_get(table->data, "sources");
    return series < table->source_count
               ? json_string_value(json_array_get(sources, series))
               : text_of(method_of(table, series), "name");
}

static void add_words(Words *words, const json_t *texts)
{
    for (size_t i = 0; i < json_array_size(texts); i++)
        vec_push(words, json_string_value(json_array_get(texts, i)));
}

/* The command, what the line adds, and what it adds for this method only. */
void add_arguments(Words *words, const Table *table, const TableLine *line,
                   size_t series)
{
    const json_t *only = json_object_get(line->line, "only");
    add_words(words, json_object_get(method_of(table, series), "arguments"));
    add_words(words, json_object_get(line->line, "arguments"));
    add_words(words, json_object_get(only, series_name(table, series)));
}

/* ---- tables ---- */

/* The method of that name; the number of series if it is none. */
static size_t find_method(const Table *table, const json_t *name)
{
    size_t i = table->source_count;
    while (i < table->series_count &&
           strcmp(series_name(table, i), json_string_value(name)) != 0)
        i++;
    return i;
}

static bool is_game_wanted(const char *const *only, const char *game)
{
    bool has_no_filter = !*only;
    while (*only && strcasecmp(*only, game) != 0)
        only++;
    return has_no_filter || *only;
}

/* The published figures with all keys that one may have, and null for what is
 * to be measured. */
static json_t *figures_of(const Table *table, const json_t *line)
{
    const json_t *published = json_object_get(line, "published");
    json_t *figures = json_array();
    for (size_t i = 0; i < table->series_count; i++) {
        json_t *figure = json_array_get(published, i), *complete = json_null();
        if (json_is_object(figure)) {
            complete = json_pack("{s:n,s:n,s:n}", "answer",
                                 value_key(table->kind), "note");
            json_object_update(complete, figure);
        }
        json_add(figures, complete);
    }
    return figures;
}

Table table_new(Arena *arena, json_t *data, const char *const *only,
                const RuleFiles *files)
{
    const json_t *ratio = json_object_get(data, "ratio");
    Table table = {
        .data = data,
        .kind = (TableKind)find_word("verdict|counts|plan|knowledge|value|rate",
                                     text_of(data, "kind")),
        .source_count = json_array_size(json_object_get(data, "sources"))};
    VEC(TableLine) lines = {0};
    size_t r, k;
    json_t *row, *line;
    table.series_count =
        table.source_count + json_array_size(json_object_get(data, "methods"));
    table.slow_series = find_method(&table, json_array_get(ratio, 0));
    table.fast_series = find_method(&table, json_array_get(ratio, 1));
    assert(table.kind <= TABLE_RATE && table.source_count &&
           table.fast_series < table.series_count);
    json_array_foreach (json_object_get(data, "rows"), r, row) {
        if (!is_game_wanted(only, text_of(row, "game")))
            continue;
        const RuleFile *file;
        Found found = rule_files_find(files, text_of(row, "sha256"),
                                      text_of(row, "file"), &file);
        json_array_foreach (json_object_get(row, "lines"), k, line) {
            json_t *figures = figures_of(&table, line);
            json_put(line, "figures", figures);
            vec_push(&lines,
                     (TableLine){row, line, k == 0, found, file, figures});
        }
    }
    table.line_count = lines.count;
    table.lines = vec_finish(&lines, arena);
    return table;
}

/* ---- prove ---- */

static json_t *figure_of_proof(TableKind kind, const json_t *answer)
{
    json_t *counts = json_object_get(answer, "counts"), *result;
    const char *limit = NULL; /* the first that left a formula undecided */
    size_t i;
    json_array_foreach (json_object_get(answer, "results"), i, result)
        if (!limit && text_is(result, "verdict", "unknown"))
            limit = text_of(result, "reason");
    size_t proved = count_of(counts, "proved"),
           refuted = count_of(counts, "refuted"),
           total = count_of(counts, "total");
    if (!json_is_object(counts))
        return NULL;
    assert(total == proved + refuted + count_of(counts, "unknown"));
    json_t *figure = new_figure(kind,
                                kind == TABLE_VERDICT && total == 1
                                    ? json_string(proved    ? "yes"
                                                  : refuted ? "refuted"
                                                  : limit   ? "stopped"
                                                            : "not proved")
                                    : json_sprintf("%zu/%zu", proved, total),
                                json_object_get(answer, "seconds"), limit,
                                json_pack("s?", limit));
    json_object_update(figure, counts);
    json_object_del(figure, "total");
    return figure;
}

/* ---- solve, know ---- */

static json_t *figure_of_plan(const json_t *answer)
{
    const char *verdict = text_of(answer, "verdict");
    const char *note = text_of(answer, "stopped");
    const json_t *goal = json_object_get(answer, "goal");
    size_t value = count_of(answer, "goal"),
           length = count_of(answer, "length");
    if (!verdict)
        return NULL;
    bool limited = strcmp(verdict, "unknown") == 0;
    return new_figure(
        TABLE_PLAN,
        !json_is_integer(goal) ? json_string(limited ? "stopped" : "no plan")
        : value == 100         ? json_sprintf("%zu moves", length)
        : limited              ? json_sprintf("%zu, or better", value)
                  : json_sprintf("%zu moves for %zu", length, value),
        json_object_get(answer, "seconds"), limited,
        json_pack("s?", limited && !note ? "a limit was reached" : note));
}

static const char *truth_word(const json_t *answer, const char *key)
{
    const json_t *value = json_object_get(answer, key);
    return json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "-";
}

/* As the paper has it: without legal moves nothing else counts. Few matches are
 * worth a number: chance may have hidden what cannot be known. */
static json_t *figure_of_knowledge(const json_t *answer)
{
    enum { MIN_MATCHES = 20 };
    const json_t *legal = json_object_get(answer, "legal");
    size_t limited_rounds = count_of(answer, "limited");
    size_t match_count = count_of(answer, "matches");
    if (!json_is_boolean(legal))
        return NULL;
    json_t *note =
        limited_rounds
            ? json_sprintf("%zu of %zu rounds were cut short", limited_rounds,
                           count_of(answer, "rounds"))
        : !flag_of(answer, "stopped") ? NULL
        : match_count >= MIN_MATCHES
            ? json_string("fewer than 1000 matches in the time given, but at "
                          "least 20")
            : json_sprintf("only %zu match%s in the time given", match_count,
                           match_count == 1 ? "" : "es");
    return new_figure(TABLE_KNOWLEDGE,
                      json_is_false(legal)
                          ? json_string("no/-/-")
                          : json_sprintf("%s/%s/%s",
                                         truth_word(answer, "legal"),
                                         truth_word(answer, "terminal"),
                                         truth_word(answer, "goal")),
                      json_object_get(answer, "seconds_per_1000_rounds"),
                      limited_rounds > 0 || !match_count, note);
}

/* What each role can secure, in their order. */
static json_t *figure_of_value(const json_t *answer)
{
    const char *role, *note = text_of(answer, "stopped");
    json_t *bounds;
    bool is_certain = flag_of(answer, "certain");
    Text values = {0};
    json_object_foreach (json_object_get(answer, "values"), role, bounds)
        text_addf(&values, "%s%zu", values.length ? "/" : "",
                  count_of(bounds, "least"));
    json_t *words =
        json_stringn(is_certain ? values.bytes : "stopped",
                     is_certain ? values.length : strlen("stopped"));
    text_free(&values);
    return new_figure(TABLE_VALUE, words, json_object_get(answer, "seconds"),
                      !is_certain, json_pack("s?", note));
}

/* ---- any command ---- */

static json_t *figure_of_answer(TableKind kind, const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    json_t *rate = json_object_get(answer, "states_per_second");
    if (json_is_object(error)) {
        const char *rule = text_of(error, "rule");
        json_t *note = json_pack("s?", text_of(error, "message"));
        return rule && strcmp(rule, "memory") == 0 /* a limit is an answer */
                   ? new_figure(kind, json_string("stopped"), NULL, true, note)
                   : failed_figure(kind, note);
    }
    json_t *figure = kind == TABLE_PLAN        ? figure_of_plan(answer)
                     : kind == TABLE_KNOWLEDGE ? figure_of_knowledge(answer)
                     : kind == TABLE_VALUE     ? figure_of_value(answer)
                     : kind != TABLE_RATE      ? figure_of_proof(kind, answer)
                     : rate ? new_figure(kind, NULL, rate, false, NULL)
                            : NULL;
    return figure
               ? figure
               : failed_figure(kind, json_string("the answer cannot be read"));
}

/* It went on beyond its limit; asked to end, it may have said what it knew. */
static json_t *figure_of_overrun(TableKind kind, json_t *figure, double seconds)
{
    if (flag_of(figure, "failed")) {
        json_decref(figure);
        figure = new_figure(kind, json_string("stopped"), NULL, true, NULL);
    }
    json_put(figure, "limited", json_true());
    if (kind != TABLE_RATE && kind != TABLE_KNOWLEDGE)
        json_put(figure, "seconds", json_real(seconds));
    json_put(figure, "note",
             json_string("it was stopped, having gone on beyond its "
                         "limit of time"));
    return figure;
}

json_t *figure_of_row(TableKind kind, const CellRow *row)
{
    json_t *figure = figure_of_answer(kind, row->answer);
    return row->exit == CELL_TIMED_OUT
               ? figure_of_overrun(kind, figure, row->seconds)
               : figure;
}

/* ---- compared ---- */

int figure_agrees(TableKind kind, const json_t *figure, const json_t *published)
{
    const char *ours = text_of(figure, "answer");
    const char *theirs = text_of(published, "answer");
    if (flag_of(figure, "failed") || flag_of(figure, "limited") || !ours ||
        !theirs)
        return -1;
    if (kind == TABLE_VERDICT && strcmp(theirs, "no") == 0)
        return strcmp(ours, "yes") != 0;
    if (kind == TABLE_VALUE) /* of the first role */
        return (strcmp(theirs, "win") == 0) == (strncmp(ours, "100/", 4) == 0);
    return strcmp(ours, theirs) == 0;
}
