/* cmd_perft.c - zermelo perft FILE --depth N */
#include "cli/output.h"

#include <stdio.h>

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    size_t i;
    json_t *depth, *depths = json_object_get(answer, "depths");
    printf("%5s %20s %20s %20s\n", "depth", "plays", "states", "terminal");
    json_array_foreach (depths, i, depth)
        printf("%5zu %20zu %20zu %20zu\n", i, count_of(depth, "plays"),
               count_of(depth, "states"), count_of(depth, "terminal"));
    if (flag_of(answer, "overflow"))
        printf("depth %zu has more than 2^63 plays\n", json_array_size(depths));
    else if (has_value(answer, "stopped"))
        printf("stopped at depth %zu: %s\n", json_array_size(depths),
               text_of(answer, "stopped"));
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    return flag_of(answer, "overflow") || has_value(answer, "stopped")
               ? EXIT_UNKNOWN
               : EXIT_YES;
}

const Query perft_query = {
    .question = zermelo_perft_json, .show = show_answer, .status = status_of};
