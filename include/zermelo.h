/* zermelo.h - read, judge and play games described in GDL and GDL-II
 *
 * Handles are opaque. What a function returns as `const` is borrowed from the
 * handle it was asked of; what it returns as `char *` belongs to the caller,
 * who frees it. Terms are strings in infix form, mark(1,1), as the manual
 * describes.
 *
 * The library never prints and never exits, and leaves signals and the locale
 * alone. Limits of time and memory belong to a game and to all that is made
 * from it. A call that runs out of memory releases all that it had and says so
 * by its result, with the reason ZERMELO_NO_MEMORY where it gives one. If it
 * was to change a play, a cursor or a tracker, that is empty from then on and
 * can only be freed; the game and what else was made from it are as they were.
 *
 * Things are numbered from 0. For a number that is out of range, a handle that
 * is NULL and a value that is none of its enum, the answer is NULL, 0, false,
 * -1 for a goal value, or a struct of zeroes. WHY may be NULL everywhere. The
 * length of an array is the caller's word: there is no way to check it.
 *
 * Two games may live at once. A game and the plays made from it belong to one
 * thread at a time; a net never changes and may be shared.
 *
 * Copyright (c) 2026 the zermelo authors. MIT licence: see LICENSE.
 * SPDX-License-Identifier: MIT
 */
#ifndef ZERMELO_H
#define ZERMELO_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) /* what is not here is hidden */

#define ZERMELO_VERSION "1.0.0"

const char *zermelo_version(void);
const char *zermelo_commit(void);         /* of the sources, or "" */
const char *zermelo_solver_version(void); /* of CaDiCaL, which is part of it */

/* The reason of a call that ran out of memory. */
#define ZERMELO_NO_MEMORY "out of memory"

/* Zeroes mean no limit. */
typedef struct {
    double seconds;
    const volatile sig_atomic_t *cancelled; /* stop when this is not 0; 2: as if
                                             * the time were used up */
    /* That a game and all that is made from it may have together, when memory
     * is asked for in this call or for the handle that it makes; 0: what the
     * game was read with. Programs that are run (clingo) are not counted. */
    size_t megabytes;
} ZermeloLimits;

/* ---- Reading and judging ---- */

/* A text that was read and judged, valid or not. */
typedef struct ZermeloGame ZermeloGame;

typedef enum {
    ZERMELO_ANY_SYNTAX, /* as the text suggests */
    ZERMELO_KIF,        /* prefix: (<= (next (p ?x)) (true (p ?x))) */
    ZERMELO_INFIX,      /* infix:  next(p(X)) :- true(p(X)). */
} ZermeloSyntax;

/* NULL only without memory: errors are in the diagnostics. NAME is shown in
 * them. Stopped when LIMITS are reached; they may be NULL. */
ZermeloGame *zermelo_read(const char *name, const char *text, size_t length,
                          ZermeloSyntax syntax, const ZermeloLimits *limits);

/* The same for a file, "-" being standard input; NULL, with the reason in
 * *WHY, if it cannot be read. */
ZermeloGame *zermelo_read_file(const char *path, ZermeloSyntax syntax,
                               const ZermeloLimits *limits, const char **why);

/* NULL, or the limit that ended reading and judging: then the game is neither
 * valid nor usable, and its diagnostics are incomplete. */
const char *zermelo_read_stopped(const ZermeloGame *game);

void zermelo_free(ZermeloGame *game);

/* Whether all of the text could be read as rules, valid or not. */
bool zermelo_readable(const ZermeloGame *game);

/* Valid: conforms to GDL or GDL-II. Usable: valid, or has the meaning that its
 * diagnostics state. Only a usable game can be played. */
bool zermelo_valid(const ZermeloGame *game);
bool zermelo_usable(const ZermeloGame *game);
const char *zermelo_language(const ZermeloGame *game); /* "GDL", "GDL-II" */

size_t zermelo_role_count(const ZermeloGame *game);
const char *zermelo_role(const ZermeloGame *game, size_t role);

/* Lines and columns count from 1, in characters; the end is exclusive. */
typedef struct {
    bool is_error; /* otherwise a warning */
    const char *rule, *message;
    const char *assumed; /* NULL, or the meaning that it is given */
    size_t line, column, end_line, end_column;
} ZermeloDiagnostic;

