/* cmd_check.c - zermelo check FILE... */
#include "cli/cmd.h"
#include "cli/output.h"
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>

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
        bool is_error = zermelo_diagnostic(game, i).is_error;
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
    return object;
}

static json_t *game_json(const char *path, const ZermeloGame *game)
{
    json_t *object = json_object();
    json_t *roles = json_array(), *diagnostics = json_array();
    for (size_t i = 0; i < zermelo_role_count(game); i++)
        json_array_append_new(roles, json_text(zermelo_role(game, i)));
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++)
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
    ZermeloGame *game =
        zermelo_read_file(path, syntax_option(arguments, "syntax"), &why);
    if (!game)
        return trouble("file", "%s: %s", path, why);
    if (has_option(arguments, "json"))
        print_json_line(game_json(path, game));
    else
        show(arguments, path, game);
    int status = zermelo_valid(game) ? EXIT_YES : EXIT_NO;
    zermelo_free(game);
    return status;
}

int cmd_check(const Arguments *arguments)
{
    int status = EXIT_YES;
    Progress progress = progress_begin("files", arguments->operand_count);
    for (size_t i = 0; i < arguments->operand_count && !interrupted; i++) {
        progress_show(&progress, i);
        int one = check_file(arguments, arguments->operands[i]);
        status = one > status ? one : status;
    }
    progress_end(&progress);
    return status;
}
