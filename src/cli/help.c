/* help.c - what --help prints, from the tables, and what --version prints */
#include "cli/help.h"

#include "base/child.h"
#include "base/shared_library.h"
#include "cli/output.h"
#include "zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 24, LINE_COLUMNS = 79 };

const char exit_status_text[] =
    "0 yes, 1 no, 2 error (usage, file, rules that cannot be used), 3 "
    "unknown";

static void print_exit_status(const char *status)
{
    Text text = {0};
    text_addf(&text, "Exit status: %s.", status);
    print_wrapped(0, 0, LINE_COLUMNS, text_string(&text));
    text_free(&text);
}

static void print_overview(void)
{
    printf("zermelo %s - prove, solve and play games described in GDL\n\n"
           "    zermelo COMMAND [OPTIONS] FILE...\n\n",
           zermelo_version());
    for (const Command *command = commands; command->name; command++) {
        const char *space = strchr(command->operands, ' '); /* the last one */
        printf("    %-12s%-8s %s\n", command->name,
               space ? space + 1 : command->operands, command->summary);
    }
    printf("\n\"zermelo COMMAND --help\" describes a command, \"man "
           "zermelo-COMMAND\" in full.\nAll take --time, --memory, --seed, "
           "--threads, -h (--help) and -V (--version).\nFILE \"-\" is standard "
           "input.\n");
    print_exit_status(exit_status_text);
}

/* The option at the left, what it does at the right, in as many lines as it
 * takes; one that needs more room has a line of its own. */
static void print_option(const Option *option)
{
    size_t column = (size_t)printf("    --%s", option->name);
    if (option->value)
        column += (size_t)printf(" %s", option->value);
    if (column > NAME_COLUMNS) {
        putchar('\n');
        column = 0;
    }
    print_wrapped(column, NAME_COLUMNS + 1, LINE_COLUMNS, option->help);
}

void print_help(const Command *command)
{
    if (!command) {
        print_overview();
        return;
    }
    printf("zermelo %s [OPTIONS]%s%s\n    %s\n\n", command->name,
           *command->operands ? " " : "", command->operands, command->summary);
    print_wrapped(0, 0, LINE_COLUMNS, command->description);
    printf("\nOptions:\n");
    const char *keys = command->options;
    for (const Option *option; (option = next_option(&keys));)
        print_option(option);
    printf("\nExample:\n    %s\n\n", command->example);
    print_exit_status(command->status);
}

/* ---- --version ---- */

/* What a function of a library that is loaded when it is needed says; NULL if
 * the library is not there. */
static const char *library_version(const char *soname, const char *name)
{
    const char *(*version)(void) = NULL;
    const LibrarySymbol symbols[] = {{name, &version}, {NULL, NULL}};
    return library_load(soname, symbols) ? version() : NULL;
}

/* A line with the first number in TEXT, as "libcurl/7.88.1 OpenSSL/3.0.17" and
 * "clingo version 5.6.2" have it; TEXT may be NULL. */
static void print_version_line(const char *name, const char *text)
{
    text = text ? text + strcspn(text, "0123456789") : "";
    int length = (int)strcspn(text, " \n");
    printf("%-14s %.*s\n", name, length ? length : 9,
           length ? text : "not found");
}

static void print_clingo_version(void)
{
    enum { MAX_SECONDS_PER_TOOL = 5 };
    const char *name = getenv("ZERMELO_CLINGO");
    const char *const arguments[] = {name && *name ? name : "clingo",
                                     "--version", NULL};
    Budget budget = budget_new(MAX_SECONDS_PER_TOOL, NULL);
    const ChildTask task = {.arguments = arguments, .budget = &budget};
    Child child = child_run(&task);
    print_version_line("clingo", text_string(&child.output));
    child_clear(&child);
}

void print_version(void)
{
    const char *commit = zermelo_commit();
    printf("zermelo %s\n", zermelo_version());
    printf("%-14s %s\n", "commit", *commit ? commit : "not known");
    printf("%-14s MIT: free to use, change and pass on, without warranty\n",
           "licence");
    printf("%-14s %s\n", "CaDiCaL", zermelo_solver_version());
    print_clingo_version();
    print_version_line("jansson", jansson_version_str());
    print_version_line("libcurl",
                       library_version("libcurl.so.4", "curl_version"));
    print_version_line("libmicrohttpd", library_version("libmicrohttpd.so.12",
                                                        "MHD_get_version"));
}
