/* cmd_asp.c - zermelo asp FILE --program P */
#include "cli/output.h"

#include <stdio.h>

static void show_program(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    fputs(text_of(answer, "text"), stdout);
}

int cmd_asp(const Arguments *arguments)
{
    return answer_query(arguments, &(Query){.question = zermelo_asp_json,
                                            .show = show_program});
}
