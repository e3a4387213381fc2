/* scramble.c - answers depend on the rules alone: not on names, nor on order */
#include "scramble.h"

#include "../answers.h"
#include "base/text.h"
#include "base/vec.h"
#include "rename.h"
#include "zermelo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS 5.0

enum { DEPTH = 3, LIMITED = -2 };

/* ANSWER is LIMITED where a limit was reached: then it may be another one. */
typedef struct {
    const char *question;
    long long answer;
} Answer;

typedef struct {
    Arena *arena;
    VEC(Answer) list;
} Answers;

static void note(Answers *answers, const char *question, long long answer)
{
    vec_push(&answers->list, ((Answer){question, answer}));
}

static void note_perft(Answers *answers, ZermeloGame *game)
{
    static const char *const keys[] = {"plays", "states", "terminal"};
    json_t *counts = ask(zermelo_perft_json, game,
                         json_pack("{s:s,s:i,s:f}", "engine", "machine",
                                   "depth", DEPTH, "time", SECONDS));
    for (size_t i = 0; i <= DEPTH; i++) {
        const json_t *depth =
            json_array_get(json_object_get(counts, "depths"), i);
        for (size_t k = 0; k < 3; k++)
            note(answers, keys[k],
                 depth ? (long long)count_of(depth, keys[k]) : LIMITED);
    }
    json_decref(counts);
}

static void note_solved(Answers *answers, ZermeloGame *game)
{
    if (zermelo_role_count(game) == 1) {
        json_t *solution =
            ask(zermelo_solve_json, game, json_pack("{s:f}", "time", SECONDS));
        bool good =
            has_value(solution, "verdict") && !has_value(solution, "stopped");
        note(answers, "solve: verdict",
             good ? text_is(solution, "verdict", "solved") : LIMITED);
        note(answers, "solve: value",
             good ? (long long)count_of(solution, "goal") : LIMITED);
        note(answers, "solve: length",
             good && flag_of(solution, "shortest")
                 ? (long long)count_of(solution, "length")
                 : LIMITED);
        json_decref(solution);
    }
}

static long long verdict_number(const json_t *result)
{
    return (long long)find_word("unknown|proved|refuted|vacuous",
                                text_of(result, "verdict"));
}

static void note_verified(Answers *answers, ZermeloGame *game)
{
    json_t *verified =
        ask(zermelo_verify_json, game, json_pack("{s:f}", "time", SECONDS));
    for (size_t i = 0; i < result_count(verified); i++) {
        const json_t *result = result_of(verified, i);
        note(answers,
             arena_printf(answers->arena, "verify: %s",
                          text_of(result, "property")),
             has_value(result, "reason") ? LIMITED : verdict_number(result));
    }
    json_decref(verified);
}

static void note_proved(Answers *answers, ZermeloGame *game,
                        const char *const *formulas, size_t count)
{
    static const char *const families[] = {"persistence", "existence",
                                           "control",     "unique",
                                           "turn-taking", "zero-sum"};
    enum { FAMILIES = sizeof families / sizeof *families };
    json_t *options =
        json_pack("{s:s,s:[],s:i,s:f,s:s}", "family", "all", "formula",
                  "threads", 1, "time", SECONDS, "generator", "all");
    long long verdicts[FAMILIES][3] = {{0}};
    bool limited = false;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(json_object_get(options, "formula"),
                              json_text(formulas[i]));
    json_t *proof = ask(zermelo_prove_json, game, options);
    if (!results_of(proof))
        note(answers,
             arena_printf(answers->arena, "%s",
                          text_of(json_object_get(proof, "error"), "message")),
             0);
    for (size_t i = 0; i < result_count(proof); i++)
        limited = limited || has_value(result_of(proof, i), "reason");
    for (size_t i = 0; i < result_count(proof); i++) {
        const json_t *result = result_of(proof, i);
        size_t family = 0;
        while (family < FAMILIES &&
               !text_is(result, "family", families[family]))
            family++;
        if (family < FAMILIES)
            verdicts[family][verdict_number(result) % 3]++;
        else
            note(answers,
                 arena_printf(answers->arena, "prove: %s",
                              text_of(result, "formula")),
                 limited ? LIMITED : verdict_number(result));
    }
    for (size_t i = 0; i < FAMILIES; i++)
        for (int k = 0; k < 3; k++)
            note(answers, families[i], limited ? LIMITED : verdicts[i][k]);
    json_decref(proof);
}

