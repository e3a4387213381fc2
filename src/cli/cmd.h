/* cmd.h - one function a command; each has a file of its own, cmd_*.c */
#ifndef ZERMELO_CLI_CMD_H
#define ZERMELO_CLI_CMD_H

#include "cli/command.h"

int cmd_check(const Arguments *arguments);
int cmd_explain(const Arguments *arguments);
int cmd_info(const Arguments *arguments);
int cmd_print(const Arguments *arguments);
int cmd_play(const Arguments *arguments);
int cmd_perft(const Arguments *arguments);
int cmd_asp(const Arguments *arguments);
int cmd_simulate(const Arguments *arguments);
int cmd_know(const Arguments *arguments);
int cmd_prove(const Arguments *arguments);
int cmd_verify(const Arguments *arguments);
int cmd_solve(const Arguments *arguments);
int cmd_player(const Arguments *arguments);
int cmd_match(const Arguments *arguments);
int cmd_table(const Arguments *arguments);

#endif
