/* cmd_table.c - zermelo table NAME --games DIR
 *
 * Repeats a published experiment and prints it beside the published figures.
 * Start reading at cmd_table(), at the end.
 */
#include "base/memory.h"
#include "cli/cmd.h"
#include "cli/output.h"
#include "cli/table/table_show.h"

#include "base/file.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STUDIES = 32, DEFAULT_MEGABYTES = 1024 };

typedef struct {
    const Arguments *arguments;
    Published *published;
    Shelf *shelf;
    Run *run;
    const char **only; /* the games asked for */
    const Study *studies[MAX_STUDIES];
    size_t count;
} Table;

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

static int choose_studies(Table *table)
{
    const char *name = table->arguments->operands[0];
    const Published *published = table->published;
    for (size_t i = 0; i < published->count && i < MAX_STUDIES; i++)
        if (strcmp(name, "all") == 0 ||
            strcmp(name, published->studies[i].name) == 0)
            table->studies[table->count++] = &published->studies[i];
    return table->count ? EXIT_YES : no_such_table(published, name);
}

static int find_games(Table *table)
{
    const Arguments *arguments = table->arguments;
    table->shelf = shelf_new();
    for (size_t i = 0; i < arguments->given_count; i++) {
        const char *why;
        if (strcmp(arguments->given[i]->name, "games") == 0 &&
            !shelf_add(table->shelf, arguments->values[i], &why))
            return fail("file", "%s: %s", arguments->values[i], why);
    }
    return has_option(arguments, "games")
               ? EXIT_YES
               : fail("usage", "say where the rule files are, with "
                               "--games DIR");
}

/* Studies without a row of the game asked for are left out. */
static void drop_empty_studies(Table *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->count; i++) {
        bool has_row = false;
        for (size_t k = 0; k < table->run->trial_count; k++)
            has_row |= table->run->trials[k].study == table->studies[i];
        if (has_row)
            table->studies[kept++] = table->studies[i];
    }
    table->count = kept;
}

static size_t collect_only(Table *table)
{
    const Arguments *arguments = table->arguments;
    size_t count = 0;
    for (size_t i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given[i]->name, "only") == 0)
            table->only[count++] = arguments->values[i];
    return count;
}

static int prepare(Table *table)
{
    const Arguments *arguments = table->arguments;
    RunOptions options = {
        .program = "/proc/self/exe",
        .only = table->only,
        .only_count = collect_only(table),
        .seconds = seconds_option(arguments, "time", 0),
        .megabytes = count_option(arguments, "memory", DEFAULT_MEGABYTES),
        .threads = count_option(arguments, "threads", 0),
        .resume = text_option(arguments, "resume", NULL),
        .version = zermelo_version(),
    };
    if (choose_studies(table) != EXIT_YES || find_games(table) != EXIT_YES)
        return EXIT_ERROR;
    table->run = run_new(table->studies, table->count, table->shelf, &options);
    if (!table->run->trial_count)
        return fail("usage", "table %s has no row for the game %s",
                    arguments->operands[0], options.only[0]);
    drop_empty_studies(table);
    return EXIT_YES;
}

/* ---- JSON ---- */

static json_t *text_or_null(const char *text)
{
    return text ? json_text(text) : json_null();
}

static json_t *quotes_json(const Study *study, const Line *line)
{
    json_t *object = json_object();
    for (size_t i = 0; i < study->source_count; i++) {
        const Quote *quote = line->quotes[i];
        json_object_set_new(
            object, study->sources[i],
            quote
                ? json_pack(
                      "{s:o,s:o,s:o}", "answer", text_or_null(quote->answer),
                      study->kind == STUDY_RATE ? "rate" : "seconds",
                      quote->has_value ? json_real(quote->value) : json_null(),
                      "note", text_or_null(quote->note))
                : json_null());
    }
    return object;
}

