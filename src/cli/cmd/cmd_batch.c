/* cmd_batch.c - zermelo batch COMMAND[,COMMAND] PATH... --results FILE.db
 *
 * Every command and file is a cell: a process of its own, whose answer goes
 * into a database when it ends (batch/dispatch.h). Start reading at
 * cmd_batch(), at the end.
 */
#include "cli/output.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/sort.h"
#include "batch/answer.h"
#include "batch/dispatch.h"
#include "batch/program.h"
#include "batch/rule_files.h"
#include "cli/cell_options.h"
#include "cli/progress.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SPLIT = 10000, SLOWEST_SHOWN = 3 };

typedef struct {
    char *summary; /* of the answer; NULL: it was not run */
    int exit;
    bool has_failed;
    double seconds;
    uint64_t bytes;
} Outcome;

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    RuleFiles *files;
    char *program, *version;
    size_t jobs, megabytes; /* of a cell */
    size_t split;
    size_t shard, shard_count; /* this one, from 0 on */
    VEC(Cell) cells;           /* by file, then command */
    Outcome *outcomes;         /* of the cells, when all have ended */
    size_t failed;             /* cells without an answer, now or before */
    Store *store;
    Progress progress;
    size_t finished;
} Batch;

/* ---- what is asked for ---- */

static int read_numbers(Batch *batch)
{
    const Arguments *arguments = batch->arguments;
    batch->shard = share_option(arguments, "shard", &batch->shard_count);
    batch->split = count_option(arguments, "split", 0);
    if (has_option(arguments, "split") &&
        (batch->split < 1 || batch->split > MAX_SPLIT))
        return fail("usage", "--split takes a number from 1 to %d", MAX_SPLIT);
    batch->jobs = count_option(arguments, "jobs", 0);
    if (!batch->jobs)
        batch->jobs = processor_count();
    size_t bytes = budget_default_memory();
    if (bytes != SIZE_MAX)
        batch->megabytes = (bytes >> 20) / batch->jobs;
    return EXIT_YES;
}

/* Commands that answer about one file, in JSON, and write nothing. */
static int check_commands(const Arguments *arguments)
{
    static const char allowed[] = "check,info,know,perft,prove,simulate,"
                                  "solve,verify";
    const char *names = arguments->operands[0];
    for (const Command *command; (command = next_command(&names));) {
        const char *others = allowed;
        const Command *other;
        while ((other = next_command(&others)) && other != command)
            continue;
        if (!other)
            return fail("usage", "batch runs %s, not %s", allowed,
                        command->name);
        if (has_option(arguments, "split") &&
            strcmp(command->name, "prove") != 0)
            return fail("usage", "only prove has formulas to --split");
    }
    return has_option(arguments, "save")
               ? fail("usage", "all cells would --save to one place")
               : EXIT_YES;
}

static int find_files(Batch *batch)
{
    const char *why;
    for (size_t i = 1; i < batch->arguments->operand_count; i++)
        if (!rule_files_add(batch->files, batch->arguments->operands[i],
                            RULE_FILES_NAMED, &why))
            return fail("file", "%s: %s", batch->arguments->operands[i], why);
    return rule_files_count(batch->files)
               ? EXIT_YES
               : fail("file", "there is no .kif, .gdl, .hrf or .pl file below "
                              "the paths given");
}

static int find_program(Batch *batch)
{
    const char *given = text_option(batch->arguments, "program", NULL), *why;
    batch->program = given ? memory_strdup(given) : own_program();
    batch->version = program_version(batch->program, &why);
    return batch->version ? EXIT_YES
                          : fail("file", "%s: %s", batch->program, why);
}

/* ---- cells ---- */

