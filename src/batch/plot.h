/* plot.h - SVG pictures for a page of batch/page.h, which has their colours
 *
 * Series differ by colour and by form. Nothing is added if there is nothing to
 * show.
 */
#ifndef ZERMELO_BATCH_PLOT_H
#define ZERMELO_BATCH_PLOT_H

#include "base/text.h"
#include "base/vec.h"

typedef struct {
    double x, y;
    const char *name; /* shown for a point of a scatter plot; or NULL */
    size_t series;
} PlotPoint;

typedef struct {
    const char *label;        /* of the picture, for those who do not see it */
    const char *x, *y;        /* of the axes */
    VEC(const char *) series; /* their names */
    VEC(PlotPoint) points;
} Plot;

void plot_free(Plot *plot); /* what is in it, but for the strings */

/* How much is decided within so many seconds: staircases over a logarithmic
 * axis. Each point says that Y more are decided at second X. Sorts the points.
 */
void plot_cactus(Text *out, Plot *plot);

/* Numbers against numbers on logarithmic axes, and the diagonal. */
void plot_scatter(Text *out, Plot *plot);

/* ---- scales ---- */

/* Powers of ten from 10^low to 10^high. */
typedef struct {
    int low, high; /* low < high */
} LogScale;

/* The smallest one that has both in it; what is not positive counts as tiny. */
LogScale log_scale(double min, double max);
/* Where VALUE is: 0 at the low end, 1 at the high end, never beyond. */
double log_place(LogScale scale, double value);

/* The distance of marks, 1, 2 or 5 times a power of ten and at least 1, so that
 * there are at most MAX_MARKS of them up to MAX. */
double nice_step(double max, int max_marks);

#endif
