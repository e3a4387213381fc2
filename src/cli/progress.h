/* progress.h - a bar on stderr while work lasts
 *
 * Shown only on a terminal, and only once the work has lasted a second.
 */
#ifndef ZERMELO_CLI_PROGRESS_H
#define ZERMELO_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *what;
    size_t total; /* 0: nobody knows */
    double begun, shown;
    bool wanted, visible;
} Progress;

Progress progress_begin(const char *what, size_t total);
void progress_show(Progress *progress, size_t done); /* cheap: call it often */
void progress_end(Progress *progress);               /* wipes the line */

#endif
