/* cmd_asp.c - zermelo asp FILE --program P */
#include "cli/output.h"
#include "cli/formula_commands.h"

#include "base/budget.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_HORIZON = 100000, DEFAULT_HORIZON = 10, MAX_GOAL = 100 };

static void print_program(const Arguments *arguments, const char *name,
                          const size_t *horizon, const char *text)
{
    if (!wants_json) {
        fputs(text, stdout);
        return;
    }
    json_t *answer = JSON_OBJECT({"file", json_text(arguments->operands[0])},
                                 {"program", json_text(name)});
    if (horizon)
        json_object_set_new(answer, "horizon", json_count(*horizon));
    json_object_set_new(answer, "text", json_text(text));
    print_json(answer);
}

/* Base case or induction step, as prove asks clingo. */
static int print_proof_program(const Arguments *arguments, const char *name)
{
    const char *reason;
    char *why = NULL, *text = NULL;
    ZermeloProveOptions options = prove_options_of(arguments);
    options.engine = "clingo";
    ZermeloProof *proof = zermelo_proof_new(arguments->game, &options, &reason);
    if (!proof)
        return fail("asp", "%s: %s", arguments->operands[0], reason);
    int status = collect_formulas(arguments, proof);
    if (status == EXIT_YES)
        text = zermelo_proof_program(proof, strcmp(name, "step") == 0, &why);
    if (text)
        print_program(arguments, name, NULL, text);
    else if (status == EXIT_YES)
        status = fail("asp", "%s: %s", arguments->operands[0], why);
    free(text);
    free(why);
    zermelo_proof_free(proof);
    return status;
}

int cmd_asp(const Arguments *arguments)
{
    const char *name = text_option(arguments, "program", "extension");
    if (strcmp(name, "base") == 0 || strcmp(name, "step") == 0)
        return print_proof_program(arguments, name);
    size_t horizon = count_option(arguments, "horizon", DEFAULT_HORIZON);
    size_t goal = count_option(arguments, "goal", 0);
    if (horizon > MAX_HORIZON)
        return fail("usage", "--horizon takes at most %d", MAX_HORIZON);
    if (goal > MAX_GOAL)
        return fail("usage", "--goal takes at most %d", MAX_GOAL);
    ZermeloLimits limits = limits_of(arguments);
    double begun = clock_now();
    char *why = NULL;
    char *text = zermelo_asp(
        arguments->game, choice_option(arguments, "program", ZERMELO_EXTENSION),
        horizon, has_option(arguments, "goal") ? (int)goal : -1,
        text_option(arguments, "from", NULL), &limits, &why);
    if (!text) {
        fail("asp", "%s: %s", arguments->operands[0], why);
        free(why);
        return limits.seconds > 0 && clock_now() - begun >= limits.seconds
                   ? EXIT_UNKNOWN
                   : EXIT_ERROR;
    }
    print_program(arguments, name, &horizon, text);
    free(text);
    return EXIT_YES;
}
