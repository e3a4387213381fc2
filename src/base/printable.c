/* printable.c - a stream on which nothing from outside commands the terminal
 *
 * Names of rules, answers of players and file names go into what is printed at
 * hundreds of places. They are made harmless at the one place where all of it
 * passes. It takes no memory, as it also prints that there is none.
 */
#include "base/printable.h"

#include "base/text.h"

#include <string.h>
#include <unistd.h>

/* Whether the character can be longer. */
static bool is_begun(const Printable *stream)
{
    unsigned char lead = (unsigned char)stream->begun[0];
    size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    for (size_t i = 1; i < stream->begun_count; i++)
        if (((unsigned char)stream->begun[i] & 0xc0) != 0x80)
            return false;
    return stream->begun_count < count;
}

/* How many of BYTES may be printed as they are. */
static size_t plain(const char *bytes, size_t length)
{
    size_t count = 0;
    while (count < length && ((bytes[count] >= ' ' && bytes[count] < 0x7f) ||
                              bytes[count] == '\n' || bytes[count] == '\t'))
        count++;
    return count;
}

static void put_character(Printable *stream)
{
    char shown[PRINTABLE_MAX] = {stream->begun[0]};
    size_t taken = 1, count = 1;
    if (!plain(stream->begun, 1))
        count = printable_character(stream->begun, stream->begun_count, &taken,
                                    shown);
    fwrite(shown, 1, count, stream->under);
    stream->begun_count -= taken;
    memmove(stream->begun, stream->begun + taken, stream->begun_count);
}

static ssize_t write_printable(void *cookie, const char *bytes, size_t length)
{
    Printable *stream = cookie;
    for (size_t at = 0; at < length;) {
        size_t count = stream->begun_count ? 0 : plain(bytes + at, length - at);
        fwrite(bytes + at, 1, count, stream->under);
        at += count;
        if (at < length)
            stream->begun[stream->begun_count++] = bytes[at++];
        while (stream->begun_count && !is_begun(stream))
            put_character(stream);
    }
    return fflush(stream->under) == 0 && !ferror(stream->under)
               ? (ssize_t)length
               : 0;
}

FILE *printable_stream(Printable *state, FILE *under, bool is_buffered)
{
    const cookie_io_functions_t functions = {.write = write_printable};
    *state = (Printable){.under = under};
    FILE *file = fopencookie(state, "w", functions);
    if (!file)
        return NULL;
    int mode = !is_buffered ? _IONBF : isatty(fileno(under)) ? _IOLBF : _IOFBF;
    setvbuf(file, NULL, mode, is_buffered ? BUFSIZ : 0);
    setvbuf(under, NULL, _IOFBF, BUFSIZ); /* flushed after each write */
    return file;
}
