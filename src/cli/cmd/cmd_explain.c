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
    printf("%s (%s%s%s): %s\n\n%s\n", explanation->rule,
           explanation->is_error ? "error" : "warning",
           explanation->is_pedantic ? ", with --pedantic" : "",
           explanation->is_textual ? ", about the text" : "", explanation->what,
           explanation->why);
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
        {"textual", json_boolean(explanation->is_textual)},
        {"what", json_text(explanation->what)},
        {"why", json_text(explanation->why)},
        {"wrong", json_text(explanation->wrong)},
        {"right", json_text(explanation->right)});
}

int cmd_explain(const Arguments *arguments)
{
    const char *rule = arguments->operand_count ? arguments->operands[0] : NULL;
    json_t *explanations = json_array();
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (rule && strcmp(explanation.rule, rule) != 0)
            continue;
        json_add(explanations, explanation_json(&explanation));
        if (!wants_json && rule)
            print_explanation(&explanation);
        else if (!wants_json)
            printf("%-21s %-8s %s\n", explanation.rule,
                   explanation.is_error ? "error" : "warning",
                   explanation.what);
    }
    bool is_known = json_array_size(explanations);
    if (wants_json && is_known)
        print_json(rule ? json_incref(json_array_get(explanations, 0))
                        : json_pack("{s:O}", "rules", explanations));
    json_decref(explanations);
    return is_known
               ? EXIT_YES
               : fail("usage",
                      "there is no rule named %s; \"zermelo explain\" lists "
                      "them",
                      rule);
}
