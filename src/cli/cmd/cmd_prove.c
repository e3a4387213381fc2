/* cmd_prove.c - zermelo prove FILE
 *
 * The verdicts of formulas (src/prove), with the play that refutes, or the step
 * that induction fails on. Start reading at cmd_prove(), at the end.
 */
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/formula_commands.h"

#include "base/arena.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    ZermeloProof *proof;
    Arena *arena; /* of what is shown */
    Progress progress;
    size_t counts[3]; /* by answer */
} Proving;

static const char *const verdicts[] = {"unknown", "proved", "refuted"};
static const char *const generators[] = {"all", "control", "proved"};

static Texts roles_of(const Proving *proving)
{
    size_t count = zermelo_proof_role_count(proving->proof);
    const char **roles = arena_array(proving->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        roles[i] = zermelo_proof_role(proving->proof, i);
    return (Texts){roles, count};
}

/* The play of result NUMBER. */
static Moves trace_of(const Proving *proving, size_t number)
{
    const ZermeloProof *proof = proving->proof;
    Texts roles = roles_of(proving);
    size_t length = zermelo_proof_result(proof, number).trace_length;
    const char **moves =
        arena_array(proving->arena, const char *, length *roles.count);
    for (size_t i = 0; i < length * roles.count; i++)
        moves[i] = zermelo_proof_trace(proof, number, i / roles.count,
                                       i % roles.count);
    return (Moves){roles, moves, length};
}

/* ---- for people ---- */

/* The play in one line, and as boards. */
static void show_trace(const Proving *proving, Moves trace, size_t position)
{
    Text moves = {0};
    assert(position <= trace.length);
    add_moves(&moves, trace);
    printf("         fails in position %zu%s%s\n", position,
           trace.length ? " of the play " : ", the initial one",
           text_string(&moves));
    text_free(&moves);
    if (has_option(proving->arguments, "trace"))
        show_steps(proving->arguments->game, trace);
}

static void show_failed_position(const char *title, Texts features)
{
    printf("         %s\n", title);
    if (!features.count)
        printf("           nothing holds\n");
    print_board(features);
}

/* Two positions and the joint move between them, as Schiffel and Thielscher
 * (2009) show them. */
static void show_failed_step(const Proving *proving, size_t number)
{
    ZermeloFailedStep failed =
        zermelo_proof_failed_step(proving->proof, number);
    printf("         not inductive: it can fail after a step (from a position "
           "that may be\n         out of reach)\n");
    show_failed_position("before it",
                         (Texts){failed.before, failed.before_count});
    printf("         the step:");
    for (size_t i = 0; i < zermelo_proof_role_count(proving->proof); i++)
        printf("%s %s does %s", i ? "," : "",
               zermelo_proof_role(proving->proof, i), failed.moves[i]);
    putchar('\n');
    show_failed_position("after it", (Texts){failed.after, failed.after_count});
}

static void show_result(const Proving *proving, size_t number)
{
    ZermeloResult result = zermelo_proof_result(proving->proof, number);
    printf("%-8s ", verdicts[result.verdict]);
    if (!result.family && result.name)
        printf("%s: ", result.name);
    printf("%s\n", result.formula);
    if (result.has_trace)
        show_trace(proving, trace_of(proving, number), result.at);
    else if (result.has_failed_step)
        show_failed_step(proving, number);
    char *reason = reason_with_advice(proving->arguments, result.reason);
    if (reason)
        printf("         %s\n", reason);
    free(reason);
}

static void show_results(const Proving *proving)
{
    const ZermeloProof *proof = proving->proof;
    size_t count = zermelo_proof_count(proof);
    for (size_t i = 0; i < count; i++)
        show_result(proving, i);
    printf("%zu formula%s: %zu proved, %zu refuted, %zu unknown\n", count,
           plural(count), proving->counts[ZERMELO_YES],
           proving->counts[ZERMELO_NO], proving->counts[ZERMELO_UNKNOWN]);
    if (zermelo_proof_assumes_playable(proof))
        printf("What is proved rests on every role having a legal move in "
               "every position that is\nnot terminal, which was not proved.\n");
    ZermeloGenerator used = zermelo_proof_generator(proof);
    const char *requested =
        text_option(proving->arguments, "generator", generators[used]);
    if (strcmp(requested, generators[used]) != 0)
        printf("Steps start from all positions: that control is unique was "
               "not proved.\n");
    size_t method_count;
    const ZermeloStatistics *methods =
        zermelo_proof_statistics(proof, &method_count);
    if (has_option(proving->arguments, "statistics"))
        show_statistics(methods, method_count);
}

/* ---- for programs ---- */

static json_t *failed_json(const Proving *proving, size_t number)
{
    ZermeloFailedStep failed =
        zermelo_proof_failed_step(proving->proof, number);
    json_t *moves = json_object();
    for (size_t i = 0; i < zermelo_proof_role_count(proving->proof); i++)
        json_put(moves, zermelo_proof_role(proving->proof, i),
                 json_text(failed.moves[i]));
    return JSON_OBJECT(
        {"before", json_texts((Texts){failed.before, failed.before_count})},
        {"moves", moves},
        {"after", json_texts((Texts){failed.after, failed.after_count})});
}

static json_t *result_json(const Proving *proving, size_t number)
{
    ZermeloResult result = zermelo_proof_result(proving->proof, number);
    char *reason = reason_with_advice(proving->arguments, result.reason);
    json_t *answer = JSON_OBJECT(
        {"family", json_text(result.family)}, {"name", json_text(result.name)},
        {"formula", json_text(result.formula)},
        {"verdict", json_text(verdicts[result.verdict])},
        {"base", json_answer(result.base)}, {"step", json_answer(result.step)},
        {"how", json_text(result.how)},
        {"trace", result.has_trace ? moves_json(trace_of(proving, number))
                                   : json_null()},
        {"at", result.has_trace ? json_count(result.at) : json_null()},
        {"failed_step",
         result.has_failed_step ? failed_json(proving, number) : json_null()},
        {"reason", json_text(reason)});
    free(reason);
    return answer;
}

static void print_answer_json(const Proving *proving)
{
    const Arguments *arguments = proving->arguments;
    const ZermeloProof *proof = proving->proof;
    json_t *results = json_array(), *assumes = json_array();
    size_t method_count;
    const ZermeloStatistics *methods =
        zermelo_proof_statistics(proof, &method_count);
    for (size_t i = 0; i < zermelo_proof_count(proof); i++)
        json_array_append_new(results, result_json(proving, i));
    if (zermelo_proof_assumes_playable(proof))
        json_array_append_new(assumes, json_string("playable"));
    json_t *counts =
        JSON_OBJECT({"total", json_count(zermelo_proof_count(proof))},
                    {"proved", json_count(proving->counts[ZERMELO_YES])},
                    {"refuted", json_count(proving->counts[ZERMELO_NO])},
                    {"unknown", json_count(proving->counts[ZERMELO_UNKNOWN])});
    json_t *answer = JSON_OBJECT(
        {"file", json_text(arguments->operands[0])},
        {"method", json_text(text_option(arguments, "method", "mutual"))},
        {"engine", json_text(zermelo_proof_engine(proof))},
        {"domains", json_text(text_option(arguments, "domains", "directed"))},
        {"generator", json_text(generators[zermelo_proof_generator(proof)])},
        {"seconds", json_real(zermelo_proof_seconds(proof))},
        {"assumes", assumes}, {"counts", counts}, {"results", results});
    if (has_option(arguments, "statistics"))
        json_put(answer, "statistics", statistics_json(methods, method_count));
    const char *save_failure = zermelo_proof_save_failure(proof);
    if (save_failure)
        json_object_set_new(answer, "error", json_error("file", save_failure));
    print_json(answer);
}

/* ---- all of it ---- */

static void show_progress(void *context, size_t done, size_t total)
{
    Proving *proving = context;
    proving->progress.total = total;
    progress_show(&proving->progress, done);
}

static int report_results(Proving *proving)
{
    ZermeloProof *proof = proving->proof;
    for (size_t i = 0; i < zermelo_proof_count(proof); i++)
        proving->counts[zermelo_proof_result(proof, i).verdict]++;
    if (wants_json)
        print_answer_json(proving);
    else
        show_results(proving);
    const char *save_failure = zermelo_proof_save_failure(proof);
    if (save_failure) /* in JSON it is part of the answer */
        return wants_json ? EXIT_ERROR : fail("file", "%s", save_failure);
    return proving->counts[ZERMELO_NO]        ? EXIT_NO
           : proving->counts[ZERMELO_UNKNOWN] ? EXIT_UNKNOWN
                                              : EXIT_YES;
}

/* Whether DIRECTORY, or NULL, has a proof: then it has a README. */
static bool has_proof(const char *directory)
{
    Text path = {0};
    text_addf(&path, "%s/README", directory ? directory : "");
    bool is_found = directory && access(text_string(&path), F_OK) == 0;
    text_free(&path);
    return is_found;
}

static int run_proof(Proving *proving)
{
    char *why;
    int status = collect_formulas(proving->arguments, proving->proof);
    if (status != EXIT_YES)
        return status;
    const char *directory = text_option(proving->arguments, "save", NULL);
    bool had_proof = has_proof(directory);
    proving->progress = progress_begin("proving", 0);
    bool has_run = zermelo_proof_run(proving->proof, &why);
    progress_end(&proving->progress);
    const char *save_failure = zermelo_proof_save_failure(proving->proof);
    if (has_run) {
        status = report_results(proving);
    } else {
        status = fail(save_failure ? "file" : "prove", "%s", why);
        free(why);
    }
    if (directory && (had_proof || !save_failure) && !has_proof(directory))
        fprintf(stderr, "zermelo: no proof was saved in %s%s\n", directory,
                had_proof ? "; the older one there was removed" : "");
    return status;
}

int cmd_prove(const Arguments *arguments)
{
    Proving proving = {.arguments = arguments, .arena = arena_new()};
    const char *why;
    ZermeloProveOptions options = prove_options_of(arguments);
    options.progress = show_progress;
    options.context = &proving;
    ZermeloSettings *settings = settings_of(arguments);
    options.settings = settings;
    int status = EXIT_ERROR;
    if (settings) {
        proving.proof = zermelo_proof_new(arguments->game, &options, &why);
        status = proving.proof
                     ? run_proof(&proving)
                     : fail("prove", "%s: %s", arguments->operands[0], why);
    }
    zermelo_settings_free(settings);
    arena_free(proving.arena);
    zermelo_proof_free(proving.proof);
    return status;
}
