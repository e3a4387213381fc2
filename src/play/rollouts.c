/* rollouts.c - batches of playouts, played by several threads
 *
 * In:   positions
 * Out:  goal values
 *
 * A queue under a lock. Who waits for a batch takes the oldest one that nobody
 * has begun, so that with one thread everything is played by the caller.
 */
#include "play/rollouts.h"

#include "base/budget.h"
#include "base/memory.h"
#include "base/vec.h"

#include <pthread.h>
#include <string.h>

enum { MAX_STEPS = 5000 }; /* of a playout; then it has no value */

struct Rollers {
    const ZermeloNet *net;
    ZermeloCursor *cursor; /* without a net */
    ZermeloPlayouts *own;  /* of the caller's thread */
    uint64_t seed;
    size_t roles;
    pthread_mutex_t lock;
    pthread_cond_t queued, done;
    VEC(Roll *) queue;
    double stop;
    const volatile sig_atomic_t *cancelled;
    bool closing;
    pthread_t *threads;
    size_t thread_count;
};

/* ---- playing ---- */

static ZermeloLimits limits_now(const Rollers *rollers)
{
    ZermeloLimits limits = {0, rollers->cancelled};
    if (rollers->stop > 0) {
        double left = rollers->stop - clock_now();
        limits.seconds = left > 1e-6 ? left : 1e-6;
    }
    return limits;
}

static void play(Rollers *rollers, ZermeloPlayouts *playouts, Roll *roll)
{
    ZermeloLimits limits = limits_now(rollers);
    if (playouts) {
        zermelo_playouts_run(playouts, roll->positions, roll->count,
                             rollers->seed, roll->first, MAX_STEPS, &limits,
                             roll->goals);
        return;
    }
    for (size_t i = 0; i < roll->count; i++)
        zermelo_cursor_playout(rollers->cursor, roll->positions[i],
                               rollers->seed, roll->first + i, MAX_STEPS,
                               &limits, roll->goals + i * rollers->roles);
}

/* With the lock held: takes the oldest batch, if there is one, and plays it. */
static bool play_one(Rollers *rollers, ZermeloPlayouts *playouts)
{
    if (!rollers->queue.count)
        return false;
    Roll *roll = rollers->queue.items[0];
    memmove(rollers->queue.items, rollers->queue.items + 1,
            --rollers->queue.count * sizeof *rollers->queue.items);
    pthread_mutex_unlock(&rollers->lock);
    play(rollers, playouts, roll);
    pthread_mutex_lock(&rollers->lock);
    roll->done = true;
    pthread_cond_broadcast(&rollers->done);
    return true;
}

static void *work(void *data)
{
    Rollers *rollers = data;
    ZermeloPlayouts *playouts = zermelo_playouts_new(rollers->net);
    pthread_mutex_lock(&rollers->lock);
    while (!rollers->closing)
        if (!play_one(rollers, playouts))
            pthread_cond_wait(&rollers->queued, &rollers->lock);
    pthread_mutex_unlock(&rollers->lock);
    zermelo_playouts_free(playouts);
    return NULL;
}

/* ---- the public functions ---- */

Rollers *rollers_new(const ZermeloNet *net, ZermeloCursor *cursor,
                     size_t threads, uint64_t seed)
{
    Rollers *rollers = memory_alloc(sizeof *rollers);
    *rollers = (Rollers){.net = net,
                         .cursor = cursor,
                         .seed = seed,
                         .roles = zermelo_cursor_role_count(cursor)};
    pthread_mutex_init(&rollers->lock, NULL);
    pthread_cond_init(&rollers->queued, NULL);
    pthread_cond_init(&rollers->done, NULL);
    rollers->threads = memory_array(threads, sizeof *rollers->threads);
    if (!net)
        return rollers;
    rollers->own = zermelo_playouts_new(net);
    for (size_t i = 1; i < threads; i++)
        if (pthread_create(&rollers->threads[rollers->thread_count], NULL, work,
                           rollers) == 0)
            rollers->thread_count++;
    return rollers;
}

void rollers_free(Rollers *rollers)
{
    if (!rollers)
        return;
    pthread_mutex_lock(&rollers->lock);
    rollers->closing = true;
    pthread_cond_broadcast(&rollers->queued);
    pthread_mutex_unlock(&rollers->lock);
    for (size_t i = 0; i < rollers->thread_count; i++)
        pthread_join(rollers->threads[i], NULL);
    pthread_mutex_destroy(&rollers->lock);
    pthread_cond_destroy(&rollers->queued);
    pthread_cond_destroy(&rollers->done);
    zermelo_playouts_free(rollers->own);
    vec_free(&rollers->queue);
    free(rollers->threads);
    free(rollers);
}

void rollers_limit(Rollers *rollers, double stop,
                   const volatile sig_atomic_t *cancelled)
{
    pthread_mutex_lock(&rollers->lock);
    rollers->stop = stop;
    rollers->cancelled = cancelled;
    pthread_mutex_unlock(&rollers->lock);
}

void rollers_put(Rollers *rollers, Roll *roll)
{
    pthread_mutex_lock(&rollers->lock);
    roll->queued = true;
    roll->done = false;
    vec_push(&rollers->queue, roll);
    pthread_cond_signal(&rollers->queued);
    pthread_mutex_unlock(&rollers->lock);
}

void rollers_wait(Rollers *rollers, Roll *roll)
{
    pthread_mutex_lock(&rollers->lock);
    while (!roll->done)
        if (!play_one(rollers, rollers->own))
            pthread_cond_wait(&rollers->done, &rollers->lock);
    roll->queued = false;
    pthread_mutex_unlock(&rollers->lock);
}
