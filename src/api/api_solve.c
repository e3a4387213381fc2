/* api_solve.c - the best plan of a single-player game, for zermelo.h
 *
 * In:   a game and a question about it
 * Out:  a plan that the interpreter has replayed, and what is proved about it,
 *       as JSON
 *
 * Start reading at solve_answer(), at the end.
 */
#include "api/solution.h"

#include "base/bits.h"
#include "base/memory.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

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
static bool replay(const Solution *solution, const Term *const *moves,
                   Arena *arena)
{
    const Best *best = &solution->best;
    return interp_play(solution->call->interp, solution->from, moves,
                       best->plan.count, arena) &&
           interp_is_terminal(solution->call->interp) &&
           has_goal(solution->call->interp, best->value) &&
           !interp_failure(solution->call->interp);
}

/* Makes the best plan the one that the caller sees, if the judge confirms it:
 * this moves the judge. */
static void publish(Solution *solution)
{
    const Best *best = &solution->best;
    size_t length = best->plan.count;
    if (best->value == NO_VALUE ||
        (best->value == solution->goal && length == solution->length))
        return;
    double begun = clock_now();
    Arena *arena = arena_new();
    const Term **moves =
        arena_copy(arena, best->plan.items, length * sizeof *moves);
    if (!replay(solution, moves, arena)) {
        solution->plan_is_wrong = !interp_failure(solution->call->interp);
        arena_free(arena);
        return;
    }
    arena_free(solution->plan_arena);
    solution->plan_arena = arena;
    assert(best->value <= best->bound);
    solution->goal = best->value;
    solution->plan = moves;
    solution->length = length;
    solution->finder = best->finder;
    solution->publish_time = clock_now();
    solution->replay_seconds = solution->publish_time - begun;
}

/* ---- the answer ---- */

const char *solution_verdict(const Solution *solution)
{
    if (solution->goal == NO_VALUE && solution->best.bound == NO_VALUE)
        return "unsolvable";
    return solution->goal >= solution->best.bound ? "solved" : "unknown";
}

/* A value that was asked for is the best only if none in the rules is higher.
 */
bool solution_is_best(const Solution *solution)
{
    return solution->goal != NO_VALUE &&
           solution->goal >= solution->best.bound &&
           solution->goal >= solution->best.highest_unwanted;
}

bool solution_is_shortest(const Solution *solution)
{
    return solution->goal == solution->best.value &&
           solution->length == solution->best.plan.count &&
           solution->best.is_shortest;
}

/* A value as answers about games of several roles have it. */
static json_t *value_json(int value)
{
    return value == NO_VALUE ? json_text("no end") : json_integer(value);
}

/* The keys that answers have whatever the number of roles. */
static void put_value_keys(const Solution *solution, bool has_begun,
                           json_t *answer)
{
    const char *role = zermelo_role(solution->call->game, 0);
    bool is_bounded = has_begun && !call_has(solution->call, "goal") &&
                      !solution->best.within_horizon;
    json_t *values = json_object(), *best = json_object();
    bool has_plan = solution->goal != NO_VALUE;
    const Play plan = {solution->plan, solution->length};
    json_t *line = play_json((Texts){&role, 1}, has_plan ? &plan : NULL);
    json_put(values, role,
             JSON_OBJECT({"least", value_json(solution->goal)},
                         {"most", value_json(is_bounded ? solution->best.bound
                                                        : 100)}));
    if (has_plan && solution->length)
        json_put(best, role,
                 json_text(term_string(solution->call->arena, plan.moves[0])));
    json_put(answer, "kind", json_text("single"));
    json_put(answer, "values", values);
    json_put(answer, "equilibrium", json_null());
    json_put(answer, "certain",
             json_boolean(has_begun &&
                          strcmp(solution_verdict(solution), "unknown") != 0));
    json_put(answer, "best", best);
    json_put(answer, "line", line);
    json_put(answer, "method", json_text(solution->finder));
    json_put(answer, "strategy", json_null());
}

