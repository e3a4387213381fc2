/* plot.c - SVG pictures for a page
 *
 * In:   series of points
 * Out:  <svg> elements, whose colours are in data/page.css
 *
 * Names stand above what they name and not beside it, so that pictures can be
 * read on a phone. Start reading at plot_cactus(), near the end.
 */
#include "batch/plot.h"

#include "base/sort.h"
#include "batch/grid.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* In units of the viewBox. */
enum {
    WIDTH = 400,
    LEFT = 48, /* of the area with two axes */
    RIGHT = WIDTH - 12,
    CACTUS_HEIGHT = 200,
    SCATTER_HEIGHT = RIGHT - LEFT,
    AXIS_HEIGHT = 34, /* below it: numbers and the name of the axis */
    LEGEND_LINE = 15, /* one series each */
    TITLE_HEIGHT = 26,
};

enum { MAX_NAME = 56, SERIES_STYLES = 6 }; /* characters; in data/page.css */

void plot_free(Plot *plot)
{
    vec_free_all(&plot->series, &plot->points);
}

/* ---- scales ---- */

/* Nothing below a microsecond, or beyond what anybody measures. */
static int exponent_of(double logarithm)
{
    return (int)fmin(fmax(logarithm, -6), 15);
}

LogScale log_scale(double min, double max)
{
    LogScale scale = {exponent_of(floor(log10(min))),
                      exponent_of(ceil(log10(max)))};
    if (scale.high <= scale.low)
        scale.high = scale.low + 1;
    return scale;
}

double log_place(LogScale scale, double value)
{
    assert(scale.low < scale.high);
    double place = (log10(value) - scale.low) / (scale.high - scale.low);
    return fmin(fmax(place, 0), 1); /* 0 of what has no logarithm */
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
    LogScale scale; /* of the level axis, or of both */
    double top, height;
} Area;

static double area_x(const Area *area, double value)
{
    return LEFT + (RIGHT - LEFT) * log_place(area->scale, value);
}

/* At this part of its height, from 0 to 1. */
static double area_y(const Area *area, double part)
{
    assert(part >= 0 && part <= 1);
    return area->top + area->height * (1 - part);
}

/* A line from left to right, with its name. */
static void add_level(Text *out, double y, const char *label)
{
    add_line(out, LEFT, RIGHT, y, y, "grid");
    if (label)
        add_text_at(out, LEFT - 4, y + 4, "level", label);
}

/* Lines at powers of ten, at most five of them with a label, from top to bottom
 * or, if IS_LEVEL, from left to right. */
static void add_decades(Text *out, const Area *area, bool is_level)
{
    LogScale scale = area->scale;
    int stride = (scale.high - scale.low + 3) / 4;
    for (int i = scale.low; i <= scale.high; i++) {
        double part = (double)(i - scale.low) / (scale.high - scale.low);
        double x = LEFT + (RIGHT - LEFT) * part;
        bool is_named = (i - scale.low) % stride == 0;
        char label[32];
        snprintf(label, sizeof label, "%g", pow(10, i));
        if (is_level) {
            add_level(out, area_y(area, part), is_named ? label : NULL);
            continue;
        }
        add_line(out, x, x, area->top, area->top + area->height, "grid");
        if (is_named)
            add_text_at(out, x, area->top + area->height + 13,
                        i == scale.low    ? "tick first"
                        : i == scale.high ? "tick last"
                                          : "tick",
                        label);
    }
}

