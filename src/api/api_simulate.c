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
#define SIMULATE_ENGINES "interp|machine|sliced"

typedef struct {
    Call *call;
    SimulateEngine engine;
    Arena *arena;
    Tally totals;
    double seconds, preparation_seconds;
    size_t threads;
    const char **roles;
} Simulation;

static void simulate_on_net(Simulation *simulation, const ZermeloNet *net,
                            PlayoutTask *task)
{
    size_t role_count = net->net->role_count;
    simulation->preparation_seconds = net->ready_seconds;
    simulation->totals = tally_new(role_count);
    simulation->roles =
        arena_array(simulation->arena, const char *, role_count);
    for (size_t i = 0; i < role_count; i++)
        simulation->roles[i] =
            term_string(simulation->arena, net->net->roles[i].name);
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
    const ZermeloGame *game = simulation->call->game;
    Interp *interp = interp_new(game->game, task->budget, why);
    if (!interp)
        return false;
    simulation->threads = 1;
    simulation->preparation_seconds = clock_now() - game->start_time;
    simulation->totals = tally_new(interp_role_count(interp));
    simulation->roles = role_names(simulation->arena, interp);
    Engine *engine = engine_by_interp(interp);
    simulate_engine(engine, task, &simulation->totals);
    engine_free(engine);
    *why = interp_failure(interp);
    interp_free(interp);
    return *why == NULL || simulation->totals.playouts > 0;
}

/* On NET, or by the interpreter. False, with the reason in *WHY, if nothing can
 * be played. */
static bool simulate(Simulation *simulation, const ZermeloNet *net,
                     const char **why)
{
    const Call *call = simulation->call;
    const ZermeloLimits limits = call_limits(call);
    double begun = clock_now();
    PlayoutTask task = {.seed = call_count(call, "seed", 1),
                        .playouts = call_count(call, "playouts", 0),
                        .max_steps = call_count(call, "steps", 100000)};
    /* without a number of playouts the last ones may end after the time */
    double seconds = limits.seconds > 0           ? limits.seconds
                     : call_has(call, "playouts") ? 0
                                                  : 1;
    Budget budget = budget_new(task.playouts ? seconds : 0, limits.cancelled);
    task.budget = &budget;
    if (!task.playouts && seconds > 0)
        task.no_new_after = begun + seconds;
    simulation->threads =
        call_threads(call) ? call_threads(call) : processor_count();
    bool is_played = true;
    if (net && simulation->engine != ENGINE_INTERP)
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
        json_put(goals, simulation->roles[i], role_json(totals, i));
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

/* Sets *NET. A game that is too large to be grounded is played by the
 * interpreter, unless another engine was asked for or no time is left: then the
 * error is returned. */
static json_t *ground_for(Simulation *simulation, ZermeloNet **net,
                          bool *is_owned)
{
    enum { MAX_GROUNDING_SECONDS = 60 };
    Call *call = simulation->call;
    const char *why;
    double begun = clock_now();
    if (simulation->engine == ENGINE_INTERP)
        return NULL;
    ZermeloLimits limits = call_limits(call);
    if (!limits.seconds)
        limits.seconds = MAX_GROUNDING_SECONDS;
    *net = call->game->net;
    if (!*net) {
        *is_owned = true;
        *net = zermelo_ground(call->game, &limits, &why);
    }
    if (*net)
        return NULL;
    if (call_has(call, "engine") || call_is_over(call) ||
        clock_now() - begun >= limits.seconds)
        return call_fail("limit", "the game cannot be grounded: %s", why);
    call_report_interpreting(call, why);
    simulation->engine = ENGINE_INTERP;
    return NULL;
}

static json_t *simulate_answer(Call *call)
{
    Simulation simulation = {
        .call = call,
        .arena = arena_new(),
        .engine = (SimulateEngine)call_choice(call, "engine", SIMULATE_ENGINES,
                                              ENGINE_SLICED)};
    ZermeloNet *net = NULL;
    bool is_owned = false;
    const char *why;
    json_t *answer = ground_for(&simulation, &net, &is_owned);
    if (!answer)
        answer = simulate(&simulation, net, &why)
                     ? simulation_json(&simulation)
                     : call_fail("model", "%s", why);
    tally_free(&simulation.totals);
    arena_free(simulation.arena);
    if (is_owned)
        zermelo_net_free(net);
    return answer;
}

char *zermelo_simulate_json(ZermeloGame *game, const char *options,
                            const ZermeloLimits *limits)
{
    static const OptionRow rows[] = {
        {"playouts", OPTION_COUNT, NULL, 0},
        {"steps", OPTION_COUNT, NULL, 0},
        {"engine", OPTION_CHOICE, SIMULATE_ENGINES, 0},
        {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {.answer = simulate_answer, .options = rows};
    return call_answer(&kind, game, options, limits);
}

/* ---- counting ---- */

enum { MAX_PERFT_DEPTH = 100000, DEFAULT_PERFT_DEPTH = 3 };

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

/* Counts plays by ENGINE, that of PLAY or of a net. */
static json_t *perft_json(Call *call, Engine *engine, const ZermeloPlay *play)
{
    size_t depth = call_count(call, "depth", DEFAULT_PERFT_DEPTH), done_count;
    const ZermeloLimits limits = call_limits(call);
    Budget budget = budget_of(&limits);
    PerftDepth *depths = memory_zeroed(depth + 1, sizeof *depths);
    PerftEnd end = perft(engine, depth, &budget, depths, &done_count);
    const char *failure = play ? zermelo_play_failure(play) : NULL;
    if (!failure)
        failure = budget_reason(&budget, "the time was used up");
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
    bool is_by_interp = call_choice(call, "engine", "interp|machine", 1) == 0;
    bool is_owned = false;
    ZermeloNet *net =
        is_by_interp ? NULL : call_ground(call, 1, &is_owned, &why);
    const ZermeloLimits limits = call_limits(call);
    ZermeloPlay *play = !net && (is_by_interp || !call_has(call, "engine"))
                            ? zermelo_play_new(call->game, &limits, &why)
                            : NULL;
    json_t *answer =
        net    ? perft_json(call, engine_by_machine(net->machine), NULL)
        : play ? perft_json(call, engine_by_interp(play_interp(play)), play)
               : call_fail("limit", "%s: %s", call->game->name, why);
    zermelo_play_free(play);
    if (is_owned)
        zermelo_net_free(net);
    return answer;
}

char *zermelo_perft_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits)
{
    static const OptionRow rows[] = {
        {"depth", OPTION_COUNT, NULL, MAX_PERFT_DEPTH},
        {"engine", OPTION_CHOICE, "interp|machine", 0},
        {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {.answer = perft_answer, .options = rows};
    return call_answer(&kind, game, options, limits);
}
