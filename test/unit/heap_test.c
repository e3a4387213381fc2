/* heap_test.c - limits of heaps, and the way out when they are reached */
#include "base/heap.h"
#include "base/arena.h"
#include "base/memory.h"
#include "base/vec.h"
#include "support.h"

#include <pthread.h>
#include <stdint.h>

enum { LIMIT = 1 << 20 };

/* Allocates COUNT blocks of a kilobyte, in lists and arenas; false if memory
 * ran out. */
static bool can_allocate(Heap *heap, size_t count)
{
    HEAP_CALL(heap)
    return false;
    VEC(void *) blocks = {0};
    Arena *arena = arena_new();
    for (size_t i = 0; i < count; i++) {
        vec_push(&blocks, memory_zeroed(1, 512));
        arena_alloc(arena, 512);
    }
    for (size_t i = 0; i < count; i++)
        memory_free(blocks.items[i]);
    vec_free(&blocks);
    arena_free(arena);
    return true;
}

static void beyond_the_limit_everything_is_released(void **state)
{
    (void)state;
    Heap *heap = heap_new(8, NULL);
    heap_limit(heap, LIMIT);
    *(uint64_t *)heap_object(heap) = 7;
    assert_true(can_allocate(heap, 500));
    heap_check_empty(heap);
    assert_int_equal(*(uint64_t *)heap_object(heap), 7);
    assert_false(can_allocate(heap, 2000));
    assert_true(heap_failed(heap));
    assert_null(heap_current());
    assert_int_equal(*(uint64_t *)heap_object(heap), 0);
    assert_true(can_allocate(heap, 500)); /* nothing of it is still counted */
    heap_free(heap);
}

static void heaps_of_one_account_share_its_limit(void **state)
{
    (void)state;
    Heap *game = heap_new(0, NULL);
    heap_limit(game, LIMIT);
    Heap *play = heap_new(0, game);
    Heap *outer = heap_switch(game);
    void *block = memory_array(1, LIMIT / 2);
    heap_switch(outer);
    assert_true(can_allocate(play, 200));
    assert_false(can_allocate(play, 800));
    assert_false(heap_failed(game));
    heap_limit(play, 2 * LIMIT); /* for this one */
    assert_true(can_allocate(play, 800));
    outer = heap_switch(game);
    memory_free(block);
    heap_switch(outer);
    heap_free(play);
    heap_free(game);
}

static void count(void *number)
{
    ++*(int *)number;
}

/* The number of Cleanups that were called when memory ran out. */
static int cleanups_called(Heap *heap, size_t count_of_blocks)
{
    static int called;
    called = 0;
    HEAP_CALL(heap)
    return called;
    Cleanup kept, forgotten, last;
    heap_note(&kept, count, &called);
    heap_note(&forgotten, count, &called);
    heap_note(&last, count, &called);
    heap_forget(&forgotten);
    for (size_t i = 0; i < count_of_blocks; i++)
        memory_zeroed(1, 1024);
    heap_forget(&kept);
    heap_forget(&last);
    return called;
}

static void cleanups_are_called_only_when_memory_runs_out(void **state)
{
    (void)state;
    Heap *heap = heap_new(0, NULL);
    heap_limit(heap, LIMIT);
    assert_int_equal(cleanups_called(heap, 10), 0);
    assert_int_equal(cleanups_called(heap, 2000), 2);
    heap_free(heap);
}

static bool fails_inside(Heap *outer, Heap *inner)
{
    HEAP_CALL(outer)
    return false; /* not reached: the inner one fails */
    char *block = memory_strdup("kept");
    bool is_inner = !can_allocate(inner, 5000);
    bool is_kept = strcmp(block, "kept") == 0 && heap_current() == outer;
    memory_free(block);
    return is_inner && is_kept;
}

static void the_innermost_call_fails(void **state)
{
    (void)state;
    Heap *outer = heap_new(0, NULL), *inner = heap_new(0, outer);
    heap_limit(inner, LIMIT);
    assert_true(fails_inside(outer, inner));
    assert_false(heap_failed(outer));
    heap_check_empty(outer);
    heap_free(inner);
    heap_free(outer);
}

static void an_arena_stays_in_the_heap_it_was_made_in(void **state)
{
    (void)state;
    Heap *game = heap_new(0, NULL), *play = heap_new(0, game);
    heap_switch(game);
    Arena *arena = arena_new();
    char *array = memory_array(1, 1);
    heap_switch(play);
    arena_alloc(arena, 100000);
    array = memory_resize(array, 100000, 1);
    heap_check_empty(play);
    heap_switch(NULL);
    heap_free(play);
    heap_switch(game);
    arena_alloc(arena, 100000);
    array[99999] = 1;
    arena_free(arena);
    memory_free(array);
    heap_switch(NULL);
    heap_check_empty(game);
    heap_free(game);
}

static void *run_out_of_memory(void *heap)
{
    return can_allocate(heap, 100000) ? heap : NULL;
}

static void threads_take_their_own_way_out(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    Heap *account = heap_new(0, NULL), *heaps[THREADS];
    heap_limit(account, LIMIT);
    for (int i = 0; i < THREADS; i++) {
        heaps[i] = heap_new(0, account);
        assert_int_equal(
            pthread_create(&threads[i], NULL, run_out_of_memory, heaps[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_null(result);
        heap_free(heaps[i]);
    }
    assert_true(can_allocate(account, 500));
    heap_free(account);
}

static void the_allocation_that_is_named_fails(void **state)
{
    (void)state;
    Heap *heap = heap_new(0, NULL);
    heap_fail_at(7);
    assert_false(can_allocate(heap, 10));
    assert_int_equal(heap_failure_left(), 0);
    assert_true(can_allocate(heap, 10));
    heap_free(heap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_the_limit_everything_is_released),
        cmocka_unit_test(heaps_of_one_account_share_its_limit),
        cmocka_unit_test(cleanups_are_called_only_when_memory_runs_out),
        cmocka_unit_test(the_innermost_call_fails),
        cmocka_unit_test(an_arena_stays_in_the_heap_it_was_made_in),
        cmocka_unit_test(threads_take_their_own_way_out),
        cmocka_unit_test(the_allocation_that_is_named_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
