/* pdr_cubes.h - cubes of PDR, and which of them are blocked
 *
 * A cube is a conjunction of literals over features, each twice the feature,
 * plus one if it is negated.
 */
#ifndef ZERMELO_PROVE_INDUCTION_PDR_CUBES_H
#define ZERMELO_PROVE_INDUCTION_PDR_CUBES_H

#include "base/vec.h"
#include "ground/net.h"

typedef VEC(uint32_t) CubeLits;

/* One that is blocked is so in the frames from 1 to FRAME, which is 0 if
 * another blocked cube subsumes it; it does not contain the initial position.
 */
typedef struct {
    const uint32_t *lits; /* sorted */
    size_t count;
    uint64_t mask; /* a bit for each, modulo 64: rules out subsumption */
    size_t frame;
} Cube;

void cube_set_lits(CubeLits *to, const uint32_t *lits, size_t count);

bool cube_contains_initial(const Net *net, const uint32_t *lits, size_t count);
/* Adds a literal of FULL to CUBE if the initial position is in CUBE. It must
 * not be in FULL. */
void cube_exclude_initial(const Net *net, CubeLits *cube, const uint32_t *full,
                          size_t count);

Cube cube_new(Arena *arena, CubeLits *lits, size_t frame); /* sorts LITS */
/* Whether all positions of RIGHT are in LEFT: its literals are a subset. */
bool cube_subsumes(const Cube *left, const Cube *right);
/* Whether CUBE is blocked in its frame. */
bool cube_is_blocked(const Cube *cube, const Cube *blocked, size_t count);

#endif
