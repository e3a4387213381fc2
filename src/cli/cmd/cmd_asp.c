/* cmd_asp.c - zermelo asp FILE --program P */
#include "cli/output.h"

#include <stdio.h>

static void show_program(const json_t *answer)
{
    fputs(text_of(answer, "text"), stdout);
}

int cmd_asp(const Arguments *arguments)
{
    int status;
    json_t *answer = ask(arguments, arguments->game, zermelo_asp_json, &status);
    return answer ? print_answer(answer, show_program, EXIT_YES) : status;
}
