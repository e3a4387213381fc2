/* table_plot.c - SVG pictures of tables
 *
 * In:   the figures of a Table
 * Out:  <svg> elements for the page of cli/table/table_html.c, which has their
 *       colours
 *
 * All have labels above what they name and not beside it, so that they can be
 * read on a phone. Classes p0, p1, ... colour published figures, m0, m1, ...
 * methods. Start reading at add_bars(), in the middle.
 */
#include "cli/table/table_grid.h"

#include "base/sort.h"
#include "base/vec.h"
#include "batch/number.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* In units of the viewBox. */
enum {
    WIDTH = 400,
    LEFT = 4,
    RIGHT = 70, /* room for the number at the end of a bar */
    LABEL_HEIGHT = 16,
    BAR_HEIGHT = 10,
    BAR_PITCH = 12, /* from bar to bar */
    ROW_GAP = 7,
    AXIS_HEIGHT = 22,
    LEGEND_HEIGHT = 22, /* of one line */
    LEGEND_LINE = 15,
    CACTUS_HEIGHT = 260, /* of a cactus plot; its lines go */
    CACTUS_LEFT = 40,    /* from here */
    CACTUS_RIGHT = WIDTH - 12,
};

/* ---- elements ---- */

/* The page has colours for so many. */
static const char *series_class(const Table *table, size_t series)
{
    static const char *const published[] = {"p0", "p1", "p2", "p3"};
    static const char *const measured[] = {"m0", "m1", "m2"};
    assert(table->source_count <= 4);
    assert(table->series_count - table->source_count <= 3);
    return series < table->source_count
               ? published[series]
               : measured[series - table->source_count];
}

static void begin_svg(Text *out, double height, const char *label)
{
    text_addf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"",
              WIDTH, height);
    add_escaped(out, "", label, "\">\n");
}

static void add_text_at(Text *out, double x, double y, const char *class,
                        const char *text)
{
    text_addf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    add_escaped(out, "", text, "</text>\n");
}

static void add_rectangle(Text *out, double x, double y, double width,
                          int height, const char *class)
{
    text_addf(out,
              "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
              "class=\"%s\"/>\n",
              x, y, width, height, class);
}

static void add_grid_line(Text *out, double x1, double x2, double y1, double y2)
{
    text_addf(out,
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
              "class=\"grid\"/>\n",
              x1, x2, y1, y2);
}

static void add_legend_entry(Text *out, double x, double y, const char *class,
                             const char *name)
{
    add_rectangle(out, x, y + 3, 9, 9, class);
    add_text_at(out, x + 12, y + 11, "name", name);
}

/* Writes the legend, in as many lines as it needs, and returns its height; OUT
 * may be NULL. */
static double add_legend(Text *out, const Table *table)
{
    double x = LEFT, y = 0;
    for (size_t i = 0; i < table->series_count; i++) {
        double width = 24 + 6.5 * (double)strlen(table->series[i]);
        if (i && x + width > WIDTH) {
            y += LEGEND_LINE;
            x = LEFT;
        }
        if (out)
            add_legend_entry(out, x, y, series_class(table, i),
                             table->series[i]);
        x += width;
    }
    return LEGEND_HEIGHT + y;
}

/* ---- bars for each row ---- */

/* Behind the last line of the row that begins with FIRST_LINE. */
static size_t row_end(const Table *table, size_t first_line)
{
    assert(table->lines[first_line].begins_row);
    size_t end = first_line + 1;
    while (end < table->line_count && !table->lines[end].begins_row)
        end++;
    return end;
}

/* Two rows may be of one game, each with some of its lines. */
static void add_row_label(Text *out, const Table *table, size_t first_line,
                          double y)
{
    Text label = {0};
    text_adds(&label, table->lines[first_line].game);
    if (table->kind == TABLE_KNOWLEDGE)
        for (size_t i = first_line; i < row_end(table, first_line); i++)
            text_addf(&label, "%s%s", i > first_line ? ", " : ": ",
                      table->lines[i].column);
    add_text_at(out, LEFT, y + LABEL_HEIGHT - 4, "name", text_string(&label));
    text_free(&label);
}

/* Draws what the row that begins with FIRST_LINE has of a series. */
typedef void AddBar(Text *out, const Table *table, size_t first_line,
                    size_t series, LogScale scale, double y);

/* The rows one below the other from TOP on, each with a bar for every series
 * from FIRST_SERIES on; */
static void add_rows(Text *out, const Table *table, size_t first_series,
                     LogScale scale, double top, AddBar *add_bar)
{
    double y = top;
    for (size_t i = 0; i < table->line_count; i = row_end(table, i)) {
        add_row_label(out, table, i, y);
        y += LABEL_HEIGHT;
        for (size_t k = first_series; k < table->series_count;
             k++, y += BAR_PITCH)
            add_bar(out, table, i, k, scale, y);
        y += ROW_GAP;
    }
}

