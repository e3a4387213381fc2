/* printable.h - a stream on which nothing from outside commands the terminal */
#ifndef ZERMELO_BASE_PRINTABLE_H
#define ZERMELO_BASE_PRINTABLE_H

#include <stdbool.h>
#include <stdio.h>

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
