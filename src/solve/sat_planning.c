/* sat_planning.c - SAT planning: plans of increasing length
 *
 * In:   a Puzzle
 * Out:  plans; when the game cannot last any longer, a proof that there is
 *       nothing better
 *
 * Planning as satisfiability (Kautz and Selman 1992), on an unrolled net: are
 * there moves that lead in exactly n steps to an end that is better than the
 * best plan? If not, every better plan is longer, and n is increased. Lengths
 * that a breadth-first search has completed are skipped. When the clauses are
 * unsatisfiable without assumptions, no play lasts n steps. Start reading at
 * sat_planning_step().
 */
#include "solve/puzzle.h"

#include "base/bits.h"
#include "base/memory.h"
#include "sat/unroll.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Sat *sat;
    Unroll *unroll;
    size_t max_bytes;
    size_t length;       /* of the plans in question; all steps are made */
    SatLit question_lit; /* there is such a plan; 0: not asked yet */
    int better_than;     /* the value that plans have to exceed */
} SatPlanning;

enum { MAX_EASY_CONFLICTS = 100 }; /* of an easy question */

static SatLit false_lit(const SatPlanning *self)
{
    return -sat_true(self->sat);
}

/* The position after LENGTH steps is terminal, and its value exceeds
 * BETTER_THAN. */
static SatLit better_end_lit(SatPlanning *self)
{
    const Net *net = self->puzzle->net;
    const Role *role = &net->roles[0];
    SatLits goals = {0};
    for (size_t i = 0; i < role->goal_count; i++)
        if (puzzle_goal_value(self->puzzle, i) > self->better_than)
            vec_push(&goals, unroll_lit(self->unroll, self->length,
                                        role->goals[i].lit));
    SatLit end_and_goal[2] = {sat_or(self->sat, goals.items, goals.count),
                              false_lit(self)};
    vec_free(&goals);
    if (end_and_goal[0] == end_and_goal[1])
        return end_and_goal[1];
    end_and_goal[1] = unroll_lit(self->unroll, self->length, net->terminal);
    return sat_and(self->sat, end_and_goal, 2);
}

/* No better plan has as many moves as those in question: one more is made. */
static void increase_length(SatPlanning *self)
{
    unroll_step(self->unroll, self->length++);
    self->question_lit = 0;
}

/* Replays the plan of the model and reports it; false if the machine disagrees
 * with the clauses about its value. */
static bool report_plan(SatPlanning *self, Best *best)
{
    const Puzzle *puzzle = self->puzzle;
    Cursor *cursor = cursor_new(puzzle->machine);
    TermVec plan = {0};
    int value = NO_VALUE;
    bool is_legal = true;
    cursor_set(cursor, puzzle->start_state);
    for (size_t i = 0; i < self->length && is_legal; i++) {
        uint32_t move = unroll_model_move(self->unroll, i, 0);
        assert(move < puzzle->net->roles[0].move_count);
        is_legal = !cursor_is_terminal(cursor) &&
                   get_bit(cursor_legal(cursor, 0), move);
        vec_push(&plan, puzzle->net->roles[0].moves[move]);
        cursor_moves(cursor, &move);
        cursor_set(cursor, cursor_next(cursor));
    }
    if (is_legal && cursor_is_terminal(cursor))
        value = puzzle_end_value(puzzle, cursor);
    cursor_free(cursor);
    best_record_plan(best, puzzle, self->interface.name, value,
                     (TermList){plan.items, plan.count}, true);
    vec_free(&plan);
    return value > self->better_than;
}

/* No better plan has the length in question. */
static PlanSearchState handle_refutation(SatPlanning *self, Best *best)
{
    bool no_longer_play =
        self->question_lit == false_lit(self)
            ? unroll_solve(self->unroll, MAX_EASY_CONFLICTS) == SAT_NO
            : !sat_failed(self->sat, self->question_lit);
    if (no_longer_play || self->length >= self->puzzle->horizon) {
        best_record_bound(best, self->interface.name, self->better_than,
                          !no_longer_play);
        return SEARCH_COMPLETE;
    }
    increase_length(self);
    return SEARCH_RUNNING;
}

/* The cost of a conflict in units: grows with the number of clauses. */
static uint64_t conflict_cost(const SatPlanning *self)
{
    return 50 + sat_clauses(self->sat) / 200;
}

static bool is_too_large(const SatPlanning *self)
{
    return sat_exhausted(self->sat) ||
           (sat_clauses(self->sat) + sat_variables(self->sat)) * 60 >
               self->max_bytes;
}

/* Solves the question with the units that are left of a turn. */
static SatAnswer solve_question(SatPlanning *self, uint64_t units,
                                uint64_t *units_used)
{
    if (self->question_lit == false_lit(self))
        return SAT_NO;
    uint64_t units_per_conflict = conflict_cost(self);
    uint64_t max_conflicts =
        *units_used < units ? (units - *units_used) / units_per_conflict + 10
                            : 10;
    sat_assume(self->sat, self->question_lit);
    SatAnswer answer = unroll_solve(self->unroll, (int64_t)max_conflicts);
    *units_used += answer == SAT_UNKNOWN ? max_conflicts * units_per_conflict
                                         : units_per_conflict;
    return answer;
}

static PlanSearchState sat_planning_step(PlanSearch *search, Best *best,
                                         uint64_t units, uint64_t *units_used)
{
    SatPlanning *self = (SatPlanning *)search;
    size_t clause_count = sat_clauses(self->sat);
    if (self->better_than != best->value)
        self->question_lit = 0;
    self->better_than = best->value;
    if (self->length < best->examined_depth)
        increase_length(self);
    else if (!self->question_lit)
        self->question_lit = better_end_lit(self);
    *units_used += 10 + (sat_clauses(self->sat) - clause_count) / 2;
    if (is_too_large(self))
        return SEARCH_GAVE_UP;
    if (!self->question_lit)
        return SEARCH_RUNNING;
    switch (solve_question(self, units, units_used)) {
    case SAT_YES:
        return report_plan(self, best) ? SEARCH_RUNNING : SEARCH_GAVE_UP;
    case SAT_NO:
        return handle_refutation(self, best);
    default:
        return SEARCH_RUNNING;
    }
}

static void sat_planning_free(PlanSearch *search)
{
    SatPlanning *self = (SatPlanning *)search;
    unroll_free(self->unroll);
    sat_free(self->sat);
    memory_free(self);
}

PlanSearch *sat_planning_new(const Puzzle *puzzle, size_t bytes)
{
    SatPlanning *self = memory_alloc(sizeof *self);
    *self = (SatPlanning){{"SAT", sat_planning_step, sat_planning_free},
                          puzzle,
                          .sat = sat_new(puzzle->budget),
                          .max_bytes = bytes,
                          .better_than = NO_VALUE};
    self->unroll = unroll_new(puzzle->net, self->sat, UNROLL_ANY);
    for (uint32_t i = 0; i < puzzle->net->feature_count; i++)
        unroll_set_initial(self->unroll, i,
                           get_bit(puzzle->start_state, i) ? sat_true(self->sat)
                                                           : false_lit(self));
    return &self->interface;
}
