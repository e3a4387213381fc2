/* tournament.h - players, games, and the matches between them
 *
 * A Tournament is made by cli/cmd/cmd_tournament.c. Its matches are known from
 * the beginning; what came of them is read from the records of `match`.
 */
#ifndef ZERMELO_CLI_TOURNAMENT_H
#define ZERMELO_CLI_TOURNAMENT_H

#include "base/arena.h"
#include "base/text.h"
#include "batch/rule_files.h"
#include "batch/round_robin.h"
#include "cli/cells.h"
#include "play/match_player.h"

typedef struct {
    MatchPlayer *player;  /* whose score is that of its goals */
    size_t illegal, late; /* moves; unreadable ones are illegal, and what did
                             not come at all is late */
    Rating rating;
} Entrant;

typedef struct {
    const RuleFile *file;
    const char **roles;   /* those that are played: without random */
    size_t *role_numbers; /* of them in records, which have all roles */
    size_t seat_count;
} TournamentGame;

typedef struct {
    size_t player;
    int goal; /* -1: none, or the match did not come to its end */
} Seat;

typedef struct {
    size_t game, round;   /* from 0 on */
    Seat *seats;          /* by seat of the game */
    bool is_known;        /* there is a row about it, */
    bool is_completed;    /* which says that it came to its end */
    size_t illegal, late; /* moves of all players */
    double seconds;
} TournamentMatch;

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    RuleFiles *files;
    CellRunner runner;
    CellOptions options; /* of all matches */
    Entrant *players;
    size_t player_count;
    TournamentGame *games;
    size_t game_count, round_count;
    TournamentMatch *matches; /* by round, game, choice of players, seating */
    Cell *cells;              /* of the matches */
    size_t match_count;

    /* what came of the matches: cli/tournament/standings.c */
    double *points; /* of player I against K: [I * player_count + K] */
    Score *by_game; /* of player I in game G: [G * player_count + I] */
    size_t *order;  /* players, best rating first */
    size_t known_count, completed_count; /* matches */
} Tournament;

/* Reads what a row says about MATCH. */
void match_read(Tournament *tournament, TournamentMatch *match,
                const CellRow *row);

/* Adds up what came of all matches, and rates the players. */
void tournament_rate(Tournament *tournament);

/* Three forms of one report. */
void report_text(Text *out, const Tournament *tournament);
void report_page(Text *out, const Tournament *tournament);
json_t *report_json(const Tournament *tournament);

#endif
