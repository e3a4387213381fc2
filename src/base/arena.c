/* arena.c - memory that is released all at once
 *
 * A list of chunks, newest first, each twice as large as the one before up to
 * a limit. An allocation is a bump of `used`. One chunk that a rewind has
 * emptied is kept as the next one: scratch that is used and rewound for each
 * rule would otherwise ask the system for a megabyte each time it happens to
 * stand at the end of a chunk.
 */
#include "base/arena.h"

#include "base/heap.h"
#include "base/memory.h"

#include <assert.h>
#include <stdarg.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK_BYTES = 4096, MAX_CHUNK_BYTES = 1 << 20 };

typedef struct Chunk Chunk;
struct Chunk {
    Chunk *older;
    size_t size, used;
    alignas(max_align_t) unsigned char bytes[];
};

struct Arena {
    Chunk *chunk, *spare;
    size_t next_size, total;
    Heap *heap; /* in which it was made */
};

Arena *arena_new(void)
{
    Arena *arena = memory_alloc(sizeof *arena);
    *arena = (Arena){.next_size = FIRST_CHUNK_BYTES, .heap = heap_current()};
    return arena;
}

void arena_free(Arena *arena)
{
    if (!arena)
        return;
    arena_rewind(arena, (ArenaMark){NULL, 0});
    Heap *outer = heap_switch(arena->heap);
    free_all(arena->spare, arena);
    heap_switch(outer);
}

static Chunk *new_chunk(Arena *arena, size_t size)
{
    size_t capacity = size > arena->next_size ? size : arena->next_size;
    Heap *outer = heap_switch(arena->heap);
    Chunk *chunk = memory_alloc(sizeof *chunk + capacity);
    heap_switch(outer);
    chunk->size = capacity;
    arena->total += capacity;
    if (arena->next_size < MAX_CHUNK_BYTES)
        arena->next_size *= 2;
    return chunk;
}

static void add_chunk(Arena *arena, size_t size)
{
    Chunk *chunk = arena->spare;
    if (chunk && chunk->size >= size)
        arena->spare = NULL;
    else
        chunk = new_chunk(arena, size);
    chunk->older = arena->chunk;
    chunk->used = 0;
    arena->chunk = chunk;
}

void *arena_alloc(Arena *arena, size_t size)
{
    size_t align = alignof(max_align_t);
    if (size > SIZE_MAX / 2)
        heap_fail();
    size = (size + align - 1) / align * align;
    if (!arena->chunk || arena->chunk->size - arena->chunk->used < size)
        add_chunk(arena, size);
    void *block = arena->chunk->bytes + arena->chunk->used;
    arena->chunk->used += size;
    return memset(block, 0, size);
}

void *arena_alloc_items(Arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes))
        heap_fail();
    return arena_alloc(arena, bytes);
}

void *arena_copy(Arena *arena, const void *bytes, size_t size)
{
    void *block = arena_alloc(arena, size);
    return size ? memcpy(block, bytes, size) : block;
}

char *arena_string(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(Arena *arena, const char *text)
{
    return arena_string(arena, text, strlen(text));
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list args, args_copy;
    va_start(args, format);
    va_copy(args_copy, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, args_copy);
    va_end(args_copy);
    va_end(args);
    return text;
}

ArenaMark arena_mark(const Arena *arena)
{
    return (ArenaMark){arena->chunk, arena->chunk ? arena->chunk->used : 0};
}

void arena_rewind(Arena *arena, ArenaMark mark)
{
    Heap *outer = heap_switch(arena->heap);
    while (arena->chunk && arena->chunk != mark.chunk) {
        Chunk *chunk = arena->chunk;
        arena->chunk = chunk->older;
        if (!arena->spare && chunk->size <= MAX_CHUNK_BYTES) {
            arena->spare = chunk;
            continue;
        }
        arena->total -= chunk->size;
        memory_free(chunk);
    }
    heap_switch(outer);
    assert(arena->chunk == mark.chunk); /* the mark is of this arena */
    if (arena->chunk) {
        assert(mark.used <= arena->chunk->used);
        arena->chunk->used = mark.used;
    }
}

Heap *arena_heap(const Arena *arena)
{
    return arena->heap;
}

size_t arena_bytes(const Arena *arena)
{
    return arena->total;
}
