/* output.h - what commands share in reading games and writing answers */
#ifndef ZERMELO_CLI_OUTPUT_H
#define ZERMELO_CLI_OUTPUT_H

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "zermelo.h"

/* ---- a bar on stderr while work lasts ---- */

/* Shown only on a terminal, and only once the work has lasted a second. */
enum { PROGRESS_WIDTH = 78 };

typedef struct {
    const char *label;
    size_t total; /* 0: nobody knows */
    double start_time, last_shown;
    bool is_wanted, is_visible;
} Progress;

/* Not where answers go to the same terminal, which are progress enough, unless
 * THEY_COME_LAST. */
Progress progress_begin(const char *label, size_t total, bool they_come_last);
/* Whether it is time to show the next line; cheap: call it often. */
bool progress_is_due(Progress *progress);

void progress_show(Progress *progress, size_t done);
void progress_end(Progress *progress); /* wipes the line */

/* ---- questions to the library ---- */

typedef char *Question(ZermeloGame *game, const char *options,
                       const ZermeloLimits *limits);

/* A question, and what becomes of its answer. */
struct Query {
    Question *question; /* NULL: zermelo_recheck_json of the operand */
    void (*show)(const Arguments *arguments,
                 const json_t *answer); /* as text */
    int (*status)(const Arguments *arguments,
                  const json_t *answer); /* NULL: EXIT_YES */
    const char *progress;   /* label of the bar; NULL: there is none */
    bool answer_comes_last; /* nothing is printed before it */
    void (*report)(const Arguments *arguments, Progress *progress,
                   const json_t *so_far); /* of what has no bar; or NULL */
    bool is_one_of_many;                  /* JSON on one line */
};

/* Asks about the game of ARGUMENTS, with the options that were typed, prints
 * the answer and returns the exit status. With --save the answer is printed
 * before the certificate is written, so that it is there whatever becomes of
 * the files. */
int answer_query(const Arguments *arguments, const Query *query);

/* Prints ANSWER, as --html and --json say, releases it, and returns the exit
 * status. */
int print_answer(const Arguments *arguments, const Query *query,
                 json_t *answer);

/* ---- plays ---- */

/* A play is a list of steps, {"role": "move"}, or of the moves of one role. */
void add_step(Text *out, const json_t *step);  /* a, b */
void add_moves(Text *out, const json_t *play); /* a, b; c, d */

/* Prints LEAD, a title that ends in blanks, and the play: behind it, a, b; c,
 * d, or where that is longer than a line below it, numbered and indented. */
void print_play(const char *lead, size_t indent, const json_t *play);

/* ---- printing ---- */

/* Prints the words of TEXT from COLUMN on, in lines of WIDTH columns that begin
 * behind INDENT blanks. */
void print_wrapped(size_t column, size_t indent, size_t width,
                   const char *text);
/* The same of a list of words behind LEAD. */
void print_list(const char *lead, size_t width, const json_t *words);

/* "" for one and "s" for more. */
const char *plural(size_t count);

/* What ended the command: Ctrl-C or --time. */
const char *stop_reason(void);

/* Prints a text as it is: not for what goes to a terminal. */
void print_raw(const char *text);

void print_json(json_t *object);      /* indented; releases it */
void print_json_line(json_t *object); /* on one line; releases it */

/* ---- games ---- */

/* What --syntax or --to says. */
ZermeloSyntax syntax_option(const Arguments *arguments, const char *name);

/* The text at PATH, whatever it is worth; NULL after saying why there is
 * none. */
ZermeloGame *load_text(const Arguments *arguments, const char *path);

/* Says on stderr what is wrong with a game; as JSON the first thing that
 * makes it useless, otherwise all errors and then REASON. */
void refuse_game(const ZermeloGame *game, const char *reason);

/* The game in the first operand; what its errors are taken to mean is said on
 * stderr. NULL after saying why it cannot be used. */
ZermeloGame *load_game(const Arguments *arguments);

/* What is left of --time, and Ctrl-C. */
ZermeloLimits limits_of(const Arguments *arguments);

/* ---- what prove and verify have in common: cli/proof_report.c ---- */

/* Prints the reasons of RESULT, if it has any (--why). */
void show_why(const json_t *result);

/* Prints what the methods of proof did. */
void show_statistics(const json_t *methods);

/* ---- options that match and tournament share ---- */

/* EXIT_ERROR, after saying what is wrong with --startclock or --playclock. */
int check_clocks(const Arguments *arguments);

/* EXIT_ERROR, after saying why GAME, which is at PATH, cannot be played on
 * after the moves of --from. */
int check_given_moves(const Arguments *arguments, struct ZermeloGame *game,
                      const char *path);

/* ---- positions as boards: cli/drawing.c ---- */

/* How positions of one game are drawn, and which was drawn last. */
typedef struct Drawing Drawing;

/* Finds out how to draw the game when it is used first. */
Drawing *drawing_new(ZermeloGame *game);
void drawing_free(Drawing *drawing);

/* What it is drawn by; NULL if it could not be found in time. */
const ZermeloBoard *drawing_board(Drawing *drawing);

/* Draws a position behind INDENT blanks, in colours on a terminal. Marks what
 * was not so in the position drawn before, unless this IS_FIRST of a play. */
void draw_features(Drawing *drawing, const json_t *features, size_t indent,
                   bool is_first);

/* The same, under a line that says how many steps were made. */
void draw_play(Drawing *drawing, const ZermeloPlay *play, size_t indent,
               bool is_first);

/* Draws the position after the moves FROM, which may be none, and then each
 * step of PLAY and the position after it. */
void draw_steps(Drawing *drawing, const char *from, const json_t *play,
                size_t indent);

/* ---- --html: one page for one answer, with its plays ---- */

/* What ROLE can get in the position that PLAY has reached: a number, null, or a
 * list of several. */
json_t *payoff_json(const ZermeloPlay *play, size_t role);

/* With --html, writes the page for ANSWER, as the command prints it with
 * --json. PLAYS, or NULL: plays that it does not contain, a list of {"title",
 * "moves", "formula"}. STATUS, or EXIT_ERROR after saying why the page could
 * not be written. */
int write_page(const Arguments *arguments, const json_t *answer,
               const json_t *plays, int status);

#endif
