/* tournament.h - players, games, and the matches between them
 *
 * A Tournament is made by cli/cmd/cmd_tournament.c. Its matches are known from
 * the beginning; what came of them is read from the records of `match`.
 */
#ifndef ZERMELO_CLI_TOURNAMENT_H
#define ZERMELO_CLI_TOURNAMENT_H

#include "base/arena.h"
#include "base/text.h"
#include "batch/dispatch.h"
#include "batch/round_robin.h"
#include "batch/rule_files.h"
#include "cli/cells.h"
#include "play/match_player.h"

#include <jansson.h>

typedef struct {
    const RuleFile *file;
    const char **roles;   /* those that are played: without random */
    size_t *role_numbers; /* of them in records, which have all roles */
    size_t seat_count;
} TournamentGame;

/* What one player did in one match. */
typedef struct {
    size_t player;
    int goal;             /* -1: none, or the match did not come to its end */
    size_t illegal, late; /* moves; unreadable ones are illegal, and what did
                             not come at all is late */
} Seat;

typedef struct {
    size_t game, round; /* from 0 on */
    Seat *seats;        /* by seat of the game */
    bool is_known;      /* there is a row about it, */
    bool is_completed;  /* which says that it came to its end */
    double seconds;
} TournamentMatch;

typedef struct {
    Arena *arena;
    MatchPlayer **players;
    size_t player_count;
    TournamentGame *games;
    size_t game_count;
    size_t round_count;
    uint64_t seed;            /* of the first round */
    double longest_seconds;   /* that a match can take */
    const CellRunner *runner; /* open */
    TournamentMatch *matches; /* by round, game, choice of players, seating */
    Cell *cells;              /* of the matches */
    size_t match_count;
} Tournament;

/* How many matches there are: cli/tournament/tournament_plan.c. */
double tournament_size(const Tournament *tournament);

/* Sets matches and cells. OPTIONS are those of all matches. */
void tournament_plan(Tournament *tournament, const CellOptions *options);

/* Reads what a row says about MATCH: cli/tournament/standings.c. */
void match_read(const Tournament *tournament, TournamentMatch *match,
                const char *answer, double seconds);

/* What came of all matches; borrows TOURNAMENT. */
typedef struct {
    const Tournament *tournament;
    double *points;         /* of player I against K: [I * player_count + K] */
    Score *scores;          /* of goals, by player */
    size_t *illegal, *late; /* moves, by player */
    Score *by_game;         /* of player I in game G: [G * player_count + I] */
    Rating *ratings;        /* by player */
    size_t *order;          /* players, best rating first */
    size_t completed_count; /* matches */
} Standings;

Standings standings_new(const Tournament *tournament);

/* The share of points of player I in what it could get against player K, or
 * against all if K is SIZE_MAX; NAN if they did not meet. */
double score_share(const Standings *standings, size_t i, size_t k);

/* Three forms of one report: cli/tournament/tournament_report.c. */
void report_text(Text *out, const Standings *standings);
void report_page(Text *out, const Standings *standings);
json_t *report_json(const Standings *standings);

#endif
