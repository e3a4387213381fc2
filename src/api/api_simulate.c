/* api_simulate.c - random playouts, and numbers of plays, for zermelo.h
 *
 * In:   a game
 * Out:  totals of random playouts; numbers of plays and of distinct positions
 *       at each depth; as JSON
 */
#include "api/call.h"

#include "base/memory.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <sys/resource.h>

/* ---- simulating ---- */

typedef enum { ENGINE_INTERP, ENGINE_MACHINE, ENGINE_SLICED } SimulateEngine;

typedef struct {
    Call *call;
    SimulateEngine engine;
    Tally totals;
    double seconds, preparation_seconds;
    size_t threads;
} Simulation;

static void simulate_on_net(Simulation *simulation, const ZermeloNet *net,
                            PlayoutTask *task)
{
    Call *call = simulation->call;
    call->roles = role_names(call->arena, net->net, NULL);
    simulation->preparation_seconds = net->ready_seconds;
    simulation->totals = tally_new(call->roles.count);
    if (simulation->engine == ENGINE_SLICED)
        simulate_sliced(net->lane_plan, task, &simulation->totals,
                        simulation->threads);
    else
        simulate_machine(net->machine, task, &simulation->totals,
                         simulation->threads);
}

/* In one thread, whatever was asked for. */
static bool simulate_by_interp(Simulation *simulation, PlayoutTask *task,
                               const char **why)
{
    Call *call = simulation->call;
    if (!call_interpret(call, why))
        return false;
    simulation->threads = 1;
    simulation->preparation_seconds = clock_now() - call->game->start_time;
    simulation->totals = tally_new(call->roles.count);
    Engine *engine = engine_by_interp(call->interp);
    simulate_engine(engine, task, &simulation->totals);
    engine_free(engine);
    *why = interp_failure(call->interp);
    return *why == NULL || simulation->totals.playouts > 0;
}

/* On NET, or by the interpreter. False, with the reason in *WHY, if nothing can
 * be played. */
static bool simulate(Simulation *simulation, const ZermeloNet *net,
                     const char **why)
{
    Call *call = simulation->call;
    const ZermeloLimits limits = call_limits(call);
    double begun = clock_now();
    PlayoutTask task = {.seed = call_count(call, "seed", 1),
                        .playouts = call_count(call, "playouts", 0),
                        .max_steps = call_count(call, "steps", 100000),
                        .budget = &call->budget};
    /* without a number of playouts the last ones may end after the time */
    double seconds = limits.seconds > 0           ? limits.seconds
                     : call_has(call, "playouts") ? 0
                                                  : 1;
    call->budget = budget_new(task.playouts ? seconds : 0, limits.cancelled);
    if (!task.playouts && seconds > 0)
        task.no_new_after = begun + seconds;
    simulation->threads =
        call_threads(call) ? call_threads(call) : processor_count();
    bool is_played = true;
    if (net)
        simulate_on_net(simulation, net, &task);
    else
        is_played = simulate_by_interp(simulation, &task, why);
    simulation->seconds = clock_now() - begun;
    return is_played;
}

static double ratio(double total, double count)
{
    return count > 0 ? total / count : 0;
}

static json_t *role_json(const Tally *totals, size_t role)
{
    json_t *histogram = json_object();
    double sum = 0, valued_count = 0;
    for (int value = 0; value <= 100; value++) {
        char name[16];
        uint64_t playout_count = totals->goals[role][value];
        snprintf(name, sizeof name, "%d", value);
        sum += value * (double)playout_count;
        valued_count += (double)playout_count;
        if (playout_count)
            json_put(histogram, name, json_count(playout_count));
    }
    return JSON_OBJECT(
        {"mean", json_if(valued_count, json_real(ratio(sum, valued_count)))},
        {"histogram", histogram});
}

