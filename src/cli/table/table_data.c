/* table_data.c - the published experiments that `table` repeats
 *
 * In:   data/published.json, which the Makefile turns into an array; rule files
 * Out:  a Table
 * Next: cli/cmd/cmd_table.c measures
 *
 * What the file lacks is a mistake of ours: asserts. Start reading at
 * table_new(), at the end.
 */
#include "cli/table/table.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

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

/* The published figures, and null for what is to be measured. */
static json_t *figures_of(const Table *table, const json_t *line)
{
    const json_t *published = json_object_get(line, "published");
    json_t *figures = json_array();
    for (size_t i = 0; i < table->series_count; i++)
        json_add(figures,
                 published_figure(table->kind, json_array_get(published, i)));
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
