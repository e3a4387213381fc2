/* cmd_simulate.c - zermelo simulate FILE
 *
 * Statistics of random playouts (src/sim). Start reading at cmd_simulate(), at
 * the end.
 */
#include "cli/output.h"

#include "base/budget.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>

static const char *const engine_names[] = {"interp", "machine", "sliced"};

typedef struct {
    ZermeloNet *net; /* NULL: by the interpreter */
    ZermeloEngine engine;
    ZermeloTally *tally;
} Simulation;

/* ---- numbers ---- */

static double per_second(const Simulation *simulation, uint64_t count)
{
    double seconds = zermelo_tally_seconds(simulation->tally);
    return seconds > 0 ? (double)count / seconds : 0;
}

static double mean_length(const ZermeloTally *tally)
{
    uint64_t playout_count = zermelo_tally_playouts(tally);
    return playout_count
               ? (double)zermelo_tally_states(tally) / (double)playout_count
               : 0;
}

/* The mean over playouts that gave ROLE a value, whose number is set. */
static double mean_goal(const ZermeloTally *tally, size_t role,
                        uint64_t *valued_count)
{
    double sum = 0;
    *valued_count = 0;
    for (int value = 0; value <= 100; value++) {
        uint64_t playout_count = zermelo_tally_goal(tally, role, value);
        sum += value * (double)playout_count;
        *valued_count += playout_count;
    }
    return *valued_count ? sum / (double)*valued_count : 0;
}

static uint64_t peak_bytes(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

/* ---- for people ---- */

static void show_role(const ZermeloTally *tally, size_t role)
{
    uint64_t valued_count;
    double mean = mean_goal(tally, role, &valued_count);
    printf("%-12s", zermelo_tally_role(tally, role));
    if (!valued_count) {
        printf(" no value\n");
        return;
    }
    printf(" %6.2f on average:", mean);
    for (int value = 0; value <= 100; value++) {
        uint64_t playout_count = zermelo_tally_goal(tally, role, value);
        if (playout_count)
            printf(" %d (%.1f %%)", value,
                   100 * (double)playout_count / (double)valued_count);
    }
    putchar('\n');
}

static void show_tally(const Simulation *simulation)
{
    const ZermeloTally *tally = simulation->tally;
    uint64_t playout_count = zermelo_tally_playouts(tally);
    uint64_t state_count = zermelo_tally_states(tally);
    printf("engine       %s, %zu thread%s\n", engine_names[simulation->engine],
           zermelo_tally_threads(tally), plural(zermelo_tally_threads(tally)));
    printf("first state  after %.3f s\n", zermelo_tally_start(tally));
    printf("playouts     %" PRIu64 " in %.2f s, %.0f a second\n", playout_count,
           zermelo_tally_seconds(tally), per_second(simulation, playout_count));
    printf("states       %" PRIu64 ", %.0f a second, %.2f a playout\n",
           state_count, per_second(simulation, state_count),
           mean_length(tally));
    if (zermelo_tally_given_up(tally))
        printf("given up     %" PRIu64 "\n", zermelo_tally_given_up(tally));
    for (size_t i = 0; i < zermelo_tally_role_count(tally); i++)
        show_role(tally, i);
}

/* ---- for programs ---- */

static json_t *role_json(const ZermeloTally *tally, size_t role)
{
    uint64_t valued_count;
    double mean = mean_goal(tally, role, &valued_count);
    json_t *histogram = json_object();
    for (int value = 0; value <= 100; value++) {
        char name[16];
        uint64_t playout_count = zermelo_tally_goal(tally, role, value);
        snprintf(name, sizeof name, "%d", value);
        if (playout_count)
            json_object_set_new(histogram, name, json_count(playout_count));
    }
    return json_pack("{s:o,s:o}", "mean",
                     valued_count ? json_real(mean) : json_null(), "histogram",
                     histogram);
}

static void print_answer_json(const Arguments *arguments,
                              const Simulation *simulation, uint64_t seed)
{
    const ZermeloTally *tally = simulation->tally;
    json_t *goals = json_object();
    uint64_t playout_count = zermelo_tally_playouts(tally);
    uint64_t state_count = zermelo_tally_states(tally);
    for (size_t i = 0; i < zermelo_tally_role_count(tally); i++)
        json_put(goals, zermelo_tally_role(tally, i), role_json(tally, i));
    print_json(JSON_OBJECT(
        {"file", json_text(arguments->operands[0])},
        {"engine", json_text(engine_names[simulation->engine])},
        {"threads", json_count(zermelo_tally_threads(tally))},
        {"seed", json_count(seed)}, {"playouts", json_count(playout_count)},
        {"states", json_count(state_count)},
        {"given_up", json_count(zermelo_tally_given_up(tally))},
        {"seconds", json_real(zermelo_tally_seconds(tally))},
        {"playouts_per_second",
         json_real(per_second(simulation, playout_count))},
        {"states_per_second", json_real(per_second(simulation, state_count))},
        {"mean_length", json_real(mean_length(tally))},
        {"start_seconds", json_real(zermelo_tally_start(tally))},
        {"bytes", json_count(peak_bytes())}, {"goals", goals}));
}

/* ---- the command ---- */

/* A game that is too large to be grounded is played by the interpreter, unless
 * another engine was asked for or no time is left. */
static bool ground_game(const Arguments *arguments, Simulation *simulation)
{
    enum { MAX_GROUNDING_SECONDS = 60 };
    const char *why;
    ZermeloLimits limits = limits_of(arguments);
    double begun = clock_now();
    if (!limits.seconds)
        limits.seconds = MAX_GROUNDING_SECONDS;
    if (simulation->engine == ZERMELO_INTERP)
        return true;
    simulation->net = zermelo_ground(arguments->game, &limits, &why);
    if (simulation->net)
        return true;
    if (has_option(arguments, "engine") || interrupted ||
        clock_now() - begun >= limits.seconds) {
        fail("limit", "the game cannot be grounded: %s", why);
        return false;
    }
    say_interpreting(why);
    simulation->engine = ZERMELO_INTERP;
    return true;
}

int cmd_simulate(const Arguments *arguments)
{
    const char *why;
    uint64_t playouts_wanted = count_option(arguments, "playouts", 0);
    ZermeloTask task = {.playouts = playouts_wanted,
                        .seconds = has_option(arguments, "playouts") ? 0 : 1,
                        .steps = count_option(arguments, "steps", 100000),
                        .seed = count_option(arguments, "seed", 1),
                        .threads = threads_option(arguments),
                        .cancelled = &interrupted};
    Simulation simulation = {
        .engine = choice_option(arguments, "engine", ZERMELO_SLICED)};
    if (!ground_game(arguments, &simulation))
        return EXIT_UNKNOWN;
    if (has_option(arguments, "time"))
        task.seconds = time_left(arguments);
    simulation.tally = zermelo_simulate(arguments->game, simulation.net,
                                        simulation.engine, &task, &why);
    if (!simulation.tally)
        fail("model", "%s", why);
    else if (wants_json)
        print_answer_json(arguments, &simulation, task.seed);
    else
        show_tally(&simulation);
    bool is_complete =
        simulation.tally &&
        (!playouts_wanted ||
         zermelo_tally_playouts(simulation.tally) == playouts_wanted);
    zermelo_tally_free(simulation.tally);
    zermelo_net_free(simulation.net);
    return is_complete ? EXIT_YES : EXIT_UNKNOWN;
}
