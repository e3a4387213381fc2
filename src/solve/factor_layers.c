/* factor_layers.c - layered breadth-first search in one factor of a puzzle
 *
 * In:   a Factoring, and a state to begin with
 * Out:  layer after layer of states, and their views
 * Next: solve/factored_search.c combines the layers of all factors
 *
 * The successors of a state are computed once, unless the factor reads
 * autonomous features. Start reading at factor_layers_step().
 */
#include "solve/factor_layers.h"

#include "base/bits.h"
#include "base/memory.h"
#include "base/sort.h"
#include "solve/state_set.h"

#include <assert.h>
#include <string.h>

enum { MAX_VIEWS = 256 };

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

/* The view and successors of a state; valid in every layer if the factor reads
 * no autonomous features. */
typedef struct {
    uint64_t view;
    uint32_t first, count; /* in SUCCESSORS */
    bool has_view, has_successors;
} StateInfo;

struct FactorLayers {
    Factoring *factoring;
    const Factor *factor;
    size_t number;           /* index of the factor */
    uint32_t excluded_class; /* or NO_INDEX */
    StateSet *states;
    size_t bytes;
    size_t complete_layers;     /* their number */
    size_t next_member;         /* next member of the last layer to expand */
    VEC(LayerMember) members;   /* of all layers */
    VEC(size_t) starts;         /* by layer: its first member */
    VEC(View) views;            /* of all layers */
    VEC(size_t) view_starts;    /* by layer: its first view */
    VEC(uint64_t) layer_hashes; /* by layer: sum of the hashes of its states */
    VEC(uint32_t) last_layer;   /* by state: one more than its last layer */
    VEC(StateInfo) info;        /* by state */
    VEC(FactorSuccessor) successors;
    VEC(uint64_t) distinct_views;
    size_t first_repeat;    /* first layer with the states of an earlier one */
    uint64_t *state, *next; /* NEXT has room for 64 states */
};

static uint64_t hash_of(uint32_t number)
{
    uint64_t hash = (number + 1) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    return hash ^ hash >> 32;
}

static bool has_room(const FactorLayers *layers)
{
    return layers->members.count * sizeof *layers->members.items +
                   layers->successors.count * sizeof *layers->successors.items +
                   layers->info.count * sizeof *layers->info.items <
               layers->bytes &&
           layers->members.count < NO_STATE;
}

/* Adds state NUMBER to LAYER, if it is not there; false if there is no room. */
static bool add_member(FactorLayers *layers, uint32_t number, size_t layer,
                       uint32_t parent, uint32_t class)
{
    assert(number < layers->last_layer.count);
    if (layers->last_layer.items[number] == layer + 1)
        return true;
    layers->last_layer.items[number] = (uint32_t)layer + 1;
    vec_push(&layers->members, (LayerMember){number, parent, class});
    layers->layer_hashes.items[layer] += hash_of(number);
    return has_room(layers);
}

/* The number of STATE; NO_STATE if there is no room. */
static uint32_t number_state(FactorLayers *layers, const uint64_t *state)
{
    bool is_new;
    uint32_t number = state_set_put(layers->states, state, &is_new);
    if (is_new && number != NO_STATE) {
        StateInfo nothing = {0};
        vec_push(&layers->last_layer, 0);
        vec_push(&layers->info, nothing);
    }
    assert(layers->info.count == state_set_count(layers->states));
    return number;
}

/* The last layer has all its members: begins to expand it. */
static void begin_layer(FactorLayers *layers)
{
    vec_push(&layers->starts, layers->members.count); /* of the next layer */
    vec_push(&layers->layer_hashes, 0);
    vec_push(&layers->view_starts, layers->views.count);
    layers->next_member = 0;
}

FactorLayers *factor_layers_new(Factoring *factoring, size_t factor,
                                const uint64_t *start, uint32_t excluded_class,
                                size_t bytes)
{
    FactorLayers *layers = memory_alloc(sizeof *layers);
    const Factor *entry = &factoring->factors[factor];
    size_t words = entry->feature_count / 64 + 1;
    *layers =
        (FactorLayers){.factoring = factoring,
                       .factor = entry,
                       .number = factor,
                       .excluded_class = excluded_class,
                       .first_repeat = SIZE_MAX,
                       .states = state_set_new(words, bytes / 2),
                       .bytes = bytes / 2,
                       .state = memory_array(words, sizeof(uint64_t)),
                       .next = memory_array(64 * words, sizeof(uint64_t))};
    factor_project(entry, start, layers->state);
    vec_push(&layers->starts, 0);
    vec_push(&layers->layer_hashes, 0);
    uint32_t first = number_state(layers, layers->state);
    if (first != NO_STATE)
        add_member(layers, first, 0, 0, 0);
    begin_layer(layers);
    return layers;
}

