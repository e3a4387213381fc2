/* domain_internal.h - how domains are put together; private to analysis/
 *
 * domain_flow.c finds domains, and domain.c those of the domain graph. Each
 * fills the same parts of a Domains: table, features, roles, moves,
 * relation_domains; and, in a PlaceGraph, what rules say of their nodes. A node
 * is an argument place, by the index of its domain in the table. domain_graph.c
 * and domain.c do the rest.
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
    const Domain *domain;
    uint32_t parent; /* the argument place it stands in, or NO_GRAPH_PLACE */
} GraphPlace;

typedef struct {
    VEC(DomainEdge) edges;   /* between nodes, and from symbols to nodes */
    const uint32_t *parents; /* by node: the one of the term it is an argument
                              * in, or NO_GRAPH_PLACE; NULL: all such */
    const Domain *hidden;    /* of a node that is no place, or NULL */
    size_t shared_count;     /* of edges, those between nodes */
    bool complete;           /* false: there are more edges, or places */

    /* by domain_graph.c */
    VEC(GraphPlace) places; /* those of a holder before those of the next */
    uint32_t *place_of;     /* by node: a place, or NO_GRAPH_PLACE */
    VEC(DomainEdge) same;   /* between places of one node */
} PlaceGraph;

enum { MAX_GRAPH_PLACES = 20000, MAX_EDGES = 200000 };

/* domain_flow.c */
void domains_by_flow(Domains *domains, PlaceGraph *graph);

/* ---- domain.c ---- */

/* Sets the roles to those that the rules name. False if rules give others by
 * a variable, which the caller adds. */
bool find_roles(Domains *domains);
void add_role(Domains *domains, const Term *role);

/* ---- domain_graph.c ---- */

/* Adds an edge between two nodes, unless there are too many. */
void place_graph_add_edge(PlaceGraph *graph, uint32_t from, uint32_t to);

/* Makes places of the nodes that features, moves and relations have. */
void place_graph_add_places(const Domains *domains, PlaceGraph *graph);

#endif
