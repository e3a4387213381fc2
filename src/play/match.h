/* match.h - matches between players, the forms in which they are saved, scores
 *
 * The rules are interpreted as they stand: the judge of a match is the slowest
 * and plainest engine there is.
 */
#ifndef ZERMELO_PLAY_MATCH_H
#define ZERMELO_PLAY_MATCH_H

#include "base/vec.h"
#include "play/human.h"
#include "play/match_player.h"

#include <jansson.h>

typedef struct {
    const char **features; /* infix, sorted */
    size_t count;
    int64_t unix_ms; /* milliseconds since 1970 */
} RecordedPosition;

typedef struct Record Record;

typedef struct {
    ZermeloGame *game;
    const char *id;
    const char *game_name;
    MatchPlayer **players; /* by role; NULL for the role random, whom we play */
    int64_t start_ms, play_ms; /* the clocks, in milliseconds */
    double grace_seconds;      /* seconds after which an answer is late */
    bool replace_first;        /* by the first legal move, not by any */
    bool list_percepts;        /* GDL-II as it was before 2013 */
    size_t max_steps;          /* at most */
    const char *from; /* it begins with these moves of all roles, or NULL */
    uint64_t seed;
    volatile sig_atomic_t *cancelled; /* set also by a human who quits */
    /* Called before START, after it, and after each step. */
    void (*notify)(void *data, const Record *record, const ZermeloPlay *play);
    void *data;
} Match;

struct Record {
    Arena *arena;
    const Match *match; /* borrowed, with its players */
    const char *token;
    bool has_percepts; /* GDL-II */
    size_t role_count;
    const char **roles;
    AnswerFault *start_faults; /* by role */
    int64_t unix_ms;
    VEC(RecordedPosition) positions; /* the positions, the initial one first */
    VEC(RecordedMove *) steps;       /* by role */
    size_t given_steps;              /* the first ones, of match->from */
    bool completed;                  /* otherwise it was aborted */
    const char *abort_reason;        /* NULL, or why it was not completed */
    int *goals;                      /* -1: no value, or more than one */
};

/* Plays it. NULL, with the reason in *WHY, if the game cannot be played at all.
 */
Record *match_run(const Match *match, const char **why);
void record_free(Record *record);

/* What our own player would do in the role and position of QUESTION after about
 * a second, knowing what the role knows; false if it has no answer. */
bool match_hint(const HumanQuestion *question, size_t *choice);

/* How a fault is called: timeout, illegal_move, ... */
const char *fault_name(AnswerFault fault);

/* The name of its player, or OTHERWISE for the role random. */
const char *record_player(const Record *record, size_t role,
                          const char *otherwise);

/* TERM, in infix form, in prefix form as the game spells it; in its arena. */
const char *record_kif(const Record *record, const char *term);

json_t *record_json(const Record *record); /* as ggp.org keeps matches */

/* As the Dresden GameController does; SIGHT is the role whose view it is, or
 * SIZE_MAX for one that sees everything. */
void record_xml(Text *out, const Record *record, size_t sight);

/* ---- reading records, play/record_read.c ---- */

/* What is saved at PATH in either form: {"id", "game" (its rules, as the
 * manager named them, or null), "players", "moves": [["(mark 1 1)", "noop"]]}.
 * NULL, with the reason in *WHY, if it cannot be read. */
json_t *record_read(const char *path, const char **why);

/* Adds the moves of such a RECORD as zermelo_play_moves reads them. False after
 * adding to WHY what is wrong with them. */
bool record_moves(Text *out, ZermeloGame *game, const json_t *record,
                  Text *why);

/* ---- scores of many matches, play/scores.c ---- */

/* Adds a match to the scores of its players. Faults count even if the match was
 * not completed. */
void results_add(const Record *record);

/* Counts a match with this goal. */
void score_add(Score *score, int goal);
double score_mean(const Score *score);
/* Half the width of the 95 % confidence interval of the mean. */
double score_margin(const Score *score);
/* The 95 % confidence interval (Wilson) of the share of matches won. */
void score_win_interval(const Score *score, double *low, double *high);

void results_print(Text *out, MatchPlayer *const *players, size_t count);
json_t *results_json(MatchPlayer *const *players, size_t count);

#endif
