/* zobrist.h - hashes of a position and of its images under symmetries
 *
 * A position is known by the least hash of its images, so that all of them are
 * one in a table (Zobrist 1970). Moves are kept as those of that image.
 */
#ifndef ZERMELO_SOLVE_ZOBRIST_H
#define ZERMELO_SOLVE_ZOBRIST_H

#include "ground/symmetry.h"
#include "solve/transposition.h"

typedef struct {
    const Symmetries *symmetries;
    uint32_t **inverse; /* of the moves of each */
    PositionHash *keys; /* by feature and symmetry: the key of the image */
} Zobrist;

/* In ARENA, which NET outlives. */
Zobrist zobrist_new(const Net *net, Arena *arena);

/* Changes HASHES, one for each symmetry, from those of the position BEFORE to
 * those of AFTER, of WORD_COUNT words each. */
void zobrist_update(const Zobrist *zobrist, const uint64_t *before,
                    const uint64_t *after, size_t word_count,
                    PositionHash *hashes);

/* The symmetry whose hash is the least. */
uint32_t zobrist_least(const Zobrist *zobrist, const PositionHash *hashes);

/* The image of a move of ROLE, or NO_MOVE; and the move of an image. */
uint32_t zobrist_image(const Zobrist *zobrist, uint32_t symmetry, size_t role,
                       uint32_t move);
uint32_t zobrist_original(const Zobrist *zobrist, uint32_t symmetry,
                          size_t role, uint32_t image);

#endif
