/* completion.c - what --completion prints: a function for bash
 *
 * The words are those of the tables, of the published experiments and of the
 * explanations, so that nothing can be missing. bash takes "=" for a word of
 * its own; the function puts --option=value together again.
 */
#include "cli/help.h"
#include "cli/table/table_data.h"

#include "zermelo.h"

#include <stdio.h>
#include <string.h>

static void print_choices(const char *choices)
{
    for (; *choices; choices++)
        putchar(*choices == '|' ? ' ' : *choices);
}

static void print_families(void)
{
    for (size_t i = 0; i < zermelo_family_count(); i++)
        printf("%s ", zermelo_family(i));
    printf("all");
}

static void print_rules(void)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        printf("%s ", zermelo_explanation(i).rule);
}

/* What can stand behind an option, as a case of the shell; nothing if that
 * cannot be listed. */
static void print_value_case(const Command *command, const Option *option)
{
    if (option->kind == VALUE_NONE)
        return;
    printf("    %s:--%s) ", command->name, option->name);
    switch (option->kind) {
    case VALUE_CHOICE:
        printf("words=\"");
        print_choices(option->value);
        printf("\"");
        break;
    case VALUE_FAMILY:
        printf("words=\"");
        print_families();
        printf("\"");
        break;
    case VALUE_RULE:
        printf("words=\"");
        print_rules();
        printf("\"");
        break;
    case VALUE_PLAYER:
        printf("[[ $before == = ]] && words=\"legal random mcts auto human "
               "http://\"");
        break;
    case VALUE_FILE:
        printf("files=-f");
        break;
    case VALUE_DIRECTORY:
        printf("files=-d");
        break;
    default:
        printf(":");
        break;
    }
    printf(" ;;\n");
}

static void print_operands_case(const Command *command)
{
    printf("    %s:) ", command->name);
    if (strstr(command->operands, "FILE")) {
        printf("files=-f");
    } else if (strstr(command->operands, "RULE")) {
        printf("words=\"");
        print_rules();
        printf("\"");
    } else if (strstr(command->operands, "NAME")) {
        json_t *tables = published_tables();
        printf("words=\"");
        for (size_t i = 0; i < json_array_size(tables); i++)
            printf("%s ", text_at(json_array_get(tables, i), "name"));
        printf("all\"");
        json_decref(tables);
    } else {
        printf(":");
    }
    printf(" ;;\n    %s:-*) words=\"", command->name);
    const Option *option;
    for (const char *keys = command->options; (option = next_option(&keys));)
        printf("--%s ", option->name);
    for (const char *keys = COMMON_OPTIONS; (option = next_option(&keys));)
        if (!own_option(command, option->name))
            printf("--%s ", option->name);
    printf("--help\" ;;\n");
}

void print_completion(void)
{
    printf("_zermelo() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} words= files=\n"
           "    local before=${COMP_WORDS[COMP_CWORD - 1]} option=\n"
           "    COMPREPLY=()\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W \"");
    for (const Command *command = commands; command->name; command++)
        printf("%s ", command->name);
    printf("help --help --version\" -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    if [[ $word == = ]]; then\n"
           "        option=$before before== word=\n"
           "    elif [[ $before == = ]]; then\n"
           "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    else\n"
           "        option=$before\n"
           "    fi\n"
           "    [[ $before == = && $option != -* ]] && # --player ROLE=WHO\n"
           "        option=--player\n"
           "    case ${COMP_WORDS[1]}:$option in\n");
    for (const Command *command = commands; command->name; command++) {
        const char *keys = command->options;
        for (const Option *option; (option = next_option(&keys));)
            print_value_case(command, option);
    }
    printf("    *)\n"
           "    [[ $word == -* ]] && option=- || option=\n"
           "    case ${COMP_WORDS[1]}:$option in\n");
    for (const Command *command = commands; command->name; command++)
        print_operands_case(command);
    printf("    help:) words=\"");
    for (const Command *command = commands; command->name; command++)
        printf("%s ", command->name);
    printf("\" ;;\n"
           "    esac ;;\n"
           "    esac\n"
           "    if [[ $files ]]; then\n"
           "        compopt -o filenames 2> /dev/null\n"
           "        mapfile -t COMPREPLY < <(compgen $files -- \"$word\")\n"
           "    elif [[ $words ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
           "    fi\n"
           "}\n"
           "complete -F _zermelo zermelo\n");
}
