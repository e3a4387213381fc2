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
#include "cli/table/table_number.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 400,
    LEFT = 4,
    RIGHT = 70, /* room for the number at the end of a bar */
    LABEL = 16,
    BAR = 10,
    PITCH = 12, /* from bar to bar */
    GAP = 7,
    AXIS = 22,
    LEGEND = 22, /* of one line */
    LEGEND_LINE = 15,
    HEIGHT = 260, /* of a cactus plot */
    MARGIN = 40,
    END = WIDTH - 12, /* of its lines */
};

/* ---- elements ---- */

typedef struct {
    char name[16];
} Class;

static Class series_class(const Table *table, size_t series)
{
    Class class;
    bool is_published = series < table->source_count;
    snprintf(class.name, sizeof class.name, "%c%zu", is_published ? 'p' : 'm',
             is_published ? series : series - table->source_count);
    return class;
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

static void add_key(Text *out, double x, double y, const char *class,
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
            add_key(out, x, y, series_class(table, i).name, table->series[i]);
        x += width;
    }
    return LEGEND + y;
}

/* ---- bars for each row ---- */

/* Behind the last line of the row that begins with line FIRST. */
static size_t row_end(const Table *table, size_t first)
{
    assert(table->lines[first].begins);
    size_t end = first + 1;
    while (end < table->line_count && !table->lines[end].begins)
        end++;
    return end;
}

/* Two rows may be of one game, each with some of its lines. */
static void add_row_label(Text *out, const Table *table, size_t first, double y)
{
    Text label = {0};
    text_adds(&label, table->lines[first].game);
    if (table->kind == TABLE_KNOWLEDGE)
        for (size_t i = first; i < row_end(table, first); i++)
            text_addf(&label, "%s%s", i > first ? ", " : ": ",
                      table->lines[i].column);
    add_text_at(out, LEFT, y + LABEL - 4, "name", text_string(&label));
    text_free(&label);
}

/* Draws what the row that begins with line FIRST has of a series. */
typedef void AddBar(Text *out, const Table *table, size_t first, size_t series,
                    LogScale scale, double y);

/* The rows one below the other, each with a bar for every series from
 * FIRST_SERIES on; returns where they end. Without ADD_BAR it only measures. */
static double add_rows(Text *out, const Table *table, size_t first_series,
                       LogScale scale, double top, AddBar *add_bar)
{
    double y = top;
    for (size_t i = 0; i < table->line_count; i = row_end(table, i)) {
        if (add_bar)
            add_row_label(out, table, i, y);
        y += LABEL;
        for (size_t k = first_series; k < table->series_count; k++) {
            if (add_bar)
                add_bar(out, table, i, k, scale, y);
            y += PITCH;
        }
        y += GAP;
    }
    return y;
}

/* ---- the time of each game ---- */

typedef struct {
    double sum;
    bool any, more; /* more: a line has no figure, or stopped at a limit */
} Sum;

static Sum sum_of(const Table *table, size_t first, size_t series)
{
    Sum sum = {0};
    for (size_t i = first; i < row_end(table, first); i++) {
        const Figure *figure = &table->lines[i].figures[series];
        sum.sum += figure->has_value ? figure->value : 0;
        sum.any |= figure->has_value;
        sum.more |= !figure->has_value || figure->limited;
    }
    return sum;
}

static LogScale scale_of(const Table *table)
{
    double min = 1e30, max = 0;
    for (size_t i = 0; i < table->line_count; i = row_end(table, i))
        for (size_t k = 0; k < table->series_count; k++) {
            double sum = sum_of(table, i, k).sum;
            min = sum > 0 && sum < min ? sum : min;
            max = sum > max ? sum : max;
        }
    return log_scale(min, max);
}

