/* child.h - another program, run to its end or to a limit
 *
 * The program gets its input as standard input, runs in a process group of its
 * own with its own limit of memory, and is gone when child_run returns,
 * whatever it did: nothing is left behind, no process, no descriptor. Several
 * threads may run children at once.
 */
#ifndef ZERMELO_SYSTEM_CHILD_H
#define ZERMELO_SYSTEM_CHILD_H

#include "base/budget.h"
#include "base/text.h"

#include <stdint.h>

typedef enum {
    CHILD_EXITED,      /* by itself, with a status */
    CHILD_SIGNALLED,   /* died of a signal that we did not send */
    CHILD_TIME,        /* stopped: the budget's deadline */
    CHILD_CANCELLED,   /* stopped: somebody cancelled the budget */
    CHILD_OUTPUT,      /* stopped: it printed more than it may */
    CHILD_NOT_STARTED, /* no such program, or no process for it */
} ChildEnd;

typedef struct {
    const char *const *arguments; /* [0]: the program, a path or looked up in
                                     PATH; ends in NULL */
    const char *input;
    size_t input_length;
    size_t megabytes;     /* of address space; 0: as this process */
    size_t max_output;    /* bytes of each of stdout and stderr: more end the
                             program; 0: a default */
    double grace;         /* seconds between asking it to end and killing it */
    const Budget *budget; /* may be NULL */
    void (*attend)(
        void); /* called many times a second until it ends; or NULL */
} ChildTask;

typedef struct {
    ChildEnd end;
    int status;          /* CHILD_EXITED: its exit status; CHILD_SIGNALLED: the
                            signal; CHILD_NOT_STARTED: errno */
    Text output, errors; /* to be freed by child_clear */
    double seconds;      /* wall clock */
    uint64_t peak_bytes; /* of memory, of it and of what it waited for */
} Child;

Child child_run(const ChildTask *task);
void child_clear(Child *child);

#endif
