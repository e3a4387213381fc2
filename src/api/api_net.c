/* api_net.c - grounding and simulating, for zermelo.h
 *
 * In:   a game
 * Out:  a net with the engines on it; totals of random playouts
 */
#include "api/handle.h"

#include "base/memory.h"
#include "base/budget.h"
#include "lang/print.h"
#include "sim/simulate.h"

#include <stdlib.h>

struct ZermeloTally {
    Arena *arena;
    Tally totals;
    double seconds, preparation_seconds;
    size_t threads;
    const char **roles;
};

/* ---- grounding ---- */

ZermeloNet *zermelo_ground(ZermeloGame *game, const ZermeloLimits *limits,
                           const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    Budget budget = budget_of(limits);
    const Net *net = net_new(game->game, &budget, why);
    if (!net)
        return NULL;
    ZermeloNet *handle = memory_alloc(sizeof *handle);
    *handle = (ZermeloNet){
        .net = net, .machine = machine_new(net), .lane_plan = sliced_new(net)};
    handle->ready_seconds = clock_now() - game->start_time;
    return handle;
}

void zermelo_net_free(ZermeloNet *net)
{
    if (!net)
        return;
    machine_free(net->machine);
    lane_plan_free(net->lane_plan);
    net_free(net->net);
    free(net);
}

GETTER(size_t, zermelo_net_rules, ZermeloNet, self->net->ground_rules)
GETTER(size_t, zermelo_net_nodes, ZermeloNet, self->net->node_count)
GETTER(bool, zermelo_net_recursive, ZermeloNet, self->net->component_count > 0)

ZermeloEnd zermelo_net_perft(const ZermeloNet *net, size_t depth,
                             const ZermeloLimits *limits, ZermeloPerft *counts,
                             size_t *done)
{
    return perft_by(engine_by_machine(net->machine), depth, limits, counts,
                    done);
}

/* ---- simulating ---- */

static void simulate_on_net(ZermeloTally *tally, const ZermeloNet *net,
                            ZermeloEngine engine, PlayoutTask *task)
{
    size_t role_count = net->net->role_count;
    tally->preparation_seconds = net->ready_seconds;
    tally->totals = tally_new(role_count);
    tally->roles = arena_array(tally->arena, const char *, role_count);
    for (size_t i = 0; i < role_count; i++)
        tally->roles[i] = term_string(tally->arena, net->net->roles[i].name);
    if (engine == ZERMELO_SLICED)
        simulate_sliced(net->lane_plan, task, &tally->totals, tally->threads);
    else
        simulate_machine(net->machine, task, &tally->totals, tally->threads);
}

/* In one thread, whatever was asked for. */
static bool simulate_by_interp(ZermeloTally *tally, ZermeloGame *game,
                               PlayoutTask *task, const char **why)
{
    Interp *interp = interp_new(game->game, task->budget, why);
    if (!interp)
        return false;
    tally->threads = 1;
    tally->preparation_seconds = clock_now() - game->start_time;
    tally->totals = tally_new(interp_role_count(interp));
    tally->roles = role_names(tally->arena, interp);
    Engine *engine = engine_by_interp(interp);
    simulate_engine(engine, task, &tally->totals);
    engine_free(engine);
    *why = interp_failure(interp);
    interp_free(interp);
    return *why == NULL || tally->totals.playouts > 0;
}

ZermeloTally *zermelo_simulate(ZermeloGame *game, const ZermeloNet *net,
                               ZermeloEngine engine, const ZermeloTask *task,
                               const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    Arena *arena = arena_new();
    ZermeloTally *tally = arena_alloc(arena, sizeof *tally);
    tally->arena = arena;
    tally->threads = task->threads ? task->threads : processor_count();
    double begun = clock_now();
    /* without a number of playouts the last ones may end after SECONDS */
    Budget budget =
        budget_new(task->playouts ? task->seconds : 0, task->cancelled);
    PlayoutTask playout_task = {.seed = task->seed,
                                .playouts = task->playouts,
                                .max_steps = task->steps,
                                .budget = &budget};
    if (!task->playouts && task->seconds > 0)
        playout_task.no_new_after = begun + task->seconds;
    bool succeeded = true;
    if (net && engine != ZERMELO_INTERP) {
        simulate_on_net(tally, net, engine, &playout_task);
    } else {
        succeeded = simulate_by_interp(tally, game, &playout_task, why);
    }
    tally->seconds = clock_now() - begun;
    if (succeeded)
        return tally;
    zermelo_tally_free(tally);
    return NULL;
}

void zermelo_tally_free(ZermeloTally *tally)
{
    if (!tally)
        return;
    tally_free(&tally->totals);
    arena_free(tally->arena);
}

GETTER(uint64_t, zermelo_tally_playouts, ZermeloTally, self->totals.playouts)
GETTER(uint64_t, zermelo_tally_states, ZermeloTally, self->totals.states)
GETTER(uint64_t, zermelo_tally_given_up, ZermeloTally, self->totals.given_up)
GETTER(double, zermelo_tally_seconds, ZermeloTally, self->seconds)
GETTER(double, zermelo_tally_start, ZermeloTally, self->preparation_seconds)
GETTER(size_t, zermelo_tally_threads, ZermeloTally, self->threads)
GETTER(size_t, zermelo_tally_role_count, ZermeloTally, self->totals.role_count)
ITEM_GETTER(const char *, zermelo_tally_role, ZermeloTally,
            self->totals.role_count, self->roles[number])

uint64_t zermelo_tally_goal(const ZermeloTally *tally, size_t role, int value)
{
    return role < tally->totals.role_count && value >= 0 && value <= 100
               ? tally->totals.goals[role][value]
               : 0;
}
