/* rollouts.h - batches of playouts, played by several threads
 *
 * A batch is filled by its owner, handed over, and taken back with the goal
 * values. What is in it depends on the owner only, so that the number of
 * threads changes nothing but the speed.
 */
#ifndef ZERMELO_PLAY_ROLLOUTS_H
#define ZERMELO_PLAY_ROLLOUTS_H

#include "zermelo.h"

typedef struct {
    size_t count; /* of playouts, at most ZERMELO_MAX_PLAYOUTS */
    const void *positions[ZERMELO_MAX_PLAYOUTS];
    uint64_t first; /* the number of the first */
    int *goals;     /* by playout, by role; -1 for none */
    bool queued, done;
} Roll;

typedef struct Rollers Rollers;

/* THREADS, of which the caller's is one. Without a net, CURSOR plays, when the
 * caller waits. */
Rollers *rollers_new(const ZermeloNet *net, ZermeloCursor *cursor,
                     size_t threads, uint64_t seed);
void rollers_free(Rollers *rollers);

/* When the playouts under way are to be given up. */
void rollers_limit(Rollers *rollers, double stop,
                   const volatile sig_atomic_t *cancelled);

void rollers_put(Rollers *rollers, Roll *roll);

/* Waits for ROLL, and helps while waiting. */
void rollers_wait(Rollers *rollers, Roll *roll);

#endif
