/* sat_planning.c - SAT planning: plans of increasing length
 *
 * In:   a Puzzle
 * Out:  plans; when the game cannot last any longer, a proof that there is
 *       nothing better
 *
 * Planning as satisfiability (Kautz and Selman 1992), on an unrolled net: are
 * there moves that lead in exactly n steps to an end that is better than the
 * best plan? If not, every better plan is longer, and n is increased. Lengths
 * that a breadth-first search has completed, or that are below the lower bound
 * of solve/goal_lower_bound.c, are skipped. When the clauses are unsatisfiable
 * without assumptions, no play lasts n steps.
 *
 * With STRIDE above 1 one question is about several lengths: a plan may end at
 * any of them. Start reading at sat_planning_step().
 */
#include "solve/search.h"

#include "base/bits.h"
#include "base/memory.h"
#include "sat/unroll.h"
#include "solve/goal_lower_bound.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
    PlanSearch interface;
    const Puzzle *puzzle;
    Net net_from_start; /* the net with the start as initial position */
    bool *initial;
    Sat *sat;
    Unroll *unroll;
    size_t max_bytes;
    size_t stride;                    /* lengths asked about at once */
    size_t first_length, last_length; /* lengths of the current question */
    size_t min_length;    /* lower bound of the length of a better plan */
    SatLits better_ends;  /* by length: a better plan has it; 0: not made */
    SatLits steps_taken;  /* by length: implies that its steps are made */
    SatLit question_lit;  /* disjunction of BETTER_ENDS in question, or 0 */
    int better_than;      /* the value that plans have to exceed */
    MoveEffects *effects; /* NULL if they cannot be computed */
} SatPlanning;

/* STRIDE of SAT with leaps; conflicts of an easy question. */
enum { LEAP_STRIDE = 4, MAX_EASY_CONFLICTS = 100 };

static SatLit false_lit(const SatPlanning *self)
{
    return -sat_true(self->sat);
}

/* The position after LENGTH steps is terminal, and its value exceeds
 * BETTER_THAN. */
static SatLit better_end_lit(SatPlanning *self, size_t length)
{
    const Net *net = &self->net_from_start;
    const Role *role = &net->roles[0];
    SatLits goals = {0};
    for (size_t i = 0; i < role->goal_count; i++)
        if (puzzle_goal_value(self->puzzle, i) > self->better_than)
            vec_push(&goals,
                     unroll_lit(self->unroll, length, role->goals[i].lit));
    SatLit end_and_goal[2] = {sat_or(self->sat, goals.items, goals.count),
                              false_lit(self)};
    vec_free(&goals);
    if (end_and_goal[0] == end_and_goal[1])
        return end_and_goal[1];
    end_and_goal[1] = unroll_lit(self->unroll, length, net->terminal);
    return sat_and(self->sat, end_and_goal, 2);
}

/* A literal that implies that all steps before LENGTH are made. */
static SatLit steps_taken_lit(SatPlanning *self, size_t length)
{
    while (self->steps_taken.count <= length) {
        size_t step = self->steps_taken.count;
        SatLit lit = sat_true(self->sat);
        if (step > self->first_length) {
            SatLit earlier_taken = self->steps_taken.items[step - 1];
            SatLit step_taken = unroll_taken(self->unroll, step - 1);
            lit = sat_variable(self->sat);
            sat_clause2(self->sat, -lit, earlier_taken);
            sat_clause2(self->sat, -lit, step_taken);
        }
        vec_push(&self->steps_taken, lit);
    }
    assert(self->steps_taken.items[length]);
    return self->steps_taken.items[length];
}

static SatLit better_plan_lit(SatPlanning *self, size_t length)
{
    while (self->better_ends.count <= length)
        vec_push(&self->better_ends, 0);
    if (!self->better_ends.items[length]) {
        SatLit steps_before = steps_taken_lit(self, length);
        SatLit conjuncts[2] = {better_end_lit(self, length), steps_before};
        self->better_ends.items[length] = sat_and(self->sat, conjuncts, 2);
    }
    return self->better_ends.items[length];
}

/* With STRIDE above 1 only plans of the highest value are searched. */
static int value_to_beat(const SatPlanning *self, const Best *best)
{
    return self->stride > 1 ? best->bound - 1 : best->value;
}

/* From now on plans must have more than VALUE. */
static void set_value_to_beat(SatPlanning *self, int value)
{
    for (size_t i = self->first_length; i < self->better_ends.count; i++)
        self->better_ends.items[i] = 0;
    self->question_lit = 0;
    self->better_than = value;
    if (self->effects)
        self->min_length = goal_lower_bound(self->puzzle, self->effects, value);
}

