/* heap.c - the memory of one handle, its limit, and the way out without it
 *
 * Every block has a header that links it into the list of its heap; so a heap
 * can be released without knowing what the blocks are. Start reading at
 * heap_fail().
 */
#include "base/heap.h"

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct Block Block;
struct Block {
    Block *next, **link; /* LINK points to the pointer to this block */
    Heap *heap;
    uint64_t bytes : 48, offset : 16; /* OFFSET: from what malloc returned */
};

#define MAX_BLOCK_BYTES ((size_t)1 << 47)

struct Heap {
    Heap *account; /* the one that counts, which may be this one */
    atomic_size_t used;
    size_t limit;
    Block *blocks;
    Cleanup *cleanups;
    Cleanup as_part; /* of the heap of the call in which it was made */
    bool has_failed, has_rest;
    size_t object_size;
    alignas(max_align_t) unsigned char object[];
};

/* The place of this thread. */
static _Thread_local struct {
    Heap *heap;
    HeapCall *call;
} now;

static void (*outside_hook)(void);
static atomic_uint_fast64_t failure_left;

/* ---- counting ---- */

static bool is_to_fail(void)
{
    return atomic_load_explicit(&failure_left, memory_order_relaxed) &&
           atomic_fetch_sub(&failure_left, 1) == 1;
}

static size_t limit_of(const Heap *heap)
{
    return heap->limit ? heap->limit : SIZE_MAX;
}

static bool charge(Heap *heap, size_t bytes)
{
    if (is_to_fail())
        return false;
    size_t used = atomic_fetch_add(&heap->account->used, bytes);
    if (bytes <= limit_of(heap) && used <= limit_of(heap) - bytes)
        return true;
    atomic_fetch_sub(&heap->account->used, bytes);
    return false;
}

static void discharge(Heap *heap, size_t bytes)
{
    assert(atomic_load(&heap->account->used) >= bytes);
    atomic_fetch_sub(&heap->account->used, bytes);
}

bool heap_is_short(size_t growth, size_t reserve)
{
    if (!now.heap || limit_of(now.heap) == SIZE_MAX)
        return false;
    size_t used = atomic_load(&now.heap->account->used);
    return used + used / 100 * growth + reserve > limit_of(now.heap);
}

void heap_fail_at(uint64_t number)
{
    atomic_store(&failure_left, number);
}

uint64_t heap_failure_left(void)
{
    return atomic_load(&failure_left);
}

/* ---- blocks ---- */

static Block *block_of(void *data)
{
    return (Block *)data - 1;
}

static void link_block(Heap *heap, Block *block)
{
    block->heap = heap;
    block->next = heap->blocks;
    block->link = &heap->blocks;
    if (block->next)
        block->next->link = &block->next;
    heap->blocks = block;
}

static void unlink_block(Block *block)
{
    *block->link = block->next;
    if (block->next)
        block->next->link = block->link;
}

/* A block at a multiple of ALIGNMENT, behind its header; NULL without memory.
 */
static void *new_block(Heap *heap, size_t alignment, size_t bytes,
                       bool is_zeroed)
{
    bool is_plain = alignment <= alignof(max_align_t);
    size_t offset = alignment > sizeof(Block) ? alignment : sizeof(Block);
    size_t padded = is_plain ? bytes : (bytes + offset - 1) / offset * offset;
    if (bytes > MAX_BLOCK_BYTES || !charge(heap, padded))
        return NULL;
    unsigned char *memory = !is_plain
                                ? aligned_alloc(alignment, offset + padded)
                            : is_zeroed ? calloc(offset + padded, 1)
                                        : malloc(offset + padded);
    if (!memory) {
        discharge(heap, padded);
        return NULL;
    }
    if (is_zeroed && !is_plain)
        memset(memory + offset, 0, padded);
    Block *block = block_of(memory + offset);
    block->bytes = padded;
    block->offset = offset;
    link_block(heap, block);
    return block + 1;
}

static void *resize_block(Block *block, size_t bytes)
{
    Heap *heap = block->heap;
    size_t old_bytes = block->bytes;
    assert(block->offset == sizeof *block); /* it is not an aligned one */
    size_t growth = bytes > old_bytes ? bytes - old_bytes : 0;
    if (bytes > MAX_BLOCK_BYTES || !charge(heap, growth))
        return NULL;
    Block *resized = realloc(block, sizeof *block + bytes);
    if (!resized) {
        discharge(heap, growth);
        return NULL;
    }
    discharge(heap, old_bytes + growth - bytes);
    resized->bytes = bytes;
    *resized->link = resized; /* it has moved */
    if (resized->next)
        resized->next->link = &resized->next;
    return resized + 1;
}

