/* cmd_asp.c - zermelo asp FILE --program P */
#include "cli/output.h"

#include <stdio.h>

static void show_program(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    fputs(text_of(answer, "text"), stdout);
}

const Query asp_query = {.question = zermelo_asp_json, .show = show_program};
