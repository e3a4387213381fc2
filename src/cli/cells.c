/* cells.c - cells of batch, table and tournament: their options, their run
 *
 * In:   what was typed, rule files, the database of --results
 * Out:  keys and command lines of cells; their rows
 * Next: batch/dispatch.c
 */
#include "cli/cells.h"

#include "system/child.h"
#include "system/file.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "cli/output.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- the program ---- */

enum {
    MAX_VERSION_SECONDS = 20,
    MAX_FILE_BYTES = 1 << 28,
    SHOWN_DIGITS = 12, /* of a sha256, as many as of a commit */
};

/* The program that runs cells: this one; beside zermelo-mpi, zermelo. */
static const char *own_program(Arena *arena)
{
    static const char self[] = "/proc/self/exe";
    char path[PATH_MAX];
    ssize_t length = readlink(self, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    char *name = strrchr(path, '/');
    if (!name || strcmp(name, "/zermelo-mpi") != 0)
        return self; /* also after the file was replaced */
    name[strlen("/zermelo")] = '\0';
    return arena_strdup(arena, path);
}

/* Adds BEFORE and the sha256 of the file at PATH; false, with a reason in *WHY,
 * if it cannot be read. */
static bool add_digest(Text *out, const char *before, const char *path,
                       const char **why)
{
    char digest[DIGEST_LENGTH + 1];
    Text bytes = {0};
    bool is_read = file_read(&bytes, path, MAX_FILE_BYTES, why);
    if (is_read) {
        digest_bytes(digest, text_string(&bytes), bytes.length);
        text_addf(out, "%s%.*s", before, SHOWN_DIGITS, digest);
    }
    text_free(&bytes);
    return is_read;
}

/* What PROGRAM --version says: "1.0.0 b4a84951234a", with the commit it was
 * made from; if it names none, or one whose files were changed, with the sha256
 * of the executable. NULL, with a reason in *WHY, if it is no program of ours.
 */
static const char *program_version(Arena *arena, const char *program,
                                   const char **why)
{
    const char *const arguments[] = {program, "--version", NULL};
    Budget budget = budget_new(MAX_VERSION_SECONDS, NULL);
    const ChildTask task = {
        .arguments = arguments, .input = "", .grace = 1, .budget = &budget};
    Child child = child_run(&task);
    Text version = {0};
    const char *text = text_string(&child.output),
               *line = strstr(text, "\ncommit ");
    char number[64] = "", commit[64] = "";
    bool is_known = child.end == CHILD_EXITED && !child.status &&
                    sscanf(text, "zermelo %63s", number) == 1;
    *why = child.end == CHILD_NOT_STARTED ? strerror(child.status)
                                          : "it is no version of zermelo";
    sscanf(line ? line : "", " commit %63s", commit);
    child_clear(&child);
    size_t digits = strspn(commit, "0123456789abcdef");
    text_adds(&version, number);
    if (is_known && digits >= 7 && !commit[digits])
        text_addf(&version, " %s", commit);
    else if (is_known)
        is_known = add_digest(&version, " sha256:", program, why);
    const char *known = text_finish(&version, arena);
    return is_known ? known : NULL;
}

/* ---- options ---- */

/* Whether VALUE is the default, as the help says it: "(default mutual)". */
static bool is_default(const Option *option, const char *value)
{
    if (strcmp(option->name, "threads") == 0)
        return strcmp(value, "1") == 0; /* of a cell */
    const char *place = strstr(option->help, "(default ");
    if (!place)
        return false;
    place += strlen("(default ");
    return strlen(value) == strcspn(place, "),; ") &&
           strncmp(place, value, strlen(value)) == 0;
}

/* Whether the option at INDEX is not all that says what to prove: then a family
 * is none by default. */
static bool has_other_claim(const Arguments *arguments, size_t index)
{
    for (size_t i = 0; i < arguments->option_count; i++)
        if (i != index && find_word("formula|properties|family",
                                    arguments->options[i]->name) != SIZE_MAX)
            return true;
    return false;
}

/* Whether the option at INDEX is given once more: of those that may not be
 * repeated the last one counts. */
static bool is_overridden(const Arguments *arguments, size_t index)
{
    const char *name = arguments->options[index]->name;
    if (find_word("formula|properties|family|given|set|only|ignore", name) !=
        SIZE_MAX)
        return false;
    for (size_t i = index + 1; i < arguments->option_count; i++)
        if (strcmp(arguments->options[i]->name, name) == 0)
            return true;
    return false;
}

/* Insertion by name keeps the order of equal ones. */
void cell_options_add(Arena *arena, CellOptions *options, const char *name,
                      const char *value)
{
    CellOption *option = arena_array(arena, CellOption, 1),
               **place = &options->first;
    while (*place && strcmp((*place)->name, name) <= 0)
        place = &(*place)->next;
    *option = (CellOption){name, value, *place};
    *place = option;
}

CellOptions cell_options(Arena *arena, const Arguments *arguments,
                         const Command *command, const char *kept_back)
{
    CellOptions options = {0};
    const Option *time = own_option(command, "time");
    options.seconds = time && time->seconds > 0 ? time->seconds : 0;
    for (size_t i = 0; i < arguments->option_count; i++) {
        const char *name = arguments->options[i]->name;
        const Option *option = own_option(command, name);
        if (!option)
            option = find_option(COMMON_OPTIONS, name, strlen(name));
        if (!option || find_option(kept_back, name, strlen(name)) ||
            is_overridden(arguments, i))
            continue;
        const char *value = arguments->option_values[i];
        if (option->kind == VALUE_COUNT) /* one way of writing a number */
            value = arena_printf(arena, "%llu", strtoull(value, NULL, 10));
        else if (option->kind == VALUE_SECONDS)
            value = arena_printf(arena, "%.9g", strtod(value, NULL));
        if (strcmp(name, "time") == 0)
            options.seconds = strtod(value, NULL);
        if (!value || !is_default(option, value) ||
            (option->kind == VALUE_FAMILY && has_other_claim(arguments, i)))
            cell_options_add(arena, &options, name, value);
    }
    return options;
}

/* ---- cells ---- */

/* Adds a value as the shell would read it. */
static void add_quoted(Text *out, const char *value)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ_-+=.,:/@%";
    if (*value && !value[strspn(value, plain)]) {
        text_adds(out, value);
        return;
    }
    text_addc(out, '\'');
    for (const char *c = value; *c; c++) {
        if (*c == '\'')
            text_adds(out, "'\\'");
        text_addc(out, *c);
    }
    text_addc(out, '\'');
}

