/* wiring.c - who reads which node of a network, laid out for propagation
 *
 * In:   a net, its nodes that are to be computed, and output bits
 * Out:  ids, readers of each, counts where every leaf is false
 * Next: sim/counters.c propagates changes through it
 *
 * Start reading at wiring_lay(), at the end.
 */
#include "sim/circuit.h"

#include "base/sort.h"
#include "ground/net_walk.h"

#include <assert.h>

/* A gate is a node of the net, by its number, or one that is added: a part of a
 * large AND, or a copy that is an output bit. */
typedef struct {
    const Lit *inputs; /* over gates */
    uint32_t input_count;
    uint32_t level;        /* 0: set from outside */
    uint32_t reader_count; /* gates and output bits that read it */
    uint32_t id;
    bool is_output;     /* nothing but one output reads it */
    bool initial_value; /* if every leaf is false */
} WiredGate;

typedef struct {
    Wiring *wiring;
    Arena *scratch;
    VEC(WiredGate) gates;
    uint32_t
        *gate_of_id; /* of ANDs and output bits; NO_INDEX if there is none */
} Layout;

/* ---- gates ---- */

static bool initial_lit_value(const Layout *layout, Lit lit)
{
    return layout->gates.items[lit_node(lit)].initial_value !=
           lit_is_negated(lit);
}

/* Makes GATE the AND of INPUTS, which are known. */
static void set_and(Layout *layout, uint32_t gate, const Lit *inputs,
                    size_t count)
{
    WiredGate *gates = layout->gates.items;
    WiredGate and = {.inputs = inputs,
                     .input_count = (uint32_t)count,
                     .level = 1,
                     .id = NO_INDEX,
                     .initial_value = true};
    assert(count <= MAX_FAN_IN);
    for (size_t i = 0; i < count; i++) {
        WiredGate *input = &gates[lit_node(inputs[i])];
        input->reader_count++;
        and.initial_value =
            and.initial_value && initial_lit_value(layout, inputs[i]);
        if (and.level <= input->level)
            and.level = input->level + 1;
    }
    gates[gate] = and;
}

static uint32_t add_and(Layout *layout, const Lit *inputs, size_t count)
{
    uint32_t gate = (uint32_t)layout->gates.count;
    vec_push(&layout->gates, (WiredGate){.id = NO_INDEX});
    set_and(layout, gate, inputs, count);
    return gate;
}

/* An AND of too many inputs becomes one of ANDs of parts of them. */
static void set_node(Layout *layout, uint32_t number)
{
    const Net *net = layout->wiring->net;
    Node node = net->nodes[number];
    const Lit *inputs = net->inputs + node.first_input;
    size_t count = node.input_count;
    assert(count <= MAX_FAN_IN * MAX_FAN_IN);
    if (count > MAX_FAN_IN) {
        Lit *parts = arena_array(layout->scratch, Lit, count / MAX_FAN_IN + 1);
        size_t part_count = 0;
        for (size_t i = 0; i < count; i += MAX_FAN_IN)
            parts[part_count++] =
                2 * add_and(layout, inputs + i,
                            count - i < MAX_FAN_IN ? count - i : MAX_FAN_IN);
        inputs = parts;
        count = part_count;
    }
    set_and(layout, number, inputs, count);
}

static void make_gates(Layout *layout)
{
    const Net *net = layout->wiring->net;
    for (uint32_t i = 0; i < net->node_count; i++)
        vec_push(&layout->gates,
                 (WiredGate){.id = NO_INDEX, .initial_value = i == 0});
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_AND && layout->wiring->is_member[i])
            set_node(layout, i);
}

/* ---- output bits ---- */

/* An AND that only one output reads is that bit; others get a copy that is. */
static void place_outputs(Layout *layout, const OutputBit *outputs,
                          size_t count)
{
    Wiring *wiring = layout->wiring;
    uint32_t first = (uint32_t)wiring->queue_words * 64;
    for (size_t i = 0; i < count; i++) {
        uint32_t gate = lit_node(outputs[i].lit);
        if (initial_lit_value(layout, outputs[i].lit))
            set_bit(wiring->initial_outputs, outputs[i].bit);
        if (gate == lit_node(LIT_TRUE))
            continue;
        if (!layout->gates.items[gate].is_output) {
            layout->gates.items[gate].reader_count--;
            gate = add_and(layout, &outputs[i].lit, 1);
        }
        assert(layout->gate_of_id[first + outputs[i].bit] == NO_INDEX);
        layout->gates.items[gate].id = first + outputs[i].bit;
        layout->gate_of_id[first + outputs[i].bit] = gate;
    }
}

