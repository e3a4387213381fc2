/* factor_state.c - what a part of a puzzle looks like in a state, and after
 * moves
 *
 * In:   a Part, and the values of its features
 * Out:  for each node a word, a bit for each class of moves; from that, what is
 *       legal, the next states and the view
 * Next: solve/factor_layers.c goes on from state to state
 *
 * From one state to the next little changes: only nodes with an input that is
 * not what it was are computed, in order, so that each is computed once. Start
 * reading at part_run().
 */
#include "solve/factoring.h"

#include <stdlib.h>
#include <string.h>

/* The nodes of a part by their place in it; literals are of places. */
struct Wires {
    Lit *inputs; /* of place P: FIRST_INPUT[P] and on */
    uint32_t *first_input;
    uint32_t *readers; /* places that have P as an input, likewise */
    uint32_t *first_reader;
    uint32_t *watched, *features; /* places of features, and which these are */
    size_t watched_count;
    Lit *next;        /* by feature of the part */
    Lit *needs;       /* as those of the part */
    uint32_t *sights; /* as those of the part */
    uint64_t *values; /* by chunk and place */
    uint64_t *stale;  /* by chunk: places to be computed, a bit each */
    size_t stale_words;
};

/* ---- making ---- */

static Lit local(const uint32_t *place, Lit lit)
{
    return 2 * place[lit_node(lit)] | (lit & 1);
}

static void find_inputs(Wires *wires, Arena *arena, const Net *net,
                        const Part *part, const uint32_t *place)
{
    size_t count = 0, at = 0;
    for (size_t i = 0; i < part->node_count; i++)
        if (net->nodes[part->nodes[i]].kind == NODE_AND)
            count += net->nodes[part->nodes[i]].count;
    wires->inputs = arena_array(arena, Lit, count + 1);
    wires->first_input = arena_array(arena, uint32_t, part->node_count + 1);
    for (size_t i = 0; i < part->node_count; i++) {
        const Node *node = &net->nodes[part->nodes[i]];
        wires->first_input[i] = (uint32_t)at;
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++)
            wires->inputs[at++] = local(place, net->inputs[node->first + k]);
    }
    wires->first_input[part->node_count] = (uint32_t)at;
}

static void find_readers(Wires *wires, Arena *arena, size_t nodes)
{
    size_t count = wires->first_input[nodes];
    uint32_t *first = arena_array(arena, uint32_t, nodes + 2);
    wires->readers = arena_array(arena, uint32_t, count + 1);
    for (size_t i = 0; i < count; i++)
        first[lit_node(wires->inputs[i]) + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t k = wires->first_input[i]; k < wires->first_input[i + 1];
             k++)
            wires->readers[first[lit_node(wires->inputs[k]) + 1]++] = i;
    wires->first_reader = first;
}

/* Nothing has been computed yet: sets of moves stay what they are, features
 * are false, and all that has inputs is stale. */
static void begin(Wires *wires, Arena *arena, const Net *net, const Part *part)
{
    size_t nodes = part->node_count;
    wires->stale_words = nodes / 64 + 1;
    wires->values = arena_array(arena, uint64_t, part->chunks * nodes + 1);
    wires->stale =
        arena_array(arena, uint64_t, part->chunks * wires->stale_words);
    for (size_t chunk = 0; chunk < part->chunks; chunk++)
        for (size_t i = 0; i < nodes; i++) {
            NodeKind kind = net->nodes[part->nodes[i]].kind;
            uint64_t *value = &wires->values[chunk * nodes + i];
            if (kind == NODE_TRUE)
                *value = UINT64_MAX;
            if (kind == NODE_MOVES)
                *value = part->masks[i * part->chunks + chunk];
            if (kind == NODE_AND)
                wires->stale[chunk * wires->stale_words + i / 64] |= (uint64_t)1
                                                                     << i % 64;
        }
}

