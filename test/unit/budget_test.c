/* budget_test.c - limits of time and memory */
#include "base/budget.h"

#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#ifndef __SANITIZE_ADDRESS__
/* What LIMIT leaves as the limit of a process that begins with BEFORE. */
static rlim_t limit_after(void (*limit)(void), rlim_t before)
{
    int ends[2];
    rlim_t after = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (!child) {
        struct rlimit found = {before, RLIM_INFINITY};
        setrlimit(RLIMIT_AS, &found);
        limit();
        getrlimit(RLIMIT_AS, &found);
        _exit(write(ends[1], &found.rlim_cur, sizeof found.rlim_cur) < 0);
    }
    assert_int_equal(read(ends[0], &after, sizeof after), sizeof after);
    waitpid(child, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    return after;
}

static void memory_has_a_limit_that_nobody_asked_for(void **state)
{
    (void)state;
    rlim_t all =
        (rlim_t)sysconf(_SC_PHYS_PAGES) * (rlim_t)sysconf(_SC_PAGESIZE);
    rlim_t limit = limit_after(budget_limit_default_memory, RLIM_INFINITY);
    assert_true(limit >= 64 << 20);
    assert_true(limit <= all / 4 * 3 || limit == 64 << 20);
}

static void a_lower_limit_stays(void **state)
{
    (void)state;
    rlim_t low = (rlim_t)60 << 20;
    assert_true(limit_after(budget_limit_default_memory, low) == low);
}
#endif

static void who_cancels_is_told_from_the_clock(void **state)
{
    (void)state;
    sig_atomic_t cancelled = 0;
    Budget budget = budget_new(0, &cancelled);
    assert_false(budget_spent(&budget));
    cancelled = 1;
    assert_true(budget_spent(&budget));
    assert_string_equal(budget_reason(&budget, "late"), "interrupted");
    cancelled = 2;
    assert_true(budget_spent(&budget));
    assert_string_equal(budget_reason(&budget, "late"), "late");
    assert_string_equal(budget_reason(NULL, "late"), "late");
}

/* Work is charged to the quota of a turn and to those around it; the clock has
 * no say in that. */
static void a_quota_is_used_up_by_work(void **state)
{
    (void)state;
    WorkMeter outer, inner;
    Budget whole = budget_quota(NULL, &outer, 100);
    Budget turn = budget_quota(&whole, &inner, 40);
    assert_int_equal(budget_work_left(&turn), 40);
    budget_charge(&turn, 30);
    assert_int_equal(budget_work_left(&turn), 10);
    assert_int_equal(budget_work_left(&whole), 70);
    budget_charge(&turn, 30);
    assert_true(budget_spent(&turn));
    assert_false(budget_expired(&turn));
    assert_false(budget_spent(&whole));
    turn = budget_share(&whole, &inner, 0.5);
    assert_int_equal(budget_work_left(&turn), 20);
    budget_charge(&whole, 35);
    assert_int_equal(budget_work_left(&turn), 5);
    assert_true(budget_work_left(NULL) == UINT64_MAX);
    budget_charge(NULL, 1);
}

static void processors_are_those_that_we_may_use(void **state)
{
    (void)state;
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    assert_int_equal(processor_count(), CPU_COUNT(&before));
    CPU_ZERO(&one);
    for (int i = 0; !CPU_COUNT(&one); i++)
        if (CPU_ISSET(i, &before))
            CPU_SET(i, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(processor_count(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(memory_has_a_limit_that_nobody_asked_for),
        cmocka_unit_test(a_lower_limit_stays),
#endif
        cmocka_unit_test(a_quota_is_used_up_by_work),
        cmocka_unit_test(processors_are_those_that_we_may_use),
        cmocka_unit_test(who_cancels_is_told_from_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