static json_t *simulation_json(const Simulation *simulation)
{
    static const char *const engines[] = {"interp", "machine", "sliced"};
    const Tally *totals = &simulation->totals;
    double playouts = (double)totals->playouts;
    double states = (double)totals->states, seconds = simulation->seconds;
    struct rusage usage;
    json_t *goals = json_object();
    for (size_t i = 0; i < totals->role_count; i++)
        json_put(goals, simulation->call->roles.items[i], role_json(totals, i));
    getrusage(RUSAGE_SELF, &usage);
    return JSON_OBJECT(
        {"file", json_text(simulation->call->game->name)},
        {"engine", json_text(engines[simulation->engine])},
        {"threads", json_count(simulation->threads)},
        {"seed", json_count(call_count(simulation->call, "seed", 1))},
        {"playouts", json_count(totals->playouts)},
        {"states", json_count(totals->states)},
        {"given_up", json_count(totals->given_up)},
        {"seconds", json_real(seconds)},
        {"playouts_per_second", json_real(ratio(playouts, seconds))},
        {"states_per_second", json_real(ratio(states, seconds))},
        {"mean_length", json_real(ratio(states, playouts))},
        {"start_seconds", json_real(simulation->preparation_seconds)},
        {"bytes", json_count((uint64_t)usage.ru_maxrss * 1024)},
        {"goals", goals});
}

/* Sets *NET, unless the game is interpreted: one that is too large to be
 * grounded is, unless another engine was asked for or no time is left; then the
 * error is returned. */
static json_t *ground_for(Simulation *simulation, const ZermeloNet **net)
{
    enum { MAX_GROUNDING_SECONDS = 60 };
    Call *call = simulation->call;
    const char *why;
    double begun = clock_now(), seconds = call_limits(call).seconds;
    *net = NULL;
    if (simulation->engine == ENGINE_INTERP)
        return NULL;
    if (!seconds)
        seconds = MAX_GROUNDING_SECONDS;
    *net = call_ground(call, seconds, &why);
    if (*net)
        return NULL;
    if (call_has(call, "engine") || call_is_over(call) ||
        clock_now() - begun >= seconds)
        return call_fail("limit", "the game cannot be grounded: %s", why);
    call_report_interpreting(call, why);
    simulation->engine = ENGINE_INTERP;
    return NULL;
}

static json_t *simulate_answer(Call *call)
{
    Simulation simulation = {
        .call = call,
        .engine = (SimulateEngine)call_choice(call, "engine", ENGINE_SLICED)};
    const ZermeloNet *net;
    const char *why;
    json_t *answer = ground_for(&simulation, &net);
    if (!answer)
        answer = simulate(&simulation, net, &why)
                     ? simulation_json(&simulation)
                     : call_fail("model", "%s", why);
    tally_free(&simulation.totals);
    return answer;
}

QUESTION(zermelo_simulate_json, .answer = simulate_answer,
         .options = "playouts=COUNT steps=COUNT engine=interp|machine|sliced")

/* ---- counting ---- */

static json_t *depths_json(const PerftDepth *depths, size_t done_count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < done_count; i++) {
        const PerftDepth *depth = &depths[i];
        assert(depth->states <= depth->plays);
        assert(depth->terminal <= depth->plays);
        json_add(list, JSON_OBJECT({"depth", json_count(i)},
                                   {"plays", json_count(depth->plays)},
                                   {"states", json_count(depth->states)},
                                   {"terminal", json_count(depth->terminal)}));
    }
    return list;
}

static json_t *perft_json(Call *call, Engine *engine)
{
    size_t depth = call_count(call, "depth", 3), done_count;
    PerftDepth *depths = memory_zeroed(depth + 1, sizeof *depths);
    PerftEnd end = perft(engine, depth, &call->budget, depths, &done_count);
    const char *failure = engine_failure(engine);
    if (!failure)
        failure = budget_reason(&call->budget, "the time was used up");
    json_t *answer = JSON_OBJECT(
        {"file", json_text(call->game->name)},
        {"depths", depths_json(depths, done_count)},
        {"overflow", json_boolean(end == PERFT_OVERFLOW)},
        {"stopped", json_text(end == PERFT_STOPPED ? failure : NULL)});
    memory_free(depths);
    engine_free(engine);
    return answer;
}

/* By the machine if the game can be grounded, else by the interpreter. */
static json_t *perft_answer(Call *call)
{
    const char *why = NULL;
    bool is_by_interp = call_choice(call, "engine", 1) == 0;
    const ZermeloNet *net =
        is_by_interp ? NULL
                     : call_ground(call, call_limits(call).seconds, &why);
    if (net)
        return perft_json(call, engine_by_machine(net->machine));
    if ((is_by_interp || !call_has(call, "engine")) &&
        call_interpret(call, &why))
        return perft_json(call, engine_by_interp(call->interp));
    return call_fail("limit", "%s: %s", call->game->name, why);
}

QUESTION(zermelo_perft_json, .answer = perft_answer,
         .options = "depth=COUNT<=100000 engine=interp|machine")
