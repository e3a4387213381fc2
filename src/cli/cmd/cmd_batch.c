/* cmd_batch.c - zermelo batch COMMAND[,COMMAND] PATH... --results FILE.db
 *
 * Every command and file is a cell: a process of its own, whose answer goes
 * into a database when it ends (batch/dispatch.h). Start reading at
 * cmd_batch(), at the end.
 */
#include "cli/output.h"

#include "base/budget.h"
#include "batch/results.h"
#include "cli/cells.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SPLIT = 10000 };

typedef struct {
    CellRow row;         /* without its answer */
    const char *summary; /* NULL: it was not run */
} Result;

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    RuleFiles *files;
    CellRunner runner;
    size_t jobs;      /* cells at a time */
    size_t megabytes; /* for each cell */
    size_t split;
    size_t shard, shard_count; /* this one, from 0 on */
    size_t number;             /* of the next cell of all shards */
    VEC(Cell) cells;           /* of this shard, by file, then command */
    Result *results;           /* of the cells */
    size_t failed;             /* cells without an answer, now or before */
} Batch;

/* ---- what is asked for ---- */

static int read_numbers(Batch *batch)
{
    const Arguments *arguments = batch->arguments;
    batch->shard =
        read_share(text_option(arguments, "shard", "1/1"), &batch->shard_count);
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
    return has_option(arguments, "save") || has_option(arguments, "facts") ||
                   has_option(arguments, "html")
               ? fail("usage", "all cells would write to one place: batch has "
                               "no --save, no --facts and no --html")
               : EXIT_YES;
}

static int find_files(Batch *batch)
{
    const char *why, *program = text_option(batch->arguments, "program", NULL);
    for (size_t i = 1; i < batch->arguments->operand_count; i++)
        if (!rule_files_add(batch->files, batch->arguments->operands[i],
                            RULE_FILES_NAMED, &why))
            return fail("file", "%s: %s", batch->arguments->operands[i], why);
    return batch->files->list.count
               ? runner_open(&batch->runner, batch->arguments, program)
               : fail("file", "there is no .kif, .gdl, .hrf or .pl file below "
                              "the paths given");
}

/* ---- cells ---- */

/* A cell with one more option, whose value is VALUE, unless it is that of
 * another shard. */
static void add_cell_with(Batch *batch, const Command *command,
                          const RuleFile *file, const char *name,
                          const char *value)
{
    if (batch->number++ % batch->shard_count != batch->shard)
        return;
    CellOptions options =
        cell_options(batch->arena, batch->arguments, command,
                     "results jobs shard split batch-program json");
    if (name)
        cell_options_add(batch->arena, &options, name, value);
    vec_push(&batch->cells, runner_cell(&batch->runner, batch->arena, command,
                                        &options, batch->megabytes, file));
}

/* The roles of a game, as check --json names them in a process of its own; to
 * be released. */
