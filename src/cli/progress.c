/* progress.c - a bar on stderr while work lasts */
#include "cli/progress.h"

#include "base/budget.h"
#include "base/json.h"

#include <stdio.h>
#include <unistd.h>

enum { BAR_COLUMNS = 30 };

Progress progress_begin(const char *label, size_t total)
{
    /* where answers go to the same terminal they are progress enough */
    bool wanted = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    return (Progress){label, total, clock_now(), 0, wanted, false};
}

static void draw_bar(const Progress *progress, size_t done, double elapsed)
{
    if (!progress->total) {
        dprintf(STDERR_FILENO, "\r%zu %s, %.0f s", done, progress->label,
                elapsed);
        return;
    }
    size_t filled = BAR_COLUMNS * done / progress->total;
    double remaining =
        done ? elapsed * (double)(progress->total - done) / (double)done : 0;
    char bar[BAR_COLUMNS + 1] = {0};
    for (size_t i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < filled ? '#' : '.';
    dprintf(STDERR_FILENO, "\r[%s] %zu of %zu %s, %.0f s left  ", bar, done,
            progress->total, progress->label, remaining);
}

bool progress_is_due(Progress *progress)
{
    double now = clock_now();
    if (!progress->is_wanted || now - progress->start_time < 1 ||
        now - progress->last_shown < 0.1)
        return false;
    progress->last_shown = now;
    progress->is_visible = true;
    return true;
}

void progress_show(Progress *progress, size_t done)
{
    if (progress_is_due(progress))
        draw_bar(progress, done, clock_now() - progress->start_time);
}

void progress_end(Progress *progress)
{
    if (progress->is_visible)
        dprintf(STDERR_FILENO, "\r%*s\r", PROGRESS_WIDTH, "");
    progress->is_visible = false;
}

void progress_on_report(void *context, const char *report)
{
    Progress *progress = context;
    json_t *state = json_loads(report, 0, NULL);
    if (json_object_get(state, "answer")) {
        progress_end(progress);
    } else {
        progress->total = count_of(state, "total");
        progress_show(progress, count_of(state, "done"));
    }
    json_decref(state);
}
