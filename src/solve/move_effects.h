/* move_effects.h - effects of each move on each feature
 *
 * For games of one role whose effects can be listed move by move
 * (ground/restrict.h).
 */
#ifndef ZERMELO_SOLVE_MOVE_EFFECTS_H
#define ZERMELO_SOLVE_MOVE_EFFECTS_H

#include "ground/net.h"

typedef struct {
    Arena *arena;
    const Net *net; /* with its effects; its nodes are not those of the game */
    size_t move_count, feature_count;
    Lit *feature_lit;       /* by feature; LIT_FALSE if nothing reads it */
    uint32_t selected_move; /* the one that was selected, or NO_INDEX */
    uint32_t *effect_of;    /* by feature: its effect on it, or NO_INDEX */
} MoveEffects;

/* NULL if the effects cannot be listed, or are too many. */
MoveEffects *move_effects_new(const Net *net);
void move_effects_free(MoveEffects *effects);

/* The next value of a feature: one literal, which is the value, or the literals
 * for set, clear and neither. */
typedef struct {
    Lit lits[3];
    size_t count;
} NextValue;

/* Selects MOVE or, if it is NO_INDEX, a step in which no move has effects. */
void move_effects_select(MoveEffects *effects, uint32_t move);

/* The next value of FEATURE after the move that was selected. */
NextValue move_effects_next(const MoveEffects *effects, uint32_t feature);

/* Whether FEATURE keeps its value. */
bool move_effects_keeps(const MoveEffects *effects, uint32_t feature);

#endif
