/* check.c - what must hold of any text, whatever its bytes */
#include "check.h"

#include "../answers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_STEPS = 5, MAX_ROLES = 64 };

/* Processor time a play may take beyond its limit: the interpreter looks at
 * the clock now and then, and the sanitizers slow it down. */
#define SLACK_SECONDS 4.0

void broken(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("\nbroken property: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* ---- diagnostics ---- */

bool has_diagnostic(const ZermeloGame *game, const char *rule)
{
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
        if (strcmp(zermelo_diagnostic(game, i).rule, rule) == 0)
            return true;
    return false;
}

static void check_explained(const ZermeloDiagnostic *diagnostic)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (strcmp(explanation.rule, diagnostic->rule) != 0)
            continue;
        if (explanation.is_error != diagnostic->is_error)
            broken("[%s] is an error here and none there", diagnostic->rule);
        return;
    }
    broken("[%s] has no explanation", diagnostic->rule);
}

/* The bytes of each line, its end included: as many characters at most. */
typedef struct {
    size_t count;
    size_t *bytes;
} Lines;

static Lines lines_of(const char *text, size_t length)
{
    Lines lines = {1, calloc(length + 2, sizeof(size_t))};
    for (size_t i = 0; i < length; i++) {
        bool crlf = text[i] == '\r' && i + 1 < length && text[i + 1] == '\n';
        lines.bytes[lines.count - 1]++;
        if ((text[i] == '\n' || text[i] == '\r') && !crlf)
            lines.count++;
    }
    return lines;
}

static void check_place(const Lines *lines, size_t line, size_t column,
                        const char *rule)
{
    if (line < 1 || line > lines->count || column < 1 ||
        column > lines->bytes[line - 1] + 1)
        broken("[%s] at %zu:%zu is outside of the text", rule, line, column);
}

static bool is_before(size_t line, size_t column, size_t other_line,
                      size_t other_column)
{
    return line < other_line || (line == other_line && column < other_column);
}

static void check_shown(const ZermeloGame *game, size_t number)
{
    char *shown = zermelo_diagnostic_text(game, number);
    size_t length = strlen(shown);
    if (strncmp(shown, "fuzz:", 5) != 0 || shown[length - 1] != '\n')
        broken("a diagnostic is shown as \"%s\"", shown);
    free(shown);
}

static void check_diagnostics(const ZermeloGame *game, const char *text,
                              size_t length)
{
    Lines lines = lines_of(text, length);
    size_t line = 0, column = 0, errors = 0;
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic it = zermelo_diagnostic(game, i);
        check_explained(&it);
        check_place(&lines, it.line, it.column, it.rule);
        check_place(&lines, it.end_line, it.end_column, it.rule);
        if (is_before(it.end_line, it.end_column, it.line, it.column))
            broken("[%s] ends before it begins", it.rule);
        if (is_before(it.line, it.column, line, column))
            broken("[%s] is not in the order of the text", it.rule);
        if (it.assumed && !it.is_error)
            broken("[%s] is a warning and assumes something", it.rule);
        if (it.is_error && !it.assumed && zermelo_usable(game))
            broken("[%s] assumes nothing, and the game is usable", it.rule);
        check_shown(game, i);
        line = it.line;
        column = it.column;
        errors += it.is_error;
    }
    if (errors && zermelo_valid(game))
        broken("a valid game has errors");
    if (!zermelo_valid(game) && !errors && !zermelo_suppressed_count(game))
        broken("an invalid game has no errors");
    if (zermelo_valid(game) && !zermelo_usable(game))
        broken("a valid game is not usable");
    if (zermelo_usable(game) && !zermelo_readable(game))
        broken("a usable game is not readable");
    free(lines.bytes);
}

/* ---- what is printed can be read again ---- */

static ZermeloGame *read_text(const char *text, ZermeloSyntax syntax)
{
    return zermelo_read("fuzz", text, strlen(text), syntax, NULL);
}

/* Infix form writes lower case; comments and empty lines are the affair of
 * unit tests. */
static void normalise(char *kif)
{
    char *to = kif;
    for (char *line = kif; *line;) {
        size_t length = strcspn(line, "\n");
        length += line[length] == '\n';
        bool kept = line[0] != ';' && line[0] != '\n';
        for (size_t i = 0; i < length && kept; i++)
            *to++ = line[i] >= 'A' && line[i] <= 'Z' ? line[i] + 'a' - 'A'
                                                     : line[i];
        line += length;
    }
    *to = '\0';
}

static void check_same(const char *how, const char *before, const char *after)
{
    if (strcmp(before, after) != 0)
        broken("%s.\n--- before:\n%s--- after:\n%s", how, before, after);
}

static void check_kif_again(const char *kif)
{
    ZermeloGame *again = read_text(kif, ZERMELO_KIF);
    char *after = zermelo_print(again, ZERMELO_KIF);
    check_same("prefix text read again is printed otherwise", kif, after);
    free(after);
    zermelo_free(again);
}

