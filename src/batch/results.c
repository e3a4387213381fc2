/* results.c - a database of results as tables, and what changed since another
 *
 * In:   databases of batch/store.h
 * Out:  grids, lines, JSON and figures, which are the rows of queries
 * Next: cli/cmd/cmd_results.c prints them
 *
 * The database is `main`, the earlier one `before`. What their rows say is read
 * once, by answer_read(), into the temporary table `reading`; the views below
 * have all that is asked of it. Start reading at views[].
 */
#include "batch/results.h"

#include "base/memory.h"
#include "batch/page.h"
#include "batch/plot.h"

#include <math.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables and views ---- */

/* SHARED are the options without --share I/N, which batch --split adds, and
 * SHARE begins with that I/N; SAID is what answer_read() makes of the answer.
 */
static const char views[] =
    "CREATE TEMP TABLE reading (now, file, command, sha256, options, version,"
    " exit, seconds, bytes, finished, shared, said);"
    "CREATE TEMP VIEW cell AS SELECT *, said ->> 'state' AS state,"
    " said ->> 'summary' AS summary, iif(shared = options, '',"
    " substr(options, instr(options, '--share ') + 8)) AS share FROM reading;"
    /* whether options of one command differ, and versions */
    "CREATE TEMP VIEW side AS SELECT now, count(DISTINCT version) > 1"
    " AS versions_differ, (SELECT max(n) FROM (SELECT count(DISTINCT options)"
    " AS n FROM reading AS r WHERE r.now = reading.now GROUP BY command)) > 1"
    " AS options_differ FROM reading GROUP BY now;";

static const char reading[] =
    "INSERT INTO reading SELECT %d, file, command, sha256, options, version,"
    " exit, seconds, bytes, finished, without(options, '--share'),"
    " said(command, answer) FROM %s.cells";

#define CELL "file, command, shared, sha256"

/* RUN has the rows of the newest run of a cell, one or all shares of a split,
 * TOTAL its seconds and the worst state. Of several verdicts on one thing the
 * first decided one counts. */
static const char changes[] =
    "CREATE TEMP TABLE run AS SELECT * FROM (SELECT *, substr(share,"
    " instr(share, '/')) AS parts, first_value(version) OVER newest AS v,"
    " first_value(substr(share, instr(share, '/'))) OVER newest AS p FROM cell"
    " WINDOW newest AS (PARTITION BY now, " CELL
    " ORDER BY finished DESC, version DESC, options))"
    " WHERE version = v AND parts = p;"
    "CREATE TEMP TABLE total AS SELECT now, " CELL ", sum(seconds) AS seconds,"
    " max(state) AS state FROM run GROUP BY now, " CELL ";"
    "CREATE TEMP TABLE both AS SELECT " CELL ", b.seconds AS seconds_before,"
    " n.seconds AS seconds_now, b.state AS state_before, n.state AS state_now"
    " FROM total AS b JOIN total AS n USING (" CELL ") WHERE NOT b.now AND"
    " n.now;"
    "CREATE TEMP TABLE verdict AS SELECT " CELL ", value ->> 0 AS what,"
    " min(CASE WHEN NOT now THEN value ->> 1 END) AS before,"
    " min(CASE WHEN now THEN value ->> 1 END) AS after,"
    " sum(NOT now) AS was_open, sum(now) AS is_open"
    " FROM run, json_each(said, '$.verdicts') GROUP BY " CELL ", what;"
    /* why an answer may lack a verdict */
    "CREATE TEMP TABLE fault AS SELECT column1 AS state, column2 AS name FROM"
    " (VALUES (0, 'absent'), (1, 'absent'), (2, 'error'), (3, 'failed'));"
    "CREATE TEMP TABLE kind AS SELECT column1 AS kind, column2 AS name FROM"
    " (VALUES (0, 'contradicts'), (1, 'lost'), (2, 'slower'), (3, 'won'),"
    " (4, 'gone'), (5, 'new'));"
    "CREATE TEMP TABLE change AS SELECT CASE WHEN after IS NULL THEN 1"
    " WHEN before IS NULL THEN 3 ELSE 0 END AS kind, " CELL ", what,"
    " coalesce(before, iif(was_open, 'unknown', b.name)) AS before,"
    " coalesce(after, iif(is_open, 'unknown', n.name)) AS now,"
    " seconds_before, seconds_now"
    " FROM both JOIN verdict USING (" CELL ") JOIN fault AS b ON b.state ="
    " state_before JOIN fault AS n ON n.state = state_now"
    " WHERE before IS NOT after"
    " UNION ALL SELECT 2, " CELL ", NULL, NULL, NULL, seconds_before,"
    " seconds_now FROM both WHERE state_before < 2 AND state_now < 2"
    " AND seconds_now > %!.15g * seconds_before"
    " AND seconds_now - seconds_before > 0.1" /* less is noise */
    " UNION ALL SELECT 4 + now, " CELL ", NULL, NULL, NULL,"
    " iif(now, NULL, seconds), iif(now, seconds, NULL) FROM total GROUP "
    "BY " CELL " HAVING count(*) = 1;";

