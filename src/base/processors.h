/* processors.h - how many threads can run at the same time */
#ifndef ZERMELO_BASE_PROCESSORS_H
#define ZERMELO_BASE_PROCESSORS_H

#include <stddef.h>
#include <unistd.h>

static inline size_t processor_count(void) /* at least 1 */
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}

#endif
