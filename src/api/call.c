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

#include "base/bits.h"
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

/* What is said of option NAME in OPTIONS: the part behind "=", empty for a
 * flag; NULL if there is no such option. */
static const char *find_option(const Call *call, const char *options,
                               const char *name)
{
    size_t length = strlen(name);
    while (*options) {
        size_t end = strcspn(options, " "), key = strcspn(options, "= ");
        size_t value = key + (key < end);
        if (key == length && memcmp(options, name, length) == 0)
            return arena_string(call->arena, options + value, end - value);
        options += end + strspn(options + end, " ");
    }
    return NULL;
}

/* What is expected instead of VALUE, or NULL if it is right. */
static const char *expected_instead(const char *kind, const json_t *value)
{
    size_t share_count;
    const char *text = json_string_value(value);
    if (!*kind)
        return json_is_boolean(value) ? NULL : "true or false";
    if (begins_with(kind, "COUNT"))
        return json_is_integer(value) && json_integer_value(value) >= 0
                   ? NULL
                   : "a whole number, 0 or more";
    if (strcmp(kind, "SECONDS") == 0)
        return json_is_number(value) && json_number_value(value) >= 0
                   ? NULL
                   : "a number, 0 or more";
    if (strcmp(kind, "TEXT") == 0)
        return text ? NULL : "a string";
    if (strcmp(kind, "SHARE") == 0)
        return text && read_share(text, &share_count) != SIZE_MAX ? NULL
                                                                  : "\"I/N\"";
    return text && find_word(kind, text) != SIZE_MAX ? NULL : kind;
}

/* Notes the option; NULL, or what is wrong. */
static json_t *take_option(Call *call, const char *name, json_t *value)
{
    static const char common_options[] =
        "time=SECONDS memory=COUNT seed=COUNT threads=COUNT details";
    const char *kind = find_option(call, call->kind->options, name);
    if (!kind)
        kind = find_option(call, common_options, name);
    if (!kind)
        return call_fail("usage", "there is no option %s", name);
    const char *expected = expected_instead(kind, value);
    if (expected)
        return call_fail("usage", "--%s takes %s", name, expected);
    const char *max = strchr(kind, '<'); /* COUNT<=MAX */
    if (max && json_integer_value(value) > atoll(max + 2))
        return call_fail("usage", "--%s takes a number from 0 to %s", name,
                         max + 2);
    if (!json_is_false(value))
        json_add(call->options, json_pack("[s,O]", name, value));
    return NULL;
}

/* Notes the options in OBJECT; NULL, or what is wrong. */
static json_t *take_options(Call *call, json_t *object)
{
    const char *name;
    json_t *value, *item, *error = NULL;
    size_t i;
    if (!json_is_object(object))
        return call_fail("usage", "options are a JSON object");
    json_object_foreach (object, name, value) {
        if (!json_is_array(value))
            error = take_option(call, name, value);
        json_array_foreach (value, i, item) {
            error = take_option(call, name, item);
            if (error)
                return error;
        }
        if (error)
            return error;
    }
    return NULL;
}

