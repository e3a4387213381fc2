/* results.c - the rows of a database, as one looks at them
 *
 * In:   a Store
 * Out:  a grid, a summary, series for a plot
 * Next: cli/cmd/cmd_results.c prints them; batch/compare.c compares two
 */
#include "batch/results.h"

#include "base/sort.h"

#include <stdlib.h>

static const double bytes_per_megabyte = 1024 * 1024;

/* ---- reading ---- */

/* OPTIONS without "--NAME VALUE", whose value begins at *VALUE. */
static const char *without_option(Arena *arena, const char *options,
                                  const char *name, const char **value)
{
    const char *place = options;
    size_t length = strlen(name);
    *value = "";
    for (; (place = strstr(place, name)); place += length)
        if ((place == options || place[-1] == ' ') && place[length] == ' ')
            break;
    if (!place)
        return options;
    *value = arena_strdup(arena, place + length + 1);
    const char *rest = strchr(place + length + 1, ' ');
    size_t before = (size_t)(place - options);
    if (!rest && before)
        before--; /* the space in front of it */
    return arena_printf(arena, "%.*s%s", (int)before, options,
                        rest ? rest + 1 : "");
}

Result result_of_row(Arena *arena, const CellRow *row)
{
    const CellKey *key = &row->key;
    Result result = {.row = *row,
                     .answer = answer_read(arena, key->command, row->answer)};
    const char *value;
    result.row.key = (CellKey){.command = arena_strdup(arena, key->command),
                               .file = arena_strdup(arena, key->file),
                               .sha256 = arena_strdup(arena, key->sha256),
                               .options = arena_strdup(arena, key->options),
                               .version = arena_strdup(arena, key->version)};
    result.row.answer = NULL;
    result.row.finished = arena_strdup(arena, row->finished);
    result.shared_options =
        without_option(arena, result.row.key.options, "--share", &value);
    value = strchr(value, '/') ? strchr(value, '/') + 1 : "";
    result.share = arena_string(arena, value, strcspn(value, " "));
    return result;
}

static void read_row(void *data, const CellRow *row)
{
    Results *results = data;
    Result result = result_of_row(results->arena, row);
    if (results->with_answers)
        result.row.answer = arena_strdup(results->arena, row->answer);
    vec_push(&results->rows, result);
}

static void find_differences(Results *results)
{
    for (size_t i = 0; i < results->rows.count; i++) {
        const CellKey *key = &results->rows.items[i].row.key;
        size_t k = 0; /* the first row of that command */
        while (strcmp(results->rows.items[k].row.key.command, key->command))
            k++;
        results->options_differ |=
            strcmp(results->rows.items[k].row.key.options, key->options) != 0;
        results->versions_differ |=
            strcmp(results->rows.items[0].row.key.version, key->version) != 0;
    }
}

bool results_read(Results *results, Arena *arena, Store *store,
                  bool with_answers, char **why)
{
    *results = (Results){.arena = arena, .with_answers = with_answers};
    if (!store_each(store, read_row, results, why))
        return false;
    find_differences(results);
    return true;
}

void results_clear(Results *results)
{
    vec_free(&results->rows);
}

/* ---- tables ---- */

static void add_row(Grid *grid, const Results *results, const Result *result)
{
    const CellRow *row = &result->row;
    grid_add(grid, row->key.file);
    grid_add(grid, row->key.command);
    if (results->options_differ)
        grid_add(grid, row->key.options);
    if (results->versions_differ)
        grid_add(grid, row->key.version);
    grid_add(grid, result->answer.summary);
    grid_addf(grid, "%.2f", row->seconds);
    grid_addf(grid, "%.0f", (double)row->bytes / bytes_per_megabyte);
}

static void add_full_row(Grid *grid, const Result *result)
{
    static const char *const states[] = {"decided", "unknown", "error",
                                         "failed"};
    const CellRow *row = &result->row;
    grid_add(grid, row->key.command);
    grid_add(grid, row->key.file);
    grid_add(grid, row->key.sha256);
    grid_add(grid, row->key.options);
    grid_add(grid, row->key.version);
    grid_addf(grid, "%d", row->exit);
    grid_addf(grid, "%.6f", row->seconds);
    grid_addf(grid, "%llu", (unsigned long long)row->bytes);
    grid_add(grid, row->finished);
    grid_add(grid, states[result->answer.state]);
    grid_add(grid, result->answer.summary);
}