static void check_infix_again(const ZermeloGame *game, char *kif)
{
    char *infix = zermelo_print(game, ZERMELO_INFIX);
    ZermeloGame *again = read_text(infix, ZERMELO_INFIX);
    char *after = zermelo_print(again, ZERMELO_KIF);
    if (!zermelo_readable(again))
        broken("infix text cannot be read again:\n%s", infix);
    normalise(kif);
    normalise(after);
    check_same("through infix text the rules become others", kif, after);
    free(after);
    free(infix);
    zermelo_free(again);
}

/* A body that is one `and` is a body like any other in infix form, so prefix
 * texts with `and`, which GDL does not have, may change. */
static void check_printed(const ZermeloGame *game)
{
    char *kif = zermelo_print(game, ZERMELO_KIF);
    char *own = zermelo_print(game, ZERMELO_ANY_SYNTAX);
    if (zermelo_usable(game) && !*kif)
        broken("a usable game is printed as nothing");
    if (zermelo_readable(game)) {
        check_kif_again(kif);
        if (!has_diagnostic(game, "and-in-body"))
            check_infix_again(game, kif);
    }
    free(own);
    free(kif);
}

ZermeloGame *check_read(const char *text, size_t length, ZermeloSyntax syntax)
{
    ZermeloGame *game = zermelo_read("fuzz", text, length, syntax, NULL);
    check_diagnostics(game, text, length);
    check_printed(game);
    for (size_t i = 0; i < zermelo_role_count(game); i++)
        if (!*zermelo_role(game, i))
            broken("a role without a name");
    if (!*zermelo_language(game))
        broken("no language");
    return game;
}

/* ---- playing ---- */

ZermeloPlay *check_start(ZermeloGame *game)
{
    ZermeloLimits limits = {.seconds = PLAY_SECONDS};
    const char *why = NULL;
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    if (!play && (!why || !*why))
        broken("a play cannot begin, and nobody says why");
    if (play && zermelo_play_role_count(play) == 0)
        broken("a play without roles");
    return play;
}

/* All features of the position, one a line; to be freed. */
static char *position_of(const ZermeloPlay *play)
{
    size_t size = 1;
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        size += strlen(zermelo_play_feature(play, i)) + 1;
    char *text = malloc(size), *to = text;
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        to += sprintf(to, "%s\n", zermelo_play_feature(play, i));
    *to = '\0';
    return text;
}

/* The last step as users write it; to be freed. */
static char *last_step(const ZermeloPlay *play)
{
    size_t roles = zermelo_play_role_count(play), size = 1;
    size_t last = zermelo_play_length(play) - 1;
    for (size_t i = 0; i < roles; i++)
        size += strlen(zermelo_play_made(play, last, i)) + 2;
    char *text = malloc(size), *to = text;
    *to = '\0';
    for (size_t i = 0; i < roles; i++)
        to += sprintf(to, "%s%s", i ? ", " : "",
                      zermelo_play_made(play, last, i));
    return text;
}

/* Takes the last step back and makes it again, by its name. */
static void check_step_again(ZermeloPlay *play)
{
    char *after = position_of(play), *step = last_step(play), *why = NULL;
    size_t length = zermelo_play_length(play);
    if (!zermelo_play_undo(play) || zermelo_play_length(play) != length - 1)
        broken("a step cannot be taken back");
    if (!zermelo_play_moves(play, step, &why) && !zermelo_play_failure(play))
        broken("the legal step \"%s\" is refused: %s", step, why);
    char *again = position_of(play);
    if (!zermelo_play_failure(play))
        check_same("a step made again leads elsewhere", after, again);
    free(again);
    free(step);
    free(after);
    free(why);
}

static unsigned draw(unsigned *seed)
{
    *seed = *seed * 1103515245u + 12345u;
    return *seed >> 16;
}

/* A random step; false if there is none. */
static bool make_step(ZermeloPlay *play, unsigned *seed)
{
    size_t roles = zermelo_play_role_count(play), choices[MAX_ROLES];
    if (roles > MAX_ROLES || zermelo_play_terminal(play))
        return false;
    for (size_t i = 0; i < roles; i++) {
        size_t count = zermelo_play_move_count(play, i);
        if (!count)
            return false;
        choices[i] = draw(seed) % count;
    }
    if (zermelo_play_failure(play))
        return false; /* out of time: an answer, not a fault */
    if (!zermelo_play_step(play, choices))
        broken("a legal step is refused");
    return true;
}

static void check_goals(const ZermeloPlay *play)
{
    for (size_t r = 0; r < zermelo_play_role_count(play); r++)
        for (size_t i = 0; i < zermelo_play_goal_count(play, r); i++) {
            int goal = zermelo_play_goal(play, r, i);
            if (goal < 0 || goal > 100)
                broken("a goal value of %d", goal);
        }
}

