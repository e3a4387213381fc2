/* build.h - how domains are put together; private to analysis/
 *
 * flow.c and component.c each find the domains in their way and fill the same
 * parts of a Domains: all, features, moves, relation and, in a Sketch, what is
 * needed to name and to draw argument positions. domain.c does the rest.
 */
#ifndef ZERMELO_ANALYSIS_BUILD_H
#define ZERMELO_ANALYSIS_BUILD_H

#include "analysis/domain.h"
#include "base/vec.h"

#define NONE UINT32_MAX

/* What the argument position is of; names are given in this order. */
typedef enum { OF_FEATURE, OF_MOVE, OF_RELATION, OF_FUNCTION, OF_COUNT } Holder;

typedef struct {
    Holder holder;
    const Symbol *symbol;
    size_t arity, argument;
    uint32_t parent; /* the argument position it stands in, or NONE */
    const Domain *domain;
} Spot;

typedef struct {
    VEC(Spot) spots; /* those of a holder before those of the next */
    VEC(SymbolEdge) symbols;
    VEC(ArgumentEdge) variables;
    bool complete;
} Sketch;

enum { MAX_SPOTS = 20000, MAX_EDGES = 200000 };

void build_directed(Domains *domains, Sketch *sketch);
void build_graph(Domains *domains, Sketch *sketch);

/* The place of each symbol of the game, by its id, in the order of terms. */
uint32_t *rank_symbols(const Game *game, Arena *arena);

/* Gives DOMAIN these shapes, each once, in the order of RANKS. */
void domain_set(Domains *domains, Domain *domain, Shape *shapes, size_t count,
                uint32_t *ranks);

/* Sets the roles to those that the rules name. False if rules give others by
 * a variable, which the caller adds. */
bool find_roles(Domains *domains);
void add_role(Domains *domains, const Term *role);

/* Adds a spot unless there are too many; its number, or NONE. */
uint32_t sketch_spot(Sketch *sketch, Spot spot);

/* Adds the arguments of relations: true for init and next too, legal for does
 * too. */
void sketch_relations(const Domains *domains, Sketch *sketch);

void sketch_symbol(Sketch *sketch, const Symbol *symbol, uint32_t spot);
void sketch_edge(Sketch *sketch, uint32_t from, uint32_t to);

/* Whether the relation stands in the text, or was added for safety. */
static inline bool is_written(const Relation *relation)
{
    return relation->defined || relation->used;
}

#endif
