/* game_value.c - what each role of a game can secure
 *
 * In:   an Engine and a position
 * Out:  values of roles: exact, or bounds
 *
 * Rounds of two methods, with quotas that grow and are counted in work: all
 * positions that can follow are listed (position_graph.c) and gone through
 * backwards; where turns are taken without chance, alpha-beta searches for each
 * role. Whoever is done first gives the answer. Start reading at game_value(),
 * at the end.
 */
#include "solve/value_solver.h"

#include <assert.h>

enum {
    FIRST_POSITIONS = 10000, /* quota of the graph in the first round */
    FIRST_NODES = 40000,     /* and of alpha-beta */
    GROWTH = 4,              /* from round to round */
    GRAPH_PERCENT = 40,      /* of the memory */
    TABLE_PERCENT = 30, /* of the first search, and of all others together */
    STRATEGY_PERCENT = 10,
    LINE_NODES = 2000000, /* for the principal line, once values are certain */
    MAX_STRATEGY = 1000000, /* positions */
};

/* ---- roles ---- */

static bool is_asked(const ValueSolver *solver, size_t role)
{
    return is_player(solver, role) &&
           (solver->task->role == NO_INDEX || solver->task->role == role);
}

int role_value_reaches(const RoleValue *role, int goal)
{
    return role->least.floor >= goal ? 1 : role->most.floor < goal ? 0 : -1;
}

static bool is_settled(const ValueSolver *solver, size_t role)
{
    const RoleValue *value = &solver->value.roles[role];
    return value->is_certain ||
           (solver->task->goal != NO_END &&
            role_value_reaches(value, solver->task->goal) >= 0);
}

/* Whether all that was asked for is certain. */
static bool is_all_settled(const ValueSolver *solver)
{
    for (size_t i = 0; i < role_count(solver); i++)
        if (is_asked(solver, i) && !is_settled(solver, i))
            return false;
    return true;
}

/* ---- lines and strategies ---- */

void take_line(ValueSolver *solver, MoveChooser chooser)
{
    Engine *engine = solver->task->engine;
    GameValue *value = &solver->value;
    Arena *scratch = arena_new();
    size_t roles = role_count(solver), count = 0;
    uint32_t *choices = arena_array(scratch, uint32_t, roles);
    Bytes position = solver->task->start;
    value->line =
        arena_array(solver->task->arena, const Term *, MAX_LINE *roles);
    engine_set(engine, position);
    for (; count < MAX_LINE && engine_legal_counts(engine, choices); count++) {
        size_t mover = NO_INDEX, chooser_count = 0;
        for (size_t i = 0; i < roles; i++) {
            if (choices[i] > 1) {
                mover = i;
                chooser_count++;
            }
            choices[i] = 0;
        }
        if (chooser_count && (chooser_count > 1 || !is_player(solver, mover) ||
                              !chooser.choose(chooser.context, mover, position,
                                              count, &choices[mover])))
            break;
        engine_set(engine, position); /* choosing moved it */
        engine_moves(engine, choices, value->line + count * roles);
        position = bytes_copy(scratch, engine_next(engine, choices));
        engine_set(engine, position);
    }
    value->has_line = engine_is_terminal(engine);
    value->line_length = count;
    arena_free(scratch);
}

void take_first_move(ValueSolver *solver, size_t role)
{
    RoleValue *value = &solver->value.roles[role];
    if (!solver->value.line_length)
        return;
    value->moves = arena_array(solver->task->arena, MixedMove, 1);
    value->moves[0] = (MixedMove){solver->value.line[role], "1"};
    value->move_count = 1;
}

void keep_strategy(ValueSolver *solver, size_t role, MoveChooser chooser)
{
    const GameValueTask *task = solver->task;
    RoleValue *value = &solver->value.roles[role];
    if (!task->wants_strategies || value->strategy || !is_asked(solver, role))
        return;
    PositionGraph *graph = position_graph_new(
        task->engine, task->start, task->max_bytes / 100 * STRATEGY_PERCENT);
    graph->strategy = &chooser;
    graph->strategy_role = role;
    position_graph_grow(graph, MAX_STRATEGY, task->budget);
    graph->strategy = NULL; /* all is chosen */
    uint32_t *order = memory_array(graph->nodes.count, sizeof *order);
    if (position_graph_is_complete(graph) && !graph->has_stuck &&
        !graph->has_joint && !graph->has_chance &&
        position_graph_order(graph, order))
        value->strategy = graph;
    else
        position_graph_free(graph);
    memory_free(order);
}

/* ---- alpha-beta ---- */

/* The other one of two players, or NO_INDEX. */
static size_t other_player(const ValueSolver *solver, size_t role)
{
    size_t other = NO_INDEX;
    for (size_t i = 0; i < role_count(solver); i++)
        if (i != role && is_player(solver, i))
            other = i;
    return player_count(solver) == 2 ? other : NO_INDEX;
}

