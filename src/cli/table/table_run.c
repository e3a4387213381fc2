/* table_run.c - measure the cells of tables, each in a process of its own
 *
 * In:   studies, rule files, limits
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
#include "base/processors.h"
#include "base/vec.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "zermelo.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 256, MAX_OUTPUT = 64 << 20 };

typedef struct {
    Trial *trial;
    size_t line, series;
} TableCell;

typedef struct {
    TableRun *run;
    VEC(TableCell) cells; /* those to be run */
    pthread_mutex_t lock; /* of what follows, the arena and the figures */
    size_t next, finished;
} Work;

/* ---- which cells there are ---- */

static bool is_wanted(const RunOptions *options, const char *game)
{
    for (const char **only = options->only; *only; only++)
        if (strcasecmp(*only, game) == 0)
            return true;
    return !*options->only;
}

static Trial new_trial(TableRun *run, const Study *study, const Row *row,
                       const RuleFiles *files)
{
    Trial trial = {.study = study, .row = row};
    trial.found = rule_files_find(files, row->sha256, row->file, &trial.file);
    trial.figures =
        arena_array(run->arena, Figure, row->line_count * study->series_count);
    for (size_t i = 0; i < row->line_count; i++)
        for (size_t k = 0; k < study->source_count; k++)
            *trial_figure(&trial, i, k) = row->lines[i].published[k];
    run->cells += row->line_count * (study->series_count - study->source_count);
    return trial;
}

TableRun *run_new(const Study *studies, size_t count, const RuleFiles *files,
                  const RunOptions *options)
{
    TableRun *run = memory_zeroed(1, sizeof *run);
    run->arena = arena_new();
    run->options = *options;
    run->experiments = arena_array(run->arena, Experiment, count);
    for (size_t i = 0; i < count; i++) {
        VEC(Trial) trials = {0};
        for (size_t k = 0; k < studies[i].row_count; k++) {
            const Row *row = &studies[i].rows[k];
            if (is_wanted(options, row->game))
                vec_push(&trials, new_trial(run, &studies[i], row, files));
        }
        size_t trial_count = trials.count;
        if (trial_count)
            run->experiments[run->count++] = (Experiment){
                &studies[i], vec_finish(&trials, run->arena), trial_count};
    }
    return run;
}

void run_free(TableRun *run)
{
    if (!run)
        return;
    resume_close(run->resume);
    arena_free(run->arena);
    free(run);
}

/* ---- one cell ---- */

static double seconds_of(const TableRun *run, const TableCell *cell)
{
    return run->options.seconds > 0 ? run->options.seconds
                                    : cell->trial->study->seconds[cell->series];
}

static const char *const *arguments_of(const TableCell *cell)
{
    return cell->trial->row->lines[cell->line].arguments[cell->series];
}

/* All that its result depends on. */
static json_t *describe(const TableRun *run, const TableCell *cell)
{
    const Row *row = cell->trial->row;
    const Study *study = cell->trial->study;
    json_t *arguments = json_array();
    assert(cell->series >= study->source_count); /* not published */
    for (const char *const *word = arguments_of(cell); *word; word++)
        json_array_append_new(arguments, json_string(*word));
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:s,s:o,s:f,s:I,s:s}", "table", study->name, "game",
        row->game, "column", row->lines[cell->line].column, "method",
        study->series[cell->series], "sha256", cell->trial->file->digest,
        "arguments", arguments, "time", seconds_of(run, cell), "memory",
        (json_int_t)run->options.megabytes, "version", zermelo_version());
}

/* A second to stop in good order, and more for a busy machine; then it is
 * stopped. */
static double patience(double seconds)
{
    return seconds + 5 + seconds / 4;
}

static Child run_program(const TableRun *run, const TableCell *cell)
{
    char time[32], memory[32];
    VEC(const char *) words = {0};
    const Text nothing = {0};
    const RuleFile *file = cell->trial->file;
    const Text *text = file->text ? file->text : &nothing;
    snprintf(time, sizeof time, "%g", seconds_of(run, cell));
    snprintf(memory, sizeof memory, "%zu", run->options.megabytes);
    vec_push(&words, "/proc/self/exe");
    for (const char *const *word = arguments_of(cell); *word; word++)
        vec_push(&words, *word);
    vec_push(&words, "--time");
    vec_push(&words, time);
    vec_push(&words, "--memory");
    vec_push(&words, memory);
    vec_push(&words, "--");
    vec_push(&words, file->text ? "-" : file->path);
    vec_push(&words, NULL);
    Budget budget = budget_new(patience(seconds_of(run, cell)), &interrupted);
    ChildTask task = {.arguments = words.items,
                      .input = text_string(text),
                      .input_length = text->length,
                      .max_output = MAX_OUTPUT,
                      .grace = 2,
                      .budget = &budget};
    Child child = child_run(&task);
    vec_free(&words);
    return child;
}

