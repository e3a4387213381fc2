/* api_solve.c - the best plan of a single-player game, for zermelo.h
 *
 * In:   a game, grounded or not, and a question about it
 * Out:  a plan that the interpreter has replayed, and what is proved about it;
 *       or an answer set program whose answer sets are plans, or plays of any
 *       game (Thielscher 2009)
 *
 * Start reading at zermelo_solve().
 */
#include "api/handle.h"

#include "base/bits.h"
#include "base/memory.h"
#include "lang/print.h"
#include "solve/by_clingo.h"

#include <assert.h>
#include <stdlib.h>

struct ZermeloSolution {
    Arena *arena;
    const Game *game;
    const ZermeloPuzzle *request; /* while it is being solved */
    Budget budget;
    Best best;
    const Term *const *move_terms; /* by number, as in a plan; with a net */
    TermVec move_table;            /* the same, without a net */
    Budget judge_budget;
    Interp *judge;
    const Position *from;
    /* The best plan that was replayed, as the caller sees it. */
    Arena *plan_arena;
    int goal;
    const char **moves;
    size_t length;
    const char *finder;
    double publish_time, replay_seconds; /* of that plan */
    const char *stopped;
    ClingoEffort effort;
    bool plan_is_wrong; /* the rules do not allow what a search found */
};

enum { DEFAULT_MEGABYTES = 1024 };

/* ---- replaying ---- */

static bool has_goal(Interp *judge, int value)
{
    size_t count;
    const int *goals = interp_goals(judge, 0, &count);
    for (size_t i = 0; i < count; i++)
        if (goals[i] == value)
            return true;
    return false;
}

/* Whether the rules allow the plan and give it the value it was found with. */
static bool replay(const ZermeloSolution *solution, const Term *const *moves,
                   Arena *arena)
{
    const Best *best = &solution->best;
    return interp_play(solution->judge, solution->from, moves, best->plan.count,
                       arena) &&
           interp_is_terminal(solution->judge) &&
           has_goal(solution->judge, best->value) &&
           !interp_failure(solution->judge);
}

/* Makes the best plan the one that the caller sees, if the judge confirms it:
 * this moves the judge. */
static void publish(ZermeloSolution *solution)
{
    const Best *best = &solution->best;
    size_t length = best->plan.count;
    if (best->value == NO_VALUE ||
        (best->value == solution->goal && length == solution->length))
        return;
    double begun = clock_now();
    Arena *arena = arena_new();
    const Term **moves = arena_array(arena, const Term *, length);
    for (size_t i = 0; i < length; i++)
        moves[i] = (solution->move_terms
                        ? solution->move_terms
                        : solution->move_table.items)[best->plan.items[i]];
    if (!replay(solution, moves, arena)) {
        solution->plan_is_wrong = !interp_failure(solution->judge);
        arena_free(arena);
        return;
    }
    arena_free(solution->plan_arena);
    solution->plan_arena = arena;
    assert(best->value <= best->bound);
    solution->goal = best->value;
    solution->moves = term_strings(arena, moves, length);
    solution->length = length;
    solution->finder = best->finder;
    solution->publish_time = clock_now();
    solution->replay_seconds = solution->publish_time - begun;
}

/* Called by the searches. At most a tenth of the time goes into replaying. */
static void report_progress(void *context, const Best *best)
{
    ZermeloSolution *solution = context;
    (void)best;
    double now = clock_now();
    if (now - solution->publish_time >= 10 * solution->replay_seconds)
        publish(solution);
    if (solution->request->report)
        solution->request->report(solution->request->context, solution);
}

/* ---- asking ---- */

/* Why the game is no puzzle, or NULL. */
static const char *why_no_puzzle(Interp *judge)
{
    for (size_t i = 0; i < interp_role_count(judge); i++)
        if (interp_is_random(judge, i))
            return "chance plays along in this game (the role random), so that "
                   "no plan is sure: only games of one role are solved";
    if (interp_role_count(judge) > 1)
        return "the outcome depends on the moves of several roles: only games "
               "of one role are solved";
    return NULL;
}

/* The position after the moves made before; NULL, with the reason in *WHY. */
static const Position *position_after_moves(ZermeloSolution *solution,
                                            ZermeloGame *game,
                                            const char *moves, char **why)
{
    const char *failure;
    ZermeloPlay *play =
        zermelo_play_new(game, &solution->request->limits, &failure);
    if (!play) {
        *why = memory_strdup(failure);
        return NULL;
    }
    char *message = NULL;
    const Position *copy = NULL;
    if (zermelo_play_moves(play, moves, &message)) {
        const Position *position = play_position(play);
        copy =
            position_new(solution->arena, position->features, position->count);
    } else {
        *why = memory_strdup(zermelo_play_fault(play));
    }
    free(message);
    zermelo_play_free(play);
    return copy;
}