/* Which bounds of the other one of two roles follow: where ends that were met
 * give both together 100, who forces one gives the other the rest. */
static void conclude_other(ValueSolver *solver, size_t role)
{
    const AlphaBetaResult *result = alpha_beta_result(solver->searches[role]);
    size_t other = other_player(solver, role);
    if (other == NO_INDEX || !result->sums_to_100)
        return;
    RoleValue *value = &solver->value.roles[other];
    int least = value->least.floor, most = value->most.floor;
    if (result->no_depth && MAX_PAYOFF - result->most > least)
        least = MAX_PAYOFF - result->most;
    if (result->yes_depth && MAX_PAYOFF - result->least < most)
        most = MAX_PAYOFF - result->least;
    set_whole_values(value, least, most);
}

static int highest_value(const ValueSolver *solver, size_t role)
{
    const Machine *machine =
        cursor_machine(engine_cursor(solver->task->engine));
    const Role *net_role = &machine_net(machine)->roles[role];
    if (!solver->facts.has_values || !net_role->goal_count)
        return MAX_PAYOFF;
    return net_role->goals[net_role->goal_count - 1].value;
}

/* A turn of the search for ROLE; whether it can go on. */
static bool search_for(ValueSolver *solver, size_t role, uint64_t nodes)
{
    const GameValueTask *task = solver->task;
    GameValue *value = &solver->value;
    if (!solver->searches[role])
        solver->searches[role] = alpha_beta_new(
            task->engine, task->start, role, highest_value(solver, role),
            solver->facts.is_finite,
            task->max_bytes / 100 * TABLE_PERCENT /
                (solver->has_searched ? player_count(solver) : 1));
    solver->has_searched = true;
    AlphaBeta *search = solver->searches[role];
    const AlphaBetaResult *result = alpha_beta_result(search);
    uint64_t before = result->nodes;
    bool goes_on = alpha_beta_run(search, task->goal, nodes, task->budget);
    value->positions += result->nodes - before;
    value->depth = result->depth;
    value->has_ill_ends = value->has_ill_ends || result->has_ill_ends;
    set_whole_values(&value->roles[role], result->least, result->most);
    if (result->is_unsuited)
        return false;
    conclude_other(solver, role);
    return goes_on;
}

typedef struct {
    const ValueSolver *solver;
    AlphaBeta *search;
    uint32_t *choices; /* a joint move */
} SearchChoice;

/* Chooses a move in POSITION that keeps the value which a search has found. */
static bool choose_by_search(void *context, size_t role, Bytes position,
                             size_t steps, uint32_t *choice)
{
    const SearchChoice *chosen = context;
    Engine *engine = chosen->solver->task->engine;
    uint32_t *choices = chosen->choices;
    engine_set(engine, position);
    uint32_t count = (uint32_t)engine_legal_count(engine, role);
    memset(choices, 0, engine_roles(engine) * sizeof *choices);
    for (choices[role] = 0; choices[role] < count; choices[role]++) {
        engine_set(engine, position);
        *choice = choices[role];
        if (alpha_beta_keeps_value(chosen->search, engine_next(engine, choices),
                                   role, steps == ANY_STEP ? steps : steps + 1))
            return true;
    }
    return false;
}

/* Takes the line of a search whose value is certain, in which the role forces
 * it and the others hold it down to that, and the moves at the start that it
 * shows to be best. */
static void take_search_line(ValueSolver *solver, size_t role,
                             MoveChooser chooser)
{
    AlphaBeta *search = solver->searches[role];
    GameValue *value = &solver->value;
    bool is_for_both = alpha_beta_result(search)->sums_to_100;
    uint64_t before = alpha_beta_result(search)->nodes;
    alpha_beta_extend(search, LINE_NODES);
    take_line(solver, chooser);
    value->has_line = value->has_line && is_for_both;
    value->positions += alpha_beta_result(search)->nodes - before;
    for (size_t i = 0; i < role_count(solver); i++)
        if (is_player(solver, i) && value->roles[i].is_certain &&
            (i == role || is_for_both))
            take_first_move(solver, i);
}

/* Keeps the strategy for ROLE and, if its search speaks of both, for the other
 * one of two roles. */
static void keep_search_strategies(ValueSolver *solver, size_t role,
                                   MoveChooser chooser)
{
    AlphaBeta *search = solver->searches[role];
    size_t other = other_player(solver, role);
    alpha_beta_extend(search, UINT64_MAX / 2);
    keep_strategy(solver, role, chooser);
    if (other != NO_INDEX && alpha_beta_result(search)->sums_to_100 &&
        solver->value.roles[other].is_certain)
        keep_strategy(solver, other, chooser);
}

