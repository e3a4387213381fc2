/* formula.h - properties of games, as users write them
 *
 *     forall X in cell.1. true(cell(X,1,b)) -> next ~true(cell(X,1,x))
 *
 * The language of Thielscher and Voigt (2010), Definition 2, with its macros:
 * connectives, next, quantifiers over finite domains that may count, and a few
 * words for what is often said. A Formula was checked: its relations exist and
 * do not depend on `does`, its variables are bound, its domains are finite and
 * not empty. Start with what it means: formula/prop.h.
 */
#ifndef ZERMELO_FORMULA_FORMULA_H
#define ZERMELO_FORMULA_FORMULA_H

#include "base/diag.h"
#include "formula/universe.h"

typedef enum {
    FORMULA_ATOM,
    FORMULA_EQUAL,     /* of two terms */
    FORMULA_DIFFERENT, /* likewise */
    FORMULA_SOME,      /* some instance of a feature holds */
    FORMULA_SUM,       /* the goals of all roles but random sum up to COUNT */
    FORMULA_NOT,
    FORMULA_NEXT, /* after COUNT steps */
    FORMULA_AND,
    FORMULA_OR,
    FORMULA_IMPLIES,
    FORMULA_IFF,
    FORMULA_FORALL,
    FORMULA_EXISTS,
} FormulaKind;

typedef enum {
    RANGE_ROLE,
    RANGE_MOVE,
    RANGE_MOVE_OF,  /* the moves of ROLE, which may be a variable */
    RANGE_ARGUMENT, /* cell.3 */
    RANGE_SET,      /* {1,2,3} */
} RangeKind;

/* X in D */
typedef struct {
    const Term *variable;
    RangeKind kind;
    const Term *role;
    const char *name; /* of the argument place */
    TermSet terms;    /* not for RANGE_MOVE_OF */
} Range;

typedef struct Formula Formula;
struct Formula {
    FormulaKind kind;
    const Term *atom, *left, *right;
    const Symbol *symbol; /* of FORMULA_SOME: its feature */
    size_t arity;
    uint32_t count;
    const Formula **parts;
    size_t part_count;
    const Range *ranges;
    size_t range_count;
    bool counting;     /* exists[min..max] */
    uint32_t min, max; /* UINT32_MAX: no upper bound */
};

enum {
    FORMULA_MAX_BYTES = 1 << 20,
    FORMULA_MAX_NEXT = 1000, /* steps, all together */
};

/* Reads SOURCE as a formula over UNIVERSE; NULL after a report. It lives in
 * ARENA, its terms in the table of the game. */
const Formula *formula_read(Arena *arena, Universe *universe,
                            const Source *source, Diag *diag);
/* The same of TEXT, a source of that NAME; NULL, with the first of what is
 * wrong in *PROBLEM, whose message is in ARENA. */
const Formula *formula_read_text(Arena *arena, Universe *universe,
                                 const char *name, const char *text,
                                 Problem *problem);

/* Reading what is printed gives the same formula. */
void formula_print(Text *out, const Formula *formula);
/* The part of a quantifier before its body: forall X in role */
void formula_print_quantifier(Text *out, const Formula *formula);
char *formula_string(Arena *arena, const Formula *formula);
char *formula_term_string(Arena *arena, const Term *term);

#endif
