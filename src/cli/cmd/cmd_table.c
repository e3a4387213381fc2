/* cmd_table.c - zermelo table NAME --games DIR
 *
 * Repeats a published experiment and prints it beside the published figures.
 * Start reading at cmd_table(), at the end.
 */
#include "base/memory.h"
#include "cli/output.h"
#include "cli/table/table_grid.h"

#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEGABYTES = 1024 };

/* ---- what is asked for ---- */

static int no_such_table(const Published *published, const char *name)
{
    Text names = {0};
    for (size_t i = 0; i < published->count; i++)
        text_addf(&names, "%s, ", published->studies[i].name);
    fail("usage", "there is no table %s: they are %sall", name,
         text_string(&names));
    text_free(&names);
    return EXIT_ERROR;
}

static int find_games(const Arguments *arguments, RuleFiles *files)
{
    const char *directory, *why;
    for (size_t i = 0; (directory = next_value(arguments, "games", &i));)
        if (!rule_files_add(files, directory, &why))
            return fail("file", "%s: %s", directory, why);
    return has_option(arguments, "games")
               ? EXIT_YES
               : fail("usage",
                      "--games DIR is missing: where the rule files are");
}

/* The run that is asked for, with the rows of the games in ONLY; NULL after
 * saying what is wrong. */
static TableRun *prepare(const Arguments *arguments, const Published *published,
                         RuleFiles *files, const char **only)
{
    const char *name = arguments->operands[0];
    const Study *one = published_find(published, name);
    const bool all = strcmp(name, "all") == 0;
    if (!one && !all)
        return no_such_table(published, name), NULL;
    if (find_games(arguments, files) != EXIT_YES)
        return NULL;
    RunOptions options = {
        .only = only,
        .seconds = seconds_option(arguments, "time", 0),
        .megabytes = count_option(arguments, "memory", DEFAULT_MEGABYTES),
        .threads = count_option(arguments, "threads", 0),
        .resume = text_option(arguments, "resume", NULL),
    };
    TableRun *run = run_new(all ? published->studies : one,
                            all ? published->count : 1, files, &options);
    if (run->count)
        return run;
    fail("usage", "table %s has no row for the game %s", name, only[0]);
    run_free(run);
    return NULL;
}

/* ---- JSON ---- */

static json_t *line_json(const Trial *trial, size_t number)
{
    const Study *study = trial->study;
    const Line *line = &trial->row->lines[number];
    json_t *published = json_object(), *measured = json_object();
    for (size_t i = 0; i < study->series_count; i++) {
        bool is_published = i < study->source_count;
        json_object_set_new(
            is_published ? published : measured, study->series[i],
            figure_json(study->kind, trial_figure(trial, number, i),
                        is_published));
    }
    int agrees = figure_agrees(study->kind,
                               trial_figure(trial, number, study->source_count),
                               trial_figure(trial, number, 0));
    double ratio = trial_ratio(trial, number);
    return JSON_OBJECT(
        {"column", json_text(line->column)},
        {"detail", json_text(line->detail)}, {"published", published},
        {"measured", measured},
        {"as_published", agrees < 0 ? json_null() : json_boolean(agrees)},
        {"ratio", ratio > 0 ? json_real(ratio) : json_null()});
}

static json_t *trial_json(const Trial *trial)
{
    static const char *const founds[] = {"nothing", "name", "same"};
    const Row *row = trial->row;
    json_t *lines = json_array();
    for (size_t i = 0; i < row->line_count; i++)
        json_array_append_new(lines, line_json(trial, i));
    return JSON_OBJECT(
        {"game", json_text(row->game)}, {"file", json_text(row->file)},
        {"sha256", json_text(row->sha256)},
        {"found", json_text(founds[trial->found])},
        {"path", json_text(trial->file ? trial->file->path : NULL)},
        {"note", json_text(row->note)}, {"lines", lines});
}

static json_t *experiment_json(const Experiment *experiment)
{
    const Study *study = experiment->study;
    json_t *rows = json_array();
    for (size_t i = 0; i < experiment->trial_count; i++)
        json_array_append_new(rows, trial_json(&experiment->trials[i]));
    return JSON_OBJECT(
        {"name", json_text(study->name)}, {"title", json_text(study->title)},
        {"source", json_text(study->source)},
        {"machine", json_text(study->machine)},
        {"explains", json_text(study->explains)}, {"rows", rows});
}

static void print_as_json(const char *name, const TableRun *run,
                          const char *failure)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < run->count; i++)
        json_array_append_new(tables, experiment_json(&run->experiments[i]));
    json_t *answer = JSON_OBJECT({"table", json_text(name)}, {"tables", tables},
                                 {"complete", json_boolean(run->complete)},
                                 {"seconds", json_real(run->seconds)},
                                 {"version", json_text(zermelo_version())});
    if (failure)
        json_object_set_new(answer, "error", json_error("file", failure));
    print_json(answer);
}

/* ---- text and pages ---- */

static void print_as_text(const TableRun *run, bool markdown)
{
    Text out = {0};
    for (size_t i = 0; i < run->count; i++) {
        const Grid *grid = grid_of(run->arena, &run->experiments[i]);
        if (i)
            text_adds(&out, markdown ? "\n" : "\n\n");
        if (markdown)
            add_markdown_table(&out, grid);
        else
            add_plain_table(&out, grid);
    }
    fputs(text_string(&out), stdout);
    text_free(&out);
}

/* Writes the page, if one is wanted, and notes what could not be written. */
static void write_page(const TableRun *run, const char *path, Text *failure)
{
    if (!path)
        return;
    Text page = {0};
    add_page(&page, run);
    const char *why;
    if (!file_save(path, page.bytes, page.length, FILE_REPLACE, &why))
        text_addf(failure, "%s: %s", path, why);
    text_free(&page);
}

static int show(const Arguments *arguments, const TableRun *run)
{
    Text failure = {0};
    write_page(run, text_option(arguments, "html", NULL), &failure);
    if (run->lost)
        text_addf(&failure, "%s%zu results could not be written to %s",
                  failure.length ? "; " : "", run->lost, run->options.resume);
    bool failed = failure.length > 0;
    if (wants_json)
        print_as_json(arguments->operands[0], run,
                      failed ? text_string(&failure) : NULL);
    else
        print_as_text(run, has_option(arguments, "markdown"));
    if (failed && !wants_json)
        fail("file", "%s", text_string(&failure));
    text_free(&failure);
    if (interrupted)
        fprintf(stderr, "zermelo: stopped; %s\n",
                run->options.resume
                    ? "the same command continues"
                    : "with --resume FILE a run can be continued");
    return failed ? EXIT_ERROR : run->complete ? EXIT_YES : EXIT_UNKNOWN;
}

int cmd_table(const Arguments *arguments)
{
    Published *published = published_new();
    RuleFiles *files = rule_files_new();
    const char **only = memory_zeroed(arguments->given_count + 1, sizeof *only);
    const char *why;
    for (size_t i = 0, k = 0; (only[k] = next_value(arguments, "only", &i));)
        k++;
    TableRun *run = prepare(arguments, published, files, only);
    int status = !run ? EXIT_ERROR
                 : run_cells(run, &why)
                     ? show(arguments, run)
                     : fail("file", "%s: %s", run->options.resume, why);
    run_free(run);
    free(only);
    rule_files_free(files);
    published_free(published);
    return status;
}
