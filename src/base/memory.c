/* memory.c - every allocation of the tree: checked, and in the current heap */
#include "base/memory.h"

#include "base/heap.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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
        heap_fail();
    return block;
}

void *memory_try_resize(void *block, size_t count, size_t size)
{
    size_t bytes = bytes_of(count, size);
    Heap *heap = heap_current();
    if (!bytes)
        return NULL;
    return heap ? heap_resize(heap, block, bytes) : realloc(block, bytes);
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
    Heap *heap = heap_current();
    if (!bytes)
        return NULL;
    return heap ? heap_zeroed(heap, 1, bytes) : calloc(bytes, 1);
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
    Heap *heap = heap_current();
    if (!bytes)
        heap_fail();
    if (heap)
        return check_block(heap_zeroed(heap, alignment, padded));
    return memset(check_block(aligned_alloc(alignment, padded)), 0, padded);
}

char *memory_strndup(const char *string, size_t length)
{
    length = strnlen(string, length);
    char *copy = memory_array(length + 1, 1);
    copy[length] = '\0';
    return memcpy(copy, string, length);
}

char *memory_strdup(const char *string)
{
    return memory_strndup(string, strlen(string));
}

char *memory_try_give(const char *string)
{
    return strdup(string);
}

char *memory_give(const char *string)
{
    Heap *own = heap_switch(heap_of_caller());
    char *copy = memory_strdup(string);
    heap_switch(own);
    return copy;
}

bool memory_is_plain(void *(*allocate)(size_t), void (*release)(void *))
{
    return allocate == malloc && release == free;
}

void *memory_for_json(size_t size)
{
    return heap_current() ? memory_alloc(size) : malloc(size);
}

void memory_free(void *block)
{
    if (heap_current())
        heap_release(block);
    else
        free(block);
}

void memory_free_all(void *const *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        memory_free(blocks[i]);
}
