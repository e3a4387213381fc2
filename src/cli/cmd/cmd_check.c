/* cmd_check.c - zermelo check FILE...
 *
 * Every diagnostic of each file, then one line with the verdict; --json prints
 * one line a file. Start reading at cmd_check(), at the end.
 */
#include "cli/output.h"
#include "cli/progress.h"

#include "base/guess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which rules are asked for ---- */

/* False, after saying so, if NAME is no rule that a game can break. */
static bool check_rule_name(const char *name)
{
    Guess guess = guess_new(name);
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation explanation = zermelo_explanation(i);
        if (strcmp(explanation.about, "rules") != 0)
            continue;
        if (strcmp(explanation.rule, name) == 0)
            return true;
        guess_offer(&guess, explanation.rule);
    }
    fail("usage", "there is no rule named %s; %s%s%s", name,
         guess.best ? "did you mean " : "\"zermelo explain\" lists them",
         guess.best ? guess.best : "", guess.best ? "?" : "");
    return false;
}

static bool check_rule_options(const Arguments *arguments)
{
    for (size_t i = 0; i < arguments->option_count; i++)
        if (arguments->options[i]->kind == VALUE_RULE &&
            !check_rule_name(arguments->option_values[i]))
            return false;
    return true;
}

static bool option_names(const Arguments *arguments, const char *option,
                         const char *rule)
{
    const char *value;
    for (size_t i = 0; (value = next_value(arguments, option, &i));)
        if (strcmp(value, rule) == 0)
            return true;
    return false;
}

/* To ask for a pedantic rule by its name is pedantic enough. */
static bool is_pedantic(const Arguments *arguments)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        if (zermelo_explanation(i).is_pedantic &&
            option_names(arguments, "only", zermelo_explanation(i).rule))
            return true;
    return has_option(arguments, "pedantic");
}

static bool is_rule_wanted(const Arguments *arguments, const char *rule)
{
    return (!has_option(arguments, "only") ||
            option_names(arguments, "only", rule)) &&
           !option_names(arguments, "ignore", rule);
}

/* ---- for people ---- */

static void show_diagnostics(const Arguments *arguments, const char *path,
                             const ZermeloGame *game)
{
    bool is_quiet = has_option(arguments, "quiet");
    size_t error_count = 0, warning_count = 0;
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic diagnostic = zermelo_diagnostic(game, i);
        bool is_error = diagnostic.is_error;
        if (!is_rule_wanted(arguments, diagnostic.rule))
            continue;
        *(is_error ? &error_count : &warning_count) += 1;
        if (is_quiet && !is_error)
            continue;
        char *text = zermelo_diagnostic_text(game, i);
        fputs(text, stdout);
        free(text);
    }
    printf("%s: %s", path,
           zermelo_valid(game)    ? "valid"
           : zermelo_usable(game) ? "not valid, but usable"
                                  : "not valid, and not usable");
    printf(" %s", zermelo_language(game));
    if (error_count)
        printf(", %zu error%s", error_count, plural(error_count));
    if (warning_count)
        printf(", %zu warning%s", warning_count, plural(warning_count));
    if (zermelo_suppressed_count(game))
        printf(", %zu more not shown", zermelo_suppressed_count(game));
    putchar('\n');
}

/* ---- for programs ---- */

/* A list of changes, or null; so far no diagnostic needs several. */
static json_t *fix_json(const ZermeloGame *game, size_t number)
{
    ZermeloFix fix;
    if (!zermelo_diagnostic_fix(game, number, &fix))
        return json_null();
    return json_pack("[o]",
                     JSON_OBJECT({"line", json_count(fix.line)},
                                 {"column", json_count(fix.column)},
                                 {"end_line", json_count(fix.end_line)},
                                 {"end_column", json_count(fix.end_column)},
                                 {"text", json_text(fix.text)}));
}

static json_t *diagnostic_json(const ZermeloGame *game, size_t number)
{
    ZermeloDiagnostic diagnostic = zermelo_diagnostic(game, number);
    return JSON_OBJECT(
        {"severity", json_text(diagnostic.is_error ? "error" : "warning")},
        {"rule", json_text(diagnostic.rule)},
        {"line", json_count(diagnostic.line)},
        {"column", json_count(diagnostic.column)},
        {"end_line", json_count(diagnostic.end_line)},
        {"end_column", json_count(diagnostic.end_column)},
        {"message", json_text(diagnostic.message)},
        {"assumed", json_text(diagnostic.assumed)},
        {"fix", fix_json(game, number)});
}

static json_t *game_json(const Arguments *arguments, const char *path,
                         const ZermeloGame *game)
{
    json_t *roles = json_array(), *diagnostics = json_array();
    for (size_t i = 0; i < zermelo_role_count(game); i++)
        json_array_append_new(roles, json_text(zermelo_role(game, i)));
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
        if (is_rule_wanted(arguments, zermelo_diagnostic(game, i).rule))
            json_array_append_new(diagnostics, diagnostic_json(game, i));
    return JSON_OBJECT(
        {"file", json_text(path)}, {"valid", json_boolean(zermelo_valid(game))},
        {"usable", json_boolean(zermelo_usable(game))},
        {"language", json_text(zermelo_language(game))}, {"roles", roles},
        {"diagnostics", diagnostics},
        {"suppressed", json_count(zermelo_suppressed_count(game))});
}

/* ---- the command ---- */

static int check_file(const Arguments *arguments, const char *path)
{
    ZermeloGame *game = load_text(arguments, path);
    if (!game)
        return reading_stopped ? EXIT_UNKNOWN : EXIT_ERROR;
    if (is_pedantic(arguments))
        zermelo_judge_pedantic(game);
    if (wants_json)
        print_json_line(game_json(arguments, path, game));
    else
        show_diagnostics(arguments, path, game);
    int status = zermelo_valid(game) ? EXIT_YES : EXIT_NO;
    zermelo_free(game);
    return status;
}

int cmd_check(const Arguments *arguments)
{
    int status = EXIT_YES;
    if (!check_rule_options(arguments))
        return EXIT_ERROR;
    Progress progress = progress_begin("files", arguments->operand_count);
    for (size_t i = 0; i < arguments->operand_count && !interrupted; i++) {
        progress_show(&progress, i);
        int file_status = check_file(arguments, arguments->operands[i]);
        status = file_status > status ? file_status : status;
    }
    progress_end(&progress);
    return interrupted ? EXIT_UNKNOWN : status;
}
