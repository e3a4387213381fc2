/* cmd_verify.c - zermelo verify FILE */
#include "cli/cmd.h"
#include "cli/output.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_SECONDS = 60 };

static const char *const verdicts[] = {"unknown", "proved", "refuted"};

/* ---- for people ---- */

typedef const char *MoveOf(const ZermeloVerification *all, size_t number,
                           size_t step, size_t role);

static void show_moves(const ZermeloVerification *all, size_t number,
                       size_t length, MoveOf *move_of)
{
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < zermelo_verification_role_count(all); k++)
            printf("%s%s",
                   k   ? ", "
                   : i ? "; "
                       : "",
                   move_of(all, number, i, k));
}

static void show_play(const ZermeloVerification *all, size_t number,
                      const ZermeloVerdict *verdict)
{
    if (!verdict->play_length)
        printf("         in the initial position");
    else
        printf("         by the play ");
    show_moves(all, number, verdict->play_length, zermelo_verification_move);
    if (verdict->has_other) {
        printf("\n         or, for all it knows, ");
        show_moves(all, number, verdict->play_length,
                   zermelo_verification_other_move);
    }
    if (verdict->has_loop)
        printf(", back in position %zu", verdict->loop_from);
    putchar('\n');
}

static void show(const ZermeloVerification *all)
{
    for (size_t i = 0; i < zermelo_verification_count(all); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(all, i);
        printf("%-8s %s", verdicts[verdict.verdict], verdict.property);
        if (verdict.role)
            printf(" for %s", verdict.role);
        if (verdict.has_bound)
            printf(", within %llu step%s", (unsigned long long)verdict.bound,
                   verdict.bound == 1 ? "" : "s");
        putchar('\n');
        if (verdict.has_play)
            show_play(all, i, &verdict);
        if (verdict.reason)
            printf("         %s\n", verdict.reason);
    }
}

/* ---- for programs ---- */

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

static json_t *verdict_json(const ZermeloVerification *all, size_t number)
{
    ZermeloVerdict verdict = zermelo_verification_verdict(all, number);
    json_t *play = verdict.has_play
                       ? play_json(all, number, verdict.play_length,
                                   zermelo_verification_move)
                       : json_null();
    json_t *other = verdict.has_other
                        ? play_json(all, number, verdict.play_length,
                                    zermelo_verification_other_move)
                        : json_null();
    bool wins = strcmp(verdict.property, "winnable") == 0;
    return json_pack(
        "{s:s,s:o,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "property",
        verdict.property, "role",
        verdict.role ? json_text(verdict.role) : json_null(), "verdict",
        verdicts[verdict.verdict], "bound",
        verdict.has_bound ? json_integer((json_int_t)verdict.bound)
                          : json_null(),
        "trace", wins ? json_null() : play, "loop_from",
        verdict.has_loop ? json_integer((json_int_t)verdict.loop_from)
                         : json_null(),
        "witness", wins ? play : json_null(), "other", other, "how",
        verdict.how ? json_text(verdict.how) : json_null(), "reason",
        verdict.reason ? json_text(verdict.reason) : json_null());
}

static void print_answer(const Arguments *arguments,
                         const ZermeloVerification *all)
{
    json_t *results = json_array();
    for (size_t i = 0; i < zermelo_verification_count(all); i++)
        json_array_append_new(results, verdict_json(all, i));
    print_json(json_pack(
        "{s:o,s:f,s:o}", "file", json_text(arguments->operands[0]), "seconds",
        zermelo_verification_seconds(all), "results", results));
}

/* ---- all of it ---- */

/* The three that every game should have. */
static int status_of(const ZermeloVerification *all)
{
    bool unknown = false, refuted = false;
    for (size_t i = 0; i < zermelo_verification_count(all); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(all, i);
        if (strcmp(verdict.property, "playable") != 0 &&
            strcmp(verdict.property, "terminating") != 0 &&
            strcmp(verdict.property, "goals") != 0)
            continue;
        unknown = unknown || verdict.verdict == ZERMELO_UNKNOWN;
        refuted = refuted || verdict.verdict == ZERMELO_NO;
    }
    return refuted ? EXIT_NO : unknown ? EXIT_UNKNOWN : EXIT_YES;
}

int cmd_verify(const Arguments *arguments)
{
    const char *why;
    ZermeloGame *game = load_game(arguments);
    if (!game)
        return EXIT_TROUBLE;
    ZermeloLimits limits = limits_of(arguments);
    if (!limits.seconds)
        limits.seconds = DEFAULT_SECONDS;
    ZermeloVerification *all =
        zermelo_verify(game, count_option(arguments, "seed", 1), &limits, &why);
    int status = EXIT_TROUBLE;
    if (!all) {
        status = trouble("verify", "%s: %s", arguments->operands[0], why);
    } else {
        if (wants_json)
            print_answer(arguments, all);
        else
            show(all);
        status = status_of(all);
    }
    zermelo_verification_free(all);
    zermelo_free(game);
    return status;
}