/* In the order of the text. Of a very long list only the first are kept; the
 * rest are counted as suppressed. */
size_t zermelo_diagnostic_count(const ZermeloGame *game);
size_t zermelo_suppressed_count(const ZermeloGame *game);
ZermeloDiagnostic zermelo_diagnostic(const ZermeloGame *game, size_t number);

/* As a compiler shows it, with the source line and a caret. */
char *zermelo_diagnostic_text(const ZermeloGame *game, size_t number);

/* The rules that were read, formatted; reading that gives the same rules. */
char *zermelo_print(const ZermeloGame *game, ZermeloSyntax syntax);

/* What the name of a diagnostic means. */
typedef struct {
    const char *rule;
    bool is_error;
    const char *what;          /* one line */
    const char *why;           /* a paragraph */
    const char *wrong, *right; /* small examples that break and keep it */
    const char *about; /* "rules", "formula", "moves": what the examples are */
    bool is_pedantic;  /* reported by zermelo_check_json with "pedantic" only */
    bool is_textual;   /* about spelling, signs or layout: the same rules in
                        * other words may do without */
} ZermeloExplanation;

size_t zermelo_explanation_count(void);
ZermeloExplanation zermelo_explanation(size_t number); /* sorted by name */

/* ---- Answers as JSON ---- */

/* Each of these functions asks what the command of its name asks, and returns
 * what `zermelo COMMAND --json` prints, to be freed; {"error":{"rule":...,
 * "message":...}} if there is no answer. The manual page of the command says
 * what its keys mean, and doc/schema has a schema for each.
 *
 * OPTIONS is JSON: an object whose keys are the long options of the command,
 * {"family": ["unique", "zero-sum"], "seed": 7, "statistics": true}, or a list
 * of such objects, which are taken in this order; NULL: none. Options that are
 * about printing are no part of it. "details": true adds keys that the command
 * needs for what it prints without --json; they may change.
 *
 * "time" or LIMITS, which may be NULL, end the call, whichever is reached
 * first; without both, prove, verify, solve and know end after 60 s. The same
 * for "memory" in megabytes; without memory, the rule of the error is "memory".
 */

/* Whether the text is valid and usable, and its diagnostics: "only",
 * "ignore", "pedantic". Takes any text, also one that is no game; has no line
 * breaks. */
char *zermelo_check_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits);

/* Features, moves, domains, relations, or a graph of them: "domains", "graph".
 * Ends within seconds: what takes longer to count or to list is null. */
char *zermelo_info_json(ZermeloGame *game, const char *options,
                        const ZermeloLimits *limits);

/* Numbers of plays and of distinct positions at each depth: "depth",
 * "engine". */
char *zermelo_perft_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits);

/* Random playouts: "playouts", "steps", "engine". All engines, on any number of
 * threads, play the same ones. */
char *zermelo_simulate_json(ZermeloGame *game, const char *options,
                            const ZermeloLimits *limits);

/* Whether formulas hold in every reachable position: "formula", "properties"
 * (a file), "family", "given", "method", "engine", "domains", "generator",
 * "save" (a directory), "share", "statistics", "set". All families, if no
 * formula is named. */
char *zermelo_prove_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits);

/* Whether the game is playable, terminating, winnable, has proper goals, and
 * more: "statistics", "set". */
char *zermelo_verify_json(ZermeloGame *game, const char *options,
                          const ZermeloLimits *limits);

/* What a role can know: "role", "matches", "steps", "filter",
 * "percepts-only", "show". */
char *zermelo_know_json(ZermeloGame *game, const char *options,
                        const ZermeloLimits *limits);

/* The best plan of a game of one role, which was replayed by the rules: "goal",
 * "horizon", "from", "engine" (native, clingo, or interp: without grounding).
 */
char *zermelo_solve_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits);

/* An answer set program as clingo reads it, in the key "text": "program",
 * "horizon", "goal", "from", and to say of which formulas those of prove. */
char *zermelo_asp_json(ZermeloGame *game, const char *options,
                       const ZermeloLimits *limits);

/* REPORT is called now and then while such a function works on GAME, with a
 * JSON object that says how far it is; NULL: no more. By prove {"done": 5,
 * "total": 12}, formulas; by solve its answer so far; by know, if it is to show
 * a match, {"round": {...}}; by a function that does without grounding
 * {"interpreting": "why"}; with "save", {"answer": {...}} before the
 * certificate is written, and {"saving": {"done": 5, "total": 12}} meanwhile;
 * and {"note": "..."} for people. */
