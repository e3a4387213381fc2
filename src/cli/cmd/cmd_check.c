/* cmd_check.c - zermelo check FILE...
 *
 * Every diagnostic of each file, then one line with the verdict; --json prints
 * one line a file. Start reading at cmd_check(), at the end.
 */
#include "cli/output.h"

#include <stdio.h>

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    bool is_quiet = has_option(arguments, "quiet");
    size_t error_count = 0, warning_count = 0, i;
    json_t *diagnostic;
    json_array_foreach (json_object_get(answer, "diagnostics"), i, diagnostic) {
        bool is_error = text_is(diagnostic, "severity", "error");
        *(is_error ? &error_count : &warning_count) += 1;
        if (!is_quiet || is_error)
            fputs(text_of(diagnostic, "text"), stdout);
    }
    printf("%s: %s %s", text_of(answer, "file"),
           flag_of(answer, "valid")    ? "valid"
           : flag_of(answer, "usable") ? "not valid, but usable"
                                       : "not valid, and not usable",
           text_of(answer, "language"));
    if (error_count)
        printf(", %zu error%s", error_count, plural(error_count));
    if (warning_count)
        printf(", %zu warning%s", warning_count, plural(warning_count));
    if (count_of(answer, "suppressed"))
        printf(", %zu more not shown", count_of(answer, "suppressed"));
    putchar('\n');
}

static int status_of(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    return flag_of(answer, "valid") ? EXIT_YES : EXIT_NO;
}

/* Clears *GOES_ON if the options are wrong, or time is over. */
static int check_file(Arguments arguments, bool *goes_on)
{
    static const Query query = {.question = zermelo_check_json,
                                .show = show_answer,
                                .status = status_of,
                                .is_one_of_many = true};
    arguments.game = load_text(&arguments, arguments.operands[0]);
    if (!arguments.game)
        return reading_stopped ? EXIT_UNKNOWN : EXIT_ERROR;
    int status = answer_query(&arguments, &query);
    *goes_on = status <= EXIT_NO;
    zermelo_free(arguments.game);
    return status;
}

int cmd_check(const Arguments *arguments)
{
    int status = EXIT_YES;
    Arguments file = *arguments;
    Progress progress =
        progress_begin("files", arguments->operand_count, false);
    bool goes_on = true;
    for (size_t i = 0; i < arguments->operand_count && goes_on && !interrupted;
         i++) {
        progress_show(&progress, i);
        file.operands = &arguments->operands[i];
        int file_status = check_file(file, &goes_on);
        status = file_status > status ? file_status : status;
    }
    progress_end(&progress);
    return interrupted ? EXIT_UNKNOWN : status;
}
