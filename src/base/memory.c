/* memory.c - heap memory: every allocation is checked here */
#include "base/memory.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The product, at least 1: malloc(0) may be NULL. 0 if it does not fit. */
static size_t bytes_of(size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX)
        return 0;
    return bytes ? bytes : 1;
}

static void *check_block(void *block)
{
    if (!block)
        fatal("out of memory");
    return block;
}

void *memory_try_resize(void *block, size_t count, size_t size)
{
    size_t bytes = bytes_of(count, size);
    return bytes ? realloc(block, bytes) : NULL;
}

void *memory_resize(void *block, size_t count, size_t size)
{
    return check_block(memory_try_resize(block, count, size));
}

void *memory_array(size_t count, size_t size)
{
    return memory_resize(NULL, count, size);
}

void *memory_alloc(size_t size)
{
    return memory_array(1, size);
}

void *memory_try_zeroed(size_t count, size_t size)
{
    size_t bytes = bytes_of(count, size);
    return bytes ? calloc(bytes, 1) : NULL;
}

void *memory_zeroed(size_t count, size_t size)
{
    return check_block(memory_try_zeroed(count, size));
}

void *memory_aligned(size_t alignment, size_t count, size_t size)
{
    assert(alignment && (alignment & (alignment - 1)) == 0);
    size_t bytes = bytes_of(count, size);
    size_t padded = (bytes + alignment - 1) & ~(alignment - 1);
    void *block = check_block(bytes ? aligned_alloc(alignment, padded) : NULL);
    return memset(block, 0, padded);
}

char *memory_strndup(const char *string, size_t length)
{
    return check_block(strndup(string, length));
}

char *memory_strdup(const char *string)
{
    return check_block(strdup(string));
}

void memory_free(void *const *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(blocks[i]);
}
