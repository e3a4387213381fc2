/* instantiate.h - rules without variables
 *
 * Ground rules over the atoms that are derivable when negation is ignored:
 * everything that can ever be true is among them. Relations that do not depend
 * on the position are computed and gone.
 */
#ifndef ZERMELO_GROUND_INSTANTIATE_H
#define ZERMELO_GROUND_INSTANTIATE_H

#include "base/budget.h"
#include "ground/net.h"

typedef uint32_t AtomId;

/* Twice the atom, plus one if it is negated. */
typedef uint32_t AtomLiteral;

typedef struct {
    AtomId head;
    uint32_t first, count; /* of its literals */
} GroundRule;

typedef struct {
    const Term **atoms;
    const Keyword *keywords; /* by atom: of its relation */
    size_t atom_count;
    const GroundRule *rules;
    size_t rule_count;
    const AtomLiteral *literals;
    const Term **roles; /* in the order of the text */
    size_t role_count;
    const Term **initial; /* features */
    size_t initial_count;
    const char *failure; /* NULL, or the limit that was reached */
} Ground;

/* Grounds GAME into ARENA, adding terms to its table. */
Ground instantiate_with(const Game *game, const NetOptions *options,
                        Arena *arena, const Budget *budget);

/* Grounds one step from positions of given features (NetOptions.one_step),
 * again and again: what does not depend on them is computed once. What is given
 * is borrowed. */
typedef struct StepGrounder StepGrounder;
StepGrounder *step_grounder_new(const Game *game, const Budget *budget);
void step_grounder_free(StepGrounder *grounder);
Ground step_ground(StepGrounder *grounder, const Term *const *features,
                   size_t count, Arena *arena);

#endif