typedef void ZermeloReport(void *context, const char *json);
void zermelo_on_report(ZermeloGame *game, ZermeloReport *report, void *context);

/* An answer about what was saved at PATH, a directory or its certificate.json:
 * its claims are checked by the plain interpreter and clingo. REPORT, or NULL,
 * is told {"done": 5, "total": 12}, claims. */
char *zermelo_recheck_json(const char *path, const char *options,
                           const ZermeloLimits *limits, ZermeloReport *report,
                           void *context);

/* ---- Playing ---- */

/* A sequence of positions, from the initial one to the present one. */
typedef struct ZermeloPlay ZermeloPlay;

/* NULL, with the reason in *WHY, if the game cannot be played. The game
 * outlives the play. LIMITS may be NULL. */
ZermeloPlay *zermelo_play_new(ZermeloGame *game, const ZermeloLimits *limits,
                              const char **why);
void zermelo_play_free(ZermeloPlay *play);

/* NULL, or why the position or an answer about it could not be computed: then
 * no answer about it counts. */
const char *zermelo_play_failure(const ZermeloPlay *play);

size_t zermelo_play_role_count(const ZermeloPlay *play);
const char *zermelo_play_role(const ZermeloPlay *play, size_t role);
bool zermelo_play_is_random(const ZermeloPlay *play, size_t role);

/* The features of the present position, sorted. */
size_t zermelo_play_feature_count(const ZermeloPlay *play);
const char *zermelo_play_feature(const ZermeloPlay *play, size_t number);

bool zermelo_play_terminal(const ZermeloPlay *play);
size_t zermelo_play_move_count(const ZermeloPlay *play, size_t role);
const char *zermelo_play_move(const ZermeloPlay *play, size_t role,
                              size_t number);

/* Goal values: in a well-formed game each role has exactly one at the end. */
size_t zermelo_play_goal_count(const ZermeloPlay *play, size_t role);
int zermelo_play_goal(const ZermeloPlay *play, size_t role, size_t number);

/* The percepts of ROLE in the last step. */
size_t zermelo_play_percept_count(const ZermeloPlay *play, size_t role);
const char *zermelo_play_percept(const ZermeloPlay *play, size_t role,
                                 size_t number);

/* Makes a step: for each role the number of a legal move. False, with nothing
 * changed, if the game is over or a number is out of range. */
bool zermelo_play_step(ZermeloPlay *play, const size_t *choices);

/* Makes several steps, "mark(1,1), noop; noop, mark(2,2)". False, with a
 * message, to be freed, in *WHY at the first step that cannot be made; the
 * steps before it have been made. */
bool zermelo_play_moves(ZermeloPlay *play, const char *moves, char **why);

/* Why the last zermelo_play_moves failed, without the place, or NULL. */
const char *zermelo_play_fault(const ZermeloPlay *play);

bool zermelo_play_undo(ZermeloPlay *play); /* false at the initial position */
size_t zermelo_play_length(const ZermeloPlay *play); /* steps made */
/* The move that ROLE made in step NUMBER, counted from 0. */
const char *zermelo_play_made(const ZermeloPlay *play, size_t number,
                              size_t role);

/* ---- Grounding ---- */

/* A game without variables, which engines play fast. It never changes. */
typedef struct ZermeloNet ZermeloNet;

/* NULL, with the reason in *WHY, if a limit is reached: then the game is as it
 * was, and can be interpreted. The game outlives the net. LIMITS may be NULL.
 */
ZermeloNet *zermelo_ground(ZermeloGame *game, const ZermeloLimits *limits,
                           const char **why);
void zermelo_net_free(ZermeloNet *net);

size_t zermelo_net_rules(const ZermeloNet *net); /* ground rules */
size_t zermelo_net_nodes(const ZermeloNet *net); /* of the network */

/* What a bit of a position, the number of a move and a percept mean, as terms:
 * {"features": [...], "roles": [{"moves": [...], "percepts": [...]}, ...]}, to
 * be freed. */
char *zermelo_net_json(const ZermeloNet *net);

/* ---- Searching ---- */

