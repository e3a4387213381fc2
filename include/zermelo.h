/* zermelo.h - read, judge and play games described in GDL and GDL-II
 *
 * Handles are opaque. What a function returns as `const` is borrowed from the
 * handle it was asked of; what it returns as `char *` belongs to the caller,
 * who frees it. Terms are strings in infix form, mark(1,1), as the manual
 * describes. The library never prints and never exits, unless memory runs out.
 *
 * Things are numbered from 0. For a number that is out of range the answer is
 * NULL, 0, false, -1 for a goal value, or a struct of zeroes.
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

#define ZERMELO_VERSION "0.9.0"

const char *zermelo_version(void);
const char *zermelo_commit(void);         /* of the sources, or "" */
const char *zermelo_solver_version(void); /* of CaDiCaL, which is part of it */

/* HOOK is called when memory runs out, and must not return. NULL restores the
 * default, which prints a line and exits with status 2. */
void zermelo_on_no_memory(void (*hook)(const char *message));

/* Zeroes mean no limit. */
typedef struct {
    double seconds;
    const volatile sig_atomic_t *cancelled; /* stop when this is not 0; 2: as if
                                             * the time were used up */
} ZermeloLimits;

/* ---- Reading and judging ---- */

/* A text that was read and judged, valid or not. */
typedef struct ZermeloGame ZermeloGame;

typedef enum {
    ZERMELO_ANY_SYNTAX, /* as the text suggests */
    ZERMELO_KIF,        /* prefix: (<= (next (p ?x)) (true (p ?x))) */
    ZERMELO_INFIX,      /* infix:  next(p(X)) :- true(p(X)). */
} ZermeloSyntax;

/* Never NULL: errors are in the diagnostics. NAME is shown in them. */
ZermeloGame *zermelo_read(const char *name, const char *text, size_t length,
                          ZermeloSyntax syntax);

/* The same for a file, "-" being standard input; NULL, with the reason in
 * *WHY, if it cannot be read. */
ZermeloGame *zermelo_read_file(const char *path, ZermeloSyntax syntax,
                               const char **why);

/* The same, stopped when LIMITS are reached; they may be NULL. */
ZermeloGame *zermelo_read_within(const char *name, const char *text,
                                 size_t length, ZermeloSyntax syntax,
                                 const ZermeloLimits *limits);
ZermeloGame *zermelo_read_file_within(const char *path, ZermeloSyntax syntax,
                                      const ZermeloLimits *limits,
                                      const char **why);

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

/* Adds warnings about what is unusual, but seldom a mistake. */
void zermelo_judge_pedantic(ZermeloGame *game);

/* A change of the text that removes the cause of a diagnostic: TEXT instead of
 * what is between the two places. False if no such change is known. */
typedef struct {
    const char *text;
    size_t line, column, end_line, end_column;
} ZermeloFix;
bool zermelo_diagnostic_fix(const ZermeloGame *game, size_t number,
                            ZermeloFix *fix);

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
    bool is_pedantic;  /* reported after zermelo_judge_pedantic only */
} ZermeloExplanation;

size_t zermelo_explanation_count(void);
ZermeloExplanation zermelo_explanation(size_t number); /* sorted by name */

/* ---- What is in a game ---- */

/* How the domains of argument places are computed. */
typedef enum {
    ZERMELO_DIRECTED,  /* symbols flow from bodies of rules to their heads */
    ZERMELO_GRAPH,     /* places with a common variable share all symbols */
    ZERMELO_REACHABLE, /* what the rules derive when negation is ignored */
} ZermeloDomains;

#define ZERMELO_TOO_MANY UINT64_MAX /* or not known */

/* A feature or a move: a symbol with the number of its ground instances, the
 * product of the sizes of its arguments' domains. */
typedef struct {
    const char *name; /* cell/3 */
    uint64_t instances;
} ZermeloSymbol;

typedef struct {
    const char *role;
    uint64_t instances; /* of all its moves */
    const ZermeloSymbol *moves;
    size_t count;
} ZermeloRoleMoves;

/* The domain of an argument place, `cell.3`: its ground terms, sorted. */
typedef struct {
    const char *name;
    uint64_t size;
    const char *const *terms; /* NULL if they are too many to be listed */
} ZermeloDomain;

