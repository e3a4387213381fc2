/* table_html.c - tables and plots as one page that needs nothing else
 *
 * In:   a TableRun
 * Out:  HTML with its style and its pictures inside: no script, no other file
 *
 * Light or dark as the reader has it; wide tables scroll by themselves. Start
 * reading at add_page(), at the end.
 */
#include "cli/table/table_grid.h"

#include "base/memory.h"
#include "base/budget.h"
#include "zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1c1c1e;--soft:#5c5c66;--line:#d9d9de;"
    "--paper:#fff;--band:#f5f5f7;--link:#0b5cad;"
    "--p0:#8e8e98;--p1:#b9b9c2;--p2:#8a7f6a;--p3:#c4b89c;"
    "--m0:#d55e00;--m1:#0072b2;--m2:#009e73;"
    "--proved:#0072b2;--refuted:#e69f00;--open:#c9c9d1}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ececf0;--soft:#a3a3ad;"
    "--line:#3a3a42;--paper:#16161a;--band:#1f1f25;--link:#7cc0ff;"
    "--p0:#9a9aa5;--p1:#6d6d78;--p2:#a89c84;--p3:#7d735c;"
    "--m0:#ff8a3d;--m1:#4fb3f0;--m2:#3fd0a4;"
    "--proved:#4fb3f0;--refuted:#f0b840;--open:#4c4c56}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--paper);"
    "color:var(--ink);font:16px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}\n"
    "h2{font-size:1.25rem;line-height:1.3;margin:2.5rem 0 .25rem}\n"
    "h3{font-size:1rem;margin:1.5rem 0 .25rem}\n"
    "p{max-width:46rem;margin:.5rem 0}.soft{color:var(--soft)}\n"
    "a{color:var(--link)}nav a{margin-right:.9rem;white-space:nowrap}\n"
    /* A shadow at the right as long as there is more of the table. */
    ".wide{overflow-x:auto;margin:1rem 0;border:1px solid var(--line);"
    "border-radius:6px;background:linear-gradient(var(--paper),var(--paper)) "
    "right/2rem 100% no-repeat local,linear-gradient(to left,var(--line),"
    "transparent) right/1rem 100% no-repeat scroll}\n"
    "table{border-collapse:collapse;font-size:.85rem;"
    "font-variant-numeric:tabular-nums;width:100%}\n"
    "th,td{padding:.25rem .6rem;text-align:left;white-space:nowrap}\n"
    "thead th{background:var(--band);border-bottom:1px solid var(--line)}\n"
    "tr.begins>*{border-top:1px solid var(--line)}\n"
    "tbody th{font-weight:600;position:sticky;left:0;background:var(--paper)}"
    ".n{text-align:right}\n"
    "td.n:last-child,th.n:last-child{font-weight:600}\n"
    "sup{font-size:.7em;color:var(--soft);margin-left:.15em}\n"
    "ol{font-size:.85rem;color:var(--soft);padding-left:1.6rem}\n"
    ".plots{display:grid;gap:1rem 2rem;align-items:start;"
    "grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}\n"
    "figure{margin:0;max-width:30rem}figcaption{font-size:.9rem;"
    "font-weight:600;margin:.75rem 0 .25rem}\n"
    "svg{display:block;width:100%;height:auto;font:12px system-ui,sans-serif}\n"
    "svg text{fill:var(--ink)}svg .name{font-size:12px}"
    "svg .tick,svg .level,svg .amount{fill:var(--soft)}"
    "svg .tick{text-anchor:middle}svg .tick.first{text-anchor:start}"
    "svg .tick.last{text-anchor:end}"
    "svg .level{text-anchor:end}\n"
    "svg .grid{stroke:var(--line);stroke-width:.6}"
    "svg .step{fill:none;stroke-width:2}\n"
    ".p0{fill:var(--p0);stroke:var(--p0)}.p1{fill:var(--p1);stroke:var(--p1)}"
    ".p2{fill:var(--p2);stroke:var(--p2)}.p3{fill:var(--p3);stroke:var(--p3)}"
    ".m0{fill:var(--m0);stroke:var(--m0)}.m1{fill:var(--m1);stroke:var(--m1)}"
    ".m2{fill:var(--m2);stroke:var(--m2)}rect{stroke:none}\n"
    ".proved{fill:var(--proved)}.refuted{fill:var(--refuted)}"
    ".open{fill:var(--open)}\n"
    "@media(max-width:40rem){table{font-size:.8rem}"
    "th,td{padding:.2rem .4rem}}\n"
    "@media print{.plots{display:block}}\n";

void add_escaped(Text *out, const char *before, const char *text,
                 const char *behind)
{
    text_adds(out, before);
    for (; *text; text++) {
        const char *entity = *text == '&'   ? "&amp;"
                             : *text == '<' ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '"' ? "&quot;"
                                            : NULL;
        if (entity)
            text_adds(out, entity);
        else
            text_addc(out, *text);
    }
    text_adds(out, behind);
}

/* ---- tables ---- */

/* A cell; references to notes, " [3]", at its end are raised. */
static void add_cell(Text *out, const char *tag, bool align_right,
                     const char *cell)
{
    const char *notes = strstr(cell, " [");
    char *text =
        memory_strndup(cell, notes ? (size_t)(notes - cell) : strlen(cell));
    text_addf(out, "<%s%s>", tag, align_right ? " class=\"n\"" : "");
    add_escaped(out, "", text, "");
    if (notes)
        add_escaped(out, "<sup>", notes + 1, "</sup>");
    free(text);
    text_addf(out, "</%s>", tag);
}