void factor_layers_free(FactorLayers *layers)
{
    if (!layers)
        return;
    state_set_free(layers->states);
    vec_free_all(&layers->members, &layers->starts, &layers->views,
                 &layers->view_starts, &layers->distinct_views,
                 &layers->layer_hashes, &layers->last_layer, &layers->info,
                 &layers->successors);
    free_all(layers->state, layers->next, layers);
}

/* ---- views ---- */

static uint32_t view_number(FactorLayers *layers, uint64_t view)
{
    for (size_t i = 0; i < layers->distinct_views.count; i++)
        if (layers->distinct_views.items[i] == view)
            return (uint32_t)i;
    vec_push(&layers->distinct_views, view);
    return (uint32_t)layers->distinct_views.count - 1;
}

/* Adds VIEW to the views of the last layer. */
static const View *record_view(FactorLayers *layers, uint64_t view,
                               bool with_autonomous)
{
    uint64_t views[MAX_FACTORS] = {0};
    for (size_t i = layers->view_starts.items[layers->complete_layers];
         i < layers->views.count; i++)
        if (layers->views.items[i].view == view)
            return &layers->views.items[i];
    views[layers->number] = view;
    factoring_set_views(layers->factoring, views, 1u << layers->number,
                        with_autonomous);
    View note = {
        view, view_number(layers, view), (uint32_t)layers->next_member,
        factoring_truth(layers->factoring, layers->factoring->net->terminal) ==
            TRUTH_TRUE};
    vec_push(&layers->views, note);
    return &vec_last(&layers->views);
}

/* ---- expansion ---- */

/* The legal classes of CHUNK, a bit for each. */
static uint64_t legal_classes(const FactorLayers *layers, size_t chunk)
{
    uint64_t legal = 0;
    size_t end = 64 * (chunk + 1);
    if (end > layers->factor->class_count)
        end = layers->factor->class_count;
    for (uint32_t i = (uint32_t)(64 * chunk); i < end; i++)
        if (i != layers->excluded_class && factor_legal(layers->factor, i))
            set_bit(&legal, i % 64);
    return legal;
}

/* Computes the successors of STATE, for which the factor has been run. */
static bool find_successors(FactorLayers *layers, uint32_t state)
{
    const Factor *factor = layers->factor;
    size_t words = factor->feature_count / 64 + 1;
    if (factor->reads_autonomous)
        vec_clear(&layers->successors);
    layers->info.items[state].first = (uint32_t)layers->successors.count;
    for (size_t chunk = 0; chunk < factor->chunks; chunk++) {
        uint64_t legal = legal_classes(layers, chunk);
        if (chunk)
            factor_run(layers->factoring, factor, chunk);
        factor_next(factor, chunk, legal, layers->next);
        for (; legal; legal &= legal - 1) {
            uint32_t i = (uint32_t)__builtin_ctzll(legal);
            FactorSuccessor successor = {
                number_state(layers, layers->next + i * words),
                (uint32_t)(64 * chunk) + i};
            if (successor.state == NO_STATE)
                return false;
            vec_push(&layers->successors, successor);
        }
    }
    StateInfo *info = &layers->info.items[state];
    assert(info->first <= layers->successors.count);
    info->count = (uint32_t)layers->successors.count - info->first;
    info->has_successors = true;
    return has_room(layers) && layers->successors.count < NO_STATE;
}

static bool add_successors(FactorLayers *layers, uint32_t state, size_t layer)
{
    const StateInfo *info = &layers->info.items[state];
    for (uint32_t i = 0; i < info->count; i++) {
        const FactorSuccessor *successor =
            &layers->successors.items[info->first + i];
        if (!add_member(layers, successor->state, layer,
                        (uint32_t)layers->next_member, successor->class))
            return false;
    }
    return true;
}

/* The cost of running the factor, relative to a move in the machine, which
 * includes finding the legal moves. */
