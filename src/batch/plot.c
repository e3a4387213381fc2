/* plot.c - SVG pictures for a page
 *
 * In:   series of points
 * Out:  <svg> elements, whose colours are in data/page.css
 *
 * Names stand above what they name and not beside it, so that pictures can be
 * read on a phone. Start reading at plot_cactus(), in the middle.
 */
#include "batch/plot.h"

#include "base/sort.h"
#include "base/vec.h"
#include "batch/grid.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* In units of the viewBox. */
enum {
    WIDTH = 400,
    LEFT = 48, /* of the area of a plot with two axes, */
    RIGHT = WIDTH - 12,
    CACTUS_HEIGHT = 200,
    SCATTER_HEIGHT = RIGHT - LEFT,
    AXIS_HEIGHT = 34, /* below it: numbers and the name of the axis */
    LEGEND_LINE = 15, /* one series each */
    TITLE_HEIGHT = 26,
};

enum { MAX_NAME = 56, SERIES_STYLES = 6 }; /* characters; in data/page.css */

/* ---- scales ---- */

enum { MIN_EXPONENT = -6, MAX_EXPONENT = 15 };

static int exponent_of(double value, double (*round_to_integer)(double))
{
    if (!(value > 0))
        return MIN_EXPONENT;
    double exponent = round_to_integer(log10(value));
    return exponent < MIN_EXPONENT   ? MIN_EXPONENT
           : exponent > MAX_EXPONENT ? MAX_EXPONENT
                                     : (int)exponent;
}

LogScale log_scale(double min, double max)
{
    LogScale scale = {exponent_of(min, floor), exponent_of(max, ceil)};
    if (scale.high <= scale.low)
        scale.high = scale.low + 1;
    return scale;
}

double log_place(LogScale scale, double value)
{
    if (!(value > 0))
        return 0;
    assert(scale.low < scale.high);
    double place = (log10(value) - scale.low) / (scale.high - scale.low);
    return place < 0 ? 0 : place > 1 ? 1 : place;
}

double nice_step(double max, int max_marks)
{
    static const double factors[] = {1, 2, 5};
    assert(max_marks > 0);
    for (double unit = 1;; unit *= 10)
        for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
            if (max / (unit * factors[i]) <= max_marks || unit > 1e15)
                return unit * factors[i];
}

/* ---- elements ---- */

/* TEXT as one may print it; cut if it is long. */
static void add_text_at(Text *out, double x, double y, const char *class,
                        const char *text)
{
    Text name = {0};
    text_add_printable(&name, text, strlen(text));
    size_t length = bytes_of_characters(text_string(&name), MAX_NAME);
    bool is_cut = length < name.length;
    if (is_cut)
        name.bytes[length] = '\0';
    text_addf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
    html_escape(out, text_string(&name));
    text_adds(out, is_cut ? "...</text>\n" : "</text>\n");
    text_free(&name);
}

static void add_line(Text *out, double x1, double x2, double y1, double y2,
                     const char *class)
{
    text_addf(out,
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" "
              "class=\"%s\"/>\n",
              x1, x2, y1, y2, class);
}

/* The marks of series differ in form as well as in colour. */
static void add_mark(Text *out, double x, double y, size_t series,
                     const char *title)
{
    static const char *const forms[SERIES_STYLES] = {
        "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
        "m-3-3h6v6h-6z",
        "m0-4l4 7h-8z",
        "m0-4l4 4-4 4-4-4z",
        "m-4-3h8l-4 7z",
        "m-4-1.5h8v3h-8z"};
    size_t style = series % SERIES_STYLES;
    text_addf(out, "<path class=\"mark s%zu\" d=\"M%.1f %.1f%s\">", style, x, y,
              forms[style]);
    if (title) {
        text_adds(out, "<title>");
        html_escape(out, title);
        text_adds(out, "</title>");
    }
    text_adds(out, "</path>\n");
}

/* ---- an area with two axes ---- */

typedef struct {
    LogScale x;
    double top, height;
} Area;

static double area_x(const Area *area, double value)
{
    return LEFT + (RIGHT - LEFT) * log_place(area->x, value);
}

/* At this part of its height, from 0 to 1. */
static double area_y(const Area *area, double part)
{
    assert(part >= 0 && part <= 1);
    return area->top + area->height * (1 - part);
}

/* Lines at powers of ten, at most five of them with a label, from top to bottom
 * or, if IS_LEVEL, from left to right. */
static void add_decades(Text *out, const Area *area, bool is_level)
{
    LogScale scale = area->x;
    int stride = (scale.high - scale.low + 3) / 4;
    for (int i = scale.low; i <= scale.high; i++) {
        double part = (double)(i - scale.low) / (scale.high - scale.low);
        double x = LEFT + (RIGHT - LEFT) * part, y = area_y(area, part);
        char label[32];
        snprintf(label, sizeof label, "%g", pow(10, i));
        if (is_level)
            add_line(out, LEFT, RIGHT, y, y, "grid");
        else
            add_line(out, x, x, area->top, area->top + area->height, "grid");
        if ((i - scale.low) % stride)
            continue;
        if (is_level)
            add_text_at(out, LEFT - 4, y + 4, "level", label);
        else
            add_text_at(out, x, area->top + area->height + 13,
                        i == scale.low    ? "tick first"
                        : i == scale.high ? "tick last"
                                          : "tick",
                        label);
    }
}

