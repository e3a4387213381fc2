/* call.c - a question that is asked and answered in JSON
 *
 * In:   a game, options as JSON, limits
 * Out:  an answer as JSON text; {"error": ...} if there is none
 *
 * OPTIONS is an object, {"family": ["unique", "zero-sum"], "seed": 7}, whose
 * keys are the long options of the command; a list of such objects means the
 * same in this order. Start reading at call_answer(), at the end.
 */
#include "api/call.h"

#include "base/memory.h"
#include "lang/print.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

json_t *call_fail(const char *rule, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return JSON_OBJECT({"error", json_error(rule, message)});
}

json_t *call_fail_at_length(const Call *call, const char *rule,
                            const char *message, char *text)
{
    json_t *answer = call_fail(rule, "%s", message);
    if (call_has(call, "details"))
        json_put(json_object_get(answer, "error"), "text", json_text(text));
    memory_free(text);
    return answer;
}

/* ---- reading the options ---- */

static const OptionRow common_options[] = {
    {"time", OPTION_SECONDS, NULL, 0}, {"memory", OPTION_COUNT, NULL, 0},
    {"seed", OPTION_COUNT, NULL, 0},   {"threads", OPTION_COUNT, NULL, 0},
    {"details", OPTION_FLAG, NULL, 0}, {NULL, OPTION_FLAG, NULL, 0},
};

static const OptionRow *find_row(const OptionRow *rows, const char *name)
{
    while (rows->name && strcmp(rows->name, name) != 0)
        rows++;
    return rows->name ? rows : NULL;
}

/* What is expected instead of VALUE, or NULL if it is right. */
static const char *expected_instead(const OptionRow *row, const json_t *value)
{
    size_t share_count;
    const char *text = json_string_value(value);
    switch (row->kind) {
    case OPTION_FLAG:
        return json_is_boolean(value) ? NULL : "true or false";
    case OPTION_COUNT:
        return json_is_integer(value) && json_integer_value(value) >= 0
                   ? NULL
                   : "a whole number, 0 or more";
    case OPTION_SECONDS:
        return json_is_number(value) && json_number_value(value) >= 0
                   ? NULL
                   : "a number, 0 or more";
    case OPTION_TEXT:
        return text ? NULL : "a string";
    case OPTION_CHOICE:
        return text && find_word(row->words, text) != SIZE_MAX ? NULL
                                                               : row->words;
    case OPTION_SHARE:
        return text && read_share(text, &share_count) != SIZE_MAX ? NULL
                                                                  : "\"I/N\"";
    }
    return "nothing";
}

/* Appends [NAME, VALUE] to LIST; NULL, or what is wrong. */
static json_t *take_option(json_t *list, const OptionRow *rows,
                           const char *name, json_t *value)
{
    const OptionRow *row = find_row(rows, name);
    if (!row)
        row = find_row(common_options, name);
    if (!row)
        return call_fail("usage", "there is no option %s", name);
    const char *expected = expected_instead(row, value);
    if (expected)
        return call_fail("usage", "--%s takes %s", name, expected);
    if (row->max && (uint64_t)json_integer_value(value) > row->max)
        return row->words
                   ? call_fail("usage", "--%s takes %s", name, row->words)
                   : call_fail("usage", "--%s takes at most %llu", name,
                               (unsigned long long)row->max);
    if (!json_is_false(value))
        json_add(list, json_pack("[s,O]", name, value));
    return NULL;
}

/* Appends the options in OBJECT to LIST; NULL, or what is wrong. */
static json_t *take_options(json_t *list, const OptionRow *rows, json_t *object)
{
    const char *name;
    json_t *value, *item, *error = NULL;
    size_t i;
    if (!json_is_object(object))
        return call_fail("usage", "options are a JSON object");
    json_object_foreach (object, name, value) {
        if (!json_is_array(value))
            error = take_option(list, rows, name, value);
        json_array_foreach (value, i, item) {
            error = take_option(list, rows, name, item);
            if (error)
                return error;
        }
        if (error)
            return error;
    }
    return NULL;
}

/* Sets the options of CALL; NULL, or what is wrong with TEXT. */
static json_t *read_options(Call *call, const OptionRow *rows, const char *text)
{
    json_error_t fault;
    json_t *options = text ? json_loads(text, 0, &fault) : json_object();
    json_t *object, *error = NULL;
    size_t i;
    if (!options)
        return call_fail("usage", "the options are no JSON: %s", fault.text);
    if (!json_is_array(options))
        error = take_options(call->options, rows, options);
    json_array_foreach (options, i, object) {
        error = take_options(call->options, rows, object);
        if (error)
            break;
    }
    json_decref(options);
    return error;
}

/* ---- asking for them ---- */

