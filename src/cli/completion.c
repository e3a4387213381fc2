/* completion.c - what bash completes
 *
 * --completion prints a function for bash, which asks --complete for the words
 * that can follow: they are those of the tables, of the published experiments
 * and of the explanations, so that nothing can be missing. bash takes "=" for a
 * word of its own; the function puts --option=value together again.
 */
#include "cli/help.h"
#include "cli/table/table.h"

#include "zermelo.h"

#include <stdio.h>
#include <string.h>

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