/* and where they end. */
static double rows_end(const Table *table, size_t first_series, double top)
{
    size_t bar_count = table->series_count - first_series;
    for (size_t i = 0; i < table->line_count; i = row_end(table, i))
        top += (double)(LABEL_HEIGHT + bar_count * BAR_PITCH + ROW_GAP);
    return top;
}

/* ---- the time of each game ---- */

typedef struct {
    double sum;
    bool has_value;
    bool is_lower_bound; /* a line has no figure, or stopped at a limit */
} RowSum;

static RowSum row_sum(const Table *table, size_t first_line, size_t series)
{
    RowSum sum = {0};
    for (size_t i = first_line; i < row_end(table, first_line); i++) {
        const json_t *figure = figure_at(&table->lines[i], series);
        double value = figure_value(figure);
        sum.sum += fmax(value, 0);
        sum.has_value |= value >= 0;
        sum.is_lower_bound |= value < 0 || flag_at(figure, "limited");
    }
    return sum;
}

static LogScale sum_scale(const Table *table)
{
    double min = 1e30, max = 0;
    for (size_t i = 0; i < table->line_count; i = row_end(table, i))
        for (size_t k = 0; k < table->series_count; k++) {
            double sum = row_sum(table, i, k).sum;
            min = sum > 0 ? fmin(min, sum) : min;
            max = fmax(max, sum);
        }
    return log_scale(min, max);
}

static void add_decades(Text *out, const Table *table, LogScale scale,
                        double left, double width, double top, double bottom)
{
    int label_stride =
        (scale.high - scale.low + 3) / 4; /* of them has a label */
    for (int i = scale.low; i <= scale.high; i++) {
        double x = left + width * (i - scale.low) / (scale.high - scale.low);
        Text label = {0};
        add_grid_line(out, x, x, top, bottom);
        if ((i - scale.low) % label_stride)
            continue;
        if (table->kind == TABLE_RATE)
            add_rate(&label, pow(10, i));
        else
            text_addf(&label, "%g s", pow(10, i));
        add_text_at(out, x, bottom + 12,
                    i == scale.low    ? "tick first"
                    : i == scale.high ? "tick last"
                                      : "tick",
                    text_string(&label));
        text_free(&label);
    }
}

static void add_sum_bar(Text *out, const Table *table, size_t first_line,
                        size_t series, LogScale scale, double y)
{
    RowSum sum = row_sum(table, first_line, series);
    double width = WIDTH - LEFT - RIGHT;
    double length =
        sum.has_value ? 2 + (width - 2) * log_place(scale, sum.sum) : 0;
    Text amount = {0};
    if (!sum.has_value)
        text_adds(&amount, "-");
    else if (table->kind == TABLE_RATE)
        add_rate(&amount, sum.sum);
    else {
        text_adds(&amount, sum.is_lower_bound ? "> " : "");
        add_seconds(&amount, sum.sum);
    }
    if (sum.has_value)
        add_rectangle(out, LEFT, y, length, BAR_HEIGHT,
                      series_class(table, series));
    add_text_at(out, LEFT + length + 3, y + BAR_HEIGHT - 1, "amount",
                text_string(&amount));
    text_free(&amount);
}

void add_bars(Text *out, const Table *table)
{
    LogScale scale = sum_scale(table);
    double top = add_legend(NULL, table);
    double bottom = rows_end(table, 0, top);
    begin_svg(out, bottom + AXIS_HEIGHT,
              table->kind == TABLE_RATE
                  ? "States a second of each game, on a logarithmic scale"
                  : "Seconds of each game, on a logarithmic scale");
    add_legend(out, table);
    add_decades(out, table, scale, LEFT, WIDTH - LEFT - RIGHT, top, bottom);
    add_rows(out, table, 0, scale, top, add_sum_bar);
    text_adds(out, "</svg>\n");
}

/* ---- proved, refuted, open ---- */

enum { OUTCOME_COUNT = 3 };

static const char *const outcome_names[] = {"proved", "refuted", "open"};
static const char *const outcome_keys[] = {"proved", "refuted", "unknown"};

static void add_stack(Text *out, const Table *table, size_t first_line,
                      size_t series, LogScale scale, double y)
{
    long counts[OUTCOME_COUNT] = {0}, total = 0;
    double x = LEFT + 48, width = WIDTH - LEFT - RIGHT - 82;
    Text numbers = {0};
    (void)scale; /* the whole width is all formulas */
    for (size_t i = first_line; i < row_end(table, first_line); i++) {
        const json_t *figure = figure_at(&table->lines[i], series);
        for (size_t k = 0; k < OUTCOME_COUNT; k++) {
            counts[k] += number_at(figure, outcome_keys[k]);
            total += number_at(figure, outcome_keys[k]);
        }
    }
    add_text_at(out, LEFT, y + BAR_HEIGHT - 1, "amount", table->series[series]);
    for (size_t i = 0; i < OUTCOME_COUNT; i++) {
        double length = total ? width * (double)counts[i] / (double)total : 0;
        if (counts[i])
            add_rectangle(out, x, y, length, BAR_HEIGHT, outcome_names[i]);
        x += length;
        text_addf(&numbers, "%s%ld", i ? " + " : "", counts[i]);
    }
    add_text_at(out, x + 4, y + BAR_HEIGHT - 1, "amount",
                total ? text_string(&numbers) : "-");
    text_free(&numbers);
}

