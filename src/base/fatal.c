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
