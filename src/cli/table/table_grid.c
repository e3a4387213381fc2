/* table_grid.c - a table as it is printed: heads, cells and notes
 *
 * In:   the figures of a Run
 * Out:  strings in rows and columns, the same for every form of output
 * Next: cli/table/table_text.c, cli/table/table_html.c
 *
 * Notes that say the same share a number. Start reading at grid_of(), at the
 * end.
 */
#include "cli/table/table_grid.h"

#include "base/sort.h"
#include "base/vec.h"
#include "cli/table/table_number.h"

#include <stdio.h>
#include <string.h>

typedef VEC(const char *) Strings;

typedef struct {
    Run *run;
    Arena *arena;
    const Study *study;
    Strings heads, cells, notes;
    VEC(bool) right, begins;
    VEC(double) ratios;
    size_t compared, agreeing; /* lines with a published answer */
} Setting;

/* ---- notes ---- */

static const char *printed(Setting *setting, Text *text)
{
    const char *copy =
        arena_string(setting->arena, text_string(text), text->length);
    text_free(text);
    return copy;
}

static void refer_to(Setting *setting, Text *cell, const char *note)
{
    size_t number = 0;
    while (number < setting->notes.count &&
           strcmp(setting->notes.items[number], note) != 0)
        number++;
    if (number == setting->notes.count)
        vec_push(&setting->notes, note);
    text_addf(cell, " [%zu]", number + 1);
}

/* ---- columns ---- */

static void add_head(Setting *setting, const char *head, bool to_the_right)
{
    vec_push(&setting->heads, head);
    vec_push(&setting->right, to_the_right);
}

static bool has_answers(const Study *study)
{
    return study->kind != STUDY_RATE;
}

/* Where all lines ask the same, nobody needs to be told what. */
static bool has_columns(const Study *study)
{
    return study->kind != STUDY_RATE && study->kind != STUDY_PLAN;
}

static void add_heads(Setting *setting)
{
    const Study *study = setting->study;
    add_head(setting, "game", false);
    if (has_columns(study))
        add_head(setting, study->kind == STUDY_KNOWLEDGE ? "role" : "property",
                 false);
    for (size_t i = 0; i < study->source_count + study->method_count; i++) {
        const char *name = i < study->source_count
                               ? study->sources[i]
                               : study->methods[i - study->source_count].name;
        if (has_answers(study))
            add_head(setting, name, false);
        add_head(setting, has_answers(study) ? "s" : name, true);
    }
    add_head(setting, "ratio", true);
}

/* ---- cells ---- */

static void add_value(Setting *setting, bool has_value, double value)
{
    Text cell = {0};
    if (!has_value)
        text_adds(&cell, "-");
    else if (setting->study->kind == STUDY_RATE)
        add_rate(&cell, value);
    else
        add_seconds(&cell, value);
    vec_push(&setting->cells, printed(setting, &cell));
}

static void add_game(Setting *setting, const Trial *c)
{
    Text cell = {0};
    text_adds(&cell, c->row->game);
    if (c->found == FOUND_NOTHING)
        refer_to(setting, &cell,
                 arena_printf(setting->arena,
                              "no file %s, sha256 %.12s..., was found",
                              c->row->file, c->row->sha256));
    if (c->found == FOUND_NAME)
        refer_to(setting, &cell,
                 "not the published rules: a file of that name with something "
                 "else in it");
    if (c->row->note)
        refer_to(setting, &cell, c->row->note);
    vec_push(&setting->cells, printed(setting, &cell));
}

static void add_column(Setting *setting, const Line *line)
{
    vec_push(&setting->cells, line->detail
                                  ? arena_printf(setting->arena, "%s (%s)",
                                                 line->column, line->detail)
                                  : line->column);
}

/* Something that holds for a rate belongs to its number. */
static void add_quote(Setting *setting, const Quote *quote)
{
    Text cell = {0};
    if (!has_answers(setting->study)) {
        if (quote && quote->has_value)
            add_rate(&cell, quote->value);
        else
            text_adds(&cell, "-");
        if (quote && quote->note)
            refer_to(setting, &cell, quote->note);
        vec_push(&setting->cells, printed(setting, &cell));
        return;
    }
    text_adds(&cell, quote && quote->answer ? quote->answer : "-");
    if (quote && quote->note)
        refer_to(setting, &cell, quote->note);
    vec_push(&setting->cells, printed(setting, &cell));
    Text value = {0}; /* with as many figures as the papers give */
    if (quote && quote->has_value)
        text_addf(&value, "%.2f", quote->value);
    else
        text_adds(&value, "-");
    vec_push(&setting->cells, printed(setting, &value));
}

