/* check.h - what must hold of any text, whatever its bytes
 *
 * Shared by the fuzz targets, and written against zermelo.h alone. A property
 * that does not hold is printed, and then the program aborts: libFuzzer keeps
 * the input.
 */
#ifndef ZERMELO_TEST_FUZZ_CHECK_H
#define ZERMELO_TEST_FUZZ_CHECK_H

#include "zermelo.h"

/* More seconds of play than an input is worth. */
#define PLAY_SECONDS 0.05

__attribute__((format(printf, 1, 2), noreturn)) void broken(const char *format,
                                                            ...);

/* Reads TEXT and checks what was read: diagnostics, and that what is printed
 * can be read again. The caller frees the game. */
ZermeloGame *check_read(const char *text, size_t length, ZermeloSyntax syntax);

/* Starts a play within PLAY_SECONDS; NULL if the game cannot be played. */
ZermeloPlay *check_start(ZermeloGame *game);

/* Plays a few steps of a usable game, chosen by SEED. */
void check_play(ZermeloGame *game, unsigned seed);

/* Interpreter, machine and sliced simulation agree, where they can be asked
 * within the limits. */
void check_engines(ZermeloGame *game);

/* Whether a diagnostic about RULE was given. */
bool has_diagnostic(const ZermeloGame *game, const char *rule);

#endif
