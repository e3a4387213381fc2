/* cmd_player.c - zermelo player
 *
 * Splits processors and memory among matches, then serves HTTP (src/play)
 * until Ctrl-C or --time. Start reading at cmd_player(), at the end.
 */
#include "cli/command.h"

#include "base/budget.h"
#include "play/player.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

/* Megabytes for all matches: --memory, or else what limits this process. */
static size_t memory_limit(const Arguments *arguments)
{
    struct rlimit limit;
    size_t requested = count_option(arguments, "memory", 0);
    if (requested || getrlimit(RLIMIT_AS, &limit) ||
        limit.rlim_cur == RLIM_INFINITY)
        return requested;
    return (size_t)(limit.rlim_cur >> 20);
}

/* Shares processors and memory among the matches that can be played at the same
 * time. */
static void share_resources(const Arguments *arguments, PlayerOptions *options)
{
    enum { MAX_TREE_MB = 4096, MIN_REQUEST_MB = 4, MAX_REQUEST_MB = 64 };
    size_t total = memory_limit(arguments), parallel = options->parallel;
    size_t thread_count = count_option(arguments, "threads", processor_count());
    options->agent.threads =
        thread_count > parallel ? thread_count / parallel : 1;
    /* an eighth is left for requests, of which one may have 4 MB */
    options->megabytes = total ? (total - total / 8) / parallel + 1 : 0;
    size_t request_mb = total ? total / 16 : MAX_REQUEST_MB;
    options->max_bytes = (request_mb < MIN_REQUEST_MB   ? MIN_REQUEST_MB
                          : request_mb > MAX_REQUEST_MB ? MAX_REQUEST_MB
                                                        : request_mb)
                         << 20;
    /* not all of it is for trees; without --memory they stay small */
    bool uses_tree_limit =
        !total || (total > MAX_TREE_MB && !has_option(arguments, "memory"));
    options->agent.megabytes =
        (uses_tree_limit ? MAX_TREE_MB : total) / 4 / parallel + 1;
}

int cmd_player(const Arguments *arguments)
{
    const char *address = text_option(arguments, "listen", "127.0.0.1");
    const char *why, *name = text_option(arguments, "name", "zermelo");
    size_t port = count_option(arguments, "port", 9147);
    size_t parallel = count_option(arguments, "parallel", 1);
    if (port > 65535 || port == 0)
        return fail("usage", "--port takes a number from 1 to 65535");
    if (parallel < 1 || parallel > 64)
        return fail("usage", "--parallel takes a number from 1 to 64");
    if (!is_plain_name(name, 100))
        return fail("usage", "--name takes letters, digits, - _ and .");
    PlayerOptions options = {
        .name = name,
        .address = address,
        .port = (unsigned)port,
        .cors = has_option(arguments, "cors"),
        .max_seconds = 30,
        .parallel = parallel,
        .max_clock = seconds_option(arguments, "max-clock", 3600),
        .log = has_option(arguments, "verbose") ? stderr : NULL,
        .agent = {.seed = count_option(arguments, "seed", 1),
                  .playouts = count_option(arguments, "playouts", 0),
                  .no_ponder = has_option(arguments, "no-ponder")}};
    share_resources(arguments, &options);
    strategy_named(text_option(arguments, "strategy", "auto"),
                   &options.agent.strategy);
    signal(SIGPIPE, SIG_IGN);
    Player *player = player_new(&options, &why);
    if (!player)
        return fail("listen", "%s port %zu: %s", address, port, why);
    printf("%s listens at %s port %u\n", name, address, player_port(player));
    fflush(stdout);
    Budget budget =
        budget_new(seconds_option(arguments, "time", 0), &interrupted);
    while (!budget_spent(&budget))
        player_step(player);
    if (options.log)
        fprintf(options.log, "the slowest move took %.0f %% of its clock\n",
                100 * player_slowest(player));
    player_free(player);
    return EXIT_YES;
}