static void add_answer(Setting *setting, const Figure *figure, bool differs)
{
    Text cell = {0};
    text_adds(&cell, figure->done && figure->answer ? figure->answer : "-");
    if (setting->study->kind == STUDY_COUNTS && figure->has_counts &&
        figure->unknown)
        text_addf(&cell, ", %ld open", figure->unknown);
    if (figure->note)
        refer_to(setting, &cell, figure->note);
    if (differs)
        refer_to(setting, &cell, "not as published");
    vec_push(&setting->cells, printed(setting, &cell));
}

static void add_figure(Setting *setting, const Trial *c, size_t line, size_t m)
{
    const Figure *figure = trial_figure(c, line, m);
    int agrees = m == 0 ? figure_agrees(setting->study->kind, figure,
                                        c->row->lines[line].quotes[0])
                        : -1;
    if (agrees >= 0) {
        setting->compared++;
        setting->agreeing += agrees == 1;
    }
    if (has_answers(setting->study)) {
        add_answer(setting, figure, agrees == 0);
        add_value(setting, figure->has_value, figure->value);
    } else if (figure->failed) {
        Text cell = {0};
        text_adds(&cell, "-");
        refer_to(setting, &cell, figure->note);
        vec_push(&setting->cells, printed(setting, &cell));
    } else {
        add_value(setting, figure->has_value, figure->value);
    }
}

/* ---- ratios ---- */

static double best_quote(const Study *study, const Line *line)
{
    double best = 0;
    for (size_t i = 0; i < study->source_count; i++)
        if (line->quotes[i] && line->quotes[i]->has_value &&
            line->quotes[i]->value > best)
            best = line->quotes[i]->value;
    return best;
}

/* A time at which nothing was found out says nothing. */
static double usable(const Figure *figure)
{
    return figure->done && !figure->failed && !figure->limited &&
                   figure->has_value
               ? figure->value
               : 0;
}

double trial_ratio(const Trial *c, size_t line)
{
    const Study *study = c->study;
    double fast = usable(trial_figure(c, line, study->fast));
    double slow = study->slow < study->method_count
                      ? usable(trial_figure(c, line, study->slow))
                      : best_quote(study, &c->row->lines[line]);
    if (!(fast > 0) || !(slow > 0))
        return 0;
    return study->kind == STUDY_RATE ? fast / slow : slow / fast;
}

