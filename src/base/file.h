/* file.h - read a file, but no more of it than a limit */
#ifndef ZERMELO_BASE_FILE_H
#define ZERMELO_BASE_FILE_H

#include "base/text.h"

/* Adds up to LIMIT + 1 bytes of the file at PATH ("-": standard input) to
 * OUT: one more than the limit shows that there is more. False, with a reason
 * in *WHY, if it cannot be read. */
bool file_read(Text *out, const char *path, size_t limit, const char **why);

#endif
