/* file.c - read a file, but no more of it than a limit; write it whole or not
 *
 * Everything that leaves a file behind goes through file_save().
 */
#include "system/file.h"

#include "base/heap.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_read_descriptor(Text *out, int fd, size_t max_bytes)
{
    char buffer[1 << 16];
    ssize_t length = 0;
    for (size_t remaining = max_bytes; remaining; remaining -= (size_t)length) {
        length = read(fd, buffer,
                      remaining < sizeof buffer ? remaining : sizeof buffer);
        if (length <= 0)
            break;
        text_add(out, buffer, (size_t)length);
    }
    return length >= 0;
}

void close_file(void *descriptor)
{
    close(*(int *)descriptor);
}

bool file_read(Text *out, const char *path, size_t max_bytes, const char **why)
{
    bool is_standard = strcmp(path, "-") == 0;
    int fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    Cleanup cleanup = {0};
    if (fd >= 0 && !is_standard)
        heap_note(&cleanup, close_file, &fd);
    bool is_read = fd >= 0 && file_read_descriptor(out, fd, max_bytes + 1);
    if (!is_read)
        *why = strerror(errno);
    heap_forget(&cleanup);
    if (fd >= 0 && !is_standard)
        close(fd);
    return is_read;
}

size_t file_size(const char *path)
{
    struct stat status;
    bool is_standard = strcmp(path, "-") == 0;
    int result =
        is_standard ? fstat(STDIN_FILENO, &status) : stat(path, &status);
    return result == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size
                                                  : SIZE_MAX;
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

/* ---- saving ---- */

/* Opens a file of a name that nobody has; its path is left in PATH. */
static int open_temporary(const char *target, Text *path)
{
    for (int number = 0; number < 1000; number++) {
        path->length = 0;
        text_addf(path, "%s.%ld", target, (long)getpid());
        if (number)
            text_addf(path, ".%d", number);
        text_adds(path, ".tmp");
        int fd = open(text_string(path),
                      O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Some file systems cannot do both at once. */
static int rename_new(const char *from, const char *to)
{
    int result = renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
    if (result == 0 || (errno != EINVAL && errno != ENOSYS))
        return result;
    struct stat status;
    if (lstat(to, &status) == 0) {
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

/* A name is on the disk once its directory is. Some file systems cannot sync a
 * directory, and do not need it. */
static bool sync_directory(const char *path)
{
    char *copy = memory_strdup(path);
    int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool is_synced = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    if (fd < 0 && errno == EACCES)
        is_synced = true; /* it may be written, not read */
    if (fd >= 0)
        close(fd);
    memory_free(copy);
    return is_synced;
}

static bool save_whole(const char *target, const char *bytes, size_t length,
                       FileMode mode)
{
    Text path = {0};
    int fd = open_temporary(target, &path);
    bool is_saved = fd >= 0 && file_write(fd, bytes, length) && fsync(fd) == 0;
    if (fd >= 0 && close(fd) != 0)
        is_saved = false;
    const char *temporary = text_string(&path);
    is_saved = is_saved && (mode == FILE_NEW ? rename_new(temporary, target)
                                             : rename(temporary, target)) == 0;
    int error = errno;
    if (!is_saved && fd >= 0)
        unlink(temporary);
    text_free(&path);
    errno = error;
    return is_saved && sync_directory(target);
}

static bool save_in_place(const char *path, const char *bytes, size_t length)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool is_saved = fd >= 0 && file_write(fd, bytes, length);
    if (fd >= 0 && close(fd) != 0)
        is_saved = false;
    return is_saved;
}

bool file_save(const char *path, const char *bytes, size_t length,
               FileMode mode, const char **why)
{
    struct stat status;
    char target[PATH_MAX]; /* behind symbolic links */
    bool is_saved, exists = stat(path, &status) == 0;
    if (exists && mode == FILE_NEW) {
        errno = EEXIST;
        is_saved = false;
    } else if (exists && !S_ISREG(status.st_mode)) {
        is_saved = save_in_place(path, bytes, length);
    } else {
        bool is_linked = exists && realpath(path, target);
        is_saved = save_whole(is_linked ? target : path, bytes, length, mode);
    }
    if (!is_saved)
        *why = strerror(errno);
    return is_saved;
}