typedef struct {
    const char *name;    /* row/2 */
    const char *changes; /* "never", with the "position" or the "moves" */
    size_t stratum;      /* by dependence through negation, from 0 */
    bool recursive;
    size_t rules, facts; /* that define it */
} ZermeloRelation;

typedef struct {
    const ZermeloSymbol *features;
    const ZermeloRoleMoves *roles;
    const ZermeloDomain *domains;
    const ZermeloRelation *relations;
    size_t feature_count, role_count, domain_count, relation_count;
    bool complete;       /* false: there are more argument places than those */
    bool recursive;      /* one of the relations is */
    size_t rules, facts; /* of the text; a rule has a body */
    uint64_t ground_rules, nodes; /* of the grounded game */
} ZermeloInfo;

/* NULL, with the reason in *WHY, if the game cannot be used. The game outlives
 * the answer. Ends within seconds, however large the game, and at the latest
 * when LIMITS are reached, which may be NULL: what takes longer to count or to
 * list is ZERMELO_TOO_MANY. */
ZermeloInfo *zermelo_info_new(ZermeloGame *game, ZermeloDomains domains,
                              const ZermeloLimits *limits, const char **why);
void zermelo_info_free(ZermeloInfo *info);

/* The graph of argument places in the language of Graphviz. */
char *zermelo_info_graph(const ZermeloInfo *info);

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

/* ---- Counting ---- */

typedef struct {
    uint64_t plays, states, terminal;
} ZermeloPerft;

typedef enum {
    ZERMELO_DONE,
    ZERMELO_OVERFLOW, /* a count passed 2^63 */
    ZERMELO_STOPPED,  /* by a limit */
} ZermeloEnd;

/* Fills COUNTS[0..depth] with the numbers of plays, of distinct positions and
 * of plays that end, at each depth; *DONE says how many are complete. */
ZermeloEnd zermelo_perft(ZermeloPlay *play, size_t depth,
                         const ZermeloLimits *limits, ZermeloPerft *counts,
                         size_t *done);

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
bool zermelo_net_recursive(const ZermeloNet *net);

/* As zermelo_perft, by the machine. */
ZermeloEnd zermelo_net_perft(const ZermeloNet *net, size_t depth,
                             const ZermeloLimits *limits, ZermeloPerft *counts,
                             size_t *done);

/* ---- Answer set programs ---- */

typedef enum {
    ZERMELO_EXTENSION, /* the rules with time; the answer sets are the plays */
    ZERMELO_PLANS,     /* only the plays that end with a value: one role */
} ZermeloProgram;

/* The program as clingo reads it, to be freed: plays of up to HORIZON steps
 * from the position after the moves in FROM (NULL: the initial one). VALUE is
 * what a plan is to reach; less than 0: the highest that the rules have. NULL,
 * with a message, to be freed, in *WHY if it cannot be written. */
char *zermelo_asp(ZermeloGame *game, ZermeloProgram program, size_t horizon,
                  int value, const char *from, const ZermeloLimits *limits,
                  char **why);

/* ---- Simulating ---- */

typedef enum {
    ZERMELO_INTERP,  /* the rules as they stand; one thread */
    ZERMELO_MACHINE, /* one position at a time */
    ZERMELO_SLICED,  /* 128 to 512 playouts at once */
} ZermeloEngine;

typedef struct {
    uint64_t playouts; /* how many; 0: as many as begin within SECONDS */
    double seconds;    /* 0: no limit */
    uint64_t steps;    /* a longer playout is given up; 0: never */
    uint64_t seed;
    size_t threads; /* 0: as many as there are processors */
    const volatile sig_atomic_t *cancelled; /* may be NULL */
} ZermeloTask;

/* The totals. All engines, on any number of threads, play the same playouts: if
 * no limit of time ended them, they give the same numbers. */
typedef struct ZermeloTally ZermeloTally;

/* By ENGINE on NET, or by the interpreter if NET is NULL. NULL, with the reason
 * in *WHY, if nothing can be played. */
ZermeloTally *zermelo_simulate(ZermeloGame *game, const ZermeloNet *net,
                               ZermeloEngine engine, const ZermeloTask *task,
                               const char **why);
void zermelo_tally_free(ZermeloTally *tally);

