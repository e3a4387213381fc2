/* child_outcome.h - how a check ends in a process of its own
 *
 *     pid_t child;
 *     if (child_begins(&child)) {
 *         check();
 *         _exit(0);
 *     }
 *     int outcome = child_outcome(child); // 0, or SIGABRT
 */
#ifndef ZERMELO_TEST_CHILD_OUTCOME_H
#define ZERMELO_TEST_CHILD_OUTCOME_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Forks; true in the child, which prints no errors. */
static inline bool child_begins(pid_t *child)
{
    fflush(NULL);
    *child = fork();
    if (*child)
        return false;
    signal(SIGABRT, SIG_DFL);
    if (!freopen("/dev/null", "w", stderr))
        _exit(2);
    return true;
}

/* The signal that ended CHILD, or its exit status. */
static inline int child_outcome(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

#endif
