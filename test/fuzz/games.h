/* games.h - the command line of a fuzzer over numbered random games */
#ifndef ZERMELO_TEST_FUZZ_GAMES_H
#define ZERMELO_TEST_FUZZ_GAMES_H

#include <stdbool.h>
#include <stdint.h>

/* Options: -n FIRST, -c COUNT, -s SECONDS, -v. Calls PASS with the numbers of
 * games and whether to be verbose; it returns whether the game passed. The exit
 * status is 1 if one failed. */
int fuzz_games(int argc, char **argv, bool (*pass)(uint64_t, bool));

#endif