/* Before a search HAS_BEGUN nothing is known, not even what the values are. */
static json_t *solution_json(const Solution *solution, bool has_begun,
                             const char *stopped)
{
    const Best *best = &solution->best;
    const ZermeloGame *game = solution->call->game;
    uint64_t ground_rules = solution->effort.rules;
    bool has_plan = solution->goal != NO_VALUE;
    assert(!has_plan || solution->goal <= best->bound);
    json_t *answer = JSON_OBJECT(
        {"file", json_text(game->name)},
        {"role", json_text(zermelo_role(game, 0))},
        {"verdict",
         json_text(has_begun ? solution_verdict(solution) : "unknown")},
        {"goal", json_if(has_plan, json_integer(solution->goal))},
        {"proved_best", json_boolean(has_begun && solution_is_best(solution))},
        {"best_scope", json_text(best->within_horizon ? "horizon" : "game")},
        {"shortest", json_boolean(has_begun && solution_is_shortest(solution))},
        {"length", json_if(has_plan, json_count(solution->length))},
        {"moves",
         json_if(has_plan, terms_json(solution->plan, solution->length))},
        {"bound", json_if(has_begun && best->bound != NO_VALUE,
                          json_integer(best->bound))},
        {"engine", json_text(call_text(solution->call, "engine", "native"))},
        {"finder", json_text(solution->finder)},
        {"prover", json_text(best->prover)},
        {"positions", json_count(best->positions_examined)},
        {"ground_rules", json_if(ground_rules, json_count(ground_rules))},
        {"stopped", json_text(stopped)},
        {"seconds", json_real(clock_now() - game->start_time)});
    put_value_keys(solution, has_begun, answer);
    if (call_has(solution->call, "details")) {
        json_put(answer, "ground_horizon",
                 json_count(solution->effort.horizon));
        json_put(answer, "depth", json_count(best->examined_depth));
    }
    return answer;
}

/* Called by the searches. At most a tenth of the time goes into replaying. */
static void report_progress(void *context, const Best *best)
{
    Solution *solution = context;
    (void)best;
    double now = clock_now(), published = solution->publish_time;
    Heap *search = heap_switch(solution->heap);
    if (now - solution->publish_time >= 10 * solution->replay_seconds)
        publish(solution);
    heap_switch(search);
    bool is_new = solution->publish_time > published;
    if (call_report_is_due(solution->call) ||
        (is_new && solution->call->report))
        call_report(solution->call, solution_json(solution, true, NULL));
}

/* ---- asking ---- */

size_t search_megabytes(const Call *call, size_t otherwise)
{
    size_t megabytes = call_count(call, "memory", 0) * 6 / 10;
    return megabytes ? megabytes : otherwise;
}

static Puzzle puzzle_of(Solution *solution, const ZermeloNet *net)
{
    const Call *call = solution->call;
    return (Puzzle){
        .game = call->game->game,
        .start_position = solution->from,
        .net = net ? net->net : NULL,
        .machine = net ? net->machine : NULL,
        .start_state =
            net ? state_of_position(solution->from, net->net, call->arena)
                : NULL,
        .wanted_value = call_has(call, "goal")
                            ? (int)call_count(call, "goal", 0)
                            : NO_VALUE,
        .horizon = call_count(call, "horizon", 0)
                       ? call_count(call, "horizon", 0)
                       : NO_HORIZON,
        .seed = call_count(call, "seed", 1),
        .bound_prover = &solution->prover.search,
        .max_table_bytes = search_megabytes(call, DEFAULT_MEGABYTES) << 20,
        .budget = &solution->budget,
        .report = report_progress,
        .context = solution,
    };
}

/* Clingo needs a net to estimate the size of its programs: without one it is
 * not tried. */
static void run_clingo(Solution *solution, const Puzzle *puzzle)
{
    if (puzzle->net)
        solution->effort =
            clingo_solve(puzzle, search_megabytes(solution->call, 0),
                         solution->call->arena, &solution->best);
    solution->stopped =
        puzzle->net ? solution->effort.reason
                    : "the game could not be grounded, so that nobody can tell "
                      "how large a program clingo would get";
}

/* Searches by the engine that was requested; the result is SOLUTION->best. */
static void run_engine(void *context)
{
    Solution *solution = context;
    const Puzzle *puzzle = &solution->puzzle;
    const char *failure;
    if (solution->engine == ENGINE_CLINGO) {
        run_clingo(solution, puzzle);
    } else if (puzzle->net) {
        value_prover_init(&solution->prover, puzzle->game, puzzle->net,
                          solution->facts.read, puzzle->seed, puzzle->budget,
                          solution->call->arena);
        portfolio_solve(puzzle, &solution->best);
    } else {
        Interp *interp = interp_new(puzzle->game, puzzle->budget, &failure);
        if (interp)
            interpreted_solve(puzzle, interp, &solution->best);
        interp_free(interp);
    }
}

