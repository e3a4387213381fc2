/* move_order.c - which moves alpha-beta tries first */
#include "solve/move_order.h"

#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

enum { MAX_FAN_OUT_WORK = 1 << 26 }; /* nodes times features */

static Graph readers_of_nodes(const Net *net, Arena *arena)
{
    VEC(Edge) edges = {0};
    for (uint32_t i = 0; i < net->node_count; i++)
        net_each_input (input, net, i)
            vec_push(&edges, ((Edge){lit_node(*input.at), i}));
    Graph readers = graph_new(arena, net->node_count, edges.items, edges.count);
    vec_free(&edges);
    return readers;
}

/* How many nodes depend on NODE; in a large network, how many read it. */
static uint64_t fan_out_of(const Graph *readers, const Net *net, uint32_t node,
                           Arena *arena)
{
    uint64_t count = 0;
    if (net->node_count * net->feature_count > MAX_FAN_OUT_WORK)
        return readers->first[node + 1] - readers->first[node];
    ArenaMark mark = arena_mark(arena);
    const bool *is_reached = graph_reach(readers, arena, node);
    for (size_t i = 0; i < net->node_count; i++)
        count += is_reached[i];
    arena_rewind(arena, mark);
    return count;
}

static void find_twins(MoveOrder *order, size_t role)
{
    const Net *net = order->net;
    for (size_t i = 0; i < net->roles[role].move_count; i++) {
        uint32_t *twin = &order->twins[role][i];
        *twin = NO_INDEX;
        for (size_t k = 0; k < net->role_count && *twin == NO_INDEX; k++)
            if (k != role)
                *twin = net_move(net, k, net->roles[role].moves[i]);
    }
}

MoveOrder move_order_new(const Net *net, Arena *arena)
{
    MoveOrder order = {
        .net = net,
        .history = arena_array(arena, uint64_t *, net->role_count),
        .fan_out = arena_array(arena, uint64_t, net->feature_count),
        .twins = arena_array(arena, uint32_t *, net->role_count)};
    Arena *scratch = arena_new();
    Graph readers = readers_of_nodes(net, scratch);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            order.fan_out[net->nodes[i].feature] =
                fan_out_of(&readers, net, i, scratch);
    arena_free(scratch);
    for (size_t i = 0; i < net->role_count; i++) {
        size_t move_count = net->roles[i].move_count;
        order.history[i] = arena_array(arena, uint64_t, move_count);
        order.twins[i] = arena_array(arena, uint32_t, move_count);
        find_twins(&order, i);
    }
    return order;
}

uint64_t move_order_score(const MoveOrder *order, size_t role, uint32_t move,
                          const uint64_t *before, const uint64_t *after,
                          size_t word_count)
{
    uint64_t score = 0;
    if (order->kind == ORDER_HISTORY)
        return order->history[role][move];
    for (size_t w = 0; w < word_count; w++)
        for (uint64_t rest = ~before[w] & after[w]; rest; rest &= rest - 1)
            score += order->fan_out[w * 64 + (size_t)__builtin_ctzll(rest)];
    return score;
}

void move_order_note_best(MoveOrder *order, size_t role, uint32_t move)
{
    assert(move < order->net->roles[role].move_count);
    order->history[role][move]++;
}

void move_order_forget(MoveOrder *order)
{
    for (size_t i = 0; i < order->net->role_count; i++)
        memset(order->history[i], 0,
               order->net->roles[i].move_count * sizeof(uint64_t));
}
