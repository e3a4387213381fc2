/* manager.h - runs one match between players
 *
 * The rules are interpreted as they stand: the judge of a match is the slowest
 * and plainest engine there is.
 */
#ifndef ZERMELO_PLAY_MANAGER_H
#define ZERMELO_PLAY_MANAGER_H

#include "play/record.h"

typedef struct {
    ZermeloGame *game;
    const char *id;
    const char *game_name;
    MatchPlayer **players; /* by role; NULL for the role random, whom we play */
    int64_t start_ms, play_ms; /* the clocks, in milliseconds */
    double grace;              /* seconds after which an answer is late */
    bool replace_first;        /* by the first legal move, not by any */
    bool list_percepts;        /* GDL-II as it was before 2013 */
    size_t steps;              /* at most */
    uint64_t seed;
    volatile sig_atomic_t *cancelled; /* set also by a human who quits */
    /* Called before START, after it, and after each step. */
    void (*watch)(void *data, const Record *record, const ZermeloPlay *play);
    void *data;
} Match;

/* NULL, with the reason in *WHY, if the game cannot be played at all. */
Record *match_run(const Match *match, const char **why);

#endif
