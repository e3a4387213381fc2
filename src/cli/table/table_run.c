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

enum { MAX_THREADS = 256, MAX_OUTPUT_BYTES = 64 << 20 };

typedef struct {
    const Table *table;
    const TableLine *line;
    size_t series;
} TableCell;

typedef struct {
    TableRun *run;
    VEC(TableCell) cells; /* those to be run */
    pthread_mutex_t lock; /* of what follows, and the figures */
    size_t next_cell, finished;
    Progress progress;
} CellQueue;

/* ---- one cell ---- */

static double time_limit(const TableRun *run, const TableCell *cell)
{
    return run->options.seconds > 0 ? run->options.seconds
                                    : cell_seconds(cell->table, cell->series);
}

/* All that its result depends on. */
static json_t *cell_description(const TableRun *run, const TableCell *cell)
{
    const TableLine *line = cell->line;
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:o,s:f,s:I,s:s}", "table", cell->table->name,
        "game", line->game, "column", line->column, "method",
        cell->table->series[cell->series], "sha256", line->file->digest,
        "arguments", cell_arguments(cell->table, line, cell->series), "time",
        time_limit(run, cell), "memory", (json_int_t)run->options.megabytes,
        "version", zermelo_version());
}

static Child run_program(const TableRun *run, const TableCell *cell)
{
    char time[32], memory[32];
    VEC(const char *) words = {0};
    const RuleFile *file = cell->line->file;
    json_t *arguments = cell_arguments(cell->table, cell->line, cell->series);
    double seconds = time_limit(run, cell);
    snprintf(time, sizeof time, "%g", seconds);
    snprintf(memory, sizeof memory, "%zu", run->options.megabytes);
    const char *const limits[] = {"--time",   time,
                                  "--memory", memory,
                                  "--",       file->builtin ? "-" : file->path,
                                  NULL};
    vec_push(&words, "/proc/self/exe");
    for (size_t i = 0; i < json_array_size(arguments); i++)
        vec_push(&words, json_string_value(json_array_get(arguments, i)));
    vec_append(&words, limits, sizeof limits / sizeof *limits);
    /* a second to stop in good order, and more for a busy machine */
    Budget budget = budget_new(seconds + 5 + seconds / 4, &interrupted);
    ChildTask task = {
        .arguments = words.items,
        .input = file->builtin ? (const char *)file->builtin->bytes : "",
        .input_length = file->builtin ? *file->builtin->length : 0,
        .max_output = MAX_OUTPUT_BYTES,
        .grace = 2,
        .budget = &budget};
    Child child = child_run(&task);
    vec_free(&words);
    json_decref(arguments);
    return child;
}

/* Adds the result of CELL to the file, if there is one. A failure is not kept:
 * it is tried again. */
static void save_figure(TableRun *run, const TableCell *cell,
                        const json_t *figure)
{
    if (!run->resume || !json_is_object(figure) || flag_at(figure, "failed"))
        return;
    json_t *description = cell_description(run, cell);
    if (!resume_add(run->resume, description, figure))
        run->unsaved_count++;
    json_decref(description);
}

/* Where formulas are left and so is no time, the one explains the other. */
static void note_limit(const TableRun *run, const TableCell *cell,
                       json_t *figure)
{
    if (number_at(figure, "unknown") && !flag_at(figure, "limited") &&
        figure_value(figure) >= 0.99 * time_limit(run, cell)) {
        json_object_set_new(figure, "limited", json_true());
        json_object_set_new(figure, "note", json_string("out of time"));
    }
}

static void store_result(CellQueue *queue, const TableCell *cell,
                         const Child *child)
{
    json_t *figure = figure_of_child(cell->table->kind, child);
    note_limit(queue->run, cell, figure);
    pthread_mutex_lock(&queue->lock);
    json_array_set_new(cell->line->figures, cell->series, figure);
    save_figure(queue->run, cell, figure);
    progress_show(&queue->progress, ++queue->finished);
    pthread_mutex_unlock(&queue->lock);
}

/* ---- all cells ---- */

static void *run_thread(void *data)
{
    CellQueue *queue = data;
    for (;;) {
        pthread_mutex_lock(&queue->lock);
        size_t index = queue->next_cell;
        bool has_cell = index < queue->cells.count && !interrupted;
        if (has_cell)
            queue->next_cell++;
        pthread_mutex_unlock(&queue->lock);
        if (!has_cell)
            return NULL;
        const TableCell *cell = &queue->cells.items[index];
        Child child = run_program(queue->run, cell);
        store_result(queue, cell, &child);
        child_clear(&child);
    }
}

/* Sets the figure of CELL, if an earlier run has found it out; false if not. */
static bool reuse_figure(const TableRun *run, const TableCell *cell)
{
    if (!run->resume)
        return false;
    json_t *description = cell_description(run, cell);
    json_t *figure = resume_find(run->resume, description);
    json_decref(description);
    return figure &&
           json_array_set(cell->line->figures, cell->series, figure) == 0;
}

/* Puts the cells to be run into QUEUE and counts all of them. */
static void collect_cells(CellQueue *queue)
{
    TableRun *run = queue->run;
    for (size_t t = 0; t < run->table_count; t++) {
        const Table *table = &run->tables[t];
        for (size_t i = 0; i < table->line_count; i++)
            for (size_t k = table->source_count; k < table->series_count; k++) {
                TableCell cell = {table, &table->lines[i], k};
                run->cell_count++;
                if (!cell.line->file)
                    continue;
                if (reuse_figure(run, &cell))
                    run->resumed_count++;
                else
                    vec_push(&queue->cells, cell);
            }
    }
}

/* The threads live until all children are gone: a child dies with the thread
 * that started it. */
static void run_threads(CellQueue *queue)
{
    pthread_t threads[MAX_THREADS];
    size_t requested = queue->run->options.threads, started = 0;
    size_t thread_count = requested ? requested : processor_count();
    if (thread_count > queue->cells.count)
        thread_count = queue->cells.count;
    if (thread_count > MAX_THREADS)
        thread_count = MAX_THREADS;
    while (started < thread_count &&
           pthread_create(&threads[started], NULL, run_thread, queue) == 0)
        started++;
    if (!started)
        run_thread(queue);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static bool is_complete(const Table *table)
{
    for (size_t i = 0; i < table->line_count; i++)
        for (size_t k = table->source_count; k < table->series_count; k++)
            if (!json_is_object(figure_at(&table->lines[i], k)) ||
                flag_at(figure_at(&table->lines[i], k), "failed"))
                return false;
    return true;
}

bool run_cells(TableRun *run, const char **why)
{
    CellQueue queue = {.run = run};
    double begun = clock_now();
    if (run->options.resume) {
        run->resume = resume_open(run->options.resume, why);
        if (!run->resume)
            return false;
    }
    pthread_mutex_init(&queue.lock, NULL);
    collect_cells(&queue);
    queue.progress = progress_begin("cells", queue.cells.count);
    queue.progress.is_wanted =
        isatty(STDERR_FILENO); /* answers come at the end */
    run_threads(&queue);
    progress_end(&queue.progress);
    pthread_mutex_destroy(&queue.lock);
    assert(interrupted || queue.finished == queue.cells.count);
    assert(run->resumed_count + queue.cells.count <= run->cell_count);
    vec_free(&queue.cells);
    run->seconds = clock_now() - begun;
    run->complete = true;
    for (size_t i = 0; i < run->table_count; i++)
        run->complete &= is_complete(&run->tables[i]);
    return true;
}
