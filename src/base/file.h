/* file.h - read a file, but no more of it than a limit; write all there is */
#ifndef ZERMELO_BASE_FILE_H
#define ZERMELO_BASE_FILE_H

#include "base/text.h"

/* Adds up to LIMIT + 1 bytes of the file at PATH ("-": standard input) to
 * OUT: one more than the limit shows that there is more. False, with a reason
 * in *WHY, if it cannot be read. */
bool file_read(Text *out, const char *path, size_t limit, const char **why);

/* Writes all of it, however often the system interrupts. */
bool file_write(int fd, const char *bytes, size_t length);

#endif
