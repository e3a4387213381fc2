/* symmetry.h - permutations of features and moves that leave the rules as they
 * are
 *
 * Two positions that are images of each other have the same value for every
 * role. The initial position need not be its own image.
 */
#ifndef ZERMELO_GROUND_SYMMETRY_H
#define ZERMELO_GROUND_SYMMETRY_H

#include "ground/net.h"

/* Each is a map from features to features and from moves to moves of the same
 * role; the first is the identity. */
typedef struct {
    size_t count;
    uint32_t **features;  /* by symmetry and feature */
    uint32_t **moves;     /* by symmetry and move: those of a role stand */
    uint32_t *first_move; /* together, from here on */
} Symmetries;

/* At most MAX symmetries of NET, in ARENA. Not all may be found of networks
 * that are large, and none but the identity of one with loops. */
const Symmetries *net_symmetries(const Net *net, size_t max, Arena *arena);

#endif
