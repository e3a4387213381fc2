/* factor_layers.c - layered breadth-first search in one factor of a puzzle
 *
 * In:   a Factoring, and a state to begin with
 * Out:  layer after layer of states, and their views
 * Next: solve/factored_search.c combines the layers of all factors
 *
 * The successors of a state are computed once, in whatever layers it is. Start
 * reading at factor_layers_step().
 */
#include "solve/factor_layers.h"

#include "base/memory.h"
#include "solve/search.h"
#include "solve/state_set.h"

#include <assert.h>

enum { MAX_VIEWS = 256 }; /* of a layer */

typedef struct {
    uint32_t state;  /* number in STATES */
    uint32_t parent; /* index in the previous layer */
    uint32_t class;  /* class of the move made there */
} LayerMember;

/* A successor of a state. */
typedef struct {
    uint32_t state;
    uint32_t class; /* class of the move that leads there */
} FactorSuccessor;

typedef struct {
    uint64_t view; /* a bit for each view node, the "goals" of the net of a
                      factor (factoring.h) */
    uint32_t first, successor_count; /* in SUCCESSORS */
    uint32_t layer_plus_1;           /* of the last layer it is in, plus 1 */
    bool is_expanded;                /* the view and the successors are known */
    bool is_remembered;
} StateInfo;

struct FactorLayers {
    Factoring *factoring;
    const Factor *factor;
    size_t factor_number; /* in the factoring */
    Cursor *cursor;
    StateSet *states;
    size_t max_bytes;
    size_t complete_layers;   /* their number */
    size_t next_member;       /* next member of the last layer to expand */
    size_t remembered_count;  /* states that are */
    VEC(LayerMember) members; /* of all layers */
    VEC(size_t) layer_starts; /* by layer: its first member */
    VEC(View) views;          /* of all layers */
    VEC(size_t) view_starts;  /* by layer: its first view */
    VEC(StateInfo) infos;     /* by state */
    VEC(FactorSuccessor) successors;
    uint64_t *state_buffer;
    uint32_t *legal_classes;
};

static bool has_room(const FactorLayers *layers)
{
    return layers->members.count * sizeof *layers->members.items +
                   layers->successors.count * sizeof *layers->successors.items +
                   layers->infos.count * sizeof *layers->infos.items <
               layers->max_bytes &&
           layers->members.count < NO_STATE;
}

/* Adds a state to LAYER, if it is not there. */
static void add_member(FactorLayers *layers, uint32_t state_number,
                       size_t layer, uint32_t parent, uint32_t class)
{
    StateInfo *info = &layers->infos.items[state_number];
    if (info->layer_plus_1 == layer + 1)
        return;
    info->layer_plus_1 = (uint32_t)layer + 1;
    vec_push(&layers->members, (LayerMember){state_number, parent, class});
}

/* The number of STATE; NO_STATE if there is no room. */
static uint32_t number_state(FactorLayers *layers, const uint64_t *state)
{
    bool is_new;
    uint32_t number = state_set_put(layers->states, state, &is_new);
    if (is_new && number != NO_STATE)
        vec_push(&layers->infos, (StateInfo){0});
    assert(layers->infos.count == state_set_count(layers->states));
    return number;
}

/* The last layer has all its members: begins to expand it. */
static void begin_layer(FactorLayers *layers)
{
    vec_push(&layers->layer_starts,
             layers->members.count); /* of the next layer */
    vec_push(&layers->view_starts, layers->views.count);
    layers->next_member = 0;
}

FactorLayers *factor_layers_new(Factoring *factoring, size_t factor_number,
                                const uint64_t *start, size_t max_bytes)
{
    FactorLayers *layers = memory_alloc(sizeof *layers);
    const Factor *factor = &factoring->factors[factor_number];
    size_t word_count = machine_words(factor->machine);
    *layers = (FactorLayers){
        .factoring = factoring,
        .factor = factor,
        .factor_number = factor_number,
        .cursor = cursor_new(factor->machine),
        .states = state_set_new(word_count, max_bytes / 2),
        .max_bytes = max_bytes / 2,
        .state_buffer = memory_array(word_count, sizeof(uint64_t)),
        .legal_classes = memory_array(factor->net.roles[0].move_count + 1,
                                      sizeof(uint32_t))};
    for (size_t i = 0; i < word_count; i++)
        layers->state_buffer[i] = start[i] & factor->feature_mask[i];
    vec_push(&layers->layer_starts, 0);
    add_member(layers, number_state(layers, layers->state_buffer), 0, 0, 0);
    begin_layer(layers);
    return layers;
}

void factor_layers_free(FactorLayers *layers)
{
    if (!layers)
        return;
    cursor_free(layers->cursor);
    state_set_free(layers->states);
    vec_free_all(&layers->members, &layers->layer_starts, &layers->views,
                 &layers->view_starts, &layers->infos, &layers->successors);
    free_all(layers->state_buffer, layers->legal_classes, layers);
}

/* ---- expansion ---- */

