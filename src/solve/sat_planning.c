/* sat_planning.c - plans of one length after the other, by SAT
 *
 * In:   a Puzzle
 * Out:  plans; when the game cannot last any longer, a proof that there is
 *       nothing better
 *
 * Are there moves that lead in exactly so many steps to an end that is better
 * than what is known? If not, every better plan is longer, and the step after
 * that is made. Lengths that a breadth-first search has been through are not
 * asked about. When the clauses cannot be satisfied whatever is assumed, no
 * play lasts so long.
 *
 * With STRIDE above 1 several lengths are asked about at once: a plan may end
 * at any of them. When that takes too long the question is put aside and the
 * same is asked about more lengths, which may be easier.
 */
#include "solve/search.h"

#include "sat/unroll.h"
#include "solve/move_independence.h"
#include "solve/goal_lower_bound.h"

#include <stdlib.h>

typedef struct {
    Search face;
    const Puzzle *puzzle;
    Net from; /* the net, with another initial position */
    bool *initial;
    Sat *sat;
    Unroll *unroll;
    size_t bytes;
    size_t stride;
    size_t first, last; /* lengths that are asked about */
    size_t least;       /* no better plan is shorter */
    VEC(SatLit) ends;   /* by length: a better plan has it; 0: not made yet */
    VEC(SatLit) reach;  /* by length: the steps before it take place */
    SatLit asked;       /* one of them, or 0 */
    int better_than;    /* what that is about */
    uint64_t patience, spent;
    MoveEffects *effects; /* may be NULL */
    MoveIndependence
        *independence; /* NULL: every order is as good as another */
    size_t ordered;    /* steps that are in order with those before them */
} Unfold;

/* Conflicts: before more lengths are tried; for a question that is easy. */
enum { PATIENCE = 200, MAX_PATIENCE = 2000, FEW = 100 };

enum { UNASKED = -2 }; /* below every value */

static SatLit nothing(const Unfold *self)
{
    return sat_not(sat_true(self->sat));
}

/* Position LENGTH is an end, and worth more than what is known. */
static SatLit is_better(Unfold *self, size_t length)
{
    const Net *net = &self->from;
    const Role *role = &net->roles[0];
    VEC(SatLit) goals = {0};
    for (size_t i = 0; i < role->goal_count; i++)
        if (self->puzzle->values[i] > self->better_than)
            vec_push(&goals,
                     unroll_lit(self->unroll, length, role->goals[i].lit));
    SatLit both[2] = {sat_or(self->sat, goals.items, goals.count),
                      nothing(self)};
    vec_free(&goals);
    if (both[0] == both[1])
        return both[1];
    both[1] = unroll_lit(self->unroll, length, net->terminal);
    return sat_and(self->sat, both, 2);
}

/* MOVE after step STEP only if the move of that step has a lower rank (BELOW),
 * or is one of those that may come before. */
static void order_move(Unfold *self, size_t step, uint32_t move, SatLit below)
{
    size_t count;
    const uint32_t *before = moves_before(self->independence, move, &count);
    SatLit later = unroll_move(self->unroll, step + 1, 0, move);
    VEC(SatLit) clause = {0};
    if (later == nothing(self))
        return;
    vec_push(&clause, sat_not(later));
    vec_push(&clause, below);
    for (size_t i = 0; i < count; i++)
        vec_push(&clause, unroll_move(self->unroll, step, 0, before[i]));
    sat_clause(self->sat, clause.items, clause.count);
    vec_free(&clause);
}

/* Steps STEP and STEP + 1 are in order, rank by rank. */
static void order_moves(Unfold *self, size_t step)
{
    const uint32_t *moves = moves_by_rank(self->independence);
    size_t count = self->from.roles[0].move_count, end;
    SatLit below = nothing(self);
    VEC(SatLit) clause = {0};
    for (size_t i = 0; i < count; i = end) {
        uint32_t rank = move_rank(self->independence, moves[i]);
        SatLit wider = sat_variable(self->sat);
        vec_clear(&clause);
        vec_push(&clause, sat_not(wider));
        vec_push(&clause, below);
        for (end = i;
             end < count && move_rank(self->independence, moves[end]) == rank;
             end++) {
            order_move(self, step, moves[end], below);
            vec_push(&clause, unroll_move(self->unroll, step, 0, moves[end]));
        }
        sat_clause(self->sat, clause.items, clause.count);
        below = wider;
    }
    vec_free(&clause);
}

