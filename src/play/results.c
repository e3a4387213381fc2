/* results.c - scores of many matches, with confidence intervals
 *
 * In:   records of matches
 * Out:  for each player mean goal value and share of wins, as table or JSON
 *
 * The interval of the mean is that of a normal distribution, the interval of
 * the share is Wilson's (1927).
 */
#include "play/results.h"

#include <assert.h>
#include <math.h>

static const double Z = 1.96; /* of 95 % */

static int best_goal(const Record *record, const size_t *players,
                     size_t *holders)
{
    int best = -1;
    *holders = 0;
    for (size_t i = 0; i < record->role_count; i++) {
        if (players[i] == SIZE_MAX || record->goals[i] < best)
            continue;
        *holders = record->goals[i] > best ? 1 : *holders + 1;
        best = record->goals[i];
    }
    return best;
}

void results_add(Score *scores, const Record *record, const size_t *players)
{
    size_t holder_count;
    int best = best_goal(record, players, &holder_count);
    for (size_t i = 0; i < record->role_count; i++) {
        if (players[i] == SIZE_MAX)
            continue;
        Score *score = &scores[players[i]];
        double slowest = record_slowest(record, i), goal = record->goals[i];
        score->faults += record_faults(record, i);
        if (slowest > score->slowest)
            score->slowest = slowest;
        if (!record->completed || record->goals[i] < 0)
            continue;
        assert(goal <= 100);
        score->matches++;
        score->sum += goal;
        score->squares += goal * goal;
        score->wins += record->goals[i] == best && holder_count == 1;
        score->draws += record->goals[i] == best && holder_count > 1;
    }
}

double score_mean(const Score *score)
{
    return score->matches ? score->sum / (double)score->matches : 0;
}

double score_margin(const Score *score)
{
    double n = (double)score->matches;
    if (score->matches < 2)
        return 100;
    double variance = (score->squares - score->sum * score->sum / n) / (n - 1);
    return Z * sqrt((variance > 0 ? variance : 0) / n);
}

void score_win_interval(const Score *score, double *low, double *high)
{
    double n = (double)score->matches;
    *low = 0;
    *high = 1;
    if (!score->matches)
        return;
    double share = (double)score->wins / n, z2 = Z * Z;
    double centre = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half =
        Z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    assert(score->wins <= score->matches && half >= 0);
    *low = centre - half > 0 ? centre - half : 0;
    *high = centre + half < 1 ? centre + half : 1;
}

void results_print(Text *out, const Score *scores, size_t count)
{
    text_addf(out, "%-28s %7s %14s %5s %5s %5s %15s %7s %9s\n", "player",
              "matches", "mean", "won", "drawn", "lost", "won of 100", "errors",
              "slowest");
    for (size_t i = 0; i < count; i++) {
        const Score *score = &scores[i];
        double low, high;
        score_win_interval(score, &low, &high);
        text_addf(out,
                  "%-28.28s %7zu %6.1f +- %4.1f %5zu %5zu %5zu %6.1f to %5.1f "
                  "%7zu %7.3f s\n",
                  score->name, score->matches, score_mean(score),
                  score_margin(score), score->wins, score->draws,
                  score->matches - score->wins - score->draws, 100 * low,
                  100 * high, score->faults, score->slowest);
    }
}

json_t *results_json(const Score *scores, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const Score *score = &scores[i];
        double low, high;
        score_win_interval(score, &low, &high);
        json_array_append_new(
            list,
            json_pack("{s:s,s:I,s:f,s:f,s:I,s:I,s:I,s:[f,f],s:I,s:f}", "player",
                      score->name, "matches", (json_int_t)score->matches,
                      "mean", score_mean(score), "margin", score_margin(score),
                      "won", (json_int_t)score->wins, "drawn",
                      (json_int_t)score->draws, "lost",
                      (json_int_t)(score->matches - score->wins - score->draws),
                      "won_share", low, high, "errors",
                      (json_int_t)score->faults, "slowest", score->slowest));
    }
    return list;
}
