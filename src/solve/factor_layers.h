/* factor_layers.h - layered breadth-first search in one factor of a puzzle
 *
 * Layer n has the states of the factor after exactly n moves. Its views are
 * what goals and terminal can distinguish of these states.
 */
#ifndef ZERMELO_SOLVE_FACTOR_LAYERS_H
#define ZERMELO_SOLVE_FACTOR_LAYERS_H

#include "solve/factoring.h"

typedef struct {
    uint64_t view;
    uint32_t number; /* index of the view in factor_layers_views */
    uint32_t member; /* index of a member of the layer with this view */
    bool ends;       /* terminal holds regardless of the other factors */
} View;

typedef struct FactorLayers FactorLayers;

/* Starts from the factor's features in START, a state of the game, without
 * moves of EXCLUDED_CLASS, unless that is NO_INDEX; in about BYTES. */
FactorLayers *factor_layers_new(Factoring *factoring, size_t factor,
                                const uint64_t *start, uint32_t excluded_class,
                                size_t bytes);
void factor_layers_free(FactorLayers *layers);

typedef enum { LAYER_RUNNING, LAYER_DONE, LAYERS_TOO_LARGE } LayerStep;

/* Expands a member of the last layer. Autonomous features have the values last
 * set in FACTORING, and terminal may read them if WITH_AUTONOMOUS. The cost is
 * added to *COST. When a layer is done, the next one becomes the last. */
LayerStep factor_layers_step(FactorLayers *layers, bool with_autonomous,
                             uint64_t *cost);

/* For complete layers. */
size_t layer_size(const FactorLayers *layers, size_t layer);
const View *layer_views(const FactorLayers *layers, size_t layer,
                        size_t *count);

/* All distinct views so far. */
const uint64_t *factor_layers_views(const FactorLayers *layers, size_t *count);

/* Whether two layers have the same states. */
bool layers_equal(const FactorLayers *layers, size_t layer, size_t other);

/* The first layer with the same states as an earlier one: no later layer has
 * new views. SIZE_MAX: none so far. */
size_t factor_layers_repeat(const FactorLayers *layers);

/* The classes of moves on a path to MEMBER of LAYER, one for each move. */
void layer_path(const FactorLayers *layers, size_t layer, uint32_t member,
                uint32_t *classes);

#endif
