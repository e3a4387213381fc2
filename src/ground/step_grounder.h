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
Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, Arena *arena);

#endif
