/* prop.h - what formulas mean: without quantifiers, each part once
 *
 * The macros of Thielscher and Voigt (2010) are expanded over their finite
 * domains, and equal parts are shared. A Prop is evaluated on a sequence of
 * positions (Thielscher and Voigt 2010, Definition 4); its parts have smaller
 * numbers than it has.
 */
#ifndef ZERMELO_FORMULA_PROP_H
#define ZERMELO_FORMULA_PROP_H

#include "formula/formula.h"

typedef uint32_t PropId;
typedef VEC(PropId) PropVec;

enum { PROP_TRUE_ID, PROP_FALSE_ID }; /* the first two of every table */

typedef enum {
    PROP_TRUE,
    PROP_ATOM, /* ground */
    PROP_NOT,
    PROP_AND,
    PROP_OR,
    PROP_NEXT, /* true where the sequence ends, else its part one step on */
    PROP_SUM,  /* MIN <= the weights of the parts that are true <= MAX */
} PropKind;

typedef struct {
    PropKind kind;
    unsigned degree; /* nesting depth of next: the steps it looks ahead */
    const Term *atom;
    const PropId *parts;     /* of AND and OR sorted, each once */
    const uint32_t *weights; /* of SUM; NULL if each counts 1 */
    size_t count;
    uint32_t min, max;
} Prop;

typedef struct Props Props;

/* The universe outlives it, and the budget, which may be NULL, as well. */
Props *props_new(const Universe *universe, const Budget *budget);
void props_free(Props *props);

size_t props_count(const Props *props);
const Prop *props_get(const Props *props, PropId id);
const Universe *props_universe(const Props *props);

/* The relations of the atoms of PROPS but `true` and, unless WITH_KEYWORDS,
 * the others that every net has literals for. In ARENA. */
const RelationId *props_relations(const Props *props, bool with_keywords,
                                  Arena *arena, size_t *count);

/* The meaning of FORMULA; NO_PROP if it has too many parts to be written
 * out, or a limit was reached. */
#define NO_PROP UINT32_MAX
PropId props_expand(Props *props, const Formula *formula);

/* For building: trivial parts are simplified away. */
PropId prop_atom(Props *props, const Term *atom);
PropId prop_not(Props *props, PropId part);
PropId prop_and(Props *props, const PropId *parts, size_t count);

#endif