/* For programs that search: positions as values, moves as numbers. A cursor has
 * a present position and answers questions about it. It belongs to one thread
 * at a time. Cursors on one net may be used by several threads at once and
 * share their positions. A cursor without a net interprets the rules, uses the
 * game like a play does, and shares no positions: then only one thread may use
 * anything made from that game. */
typedef struct ZermeloCursor ZermeloCursor;

/* NET may be NULL. The game and the net outlive the cursor. NULL, with the
 * reason in *WHY, if the game cannot be played. LIMITS, which may be NULL, are
 * for the interpreter: once they are reached, every question fails. */
ZermeloCursor *zermelo_cursor_new(ZermeloGame *game, const ZermeloNet *net,
                                  const ZermeloLimits *limits,
                                  const char **why);
void zermelo_cursor_free(ZermeloCursor *cursor);

/* NULL, or why an answer about the present position could not be computed: then
 * none of them counts. */
const char *zermelo_cursor_failure(const ZermeloCursor *cursor);

size_t zermelo_cursor_role_count(const ZermeloCursor *cursor);
const char *zermelo_cursor_role(const ZermeloCursor *cursor, size_t role);
bool zermelo_cursor_is_random(const ZermeloCursor *cursor, size_t role);

/* A position is a value of so many bytes, a multiple of 8 and aligned like
 * uint64_t; two are equal if their bytes are. Without a net it stays valid as
 * long as the cursor. */
size_t zermelo_cursor_size(const ZermeloCursor *cursor);
void zermelo_cursor_initial(const ZermeloCursor *cursor, void *position);
/* The one with these features, in infix form; false if one of them is no
 * feature of the game. */
bool zermelo_cursor_position(ZermeloCursor *cursor, const char *const *features,
                             size_t count, void *position);
void zermelo_cursor_set(ZermeloCursor *cursor, const void *position);

/* Of the present position: whether it is terminal; the numbers of a role's
 * legal moves, of which at most MAX are written and all are counted; a role's
 * goal value, or -1 if there is none or more than one. */
bool zermelo_cursor_terminal(ZermeloCursor *cursor);
size_t zermelo_cursor_moves(ZermeloCursor *cursor, size_t role, uint32_t *moves,
                            size_t max);
int zermelo_cursor_goal(ZermeloCursor *cursor, size_t role);

/* The position after a joint move, by role the number of a legal move. The
 * cursor stays where it is. False, with nothing written, if a number is that of
 * no move or the position cannot be computed; whether the moves are legal here
 * is not looked at. */
bool zermelo_cursor_next(ZermeloCursor *cursor, const uint32_t *moves,
                         void *position);

/* Sets FROM, makes the joint move MOVES from there, sets the position that is
 * reached, and writes it to TO; with MOVES NULL it only sets FROM. Then writes
 * how many legal moves each role has to COUNTS, and their numbers one after the
 * other to LEGAL, of which at most MAX are written. Returns 1 if the position
 * is terminal, 0 if not, and -1, with nothing written, where
 * zermelo_cursor_next would fail. One call instead of many, for bindings. */
int zermelo_cursor_step(ZermeloCursor *cursor, const void *from,
                        const uint32_t *moves, void *to, uint32_t *counts,
                        uint32_t *legal, size_t max);

/* The lowest and highest goal value that any rule can give to ROLE. */
int zermelo_cursor_least_goal(const ZermeloCursor *cursor, size_t role);
int zermelo_cursor_most_goal(const ZermeloCursor *cursor, size_t role);

/* A move by its number, in either syntax, and a number by its infix form, or
 * ZERMELO_NO_MOVE: the move is never legal, or without a net it has not been
 * legal so far. */
#define ZERMELO_NO_MOVE UINT32_MAX
char *zermelo_cursor_move(const ZermeloCursor *cursor, size_t role,
                          uint32_t move, ZermeloSyntax syntax);
uint32_t zermelo_cursor_find(const ZermeloCursor *cursor, size_t role,
                             const char *move);

/* Plays at random from POSITION, to the end or for at most STEPS steps (0: no
 * limit), and writes each role's goal value to GOALS, -1 where there is none.
 * Depends on the seed and the number of the playout only. Any position is the
 * present one afterwards. Returns the steps made. */
uint64_t zermelo_cursor_playout(ZermeloCursor *cursor, const void *position,
                                uint64_t seed, uint64_t number, uint64_t steps,
                                const ZermeloLimits *limits, int *goals);

