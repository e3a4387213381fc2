/* table_data.c - the published experiments that `table` repeats
 *
 * In:   data/published.json, which the Makefile turns into an array
 * Out:  Study structures, in an arena of their own
 * Next: cli/table/table_find.c looks for the rule files, cli/table/table_run.c
 * measures
 *
 * Start reading at published_read(), near the end.
 */
#include "cli/table/table_data.h"

#include "base/memory.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *copy(Arena *arena, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_string(arena, text, strlen(text)) : NULL;
}

static const Quote *read_quote(Arena *arena, const json_t *object)
{
    if (!json_is_object(object))
        return NULL;
    Quote *quote = arena_alloc(arena, sizeof *quote);
    const json_t *value = json_object_get(object, "seconds");
    if (!value)
        value = json_object_get(object, "rate");
    quote->answer = copy(arena, object, "answer");
    quote->note = copy(arena, object, "note");
    quote->has_value = json_is_number(value);
    quote->value = quote->has_value ? json_number_value(value) : 0;
    return quote;
}

/* Adds the strings of LIST at *END and moves that on. */
static void add_strings(Arena *arena, const json_t *list, const char ***end)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (text)
            *(*end)++ = arena_string(arena, text, strlen(text));
    }
}

/* The command, what the line adds, and what it adds for this method only. */
static const char **line_arguments(Arena *arena, const Method *method,
                                   const json_t *line)
{
    const json_t *own = json_object_get(line, "arguments");
    const json_t *only =
        json_object_get(json_object_get(line, "only"), method->name);
    const char **all =
        arena_array(arena, const char *,
                    method->argument_count + json_array_size(own) +
                        json_array_size(only) + 1);
    const char **end = all;
    for (size_t i = 0; i < method->argument_count; i++)
        *end++ = method->arguments[i];
    add_strings(arena, own, &end);
    add_strings(arena, only, &end);
    return all;
}

static Line read_line(Arena *arena, const Study *study, const json_t *object)
{
    Line line = {.column = copy(arena, object, "column"),
                 .detail = copy(arena, object, "detail")};
    const json_t *quotes = json_object_get(object, "published");
    line.quotes = arena_array(arena, const Quote *, study->source_count);
    for (size_t i = 0; i < study->source_count; i++)
        line.quotes[i] = read_quote(arena, json_array_get(quotes, i));
    line.arguments = arena_array(arena, const char **, study->method_count);
    for (size_t i = 0; i < study->method_count; i++)
        line.arguments[i] = line_arguments(arena, &study->methods[i], object);
    return line;
}

static Row read_row(Arena *arena, const Study *study, const json_t *object)
{
    Row row = {.game = copy(arena, object, "game"),
               .file = copy(arena, object, "file"),
               .sha256 = copy(arena, object, "sha256"),
               .note = copy(arena, object, "note")};
    const json_t *lines = json_object_get(object, "lines");
    row.line_count = json_array_size(lines);
    row.lines = arena_array(arena, Line, row.line_count);
    for (size_t i = 0; i < row.line_count; i++)
        row.lines[i] = read_line(arena, study, json_array_get(lines, i));
    return row;
}

static Method read_method(Arena *arena, const json_t *object)
{
    const json_t *arguments = json_object_get(object, "arguments");
    Method method = {.name = copy(arena, object, "name"),
                     .argument_count = json_array_size(arguments),
                     .seconds =
                         json_number_value(json_object_get(object, "time"))};
    method.arguments =
        arena_array(arena, const char *, method.argument_count + 1);
    const char **end = method.arguments;
    add_strings(arena, arguments, &end);
    return method;
}

static bool read_kind(const char *word, StudyKind *kind)
{
    static const char *const words[] = {"verdict", "counts", "plan",
                                        "knowledge", "rate"};
    for (size_t i = 0; word && i < sizeof words / sizeof *words; i++)
        if (strcmp(word, words[i]) == 0) {
            *kind = (StudyKind)i;
            return true;
        }
    return false;
}

/* Which method a name is; the number of methods if it is none. */
static size_t method_named(const Study *study, const json_t *name)
{
    size_t i = 0;
    while (i < study->method_count && json_is_string(name) &&
           strcmp(study->methods[i].name, json_string_value(name)) != 0)
        i++;
    return i;
}

static void read_columns(Arena *arena, Study *study, const json_t *object)
{
    const json_t *sources = json_object_get(object, "sources");
    const json_t *methods = json_object_get(object, "methods");
    const json_t *ratio = json_object_get(object, "ratio");
    study->source_count = json_array_size(sources);
    study->sources = arena_array(arena, const char *, study->source_count);
    const char **end = study->sources;
    add_strings(arena, sources, &end);
    study->method_count = json_array_size(methods);
    study->methods = arena_array(arena, Method, study->method_count);
    for (size_t i = 0; i < study->method_count; i++)
        study->methods[i] = read_method(arena, json_array_get(methods, i));
    study->slow = method_named(study, json_array_get(ratio, 0));
    study->fast = method_named(study, json_array_get(ratio, 1));
}

static bool is_whole(const Study *study)
{
    bool whole = study->name && study->title && study->source &&
                 study->machine && study->explains && study->source_count &&
                 study->fast < study->method_count;
    for (size_t i = 0; i < study->row_count; i++) {
        const Row *row = &study->rows[i];
        whole = whole && row->game && row->file;
        for (size_t k = 0; k < row->line_count; k++)
            whole = whole && row->lines[k].column;
    }
    return whole;
}

static bool read_study(Arena *arena, Study *study, const json_t *object)
{
    const json_t *rows = json_object_get(object, "rows");
    if (!read_kind(json_string_value(json_object_get(object, "kind")),
                   &study->kind))
        return false;
    study->name = copy(arena, object, "name");
    study->title = copy(arena, object, "title");
    study->source = copy(arena, object, "source");
    study->machine = copy(arena, object, "machine");
    study->explains = copy(arena, object, "explains");
    read_columns(arena, study, object);
    study->row_count = json_array_size(rows);
    study->rows = arena_array(arena, Row, study->row_count);
    for (size_t i = 0; i < study->row_count; i++)
        study->rows[i] = read_row(arena, study, json_array_get(rows, i));
    return is_whole(study);
}

Published *published_read(const char *text, size_t length, const char **why)
{
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *tables = json_object_get(root, "tables");
    Published *published = memory_zeroed(1, sizeof *published);
    bool good = json_is_array(tables);
    published->arena = arena_new();
    published->count = json_array_size(tables);
    published->studies = arena_array(published->arena, Study, published->count);
    for (size_t i = 0; good && i < published->count; i++)
        good = read_study(published->arena, &published->studies[i],
                          json_array_get(tables, i));
    json_decref(root);
    if (good)
        return published;
    *why = "this is no list of published tables";
    published_free(published);
    return NULL;
}

Published *published_ours(void)
{
    const char *why = NULL;
    Published *published = published_read((const char *)embedded[0].bytes,
                                          *embedded[0].length, &why);
    assert(published); /* the tests read it */
    return published;
}

void published_free(Published *published)
{
    if (!published)
        return;
    arena_free(published->arena);
    free(published);
}

const Study *published_find(const Published *published, const char *name)
{
    for (size_t i = 0; i < published->count; i++)
        if (strcmp(published->studies[i].name, name) == 0)
            return &published->studies[i];
    return NULL;
}
