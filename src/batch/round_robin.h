/* round_robin.h - who sits where in a round robin, and who was strong in it
 *
 * Every choice of as many players as there are seats comes once, and then once
 * more for each rotation of its seats, so that everybody has every seat equally
 * often: of two players both seatings, of one each player alone.
 */
#ifndef ZERMELO_BATCH_ROUND_ROBIN_H
#define ZERMELO_BATCH_ROUND_ROBIN_H

#include <stddef.h>

/* How many there are, as a floating-point number since there may be many. */
double pairing_count(size_t player_count, size_t seat_count);

/* The player in SEAT in pairing NUMBER, from 0 on. 1 <= SEAT_COUNT <=
 * PLAYER_COUNT */
size_t pairing_player(size_t player_count, size_t seat_count, size_t number,
                      size_t seat);

typedef struct {
    double elo;    /* 0 is the mean of all players */
    double margin; /* half the width of its 95 % confidence interval */
} Rating;

/* The ratings of COUNT players. POINTS[I * COUNT + K] are those that player I
 * got against player K: 1 for a win, a half for a draw. */
void ratings_compute(Rating *ratings, const double *points, size_t count);

#endif