static uint64_t *start_state(ZermeloSolution *solution, const Net *net)
{
    size_t word_count = (net->feature_count + 63) / 64;
    uint64_t *state = arena_array(solution->arena, uint64_t, word_count + 1);
    for (size_t i = 0; i < solution->from->count; i++) {
        uint32_t feature = net_feature(net, solution->from->features[i]);
        if (feature != NO_INDEX) /* the others have no effect */
            set_bit(state, feature);
    }
    return state;
}

static Puzzle puzzle_of(ZermeloSolution *solution, const ZermeloNet *net)
{
    const ZermeloPuzzle *request = solution->request;
    size_t megabytes =
        request->megabytes ? request->megabytes : DEFAULT_MEGABYTES;
    return (Puzzle){
        .game = solution->game,
        .start_position = solution->from,
        .net = net ? net->net : NULL,
        .machine = net ? net->machine : NULL,
        .start_state = net ? start_state(solution, net->net) : NULL,
        .move_terms = &solution->move_table,
        .wanted_value = request->goal < 0 ? NO_VALUE : request->goal,
        .horizon = request->horizon ? request->horizon : NO_HORIZON,
        .seed = request->seed,
        .max_table_bytes = megabytes << 20,
        .budget = &solution->budget,
        .report = report_progress,
        .context = solution,
    };
}

/* Clingo needs a net to estimate the size of its programs: without one it is
 * not tried. */
static void run_clingo(ZermeloSolution *solution, const Puzzle *puzzle)
{
    if (puzzle->net)
        solution->effort = clingo_solve(puzzle, solution->request->megabytes,
                                        solution->arena, &solution->best);
    solution->stopped =
        puzzle->net ? solution->effort.reason
                    : "the game could not be grounded, so that nobody can tell "
                      "how large a program clingo would get";
}

/* Searches by the engine that was requested; the result is SOLUTION->best. */
static void run_engine(ZermeloSolution *solution, const Puzzle *puzzle)
{
    const char *failure;
    solution->best = best_new(puzzle);
    if (solution->request->engine == ZERMELO_BY_CLINGO) {
        run_clingo(solution, puzzle);
    } else if (puzzle->net) {
        solution->move_terms = puzzle->net->roles[0].moves;
        portfolio_solve(puzzle, &solution->best);
    } else {
        Interp *interp =
            interp_new(solution->game, &solution->budget, &failure);
        if (interp)
            interpreted_solve(puzzle, interp, &solution->best);
        interp_free(interp);
    }
}

/* Says in SOLUTION why the search stopped, and publishes the last plan. */
static void finish(ZermeloSolution *solution)
{
    if (best_is_certain(&solution->best))
        solution->stopped = NULL;
    else if (budget_reason(&solution->budget, NULL))
        solution->stopped = budget_reason(&solution->budget, NULL);
    else if (!solution->stopped)
        solution->stopped = budget_spent(&solution->budget)
                                ? "the time was used up"
                                : "nothing more could be tried in the memory "
                                  "there is";
    publish(solution);
    if (interp_failure(solution->judge)) /* the best plan was not replayed */
        solution->stopped = interp_failure(solution->judge);
    solution->request = NULL;
}

/* A plan that is found when the time is up, or at Ctrl-C, is still replayed. */
static Budget judging_budget(const Budget *whole)
{
    double remaining = budget_left(whole);
    return budget_new(remaining > 1e9 ? 0 : remaining * 1.2 + 1, NULL);
}

/* Sets judge and start position; false, with the reason in *WHY. */
static bool prepare_judge(ZermeloSolution *solution, ZermeloGame *game,
                          const ZermeloPuzzle *request, char **why)
{
    const char *failure = NULL;
    solution->judge_budget = solution->budget;
    if (has_usable_rules(game, &failure))
        solution->judge =
            interp_new(game->game, &solution->judge_budget, &failure);
    if (solution->judge)
        failure = why_no_puzzle(solution->judge);
    if (failure) {
        *why = memory_strdup(failure);
        return false;
    }
    solution->from = position_after_moves(
        solution, game, request->from ? request->from : "", why);
    solution->judge_budget = judging_budget(&solution->budget);
    return solution->from != NULL;
}

