/* formula_commands.h - formulas and plays, for prove, verify and asp */
#ifndef ZERMELO_CLI_FORMULA_COMMANDS_H
#define ZERMELO_CLI_FORMULA_COMMANDS_H

#include "cli/output.h"

/* Prints the features of a position, board.c. */
void print_board(Texts features);

/* Prints position NUMBER of a play below the line of a result. */
void show_position(size_t number, Texts features);

/* Prints the initial position, each step of a play and the position after
 * it. */
void show_steps(ZermeloGame *game, Moves moves);

/* --method, --engine, --domains, --generator, --save and the limits. */
ZermeloProveOptions prove_options_of(const Arguments *arguments);

/* Why something is unknown, and which option can change that; to be freed.
 * NULL if REASON is. */
char *reason_with_advice(const Arguments *arguments, const char *reason);

/* Adds what --formula, --properties, --family and --given say, in the order in
 * which they were typed; all families if nothing does. EXIT_YES, or
 * EXIT_ERROR after saying what is wrong. */
int collect_formulas(const Arguments *arguments, ZermeloProof *proof);

/* The settings that --set changes; NULL after saying what is wrong. */
ZermeloSettings *settings_of(const Arguments *arguments);

/* What methods did, for --statistics; and the same shown to people. */
json_t *statistics_json(const ZermeloStatistics *methods, size_t count);
void show_statistics(const json_t *methods);

/* Shows WHY a formula cannot be used, and frees it; EXIT_ERROR. */
int refuse_formula(char *why);

/* Prints the ANSWER of prove, as JSON if that was asked for, and releases it.
 * Returns the exit status. */
int prove_report(const Arguments *arguments, json_t *answer);

#endif