static void put_in_order(Unfold *self, size_t steps)
{
    for (; self->independence && self->ordered + 1 < steps; self->ordered++)
        order_moves(self, self->ordered);
}

/* A literal that implies that the steps before LENGTH take place. */
static SatLit reached(Unfold *self, size_t length)
{
    while (self->reach.count <= length) {
        size_t step = self->reach.count;
        SatLit lit = sat_true(self->sat);
        if (step > self->first) {
            SatLit before = self->reach.items[step - 1];
            SatLit taken = unroll_taken(self->unroll, step - 1);
            lit = sat_variable(self->sat);
            sat_clause2(self->sat, sat_not(lit), before);
            sat_clause2(self->sat, sat_not(lit), taken);
        }
        vec_push(&self->reach, lit);
    }
    return self->reach.items[length];
}

static SatLit ends_at(Unfold *self, size_t length)
{
    while (self->ends.count <= length)
        vec_push(&self->ends, 0);
    if (!self->ends.items[length]) {
        SatLit before = reached(self, length);
        SatLit both[2] = {is_better(self, length), before};
        self->ends.items[length] = sat_and(self->sat, both, 2);
    }
    return self->ends.items[length];
}

/* By leaps only the highest value is looked for. */
static int value_to_beat(const Unfold *self, const Best *best)
{
    return self->stride > 1 ? best->bound - 1 : best->value;
}

/* From now on plans are asked for that are worth more than VALUE. */
static void aim_above(Unfold *self, int value)
{
    for (size_t i = self->first; i < self->ends.count; i++)
        self->ends.items[i] = 0;
    self->asked = 0;
    self->better_than = value;
    if (!self->effects)
        return;
    GoalBound *needs = goal_bound_new(self->puzzle, self->effects, value);
    self->least = goal_bound_moves(needs, self->puzzle->start);
    goal_bound_free(needs);
}

/* Puts the question about lengths FIRST to LAST. */
static void ask(Unfold *self)
{
    VEC(SatLit) ends = {0};
    for (size_t i = self->first; i <= self->last; i++)
        vec_push(&ends, ends_at(self, i));
    put_in_order(self, self->last);
    self->asked = sat_or(self->sat, ends.items, ends.count);
    vec_free(&ends);
}

/* No better plan is as short as LENGTH: the steps up to it take place. */
static void leave_behind(Unfold *self, size_t length)
{
    for (; self->first <= length; self->first++) {
        unroll_step(self->unroll, self->first);
        while (self->reach.count <= self->first + 1)
            vec_push(&self->reach, sat_true(self->sat));
        self->reach.items[self->first + 1] = sat_true(self->sat);
    }
    if (self->last < self->first)
        self->last = self->first;
    self->asked = 0;
    self->spent = 0;
}

/* False if the machine does not think of it what the clauses do. */
static bool found(Unfold *self, Best *best)
{
    Moves moves = {0};
    size_t length = self->first;
    while (!sat_value(self->sat, self->ends.items[length]))
        length++;
    for (size_t i = 0; i < length; i++)
        vec_push(&moves, unroll_made(self->unroll, i, 0));
    Cursor *cursor = cursor_new(self->puzzle->machine);
    cursor_set(cursor, self->puzzle->start);
    for (size_t i = 0; i < length; i++) {
        cursor_moves(cursor, &moves.items[i]);
        cursor_set(cursor, cursor_next(cursor));
    }
    int value = puzzle_worth(self->puzzle, cursor);
    cursor_free(cursor);
    best_found(best, self->puzzle, self->face.name, value, moves.items, length,
               self->stride == 1);
    vec_free(&moves);
    self->asked = 0;
    return value > self->better_than;
}

/* Nothing better among the lengths asked about. */
static SearchState refuted(Unfold *self, Best *best)
{
    const Puzzle *puzzle = self->puzzle;
    bool always = self->asked == nothing(self)
                      ? unroll_solve(self->unroll, FEW) == SAT_NO
                      : !sat_failed(self->sat, self->asked);
    if (always || self->last >= puzzle->horizon) {
        if (self->stride > 1 && self->independence)
            return SEARCH_GAVE_UP;
        best_bounded(best, self->face.name, self->better_than, !always);
        return SEARCH_COMPLETE;
    }
    leave_behind(self, self->last);
    self->last = self->first + self->stride - 1;
    if (self->last > puzzle->horizon)
        self->last = puzzle->horizon;
    return SEARCH_GOES_ON;
}