static void find_output_gates(Layout *layout, const OutputBit *outputs,
                              size_t count)
{
    WiredGate *gates = layout->gates.items;
    for (size_t i = 0; i < count; i++)
        gates[lit_node(outputs[i].lit)].reader_count++;
    for (size_t i = 0; i < count; i++) {
        WiredGate *gate = &gates[lit_node(outputs[i].lit)];
        gate->is_output = gate->level && gate->reader_count == 1;
    }
}

/* ---- the order of ids ---- */

/* By level, then by those inputs that most others share. */
typedef struct {
    uint32_t level, gate;
    uint64_t shared;
} SortKey;

static int compare_keys(const void *left, const void *right)
{
    const SortKey *a = left, *b = right;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->shared != b->shared)
        return a->shared < b->shared ? -1 : 1;
    return (a->gate > b->gate) - (a->gate < b->gate);
}

static int by_more_readers(const void *left, const void *right, void *context)
{
    const Layout *layout = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t a_readers = layout->gates.items[a].reader_count;
    uint32_t b_readers = layout->gates.items[b].reader_count;
    if (a_readers != b_readers)
        return a_readers > b_readers ? -1 : 1;
    return (a > b) - (a < b);
}

enum { SHARED_INPUTS = 3, RANK_BITS = 21 };

/* The ranks of the three inputs of most readers, the first in the highest
 * bits, each with its sign. */
static uint64_t shared_inputs(const WiredGate *gate, const uint32_t *rank)
{
    uint64_t best[SHARED_INPUTS], shared = 0;
    for (int k = 0; k < SHARED_INPUTS; k++)
        best[k] = ((uint64_t)1 << RANK_BITS) - 1;
    for (uint32_t i = 0; i < gate->input_count; i++) {
        uint64_t at = 2 * (uint64_t)rank[lit_node(gate->inputs[i])] +
                      lit_is_negated(gate->inputs[i]);
        for (int k = 0; k < SHARED_INPUTS; k++)
            if (at < best[k]) {
                uint64_t other = best[k];
                best[k] = at;
                at = other;
            }
    }
    for (int k = 0; k < SHARED_INPUTS; k++)
        shared = shared << RANK_BITS | best[k];
    return shared;
}

