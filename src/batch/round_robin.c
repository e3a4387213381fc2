/* round_robin.c - who sits where in a round robin, and who was strong in it
 *
 * In:   numbers of players and of seats; points of each player against each
 *       other
 * Out:  who sits where, by the number of a choice of players, in lexicographic
 *       order, each rotated; a rating for each player, on the scale of Elo,
 * with a confidence interval
 *
 * The model of Bradley and Terry (1952): player I beats K with probability
 * S(I) / (S(I) + S(K)), where S is strength, and rating its logarithm. A draw
 * is half a win for each. The most likely strengths are found by minorisation
 * and maximisation (Hunter 2004), which raises the likelihood in every round.
 *
 * Whoever won or lost all matches would get an infinite rating: so everybody
 * has also drawn once with an imagined opponent of strength 1 (a weak prior).
 * It makes the maximum unique, also if some players never met.
 *
 * Variances are those of the inverse of the observed information, for ratings
 * whose mean is 0. Start reading at ratings_compute().
 */
#include "batch/round_robin.h"

#include "base/memory.h"

#include <assert.h>
#include <math.h>

/* ---- pairings ---- */

/* How many ways there are to choose CHOSEN of COUNT. */
static double choices(size_t count, size_t chosen)
{
    double ways = 1;
    for (size_t i = 0; i < chosen; i++)
        ways *= ((double)count - (double)i) / (double)(i + 1);
    return round(ways);
}

double pairing_count(size_t player_count, size_t seat_count)
{
    return (double)seat_count * choices(player_count, seat_count);
}

size_t pairing_player(size_t player_count, size_t seat_count, size_t number,
                      size_t seat)
{
    assert(seat < seat_count && seat_count <= player_count);
    size_t place = (seat + number % seat_count) % seat_count, chosen = 0;
    const size_t choices_before = number / seat_count;
    double before = (double)choices_before; /* of those that are left */
    for (size_t player = 0;; player++) {
        double with =
            choices(player_count - player - 1, seat_count - chosen - 1);
        assert(player < player_count);
        if (before >= with)
            before -= with; /* this player is not chosen */
        else if (chosen++ == place)
            return player;
    }
}

/* ---- ratings ---- */

enum { MAX_ROUNDS = 100000 };
static const double PRIOR_POINTS = 0.5; /* of a draw */
static const double PRECISION = 1e-9;   /* of the logarithms of strengths */
static const double Z_95 = 1.959964;    /* normal quantile */

static double matches_between(const double *points, size_t count, size_t i,
                              size_t k)
{
    return points[i * count + k] + points[k * count + i];
}

/* ---- strengths ---- */

/* A better strength of player I, those of all others being right. */
static double improved_strength(const double *points, const double *strengths,
                                size_t count, size_t i)
{
    double won = PRIOR_POINTS;
    double expected = 2 * PRIOR_POINTS / (strengths[i] + 1);
    for (size_t k = 0; k < count; k++) {
        if (k == i)
            continue;
        won += points[i * count + k];
        expected += matches_between(points, count, i, k) /
                    (strengths[i] + strengths[k]);
    }
    return won / expected;
}

static void find_strengths(double *strengths, const double *points,
                           size_t count)
{
    double change = 1;
    for (size_t i = 0; i < count; i++)
        strengths[i] = 1;
    for (size_t round = 0; round < MAX_ROUNDS && change > PRECISION; round++) {
        change = 0;
        for (size_t i = 0; i < count; i++) {
            double better = improved_strength(points, strengths, count, i);
            change = fmax(change, fabs(log(better / strengths[i])));
            strengths[i] = better;
        }
    }
}

/* ---- variances ---- */

/* The variance of one match between players of these strengths. */
static double match_variance(double left, double right)
{
    double chance = left / (left + right);
    return chance * (1 - chance);
}

/* The observed information about the logarithms of strengths: minus the second
 * derivatives of the logarithm of the likelihood. Positive definite, thanks to
 * the prior. */
static void set_information(double *matrix, const double *points,
                            const double *strengths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double *row = matrix + i * count;
        row[i] = 2 * PRIOR_POINTS * match_variance(strengths[i], 1);
        for (size_t k = 0; k < count; k++) {
            if (k == i)
                continue;
            row[k] = -matches_between(points, count, i, k) *
                     match_variance(strengths[i], strengths[k]);
            row[i] -= row[k];
        }
    }
}

/* Inverts a positive definite matrix in place (Gauss and Jordan), which needs
 * no pivoting. */
static void invert(double *matrix, size_t count)
{
    for (size_t p = 0; p < count; p++) {
        double *pivot_row = matrix + p * count, pivot = pivot_row[p];
        assert(pivot > 0);
        pivot_row[p] = 1;
        for (size_t k = 0; k < count; k++)
            pivot_row[k] /= pivot;
        for (size_t i = 0; i < count; i++) {
            double *row = matrix + i * count, factor = row[p];
            if (i == p)
                continue;
            row[p] = 0;
            for (size_t k = 0; k < count; k++)
                row[k] -= factor * pivot_row[k];
        }
    }
}

/* Player I minus the mean of all. */
static double centred_variance(const double *covariance, size_t count, size_t i)
{
    double row_sum = 0, sum = 0, n = (double)count;
    for (size_t k = 0; k < count; k++)
        row_sum += covariance[i * count + k];
    for (size_t k = 0; k < count * count; k++)
        sum += covariance[k];
    double variance =
        covariance[i * count + i] - 2 * row_sum / n + sum / (n * n);
    return variance > 0 ? variance : 0;
}

void ratings_compute(Rating *ratings, const double *points, size_t count)
{
    const double elo_unit = 400 / log(10);
    double *strengths = memory_zeroed(count, sizeof *strengths);
    double *matrix = memory_zeroed(count * count, sizeof *matrix);
    double mean = 0;
    find_strengths(strengths, points, count);
    set_information(matrix, points, strengths, count);
    invert(matrix, count);
    for (size_t i = 0; i < count; i++)
        mean += log(strengths[i]) / (double)count;
    for (size_t i = 0; i < count; i++) {
        double deviation = sqrt(centred_variance(matrix, count, i));
        ratings[i].elo = elo_unit * (log(strengths[i]) - mean);
        ratings[i].margin = elo_unit * Z_95 * deviation;
    }
    free_all(strengths, matrix);
}