void part_wire(Arena *arena, const Net *net, Part *part)
{
    Wires *wires = arena_alloc(arena, sizeof *wires);
    size_t needs = part->first_need ? part->first_need[part->class_count] : 0;
    uint32_t *place = fatal_malloc((net->node_count + 1) * sizeof *place);
    for (size_t i = 0; i < part->node_count; i++)
        place[part->nodes[i]] = (uint32_t)i;
    find_inputs(wires, arena, net, part, place);
    find_readers(wires, arena, part->node_count);
    wires->watched = arena_array(arena, uint32_t, part->node_count + 1);
    wires->features = arena_array(arena, uint32_t, part->node_count + 1);
    for (uint32_t i = 0; i < part->node_count; i++)
        if (net->nodes[part->nodes[i]].kind == NODE_FEATURE) {
            wires->watched[wires->watched_count] = i;
            wires->features[wires->watched_count++] =
                net->nodes[part->nodes[i]].first;
        }
    wires->next = arena_array(arena, Lit, part->feature_count + 1);
    for (size_t i = 0; i < part->feature_count; i++)
        wires->next[i] = local(place, net->next[part->features[i]]);
    wires->needs = arena_array(arena, Lit, needs + 1);
    for (size_t i = 0; i < needs; i++)
        wires->needs[i] = local(place, part->needs[i]);
    wires->sights = arena_array(arena, uint32_t, part->sight_count + 1);
    for (size_t i = 0; i < part->sight_count; i++)
        wires->sights[i] = place[part->sights[i]];
    free(place);
    begin(wires, arena, net, part);
    part->wires = wires;
}

/* ---- running ---- */

void part_set(Parts *parts, const Part *part, const uint64_t *state)
{
    for (size_t i = 0; i < part->feature_count; i++)
        parts->now[part->features[i]] = state[i / 64] >> i % 64 & 1;
}

static uint64_t value_of(const uint64_t *values, Lit lit)
{
    return values[lit_node(lit)] ^ -(uint64_t)(lit & 1);
}

static inline void change(const Wires *wires, uint64_t *values, uint64_t *stale,
                          uint32_t place, uint64_t value)
{
    if (values[place] == value)
        return; /* most often */
    values[place] = value;
    for (uint32_t i = wires->first_reader[place];
         i < wires->first_reader[place + 1]; i++)
        stale[wires->readers[i] / 64] |= (uint64_t)1 << wires->readers[i] % 64;
}

void part_run(const Parts *parts, const Part *part, size_t chunk)
{
    const Wires *wires = part->wires;
    uint64_t *values = wires->values + chunk * part->node_count;
    uint64_t *stale = wires->stale + chunk * wires->stale_words;
    for (size_t i = 0; i < wires->watched_count; i++)
        change(wires, values, stale, wires->watched[i],
               -(uint64_t)parts->now[wires->features[i]]);
    for (size_t word = 0; word < wires->stale_words; word++)
        while (stale[word]) {
            uint32_t place =
                (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(stale[word]);
            uint64_t value = UINT64_MAX;
            stale[word] &= stale[word] - 1;
            for (uint32_t i = wires->first_input[place];
                 i < wires->first_input[place + 1] && value; i++)
                value &= value_of(values, wires->inputs[i]);
            change(wires, values, stale, place, value);
        }
}

bool part_legal(const Part *part, uint32_t class)
{
    for (uint32_t i = part->first_need[class]; i < part->first_need[class + 1];
         i++)
        if (!(value_of(part->wires->values, part->wires->needs[i]) & 1))
            return false;
    return true;
}

void part_next(const Part *part, size_t chunk, uint64_t classes,
               uint64_t *states)
{
    const Wires *wires = part->wires;
    const uint64_t *values = wires->values + chunk * part->node_count;
    size_t words = part->feature_count / 64 + 1;
    for (uint64_t left = classes; left; left &= left - 1)
        memset(states + (size_t)__builtin_ctzll(left) * words, 0,
               words * sizeof *states);
    for (size_t i = 0; i < part->feature_count; i++) {
        uint64_t after = value_of(values, wires->next[i]) & classes;
        for (; after; after &= after - 1)
            states[(size_t)__builtin_ctzll(after) * words + i / 64] |=
                (uint64_t)1 << i % 64;
    }
}

uint64_t part_view(const Part *part)
{
    uint64_t view = 0;
    for (size_t i = 0; i < part->sight_count; i++)
        view |= (part->wires->values[part->wires->sights[i]] & 1) << i;
    return view;
}
