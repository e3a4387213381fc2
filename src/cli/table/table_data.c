/* table_data.c - the published experiments that `table` repeats
 *
 * In:   data/published.json, which the Makefile turns into an array
 * Out:  a Table, with the rule files that it is about
 * Next: cli/table/table_run.c measures
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

/* A text that has to be there. */
static const char *required_text(const json_t *object, const char *key)
{
    const char *text = text_of(object, key);
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
    add_words(words, json_object_get(only, table->series[series]));
}

/* ---- tables ---- */

static TableKind read_kind(const char *word)
{
    size_t kind = find_word("verdict|counts|plan|knowledge|rate", word);
    assert(kind <= TABLE_RATE);
    return (TableKind)kind;
}

/* The method of that name; the number of series if it is none. */
static size_t find_method(const Table *table, const json_t *name)
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
        table->series[i] = required_text(method_of(table, i), "name");
    table->slow_series = find_method(table, json_array_get(ratio, 0));
    table->fast_series = find_method(table, json_array_get(ratio, 1));
    assert(table->source_count && table->fast_series < table->series_count);
}

static bool is_game_wanted(const char *const *only, const char *game)
{
    bool has_no_filter = !*only;
    while (*only && strcasecmp(*only, game) != 0)
        only++;
    return has_no_filter || *only;
}

/* Has the published figures, and null for what is to be measured. */
static TableLine read_line(const Table *table, const json_t *row, json_t *data)
{
    const json_t *published = json_object_get(data, "published");
    json_t *figures = json_array();
    for (size_t i = 0; i < table->series_count; i++)
        json_add(figures,
                 published_figure(table->kind, json_array_get(published, i)));
    json_put(data, "figures", figures);
    return (TableLine){.row = row,
                       .line = data,
                       .game = required_text(row, "game"),
                       .column = required_text(data, "column"),
                       .figures = figures};
}

Table table_new(Arena *arena, json_t *data, const char *const *only,
                const RuleFiles *files)
{
    Table table = {.data = data,
                   .kind = read_kind(required_text(data, "kind")),
                   .name = required_text(data, "name"),
                   .title = required_text(data, "title"),
                   .source = required_text(data, "source"),
                   .machine = required_text(data, "machine"),
                   .explains = required_text(data, "explains")};
    VEC(TableLine) lines = {0};
    size_t r, k;
    json_t *row, *line;
    read_series(arena, &table);
    json_array_foreach (json_object_get(data, "rows"), r, row) {
        if (!is_game_wanted(only, required_text(row, "game")))
            continue;
        const RuleFile *file;
        Found found = rule_files_find(files, text_of(row, "sha256"),
                                      required_text(row, "file"), &file);
        json_array_foreach (json_object_get(row, "lines"), k, line) {
            TableLine new_line = read_line(&table, row, line);
            new_line.begins_row = k == 0;
            new_line.found = found;
            new_line.file = file;
            vec_push(&lines, new_line);
        }
    }
    table.line_count = lines.count;
    table.lines = vec_finish(&lines, arena);
    return table;
}
