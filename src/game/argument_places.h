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

/* The shared places, which come first. */
enum { PLACE_OF_PLAYERS, PLACE_OF_FEATURES, PLACE_OF_MOVES };

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
    VEC(PlaceContent) contents;     /* in the order of the text */
    VEC(PlaceVariable) occurrences; /* of variables */
    DomainTable domains;            /* by place */

    const Game *game;
    uint32_t **of_relation;   /* by relation and argument */
    uint32_t relation_places; /* how many these are; then those of functions */
    ByteTable functions;      /* symbol, arity and argument of each of these */
    uint32_t *first_variable; /* by clause: the number of its variable 0 */
    uint32_t *first_place;    /* by variable: of its component, or NO_PLACE */
} ArgumentPlaces;

/* Looks at the clauses; domains live in ARENA. */
ArgumentPlaces *places_new(const Game *game, Arena *arena);
void places_free(ArgumentPlaces *places);

/* The domain of an argument of a relation of the game. */
const Domain *places_domain(const ArgumentPlaces *places, RelationId relation,
                            size_t argument);

#define NO_PLACE UINT32_MAX

/* The first of the places that are joined with VARIABLE of clause CLAUSE: if
 * two variables have the same, they have the same domain. NO_PLACE if it
 * stands in no atom, but only under distinct. */
uint32_t places_of_variable(const ArgumentPlaces *places, size_t clause,
                            const Term *variable);

#endif
