/* help.c - what --help, --manual and --completion print, from the tables */
#include "cli/help.h"

#include "zermelo.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char exit_status[] =
    "Exit status: 0 yes, 1 no, 2 trouble (usage, file, rules that cannot be "
    "used), 3 unknown.";

/* TEXT in lines of at most 79 columns, all indented. */
static void print_paragraph(const char *text, size_t indent)
{
    size_t column = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (column && column + 1 + length > 79) {
            putchar('\n');
            column = 0;
        }
        if (!column)
            column =
                (size_t)printf("%*s%.*s", (int)indent, "", (int)length, text);
        else
            column += (size_t)printf(" %.*s", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void print_overview(void)
{
    printf("zermelo %s - prove, solve and play games described in GDL\n\n"
           "    zermelo COMMAND [OPTIONS] FILE...\n\n",
           zermelo_version());
    for (const Command *command = commands; command->name; command++)
        printf("    %-9s %-8s  %s\n", command->name, command->operands,
               command->summary);
    printf("\n\"zermelo COMMAND --help\" tells about a command; FILE \"-\" is "
           "standard input.\n");
    print_paragraph(exit_status, 0);
}

/* The option at the left, what it does at the right, in as many lines as it
 * takes. */
static void print_option(const Option *option)
{
    enum { LEFT = 24, RIGHT = 79 };
    char left[64];
    snprintf(left, sizeof left, "    --%s%s%s", option->name,
             option->value ? " " : "", option->value ? option->value : "");
    size_t column = (size_t)printf("%-*s", LEFT, left);
    for (const char *text = option->help; *text;) {
        size_t length = strcspn(text, " ");
        if (column + 1 + length > RIGHT)
            column = (size_t)printf("\n%*s", LEFT, "") - 1;
        column += (size_t)printf(" %.*s", (int)length, text);
        text += length;
        text += strspn(text, " ");
    }
    putchar('\n');
}

void print_help(const Command *command)
{
    printf("zermelo %s [OPTIONS] %s\n    %s\n\n", command->name,
           command->operands, command->summary);
    print_paragraph(command->description, 0);
    printf("\nOptions:\n");
    for (const Option *const *option = command->options; *option; option++)
        print_option(*option);
    printf("\nExit status: %s.\n", command->status);
}

/* ---- the manual page ---- */

/* A dash in roff is a hyphen unless it is escaped. */
static void print_roff(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        if (*text == '-' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
}

static void print_command_section(const Command *command)
{
    printf(".SS \"zermelo %s\" [\\fIOPTIONS\\fR] ", command->name);
    print_roff(command->operands);
    printf("\n");
    print_roff(command->description);
    printf("\n");
    for (const Option *const *option = command->options; *option; option++) {
        printf(".TP\n\\fB\\-\\-%s\\fR", (*option)->name);
        if ((*option)->value) {
            printf(" \\fI");
            print_roff((*option)->value);
            printf("\\fR");
        }
        printf("\n");
        print_roff((*option)->help);
        printf("\n");
    }
    printf(".PP\nExit status: ");
    print_roff(command->status);
    printf(".\n");
}

void print_manual(void)
{
    printf(".TH ZERMELO 1 \"\" \"zermelo %s\" \"User Commands\"\n"
           ".SH NAME\nzermelo \\- prove, solve and play games described in "
           "GDL\n"
           ".SH SYNOPSIS\n\\fBzermelo\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] "
           "\\fIFILE\\fR...\n"
           ".SH DESCRIPTION\n"
           "Reads the rules of a game in the Game Description Language (GDL, "
           "and GDL\\-II for hidden information), in prefix or in infix form, "
           "and answers questions about it. The file \\fB\\-\\fR is standard "
           "input. What was asked for goes to standard output, diagnostics "
           "and progress to standard error.\n"
           ".SH COMMANDS\n",
           zermelo_version());
    for (const Command *command = commands; command->name; command++)
        print_command_section(command);
    printf(".SH EXIT STATUS\n");
    print_roff(strchr(exit_status, '0'));
    printf("\n");
}

/* ---- completion ---- */

void print_completion(void)
{
    printf("_zermelo() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]}\n"
           "    local words=\"");
    for (const Command *command = commands; command->name; command++)
        printf("%s ", command->name);
    printf("--help --version\"\n"
           "    if ((COMP_CWORD > 1)); then\n"
           "        case ${COMP_WORDS[1]} in\n");
    for (const Command *command = commands; command->name; command++) {
        printf("        %s) words=\"", command->name);
        for (const Option *const *option = command->options; *option; option++)
            printf("--%s ", (*option)->name);
        printf("--help\" ;;\n");
    }
    printf("        *) words= ;;\n"
           "        esac\n"
           "        [[ $word == -* ]] || words=\n"
           "    fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "}\n"
           "complete -o default -F _zermelo zermelo\n");
}
