/* rollouts.h - batches of playouts, played by several threads
 *
 * A batch is filled by its owner, submitted, and waited for. Its content
 * depends on the owner only, so that the number of threads changes only the
 * speed. Threads other than the owner's live from pool_begin() to pool_end().
 */
#ifndef ZERMELO_SEARCH_ROLLOUTS_H
#define ZERMELO_SEARCH_ROLLOUTS_H

#include "base/budget.h"
#include "search/numbered_engine.h"
#include "sim/simulate.h"

typedef struct PlayoutBatch PlayoutBatch;
struct PlayoutBatch {
    size_t count; /* of playouts, at most SLICED_LANES */
    const uint64_t *positions[SLICED_LANES];
    uint64_t first_number; /* the number of the first */
    int *goals;            /* by playout, by role; -1 for none */
    Budget budget;         /* when it is spent, playouts are given up */
    bool done;
    PlayoutBatch *next; /* in the queue */
};

typedef struct PlayoutPool PlayoutPool;

/* THREADS, of which the caller's is one. With LANES NULL, NUMBERED plays, when
 * the caller waits. */
PlayoutPool *pool_new(const LanePlan *lanes, NumberedEngine *numbered,
                      size_t threads, uint64_t seed);
void pool_free(PlayoutPool *pool);

void pool_begin(PlayoutPool *pool);
void pool_end(PlayoutPool *pool); /* when no batch is waited for any more */

void pool_submit(PlayoutPool *pool, PlayoutBatch *batch);

/* Waits for BATCH, and helps while waiting. */
void pool_wait(PlayoutPool *pool, PlayoutBatch *batch);

#endif
