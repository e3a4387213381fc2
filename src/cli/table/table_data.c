/* table_data.c - the published experiments that `table` repeats
 *
 * In:   data/published.json, which the Makefile turns into an array
 * Out:  Study structures, in an arena of their own
 * Next: cli/table/table_find.c looks for the rule files, cli/table/table_run.c
 *       measures
 *
 * What the file lacks is a mistake of ours: asserts. Start reading at
 * published_new(), near the end.
 */
#include "cli/table/table_data.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* A text that has to be there. */
static const char *needed_text(const json_t *object, const char *key)
{
    const char *text = text_at(object, key);
    assert(text);
    return text;
}

/* The command, what the line adds, and what it adds for this method only. */
static const char **line_arguments(Arena *arena, const json_t *method,
                                   const json_t *line)
{
    const json_t *const parts[] = {
        json_object_get(method, "arguments"),
        json_object_get(line, "arguments"),
        json_object_get(json_object_get(line, "only"),
                        needed_text(method, "name"))};
    size_t count = 0;
    for (size_t i = 0; i < 3; i++)
        count += json_array_size(parts[i]);
    const char **all = arena_array(arena, const char *, count + 1), **end = all;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < json_array_size(parts[i]); k++)
            *end++ = json_string_value(json_array_get(parts[i], k));
    return all;
}

static Line read_line(Arena *arena, const Study *study, const json_t *methods,
                      const json_t *object)
{
    Line line = {.column = needed_text(object, "column"),
                 .detail = text_at(object, "detail")};
    const json_t *published = json_object_get(object, "published");
    line.published = arena_array(arena, Figure, study->source_count);
    for (size_t i = 0; i < study->source_count; i++)
        line.published[i] =
            figure_of_json(study->kind, json_array_get(published, i));
    line.arguments = arena_array(arena, const char **, study->series_count);
    for (size_t i = study->source_count; i < study->series_count; i++)
        line.arguments[i] = line_arguments(
            arena, json_array_get(methods, i - study->source_count), object);
    return line;
}

static Row read_row(Arena *arena, const Study *study, const json_t *methods,
                    const json_t *object)
{
    const json_t *lines = json_object_get(object, "lines");
    Row row = {.game = needed_text(object, "game"),
               .file = needed_text(object, "file"),
               .sha256 = text_at(object, "sha256"),
               .note = text_at(object, "note"),
               .line_count = json_array_size(lines)};
    row.lines = arena_array(arena, Line, row.line_count);
    for (size_t i = 0; i < row.line_count; i++)
        row.lines[i] =
            read_line(arena, study, methods, json_array_get(lines, i));
    return row;
}

static StudyKind read_kind(const char *word)
{
    static const char *const words[] = {"verdict", "counts", "plan",
                                        "knowledge", "rate"};
    size_t i = 0;
    while (i < sizeof words / sizeof *words && strcmp(word, words[i]) != 0)
        i++;
    assert(i < sizeof words / sizeof *words);
    return (StudyKind)i;
}

/* The method of that name; the number of series if it is none. */
static size_t method_named(const Study *study, const json_t *name)
{
    size_t i = study->source_count;
    while (i < study->series_count && json_is_string(name) &&
           strcmp(study->series[i], json_string_value(name)) != 0)
        i++;
    return json_is_string(name) ? i : study->series_count;
}

static void read_series(Arena *arena, Study *study, const json_t *object)
{
    const json_t *sources = json_object_get(object, "sources");
    const json_t *methods = json_object_get(object, "methods");
    const json_t *ratio = json_object_get(object, "ratio");
    study->source_count = json_array_size(sources);
    study->series_count = study->source_count + json_array_size(methods);
    study->series = arena_array(arena, const char *, study->series_count);
    study->seconds = arena_array(arena, double, study->series_count);
    for (size_t i = 0; i < study->source_count; i++)
        study->series[i] = json_string_value(json_array_get(sources, i));
    for (size_t i = study->source_count; i < study->series_count; i++) {
        const json_t *method = json_array_get(methods, i - study->source_count);
        study->series[i] = needed_text(method, "name");
        study->seconds[i] = json_number_value(json_object_get(method, "time"));
    }
    study->slow = method_named(study, json_array_get(ratio, 0));
    study->fast = method_named(study, json_array_get(ratio, 1));
    assert(study->source_count && study->fast < study->series_count);
}

static Study read_study(Arena *arena, const json_t *object)
{
    const json_t *rows = json_object_get(object, "rows");
    const json_t *methods = json_object_get(object, "methods");
    Study study = {.kind = read_kind(needed_text(object, "kind")),
                   .name = needed_text(object, "name"),
                   .title = needed_text(object, "title"),
                   .source = needed_text(object, "source"),
                   .machine = needed_text(object, "machine"),
                   .explains = needed_text(object, "explains"),
                   .row_count = json_array_size(rows)};
    read_series(arena, &study, object);
    study.rows = arena_array(arena, Row, study.row_count);
    for (size_t i = 0; i < study.row_count; i++)
        study.rows[i] =
            read_row(arena, &study, methods, json_array_get(rows, i));
    return study;
}

Published *published_new(void)
{
    Published *published = memory_zeroed(1, sizeof *published);
    published->arena = arena_new();
    published->root = json_loadb((const char *)embedded[0].bytes,
                                 *embedded[0].length, 0, NULL);
    const json_t *tables = json_object_get(published->root, "tables");
    assert(json_is_array(tables));
    published->count = json_array_size(tables);
    published->studies = arena_array(published->arena, Study, published->count);
    for (size_t i = 0; i < published->count; i++)
        published->studies[i] =
            read_study(published->arena, json_array_get(tables, i));
    return published;
}

void published_free(Published *published)
{
    if (!published)
        return;
    arena_free(published->arena);
    json_decref(published->root);
    free(published);
}

const Study *published_find(const Published *published, const char *name)
{
    for (size_t i = 0; i < published->count; i++)
        if (strcmp(published->studies[i].name, name) == 0)
            return &published->studies[i];
    return NULL;
}
