/* move_effects.h - what each move can do to each feature
 *
 * Of a game of one role whose effects can be written down move by move
 * (ground/restrict.h). A feature that no move has a say in, and that is not
 * simply kept, changes by itself, as the number of a step does.
 */
#ifndef ZERMELO_SOLVE_MOVE_EFFECTS_H
#define ZERMELO_SOLVE_MOVE_EFFECTS_H

#include "ground/net.h"

typedef struct {
    const Net *net; /* with its effects; its nodes are not those of the game */
    size_t moves, features;
    Lit *
        feature_lit; /* by feature: its literal; LIT_FALSE if nobody reads it */
    bool *autonomous; /* by feature */
} MoveEffects;

/* NULL if the effects cannot be written down, or are too many. */
MoveEffects *move_effects_new(const Net *net);
void move_effects_free(MoveEffects *effects);

/* What decides the value of a feature after a move: literals that it depends
 * on. If there is only one, that is the value. */
typedef struct {
    Lit lits[3];
    size_t count;
} NextValue;

/* EFFECT is one of the move's, or NO_INDEX if it has none on FEATURE. */
NextValue move_effects_next(const MoveEffects *effects, uint32_t feature,
                            uint32_t effect);

/* Whether the feature stays as it is. */
bool move_effects_keeps(const MoveEffects *effects, uint32_t feature,
                        NextValue next);

#endif
