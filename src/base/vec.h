/* vec.h - arrays that grow
 *
 *     VEC(int) numbers = {0};
 *     vec_push(&numbers, 7);
 *     for (size_t i = 0; i < numbers.count; i++) use(numbers.items[i]);
 *     vec_free(&numbers);
 *
 * What is finished and lives on is copied into an arena.
 */
#ifndef ZERMELO_BASE_VEC_H
#define ZERMELO_BASE_VEC_H

#include "base/arena.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define VEC(type)                                                              \
    struct {                                                                   \
        type *items;                                                           \
        size_t count, capacity;                                                \
    }

/* The item may be a compound literal, commas and all: (Edge){from, to}. */
#define vec_push(vec, ...)                                                     \
    ((vec)->count == (vec)->capacity ? vec_grow(vec) : (void)0,                \
     (void)((vec)->items[(vec)->count++] = (__VA_ARGS__)))

/* The capacity last: without memory the array is as it was. */
#define vec_grow(vec)                                                          \
    ((vec)->items = memory_resize((vec)->items, vec_next_capacity(vec),        \
                                  sizeof *(vec)->items),                       \
     (void)((vec)->capacity = vec_next_capacity(vec)))
#define vec_next_capacity(vec) ((vec)->capacity ? 2 * (vec)->capacity : 8)

/* Pushes the items of an array, which is no part of VEC. */
#define vec_append(vec, array, number)                                         \
    do {                                                                       \
        for (size_t vec_at = 0; vec_at < (size_t)(number); vec_at++)           \
            vec_push((vec), (array)[vec_at]);                                  \
    } while (0)

/* Removes the items that are equal to ITEM; the others keep their order. */
#define vec_remove(vec, item)                                                  \
    do {                                                                       \
        size_t vec_kept = 0;                                                   \
        for (size_t vec_at = 0; vec_at < (vec)->count; vec_at++)               \
            if ((vec)->items[vec_at] != (item))                                \
                (vec)->items[vec_kept++] = (vec)->items[vec_at];               \
        (vec)->count = vec_kept;                                               \
    } while (0)

#define vec_last(vec)  ((vec)->items[(vec)->count - 1])
#define vec_pop(vec)   ((vec)->items[--(vec)->count])
#define vec_clear(vec) ((void)((vec)->count = 0))

#define vec_free(vec)                                                          \
    (memory_free((vec)->items), (vec)->items = NULL, (vec)->count = 0,         \
     (void)((vec)->capacity = 0))

/* Frees several: vec_free_all(&edges, &nodes). */
#define vec_free_all(...)                                                      \
    vec_free_list((void *[]){__VA_ARGS__},                                     \
                  sizeof((void *[]){__VA_ARGS__}) / sizeof(void *))

static inline void vec_free_list(void *const *vecs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        void *items; /* the first field, of whatever type it points to */
        memcpy(&items, vecs[i], sizeof items);
        memory_free(items);
        memset(vecs[i], 0, sizeof(VEC(void *)));
    }
}

/* The items as an array in ARENA; the vec is emptied. */
#define vec_finish(vec, arena)                                                 \
    vec_finish_bytes((vec)->items, (vec)->count * sizeof *(vec)->items,        \
                     (arena), (void **)&(vec)->items, &(vec)->count,           \
                     &(vec)->capacity)

static inline void *vec_finish_bytes(void *items, size_t bytes, Arena *arena,
                                     void **field, size_t *count,
                                     size_t *capacity)
{
    void *copy = arena_copy(arena, items, bytes);
    memory_free(items);
    *field = NULL;
    *count = *capacity = 0;
    return copy;
}

#endif
