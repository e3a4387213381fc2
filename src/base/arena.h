/* arena.h - memory that is released all at once
 *
 * Rules, a Net and a proof own one arena each; everything they point to lives
 * there and dies with one call. A Game lives in the arena of its Rules. What is
 * allocated is zeroed.
 */
#ifndef ZERMELO_BASE_ARENA_H
#define ZERMELO_BASE_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

/* A place in an arena; rewinding to it forgets all that came later. */
typedef struct {
    void *chunk;
    size_t used;
} ArenaMark;

Arena *arena_new(void);
void arena_free(Arena *arena);

void *arena_alloc(Arena *arena, size_t size);
void *arena_copy(Arena *arena, const void *bytes, size_t size);
char *arena_string(Arena *arena, const char *text, size_t length);
char *arena_strdup(Arena *arena, const char *text);
__attribute__((format(printf, 2, 3))) char *
arena_printf(Arena *arena, const char *format, ...);

ArenaMark arena_mark(const Arena *arena);
void arena_rewind(Arena *arena, ArenaMark mark);

/* The heap that it was made in, and that all its memory is from. */
struct Heap *arena_heap(const Arena *arena);

size_t arena_bytes(const Arena *arena); /* held from the system */

/* A zeroed array of COUNT items of TYPE. */
#define arena_array(arena, type, count)                                        \
    ((type *)arena_alloc_items((arena), (count), sizeof(type)))
void *arena_alloc_items(Arena *arena, size_t count, size_t size);

#endif