static void add_decades(Text *out, const Table *table, LogScale scale,
                        double left, double width, double top, double bottom)
{
    int every = (scale.high - scale.low + 3) / 4; /* of them has a label */
    double unit = 1;
    for (int i = 0; i > scale.low; i--)
        unit /= 10;
    for (int i = 0; i < scale.low; i++)
        unit *= 10;
    for (int i = scale.low; i <= scale.high; i++, unit *= 10) {
        double x = left + width * (i - scale.low) / (scale.high - scale.low);
        Text label = {0};
        add_grid_line(out, x, x, top, bottom);
        if ((i - scale.low) % every)
            continue;
        if (table->kind == TABLE_RATE)
            add_rate(&label, unit);
        else
            text_addf(&label, "%g s", unit);
        add_text_at(out, x, bottom + 12,
                    i == scale.low    ? "tick first"
                    : i == scale.high ? "tick last"
                                      : "tick",
                    text_string(&label));
        text_free(&label);
    }
}

static void add_sum_bar(Text *out, const Table *table, size_t first,
                        size_t series, LogScale scale, double y)
{
    Sum sum = sum_of(table, first, series);
    double width = WIDTH - LEFT - RIGHT;
    double length = sum.any ? 2 + (width - 2) * log_place(scale, sum.sum) : 0;
    Text amount = {0};
    if (!sum.any)
        text_adds(&amount, "-");
    else if (table->kind == TABLE_RATE)
        add_rate(&amount, sum.sum);
    else {
        text_adds(&amount, sum.more ? "> " : "");
        add_seconds(&amount, sum.sum);
    }
    if (sum.any)
        add_rectangle(out, LEFT, y, length, BAR,
                      series_class(table, series).name);
    add_text_at(out, LEFT + length + 3, y + BAR - 1, "amount",
                text_string(&amount));
    text_free(&amount);
}

void add_bars(Text *out, const Table *table)
{
    LogScale scale = scale_of(table);
    double top = add_legend(NULL, table);
    double bottom = add_rows(NULL, table, 0, scale, top, NULL);
    begin_svg(out, bottom + AXIS,
              table->kind == TABLE_RATE
                  ? "States a second of each game, on a logarithmic scale"
                  : "Seconds of each game, on a logarithmic scale");
    add_legend(out, table);
    add_decades(out, table, scale, LEFT, WIDTH - LEFT - RIGHT, top, bottom);
    add_rows(out, table, 0, scale, top, add_sum_bar);
    text_adds(out, "</svg>\n");
}

/* ---- proved, refuted, open ---- */

enum { PROVED, REFUTED, OPEN, OUTCOMES };

static const char *const outcome_names[] = {"proved", "refuted", "open"};

static void add_stack(Text *out, const Table *table, size_t first,
                      size_t series, LogScale scale, double y)
{
    long counts[OUTCOMES] = {0}, total = 0;
    double x = LEFT + 48, width = WIDTH - LEFT - RIGHT - 82;
    Text numbers = {0};
    (void)scale; /* the whole width is all formulas */
    for (size_t i = first; i < row_end(table, first); i++) {
        const Figure *figure = &table->lines[i].figures[series];
        counts[PROVED] += figure->proved;
        counts[REFUTED] += figure->refuted;
        counts[OPEN] += figure->unknown;
    }
    for (size_t i = 0; i < OUTCOMES; i++)
        total += counts[i];
    add_text_at(out, LEFT, y + BAR - 1, "amount", table->series[series]);
    for (size_t i = 0; i < OUTCOMES; i++) {
        double length = total ? width * (double)counts[i] / (double)total : 0;
        if (counts[i])
            add_rectangle(out, x, y, length, BAR, outcome_names[i]);
        x += length;
        text_addf(&numbers, "%s%ld", i ? " + " : "", counts[i]);
    }
    add_text_at(out, x + 4, y + BAR - 1, "amount",
                total ? text_string(&numbers) : "-");
    text_free(&numbers);
}

void add_stacks(Text *out, const Table *table)
{
    size_t method_count = table->source_count;
    LogScale none = {0};
    if (table->kind != TABLE_VERDICT && table->kind != TABLE_COUNTS)
        return;
    begin_svg(out, add_rows(NULL, table, method_count, none, LEGEND, NULL),
              "Formulas of each game that are proved, refuted or open");
    for (size_t i = 0; i < OUTCOMES; i++)
        add_key(out, LEFT + 66 * (double)i, 0, outcome_names[i],
                outcome_names[i]);
    add_rows(out, table, method_count, none, LEGEND, add_stack);
    text_adds(out, "</svg>\n");
}

