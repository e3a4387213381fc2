/* plot.h - SVG pictures for a page of batch/page.h, which has their colours
 *
 * What is missing is NAN. Series differ by colour and by form. They add nothing
 * if there is nothing to show.
 */
#ifndef ZERMELO_BATCH_PLOT_H
#define ZERMELO_BATCH_PLOT_H

#include "base/text.h"

typedef struct {
    double x, y;
    const char *name; /* shown for a point of a scatter plot; or NULL */
} PlotPoint;

typedef struct {
    const char *name;
    const PlotPoint *points;
    size_t count;
} PlotSeries;

typedef struct {
    const char *label; /* of the picture, for those who do not see it */
    const char *x, *y; /* of the axes */
    const PlotSeries *series;
    size_t count;
} Plot;

/* How much is decided within so many seconds: staircases over a logarithmic
 * axis. Each point says that Y more are decided at second X. */
void plot_cactus(Text *out, const Plot *plot);

/* Seconds against seconds on logarithmic axes, and the diagonal. */
void plot_scatter(Text *out, const Plot *plot);

typedef struct {
    const char *name;
    const double *values;      /* by series */
    const char *const *labels; /* what stands behind each bar */
} PlotRow;

/* Rows with a bar for each series, on a logarithmic axis that ends in UNIT. */
void plot_bars(Text *out, const char *label, const char *unit,
               const char *const *series, size_t series_count,
               const PlotRow *rows, size_t row_count);

#endif
