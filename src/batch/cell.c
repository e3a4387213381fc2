/* cell.c - one run of one command on one file: the unit of a batch
 *
 * In:   a Cell
 * Out:  what the program printed, how it ended, what it took
 * Next: batch/dispatch.c saves it
 *
 * A cell limits its own time and memory; one that does not end in time is
 * stopped from here. Start reading at cell_run().
 */
#include "batch/cell.h"

#include "system/child.h"
#include "base/json.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OUTPUT_BYTES = 256 << 20 };

/* What it printed as compact JSON; NULL if that is no JSON. */
static char *compact_output(const Child *child)
{
    json_t *answer =
        json_loadb(text_string(&child->output), child->output.length, 0, NULL);
    char *text = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    return text;
}

/* Why there is no answer: how it ended, and the last line it wrote. */
static char *describe_end(const Child *child)
{
    Text text = {0};
    if (child->end == CHILD_NOT_STARTED)
        text_addf(&text, "it could not be started: %s",
                  strerror(child->status));
    else if (child->end == CHILD_SIGNALLED)
        text_addf(&text, "it died of signal %d (%s)", child->status,
                  strsignal(child->status));
    else if (child->end == CHILD_TIME)
        text_adds(&text, "it did not end in time and was stopped");
    else if (child->end == CHILD_OUTPUT)
        text_adds(&text, "it printed too much and was stopped");
    else
        text_addf(&text, "it ended with status %d and no JSON", child->status);
    const char *errors = text_string(&child->errors);
    size_t end = child->errors.length;
    while (end && errors[end - 1] == '\n')
        end--;
    size_t begin = end;
    while (begin && errors[begin - 1] != '\n')
        begin--;
    if (begin < end)
        text_addf(&text, ": %.*s", (int)(end - begin), errors + begin);
    json_t *answer =
        JSON_OBJECT({"error", json_error("process", text_string(&text))});
    char *dumped = json_dumps(answer, JSON_COMPACT);
    json_decref(answer);
    text_free(&text);
    return dumped;
}

static int exit_status(const Child *child)
{
    switch (child->end) {
    case CHILD_EXITED:
        return child->status;
    case CHILD_SIGNALLED:
        return CELL_SIGNALLED + child->status;
    case CHILD_NOT_STARTED:
        return CELL_NOT_STARTED;
    default:
        return CELL_TIMED_OUT;
    }
}

CellResult cell_run(const Cell *cell, const volatile sig_atomic_t *cancelled)
{
    /* a second to stop in good order, and more for a busy machine */
    double seconds = cell->seconds > 0 ? 5 + 1.25 * cell->seconds : 0;
    Budget budget = budget_new(seconds, cancelled);
    const ChildTask task = {.arguments = cell->arguments,
                            .input = cell->input ? cell->input : "",
                            .input_length = cell->input_length,
                            .max_output = MAX_OUTPUT_BYTES,
                            .grace = 2,
                            .attend = cell->attend,
                            .budget = &budget};
    Child child = child_run(&task);
    CellResult result = {.exit = exit_status(&child),
                         .seconds = child.seconds,
                         .bytes = child.peak_bytes,
                         .is_cancelled = child.end == CHILD_CANCELLED};
    /* one that is asked to end may say what it knew */
    if (child.end == CHILD_EXITED || child.end == CHILD_TIME)
        result.answer = compact_output(&child);
    if (!result.answer)
        result.answer = describe_end(&child);
    child_clear(&child);
    return result;
}

void cell_result_clear(CellResult *result)
{
    free(result->answer);
    result->answer = NULL;
}