/* A failure is not kept: it is tried again. */
static void keep(Work *work, const TableCell *cell, const Figure *figure)
{
    if (!work->run->resume || !figure->done || figure->failed)
        return;
    json_t *description = describe(work->run, cell);
    json_t *result = figure_json(cell->trial->study->kind, figure, false);
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
    Figure figure =
        figure_of_child(work->run->arena, cell->trial->study->kind, child);
    note_limit(work->run, cell, &figure);
    *trial_figure(cell->trial, cell->line, cell->series) = figure;
    keep(work, cell, &figure);
    work->finished++;
    pthread_mutex_unlock(&work->lock);
}

/* ---- all cells ---- */

static void *work_on(void *data)
{
    Work *work = data;
    for (;;) {
        pthread_mutex_lock(&work->lock);
        size_t number = work->next;
        bool more = number < work->cells.count && !interrupted;
        if (more)
            work->next++;
        pthread_mutex_unlock(&work->lock);
        if (!more)
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
    Figure figure = figure_of_json(cell->trial->study->kind,
                                   resume_find(run->resume, description));
    json_decref(description);
    if (figure.done)
        *trial_figure(cell->trial, cell->line, cell->series) = figure;
    return figure.done;
}

static void collect_trial(Work *work, Trial *trial)
{
    const Study *study = trial->study;
    for (size_t line = 0; trial->file && line < trial->row->line_count; line++)
        for (size_t i = study->source_count; i < study->series_count; i++) {
            TableCell cell = {trial, line, i};
            if (is_known(work->run, &cell))
                work->run->resumed++;
            else
                vec_push(&work->cells, cell);
        }
}

static void collect(Work *work)
{
    for (size_t i = 0; i < work->run->count; i++) {
        const Experiment *experiment = &work->run->experiments[i];
        for (size_t k = 0; k < experiment->trial_count; k++)
            collect_trial(work, &experiment->trials[k]);
    }
}

static size_t thread_count(const Work *work)
{
    size_t asked = work->run->options.threads;
    size_t threads = asked ? asked : processor_count();
    if (threads > work->cells.count)
        threads = work->cells.count;
    return threads > MAX_THREADS ? MAX_THREADS : threads;
}

static void watch(Work *work)
{
    const struct timespec pause = {0, 50 * 1000 * 1000};
    Progress progress = progress_begin("cells", work->cells.count);
    progress.wanted = isatty(STDERR_FILENO); /* answers come at the end */
    for (bool busy = true; busy;) {
        pthread_mutex_lock(&work->lock);
        size_t finished = work->finished;
        pthread_mutex_unlock(&work->lock);
        busy = finished < work->cells.count && !interrupted;
        progress_show(&progress, finished);
        if (busy)
            nanosleep(&pause, NULL);
    }
    progress_end(&progress);
}

/* The threads live until all children are gone: a child dies with the thread
 * that started it. */
static void run_all(Work *work)
{
    pthread_t threads[MAX_THREADS];
    size_t wanted = thread_count(work), started = 0;
    while (started < wanted &&
           pthread_create(&threads[started], NULL, work_on, work) == 0)
        started++;
    if (!started)
        work_on(work);
    else
        watch(work);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

static bool is_complete(const Trial *trial)
{
    for (size_t i = 0; i < trial->row->line_count; i++)
        for (size_t k = trial->study->source_count;
             k < trial->study->series_count; k++)
            if (!trial_figure(trial, i, k)->done ||
                trial_figure(trial, i, k)->failed)
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
    run_all(&work);
    pthread_mutex_destroy(&work.lock);
    assert(interrupted || work.finished == work.cells.count);
    assert(run->resumed + work.cells.count <= run->cells);
    vec_free(&work.cells);
    run->seconds = clock_now() - begun;
    run->complete = true;
    for (size_t i = 0; i < run->count; i++)
        for (size_t k = 0; k < run->experiments[i].trial_count; k++)
            run->complete &= is_complete(&run->experiments[i].trials[k]);
    return true;
}