uint64_t zermelo_tally_playouts(const ZermeloTally *tally); /* finished */
uint64_t zermelo_tally_states(const ZermeloTally *tally);   /* their steps */
uint64_t zermelo_tally_given_up(const ZermeloTally *tally);
double zermelo_tally_seconds(const ZermeloTally *tally);
double zermelo_tally_start(const ZermeloTally *tally); /* to the first state */
size_t zermelo_tally_threads(const ZermeloTally *tally);
size_t zermelo_tally_role_count(const ZermeloTally *tally);
const char *zermelo_tally_role(const ZermeloTally *tally, size_t role);
/* How many playouts ended with VALUE, 0 to 100, for ROLE. */
uint64_t zermelo_tally_goal(const ZermeloTally *tally, size_t role, int value);

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

/* The same for many at once: what one thread needs for them. */
typedef struct ZermeloPlayouts ZermeloPlayouts;

enum { ZERMELO_MAX_PLAYOUTS = 512 };

ZermeloPlayouts *zermelo_playouts_new(const ZermeloNet *net);
void zermelo_playouts_free(ZermeloPlayouts *playouts);

/* Playout NUMBER + i from POSITIONS[i], for COUNT of them, at most
 * ZERMELO_MAX_PLAYOUTS (else none is made); GOALS has a row for each, by role.
 */
uint64_t zermelo_playouts_run(ZermeloPlayouts *playouts,
                              const void *const *positions, size_t count,
                              uint64_t seed, uint64_t number, uint64_t steps,
                              const ZermeloLimits *limits, int *goals);

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

/* Random matches in which ROLE is asked what it knows. */
typedef struct {
    const char *role; /* NULL: the only one that is not random */
    ZermeloFilter filter;
    size_t matches;
    size_t steps; /* a longer match is given up; 0: never */
    uint64_t seed;
    ZermeloLimits limits;
} ZermeloWatch;

/* Where the role first did not know, and two plays that are indistinguishable
 * for it: TRUTH and PAIR[i] have for each of STEPS steps a move for each role.
 * PAIR[0] is NULL if there are no such plays or they were not found. */
typedef struct {
    bool failed;
    ZermeloAbout about;
    size_t match, round; /* from 1; at the end, the round that would follow */
    size_t steps;
    const char *const *truth, *const *pair[2];
} ZermeloIgnorance;

typedef struct {
    size_t role, role_count;
    const char *const *roles; /* their names */
    size_t matches, rounds, given_up;
    size_t legal_rounds, terminal_matches, goal_matches; /* it knew */
    size_t limited;         /* rounds in which a limit was reached */
    bool stopped;           /* by the limits, before all were played */
    double seconds;         /* of processor time that the filter took */
    double median, longest; /* of a round, in seconds */
    ZermeloIgnorance first;
} ZermeloKnowledge;

/* NULL, with the reason in *WHY, if nothing can be played or there is no such
 * role. NET may be NULL, as above. */
ZermeloKnowledge *zermelo_know(ZermeloGame *game, const ZermeloNet *net,
                               const ZermeloWatch *task, const char **why);
void zermelo_knowledge_free(ZermeloKnowledge *knowledge);

/* Whether ROLE always knows, in all plays: by exploring all information sets
 * instead of random matches. */
typedef struct {
    bool complete;     /* all of it: then what is not refuted is proved */
    size_t situations; /* information sets: positions it cannot distinguish */
    /* By ZERMELO_LEGAL, ZERMELO_TERMINAL, ZERMELO_GOAL: a situation was found
     * in which it does not know; and two plays of STEPS steps that show it, as
     * in ZermeloIgnorance, or NULL if there are none (no rule gives a value).
     * The last two are asked where the game may be over. */
    bool refuted[3];
    size_t steps[3];
    const char *const *pair[3][2];
    size_t role_count;
} ZermeloCoverage;

/* Makes at most MAX_STEPS joint moves. NULL as for zermelo_know. */
ZermeloCoverage *zermelo_cover(ZermeloGame *game, const ZermeloNet *net,
                               const char *role, size_t max_steps,
                               const ZermeloLimits *limits, const char **why);
void zermelo_coverage_free(ZermeloCoverage *coverage);

/* ---- Proving ---- */

