/* domain.h - what can stand at each argument place of a game
 *
 * A Domain holds at least what can really stand there, in any position of the
 * game that can be reached; how much more depends on the way it was found:
 *
 *   DIRECTED   symbols flow from positive body literals to heads: the least
 *              sets such that a variable of a head takes what all its places
 *              in the body have in common, true what init and next have, does
 *              what legal has (the domains of Pushing the Envelope, Fig. 2)
 *   GRAPH      places that share a variable share all they have: the
 *              undirected components of IJCAI-09
 *   REACHABLE  what the rules derive when negation is ignored
 *
 * Untrusted rules cannot make this large: what exceeds a limit is `endless`,
 * a domain whose terms are too many to be listed.
 */
#ifndef ZERMELO_ANALYSIS_DOMAIN_H
#define ZERMELO_ANALYSIS_DOMAIN_H

#include "game/domain_table.h"
#include "game/game.h"

typedef enum {
    DOMAINS_DIRECTED,
    DOMAINS_GRAPH,
    DOMAINS_REACHABLE, /* found by ground/, not here */
} DomainsKind;

/* An argument place with its name. `cell.3` is the third argument of cell,
 * `cell/3.3` where cell occurs with several arities (elsewhere it is
 * understood, too). If there are a feature, a move, a relation and a function
 * of that name, the first of them has it; the others are told apart by the
 * place that they stand in, `legal.2:cell.3`, and a relation, which stands
 * in none, is `:cell.3`. */
typedef struct {
    const char *name;
    size_t arity; /* of its symbol */
    const Domain *domain;
} Argument;

/* For drawing: a rule puts SYMBOL at argument place TO; or, if that is NULL, it
 * has the same variable at two places (GRAPH: in either direction). */
typedef struct {
    const Symbol *symbol;
    uint32_t from, to;
} DomainEdge;

typedef struct {
    Arena *arena;
    const Game *game;
    DomainsKind kind;
    DomainTable table;
    const Domain *features; /* what can be true: the argument of true */
    const Term **roles;     /* in the order of the text */
    size_t role_count;
    const Domain **moves; /* of each role: second arguments of legal */
    const Domain ***relation_domains; /* by relation and argument */
    const Argument *arguments; /* features', moves', relations', others' */
    size_t argument_count;
    DomainEdge *edges; /* those from symbols first */
    size_t edge_count;
    bool complete; /* false: there are more arguments or edges than these */
} Domains;

/* KIND is not DOMAINS_REACHABLE. The game outlives the domains. */
Domains *domains_new(const Game *game, DomainsKind kind);
void domains_free(Domains *domains);

/* The domain of the argument place of that name, or NULL. */
const Domain *domains_find(const Domains *domains, const char *name);

/* The domain graph in the language of Graphviz: ellipses are argument
 * places, boxes are symbols. Arrows lead from the bodies of rules to their
 * heads; the edges of GRAPH have no direction. */
void domains_draw(Text *out, const Domains *domains);

#endif