static void add_cell(Batch *batch, const Command *command,
                     const CellOptions *options, const RuleFile *file)
{
    vec_push(
        &batch->cells,
        (Cell){.key = {.command = command->name,
                       .file = file->relative,
                       .sha256 = file->digest,
                       .options = cell_options_text(batch->arena, options),
                       .version = batch->version},
               .arguments = cell_words(batch->arena, batch->program, command,
                                       options, batch->megabytes, file->path),
               .seconds =
                   options->seconds > 0 ? options->seconds : MAX_CELL_SECONDS});
}

/* A cell with one more option, whose value is VALUE. */
static void add_cell_with(Batch *batch, const Command *command,
                          const RuleFile *file, const char *name,
                          const char *value)
{
    CellOptions options = cell_options(batch->arena, batch->arguments, command);
    if (name)
        cell_options_add(&options, name, value);
    add_cell(batch, command, &options, file);
    cell_options_free(&options);
}

/* The roles of a game, as check --json names them in a process of its own; to
 * be released. */
static json_t *read_roles(Batch *batch, const RuleFile *file)
{
    CellOptions none = {0};
    const Cell cell = {.arguments = cell_words(batch->arena, batch->program,
                                               find_command("check"), &none,
                                               batch->megabytes, file->path),
                       .seconds = MAX_CELL_SECONDS};
    CellResult result = cell_run(&cell, &interrupted);
    json_t *answer = json_loads(result.answer, 0, NULL);
    json_t *roles = json_incref(json_object_get(answer, "roles"));
    json_decref(answer);
    cell_result_clear(&result);
    return roles;
}

/* A cell for each role; one without, which says why, if none can be read. */
static void add_cells_by_role(Batch *batch, const Command *command,
                              const RuleFile *file)
{
    json_t *roles = read_roles(batch, file), *role;
    size_t i, count = batch->cells.count;
    json_array_foreach (roles, i, role) {
        const char *name = json_string_value(role);
        if (name && strcmp(name, "random") != 0)
            add_cell_with(batch, command, file, "role",
                          arena_string(batch->arena, name, strlen(name)));
    }
    json_decref(roles);
    if (batch->cells.count == count)
        add_cell_with(batch, command, file, NULL, NULL);
}

static void add_cells_of_file(Batch *batch, const RuleFile *file)
{
    const char *names = batch->arguments->operands[0];
    for (const Command *command; (command = next_command(&names));) {
        for (size_t i = 0; i < batch->split; i++)
            add_cell_with(
                batch, command, file, "share",
                arena_printf(batch->arena, "%zu/%zu", i + 1, batch->split));
        if (batch->split)
            continue;
        if (strcmp(command->name, "know") == 0 &&
            !has_option(batch->arguments, "role"))
            add_cells_by_role(batch, command, file);
        else
            add_cell_with(batch, command, file, NULL, NULL);
    }
}

/* Every SHARD_COUNT-th cell from SHARD on. */
static void keep_shard(Batch *batch)
{
    size_t kept = 0;
    for (size_t i = batch->shard; i < batch->cells.count;
         i += batch->shard_count)
        batch->cells.items[kept++] = batch->cells.items[i];
    batch->cells.count = kept;
}

static int add_cells(Batch *batch)
{
    for (size_t i = 0; i < rule_files_count(batch->files) && !interrupted; i++)
        add_cells_of_file(batch, rule_files_at(batch->files, i));
    keep_shard(batch);
    return interrupted ? EXIT_UNKNOWN : EXIT_YES;
}

/* ---- running ---- */

static void show_progress(void *data, const Cell *cell,
                          const CellResult *result)
{
    Batch *batch = data;
    (void)cell, (void)result;
    progress_show(&batch->progress, ++batch->finished);
}

static DispatchEnd run_cells(Batch *batch)
{
    const DispatchOptions options = {.jobs = batch->jobs,
                                     .cancelled = &interrupted,
                                     .on_result = show_progress,
                                     .data = batch};
    Dispatch *dispatch = dispatch_new(batch->store, batch->cells.items,
                                      batch->cells.count, &options);
    batch->progress = progress_begin(
        "cells", batch->cells.count - dispatch_known_count(dispatch));
    batch->progress.is_wanted = isatty(STDERR_FILENO);
    dispatch_run(dispatch);
    progress_end(&batch->progress);
    return dispatch_end(dispatch);
}