/* ---- functions that SQL has not ---- */

static const char *argument_text(sqlite3_value *value)
{
    const char *text = (const char *)sqlite3_value_text(value);
    return text ? text : "";
}

/* without(OPTIONS, NAME): OPTIONS but for "NAME VALUE" */
static void call_without(sqlite3_context *context, int count,
                         sqlite3_value **values)
{
    (void)count;
    const char *options = argument_text(values[0]),
               *name = argument_text(values[1]), *place = options;
    size_t length = strlen(name);
    for (; (place = strstr(place, name)); place += length)
        if ((place == options || place[-1] == ' ') && place[length] == ' ')
            break;
    const char *rest = place ? strchr(place + length + 1, ' ') : NULL;
    size_t before = place ? (size_t)(place - options) : strlen(options);
    if (place && !rest && before)
        before--; /* the space in front of it */
    sqlite3_result_text(
        context,
        sqlite3_mprintf("%.*s%s", (int)before, options, rest ? rest + 1 : ""),
        -1, sqlite3_free);
}

/* said(COMMAND, ANSWER): what answer_read() makes of it */
static void call_said(sqlite3_context *context, int count,
                      sqlite3_value **values)
{
    (void)count;
    json_t *answer = json_loads(argument_text(values[1]), 0, NULL);
    json_t *said = answer_read(argument_text(values[0]), answer);
    sqlite3_result_text(context, json_dumps(said, JSON_COMPACT), -1, free);
    json_decref(said);
    json_decref(answer);
}

/* seconds(X): "1.23 s" */
static void call_seconds(sqlite3_context *context, int count,
                         sqlite3_value **values)
{
    (void)count;
    Text text = {0};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    add_seconds(&text, sqlite3_value_double(values[0]));
    text_adds(&text, " s");
    sqlite3_result_text(context, text_string(&text), -1, SQLITE_TRANSIENT);
    text_free(&text);
}

