/* cmd_player.c - zermelo player
 *
 * Splits processors and memory among matches, then serves HTTP (src/play)
 * until Ctrl-C or --time. Start reading at cmd_player(), at the end.
 */
#include "cli/command.h"

#include "base/budget.h"
#include "play/server.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* Cores are shared by the matches that can be played at the same time. */
static size_t threads_for(const Arguments *arguments, size_t parallel)
{
    size_t all = count_option(arguments, "threads", processor_count());
    return all > parallel ? all / parallel : 1;
}

/* Megabytes for all matches: --memory, or else what limits this process. */
static size_t memory_limit(const Arguments *arguments)
{
    struct rlimit limit;
    size_t given = count_option(arguments, "memory", 0);
    if (given || getrlimit(RLIMIT_AS, &limit) ||
        limit.rlim_cur == RLIM_INFINITY)
        return given;
    return (size_t)(limit.rlim_cur >> 20);
}

/* What is allowed is not for trees only; without --memory they stay small. */
static size_t tree_megabytes(const Arguments *arguments, size_t all,
                             size_t parallel)
{
    enum { DEFAULT = 4096 };
    if (!all || (all > DEFAULT && !has_option(arguments, "memory")))
        all = DEFAULT;
    return all / 4 / parallel + 1;
}

/* What the process of a match may use: an eighth is left for requests. */
static size_t match_megabytes(size_t all, size_t parallel)
{
    return all ? (all - all / 8) / parallel + 1 : 0;
}

/* A request may have 4 MB. */
static size_t request_bytes(size_t all)
{
    enum { MIN_MEGABYTES = 4, MAX_MEGABYTES = 64 };
    size_t megabytes = all ? all / 16 : MAX_MEGABYTES;
    return (megabytes < MIN_MEGABYTES   ? MIN_MEGABYTES
            : megabytes > MAX_MEGABYTES ? MAX_MEGABYTES
                                        : megabytes)
           << 20;
}

static void wait_for_the_end(Server *server, double seconds)
{
    Budget budget = budget_new(seconds, &interrupted);
    while (!budget_spent(&budget)) {
        server_expire(server);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
}

int cmd_player(const Arguments *arguments)
{
    const char *address = text_option(arguments, "listen", "127.0.0.1");
    const char *why, *name = text_option(arguments, "name", "zermelo");
    size_t port = count_option(arguments, "port", 9147);
    size_t memory = memory_limit(arguments);
    size_t parallel = count_option(arguments, "parallel", 1);
    if (port > 65535 || port == 0)
        return fail("usage", "--port takes a number from 1 to 65535");
    if (parallel < 1 || parallel > 64)
        return fail("usage", "--parallel takes a number from 1 to 64");
    if (!is_plain_name(name, 100))
        return fail("usage", "--name takes letters, digits, - _ and .");
    PlayerOptions options = {
        .name = name,
        .parallel = parallel,
        .max_clock = seconds_option(arguments, "max-clock", 3600),
        .max_bytes = request_bytes(memory),
        .program = "/proc/self/exe",
        .megabytes = match_megabytes(memory, parallel),
        .log = has_option(arguments, "verbose") ? stderr : NULL,
        .agent = {.seed = count_option(arguments, "seed", 1),
                  .playouts = count_option(arguments, "playouts", 0),
                  .threads = threads_for(arguments, parallel),
                  .megabytes = tree_megabytes(arguments, memory, parallel)}};
    strategy_named(text_option(arguments, "strategy", "auto"),
                   &options.agent.strategy);
    signal(SIGPIPE, SIG_IGN);
    Player *player = player_new(&options);
    Server *server =
        server_new(player,
                   &(ServerOptions){.address = address,
                                    .port = (unsigned)port,
                                    .max_bytes = options.max_bytes,
                                    .max_seconds = 30,
                                    .cors = has_option(arguments, "cors")},
                   &why);
    if (!server) {
        player_free(player);
        return fail("listen", "%s port %zu: %s", address, port, why);
    }
    printf("%s listens at %s port %u\n", name, address, server_port(server));
    fflush(stdout);
    wait_for_the_end(server, seconds_option(arguments, "time", 0));
    server_stop(server);
    if (options.log)
        fprintf(options.log, "the slowest move took %.0f %% of its clock\n",
                100 * player_slowest(player));
    player_free(player);
    server_free(server);
    return EXIT_YES;
}
