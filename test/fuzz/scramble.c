/* scramble.c - answers depend on the rules alone: not on names, nor on order */
#include "scramble.h"

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
    const ZermeloLimits limits = {.seconds = SECONDS};
    const char *why;
    ZermeloPerft counts[DEPTH + 1];
    size_t done = 0;
    ZermeloNet *net = zermelo_ground(game, &limits, &why);
    if (net)
        zermelo_net_perft(net, DEPTH, &limits, counts, &done);
    for (size_t i = 0; i <= DEPTH; i++) {
        note(answers, "plays", i < done ? (long long)counts[i].plays : LIMITED);
        note(answers, "states",
             i < done ? (long long)counts[i].states : LIMITED);
        note(answers, "ends",
             i < done ? (long long)counts[i].terminal : LIMITED);
    }
    if (net && zermelo_role_count(game) == 1) {
        ZermeloPuzzle puzzle = {
            .goal = -1, .seed = 1, .limits.seconds = SECONDS};
        char *fault = NULL;
        ZermeloSolution *solution = zermelo_solve(game, net, &puzzle, &fault);
        bool good = solution && !zermelo_solution_stopped(solution);
        note(answers, "solve: verdict",
             good ? (long long)zermelo_solution_verdict(solution) : LIMITED);
        note(answers, "solve: value",
             good ? zermelo_solution_goal(solution) : LIMITED);
        note(answers, "solve: length",
             good && zermelo_solution_shortest(solution)
                 ? (long long)zermelo_solution_length(solution)
                 : LIMITED);
        zermelo_solution_free(solution);
        free(fault);
    }
    zermelo_net_free(net);
}

static void note_verified(Answers *answers, ZermeloGame *game)
{
    const ZermeloVerifyOptions options = {.seed = 1,
                                          .limits = {.seconds = SECONDS}};
    const char *why;
    ZermeloVerification *verified = zermelo_verify(game, &options, &why);
    for (size_t i = 0; verified && i < zermelo_verification_count(verified);
         i++) {
        ZermeloVerdict verdict = zermelo_verification_verdict(verified, i);
        note(answers,
             arena_printf(answers->arena, "verify: %s", verdict.property),
             verdict.reason ? LIMITED : (long long)verdict.verdict);
    }
    zermelo_verification_free(verified);
}

static void note_proved(Answers *answers, ZermeloGame *game,
                        const char *const *formulas, size_t count)
{
    static const char *const families[] = {"persistence", "existence",
                                           "control",     "unique",
                                           "turn-taking", "zero-sum"};
    enum { FAMILIES = sizeof families / sizeof *families };
    const char *failure;
    char *why = NULL;
    ZermeloProveOptions options = {.engine = "native",
                                   .method = ZERMELO_MUTUAL,
                                   .seed = 1,
                                   .threads = 1,
                                   .limits.seconds = SECONDS};
    ZermeloProof *proof = zermelo_proof_new(game, &options, &failure);
    long long verdicts[FAMILIES][3] = {{0}};
    bool limited = false;
    if (!proof)
        return;
    zermelo_proof_family(proof, "all");
    for (size_t i = 0; i < count; i++) {
        char *complaint = NULL;
        if (!zermelo_proof_add(proof, "formula", NULL, formulas[i], &complaint))
            note(answers, arena_printf(answers->arena, "%s", complaint), 0);
        free(complaint);
    }
    bool run = zermelo_proof_count(proof) && zermelo_proof_run(proof, &why);
    for (size_t i = 0; run && i < zermelo_proof_count(proof); i++)
        limited = limited || zermelo_proof_result(proof, i).reason;
    for (size_t i = 0; run && i < zermelo_proof_count(proof); i++) {
        ZermeloResult result = zermelo_proof_result(proof, i);
        size_t family = 0;
        while (family < FAMILIES &&
               (!result.family || strcmp(result.family, families[family]) != 0))
            family++;
        if (family < FAMILIES)
            verdicts[family][result.verdict % 3]++;
        else
            note(answers,
                 arena_printf(answers->arena, "prove: %s", result.formula),
                 limited ? LIMITED : (long long)result.verdict);
    }
    for (size_t i = 0; i < FAMILIES; i++)
        for (int k = 0; k < 3; k++)
            note(answers, families[i], limited ? LIMITED : verdicts[i][k]);
    free(why);
    zermelo_proof_free(proof);
}

static Answers answers_about(const char *kif, const char *const *formulas,
                             size_t count, Arena *arena)
{
    Answers answers = {.arena = arena};
    ZermeloGame *game = zermelo_read("game", kif, strlen(kif), ZERMELO_KIF);
    note(&answers, "usable", zermelo_usable(game));
    if (zermelo_usable(game)) {
        note_perft(&answers, game);
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
    size_t readable = 0;
    ZermeloProveOptions options = {.engine = "native"};
    ZermeloGame *game = zermelo_read("game", kif, strlen(kif), ZERMELO_KIF);
    ZermeloProof *proof =
        zermelo_usable(game) ? zermelo_proof_new(game, &options, &why) : NULL;
    for (size_t i = 0; proof && i < count; i++) {
        char *complaint = NULL;
        if (zermelo_proof_add(proof, "formula", NULL, formulas[i], &complaint))
            kept[readable++] = formulas[i];
        free(complaint);
    }
    zermelo_proof_free(proof);
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