typedef enum { ZERMELO_UNKNOWN, ZERMELO_YES, ZERMELO_NO } ZermeloAnswer;

typedef enum {
    ZERMELO_INDIVIDUAL, /* one base case and one induction step a formula */
    ZERMELO_JOINT,      /* all at once, each by itself */
    ZERMELO_MUTUAL,     /* the largest subset that is inductive together */
} ZermeloMethod;

/* The positions that an induction step starts from. */
typedef enum {
    ZERMELO_FROM_ALL,     /* all sets of features */
    ZERMELO_FROM_CONTROL, /* with at most one control/1, if that is proved */
    ZERMELO_FROM_PROVED,  /* in which all that is proved holds */
} ZermeloGenerator;

/* The methods of proof and their limits, for experiments: names, defaults and
 * ranges may change from version to version. */
typedef struct ZermeloSettings ZermeloSettings;

typedef struct {
    const char *name, *help;
    double value, min, max; /* VALUE is the default */
} ZermeloSetting;

size_t zermelo_setting_count(void);
ZermeloSetting zermelo_setting(size_t number);

ZermeloSettings *zermelo_settings_new(void); /* the defaults */
void zermelo_settings_free(ZermeloSettings *settings);
/* Sets one from "NAME=VALUE"; false, with the reason in *WHY, if that makes no
 * sense. */
bool zermelo_settings_set(ZermeloSettings *settings, const char *assignment,
                          const char **why);

/* What a method of proof did. */
typedef struct {
    const char *method;
    size_t tried, decided; /* turns; formulas decided in them */
    double seconds;
    uint64_t work; /* the same in every run; about 1e9 a second */
} ZermeloStatistics;

typedef struct {
    ZermeloMethod method;
    const char *engine; /* native or clingo; NULL: native */
    ZermeloDomains domains;
    ZermeloGenerator generator;
    size_t megabytes; /* for a solver of its own; 0: 2048 */
    uint64_t seed;
    size_t threads;
    const char *save; /* a directory for programs to check, or NULL */
    const ZermeloSettings *settings; /* NULL: the defaults */
    ZermeloLimits limits;
    /* Called now and then with how many formulas are decided; or NULL. */
    void (*progress)(void *context, size_t done, size_t total);
    void *context;
} ZermeloProveOptions;

/* Formulas to be proved of a game, and the results. */
typedef struct ZermeloProof ZermeloProof;

/* NULL, with the reason in *WHY, if nothing can be proved of this game. The
 * game outlives it. */
ZermeloProof *zermelo_proof_new(ZermeloGame *game,
                                const ZermeloProveOptions *options,
                                const char **why);
void zermelo_proof_free(ZermeloProof *proof);

/* Adds a formula. PLACE is shown in messages, NAME may be NULL. False, with a
 * message, to be freed, in *WHY if it cannot be read. */
bool zermelo_proof_add(ZermeloProof *proof, const char *place, const char *name,
                       const char *formula, char **why);

/* Adds a formula to be proved first and then used as a hypothesis. */
bool zermelo_proof_given(ZermeloProof *proof, const char *place,
                         const char *formula, char **why);

/* Adds a family by its name, "all" being all of them; false if there is none
 * of that name. */
bool zermelo_proof_family(ZermeloProof *proof, const char *family);
size_t zermelo_family_count(void);
const char *zermelo_family(size_t number);

/* Asks only for formulas SHARE, SHARE + COUNT, SHARE + 2 COUNT and so on; the
 * others are tried in induction for their sake, and stay unknown. So COUNT
 * processes say together what one says, if no limit ends one of them. False if
 * SHARE is not below COUNT. */
bool zermelo_proof_share(ZermeloProof *proof, size_t share, size_t count);
/* Whether the formula is asked for. */
bool zermelo_proof_asks(const ZermeloProof *proof, size_t number);

/* False, with a message, to be freed, in *WHY if nothing could be tried. */
bool zermelo_proof_run(ZermeloProof *proof, char **why);

/* Why the proof could not be written to options.save, or NULL; the results
 * count in either case. */
const char *zermelo_proof_save_failure(const ZermeloProof *proof);

/* The answer set program of the base case, or the induction step, for all that
 * was added, to be freed; NULL with a message in *WHY. */
