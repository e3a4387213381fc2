/* output.c - what commands share in reading games and writing answers */
#include "cli/output.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reading_stopped;

json_t *json_text(const char *text)
{
    Text clean = {0};
    text_add_utf8(&clean, text, strlen(text));
    json_t *string = json_string(text_string(&clean));
    text_free(&clean);
    return string;
}

void json_put(json_t *object, const char *key, json_t *value)
{
    json_t *clean = json_text(key);
    json_object_set_new(object, json_string_value(clean), value);
    json_decref(clean);
}

static void dump(json_t *object, size_t flags)
{
    answer_state = ANSWER_BEING_WRITTEN;
    fflush(stdout);
    json_dumpf(object, raw_output, flags);
    fputc('\n', raw_output);
    fflush(raw_output);
    answer_state = ANSWER_WRITTEN;
    json_decref(object);
}

void print_raw(const char *text)
{
    fflush(stdout);
    fputs(text, raw_output);
    fflush(raw_output);
}

void print_json(json_t *object)
{
    dump(object, JSON_INDENT(2));
}

void print_json_line(json_t *object)
{
    dump(object, JSON_COMPACT);
}

json_t *json_error(const char *rule, const char *message)
{
    return json_pack("{s:s,s:o}", "rule", rule, "message", json_text(message));
}

int fail(const char *rule, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (wants_json) {
        print_json_line(json_pack("{s:o}", "error", json_error(rule, message)));
    } else {
        fflush(stdout);
        fprintf(stderr, "zermelo: %s\n", message);
    }
    return EXIT_ERROR;
}

ZermeloSyntax syntax_option(const Arguments *arguments, const char *name)
{
    const char *value = text_option(arguments, name, "");
    return strcmp(value, "kif") == 0     ? ZERMELO_KIF
           : strcmp(value, "infix") == 0 ? ZERMELO_INFIX
                                         : ZERMELO_ANY_SYNTAX;
}

/* Errors, and warnings that the game may not be the one that was meant: these
 * matter to whoever goes on. Other warnings are the affair of check. */
static bool is_telling(ZermeloDiagnostic found)
{
    static const char *const rules[] = {"arithmetic",       "growing-term",
                                        "lonely-constant",  "missing-comma",
                                        "not-carried-over", "over-at-start",
                                        "undefined",        "unknown-keyword",
                                        "unknown-role",     "unset-feature"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(found.rule, rules[i]) == 0)
            return true;
    return found.is_error;
}

static void show_errors(const ZermeloGame *game)
{
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        if (!is_telling(zermelo_diagnostic(game, i)))
            continue;
        char *text = zermelo_diagnostic_text(game, i);
        fputs(text, stderr);
        free(text);
    }
}

void refuse_game(const Arguments *arguments, const ZermeloGame *game,
                 const char *reason)
{
    if (!has_option(arguments, "json")) {
        show_errors(game);
        fail("rules", "%s", reason);
        return;
    }
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic found = zermelo_diagnostic(game, i);
        if (!found.is_error || (!zermelo_usable(game) && found.assumed))
            continue;
        fail(found.rule, "line %zu: %s", found.line, found.message);
        return;
    }
    fail("rules", "%s", reason);
}

ZermeloGame *load_text(const Arguments *arguments)
{
    const char *path = arguments->operands[0], *why;
    const ZermeloLimits limits = limits_of(arguments);
    ZermeloGame *game = zermelo_read_file_within(
        path, syntax_option(arguments, "syntax"), &limits, &why);
    if (!game)
        fail("file", "%s: %s", path, why);
    if (!game || !zermelo_read_stopped(game))
        return game;
    fail("limit", "%s: %s", path, zermelo_read_stopped(game));
    zermelo_free(game);
    reading_stopped = true;
    return NULL;
}

ZermeloGame *load_game(const Arguments *arguments)
{
    ZermeloGame *game = load_text(arguments);
    if (!game)
        return NULL;
    bool strict = has_option(arguments, "strict");
    if (zermelo_usable(game) && (zermelo_valid(game) || !strict)) {
        show_errors(game);
        return game;
    }
    refuse_game(arguments, game,
                zermelo_usable(game) ? "these rules are not valid"
                                     : "these rules cannot be used");
    zermelo_free(game);
    return NULL;
}

ZermeloLimits limits_of(const Arguments *arguments)
{
    return (ZermeloLimits){time_left(arguments), &interrupted};
}

char *list_roles(const ZermeloGame *game)
{
    enum { MAX_LISTED = 20 };
    Text text = {0};
    size_t count = zermelo_role_count(game);
    text_adds(&text, count == 1 ? "the role is " : "the roles are ");
    for (size_t i = 0; i < count && i < MAX_LISTED; i++)
        text_addf(&text, "%s%s",
                  i == 0          ? ""
                  : i + 1 < count ? ", "
                                  : " and ",
                  zermelo_role(game, i));
    if (count > MAX_LISTED)
        text_adds(&text, ", ...");
    return text_take(&text);
}