void add_stacks(Text *out, const Table *table)
{
    size_t first_method = table->source_count;
    LogScale unused_scale = {0};
    if (table->kind != TABLE_VERDICT && table->kind != TABLE_COUNTS)
        return;
    begin_svg(out, rows_end(table, first_method, LEGEND_HEIGHT),
              "Formulas of each game that are proved, refuted or open");
    for (size_t i = 0; i < OUTCOME_COUNT; i++)
        add_legend_entry(out, LEFT + 66 * (double)i, 0, outcome_names[i],
                         outcome_names[i]);
    add_rows(out, table, first_method, unused_scale, LEGEND_HEIGHT, add_stack);
    text_adds(out, "</svg>\n");
}

/* ---- what is decided within so many seconds ---- */

typedef struct {
    double seconds;
    long decided;
} Event;

typedef VEC(Event) Events;

static int compare_times(const void *left, const void *right)
{
    double a = ((const Event *)left)->seconds,
           b = ((const Event *)right)->seconds;
    return (a > b) - (a < b);
}

/* In the order of time; only games whose rules there are, so that what is
 * published can be compared. */
static Events sorted_events(const Table *table, size_t series)
{
    Events events = {0};
    for (size_t i = 0; i < table->line_count; i++) {
        const json_t *figure = figure_at(&table->lines[i], series);
        double seconds = figure_value(figure);
        long decided = figure_decided_count(table->kind, figure);
        if (table->lines[i].file && seconds >= 0 && decided > 0)
            vec_push(&events, (Event){seconds, decided});
    }
    sort_items(events.items, events.count, sizeof *events.items, compare_times);
    return events;
}

typedef struct {
    LogScale time;
    double max_decided; /* at most */
    double top;
} PlotArea;

static double area_x(const PlotArea *area, double seconds)
{
    return CACTUS_LEFT +
           (CACTUS_RIGHT - CACTUS_LEFT) * log_place(area->time, seconds);
}

static double area_y(const PlotArea *area, double decided)
{
    double height = CACTUS_HEIGHT - AXIS_HEIGHT - area->top;
    assert(decided <= area->max_decided);
    return CACTUS_HEIGHT - AXIS_HEIGHT - height * decided / area->max_decided;
}

static void add_levels(Text *out, const PlotArea *area)
{
    double step = nice_step(area->max_decided, 6);
    for (double level = 0; level <= area->max_decided; level += step) {
        char label[32];
        double y = area_y(area, level);
        snprintf(label, sizeof label, "%.0f", level);
        add_grid_line(out, CACTUS_LEFT, CACTUS_RIGHT, y, y);
        add_text_at(out, CACTUS_LEFT - 4, y + 3, "level", label);
    }
}

/* A staircase: what was decided stays decided. */
static void add_staircase(Text *out, const PlotArea *area, const char *class,
                          const Events *events)
{
    long decided = 0;
    text_addf(out, "<path class=\"step %s\" d=\"M%d %.1f", class, CACTUS_LEFT,
              area_y(area, 0));
    for (size_t i = 0; i < events->count; i++) {
        decided += events->items[i].decided;
        text_addf(out, "H%.1fV%.1f", area_x(area, events->items[i].seconds),
                  area_y(area, (double)decided));
    }
    text_addf(out, "H%d\"/>\n", CACTUS_RIGHT);
}

static PlotArea cactus_area(const Table *table)
{
    double min = 1e30, max = 0;
    PlotArea area = {.top = add_legend(NULL, table) + 8};
    for (size_t k = 0; k < table->series_count; k++) {
        Events events = sorted_events(table, k);
        double decided = 0;
        for (size_t i = 0; i < events.count; i++) {
            double seconds = events.items[i].seconds;
            decided += (double)events.items[i].decided;
            min = seconds > 0 ? fmin(min, seconds) : min;
            max = fmax(max, seconds);
        }
        area.max_decided = fmax(area.max_decided, decided);
        vec_free(&events);
    }
    area.time = log_scale(min, max);
    return area;
}

void add_cactus(Text *out, const Table *table)
{
    PlotArea area = cactus_area(table);
    if (table->kind == TABLE_RATE || !(area.max_decided > 0))
        return;
    begin_svg(out, CACTUS_HEIGHT,
              "How much is decided within so many seconds a line");
    add_legend(out, table);
    add_decades(out, table, area.time, CACTUS_LEFT, CACTUS_RIGHT - CACTUS_LEFT,
                area.top, CACTUS_HEIGHT - AXIS_HEIGHT);
    add_levels(out, &area);
    for (size_t k = 0; k < table->series_count; k++) {
        Events events = sorted_events(table, k);
        if (events.count)
            add_staircase(out, &area, series_class(table, k), &events);
        vec_free(&events);
    }
    text_adds(out, "</svg>\n");
}
