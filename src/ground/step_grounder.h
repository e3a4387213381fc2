/* step_grounder.h - ground rules of one step, for many positions in turn */
#ifndef ZERMELO_GROUND_STEP_GROUNDER_H
#define ZERMELO_GROUND_STEP_GROUNDER_H

#include "ground/instantiate.h"

/* Grounds one step from positions of given features (NetOptions.one_step),
 * again and again: what does not depend on them is computed once. What is given
 * is borrowed. */
typedef struct StepGrounder StepGrounder;
StepGrounder *step_grounder_new(const Game *game, const Budget *budget);
void step_grounder_free(StepGrounder *grounder);
const Term *const *step_roles(StepGrounder *grounder, size_t *count);
/* KNOWN_MOVES, if not NULL, has for each role the move it makes, or NULL if
 * that is not known: then no others of it are legal, unless the rules ask for
 * legal themselves. */
Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, const Term *const *known_moves, Arena *arena);

#endif