/* ---- the report ---- */

static void read_outcome(void *data, const CellRow *row)
{
    const CellResult result = {.exit = row->exit,
                               .answer = (char *)row->answer};
    *(Outcome *)data =
        (Outcome){.summary = answer_summary(row->key.command, row->answer),
                  .exit = row->exit,
                  .has_failed = cell_failed(&result),
                  .seconds = row->seconds,
                  .bytes = row->bytes};
}

static void read_outcomes(Batch *batch)
{
    batch->outcomes =
        memory_zeroed(batch->cells.count, sizeof *batch->outcomes);
    for (size_t i = 0; i < batch->cells.count; i++) {
        store_find(batch->store, &batch->cells.items[i].key, read_outcome,
                   &batch->outcomes[i]);
        batch->failed += batch->outcomes[i].has_failed;
    }
}

/* Something is wrong, or was not found out. */
static bool is_fault(const Outcome *outcome)
{
    return !outcome->summary || outcome->exit != EXIT_YES;
}

/* Which share or role it is, where a file has several cells of one command. */
static const char *extra_option(const Cell *cell)
{
    const char *share = strstr(cell->key.options, "--share ");
    const char *role = strstr(cell->key.options, "--role ");
    return share ? share : role ? role : "";
}

static bool has_several_commands(const Batch *batch)
{
    return strchr(batch->arguments->operands[0], ',');
}

/* A line about the cells of one file from FIRST on, if all were run: of several
 * commands the first thing that is wrong; of one command each cell has a line.
 * Returns the first cell of the next line. */
static size_t print_line(const Batch *batch, size_t first)
{
    const Cell *cells = batch->cells.items;
    bool by_file = has_several_commands(batch), is_wrong = false;
    bool is_run = true;
    size_t i = first;
    Text line = {0};
    for (; i < batch->cells.count &&
           (i == first ||
            (by_file && strcmp(cells[i].key.file, cells[first].key.file) == 0));
         i++) {
        const Outcome *outcome = &batch->outcomes[i];
        if (!by_file || (is_fault(outcome) && !is_wrong)) {
            const char *extra = extra_option(&cells[i]);
            if (by_file)
                text_addf(&line, "%s%s%s: ", cells[i].key.command,
                          *extra ? " " : "", extra);
            else if (*extra)
                text_addf(&line, "%s: ", extra);
            text_adds(&line, outcome->summary ? outcome->summary : "");
        }
        is_wrong |= is_fault(outcome);
        is_run &= outcome->summary != NULL;
    }
    if (is_run)
        printf("%s: %s\n", cells[first].key.file,
               line.length ? text_string(&line) : "ok");
    text_free(&line);
    return i;
}

static int compare_seconds(const void *left, const void *right, void *context)
{
    const Outcome *outcomes = context;
    size_t l = *(const size_t *)left, r = *(const size_t *)right;
    double more = outcomes[r].seconds - outcomes[l].seconds;
    return more > 0 ? 1 : more < 0 ? -1 : l > r ? 1 : l < r ? -1 : 0;
}

/* The cells that took longest, and a second or more. */
static void print_slowest(const Batch *batch)
{
    size_t count = batch->cells.count;
    size_t *order = arena_array(batch->arena, size_t, count);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    sort_items_with(order, count, sizeof *order, compare_seconds,
                    batch->outcomes);
    for (size_t i = 0; i < count && i < SLOWEST_SHOWN &&
                       batch->outcomes[order[i]].seconds >= 1;
         i++)
        printf("%s%s %s %.1f s%s",
               i ? ", " : "slowest: ", batch->cells.items[order[i]].key.command,
               batch->cells.items[order[i]].key.file,
               batch->outcomes[order[i]].seconds,
               i + 1 == count || i + 1 == SLOWEST_SHOWN ||
                       batch->outcomes[order[i + 1]].seconds < 1
                   ? "\n"
                   : "");
}