static void add_ratio_cell(Setting *setting, const Trial *c, size_t line)
{
    Text cell = {0};
    double ratio = trial_ratio(c, line);
    if (ratio > 0) {
        add_ratio(&cell, ratio);
        vec_push(&setting->ratios, ratio);
    } else {
        text_adds(&cell, "-");
    }
    vec_push(&setting->cells, printed(setting, &cell));
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* ---- the summary ---- */

static bool has_counts(const Setting *setting)
{
    for (size_t i = 0; i < setting->run->trial_count; i++) {
        const Trial *c = &setting->run->trials[i];
        size_t count = c->row->line_count * c->study->method_count;
        for (size_t k = 0; c->study == setting->study && k < count; k++)
            if (c->figures[k].has_counts)
                return true;
    }
    return false;
}

static void add_counts(const Setting *setting, Text *out)
{
    const Study *study = setting->study;
    text_addf(out, "%sFormulas proved, refuted, open:", out->length ? " " : "");
    for (size_t m = 0; m < study->method_count; m++) {
        long proved = 0, refuted = 0, unknown = 0;
        for (size_t i = 0; i < setting->run->trial_count; i++) {
            const Trial *c = &setting->run->trials[i];
            for (size_t k = 0; c->study == study && k < c->row->line_count;
                 k++) {
                proved += trial_figure(c, k, m)->proved;
                refuted += trial_figure(c, k, m)->refuted;
                unknown += trial_figure(c, k, m)->unknown;
            }
        }
        text_addf(out, "%s %s %ld, %ld, %ld", m ? ";" : "",
                  study->methods[m].name, proved, refuted, unknown);
    }
    text_adds(out, ".");
}

static void add_median_of(Text *out, double *ratios, size_t count)
{
    size_t middle = count / 2;
    sort_items(ratios, count, sizeof *ratios, by_size);
    text_adds(out, "median ");
    add_ratio(out, count % 2 ? ratios[middle]
                             : (ratios[middle - 1] + ratios[middle]) / 2);
}

/* Of a method that is neither of those that the column of ratios is about. */
static void add_other_median(const Setting *setting, size_t method, Text *out)
{
    const Study *study = setting->study;
    VEC(double) ratios = {0};
    for (size_t i = 0; i < setting->run->trial_count; i++) {
        const Trial *c = &setting->run->trials[i];
        for (size_t k = 0; c->study == study && k < c->row->line_count; k++) {
            double fast = usable(trial_figure(c, k, study->fast));
            double slow = usable(trial_figure(c, k, method));
            if (fast > 0 && slow > 0)
                vec_push(&ratios, slow / fast);
        }
    }
    if (ratios.count) {
        text_addf(out, "; %s to %s: ", study->methods[method].name,
                  study->methods[study->fast].name);
        add_median_of(out, ratios.items, ratios.count);
    }
    vec_free(&ratios);
}

static void add_median(Setting *setting, Text *out)
{
    const Study *study = setting->study;
    bool rates = study->slow == study->method_count;
    text_addf(out, "%sRatio of %s, %s to %s: ", out->length ? " " : "",
              rates ? "rates" : "seconds",
              study->methods[rates ? study->fast : study->slow].name,
              rates ? "the best of the others"
                    : study->methods[study->fast].name);
    add_median_of(out, setting->ratios.items, setting->ratios.count);
    for (size_t m = 0; !rates && m < study->method_count; m++)
        if (m != study->slow && m != study->fast)
            add_other_median(setting, m, out);
    text_adds(out, ".");
}

static const char *summary(Setting *setting)
{
    const Study *study = setting->study;
    Text out = {0};
    if (setting->compared)
        text_addf(&out, "%s is as published on %zu of %zu lines.",
                  study->methods[0].name, setting->agreeing, setting->compared);
    if ((study->kind == STUDY_VERDICT || study->kind == STUDY_COUNTS) &&
        has_counts(setting))
        add_counts(setting, &out);
    if (setting->ratios.count)
        add_median(setting, &out);
    return printed(setting, &out);
}

/* ---- all of it ---- */

static void add_line(Setting *setting, const Trial *c, size_t line)
{
    vec_push(&setting->begins, line == 0);
    if (line == 0)
        add_game(setting, c);
    else
        vec_push(&setting->cells, "");
    if (has_columns(setting->study))
        add_column(setting, &c->row->lines[line]);
    for (size_t i = 0; i < setting->study->source_count; i++)
        add_quote(setting, c->row->lines[line].quotes[i]);
    for (size_t i = 0; i < setting->study->method_count; i++)
        add_figure(setting, c, line, i);
    add_ratio_cell(setting, c, line);
}

const Grid *grid_of(Run *run, const Study *study)
{
    Setting setting = {.run = run, .arena = run->arena, .study = study};
    Grid *grid = arena_alloc(run->arena, sizeof *grid);
    add_heads(&setting);
    for (size_t i = 0; i < run->trial_count; i++)
        for (size_t k = 0; run->trials[i].study == study &&
                           k < run->trials[i].row->line_count;
             k++)
            add_line(&setting, &run->trials[i], k);
    grid->study = study;
    grid->summary = summary(&setting);
    grid->column_count = setting.heads.count;
    grid->row_count = setting.begins.count;
    grid->note_count = setting.notes.count;
    grid->heads = vec_finish(&setting.heads, run->arena);
    grid->to_the_right = vec_finish(&setting.right, run->arena);
    grid->cells = vec_finish(&setting.cells, run->arena);
    grid->begins = vec_finish(&setting.begins, run->arena);
    grid->notes = vec_finish(&setting.notes, run->arena);
    vec_free(&setting.ratios);
    return grid;
}
