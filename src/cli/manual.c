/* manual.c - what manual pages have from the tables, in the language of scdoc
 *
 * Out:  name, synopsis, options, exit status; the section DESCRIPTION is empty
 * Next: script/manual puts the prose of doc/COMMAND.md into it, and further
 *       sections before EXIT STATUS
 */
#include "cli/help.h"

#include "zermelo.h"

#include <stdio.h>
#include <string.h>

/* Stars, underscores and backslashes are signs of scdoc. */
static void print_escaped(const char *text)
{
    for (; *text; text++) {
        if (strchr("*_\\", *text))
            putchar('\\');
        putchar(*text);
    }
}

/* What follows an option or a command, underlined; nothing for NULL or "". */
static void print_underlined(const char *value)
{
    if (!value || !*value)
        return;
    printf(" _");
    print_escaped(value);
    printf("_");
}

static void print_title(const char *name, const char *command,
                        const char *summary)
{
    printf("zermelo%s%s(1) \"zermelo %s\" \"zermelo manual\"\n\n# NAME\n\n"
           "zermelo%s%s - ",
           command ? "-" : "", command ? command : "", zermelo_version(),
           command ? "-" : "", command ? command : "");
    print_escaped(summary);
    printf("\n\n# SYNOPSIS\n\n*%s*", name);
}

static void print_option(const Option *option)
{
    printf("*--%s*", option->name);
    print_underlined(option->value);
    printf("\n\t");
    print_escaped(option->help);
    printf("\n\n");
}

static void print_options(const char *keys)
{
    for (const Option *option; (option = next_option(&keys));)
        print_option(option);
}

static void print_command(const Command *command)
{
    char name[64];
    snprintf(name, sizeof name, "zermelo %s", command->name);
    print_title(name, command->name, command->summary);
    printf(" [_OPTIONS_]");
    print_underlined(command->operands);
    printf("\n\n# DESCRIPTION\n\n# OPTIONS\n\n");
    print_options(command->options);
    if (own_option(command, "json"))
        printf("# FILES\n\n_@PREFIX@/share/zermelo/schema/%s.json_\n\t"
               "JSON Schema of what *--json* prints\n\n",
               command->name);
    printf("# EXIT STATUS\n\n");
    print_escaped(command->status);
    printf(".\n");
}

static void print_main_page(void)
{
    print_title("zermelo", NULL,
                "prove, solve and play games described in GDL");
    printf(" _COMMAND_ [_OPTIONS_] _FILE_...\n\n# DESCRIPTION\n\n"
           "# COMMANDS\n\nEach has a page of its own: *zermelo-check*(1) and "
           "so on.\n\n");
    for (const Command *command = commands; command->name; command++) {
        printf("*%s*", command->name);
        print_underlined(command->operands);
        printf("\n\t");
        print_escaped(command->summary);
        printf("\n\n");
    }
    printf("# OPTIONS\n\nThese mean the same wherever they are known.\n\n");
    print_options("json time memory seed threads syntax strict");
    printf("*--help*, *--version*\n\tdescribe a command; print the version\n\n"
           "# FILES\n\n_@PREFIX@/share/zermelo/games/_\n\t"
           "The games of the examples, and what is known of them\n\n"
           "_@PREFIX@/share/zermelo/schema/_\n\t"
           "JSON Schemas of what *--json* prints, one a command\n\n"
           "# EXIT STATUS\n\n");
    print_escaped(exit_status_text);
    printf(".\n");
}

void print_manual(const Command *command)
{
    if (command)
        print_command(command);
    else
        print_main_page();
}
