/* memory.h - heap memory: every allocation is checked here
 *
 * An allocation that fails, or whose size does not fit into size_t, ends in
 * fatal(); so nobody else compares with NULL. A size of 0 is allowed. What is
 * returned goes back by free().
 *
 * The library never prints and never exits, with this one exception. A program
 * that wants to say something first, or to leave by longjmp, sets a hook.
 */
#ifndef ZERMELO_BASE_MEMORY_H
#define ZERMELO_BASE_MEMORY_H

#include <stddef.h>

typedef void FatalHook(const char *message);
void fatal_set_hook(FatalHook *hook); /* NULL restores the default */
_Noreturn void fatal(const char *message);

void *memory_alloc(size_t size);
void *memory_array(size_t count, size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *block, size_t count, size_t size);

/* Zeroed, and at a multiple of ALIGNMENT, a power of two. */
void *memory_aligned(size_t alignment, size_t count, size_t size);

/* Frees several blocks: free_all(a, b, c). */
#define free_all(...)                                                          \
    memory_free((void *[]){__VA_ARGS__},                                       \
                sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void memory_free(void *const *blocks, size_t count);

char *memory_strdup(const char *string);
char *memory_strndup(const char *string, size_t length);

/* The same, but NULL, with BLOCK as it was, if it cannot be done: for searches
 * that then give up. */
void *memory_try_zeroed(size_t count, size_t size);
void *memory_try_resize(void *block, size_t count, size_t size);

#endif
