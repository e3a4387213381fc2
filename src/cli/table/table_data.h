/* table_data.h - the published experiments that `table` repeats
 *
 * They stand in data/published.json, which is part of the program. A Table is
 * one published table: rows are games, a row has lines, and on each line stand
 * the published figures beside those that our methods measure.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_DATA_H
#define ZERMELO_CLI_TABLE_TABLE_DATA_H

#include "base/arena.h"
#include "base/vec.h"
#include "batch/rule_files.h"
#include "cli/table/table_figure.h"

/* A line of a row. Strings are those of published.json. */
typedef struct {
    const json_t *row, *line; /* as they stand there */
    const char *game, *column;
    bool begins_row; /* the first line of its row */
    Found found;
    const RuleFile *file; /* NULL: there is none */
    json_t *figures;      /* by series; part of LINE */
} TableLine;

/* The columns of a table, its series, are sources of published figures and
 * then our methods. */
typedef struct {
    const json_t *data; /* as it stands in published.json */
    TableKind kind;
    const char *name, *title, *source, *machine, *explains;
    const char **series; /* their names */
    size_t source_count, series_count;
    size_t slow_series, fast_series; /* series that the ratio is between; slow
                          == series_count: the best published figure */
    TableLine *lines;
    size_t line_count;
} Table;

/* The array of published tables, to be released. */
json_t *published_tables(void);

/* A table of published.json in ARENA, with the rows of the games in ONLY, which
 * ends in NULL (none: all), and their rule files. Borrows FILES and DATA, to
 * which it adds the figures of each line. */
Table table_new(Arena *arena, json_t *data, const char *const *only,
                const RuleFiles *files);

static inline json_t *figure_at(const TableLine *line, size_t series)
{
    return json_array_get(line->figures, series);
}

typedef VEC(const char *) Words;

/* What is measured on a line by one of our methods: adds the command and its
 * options, strings of published.json. And the seconds it may take. */
void add_arguments(Words *words, const Table *table, const TableLine *line,
                   size_t series);
double cell_seconds(const Table *table, size_t series);

#endif
