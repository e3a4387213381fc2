/* signals.c - one network, one position at a time, only what changes
 *
 * In:   a Circuit
 * Out:  what holds at a position, and the position after a joint move
 *
 * Every AND counts its false inputs. When a node changes, the counts of those
 * that have it as input change, and so on: only what changes costs time. What
 * outputs need to be known (legal moves, the end) is kept as bits that are
 * flipped on the way. Nodes that only goals or percepts need are left out of
 * that and computed when somebody asks.
 *
 * So are nodes that depend on the moves, if the effects of moves are known in
 * advance (ground/effects.h): a feature then has a value that it takes unless
 * a move touches it, kept as a bit too, and a move costs what it touches.
 *
 * Changes spread level by level, so that a node is looked at once, when all
 * its inputs have their final values.
 */
#include "sim/signals.h"

#include "base/fatal.h"

#include <stdlib.h>
#include <string.h>

/* All there is to know about a node while changes spread, in one place. */
typedef struct {
    int32_t count;       /* of false inputs: 0 means true */
    uint32_t level : 30; /* inputs are on lower ones */
    uint32_t value : 1;  /* as its readers know it */
    uint32_t queued : 1;
} Spot;

struct Signals {
    const Circuit *circuit;
    Spot *spots;             /* by node */
    Spot *first_spots;       /* as they were at first, */
    uint64_t *first_outputs; /* with the outputs */
    uint64_t *state, *outputs;
    uint64_t *next;
    uint32_t *moves;   /* the joint move that is made */
    uint32_t *queue;   /* of nodes that may have changed, by level */
    uint32_t *waiting; /* by level: how many */
    uint32_t lowest;   /* level with somebody waiting */
    bool *dirty;       /* components */
    bool any_dirty, extra_known;
    bool *extra_value; /* by node; for nodes outside the core */
};

static bool get_bit(const uint64_t *words, size_t bit)
{
    return words[bit / 64] >> bit % 64 & 1;
}

/* ---- changes ---- */

static __attribute__((noinline)) void enqueue(Signals *signals, uint32_t node,
                                              Spot *spot)
{
    if (spot->queued)
        return;
    spot->queued = true;
    signals->queue[signals->circuit->level_start[spot->level] +
                   signals->waiting[spot->level]++] = node;
    if (spot->level < signals->lowest)
        signals->lowest = spot->level;
}

/* Nodes that are no AND have a count of 0 or 1. */
static void set_leaf(Signals *signals, uint32_t node, bool value)
{
    Spot *spot = &signals->spots[node];
    spot->count = !value;
    enqueue(signals, node, spot);
}

/* READERS have one false input more. */
static inline void weaken(Signals *signals, const uint32_t *readers,
                          const uint32_t *end)
{
    Spot *spots = signals->spots;
    for (; readers < end; readers++)
        if (spots[*readers].count++ == 0)
            enqueue(signals, *readers, &spots[*readers]);
}

/* READERS have one false input less. */
static inline void strengthen(Signals *signals, const uint32_t *readers,
                              const uint32_t *end)
{
    Spot *spots = signals->spots;
    for (; readers < end; readers++)
        if (--spots[*readers].count == 0)
            enqueue(signals, *readers, &spots[*readers]);
}

static void spread(Signals *signals, uint32_t node, bool value)
{
    const Circuit *circuit = signals->circuit;
    const Wire wire = circuit->wires[node];
    const uint32_t *ends = circuit->ends;
    if (value) {
        strengthen(signals, ends + wire.first, ends + wire.plain);
        weaken(signals, ends + wire.plain, ends + wire.negated);
    } else {
        weaken(signals, ends + wire.first, ends + wire.plain);
        strengthen(signals, ends + wire.plain, ends + wire.negated);
    }
    for (uint32_t i = wire.negated; i < wire.bits; i++)
        signals->outputs[ends[i] / 64] ^= (uint64_t)1 << ends[i] % 64;
    if (!circuit->net->component_count)
        return;
    const Graph *watchers = &circuit->watchers;
    for (uint32_t i = watchers->first[node]; i < watchers->first[node + 1]; i++)
        signals->dirty[watchers->targets[i]] = signals->any_dirty = true;
}

/* Nodes of one level do not read each other, so a level is complete when its
 * turn comes. */