/* Begins the picture: the legend, the names of both axes, the decades of X. */
static Area begin_area(Text *out, const Plot *plot, double height,
                       LogScale scale, bool has_marks)
{
    size_t named = plot->series.count > 1 ? plot->series.count : 0;
    Area area = {scale, (double)(LEGEND_LINE * named) + TITLE_HEIGHT, height};
    double bottom = area.top + height;
    text_addf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\" aria-label=\"",
              WIDTH, bottom + AXIS_HEIGHT);
    html_escape(out, plot->label);
    text_adds(out, "\">\n");
    for (size_t i = 0; i < named; i++) {
        double y = (double)(LEGEND_LINE * i);
        if (has_marks)
            add_mark(out, 14, y + 7, i, NULL);
        else
            text_addf(out, "<path class=\"step s%zu\" d=\"M4.0 %.1fh20\"/>\n",
                      i % SERIES_STYLES, y + 7);
        add_text_at(out, 30, y + 11, "name", plot->series.items[i]);
    }
    add_text_at(out, 0, area.top - 8, "axis", plot->y);
    add_text_at(out, RIGHT, bottom + 28, "axis last", plot->x);
    add_decades(out, &area, false);
    return area;
}

/* ---- what is decided within so many seconds ---- */

static int compare_points(const void *left, const void *right)
{
    const PlotPoint *a = left, *b = right;
    return a->series != b->series ? (a->series > b->series ? 1 : -1)
                                  : (a->x > b->x) - (a->x < b->x);
}

/* The staircase of one series, from POINT on: what was decided stays decided.
 * Returns the first point of the next one. */
static const PlotPoint *add_staircase(Text *out, const Area *area, double max,
                                      const Plot *plot, const PlotPoint *point,
                                      size_t series)
{
    double sum = 0;
    text_addf(out, "<path class=\"step s%zu\" d=\"M%d %.1f",
              series % SERIES_STYLES, LEFT, area_y(area, 0));
    for (; point < plot->points.items + plot->points.count &&
           point->series == series;
         point++) {
        sum += point->y;
        text_addf(out, "H%.1fV%.1f", area_x(area, point->x),
                  area_y(area, fmin(sum / max, 1)));
    }
    text_addf(out, "H%d\"/>\n", RIGHT);
    return point;
}

void plot_cactus(Text *out, Plot *plot)
{
    double least = INFINITY, most = 0, sum = 0, max = 0;
    const PlotPoint *point = plot->points.items;
    sort_items(plot->points.items, plot->points.count, sizeof *point,
               compare_points);
    for (size_t i = 0; i < plot->points.count; i++) {
        least = point[i].x > 0 ? fmin(least, point[i].x) : least;
        most = fmax(most, point[i].x);
        sum = i && point[i].series == point[i - 1].series ? sum : 0;
        sum += point[i].y;
        max = fmax(max, sum);
    }
    if (!(max > 0))
        return;
    Area area =
        begin_area(out, plot, CACTUS_HEIGHT, log_scale(least, most), false);
    for (double level = 0; level <= max; level += nice_step(max, 6)) {
        char label[32];
        snprintf(label, sizeof label, "%.0f", level);
        add_level(out, area_y(&area, level / max), label);
    }
    for (size_t i = 0; i < plot->series.count; i++)
        point = add_staircase(out, &area, max, plot, point, i);
    text_adds(out, "</svg>\n");
}

/* ---- numbers against numbers ---- */

void plot_scatter(Text *out, Plot *plot)
{
    double least = INFINITY, most = 0;
    const PlotPoint *points = plot->points.items;
    for (size_t i = 0; i < plot->points.count; i++) {
        least = points[i].x > 0 ? fmin(least, points[i].x) : least;
        least = points[i].y > 0 ? fmin(least, points[i].y) : least;
        most = fmax(most, fmax(points[i].x, points[i].y));
    }
    if (!(most > 0))
        return;
    Area area =
        begin_area(out, plot, SCATTER_HEIGHT, log_scale(least, most), true);
    add_decades(out, &area, true);
    add_line(out, LEFT, RIGHT, area_y(&area, 0), area_y(&area, 1), "diagonal");
    for (size_t i = 0; i < plot->points.count; i++)
        add_mark(out, area_x(&area, points[i].x),
                 area_y(&area, log_place(area.scale, points[i].y)),
                 points[i].series, points[i].name);
    text_adds(out, "</svg>\n");
}
