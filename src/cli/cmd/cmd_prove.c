/* cmd_prove.c - zermelo prove FILE
 *
 * The verdicts of formulas (src/prove), with the play that refutes, or the step
 * that induction fails on; cli/prove_report.c prints them. Start reading at
 * cmd_prove(), at the end.
 */
#include "cli/progress.h"
#include "cli/formula_commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const Arguments *arguments;
    ZermeloProof *proof;
    Progress progress;
} Proving;

static const char *const verdicts[] = {"unknown", "proved", "refuted"};
static const char *const generators[] = {"all", "control", "proved"};

/* ---- the answer ---- */

/* The play of result NUMBER. */
static json_t *trace_json(const ZermeloProof *proof, size_t number)
{
    json_t *steps = json_array();
    size_t length = zermelo_proof_result(proof, number).trace_length;
    for (size_t i = 0; i < length; i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < zermelo_proof_role_count(proof); k++)
            json_put(step, zermelo_proof_role(proof, k),
                     json_text(zermelo_proof_trace(proof, number, i, k)));
        json_array_append_new(steps, step);
    }
    return steps;
}

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
        {"trace",
         result.has_trace ? trace_json(proving->proof, number) : json_null()},
        {"at", result.has_trace ? json_count(result.at) : json_null()},
        {"failed_step",
         result.has_failed_step ? failed_json(proving, number) : json_null()},
        {"reason", json_text(reason)});
    free(reason);
    return answer;
}

static json_t *answer_json(const Proving *proving)
{
    const Arguments *arguments = proving->arguments;
    const ZermeloProof *proof = proving->proof;
    json_t *results = json_array(), *assumes = json_array();
    size_t method_count, verdict_counts[3] = {0};
    const ZermeloStatistics *methods =
        zermelo_proof_statistics(proof, &method_count);
    for (size_t i = 0; i < zermelo_proof_count(proof); i++)
        if (zermelo_proof_asks(proof, i)) {
            json_array_append_new(results, result_json(proving, i));
            verdict_counts[zermelo_proof_result(proof, i).verdict]++;
        }
    if (zermelo_proof_assumes_playable(proof))
        json_array_append_new(assumes, json_string("playable"));
    json_t *counts =
        JSON_OBJECT({"total", json_count(json_array_size(results))},
                    {"proved", json_count(verdict_counts[ZERMELO_YES])},
                    {"refuted", json_count(verdict_counts[ZERMELO_NO])},
                    {"unknown", json_count(verdict_counts[ZERMELO_UNKNOWN])});
    json_t *answer = JSON_OBJECT(
        {"file", json_text(arguments->operands[0])},
        {"method", json_text(text_option(arguments, "method", "mutual"))},
        {"engine", json_text(zermelo_proof_engine(proof))},
        {"domains", json_text(text_option(arguments, "domains", "directed"))},
        {"generator", json_text(generators[zermelo_proof_generator(proof)])},
        {"seconds", json_real(zermelo_proof_seconds(proof))},
        {"assumes", assumes}, {"counts", counts}, {"results", results});
    if (has_option(arguments, "share"))
        json_put(answer, "share",
                 json_text(text_option(arguments, "share", NULL)));
    if (has_option(arguments, "statistics"))
        json_put(answer, "statistics", statistics_json(methods, method_count));
    const char *save_failure = zermelo_proof_save_failure(proof);
    if (save_failure)
        json_object_set_new(answer, "error", json_error("file", save_failure));
    return answer;
}

/* ---- all of it ---- */

static void show_progress(void *context, size_t done, size_t total)
{
    Proving *proving = context;
    proving->progress.total = total;
    progress_show(&proving->progress, done);
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
    size_t share_count,
        share = share_option(proving->arguments, "share", &share_count);
    zermelo_proof_share(proving->proof, share, share_count);
    const char *directory = text_option(proving->arguments, "save", NULL);
    bool had_proof = has_proof(directory);
    proving->progress = progress_begin("proving", 0);
    bool has_run = zermelo_proof_run(proving->proof, &why);
    progress_end(&proving->progress);
    const char *save_failure = zermelo_proof_save_failure(proving->proof);
    if (has_run) {
        status = prove_report(proving->arguments, answer_json(proving));
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
    Proving proving = {.arguments = arguments};
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
    zermelo_proof_free(proving.proof);
    return status;
}
