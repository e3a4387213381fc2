/* terminal.h - what is known of the screen that output goes to */
#ifndef ZERMELO_SYSTEM_TERMINAL_H
#define ZERMELO_SYSTEM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* How many columns a line on stdout may have: as many as the variable COLUMNS
 * or else the terminal says, but for the last, behind which some terminals go
 * to the next line; 79 where neither says anything sensible. */
size_t terminal_width(void);

/* Whether stdout is a terminal that shows colours, and NO_COLOR is not set, or
 * empty. */
bool terminal_has_colour(void);

/* How many columns TEXT takes when it is printed as system/terminal.h does, and
 * how many bytes of it are printed in WIDTH columns. */
size_t printed_width(const char *text);
size_t printed_bytes(const char *text, size_t width);

/* ---- a stream on which nothing from outside commands the terminal ---- */

typedef struct {
    FILE *target;
    char partial[4]; /* a character of which the rest is to come */
    size_t partial_count;
} Printable;

/* Writes to TARGET all that is printed to it, control characters other than tab
 * and end of line as text.h shows them; NULL if it cannot be made. It is
 * buffered as streams to a terminal or a file are, or not at all. STATE is the
 * caller's, and outlives the stream. */
FILE *printable_stream(Printable *state, FILE *target, bool is_buffered);

#endif
