/* command.h - the commands, their options, and what a user typed
 *
 * Help and completion are printed from the same tables, and manual pages made
 * of the help: cli/help.c, script/manual.
 */
#ifndef ZERMELO_CLI_COMMAND_H
#define ZERMELO_CLI_COMMAND_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>

enum { EXIT_YES = 0, EXIT_NO = 1, EXIT_ERROR = 2, EXIT_UNKNOWN = 3 };

typedef enum {
    VALUE_NONE, /* a flag */
    VALUE_TEXT,
    VALUE_FILE, /* text that completion knows something about: */
    VALUE_DIRECTORY,
    VALUE_FAMILY,  /* of formulas */
    VALUE_RULE,    /* about rules of games, as explain names it */
    VALUE_PLAYER,  /* ROLE=WHO */
    VALUE_TABLE,   /* a published one */
    VALUE_COUNT,   /* a whole number, 0 or more */
    VALUE_SHARE,   /* I/N: one of N parts, from 1 on */
    VALUE_SECONDS, /* more than 0, fractions allowed */
    VALUE_CHOICE,  /* one of the words in its name: this|that */
} ValueKind;

typedef struct {
    const char *name;
    ValueKind kind;
    const char *value; /* its name in the help */
    const char *help;
    const char *key; /* in the lists of commands; NULL: the name */
    double seconds;  /* of --time, by default; 0: no limit */
    bool for_parts;  /* a limit of each process that the command starts */
} Option;

typedef struct Arguments Arguments;

/* Each command has a file of its own, cli/cmd/cmd_*.c. */
typedef int
CommandRun(const Arguments *arguments); /* returns the exit status */
CommandRun cmd_check, cmd_explain, cmd_print, cmd_play, cmd_prove, cmd_verify,
    cmd_player, cmd_match, cmd_tournament, cmd_table, cmd_batch, cmd_results,
    cmd_serve;

/* Those that print the answer to one question (cli/output.h). */
typedef struct Query Query;
extern const Query info_query, perft_query, simulate_query, know_query,
    prove_query, solve_query, asp_query, recheck_query;

typedef struct {
    const char *name;
    CommandRun *run;    /* NULL: it has a query */
    const Query *query; /* or NULL */
    bool takes_game; /* begins with a game that can be used, if it is given */
    const char *operands;
    size_t min_operands, max_operands;
    const char *summary;
    const char *options;     /* their keys */
    const char *description; /* for the manual and the help */
    const char *status;      /* what the exit status says */
    const char *example;     /* of a whole command */
    bool passes_options;     /* its first operand names commands, COMMAND[,...],
                                whose options it takes as well */
} Command;

extern const Command commands[]; /* ends in a NULL name */

/* Every command takes these, also where they have no use. */
#define COMMON_OPTIONS "time memory seed threads"

/* The option whose key comes first in KEYS, which moves on behind it; NULL at
 * the end. */
const Option *next_option(const char **keys);

/* The option among KEYS whose name is the LENGTH bytes at NAME, or NULL. */
const Option *find_option(const char *keys, const char *name, size_t length);

/* The option of this name that COMMAND lists, or NULL. */
const Option *own_option(const Command *command, const char *name);

/* What was typed. Values were checked: a count is a number. */
struct Arguments {
    const Command *command;
    const char **operands; /* end in NULL */
    size_t operand_count;
    const Option **options;
    const char **option_values;
    size_t option_count;
    Arena *arena;             /* of what lives until the command ends */
    double start_time;        /* when the command began, by clock_now() */
    struct ZermeloGame *game; /* in the operand, of a command that takes one */
    struct Drawing *drawing;  /* of its positions (cli/output.h) */
};

const Command *find_command(const char *name);

/* The command that comes first in NAMES, "check,verify", which moves on behind
 * it; NULL at the end, and where there is no such command. */
const Command *next_command(const char **names);

/* The command whose name is closest to what was typed, or NULL. */
const char *suggest_command(const char *typed);

/* Takes apart what follows the command's name. Returns EXIT_YES, or
 * EXIT_ERROR after saying what is wrong. The arrays of ARGUMENTS have room
 * for COUNT entries. */
int parse_arguments(Arguments *arguments, size_t count, char *const *words);
/* The same, whatever the number of operands. */
int parse_options(Arguments *arguments, size_t count, char *const *words);

bool has_option(const Arguments *arguments, const char *name);
const char *text_option(const Arguments *arguments, const char *name,
                        const char *otherwise);
/* The number of what was chosen among the words of a VALUE_CHOICE. */
size_t choice_option(const Arguments *arguments, const char *name,
                     size_t otherwise);
/* The next value of option NAME from *INDEX on, which begins at 0 and is moved
 * on; NULL at the end. */
const char *next_value(const Arguments *arguments, const char *name,
                       size_t *index);
size_t count_option(const Arguments *arguments, const char *name,
                    size_t otherwise);
double seconds_option(const Arguments *arguments, const char *name,
                      double otherwise);
/* Whether TEXT is fit for file names: up to MAX_LENGTH letters, digits, - _ .
 */
bool is_plain_name(const char *text, size_t max_length);

/* How many seconds --time allows, 0 if there is no limit; and how many of them
 * are left, at least a millisecond. */
double time_allowed(const Arguments *arguments);
double time_left(const Arguments *arguments);

/* --threads; at most four for each processor. 0: one for each. */
size_t threads_option(const Arguments *arguments);

/* Says what is wrong, as JSON if that was asked for; returns EXIT_ERROR. */
__attribute__((format(printf, 2, 3))) int fail(const char *rule,
                                               const char *format, ...);

/* ---- printed from the tables: cli/help.c ---- */

void print_version(void);
void print_help(const Command *command); /* NULL: all commands */

/* A function for bash, which asks for what can follow: those of the
 * COMMAND that was typed, or "", behind the word PREVIOUS and beginning like
 * WORD. */
void print_completion(void);
void print_candidates(const char *command, const char *previous,
                      const char *word);

/* All of the program: returns the exit status. */
int zermelo_main(int argc, char **argv);

/* --json; while options are read, whether it was typed anywhere. */
extern bool wants_json;
extern FILE *raw_output; /* stdout, on which nothing is escaped */

/* Set by SIGINT and SIGTERM, and when --time is over. A command that does not
 * look at it is ended all the same, a little later. */
enum { INTERRUPTED = 1, OUT_OF_TIME = 2 };
extern volatile sig_atomic_t interrupted;

/* A limit ended the reading of a game: the exit status is EXIT_UNKNOWN. */
extern bool reading_stopped;
/* Whether a part of the answer could not be written: the disk is full. */
extern bool writing_failed;

/* Begins --time anew, for the next of several files. */
void restart_clock(Arguments *arguments);

/* How far the JSON answer is. While it is being written, nothing ends it;
 * once it is written, a forced end adds nothing to it. */
enum { ANSWER_PENDING, ANSWER_BEING_WRITTEN, ANSWER_WRITTEN };
extern volatile sig_atomic_t answer_state;

#endif
