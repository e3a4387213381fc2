/* net_check.h - the invariants of a Net, checked as a whole
 *
 * For debug builds (ZERMELO_DEBUG), after every transformation; what is wrong
 * ends in assert().
 */
#ifndef ZERMELO_GROUND_NET_CHECK_H
#define ZERMELO_GROUND_NET_CHECK_H

#include "ground/hash_consing.h"

/* Gates while a net is made: topological order, and equal ones made once. */
void gates_check(const Gates *gates);

/* A finished net: order, ranges, loops, components, roles and outputs. */
void net_check(const Net *net);

#endif
