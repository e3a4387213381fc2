/* formula_commands.h - what prove and verify have in common */
#ifndef ZERMELO_CLI_FORMULA_COMMANDS_H
#define ZERMELO_CLI_FORMULA_COMMANDS_H

#include "cli/drawing.h"

/* Prints the reasons of RESULT, if it has any (--why), why_report.c. */
void show_why(const json_t *result);

/* Prints what the methods of proof did. */
void show_statistics(const json_t *methods);

/* How formulas are proved, and how the answer is printed. */
Query prove_query(Progress *progress);

#endif
