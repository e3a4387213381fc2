/* help.c - what --help prints, from the tables of commands and options */
#include "cli/help.h"

#include "zermelo.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMNS = 24, LINE_COLUMNS = 79 };

const char exit_status_text[] =
    "0 yes, 1 no, 2 error (usage, file, rules that cannot be used), 3 "
    "unknown";

/* Prints TEXT in lines of at most 79 columns, all indented but perhaps the
 * first, which begins at COLUMN; and END. */
static void print_words(const char *text, size_t indent, size_t column,
                        const char *end)
{
    bool is_line_start = true;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (!is_line_start && column + 1 + length > LINE_COLUMNS) {
            putchar('\n');
            column = 0;
            is_line_start = true;
        }
        if (column < indent)
            column += (size_t)printf("%*s", (int)(indent - column), "");
        column += (size_t)printf("%s%.*s", is_line_start ? "" : " ",
                                 (int)length, text);
        is_line_start = false;
        text += length;
        text += strspn(text, " ");
    }
    puts(end);
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
           "input.\n"
           "Exit status: ");
    print_words(exit_status_text, 0, strlen("Exit status: "), ".");
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
    print_words(option->help, NAME_COLUMNS + 1, column, "");
}

void print_help(const Command *command)
{
    if (!command) {
        print_overview();
        return;
    }
    printf("zermelo %s [OPTIONS]%s%s\n    %s\n\n", command->name,
           *command->operands ? " " : "", command->operands, command->summary);
    print_words(command->description, 0, 0, "");
    printf("\nOptions:\n");
    const char *keys = command->options;
    for (const Option *option; (option = next_option(&keys));)
        print_option(option);
    printf("\nExample:\n    %s\n\nExit status: ", command->example);
    print_words(command->status, 0, strlen("Exit status: "), ".");
}
