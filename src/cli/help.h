/* help.h - what --help, --manual and --completion print, from the tables */
#ifndef ZERMELO_CLI_HELP_H
#define ZERMELO_CLI_HELP_H

#include "cli/command.h"

void print_overview(void);
void print_help(const Command *command);
void print_manual(void);     /* roff, for man */
void print_completion(void); /* for bash */

#endif
