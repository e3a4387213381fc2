/* round_robin.h - who sits where in a round robin, and who was strong in it
 *
 * Every choice of as many players as there are seats comes once, and then once
 * more for each rotation of its seats, so that everybody has every seat equally
 * often: of two players both seatings, of one each player alone.
 *
 *     Pairing pairing = pairing_first(players, seats);
 *     do use(pairing_player(&pairing, seat)); while (pairing_next(&pairing));
 *     pairing_free(&pairing);
 */
#ifndef ZERMELO_BATCH_ROUND_ROBIN_H
#define ZERMELO_BATCH_ROUND_ROBIN_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    size_t player_count, seat_count;
    size_t *chosen; /* seat_count players, ascending */
    size_t rotation;
} Pairing;

/* 1 <= SEAT_COUNT <= PLAYER_COUNT */
Pairing pairing_first(size_t player_count, size_t seat_count);
bool pairing_next(Pairing *pairing); /* false after the last */
void pairing_free(Pairing *pairing);

size_t pairing_player(const Pairing *pairing, size_t seat);

/* How many there are, as a floating-point number since there may be many. */
double pairing_count(size_t player_count, size_t seat_count);

typedef struct {
    double elo;    /* 0 is the mean of all players */
    double margin; /* half the width of its 95 % confidence interval */
} Rating;

/* The ratings of COUNT players. POINTS[I * COUNT + K] are those that player I
 * got against player K: 1 for a win, a half for a draw. */
void ratings_compute(Rating *ratings, const double *points, size_t count);

#endif