/* Sets the options of CALL; NULL, or what is wrong with TEXT. */
static json_t *read_options(Call *call, const char *text)
{
    json_error_t fault;
    json_t *options = text ? json_loads(text, 0, &fault) : json_object();
    json_t *object, *error = NULL;
    size_t i;
    if (!options)
        return call_fail("usage", "the options are no JSON: %s", fault.text);
    if (!json_is_array(options))
        error = take_options(call, options);
    json_array_foreach (options, i, object) {
        error = take_options(call, object);
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

size_t call_choice(const Call *call, const char *name, size_t otherwise)
{
    const char *word = call_text(call, name, NULL);
    const char *words = find_option(call, call->kind->options, name);
    assert(words); /* it was checked */
    return word ? find_word(words, word) : otherwise;
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
static void set_limits(Call *call, const ZermeloLimits *limits)
{
    double now = clock_now(), limit = limits ? limits->seconds : 0;
    const json_t *time = last_value(call, "time");
    call->seconds = time        ? json_number_value(time)
                    : limit > 0 ? limit
                                : call->kind->seconds;
    double seconds = limit > 0 && (limit < call->seconds || call->seconds <= 0)
                         ? limit
                         : call->seconds;
    call->deadline = seconds > 0 ? now + seconds : 0;
    call->cancelled = limits ? limits->cancelled : NULL;
    call->budget = budget_new(seconds, call->cancelled);
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

void call_report_interpreting(Call *call, const char *why)
{
    call_report(call, JSON_OBJECT({"interpreting", json_text(why)}));
}

/* ---- engines ---- */

bool call_interpret(Call *call, const char **why)
{
    call->interp = interp_new(call->game->game, &call->budget, why);
    if (call->interp)
        call->roles = role_names(call->arena, NULL, call->interp);
    return call->interp;
}

const ZermeloNet *call_ground(Call *call, double seconds, const char **why)
{
    const ZermeloLimits limits = {seconds, call->cancelled, call->megabytes};
    if (!call->game->net)
        call->net = zermelo_ground(call->game, &limits, why);
    return call->game->net;
}

const Position *call_start(Call *call, const char **why)
{
    const ZermeloLimits limits = call_limits(call);
    ZermeloPlay *play = zermelo_play_new(call->game, &limits, why);
    const Position *copy = NULL;
    const char *fault = NULL;
    if (play && !zermelo_play_moves(play, call_text(call, "from", ""), NULL))
        fault = zermelo_play_fault(play);
    else if (play && zermelo_play_length(play))
        fault = zermelo_play_failure(play); /* the last position lacks facts */
    if (fault) {
        *why = arena_strdup(call->arena, fault);
    } else if (play) {
        const Position *position = play_position(play);
        copy = position_new(call->arena, position->features, position->count);
    }
    zermelo_play_free(play);
    return copy;
}

uint64_t *state_of_position(const Position *position, const Net *net,
                            Arena *arena)
{
    uint64_t *state =
        arena_array(arena, uint64_t, words_for(net->feature_count) + 1);
    for (size_t i = 0; i < position->count; i++) {
        uint32_t feature = net_feature(net, position->features[i]);
        if (feature != NO_INDEX) /* the others have no effect */
            set_bit(state, feature);
    }
    return state;
}

void call_search(Call *call, void (*search)(void *context), void *context)
{
    call->search = heap_new(0, heap_current());
    if (!call->search)
        heap_fail();
    HEAP_CALL(call->search)
    {
        call->ran_out = true;
        return;
    }
    search(context);
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

char *give_json(json_t *json)
{
    Text text = json_as_text(json, JSON_COMPACT);
    json_decref(json);
    return give_text(&text);
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

static json_t *answer_or_error(Call *call, const char *options,
                               const ZermeloLimits *limits)
{
    if (!call->game && !call->path)
        return call_fail("usage", "there is nothing to answer about");
    json_t *error = read_options(call, options);
    if (error)
        return error;
    if (call->game && !call->game->game && !call->kind->takes_any_text)
        return call_fail("rules", "the rules cannot be used");
    set_limits(call, limits);
    return call->kind->answer(call);
}

/* Releases what CALL has; if memory ran out in a search, some of it is in
 * disorder and left to the heap. */
static void end_call(Call *call)
{
    json_decref(call->options);
    if (call->ran_out) {
        heap_expect_rest(heap_current());
    } else {
        interp_free(call->interp);
        arena_free(call->arena);
    }
    heap_free(call->search);
    zermelo_net_free(call->net);
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

static char *answer_text(Call *call, const char *options,
                         const ZermeloLimits *limits)
{
    json_use_heaps();
    ZermeloGame *const game = call->game;
    ZermeloNet *const net = game ? game->net : NULL;
    const GameMark own_mark = game_mark(game);
    ENTER_SCRATCH(game, (restore_game(game, &own_mark, net),
                         memory_try_give(NO_MEMORY_ANSWER)));
    call->options = json_array();
    call->arena = arena_new();
    json_t *answer = answer_or_error(call, options, limits);
    bool is_error =
        json_object_size(answer) == 1 && json_object_get(answer, "error");
    bool is_one_line = is_error || call->kind->is_one_line;
    Text text =
        json_as_text(answer, is_one_line ? JSON_COMPACT : JSON_INDENT(2));
    json_decref(answer);
    end_call(call);
    return give_text(&text);
}

char *call_answer(const CallKind *kind, ZermeloGame *game, const char *options,
                  const ZermeloLimits *limits)
{
    Call call = {.kind = kind,
                 .game = game,
                 .report = game ? game->report : NULL,
                 .report_context = game ? game->report_context : NULL};
    return answer_text(&call, options, limits);
}

char *call_answer_about(const CallKind *kind, const char *path,
                        const char *options, const ZermeloLimits *limits,
                        ZermeloReport *report, void *context)
{
    Call call = {.kind = kind,
                 .path = path,
                 .report = report,
                 .report_context = context};
    return answer_text(&call, options, limits);
}
