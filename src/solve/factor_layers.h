/* factor_layers.h - layered breadth-first search in one factor of a puzzle
 *
 * Layer n has the states of the factor after exactly n moves; if factors are
 * interleaved, after n moves of its own. Its views are what goals and terminal
 * can distinguish of these states.
 */
#ifndef ZERMELO_SOLVE_FACTOR_LAYERS_H
#define ZERMELO_SOLVE_FACTOR_LAYERS_H

#include "solve/factoring.h"

typedef struct {
    uint64_t view;
    uint32_t member; /* index of a member of the layer with this view */
    bool ends_game;  /* terminal holds regardless of the other factors */
} View;

typedef struct FactorLayers FactorLayers;

/* Starts from the factor's features in START, a state of the puzzle; in about
 * MAX_BYTES. */
FactorLayers *factor_layers_new(Factoring *factoring, size_t factor_number,
                                const uint64_t *start, size_t max_bytes);
void factor_layers_free(FactorLayers *layers);

typedef enum { LAYER_RUNNING, LAYER_DONE, LAYERS_TOO_LARGE } LayerStep;

/* Expands a member of the last layer; the autonomous features of the puzzle are
 * those of STATE, or unknown if that is NULL. The cost is added to *COST. When
 * a layer is done, the next one becomes the last. */
LayerStep factor_layers_step(FactorLayers *layers, const uint64_t *state,
                             uint64_t *cost);

/* The views of a complete layer. */
const View *layer_views(const FactorLayers *layers, size_t layer,
                        size_t *count);

/* Remembers the states of a complete layer, or compares them to those that were
 * remembered. */
void layer_remember(FactorLayers *layers, size_t layer);
bool layer_is_remembered(const FactorLayers *layers, size_t layer);

/* The classes of moves on a path to MEMBER of LAYER, one for each move. */
void layer_path(const FactorLayers *layers, size_t layer, uint32_t member,
                uint32_t *classes);

#endif