char *zermelo_proof_program(ZermeloProof *proof, bool step, char **why);

const char *zermelo_proof_engine(const ZermeloProof *proof); /* its name */
/* The generator that was used: the one asked for may not have been proved. */
ZermeloGenerator zermelo_proof_generator(const ZermeloProof *proof);
/* Whether what is proved rests on every role having a move in every position
 * that is not terminal, which was not proved. */
bool zermelo_proof_assumes_playable(const ZermeloProof *proof);
double zermelo_proof_seconds(const ZermeloProof *proof);

typedef struct {
    const char *family; /* NULL: a formula of the user */
    const char *name, *formula;
    ZermeloAnswer verdict;    /* YES: proved, NO: refuted by a play */
    ZermeloAnswer base, step; /* holds initially, is inductive */
    const char *how;          /* NULL if it is unknown */
    const char *reason;       /* of being unknown, if a limit is it, or NULL */
    bool has_trace;           /* the play that refutes it: */
    size_t trace_length, at;  /* in steps; the position where it fails */
    bool has_failed_step;     /* see zermelo_proof_failed_step */
} ZermeloResult;

/* Of the methods that had a turn, and how many these are. Only the native
 * engine with ZERMELO_MUTUAL counts. */
const ZermeloStatistics *zermelo_proof_statistics(const ZermeloProof *proof,
                                                  size_t *count);
size_t zermelo_proof_count(const ZermeloProof *proof);
ZermeloResult zermelo_proof_result(const ZermeloProof *proof, size_t number);

size_t zermelo_proof_role_count(const ZermeloProof *proof);
const char *zermelo_proof_role(const ZermeloProof *proof, size_t role);
const char *zermelo_proof_trace(const ZermeloProof *proof, size_t number,
                                size_t step, size_t role); /* its move */

/* Why an induction step fails: the features of the positions before and after
 * it, and a move of each role. The first position may be out of reach. */
typedef struct {
    const char *const *before, *const *after, *const *moves;
    size_t before_count, after_count;
} ZermeloFailedStep;

ZermeloFailedStep zermelo_proof_failed_step(const ZermeloProof *proof,
                                            size_t number);

/* Whether FORMULA holds in the position reached by PLAY, on all sequences from
 * there; UNKNOWN with a message, to be freed, in *WHY if it cannot be said. */
ZermeloAnswer zermelo_play_holds(ZermeloPlay *play, const char *formula,
                                 char **why);

/* ---- Solving ---- */

/* A plan and a bound for all plans. */
typedef struct ZermeloSolution ZermeloSolution;

typedef enum {
    ZERMELO_NATIVE,    /* several searches on the grounded game */
    ZERMELO_BY_CLINGO, /* as published: an answer set program for clingo */
} ZermeloSolver;

/* A question about a game of one role. */
typedef struct {
    ZermeloSolver engine;
    int goal;         /* the value asked for; below 0: the highest there is */
    size_t horizon;   /* most moves of a plan; 0: any number */
    const char *from; /* moves made before, "m1; m2"; may be NULL */
    uint64_t seed;
    size_t megabytes; /* for tables; 0: as many as seem right */
    ZermeloLimits limits;
    /* Called repeatedly, and when a better plan is found, with the handle that
     * zermelo_solve will return; may be NULL. */
    void (*report)(void *context, const ZermeloSolution *so_far);
    void *context;
} ZermeloPuzzle;

typedef enum {
    ZERMELO_SOLVED,     /* the value asked for, or the best, with a proof */
    ZERMELO_UNSOLVABLE, /* proved: the value, or any end, is out of reach */
    ZERMELO_UNSOLVED,   /* a limit was reached */
} ZermeloSolveVerdict;

/* By search on NET, or by the interpreter if it is NULL. Ends when the answer
 * is certain or a limit is reached, or when it is cancelled: then it returns
 * the best plan so far. NULL, with the reason in *WHY, which is to be freed, if
 * the game has several roles or the moves cannot be made. */
ZermeloSolution *zermelo_solve(ZermeloGame *game, const ZermeloNet *net,
                               const ZermeloPuzzle *puzzle, char **why);
void zermelo_solution_free(ZermeloSolution *solution);

