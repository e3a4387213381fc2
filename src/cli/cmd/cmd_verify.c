/* cmd_verify.c - zermelo verify FILE... */
#include "cli/cmd.h"
#include "cli/output.h"
#include "cli/proving.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef const char *MoveOf(const ZermeloVerification *all, size_t number,
                           size_t step, size_t role);

/* One of the plays of a result. */
typedef struct {
    const ZermeloVerification *all;
    size_t number, length;
    MoveOf *move_of;
} Trace;

static const char *verdict_word(const ZermeloVerdict *verdict)
{
    static const char *const words[] = {"unknown", "proved", "refuted"};
    return verdict->is_vacuous ? "vacuous" : words[verdict->verdict];
}

static bool is_about(const ZermeloVerdict *verdict, const char *property)
{
    return strcmp(verdict->property, property) == 0;
}

/* Whether a play of LENGTH steps is printed, MOVES having been printed before:
 * each role may have a play of its own, with moves of all roles. */
static bool is_printed(const ZermeloVerification *all, size_t length,
                       size_t *moves)
{
    enum { MAX_MOVES = 1000000 };
    size_t more = length * zermelo_verification_role_count(all);
    if (*moves && *moves + more > MAX_MOVES)
        return false;
    *moves += more;
    return true;
}

/* ---- for people ---- */

static void add_step(Text *out, const void *context, size_t step)
{
    const Trace *trace = context;
    for (size_t i = 0; i < zermelo_verification_role_count(trace->all); i++)
        text_addf(out, "%s%s", i ? ", " : "",
                  trace->move_of(trace->all, trace->number, step, i));
}

static void show_moves(const char *words, const Trace *trace)
{
    Text moves = {0};
    for (size_t i = 0; i < trace->length; i++) {
        text_adds(&moves, i ? "; " : "");
        add_step(&moves, trace, i);
    }
    printf("         %s%s", words, text_string(&moves));
    text_free(&moves);
}

static void show_end(const Trace *trace)
{
    const ZermeloVerification *all = trace->all;
    size_t number = trace->number;
    size_t count = zermelo_verification_feature_count(all, number);
    const char **features = memory_array(count + 1, sizeof *features);
    for (size_t i = 0; i < count; i++)
        features[i] = zermelo_verification_feature(all, number, i);
    show_position(trace->length, features, count);
    free(features);
}

/* What a game may or may not be: no is no fault. */
static bool is_description(const ZermeloVerdict *verdict)
{
    return is_about(verdict, "zero-sum") || is_about(verdict, "turn-taking");
}

static void show_play(ZermeloGame *game, const Trace *trace,
                      const ZermeloVerdict *verdict, bool steps)
{
    show_moves(trace->length ? "by the play " : "in the initial position",
               trace);
    if (verdict->has_loop)
        printf("\n         which is back in position %zu", verdict->loop_from);
    putchar('\n');
    if (steps)
        show_steps(game, trace->length, add_step, trace);
    else if (verdict->verdict == ZERMELO_NO && !verdict->has_other &&
             !is_description(verdict))
        show_end(trace);
}

/* The second of two plays that are the same to a role. */
static void show_other(ZermeloGame *game, Trace trace, bool steps)
{
    trace.move_of = zermelo_verification_other_move;
    show_moves("or, for all it knows, ", &trace);
    putchar('\n');
    if (steps)
        show_steps(game, trace.length, add_step, &trace);
}

static void show_verdict(const ZermeloVerdict *verdict)
{
    static const char *const answers[] = {"unknown", "yes", "no"};
    if (is_description(verdict))
        printf("%-11s  %s%s", verdict->property, answers[verdict->verdict],
               verdict->is_vacuous ? " (vacuous)" : "");
    else
        printf("%-8s %s", verdict_word(verdict), verdict->property);
    if (verdict->role)
        printf(" for %s", verdict->role);
    if (verdict->has_bound)
        printf(", within %llu step%s", (unsigned long long)verdict->bound,
               verdict->bound == 1 ? "" : "s");
    putchar('\n');
}

static void show(const Arguments *arguments, ZermeloGame *game,
                 const ZermeloVerification *all)
{
    bool steps = has_option(arguments, "trace"), gets_stuck = false;
    size_t moves = 0;
    for (size_t i = 0; i < zermelo_verification_count(all); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(all, i);
        Trace trace = {all, i, verdict.play_length, zermelo_verification_move};
        show_verdict(&verdict);
        if (is_about(&verdict, "playable"))
            gets_stuck = verdict.verdict == ZERMELO_NO;
        if (is_about(&verdict, "terminating") && gets_stuck &&
            verdict.verdict == ZERMELO_YES)
            puts("         a play also ends where a role has no move");
        if (verdict.message && !verdict.has_other)
            printf("         %s\n", verdict.message);
        bool printed = is_printed(all, verdict.play_length, &moves);
        if (verdict.has_play && !printed)
            puts("         by a play that is too long to be shown");
        if (verdict.has_play && printed)
            show_play(game, &trace, &verdict, steps);
        if (verdict.has_other && printed)
            show_other(game, trace, steps);
        char *reason = reason_of(arguments, verdict.reason);
        if (reason)
            printf("         %s\n", reason);
        free(reason);
    }
}

/* ---- for programs ---- */

static json_t *text_or_null(const char *text)
{
    return text ? json_text(text) : json_null();
}

