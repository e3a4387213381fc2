/* cmd_explain.c - zermelo explain [RULE] */
#include "cli/output.h"

#include <stdio.h>
#include <string.h>

static void print_example(const char *title, const char *example)
{
    printf("\n%s:\n", title);
    while (*example) {
        const char *end = strchrnul(example, '\n');
        printf("    %.*s\n", (int)(end - example), example);
        example = *end ? end + 1 : end;
    }
}

static void print_explanation(const ZermeloExplanation *explanation)
{
    printf("%s (%s%s): %s\n\n%s\n", explanation->rule,
           explanation->is_error ? "error" : "warning",
           explanation->is_pedantic ? ", with --pedantic" : "",
           explanation->what, explanation->why);
    if (explanation->wrong)
        print_example("Wrong", explanation->wrong);
    if (explanation->right)
        print_example("Right", explanation->right);
}

static json_t *explanation_json(const ZermeloExplanation *explanation)
{
    return JSON_OBJECT(
        {"rule", json_text(explanation->rule)},
        {"about", json_text(explanation->about)},
        {"severity", json_text(explanation->is_error ? "error" : "warning")},
        {"pedantic", json_boolean(explanation->is_pedantic)},
        {"what", json_text(explanation->what)},
        {"why", json_text(explanation->why)},
        {"wrong", json_text(explanation->wrong)},
        {"right", json_text(explanation->right)});
}

static int explain_all(bool json)
{
    json_t *list = json_array();
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (json)
            json_array_append_new(list, explanation_json(&explanation));
        else
            printf("%-21s %-8s %s\n", explanation.rule,
                   explanation.is_error ? "error" : "warning",
                   explanation.what);
    }
    if (json)
        print_json(json_pack("{s:o}", "rules", list));
    else
        json_decref(list);
    return EXIT_YES;
}

int cmd_explain(const Arguments *arguments)
{
    bool json = wants_json;
    if (!arguments->operand_count)
        return explain_all(json);
    const char *rule = arguments->operands[0];
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (strcmp(explanation.rule, rule) != 0)
            continue;
        if (json)
            print_json(explanation_json(&explanation));
        else
            print_explanation(&explanation);
        return EXIT_YES;
    }
    return fail("usage",
                "there is no rule named %s; \"zermelo explain\" lists them",
                rule);
}
