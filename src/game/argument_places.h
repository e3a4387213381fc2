/* argument_places.h - what can stand at an argument place
 *
 * The domain graph of IJCAI-09: argument places of relations and functions are
 * joined where a variable stands at both; the constants met anywhere in a
 * component are the domain of all its places. true, init, next and base share
 * their place, and so do legal, does and input; the players of these are those
 * of role, goal and sees.
 */
#ifndef ZERMELO_GAME_ARGUMENT_PLACES_H
#define ZERMELO_GAME_ARGUMENT_PLACES_H

#include "base/byte_table.h"
#include "game/domain_table.h"
#include "game/game.h"

/* What a place is of. The symbol is NULL for the shared ones: features (arity
 * 1), players (arity 2, argument 0) and moves (arity 2, argument 1). */
typedef struct {
    const Symbol *symbol;
    uint32_t arity, argument;
    bool of_relation; /* or of a function */
} PlaceKey;

/* A constant, or a term with its function, as it stands in a rule. */
typedef struct {
    uint32_t place;
    const Term *term;
} PlaceContent;

/* A variable at a place. Variables are numbered through all clauses; those of a
 * clause follow each other, in the order in which they stand in the text. */
typedef struct {
    uint32_t place, variable;
} PlaceVariable;

/* Users read the first part; the rest is private. */
typedef struct {
    const Game *game;
    VEC(PlaceKey) keys;             /* by place */
    VEC(PlaceContent) contents;     /* in the order of the text */
    VEC(PlaceVariable) occurrences; /* of variables */
    DomainTable domains;            /* made when first needed */

    Arena *arena;
    ByteTable key_words;      /* the same, to be looked up */
    VEC(uint32_t) parent;     /* union-find over places and variables */
    VEC(uint32_t) nodes;      /* by place: its node in there */
    uint32_t *first_variable; /* by clause: the node of its variable 0 */
    uint32_t *domain_of;      /* by component */
} ArgumentPlaces;

/* Looks at the clauses; domains live in ARENA. */
ArgumentPlaces *places_new(const Game *game, Arena *arena);
void places_free(ArgumentPlaces *places);

#define NO_PLACE NO_STRING

/* The number of that place, or NO_PLACE if it occurs nowhere. */
uint32_t places_find(const ArgumentPlaces *places, const Symbol *symbol,
                     size_t arity, size_t argument, bool of_relation);

/* The component of a place, or of VARIABLE of clause CLAUSE; equal numbers,
 * equal domains. */
uint32_t places_component(const ArgumentPlaces *places, uint32_t place);
uint32_t places_component_of_variable(const ArgumentPlaces *places,
                                      size_t clause, const Term *variable);

/* Whether roles stand in that component. */
bool places_of_roles(const ArgumentPlaces *places, uint32_t component);

/* The domain of a component, or of a place, which is empty if the place occurs
 * nowhere. */
const Domain *places_domain(ArgumentPlaces *places, uint32_t component);
const Domain *places_domain_at(ArgumentPlaces *places, const Symbol *symbol,
                               size_t arity, size_t argument, bool of_relation);

#endif
