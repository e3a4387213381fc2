/* table_figure.c - what came of one cell of a table
 *
 * In:   what a command of this program printed with --json, or how it ended
 * Out:  a Figure: a short answer, a time or a rate, and why there is no more
 * Next: cli/table/table_grid.c sets it beside the published one
 *
 * Start reading at figure_of_child(), near the end.
 */
#include "cli/table/table_figure.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *copy(Arena *arena, const char *text)
{
    return text ? arena_string(arena, text, strlen(text)) : NULL;
}

const char *text_at(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static long number_at(const json_t *object, const char *key)
{
    return (long)json_integer_value(json_object_get(object, key));
}

static void read_value(Figure *figure, const json_t *answer, const char *key)
{
    const json_t *value = json_object_get(answer, key);
    figure->has_value = json_is_number(value);
    figure->value = json_number_value(value);
}

/* ---- prove ---- */

/* The first limit that left a formula undecided, or NULL. */
static const char *limit_of_proofs(const json_t *results)
{
    for (size_t i = 0; i < json_array_size(results); i++) {
        const json_t *result = json_array_get(results, i);
        const char *verdict = text_at(result, "verdict");
        const char *reason = text_at(result, "reason");
        if (reason && verdict && strcmp(verdict, "unknown") == 0)
            return reason;
    }
    return NULL;
}

static Figure figure_of_proof(Arena *arena, TableKind kind,
                              const json_t *answer)
{
    const json_t *counts = json_object_get(answer, "counts");
    const char *limit = limit_of_proofs(json_object_get(answer, "results"));
    Figure figure = {.done = json_is_object(counts),
                     .has_counts = true,
                     .proved = number_at(counts, "proved"),
                     .refuted = number_at(counts, "refuted"),
                     .unknown = number_at(counts, "unknown"),
                     .limited = limit != NULL,
                     .note = copy(arena, limit)};
    long total = number_at(counts, "total");
    assert(total == figure.proved + figure.refuted + figure.unknown);
    read_value(&figure, answer, "seconds");
    if (kind == TABLE_VERDICT && total == 1)
        figure.answer = figure.proved    ? "yes"
                        : figure.refuted ? "refuted"
                        : figure.limited ? "stopped"
                                         : "not proved";
    else
        figure.answer = arena_printf(arena, "%ld/%ld", figure.proved, total);
    return figure;
}

/* ---- solve, know ---- */

static Figure figure_of_plan(Arena *arena, const json_t *answer)
{
    const char *verdict = text_at(answer, "verdict");
    const json_t *goal = json_object_get(answer, "goal");
    Figure figure = {.done = verdict != NULL,
                     .note = copy(arena, text_at(answer, "stopped"))};
    read_value(&figure, answer, "seconds");
    figure.limited = verdict && strcmp(verdict, "unknown") == 0;
    long value = (long)json_integer_value(goal);
    if (json_is_integer(goal) && (value == 100 || !figure.limited))
        figure.answer =
            value == 100
                ? arena_printf(arena, "%ld moves", number_at(answer, "length"))
                : arena_printf(arena, "%ld moves for %ld",
                               number_at(answer, "length"), value);
    else if (json_is_integer(goal))
        figure.answer = arena_printf(arena, "%ld, or better", value);
    else
        figure.answer = figure.limited ? "stopped" : "no plan";
    if (figure.limited && !figure.note)
        figure.note = "a limit was reached";
    return figure;
}

static const char *known(const json_t *answer, const char *key)
{
    const json_t *value = json_object_get(answer, key);
    return json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "-";
}

/* Few are worth a number: chance may have hidden what cannot be known. */
static const char *matches_note(Arena *arena, long match_count)
{
    enum { MIN_MATCHES = 20 };
    return match_count >= MIN_MATCHES
               ? "fewer than 1000 matches in the time given, but at least 20"
               : arena_printf(arena, "only %ld match%s in the time given",
                              match_count, match_count == 1 ? "" : "es");
}

/* As the paper has it: without legal moves nothing else counts. */
static Figure figure_of_knowledge(Arena *arena, const json_t *answer)
{
    Figure figure = {.done = json_is_boolean(json_object_get(answer, "legal"))};
    long cut = number_at(answer, "limited");
    read_value(&figure, answer, "seconds_per_1000_rounds");
    figure.answer =
        json_is_false(json_object_get(answer, "legal"))
            ? "no/-/-"
            : arena_printf(arena, "%s/%s/%s", known(answer, "legal"),
                           known(answer, "terminal"), known(answer, "goal"));
    figure.limited = cut > 0 || !number_at(answer, "matches");
    if (cut)
        figure.note = arena_printf(arena, "%ld of %ld rounds were cut short",
                                   cut, number_at(answer, "rounds"));
    else if (json_is_true(json_object_get(answer, "stopped")))
        figure.note = matches_note(arena, number_at(answer, "matches"));
    return figure;
}

/* ---- any of them ---- */

static Figure failure(const char *note)
{
    return (Figure){.done = true, .failed = true, .note = note};
}

Figure figure_of_answer(Arena *arena, TableKind kind, const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    Figure figure = {0};
    if (json_is_object(error)) {
        const char *rule = text_at(error, "rule");
        const char *message = copy(arena, text_at(error, "message"));
        if (rule && strcmp(rule, "memory") == 0) /* a limit is an answer */
            return (Figure){.done = true,
                            .limited = true,
                            .answer = "stopped",
                            .note = message};
        return failure(message);
    }
    switch (kind) {
    case TABLE_VERDICT:
    case TABLE_COUNTS:
        figure = figure_of_proof(arena, kind, answer);
        break;
    case TABLE_PLAN:
        figure = figure_of_plan(arena, answer);
        break;
    case TABLE_KNOWLEDGE:
        figure = figure_of_knowledge(arena, answer);
        break;
    case TABLE_RATE:
        read_value(&figure, answer, "states_per_second");
        figure.done = figure.has_value;
        break;
    }
    return figure.done ? figure : failure("the answer cannot be read");
}

static Figure figure_of_output(Arena *arena, TableKind kind, const Child *child)
{
    json_t *answer =
        json_loadb(text_string(&child->output), child->output.length, 0, NULL);
    const char *errors = text_string(&child->errors);
    Figure figure =
        answer    ? figure_of_answer(arena, kind, answer)
        : *errors ? failure(arena_string(arena, errors, strcspn(errors, "\n")))
                  : failure("no answer");
    json_decref(answer);
    return figure;
}

/* It went on beyond its limit; asked to end, it may have said what it knew. */
static Figure figure_of_overrun(Arena *arena, TableKind kind,
                                const Child *child)
{
    Figure figure = figure_of_output(arena, kind, child);
    if (figure.failed)
        figure = (Figure){.done = true, .answer = "stopped"};
    figure.limited = true;
    if (kind != TABLE_RATE && kind != TABLE_KNOWLEDGE) {
        figure.has_value = true;
        figure.value = child->seconds;
    }
    figure.note = arena_printf(arena, "it was stopped, having gone on beyond "
                                      "its limit of time");
    return figure;
}

Figure figure_of_child(Arena *arena, TableKind kind, const Child *child)
{
    switch (child->end) {
    case CHILD_EXITED:
        return figure_of_output(arena, kind, child);
    case CHILD_TIME:
        return figure_of_overrun(arena, kind, child);
    case CHILD_SIGNALLED:
        return failure(arena_printf(arena, "it died of signal %d (%s)",
                                    child->status, strsignal(child->status)));
    case CHILD_CANCELLED:
        return (Figure){0};
    case CHILD_OUTPUT:
        return failure("it printed too much");
    case CHILD_NOT_STARTED:
        break;
    }
    return failure(arena_printf(arena, "it could not be started: %s",
                                strerror(child->status)));
}

/* ---- kept and printed ---- */

static const char *value_key(TableKind kind)
{
    return kind == TABLE_RATE ? "rate" : "seconds";
}

json_t *figure_json(TableKind kind, const Figure *figure, bool is_published)
{
    if (!figure->done)
        return json_null();
    json_t *object =
        json_pack("{s:s?,s:o}", "answer", figure->answer, value_key(kind),
                  figure->has_value ? json_real(figure->value) : json_null());
    if (figure->has_counts)
        json_object_update_new(object,
                               json_pack("{s:I,s:I,s:I}", "proved",
                                         (json_int_t)figure->proved, "refuted",
                                         (json_int_t)figure->refuted, "unknown",
                                         (json_int_t)figure->unknown));
    if (!is_published)
        json_object_update_new(object, json_pack("{s:b,s:b}", "limited",
                                                 figure->limited, "failed",
                                                 figure->failed));
    json_object_set_new(object, "note", json_pack("s?", figure->note));
    return object;
}

Figure figure_of_json(TableKind kind, const json_t *object)
{
    Figure figure = {
        .done = json_is_object(object),
        .failed = json_is_true(json_object_get(object, "failed")),
        .limited = json_is_true(json_object_get(object, "limited")),
        .answer = text_at(object, "answer"),
        .has_counts = json_is_integer(json_object_get(object, "proved")),
        .proved = number_at(object, "proved"),
        .refuted = number_at(object, "refuted"),
        .unknown = number_at(object, "unknown"),
        .note = text_at(object, "note")};
    read_value(&figure, object, value_key(kind));
    return figure;
}

/* ---- compared ---- */

long figure_decides(TableKind kind, const Figure *figure)
{
    if (!figure->done || figure->failed || !figure->answer)
        return 0;
    if (figure->has_counts)
        return figure->proved + figure->refuted;
    if (kind == TABLE_COUNTS)
        return strtol(figure->answer, NULL, 10);
    if (kind == TABLE_VERDICT)
        return strcmp(figure->answer, "yes") == 0;
    return !figure->limited;
}

int figure_agrees(TableKind kind, const Figure *figure, const Figure *published)
{
    if (!figure->done || figure->failed || figure->limited || !figure->answer ||
        !published->answer)
        return -1;
    if (kind == TABLE_VERDICT && strcmp(published->answer, "no") == 0)
        return strcmp(figure->answer, "yes") != 0;
    return strcmp(figure->answer, published->answer) == 0;
}
