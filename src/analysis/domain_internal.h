/* domain_internal.h - how domains are put together; private to analysis/
 *
 * domain_flow.c and domain_components.c each find the domains in their way and
 * fill the same parts of a Domains: items, features, moves, relation_domains
 * and, in a PlaceGraph, what is needed to name and to draw argument places.
 * domain.c does the rest.
 */
#ifndef ZERMELO_ANALYSIS_DOMAIN_INTERNAL_H
#define ZERMELO_ANALYSIS_DOMAIN_INTERNAL_H

#include "analysis/domain.h"
#include "base/vec.h"

#define NO_GRAPH_PLACE UINT32_MAX

/* What has the argument place; names are given in this order. */
typedef enum {
    OF_FEATURE,
    OF_MOVE,
    OF_RELATION,
    OF_FUNCTION,
    OF_COUNT
} PlaceHolder;

typedef struct {
    PlaceHolder holder;
    const Symbol *symbol;
    size_t arity, argument;
    uint32_t parent; /* the argument place it stands in, or NO_GRAPH_PLACE */
    const Domain *domain;
} GraphPlace;

typedef struct {
    VEC(GraphPlace) places; /* those of a holder before those of the next */
    VEC(SymbolEdge) symbols;
    VEC(ArgumentEdge) variables;
    bool complete;
} PlaceGraph;

enum { MAX_GRAPH_PLACES = 20000, MAX_EDGES = 200000 };

/* domain_flow.c */
void domains_by_flow(Domains *domains, PlaceGraph *graph);
/* domain_components.c */
void domains_by_components(Domains *domains, PlaceGraph *graph);

/* ---- domain.c ---- */

/* Makes room for the domains of the arguments of relations. */
void domains_add_relations(Domains *domains);

/* Sets the roles to those that the rules name. False if rules give others by
 * a variable, which the caller adds. */
bool find_roles(Domains *domains);
void add_role(Domains *domains, const Term *role);

/* ---- domain_graph.c ---- */

/* Adds a place unless there are too many; its number, or NO_GRAPH_PLACE. */
uint32_t place_graph_add(PlaceGraph *graph, GraphPlace place);

/* Adds the arguments of relations: true for init and next too, legal for does
 * too. */
void place_graph_add_relations(const Domains *domains, PlaceGraph *graph);

void place_graph_add_symbol(PlaceGraph *graph, const Symbol *symbol,
                            uint32_t place);
void place_graph_add_edge(PlaceGraph *graph, uint32_t from, uint32_t to);

/* Whether the relation stands in the text, or was added for safety. */
static inline bool is_in_rules(const Relation *relation)
{
    return relation->defined || relation->used;
}

#endif
