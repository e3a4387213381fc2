/* terminal.c - what is known of the screen that output goes to */
#include "base/terminal.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { MIN_COLUMNS = 40, DEFAULT_COLUMNS = 80, MAX_COLUMNS = 1000 };

size_t terminal_width(void)
{
    const char *variable = getenv("COLUMNS");
    struct winsize size = {0};
    unsigned long columns = variable ? strtoul(variable, NULL, 10) : 0;
    if (!columns && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        columns = size.ws_col;
    if (!columns || columns > MAX_COLUMNS)
        columns = DEFAULT_COLUMNS;
    return (columns < MIN_COLUMNS ? MIN_COLUMNS : columns) - 1;
}

bool terminal_has_colour(void)
{
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    return !(no_colour && *no_colour) && kind && *kind &&
           strcmp(kind, "dumb") != 0 && isatty(STDOUT_FILENO);
}

/* Steps over characters of TEXT as long as they fit *WIDTH columns, which is
 * set to those that they take; how many bytes they are. */
static size_t measure(const char *text, size_t *width)
{
    char shown[PRINTABLE_MAX];
    size_t length = strlen(text), used = 0, i = 0, taken;
    for (; i < length; i += taken) {
        size_t count = printable_character(text + i, length - i, &taken, shown);
        size_t columns = *shown == '\\' ? count : 1;
        if (columns > *width - used)
            break;
        used += columns;
    }
    *width = used;
    return i;
}

size_t printed_width(const char *text)
{
    size_t width = SIZE_MAX;
    measure(text, &width);
    return width;
}

size_t printed_bytes(const char *text, size_t width)
{
    return measure(text, &width);
}
