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

#include "solve/equilibria.h"
#include "solve/expectation.h"

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

/* The number of a successor among those of the start, or 0. */
static size_t choice_number(const PositionGraph *graph, uint32_t successor)
{
    const GraphNode *node = &graph->nodes.items[0];
    for (size_t i = 0; i < node->count; i++)
        if (node_successors(graph, node)[i] == successor)
            return i;
    return 0;
}

/* Adds a step of the line: the joint move from POSITION to SUCCESSOR. */
static void add_to_line(ValueSolver *solver, const PositionGraph *graph,
                        uint32_t position, uint32_t successor)
{
    Engine *engine = solver->task->engine;
    const GraphNode *node = &graph->nodes.items[position];
    size_t choice = 0;
    while (node_successors(graph, node)[choice] != successor)
        choice++;
    engine_set(engine, graph->positions.strings.items[position]);
    for (size_t i = 0; i < role_count(solver); i++)
        solver->value.line[solver->value.line_length * role_count(solver) + i] =
            engine_legal(engine, i).items[i == node->mover ? choice : 0];
    solver->value.line_length++;
}

/* Each role follows its CHOICES until the end, if they lead there. */
static void follow_choices(ValueSolver *solver, uint32_t *const *choices)
{
    const PositionGraph *graph = solver->graph;
    uint32_t position = 0;
    solver->value.line = arena_array(solver->task->arena, const Term *,
                                     MAX_LINE *role_count(solver));
    for (size_t i = 0; i < MAX_LINE; i++) {
        const GraphNode *node = &graph->nodes.items[position];
        if (!node->count)
            break;
        uint32_t successor =
            choices[node->mover] ? choices[node->mover][position] : NO_STRING;
        if (successor == NO_STRING)
            successor = node_successors(graph, node)[0];
        add_to_line(solver, graph, position, successor);
        position = successor;
    }
    solver->value.has_line = graph->nodes.items[position].mover == MOVER_END;
}

typedef struct {
    const PositionGraph *graph;
    const uint32_t *choices;
} GraphStrategy;

/* The move of a strategy: the one to the successor that was chosen. */
static bool choose_by_graph(void *context, Bytes position, uint32_t *choice)
{
    const GraphStrategy *strategy = context;
    const PositionGraph *graph = strategy->graph;
    uint32_t number = byte_table_find(&graph->positions, position);
    const GraphNode *node = &graph->nodes.items[number];
    uint32_t chosen = strategy->choices[number];
    for (*choice = 0; *choice < node->count; ++*choice)
        if (node_successors(graph, node)[*choice] == chosen)
            return true;
    return false; /* it forces nothing here */
}

/* False if time ran out. */
static bool secure_by_turns(ValueSolver *solver)
{
    const PositionGraph *graph = solver->graph;
    const Budget *budget = solver->task->budget;
    size_t count = graph->nodes.count;
    int8_t *values = memory_array(count, sizeof *values);
    uint32_t **choices = memory_zeroed(role_count(solver), sizeof *choices);
    bool is_done = true;
    for (size_t i = 0; is_done && i < role_count(solver); i++) {
        RoleValue *role = &solver->value.roles[i];
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
        set_whole_values(role, least, most);
        GraphStrategy strategy = {graph, choices[i]};
        if (is_done && least > NO_END)
            keep_strategy(solver, i, choose_by_graph, &strategy);
        if (role->is_certain && choices[i][0] != NO_STRING)
            set_best_move(solver, i,
                          graph->nodes.items[0].mover == i
                              ? choice_number(graph, choices[i][0])
                              : 0);
    }
    if (is_done)
        follow_choices(solver, choices);
    for (size_t i = 0; i < role_count(solver); i++)
        memory_free(choices[i]);
    free_all(values, choices);
    return is_done;
}

/* ---- chance and simultaneous moves ---- */

static Value value_of(mpq_srcptr number, Arena *arena)
{
    mpz_t floor;
    mpz_init(floor);
    mpz_fdiv_q(floor, mpq_numref(number), mpq_denref(number));
    Value value = {.floor = (int)mpz_get_si(floor)};
    mpz_clear(floor);
    assert(value.floor >= 0 && value.floor <= MAX_PAYOFF);
    if (mpz_cmp_ui(mpq_denref(number), 1) != 0) {
        size_t size = mpz_sizeinbase(mpq_numref(number), 10) +
                      mpz_sizeinbase(mpq_denref(number), 10) + 3;
        value.fraction = mpq_get_str(arena_alloc(arena, size), 10, number);
    }
    return value;
}

static bool same_values(Value left, Value right)
{
    return left.floor == right.floor && !left.fraction == !right.fraction &&
           (!left.fraction || strcmp(left.fraction, right.fraction) == 0);
}

/* The moves of ROLE at the start, which the expectation has the values of. */
static void set_mix(ValueSolver *solver, Expectation *expectation, size_t role)
{
    const GameValueTask *task = solver->task;
    RoleValue *value = &solver->value.roles[role];
    size_t count;
    if (!solver->graph->nodes.items[0].count)
        return;
    mpq_t *mix = expectation_mix(expectation, 0, &count);
    engine_set(task->engine, task->start);
    TermList legal = engine_legal(task->engine, role);
    assert(legal.count == count || count == 1);
    value->moves = arena_array(task->arena, MixedMove, count);
    for (size_t i = 0; i < count; i++) {
        if (!mpq_sgn(mix[i]))
            continue;
        Value probability = value_of(mix[i], task->arena);
        value->moves[value->move_count++] = (MixedMove){
            legal.items[i], probability.fraction ? probability.fraction : "1"};
    }
}

/* The bounds of one role; false if time ran out. */
static bool secure_on_average(ValueSolver *solver, Expectation *expectation,
                              size_t role, bool is_finite)
{
    const GameValueTask *task = solver->task;
    RoleValue *value = &solver->value.roles[role];
    if (!expectation_compute(expectation, role, BOUND_MOST, task->budget))
        return false;
    value->most = value_of(expectation_value(expectation, 0), task->arena);
    if (!expectation_compute(expectation, role, BOUND_LEAST, task->budget))
        return false;
    value->least = value_of(expectation_value(expectation, 0), task->arena);
    /* where play may be endless 0 may stand for that */
    value->is_certain =
        same_values(value->least, value->most) &&
        (is_finite || value->least.floor > 0 || value->least.fraction);
    value->move_count = 0;
    if (value->is_certain)
        set_mix(solver, expectation, role);
    return true;
}

/* Of a graph that may have open positions; false if time ran out. */
static bool expect_all(ValueSolver *solver, const uint32_t *order,
                       bool is_finite, bool has_cycle)
{
    bool is_done = true;
    Expectation *expectation = expectation_new(solver->graph, order, has_cycle);
    for (size_t i = 0; is_done && i < role_count(solver); i++)
        if (is_player(solver, i))
            is_done = secure_on_average(solver, expectation, i, is_finite);
    expectation_free(expectation);
    return is_done;
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
