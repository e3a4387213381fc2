/* heap.h - the memory of one handle, its limit, and the way out without it
 *
 * A public function of the library enters the Heap of its handle; then all
 * blocks of base/memory.h and all arenas that it makes belong to that Heap. If
 * an allocation fails or goes beyond the limit, everything that belongs to the
 * Heap is released, and the function goes on behind its HEAP_CALL:
 *
 *     HEAP_CALL(heap)
 *         return NULL; // no memory: all is released
 *     ...              // allocates without a thought
 *
 * So nothing between that and the allocation sees a failure. What has to be
 * released otherwise (a file) is noted in a Cleanup while it exists; a heap
 * that is made inside of a call is released with the heap of that call.
 *
 * A block stays in its Heap when it is resized, an arena in the one it was made
 * in. Outside of all heaps, as in programs and tests, blocks are plain blocks
 * of malloc(). What was allocated inside is released inside.
 *
 * A thread is in one Heap at a time, and a Heap belongs to one thread at a
 * time; but several can share an account, which counts their bytes together.
 */
#ifndef ZERMELO_BASE_HEAP_H
#define ZERMELO_BASE_HEAP_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Heap Heap;

/* An empty heap that counts its bytes in the account of OTHER, which outlives
 * it, or in one of its own if that is NULL. It has room for an object of SIZE
 * bytes, zeroed, which lives as long as the heap. NULL without memory. */
Heap *heap_new(size_t size, Heap *other);
void *heap_object(Heap *heap);
void heap_keep(Heap *heap); /* after the call in which it was made */

/* Releases the heap with all that is in it; it may be NULL. */
void heap_free(Heap *heap);

bool heap_is_empty(const Heap *heap); /* of blocks */

/* To find leaks: with the address sanitizer, nothing may be left in HEAP,
 * unless it has failed, or that is expected. */
void heap_check_empty(const Heap *heap);
void heap_expect_rest(Heap *heap);

/* The most bytes that its account may have while an allocation is made in HEAP.
 * A new heap has the limit of the other one. */
void heap_limit(Heap *heap, size_t bytes);

/* Whether memory has run out in a call. Then the heap is empty, and its object
 * is zeroed. */
bool heap_failed(const Heap *heap);

/* ---- being inside ---- */

typedef struct HeapCall HeapCall;
struct HeapCall {
    Heap *heap;
    Heap *outer_heap;
    HeapCall *outer;
    bool fails_with_outer;
    jmp_buf way_out;
};

void heap_enter(HeapCall *call, Heap *heap, bool fails_with_outer);
void heap_leave(HeapCall *call);

/* Enters HEAP until the function returns. The statement behind it is executed
 * if memory runs out; it may use only variables that did not change since. */
#define HEAP_CALL(heap) HEAP_CALL_WITH(heap, false)
/* The same for a public function: if it is called inside of another one, that
 * one fails, so that nobody takes what is missing for an answer. */
#define HEAP_PUBLIC_CALL(heap) HEAP_CALL_WITH(heap, heap_current() != NULL)
#define HEAP_CALL_WITH(heap, fails_with_outer)                                 \
    __attribute__((cleanup(heap_leave))) HeapCall heap_call;                   \
    heap_enter(&heap_call, heap, fails_with_outer);                            \
    if (setjmp(heap_call.way_out) != 0)

Heap *heap_current(void);   /* NULL: outside */
Heap *heap_of_caller(void); /* the one that was left for it */

/* Makes HEAP the current one and returns the one before, for what belongs to
 * another handle; the way out stays that of the call. */
Heap *heap_switch(Heap *heap);

/* Takes the way out of the innermost call. */
__attribute__((noreturn)) void heap_fail(void);

/* What an allocation that fails outside of all calls ends in: HOOK, which must
 * not return. For programs. */
void heap_set_hook(void (*hook)(void));

/* ---- other resources ---- */

typedef struct Cleanup Cleanup;
struct Cleanup {
    void (*release)(void *object);
    void *object;
    Heap *heap;
    Cleanup *next, **link;
};

/* RELEASE is called with OBJECT if memory runs out before heap_forget(). The
 * Cleanup is on the stack, or in the heap beside the object. */
void heap_note(Cleanup *cleanup, void (*release)(void *object), void *object);
void heap_forget(Cleanup *cleanup);

/* ---- blocks, for base/memory.c ---- */

/* NULL if there is no memory. BLOCK may be NULL. */
void *heap_resize(Heap *heap, void *block, size_t bytes);
/* At a multiple of ALIGNMENT, a power of two; such a block is not resized if
 * ALIGNMENT is above that of malloc(). */
void *heap_zeroed(Heap *heap, size_t alignment, size_t bytes);
void heap_release(void *block);

/* Whether GROWTH hundredths more than there is now, and RESERVE bytes, would be
 * beyond the limit. */
bool heap_is_short(size_t growth, size_t reserve);

/* For tests: the allocation of this NUMBER from now on, inside of heaps, fails;
 * 0: none does. What is left of NUMBER. */
void heap_fail_at(uint64_t number);
uint64_t heap_failure_left(void);

#endif
