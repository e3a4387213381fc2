/* cmd_verify.c - zermelo verify FILE...
 *
 * Is each game well-formed (src/prove/verify.c), with plays as evidence. Start
 * reading at cmd_verify(), at the end.
 */
#include "cli/output.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool is_about(const json_t *result, const char *properties)
{
    return find_word(properties, text_of(result, "property")) != SIZE_MAX;
}

static bool has_verdict(const json_t *result, const char *verdicts)
{
    return find_word(verdicts, text_of(result, "verdict")) != SIZE_MAX;
}

/* A property that a game may lack: `no` is not an error. */
static bool is_description(const json_t *result)
{
    return is_about(result, "zero-sum|turn-taking");
}

/* ---- for people ---- */

enum { PLAY_INDENT = 11, DRAWING_INDENT = 9 };

static void show_play(const Arguments *arguments, const json_t *result,
                      const json_t *play)
{
    size_t length = json_array_size(play);
    print_play(length ? "         by the play "
                      : "         in the initial position",
               PLAY_INDENT, play);
    if (has_value(result, "loop_from")) {
        assert(count_of(result, "loop_from") < length);
        printf("         which is back in position %zu\n",
               count_of(result, "loop_from"));
    }
    if (has_option(arguments, "trace"))
        draw_steps(arguments->drawing, "", play, DRAWING_INDENT);
    else if (has_verdict(result, "refuted") && !has_value(result, "other") &&
             !is_description(result)) {
        const json_t *features = json_object_get(result, "position");
        printf("         position %zu%s\n", length,
               json_array_size(features) ? "" : ": nothing holds");
        draw_features(arguments->drawing, features, PLAY_INDENT, true);
    }
}

static void show_verdict(const json_t *result)
{
    const char *property = text_of(result, "property");
    if (is_description(result))
        printf("%-11s  %s", property,
               has_verdict(result, "vacuous")   ? "yes (vacuous)"
               : has_verdict(result, "proved")  ? "yes"
               : has_verdict(result, "refuted") ? "no"
                                                : "unknown");
    else
        printf("%-8s %s", text_of(result, "verdict"), property);
    if (has_value(result, "role"))
        printf(" for %s", text_of(result, "role"));
    if (has_value(result, "bound"))
        printf(", within %zu step%s", count_of(result, "bound"),
               plural(count_of(result, "bound")));
    putchar('\n');
}

static void show_result(const Arguments *arguments, const json_t *result)
{
    const char *message = text_of(result, "message");
    const char *why = text_of(result, "why");
    const json_t *play = json_object_get(
        result, is_about(result, "winnable") ? "witness" : "trace");
    if (message && !(why && strcmp(why, "indistinguishable") == 0))
        printf("         %s\n", message);
    if (!json_is_null(play))
        show_play(arguments, result, play);
    if (has_value(result, "other")) { /* a play that is the same to the role */
        const json_t *other = json_object_get(result, "other");
        print_play("         or, for all it knows, ", PLAY_INDENT, other);
        if (has_option(arguments, "trace"))
            draw_steps(arguments->drawing, "", other, 9);
    }
    const char *reason = text_of(result, "reason");
    if (reason && strcmp(reason, "the play is too long to be shown") == 0)
        puts("         by a play that is too long to be shown");
    else if (reason)
        printf("         %s\n", reason);
    show_why(result);
}

static void show_answer(const Arguments *arguments, const json_t *answer)
{
    bool is_unplayable = false;
    size_t i;
    json_t *result;
    json_array_foreach (json_object_get(answer, "results"), i, result) {
        show_verdict(result);
        if (is_about(result, "playable"))
            is_unplayable = has_verdict(result, "refuted");
        if (is_about(result, "terminating") && is_unplayable &&
            has_verdict(result, "proved|vacuous"))
            puts("         a play also ends where a role has no move");
        show_result(arguments, result);
    }
    if (json_object_get(answer, "statistics"))
        show_statistics(json_object_get(answer, "statistics"));
}

/* ---- all of it ---- */

/* The three that every game should have. */
static int status_of(const Arguments *arguments, const json_t *answer)
{
    (void)arguments;
    bool has_unknown = false, has_refuted = false;
    size_t i;
    json_t *result;
    json_array_foreach (json_object_get(answer, "results"), i, result) {
        if (!is_about(result, "playable|terminating|goals"))
            continue;
        has_unknown = has_unknown || has_verdict(result, "unknown");
        has_refuted = has_refuted || has_verdict(result, "refuted");
    }
    return has_refuted ? EXIT_NO : has_unknown ? EXIT_UNKNOWN : EXIT_YES;
}

/* The first operand; it is one of several if HAS_MANY. */
static int verify_file(Arguments *arguments, bool has_many)
{
    if (has_many && !wants_json) {
        printf("%s:\n", arguments->operands[0]);
        fflush(stdout); /* before what goes to stderr */
    }
    arguments->game = load_game(arguments);
    if (!arguments->game)
        return EXIT_ERROR;
    arguments->drawing = drawing_new(arguments->game);
    int status =
        answer_query(arguments, &(Query){.question = zermelo_verify_json,
                                         .show = show_answer,
                                         .status = status_of,
                                         .is_one_of_many = has_many});
    drawing_free(arguments->drawing);
    zermelo_free(arguments->game);
    return status;
}

/* What counts for several files: an error, then no, then unknown. */
static int worse_status(int left, int right)
{
    static const int ranks[] = {
        [EXIT_YES] = 0, [EXIT_UNKNOWN] = 1, [EXIT_NO] = 2, [EXIT_ERROR] = 3};
    return ranks[left] > ranks[right] ? left : right;
}

int cmd_verify(const Arguments *arguments)
{
    size_t count = arguments->operand_count;
    int status = EXIT_YES;
    if (count > 1 &&
        (has_option(arguments, "save") || has_option(arguments, "facts") ||
         has_option(arguments, "html")))
        return fail("usage", "certificates, facts and pages are about one "
                             "game: --save, --facts and --html take one FILE");
    for (size_t i = 0; i < count && interrupted != INTERRUPTED; i++) {
        Arguments file_arguments = *arguments;
        file_arguments.operands = &arguments->operands[i];
        file_arguments.operand_count = 1;
        restart_clock(&file_arguments);
        if (i && !wants_json)
            putchar('\n');
        status = worse_status(status, verify_file(&file_arguments, count > 1));
    }
    return interrupted == INTERRUPTED ? worse_status(status, EXIT_UNKNOWN)
                                      : status;
}