static uint64_t cost_of(const Factor *factor)
{
    return 1 + factor->chunks * factor->node_count / 256 +
           factor->class_count * (1 + factor->feature_count / 64);
}

static void run_factor(FactorLayers *layers, uint32_t state, uint64_t *cost)
{
    state_set_get(layers->states, state, layers->state);
    factor_set(layers->factoring, layers->factor, layers->state);
    factor_run(layers->factoring, layers->factor, 0);
    *cost += cost_of(layers->factor);
}

/* Expands one member; false if there is no room. */
static bool expand_member(FactorLayers *layers, uint32_t state,
                          bool with_autonomous, uint64_t *cost)
{
    StateInfo info = layers->info.items[state];
    bool was_run = layers->factor->reads_autonomous || !info.has_view;
    if (was_run) {
        run_factor(layers, state, cost);
        info.view = factor_view(layers->factor);
        info.has_view = true;
        info.has_successors &= !layers->factor->reads_autonomous;
        layers->info.items[state] = info;
    }
    bool ends = record_view(layers, info.view, with_autonomous)->ends;
    if (layers->distinct_views.count > MAX_VIEWS)
        return false;
    if (ends)
        return true;
    if (!info.has_successors) {
        if (!was_run)
            run_factor(layers, state, cost);
        if (!find_successors(layers, state))
            return false;
    }
    *cost += layers->info.items[state].count / 8;
    return add_successors(layers, state, layers->complete_layers + 1);
}

LayerStep factor_layers_step(FactorLayers *layers, bool with_autonomous,
                             uint64_t *cost)
{
    size_t layer = layers->complete_layers;
    if (layers->next_member < layer_size(layers, layer)) {
        uint32_t state =
            layers->members
                .items[layers->starts.items[layer] + layers->next_member]
                .state;
        if (!expand_member(layers, state, with_autonomous, cost))
            return LAYERS_TOO_LARGE;
        layers->next_member++;
        return LAYER_RUNNING;
    }
    for (size_t i = 0; i < layer && layers->first_repeat == SIZE_MAX; i++)
        if (layers_equal(layers, i, layer))
            layers->first_repeat = layer;
    layers->complete_layers++;
    begin_layer(layers);
    return LAYER_DONE;
}

/* ---- results ---- */

size_t layer_size(const FactorLayers *layers, size_t layer)
{
    assert(layer + 1 < layers->starts.count);
    return layers->starts.items[layer + 1] - layers->starts.items[layer];
}

const View *layer_views(const FactorLayers *layers, size_t layer, size_t *count)
{
    assert(layer < layers->complete_layers);
    size_t first = layers->view_starts.items[layer];
    *count = layers->view_starts.items[layer + 1] - first;
    return layers->views.items + first;
}

const uint64_t *factor_layers_views(const FactorLayers *layers, size_t *count)
{
    *count = layers->distinct_views.count;
    return layers->distinct_views.items;
}

size_t factor_layers_repeat(const FactorLayers *layers)
{
    return layers->first_repeat;
}

static uint32_t *sorted_states(const FactorLayers *layers, size_t layer)
{
    size_t count = layer_size(layers, layer);
    uint32_t *states = memory_array(count + 1, sizeof *states);
    const LayerMember *first =
        layers->members.items + layers->starts.items[layer];
    for (size_t i = 0; i < count; i++)
        states[i] = first[i].state;
    sort_numbers(states, count);
    return states;
}

bool layers_equal(const FactorLayers *layers, size_t layer, size_t other)
{
    size_t count = layer_size(layers, layer);
    if (layers->layer_hashes.items[layer] !=
            layers->layer_hashes.items[other] ||
        count != layer_size(layers, other))
        return false;
    uint32_t *left = sorted_states(layers, layer);
    uint32_t *right = sorted_states(layers, other);
    bool same = memcmp(left, right, count * sizeof *left) == 0;
    free_all(left, right);
    return same;
}

void layer_path(const FactorLayers *layers, size_t layer, uint32_t member,
                uint32_t *classes)
{
    for (; layer > 0; layer--) {
        assert(member < layer_size(layers, layer));
        const LayerMember *entry =
            &layers->members.items[layers->starts.items[layer] + member];
        classes[layer - 1] = entry->class;
        member = entry->parent;
    }
}
