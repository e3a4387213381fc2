/* graph_value.c - values of a game, from the graph of its positions
 *
 * In:   a PositionGraph, complete or not
 * Out:  values of roles, exact or bounds, with their moves; a line; the range
 *       of equilibria
 * Next: game_value.c
 *
 * Start reading at evaluate_graph(), at the end.
 */
#include "solve/value_solver.h"

#include "base/sort.h"

#include <assert.h>

/* ---- turns without chance: what a role can force ---- */

/* Retrograde analysis: all other roles are one opponent. Values begin with "no
 * end", below all others, and rise until nothing changes. That is the least
 * fixpoint, so whoever goes round for ever forces nothing. A choice is noted
 * when the value of a position last rises, and leads to where this value was
 * known before: on the way either the value rises, or that time falls, so that
 * play ends. */

enum { NODES_PER_POLL = 1 << 16 };

typedef struct {
    const PositionGraph *graph;
    size_t role;
    ValueBound bound;
    int8_t *values;
    uint32_t *choices; /* or NULL */
} Security;

static int8_t fixed_value(const Security *security, const GraphNode *node)
{
    bool is_most = security->bound == BOUND_MOST;
    if (node->mover == MOVER_END) {
        Payoff payoff =
            security->graph->payoffs.items[node->first + security->role];
        return is_most ? payoff.most : payoff.least;
    }
    return node->mover == MOVER_OPEN && is_most ? MAX_PAYOFF : NO_END;
}

/* The value of a position by those of its successors, and the first of them
 * that has it. */
static int8_t value_after(const Security *security, const GraphNode *node,
                          uint32_t *successor)
{
    const uint32_t *successors = node_successors(security->graph, node);
    bool is_own = node->mover == security->role;
    *successor = successors[0];
    for (size_t i = 1; i < node->count; i++) {
        int8_t value = security->values[successors[i]],
               best = security->values[*successor];
        if (is_own ? value > best : value < best)
            *successor = successors[i];
    }
    return security->values[*successor];
}

/* Goes through all positions, the last first; whether some value has risen. */
static bool sweep(const Security *security, const Budget *budget)
{
    const PositionGraph *graph = security->graph;
    bool has_risen = false;
    for (size_t i = graph->nodes.count; i > 0; i--) {
        const GraphNode *node = &graph->nodes.items[i - 1];
        uint32_t successor;
        if (i % NODES_PER_POLL == 0 && budget_spent(budget))
            return has_risen;
        if (!node->count)
            continue;
        assert(node->mover < graph->role_count);
        int8_t value = value_after(security, node, &successor);
        if (value <= security->values[i - 1])
            continue;
        security->values[i - 1] = value;
        if (security->choices)
            security->choices[i - 1] = successor;
        has_risen = true;
    }
    return has_risen;
}

bool security_values(const PositionGraph *graph, size_t role, ValueBound bound,
                     const Budget *budget, int8_t *values, uint32_t *choices)
{
    Security security = {graph, role, bound, values, choices};
    assert(!graph->has_chance && !graph->has_joint);
    for (size_t i = 0; i < graph->nodes.count; i++) {
        values[i] = fixed_value(&security, &graph->nodes.items[i]);
        if (choices)
            choices[i] = NO_STRING;
    }
    while (sweep(&security, budget))
        continue;
    return !budget_spent(budget);
}

/* ---- their moves ---- */

typedef struct {
    const PositionGraph *graph;
    uint32_t **choices; /* by role and position: the successor; NULL if
                         * not computed */
} GraphChoice;

/* The move to the successor that was chosen; any if the role forces nothing. */
static bool choose_by_graph(void *context, size_t role, Bytes position,
                            size_t steps, uint32_t *choice)
{
    const GraphChoice *chosen = context;
    const PositionGraph *graph = chosen->graph;
    uint32_t number = byte_table_find(&graph->positions, position);
    assert(number < graph->nodes.count); /* the graph is complete */
    const GraphNode *node = &graph->nodes.items[number];
    uint32_t successor =
        chosen->choices[role] ? chosen->choices[role][number] : NO_STRING;
    (void)steps;
    for (*choice = 0; *choice < node->count; ++*choice)
        if (node_successors(graph, node)[*choice] == successor)
            return true;
    assert(successor == NO_STRING);
    *choice = 0;
    return true;
}

