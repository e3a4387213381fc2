/* feature_order.h - which features may depend on which, lowest first
 *
 * "A property of the arguments of a feature f may depend on a feature f' if f'
 * occurs in the body of a rule matching next(f) or in a legal rule for a move
 * that occurs in a rule matching next(f)" (Schiffel and Thielscher 2009,
 * section 5).
 */
#ifndef ZERMELO_PROVE_PUBLISHED_FEATURE_ORDER_H
#define ZERMELO_PROVE_PUBLISHED_FEATURE_ORDER_H

#include "formula/universe.h"

/* The rank of each feature of UNIVERSE, in ARENA: those it depends on have
 * smaller ones, or the same if they depend on each other. */
uint32_t *feature_ranks(const Universe *universe, Arena *arena);

#endif