/* ---- what is decided within so many seconds ---- */

typedef struct {
    double seconds;
    long decided;
} Event;

typedef VEC(Event) Events;

static int by_time(const void *one, const void *other)
{
    double a = ((const Event *)one)->seconds,
           b = ((const Event *)other)->seconds;
    return (a > b) - (a < b);
}

/* In the order of time; only games whose rules there are, so that what is
 * published can be compared. */
static Events events_of(const Table *table, size_t series)
{
    Events events = {0};
    for (size_t i = 0; i < table->line_count; i++) {
        const Figure *figure = &table->lines[i].figures[series];
        long decided = figure_decides(table->kind, figure);
        if (table->lines[i].file && figure->has_value && decided > 0)
            vec_push(&events, (Event){figure->value, decided});
    }
    sort_items(events.items, events.count, sizeof *events.items, by_time);
    return events;
}

typedef struct {
    LogScale time;
    double decided; /* at most */
    double top;
} PlotArea;

static double area_x(const PlotArea *area, double seconds)
{
    return MARGIN + (END - MARGIN) * log_place(area->time, seconds);
}

static double area_y(const PlotArea *area, double decided)
{
    double height = HEIGHT - AXIS - area->top;
    assert(decided <= area->decided);
    return HEIGHT - AXIS - height * decided / area->decided;
}

static void add_levels(Text *out, const PlotArea *area)
{
    double step = nice_step(area->decided, 6);
    for (double level = 0; level <= area->decided; level += step) {
        char label[32];
        double y = area_y(area, level);
        snprintf(label, sizeof label, "%.0f", level);
        add_grid_line(out, MARGIN, END, y, y);
        add_text_at(out, MARGIN - 4, y + 3, "level", label);
    }
}

/* A staircase: what was decided stays decided. */
static void add_steps(Text *out, const PlotArea *area, const char *class,
                      const Events *events)
{
    long decided = 0;
    text_addf(out, "<path class=\"step %s\" d=\"M%d %.1f", class, MARGIN,
              area_y(area, 0));
    for (size_t i = 0; i < events->count; i++) {
        decided += events->items[i].decided;
        text_addf(out, "H%.1fV%.1f", area_x(area, events->items[i].seconds),
                  area_y(area, (double)decided));
    }
    text_addf(out, "H%d\"/>\n", END);
}

static PlotArea area_of(const Table *table)
{
    double min = 1e30, max = 0;
    PlotArea area = {.top = add_legend(NULL, table) + 8};
    for (size_t k = 0; k < table->series_count; k++) {
        Events events = events_of(table, k);
        double decided = 0;
        for (size_t i = 0; i < events.count; i++) {
            double seconds = events.items[i].seconds;
            decided += (double)events.items[i].decided;
            min = seconds > 0 && seconds < min ? seconds : min;
            max = seconds > max ? seconds : max;
        }
        area.decided = decided > area.decided ? decided : area.decided;
        vec_free(&events);
    }
    area.time = log_scale(min, max);
    return area;
}

void add_cactus(Text *out, const Table *table)
{
    PlotArea area = area_of(table);
    if (table->kind == TABLE_RATE || !(area.decided > 0))
        return;
    begin_svg(out, HEIGHT, "How much is decided within so many seconds a line");
    add_legend(out, table);
    add_decades(out, table, area.time, MARGIN, END - MARGIN, area.top,
                HEIGHT - AXIS);
    add_levels(out, &area);
    for (size_t k = 0; k < table->series_count; k++) {
        Events events = events_of(table, k);
        if (events.count)
            add_steps(out, &area, series_class(table, k).name, &events);
        vec_free(&events);
    }
    text_adds(out, "</svg>\n");
}
