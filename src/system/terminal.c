/* terminal.c - what is known of the screen that output goes to, and a stream on
 * which nothing from outside commands it
 *
 * Names of rules, answers of players and file names go into what is printed at
 * hundreds of places. They are made harmless at the one place where all of it
 * passes. It takes no memory, as it also prints that there is none.
 */
#include "system/terminal.h"

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

/* ---- a stream ---- */

/* Whether bytes of the character are still to come. */
static bool is_partial(const Printable *stream)
{
    unsigned char lead = (unsigned char)stream->partial[0];
    size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    for (size_t i = 1; i < stream->partial_count; i++)
        if (((unsigned char)stream->partial[i] & 0xc0) != 0x80)
            return false;
    return stream->partial_count < count;
}

/* How many of BYTES may be printed as they are. */
static size_t count_plain(const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && ((bytes[count] >= ' ' && bytes[count] < 0x7f) ||
                              bytes[count] == '\n' || bytes[count] == '\t'))
        count++;
    return count;
}

static void put_character(Printable *stream)
{
    char shown[PRINTABLE_MAX] = {stream->partial[0]};
    size_t taken = 1, count = 1;
    if (!count_plain(stream->partial, 1))
        count = printable_character(stream->partial, stream->partial_count,
                                    &taken, shown);
    fwrite(shown, 1, count, stream->target);
    stream->partial_count -= taken;
    memmove(stream->partial, stream->partial + taken, stream->partial_count);
}

static ssize_t write_printable(void *cookie, const char *bytes, size_t length)
{
    Printable *stream = cookie;
    for (size_t offset = 0; offset < length;) {
        size_t count = stream->partial_count
                           ? 0
                           : count_plain(bytes + offset, length - offset);
        fwrite(bytes + offset, 1, count, stream->target);
        offset += count;
        if (offset < length)
            stream->partial[stream->partial_count++] = bytes[offset++];
        while (stream->partial_count && !is_partial(stream))
            put_character(stream);
    }
    return fflush(stream->target) == 0 && !ferror(stream->target)
               ? (ssize_t)length
               : 0;
}

FILE *printable_stream(Printable *state, FILE *target, bool is_buffered)
{
    const cookie_io_functions_t functions = {.write = write_printable};
    *state = (Printable){.target = target};
    FILE *file = fopencookie(state, "w", functions);
    if (!file)
        return NULL;
    int mode = !is_buffered ? _IONBF : isatty(fileno(target)) ? _IOLBF : _IOFBF;
    setvbuf(file, NULL, mode, is_buffered ? BUFSIZ : 0);
    setvbuf(target, NULL, _IOFBF, BUFSIZ); /* flushed after each write */
    return file;
}
