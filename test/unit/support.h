/* support.h - what the unit tests share: answers as text, and tables of them
 *
 * Every answer is borrowed until the same function is asked again.
 */
#ifndef ZERMELO_TEST_SUPPORT_H
#define ZERMELO_TEST_SUPPORT_H

#include "base/text.h"
#include "zermelo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A game of one move; what a test is about is put before or behind it. */
#define GAME                                                                   \
    "(role you)\n(legal you go)\n(<= (next over) (does you go))\n"             \
    "(<= terminal (true over))\n(goal you 100)\n"

/* ---- tables ---- */

typedef struct {
    const char *input, *expected;
} Case;

typedef const char *AnswerTo(const char *input);

static inline void check_cases(const Case *cases, size_t count,
                               AnswerTo *answer)
{
    for (size_t i = 0; i < count; i++) {
        const char *actual = answer(cases[i].input);
        if (strcmp(actual, cases[i].expected) != 0)
            fail_msg("\n%.2000s\n  expected: %.2000s\n  and got:  %.2000s",
                     cases[i].input, cases[i].expected, actual);
    }
}

#define assert_cases(cases, answer)                                            \
    check_cases(cases, sizeof(cases) / sizeof *(cases), answer)

/* ---- answers ---- */

static inline ZermeloGame *read_game(const char *text)
{
    return zermelo_read("t", text, strlen(text), ZERMELO_ANY_SYNTAX, NULL);
}

/* A rule file, usable or not; it has to be there. */
static inline ZermeloGame *read_game_file(const char *path)
{
    const char *why = "";
    ZermeloGame *game = zermelo_read_file(path, ZERMELO_ANY_SYNTAX, NULL, &why);
    if (!game)
        fail_msg("%s: %s", path, why);
    return game;
}

/* A text that is kept until the next one comes to the same place. */
static inline const char *keep(Text *place, Text text)
{
    text_free(place);
    *place = text;
    return text_string(place);
}

/* Fragments are no games: what they lack may stand elsewhere. */
static inline bool is_about_fragment(const ZermeloGame *game, size_t number)
{
    const char *rule = zermelo_diagnostic(game, number).rule;
    return strcmp(rule, "over-at-start") != 0 &&
           strcmp(rule, "unread-feature") != 0 &&
           strcmp(rule, "lonely-constant") != 0;
}

/* All diagnostics as check prints them. */
static inline const char *complaints(const char *text)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game(text);
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        if (!is_about_fragment(game, i))
            continue;
        char *one = zermelo_diagnostic_text(game, i);
        text_adds(&all, one);
        free(one);
    }
    zermelo_free(game);
    return keep(&kept, all);
}

/* "valid", "usable" or "useless", and the rules that are broken, each with its
 * line, in the order of the text: "usable, 2 unsafe-head, 3 unused". */
static inline const char *judgement(const char *text)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game(text);
    text_adds(&all, zermelo_valid(game)    ? "valid"
                    : zermelo_usable(game) ? "usable"
                                           : "useless");
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic found = zermelo_diagnostic(game, i);
        if (is_about_fragment(game, i))
            text_addf(&all, ", %zu %s", found.line, found.rule);
    }
    zermelo_free(game);
    return keep(&kept, all);
}

/* The judgement of TEXT behind GAME, whose lines are not counted; and before
 * that, what is assumed. */
static inline const char *judge_in_game(const char *text, bool pedantic)
{
    static Text kept;
    Text whole = {0}, all = {0};
    text_addf(&whole, GAME "%s", text);
    ZermeloGame *game = read_game(text_string(&whole));
    if (pedantic)
        free(zermelo_check_json(game, "{\"pedantic\": true}", NULL));
    text_adds(&all, zermelo_valid(game)    ? "valid"
                    : zermelo_usable(game) ? "usable"
                                           : "useless");
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic found = zermelo_diagnostic(game, i);
        if (!is_about_fragment(game, i))
            continue;
        text_addf(&all, "; %s: %s", found.rule, found.message);
        if (found.assumed)
            text_addf(&all, " (%s)", found.assumed);
    }
    zermelo_free(game);
    text_free(&whole);
    return keep(&kept, all);
}

static inline const char *judged_in_game(const char *text)
{
    return judge_in_game(text, false);
}

static inline const char *judged_pedantically(const char *text)
{
    return judge_in_game(text, true);
}

/* All warnings of a whole game, each with its line: "1 unused, 3 case". */
static inline const char *warnings(const char *text)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game(text);
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic found = zermelo_diagnostic(game, i);
        if (!found.is_error)
            text_addf(&all, "%s%zu %s", all.length ? ", " : "", found.line,
                      found.rule);
    }
    zermelo_free(game);
    return keep(&kept, all);
}

static inline const char *printed_as(const char *text, ZermeloSyntax syntax)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game(text);
    char *print = zermelo_print(game, syntax);
    text_adds(&all, print);
    free(print);
    zermelo_free(game);
    return keep(&kept, all);
}

static inline const char *as_kif(const char *text)
{
    return printed_as(text, ZERMELO_KIF);
}

static inline const char *as_infix(const char *text)
{
    return printed_as(text, ZERMELO_INFIX);
}

/* ---- plays ---- */

typedef const char *Item(const ZermeloPlay *play, size_t role, size_t number);

static inline void add_items(Text *out, const ZermeloPlay *play,
                             const char *title, size_t role, size_t count,
                             Item *item)
{
    if (!count)
        return;
    text_addf(out, "\n%s %s", zermelo_play_role(play, role), title);
    for (size_t i = 0; i < count; i++)
        text_addf(out, " %s", item(play, role, i));
}

/* What there is to say of the position that PLAY reached, in lines. */
static inline void add_position(Text *out, const ZermeloPlay *play)
{
    if (zermelo_play_failure(play)) {
        text_adds(out, zermelo_play_failure(play));
        return;
    }
    text_adds(out, zermelo_play_terminal(play) ? "over:" : "now:");
    for (size_t i = 0; i < zermelo_play_feature_count(play); i++)
        text_addf(out, " %s", zermelo_play_feature(play, i));
    for (size_t i = 0; i < zermelo_play_role_count(play); i++) {
        add_items(out, play, "sees", i, zermelo_play_percept_count(play, i),
                  zermelo_play_percept);
        add_items(out, play, "may", i, zermelo_play_move_count(play, i),
                  zermelo_play_move);
        for (size_t k = 0; k < zermelo_play_goal_count(play, i); k++)
            text_addf(out, "\n%s gets %d", zermelo_play_role(play, i),
                      zermelo_play_goal(play, i, k));
    }
}

/* The position after MOVES, or why there is none. */
static inline const char *after(const char *text, const char *moves)
{
    static Text kept;
    Text all = {0};
    ZermeloGame *game = read_game(text);
    const char *why = NULL;
    ZermeloPlay *play = zermelo_play_new(game, NULL, &why);
    char *fault = NULL;
    if (!play)
        text_adds(&all, why);
    else if (!zermelo_play_moves(play, moves, &fault))
        text_adds(&all, fault);
    else
        add_position(&all, play);
    free(fault);
    zermelo_play_free(play);
    zermelo_free(game);
    return keep(&kept, all);
}

/* ---- large texts ---- */

/* BEFORE, then PART as often as COUNT says, then AFTER; to be freed. */
static inline char *repeated(const char *before, const char *part, size_t count,
                             const char *behind)
{
    Text text = {0};
    text_adds(&text, before);
    for (size_t i = 0; i < count; i++)
        text_adds(&text, part);
    text_adds(&text, behind);
    return text_take(&text);
}

#endif
