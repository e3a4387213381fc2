/* arguments.c - from what was typed to Arguments
 *
 * In:   argv
 * Out:  Arguments, or an error
 * Next: main.c runs the command
 *
 * word := "--" name [ "=" value ] | "--" name value | operand
 * "--" alone ends the options, "-" alone is an operand.
 */
#include "cli/command.h"

#include "base/budget.h"
#include "base/guess.h"
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const Command *find_command(const char *name)
{
    const Command *command = commands;
    while (command->name && strcmp(command->name, name) != 0)
        command++;
    return command->name ? command : NULL;
}

const Command *next_command(const char **names)
{
    size_t length = strcspn(*names, ",");
    for (const Command *command = commands; length && command->name; command++)
        if (strlen(command->name) == length &&
            memcmp(command->name, *names, length) == 0) {
            *names += length + ((*names)[length] == ',');
            return command;
        }
    return NULL;
}

/* ---- what was probably meant ---- */

const char *suggest_command(const char *typed)
{
    Guess guess = guess_new(typed);
    for (const Command *command = commands; command->name; command++)
        guess_offer(&guess, command->name);
    return guess.best;
}

static const char *suggest_option(const Command *command, const char *typed)
{
    const char *const lists[] = {command->options, COMMON_OPTIONS};
    Guess guess = guess_new(typed);
    for (size_t i = 0; i < 2; i++) {
        const char *keys = lists[i];
        for (const Option *option; (option = next_option(&keys));)
            guess_offer(&guess, option->name);
    }
    return guess.best;
}

/* ---- values ---- */

/* The kind of value that OPTION takes, if VALUE is none; otherwise NULL. */
static const char *expected_instead(const Option *option, const char *value)
{
    size_t count;
    double seconds;
    char *end;
    errno = 0;
    switch (option->kind) {
    case VALUE_COUNT:
        strtoull(value, &end, 10);
        return ascii_is_digit(*value) && !*end && !errno ? NULL
                                                         : "a whole number";
    case VALUE_SECONDS:
        seconds = strtod(value, &end);
        return end != value && !*end && isfinite(seconds) && seconds > 0
                   ? NULL
                   : "a number above 0";
    case VALUE_SHARE:
        return read_share(value, &count) == SIZE_MAX
                   ? "I/N, a part of N, such as 1/4"
                   : NULL;
    case VALUE_CHOICE:
        return find_word(option->value, value) == SIZE_MAX ? option->value
                                                           : NULL;
    default:
        return NULL;
    }
}

/* ---- words ---- */

static int fail_unknown_option(const Arguments *arguments, const char *word)
{
    const char *meant =
        suggest_option(arguments->command, word + strspn(word, "-"));
    return fail("usage", "%s has no option %s%s%s%s", arguments->command->name,
                word, meant ? "; did you mean --" : "", meant ? meant : "",
                meant ? "?" : "");
}

/* An option of the command, of every command, or of those that it runs. */
static const Option *find_any_option(const Arguments *arguments,
                                     const char *name, size_t length)
{
    const Command *command = arguments->command, *other;
    const Option *option = find_option(command->options, name, length);
    if (!option)
        option = find_option(COMMON_OPTIONS, name, length);
    const char *names = command->passes_options && arguments->operand_count
                            ? arguments->operands[0]
                            : "";
    while (!option && (other = next_command(&names)))
        option = find_option(other->options, name, length);
    return option;
}

/* Takes one option and, if it needs one, its value; moves *INDEX on to it. */
static int take_option(Arguments *arguments, size_t count, char *const *words,
                       size_t *index)
{
    const char *word = words[*index], *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const Option *option = find_any_option(arguments, name, length);
    const char *value = equals ? equals + 1 : NULL;
    if (!option)
        return fail_unknown_option(arguments, word);
    if (option->kind == VALUE_NONE && value)
        return fail("usage", "--%s takes no value", option->name);
    if (option->kind != VALUE_NONE && !value) {
        if (*index + 1 == count)
            return fail("usage", "--%s needs a value: %s", option->name,
                        option->value);
        value = words[++*index];
    }
    const char *expected = value ? expected_instead(option, value) : NULL;
    if (expected)
        return fail("usage", "--%s takes %s, not \"%s\"", option->name,
                    expected, value);
    assert(arguments->option_count < count); /* the room of the arrays */
    arguments->options[arguments->option_count] = option;
    arguments->option_values[arguments->option_count++] = value;
    return EXIT_YES;
}