/* Monte Carlo tree search: which move of a role is best. It uses its cursor and
 * is freed before it. Roles that move at once choose independently; what is
 * certain is told apart from what is estimated. */
typedef struct ZermeloSearch ZermeloSearch;

typedef struct {
    size_t role;        /* whose moves are wanted */
    size_t threads;     /* 0: as many as there are processors */
    size_t megabytes;   /* of the tree; 0: 1024 */
    double exploration; /* of UCB1, for values from 0 to 1; 0: 0.5 */
    uint64_t seed;
    bool zero_sum; /* it is known that there are two roles whose values add up
                    * to 100 at the end: more becomes certain */
    bool imperfect_information; /* the role does not know the position, even
                                 * if only one is possible */
} ZermeloSearchSettings;

/* NULL without memory, or if a setting makes no sense. */
ZermeloSearch *zermelo_search_new(ZermeloCursor *cursor,
                                  const ZermeloSearchSettings *settings);
void zermelo_search_free(ZermeloSearch *search);

/* From where to search: COUNT positions of the cursor, one behind the other and
 * equally likely. The moves considered are MOVES, legal in all of them, by
 * number; where one position is known, none means all. What is known of these
 * positions is kept. False if no move of any of them can be computed. */
bool zermelo_search_set(ZermeloSearch *search, const void *positions,
                        size_t count, const uint32_t *moves, size_t move_count);

/* Learns from games that the search plays against itself what positions are
 * worth, and from trial games whether the search is stronger if it relies on
 * that more than on playouts: then it does, which is true. To be called once,
 * before the first search, for as long as LIMITS say, or, if PLAYOUTS is not 0,
 * for work in proportion to a search of so many. Nothing is learned without any
 * limit, a net or enough megabytes, or with imperfect information. */
bool zermelo_search_learn(ZermeloSearch *search, const ZermeloLimits *limits,
                          uint64_t playouts);

/* Searches until so many PLAYOUTS (0: any number) are made, LIMITS are reached,
 * or the value is certain: then true. By playouts alone the result depends on
 * seed and positions only, not on threads. Without any limit: nothing. */
bool zermelo_search_run(ZermeloSearch *search, const ZermeloLimits *limits,
                        uint64_t playouts);

/* The best move so far; ZERMELO_NO_MOVE if none is known. */
uint32_t zermelo_search_best(const ZermeloSearch *search);

/* A move of the role: in how many playouts it was made, the mean of the role's
 * goal value in them (of a search that relies on what it has learned, a few
 * more visits, and values that are learned for the most part), and what it gets
 * at least and at most, for certain, if the others do not make moves that are
 * certainly worse for them. */
typedef struct {
    uint32_t move;
    uint64_t visits;
    double value;
    int least, most;
} ZermeloMoveValue;

/* Writes at most MAX of them and returns how many there are. */
size_t zermelo_search_values(const ZermeloSearch *search,
                             ZermeloMoveValue *values, size_t max);

/* In a few words: playouts, positions, the value of the best move; to be freed.
 */
char *zermelo_search_describe(const ZermeloSearch *search);

/* The principal line: the best joint moves from here on, at most STEPS, as far
 * as they were tried, as zermelo_play_moves takes them; to be freed. */
char *zermelo_search_line(const ZermeloSearch *search, size_t steps);

/* Many positions, stepped together and answered in arrays: what programs that
 * learn need. Which role has the turn: the only one that has a choice, or the
 * first if none has. */
typedef struct ZermeloBatch ZermeloBatch;

/* COUNT positions, at most a million, all initial; the net outlives them. NULL
 * without memory. */
ZermeloBatch *zermelo_batch_new(const ZermeloNet *net, size_t count);
void zermelo_batch_free(ZermeloBatch *batch);

/* Makes those positions initial for which WHICH is not 0; NULL: all. */
bool zermelo_batch_reset(ZermeloBatch *batch, const uint8_t *which);

/* Each writes a row for each position, and returns false if an argument is
 * wrong. A row of legal moves has a byte for each of the first ROW_WIDTH moves,
 * at most as many as the role has that has most; a row of goals the value of
 * each role at the end, otherwise -1; a row of features a byte for each, 0 for
 * one that no rule reads. */
bool zermelo_batch_legal(ZermeloBatch *batch, size_t role, size_t row_width,
                         uint8_t *legal);