static void print_as_text(const Batch *batch, const DispatchEnd *end)
{
    for (size_t i = 0; i < batch->cells.count;)
        i = print_line(batch, i);
    printf("%zu cell%s: %zu run now, %zu known before, %zu failed", end->total,
           plural(end->total), end->finished, end->known, batch->failed);
    size_t left = end->total - end->finished - end->known;
    if (left)
        printf(", %zu not run", left);
    putchar('\n');
    print_slowest(batch);
}

static json_t *cell_json(const Cell *cell, const Outcome *outcome)
{
    return JSON_OBJECT(
        {"command", json_text(cell->key.command)},
        {"file", json_text(cell->key.file)},
        {"options", json_text(cell->key.options)},
        {"exit", outcome->summary ? json_integer(outcome->exit) : json_null()},
        {"seconds", json_real(outcome->seconds)},
        {"bytes", json_count(outcome->bytes)},
        {"summary", json_text(outcome->summary)});
}

static void print_as_json(const Batch *batch, const DispatchEnd *end)
{
    json_t *cells = json_array();
    for (size_t i = 0; i < batch->cells.count; i++)
        json_array_append_new(
            cells, cell_json(&batch->cells.items[i], &batch->outcomes[i]));
    json_t *answer =
        JSON_OBJECT({"version", json_text(batch->version)}, {"cells", cells},
                    {"total", json_count(end->total)},
                    {"finished", json_count(end->finished)},
                    {"known", json_count(end->known)},
                    {"failed", json_count(batch->failed)},
                    {"stopped", json_boolean(end->is_stopped)});
    if (end->why)
        json_object_set_new(answer, "error", json_error("file", end->why));
    print_json(answer);
}

static int report(const Batch *batch, const DispatchEnd *end)
{
    if (wants_json)
        print_as_json(batch, end);
    else
        print_as_text(batch, end);
    if (end->why) {
        fprintf(stderr, "zermelo: %s: %s\n",
                text_option(batch->arguments, "results", "results"), end->why);
        return EXIT_ERROR;
    }
    if (end->is_stopped && has_option(batch->arguments, "results"))
        fprintf(stderr, "zermelo: stopped; the same command goes on\n");
    return end->is_stopped ? EXIT_UNKNOWN
           : batch->failed ? EXIT_ERROR
                           : EXIT_YES;
}

static int run_batch(Batch *batch)
{
    char *why = NULL;
    const char *path = text_option(batch->arguments, "results", NULL);
    batch->store = store_open(path, STORE_WRITE, &why);
    if (!batch->store) {
        int status = fail("file", "%s: %s", path ? path : "results", why);
        free(why);
        return status;
    }
    DispatchEnd end = run_cells(batch);
    read_outcomes(batch);
    int status = report(batch, &end);
    free(end.why);
    return status;
}

int cmd_batch(const Arguments *arguments)
{
    static int (*const steps[])(Batch *) = {read_numbers, find_files,
                                            find_program, add_cells, run_batch};
    Batch batch = {.arguments = arguments,
                   .arena = arena_new(),
                   .files = rule_files_new()};
    int status = check_commands(arguments);
    for (size_t i = 0; status == EXIT_YES && i < sizeof steps / sizeof *steps;
         i++)
        status = steps[i](&batch);
    for (size_t i = 0; batch.outcomes && i < batch.cells.count; i++)
        free(batch.outcomes[i].summary);
    free(batch.outcomes);
    store_close(batch.store);
    vec_free(&batch.cells);
    free_all(batch.program, batch.version);
    rule_files_free(batch.files);
    arena_free(batch.arena);
    return status;
}