/* By gate: how many have more readers. */
static uint32_t *rank_gates(Layout *layout)
{
    size_t count = layout->gates.count;
    uint32_t *order = arena_array(layout->scratch, uint32_t, count);
    uint32_t *rank = arena_array(layout->scratch, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    sort_items_with(order, count, sizeof *order, by_more_readers, layout);
    for (uint32_t i = 0; i < count; i++)
        rank[order[i]] = i;
    return rank;
}

/* Gives ids to the ANDs that are no output bits. */
static void number_ands(Layout *layout)
{
    size_t count = layout->gates.count, used = 0;
    const uint32_t *rank = rank_gates(layout);
    SortKey *keys = arena_array(layout->scratch, SortKey, count);
    for (uint32_t i = 0; i < count; i++) {
        const WiredGate *gate = &layout->gates.items[i];
        if (gate->level && !gate->is_output)
            keys[used++] = (SortKey){gate->level, i, shared_inputs(gate, rank)};
    }
    sort_items(keys, used, sizeof *keys, compare_keys);
    layout->wiring->queue_words = words_for(used);
    layout->wiring->has_summary = layout->wiring->queue_words > SMALL_QUEUE;
    size_t id_count =
        (layout->wiring->queue_words + layout->wiring->output_words) * 64;
    layout->gate_of_id = arena_array(layout->scratch, uint32_t, id_count);
    for (size_t i = 0; i < id_count; i++)
        layout->gate_of_id[i] = NO_INDEX;
    for (uint32_t i = 0; i < used; i++) {
        layout->gates.items[keys[i].gate].id = i;
        layout->gate_of_id[i] = keys[i].gate;
    }
}

/* Features get ids in their order, then the other leaves that are read, or may
 * be asked for. */
static void number_leaves(Layout *layout)
{
    Wiring *wiring = layout->wiring;
    const Net *net = wiring->net;
    WiredGate *gates = layout->gates.items;
    uint32_t next = (uint32_t)(wiring->queue_words + wiring->output_words) * 64;
    wiring->first_feature = next;
    next += (uint32_t)net->feature_count;
    for (uint32_t i = 0; i < net->node_count; i++) {
        if (net->nodes[i].kind == NODE_FEATURE)
            gates[i].id = wiring->first_feature + net->nodes[i].feature;
        else if (!gates[i].level &&
                 (net->nodes[i].kind != NODE_AND || gates[i].reader_count))
            gates[i].id = next++;
    }
    wiring->id_count = next;
    for (uint32_t i = 0; i < net->node_count; i++) {
        assert(!gates[i].level || gates[i].id != NO_INDEX);
        wiring->id_of[i] = gates[i].id;
    }
}

/* ---- wires ---- */

enum { MIN_IN_CHUNK = 4 }; /* fewer readers are told one by one */

typedef VEC(uint32_t) Targets;

/* Adds the COUNT readers that have the sign IS_NEGATED to the SINGLES, or to
 * the CHUNKS those of which enough stand together. READERS are ids with signs,
 * in order. */
static void split_readers(Targets *singles, Targets *chunks, const Lit *readers,
                          size_t count, bool is_negated)
{
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t chunk = lit_node(readers[i]) / CHUNK_IDS, mask = 0;
        size_t first_single = singles->count;
        for (end = i;
             end < count && lit_node(readers[end]) / CHUNK_IDS == chunk; end++)
            if (lit_is_negated(readers[end]) == is_negated) {
                mask |= chunk_mask_bit(lit_node(readers[end]));
                vec_push(singles, lit_node(readers[end]));
            }
        if (singles->count - first_single < MIN_IN_CHUNK)
            continue;
        singles->count = first_single;
        vec_push(chunks, chunk);
        vec_push(chunks, mask);
    }
}

/* Appends the targets of each id to TARGETS. */
static void lay_targets(Wiring *wiring, const Graph *readers, Targets *targets)
{
    Targets singles = {0}, chunks = {0};
    for (size_t i = 0; i < wiring->id_count; i++) {
        const Lit *items = readers->targets + readers->first[i];
        size_t count = readers->first[i + 1] - readers->first[i];
        vec_clear(&singles);
        vec_clear(&chunks);
        split_readers(&singles, &chunks, items, count, false);
        uint32_t plain_count = (uint32_t)singles.count;
        uint32_t plain_chunks = (uint32_t)chunks.count / 2;
        split_readers(&singles, &chunks, items, count, true);
        wiring->first_target[i] = (uint32_t)targets->count;
        vec_push(targets, plain_count);
        vec_push(targets, (uint32_t)singles.count << 1 | (chunks.count > 0));
        vec_append(targets, singles.items, singles.count);
        if (chunks.count) {
            vec_push(targets, plain_chunks);
            vec_push(targets, (uint32_t)chunks.count / 2);
            vec_append(targets, chunks.items, chunks.count);
        }
    }
    vec_free_all(&singles, &chunks);
}

/* By id: its readers, as twice their ids plus 1 if they read its negation. */
static Graph find_readers(const Layout *layout)
{
    const Wiring *wiring = layout->wiring;
    VEC(Edge) edges = {0};
    for (uint32_t id = 0; id < wiring->first_feature; id++) {
        if (layout->gate_of_id[id] == NO_INDEX)
            continue;
        const WiredGate *gate = &layout->gates.items[layout->gate_of_id[id]];
        for (uint32_t i = 0; i < gate->input_count; i++) {
            uint32_t from = lit_node(gate->inputs[i]);
            assert(layout->gates.items[from].id != NO_INDEX);
            vec_push(&edges, (Edge){layout->gates.items[from].id,
                                    2 * id + lit_is_negated(gate->inputs[i])});
        }
    }
    Graph readers =
        graph_new(layout->scratch, wiring->id_count, edges.items, edges.count);
    vec_free(&edges);
    return readers;
}

