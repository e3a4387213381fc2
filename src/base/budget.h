/* budget.h - how long a search may go on
 *
 * Out of time is no failure but an answer: every search takes a Budget, polls
 * it, and may say UNKNOWN. A Budget may be shared by threads.
 */
#ifndef ZERMELO_BASE_BUDGET_H
#define ZERMELO_BASE_BUDGET_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    double deadline;                        /* 0: none */
    const volatile sig_atomic_t *cancelled; /* NULL: nobody can */
} Budget;

double clock_now(void); /* seconds, monotonic */
double clock_cpu(void); /* seconds of processor time of this process */

/* SECONDS of 0 or less: no limit. */
Budget budget_new(double seconds, const volatile sig_atomic_t *cancelled);

bool budget_spent(const Budget *budget); /* a system call: poll in batches */
double budget_left(const Budget *budget);

/* Why a spent budget is: "interrupted", or else TIME_IS_UP, which says in the
 * words of the caller that there is no time left. The value 2 of *CANCELLED
 * means that, too. */
const char *budget_reason(const Budget *budget, const char *time_is_up);

/* Of what is left, from now on; without a limit if there is none. */
Budget budget_part(const Budget *whole, double part);

/* Limits this process's memory to MEGABYTES. */
bool budget_limit_memory(size_t megabytes);

/* The same to three quarters of the memory that is free, unless there is a
 * lower limit already. Programs that it starts may raise theirs again. */
void budget_limit_default_memory(void);

/* Whether it is time to give up before that limit is reached: an array that
 * grows is copied, so that GROWTH hundredths more than there is now, and
 * RESERVE bytes, must still fit. Reads a file: ask seldom. */
bool budget_memory_short(size_t growth, size_t reserve);

/* The same for rules and their instances, of which no array is most. */
static inline bool budget_memory_low(void)
{
    return budget_memory_short(25, 2 << 20);
}

#endif
