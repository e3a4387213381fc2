/* file.h - read a file, but no more of it than a limit; write it whole or not
 */
#ifndef ZERMELO_SYSTEM_FILE_H
#define ZERMELO_SYSTEM_FILE_H

#include "base/text.h"

/* Adds up to MAX_BYTES + 1 bytes of the file at PATH ("-": standard input) to
 * OUT: one more than the limit shows that there is more. False, with a reason
 * in *WHY, if it cannot be read. */
bool file_read(Text *out, const char *path, size_t max_bytes, const char **why);

/* The same of the next MAX_BYTES bytes at FD, at most. */
bool file_read_descriptor(Text *out, int fd, size_t max_bytes);

/* How many bytes that file has; SIZE_MAX if it is not known, as of a pipe. */
size_t file_size(const char *path);

/* Writes all of it, however often the system interrupts. */
bool file_write(int fd, const char *bytes, size_t length);

typedef enum {
    FILE_REPLACE, /* what is at the path */
    FILE_NEW,     /* an error if something is at the path */
} FileMode;

/* Makes PATH a file of these bytes. It has its name only when all of it is on
 * the disk: a crash leaves what was there before, and at worst a temporary
 * file PATH.PID.tmp. What is no regular file (a device, a pipe) is written in
 * place. False, with a reason in *WHY, if it cannot be done. */
bool file_save(const char *path, const char *bytes, size_t length,
               FileMode mode, const char **why);

/* Closes the file of an int, for a Cleanup (base/heap.h). */
void close_file(void *descriptor);

#endif
