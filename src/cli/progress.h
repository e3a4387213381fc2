/* progress.h - a bar on stderr while work lasts
 *
 * Shown only on a terminal, and only once the work has lasted a second.
 */
#ifndef ZERMELO_CLI_PROGRESS_H
#define ZERMELO_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRESS_WIDTH = 78 };

typedef struct {
    const char *label;
    size_t total; /* 0: nobody knows */
    double start_time, last_shown;
    bool is_wanted, is_visible;
} Progress;

Progress progress_begin(const char *label, size_t total);
/* Whether it is time to show the next line; cheap: call it often. */
bool progress_is_due(Progress *progress);

void progress_show(Progress *progress, size_t done);
/* A ZermeloReport: {"done": 5, "total": 12} is shown by CONTEXT, a Progress,
 * which ends with {"answer": ...}. */
void progress_on_report(void *context, const char *report);
void progress_end(Progress *progress); /* wipes the line */

#endif