static void settle(Signals *signals)
{
    const Circuit *circuit = signals->circuit;
    Spot *spots = signals->spots;
    uint32_t levels = circuit->levels;
    for (uint32_t level = signals->lowest; level < levels; level++) {
        uint32_t count = signals->waiting[level];
        if (!count)
            continue;
        const uint32_t *queue = signals->queue + circuit->level_start[level];
        signals->waiting[level] = 0;
        for (const uint32_t *node = queue; node < queue + count; node++) {
            Spot *spot = &spots[*node];
            bool value = spot->count == 0;
            spot->queued = false;
            if (value == spot->value)
                continue;
            spot->value = value;
            spread(signals, *node, value);
        }
    }
    signals->lowest = levels;
}

/* ---- loops ---- */

static bool lit_value(const Signals *signals, Lit lit)
{
    return (signals->spots[lit_node(lit)].count == 0) != (lit & 1);
}

/* From nothing up: what has support that does not rest on itself. */
static void compute_component(Signals *signals, uint32_t number)
{
    const Net *net = signals->circuit->net;
    Component component = net->components[number];
    for (uint32_t i = component.first_loop; i < component.end_loop; i++)
        if (is_core_loop(signals->circuit, i))
            set_leaf(signals, net->loops[i].node, false);
    settle(signals);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = component.first_loop; i < component.end_loop; i++) {
            Loop loop = net->loops[i];
            if (!is_core_loop(signals->circuit, i) ||
                signals->spots[loop.node].count == 0 ||
                !lit_value(signals, loop.definition))
                continue;
            set_leaf(signals, loop.node, true);
            settle(signals);
            more = true;
        }
    }
    signals->dirty[number] = false;
}

static void settle_all(Signals *signals)
{
    settle(signals);
    if (!signals->any_dirty)
        return;
    signals->any_dirty = false;
    for (uint32_t i = 0; i < signals->circuit->net->component_count; i++)
        if (signals->dirty[i])
            compute_component(signals, i);
    signals->any_dirty = false;
}

/* ---- standing somewhere ---- */

void signals_set(Signals *signals, const uint64_t *state)
{
    const Circuit *circuit = signals->circuit;
    for (size_t i = 0; i < circuit->words; i++) {
        uint64_t changed = state[i] ^ signals->state[i];
        signals->state[i] = state[i];
        for (; changed; changed &= changed - 1) {
            size_t bit = i * 64 + (size_t)__builtin_ctzll(changed);
            uint32_t node = circuit->feature_node[bit];
            if (node)
                set_leaf(signals, node, state[i] >> bit % 64 & 1);
        }
    }
    settle_all(signals);
    signals->extra_known = false;
}

const uint64_t *signals_state(const Signals *signals)
{
    return signals->state;
}

bool signals_terminal(const Signals *signals, size_t phase)
{
    return get_bit(signals->outputs, signals->circuit->outputs[phase].terminal);
}

const uint64_t *signals_legal(const Signals *signals, size_t phase, size_t role)
{
    return signals->outputs + signals->circuit->outputs[phase].legal[role];
}

/* ---- moves ---- */

static bool any_value(const Signals *signals, Lit lit)
{
    const Circuit *circuit = signals->circuit;
    uint32_t node = lit_node(lit);
    bool value = circuit->core[node] ? signals->spots[node].count == 0
                                     : signals->extra_value[node];
    return value != (lit & 1);
}

static void put_bit(uint64_t *words, size_t bit, bool value)
{
    uint64_t one = (uint64_t)1 << bit % 64;
    words[bit / 64] = value ? words[bit / 64] | one : words[bit / 64] & ~one;
}

/* Sets that have both moves stay as they are; the lists are in order. */
static void change_move(Signals *signals, const Graph *sets, uint32_t from,
                        uint32_t to)
{
    uint32_t i = sets->first[from], k = sets->first[to];
    uint32_t i_end = sets->first[from + 1], k_end = sets->first[to + 1];
    while (i < i_end || k < k_end) {
        uint32_t old = i < i_end ? sets->targets[i] : UINT32_MAX;
        uint32_t new = k < k_end ? sets->targets[k] : UINT32_MAX;
        if (old < new)
            set_leaf(signals, old, false);
        else if (new < old)
            set_leaf(signals, new, true);
        i += old <= new;
        k += new <= old;
    }
}