static json_t *line_json(const Trial *c, size_t number)
{
    const Study *study = c->study;
    const Line *line = &c->row->lines[number];
    json_t *measured = json_object();
    for (size_t m = 0; m < study->method_count; m++)
        json_object_set_new(
            measured, study->methods[m].name,
            figure_json(study->kind, trial_figure(c, number, m)));
    int agrees =
        figure_agrees(study->kind, trial_figure(c, number, 0), line->quotes[0]);
    double ratio = trial_ratio(c, number);
    return json_pack("{s:s,s:o,s:o,s:o,s:o,s:o}", "column", line->column,
                     "detail", text_or_null(line->detail), "published",
                     quotes_json(study, line), "measured", measured,
                     "as_published",
                     agrees < 0 ? json_null() : json_boolean(agrees), "ratio",
                     ratio > 0 ? json_real(ratio) : json_null());
}

static json_t *trial_json(const Trial *c)
{
    static const char *const founds[] = {"nothing", "name", "same"};
    json_t *lines = json_array();
    for (size_t i = 0; i < c->row->line_count; i++)
        json_array_append_new(lines, line_json(c, i));
    return json_pack("{s:s,s:s,s:o,s:s,s:o,s:o,s:o}", "game", c->row->game,
                     "file", c->row->file, "sha256",
                     text_or_null(c->row->sha256), "found", founds[c->found],
                     "path", text_or_null(c->path), "note",
                     text_or_null(c->row->note), "lines", lines);
}

static json_t *study_json(const Table *table, const Study *study)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < table->run->trial_count; i++)
        if (table->run->trials[i].study == study)
            json_array_append_new(rows, trial_json(&table->run->trials[i]));
    return json_pack("{s:s,s:s,s:s,s:s,s:s,s:o}", "name", study->name, "title",
                     study->title, "source", study->source, "machine",
                     study->machine, "explains", study->explains, "rows", rows);
}

static void print_as_json(const Table *table, const char *failure)
{
    json_t *tables = json_array();
    for (size_t i = 0; i < table->count; i++)
        json_array_append_new(tables, study_json(table, table->studies[i]));
    json_t *answer = json_pack(
        "{s:s,s:o,s:b,s:f,s:s}", "table", table->arguments->operands[0],
        "tables", tables, "complete", table->run->complete, "seconds",
        table->run->seconds, "version", zermelo_version());
    if (failure)
        json_object_set_new(answer, "error", json_error("file", failure));
    print_json(answer);
}

/* ---- text and pages ---- */

static void print_as_text(Table *table)
{
    bool markdown = has_option(table->arguments, "markdown");
    Text out = {0};
    for (size_t i = 0; i < table->count; i++) {
        const Grid *grid = grid_of(table->run, table->studies[i]);
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
static void write_page(Table *table, Text *failure)
{
    const char *path = text_option(table->arguments, "html", NULL);
    if (!path)
        return;
    Text page = {0};
    add_page(&page, table->run, table->studies, table->count);
    const char *why;
    bool good = file_save(path, page.bytes, page.length, FILE_REPLACE, &why);
    text_free(&page);
    if (!good)
        text_addf(failure, "%s: %s", path, why);
}

static int show(Table *table)
{
    Text failure = {0};
    write_page(table, &failure);
    if (table->run->lost)
        text_addf(&failure, "%s%zu results could not be written to %s",
                  failure.length ? "; " : "", table->run->lost,
                  table->run->options.resume);
    bool failed = failure.length > 0;
    if (wants_json)
        print_as_json(table, failed ? text_string(&failure) : NULL);
    else
        print_as_text(table);
    if (failed && !wants_json)
        fail("file", "%s", text_string(&failure));
    text_free(&failure);
    if (interrupted)
        fprintf(stderr, "zermelo: stopped; %s\n",
                table->run->options.resume
                    ? "the same command goes on where it ended"
                    : "with --resume FILE a run can be taken up again");
    return failed ? EXIT_ERROR : table->run->complete ? EXIT_YES : EXIT_UNKNOWN;
}

int cmd_table(const Arguments *arguments)
{
    Table table = {.arguments = arguments, .published = published_ours()};
    table.only = memory_zeroed(arguments->given_count + 1, sizeof *table.only);
    const char *why = NULL;
    int status = prepare(&table);
    if (status == EXIT_YES) {
        bool good = run_cells(table.run, &why);
        status = good ? show(&table)
                      : fail("file", "%s: %s", table.run->options.resume, why);
    }
    free(table.only);
    run_free(table.run);
    shelf_free(table.shelf);
    published_free(table.published);
    return status;
}
