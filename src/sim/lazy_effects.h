/* lazy_effects.h - nodes that are computed when a move is made
 *
 * What only the effects of a few moves need is not worth being kept up to date
 * at every change. Private to sim/circuit.c.
 */
#ifndef ZERMELO_SIM_LAZY_EFFECTS_H
#define ZERMELO_SIM_LAZY_EFFECTS_H

#include "ground/net.h"

/* What is done when a move is made, one after the other in CODE from
 * FIRST[move] to FIRST[move + 1]: how many ANDs there are, each of them as the
 * number of its inputs and these; then effects, each as the feature and the
 * literals of Effect. The value of the first AND is that of node SLOTS, that of
 * the second of the node after it, and so on: numbers no node has. */
typedef struct {
    uint32_t *first, *code;
} LazyEffects;

/* Those of each phase of NETS, with all that is not in CORE. What many moves
 * need is added to CORE first, and so are loops. *MAX_ANDS is set to the
 * largest number of ANDs of a move. NULL if an average step would compute more
 * than the EVENT_COUNT nodes that there are without. */
LazyEffects *lazy_effects_new(const Net *const *nets, size_t phase_count,
                              bool *core, size_t event_count,
                              uint32_t *max_ands, Arena *arena);

#endif
