/* late.h - nodes that are computed when a move is made
 *
 * What only the effects of a few moves need is not worth being kept up to date
 * at every change. Private to sim/circuit.c.
 */
#ifndef ZERMELO_SIM_LATE_H
#define ZERMELO_SIM_LATE_H

#include "base/graph.h"
#include "ground/net.h"

/* By move, the ANDs that the effects of NETS[phase] need and that are not in
 * CORE, inputs first; a Graph for each phase. What many moves need is added to
 * CORE first, and so are loops. NULL if that would be too much: a machine that
 * keeps everything up to date has EVENTS nodes to look after. */
Graph *late_nodes(const Net *const *nets, size_t phases, bool *core,
                  size_t events, Arena *arena);

#endif