static void add_table(Text *out, const Grid *grid)
{
    text_adds(out, "<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>");
    for (size_t k = 0; k < grid->heads.count; k++)
        add_cell(out, "th", grid->align_right.items[k], grid->heads.items[k]);
    text_adds(out, "</tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < grid->table->line_count; i++) {
        text_adds(out, grid->table->lines[i].begins_row
                           ? "<tr class=\"begins\">"
                           : "<tr>");
        for (size_t k = 0; k < grid->heads.count; k++)
            add_cell(out, k ? "td" : "th", grid->align_right.items[k],
                     grid->cells.items[i * grid->heads.count + k]);
        text_adds(out, "</tr>\n");
    }
    text_adds(out, "</tbody></table></div>\n");
    text_adds(out, grid->notes.count ? "<ol>\n" : "");
    for (size_t i = 0; i < grid->notes.count; i++)
        add_escaped(out, "<li>", grid->notes.items[i], "</li>\n");
    text_adds(out, grid->notes.count ? "</ol>\n" : "");
}

/* ---- plots ---- */

static void add_plot(Text *out, const char *caption, const Table *table,
                     void (*draw)(Text *, const Table *))
{
    Text picture = {0};
    draw(&picture, table);
    if (picture.length) {
        add_escaped(out, "<figure><figcaption>", caption, "</figcaption>\n");
        text_addf(out, "%s</figure>\n", text_string(&picture));
    }
    text_free(&picture);
}

static void add_plots(Text *out, const Table *table)
{
    TableKind kind = table->kind;
    text_adds(out, "<div class=\"plots\">\n");
    add_plot(out,
             kind == TABLE_RATE ? "States a second"
             : kind == TABLE_KNOWLEDGE
                 ? "Seconds for 1000 rounds of each role"
                 : "Seconds a game, all its lines together",
             table, add_bars);
    add_plot(out, "Formulas proved + refuted + open", table, add_stacks);
    add_plot(out,
             kind == TABLE_VERDICT || kind == TABLE_COUNTS
                 ? "Formulas decided within so many seconds a line"
             : kind == TABLE_KNOWLEDGE
                 ? "Lines answered, by seconds for 1000 rounds"
                 : "Lines decided within so many seconds",
             table, add_cactus);
    text_adds(out, "</div>\n");
}

/* ---- the page ---- */

static void add_processor(Text *out)
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !value)
            continue;
        line[strcspn(line, "\n")] = '\0';
        text_addf(out, "%s, ", value + 2);
        break;
    }
    if (file)
        fclose(file);
    size_t processors = processor_count();
    text_addf(out, "%zu processor%s", processors, processors == 1 ? "" : "s");
}

static void add_circumstances(Text *out, const TableRun *run)
{
    Text text = {0};
    text_addf(&text, "Measured by zermelo %s on ", zermelo_version());
    add_processor(&text);
    text_addf(&text, ": each cell in a process of its own with %zu MB, %s. ",
              run->options.megabytes,
              run->options.threads == 1
                  ? "one after the other"
                  : "several side by side, so that times are a little noisy");
    if (run->options.seconds > 0)
        text_addf(&text, "A cell is stopped after %g s. ",
                  run->options.seconds);
    text_addf(&text, "%zu cells, %.0f s%s.", run->cell_count, run->seconds,
              run->resumed_count ? ", some of them by an earlier run" : "");
    add_escaped(out, "<p class=\"soft\">", text_string(&text), "</p>\n");
    text_free(&text);
}

static void add_section(Text *out, Arena *arena, const Table *table)
{
    Grid grid = grid_new(arena, table);
    text_addf(out, "<section id=\"%s\">\n", table->name);
    add_escaped(out, "<h2>", table->title, "</h2>\n");
    add_escaped(out, "<p class=\"soft\">", table->source, " (");
    add_escaped(out, "", table->machine, ")</p>\n");
    add_escaped(out, "<p>", table->explains, "</p>\n");
    add_escaped(out, "<p><strong>", grid.summary, "</strong></p>\n");
    add_plots(out, table);
    add_table(out, &grid);
    grid_free(&grid);
    text_adds(out, "</section>\n");
}

void add_page(Text *out, const TableRun *run)
{
    text_addf(out,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
              "content=\"width=device-width, initial-scale=1\">\n"
              "<title>Published tables, repeated</title>\n<style>\n"
              "%s</style>\n</head>\n<body>\n"
              "<h1>Published tables, repeated</h1>\n",
              style);
    add_circumstances(out, run);
    if (!run->complete)
        text_adds(out, "<p>Some cells are missing: the run was stopped, a rule "
                       "file was not found, or there was no answer.</p>\n");
    text_adds(out, "<nav>");
    for (size_t i = 0; run->table_count > 1 && i < run->table_count; i++) {
        const char *name = run->tables[i].name;
        text_addf(out, "<a href=\"#%s\">%s</a> ", name, name);
    }
    text_adds(out, "</nav>\n");
    for (size_t i = 0; i < run->table_count; i++)
        add_section(out, run->arena, &run->tables[i]);
    text_adds(out, "</body>\n</html>\n");
}