static Answers answers_about(const char *kif, const char *const *formulas,
                             size_t count, Arena *arena)
{
    Answers answers = {.arena = arena};
    ZermeloGame *game =
        zermelo_read("game", kif, strlen(kif), ZERMELO_KIF, NULL);
    note(&answers, "usable", zermelo_usable(game));
    if (zermelo_usable(game)) {
        note_perft(&answers, game);
        note_solved(&answers, game);
        note_verified(&answers, game);
        note_proved(&answers, game, formulas, count);
    }
    zermelo_free(game);
    return answers;
}

static const char *difference(const Answers *one, const Answers *other)
{
    if (one->list.count != other->list.count)
        return arena_printf(one->arena, "%zu answers and %zu: %s, %s",
                            one->list.count, other->list.count,
                            vec_last(&one->list).question,
                            vec_last(&other->list).question);
    for (size_t i = 0; i < one->list.count; i++) {
        const Answer *a = &one->list.items[i], *b = &other->list.items[i];
        if (a->answer != b->answer && a->answer != LIMITED &&
            b->answer != LIMITED)
            return arena_printf(one->arena, "%s is %lld, %s is %lld",
                                a->question, a->answer, b->question, b->answer);
    }
    return NULL;
}

/* Formulas that are about something that does not exist are left out. */
static size_t keep_readable(const char *kif, const char *const *formulas,
                            size_t count, const char **kept)
{
    const char *why;
    const ZermeloLimits limits = {.seconds = SECONDS};
    size_t readable = 0;
    ZermeloGame *game =
        zermelo_read("game", kif, strlen(kif), ZERMELO_KIF, NULL);
    ZermeloPlay *play =
        zermelo_usable(game) ? zermelo_play_new(game, &limits, &why) : NULL;
    for (size_t i = 0; play && i < count; i++) {
        char *complaint = NULL;
        ZermeloAnswer answer =
            zermelo_play_holds(play, formulas[i], &complaint);
        if (answer != ZERMELO_UNKNOWN || !strchr(complaint, '\n'))
            kept[readable++] = formulas[i]; /* a diagnostic has lines */
        free(complaint);
    }
    zermelo_play_free(play);
    zermelo_free(game);
    return readable;
}

const char *scrambled_differs(const char *kif, const char *const *all,
                              size_t all_count, Random *random, Arena *arena)
{
    Renaming *renaming = renaming_new(random, arena);
    const char **formulas = arena_array(arena, const char *, all_count + 1);
    const char **renamed = arena_array(arena, const char *, all_count + 1);
    size_t count = keep_readable(kif, all, all_count, formulas);
    for (size_t i = 0; i < count; i++)
        renamed[i] = rename_formula(renaming, formulas[i]);
    const char *copy = shuffle_kif(rename_kif(renaming, kif), random, arena);
    Answers one = answers_about(kif, formulas, count, arena);
    Answers other = answers_about(copy, renamed, count, arena);
    const char *differs = difference(&one, &other);
    if (differs) {
        Text text = {0};
        text_addf(&text, "%s\n%s\n", differs, copy);
        for (size_t i = 0; i < count; i++)
            text_addf(&text, "%s\n  %s\n", formulas[i], renamed[i]);
        differs = arena_string(arena, text_string(&text), text.length);
        text_free(&text);
    }
    vec_free(&one.list);
    vec_free(&other.list);
    return differs;
}
