/* deadline.c - when to stop thinking so that the answer is in time */
#include "play/deadline.h"

#include <errno.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* At first a tenth of a second is kept back; never more than half the clock. */
static const double MIN_MARGIN = 0.1, MAX_MARGIN_SHARE = 0.5,
                    OVERRUN_DECAY = 0.95;

double clock_margin(const Clock *clock, double seconds)
{
    double margin = MIN_MARGIN + 2 * clock->overrun + clock->extra;
    double most = seconds * MAX_MARGIN_SHARE;
    return margin < most ? margin : most;
}

double clock_stop(const Clock *clock, double arrival, double seconds)
{
    return arrival + seconds - clock_margin(clock, seconds);
}

double clock_send(const Clock *clock, double arrival, double seconds)
{
    return arrival + seconds - clock_margin(clock, seconds) / 2;
}

void clock_observe(Clock *clock, double planned, double ready)
{
    double overrun = ready - planned;
    clock->overrun *= OVERRUN_DECAY;
    if (overrun > clock->overrun)
        clock->overrun = overrun;
}

void clock_replaced(Clock *clock)
{
    clock->extra = clock->extra > 0 ? 2 * clock->extra : MIN_MARGIN;
}

void clock_prefer_thread(void)
{
    enum { PREFERRED = -10 };
    /* Linux: the niceness of a thread */
    if (setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), PREFERRED) != 0)
        errno = 0; /* then not */
}