static json_t *count_or_null(bool known, uint64_t count)
{
    return known ? json_integer((json_int_t)count) : json_null();
}

static json_t *play_json(const ZermeloVerification *all, size_t number,
                         size_t length, MoveOf *move_of)
{
    json_t *play = json_array();
    for (size_t i = 0; i < length; i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < zermelo_verification_role_count(all); k++)
            json_put(step, zermelo_verification_role(all, k),
                     json_text(move_of(all, number, i, k)));
        json_array_append_new(play, step);
    }
    return play;
}

static json_t *position_json(const ZermeloVerification *all, size_t number)
{
    json_t *position = json_array();
    for (size_t i = 0; i < zermelo_verification_feature_count(all, number); i++)
        json_array_append_new(
            position, json_text(zermelo_verification_feature(all, number, i)));
    return position;
}

static json_t *verdict_json(const Arguments *arguments,
                            const ZermeloVerification *all, size_t number,
                            size_t *moves)
{
    ZermeloVerdict verdict = zermelo_verification_verdict(all, number);
    size_t length = verdict.play_length;
    bool fails = verdict.has_play && verdict.verdict == ZERMELO_NO;
    bool printed = is_printed(all, length, moves);
    json_t *play =
        verdict.has_play && printed
            ? play_json(all, number, length, zermelo_verification_move)
            : json_null();
    json_t *other =
        verdict.has_other && printed
            ? play_json(all, number, length, zermelo_verification_other_move)
            : json_null();
    bool wins = is_about(&verdict, "winnable");
    char *reason =
        reason_of(arguments, printed ? verdict.reason
                                     : "the play is too long to be shown");
    json_t *answer = json_pack(
        "{s:s,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "property",
        verdict.property, "role", text_or_null(verdict.role), "verdict",
        verdict_word(&verdict), "why", text_or_null(verdict.why), "message",
        text_or_null(verdict.message), "bound",
        count_or_null(verdict.has_bound, verdict.bound), "trace",
        wins ? json_null() : play, "loop_from",
        count_or_null(verdict.has_loop, verdict.loop_from), "position",
        fails ? position_json(all, number) : json_null(), "witness",
        wins ? play : json_null(), "other", other, "how",
        text_or_null(verdict.how), "reason", text_or_null(reason));
    free(reason);
    return answer;
}

static json_t *answer_json(const Arguments *arguments,
                           const ZermeloVerification *all)
{
    json_t *results = json_array();
    size_t moves = 0;
    for (size_t i = 0; i < zermelo_verification_count(all); i++)
        json_array_append_new(results, verdict_json(arguments, all, i, &moves));
    return json_pack("{s:o,s:f,s:o}", "file", json_text(arguments->operands[0]),
                     "seconds", zermelo_verification_seconds(all), "results",
                     results);
}

/* ---- all of it ---- */

/* The three that every game should have. */
static int status_of(const ZermeloVerification *all)
{
    bool unknown = false, refuted = false;
    for (size_t i = 0; i < zermelo_verification_count(all); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(all, i);
        if (!is_about(&verdict, "playable") &&
            !is_about(&verdict, "terminating") && !is_about(&verdict, "goals"))
            continue;
        unknown = unknown || verdict.verdict == ZERMELO_UNKNOWN;
        refuted = refuted || verdict.verdict == ZERMELO_NO;
    }
    return refuted ? EXIT_NO : unknown ? EXIT_UNKNOWN : EXIT_YES;
}

/* The first operand; it is one of several if MANY. */
static int verify_file(const Arguments *arguments, bool many)
{
    const char *path = arguments->operands[0], *why;
    if (many && !wants_json) {
        printf("%s:\n", path);
        fflush(stdout); /* before what goes to stderr */
    }
    ZermeloGame *game = load_game(arguments);
    if (!game)
        return EXIT_ERROR;
    ZermeloLimits limits = limits_of(arguments);
    ZermeloVerification *all =
        zermelo_verify(game, count_option(arguments, "seed", 1), &limits, &why);
    int status = EXIT_ERROR;
    if (!all) {
        status = fail("verify", "%s: %s", path, why);
    } else {
        if (!wants_json)
            show(arguments, game, all);
        else if (many)
            print_json_line(answer_json(arguments, all));
        else
            print_json(answer_json(arguments, all));
        status = status_of(all);
    }
    zermelo_verification_free(all);
    zermelo_free(game);
    return status;
}

/* What counts for several files: an error, then no, then unknown. */
static int worse(int left, int right)
{
    static const int ranks[] = {
        [EXIT_YES] = 0, [EXIT_UNKNOWN] = 1, [EXIT_NO] = 2, [EXIT_ERROR] = 3};
    return ranks[left] > ranks[right] ? left : right;
}

int cmd_verify(const Arguments *arguments)
{
    size_t count = arguments->operand_count;
    int status = EXIT_YES;
    for (size_t i = 0; i < count && interrupted != INTERRUPTED; i++) {
        Arguments one = *arguments;
        one.operands = &arguments->operands[i];
        one.operand_count = 1;
        restart_clock(&one);
        if (i && !wants_json)
            putchar('\n');
        status = worse(status, verify_file(&one, count > 1));
    }
    return interrupted == INTERRUPTED ? worse(status, EXIT_UNKNOWN) : status;
}