bool zermelo_batch_turns(ZermeloBatch *batch, size_t row_width, uint32_t *roles,
                         uint8_t *legal);
bool zermelo_batch_terminal(ZermeloBatch *batch, uint8_t *terminal);
bool zermelo_batch_goals(ZermeloBatch *batch, int32_t *goals);
bool zermelo_batch_features(ZermeloBatch *batch, uint8_t *features);

/* Makes a joint move in each position that is not terminal: the numbers of the
 * moves, a row for each position, by role; or one number a position, of the
 * role that has the turn. False, with nothing changed, if one is not legal, or
 * if several roles have a choice where one number is given. */
bool zermelo_batch_step(ZermeloBatch *batch, const uint32_t *moves);
bool zermelo_batch_step_turns(ZermeloBatch *batch, const uint32_t *moves);

/* A ground term from one syntax to the other; with a game its symbols are
 * spelled as they are there. NULL if TEXT is no ground term. To be freed. */
char *zermelo_term(ZermeloGame *game, const char *text, ZermeloSyntax from,
                   ZermeloSyntax to);

/* ---- Knowing ---- */

/* In GDL-II a role sees neither moves nor positions, only its percepts. */
typedef enum {
    ZERMELO_EXACT,   /* every play that agrees with what the role perceived */
    ZERMELO_SUPPORT, /* Thielscher's filter: sound, and not complete */
    ZERMELO_PERCEPTS_ONLY, /* the same, learning only from what was seen */
} ZermeloFilter;

/* Tracks one role through a match: from the role's own moves and its percepts
 * to what the role knows. */
typedef struct ZermeloTracker ZermeloTracker;

/* In the initial position. NET is that of the game, or NULL: then the rules are
 * interpreted, which is slow and soon reaches its limits. Game and net outlive
 * the tracker. NULL, with the reason in *WHY, if the game cannot be played, or
 * that cannot be decided within a minute. */
ZermeloTracker *zermelo_tracker_new(ZermeloGame *game, const ZermeloNet *net,
                                    size_t role, ZermeloFilter filter,
                                    const char **why);
void zermelo_tracker_free(ZermeloTracker *tracker);
void zermelo_tracker_reset(ZermeloTracker *tracker); /* a new match */

/* Limits for the following calls together; NULL: none. */
void zermelo_tracker_limit(ZermeloTracker *tracker,
                           const ZermeloLimits *limits);

/* One round: the move that the role made, and all its percepts, in any order.
 * False if no play of the game agrees with them; zermelo_tracker_failure says
 * why, and nothing is known until the tracker is reset. */
bool zermelo_tracker_update(ZermeloTracker *tracker, const char *move,
                            const char *const *percepts, size_t count);
const char *zermelo_tracker_failure(const ZermeloTracker *tracker);

typedef enum {
    ZERMELO_LEGAL,    /* moves of the role, if it is asked for one now */
    ZERMELO_TERMINAL, /* the atom terminal */
    ZERMELO_GOAL,     /* values of the role */
    ZERMELO_FEATURES, /* of the position */
} ZermeloAbout;

/* TERM may hold; if CERTAIN, it must. */
typedef struct {
    const char *term;
    bool certain;
} ZermeloBelief;

/* All that may hold, sorted; borrowed until the tracker is asked again. */
size_t zermelo_tracker_ask(ZermeloTracker *tracker, ZermeloAbout about,
                           const ZermeloBelief **beliefs);

/* Whether all that may hold must. Of values there has to be one; about the end
 * it is asked whether it has come for certain. */
bool zermelo_tracker_knows(ZermeloTracker *tracker, ZermeloAbout about);

/* Whether a limit made the last answers incomplete: more may hold than they
 * say, and more may be certain. */
bool zermelo_tracker_limited(const ZermeloTracker *tracker);

/* Draws COUNT positions at random from those held possible, likelier ones more
 * often (as if all others moved at random), and returns how many there are: 0
 * if none could be found. Never one that is not possible. */
size_t zermelo_tracker_sample(ZermeloTracker *tracker, size_t count,
                              uint64_t seed);
/* The features of one of them, sorted; borrowed until the next draw. */
size_t zermelo_tracker_features(const ZermeloTracker *tracker, size_t number,
                                const char *const **features);
/* One of them as a position for cursors on the same net, or NULL without a net;
 * borrowed likewise. */
