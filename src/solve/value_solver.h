/* value_solver.h - what the methods for values of games share
 *
 * Private to game_value.c, graph_value.c and expectation.c.
 */
#ifndef ZERMELO_SOLVE_VALUE_SOLVER_H
#define ZERMELO_SOLVE_VALUE_SOLVER_H

#include "solve/alpha_beta.h"
#include "solve/game_value.h"

#include <assert.h>

enum { MAX_LINE = 2000 }; /* steps */

typedef struct {
    const GameValueTask *task;
    GameFacts facts;
    GameValue value;
    PositionGraph *graph;
    AlphaBeta **searches;      /* by role; NULL: not begun */
    bool alpha_beta_has_ended; /* it can do no more */
    bool graph_has_ended;
    bool has_searched;
} ValueSolver;

static inline size_t role_count(const ValueSolver *solver)
{
    return engine_roles(solver->task->engine);
}

static inline bool is_player(const ValueSolver *solver, size_t role)
{
    return !engine_is_random(solver->task->engine, role);
}

static inline size_t player_count(const ValueSolver *solver)
{
    size_t count = 0;
    for (size_t i = 0; i < role_count(solver); i++)
        count += is_player(solver, i);
    return count;
}

static inline void set_whole_values(RoleValue *role, int least, int most)
{
    assert(NO_END <= least && least <= most && most <= MAX_PAYOFF);
    role->least = (Value){.floor = least};
    role->most = (Value){.floor = most};
    role->is_certain = least == most;
}

/* game_value.c: makes the line that the moves of CHOOSER lead along. */
void take_line(ValueSolver *solver, MoveChooser chooser);

/* The first move of ROLE in the line, if there is one, is its best at the
 * start. */
void take_first_move(ValueSolver *solver, size_t role);

/* The strategy of ROLE by the moves of CHOOSER, if it is small enough and leads
 * to the end. */
void keep_strategy(ValueSolver *solver, size_t role, MoveChooser chooser);

/* graph_value.c: goes through the graph backwards, once it is complete or, with
 * chance or simultaneous moves, for bounds. */
void evaluate_graph(ValueSolver *solver);

/* expectation.c: sets bounds of the values by the graph, which may have open
 * positions, with its positions in the ORDER of position_graph_order(); false
 * if time ran out. IS_FINITE: every play ends. */
bool expect_all(ValueSolver *solver, const uint32_t *order, bool is_finite,
                bool has_cycle);

/* Writes to VALUES, by position of GRAPH, which has neither chance nor joint
 * moves, the lower or upper bound of what ROLE can force play to end with, and
 * to CHOICES, unless it is NULL, the successor that it moves to. Of BOUND_LEAST
 * and wherever ROLE follows its choices, play ends with that value or more.
 * False if BUDGET was spent: then values of BOUND_LEAST are too low, which is
 * sound, and others void. */
bool security_values(const PositionGraph *graph, size_t role, ValueBound bound,
                     const Budget *budget, int8_t *values, uint32_t *choices);

#endif
