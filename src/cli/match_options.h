/* match_options.h - options that match and tournament share */
#ifndef ZERMELO_CLI_MATCH_OPTIONS_H
#define ZERMELO_CLI_MATCH_OPTIONS_H

#include "cli/command.h"

/* EXIT_ERROR, after saying what is wrong with --startclock or --playclock. */
int check_clocks(const Arguments *arguments);

/* EXIT_ERROR, after saying why GAME, which is at PATH, cannot be played on
 * after the moves of --from. */
int check_given_moves(const Arguments *arguments, struct ZermeloGame *game,
                      const char *path);

#endif
