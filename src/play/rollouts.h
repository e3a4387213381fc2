/* rollouts.h - batches of playouts, played by several threads
 *
 * A batch is filled by its owner, submitted, and waited for. Its content
 * depends on the owner only, so that the number of threads changes only the
 * speed.
 */
#ifndef ZERMELO_PLAY_ROLLOUTS_H
#define ZERMELO_PLAY_ROLLOUTS_H

#include "base/budget.h"
#include "zermelo.h"

typedef struct {
    size_t count; /* of playouts, at most ZERMELO_MAX_PLAYOUTS */
    const void *positions[ZERMELO_MAX_PLAYOUTS];
    uint64_t first_number; /* the number of the first */
    int *goals;            /* by playout, by role; -1 for none */
    Budget budget;         /* when it is spent, playouts are given up */
    bool done;
} PlayoutBatch;

typedef struct PlayoutPool PlayoutPool;

/* THREADS, of which the caller's is one. Without a net, CURSOR plays, when the
 * caller waits. */
PlayoutPool *pool_new(const ZermeloNet *net, ZermeloCursor *cursor,
                      size_t threads, uint64_t seed);
void pool_free(PlayoutPool *pool);

void pool_submit(PlayoutPool *pool, PlayoutBatch *batch);

/* Waits for BATCH, and helps while waiting. */
void pool_wait(PlayoutPool *pool, PlayoutBatch *batch);

#endif
