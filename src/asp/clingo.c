/* clingo.c - ask the answer set solver clingo
 *
 * In:   the text of an answer set program
 * Out:  a verdict, models or consequences; or why there are none
 * Next: prove/published/engine_clingo.c, solve/by_clingo.c and
 *       recheck/step_program.c, which ask it
 *
 * clingo prints JSON (--outf=2), and finishes it even when it is asked to end
 * by SIGTERM or runs out of memory: so a search that was cut short still tells
 * what it had found. Only a clingo that dies leaves less than a text that can
 * be read. Start reading at clingo_run(), at the end.
 */
#include "asp/clingo.h"

#include "system/child.h"
#include "base/json.h"
#include "base/vec.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { CLINGO_EXIT_NO_MEMORY = 33 }; /* its exit status when memory ran out */

static const double GRACE_SECONDS = 2; /* seconds to finish the JSON in */

typedef VEC(const char *) Words;

/* ---- asking ---- */

static const char *program_name(void)
{
    const char *name = getenv("ZERMELO_CLINGO");
    return name && *name ? name : "clingo";
}

static const char *const *clingo_arguments(Arena *arena, const ClingoTask *task)
{
    Words words = {0};
    vec_push(&words, program_name());
    vec_push(&words, "-"); /* the program comes by standard input */
    vec_push(&words, "--outf=2");
    vec_push(&words, "--warn=no-atom-undefined");
    if (task->mode == CLINGO_CAUTIOUS)
        vec_push(&words, "--enum-mode=cautious");
    vec_push(&words, arena_printf(arena, "%llu",
                                  task->mode == CLINGO_CAUTIOUS
                                      ? 0
                                      : (unsigned long long)task->max_models));
    for (size_t i = 0; task->options && task->options[i]; i++)
        vec_push(&words, task->options[i]);
    vec_push(&words, NULL);
    return vec_finish(&words, arena);
}

/* ---- reading the JSON ---- */

static ClingoModel read_model(Arena *arena, const json_t *witness)
{
    const json_t *atoms = json_object_get(witness, "Value");
    ClingoModel model = {.count = json_array_size(atoms)};
    model.atoms = arena_array(arena, const char *, model.count);
    for (size_t i = 0; i < model.count; i++) {
        const char *atom = json_string_value(json_array_get(atoms, i));
        model.atoms[i] =
            arena_string(arena, atom ? atom : "", atom ? strlen(atom) : 0);
    }
    return model;
}

/* Models, or of consequences the last list only: each one replaces another. */
static void read_models(ClingoAnswer *answer, Arena *arena, const json_t *root,
                        const ClingoTask *task)
{
    const json_t *calls = json_object_get(root, "Call");
    const json_t *call = json_array_get(calls, json_array_size(calls) - 1);
    const json_t *witnesses = json_object_get(call, "Witnesses");
    size_t count = json_array_size(witnesses), first = 0;
    if (count && task->mode == CLINGO_CAUTIOUS)
        first = count - 1;
    ClingoModel *models = arena_array(arena, ClingoModel, count - first);
    for (size_t i = first; i < count; i++)
        models[i - first] = read_model(arena, json_array_get(witnesses, i));
    answer->models = models;
    answer->count = count - first;
}

static void read_verdict(ClingoAnswer *answer, const json_t *root,
                         const ClingoTask *task)
{
    const json_t *models = json_object_get(root, "Models");
    answer->number =
        (uint64_t)json_integer_value(json_object_get(models, "Number"));
    if (text_is(root, "Result", "UNSATISFIABLE")) {
        answer->verdict = CLINGO_UNSATISFIABLE;
        answer->complete = true;
    } else if (text_is(root, "Result", "SATISFIABLE") || answer->number) {
        answer->verdict = CLINGO_SATISFIABLE;
        answer->complete = text_is(models, "More", "no") ||
                           (task->mode == CLINGO_MODELS && task->max_models &&
                            answer->number >= task->max_models);
    }
}