/* The last value of option NAME, which counts; NULL if it was not given. */
static const json_t *last_value(const Call *call, const char *name)
{
    for (size_t i = json_array_size(call->options); i-- > 0;) {
        const json_t *pair = json_array_get(call->options, i);
        if (strcmp(json_string_value(json_array_get(pair, 0)), name) == 0)
            return json_array_get(pair, 1);
    }
    return NULL;
}

bool call_has(const Call *call, const char *name)
{
    return last_value(call, name);
}

const char *call_text(const Call *call, const char *name, const char *otherwise)
{
    const json_t *value = last_value(call, name);
    return value ? json_string_value(value) : otherwise;
}

size_t call_count(const Call *call, const char *name, size_t otherwise)
{
    const json_t *value = last_value(call, name);
    return value ? (size_t)json_integer_value(value) : otherwise;
}

size_t call_threads(const Call *call)
{
    enum { MAX_THREADS_PER_PROCESSOR = 4 };
    size_t max = MAX_THREADS_PER_PROCESSOR * processor_count();
    size_t requested = call_count(call, "threads", 0);
    return requested < max ? requested : max;
}

size_t call_choice(const Call *call, const char *name, const char *words,
                   size_t otherwise)
{
    const char *word = call_text(call, name, NULL);
    size_t choice = word ? find_word(words, word) : otherwise;
    assert(choice != SIZE_MAX); /* it was checked */
    return choice;
}

size_t call_share(const Call *call, const char *name, size_t *share_count)
{
    return read_share(call_text(call, name, "1/1"), share_count);
}

const char *call_next_of_all(const Call *call, size_t *index, const char **name)
{
    const json_t *pair = json_array_get(call->options, *index);
    if (!pair)
        return NULL;
    ++*index;
    *name = json_string_value(json_array_get(pair, 0));
    const char *value = json_string_value(json_array_get(pair, 1));
    return value ? value : "";
}

const char *call_next(const Call *call, const char *name, size_t *index)
{
    const char *next_name, *value;
    while ((value = call_next_of_all(call, index, &next_name)))
        if (strcmp(next_name, name) == 0)
            return value;
    return NULL;
}

/* ---- limits and reports ---- */

/* The limits of the caller, and the option "time": the lower one ends the call,
 * and the user is told of the option. */
static void set_limits(Call *call, const CallKind *kind,
                       const ZermeloLimits *limits)
{
    double now = clock_now(), limit = limits ? limits->seconds : 0;
    const json_t *time = last_value(call, "time");
    call->seconds = time        ? json_number_value(time)
                    : limit > 0 ? limit
                                : kind->seconds;
    double seconds = limit > 0 && (limit < call->seconds || call->seconds <= 0)
                         ? limit
                         : call->seconds;
    call->deadline = seconds > 0 ? now + seconds : 0;
    call->cancelled = limits ? limits->cancelled : NULL;
    call->megabytes = limits ? limits->megabytes : 0;
    size_t asked = call_count(call, "memory", 0);
    if (asked && (asked < call->megabytes || !call->megabytes))
        call->megabytes = asked;
    if (call->megabytes)
        heap_limit(heap_current(), megabytes_in_bytes(call->megabytes));
    call->last_report = now;
}

ZermeloLimits call_limits(const Call *call)
{
    double left = call->deadline - clock_now();
    return (ZermeloLimits){.seconds = call->deadline <= 0 ? 0
                                      : left > 0.001      ? left
                                                          : 0.001,
                           .cancelled = call->cancelled,
                           .megabytes = call->megabytes};
}

bool call_is_over(const Call *call)
{
    return (call->cancelled && *call->cancelled) ||
           (call->deadline > 0 && clock_now() >= call->deadline);
}

void call_use_canonical(Call *call)
{
    const ZermeloLimits limits = call_limits(call);
    call->game = canonical_game(call->game, &limits);
}

void call_report(Call *call, json_t *state)
{
    Text text = {0};
    if (call->report)
        text = json_as_text(state, JSON_COMPACT);
    json_decref(state);
    if (call->report) {
        Heap *own = heap_switch(NULL); /* it is no part of this call */
        call->report(call->report_context, text_string(&text));
        heap_switch(own);
    }
    text_free(&text);
}

bool call_report_is_due(Call *call)
{
    const double interval = 0.1;
    double now = clock_now();
    if (!call->report || now - call->last_report < interval)
        return false;
    call->last_report = now;
    return true;
}

ZermeloNet *call_ground(const Call *call, double fraction, bool *is_owned,
                        const char **why)
{
    ZermeloLimits limits = call_limits(call);
    limits.seconds *= fraction;
    if (call->game->net)
        return call->game->net;
    *is_owned = true;
    return zermelo_ground(call->game, &limits, why);
}