ZermeloSolution *zermelo_solve(ZermeloGame *game, const ZermeloNet *net,
                               const ZermeloPuzzle *request, char **why)
{
    Arena *arena = arena_new();
    ZermeloSolution *solution = arena_alloc(arena, sizeof *solution);
    *solution = (ZermeloSolution){
        .arena = arena,
        .game = game->game,
        .request = request,
        .budget = budget_of(&request->limits),
        .goal = NO_VALUE,
    };
    if (!prepare_judge(solution, game, request, why)) {
        zermelo_solution_free(solution);
        return NULL;
    }
    Puzzle puzzle = puzzle_of(solution, net);
    run_engine(solution, &puzzle);
    finish(solution);
    if (solution->plan_is_wrong) {
        *why =
            memory_strdup("the interpreter does not agree with a plan that was "
                          "found: this is a fault of zermelo");
        zermelo_solution_free(solution);
        return NULL;
    }
    return solution;
}

void zermelo_solution_free(ZermeloSolution *solution)
{
    if (!solution)
        return;
    best_free(&solution->best);
    vec_free(&solution->move_table);
    interp_free(solution->judge);
    arena_free(solution->plan_arena);
    arena_free(solution->arena);
}

/* ---- results ---- */

ZermeloSolveVerdict zermelo_solution_verdict(const ZermeloSolution *solution)
{
    if (solution->goal == NO_VALUE && solution->best.bound == NO_VALUE)
        return ZERMELO_UNSOLVABLE;
    return solution->goal >= solution->best.bound ? ZERMELO_SOLVED
                                                  : ZERMELO_UNSOLVED;
}

GETTER(int, zermelo_solution_goal, ZermeloSolution, self->goal)
GETTER(size_t, zermelo_solution_length, ZermeloSolution, self->length)
ITEM_GETTER(const char *, zermelo_solution_move, ZermeloSolution, self->length,
            self->moves[number])

/* A value that was asked for is the best only if none in the rules is higher.
 */
bool zermelo_solution_best(const ZermeloSolution *solution)
{
    return solution->goal != NO_VALUE &&
           solution->goal >= solution->best.bound &&
           solution->goal >= solution->best.highest_unwanted;
}

GETTER(bool, zermelo_solution_within_horizon, ZermeloSolution,
       self->best.within_horizon)

bool zermelo_solution_shortest(const ZermeloSolution *solution)
{
    return solution->goal == solution->best.value &&
           solution->length == solution->best.plan.count &&
           solution->best.is_shortest;
}

GETTER(int, zermelo_solution_bound, ZermeloSolution, self->best.bound)
GETTER(const char *, zermelo_solution_finder, ZermeloSolution, self->finder)
GETTER(const char *, zermelo_solution_prover, ZermeloSolution,
       self->best.prover)
GETTER(const char *, zermelo_solution_stopped, ZermeloSolution, self->stopped)
GETTER(uint64_t, zermelo_solution_positions, ZermeloSolution,
       self->best.positions_examined)
GETTER(size_t, zermelo_solution_depth, ZermeloSolution,
       self->best.examined_depth)
GETTER(uint64_t, zermelo_solution_ground_rules, ZermeloSolution,
       self->effort.rules)
GETTER(size_t, zermelo_solution_ground_horizon, ZermeloSolution,
       self->effort.horizon)

/* ---- programs ---- */

/* Why there is no such program of the game, or NULL. */
static const char *why_no_program(const ZermeloGame *game,
                                  ZermeloProgram program, int goal)
{
    if (program == ZERMELO_EXTENSION)
        return NULL;
    if (game->role_count != 1)
        return "the outcome depends on the moves of several roles: plans are "
               "for games of one role";
    return goal < 0 ? "the rules have no value for a goal" : NULL;
}

static char *write_program(const ZermeloGame *game, ZermeloProgram program,
                           const Position *start, size_t horizon, int goal)
{
    Text out = {0};
    const Game *rules = game->game;
    const char *failure;
    if (program == ZERMELO_EXTENSION) {
        plays_program(&out, rules, start, horizon);
        return text_take(&out);
    }
    Interp *interp = interp_new(rules, NULL, &failure);
    if (interp)
        plan_program(&out, rules, start, interp_role(interp, 0), goal, horizon);
    interp_free(interp);
    return text_take(&out);
}

char *zermelo_asp(ZermeloGame *game, ZermeloProgram program, size_t horizon,
                  int value, const char *from, const ZermeloLimits *limits,
                  char **why)
{
    const char *failure = NULL;
    ZermeloPlay *play = zermelo_play_new(game, limits, &failure);
    if (!play) {
        *why = memory_strdup(failure);
        return NULL;
    }
    char *text = NULL;
    if (value < 0)
        value = highest_goal_value(game->game);
    failure = zermelo_play_failure(play);
    if (!failure)
        failure = why_no_program(game, program, value);
    if (failure)
        *why = memory_strdup(failure);
    else if (!from || zermelo_play_moves(play, from, why))
        text =
            write_program(game, program, play_position(play), horizon, value);
    zermelo_play_free(play);
    return text;
}
