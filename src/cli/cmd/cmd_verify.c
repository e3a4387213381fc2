/* cmd_verify.c - zermelo verify FILE...
 *
 * Is each game well-formed (src/prove/verify.c), with plays as evidence. Start
 * reading at cmd_verify(), at the end.
 */
#include "cli/output.h"
#include "cli/formula_commands.h"

#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game, what is asked of it and what came of that. */
typedef struct {
    const Arguments *arguments;
    ZermeloGame *game;
    ZermeloVerification *verification;
    Arena *arena; /* of what is shown */
    Texts roles;
    size_t moves_shown;
} Verifying;

static const char *verdict_word(const ZermeloVerdict *verdict)
{
    static const char *const words[] = {"unknown", "proved", "refuted"};
    return verdict->is_vacuous ? "vacuous" : words[verdict->verdict];
}

static bool is_about(const ZermeloVerdict *verdict, const char *property)
{
    return strcmp(verdict->property, property) == 0;
}

/* Whether a play of LENGTH steps may be printed; if so, counts its moves. Each
 * role may have a play of its own, with moves of all roles. */
static bool reserve_moves(Verifying *verifying, size_t length)
{
    enum { MAX_MOVES = 1000000 };
    size_t move_count = length * verifying->roles.count;
    if (verifying->moves_shown &&
        verifying->moves_shown + move_count > MAX_MOVES)
        return false;
    verifying->moves_shown += move_count;
    return true;
}

/* The play of a result, or the other one. */
static Moves play_of(const Verifying *verifying, size_t number, bool other)
{
    const ZermeloVerification *verification = verifying->verification;
    return (Moves){
        verifying->roles,
        zermelo_verification_play(verification, number, other),
        zermelo_verification_verdict(verification, number).play_length};
}

/* The position at the end of the play. */
static Texts final_features(const Verifying *verifying, size_t number)
{
    Texts features;
    features.count = zermelo_verification_features(verifying->verification,
                                                   number, &features.items);
    return features;
}

/* ---- for people ---- */

static void show_moves(const char *words, Moves play)
{
    Text moves = {0};
    add_moves(&moves, play);
    printf("         %s%s", words, text_string(&moves));
    text_free(&moves);
}

/* What a game may or may not be: no is no fault. */
static bool is_description(const ZermeloVerdict *verdict)
{
    return is_about(verdict, "zero-sum") || is_about(verdict, "turn-taking");
}

static void show_play(const Verifying *verifying, size_t number,
                      const ZermeloVerdict *verdict)
{
    Moves play = play_of(verifying, number, false);
    show_moves(play.length ? "by the play " : "in the initial position", play);
    assert(!verdict->has_loop || verdict->loop_from < play.length);
    if (verdict->has_loop)
        printf("\n         which is back in position %zu", verdict->loop_from);
    putchar('\n');
    if (has_option(verifying->arguments, "trace"))
        show_steps(verifying->game, play);
    else if (verdict->verdict == ZERMELO_NO && !verdict->has_other &&
             !is_description(verdict))
        show_position(play.length, final_features(verifying, number));
}

/* The second of two plays that are the same to a role. */
static void show_other_play(const Verifying *verifying, size_t number)
{
    Moves play = play_of(verifying, number, true);
    show_moves("or, for all it knows, ", play);
    putchar('\n');
    if (has_option(verifying->arguments, "trace"))
        show_steps(verifying->game, play);
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
               plural(verdict->bound));
    putchar('\n');
}

static void show_verdicts(Verifying *verifying)
{
    const ZermeloVerification *verification = verifying->verification;
    bool is_unplayable = false;
    for (size_t i = 0; i < zermelo_verification_count(verification); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(verification, i);
        show_verdict(&verdict);
        if (is_about(&verdict, "playable"))
            is_unplayable = verdict.verdict == ZERMELO_NO;
        if (is_about(&verdict, "terminating") && is_unplayable &&
            verdict.verdict == ZERMELO_YES)
            puts("         a play also ends where a role has no move");
        if (verdict.message && !verdict.has_other)
            printf("         %s\n", verdict.message);
        bool is_shown = reserve_moves(verifying, verdict.play_length);
        if (verdict.has_play && !is_shown)
            puts("         by a play that is too long to be shown");
        if (verdict.has_play && is_shown)
            show_play(verifying, i, &verdict);
        if (verdict.has_other && is_shown)
            show_other_play(verifying, i);
        char *reason = reason_with_advice(verifying->arguments, verdict.reason);
        if (reason)
            printf("         %s\n", reason);
        free(reason);
    }
}

/* ---- for programs ---- */