/* What there is at each depth, as far as it could be counted. */
static json_t *counts_by(ZermeloGame *game, const char *engine, int depth)
{
    json_t *answer = ask(zermelo_perft_json, game,
                         json_pack("{s:s,s:i,s:f}", "engine", engine, "depth",
                                   depth, "time", (double)PLAY_SECONDS));
    json_t *counts = json_incref(json_object_get(answer, "depths"));
    json_decref(answer);
    return counts;
}

/* A play and a position are there at depth 0, and at depth 1 a play for each
 * joint move. */
static void check_counts(ZermeloGame *game, ZermeloPlay *play)
{
    uint64_t joint = !zermelo_play_terminal(play);
    for (size_t r = 0; r < zermelo_play_role_count(play); r++)
        joint *= zermelo_play_move_count(play, r);
    if (joint > 1000)
        return;
    json_t *counts = counts_by(game, "interp", 1);
    const json_t *first = json_array_get(counts, 0);
    const json_t *second = json_array_get(counts, 1);
    if (second &&
        (count_of(first, "plays") != 1 || count_of(first, "states") != 1))
        broken("not one play at the beginning");
    if (second && (count_of(second, "plays") != joint ||
                   count_of(second, "states") > count_of(second, "plays")))
        broken("%zu plays of one step, and %llu joint moves",
               count_of(second, "plays"), (unsigned long long)joint);
    json_decref(counts);
}

/* ---- engines ---- */

static void check_same_counts(ZermeloGame *game)
{
    enum { DEPTH = 3 };
    json_t *plain = counts_by(game, "interp", DEPTH);
    json_t *fast = counts_by(game, "machine", DEPTH);
    for (size_t i = 0; i < json_array_size(plain) && i < json_array_size(fast);
         i++)
        if (!json_equal(json_array_get(plain, i), json_array_get(fast, i)))
            broken("interpreter and machine differ at depth %zu", i);
    json_decref(plain);
    json_decref(fast);
}

/* ENGINE's eight playouts of at most STEPS steps. */
static json_t *playouts_by(ZermeloGame *game, const char *engine, int steps,
                           double seconds)
{
    return ask(zermelo_simulate_json, game,
               json_pack("{s:s,s:i,s:i,s:i,s:f}", "engine", engine, "steps",
                         steps, "playouts", 8, "threads", 1, "time", seconds));
}

static void check_same_tallies(const json_t *one, const json_t *other,
                               const char *what)
{
    static const char *const keys[] = {"playouts", "states", "given_up",
                                       "goals"};
    for (size_t i = 0; i < 4; i++)
        if (!json_equal(json_object_get(one, keys[i]),
                        json_object_get(other, keys[i])))
            broken("%s differ in their playouts", what);
}

/* All engines play the same playouts. Where the interpreter runs into a limit
 * of its own there is nothing to compare. */
static void check_playouts(ZermeloGame *game)
{
    json_t *plain = playouts_by(game, "interp", 8, PLAY_SECONDS);
    json_t *machine = playouts_by(game, "machine", 8, 0);
    json_t *more = playouts_by(game, "machine", 256, 0);
    json_t *sliced = playouts_by(game, "sliced", 256, 0);
    if (has_value(plain, "playouts") &&
        real_of(plain, "seconds") < PLAY_SECONDS / 2)
        check_same_tallies(plain, machine, "interpreter and machine");
    check_same_tallies(more, sliced, "machine and sliced");
    json_decref(plain);
    json_decref(machine);
    json_decref(more);
    json_decref(sliced);
}

void check_engines(ZermeloGame *game)
{
    const ZermeloLimits limits = {.seconds = PLAY_SECONDS};
    const char *why;
    ZermeloNet *net = zermelo_ground(game, &limits, &why);
    ZermeloPlay *play = zermelo_play_new(game, &limits, &why);
    if (net && play && !zermelo_play_failure(play)) {
        check_same_counts(game);
        check_playouts(game);
    }
    zermelo_play_free(play);
    zermelo_net_free(net);
}

/* ---- playing ---- */

void check_play(ZermeloGame *game, unsigned seed)
{
    double start = cpu_seconds();
    ZermeloPlay *play = check_start(game);
    if (!play)
        return;
    if (!zermelo_play_failure(play))
        check_counts(game, play);
    for (int i = 0; i < MAX_STEPS && !zermelo_play_failure(play) &&
                    cpu_seconds() - start < PLAY_SECONDS;
         i++) {
        check_goals(play);
        if (!make_step(play, &seed) || zermelo_play_failure(play))
            break;
        check_step_again(play);
    }
    double taken = cpu_seconds() - start;
    if (taken > PLAY_SECONDS + SLACK_SECONDS)
        broken("%.1f seconds of play instead of %.1f (%s)", taken, PLAY_SECONDS,
               zermelo_play_failure(play) ? zermelo_play_failure(play)
                                          : "no limit was noticed");
    zermelo_play_free(play);
}