/* What is cut short is no JSON, and leaves ANSWER as it is. */
static void read_json(ClingoAnswer *answer, Arena *arena, const Text *output,
                      const ClingoTask *task)
{
    json_t *root = json_loadb(text_string(output), output->length, 0, NULL);
    if (root) {
        read_models(answer, arena, root, task);
        read_verdict(answer, root, task);
    }
    json_decref(root);
}

/* ---- reasons ---- */

/* The first line of what it complained about, without its position. */
static const char *first_error_line(Arena *arena, const Text *errors)
{
    const char *text = text_string(errors);
    const char *error_start = strstr(text, "error: ");
    if (!error_start)
        error_start = strstr(text, "ERROR: ");
    const char *line = error_start ? error_start + strlen("error: ") : text;
    Text printable = {0};
    size_t length = strcspn(line, "\n");
    text_add_printable(&printable, line, length < 300 ? length : 300);
    return text_finish(&printable, arena);
}

static bool ran_out_of_memory(const Child *child)
{
    const char *errors = text_string(&child->errors);
    return (child->end == CHILD_EXITED &&
            child->status == CLINGO_EXIT_NO_MEMORY) ||
           strstr(errors, "bad_alloc") || strstr(errors, "out of memory");
}

/* Why clingo gave no complete answer, from how it ended. */
static const char *reason_of_failure(Arena *arena, const Child *child,
                                     const ClingoTask *task)
{
    const char *name = program_name();
    if (child->end != CHILD_NOT_STARTED && ran_out_of_memory(child)) {
        if (task->megabytes)
            return arena_printf(arena, "clingo ran out of memory (%zu MB)",
                                task->megabytes);
        return "clingo ran out of memory";
    }
    switch (child->end) {
    case CHILD_NOT_STARTED:
        if (child->status == ENOENT)
            return arena_printf(arena, "there is no program %s", name);
        return arena_printf(arena, "%s could not be started: %s", name,
                            strerror(child->status));
    case CHILD_TIME:
        return "clingo ran out of time";
    case CHILD_CANCELLED:
        return "clingo was stopped";
    case CHILD_OUTPUT:
        return "clingo printed more than can be kept";
    case CHILD_SIGNALLED:
        return arena_printf(arena, "clingo died: %s", strsignal(child->status));
    case CHILD_EXITED:
        break;
    }
    const char *error_line = first_error_line(arena, &child->errors);
    return arena_printf(arena, "clingo ended with status %d%s%s", child->status,
                        *error_line ? ": " : "", error_line);
}

ClingoAnswer clingo_run(Arena *arena, const char *program, size_t length,
                        const ClingoTask *task)
{
    ClingoAnswer answer = {.verdict = CLINGO_UNKNOWN};
    ChildTask run = {.arguments = clingo_arguments(arena, task),
                     .input = program,
                     .input_length = length,
                     .megabytes = task->megabytes,
                     .grace = GRACE_SECONDS,
                     .budget = task->budget};
    Child child = child_run(&run);
    if (child.end != CHILD_NOT_STARTED)
        read_json(&answer, arena, &child.output, task);
    if (!answer.complete)
        answer.reason = reason_of_failure(arena, &child, task);
    child_clear(&child);
    return answer;
}

const char *clingo_version(Arena *arena, const char **why)
{
    Budget budget = budget_new(10, NULL);
    const char *const arguments[] = {program_name(), "--version", NULL};
    ChildTask run = {
        .arguments = arguments, .budget = &budget, .max_output = 1 << 16};
    ClingoTask task = {0};
    Child child = child_run(&run);
    const char *text = text_string(&child.output), *version = NULL;
    if (child.end == CHILD_EXITED && child.status == 0)
        version = arena_string(arena, text, strcspn(text, "\n"));
    else
        *why = reason_of_failure(arena, &child, &task);
    child_clear(&child);
    return version;
}
