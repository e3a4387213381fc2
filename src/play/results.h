/* results.h - scores of many matches, with confidence intervals */
#ifndef ZERMELO_PLAY_RESULTS_H
#define ZERMELO_PLAY_RESULTS_H

#include "play/match.h"

/* Of one player, whatever its roles were. */
typedef struct {
    const char *name;
    size_t matches;      /* completed, with a goal value */
    double sum, squares; /* of the goal values */
    size_t wins, draws;  /* alone at the top; at the top with others */
    size_t faults;       /* late, illegal or unreadable answers */
    double slowest;      /* seconds for a move */
} Score;

/* Adds a match in which player PLAYERS[role] had that role; SIZE_MAX for the
 * role random. Faults count even if the match was not completed. */
void results_add(Score *scores, const Record *record, const size_t *players);

double score_mean(const Score *score);
/* Half the width of the 95 % confidence interval of the mean. */
double score_margin(const Score *score);
/* The 95 % confidence interval (Wilson) of the share of matches won. */
void score_win_interval(const Score *score, double *low, double *high);

void results_print(Text *out, const Score *scores, size_t count);
json_t *results_json(const Score *scores, size_t count);

#endif
