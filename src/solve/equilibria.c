/* equilibria.c - what roles get in pure subgame-perfect equilibria
 *
 * In:   a PositionGraph without cycles
 * Out:  for each role the least and the most
 *
 * Backward induction over sets (Zermelo 1913, Kuhn 1953; Selten 1965 for the
 * notion). An outcome is the payoffs of all roles. An outcome after a move is
 * one of an equilibrium if the mover cannot be sure to get more by another
 * move: if each other move has some equilibrium in which it gets no more.
 */
#include "solve/equilibria.h"

#include "base/sort.h"

#include <assert.h>

enum {
    MAX_OUTCOMES = 4096, /* of one position */
    NODES_PER_POLL = 1024,
};

typedef struct {
    const PositionGraph *graph;
    size_t role_count;
    uint32_t *sets;   /* by position: the number of its set of outcomes */
    ByteTable known;  /* sets: outcomes one after the other, sorted */
    ByteTable merged; /* the outcomes of the set that is being made */
    int8_t *outcome;
} Equilibria;

static size_t outcome_count(const Equilibria *equilibria, Bytes set)
{
    return set.length / equilibria->role_count;
}

static Bytes set_of(const Equilibria *equilibria, uint32_t position)
{
    return equilibria->known.strings.items[equilibria->sets[position]];
}

/* What ROLE gets at least in the outcomes of SET. */
static int8_t least_of(const Equilibria *equilibria, Bytes set, size_t role)
{
    const int8_t *outcomes = set.bytes;
    int8_t least = outcomes[role];
    for (size_t i = 1; i < outcome_count(equilibria, set); i++)
        if (outcomes[i * equilibria->role_count + role] < least)
            least = outcomes[i * equilibria->role_count + role];
    return least;
}

static int by_bytes(const void *left, const void *right)
{
    const Bytes *a = left, *b = right;
    return memcmp(a->bytes, b->bytes, a->length);
}

/* The number of the set of the merged outcomes. */
static uint32_t take_merged(Equilibria *equilibria)
{
    ByteTable *merged = &equilibria->merged;
    size_t count = merged->strings.count, width = equilibria->role_count;
    int8_t *outcomes = memory_array(count, width);
    sort_items(merged->strings.items, count, sizeof(Bytes), by_bytes);
    for (size_t i = 0; i < count; i++)
        memcpy(outcomes + i * width, merged->strings.items[i].bytes, width);
    uint32_t number =
        byte_table_put(&equilibria->known, (Bytes){outcomes, count * width});
    memory_free(outcomes);
    byte_table_clear(merged);
    return number;
}

static void merge_end(Equilibria *equilibria, const GraphNode *node)
{
    for (size_t i = 0; i < equilibria->role_count; i++) /* `random`: any */
        equilibria->outcome[i] =
            equilibria->graph->payoffs.items[node->first + i].least;
    byte_table_put(&equilibria->merged,
                   (Bytes){equilibria->outcome, equilibria->role_count});
}

static void merge_successors(Equilibria *equilibria, const GraphNode *node)
{
    const uint32_t *successors = node_successors(equilibria->graph, node);
    size_t width = equilibria->role_count;
    int8_t sure = 0; /* what the mover can get whatever is played after it */
    for (size_t i = 0; i < node->count; i++) {
        int8_t least = least_of(equilibria, set_of(equilibria, successors[i]),
                                node->mover);
        if (least > sure)
            sure = least;
    }
    for (size_t i = 0; i < node->count; i++) {
        Bytes set = set_of(equilibria, successors[i]);
        const int8_t *outcomes = set.bytes;
        for (size_t k = 0; k < outcome_count(equilibria, set); k++)
            if (outcomes[k * width + node->mover] >= sure)
                byte_table_put(&equilibria->merged,
                               (Bytes){outcomes + k * width, width});
    }
    assert(equilibria->merged.strings.count); /* the best one is among them */
}

static bool merge_all(Equilibria *equilibria, const uint32_t *order,
                      const Budget *budget)
{
    const PositionGraph *graph = equilibria->graph;
    for (size_t i = 0; i < graph->nodes.count; i++) {
        const GraphNode *node = &graph->nodes.items[order[i]];
        assert(node->mover == MOVER_END || node->mover < graph->role_count);
        if (i % NODES_PER_POLL == 0 && budget_spent(budget))
            return false;
        if (node->mover == MOVER_END)
            merge_end(equilibria, node);
        else
            merge_successors(equilibria, node);
        if (equilibria->merged.strings.count > MAX_OUTCOMES)
            return false;
        equilibria->sets[order[i]] = take_merged(equilibria);
    }
    return true;
}

bool equilibrium_range(const PositionGraph *graph, const uint32_t *order,
                       const Budget *budget, Payoff *range)
{
    Equilibria equilibria = {
        .graph = graph,
        .role_count = graph->role_count,
        .sets = memory_array(graph->nodes.count, sizeof(uint32_t)),
        .outcome = memory_array(graph->role_count, 1)};
    assert(!graph->has_chance && !graph->has_joint && !graph->has_stuck &&
           !graph->has_ill_ends && position_graph_is_complete(graph));
    bool is_known = merge_all(&equilibria, order, budget);
    for (size_t role = 0; is_known && role < graph->role_count; role++) {
        Bytes set = set_of(&equilibria, 0);
        const int8_t *outcomes = set.bytes;
        range[role] = (Payoff){outcomes[role], outcomes[role]};
        for (size_t i = 0; i < outcome_count(&equilibria, set); i++) {
            int8_t value = outcomes[i * graph->role_count + role];
            if (value < range[role].least)
                range[role].least = value;
            if (value > range[role].most)
                range[role].most = value;
        }
    }
    byte_table_free(&equilibria.known);
    byte_table_free(&equilibria.merged);
    free_all(equilibria.sets, equilibria.outcome);
    return is_known;
}