void call_report_interpreting(Call *call, const char *why)
{
    call_report(call, JSON_OBJECT({"interpreting", json_text(why)}));
}

/* ---- parts of answers ---- */

static json_t *progress_json(size_t done, size_t total)
{
    return JSON_OBJECT({"done", json_count(done)},
                       {"total", json_count(total)});
}

void call_report_done(void *call, size_t done, size_t total)
{
    if (call_report_is_due(call))
        call_report(call, progress_json(done, total));
}

void call_report_saving(void *call, size_t done, size_t total)
{
    if (call_report_is_due(call))
        call_report(call, JSON_OBJECT({"saving", progress_json(done, total)}));
}

json_t *reason_json(const Call *call, const char *reason)
{
    Text text = {0};
    if (!reason)
        return json_null();
    bool is_time = begins_with(reason, "out of time") ||
                   begins_with(reason, "the time was used up");
    bool is_memory = begins_with(reason, "out of memory") ||
                     begins_with(reason, "the memory was used up");
    const char *place = strstr(reason, " ("); /* in the rules */
    text_add(&text, reason, place ? (size_t)(place - reason) : strlen(reason));
    if (is_time)
        text_addf(&text, " after %g s", call->seconds);
    text_addf(&text, "%s%s", place ? place : "",
              is_time     ? ": --time allows more"
              : is_memory ? ": --memory allows more"
                          : "");
    return json_take_text(&text);
}

json_t *terms_json(const Term *const *terms, size_t count)
{
    Arena *arena = arena_new();
    json_t *list =
        json_texts((Texts){term_strings(arena, terms, count), count});
    arena_free(arena);
    return list;
}

json_t *position_json(const Term *const *features, size_t count)
{
    TermVec sorted = {0};
    vec_append(&sorted, features, count);
    sort_terms_by_name(sorted.items, sorted.count);
    json_t *list = terms_json(sorted.items, sorted.count);
    vec_free(&sorted);
    return list;
}

json_t *play_json(Texts roles, const Play *play)
{
    if (!play)
        return json_null();
    Arena *arena = arena_new();
    json_t *json = json_play(
        roles, term_strings(arena, play->moves, play->steps * roles.count),
        play->steps);
    arena_free(arena);
    return json;
}

/* ---- the call ---- */

#define NO_MEMORY_ANSWER                                                       \
    "{\"error\":{\"rule\":\"memory\",\"message\":\"" ZERMELO_NO_MEMORY "\"}}"

static json_t *answer_or_error(const CallKind *kind, Call *call,
                               const char *options, const ZermeloLimits *limits)
{
    if (!call->game && !call->path)
        return call_fail("usage", "there is nothing to answer about");
    json_t *error = read_options(call, kind->options, options);
    if (error)
        return error;
    if (call->game && !call->game->game && !kind->takes_any_text)
        return call_fail("rules", "the rules cannot be used");
    set_limits(call, kind, limits);
    return kind->answer(call);
}

/* After memory ran out in a call: GAME is as it was, with NET the last one. */
static void restore_game(ZermeloGame *game, const GameMark *mark,
                         ZermeloNet *net)
{
    game_rewind(mark);
    if (!game)
        return;
    game->net = net;
    if (game->canonical)
        heap_free(game->canonical->heap); /* with what the call left there */
    game->canonical = NULL;
}

static char *answer_text(const CallKind *kind, Call *call, const char *options,
                         const ZermeloLimits *limits)
{
    json_use_heaps();
    ZermeloGame *const game = call->game;
    ZermeloNet *const net = game ? game->net : NULL;
    const GameMark own_mark = game_mark(game);
    ENTER_SCRATCH(game, (restore_game(game, &own_mark, net),
                         memory_try_give(NO_MEMORY_ANSWER)));
    call->options = json_array();
    json_t *answer = answer_or_error(kind, call, options, limits);
    bool is_error =
        json_object_size(answer) == 1 && json_object_get(answer, "error");
    Text text = json_as_text(
        answer, is_error || kind->is_one_line ? JSON_COMPACT : JSON_INDENT(2));
    json_decref(answer);
    json_decref(call->options);
    return give_text(&text);
}

char *call_answer(const CallKind *kind, ZermeloGame *game, const char *options,
                  const ZermeloLimits *limits)
{
    Call call = {.game = game,
                 .report = game ? game->report : NULL,
                 .report_context = game ? game->report_context : NULL};
    return answer_text(kind, &call, options, limits);
}

char *call_answer_about(const CallKind *kind, const char *path,
                        const char *options, const ZermeloLimits *limits,
                        ZermeloReport *report, void *context)
{
    Call call = {.path = path, .report = report, .report_context = context};
    return answer_text(kind, &call, options, limits);
}
