/* factor_layers.h - all that a part of a puzzle can come to, move by move
 *
 * Layer n has the states that the part can be in after exactly n moves. Of each
 * layer it is known what goals and terminal can see of it: its views.
 */
#ifndef ZERMELO_SOLVE_FACTOR_LAYERS_H
#define ZERMELO_SOLVE_FACTOR_LAYERS_H

#include "solve/factoring.h"

typedef struct {
    uint64_t view;
    uint32_t number; /* the same for equal views of one course */
    uint32_t member; /* of the layer: one that looks like that */
    bool ends;       /* the game is over, whatever the other parts look like */
} View;

typedef struct FactorLayers FactorLayers;

/* From what START, a state of the game, has of the part; without moves of the
 * class LEFT_OUT, unless that is NO_INDEX; in about BYTES. */
FactorLayers *factor_layers_new(Factoring *factoring, size_t factor,
                                const uint64_t *start, uint32_t excluded_class,
                                size_t bytes);
void factor_layers_free(FactorLayers *layers);

typedef enum { LAYER_RUNNING, LAYER_DONE, LAYERS_TOO_LARGE } LayerStep;

/* Looks at a member of the last layer and makes those that follow; the clock is
 * what PARTS was last set to, and terminal may look at it if TIMED. The cost is
 * added to *COST. When a layer is done, the next one is the last. */
LayerStep factor_layers_step(FactorLayers *layers, bool with_autonomous,
                             uint64_t *cost);

/* Of layers that are done. */
size_t layer_size(const FactorLayers *layers, size_t layer);
const View *layer_views(const FactorLayers *layers, size_t layer,
                        size_t *count);

/* All different views so far, by number. */
const uint64_t *factor_layers_views(const FactorLayers *layers, size_t *count);

/* Whether two layers have the same states. */
bool layers_equal(const FactorLayers *layers, size_t layer, size_t other);

/* The first layer that has the states of one before it: after that there are no
 * other views than up to then. SIZE_MAX: none so far. */
size_t factor_layers_repeat(const FactorLayers *layers);

/* The classes of moves that lead to MEMBER of LAYER, one for each move. */
void layer_path(const FactorLayers *layers, size_t layer, uint32_t member,
                uint32_t *classes);

#endif
