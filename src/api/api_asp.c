/* api_asp.c - answer set programs, for zermelo.h
 *
 * In:   a game of one role, or any game, and moves made before
 * Out:  a program whose answer sets are plans, or plays (Thielscher 2009)
 */
#include "api/handle.h"

#include "base/memory.h"
#include "solve/by_clingo.h"

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
