/* output.c - what commands share in reading games and writing answers */
#include "cli/output.h"

#include "base/arena.h"
#include "base/budget.h"
#include "system/file.h"
#include "base/memory.h"
#include "system/terminal.h"
#include "base/text.h"
#include "play/human.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool reading_stopped, writing_failed;

/* ---- printing ---- */

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

int fail(const char *rule, const char *format, ...)
{
    char message[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const char *place = strstr(message, ZERMELO_NO_MEMORY);
    if (place &&
        strcmp(place, ZERMELO_NO_MEMORY) == 0) { /* a limit, no error */
        rule = "memory";
        reading_stopped = true;
    }
    if (wants_json) {
        print_json_line(json_pack("{s:o}", "error", json_error(rule, message)));
    } else {
        fflush(stdout);
        fprintf(stderr, "zermelo: %s\n", message);
    }
    return EXIT_ERROR;
}

/* ---- texts ---- */

void add_step(Text *out, const json_t *step)
{
    const char *role, *separator = "";
    json_t *move;
    if (json_is_string(step))
        text_adds(out, json_string_value(step));
    json_object_foreach ((json_t *)step, role, move) {
        text_addf(out, "%s%s", separator, json_string_value(move));
        separator = ", ";
    }
}

void add_moves(Text *out, const json_t *play)
{
    for (size_t i = 0; i < json_array_size(play); i++) {
        text_adds(out, i ? "; " : "");
        add_step(out, json_array_get(play, i));
    }
}

void print_play(const char *lead, size_t indent, const json_t *play)
{
    size_t count = json_array_size(play), length = strlen(lead);
    json_t *steps = json_array();
    Text line = {0};
    for (size_t i = 0; i < count; i++) {
        Text step = {0};
        add_step(&step, json_array_get(play, i));
        json_add(steps, json_take_text(&step));
    }
    json_join(&line, steps, "; ");
    if (count > 1 && printed_width(lead) + printed_width(text_string(&line)) >
                         terminal_width()) {
        Arena *arena = arena_new();
        while (length && lead[length - 1] == ' ')
            length--;
        printf("%.*s%s", (int)length, lead, length ? "\n" : "");
        print_numbered(json_strings(arena, steps), indent, SIZE_MAX);
        arena_free(arena);
    } else {
        printf("%s%s\n", lead, text_string(&line));
    }
    json_decref(steps);
    text_free(&line);
}

void print_wrapped(size_t column, size_t indent, size_t width, const char *text)
{
    for (bool is_first = true; *text; is_first = false) {
        size_t length = strcspn(text, " ");
        char *word = memory_strndup(text, length);
        size_t columns = printed_width(word);
        if (!is_first && column + 1 + columns > width) {
            putchar('\n');
            column = 0;
        } else if (!is_first) {
            column += (size_t)printf(" ");
        }
        if (column < indent)
            column += (size_t)printf("%*s", (int)(indent - column), "");
        fputs(word, stdout);
        column += columns;
        text += length + (text[length] == ' ');
        free(word);
    }
    putchar('\n');
}

void print_list(const char *lead, size_t width, const json_t *words)
{
    Text text = {0};
    json_join(&text, words, " ");
    fputs(lead, stdout);
    print_wrapped(printed_width(lead), printed_width(lead), width,
                  text_string(&text));
    text_free(&text);
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
    return diagnostic.is_error ||
           find_word("arithmetic|growing-term|lonely-constant|missing-comma|"
                     "not-carried-over|over-at-start|undefined|"
                     "unknown-keyword|unknown-role|unset-feature",
                     diagnostic.rule) != SIZE_MAX;
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
    ZermeloGame *game = zermelo_read_file(
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
    return (ZermeloLimits){.seconds = time_left(arguments),
                           .cancelled = &interrupted};
}

/* ---- a bar on stderr while work lasts ---- */

enum { BAR_COLUMNS = 30 };

Progress progress_begin(const char *label, size_t total, bool they_come_last)
{
    bool wanted =
        isatty(STDERR_FILENO) && (they_come_last || !isatty(STDOUT_FILENO));
    return (Progress){label, total, clock_now(), 0, wanted, false};
}

static void draw_bar(const Progress *progress, size_t done, double elapsed)
{
    if (!progress->total) {
        dprintf(STDERR_FILENO, "\r%zu %s, %.0f s", done, progress->label,
                elapsed);
        return;
    }
    size_t filled = BAR_COLUMNS * done / progress->total;
    double remaining =
        done ? elapsed * (double)(progress->total - done) / (double)done : 0;
    char bar[BAR_COLUMNS + 1] = {0};
    for (size_t i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < filled ? '#' : '.';
    dprintf(STDERR_FILENO, "\r[%s] %zu of %zu %s, %.0f s left  ", bar, done,
            progress->total, progress->label, remaining);
}

bool progress_is_due(Progress *progress)
{
    double now = clock_now();
    if (!progress->is_wanted || now - progress->start_time < 1 ||
        now - progress->last_shown < 0.1)
        return false;
    progress->last_shown = now;
    progress->is_visible = true;
    return true;
}

void progress_show(Progress *progress, size_t done)
{
    if (progress_is_due(progress))
        draw_bar(progress, done, clock_now() - progress->start_time);
}

void progress_end(Progress *progress)
{
    if (progress->is_visible)
        dprintf(STDERR_FILENO, "\r%*s\r", PROGRESS_WIDTH, "");
    progress->is_visible = false;
}

/* ---- questions to the library ---- */

static json_t *value_json(const Option *option, const char *value)
{
    switch (option->kind) {
    case VALUE_NONE:
        return json_true();
    case VALUE_COUNT:
        return json_count(strtoull(value, NULL, 10));
    case VALUE_SECONDS:
        return json_real(strtod(value, NULL));
    default:
        return json_string(value); /* NULL if it is no UTF-8 */
    }
}

/* The options that were typed, as JSON; NULL after saying what is wrong. */
static char *options_json(const Arguments *arguments)
{
    json_t *list = json_array();
    for (size_t i = 0; i < arguments->option_count; i++) {
        const Option *option = arguments->options[i];
        bool is_verdict = option->kind == VALUE_CHOICE; /* or a rule of check */
        /* the command itself reads games and prints answers */
        if (find_word(is_verdict ? "syntax|only"
                                 : "json|strict|quiet|trace|time|all|html",
                      option->name) != SIZE_MAX)
            continue;
        json_t *value = value_json(option, arguments->option_values[i]);
        if (!value) {
            fail("usage", "the value of --%s is no UTF-8", option->name);
            json_decref(list);
            return NULL;
        }
        json_add(list, json_pack("{s:o}", option->name, value));
    }
    if (time_allowed(arguments) > 0)
        json_add(list, json_pack("{s:f}", "time", time_allowed(arguments)));
    if (!wants_json)
        json_add(list, json_pack("{s:b}", "details", true));
    char *text = json_dumps(list, JSON_COMPACT);
    json_decref(list);
    return text;
}

/* Says what is wrong, and returns the exit status. */
static int show_error(const json_t *error)
{
    const char *rule = text_of(error, "rule"), *text = text_of(error, "text");
    if (text) {
        fflush(stdout);
        fputs(text, stderr);
    } else {
        fail(rule, "%s", text_of(error, "message"));
    }
    return find_word("limit|memory|model", rule) != SIZE_MAX ? EXIT_UNKNOWN
                                                             : EXIT_ERROR;
}

int print_answer(const Arguments *arguments, const Query *query, json_t *answer)
{
    int status = query->status ? query->status(arguments, answer) : EXIT_YES;
    status = write_page(arguments, answer, NULL, status);
    if (wants_json && query->is_one_of_many) {
        print_json_line(answer);
    } else if (wants_json) {
        print_json(answer);
    } else {
        query->show(arguments, answer);
        json_decref(answer);
    }
    return status;
}

/* Between a question and its answer. */
typedef struct {
    const Arguments *arguments;
    const Query *query;
    Progress progress; /* to the answer, and then of what is saved */
    bool is_printed;
    int status;
} Printing;

/* Of what is saved after it. */
static void print_early(Printing *printing, json_t *answer)
{
    progress_end(&printing->progress);
    printing->is_printed = true;
    printing->status =
        print_answer(printing->arguments, printing->query, json_incref(answer));
    fflush(stdout);
    printing->progress = progress_begin("parts of the certificate", 0, true);
}

static void take_report(void *context, const char *report)
{
    Printing *printing = context;
    Progress *progress = &printing->progress;
    const Query *query = printing->query;
    json_t *state = json_loads(report, 0, NULL);
    const json_t *saving = json_object_get(state, "saving"),
                 *counts = saving ? saving : state;
    if (has_value(counts, "done")) {
        progress->total = count_of(counts, "total");
        progress_show(progress, count_of(counts, "done"));
    } else if (has_value(state, "answer")) {
        print_early(printing, json_object_get(state, "answer"));
    } else if (text_of(state, "interpreting")) {
        fprintf(stderr,
                "zermelo: the game cannot be grounded (%s); interpreting it\n",
                text_of(state, "interpreting"));
    } else if (text_of(state, "note")) {
        fprintf(stderr, "zermelo: %s\n", text_of(state, "note"));
    } else if (query->report) {
        query->report(printing->arguments, progress, state);
    }
    json_decref(state);
}

/* Says on stderr what became of certificate and facts; STATUS, or that of an
 * error. */
static int say_saved(const json_t *answer, int status)
{
    const json_t *saved = json_object_get(answer, "saved");
    const json_t *facts = json_object_get(answer, "facts");
    const char *failure = text_of(saved, "failure");
    size_t without = count_of(saved, "without");
    if (failure)
        fprintf(stderr, "zermelo: no certificate was saved: %s\n", failure);
    else if (without)
        fprintf(stderr,
                "zermelo: %zu verdict%s in %s cannot be checked: recheck says "
                "why\n",
                without, plural(without), text_of(saved, "directory"));
    if (has_value(facts, "failure"))
        fprintf(stderr, "zermelo: no facts were saved: %s: %s\n",
                text_of(facts, "file"), text_of(facts, "failure"));
    return failure || has_value(facts, "failure") ? EXIT_ERROR : status;
}

/* The answer to the question, which may be {"error": ...} and nothing else;
 * NULL after saying what is wrong with the options. */
static json_t *ask(Printing *printing)
{
    const Arguments *arguments = printing->arguments;
    Question *question = printing->query->question;
    const ZermeloLimits limits = limits_of(arguments);
    char *options = options_json(arguments);
    if (!options)
        return NULL;
    zermelo_on_report(arguments->game, take_report, printing);
    char *text = question
                     ? question(arguments->game, options, &limits)
                     : zermelo_recheck_json(arguments->operands[0], options,
                                            &limits, take_report, printing);
    zermelo_on_report(arguments->game, NULL, NULL);
    progress_end(&printing->progress);
    free(options);
    return json_take(text);
}

int answer_query(const Arguments *arguments, const Query *query)
{
    Printing printing = {
        .arguments = arguments, .query = query, .status = EXIT_ERROR};
    if (query->progress)
        printing.progress =
            progress_begin(query->progress, 0, query->answer_comes_last);
    json_t *answer = ask(&printing);
    const json_t *error = json_object_get(answer, "error");
    if (error && json_object_size(answer) == 1)
        printing.status = show_error(error);
    else if (answer && !printing.is_printed)
        return print_answer(arguments, query, answer);
    else
        printing.status =
            answer ? say_saved(answer, printing.status) : EXIT_ERROR;
    json_decref(answer);
    return printing.status;
}
