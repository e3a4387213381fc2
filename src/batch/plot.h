/* plot.h - SVG pictures for a page of batch/page.h, which has their colours
 *
 * Series differ by colour and by form. Nothing is added if there is nothing to
 * show.
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

/* Numbers against numbers on logarithmic axes, and the diagonal. */
void plot_scatter(Text *out, const Plot *plot);

#endif
