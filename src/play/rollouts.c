/* rollouts.c - batches of playouts, played by several threads
 *
 * In:   positions
 * Out:  goal values
 *
 * A queue under a lock. A caller that waits for a batch plays the oldest one in
 * the queue meanwhile, so that with one thread the caller plays all of them.
 */
#include "play/rollouts.h"

#include "base/memory.h"
#include "base/vec.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

enum { MAX_STEPS_PER_PLAYOUT = 5000 }; /* of a playout; then it has no value */

struct PlayoutPool {
    const ZermeloNet *net;
    ZermeloCursor *cursor;            /* without a net */
    ZermeloPlayouts *caller_playouts; /* of the caller's thread */
    uint64_t seed;
    size_t role_count;
    pthread_mutex_t lock;
    pthread_cond_t batch_queued, batch_done;
    VEC(PlayoutBatch *) queue;
    bool closing;
    pthread_t *threads;
    size_t thread_count;
};

/* ---- playing ---- */

static ZermeloLimits remaining_limits(const PlayoutBatch *batch)
{
    ZermeloLimits limits = {.cancelled = batch->budget.cancelled};
    if (batch->budget.deadline > 0)
        limits.seconds = fmax(budget_left(&batch->budget), 1e-6);
    return limits;
}

static void play_batch(PlayoutPool *pool, ZermeloPlayouts *playouts,
                       PlayoutBatch *batch)
{
    ZermeloLimits limits = remaining_limits(batch);
    if (playouts) {
        zermelo_playouts_run(playouts, batch->positions, batch->count,
                             pool->seed, batch->first_number,
                             MAX_STEPS_PER_PLAYOUT, &limits, batch->goals);
        return;
    }
    for (size_t i = 0; i < batch->count; i++)
        zermelo_cursor_playout(pool->cursor, batch->positions[i], pool->seed,
                               batch->first_number + i, MAX_STEPS_PER_PLAYOUT,
                               &limits, batch->goals + i * pool->role_count);
}

/* With the lock held, but not while playing: takes the oldest batch, if there
 * is one, and plays it. */
static bool play_oldest_batch(PlayoutPool *pool, ZermeloPlayouts *playouts)
{
    if (!pool->queue.count)
        return false;
    PlayoutBatch *batch = pool->queue.items[0];
    memmove(pool->queue.items, pool->queue.items + 1,
            --pool->queue.count * sizeof *pool->queue.items);
    pthread_mutex_unlock(&pool->lock);
    play_batch(pool, playouts, batch);
    pthread_mutex_lock(&pool->lock);
    batch->done = true;
    pthread_cond_broadcast(&pool->batch_done);
    return true;
}

static void *run_thread(void *data)
{
    PlayoutPool *pool = data;
    ZermeloPlayouts *playouts = zermelo_playouts_new(pool->net);
    pthread_mutex_lock(&pool->lock);
    while (!pool->closing)
        if (!play_oldest_batch(pool, playouts))
            pthread_cond_wait(&pool->batch_queued, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
    zermelo_playouts_free(playouts);
    return NULL;
}

/* ---- the public functions ---- */

PlayoutPool *pool_new(const ZermeloNet *net, ZermeloCursor *cursor,
                      size_t threads, uint64_t seed)
{
    PlayoutPool *pool = memory_alloc(sizeof *pool);
    *pool = (PlayoutPool){.net = net,
                          .cursor = cursor,
                          .seed = seed,
                          .role_count = zermelo_cursor_role_count(cursor)};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->batch_queued, NULL);
    pthread_cond_init(&pool->batch_done, NULL);
    pool->threads = memory_array(threads, sizeof *pool->threads);
    if (!net)
        return pool;
    pool->caller_playouts = zermelo_playouts_new(net);
    for (size_t i = 1; i < threads; i++)
        if (pthread_create(&pool->threads[pool->thread_count], NULL, run_thread,
                           pool) == 0)
            pool->thread_count++;
    return pool;
}

void pool_free(PlayoutPool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->batch_queued);
    pthread_mutex_unlock(&pool->lock);
    for (size_t i = 0; i < pool->thread_count; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->batch_queued);
    pthread_cond_destroy(&pool->batch_done);
    zermelo_playouts_free(pool->caller_playouts);
    vec_free(&pool->queue);
    free_all(pool->threads, pool);
}

void pool_submit(PlayoutPool *pool, PlayoutBatch *batch)
{
    pthread_mutex_lock(&pool->lock);
    assert(batch->count > 0 && batch->count <= ZERMELO_MAX_PLAYOUTS);
    batch->done = false;
    vec_push(&pool->queue, batch);
    pthread_cond_signal(&pool->batch_queued);
    pthread_mutex_unlock(&pool->lock);
}

void pool_wait(PlayoutPool *pool, PlayoutBatch *batch)
{
    pthread_mutex_lock(&pool->lock);
    while (!batch->done)
        if (!play_oldest_batch(pool, pool->caller_playouts))
            pthread_cond_wait(&pool->batch_done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
