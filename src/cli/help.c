/* help.c - what --help, --version, --manual and --completion print
 *
 * All from the tables of commands and options, so that nothing can be missing.
 */
#include "cli/command.h"

#include "cli/output.h"
#include "cli/table/table.h"
#include "zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_COLUMNS = 24, LINE_COLUMNS = 79 };

static const char exit_status_text[] =
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

void print_version(void)
{
    const char *commit = zermelo_commit();
    printf("zermelo %s\n", zermelo_version());
    printf("%-14s %s\n", "commit", *commit ? commit : "not known");
    printf("%-14s MIT: free to use, change and pass on, without warranty\n",
           "licence");
    printf("%-14s %s\n", "CaDiCaL", zermelo_solver_version());
    printf("%-14s %s\n", "jansson", jansson_version_str());
}

/* ---- --manual ---- */

/* What manual pages have from the tables, in the language of scdoc; the section
 * DESCRIPTION is empty. script/manual puts the prose of doc/COMMAND.md into it,
 * and further sections before EXIT STATUS. */

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
static void print_value(const char *value)
{
    if (!value || !*value)
        return;
    printf(" _");
    print_escaped(value);
    printf("_");
}

static void print_term(const char *dashes, const char *name, const char *value,
                       const char *meaning)
{
    printf("*%s%s*", dashes, name);
    print_value(value);
    printf("\n\t");
    print_escaped(meaning);
    printf("\n\n");
}

static void print_terms(const char *keys)
{
    for (const Option *option; (option = next_option(&keys));)
        print_term("--", option->name, option->value, option->help);
}

void print_manual(const Command *command)
{
    const char *summary = command
                              ? command->summary
                              : "prove, solve and play games described in GDL";
    char page[64];
    snprintf(page, sizeof page, "zermelo%s%s", command ? "-" : "",
             command ? command->name : "");
    printf("%s(1) \"zermelo %s\" \"zermelo manual\"\n\n# NAME\n\n%s - ", page,
           zermelo_version(), page);
    print_escaped(summary);
    printf("\n\n# SYNOPSIS\n\n*zermelo%s%s* %s[_OPTIONS_]", command ? " " : "",
           command ? command->name : "", command ? "" : "_COMMAND_ ");
    print_value(command ? command->operands : "FILE...");
    printf("\n\n# DESCRIPTION\n\n");
    if (command) {
        printf("# OPTIONS\n\n");
        print_terms(command->options);
        if (own_option(command, "json"))
            printf("# FILES\n\n_@PREFIX@/share/zermelo/schema/%s.json_\n\t"
                   "JSON Schema of what *--json* prints\n\n",
                   command->name);
    } else {
        printf("# COMMANDS\n\nEach has a page of its own: "
               "*zermelo-check*(1) and so on.\n\n");
        for (const Command *other = commands; other->name; other++)
            print_term("", other->name, other->operands, other->summary);
        printf("# OPTIONS\n\nThese mean the same wherever they are known.\n\n");
        print_terms("json time memory seed threads syntax strict");
        printf("*--help*, *--version*\n\tdescribe a command; print the "
               "version\n\n# FILES\n\n_@PREFIX@/share/zermelo/games/_\n\t"
               "The games of the examples, and what is known of them\n\n"
               "_@PREFIX@/share/zermelo/schema/_\n\t"
               "JSON Schemas of what *--json* prints, one a command\n\n");
    }
    printf("# EXIT STATUS\n\n");
    print_escaped(command ? command->status : exit_status_text);
    printf(".\n");
}

/* ---- --completion ---- */

/* A function for bash, which asks --complete for the words that can follow.
 * bash takes "=" for a word of its own; the function puts --option=value
 * together again. */
void print_completion(void)
{
    puts("_zermelo() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}\n"
         "    local before=${COMP_WORDS[COMP_CWORD - 1]} option= words=\n"
         "    ((COMP_CWORD == 1)) && command=\n"
         "    [[ $word == = ]] && option=$before before== word=\n"
         "    [[ $before == = ]] || option=$before\n"
         "    [[ $option ]] || option=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [[ $before == = && $option != -* ]] && # --player ROLE=WHO\n"
         "        option=--player=\n"
         "    words=$(\"${COMP_WORDS[0]}\" --complete \"$command\" \"$option\" "
         "\"$word\")\n"
         "    COMPREPLY=()\n"
         "    if [[ $words == -[fd] ]]; then\n"
         "        compopt -o filenames 2> /dev/null\n"
         "        mapfile -t COMPREPLY < <(compgen $words -- \"$word\")\n"
         "    elif [[ $words ]]; then\n"
         "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "    fi\n"
         "}\n"
         "complete -F _zermelo zermelo");
}

/* What a value can be; -f or -d, if it is a file or a directory. */
static void print_values(ValueKind kind, const char *choices)
{
    if (kind == VALUE_FILE || kind == VALUE_DIRECTORY)
        puts(kind == VALUE_FILE ? "-f" : "-d");
    if (kind == VALUE_CHOICE)
        for (; *choices; choices++)
            putchar(*choices == '|' ? ' ' : *choices);
    if (kind == VALUE_RULE)
        for (size_t i = 0; i < zermelo_explanation_count(); i++)
            puts(zermelo_explanation(i).rule);
    if (kind == VALUE_FAMILY || kind == VALUE_TABLE)
        puts("all");
    if (kind == VALUE_FAMILY)
        for (size_t i = 0; i < zermelo_family_count(); i++)
            puts(zermelo_family(i));
    json_t *tables = kind == VALUE_TABLE ? published_tables() : NULL;
    for (size_t i = 0; i < json_array_size(tables); i++)
        puts(text_of(json_array_get(tables, i), "name"));
    json_decref(tables);
}

static void print_option_names(const char *keys)
{
    for (const Option *option; (option = next_option(&keys));)
        printf("--%s\n", option->name);
}

void print_candidates(const char *name, const char *previous, const char *word)
{
    const Command *command = find_command(name);
    if (!*name || strcmp(name, "help") == 0) {
        puts(*name ? "" : "help --help --version");
        for (command = commands; command->name; command++)
            puts(command->name);
    }
    if (!command || !command->name)
        return;
    const Option *option = previous[0] == '-' && previous[1] == '-'
                               ? own_option(command, previous + 2)
                               : NULL;
    if (option && option->kind != VALUE_NONE) {
        print_values(option->kind, option->value);
    } else if (strcmp(previous, "--player=") == 0) {
        puts("legal random mcts auto human http://");
    } else if (*word == '-') {
        print_option_names(command->options);
        print_option_names(COMMON_OPTIONS);
        puts("--help");
    } else {
        print_values(strstr(command->operands, "FILE")   ? VALUE_FILE
                     : strstr(command->operands, "PATH") ? VALUE_FILE
                     : strstr(command->operands, "RULE") ? VALUE_RULE
                     : strstr(command->operands, "NAME") ? VALUE_TABLE
                                                         : VALUE_NONE,
                     NULL);
    }
}
