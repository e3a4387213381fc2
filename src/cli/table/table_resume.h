/* table_resume.h - results of cells in a file, one JSON object a line
 *
 * A line has `cell`, all that the result depends on, and `figure`, the result.
 * A line that cannot be read, such as one torn by the end of a process, counts
 * as not written.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_RESUME_H
#define ZERMELO_CLI_TABLE_TABLE_RESUME_H

#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>

typedef struct Resume Resume;

/* Opens the file at PATH, or makes it. NULL, with a reason in *WHY, if that is
 * not possible, if it has something else in it, or if another run uses it. */
Resume *resume_open(const char *path, const char **why);
void resume_close(Resume *resume);

/* The last result for CELL, or NULL; it belongs to the file. */
json_t *resume_find(const Resume *resume, const json_t *cell);

/* Adds a result; when it returns true, the result is on the disk. */
bool resume_add(Resume *resume, const json_t *cell, const json_t *figure);

#endif
