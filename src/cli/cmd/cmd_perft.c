/* cmd_perft.c - zermelo perft FILE --depth N */
#include "base/memory.h"
#include "cli/output.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PERFT_DEPTH = 100000 };

static void show_counts(const ZermeloPerft *counts, size_t done_count)
{
    printf("%5s %20s %20s %20s\n", "depth", "plays", "states", "terminal");
    for (size_t i = 0; i < done_count; i++)
        printf("%5zu %20" PRIu64 " %20" PRIu64 " %20" PRIu64 "\n", i,
               counts[i].plays, counts[i].states, counts[i].terminal);
}

static json_t *counts_json(const ZermeloPerft *counts, size_t done_count)
{
    json_t *depths = json_array();
    for (size_t i = 0; i < done_count; i++)
        json_array_append_new(
            depths, JSON_OBJECT({"depth", json_count(i)},
                                {"plays", json_count(counts[i].plays)},
                                {"states", json_count(counts[i].states)},
                                {"terminal", json_count(counts[i].terminal)}));
    return depths;
}

static void print_answer(const Arguments *arguments, const ZermeloPerft *counts,
                         size_t done_count, ZermeloEnd end, const char *failure)
{
    for (size_t i = 0; i < done_count; i++)
        assert(counts[i].states <= counts[i].plays &&
               counts[i].terminal <= counts[i].plays);
    if (wants_json) {
        print_json(json_pack(
            "{s:o,s:o,s:b,s:o}", "file", json_text(arguments->operands[0]),
            "depths", counts_json(counts, done_count), "overflow",
            end == ZERMELO_OVERFLOW, "stopped",
            end == ZERMELO_STOPPED ? json_string(failure) : json_null()));
        return;
    }
    show_counts(counts, done_count);
    if (end == ZERMELO_OVERFLOW)
        printf("depth %zu has more than 2^63 plays\n", done_count);
    else if (end == ZERMELO_STOPPED)
        printf("stopped at depth %zu: %s\n", done_count, failure);
}

/* By the machine if the game can be grounded, else by the interpreter. */
int cmd_perft(const Arguments *arguments)
{
    const char *why, *engine = text_option(arguments, "engine", NULL);
    bool by_interp = engine && strcmp(engine, "interp") == 0;
    size_t depth = count_option(arguments, "depth", 3), done_count;
    ZermeloLimits limits = limits_of(arguments);
    ZermeloPlay *play = NULL;
    if (depth > MAX_PERFT_DEPTH)
        return fail("usage", "--depth takes at most %d", MAX_PERFT_DEPTH);
    ZermeloNet *net =
        by_interp ? NULL : zermelo_ground(arguments->game, &limits, &why);
    if (!net && (by_interp || !engine))
        play = zermelo_play_new(arguments->game, &limits, &why);
    if (!net && !play) {
        fail("limit", "%s: %s", arguments->operands[0], why);
        return EXIT_UNKNOWN;
    }
    ZermeloPerft *counts = memory_zeroed(depth + 1, sizeof *counts);
    limits = limits_of(arguments);
    ZermeloEnd end =
        net ? zermelo_net_perft(net, depth, &limits, counts, &done_count)
            : zermelo_perft(play, depth, &limits, counts, &done_count);
    const char *failure = play ? zermelo_play_failure(play) : NULL;
    print_answer(arguments, counts, done_count, end,
                 failure ? failure : stop_reason());
    free(counts);
    zermelo_net_free(net);
    zermelo_play_free(play);
    return end == ZERMELO_DONE ? EXIT_YES : EXIT_UNKNOWN;
}
