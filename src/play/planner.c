/* planner.c - an anytime planner for games of one role
 *
 * In:   a game of one role, and the moves made so far
 * Out:  the best plan known
 *
 * A plan that is proved best is followed. As long as none is, every clock goes
 * into a search for a better one from the present position.
 */
#include "play/planner.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct Planner {
    ZermeloGame *game;
    const ZermeloNet *net;
    uint64_t seed;
    size_t megabytes;
    Text made;    /* the moves so far, as zermelo_solve takes them */
    char **moves; /* of the plan, from the beginning of AT on */
    size_t length, at;
    int goal;  /* what the plan leads to, -1 without one */
    bool best; /* no plan leads to more */
};

Planner *planner_new(ZermeloGame *game, const ZermeloNet *net, uint64_t seed,
                     size_t megabytes)
{
    Planner *planner = memory_alloc(sizeof *planner);
    *planner = (Planner){.game = game,
                         .net = net,
                         .seed = seed,
                         .megabytes = megabytes,
                         .goal = -1};
    return planner;
}

static void forget_plan(Planner *planner)
{
    for (size_t i = 0; i < planner->length; i++)
        free(planner->moves[i]);
    free(planner->moves);
    planner->moves = NULL;
    planner->length = planner->at = 0;
    planner->goal = -1;
    planner->best = false;
}

void planner_free(Planner *planner)
{
    if (!planner)
        return;
    forget_plan(planner);
    text_free(&planner->made);
    free(planner);
}

void planner_step(Planner *planner, const char *move)
{
    const char *planned = planner_move(planner);
    if (planner->made.length)
        text_adds(&planner->made, "; ");
    text_adds(&planner->made, move);
    if (planned && strcmp(planned, move) == 0)
        planner->at++;
    else
        forget_plan(planner);
    assert(planner->at <= planner->length);
}

static void keep_plan(Planner *planner, const ZermeloSolution *solution)
{
    forget_plan(planner);
    planner->goal = zermelo_solution_goal(solution);
    planner->length = zermelo_solution_length(solution);
    planner->moves = memory_array(planner->length + 1, sizeof *planner->moves);
    for (size_t i = 0; i < planner->length; i++)
        planner->moves[i] = memory_strdup(zermelo_solution_move(solution, i));
}

bool planner_think(Planner *planner, const ZermeloLimits *limits)
{
    char *why = NULL;
    if (planner->best)
        return true;
    const ZermeloPuzzle question = {.goal = -1,
                                    .from = text_string(&planner->made),
                                    .seed = planner->seed,
                                    .megabytes = planner->megabytes,
                                    .limits = *limits};
    ZermeloSolution *solution =
        zermelo_solve(planner->game, planner->net, &question, &why);
    free(why);
    if (!solution)
        return false;
    if (zermelo_solution_goal(solution) > planner->goal)
        keep_plan(planner, solution);
    planner->best = planner->goal >= 0 && zermelo_solution_best(solution) &&
                    !zermelo_solution_within_horizon(solution) &&
                    planner->goal >= zermelo_solution_goal(solution);
    zermelo_solution_free(solution);
    return planner->best;
}

const char *planner_move(const Planner *planner)
{
    return planner->at < planner->length ? planner->moves[planner->at] : NULL;
}

void planner_describe(const Planner *planner, Text *out)
{
    if (planner->goal < 0)
        text_adds(out, "no plan");
    else
        text_addf(out, "%s plan of %zu moves to %d",
                  planner->best ? "the best" : "a",
                  planner->length - planner->at, planner->goal);
}
