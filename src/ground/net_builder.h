/* net_builder.h - nodes while a network is made, and the end of making it
 *
 * Gates and loops; the outputs are in the Net already, as literals of the
 * builder. Finishing copies what they need. Private to ground/.
 */
#ifndef ZERMELO_GROUND_NET_BUILDER_H
#define ZERMELO_GROUND_NET_BUILDER_H

#include "ground/hash_consing.h"

typedef struct {
    Gates gates;
    VEC(Loop) loops;
    VEC(Component) components;
} NetBuilder;

void net_builder_free(NetBuilder *builder);

/* Fills the nodes, sets, loops and components of NETS, which share them, and
 * renumbers their outputs. */
void net_builder_finish(NetBuilder *builder, Net *const *nets, size_t count);

typedef void LitVisitor(void *context, Lit *lit);
void for_each_output(Net *net, LitVisitor *visit, void *context);

#endif