static json_t *verdict_json(Verifying *verifying, size_t number)
{
    ZermeloVerdict verdict =
        zermelo_verification_verdict(verifying->verification, number);
    bool is_refuted = verdict.has_play && verdict.verdict == ZERMELO_NO;
    bool is_shown = reserve_moves(verifying, verdict.play_length);
    bool is_witness = is_about(&verdict, "winnable");
    json_t *play = verdict.has_play && is_shown
                       ? moves_json(play_of(verifying, number, false))
                       : json_null();
    json_t *other = verdict.has_other && is_shown
                        ? moves_json(play_of(verifying, number, true))
                        : json_null();
    char *reason = reason_with_advice(
        verifying->arguments,
        is_shown ? verdict.reason : "the play is too long to be shown");
    json_t *answer = JSON_OBJECT(
        {"property", json_text(verdict.property)},
        {"role", json_text(verdict.role)},
        {"verdict", json_text(verdict_word(&verdict))},
        {"why", json_text(verdict.why)},
        {"message", json_text(verdict.message)},
        {"bound", verdict.has_bound ? json_count(verdict.bound) : json_null()},
        {"trace", is_witness ? json_null() : play},
        {"loop_from",
         verdict.has_loop ? json_count(verdict.loop_from) : json_null()},
        {"position", is_refuted ? json_texts(final_features(verifying, number))
                                : json_null()},
        {"witness", is_witness ? play : json_null()}, {"other", other},
        {"how", json_text(verdict.how)}, {"reason", json_text(reason)});
    free(reason);
    return answer;
}

static json_t *answer_json(Verifying *verifying, json_t *statistics)
{
    json_t *results = json_array();
    for (size_t i = 0; i < zermelo_verification_count(verifying->verification);
         i++)
        json_array_append_new(results, verdict_json(verifying, i));
    json_t *answer = JSON_OBJECT(
        {"file", json_text(verifying->arguments->operands[0])},
        {"seconds",
         json_real(zermelo_verification_seconds(verifying->verification))},
        {"results", results});
    if (statistics)
        json_put(answer, "statistics", json_incref(statistics));
    return answer;
}

/* ---- all of it ---- */

/* The three that every game should have. */
static int status_of(const ZermeloVerification *verification)
{
    bool has_unknown = false, has_refuted = false;
    for (size_t i = 0; i < zermelo_verification_count(verification); i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(verification, i);
        if (!is_about(&verdict, "playable") &&
            !is_about(&verdict, "terminating") && !is_about(&verdict, "goals"))
            continue;
        has_unknown = has_unknown || verdict.verdict == ZERMELO_UNKNOWN;
        has_refuted = has_refuted || verdict.verdict == ZERMELO_NO;
    }
    return has_refuted ? EXIT_NO : has_unknown ? EXIT_UNKNOWN : EXIT_YES;
}

static int print_answer(Verifying *verifying, bool has_many)
{
    const ZermeloVerification *verification = verifying->verification;
    size_t count = zermelo_verification_role_count(verification), method_count;
    const ZermeloStatistics *methods =
        zermelo_verification_statistics(verification, &method_count);
    const char **roles = arena_array(verifying->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        roles[i] = zermelo_verification_role(verification, i);
    verifying->roles = (Texts){roles, count};
    json_t *statistics = has_option(verifying->arguments, "statistics")
                             ? statistics_json(methods, method_count)
                             : NULL;
    if (!wants_json)
        show_verdicts(verifying);
    else if (has_many)
        print_json_line(answer_json(verifying, statistics));
    else
        print_json(answer_json(verifying, statistics));
    if (!wants_json && statistics)
        show_statistics(statistics);
    json_decref(statistics);
    return status_of(verification);
}

/* The first operand; it is one of several if HAS_MANY. */
static int verify_file(const Arguments *arguments, bool has_many)
{
    const char *path = arguments->operands[0], *why;
    if (has_many && !wants_json) {
        printf("%s:\n", path);
        fflush(stdout); /* before what goes to stderr */
    }
    Verifying verifying = {.arguments = arguments,
                           .game = load_game(arguments)};
    if (!verifying.game)
        return EXIT_ERROR;
    verifying.arena = arena_new();
    ZermeloSettings *settings = settings_of(arguments);
    const ZermeloVerifyOptions options = {
        .seed = count_option(arguments, "seed", 1),
        .settings = settings,
        .limits = limits_of(arguments)};
    int status = EXIT_ERROR;
    if (settings) {
        verifying.verification = zermelo_verify(verifying.game, &options, &why);
        status = verifying.verification ? print_answer(&verifying, has_many)
                                        : fail("verify", "%s: %s", path, why);
    }
    zermelo_settings_free(settings);
    arena_free(verifying.arena);
    zermelo_verification_free(verifying.verification);
    zermelo_free(verifying.game);
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
