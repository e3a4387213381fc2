/* scores.c - scores of many matches, with confidence intervals
 *
 * In:   records of matches
 * Out:  for each player mean goal value and share of wins, as table or JSON
 *
 * The interval of the mean is that of a normal distribution, the interval of
 * the share is Wilson's (1927).
 */
#include "play/match.h"

#include <assert.h>
#include <math.h>

static const double Z_95 = 1.96; /* normal quantile of a 95 % interval */

/* The highest goal value among players, and how many have it. */
static int best_goal(const Record *record, size_t *holder_count)
{
    int best = -1;
    *holder_count = 0;
    for (size_t i = 0; i < record->role_count; i++) {
        if (!record->match->players[i] || record->goals[i] < best)
            continue;
        *holder_count = record->goals[i] > best ? 1 : *holder_count + 1;
        best = record->goals[i];
    }
    return best;
}

void score_add(Score *score, int goal)
{
    assert(goal >= 0 && goal <= 100);
    score->matches++;
    score->goal_sum += goal;
    score->square_sum += (double)goal * goal;
}

void results_add(const Record *record)
{
    size_t holder_count;
    int best = best_goal(record, &holder_count);
    for (size_t i = 0; i < record->role_count; i++) {
        MatchPlayer *player = record->match->players[i];
        if (!player)
            continue;
        Score *score = &player->score;
        score->faults += record->start_faults[i] != FAULT_NONE;
        for (size_t k = 0; k < record->steps.count; k++) {
            const RecordedMove *move = &record->steps.items[k][i];
            score->faults += move->fault != FAULT_NONE;
            score->slowest = fmax(score->slowest, move->seconds);
        }
        if (!record->completed || record->goals[i] < 0)
            continue;
        score_add(score, record->goals[i]);
        score->wins += record->goals[i] == best && holder_count == 1;
        score->draws += record->goals[i] == best && holder_count > 1;
    }
}

double score_mean(const Score *score)
{
    return score->matches ? score->goal_sum / (double)score->matches : 0;
}

double score_margin(const Score *score)
{
    double n = (double)score->matches;
    if (score->matches < 2)
        return 100;
    double variance =
        (score->square_sum - score->goal_sum * score->goal_sum / n) / (n - 1);
    return Z_95 * sqrt((variance > 0 ? variance : 0) / n);
}

void score_win_interval(const Score *score, double *low, double *high)
{
    double n = (double)score->matches;
    *low = 0;
    *high = 1;
    if (!score->matches)
        return;
    double win_rate = (double)score->wins / n, z2 = Z_95 * Z_95;
    double centre = (win_rate + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z_95 / (1 + z2 / n) *
                  sqrt(win_rate * (1 - win_rate) / n + z2 / (4 * n * n));
    assert(score->wins <= score->matches && half >= 0);
    *low = centre - half > 0 ? centre - half : 0;
    *high = centre + half < 1 ? centre + half : 1;
}

void results_print(Text *out, MatchPlayer *const *players, size_t count)
{
    text_addf(out, "%-28s %7s %14s %5s %5s %5s %15s %7s %9s\n", "player",
              "matches", "mean", "won", "drawn", "lost", "won of 100", "errors",
              "slowest");
    for (size_t i = 0; i < count; i++) {
        const Score *score = &players[i]->score;
        double low, high;
        score_win_interval(score, &low, &high);
        text_addf(out,
                  "%-28.28s %7zu %6.1f +- %4.1f %5zu %5zu %5zu %6.1f to %5.1f "
                  "%7zu %7.3f s\n",
                  players[i]->name, score->matches, score_mean(score),
                  score_margin(score), score->wins, score->draws,
                  score->matches - score->wins - score->draws, 100 * low,
                  100 * high, score->faults, score->slowest);
    }
}

json_t *results_json(MatchPlayer *const *players, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const Score *score = &players[i]->score;
        double low, high;
        score_win_interval(score, &low, &high);
        json_add(
            list,
            json_pack("{s:s,s:I,s:f,s:f,s:I,s:I,s:I,s:[f,f],s:I,s:f}", "player",
                      players[i]->name, "matches", (json_int_t)score->matches,
                      "mean", score_mean(score), "margin", score_margin(score),
                      "won", (json_int_t)score->wins, "drawn",
                      (json_int_t)score->draws, "lost",
                      (json_int_t)(score->matches - score->wins - score->draws),
                      "won_share", low, high, "errors",
                      (json_int_t)score->faults, "slowest", score->slowest));
    }
    return list;
}
