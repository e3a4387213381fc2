/* budget.h - how long a search may go on
 *
 * Out of time is no failure but an answer: every search takes a Budget, polls
 * it, and may say UNKNOWN. A Budget without a WorkMeter may be shared by
 * threads.
 *
 * The clock ends a run; it must not choose between methods, or answers depend
 * on the load of the machine. Where several methods share a run, each has a
 * quota of work instead: it charges what it does, in units that are the same in
 * every run (a unit takes about a nanosecond), and is out of budget when the
 * quota is used up.
 */
#ifndef ZERMELO_BASE_BUDGET_H
#define ZERMELO_BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct WorkMeter {
    uint64_t used, quota;
    struct WorkMeter *outer; /* charged as well; or NULL */
} WorkMeter;

typedef struct {
    double deadline;                        /* 0: none */
    const volatile sig_atomic_t *cancelled; /* NULL: nobody can */
    WorkMeter *meter;                       /* NULL: work is not limited */
} Budget;

size_t processor_count(void); /* that we may use; at least 1 */

double clock_now(void); /* seconds, monotonic */
double clock_cpu(void); /* seconds of processor time of this process */

/* SECONDS of 0 or less: no limit. */
Budget budget_new(double seconds, const volatile sig_atomic_t *cancelled);

/* Whether the time or the quota is used up. A system call: poll in batches. */
bool budget_spent(const Budget *budget);
/* Whether the time is used up, or the user has cancelled: the run ends. */
bool budget_expired(const Budget *budget);
double budget_left(const Budget *budget);

/* Why a spent budget is: "interrupted", or else TIME_IS_UP, which says in the
 * words of the caller that there is no time left. The value 2 of *CANCELLED
 * means that, too. */
const char *budget_reason(const Budget *budget, const char *time_is_up);

/* With FRACTION of the time that is left, from now on. Not to choose between
 * methods: see above. */
Budget budget_part(const Budget *whole, double fraction);

/* WHOLE with a quota of WORK units, which METER counts from now on. */
Budget budget_quota(const Budget *whole, WorkMeter *meter, uint64_t work);

/* The same with FRACTION of the work that is left. */
Budget budget_share(const Budget *whole, WorkMeter *meter, double fraction);

/* Work that was done; BUDGET may be NULL. */
void budget_charge(const Budget *budget, uint64_t work);
/* UINT64_MAX if work is not limited. */
uint64_t budget_work_left(const Budget *budget);

/* Limits this process's memory to MEGABYTES. */
bool budget_limit_memory(size_t megabytes);

/* Three quarters of the memory that is free, in bytes; SIZE_MAX if nobody
 * knows. */
size_t budget_default_memory(void);

/* The same to three quarters of the memory that is free, unless there is a
 * lower limit already. Programs that it starts may raise theirs again. */
void budget_limit_default_memory(void);

/* Whether it is time to give up before that limit, or the one of the current
 * heap, is reached: an array that grows is copied, so that GROWTH hundredths
 * more than there is now, and RESERVE bytes, must still fit. Reads a file: ask
 * seldom. */
bool budget_memory_short(size_t growth, size_t reserve);

/* The same for rules and their instances, of which no array is most. */
static inline bool budget_memory_low(void)
{
    return budget_memory_short(25, 2 << 20);
}

#endif
