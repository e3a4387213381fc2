/* help.h - what --help, --manual and --completion print, from the tables */
#ifndef ZERMELO_CLI_HELP_H
#define ZERMELO_CLI_HELP_H

#include "cli/command.h"

extern const char exit_status_text[]; /* what it says, whatever the command */

void print_version(void);
void print_help(const Command *command); /* NULL: all commands */

/* What a manual page has from the tables, in the language of scdoc; NULL is the
 * page about all commands. script/manual adds the prose. */
void print_manual(const Command *command);

/* A function for bash, which asks for what can follow: those of the
 * COMMAND that was typed, or "", behind the word PREVIOUS and beginning like
 * WORD. */
void print_completion(void);
void print_candidates(const char *command, const char *previous,
                      const char *word);

#endif
