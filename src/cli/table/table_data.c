/* table_data.c - the published experiments that `table` repeats
 *
 * In:   data/published.json, which the Makefile turns into an array
 * Out:  a Table, with the rule files that it is about
 * Next: cli/table/table_run.c measures
 *
 * What the file lacks is a mistake of ours: asserts. Start reading at
 * table_new(), at the end.
 */
#include "cli/table/table_data.h"

#include "base/vec.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

json_t *published_tables(void)
{
    json_t *root = json_loadb((const char *)embedded[0].bytes,
                              *embedded[0].length, 0, NULL);
    json_t *tables = json_incref(json_object_get(root, "tables"));
    assert(json_is_array(tables));
    json_decref(root);
    return tables;
}

/* A text that has to be there. */
static const char *needed_text(const json_t *object, const char *key)
{
    const char *text = text_at(object, key);
    assert(text);
    return text;
}

/* ---- our methods ---- */

static const json_t *method_of(const Table *table, size_t series)
{
    assert(series >= table->source_count); /* not published */
    return json_array_get(json_object_get(table->data, "methods"),
                          series - table->source_count);
}

double cell_seconds(const Table *table, size_t series)
{
    return json_number_value(json_object_get(method_of(table, series), "time"));
}

/* The command, what the line adds, and what it adds for this method only. */
json_t *cell_arguments(const Table *table, const TableLine *line, size_t series)
{
    const json_t *method = method_of(table, series);
    json_t *arguments = json_array();
    json_array_extend(arguments, json_object_get(method, "arguments"));
    json_array_extend(arguments, json_object_get(line->line, "arguments"));
    json_array_extend(arguments,
                      json_object_get(json_object_get(line->line, "only"),
                                      table->series[series]));
    return arguments;
}

/* ---- tables ---- */

static TableKind read_kind(const char *word)
{
    static const char *const words[] = {"verdict", "counts", "plan",
                                        "knowledge", "rate"};
    size_t i = 0;
    while (i < sizeof words / sizeof *words && strcmp(word, words[i]) != 0)
        i++;
    assert(i < sizeof words / sizeof *words);
    return (TableKind)i;
}

/* The method of that name; the number of series if it is none. */
static size_t method_named(const Table *table, const json_t *name)
{
    size_t i = table->source_count;
    while (i < table->series_count &&
           strcmp(table->series[i], json_string_value(name)) != 0)
        i++;
    return i;
}

static void read_series(Arena *arena, Table *table)
{
    const json_t *sources = json_object_get(table->data, "sources");
    const json_t *methods = json_object_get(table->data, "methods");
    const json_t *ratio = json_object_get(table->data, "ratio");
    table->source_count = json_array_size(sources);
    table->series_count = table->source_count + json_array_size(methods);
    table->series = arena_array(arena, const char *, table->series_count);
    for (size_t i = 0; i < table->source_count; i++)
        table->series[i] = json_string_value(json_array_get(sources, i));
    for (size_t i = table->source_count; i < table->series_count; i++)
        table->series[i] = needed_text(method_of(table, i), "name");
    table->slow = method_named(table, json_array_get(ratio, 0));
    table->fast = method_named(table, json_array_get(ratio, 1));
    assert(table->source_count && table->fast < table->series_count);
}

static bool is_wanted(const char *const *only, const char *game)
{
    bool all = !*only;
    while (*only && strcasecmp(*only, game) != 0)
        only++;
    return all || *only;
}

static TableLine read_line(Arena *arena, const Table *table, const json_t *row,
                           const json_t *data)
{
    const json_t *published = json_object_get(data, "published");
    TableLine line = {.row = row,
                      .line = data,
                      .game = needed_text(row, "game"),
                      .column = needed_text(data, "column"),
                      .figures =
                          arena_array(arena, Figure, table->series_count)};
    for (size_t i = 0; i < table->source_count; i++)
        line.figures[i] =
            figure_of_json(table->kind, json_array_get(published, i));
    return line;
}

Table table_new(Arena *arena, const json_t *data, const char *const *only,
                const RuleFiles *files)
{
    Table table = {.data = data,
                   .kind = read_kind(needed_text(data, "kind")),
                   .name = needed_text(data, "name"),
                   .title = needed_text(data, "title"),
                   .source = needed_text(data, "source"),
                   .machine = needed_text(data, "machine"),
                   .explains = needed_text(data, "explains")};
    VEC(TableLine) lines = {0};
    size_t r, k;
    const json_t *row, *line;
    read_series(arena, &table);
    json_array_foreach (json_object_get(data, "rows"), r, row) {
        if (!is_wanted(only, needed_text(row, "game")))
            continue;
        const RuleFile *file;
        Found found = rule_files_find(files, text_at(row, "sha256"),
                                      needed_text(row, "file"), &file);
        json_array_foreach (json_object_get(row, "lines"), k, line) {
            TableLine next = read_line(arena, &table, row, line);
            next.begins = k == 0;
            next.found = found;
            next.file = file;
            vec_push(&lines, next);
        }
    }
    table.line_count = lines.count;
    table.lines = vec_finish(&lines, arena);
    return table;
}
