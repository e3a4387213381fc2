/* cell_runner.c - run cells, for batch, table and tournament
 *
 * In:   cells, the database of --results
 * Out:  their rows in it
 * Next: batch/dispatch.c
 */
#include "cli/cell_runner.h"

#include "base/child.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "cli/output.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the program ---- */

enum {
    MAX_VERSION_SECONDS = 20,
    MAX_PROGRAM_BYTES = 1 << 28,
    SHOWN_DIGITS = 12, /* of a sha256, as many as of a commit */
};

/* The program that runs cells: this one; beside zermelo-mpi, zermelo. To be
 * freed. */
static char *own_program(void)
{
    static const char self[] = "/proc/self/exe";
    char path[PATH_MAX];
    ssize_t length = readlink(self, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *name = strrchr(path, '/');
    if (!name || strcmp(name, "/zermelo-mpi") != 0)
        return memory_strdup(self); /* also after the file was replaced */
    name[strlen("/zermelo")] = '\0';
    return memory_strdup(path);
}

/* What stands behind WORD at the beginning of a line; "" if nothing does. */
static char *text_behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; text; text = strchr(text, '\n')) {
        text += *text == '\n';
        if (strncmp(text, word, length) == 0) {
            text += length + strspn(text + length, " ");
            return memory_strndup(text, strcspn(text, "\n"));
        }
    }
    return memory_strdup("");
}

static bool is_commit(const char *commit)
{
    size_t length = strspn(commit, "0123456789abcdef");
    return length >= 7 && !commit[length];
}

/* Adds the sha256 of the executable. */
static bool add_digest(Text *version, const char *program, const char **why)
{
    char digest[DIGEST_LENGTH + 1];
    Text bytes = {0};
    bool is_read = file_read(&bytes, program, MAX_PROGRAM_BYTES, why);
    if (is_read) {
        digest_bytes(digest, text_string(&bytes), bytes.length);
        text_addf(version, " sha256:%.*s", SHOWN_DIGITS, digest);
    }
    text_free(&bytes);
    return is_read;
}

/* What PROGRAM --version says: "1.0.0 b4a84951234a", with the commit it was
 * made from; if it names none, or one whose files were changed, with the sha256
 * of the executable. To be freed; NULL, with a reason in *WHY, if it is no
 * program of ours. */
static char *program_version(const char *program, const char **why)
{
    const char *const arguments[] = {program, "--version", NULL};
    Budget budget = budget_new(MAX_VERSION_SECONDS, NULL);
    const ChildTask task = {
        .arguments = arguments, .input = "", .grace = 1, .budget = &budget};
    Child child = child_run(&task);
    Text version = {0};
    char *number = text_behind(text_string(&child.output), "zermelo ");
    char *commit = text_behind(text_string(&child.output), "commit ");
    *why = child.end == CHILD_NOT_STARTED ? strerror(child.status)
                                          : "it is no version of zermelo";
    bool is_known = child.end == CHILD_EXITED && !child.status && *number;
    text_adds(&version, number);
    if (is_known && is_commit(commit))
        text_addf(&version, " %s", commit);
    else if (is_known)
        is_known = add_digest(&version, program, why);
    free_all(number, commit);
    child_clear(&child);
    if (is_known)
        return text_take(&version);
    text_free(&version);
    return NULL;
}

/* ---- the run ---- */

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

int runner_print(const CellRunner *runner, const Arguments *arguments,
                 json_t *answer, Text *text, Text *page, int status)
{
    Text failure = {0};
    const char *path = text_option(arguments, "html", NULL), *why;
    if (runner->end.why)
        text_addf(&failure, "%s: %s", runner->results, runner->end.why);
    if (path && !file_save(path, page->bytes, page->length, FILE_REPLACE, &why))
        text_addf(&failure, "%s%s: %s", failure.length ? "; " : "", path, why);
    bool has_failed = failure.length;
    if (wants_json && has_failed)
        json_put(answer, "error", json_error("file", text_string(&failure)));
    if (wants_json)
        print_json(answer);
    fputs(text_string(text), stdout);
    if (has_failed && !wants_json)
        fail("file", "%s", text_string(&failure));
    text_free(&failure);
    text_free(text);
    text_free(page);
    return has_failed ? EXIT_ERROR : status;
}

void runner_close(CellRunner *runner)
{
    store_close(runner->store);
    free_all(runner->program, runner->version, runner->end.why);
}