/* Builds the question about FIRST_LENGTH to LAST_LENGTH. */
static void build_question(SatPlanning *self)
{
    assert(self->first_length <= self->last_length);
    SatLits ends_in_question = {0};
    for (size_t i = self->first_length; i <= self->last_length; i++)
        vec_push(&ends_in_question, better_plan_lit(self, i));
    self->question_lit =
        sat_or(self->sat, ends_in_question.items, ends_in_question.count);
    vec_free(&ends_in_question);
}

/* No better plan has at most LENGTH moves: all these steps are made. */
static void exclude_lengths(SatPlanning *self, size_t length)
{
    for (; self->first_length <= length; self->first_length++) {
        unroll_step(self->unroll, self->first_length);
        while (self->steps_taken.count <= self->first_length + 1)
            vec_push(&self->steps_taken, sat_true(self->sat));
        self->steps_taken.items[self->first_length + 1] = sat_true(self->sat);
    }
    if (self->last_length < self->first_length)
        self->last_length = self->first_length;
    self->question_lit = 0;
}

/* Reports the plan of the model; false if the machine disagrees with the
 * clauses about its value. */
static bool report_plan(SatPlanning *self, Best *best)
{
    MoveVec moves = {0};
    size_t length = self->first_length;
    while (!sat_value(self->sat, self->better_ends.items[length]))
        length++;
    assert(length <= self->last_length);
    for (size_t i = 0; i < length; i++)
        vec_push(&moves, unroll_model_move(self->unroll, i, 0));
    int value = puzzle_replay(self->puzzle, &moves);
    best_record_plan(best, self->puzzle, self->interface.name, value, &moves,
                     self->stride == 1);
    vec_free(&moves);
    self->question_lit = 0;
    return value > self->better_than;
}

/* No better plan has one of the lengths in question. */
static PlanSearchState handle_refutation(SatPlanning *self, Best *best)
{
    const Puzzle *puzzle = self->puzzle;
    bool no_longer_play =
        self->question_lit == false_lit(self)
            ? unroll_solve(self->unroll, MAX_EASY_CONFLICTS) == SAT_NO
            : !sat_failed(self->sat, self->question_lit);
    if (no_longer_play || self->last_length >= puzzle->horizon) {
        best_record_bound(best, self->interface.name, self->better_than,
                          !no_longer_play);
        return SEARCH_COMPLETE;
    }
    exclude_lengths(self, self->last_length);
    self->last_length = self->first_length + self->stride - 1;
    if (self->last_length > puzzle->horizon)
        self->last_length = puzzle->horizon;
    return SEARCH_RUNNING;
}

/* The lower bound says that no better end can be reached. */
static PlanSearchState record_no_better_end(SatPlanning *self, Best *best)
{
    best_record_bound(best, "what the goals need", self->better_than, false);
    return SEARCH_COMPLETE;
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
    assert(self->question_lit && self->first_length <= self->last_length);
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
    if (self->better_than != value_to_beat(self, best))
        set_value_to_beat(self, value_to_beat(self, best));
    if (self->min_length == UNREACHABLE)
        return record_no_better_end(self, best);
    if (self->first_length < best->examined_depth ||
        self->first_length < self->min_length)
        exclude_lengths(self, self->first_length);
    else if (!self->question_lit)
        build_question(self);
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
    vec_free_all(&self->better_ends, &self->steps_taken);
    move_effects_free(self->effects);
    free_all(self->initial, self);
}

static PlanSearch *sat_planning_with_stride(const Puzzle *puzzle, size_t bytes,
                                            size_t stride)
{
    SatPlanning *self = memory_alloc(sizeof *self);
    size_t feature_count = puzzle->net->feature_count;
    *self = (SatPlanning){{stride == 1 ? "SAT" : "SAT with leaps",
                           sat_planning_step, sat_planning_free, false},
                          puzzle,
                          *puzzle->net,
                          .initial = memory_alloc(feature_count + 1),
                          .sat = sat_new(puzzle->budget),
                          .max_bytes = bytes,
                          .stride = stride,
                          .last_length = stride - 1,
                          .better_than = NO_VALUE};
    for (size_t i = 0; i < feature_count; i++)
        self->initial[i] = get_bit(puzzle->start_state, i);
    self->net_from_start.initial = self->initial;
    self->effects = move_effects_new(puzzle->net);
    self->unroll = unroll_new(&self->net_from_start, self->sat, UNROLL_INITIAL);
    if (self->last_length > puzzle->horizon)
        self->last_length = puzzle->horizon;
    return &self->interface;
}

PlanSearch *sat_planning_new(const Puzzle *puzzle, size_t bytes)
{
    return sat_planning_with_stride(puzzle, bytes, 1);
}

PlanSearch *sat_leaps_new(const Puzzle *puzzle, size_t bytes)
{
    return sat_planning_with_stride(puzzle, bytes, LEAP_STRIDE);
}
