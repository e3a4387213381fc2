/* arena_test.c - memory that is released all at once */
#include "base/arena.h"
#include "support.h"

#include <string.h>

enum { STRIDE = 1000 };

static void what_is_allocated_again_after_a_rewind_is_zeroed(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    ArenaMark mark = arena_mark(arena);
    unsigned char *first = arena_alloc(arena, STRIDE);
    memset(first, 1, STRIDE);
    arena_rewind(arena, mark);
    unsigned char *second = arena_alloc(arena, STRIDE);
    assert_ptr_equal(first, second);
    for (size_t i = 0; i < STRIDE; i++)
        assert_int_equal(second[i], 0);
    arena_free(arena);
}

/* Scratch that is marked at the end of a chunk keeps the chunk that follows. */
static void a_rewind_keeps_one_chunk_for_the_next_time(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    size_t held = arena_bytes(arena);
    while (arena_bytes(arena) == held || arena_bytes(arena) < 100 * STRIDE) {
        held = arena_bytes(arena);
        ArenaMark mark = arena_mark(arena);
        void *first = arena_alloc(arena, STRIDE);
        size_t bytes = arena_bytes(arena);
        arena_rewind(arena, mark);
        assert_int_equal(arena_bytes(arena), bytes);
        assert_ptr_equal(arena_alloc(arena, STRIDE), first);
        assert_int_equal(arena_bytes(arena), bytes);
    }
    arena_free(arena);
}

/* More than one chunk is given back: a rewind does release memory. */
static void a_rewind_over_many_chunks_gives_them_back(void **state)
{
    (void)state;
    Arena *arena = arena_new();
    ArenaMark mark = arena_mark(arena);
    for (size_t i = 0; i < 20 * STRIDE; i++)
        arena_alloc(arena, STRIDE);
    size_t most = arena_bytes(arena);
    arena_rewind(arena, mark);
    assert_true(arena_bytes(arena) < most / 10);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_allocated_again_after_a_rewind_is_zeroed),
        cmocka_unit_test(a_rewind_keeps_one_chunk_for_the_next_time),
        cmocka_unit_test(a_rewind_over_many_chunks_gives_them_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
