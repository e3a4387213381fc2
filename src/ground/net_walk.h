/* net_walk.h - marking what nodes depend on, and what depends on them
 *
 * Within one step: a feature is a leaf here, not what its next value rests on.
 * A loop depends on its definition.
 */
#ifndef ZERMELO_GROUND_NET_WALK_H
#define ZERMELO_GROUND_NET_WALK_H

#include "ground/net.h"

/* Marks every node that depends on a marked one. Where one loop of a component
 * does, all loops of the component count as dependent. */
void net_mark_dependents(const Net *net, bool *marked);

/* Marks the nodes that depend on the moves made; MARKED is false before. */
void net_mark_move_dependent(const Net *net, bool *marked);

#endif