int parse_options(Arguments *arguments, size_t count, char *const *words)
{
    const Command *command = arguments->command;
    bool may_be_option = true;
    for (size_t i = 0; i < count; i++) {
        if (may_be_option && strcmp(words[i], "--") == 0) {
            may_be_option = false;
        } else if (may_be_option && strncmp(words[i], "--", 2) == 0) {
            if (take_option(arguments, count, words, &i) != EXIT_YES)
                return EXIT_ERROR;
        } else if (may_be_option && words[i][0] == '-' && words[i][1]) {
            return fail_unknown_option(arguments, words[i]);
        } else {
            assert(arguments->operand_count < count);
            arguments->operands[arguments->operand_count++] = words[i];
            const char *names =
                words[i]; /* of commands, whose options follow */
            if (arguments->operand_count == 1 && command->passes_options)
                do
                    if (!next_command(&names))
                        return fail("usage", "there is no command %s", names);
                while (*names);
        }
    }
    return EXIT_YES;
}

int parse_arguments(Arguments *arguments, size_t count, char *const *words)
{
    const Command *command = arguments->command;
    if (parse_options(arguments, count, words) != EXIT_YES)
        return EXIT_ERROR;
    if (arguments->operand_count < command->min_operands ||
        arguments->operand_count > command->max_operands)
        return fail("usage", "usage: zermelo %s [OPTIONS] %s  (see --help)",
                    command->name, command->operands);
    return EXIT_YES;
}

/* ---- asking ---- */

const char *next_value(const Arguments *arguments, const char *name,
                       size_t *index)
{
    while (*index < arguments->option_count) {
        size_t i = (*index)++;
        if (strcmp(arguments->options[i]->name, name) == 0)
            return arguments->option_values[i];
    }
    return NULL;
}

/* The number, counted from 1, of the last option NAME that was given: that one
 * counts. 0: there is none. */
static size_t last_place_of(const Arguments *arguments, const char *name)
{
    size_t place = arguments->option_count;
    while (place && strcmp(arguments->options[place - 1]->name, name) != 0)
        place--;
    return place;
}

bool has_option(const Arguments *arguments, const char *name)
{
    return last_place_of(arguments, name);
}

const char *text_option(const Arguments *arguments, const char *name,
                        const char *otherwise)
{
    size_t place = last_place_of(arguments, name);
    return place ? arguments->option_values[place - 1] : otherwise;
}

size_t choice_option(const Arguments *arguments, const char *name,
                     size_t otherwise)
{
    size_t place = last_place_of(arguments, name);
    if (!place)
        return otherwise;
    const Option *option = arguments->options[place - 1];
    assert(option->kind == VALUE_CHOICE);
    return find_word(option->value, arguments->option_values[place - 1]);
}

size_t count_option(const Arguments *arguments, const char *name,
                    size_t otherwise)
{
    const char *value = text_option(arguments, name, NULL);
    return value ? strtoull(value, NULL, 10) : otherwise;
}

double seconds_option(const Arguments *arguments, const char *name,
                      double otherwise)
{
    const char *value = text_option(arguments, name, NULL);
    return value ? strtod(value, NULL) : otherwise;
}

enum { MAX_THREADS_PER_PROCESSOR = 4 };

bool is_plain_name(const char *text, size_t max_length)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
    return length && length <= max_length && !text[length];
}

double time_allowed(const Arguments *arguments)
{
    const Option *option = own_option(arguments->command, "time");
    return seconds_option(arguments, "time", option ? option->seconds : 0);
}

double time_left(const Arguments *arguments)
{
    double allowed = time_allowed(arguments);
    double remaining = allowed - (clock_now() - arguments->start_time);
    return allowed <= 0 ? 0 : remaining > 0.001 ? remaining : 0.001;
}

size_t threads_option(const Arguments *arguments)
{
    size_t max = MAX_THREADS_PER_PROCESSOR * processor_count();
    size_t requested = count_option(arguments, "threads", 0);
    return requested < max ? requested : max;
}
