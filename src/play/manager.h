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
    Seat **seats; /* by role; NULL for the role random, whom we play */
    size_t start_clock, play_clock;
    double grace;       /* seconds after which an answer is late */
    bool replace_first; /* by the first legal move, not by any */
    bool list_percepts; /* GDL-II as it was before 2013 */
    size_t steps;       /* at most */
    uint64_t seed;
    const volatile sig_atomic_t *cancelled;
    /* Called after START and after each step, with the record so far. */
    void (*watch)(void *data, const Record *record, const ZermeloPlay *play);
    void *data;
} Match;

/* NULL, with the reason in *WHY, if the game cannot be played at all. */
Record *match_run(const Match *match, const char **why);

#endif
