/* help.c - what --help, --version and --completion print
 *
 * All from the tables of commands and options, so that nothing can be missing.
 */
#include "cli/command.h"

#include "cli/output.h"
#include "cli/table/table.h"
#include "zermelo.h"

#include <stdio.h>
#include <string.h>

enum { NAME_COLUMNS = 24, LINE_COLUMNS = 79 };

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
    print_exit_status("0 yes, 1 no, 2 error (usage, file, rules that cannot be "
                      "used), 3 unknown");
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
