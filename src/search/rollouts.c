/* rollouts.c - batches of playouts, played by several threads
 *
 * In:   positions
 * Out:  goal values
 *
 * A queue under a lock. A caller that waits for a batch plays the oldest one in
 * the queue meanwhile, so that with one thread the caller plays all of them.
 * Threads allocate nothing. Should memory run out in the caller, they end
 * before it is released.
 */
#include "search/rollouts.h"

#include "base/heap.h"
#include "base/memory.h"

#include <assert.h>
#include <pthread.h>

enum { MAX_STEPS_PER_PLAYOUT = 5000 }; /* of a playout; then it has no value */

typedef struct {
    PlayoutPool *pool;
    LaneWorker *lanes;
    pthread_t thread; /* of all but the first, which is the caller's */
    bool has_started;
} PoolThread;

struct PlayoutPool {
    NumberedEngine *numbered;
    uint64_t seed;
    PoolThread *threads;
    size_t thread_count; /* 0 without lanes */
    pthread_mutex_t lock;
    pthread_cond_t batch_queued, batch_done;
    PlayoutBatch *first, *last; /* the queue */
    bool closing;
    Cleanup cleanup;
};

/* ---- playing ---- */

static void play_batch(PlayoutPool *pool, LaneWorker *lanes,
                       PlayoutBatch *batch)
{
    if (lanes) {
        sliced_batch_run(lanes, batch->positions, batch->count, pool->seed,
                         batch->first_number, MAX_STEPS_PER_PLAYOUT,
                         &batch->budget, batch->goals);
        return;
    }
    for (size_t i = 0; i < batch->count; i++)
        numbered_playout(pool->numbered, batch->positions[i], pool->seed,
                         batch->first_number + i, MAX_STEPS_PER_PLAYOUT,
                         &batch->budget,
                         batch->goals + i * pool->numbered->role_count);
}

/* With the lock held, but not while playing: takes the oldest batch, if there
 * is one, and plays it. */
static bool play_oldest_batch(PlayoutPool *pool, LaneWorker *lanes)
{
    PlayoutBatch *batch = pool->first;
    if (!batch)
        return false;
    pool->first = batch->next;
    pthread_mutex_unlock(&pool->lock);
    play_batch(pool, lanes, batch);
    pthread_mutex_lock(&pool->lock);
    batch->done = true;
    pthread_cond_broadcast(&pool->batch_done);
    return true;
}

static void *run_thread(void *data)
{
    PoolThread *self = data;
    PlayoutPool *pool = self->pool;
    pthread_mutex_lock(&pool->lock);
    while (!pool->closing)
        if (!play_oldest_batch(pool, self->lanes))
            pthread_cond_wait(&pool->batch_queued, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* ---- the public functions ---- */

PlayoutPool *pool_new(const LanePlan *lanes, NumberedEngine *numbered,
                      size_t threads, uint64_t seed)
{
    PlayoutPool *pool = memory_alloc(sizeof *pool);
    *pool = (PlayoutPool){.numbered = numbered,
                          .seed = seed,
                          .thread_count = lanes ? threads : 0};
    pool->threads = memory_zeroed(threads, sizeof *pool->threads);
    for (size_t i = 0; i < pool->thread_count; i++)
        pool->threads[i] = (PoolThread){
            .pool = pool, .lanes = lanes->kernel->worker_new(lanes)};
    return pool;
}

void pool_free(PlayoutPool *pool)
{
    if (!pool)
        return;
    for (size_t i = 0; i < pool->thread_count; i++)
        lane_worker_free(pool->threads[i].lanes);
    free_all(pool->threads, pool);
}

static void end_threads(void *data)
{
    PlayoutPool *pool = data;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->batch_queued);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 1; i < pool->thread_count; i++)
        if (pool->threads[i].has_started)
            pthread_join(pool->threads[i].thread, NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->batch_queued);
    pthread_cond_destroy(&pool->batch_done);
}

void pool_begin(PlayoutPool *pool)
{
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->batch_queued, NULL);
    pthread_cond_init(&pool->batch_done, NULL);
    pool->first = NULL;
    pool->closing = false;
    for (size_t i = 1; i < pool->thread_count; i++)
        pool->threads[i].has_started =
            pthread_create(&pool->threads[i].thread, NULL, run_thread,
                           &pool->threads[i]) == 0;
    heap_note(&pool->cleanup, end_threads, pool);
}

void pool_end(PlayoutPool *pool)
{
    assert(!pool->first); /* all were waited for */
    heap_forget(&pool->cleanup);
    end_threads(pool);
}

void pool_submit(PlayoutPool *pool, PlayoutBatch *batch)
{
    assert(batch->count > 0 && batch->count <= SLICED_LANES);
    batch->done = false;
    batch->next = NULL;
    pthread_mutex_lock(&pool->lock);
    if (pool->first)
        pool->last->next = batch;
    else
        pool->first = batch;
    pool->last = batch;
    pthread_cond_signal(&pool->batch_queued);
    pthread_mutex_unlock(&pool->lock);
}

void pool_wait(PlayoutPool *pool, PlayoutBatch *batch)
{
    LaneWorker *own = pool->thread_count ? pool->threads[0].lanes : NULL;
    pthread_mutex_lock(&pool->lock);
    while (!batch->done)
        if (!play_oldest_batch(pool, own))
            pthread_cond_wait(&pool->batch_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
