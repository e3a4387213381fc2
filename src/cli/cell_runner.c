/* cell_runner.c - run cells, for batch, table and tournament
 *
 * In:   cells, the database of --results
 * Out:  their rows in it
 * Next: batch/dispatch.c
 */
#include "cli/cell_runner.h"

#include "base/file.h"
#include "base/memory.h"
#include "batch/program.h"

#include <stdlib.h>
#include <unistd.h>

int runner_open(CellRunner *runner, const Arguments *arguments,
                const char *program)
{
    const char *path = text_option(arguments, "results", NULL), *no_version;
    char *why;
    runner->results = path ? path : "results";
    runner->program = program ? memory_strdup(program) : own_program();
    runner->version = program_version(runner->program, &no_version);
    if (!runner->version)
        return fail("file", "%s: %s", runner->program, no_version);
    runner->store = store_open(path, STORE_WRITE, &why);
    if (runner->store)
        return EXIT_YES;
    fail("file", "%s: %s", runner->results, why);
    free(why);
    return EXIT_ERROR;
}

static void show_progress(void *data)
{
    CellRunner *runner = data;
    progress_show(&runner->progress, ++runner->finished);
}

void runner_run(CellRunner *runner, Cell *cells, size_t count,
                const char *label, size_t jobs)
{
    const DispatchOptions options = {.jobs = jobs,
                                     .cancelled = &interrupted,
                                     .on_result = show_progress,
                                     .data = runner};
    Dispatch *dispatch = dispatch_new(runner->store, cells, count, &options);
    runner->progress =
        progress_begin(label, count - dispatch_known_count(dispatch));
    runner->progress.is_wanted = isatty(STDERR_FILENO); /* answers come last */
    dispatch_run(dispatch);
    progress_end(&runner->progress);
    runner->end = dispatch_end(dispatch);
}

char *runner_failure(const CellRunner *runner, const Arguments *arguments,
                     Text *page)
{
    Text failure = {0};
    const char *path = text_option(arguments, "html", NULL), *why;
    if (runner->end.why)
        text_addf(&failure, "%s: %s", runner->results, runner->end.why);
    if (path && !file_save(path, page->bytes, page->length, FILE_REPLACE, &why))
        text_addf(&failure, "%s%s: %s", failure.length ? "; " : "", path, why);
    text_free(page);
    return failure.length ? text_take(&failure) : memory_strdup("");
}

void runner_close(CellRunner *runner)
{
    store_close(runner->store);
    free_all(runner->program, runner->version, runner->end.why);
}