/* Says in SOLUTION why the search stopped, and publishes the last plan. */
static void finish(Solution *solution)
{
    if (solution->call->ran_out) {
        solution->stopped = ZERMELO_NO_MEMORY;
        return;
    }
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
    if (interp_failure(
            solution->call->interp)) /* the best plan was not replayed */
        solution->stopped = interp_failure(solution->call->interp);
}

/* A plan that is found when the time is up, or at Ctrl-C, is still replayed. */
static Budget judging_budget(const Budget *whole)
{
    double remaining = budget_left(whole);
    return budget_new(remaining > 1e9 ? 0 : remaining * 1.2 + 1, NULL);
}

/* A third of the time is to ground the game: most is for the search. */
const ZermeloNet *ground_to_solve(Call *call, SolveEngine engine)
{
    const char *why;
    if (engine == ENGINE_INTERP)
        return NULL;
    const ZermeloNet *net =
        call_ground(call, call_limits(call).seconds / 3, &why);
    if (!net && !call_is_over(call) && engine == ENGINE_NATIVE)
        call_report_interpreting(call, why);
    return net;
}

/* Solves it on NET, or by the interpreter if it is NULL. */
static json_t *solve_by(Solution *solution, const ZermeloNet *net)
{
    Call *call = solution->call;
    const char *why;
    if (!call_interpret(call, &why))
        return call_fail("solve", "%s", why);
    solution->from = call_start(call, &why);
    if (!solution->from)
        return call_fail("solve", "%s", why);
    solution->budget = call->budget;
    call->budget = judging_budget(&solution->budget);
    solution->puzzle = puzzle_of(solution, net);
    solution->best = best_new(&solution->puzzle);
    call_search(call, run_engine, solution);
    finish(solution);
    return solution->plan_is_wrong
               ? call_fail("solve",
                           "the interpreter does not agree with a plan that "
                           "was found: this is a fault of zermelo")
               : solution_json(solution, true, solution->stopped);
}

/* ---- all of it ---- */

/* Whether the game is one of plans: nobody else plays along, nor chance. */
static bool is_single_player(const ZermeloGame *game)
{
    return zermelo_role_count(game) == 1 &&
           strcmp(zermelo_role(game, 0), "random") != 0;
}

static json_t *solve_puzzle(Call *call, SolveEngine engine,
                            const FactsOption *facts)
{
    Solution solution = {
        .call = call,
        .engine = engine,
        .facts = *facts,
        .goal = NO_VALUE,
        .heap = heap_current(),
    };
    const char *directory = call_text(call, "save", NULL);
    call_report(call, solution_json(&solution, false, NULL));
    const ZermeloNet *net = ground_to_solve(call, engine);
    json_t *answer = solve_by(&solution, net);
    if (call->ran_out) {
        if (directory)
            put_saved(answer, directory, 0, ZERMELO_NO_MEMORY);
        return answer;
    }
    if ((directory || facts->path) && !json_object_get(answer, "error")) {
        if (solution.prover.schedule)
            proof_record_keep(&solution.prover.record, &solution.prover.proofs,
                              solution.prover.results);
        solution_save(&solution, net, answer);
    }
    value_prover_free(&solution.prover);
    best_free(&solution.best);
    arena_free(solution.plan_arena);
    return answer;
}

/* A net that the caller made is used, and the game that it is of. */
static json_t *solve_answer(Call *call)
{
    SolveEngine engine =
        (SolveEngine)call_choice(call, "engine", ENGINE_NATIVE);
    FactsOption facts;
    json_t *answer = facts_read(call, &facts);
    if (facts.path && !answer && engine != ENGINE_NATIVE)
        answer = call_fail("usage", "--facts is for the native engine");
    if (!answer && !call->game->net)
        call_use_canonical(call);
    if (!answer)
        answer = is_single_player(call->game)
                     ? solve_puzzle(call, engine, &facts)
                     : value_answer(call, engine);
    facts_free(&facts);
    return answer;
}

QUESTION(zermelo_solve_json, .answer = solve_answer,
         .options = "engine=native|clingo|interp role=TEXT goal=COUNT<=100 "
                    "horizon=COUNT "
                    "from=TEXT save=TEXT strategy=TEXT facts=TEXT",
         .seconds = 60)
