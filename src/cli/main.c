/* main.c - zermelo COMMAND [OPTIONS] FILE... */
#include "cli/arguments.h"
#include "cli/help.h"

#include "base/budget.h"
#include "base/printable.h"
#include "play/worker.h"
#include "zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* The first Ctrl-C asks for an end in good order, the second insists. A
 * terminal that is closed asks, too. A file that may not grow (ulimit -f) is an
 * error of who writes it. */
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
}

bool wants_json;

/* Out of memory is a limit that was reached, and limits are answers. */
static void on_no_memory(const char *message)
{
    if (wants_json)
        printf("{\"error\":{\"rule\":\"memory\",\"message\":\"%s\"}}\n",
               message);
    else
        fprintf(stderr, "zermelo: %s\n", message);
    fflush(stdout);
    _exit(EXIT_UNKNOWN);
}

/* That of table is for its cells, each a process of its own. */
static bool limits_itself(const Command *command)
{
    for (size_t i = 0; command->options && command->options[i]; i++)
        if (command->options[i] == &option_memory)
            return true;
    return false;
}

static int run_command(const Command *command, size_t count, char **words)
{
    Arguments arguments = {.command = command};
    arguments.operands = calloc(count + 1, sizeof *arguments.operands);
    arguments.given = calloc(count + 1, sizeof *arguments.given);
    arguments.values = calloc(count + 1, sizeof *arguments.values);
    int status = parse_arguments(&arguments, count, words);
    if (status == EXIT_YES) {
        size_t megabytes = count_option(&arguments, "memory", 0);
        if (megabytes && limits_itself(command))
            budget_limit_memory(megabytes);
        status = command->run(&arguments);
    }
    free(arguments.operands);
    free(arguments.given);
    free(arguments.values);
    return status;
}

static bool is_given(size_t count, char **words, const char *word)
{
    for (size_t i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

static int unknown_command(const char *word)
{
    const char *meant = suggest_command(word);
    return trouble("usage", "there is no command %s%s%s%s", word,
                   meant ? "; did you mean " : "", meant ? meant : "",
                   meant ? "?" : "");
}

static int dispatch(size_t count, char **words)
{
    wants_json = is_given(count, words, "--json");
    if (!count) {
        print_overview();
        return EXIT_TROUBLE;
    }
    const char *first = words[0];
    const Command *command = find_command(first);
    if (command && is_given(count - 1, words + 1, "--help")) {
        print_help(command);
        return EXIT_YES;
    }
    if (command)
        return run_command(command, count - 1, words + 1);
    if (strcmp(first, "--help") == 0 || strcmp(first, "help") == 0) {
        if (count == 1)
            return print_overview(), EXIT_YES;
        command = find_command(words[1]);
        if (!command)
            return unknown_command(words[1]);
        return print_help(command), EXIT_YES;
    }
    if (strcmp(first, "--version") == 0)
        return print_version(), EXIT_YES;
    if (strcmp(first, "--manual") == 0) {
        command = count > 1 ? find_command(words[1]) : NULL;
        if (count > 1 && !command)
            return unknown_command(words[1]);
        return print_manual(command), EXIT_YES;
    }
    if (strcmp(first, "--completion") == 0)
        return print_completion(), EXIT_YES;
    if (strcmp(first, "--worker") == 0) /* started by player, for a match */
        return worker_main();
    return unknown_command(first);
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

int main(int argc, char **argv)
{
    protect_terminal();
    catch_interrupts();
    zermelo_on_no_memory(on_no_memory);
    int status = dispatch(argc > 0 ? (size_t)argc - 1 : 0, argv + 1);
    if (fflush(stdout) != 0 || ferror(stdout) || ferror(raw_output)) {
        fprintf(stderr, "zermelo: the answer could not be written\n");
        status = EXIT_TROUBLE;
    }
    return status;
}