const uint64_t *zermelo_tracker_position(const ZermeloTracker *tracker,
                                         size_t number);

/* ---- Drawing ---- */

/* How positions of a game are drawn: which features are boards. That is found
 * from the rules, whatever the names are. A board never changes, and threads
 * may share it. */
typedef struct ZermeloBoard ZermeloBoard;

/* NULL if the game is not usable, or without memory. LIMITS may be NULL. The
 * game is grounded, for at most four seconds, unless a net of it lives; the
 * rest takes about a second. The game outlives the board. */
ZermeloBoard *zermelo_board_new(ZermeloGame *game, const ZermeloLimits *limits);
void zermelo_board_free(ZermeloBoard *board);

/* The layout as JSON, to be freed:
 *   "boards"   a list of
 *     "feature"   "cell/3"
 *     "axes"      [{"place": 1, "values": ["1", "2"]}, ...]: arguments that are
 *                 coordinates, x first, with their values in drawing order, x
 *                 to the right and y upwards. A third and a fourth axis are
 *                 the outer x and y of a board of boards.
 *     "content"   the places of what stands in a cell, counted from 1; if none,
 *                 that the feature holds is what stands there
 *     "empty"     the content that means an empty cell, or null
 *     "shape"     "grid", "hex", "line", "stack"
 *     "proved"    that a cell has at most one content in every position that
 *                 can be reached; false: only in those that were looked at, or
 *                 there it may have several. On a stack: that a thing is at
 *                 one place only
 *     "picture"   boards with the same number lie on the same cells and are
 *                 best drawn into one; it is the number of the first of them
 *     "contents"  [{"name": "x", "form": "x", "letter": "x"}, ...]: what may
 *                 stand in a cell, and how it looks; the name is the text of
 *                 the content arguments, separated by commas, or the symbol of
 *                 the feature
 *     "cells"     {"a1": [0, 0], ...}: where one argument is both coordinates;
 *                 both axes have its place then
 *   "moves"    [{"move": "move/4", "board": 0, "cells": [[1, 2], [3, 4]]}]:
 *              argument places, by axis, that are the cells which a move
 *              speaks of, source first; 0 stands for the role that moves
 *   "beside"   ["control/1"]: the features that are on no board */
char *zermelo_board_json(const ZermeloBoard *board);

/* COUNT features that hold, as zermelo_play_feature gives them, on the boards,
 * as JSON, to be freed: "boards", for each a list of [x, y, content, ...],
 * where x and y are indices into the values of the axes (of a board of boards x
 * plus the outer x times the number of values of x), empty cells are left out,
 * and a cell with two contents has both; and "beside", features that are on no
 * board.
 */
char *zermelo_board_picture(const ZermeloBoard *board,
                            const char *const *features, size_t count);

/* The same for a terminal of WIDTH columns, lines of UTF-8, to be freed. Cells
 * that are not as they were BEFORE, in a position of BEFORE_COUNT features,
 * stand in brackets. COLOUR adds escape sequences, which only repeat what the
 * forms say. */
char *zermelo_board_step(const ZermeloBoard *board, const char *const *before,
                         size_t before_count, const char *const *features,
                         size_t count, size_t width, bool colour);

/* ---- Formulas ---- */

typedef enum { ZERMELO_UNKNOWN, ZERMELO_YES, ZERMELO_NO } ZermeloAnswer;

/* The families of formulas, by name. */
size_t zermelo_family_count(void);
const char *zermelo_family(size_t number);

/* Whether FORMULA holds in the position reached by PLAY, on all sequences from
 * there; UNKNOWN with a message, to be freed, in *WHY if it cannot be said. */
ZermeloAnswer zermelo_play_holds(ZermeloPlay *play, const char *formula,
                                 char **why);

/* The truth of FORMULA and each of its subformulas on PLAY itself, position by
 * position; JSON, to be freed: a list of {"formula", "depth" (0: FORMULA),
 * "sign" (connective or quantifier; null of an atom), "truth" (a character for
 * each position: 1, 0, or . where it depends on what comes after the play),
 * "hidden"}. Parts of a quantifier are instances that decide it, and if there
 * are many, "hidden" counts those left out. NULL, with a message, to be freed,
 * in *WHY if it cannot be said. */
char *zermelo_play_truth(ZermeloPlay *play, const char *formula, char **why);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