/* Adds VIEW to the views of the last layer. */
static const View *add_view(FactorLayers *layers, uint64_t view,
                            const uint64_t *state)
{
    Factoring *factoring = layers->factoring;
    uint64_t views[MAX_FACTORS] = {0};
    for (size_t i = layers->view_starts.items[layers->complete_layers];
         i < layers->views.count; i++)
        if (layers->views.items[i].view == view)
            return &layers->views.items[i];
    views[layers->factor_number] = view;
    factoring_set_views(factoring, views, 1u << layers->factor_number, state);
    bool ends_game =
        factoring_truth(factoring, factoring->net->terminal) == TRUTH_TRUE;
    vec_push(&layers->views,
             (View){view, (uint32_t)layers->next_member, ends_game});
    return &vec_last(&layers->views);
}

/* Computes the view and the successors of a state; false if there is no
 * room. */
static bool expand_state(FactorLayers *layers, uint32_t state_number,
                         uint64_t *cost)
{
    Cursor *cursor = layers->cursor;
    state_set_get(layers->states, state_number, layers->state_buffer);
    cursor_set(cursor, layers->state_buffer);
    StateInfo info = layers->infos.items[state_number];
    for (size_t i = 0; i < layers->factor->net.roles[0].goal_count; i++)
        info.view |= (uint64_t)cursor_goal(cursor, 0, i) << i;
    uint32_t class_count = puzzle_legal_moves(cursor, layers->legal_classes);
    info.first = (uint32_t)layers->successors.count;
    for (uint32_t i = 0; i < class_count; i++) {
        if (layers->factoring->is_interleaved &&
            layers->legal_classes[i] == layers->factor->idle_class)
            continue; /* that is a move of another factor */
        cursor_moves(cursor, &layers->legal_classes[i]);
        FactorSuccessor successor = {number_state(layers, cursor_next(cursor)),
                                     layers->legal_classes[i]};
        if (successor.state == NO_STATE)
            return false;
        vec_push(&layers->successors, successor);
    }
    info.successor_count = (uint32_t)layers->successors.count - info.first;
    info.is_expanded = true;
    layers->infos.items[state_number] = info;
    *cost += (1 + class_count) * move_cost(&layers->factor->net);
    return layers->successors.count < NO_STATE;
}

/* Expands a member of the last layer; false if there is no room. */
static bool expand_member(FactorLayers *layers, uint32_t state_number,
                          const uint64_t *state, uint64_t *cost)
{
    if (!layers->infos.items[state_number].is_expanded &&
        !expand_state(layers, state_number, cost))
        return false;
    StateInfo info = layers->infos.items[state_number];
    size_t layer = layers->complete_layers;
    bool ends_game = add_view(layers, info.view, state)->ends_game;
    for (uint32_t i = 0; i < info.successor_count && !ends_game; i++) {
        FactorSuccessor successor = layers->successors.items[info.first + i];
        add_member(layers, successor.state, layer + 1,
                   (uint32_t)layers->next_member, successor.class);
    }
    *cost += info.successor_count / 8;
    return has_room(layers) &&
           layers->views.count <= layers->view_starts.items[layer] + MAX_VIEWS;
}

static size_t layer_size(const FactorLayers *layers, size_t layer)
{
    assert(layer + 1 < layers->layer_starts.count);
    return layers->layer_starts.items[layer + 1] -
           layers->layer_starts.items[layer];
}

static const LayerMember *layer_members(const FactorLayers *layers,
                                        size_t layer)
{
    return layers->members.items + layers->layer_starts.items[layer];
}

LayerStep factor_layers_step(FactorLayers *layers, const uint64_t *state,
                             uint64_t *cost)
{
    size_t layer = layers->complete_layers;
    if (layers->next_member == layer_size(layers, layer)) {
        layers->complete_layers++;
        begin_layer(layers);
        return LAYER_DONE;
    }
    uint32_t state_number =
        layer_members(layers, layer)[layers->next_member].state;
    if (!expand_member(layers, state_number, state, cost))
        return LAYERS_TOO_LARGE;
    layers->next_member++;
    return LAYER_RUNNING;
}

/* ---- results ---- */

const View *layer_views(const FactorLayers *layers, size_t layer, size_t *count)
{
    assert(layer < layers->complete_layers);
    size_t first = layers->view_starts.items[layer];
    *count = layers->view_starts.items[layer + 1] - first;
    return layers->views.items + first;
}

void layer_remember(FactorLayers *layers, size_t layer)
{
    layers->remembered_count = layer_size(layers, layer);
    for (size_t i = 0; i < layers->infos.count; i++)
        layers->infos.items[i].is_remembered = false;
    for (size_t i = 0; i < layers->remembered_count; i++)
        layers->infos.items[layer_members(layers, layer)[i].state]
            .is_remembered = true;
}

bool layer_is_remembered(const FactorLayers *layers, size_t layer)
{
    bool is_same = layer_size(layers, layer) == layers->remembered_count;
    for (size_t i = 0; i < layers->remembered_count && is_same; i++)
        is_same = layers->infos.items[layer_members(layers, layer)[i].state]
                      .is_remembered;
    return is_same;
}

void layer_path(const FactorLayers *layers, size_t layer, uint32_t member,
                uint32_t *classes)
{
    for (; layer > 0; layer--) {
        assert(member < layer_size(layers, layer));
        const LayerMember *reached = &layer_members(layers, layer)[member];
        classes[layer - 1] = reached->class;
        member = reached->parent;
    }
}
