/* child.c - another program, run to its end or to a limit
 *
 * In:   a command, its input and limits
 * Out:  what it printed, and how it ended
 *
 * Input and output are files in memory, so that nobody has to feed the program
 * or to listen while it runs. To end a program its whole group gets SIGTERM,
 * and SIGKILL when it does not listen in time. Start reading at child_run(), at
 * the end.
 */
#include "system/child.h"

#include "system/file.h"
#include "base/heap.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { DEFAULT_MAX_OUTPUT = 256 << 20 };

typedef struct {
    const ChildTask *task;
    Child *child;
    pid_t pid;
    int standard[3]; /* its input, output and errors */
    size_t max_output;
    bool is_told_to_end;
    double kill_after; /* that, in seconds of clock_now() */
} ChildRun;

/* ---- descriptors ---- */

static void close_descriptor(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_standard(void *descriptors)
{
    for (int i = 0; i < 3; i++)
        close_descriptor((int *)descriptors + i);
}

static int memory_file(const char *bytes, size_t length)
{
    int fd = memfd_create("child", MFD_CLOEXEC);
    if (fd >= 0 &&
        (!file_write(fd, bytes, length) || lseek(fd, 0, SEEK_SET) != 0))
        close_descriptor(&fd);
    return fd;
}

/* ---- starting ---- */

/* In the child, which shares the memory of its parent: only calls that are safe
 * after vfork. Returns if the program cannot be started. */
static void exec_program(const ChildTask *task, const int standard[3])
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigaction(SIGPIPE, &plain, NULL);
    sigaction(SIGINT, &plain, NULL);
    sigaction(SIGTERM, &plain, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (task->megabytes) {
        rlim_t bytes = (rlim_t)task->megabytes << 20;
        struct rlimit limit;
        getrlimit(RLIMIT_AS, &limit);
        if (limit.rlim_max == RLIM_INFINITY || bytes < limit.rlim_max)
            limit.rlim_max = bytes;
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_AS, &limit);
    }
    struct rlimit no_core = {0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    /* all of them above the standard ones first: they may be such themselves */
    int higher[3];
    for (int i = 0; i < 3; i++)
        higher[i] = fcntl(standard[i], F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (dup2(higher[0], STDIN_FILENO) >= 0 &&
        dup2(higher[1], STDOUT_FILENO) >= 0 &&
        dup2(higher[2], STDERR_FILENO) >= 0)
        execvp(task->arguments[0], (char *const *)task->arguments);
}

/* Starts the program with the standard input, output and errors of RUN, and
 * returns 0 or an errno. */
static int start_program(ChildRun *run)
{
    volatile int error = 0; /* set by the child: vfork() waits for it */
    pid_t pid = vfork();
    if (pid == 0) {
        exec_program(run->task, run->standard);
        error = errno;
        _exit(127);
    }
    if (pid < 0)
        return errno;
    if (error)
        waitpid(pid, NULL, 0);
    run->pid = pid;
    return error;
}

/* ---- ending ---- */

static void tell_to_end(ChildRun *run, ChildEnd end)
{
    run->is_told_to_end = true;
    run->child->end = end;
    run->kill_after = clock_now() + run->task->grace;
    kill(-run->pid, run->task->grace > 0 ? SIGTERM : SIGKILL);
}

static bool has_printed_too_much(const ChildRun *run)
{
    struct stat output, errors;
    return fstat(run->standard[STDOUT_FILENO], &output) != 0 ||
           fstat(run->standard[STDERR_FILENO], &errors) != 0 ||
           (size_t)output.st_size > run->max_output ||
           (size_t)errors.st_size > run->max_output;
}

static void check_limits(ChildRun *run)
{
    const Budget *budget = run->task->budget;
    if (run->is_told_to_end) {
        if (clock_now() >= run->kill_after)
            kill(-run->pid, SIGKILL);
    } else if (budget && budget->cancelled && *budget->cancelled) {
        tell_to_end(run, CHILD_CANCELLED);
    } else if (budget_spent(budget)) {
        tell_to_end(run, CHILD_TIME);
    } else if (has_printed_too_much(run)) {
        tell_to_end(run, CHILD_OUTPUT);
    }
}

static void record_status(ChildRun *run, int status)
{
    if (run->is_told_to_end)
        return;
    run->child->end = WIFSIGNALED(status) ? CHILD_SIGNALLED : CHILD_EXITED;
    run->child->status =
        WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* Whether the program itself has ended. What it may have started is killed
 * then: as long as it is not reaped, nobody else can have its number. */
static bool has_ended(ChildRun *run)
{
    siginfo_t info = {0};
    struct rusage usage = {0};
    int status = 0;
    int wait_result =
        waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (wait_result == 0 && info.si_pid == 0)
        return false;
    if (wait_result == 0)
        kill(-run->pid, SIGKILL);
    while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    run->child->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
    record_status(run, status);
    return true;
}

/* Looks often at a program that has just begun, and later in intervals that
 * are small beside the time it has taken. */
static void wait_for_end(ChildRun *run)
{
    const double min_pause = 50e-6, max_pause = 20e-3;
    double start_time = clock_now();
    while (!has_ended(run)) {
        check_limits(run);
        if (run->task->attend)
            run->task->attend();
        double pause = (clock_now() - start_time) / 32;
        pause = pause < min_pause   ? min_pause
                : pause > max_pause ? max_pause
                                    : pause;
        nanosleep(&(struct timespec){0, (long)(pause * 1e9)}, NULL);
    }
    if (!run->is_told_to_end && has_printed_too_much(run))
        run->child->end = CHILD_OUTPUT;
}

/* What was printed to FD, up to the limit. */
static Text read_output(const ChildRun *run, int fd)
{
    Text text = {0};
    lseek(fd, 0, SEEK_SET);
    file_read_descriptor(&text, fd, run->max_output);
    return text;
}

Child child_run(const ChildTask *task)
{
    Child child = {0};
    double start_time = clock_now();
    ChildRun run = {.task = task, .child = &child};
    run.max_output = task->max_output ? task->max_output : DEFAULT_MAX_OUTPUT;
    run.standard[STDIN_FILENO] = memory_file(task->input, task->input_length);
    run.standard[STDOUT_FILENO] = memory_file("", 0);
    run.standard[STDERR_FILENO] = memory_file("", 0);
    Cleanup cleanup; /* nothing is allocated while the program runs */
    heap_note(&cleanup, close_standard, run.standard);
    child.status = start_program(&run);
    if (child.status) {
        child.end = CHILD_NOT_STARTED;
    } else {
        wait_for_end(&run);
        child.output = read_output(&run, run.standard[STDOUT_FILENO]);
        child.errors = read_output(&run, run.standard[STDERR_FILENO]);
    }
    heap_forget(&cleanup);
    close_standard(run.standard);
    child.seconds = clock_now() - start_time;
    return child;
}

void child_clear(Child *child)
{
    text_free(&child->output);
    text_free(&child->errors);
}