/* Roles that can only make one move in this phase are not looked at. */
static void change_moves(Signals *signals, size_t phase, const uint32_t *moves)
{
    const Circuit *circuit = signals->circuit;
    const uint32_t *made = circuit->nets[phase]->made;
    for (size_t i = 0; i < circuit->net->role_count; i++)
        if (signals->moves[i] != moves[i] && made[i] == NO_INDEX) {
            change_move(signals, &circuit->sets[i], signals->moves[i],
                        moves[i]);
            signals->moves[i] = moves[i];
        }
    settle_all(signals);
    memcpy(signals->next, signals->outputs + circuit->outputs[phase].next,
           circuit->words * sizeof *signals->next);
}

static void apply_effects(Signals *signals, size_t phase, uint32_t move)
{
    const Circuit *circuit = signals->circuit;
    const Net *net = circuit->nets[phase];
    memcpy(signals->next, signals->outputs + circuit->outputs[phase].next,
           circuit->words * sizeof *signals->next);
    for (uint32_t i = net->first_effect[move]; i < net->first_effect[move + 1];
         i++)
        put_bit(signals->next, net->effects[i].feature,
                lit_value(signals, net->effects[i].next));
}

void signals_moves(Signals *signals, size_t phase, const uint32_t *moves)
{
    const Net *net = signals->circuit->nets[phase];
    signals->extra_known = false;
    if (signals->circuit->by_events) {
        change_moves(signals, phase, moves);
        return;
    }
    apply_effects(signals, phase, moves[net->mover]);
    memcpy(signals->moves, moves, net->role_count * sizeof *moves);
}

const uint64_t *signals_next(const Signals *signals)
{
    return signals->next;
}

/* ---- what is computed when asked for ---- */

static bool and_value(const Signals *signals, const Node *node)
{
    const Net *net = signals->circuit->net;
    for (uint32_t i = 0; i < node->count; i++)
        if (!any_value(signals, net->inputs[node->first + i]))
            return false;
    return true;
}

static uint32_t component_end(const Net *net, uint32_t loop)
{
    for (size_t i = 0; i < net->component_count; i++)
        if (loop < net->components[i].end_loop)
            return net->components[i].end_node;
    return (uint32_t)net->node_count;
}

/* One pass over extra nodes FROM to TO; true if a loop became true. */
static bool compute_range(Signals *signals, size_t from, size_t to)
{
    const Circuit *circuit = signals->circuit;
    const Net *net = circuit->net;
    bool more = false;
    for (size_t i = from; i < to; i++) {
        uint32_t number = circuit->extra[i];
        const Node *node = &net->nodes[number];
        bool value =
            node->kind == NODE_AND
                ? and_value(signals, node)
                : any_value(signals, net->loops[node->first].definition);
        more = more || (node->kind == NODE_LOOP &&
                        value != signals->extra_value[number]);
        signals->extra_value[number] = value;
    }
    return more;
}

/* In order; a component is gone over, from nothing, until it is stable. */
static void compute_extra(Signals *signals)
{
    const Circuit *circuit = signals->circuit;
    const Net *net = circuit->net;
    if (signals->extra_known)
        return;
    if (!circuit->extra_count && !circuit->has_percepts)
        return;
    memset(signals->extra_value, 0, net->node_count);
    for (size_t i = 0; i < net->role_count; i++) {
        const Graph *sets = &circuit->sets[i];
        uint32_t move = signals->moves[i];
        for (uint32_t k = sets->first[move];
             net->roles[i].move_count && k < sets->first[move + 1]; k++)
            signals->extra_value[sets->targets[k]] = true;
    }
    for (size_t i = 0, end; i < circuit->extra_count; i = end) {
        const Node *node = &net->nodes[circuit->extra[i]];
        end = i + 1;
        if (node->kind == NODE_LOOP) {
            uint32_t last = component_end(net, node->first);
            while (end < circuit->extra_count && circuit->extra[end] < last)
                end++;
        }
        while (compute_range(signals, i, end))
            continue;
    }
    signals->extra_known = true;
}

bool signals_goal(Signals *signals, size_t phase, size_t role, size_t number)
{
    compute_extra(signals);
    return any_value(
        signals, signals->circuit->nets[phase]->roles[role].goals[number].lit);
}

bool signals_percept(Signals *signals, size_t phase, size_t role, size_t number)
{
    compute_extra(signals);
    return any_value(
        signals,
        signals->circuit->nets[phase]->roles[role].percepts[number].lit);
}

/* ---- beginning and end ---- */

