/* terminal.h - what is known of the screen that output goes to */
#ifndef ZERMELO_BASE_TERMINAL_H
#define ZERMELO_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* How many columns a line on stdout may have: as many as the variable COLUMNS
 * or else the terminal says, but for the last, behind which some terminals go
 * to the next line; 79 where neither says anything sensible. */
size_t terminal_width(void);

/* Whether stdout is a terminal that shows colours, and NO_COLOR is not set. */
bool terminal_has_colour(void);

/* How many columns TEXT takes when it is printed as base/printable.h does, and
 * how many bytes of it are printed in WIDTH columns. */
size_t printed_width(const char *text);
size_t printed_bytes(const char *text, size_t width);

#endif
