/* term.h - symbols and terms, each of them once
 *
 * Terms are interned: two terms are equal exactly if their pointers are.
 * Atoms are terms too, with the relation as symbol: true(cell(1,1,x)).
 * Symbols differ by more than letter case; the first spelling is kept for
 * printing in prefix form. A Terms table only grows.
 */
#ifndef ZERMELO_LANG_TERM_H
#define ZERMELO_LANG_TERM_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    const char *name;     /* in lower case */
    const char *spelling; /* as it was met first */
    uint32_t id, hash;
    uint32_t rank; /* from 1, after terms_set_order; else 0 */
} Symbol;

typedef enum { TERM_VARIABLE, TERM_GROUND, TERM_OPEN } TermKind;

typedef struct Term Term;
struct Term {
    TermKind kind;  /* a variable, without variables, or with some inside */
    uint32_t id;    /* position in the table: in order of creation */
    uint32_t hash;  /* depends on names only, not on the table */
    uint32_t size;  /* number of symbols, written out; saturates */
    uint16_t depth; /* 0 for constants and variables */
    uint16_t arity;
    const Symbol *symbol; /* a variable's begins with "?", as no other does */
    const Term *args[];
};

typedef VEC(const Term *) TermVec;

/* Terms that somebody else holds. */
typedef struct {
    const Term *const *items;
    size_t count;
} TermList;

/* A reader refuses terms beyond this, and so does who builds new ones:
 * recursion over terms needs no other guard. Parts are shared, so that a deep
 * term can be larger than memory when it is written out. */
enum { TERM_MAX_DEPTH = 250, TERM_MAX_ARITY = 4000, TERM_MAX_SIZE = 100000 };

/* Whether TERM is within these limits. */
bool term_is_moderate(const Term *term);

typedef struct Terms Terms;

Terms *terms_new(void);
void terms_free(Terms *terms);

/* A copy of TEXT that lives as long as the table: for messages about terms. */
const char *terms_keep(Terms *terms, const char *text);

typedef struct {
    ArenaMark arena;
    size_t symbols, terms;
} TermsMark;
TermsMark terms_mark(const Terms *terms);
/* Forgets all symbols, terms and texts that came after MARK was taken. */
void terms_rewind(Terms *terms, TermsMark mark);

/* Symbols are numbered from 0 in the order in which they came. */
size_t terms_symbol_count(const Terms *terms);
const Symbol *term_symbol(Terms *terms, const char *name, size_t length);
const Symbol *term_variable_symbol(Terms *terms, const char *name,
                                   size_t length); /* without the "?" */
const Term *term_constant(Terms *terms, const Symbol *symbol);
const Term *term_variable(Terms *terms, const Symbol *symbol);
const Term *term_compound(Terms *terms, const Symbol *symbol, size_t arity,
                          const Term *const *args);

/* Adds to OUT the terms SYMBOL(t1,...,tn) with each ti from LISTS[i], the last
 * argument changing fastest: the order of terms, if the lists have it. */
void term_combinations(Terms *terms, const Symbol *symbol, size_t arity,
                       const TermList *lists, TermVec *out);

/* The same term if it exists already, else NULL: asking makes none. */
const Term *term_find(const Terms *terms, const Symbol *symbol, size_t arity,
                      const Term *const *args);

static inline bool term_is_ground(const Term *term)
{
    return term->kind == TERM_GROUND;
}

static inline bool term_is_variable(const Term *term)
{
    return term->kind == TERM_VARIABLE;
}

/* Whether TERM is NAME with ARITY arguments. */
bool term_is_named(const Term *term, const char *name, size_t arity);

bool term_contains(const Term *term, const Term *part);

/* Whether some instance of A is an instance of B; generous where a variable
 * occurs twice. */
bool term_can_match(const Term *a, const Term *b);

/* Whether TERM is one of COUNT terms, in whatever order. */
bool terms_contain(const Term *const *terms, size_t count, const Term *term);

/* Whether both are the same but for argument PLACE; and a hash that is the same
 * then. */
bool term_equal_but(const Term *left, const Term *right, size_t place);
uint32_t term_hash_but(const Term *term, size_t place);

/* From now on COUNT SYMBOLS, each once, come in this order and behind all
 * others, instead of by name. Numbers symbols and terms anew. */
void terms_set_order(Terms *terms, const Symbol *const *symbols, size_t count);

/* Total orders that do not depend on when terms were made: symbols by name (see
 * compare_names in base/sort.h: 2 comes before 10), unless terms_set_order gave
 * them another one; terms by symbol, arity and arguments, variables last. */
int symbol_compare(const Symbol *left, const Symbol *right);
int term_compare(const Term *left, const Term *right);
void sort_terms(const Term **terms, size_t count);

/* By name, whatever terms_set_order says: for people. */
int term_compare_names(const Term *left, const Term *right);
void sort_terms_by_name(const Term **terms, size_t count);

/* Drops what repeats; returns how many are left. */
size_t sort_terms_unique(const Term **terms, size_t count);

/* The index of TERM in a sorted list, or COUNT. */
size_t find_term(const Term *const *terms, size_t count, const Term *term);

/* Replaces variables: FROM[i] by TO[i]. */
const Term *term_substitute(Terms *terms, const Term *term, size_t count,
                            const Term *const *from, const Term *const *to);

#endif
