/* file.c - read a file, but no more of it than a limit; write all there is */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool read_stream(Text *out, FILE *file, size_t limit)
{
    char buffer[1 << 16];
    size_t left = limit + 1;
    while (left) {
        size_t want = left < sizeof buffer ? left : sizeof buffer;
        size_t got = fread(buffer, 1, want, file);
        text_add(out, buffer, got);
        left -= got;
        if (got < want)
            break;
    }
    return !ferror(file);
}

bool file_read(Text *out, const char *path, size_t limit, const char **why)
{
    bool standard = strcmp(path, "-") == 0;
    errno = 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    bool good = file && read_stream(out, file, limit);
    if (!good)
        *why = strerror(errno);
    if (file && !standard)
        fclose(file);
    return good;
}

bool file_write(int fd, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}
