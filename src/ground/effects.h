/* effects.h - what each move changes, computed in advance; private to ground/
 */
#ifndef ZERMELO_GROUND_EFFECTS_H
#define ZERMELO_GROUND_EFFECTS_H

#include "ground/net_builder.h"

/* If the position after a move depends on the move of MOVER alone, and that
 * in a simple way: notes in NET the effects of its moves, as literals of the
 * builder. `default_next` is known already, and BASE, what every gate that
 * depends on the move is if no set of moves is true. */
void find_effects(NetBuilder *builder, Net *net, uint32_t mover,
                  const Lit *base);

#endif
