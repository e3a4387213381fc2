/* table_grid.c - a table as it is printed: heads, cells and notes
 *
 * In:   the figures of an Experiment
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

#include <assert.h>
#include <string.h>

typedef VEC(const char *) CellTexts;
typedef VEC(double) Ratios;

typedef struct {
    Arena *arena;
    const Experiment *experiment;
    const Study *study;
    CellTexts heads, cells, notes;
    VEC(bool) right, begins;
    Ratios ratios;
    size_t compared, agreeing; /* lines with a published answer */
} Layout;

/* ---- cells and notes ---- */

static const char *take_string(Layout *layout, Text *text)
{
    const char *copy =
        arena_string(layout->arena, text_string(text), text->length);
    text_free(text);
    return copy;
}

static void add_cell(Layout *layout, Text *cell)
{
    vec_push(&layout->cells, take_string(layout, cell));
}

static void add_note(Layout *layout, Text *cell, const char *note)
{
    size_t number = 0;
    while (number < layout->notes.count &&
           strcmp(layout->notes.items[number], note) != 0)
        number++;
    if (number == layout->notes.count)
        vec_push(&layout->notes, note);
    text_addf(cell, " [%zu]", number + 1);
}

/* ---- columns ---- */

static void add_head(Layout *layout, const char *head, bool to_the_right)
{
    vec_push(&layout->heads, head);
    vec_push(&layout->right, to_the_right);
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

static void add_heads(Layout *layout)
{
    const Study *study = layout->study;
    add_head(layout, "game", false);
    if (has_columns(study))
        add_head(layout, study->kind == STUDY_KNOWLEDGE ? "role" : "property",
                 false);
    for (size_t i = 0; i < study->series_count; i++) {
        if (has_answers(study))
            add_head(layout, study->series[i], false);
        add_head(layout, has_answers(study) ? "s" : study->series[i], true);
    }
    add_head(layout, "ratio", true);
}

/* ---- rows ---- */

static void add_game(Layout *layout, const Trial *trial)
{
    Text cell = {0};
    text_adds(&cell, trial->row->game);
    if (trial->found == FOUND_NOTHING)
        add_note(layout, &cell,
                 arena_printf(layout->arena,
                              "no file %s, sha256 %.12s..., was found",
                              trial->row->file, trial->row->sha256));
    if (trial->found == FOUND_NAME)
        add_note(layout, &cell,
                 "not the published rules: a file of that name with something "
                 "else in it");
    if (trial->row->note)
        add_note(layout, &cell, trial->row->note);
    add_cell(layout, &cell);
}

static void add_column(Layout *layout, const Line *line)
{
    Text cell = {0};
    text_adds(&cell, line->column);
    if (line->detail)
        text_addf(&cell, " (%s)", line->detail);
    add_cell(layout, &cell);
}

/* Whether the first method says what was published, which is counted. */
static int compare(Layout *layout, const Trial *trial, size_t line)
{
    int agrees =
        figure_agrees(layout->study->kind,
                      trial_figure(trial, line, layout->study->source_count),
                      trial_figure(trial, line, 0));
    layout->compared += agrees >= 0;
    layout->agreeing += agrees == 1;
    return agrees;
}

/* An answer and its time, or a rate; what is published has as many figures as
 * the papers give. */
static void add_figure(Layout *layout, const Trial *trial, size_t line,
                       size_t series)
{
    const Study *study = layout->study;
    const Figure *figure = trial_figure(trial, line, series);
    bool is_published = series < study->source_count;
    Text answer = {0}, value = {0};
    if (!figure->has_value)
        text_adds(&value, "-");
    else if (!has_answers(study))
        add_rate(&value, figure->value);
    else if (is_published)
        text_addf(&value, "%.2f", figure->value);
    else
        add_seconds(&value, figure->value);
    int agrees =
        series == study->source_count ? compare(layout, trial, line) : -1;
    if (has_answers(study)) {
        text_adds(&answer, figure->answer ? figure->answer : "-");
        if (study->kind == STUDY_COUNTS && figure->unknown)
            text_addf(&answer, ", %ld open", figure->unknown);
        if (figure->note)
            add_note(layout, &answer, figure->note);
        if (agrees == 0)
            add_note(layout, &answer, "not as published");
        add_cell(layout, &answer);
    } else if (figure->note && (is_published || figure->failed)) {
        add_note(layout, &value, figure->note);
    }
    add_cell(layout, &value);
}

/* ---- ratios ---- */

/* A time at which nothing was found out says nothing. */
static double usable(const Figure *figure)
{
    return figure->done && !figure->failed && !figure->limited &&
                   figure->has_value
               ? figure->value
               : 0;
}

/* How many times as much SLOW takes as the fast method; 0 if that cannot be
 * said. */
static double ratio_to_fast(const Trial *trial, size_t line, size_t slow)
{
    const Study *study = trial->study;
    double ours = usable(trial_figure(trial, line, study->fast)), other = 0;
    if (slow < study->series_count)
        other = usable(trial_figure(trial, line, slow));
    for (size_t i = 0; slow == study->series_count && i < study->source_count;
         i++)
        if (usable(trial_figure(trial, line, i)) > other)
            other = usable(trial_figure(trial, line, i));
    if (!(ours > 0) || !(other > 0))
        return 0;
    return study->kind == STUDY_RATE ? ours / other : other / ours;
}

double trial_ratio(const Trial *trial, size_t line)
{
    return ratio_to_fast(trial, line, trial->study->slow);
}

static void add_line(Layout *layout, const Trial *trial, size_t line)
{
    Text cell = {0};
    double ratio = trial_ratio(trial, line);
    vec_push(&layout->begins, line == 0);
    if (line == 0)
        add_game(layout, trial);
    else
        vec_push(&layout->cells, "");
    if (has_columns(layout->study))
        add_column(layout, &trial->row->lines[line]);
    for (size_t i = 0; i < layout->study->series_count; i++)
        add_figure(layout, trial, line, i);
    if (ratio > 0) {
        add_ratio(&cell, ratio);
        vec_push(&layout->ratios, ratio);
    } else {
        text_adds(&cell, "-");
    }
    add_cell(layout, &cell);
}

/* ---- the summary ---- */

static void add_counts(const Layout *layout, Text *out)
{
    const Study *study = layout->study;
    bool has_counts = false;
    Text counts = {0};
    for (size_t m = study->source_count; m < study->series_count; m++) {
        long proved = 0, refuted = 0, unknown = 0;
        for (size_t i = 0; i < layout->experiment->trial_count; i++) {
            const Trial *trial = &layout->experiment->trials[i];
            for (size_t k = 0; k < trial->row->line_count; k++) {
                const Figure *figure = trial_figure(trial, k, m);
                has_counts |= figure->has_counts;
                proved += figure->proved;
                refuted += figure->refuted;
                unknown += figure->unknown;
            }
        }
        text_addf(&counts, "%s %s %ld, %ld, %ld", counts.length ? ";" : "",
                  study->series[m], proved, refuted, unknown);
    }
    if (has_counts)
        text_addf(out, "%sFormulas proved, refuted, open:%s.",
                  out->length ? " " : "", text_string(&counts));
    text_free(&counts);
}

static int by_size(const void *one, const void *other)
{
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void add_median_of(Text *out, Ratios *ratios)
{
    size_t middle = ratios->count / 2;
    assert(ratios->count > 0);
    sort_items(ratios->items, ratios->count, sizeof *ratios->items, by_size);
    text_adds(out, "median ");
    add_ratio(out,
              ratios->count % 2
                  ? ratios->items[middle]
                  : (ratios->items[middle - 1] + ratios->items[middle]) / 2);
}

/* Of a method that is neither of those that the column of ratios is about. */
static void add_other_median(const Layout *layout, size_t method, Text *out)
{
    const Study *study = layout->study;
    Ratios ratios = {0};
    for (size_t i = 0; i < layout->experiment->trial_count; i++) {
        const Trial *trial = &layout->experiment->trials[i];
        for (size_t k = 0; k < trial->row->line_count; k++) {
            double ratio = ratio_to_fast(trial, k, method);
            if (ratio > 0)
                vec_push(&ratios, ratio);
        }
    }
    if (ratios.count) {
        text_addf(out, "; %s to %s: ", study->series[method],
                  study->series[study->fast]);
        add_median_of(out, &ratios);
    }
    vec_free(&ratios);
}

static void add_medians(Layout *layout, Text *out)
{
    const Study *study = layout->study;
    bool rates = study->slow == study->series_count;
    text_addf(out, "%sRatio of %s, %s to %s: ", out->length ? " " : "",
              rates ? "rates" : "seconds",
              study->series[rates ? study->fast : study->slow],
              rates ? "the best of the others" : study->series[study->fast]);
    add_median_of(out, &layout->ratios);
    for (size_t m = study->source_count; !rates && m < study->series_count; m++)
        if (m != study->slow && m != study->fast)
            add_other_median(layout, m, out);
    text_adds(out, ".");
}

static const char *summary(Layout *layout)
{
    const Study *study = layout->study;
    Text out = {0};
    if (layout->compared)
        text_addf(&out, "%s is as published on %zu of %zu lines.",
                  study->series[study->source_count], layout->agreeing,
                  layout->compared);
    if (study->kind == STUDY_VERDICT || study->kind == STUDY_COUNTS)
        add_counts(layout, &out);
    if (layout->ratios.count)
        add_medians(layout, &out);
    return take_string(layout, &out);
}

/* ---- all of it ---- */

const Grid *grid_of(Arena *arena, const Experiment *experiment)
{
    Layout layout = {
        .arena = arena, .experiment = experiment, .study = experiment->study};
    Grid *grid = arena_alloc(arena, sizeof *grid);
    add_heads(&layout);
    for (size_t i = 0; i < experiment->trial_count; i++)
        for (size_t k = 0; k < experiment->trials[i].row->line_count; k++)
            add_line(&layout, &experiment->trials[i], k);
    assert(layout.cells.count == layout.heads.count * layout.begins.count);
    grid->study = experiment->study;
    grid->summary = summary(&layout);
    grid->column_count = layout.heads.count;
    grid->row_count = layout.begins.count;
    grid->note_count = layout.notes.count;
    grid->heads = vec_finish(&layout.heads, arena);
    grid->to_the_right = vec_finish(&layout.right, arena);
    grid->cells = vec_finish(&layout.cells, arena);
    grid->begins = vec_finish(&layout.begins, arena);
    grid->notes = vec_finish(&layout.notes, arena);
    vec_free(&layout.ratios);
    return grid;
}