static void add_columns(Grid *grid, const Results *results)
{
    grid_add_column(grid, "file", GRID_LEFT);
    grid_add_column(grid, "command", GRID_LEFT);
    if (results->options_differ)
        grid_add_column(grid, "options", GRID_LEFT);
    if (results->versions_differ)
        grid_add_column(grid, "version", GRID_LEFT);
    grid_add_column(grid, "result", GRID_LEFT);
    grid_add_column(grid, "s", GRID_RIGHT);
    grid_add_column(grid, "MB", GRID_RIGHT);
}

Grid results_grid(const Results *results, ResultsColumns columns)
{
    static const char *const all[] = {"command",  "file",  "sha256",  "options",
                                      "version",  "exit",  "seconds", "bytes",
                                      "finished", "state", "result"};
    Grid grid = {.arena = results->arena};
    if (columns == RESULTS_SHORT)
        add_columns(&grid, results);
    else
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            grid_add_column(&grid, all[k], GRID_LEFT);
    for (size_t i = 0; i < results->rows.count; i++)
        if (columns == RESULTS_SHORT)
            add_row(&grid, results, &results->rows.items[i]);
        else
            add_full_row(&grid, &results->rows.items[i]);
    return grid;
}

/* ---- the summary ---- */

/* A line about the rows of the command of row FIRST, if it is the first one. */
static void summarise_command(Text *out, const Results *results, size_t first)
{
    const Result *rows = results->rows.items;
    const char *command = rows[first].row.key.command;
    size_t counts[ANSWER_FAILED + 1] = {0}, total = 0;
    double seconds = 0;
    for (size_t i = 0; i < results->rows.count; i++) {
        if (strcmp(rows[i].row.key.command, command) != 0)
            continue;
        if (i < first)
            return;
        total++;
        seconds += rows[i].row.seconds;
        counts[rows[i].answer.state]++;
    }
    text_adds(out, command);
    if (!results->options_differ && *rows[first].row.key.options)
        text_addf(out, " %s", rows[first].row.key.options);
    text_addf(out,
              ": %zu cell%s, %zu decided, %zu unknown, %zu error%s, "
              "%zu failed; ",
              total, total == 1 ? "" : "s", counts[ANSWER_DECIDED],
              counts[ANSWER_UNKNOWN], counts[ANSWER_ERROR],
              counts[ANSWER_ERROR] == 1 ? "" : "s", counts[ANSWER_FAILED]);
    add_seconds(out, seconds);
    text_adds(out, " s\n");
}

void results_summarise(Text *out, const Results *results)
{
    for (size_t i = 0; i < results->rows.count; i++)
        summarise_command(out, results, i);
    if (!results->rows.count)
        text_adds(out, "no cells\n");
    else if (!results->versions_differ)
        text_addf(out, "version %s\n", results->rows.items[0].row.key.version);
}

/* ---- series ---- */

/* Roles of one game are cells of one series. */
static const char *series_name(const Results *results, const Result *result,
                               const char *before)
{
    const char *value;
    const char *options = without_option(results->arena, result->shared_options,
                                         "--role", &value);
    return arena_printf(
        results->arena, "%s%s%s%s%s%s", before, result->row.key.command,
        results->options_differ && *options ? " " : "",
        results->options_differ ? options : "",
        results->versions_differ ? ", " : "",
        results->versions_differ ? result->row.key.version : "");
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The decided cells whose series has NAME. */
static PlotSeries series_of(const Results *results, const char *const *names,
                            const char *name)
{
    VEC(PlotPoint) points = {0};
    for (size_t i = 0; i < results->rows.count; i++) {
        const Result *result = &results->rows.items[i];
        if (result->answer.state == ANSWER_DECIDED &&
            strcmp(names[i], name) == 0)
            vec_push(&points, (PlotPoint){result->row.seconds, 1, NULL});
    }
    PlotSeries series = {.name = name, .count = points.count};
    series.points = vec_finish(&points, results->arena);
    return series;
}

void results_add_series(ResultsSeries *series, const Results *results,
                        const char *before)
{
    size_t count = results->rows.count;
    const char **names = arena_array(results->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        names[i] = series_name(results, &results->rows.items[i], before);
    const char **distinct =
        arena_copy(results->arena, names, count * sizeof *names);
    size_t distinct_count =
        sort_unique(distinct, count, sizeof *distinct, compare_texts);
    for (size_t k = 0; k < distinct_count; k++)
        vec_push(series, series_of(results, names, distinct[k]));
}
