/* cmd_recheck.c - zermelo recheck DIR|FILE */
#include "cli/output.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The string at KEY, whatever is in it, as one may print it. */
static void print_member(const char *before, const json_t *object,
                         const char *key, const char *after)
{
    const char *text = text_of(object, key);
    Text out = {0};
    if (text) {
        text_add_printable(&out, text, strlen(text));
        printf("%s%s%s", before, text_string(&out), after);
    }
    text_free(&out);
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    const json_t *counts = json_object_get(answer, "counts");
    size_t i, count = json_array_size(json_object_get(answer, "claims"));
    json_t *claim;
    json_array_foreach (json_object_get(answer, "claims"), i, claim) {
        printf("%-11s", text_of(claim, "verdict"));
        print_member("", claim, "name", ": ");
        print_member("", claim, "claim", "\n");
        print_member("           ", claim, "reason", "\n");
    }
    print_member("not checked: ", answer, "reason", "\n");
    if (!text_of(answer, "reason"))
        printf("%zu claim%s: %zu hold, %zu fail, %zu unchecked\n", count,
               plural(count), count_of(counts, "holds"),
               count_of(counts, "fails"), count_of(counts, "unchecked"));
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    const json_t *counts = json_object_get(answer, "counts");
    (void)arguments;
    return count_of(counts, "fails")       ? EXIT_NO
           : count_of(counts, "unchecked") ? EXIT_UNKNOWN
           : count_of(counts, "holds")     ? EXIT_YES
                                           : EXIT_UNKNOWN;
}

const Query recheck_query = {.show = show_answer,
                             .status = status_of,
                             .progress = "claims",
                             .answer_comes_last = true};
