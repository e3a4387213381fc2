/* position.h - what can stand at an argument position
 *
 * The domain graph of IJCAI-09: argument positions of relations and functions
 * are joined where a variable stands at both; the constants met anywhere in a
 * component are the domain of all its positions. true, init, next and base
 * share their position, and so do legal, does and input; the players of these
 * are those of role, goal and sees.
 */
#ifndef ZERMELO_GAME_POSITION_H
#define ZERMELO_GAME_POSITION_H

#include "game/game.h"

typedef struct Positions Positions;

Positions *positions_new(const Game *game); /* looks at the clauses */
void positions_free(Positions *positions);

/* The component of VARIABLE of clause CLAUSE; equal numbers, equal domains. */
uint32_t positions_component(const Positions *positions, size_t clause,
                             const Term *variable);

/* Whether roles stand in that component. */
bool positions_of_roles(const Positions *positions, uint32_t component);

/* Its ground terms, sorted, in the game's arena; NULL if they are too many.
 * A component without any constant has none. */
const Term **positions_domain(Positions *positions, uint32_t component,
                              size_t *count);

/* ---- the graph itself, for who draws it or counts more carefully ---- */

/* What a position is of. The symbol is NULL for the shared ones: features
 * (arity 1), players (arity 2, argument 0) and moves (arity 2, argument 1). */
typedef struct {
    const Symbol *symbol;
    uint32_t arity, argument;
    bool of_relation; /* or of a function */
} PositionKey;

/* A constant, or a term with its function, as it stands in a rule. */
typedef struct {
    uint32_t position, component;
    const Term *term;
} PositionContent;

/* A variable, numbered through all clauses. Those of a clause follow each
 * other, in the order in which they stand in the text. */
typedef struct {
    uint32_t position, variable;
} PositionVariable;

#define NO_POSITION UINT32_MAX

/* Positions are numbered from 0; NO_POSITION if it occurs nowhere. */
size_t positions_count(const Positions *positions);
uint32_t positions_find(const Positions *positions, const Symbol *symbol,
                        size_t arity, size_t argument, bool of_relation);
PositionKey positions_key(const Positions *positions, uint32_t position);
uint32_t positions_component_of(const Positions *positions, uint32_t position);
size_t positions_component_count(const Positions *positions); /* or less */

size_t positions_content_count(const Positions *positions);
PositionContent positions_content(const Positions *positions,
                                  size_t number); /* sorted by component */
size_t positions_variable_count(const Positions *positions);
PositionVariable positions_variable(const Positions *positions, size_t number);

#endif
