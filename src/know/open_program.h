/* open_program.h - open logic programs: what follows when some facts are not
 * known
 *
 * A program <P, B+, B0>: ground rules, base atoms that are true, and base atoms
 * of which nobody knows whether they are. It is stratified, and base atoms are
 * no heads of rules. What is computed is
 * what the derivation rules 1 to 4 of Thielscher's Filtering with Logic
 * Programs compute, for an atom or its negation:
 *
 *   it has no support            it follows in no extension
 *   the empty set is one         it is derived whatever is true of B0
 *   otherwise                    it may be true
 *
 * Where an atom has few supports they are computed. Where they are too many, a
 * solver answers the same questions, by this: a computed support is compatible
 * with a set B of base atoms, for some support, exactly if the literal follows
 * from P and B (Proposition 1 there, and its proof). So there is a support
 * exactly if the literal is satisfiable over B0; and a base literal is in all
 * supports exactly if the literal entails it, since a model without it has a
 * compatible support, which cannot contain it. Whether the empty set is a
 * support is decided rule by rule, as in the derivation: rules do not reason
 * by cases.
 */
#ifndef ZERMELO_KNOW_OPEN_PROGRAM_H
#define ZERMELO_KNOW_OPEN_PROGRAM_H

#include "know/support.h"

typedef enum { BASE_FALSE, BASE_TRUE, BASE_OPEN } BaseValue;
typedef enum { VALUE_NEVER, VALUE_MAYBE, VALUE_MUST } OpenValue;

typedef struct OpenProgram OpenProgram;

/* The arrays, and the budget, are borrowed. */
OpenProgram *open_new(const GroundRule *rules, size_t rule_count,
                      const AtomLiteral *literals, size_t atom_count,
                      const Budget *budget);
void open_free(OpenProgram *open);

/* At first every base atom is false. */
void open_set(OpenProgram *open, AtomId atom, BaseValue value);
BaseValue open_base(const OpenProgram *open, AtomId atom);

/* The atoms that QUERIES need, in the order of evaluation. It lives as long as
 * the Open. */
typedef struct Cone Cone;
const Cone *open_cone(OpenProgram *open, const AtomId *queries, size_t count);

/* Evaluates the cone with the base as it is. The questions below are about
 * atoms of the cone that was evaluated last. */
void open_evaluate(OpenProgram *open, const Cone *cone);

OpenValue open_value(OpenProgram *open, AtomId atom);

/* All minimal supports of a literal, or many. Borrowed until the next
 * evaluation, as what open_entailed gives: the literals in all of them. */
Supports open_supports(OpenProgram *open, AtomLiteral literal);
Support open_entailed(OpenProgram *open, AtomLiteral literal);

/* Filter[O]: which of the OBSERVABLE atoms were observed, and that the others
 * were not, narrows the base; CONE is theirs. With MADE_ONLY it is not taken
 * into account what was not observed. False, with the base as it was, if that
 * cannot be. */
bool open_filter(OpenProgram *open, const Cone *cone, const AtomId *observable,
                 const bool *observed, size_t count, bool positive_only);

/* Whether a limit cut the answers since the last evaluation short. Then less is
 * excluded and less is called certain than could be. */
bool open_limited(const OpenProgram *open);

#endif
