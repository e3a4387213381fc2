/* budget.c - how long a search may go on, and with how much memory */
#include "base/budget.h"

#include "base/heap.h"

#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Those of the affinity mask, which taskset and Slurm set; of all if there are
 * more of them than a mask has room for. */
size_t processor_count(void)
{
    cpu_set_t mask;
    long count = sched_getaffinity(0, sizeof mask, &mask) == 0
                     ? CPU_COUNT(&mask)
                     : sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

static double read_clock(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double clock_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double clock_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

Budget budget_new(double seconds, const volatile sig_atomic_t *cancelled)
{
    return (Budget){seconds > 0 ? clock_now() + seconds : 0, cancelled, NULL};
}

bool budget_expired(const Budget *budget)
{
    if (!budget)
        return false;
    if (budget->cancelled && *budget->cancelled)
        return true;
    return budget->deadline > 0 && clock_now() >= budget->deadline;
}

bool budget_spent(const Budget *budget)
{
    return !budget_work_left(budget) || budget_expired(budget);
}

const char *budget_reason(const Budget *budget, const char *time_is_up)
{
    bool by_user = budget && budget->cancelled && *budget->cancelled == 1;
    return by_user ? "interrupted" : time_is_up;
}

double budget_left(const Budget *budget)
{
    if (!budget || budget->deadline <= 0)
        return INFINITY;
    double remaining = budget->deadline - clock_now();
    return remaining > 0 ? remaining : 0;
}

Budget budget_part(const Budget *whole, double fraction)
{
    Budget budget = whole ? *whole : (Budget){0};
    if (budget.deadline > 0)
        budget.deadline = clock_now() + fraction * budget_left(whole);
    return budget;
}

Budget budget_quota(const Budget *whole, WorkMeter *meter, uint64_t work)
{
    Budget budget = whole ? *whole : (Budget){0};
    *meter = (WorkMeter){.quota = work, .outer = budget.meter};
    budget.meter = meter;
    return budget;
}

Budget budget_share(const Budget *whole, WorkMeter *meter, double fraction)
{
    uint64_t remaining = budget_work_left(whole);
    return budget_quota(whole, meter,
                        remaining == UINT64_MAX
                            ? remaining
                            : (uint64_t)(fraction * (double)remaining));
}

void budget_charge(const Budget *budget, uint64_t work)
{
    for (WorkMeter *meter = budget ? budget->meter : NULL; meter;
         meter = meter->outer)
        meter->used += work;
}

uint64_t budget_work_left(const Budget *budget)
{
    uint64_t remaining = UINT64_MAX;
    for (const WorkMeter *meter = budget ? budget->meter : NULL; meter;
         meter = meter->outer) {
        uint64_t meter_remaining =
            meter->used < meter->quota ? meter->quota - meter->used : 0;
        remaining = meter_remaining < remaining ? meter_remaining : remaining;
    }
    return remaining;
}

/* The address sanitizer takes terabytes of addresses, and cannot live with a
 * limit on them. */
#ifdef __SANITIZE_ADDRESS__
enum { LIMITS_MEMORY = false };
#else
enum { LIMITS_MEMORY = true };
#endif

bool budget_limit_memory(size_t megabytes)
{
    if (!LIMITS_MEMORY)
        return true;
    rlim_t bytes = (rlim_t)megabytes << 20;
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

/* The number behind WORD in a file of the kernel, in bytes if it is counted in
 * UNIT; SIZE_MAX if there is none, as where it says "max". */
static size_t read_number_after(const char *path, const char *word, size_t unit)
{
    char text[2048] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return SIZE_MAX;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    const char *match = length > 0 ? strstr(text, word) : NULL;
    if (!match)
        return SIZE_MAX;
    char *end;
    unsigned long long number = strtoull(match + strlen(word), &end, 10);
    return end == match + strlen(word) || number > SIZE_MAX / unit
               ? SIZE_MAX
               : (size_t)number * unit;
}

/* A container sees its own control group at the root of the file system. */
static size_t available_memory(void)
{
    size_t limits[] = {
        read_number_after("/proc/meminfo", "MemAvailable:", 1024),
        read_number_after("/sys/fs/cgroup/memory.max", "", 1),
        read_number_after("/sys/fs/cgroup/memory/memory.limit_in_bytes", "",
                          1)};
    size_t least = limits[0] < limits[1] ? limits[0] : limits[1];
    return least < limits[2] ? least : limits[2];
}

size_t budget_default_memory(void)
{
    enum {
        MIN_BYTES = 64 << 20
    }; /* to say at least that there is too little */
    size_t bytes = available_memory();
    if (bytes == SIZE_MAX)
        return SIZE_MAX;
    return bytes / 4 * 3 > MIN_BYTES ? bytes / 4 * 3 : MIN_BYTES;
}

void budget_limit_default_memory(void)
{
    size_t bytes = budget_default_memory();
    struct rlimit limit;
    if (!LIMITS_MEMORY || bytes == SIZE_MAX || getrlimit(RLIMIT_AS, &limit))
        return;
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > bytes) {
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_AS, &limit);
    }
}

/* Of the process, what is limited is the size of the address space. */
bool budget_memory_short(size_t growth, size_t reserve)
{
    struct rlimit limit;
    if (heap_is_short(growth, reserve))
        return true;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return false;
    size_t used = read_number_after("/proc/self/statm", "",
                                    (size_t)sysconf(_SC_PAGESIZE));
    return used != SIZE_MAX &&
           used + used / 100 * growth + reserve > (size_t)limit.rlim_cur;
}
