/* arguments.c - from what was typed to Arguments
 *
 * word := "--" name [ "=" value ] | "--" name value | operand
 * "--" alone ends the options, "-" alone is an operand.
 */
#include "cli/command.h"

#include "base/budget.h"
#include "base/guess.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const Command *find_command(const char *name)
{
    for (const Command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
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

static bool is_count(const char *value)
{
    char *end;
    errno = 0;
    strtoull(value, &end, 10);
    return *value >= '0' && *value <= '9' && !*end && !errno;
}

static bool is_seconds(const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    return end != value && !*end && isfinite(seconds) && seconds > 0;
}

#define NO_CHOICE SIZE_MAX

/* Which of the words in CHOICES, which bars divide, VALUE is. */
static size_t find_choice(const char *choices, const char *value)
{
    size_t length = strlen(value), number = 0;
    for (const char *word = choices;; word++, number++) {
        size_t width = strcspn(word, "|");
        if (width == length && memcmp(word, value, length) == 0)
            return number;
        word += width;
        if (!*word)
            return NO_CHOICE;
    }
}

static const char *fault_of(const Option *option, const char *value)
{
    switch (option->kind) {
    case VALUE_COUNT:
        return is_count(value) ? NULL : "a whole number";
    case VALUE_SECONDS:
        return is_seconds(value) ? NULL : "a number above 0";
    case VALUE_CHOICE:
        return find_choice(option->value, value) == NO_CHOICE ? option->value
                                                              : NULL;
    default:
        return NULL;
    }
}

/* ---- words ---- */

static int unknown_option(const Arguments *arguments, const char *word)
{
    const char *meant =
        suggest_option(arguments->command, word + strspn(word, "-"));
    return fail("usage", "%s has no option %s%s%s%s", arguments->command->name,
                word, meant ? "; did you mean --" : "", meant ? meant : "",
                meant ? "?" : "");
}

/* Takes one option and, if it needs one, its value; *AT is moved on. */
static int take_option(Arguments *arguments, size_t count, char *const *words,
                       size_t *at)
{
    const char *word = words[*at], *name = word + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    const Option *option =
        find_option(arguments->command->options, name, length);
    if (!option)
        option = find_option(COMMON_OPTIONS, name, length);
    const char *value = equals ? equals + 1 : NULL;
    if (!option)
        return unknown_option(arguments, word);
    if (option->kind == VALUE_NONE && value)
        return fail("usage", "--%s takes no value", option->name);
    if (option->kind != VALUE_NONE && !value) {
        if (*at + 1 == count)
            return fail("usage", "--%s needs a value: %s", option->name,
                        option->value);
        value = words[++*at];
    }
    const char *fault = value ? fault_of(option, value) : NULL;
    if (fault)
        return fail("usage", "--%s takes %s, not \"%s\"", option->name, fault,
                    value);
    assert(arguments->given_count < count); /* the room of the arrays */
    arguments->given[arguments->given_count] = option;
    arguments->values[arguments->given_count++] = value;
    return EXIT_YES;
}

int parse_arguments(Arguments *arguments, size_t count, char *const *words)
{
    const Command *command = arguments->command;
    bool options = true;
    for (size_t i = 0; i < count; i++) {
        if (options && strcmp(words[i], "--") == 0) {
            options = false;
        } else if (options && strncmp(words[i], "--", 2) == 0) {
            if (take_option(arguments, count, words, &i) != EXIT_YES)
                return EXIT_ERROR;
        } else if (options && words[i][0] == '-' && words[i][1]) {
            return unknown_option(arguments, words[i]);
        } else {
            assert(arguments->operand_count < count);
            arguments->operands[arguments->operand_count++] = words[i];
        }
    }
    if (arguments->operand_count < command->min_operands ||
        arguments->operand_count > command->max_operands)
        return fail("usage", "usage: zermelo %s [OPTIONS] %s  (see --help)",
                    command->name, command->operands);
    return EXIT_YES;
}

/* ---- asking ---- */

const char *next_value(const Arguments *arguments, const char *name, size_t *at)
{
    while (*at < arguments->given_count) {
        size_t i = (*at)++;
        if (strcmp(arguments->given[i]->name, name) == 0)
            return arguments->values[i];
    }
    return NULL;
}

#define NOT_GIVEN SIZE_MAX

/* The number of the last option NAME that was given: that one counts. */
static size_t find_given(const Arguments *arguments, const char *name)
{
    for (size_t i = arguments->given_count; i-- > 0;)
        if (strcmp(arguments->given[i]->name, name) == 0)
            return i;
    return NOT_GIVEN;
}

bool has_option(const Arguments *arguments, const char *name)
{
    return find_given(arguments, name) != NOT_GIVEN;
}

const char *text_option(const Arguments *arguments, const char *name,
                        const char *otherwise)
{
    size_t i = find_given(arguments, name);
    return i == NOT_GIVEN ? otherwise : arguments->values[i];
}

size_t choice_option(const Arguments *arguments, const char *name,
                     size_t otherwise)
{
    size_t i = find_given(arguments, name);
    if (i == NOT_GIVEN)
        return otherwise;
    assert(arguments->given[i]->kind == VALUE_CHOICE);
    return find_choice(arguments->given[i]->value, arguments->values[i]);
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

bool is_plain_name(const char *text, size_t max)
{
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz"
                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
    return length && length <= max && !text[length];
}

double time_allowed(const Arguments *arguments)
{
    const Option *own = own_option(arguments->command, "time");
    return seconds_option(arguments, "time", own ? own->seconds : 0);
}

double time_left(const Arguments *arguments)
{
    double allowed = time_allowed(arguments);
    double remaining = allowed - (clock_now() - arguments->begun);
    return allowed <= 0 ? 0 : remaining > 0.001 ? remaining : 0.001;
}

size_t threads_option(const Arguments *arguments)
{
    size_t max = MAX_THREADS_PER_PROCESSOR * processor_count();
    size_t asked = count_option(arguments, "threads", 0);
    return asked < max ? asked : max;
}