ZermeloSolveVerdict zermelo_solution_verdict(const ZermeloSolution *solution);
/* The value of the best plan found, -1 if there is none, and its moves. The
 * interpreter has replayed it. */
int zermelo_solution_goal(const ZermeloSolution *solution);
size_t zermelo_solution_length(const ZermeloSolution *solution);
const char *zermelo_solution_move(const ZermeloSolution *solution,
                                  size_t number);
/* Whether no plan has a higher value; whether that is known only of plans
 * within the horizon; whether no plan of this value is shorter. */
bool zermelo_solution_best(const ZermeloSolution *solution);
bool zermelo_solution_within_horizon(const ZermeloSolution *solution);
bool zermelo_solution_shortest(const ZermeloSolution *solution);
int zermelo_solution_bound(const ZermeloSolution *solution); /* at most this */
/* Which search found the plan; which one proved the bound, NULL if it is the
 * highest value in the rules; why it ended early, or NULL. */
const char *zermelo_solution_finder(const ZermeloSolution *solution);
const char *zermelo_solution_prover(const ZermeloSolution *solution);
const char *zermelo_solution_stopped(const ZermeloSolution *solution);
/* Positions searched, and moves up to which all of them were. */
uint64_t zermelo_solution_positions(const ZermeloSolution *solution);
size_t zermelo_solution_depth(const ZermeloSolution *solution);
/* By clingo: how many rules the largest program has when it is grounded, as
 * estimated before it was tried, and its horizon. */
uint64_t zermelo_solution_ground_rules(const ZermeloSolution *solution);
size_t zermelo_solution_ground_horizon(const ZermeloSolution *solution);

/* ---- Verifying ---- */

/* One property of a game that is well-formed. */
typedef struct {
    const char *property; /* "playable", "terminating", "goals", ... */
    const char *role;     /* NULL if it is about none */
    ZermeloAnswer verdict;
    bool is_vacuous; /* YES, but only because no play ends */
    const char *how; /* NULL if it is unknown */
    /* If it is refuted: the fault, by a stable name ("no-move",
     * "no-value", "several-values", "value-out-of-range", "loop", ...), and in
     * words, or NULL. ROLE is the one at fault, if there is one. */
    const char *why, *message;
    const char *reason; /* of being unknown, or NULL */
    bool has_bound;     /* terminating: no play has more steps than */
    uint64_t bound;
    bool has_play; /* that refutes it; of "winnable", that wins */
    bool has_loop; /* the play returns to the position of this number */
    size_t play_length, loop_from;
    /* Of GDL-II, "legal-known", "end-known", "payoff-known": another play, as
     * long, which is indistinguishable for the role. */
    bool has_other;
} ZermeloVerdict;

typedef struct ZermeloVerification ZermeloVerification;

typedef struct {
    uint64_t seed;
    const ZermeloSettings *settings; /* NULL: the defaults */
    ZermeloLimits limits;
} ZermeloVerifyOptions;

/* NULL, with the reason in *WHY, if nothing can be verified of this game, which
 * outlives the answer. OPTIONS may be NULL. */
ZermeloVerification *zermelo_verify(ZermeloGame *game,
                                    const ZermeloVerifyOptions *options,
                                    const char **why);
void zermelo_verification_free(ZermeloVerification *verification);

double zermelo_verification_seconds(const ZermeloVerification *verification);
size_t zermelo_verification_count(const ZermeloVerification *verification);
/* Of the methods that had a turn, and how many these are. */
const ZermeloStatistics *
zermelo_verification_statistics(const ZermeloVerification *verification,
                                size_t *count);
ZermeloVerdict
zermelo_verification_verdict(const ZermeloVerification *verification,
                             size_t number);
size_t zermelo_verification_role_count(const ZermeloVerification *verification);
const char *zermelo_verification_role(const ZermeloVerification *verification,
                                      size_t role);
/* The play of a verdict, or OTHER one, which is indistinguishable for the role:
 * a move of each role in each of play_length steps. NULL if there is none. */
const char *const *
zermelo_verification_play(const ZermeloVerification *verification,
                          size_t number, bool other);
/* The features of the position at the end of the play, and their number. */
size_t zermelo_verification_features(const ZermeloVerification *verification,
                                     size_t number,
                                     const char *const **features);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
