/* table.h - published experiments, repeated: `zermelo table`
 *
 * They stand in data/published.json, which is part of the program. A Table is
 * one published table: rows are games, a row has lines, and on each line stand
 * the published figures beside those that our methods measure.
 *
 * A figure is a JSON object, the same in published.json and in what
 * --json prints:
 *
 *     answer                    text; null: the value is all there is, if any
 *     seconds, or else rate     a number, or null
 *     proved, refuted, unknown  how many formulas, where these were measured
 *     limited, failed           of a run: a limit cut the answer short, or no
 *                               answer came of it; note says which, or why
 *     note                      text, or null
 *
 * null instead, or NULL, is a figure that was not published, or no run.
 */
#ifndef ZERMELO_CLI_TABLE_H
#define ZERMELO_CLI_TABLE_H

#include "base/json.h"
#include "base/vec.h"
#include "batch/rule_files.h"
#include "cli/cells.h"

/* ---- figures ---- */

/* What kind of answer is in a cell. */
typedef enum {
    TABLE_VERDICT,   /* proved or not, of one formula */
    TABLE_COUNTS,    /* how many formulas are proved */
    TABLE_PLAN,      /* the length of a plan */
    TABLE_KNOWLEDGE, /* legal moves, end and payoff known */
    TABLE_VALUE,     /* what each role can secure */
    TABLE_RATE,      /* states a second */
} TableKind;

/* Its seconds or its rate; below 0 if it has none. */
double figure_value(const json_t *figure);

/* What a row of the database says, the answer of a command with --json; to be
 * released. */
json_t *figure_of_row(TableKind kind, const CellRow *row);
/* Whether FIGURE says what was published: 1 yes, 0 no, -1 nothing to
 * compare. */
int figure_agrees(TableKind kind, const json_t *figure,
                  const json_t *published);

/* ---- what is published ---- */

typedef struct {
    const json_t *row, *line; /* as they stand in published.json */
    bool begins_row;          /* the first line of its row */
    Found found;
    const RuleFile *file; /* NULL: there is none */
    json_t *figures;      /* by series; part of LINE */
} TableLine;

/* The columns of a table, its series, are sources of published figures and
 * then our methods. */
typedef struct {
    const json_t *data; /* as it stands in published.json */
    TableKind kind;
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

const char *series_name(const Table *table, size_t series);
/* One of our methods, as it stands in published.json. */
const json_t *method_of(const Table *table, size_t series);

static inline json_t *figure_at(const TableLine *line, size_t series)
{
    return json_array_get(line->figures, series);
}

typedef VEC(const char *) Words;

/* What is measured on a line by one of our methods: adds the command and its
 * options, strings of published.json. */
void add_arguments(Words *words, const Table *table, const TableLine *line,
                   size_t series);

/* What is asked for: some tables, some of their rows, and limits. A cell of a
 * table is one line of a row and one method. */
typedef struct {
    Arena *arena;
    double cell_seconds; /* of --time; 0: what the table says */
    size_t megabytes;    /* a cell */
    CellRunner runner;
    Table *tables; /* each has lines */
    size_t table_count;
    size_t cell_count; /* how many there are */
    double seconds;
    bool complete; /* every cell was run, and gave an answer */
} TableRun;

/* ---- printed: cli/table/table_report.c ---- */

/* How many times faster ours is on one line, or 0 if that cannot be said. */
double line_ratio(const Table *table, const TableLine *line);
/* Whether the first method says what was published, as figure_agrees. */
int line_agrees(const Table *table, const TableLine *line);

void add_table(Text *out, Arena *arena, const Table *table, bool is_markdown);

/* One page that needs nothing else, with the tables and their plots. */
void add_page(Text *page, const TableRun *run);

#endif
