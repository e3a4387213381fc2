/* open_program.h - open logic programs: what follows when some facts are
 * unknown
 *
 * A program <P, B+, B0>: ground rules P, base atoms B+ that are true, and open
 * base atoms B0 whose truth is unknown. P is stratified, and base atoms are no
 * heads of rules. Computed are the derivation rules 1 to 4 of Thielscher,
 * Filtering with Logic Programs (AAAI 2013), for an atom or its negation:
 *
 *   it has no support            it follows in no extension
 *   the empty set is a support   it follows in every extension
 *   otherwise                    it may be true
 *
 * Supports, of which there can be exponentially many, are not listed: a SAT
 * solver answers what is asked about them. By Proposition 1 of that paper, a
 * literal follows from P and a set B of base atoms exactly if one of its
 * supports is compatible with B. So there is a support exactly if the literal
 * is satisfiable over B0; and a base literal is in all supports exactly if the
 * literal entails it, since a model without it has a compatible support, which
 * cannot contain it. Whether the empty set is a support is decided rule by
 * rule, as in the derivation: rules do not reason by cases.
 */
#ifndef ZERMELO_KNOW_OPEN_PROGRAM_H
#define ZERMELO_KNOW_OPEN_PROGRAM_H

#include "ground/instantiate.h"

typedef enum { BASE_FALSE, BASE_TRUE, BASE_OPEN } BaseValue;
typedef enum { VALUE_NEVER, VALUE_MAYBE, VALUE_MUST } OpenValue;

typedef struct {
    const AtomLiteral *items;
    size_t count;
} BaseLiterals;

typedef struct OpenProgram OpenProgram;

/* The literals of GROUND and the budget are borrowed. */
OpenProgram *open_new(const Ground *ground, const Budget *budget);
void open_free(OpenProgram *open);

/* Initially every base atom is false. */
void open_set(OpenProgram *open, AtomId atom, BaseValue value);

/* The cone of influence of QUERIES, in the order of evaluation. It lives as
 * long as the OpenProgram. */
typedef struct Cone Cone;
const Cone *open_cone(OpenProgram *open, const AtomId *queries, size_t count);

/* Evaluates the cone for the current base. The functions below are about atoms
 * of the cone that was evaluated last. */
void open_evaluate(OpenProgram *open, const Cone *cone);

OpenValue open_value(OpenProgram *open, AtomId atom);

/* The base literals that are in all supports of LITERAL, sorted; borrowed until
 * the next evaluation. */
BaseLiterals open_entailed(OpenProgram *open, AtomLiteral literal);

/* Filter[O] of the paper: narrows the base to what is common to all extensions
 * in which exactly the IS_OBSERVED ones of the OBSERVABLE atoms follow; CONE is
 * theirs. With POSITIVE_ONLY, atoms that were not observed are ignored. False,
 * with the base unchanged, if there is no such extension. */
bool open_filter(OpenProgram *open, const Cone *cone, const AtomId *observable,
                 const bool *is_observed, size_t count, bool positive_only);

/* Whether a limit cut answers short since the last evaluation. Then less is
 * excluded and less is called certain than could be. */
bool open_limited(const OpenProgram *open);

#endif
