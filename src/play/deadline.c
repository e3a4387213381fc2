/* deadline.c - when to stop searching so that the answer is in time
 *
 * In:   the arrival of a request, its clock, and how late answers were so far
 * Out:  when to stop, and when to send the best answer there is
 */
#include "play/deadline.h"

#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* At first a tenth of a second is kept back; never more than half the clock. */
static const double MIN_MARGIN = 0.1, MAX_MARGIN_FRACTION = 0.5,
                    OVERRUN_DECAY = 0.95;

double deadlines_margin(const Deadlines *deadlines, double seconds)
{
    double margin = MIN_MARGIN + 2 * deadlines->overrun + deadlines->extra;
    double max = seconds * MAX_MARGIN_FRACTION;
    assert(margin >= MIN_MARGIN && seconds >= 0);
    return margin < max ? margin : max;
}

double deadlines_stop(const Deadlines *deadlines, double arrival,
                      double seconds)
{
    return arrival + seconds - deadlines_margin(deadlines, seconds);
}

double deadlines_send(const Deadlines *deadlines, double arrival,
                      double seconds)
{
    return arrival + seconds - deadlines_margin(deadlines, seconds) / 2;
}

void deadlines_observe(Deadlines *deadlines, double planned, double ready)
{
    double overrun = ready - planned;
    deadlines->overrun *= OVERRUN_DECAY;
    if (overrun > deadlines->overrun)
        deadlines->overrun = overrun;
}

void deadlines_replaced(Deadlines *deadlines)
{
    deadlines->extra = deadlines->extra > 0 ? 2 * deadlines->extra : MIN_MARGIN;
}

void thread_raise_priority(void)
{
    enum { NICENESS = -10 };
    /* Linux: the niceness of a thread */
    if (setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICENESS) != 0)
        errno = 0; /* then not */
}
