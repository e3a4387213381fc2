/* planner.c - a plan for a game of one role, better as time goes on
 *
 * In:   a game of one role, and the moves made so far
 * Out:  the best plan known
 *
 * A plan that is proved best is simply followed. As long as none is, every
 * clock goes into looking for a better one from where the game stands.
 */
#include "play/planner.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct Puzzle {
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

Puzzle *puzzle_new(ZermeloGame *game, const ZermeloNet *net, uint64_t seed,
                   size_t megabytes)
{
    Puzzle *puzzle = memory_alloc(sizeof *puzzle);
    *puzzle = (Puzzle){.game = game,
                       .net = net,
                       .seed = seed,
                       .megabytes = megabytes,
                       .goal = -1};
    return puzzle;
}

static void forget_plan(Puzzle *puzzle)
{
    for (size_t i = 0; i < puzzle->length; i++)
        free(puzzle->moves[i]);
    free(puzzle->moves);
    puzzle->moves = NULL;
    puzzle->length = puzzle->at = 0;
    puzzle->goal = -1;
    puzzle->best = false;
}

void puzzle_free(Puzzle *puzzle)
{
    if (!puzzle)
        return;
    forget_plan(puzzle);
    text_free(&puzzle->made);
    free(puzzle);
}

void puzzle_step(Puzzle *puzzle, const char *move)
{
    const char *planned = puzzle_move(puzzle);
    if (puzzle->made.length)
        text_adds(&puzzle->made, "; ");
    text_adds(&puzzle->made, move);
    if (planned && strcmp(planned, move) == 0)
        puzzle->at++;
    else
        forget_plan(puzzle);
}

static void keep_plan(Puzzle *puzzle, const ZermeloSolution *solution)
{
    forget_plan(puzzle);
    puzzle->goal = zermelo_solution_goal(solution);
    puzzle->length = zermelo_solution_length(solution);
    puzzle->moves = memory_array(puzzle->length + 1, sizeof *puzzle->moves);
    for (size_t i = 0; i < puzzle->length; i++)
        puzzle->moves[i] = memory_strdup(zermelo_solution_move(solution, i));
}

bool puzzle_think(Puzzle *puzzle, const ZermeloLimits *limits)
{
    char *why = NULL;
    if (puzzle->best)
        return true;
    const ZermeloPuzzle question = {.goal = -1,
                                    .from = text_string(&puzzle->made),
                                    .seed = puzzle->seed,
                                    .megabytes = puzzle->megabytes,
                                    .limits = *limits};
    ZermeloSolution *solution =
        zermelo_solve(puzzle->game, puzzle->net, &question, &why);
    free(why);
    if (!solution)
        return false;
    if (zermelo_solution_goal(solution) > puzzle->goal)
        keep_plan(puzzle, solution);
    puzzle->best = puzzle->goal >= 0 && zermelo_solution_best(solution) &&
                   !zermelo_solution_within_horizon(solution) &&
                   puzzle->goal >= zermelo_solution_goal(solution);
    zermelo_solution_free(solution);
    return puzzle->best;
}

const char *puzzle_move(const Puzzle *puzzle)
{
    return puzzle->at < puzzle->length ? puzzle->moves[puzzle->at] : NULL;
}

void puzzle_describe(const Puzzle *puzzle, Text *out)
{
    if (puzzle->goal < 0)
        text_adds(out, "no plan");
    else
        text_addf(out, "%s plan of %zu moves to %d",
                  puzzle->best ? "the best" : "a", puzzle->length - puzzle->at,
                  puzzle->goal);
}