/* With every feature, move and loop false: all counts from their inputs. */
static void count_from_nothing(Signals *signals)
{
    const Net *net = signals->circuit->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node node = net->nodes[i];
        signals->spots[i].count = node.kind != NODE_TRUE;
        if (node.kind != NODE_AND)
            continue;
        signals->spots[i].count = 0;
        for (uint32_t k = 0; k < node.count; k++)
            signals->spots[i].count +=
                !lit_value(signals, net->inputs[node.first + k]);
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        signals->spots[i].value = signals->spots[i].count == 0;
        signals->spots[i].level = signals->circuit->level[i] & 0x3fffffff;
    }
}

static void note_output(Signals *signals, Lit lit, size_t bit)
{
    if (lit_value(signals, lit))
        set_bit(signals->outputs, bit);
}

static void note_outputs(Signals *signals, size_t phase)
{
    const Circuit *circuit = signals->circuit;
    const Net *net = circuit->nets[phase];
    const Outputs *outputs = &circuit->outputs[phase];
    const Lit *next = kept_next(circuit, phase);
    for (size_t i = 0; i < net->role_count; i++)
        for (size_t k = 0; k < net->roles[i].move_count; k++)
            note_output(signals, net->roles[i].legal[k],
                        outputs->legal[i] * 64 + k);
    for (size_t i = 0; i < net->feature_count; i++)
        note_output(signals, next[i], outputs->next * 64 + i);
    note_output(signals, net->terminal, outputs->terminal);
}

static void *zeroes(size_t count, size_t size)
{
    void *block = calloc(count + 1, size);
    if (!block)
        fatal("out of memory");
    return block;
}

Signals *signals_new(const Circuit *circuit)
{
    const Net *net = circuit->net;
    size_t nodes = net->node_count;
    Signals *signals = zeroes(1, sizeof *signals);
    signals->circuit = circuit;
    signals->spots = zeroes(nodes, sizeof *signals->spots);
    signals->queue = zeroes(nodes, sizeof *signals->queue);
    signals->waiting = zeroes(circuit->levels, sizeof *signals->waiting);
    signals->lowest = circuit->levels;
    signals->state = zeroes(circuit->words, sizeof *signals->state);
    signals->next = zeroes(circuit->words, sizeof *signals->next);
    signals->outputs = zeroes(circuit->output_words, sizeof *signals->outputs);
    signals->moves = zeroes(net->role_count, sizeof *signals->moves);
    signals->dirty = zeroes(net->component_count, sizeof *signals->dirty);
    signals->extra_value = zeroes(nodes, sizeof *signals->extra_value);
    count_from_nothing(signals);
    for (size_t p = 0; p < circuit->phases; p++)
        note_outputs(signals, p);
    for (size_t i = 0; i < net->component_count; i++)
        signals->dirty[i] = signals->any_dirty = true;
    for (size_t i = 0; circuit->by_events && i < net->role_count; i++) {
        const Graph *sets = &circuit->sets[i];
        for (uint32_t k = sets->first[0];
             net->roles[i].move_count && k < sets->first[1]; k++)
            set_leaf(signals, sets->targets[k], true); /* move 0 is made */
    }
    signals_set(signals, circuit->initial);
    signals->first_spots = zeroes(nodes, sizeof *signals->first_spots);
    signals->first_outputs =
        zeroes(circuit->output_words, sizeof *signals->first_outputs);
    memcpy(signals->first_spots, signals->spots,
           nodes * sizeof *signals->spots);
    memcpy(signals->first_outputs, signals->outputs,
           circuit->output_words * sizeof *signals->outputs);
    return signals;
}

void signals_reset(Signals *signals)
{
    const Circuit *circuit = signals->circuit;
    memcpy(signals->spots, signals->first_spots,
           circuit->net->node_count * sizeof *signals->spots);
    memcpy(signals->outputs, signals->first_outputs,
           circuit->output_words * sizeof *signals->outputs);
    memcpy(signals->state, circuit->initial,
           circuit->words * sizeof *signals->state);
    memset(signals->moves, 0,
           circuit->net->role_count * sizeof *signals->moves);
    signals->extra_known = false;
}

void signals_free(Signals *signals)
{
    if (!signals)
        return;
    free(signals->spots);
    free(signals->first_spots);
    free(signals->first_outputs);
    free(signals->queue);
    free(signals->waiting);
    free(signals->state);
    free(signals->next);
    free(signals->outputs);
    free(signals->moves);
    free(signals->dirty);
    free(signals->extra_value);
    free(signals);
}
