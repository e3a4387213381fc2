/* table_run.c - measure the cells of tables, each in a process of its own
 *
 * In:   tables with their rule files, limits
 * Out:  a Figure for every cell
 * Next: cli/table/table_grid.c sets them out
 *
 * A cell is this program itself, run with a limit of time and memory, so that
 * nothing it does can harm the others. It limits its own memory and time, and
 * is stopped when it goes on. Start reading at run_cells(), at the end.
 */
#include "cli/table/table_run.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "zermelo.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { MAX_THREADS = 256, MAX_OUTPUT = 64 << 20 };

typedef struct {
    const Table *table;
    const TableLine *line;
    size_t series;
} TableCell;

typedef struct {
    TableRun *run;
    VEC(TableCell) cells; /* those to be run */
    pthread_mutex_t lock; /* of what follows, the arena and the figures */
    size_t next, finished;
    Progress progress;
} Work;

/* ---- one cell ---- */

static Figure *figure_of(const TableCell *cell)
{
    assert(cell->series < cell->table->series_count);
    return &cell->line->figures[cell->series];
}

static double seconds_of(const TableRun *run, const TableCell *cell)
{
    return run->options.seconds > 0 ? run->options.seconds
                                    : cell_seconds(cell->table, cell->series);
}

/* All that its result depends on. */
static json_t *describe(const TableRun *run, const TableCell *cell)
{
    const TableLine *line = cell->line;
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:o,s:f,s:I,s:s}", "table", cell->table->name,
        "game", line->game, "column", line->column, "method",
        cell->table->series[cell->series], "sha256", line->file->digest,
        "arguments", cell_arguments(cell->table, line, cell->series), "time",
        seconds_of(run, cell), "memory", (json_int_t)run->options.megabytes,
        "version", zermelo_version());
}

static Child run_program(const TableRun *run, const TableCell *cell)
{
    char time[32], memory[32];
    VEC(const char *) words = {0};
    const RuleFile *file = cell->line->file;
    json_t *arguments = cell_arguments(cell->table, cell->line, cell->series);
    double seconds = seconds_of(run, cell);
    snprintf(time, sizeof time, "%g", seconds);
    snprintf(memory, sizeof memory, "%zu", run->options.megabytes);
    const char *const limits[] = {"--time", time, "--memory",
                                  memory,   "--", file->own ? "-" : file->path,
                                  NULL};
    vec_push(&words, "/proc/self/exe");
    for (size_t i = 0; i < json_array_size(arguments); i++)
        vec_push(&words, json_string_value(json_array_get(arguments, i)));
    vec_append(&words, limits, sizeof limits / sizeof *limits);
    /* a second to stop in good order, and more for a busy machine */
    Budget budget = budget_new(seconds + 5 + seconds / 4, &interrupted);
    ChildTask task = {.arguments = words.items,
                      .input = file->own ? (const char *)file->own->bytes : "",
                      .input_length = file->own ? *file->own->length : 0,
                      .max_output = MAX_OUTPUT,
                      .grace = 2,
                      .budget = &budget};
    Child child = child_run(&task);
    vec_free(&words);
    json_decref(arguments);
    return child;
}

/* A failure is not kept: it is tried again. */
static void keep(Work *work, const TableCell *cell, const Figure *figure)
{
    if (!work->run->resume || !figure->done || figure->failed)
        return;
    json_t *description = describe(work->run, cell);
    json_t *result = figure_json(cell->table->kind, figure, false);
    if (!resume_add(work->run->resume, description, result))
        work->run->lost++;
    json_decref(result);
    json_decref(description);
}

/* Where formulas are left and so is no time, the one explains the other. */
static void note_limit(const TableRun *run, const TableCell *cell,
                       Figure *figure)
{
    if (figure->has_counts && figure->unknown && !figure->limited &&
        figure->value >= 0.99 * seconds_of(run, cell)) {
        figure->limited = true;
        figure->note = "out of time";
    }
}

static void finish(Work *work, const TableCell *cell, const Child *child)
{
    pthread_mutex_lock(&work->lock);
    Figure figure = figure_of_child(work->run->arena, cell->table->kind, child);
    note_limit(work->run, cell, &figure);
    *figure_of(cell) = figure;
    keep(work, cell, &figure);
    progress_show(&work->progress, ++work->finished);
    pthread_mutex_unlock(&work->lock);
}

/* ---- all cells ---- */

static void *work_on(void *data)
{
    Work *work = data;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        size_t number = work->next;
        bool has_more = number < work->cells.count && !interrupted;
        if (has_more)
            work->next++;
        pthread_mutex_unlock(&work->lock);
        if (!has_more)
            return NULL;
        const TableCell *cell = &work->cells.items[number];
        Child child = run_program(work->run, cell);
        finish(work, cell, &child);
        child_clear(&child);
    }
}

/* What an earlier run has found out need not be run. */
static bool is_known(const TableRun *run, const TableCell *cell)
{
    if (!run->resume)
        return false;
    json_t *description = describe(run, cell);
    Figure figure = figure_of_json(cell->table->kind,
                                   resume_find(run->resume, description));
    json_decref(description);
    if (figure.done)
        *figure_of(cell) = figure;
    return figure.done;
}

/* Lists the cells to be run. */
static void collect(Work *work)
{
    TableRun *run = work->run;
    for (size_t t = 0; t < run->count; t++) {
        const Table *table = &run->tables[t];
        for (size_t i = 0; i < table->line_count; i++)
            for (size_t k = table->source_count; k < table->series_count; k++) {
                TableCell cell = {table, &table->lines[i], k};
                run->cells++;
                if (!cell.line->file)
                    continue;
                if (is_known(run, &cell))
                    run->resumed++;
                else
                    vec_push(&work->cells, cell);
            }
    }
}

/* The threads live until all children are gone: a child dies with the thread
 * that started it. */
static void run_all(Work *work)
{
    pthread_t threads[MAX_THREADS];
    size_t asked = work->run->options.threads, started = 0;
    size_t wanted = asked ? asked : processor_count();
    if (wanted > work->cells.count)
        wanted = work->cells.count;
    if (wanted > MAX_THREADS)
        wanted = MAX_THREADS;
    while (started < wanted &&
           pthread_create(&threads[started], NULL, work_on, work) == 0)
        started++;
    if (!started)
        work_on(work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static bool is_complete(const Table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++)
            if (!table->lines[i].figures[k].done ||
                table->lines[i].figures[k].failed)
                return false;
    return true;
}

bool run_cells(TableRun *run, const char **why)
{
    Work work = {.run = run};
    double begun = clock_now();
    if (run->options.resume) {
        run->resume = resume_open(run->options.resume, why);
        if (!run->resume)
            return false;
    }
    pthread_mutex_init(&work.lock, NULL);
    collect(&work);
    work.progress = progress_begin("cells", work.cells.count);
    work.progress.wanted = isatty(STDERR_FILENO); /* answers come at the end */
    run_all(&work);
    progress_end(&work.progress);
    pthread_mutex_destroy(&work.lock);
    assert(interrupted || work.finished == work.cells.count);
    assert(run->resumed + work.cells.count <= run->cells);
    vec_free(&work.cells);
    run->seconds = clock_now() - begun;
    run->complete = true;
    for (size_t i = 0; i < run->count; i++)
        run->complete &= is_complete(&run->tables[i]);
    return true;
}