static void lay_wires(Layout *layout, Arena *arena)
{
    Wiring *wiring = layout->wiring;
    Graph readers = find_readers(layout);
    Targets targets = {0};
    wiring->first_target = arena_array(arena, uint32_t, wiring->id_count);
    lay_targets(wiring, &readers, &targets);
    wiring->targets = vec_finish(&targets, arena);
    wiring->needed_features =
        arena_array(arena, uint64_t, words_for(wiring->net->feature_count));
    for (uint32_t i = 0; i < wiring->id_count; i++)
        if (wiring_is_read(wiring, i))
            wiring_need(wiring, i);
}

void wiring_need(Wiring *wiring, uint32_t id)
{
    if (id >= wiring->first_feature &&
        id < wiring->first_feature + wiring->net->feature_count)
        set_bit(wiring->needed_features, id - wiring->first_feature);
}

static void count_false_inputs(const Layout *layout, Arena *arena)
{
    Wiring *wiring = layout->wiring;
    wiring->initial_counts = arena_array(arena, uint8_t, wiring->id_count);
    for (uint32_t i = 0; i < layout->gates.count; i++) {
        const WiredGate *gate = &layout->gates.items[i];
        if (gate->id == NO_INDEX)
            continue;
        uint8_t *count = &wiring->initial_counts[gate->id];
        *count = !gate->level && !gate->initial_value;
        for (uint32_t k = 0; k < gate->input_count; k++)
            *count += !initial_lit_value(layout, gate->inputs[k]);
    }
    for (uint32_t i = 0; i < wiring->net->feature_count; i++)
        wiring->initial_counts[wiring->first_feature + i] = 1;
}

/* ---- loops ---- */

/* A component is computed anew when anything that its nodes read changes: a
 * node that has lost its support from outside may not change by itself. */
static void find_watchers(Wiring *wiring, Arena *arena)
{
    const Net *net = wiring->net;
    VEC(Edge) edges = {0};
    for (uint32_t c = 0; c < net->component_count; c++) {
        Component component = net->components[c];
        for (uint32_t i = component.first_node; i < component.end_node; i++)
            if (net->nodes[i].kind == NODE_AND && wiring->is_member[i])
                net_each_input (input, net, i)
                    vec_push(&edges,
                             (Edge){wiring->id_of[lit_node(*input.at)], c});
        for (uint32_t i = component.first_loop; i < component.end_loop; i++)
            if (wiring->is_member[net->loops[i].node])
                vec_push(
                    &edges,
                    (Edge){wiring->id_of[lit_node(net->loops[i].definition)],
                           c});
    }
    wiring->watchers =
        graph_new(arena, wiring->id_count, edges.items, edges.count);
    vec_free(&edges);
}

/* The definitions of loops are read when a component is computed. */
static void count_loop_readers(Layout *layout)
{
    const Net *net = layout->wiring->net;
    for (size_t i = 0; i < net->loop_count; i++)
        if (layout->wiring->is_member[net->loops[i].node])
            layout->gates.items[lit_node(net->loops[i].definition)]
                .reader_count++;
}

void wiring_lay(Wiring *wiring, const OutputBit *outputs, size_t output_count,
                size_t output_words, Arena *arena)
{
    Layout layout = {.wiring = wiring, .scratch = arena_new()};
    size_t node_count = wiring->net->node_count;
    wiring->output_words = output_words;
    wiring->id_of = arena_array(arena, uint32_t, node_count);
    wiring->initial_outputs = arena_array(arena, uint64_t, output_words);
    make_gates(&layout);
    count_loop_readers(&layout);
    find_output_gates(&layout, outputs, output_count);
    number_ands(&layout);
    place_outputs(&layout, outputs, output_count);
    number_leaves(&layout);
    find_watchers(wiring, arena);
    lay_wires(&layout, arena);
    count_false_inputs(&layout, arena);
    vec_free(&layout.gates);
    arena_free(layout.scratch);
}
