/* api_check.c - whether rules are valid, and why not, for zermelo.h
 *
 * In:   a text that was read
 * Out:  its diagnostics, as JSON
 *
 * Start reading at check_answer(), at the end.
 */
#include "api/call.h"

#include "base/guess.h"

#include <stdlib.h>
#include <string.h>

/* ---- which rules are asked for ---- */

/* The error if NAME is no rule that a game can break; otherwise NULL. */
static json_t *check_rule_name(const char *name)
{
    Guess guess = guess_new(name);
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (strcmp(explanation.about, "rules") != 0)
            continue;
        if (strcmp(explanation.rule, name) == 0)
            return NULL;
        guess_offer(&guess, explanation.rule);
    }
    return call_fail("usage", "there is no rule named %s; %s%s%s", name,
                     guess.best ? "did you mean "
                                : "\"zermelo explain\" lists them",
                     guess.best ? guess.best : "", guess.best ? "?" : "");
}

static json_t *check_rule_options(const Call *call)
{
    const char *name, *value;
    json_t *error = NULL;
    for (size_t i = 0; !error && (value = call_next_of_all(call, &i, &name));)
        if (strcmp(name, "only") == 0 || strcmp(name, "ignore") == 0)
            error = check_rule_name(value);
    return error;
}

static bool option_names(const Call *call, const char *option, const char *rule)
{
    const char *value;
    for (size_t i = 0; (value = call_next(call, option, &i));)
        if (strcmp(value, rule) == 0)
            return true;
    return false;
}

/* To ask for a pedantic rule by its name is pedantic enough. */
static bool is_pedantic(const Call *call)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        if (zermelo_explanation(i).is_pedantic &&
            option_names(call, "only", zermelo_explanation(i).rule))
            return true;
    return call_has(call, "pedantic");
}

/* ---- the answer ---- */

/* A list of changes, or null; so far no diagnostic needs several. */
static json_t *fix_json(const ZermeloGame *game, size_t number)
{
    ZermeloFix fix;
    if (!zermelo_diagnostic_fix(game, number, &fix))
        return json_null();
    json_t *list = json_array();
    json_add(list, JSON_OBJECT({"line", json_count(fix.line)},
                               {"column", json_count(fix.column)},
                               {"end_line", json_count(fix.end_line)},
                               {"end_column", json_count(fix.end_column)},
                               {"text", json_text(fix.text)}));
    return list;
}

static json_t *diagnostic_json(const Call *call, size_t number)
{
    ZermeloDiagnostic diagnostic = zermelo_diagnostic(call->game, number);
    json_t *answer = JSON_OBJECT(
        {"severity", json_text(diagnostic.is_error ? "error" : "warning")},
        {"rule", json_text(diagnostic.rule)},
        {"line", json_count(diagnostic.line)},
        {"column", json_count(diagnostic.column)},
        {"end_line", json_count(diagnostic.end_line)},
        {"end_column", json_count(diagnostic.end_column)},
        {"message", json_text(diagnostic.message)},
        {"assumed", json_text(diagnostic.assumed)},
        {"fix", fix_json(call->game, number)});
    if (call_has(call, "details")) {
        char *text = zermelo_diagnostic_text(call->game, number);
        json_put(answer, "text", json_text(text));
        memory_free(text);
    }
    return answer;
}

static json_t *check_answer(Call *call)
{
    ZermeloGame *game = call->game;
    json_t *error = check_rule_options(call);
    if (error)
        return error;
    json_t *diagnostics = json_array();
    if (is_pedantic(call))
        zermelo_judge_pedantic(game);
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        const char *rule = zermelo_diagnostic(game, i).rule;
        if ((!call_has(call, "only") || option_names(call, "only", rule)) &&
            !option_names(call, "ignore", rule))
            json_add(diagnostics, diagnostic_json(call, i));
    }
    return JSON_OBJECT(
        {"file", json_text(game->name)},
        {"valid", json_boolean(zermelo_valid(game))},
        {"usable", json_boolean(zermelo_usable(game))},
        {"language", json_text(zermelo_language(game))},
        {"roles", json_texts((Texts){game->roles, game->role_count})},
        {"diagnostics", diagnostics},
        {"suppressed", json_count(zermelo_suppressed_count(game))});
}

char *zermelo_check_json(ZermeloGame *game, const char *options,
                         const ZermeloLimits *limits)
{
    static const OptionRow rows[] = {{"pedantic", OPTION_FLAG, NULL, 0},
                                     {"only", OPTION_TEXT, NULL, 0},
                                     {"ignore", OPTION_TEXT, NULL, 0},
                                     {NULL, OPTION_FLAG, NULL, 0}};
    static const CallKind kind = {.answer = check_answer,
                                  .options = rows,
                                  .takes_any_text = true,
                                  .is_one_line = true};
    return call_answer(&kind, game, options, limits);
}
