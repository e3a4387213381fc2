/* match_options.c - options that match and tournament share
 *
 * In:   what was typed
 * Out:  whether it can be used
 */

#include "cli/output.h"

#include <stdlib.h>
#include <string.h>

int check_clocks(const Arguments *arguments)
{
    static const char *const names[] = {"startclock", "playclock"};
    for (size_t i = 0; i < 2; i++) {
        double seconds = seconds_option(arguments, names[i], 1);
        if (seconds < 0.001 || seconds > 1000000)
            return fail("usage", "--%s takes 0.001 to 1000000 seconds",
                        names[i]);
    }
    return EXIT_YES;
}

int check_given_moves(const Arguments *arguments, ZermeloGame *game,
                      const char *path)
{
    const char *from = text_option(arguments, "from", ""), *why;
    const ZermeloLimits limits = limits_of(arguments);
    char *message = NULL;
    if (!*from)
        return EXIT_YES;
    if (strcmp(zermelo_language(game), "GDL-II") == 0 &&
        choice_option(arguments, "percepts", 0) == 1) /* without own moves */
        return fail("usage", "--from cannot be told to players with "
                             "--percepts list");
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    if (!play)
        return fail("model", "%s: %s", path, why);
    int status = EXIT_YES;
    if (!zermelo_play_moves(play, from, &message))
        status = fail("illegal-move", "%s: --from: %s", path,
                      zermelo_play_fault(play));
    else if (zermelo_play_terminal(play))
        status = fail("usage", "%s: --from: the game is over after these moves",
                      path);
    free(message);
    zermelo_play_free(play);
    return status;
}
