/* fatal.c - the one way out when there is no memory left */
#include "base/fatal.h"

#include <stdio.h>
#include <stdlib.h>

/* The only mutable global of the library: it belongs to the process, as the
 * memory does. */
static FatalHook *fatal_hook;

void fatal_set_hook(FatalHook *hook)
{
    fatal_hook = hook;
}

_Noreturn void fatal(const char *message)
{
    if (fatal_hook)
        fatal_hook(message);
    fprintf(stderr, "zermelo: %s\n", message);
    exit(2);
}

void *fatal_malloc(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (!block)
        fatal("out of memory");
    return block;
}

void *fatal_calloc(size_t count, size_t size)
{
    void *block = calloc(count ? count : 1, size);
    if (!block)
        fatal("out of memory");
    return block;
}

void *fatal_realloc(void *block, size_t size)
{
    block = realloc(block, size ? size : 1);
    if (!block)
        fatal("out of memory");
    return block;
}
