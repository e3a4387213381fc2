/* ratings.h - how strong players are, from who beat whom */
#ifndef ZERMELO_BATCH_RATINGS_H
#define ZERMELO_BATCH_RATINGS_H

#include <stddef.h>

typedef struct {
    double elo;    /* 0 is the mean of all players */
    double margin; /* half the width of its 95 % confidence interval */
} Rating;

/* The ratings of COUNT players. POINTS[I * COUNT + K] are those that player I
 * got against player K: 1 for a win, a half for a draw. */
void ratings_compute(Rating *ratings, const double *points, size_t count);

#endif
