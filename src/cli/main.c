/* main.c - zermelo COMMAND [OPTIONS] FILE...
 *
 * Finds the command and runs it within its limits. Signals and the end of
 * --time set `interrupted`, which commands look at through their limits; a
 * timer behind that ends the process if it does not end in time. Start reading
 * at zermelo_main(), at the end; cli/zermelo.c calls it, or mpi/mpi_main.c.
 */
#include "base/heap.h"
#include "cli/command.h"
#include "cli/output.h"

#include "base/budget.h"
#include "system/terminal.h"
#include "zermelo.h"

#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

bool wants_json;

/* ---- the end, in good order or not ---- */

enum { GRACE_MICROSECONDS = 900000 }; /* from a signal to the end */

volatile sig_atomic_t interrupted, answer_state;
static time_t stop_seconds; /* from the end of --time */

static void alarm_after(time_t seconds, suseconds_t microseconds)
{
    struct itimerval timer = {.it_value = {seconds, microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = INTERRUPTED;
    alarm_after(GRACE_MICROSECONDS / 1000000, GRACE_MICROSECONDS % 1000000);
}

static void write_text(int file, const char *text)
{
    ssize_t written = write(file, text, strlen(text));
    (void)written;
}

/* The first alarm: --time is over, and commands that look at `interrupted` end
 * now. The second: the command did not end, and the process does, unless its
 * reader takes long to read the answer. Only calls that are safe in a handler.
 */
static void on_alarm(int signal)
{
    (void)signal;
    if (!interrupted) {
        interrupted = OUT_OF_TIME;
        alarm_after(stop_seconds, 0);
        return;
    }
    if (answer_state == ANSWER_WRITTEN)
        _exit(EXIT_UNKNOWN); /* while it cleans up */
    if (answer_state == ANSWER_BEING_WRITTEN)
        return;
    int file = wants_json ? STDOUT_FILENO : STDERR_FILENO;
    write_text(file, wants_json
                         ? "{\"error\":{\"rule\":\"limit\",\"message\":\""
                         : "zermelo: ");
    write_text(file, stop_reason());
    write_text(file, wants_json ? "\"}}\n" : "\n");
    _exit(EXIT_UNKNOWN);
}

/* The first Ctrl-C asks for an end in good order, the second insists. A
 * terminal that is closed asks, too. A file that may not grow (ulimit -f) is an
 * error of the write. */
static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction old;
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL); /* without nohup */
    signal(SIGXFSZ, SIG_IGN);
    struct sigaction alarm = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &alarm, NULL);
}

/* Out of memory is a limit that was reached, and limits are answers. */
static void on_no_memory(void)
{
    if (wants_json)
        printf("{\"error\":{\"rule\":\"memory\",\"message\":\"%s\"}}\n",
               ZERMELO_NO_MEMORY);
    else
        fprintf(stderr, "zermelo: %s\n", ZERMELO_NO_MEMORY);
    fflush(stdout);
    _exit(EXIT_UNKNOWN);
}

/* Whether limit NAME is one of each process that the command starts: those of
 * table are for its cells. */
static bool is_for_parts(const Arguments *arguments, const char *name)
{
    const Option *option = own_option(arguments->command, name);
    return option && option->for_parts;
}

/* Starts the clock of the command anew. The timer behind it, which ends the
 * process, leaves time to end in good order: more for a longer --time. */
void restart_clock(Arguments *arguments)
{
    double seconds = time_allowed(arguments);
    arguments->start_time = clock_now();
    if (seconds <= 0 || seconds > 1e8 || is_for_parts(arguments, "time") ||
        interrupted == INTERRUPTED)
        return;
    interrupted = false;
    double end = seconds + 0.5 + seconds / 20;
    stop_seconds = 5 + (time_t)(seconds / 4);
    alarm_after((time_t)end, (suseconds_t)((end - (time_t)end) * 1e6));
}

static int run_command(const Command *command, size_t count, char **words)
{
    Arena *arena = arena_new();
    Arguments arguments = {
        .command = command,
        .arena = arena,
        .operands = arena_array(arena, const char *, count + 1),
        .options = arena_array(arena, const Option *, count),
        .option_values = arena_array(arena, const char *, count)};
    int status = parse_arguments(&arguments, count, words);
    if (status == EXIT_YES) {
        wants_json = has_option(&arguments, "json");
        size_t megabytes = count_option(&arguments, "memory", 0);
        if (is_for_parts(&arguments, "memory") || !megabytes)
            budget_limit_default_memory();
        else
            budget_limit_memory(megabytes);
        restart_clock(&arguments);
        bool has_game = command->takes_game && arguments.operand_count;
        if (has_game)
            arguments.game = load_game(&arguments);
        arguments.drawing = drawing_new(arguments.game);
        status = has_game && !arguments.game ? EXIT_ERROR
                 : command->run              ? command->run(&arguments)
                                : answer_query(&arguments, command->query);
        drawing_free(arguments.drawing);
        zermelo_free(arguments.game);
        if (reading_stopped && status == EXIT_ERROR)
            status = EXIT_UNKNOWN;
    }
    arena_free(arena);
    return status;
}

/* Whether one of WANTED, "-h|--help", is among WORDS, before "--". */
static bool has_word(size_t count, char **words, const char *wanted)
{
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (find_word(wanted, words[i]) != SIZE_MAX)
            return true;
    return false;
}

static int fail_unknown_command(const char *word)
{
    const char *meant = suggest_command(word);
    return fail("usage",
                "there is no command %s; %s%s%s\"zermelo --help\" lists all",
                word, meant ? "did you mean " : "", meant ? meant : "",
                meant ? "? " : "");
}

static int dispatch(size_t count, char **words)
{
    wants_json = has_word(count, words, "--json");
    if (!count) {
        print_help(NULL);
        return EXIT_ERROR;
    }
    const char *first = words[0];
    if (strcmp(first, "--complete") == 0 && count == 4)
        return print_candidates(words[1], words[2], words[3]), EXIT_YES;
    const Command *command = find_command(first);
    if (command && has_word(count - 1, words + 1, "--help|-h"))
        return print_help(command), EXIT_YES;
    if (has_word(count, words, "--version|-V"))
        return print_version(), EXIT_YES;
    if (command)
        return run_command(command, count - 1, words + 1);
    if (strcmp(first, "--completion") == 0)
        return print_completion(), EXIT_YES;
    if (find_word("--help|-h|help", first) == SIZE_MAX)
        return fail_unknown_command(first);
    command = count > 1 ? find_command(words[1]) : NULL;
    if (count > 1 && !command)
        return fail_unknown_command(words[1]);
    print_help(command);
    return EXIT_YES;
}

FILE *raw_output;

/* Whatever stands in rules, and whatever players and managers say, what is
 * printed does not command the terminal. */
static void protect_terminal(void)
{
    static Printable states[2];
    raw_output = stdout;
    FILE *output = printable_stream(&states[0], stdout, true);
    FILE *errors = printable_stream(&states[1], stderr, false);
    stdout = output ? output : stdout;
    stderr = errors ? errors : stderr;
}

int zermelo_main(int argc, char **argv)
{
    protect_terminal();
    catch_interrupts();
    heap_set_hook(on_no_memory);
    int status = dispatch(argc > 0 ? (size_t)argc - 1 : 0, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout) || ferror(raw_output) ||
        writing_failed) {
        fprintf(stderr, "zermelo: the answer could not be written\n");
        status = EXIT_ERROR;
    }
    return status;
}