/* The needs of better ends cannot be met. */
static SearchState nothing_better(Unfold *self, Best *best)
{
    best_bounded(best, "what the goals need", self->better_than, false);
    return SEARCH_COMPLETE;
}

/* More lengths, or more patience. */
static void widen(Unfold *self)
{
    if (self->stride == 1 || self->spent < self->patience)
        return;
    size_t last = self->last + self->last / 2 + 1;
    if (last > self->puzzle->horizon)
        last = self->puzzle->horizon;
    if (self->patience < MAX_PATIENCE || last > self->last + 4 * self->stride)
        self->patience += self->patience / 2;
    self->last = last;
    self->asked = 0;
    self->spent = 0;
}

/* What a conflict costs, in units: more clauses, more to propagate. */
static uint64_t conflict_cost(const Unfold *self)
{
    return 50 + sat_clauses(self->sat) / 200;
}

static bool is_too_large(const Unfold *self)
{
    return sat_exhausted(self->sat) ||
           (sat_clauses(self->sat) + sat_variables(self->sat)) * 60 >
               self->bytes;
}

static SearchState unfold_work(Search *search, Best *best, uint64_t units)
{
    Unfold *self = (Unfold *)search;
    uint64_t done = 0;
    while (done < units && !best_is_certain(best)) {
        size_t clauses = sat_clauses(self->sat);
        if (self->better_than != value_to_beat(self, best))
            aim_above(self, value_to_beat(self, best));
        if (self->least == NEVER)
            return nothing_better(self, best);
        if (self->first < best->depth || self->first < self->least)
            leave_behind(self, self->first);
        else if (!self->asked)
            ask(self);
        done += 10 + (sat_clauses(self->sat) - clauses) / 2;
        if (is_too_large(self))
            return SEARCH_GAVE_UP;
        if (budget_spent(self->puzzle->budget))
            break;
        if (!self->asked)
            continue;
        SatAnswer answer = SAT_NO;
        if (self->asked != nothing(self)) {
            uint64_t cost = conflict_cost(self);
            uint64_t conflicts = done < units ? (units - done) / cost + 10 : 10;
            sat_assume(self->sat, self->asked);
            answer = unroll_solve(self->unroll, (int64_t)conflicts);
            done += answer == SAT_UNKNOWN ? conflicts * cost : cost;
            self->spent += conflicts;
        }
        if (answer == SAT_YES && !found(self, best))
            return SEARCH_GAVE_UP;
        SearchState state = SEARCH_GOES_ON;
        if (answer == SAT_NO)
            state = refuted(self, best);
        else if (answer == SAT_UNKNOWN)
            widen(self);
        if (state != SEARCH_GOES_ON)
            return state;
    }
    return SEARCH_GOES_ON;
}

static void unfold_free(Search *search)
{
    Unfold *self = (Unfold *)search;
    unroll_free(self->unroll);
    sat_free(self->sat);
    vec_free(&self->ends);
    vec_free(&self->reach);
    independence_free(self->independence);
    move_effects_free(self->effects);
    free(self->initial);
    free(self);
}

/* By leaps the order of moves matters more than a proof, which is lost if a
 * play may end before its time. */
Search *search_unfold(const Puzzle *puzzle, size_t bytes, size_t stride)
{
    bool proves = stride == 1;
    Unfold *self = fatal_malloc(sizeof *self);
    size_t features = puzzle->net->feature_count;
    *self = (Unfold){{stride == 1 ? "SAT" : "SAT with leaps", unfold_work,
                      unfold_free, false},
                     puzzle,
                     *puzzle->net,
                     .initial = fatal_malloc(features + 1),
                     .sat = sat_new(puzzle->budget),
                     .bytes = bytes,
                     .stride = stride,
                     .last = stride - 1,
                     .better_than = NO_VALUE,
                     .patience = PATIENCE};
    for (size_t i = 0; i < features; i++)
        self->initial[i] = puzzle->start[i / 64] >> i % 64 & 1;
    self->from.initial = self->initial;
    self->effects = move_effects_new(puzzle->net);
    if (self->effects)
        self->independence =
            independence_new(self->effects, proves ? NULL : puzzle->machine);
    self->unroll = unroll_new(&self->from, self->sat, UNROLL_INITIAL);
    if (self->last > puzzle->horizon)
        self->last = puzzle->horizon;
    return &self->face;
}
