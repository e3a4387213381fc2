/* cmd_perft.c - zermelo perft FILE --depth N */
#include "cli/cmd.h"
#include "cli/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEEPEST = 100000 };

static void show(const ZermeloPerft *counts, size_t done)
{
    printf("%5s %20s %20s %20s\n", "depth", "plays", "states", "terminal");
    for (size_t i = 0; i < done; i++)
        printf("%5zu %20" PRIu64 " %20" PRIu64 " %20" PRIu64 "\n", i,
               counts[i].plays, counts[i].states, counts[i].terminal);
}

static json_t *counts_json(const ZermeloPerft *counts, size_t done)
{
    json_t *depths = json_array();
    for (size_t i = 0; i < done; i++)
        json_array_append_new(
            depths, json_pack("{s:I,s:I,s:I,s:I}", "depth", (json_int_t)i,
                              "plays", (json_int_t)counts[i].plays, "states",
                              (json_int_t)counts[i].states, "terminal",
                              (json_int_t)counts[i].terminal));
    return depths;
}

static int count(const Arguments *arguments, ZermeloPlay *play)
{
    size_t depth = count_option(arguments, "depth", 3), done;
    if (depth > DEEPEST)
        return trouble(arguments, "usage", "--depth takes at most %d",
                       DEEPEST);
    ZermeloLimits limits = limits_of(arguments);
    ZermeloPerft *counts = calloc(depth + 1, sizeof *counts);
    ZermeloEnd end = zermelo_perft(play, depth, &limits, counts, &done);
    const char *failure = zermelo_play_failure(play);
    if (has_option(arguments, "json")) {
        json_t *answer = json_pack(
            "{s:o,s:o,s:b,s:o}", "file", json_text(arguments->operands[0]),
            "depths", counts_json(counts, done), "overflow",
            end == ZERMELO_OVERFLOW, "stopped",
            end == ZERMELO_STOPPED
                ? json_string(failure ? failure : "the time was used up")
                : json_null());
        print_json(answer);
    } else {
        show(counts, done);
        if (end == ZERMELO_OVERFLOW)
            printf("depth %zu has more than 2^63 plays\n", done);
        else if (end == ZERMELO_STOPPED)
            printf("stopped at depth %zu: %s\n", done,
                   failure ? failure : "the time was used up");
    }
    free(counts);
    return end == ZERMELO_DONE ? EXIT_YES : EXIT_UNKNOWN;
}

int cmd_perft(const Arguments *arguments)
{
    const char *why;
    ZermeloGame *game = load_game(arguments);
    if (!game)
        return EXIT_TROUBLE;
    ZermeloLimits limits = limits_of(arguments);
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    int status =
        play ? count(arguments, play)
             : trouble(arguments, "model", "%s: %s", arguments->operands[0],
                       why);
    zermelo_play_free(play);
    zermelo_free(game);
    return status;
}
