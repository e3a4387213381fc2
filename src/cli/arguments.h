/* arguments.h - from what was typed to Arguments */
#ifndef ZERMELO_CLI_ARGUMENTS_H
#define ZERMELO_CLI_ARGUMENTS_H

#include "cli/command.h"

const Command *find_command(const char *name);

/* The command whose name is closest to what was typed, or NULL. */
const char *suggest_command(const char *typed);

/* Takes apart what follows the command's name. Returns EXIT_YES, or
 * EXIT_ERROR after saying what is wrong. The arrays of ARGUMENTS have room
 * for COUNT entries. */
int parse_arguments(Arguments *arguments, size_t count, char *const *words);

#endif
