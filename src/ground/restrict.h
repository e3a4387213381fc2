/* restrict.h - a network with some features known
 *
 * For games with turns: if it is known whose turn it is, half of the network
 * is constant, and so are the moves of everybody else.
 */
#ifndef ZERMELO_GROUND_RESTRICT_H
#define ZERMELO_GROUND_RESTRICT_H

#include "ground/net.h"

typedef enum { KNOWN_FALSE, KNOWN_TRUE, NOT_KNOWN } Known;

/* A net with the same features, moves and outputs as NET, simplified by what
 * is KNOWN of each feature, and with its `untouched` outputs. It borrows the
 * names, so NET outlives it. */
const Net *net_restrict(const Net *net, const Known *known);

#endif
