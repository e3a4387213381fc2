/* mpi_prove.c - zermelo-mpi prove FILE: the formulas of one game on all ranks
 *
 * In:   a game and formulas
 * Out:  one answer, as zermelo prove gives it
 *
 * Takes the place of cli/cmd/cmd_prove.c. Every worker decides a share of the
 * formulas (prove --share I/N); formula K of share I is number I + K N of the
 * whole. Start reading at cmd_prove().
 */
#include "base/budget.h"
#include "base/vec.h"
#include "cli/cells.h"
#include "cli/output.h"
#include "mpi/workers.h"

#include <string.h>
#include <sys/time.h>

typedef struct {
    const Arguments *arguments;
    Arena *arena;
    CellRunner runner;
    Cell *cells;
    json_t **answers; /* by share; NULL: none has come */
    size_t count;     /* of shares */
} SharedProof;

/* The words of share NUMBER: all that was typed, in that order, which is the
 * order of the results, with a limit of what is left of the time. */
static const char *const *share_words(const SharedProof *proof, size_t number)
{
    const Arguments *arguments = proof->arguments;
    VEC(const char *) words = {0};
    vec_push(&words, proof->runner.program);
    vec_push(&words, "prove");
    vec_push(&words, "--json");
    if (!has_option(arguments, "threads"))
        vec_push(&words, "--threads=1");
    for (size_t i = 0; i < arguments->option_count; i++) {
        const char *name = arguments->options[i]->name,
                   *value = arguments->option_values[i];
        if (strcmp(name, "time") != 0 && strcmp(name, "json") != 0)
            vec_push(&words,
                     arena_printf(proof->arena, "--%s%s%s", name,
                                  value ? "=" : "", value ? value : ""));
    }
    vec_push(&words,
             arena_printf(proof->arena, "--time=%.9g", time_left(arguments)));
    vec_push(&words, arena_printf(proof->arena, "--share=%zu/%zu", number + 1,
                                  proof->count));
    vec_push(&words, "--");
    vec_push(&words, arguments->operands[0]);
    vec_push(&words, NULL);
    return vec_finish(&words, proof->arena);
}

static Cell new_share(const SharedProof *proof, size_t number)
{
    return (Cell){
        .key = {.command = "prove",
                .file = proof->arguments->operands[0],
                .sha256 = "",
                .options = arena_printf(proof->arena, "--share %zu", number),
                .version = proof->runner.version},
        .arguments = share_words(proof, number),
        .seconds = time_left(proof->arguments)};
}

/* ---- one answer of many ---- */

/* Adds the numbers of OTHER to those of SUM with the same keys. */
static void add_numbers(json_t *sum, const json_t *other)
{
    const char *key;
    json_t *left;
    json_object_foreach (sum, key, left) {
        const json_t *right = json_object_get(other, key);
        if (json_is_real(left))
            json_real_set(left, json_real_value(left) + json_real_value(right));
        else if (json_is_integer(left))
            json_integer_set(left, json_integer_value(left) +
                                       json_integer_value(right));
    }
}

/* Methods of the same name are added up. */
static void add_statistics(json_t *sum, json_t *other)
{
    size_t i, k;
    json_t *method;
    json_array_foreach (other, i, method) {
        const char *name = text_of(method, "method");
        for (k = 0; k < json_array_size(sum); k++)
            if (text_is(json_array_get(sum, k), "method", name))
                break;
        if (k < json_array_size(sum))
            add_numbers(json_array_get(sum, k), method);
        else
            json_array_append(sum, method);
    }
}

/* The answer of the first share, with the results of all. */
static json_t *merge_answers(const SharedProof *proof)
{
    json_t *answer = json_copy(proof->answers[0]), *results = json_array();
    size_t total = 0;
    for (size_t i = 0; i < proof->count; i++) {
        json_t *share = proof->answers[i];
        total += json_array_size(json_object_get(share, "results"));
        if (!i)
            continue;
        add_numbers(json_object_get(answer, "counts"),
                    json_object_get(share, "counts"));
        add_statistics(json_object_get(answer, "statistics"),
                       json_object_get(share, "statistics"));
        if (json_array_size(json_object_get(share, "assumes")))
            json_object_set(answer, "assumes",
                            json_object_get(share, "assumes"));
    }
    for (size_t i = 0; i < total; i++) {
        const json_t *share = proof->answers[i % proof->count];
        json_array_append(results,
                          json_array_get(json_object_get(share, "results"),
                                         i / proof->count));
    }
    json_put(answer, "results", results);
    json_put(answer, "seconds",
             json_real(clock_now() - proof->arguments->start_time));
    json_object_del(answer, "share");
    return answer;
}

/* ---- all of it ---- */

/* Says what is wrong with share NUMBER, which has no results. */
static int fail_share(const SharedProof *proof, size_t number)
{
    const json_t *error = json_object_get(proof->answers[number], "error");
    const char *rule = text_of(error, "rule");
    fail(rule, "share %zu of %zu: %s", number + 1, proof->count,
         text_of(error, "message"));
    return find_word("limit|memory", rule) != SIZE_MAX ? EXIT_UNKNOWN
                                                       : EXIT_ERROR;
}

/* Without one share there is no answer. */
static int report_answers(const SharedProof *proof)
{
    const DispatchEnd *end = &proof->runner.end;
    if (end->is_stopped) {
        fail("limit", "%s", end->why ? end->why : stop_reason());
        return EXIT_UNKNOWN;
    }
    for (size_t i = 0; i < proof->count; i++)
        if (!json_object_get(proof->answers[i], "results"))
            return fail_share(proof, i);
    return print_answer(proof->arguments, &prove_query, merge_answers(proof));
}

static int run_shares(SharedProof *proof)
{
    if (runner_open(&proof->runner, proof->arguments, NULL) != EXIT_YES)
        return EXIT_ERROR;
    for (size_t i = 0; i < proof->count; i++)
        proof->cells[i] = new_share(proof, i);
    runner_run(&proof->runner, proof->cells, proof->count, "shares", 0);
    for (size_t i = 0; i < proof->count; i++) {
        CellRow row;
        store_find(proof->runner.store, &proof->cells[i].key, &row);
        proof->answers[i] = row.answer;
    }
    return report_answers(proof);
}

int cmd_prove(const Arguments *arguments)
{
    static const char *const refused[] = {"save", "facts", "share", NULL};
    for (const char *const *name = refused; *name; name++)
        if (has_option(arguments, *name))
            return fail("usage", "zermelo-mpi prove has no --%s", *name);
    if (strcmp(arguments->operands[0], "-") == 0)
        return fail("usage", "zermelo-mpi prove needs a file that all workers "
                             "can read, not standard input");
    SharedProof proof = {.arguments = arguments,
                         .arena = arguments->arena,
                         .count = workers_count()};
    proof.cells = arena_array(proof.arena, Cell, proof.count);
    proof.answers = arena_array(proof.arena, json_t *, proof.count);
    /* the shares keep to --time by themselves, and answer then */
    setitimer(ITIMER_REAL, &(struct itimerval){0}, NULL);
    int status = run_shares(&proof);
    for (size_t i = 0; i < proof.count; i++)
        json_decref(proof.answers[i]);
    runner_close(&proof.runner);
    return status;
}
