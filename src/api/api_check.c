/* api_check.c - whether rules are valid, and certificates hold, for zermelo.h
 *
 * In:   a text that was read; the path of a certificate
 * Out:  its diagnostics, as JSON; which of its claims hold
 *
 * Start reading at check_answer().
 */
#include "api/call.h"

#include "base/guess.h"
#include "game/explain.h"
#include "recheck/recheck.h"

#include <string.h>

/* ---- which rules are asked for ---- */

/* The error if NAME is no rule that a game can break; otherwise NULL. */
static json_t *check_rule_name(const char *name)
{
    Guess guess = guess_new(name);
    for (size_t i = 0; i < explanation_count; i++) {
        if (explanations[i].about)
            continue;
        if (strcmp(explanations[i].rule, name) == 0)
            return NULL;
        guess_offer(&guess, explanations[i].rule);
    }
    return guess.best
               ? call_fail("usage",
                           "there is no rule named %s; did you mean %s?", name,
                           guess.best)
               : call_fail("usage",
                           "there is no rule named %s; \"zermelo explain\" "
                           "lists them",
                           name);
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
    for (size_t i = 0; i < explanation_count; i++)
        if (explanations[i].is_pedantic &&
            option_names(call, "only", explanations[i].rule))
            return true;
    return call_has(call, "pedantic");
}

/* ---- the answer ---- */

static void put_place(json_t *object, Span span)
{
    LineColumn start = line_column(span.source, span.start);
    LineColumn end = line_column(span.source, span.end);
    json_put(object, "line", json_count(start.line));
    json_put(object, "column", json_count(start.column));
    json_put(object, "end_line", json_count(end.line));
    json_put(object, "end_column", json_count(end.column));
}

/* A list of changes, or null; so far no diagnostic needs several. */
static json_t *fix_json(const Problem *problem)
{
    if (!problem->fix)
        return json_null();
    json_t *list = json_array(), *change = json_object();
    put_place(change, problem->fixed);
    json_put(change, "text", json_text(problem->fix));
    json_add(list, change);
    return list;
}

static json_t *problem_json(const Call *call, const Problem *problem)
{
    bool is_error = problem->severity == SEVERITY_ERROR;
    json_t *answer =
        JSON_OBJECT({"severity", json_text(is_error ? "error" : "warning")},
                    {"rule", json_text(problem->rule)});
    put_place(answer, problem->span);
    json_put(answer, "message", json_text(problem->message));
    json_put(answer, "assumed", json_text(problem->assumed));
    json_put(answer, "fix", fix_json(problem));
    if (call_has(call, "details")) {
        Text text = {0};
        problem_print(&text, problem);
        json_put(answer, "text", json_take_text(&text));
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
    if (game->readable && is_pedantic(call))
        game_judge_pedantic(game->rules, game->game, &game->diag);
    for (size_t i = 0; i < game->diag.problems.count; i++) {
        const Problem *problem = &game->diag.problems.items[i];
        const char *rule = problem->rule;
        if ((!call_has(call, "only") || option_names(call, "only", rule)) &&
            !option_names(call, "ignore", rule))
            json_add(diagnostics, problem_json(call, problem));
    }
    return JSON_OBJECT(
        {"file", json_text(game->name)},
        {"valid", json_boolean(zermelo_valid(game))},
        {"usable", json_boolean(zermelo_usable(game))},
        {"language", json_text(zermelo_language(game))},
        {"roles", json_texts((Texts){game->roles, game->role_count})},
        {"diagnostics", diagnostics},
        {"suppressed", json_count(game->diag.suppressed)});
}

QUESTION(zermelo_check_json, .answer = check_answer,
         .options = "pedantic only=TEXT ignore=TEXT", .takes_any_text = true,
         .is_one_line = true)

/* ---- certificates ---- */

static json_t *recheck_answer(Call *call)
{
    RecheckTask task = {.path = call->path,
                        .rules_path = call_text(call, "rules", NULL),
                        .budget = &call->budget,
                        .progress = call_report_done,
                        .context = call,
                        .megabytes = call_count(call, "memory", 0)};
    const char *why;
    json_t *answer = recheck(&task, &why);
    return answer ? answer : call_fail("file", "%s: %s", call->path, why);
}

char *zermelo_recheck_json(const char *path, const char *options,
                           const ZermeloLimits *limits, ZermeloReport *report,
                           void *context)
{
    static const CallKind kind = {.answer = recheck_answer,
                                  .options = "rules=TEXT"};
    return call_answer_about(&kind, path, options, limits, report, context);
}
