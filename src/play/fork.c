/* fork.c - a copy of this process that works on its own
 *
 * In:   a function to run there
 * Out:  a socket to it, and how it ended
 */
#include "play/fork.h"

#include "base/budget.h"
#include "base/heap.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_NO_MEMORY = 3 }; /* exit status of a copy */

static void exit_without_memory(void)
{
    _exit(STATUS_NO_MEMORY);
}

/* In the new process: undoes what the old one did with signals and priorities,
 * closes its files, and limits the memory. */
static void isolate_process(int socket, size_t megabytes)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGPIPE};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setpriority(PRIO_PROCESS, 0, 0);
    if (dup2(socket, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        _exit(2);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    heap_set_hook(exit_without_memory);
    if (megabytes)
        budget_limit_memory(megabytes);
}

bool fork_start(Fork *copy, int kind, size_t megabytes, void (*run)(void *data),
                void *data, const char **why)
{
    int sockets[2] = {-1, -1};
    *copy = (Fork){0, -1};
    if (socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, sockets) != 0) {
        *why = strerror(errno);
        return false;
    }
    pid_t pid = fork();
    if (pid == 0) {
        isolate_process(sockets[1], megabytes);
        run(data);
        _exit(0);
    }
    *why = strerror(errno);
    close(sockets[1]);
    copy->socket = sockets[0];
    if (pid < 0) {
        fork_end(copy, NULL);
        return false;
    }
    copy->pid = pid;
    setpgid(pid, pid); /* whichever comes first */
    return true;
}

void fork_end(Fork *copy, Text *why)
{
    int status = 0;
    if (copy->socket >= 0)
        close(copy->socket);
    copy->socket = -1;
    if (!copy->pid)
        return;
    kill(-copy->pid, SIGKILL);
    while (waitpid(copy->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    copy->pid = 0;
    if (!why)
        return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NO_MEMORY)
        text_adds(why, "out of memory");
    else if (WIFSIGNALED(status))
        text_addf(why, "the process ended by signal %d", WTERMSIG(status));
    else
        text_adds(why, "the process ended");
}