static const char *options_text(Arena *arena, const CellOptions *options)
{
    Text text = {0};
    const char *why;
    for (const CellOption *option = options->first; option;
         option = option->next) {
        text_addf(&text, "%s--%s", text.length ? " " : "", option->name);
        if (option->value) {
            text_addc(&text, ' ');
            add_quoted(&text, option->value);
        }
        if (strcmp(option->name, "properties") == 0)
            add_digest(&text, "@", option->value, &why);
    }
    return text_finish(&text, arena);
}

static bool has_name(const CellOptions *options, const char *name)
{
    const CellOption *option = options->first;
    while (option && strcmp(option->name, name) != 0)
        option = option->next;
    return option != NULL;
}

/* The words of a whole command, which ends in NULL. */
static const char *const *words_of(const CellRunner *runner, Arena *arena,
                                   const Command *command,
                                   const CellOptions *options, size_t megabytes,
                                   const char *path)
{
    VEC(const char *) words = {0};
    vec_push(&words, runner->program);
    vec_push(&words, command->name);
    for (const CellOption *option = options->first; option;
         option = option->next) {
        vec_push(&words, arena_printf(arena, "--%s", option->name));
        if (option->value)
            vec_push(&words, option->value);
    }
    if (own_option(command, "threads") && !has_name(options, "threads"))
        vec_push(&words, "--threads=1");
    if (megabytes && !has_name(options, "memory"))
        vec_push(&words, arena_printf(arena, "--memory=%zu", megabytes));
    if (options->seconds <= 0 && !own_option(command, "playouts"))
        vec_push(&words, arena_printf(arena, "--time=%d", MAX_CELL_SECONDS));
    const char *const end[] = {"--json", "--", path, NULL};
    vec_append(&words, end, sizeof end / sizeof *end);
    return vec_finish(&words, arena);
}

Cell runner_cell(const CellRunner *runner, Arena *arena, const Command *command,
                 const CellOptions *options, size_t megabytes,
                 const RuleFile *file)
{
    const Embedded *builtin = file->builtin;
    return (Cell){.key = {.command = command->name,
                          .file = file->relative,
                          .sha256 = file->digest,
                          .options = options_text(arena, options),
                          .version = runner->version},
                  .arguments = words_of(runner, arena, command, options,
                                        megabytes, builtin ? "-" : file->path),
                  .input = builtin ? (const char *)builtin->bytes : NULL,
                  .input_length = builtin ? *builtin->length : 0,
                  .seconds = options->seconds > 0 ? options->seconds
                                                  : MAX_CELL_SECONDS};
}

/* ---- the run ---- */

int runner_open(CellRunner *runner, const Arguments *arguments,
                const char *program)
{
    const char *path = text_option(arguments, "results", NULL), *no_version;
    char *why;
    runner->results = path ? path : "results";
    runner->program = program ? program : own_program(arguments->arena);
    runner->version =
        program_version(arguments->arena, runner->program, &no_version);
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
        progress_begin(label, count - dispatch_known_count(dispatch), true);
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
    else if (runner->end.is_stopped && !has_failed)
        fprintf(stderr, "zermelo: stopped; %s\n",
                has_option(arguments, "results")
                    ? "the same command goes on"
                    : "with --results FILE.db it can be continued");
    text_free(&failure);
    text_free(text);
    text_free(page);
    return has_failed ? EXIT_ERROR : status;
}

void runner_close(CellRunner *runner)
{
    store_close(runner->store);
    free(runner->end.why);
}