static json_t *read_roles(Batch *batch, const RuleFile *file)
{
    const Cell cell =
        runner_cell(&batch->runner, batch->arena, find_command("check"),
                    &(CellOptions){0}, batch->megabytes, file);
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
    size_t i, number = batch->number;
    json_array_foreach (roles, i, role) {
        const char *name = json_string_value(role);
        if (name && strcmp(name, "random") != 0)
            add_cell_with(batch, command, file, "role",
                          arena_strdup(batch->arena, name));
    }
    json_decref(roles);
    if (batch->number == number)
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

static int add_cells(Batch *batch)
{
    for (size_t i = 0; i < batch->files->list.count && !interrupted; i++)
        add_cells_of_file(batch, &batch->files->list.items[i]);
    if (interrupted)
        fail("limit", "%s", stop_reason());
    return interrupted ? EXIT_UNKNOWN : EXIT_YES;
}

/* ---- the report ---- */

static void read_results(Batch *batch)
{
    batch->results = arena_array(batch->arena, Result, batch->cells.count);
    for (size_t i = 0; i < batch->cells.count; i++) {
        const CellKey *key = &batch->cells.items[i].key;
        Result *result = &batch->results[i];
        CellRow *row = &result->row;
        if (!store_find(batch->runner.store, key, row))
            continue;
        json_t *said = answer_read(key->command, row->answer);
        result->summary = arena_strdup(batch->arena, text_of(said, "summary"));
        batch->failed += /* it died, hung, or could not be started */
            row->exit >= CELL_TIMED_OUT ||
            count_of(said, "state") == ANSWER_FAILED;
        json_decref(said);
        json_decref(row->answer);
    }
}

/* A line about the cells of one file from FIRST on, if all were run: of several
 * commands the first thing that is wrong; of one command each cell has a line.
 * Returns the first cell of the next line. */
static size_t add_line(Text *out, const Batch *batch, size_t first)
{
    const Cell *cells = batch->cells.items;
    const CellKey *file = &cells[first].key;
    bool by_file = strchr(batch->arguments->operands[0], ',');
    bool is_wrong = false, is_run = true;
    size_t i = first;
    Text line = {0};
    for (; i < batch->cells.count &&
           (i == first ||
            (by_file && strcmp(cells[i].key.file, file->file) == 0 &&
             strcmp(cells[i].key.sha256, file->sha256) == 0));
         i++) {
        const Result *result = &batch->results[i];
        const char *summary = result->summary;
        bool is_fault = !summary || result->row.exit != EXIT_YES;
        if (!by_file || (is_fault && !is_wrong)) {
            /* where a file has several cells of one command */
            const char *share = strstr(cells[i].key.options, "--share "),
                       *role = strstr(cells[i].key.options, "--role "),
                       *extra = share  ? share
                                : role ? role
                                       : "";
            if (by_file)
                text_addf(&line, "%s%s%s: ", cells[i].key.command,
                          *extra ? " " : "", extra);
            else if (*extra)
                text_addf(&line, "%s: ", extra);
            text_adds(&line, summary ? summary : "");
        }
        is_wrong |= is_fault;
        is_run &= summary != NULL;
    }
    if (is_run)
        text_addf(out, "%s: %s\n", file->file,
                  line.length ? text_string(&line) : "ok");
    text_free(&line);
    return i;
}

static Text batch_text(const Batch *batch)
{
    const DispatchEnd *end = &batch->runner.end;
    size_t left = end->total - end->finished - end->known;
    Text out = {0};
    for (size_t i = 0; i < batch->cells.count;)
        i = add_line(&out, batch, i);
    text_addf(&out, "%zu cell%s: %zu run now, %zu known before, %zu failed",
              end->total, plural(end->total), end->finished, end->known,
              batch->failed);
    if (left)
        text_addf(&out, ", %zu not run", left);
    text_addc(&out, '\n');
    return out;
}

static json_t *cell_json(const Cell *cell, const Result *result)
{
    const char *summary = result->summary;
    return JSON_OBJECT(
        {"command", json_text(cell->key.command)},
        {"file", json_text(cell->key.file)},
        {"options", json_text(cell->key.options)},
        {"exit", summary ? json_integer(result->row.exit) : json_null()},
        {"seconds", json_real(result->row.seconds)},
        {"bytes", json_count(result->row.bytes)},
        {"summary", json_text(summary)});
}

static json_t *batch_json(const Batch *batch)
{
    const DispatchEnd *end = &batch->runner.end;
    json_t *cells = json_array();
    for (size_t i = 0; i < batch->cells.count; i++)
        json_add(cells, cell_json(&batch->cells.items[i], &batch->results[i]));
    return JSON_OBJECT({"version", json_text(batch->runner.version)},
                       {"cells", cells}, {"total", json_count(end->total)},
                       {"finished", json_count(end->finished)},
                       {"known", json_count(end->known)},
                       {"failed", json_count(batch->failed)},
                       {"stopped", json_boolean(end->is_stopped)});
}

static int run_batch(Batch *batch)
{
    Text text = {0}, page = {0};
    json_t *answer = NULL;
    runner_run(&batch->runner, batch->cells.items, batch->cells.count, "cells",
               batch->jobs);
    read_results(batch);
    if (wants_json)
        answer = batch_json(batch);
    else
        text = batch_text(batch);
    return runner_print(&batch->runner, batch->arguments, answer, &text, &page,
                        batch->runner.end.is_stopped ? EXIT_UNKNOWN
                        : batch->failed              ? EXIT_ERROR
                                                     : EXIT_YES);
}

int cmd_batch(const Arguments *arguments)
{
    static int (*const steps[])(Batch *) = {read_numbers, find_files, add_cells,
                                            run_batch};
    Batch batch = {.arguments = arguments,
                   .arena = arguments->arena,
                   .files = rule_files_new()};
    int status = check_commands(arguments);
    for (size_t i = 0; status == EXIT_YES && i < sizeof steps / sizeof *steps;
         i++)
        status = steps[i](&batch);
    runner_close(&batch.runner);
    vec_free(&batch.cells);
    rule_files_free(batch.files);
    return status;
}