/* The moves and strategies of the roles whose value alpha-beta has found. */
static void take_search_moves(ValueSolver *solver)
{
    uint32_t *choices = memory_array(role_count(solver), sizeof *choices);
    bool wants_strategies =
        solver->task->wants_strategies && solver->facts.is_finite;
    for (size_t i = 0; i < role_count(solver); i++) {
        SearchChoice chosen = {solver, solver->searches[i], choices};
        MoveChooser chooser = {choose_by_search, &chosen};
        if (!chosen.search || !solver->value.roles[i].is_certain)
            continue;
        if (!solver->value.roles[i].move_count)
            take_search_line(solver, i, chooser);
        if (wants_strategies)
            keep_search_strategies(solver, i, chooser);
    }
    memory_free(choices);
}

/* ---- rounds ---- */

static void set_kind(ValueSolver *solver)
{
    const PositionGraph *graph = solver->graph;
    bool is_complete = position_graph_is_complete(graph);
    if (graph->has_joint)
        solver->value.kind = GAME_SIMULTANEOUS;
    else if (!is_complete && !solver->facts.is_turn_taking)
        solver->value.kind = GAME_KIND_OPEN;
    else if (graph->has_chance)
        solver->value.kind = GAME_CHANCE;
    else if (is_complete || player_count(solver) == role_count(solver))
        solver->value.kind = GAME_TURN_TAKING;
}

static void take_graph_turn(ValueSolver *solver, size_t count)
{
    PositionGraph *graph = solver->graph;
    GameValue *value = &solver->value;
    size_t before = graph->expanded;
    position_graph_grow(graph, count, solver->task->budget);
    value->positions += graph->expanded - before;
    value->has_ill_ends = value->has_ill_ends || graph->has_ill_ends;
    set_kind(solver);
    evaluate_graph(solver);
    solver->graph_has_ended =
        graph->is_full || position_graph_is_complete(graph);
}

/* Whether the search for the other one of two roles is expected to settle ROLE,
 * too: at all ends so far, both together got 100. */
static bool is_concluded(const ValueSolver *solver, size_t role)
{
    size_t other = other_player(solver, role);
    return other != NO_INDEX && solver->searches[other] &&
           alpha_beta_result(solver->searches[other])->sums_to_100;
}

static void take_search_turns(ValueSolver *solver, uint64_t nodes)
{
    bool goes_on = false;
    for (size_t i = 0; i < role_count(solver); i++)
        if (is_asked(solver, i) && !is_settled(solver, i) &&
            !(goes_on && is_concluded(solver, i)) &&
            search_for(solver, i, nodes))
            goes_on = true;
    if (is_all_settled(solver)) {
        solver->value.method = "alpha-beta";
        take_search_moves(solver);
    }
    solver->alpha_beta_has_ended = !goes_on;
}

static bool may_search(const ValueSolver *solver)
{
    return engine_cursor(solver->task->engine) &&
           !solver->alpha_beta_has_ended && !solver->graph->has_joint &&
           !solver->graph->has_chance;
}

/* What is proved once the first round has not been enough. */
static void learn_facts(ValueSolver *solver)
{
    const GameValueTask *task = solver->task;
    if (!task->prove)
        return;
    task->prove(task->context, &solver->facts);
    set_kind(solver);
    for (size_t i = 0; solver->facts.is_finite && i < role_count(solver); i++)
        if (is_player(solver, i) && solver->value.roles[i].least.floor < 0)
            solver->value.roles[i].least.floor = 0;
}

static void run_rounds(ValueSolver *solver)
{
    const GameValueTask *task = solver->task;
    size_t positions = FIRST_POSITIONS;
    uint64_t nodes = FIRST_NODES;
    for (size_t round = 0; !budget_spent(task->budget); round++) {
        if (!solver->graph_has_ended)
            take_graph_turn(solver, positions);
        if (position_graph_is_complete(solver->graph) || is_all_settled(solver))
            break;
        if (round == 0)
            learn_facts(solver);
        if (may_search(solver))
            take_search_turns(solver, nodes);
        if (task->report)
            task->report(task->context, &solver->value);
        if (is_all_settled(solver) ||
            (solver->graph_has_ended && !may_search(solver)))
            break;
        positions *= GROWTH;
        nodes *= GROWTH;
    }
}

GameValue game_value(const GameValueTask *task)
{
    ValueSolver solver = {
        .task = task,
        .graph = position_graph_new(task->engine, task->start,
                                    task->max_bytes / 100 * GRAPH_PERCENT)};
    size_t roles = role_count(&solver);
    solver.searches = memory_zeroed(roles, sizeof(AlphaBeta *));
    solver.value.roles = arena_array(task->arena, RoleValue, roles);
    for (size_t i = 0; i < roles; i++)
        set_whole_values(&solver.value.roles[i], NO_END, MAX_PAYOFF);
    run_rounds(&solver);
    solver.value.is_certain = is_all_settled(&solver);
    solver.value.is_exhausted = !budget_spent(task->budget);
    for (size_t i = 0; i < roles; i++)
        alpha_beta_free(solver.searches[i]);
    position_graph_free(solver.graph);
    memory_free(solver.searches);
    return solver.value;
}