static void add_functions(sqlite3 *database)
{
    static const struct {
        const char *name;
        int count;
        void (*call)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {{"without", 2, call_without},
                     {"said", 2, call_said},
                     {"seconds", 1, call_seconds}};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        sqlite3_create_function_v2(
            database, functions[i].name, functions[i].count,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
            functions[i].call, NULL, NULL, NULL);
}

/* ---- reading ---- */

/* Reads the cells of the database SCHEMA. */
static bool read_cells(const Results *results, bool is_now, const char *schema,
                       char **why)
{
    char *query = sqlite3_mprintf(reading, is_now, schema);
    bool is_read = store_execute(results->store, query, why);
    sqlite3_free(query);
    return is_read;
}

bool results_open(Results *results, const char *path, char **why)
{
    *results = (Results){.store = store_open(path, STORE_READ, why)};
    if (!results->store)
        return false;
    add_functions(store_database(results->store));
    return store_execute(results->store, views, why) &&
           read_cells(results, true, "main", why);
}

bool results_compare(Results *results, const char *before, double threshold,
                     char **why)
{
    if (!store_attach(results->store, before, "before", why) ||
        !read_cells(results, false, "before", why))
        return false;
    char *query = sqlite3_mprintf(changes, threshold);
    results->is_compared = store_execute(results->store, query, why);
    sqlite3_free(query);
    return results->is_compared;
}

void results_close(Results *results)
{
    store_close(results->store);
}

/* ---- rows of queries ---- */

static sqlite3_stmt *prepare(const Results *results, const char *query)
{
    sqlite3_stmt *rows = NULL;
    sqlite3_prepare_v2(store_database(results->store), query, -1, &rows, NULL);
    return rows;
}

static const char *column_text(sqlite3_stmt *rows, int column)
{
    const char *text = (const char *)sqlite3_column_text(rows, column);
    return text ? text : "";
}

/* Numbers of people are at the right. */
static Grid query_grid(const Results *results, Arena *arena, const char *query)
{
    sqlite3_stmt *rows = prepare(results, query);
    Grid grid = {.arena = arena};
    int count = sqlite3_column_count(rows);
    for (int k = 0; k < count; k++) {
        const char *name = arena_strdup(arena, sqlite3_column_name(rows, k));
        grid_add_column(&grid, name,
                        find_word("s|MB", name) != SIZE_MAX ? GRID_RIGHT
                                                            : GRID_LEFT);
    }
    while (sqlite3_step(rows) == SQLITE_ROW)
        for (int k = 0; k < count; k++)
            grid_add(&grid, column_text(rows, k));
    sqlite3_finalize(rows);
    return grid;
}

/* Adds the first column of the rows, a line each but for NULL. */
static void query_lines(Text *out, const Results *results, const char *query)
{
    sqlite3_stmt *rows = prepare(results, query);
    while (sqlite3_step(rows) == SQLITE_ROW)
        if (*column_text(rows, 0))
            text_addf(out, "%s\n", column_text(rows, 0));
    sqlite3_finalize(rows);
}

/* An answer that is no JSON stays text. */
static json_t *column_json(sqlite3_stmt *rows, int column)
{
    const char *name = sqlite3_column_name(rows, column);
    double number = sqlite3_column_double(rows, column);
    json_t *answer =
        strcmp(name, "answer") == 0
            ? json_loads(column_text(rows, column), JSON_DECODE_ANY, NULL)
            : NULL;
    if (answer)
        return answer;
    switch (sqlite3_column_type(rows, column)) {
    case SQLITE_INTEGER:
        return json_integer(sqlite3_column_int64(rows, column));
    case SQLITE_FLOAT:
        return isfinite(number) ? json_real(number) : json_null();
    case SQLITE_NULL:
        return json_null();
    default:
        return json_text(column_text(rows, column));
    }
}

/* A list of an object for each row. */
static json_t *query_json(const Results *results, const char *query)
{
    sqlite3_stmt *rows = prepare(results, query);
    json_t *list = json_array();
    while (sqlite3_step(rows) == SQLITE_ROW) {
        json_t *row = json_object();
        for (int k = 0; k < sqlite3_column_count(rows); k++)
            json_put(row, sqlite3_column_name(rows, k), column_json(rows, k));
        json_add(list, row);
    }
    sqlite3_finalize(rows);
    return list;
}

/* Rows are name, x, y and what is shown for the point; those of one name follow
 * each other. A series without points has a row with NULL. */
static void query_plot(Text *page, const Results *results, const char *caption,
                       void (*draw)(Text *, Plot *), Plot plot,
                       const char *query)
{
    Text picture = {0};
    Arena *arena = arena_new();
    sqlite3_stmt *rows = prepare(results, query);
    while (sqlite3_step(rows) == SQLITE_ROW) {
        const char *name = column_text(rows, 0);
        if (!plot.series.count || strcmp(vec_last(&plot.series), name) != 0)
            vec_push(&plot.series, arena_strdup(arena, name));
        if (sqlite3_column_type(rows, 1) != SQLITE_NULL)
            vec_push(&plot.points,
                     (PlotPoint){sqlite3_column_double(rows, 1),
                                 sqlite3_column_double(rows, 2),
                                 arena_strdup(arena, column_text(rows, 3)),
                                 plot.series.count - 1});
    }
    sqlite3_finalize(rows);
    draw(&picture, &plot);
    page_add_figure(page, caption, &picture);
    plot_free(&plot);
    arena_free(arena);
}

/* ---- what is asked ---- */

static bool is_true(const Results *results, const char *query)
{
    sqlite3_stmt *rows = prepare(results, query);
    bool is = sqlite3_step(rows) == SQLITE_ROW && sqlite3_column_int(rows, 0);
    sqlite3_finalize(rows);
    return is;
}

Grid results_grid(const Results *results, Arena *arena, ResultsTable table)
{
    if (table == RESULTS_ALL)
        return query_grid(
            results, arena,
            "SELECT command, file, sha256, options, version, exit,"
            " printf('%.6f', seconds) AS seconds, bytes, finished,"
            " CASE state WHEN 0 THEN 'decided' WHEN 1 THEN 'unknown'"
            " WHEN 2 THEN 'error' ELSE 'failed' END AS state,"
            " summary AS result FROM cell WHERE now"
            " ORDER BY file, command, options, version, finished");
    if (table == RESULTS_CHANGES)
        return query_grid(
            results, arena,
            arena_printf(
                arena,
                "SELECT name AS change, file, command, %s coalesce(what, '') AS"
                " verdict, coalesce(before, seconds(seconds_before)) AS before,"
                " coalesce(now, seconds(seconds_now)) AS now"
                " FROM change JOIN kind USING (kind)"
                " ORDER BY kind, file, command, shared, sha256, what",
                is_true(results,
                        "SELECT count(DISTINCT shared) > 1 FROM change")
                    ? "shared AS options,"
                    : ""));
    return query_grid(
        results, arena,
        arena_printf(
            arena,
            "SELECT file, command, %s %s summary AS result,"
            " printf('%%.2f', seconds) AS s,"
            " printf('%%.0f', bytes / 1048576.0) AS MB FROM cell WHERE now"
            " ORDER BY file, command, options, version, finished",
            is_true(results, "SELECT options_differ FROM side WHERE now")
                ? "options,"
                : "",
            is_true(results, "SELECT versions_differ FROM side WHERE now")
                ? "version,"
                : ""));
}

void results_summarise(Text *out, const Results *results, ResultsTable table)
{
    if (table == RESULTS_CHANGES) {
        query_lines(
            out, results,
            "SELECT printf('verdicts: %d contradict, %d lost, %d won',"
            " sum(kind = 0), sum(kind = 1), sum(kind = 3)) FROM change");
        query_lines(out, results,
                    "SELECT printf('cells: %d in both, %d gone, %d new,"
                    " %d slower', (SELECT count(*) FROM both), sum(kind = 4),"
                    " sum(kind = 5), sum(kind = 2)) FROM change");
        query_lines(out, results,
                    "SELECT printf('decided by both: %d, %s before, %s now',"
                    " count(*), seconds(total(seconds_before)),"
                    " seconds(total(seconds_now)))"
                    " FROM both WHERE state_before = 0 AND state_now = 0");
        return;
    }
    query_lines(
        out, results,
        "SELECT command || iif(options_differ OR options = '', '', ' ' ||"
        " options) || printf(': %d cell%s, %d decided, %d unknown, %d error%s,"
        " %d failed; %s', count(*), iif(count(*) = 1, '', 's'), sum(state = 0),"
        " sum(state = 1), sum(state = 2), iif(sum(state = 2) = 1, '', 's'),"
        " sum(state = 3), seconds(total(seconds)))"
        " FROM cell JOIN side USING (now) WHERE now GROUP BY command"
        " ORDER BY min(file), command");
    query_lines(out, results,
                "SELECT CASE count(DISTINCT version) WHEN 0 THEN 'no cells'"
                " WHEN 1 THEN 'version ' || version END FROM cell WHERE now");
}

json_t *results_answer(const Results *results)
{
    json_t *answer = JSON_OBJECT(
        {"cells",
         query_json(results,
                    "SELECT command, file, sha256, options, version, exit,"
                    " seconds, bytes, answer, finished FROM main.cells"
                    " ORDER BY file, command, options, version, finished")});
    if (!results->is_compared)
        return answer;
    json_t *counts = json_object(),
           *kinds =
               query_json(results, "SELECT name, (SELECT count(*) FROM change"
                                   " WHERE change.kind = kind.kind) AS count"
                                   " FROM kind"),
           *totals = query_json(
               results, "SELECT (SELECT count(*) FROM both) AS common,"
                        " count(*) AS both_decided,"
                        " total(seconds_before) AS seconds_before,"
                        " total(seconds_now) AS seconds_now"
                        " FROM both WHERE state_before = 0 AND state_now = 0"),
           *comparison = JSON_OBJECT({"counts", counts}), *kind;
    size_t i;
    json_array_foreach (kinds, i, kind)
        json_put(counts, text_of(kind, "name"),
                 json_count(count_of(kind, "count")));
    json_object_update(comparison, json_array_get(totals, 0));
    json_put(comparison, "changes",
             query_json(results,
                        "SELECT name AS change, command, file, sha256,"
                        " shared AS options, what AS verdict, before, now,"
                        " seconds_before, seconds_now"
                        " FROM change JOIN kind USING (kind)"
                        " ORDER BY kind, file, command, shared, sha256, what"));
    json_put(answer, "comparison", comparison);
    json_decref(kinds);
    json_decref(totals);
    return answer;
}

void results_add_plots(Text *page, const Results *results)
{
    /* roles of one game are cells of one series */
    query_plot(
        page, results, "Cells decided within so many seconds", plot_cactus,
        (Plot){.label = "How many cells are decided within so many seconds",
               .x = "seconds of a cell",
               .y = "cells decided"},
        "SELECT iif(now AND NOT EXISTS (SELECT 1 FROM cell WHERE NOT now), '',"
        " iif(now, 'now: ', 'before: ')) || command || iif(options_differ, "
        "rtrim(' ' || without(shared, '--role')), '') ||"
        " iif(versions_differ, ', ' || version, '') AS name,"
        " iif(state = 0, seconds, NULL), 1, NULL"
        " FROM cell JOIN side USING (now) ORDER BY now, name");
    if (results->is_compared)
        query_plot(page, results,
                   "Seconds of each cell: slower above the diagonal",
                   plot_scatter,
                   (Plot){.label = "Seconds of each cell, before and now",
                          .x = "seconds before",
                          .y = "seconds now"},
                   "SELECT column2, seconds_before, seconds_now, printf('%s %s:"
                   " %.2f s before, %.2f s now', command, file, seconds_before,"
                   " seconds_now) FROM (VALUES (0, 'both decide'),"
                   " (1, 'only before decides'), (2, 'only now decides'),"
                   " (3, 'neither decides')) LEFT JOIN both"
                   " ON column1 = 2 * (state_before > 0) + (state_now > 0)"
                   " ORDER BY column1, " CELL);
}

bool results_got_worse(const Results *results)
{
    return results->is_compared &&
           is_true(results, "SELECT count(*) FROM change WHERE kind < 2");
}