void *heap_resize(Heap *heap, void *data, size_t bytes)
{
    return data ? resize_block(block_of(data), bytes)
                : new_block(heap, 1, bytes, false);
}

void *heap_zeroed(Heap *heap, size_t alignment, size_t bytes)
{
    return new_block(heap, alignment, bytes, true);
}

void heap_release(void *data)
{
    if (!data)
        return;
    Block *block = block_of(data);
    unlink_block(block);
    discharge(block->heap, block->bytes);
    free((unsigned char *)data - block->offset);
}

/* ---- heaps ---- */

static void free_part(void *heap)
{
    heap_free(heap);
}

Heap *heap_new(size_t size, Heap *other)
{
    Heap *heap = is_to_fail() ? NULL : calloc(1, sizeof *heap + size);
    if (!heap)
        return NULL;
    heap->account = other ? other->account : heap;
    heap->limit = other ? other->limit : 0;
    heap->object_size = size;
    if (now.heap)
        heap_note(&heap->as_part, free_part, heap);
    return heap;
}

void heap_expect_rest(Heap *heap)
{
    heap->has_rest = true;
}

void heap_keep(Heap *heap)
{
    heap_forget(&heap->as_part);
}

void *heap_object(Heap *heap)
{
    return heap->object;
}

void heap_limit(Heap *heap, size_t bytes)
{
    heap->limit = bytes;
}

bool heap_failed(const Heap *heap)
{
    return heap->has_failed;
}

/* Cleanups come first: they may stand in blocks, and use them. */
static void clear(Heap *heap)
{
    Heap *outer = heap_switch(heap);
    while (heap->cleanups) {
        Cleanup *cleanup = heap->cleanups;
        heap_forget(cleanup);
        cleanup->release(cleanup->object);
    }
    while (heap->blocks)
        heap_release(heap->blocks + 1);
    heap_switch(outer);
}

void heap_free(Heap *heap)
{
    if (!heap)
        return;
    heap_forget(&heap->as_part);
    clear(heap);
    free(heap);
}

bool heap_is_empty(const Heap *heap)
{
    return !heap->blocks;
}

void heap_check_empty(const Heap *heap)
{
#ifdef __SANITIZE_ADDRESS__
    assert(heap->has_failed || heap->has_rest || heap_is_empty(heap));
#endif
    (void)heap;
}

/* ---- calls ---- */

void heap_enter(HeapCall *call, Heap *heap, bool fails_with_outer)
{
    call->heap = heap;
    call->outer_heap = now.heap;
    call->outer = now.call;
    call->fails_with_outer = fails_with_outer;
    assert(!fails_with_outer || call->outer);
    now.heap = heap;
    now.call = call;
}

void heap_leave(HeapCall *call)
{
    assert(now.call == call);
    now.heap = call->outer_heap;
    now.call = call->outer;
}

Heap *heap_current(void)
{
    return now.heap;
}

Heap *heap_of_caller(void)
{
    return now.call ? now.call->outer_heap : NULL;
}

Heap *heap_switch(Heap *heap)
{
    Heap *outer = now.heap;
    now.heap = heap;
    return outer;
}

/* Releases while the stack still stands: Cleanups may be on it. */
void heap_fail(void)
{
    HeapCall *call = now.call;
    if (!call && outside_hook)
        outside_hook();
    assert(call); /* a program without a hook */
    while (call->fails_with_outer)
        call = call->outer;
    now.call = call;
    now.heap = call->heap;
    call->heap->has_failed = true;
    clear(call->heap);
    memset(call->heap->object, 0, call->heap->object_size);
    longjmp(call->way_out, 1);
}

void heap_set_hook(void (*hook)(void))
{
    outside_hook = hook;
}

/* ---- other resources ---- */

void heap_note(Cleanup *cleanup, void (*release)(void *object), void *object)
{
    *cleanup = (Cleanup){.release = release, .object = object};
    if (!now.call)
        return;
    cleanup->heap = now.call->heap;
    cleanup->next = cleanup->heap->cleanups;
    cleanup->link = &cleanup->heap->cleanups;
    if (cleanup->next)
        cleanup->next->link = &cleanup->next;
    cleanup->heap->cleanups = cleanup;
}

void heap_forget(Cleanup *cleanup)
{
    if (!cleanup->heap)
        return;
    *cleanup->link = cleanup->next;
    if (cleanup->next)
        cleanup->next->link = cleanup->link;
    cleanup->heap = NULL;
}
