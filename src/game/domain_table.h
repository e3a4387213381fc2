/* domain_table.h - sets of ground terms in compact form
 *
 * A Domain has constants, and functions with a domain for each argument, all
 * combinations of which belong to it. It may contain itself, and then has no
 * end. Untrusted rules cannot make this large: terms are listed only where
 * they are asked for and few.
 */
#ifndef ZERMELO_GAME_DOMAIN_TABLE_H
#define ZERMELO_GAME_DOMAIN_TABLE_H

#include "lang/term.h"

#define DOMAIN_TOO_MANY UINT64_MAX /* or more than 2^63 - 1 */

typedef struct Domain Domain;

/* A constant, or a function with what its arguments can be. */
typedef struct {
    const Symbol *symbol;
    size_t arity;
    const Domain **args;
    uint64_t instances; /* ground terms of this shape, or DOMAIN_TOO_MANY */
} Shape;

struct Domain {
    const Shape *shapes; /* in the order of terms */
    size_t count;
    bool endless;   /* then there are no shapes */
    uint64_t size;  /* ground terms, or DOMAIN_TOO_MANY */
    uint32_t index; /* in DomainTable.items */
};

typedef struct {
    Arena *arena;
    Terms *terms;
    Domain *items;
    TermList *lists; /* of each domain, if asked for; else NULL */
    size_t count, listed_count;
} DomainTable;

/* COUNT domains without shapes, in ARENA. */
DomainTable domain_table_new(Arena *arena, Terms *terms, size_t count);

/* Gives DOMAIN these shapes, each once, in the order of terms. */
void domain_set(DomainTable *table, Domain *domain, Shape *shapes,
                size_t count);

/* Counts the terms of all domains, when their shapes are set. */
void domain_table_measure(DomainTable *table);

/* The ground terms, sorted, which live as long as the table; NULL if they are
 * more than MAX_COUNT, or too many were listed already. */
const Term *const *domain_terms(DomainTable *table, const Domain *domain,
                                size_t max_count, size_t *count);

#endif
