/* output.c - what commands share in reading games and writing answers */
#include "cli/output.h"

#include "base/file.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool reading_stopped, writing_failed;

/* ---- JSON ---- */

json_t *json_text(const char *text)
{
    Text utf8 = {0};
    if (!text)
        return json_null();
    text_add_utf8(&utf8, text, strlen(text));
    json_t *string = json_string(text_string(&utf8));
    text_free(&utf8);
    return string;
}

void json_put(json_t *object, const char *key, json_t *value)
{
    json_t *utf8_key = json_text(key);
    json_object_set_new(object, json_string_value(utf8_key), value);
    json_decref(utf8_key);
}

json_t *json_texts(Texts texts)
{
    json_t *list = json_array();
    for (size_t i = 0; i < texts.count; i++)
        json_array_append_new(list, json_text(texts.items[i]));
    return list;
}

json_t *json_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

json_t *json_answer(ZermeloAnswer answer)
{
    return answer == ZERMELO_UNKNOWN ? json_null()
                                     : json_boolean(answer == ZERMELO_YES);
}

json_t *json_pairs(const JsonPair *pairs)
{
    json_t *object = json_object();
    for (; pairs->key; pairs++) {
        assert(!json_object_get(object, pairs->key)); /* each key once */
        json_object_set_new(object, pairs->key, pairs->value);
    }
    return object;
}

json_t *moves_json(Moves play)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < play.length; i++) {
        json_t *step = json_object();
        for (size_t k = 0; k < play.roles.count; k++)
            json_put(step, play.roles.items[k],
                     json_text(play.moves[i * play.roles.count + k]));
        json_array_append_new(steps, step);
    }
    return steps;
}

/* Writes and releases OBJECT. Neither the end of --time nor the first Ctrl-C
 * cuts it off: not by stdio, which gives up when a signal interrupts it. */
static void write_json(json_t *object, size_t flags)
{
    char *text = json_dumps(object, flags);
    json_decref(object);
    answer_state = ANSWER_BEING_WRITTEN;
    fflush(stdout);
    fflush(raw_output);
    int file = fileno(raw_output);
    writing_failed = writing_failed || !text ||
                     !file_write(file, text, strlen(text)) ||
                     !file_write(file, "\n", 1);
    answer_state = ANSWER_WRITTEN;
    free(text);
}

void print_raw(const char *text)
{
    fflush(stdout);
    fputs(text, raw_output);
    fflush(raw_output);
}

void print_json(json_t *object)
{
    write_json(object, JSON_INDENT(2));
}

void print_json_line(json_t *object)
{
    write_json(object, JSON_COMPACT);
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

/* ---- texts ---- */

void add_step(Text *out, Moves play, size_t step)
{
    assert(step < play.length);
    for (size_t i = 0; i < play.roles.count; i++)
        text_addf(out, "%s%s", i ? ", " : "",
                  play.moves[step * play.roles.count + i]);
}

void add_moves(Text *out, Moves play)
{
    for (size_t i = 0; i < play.length; i++) {
        text_adds(out, i ? "; " : "");
        add_step(out, play, i);
    }
}

void say_interpreting(const char *why)
{
    fprintf(stderr,
            "zermelo: the game cannot be grounded (%s); interpreting it\n",
            why);
}

const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

const char *stop_reason(void)
{
    return interrupted == INTERRUPTED ? "interrupted" : "the time was used up";
}

/* ---- games ---- */

ZermeloSyntax syntax_option(const Arguments *arguments, const char *name)
{
    return has_option(arguments, name)
               ? ZERMELO_KIF + choice_option(arguments, name, 0)
               : ZERMELO_ANY_SYNTAX;
}

/* Errors, and warnings that the game may not be the one that was meant: these
 * matter to whoever goes on. Other warnings are the affair of check. */
static bool is_worth_showing(ZermeloDiagnostic diagnostic)
{
    static const char *const rules[] = {"arithmetic",       "growing-term",
                                        "lonely-constant",  "missing-comma",
                                        "not-carried-over", "over-at-start",
                                        "undefined",        "unknown-keyword",
                                        "unknown-role",     "unset-feature"};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(diagnostic.rule, rules[i]) == 0)
            return true;
    return diagnostic.is_error;
}

static void show_errors(const ZermeloGame *game)
{
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        if (!is_worth_showing(zermelo_diagnostic(game, i)))
            continue;
        char *text = zermelo_diagnostic_text(game, i);
        fputs(text, stderr);
        free(text);
    }
}

void refuse_game(const ZermeloGame *game, const char *reason)
{
    if (!wants_json) {
        show_errors(game);
        fail("rules", "%s", reason);
        return;
    }
    for (size_t i = 0; i < zermelo_diagnostic_count(game); i++) {
        ZermeloDiagnostic diagnostic = zermelo_diagnostic(game, i);
        if (!diagnostic.is_error ||
            (!zermelo_usable(game) && diagnostic.assumed))
            continue;
        fail(diagnostic.rule, "line %zu: %s", diagnostic.line,
             diagnostic.message);
        return;
    }
    fail("rules", "%s", reason);
}

ZermeloGame *load_text(const Arguments *arguments, const char *path)
{
    const char *why;
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
    ZermeloGame *game = load_text(arguments, arguments->operands[0]);
    if (!game)
        return NULL;
    bool is_strict = has_option(arguments, "strict");
    if (zermelo_usable(game) && (zermelo_valid(game) || !is_strict)) {
        show_errors(game);
        return game;
    }
    refuse_game(game, zermelo_usable(game) ? "these rules are not valid"
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
