/* memory.h - every allocation of the tree: checked, and in the current heap
 *
 * An allocation that fails, or whose size does not fit into size_t, takes the
 * way out of the current call (base/heap.h); so nobody compares with NULL. A
 * size of 0 is allowed. What is returned goes back by memory_free(); outside of
 * all heaps, as in programs, free() does the same.
 */
#ifndef ZERMELO_BASE_MEMORY_H
#define ZERMELO_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

void *memory_alloc(size_t size);
void *memory_array(size_t count, size_t size);
void *memory_zeroed(size_t count, size_t size);
void *memory_resize(void *block, size_t count, size_t size);

/* Zeroed, and at a multiple of ALIGNMENT, a power of two. Not to be resized. */
void *memory_aligned(size_t alignment, size_t count, size_t size);

void memory_free(void *block);

/* Frees several blocks: free_all(a, b, c). */
#define free_all(...)                                                          \
    memory_free_all((void *[]){__VA_ARGS__},                                   \
                    sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))
void memory_free_all(void *const *blocks, size_t count);

char *memory_strdup(const char *string);
char *memory_strndup(const char *string, size_t length);

/* As memory_zeroed and memory_resize, but NULL, with BLOCK as it was, if it
 * cannot be done: for searches that then give up. */
void *memory_try_zeroed(size_t count, size_t size);
void *memory_try_resize(void *block, size_t count, size_t size);

/* A copy for the caller of a public function, in the heap of that one: outside
 * of all heaps, free() is for it. Where memory has run out, NULL if there is
 * none even for this. */
char *memory_give(const char *string);
char *memory_try_give(const char *string);

/* For jansson: memory_alloc inside of heaps, malloc outside. */
void *memory_for_json(size_t size);
/* Whether these functions are malloc and free. */
bool memory_is_plain(void *(*allocate)(size_t), void (*release)(void *));

#endif