/* False if time ran out. */
static bool secure_by_turns(ValueSolver *solver)
{
    const PositionGraph *graph = solver->graph;
    const Budget *budget = solver->task->budget;
    size_t count = graph->nodes.count;
    int8_t *values = memory_array(count, sizeof *values);
    uint32_t **choices = memory_zeroed(role_count(solver), sizeof *choices);
    GraphChoice chosen = {graph, choices};
    MoveChooser chooser = {choose_by_graph, &chosen};
    bool is_done = true;
    for (size_t i = 0; is_done && i < role_count(solver); i++) {
        if (!is_player(solver, i))
            continue;
        choices[i] = memory_array(count, sizeof **choices);
        is_done =
            security_values(graph, i, BOUND_LEAST, budget, values, choices[i]);
        int least = values[0], most = MAX_PAYOFF;
        if (is_done && !graph->has_ill_ends) {
            most = least;
        } else if (is_done) {
            is_done =
                security_values(graph, i, BOUND_MOST, budget, values, NULL);
            most = is_done ? values[0] : MAX_PAYOFF;
        }
        set_whole_values(&solver->value.roles[i], least, most);
        if (is_done && least > NO_END)
            keep_strategy(solver, i, chooser);
    }
    take_line(solver, chooser);
    solver->value.has_line = solver->value.has_line && is_done;
    for (size_t i = 0; i < role_count(solver); i++)
        if (choices[i] && choices[i][0] != NO_STRING &&
            solver->value.roles[i].is_certain)
            take_first_move(solver, i);
    for (size_t i = 0; i < role_count(solver); i++)
        memory_free(choices[i]);
    free_all(values, choices);
    return is_done;
}

/* ---- pure subgame-perfect equilibria ---- */

/* Backward induction over sets (Zermelo 1913, Kuhn 1953; Selten 1965 for the
 * notion). An outcome is the payoffs of all roles. An outcome after a move is
 * one of an equilibrium if the mover cannot be sure to get more by another
 * move: if each other move has some equilibrium in which it gets no more. */

enum {
    MAX_OUTCOMES = 4096, /* of one position */
    OUTCOME_NODES_PER_POLL = 1024,
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
        if (i % OUTCOME_NODES_PER_POLL == 0 && budget_spent(budget))
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

/* Writes to RANGE, by role, the least and the most that it gets in any
 * equilibrium of GRAPH, which is complete and well-formed: turns are taken,
 * nothing is left to chance, and every play ends. False if there are too many
 * outcomes, or BUDGET was spent. */
static bool equilibrium_range(const PositionGraph *graph, const uint32_t *order,
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

/* ---- the graph ---- */

static bool ends_sum_to_100(const ValueSolver *solver)
{
    const PositionGraph *graph = solver->graph;
    for (size_t n = 0; n < graph->nodes.count; n++) {
        const GraphNode *node = &graph->nodes.items[n];
        int sum = 0;
        for (size_t i = 0; node->mover == MOVER_END && i < role_count(solver);
             i++)
            if (is_player(solver, i))
                sum += graph->payoffs.items[node->first + i].least;
        if (node->mover == MOVER_END && sum != MAX_PAYOFF)
            return false;
    }
    return player_count(solver) == 2;
}

/* The range of equilibria of a complete graph without cycles. In a zero-sum
 * game of two roles it is the value, with chance, too. */
static void find_equilibria(ValueSolver *solver, const uint32_t *order)
{
    const PositionGraph *graph = solver->graph;
    GameValue *value = &solver->value;
    if (graph->has_joint || graph->has_ill_ends)
        return;
    if (ends_sum_to_100(solver)) {
        value->has_equilibrium = true;
        for (size_t i = 0; i < role_count(solver); i++) {
            value->roles[i].equilibrium_least = value->roles[i].least;
            value->roles[i].equilibrium_most = value->roles[i].most;
        }
        return;
    }
    Payoff *range = memory_zeroed(role_count(solver), sizeof *range);
    if (!graph->has_chance)
        value->has_equilibrium =
            equilibrium_range(graph, order, solver->task->budget, range);
    for (size_t i = 0; i < role_count(solver); i++) {
        value->roles[i].equilibrium_least = (Value){.floor = range[i].least};
        value->roles[i].equilibrium_most = (Value){.floor = range[i].most};
    }
    memory_free(range);
}

/* Goes through the graph backwards, once it is complete or, with chance or
 * simultaneous moves, for bounds. */
void evaluate_graph(ValueSolver *solver)
{
    const PositionGraph *graph = solver->graph;
    bool is_complete = position_graph_is_complete(graph);
    bool by_turns = !graph->has_chance && !graph->has_joint;
    if (!is_complete && by_turns)
        return;
    uint32_t *order = memory_array(graph->nodes.count, sizeof *order);
    bool has_cycle = !position_graph_order(graph, order);
    bool is_finite = is_complete && !has_cycle && !graph->has_stuck;
    bool is_done = by_turns ? secure_by_turns(solver)
                            : expect_all(solver, order, is_finite, has_cycle);
    if (is_done)
        solver->value.method =
            by_turns ? "retrograde analysis" : "backward induction";
    if (is_done && is_finite)
        find_equilibria(solver, order);
    memory_free(order);
}
