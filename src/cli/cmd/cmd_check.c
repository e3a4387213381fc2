/* cmd_check.c - zermelo check FILE... */
#include "cli/cmd.h"
#include "cli/output.h"
#include "cli/progress.h"

#include "base/guess.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which rules are asked for ---- */

static bool is_about_games(const ZermeloExplanation *rule)
{
    return strcmp(rule->about, "rules") == 0;
}

/* False, after saying so, if NAME is no rule that a game can break. */
static bool is_rule(const char *name)
{
    Guess guess = guess_new(name);
    for (size_t i = 0; i < zermelo_explanation_count(); i++) {
        ZermeloExplanation known = zermelo_explanation(i);
        if (!is_about_games(&known))
            continue;
        if (strcmp(known.rule, name) == 0)
            return true;
        guess_offer(&guess, known.rule);
    }
    fail("usage", "there is no rule named %s; %s%s%s", name,
         guess.best ? "did you mean " : "\"zermelo explain\" lists them",
         guess.best ? guess.best : "", guess.best ? "?" : "");
    return false;
}

static bool is_selection(const Option *option)
{
    return strcmp(option->name, "only") == 0 ||
           strcmp(option->name, "ignore") == 0;
}

static bool has_known_rules(const Arguments *arguments)
{
    for (size_t i = 0; i < arguments->given_count; i++)
        if (is_selection(arguments->given[i]) && !is_rule(arguments->values[i]))
            return false;
    return true;
}

static bool names(const Arguments *arguments, const char *option,
                  const char *rule)
{
    for (size_t i = 0; i < arguments->given_count; i++)
        if (strcmp(arguments->given[i]->name, option) == 0 &&
            strcmp(arguments->values[i], rule) == 0)
            return true;
    return false;
}

/* To ask for a pedantic rule by its name is pedantic enough. */
static bool is_pedantic(const Arguments *arguments)
{
    for (size_t i = 0; i < zermelo_explanation_count(); i++)
        if (zermelo_explanation(i).is_pedantic &&
            names(arguments, "only", zermelo_explanation(i).rule))
            return true;
    return has_option(arguments, "pedantic");
}

static bool is_wanted(const Arguments *arguments, const char *rule)
{
    return (!has_option(arguments, "only") || names(arguments, "only", rule)) &&
           !names(arguments, "ignore", rule);
}

/* ---- for people ---- */

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

static void show(const Arguments *arguments, const char *path,
                 const ZermeloGame *game)
{
    bool quiet = has_option(arguments, "quiet");
    size_t errors = 0, warnings = 0;
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic found = zermelo_diagnostic(game, i);
        bool is_error = found.is_error;
        if (!is_wanted(arguments, found.rule))
            continue;
        *(is_error ? &errors : &warnings) += 1;
        if (quiet && !is_error)
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
    if (errors)
        printf(", %zu error%s", errors, plural(errors));
    if (warnings)
        printf(", %zu warning%s", warnings, plural(warnings));
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
    return json_pack("[{s:I,s:I,s:I,s:I,s:o}]", "line", (json_int_t)fix.line,
                     "column", (json_int_t)fix.column, "end_line",
                     (json_int_t)fix.end_line, "end_column",
                     (json_int_t)fix.end_column, "text", json_text(fix.text));
}

static json_t *diagnostic_json(const ZermeloGame *game, size_t number)
{
    ZermeloDiagnostic found = zermelo_diagnostic(game, number);
    json_t *object = json_object();
    json_object_set_new(object, "severity",
                        json_string(found.is_error ? "error" : "warning"));
    json_object_set_new(object, "rule", json_string(found.rule));
    json_object_set_new(object, "line", json_integer((json_int_t)found.line));
    json_object_set_new(object, "column",
                        json_integer((json_int_t)found.column));
    json_object_set_new(object, "end_line",
                        json_integer((json_int_t)found.end_line));
    json_object_set_new(object, "end_column",
                        json_integer((json_int_t)found.end_column));
    json_object_set_new(object, "message", json_text(found.message));
    json_object_set_new(object, "assumed",
                        found.assumed ? json_text(found.assumed) : json_null());
    json_object_set_new(object, "fix", fix_json(game, number));
    return object;
}

static json_t *game_json(const Arguments *arguments, const char *path,
                         const ZermeloGame *game)
{
    json_t *object = json_object();
    json_t *roles = json_array(), *diagnostics = json_array();
    for (size_t i = 0; i < zermelo_role_count(game); i++)
        json_array_append_new(roles, json_text(zermelo_role(game, i)));
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
        if (is_wanted(arguments, zermelo_diagnostic(game, i).rule))
            json_array_append_new(diagnostics, diagnostic_json(game, i));
    json_object_set_new(object, "file", json_text(path));
    json_object_set_new(object, "valid", json_boolean(zermelo_valid(game)));
    json_object_set_new(object, "usable", json_boolean(zermelo_usable(game)));
    json_object_set_new(object, "language",
                        json_string(zermelo_language(game)));
    json_object_set_new(object, "roles", roles);
    json_object_set_new(object, "diagnostics", diagnostics);
    json_object_set_new(
        object, "suppressed",
        json_integer((json_int_t)zermelo_suppressed_count(game)));
    return object;
}

/* ---- the command ---- */

static int check_file(const Arguments *arguments, const char *path)
{
    const char *why;
    const ZermeloLimits limits = limits_of(arguments);
    ZermeloGame *game = zermelo_read_file_within(
        path, syntax_option(arguments, "syntax"), &limits, &why);
    if (!game)
        return fail("file", "%s: %s", path, why);
    if (zermelo_read_stopped(game)) {
        fail("limit", "%s: %s", path, zermelo_read_stopped(game));
        zermelo_free(game);
        return EXIT_UNKNOWN;
    }
    if (is_pedantic(arguments))
        zermelo_judge_pedantic(game);
    if (has_option(arguments, "json"))
        print_json_line(game_json(arguments, path, game));
    else
        show(arguments, path, game);
    int status = zermelo_valid(game) ? EXIT_YES : EXIT_NO;
    zermelo_free(game);
    return status;
}

int cmd_check(const Arguments *arguments)
{
    int status = EXIT_YES;
    if (!has_known_rules(arguments))
        return EXIT_ERROR;
    Progress progress = progress_begin("files", arguments->operand_count);
    for (size_t i = 0; i < arguments->operand_count && !interrupted; i++) {
        progress_show(&progress, i);
        int one = check_file(arguments, arguments->operands[i]);
        status = one > status ? one : status;
    }
    progress_end(&progress);
    return interrupted ? EXIT_UNKNOWN : status;
}