static size_t named_count(const Plot *plot)
{
    return plot->count > 1 ? plot->count : 0; /* one needs no name */
}

/* Begins the picture: the legend, the names of both axes, the decades of X. */
static void begin_area(Text *out, const Plot *plot, const Area *area,
                       void (*add_sample)(Text *, double, double, size_t))
{
    double bottom = area->top + area->height;
    text_addf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"",
              WIDTH, bottom + AXIS_HEIGHT);
    html_escape(out, plot->label);
    text_adds(out, "\">\n");
    for (size_t i = 0; i < named_count(plot); i++) {
        double y = (double)(LEGEND_LINE * i);
        add_sample(out, 4, y + 7, i);
        add_text_at(out, 30, y + 11, "name", plot->series[i].name);
    }
    add_text_at(out, 0, area->top - 8, "axis", plot->y);
    add_text_at(out, RIGHT, bottom + 28, "axis last", plot->x);
    add_decades(out, area, false);
}

static Area area_of(const Plot *plot, double height)
{
    return (Area){.top =
                      (double)(LEGEND_LINE * named_count(plot)) + TITLE_HEIGHT,
                  .height = height};
}

/* ---- what is decided within so many seconds ---- */

static int compare_points(const void *left, const void *right)
{
    double a = ((const PlotPoint *)left)->x, b = ((const PlotPoint *)right)->x;
    return (a > b) - (a < b);
}

static void add_line_sample(Text *out, double x, double y, size_t series)
{
    text_addf(out, "<path class=\"step s%zu\" d=\"M%.1f %.1fh20\"/>\n",
              series % SERIES_STYLES, x, y);
}

/* A staircase: what was decided stays decided. */
static void add_staircase(Text *out, const Area *area, double max,
                          const PlotSeries *series, size_t index)
{
    double sum = 0;
    VEC(PlotPoint) points = {0};
    vec_append(&points, series->points, series->count);
    sort_items(points.items, points.count, sizeof *points.items,
               compare_points);
    text_addf(out, "<path class=\"step s%zu\" d=\"M%d %.1f",
              index % SERIES_STYLES, LEFT, area_y(area, 0));
    for (size_t i = 0; i < points.count; i++) {
        sum += points.items[i].y;
        text_addf(out, "H%.1fV%.1f", area_x(area, points.items[i].x),
                  area_y(area, fmin(sum / max, 1)));
    }
    text_addf(out, "H%d\"/>\n", RIGHT);
    vec_free(&points);
}

static void add_levels(Text *out, const Area *area, double max)
{
    double step = nice_step(max, 6);
    for (double level = 0; level <= max; level += step) {
        char label[32];
        double y = area_y(area, level / max);
        snprintf(label, sizeof label, "%.0f", level);
        add_line(out, LEFT, RIGHT, y, y, "grid");
        add_text_at(out, LEFT - 4, y + 4, "level", label);
    }
}

void plot_cactus(Text *out, const Plot *plot)
{
    Area area = area_of(plot, CACTUS_HEIGHT);
    double least = INFINITY, most = 0, max = 0;
    for (size_t k = 0; k < plot->count; k++) {
        double sum = 0;
        for (size_t i = 0; i < plot->series[k].count; i++) {
            PlotPoint point = plot->series[k].points[i];
            least = point.x > 0 ? fmin(least, point.x) : least;
            most = fmax(most, point.x);
            sum += point.y;
        }
        max = fmax(max, sum);
    }
    if (!(max > 0))
        return;
    area.x = log_scale(least, most);
    begin_area(out, plot, &area, add_line_sample);
    add_levels(out, &area, max);
    for (size_t k = 0; k < plot->count; k++)
        add_staircase(out, &area, max, &plot->series[k], k);
    text_adds(out, "</svg>\n");
}

/* ---- seconds against seconds ---- */

static void add_mark_sample(Text *out, double x, double y, size_t series)
{
    add_mark(out, x + 10, y, series, NULL);
}

void plot_scatter(Text *out, const Plot *plot)
{
    Area area = area_of(plot, SCATTER_HEIGHT);
    double least = INFINITY, most = 0;
    for (size_t k = 0; k < plot->count; k++)
        for (size_t i = 0; i < plot->series[k].count; i++) {
            PlotPoint point = plot->series[k].points[i];
            least = point.x > 0 ? fmin(least, point.x) : least;
            least = point.y > 0 ? fmin(least, point.y) : least;
            most = fmax(most, fmax(point.x, point.y));
        }
    if (!(most > 0))
        return;
    area.x = log_scale(least, most);
    begin_area(out, plot, &area, add_mark_sample);
    add_decades(out, &area, true);
    add_line(out, LEFT, RIGHT, area_y(&area, 0), area_y(&area, 1), "diagonal");
    for (size_t k = 0; k < plot->count; k++)
        for (size_t i = 0; i < plot->series[k].count; i++) {
            PlotPoint point = plot->series[k].points[i];
            add_mark(out, area_x(&area, point.x),
                     area_y(&area, log_place(area.x, point.y)), k, point.name);
        }
    text_adds(out, "</svg>\n");
}
