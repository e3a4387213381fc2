/* text.c - strings that grow, and what a byte of rules can be */
#include "base/text.h"

#include "base/arena.h"
#include "base/memory.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for ADDED bytes and a final zero. */
static void reserve(Text *text, size_t added)
{
    size_t needed = text->length + added + 1;
    if (needed <= text->capacity)
        return;
    size_t capacity = text->capacity ? text->capacity : 64;
    while (capacity < needed)
        capacity *= 2;
    text->bytes = memory_resize(text->bytes, capacity, 1);
    text->capacity = capacity;
}

void text_add(Text *text, const char *bytes, size_t length)
{
    reserve(text, length);
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_adds(Text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_addc(Text *text, char c)
{
    text_add(text, &c, 1);
}

void text_addf(Text *text, const char *format, ...)
{
    va_list args, args_copy;
    va_start(args, format);
    va_copy(args_copy, args);
    int length = vsnprintf(NULL, 0, format, args);
    reserve(text, (size_t)length);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format,
              args_copy);
    text->length += (size_t)length;
    va_end(args_copy);
    va_end(args);
}

void text_trim(Text *text)
{
    while (text->length && ascii_is_space(text->bytes[text->length - 1]))
        text->bytes[--text->length] = '\0';
}

void text_repeat(Text *text, char c, size_t count)
{
    reserve(text, count);
    memset(text->bytes + text->length, c, count);
    text->length += count;
    text->bytes[text->length] = '\0';
}

void text_free(Text *text)
{
    memory_free(text->bytes);
    *text = (Text){0};
}

const char *text_string(const Text *text)
{
    return text->bytes ? text->bytes : "";
}

char *text_take(Text *text)
{
    reserve(text, 0);
    text->bytes[text->length] = '\0';
    char *bytes = text->bytes;
    *text = (Text){0};
    return bytes;
}

char *text_finish(Text *text, Arena *arena)
{
    char *copy = arena_string(arena, text_string(text), text->length);
    text_free(text);
    return copy;
}

/* The bits of a lead byte, and the smallest code point that needs so many
 * bytes: anything less is an overlong form. */
static size_t decode(const char *bytes, size_t length, unsigned *code_point)
{
    static const unsigned min_code_point[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)bytes[0];
    *code_point = lead;
    if (lead < 0x80)
        return 1;
    size_t count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    if (!count || lead >= 0xf8 || count > length)
        return 0;
    unsigned code = lead & (0xffu >> (count + 1));
    for (size_t i = 1; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if ((byte & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (byte & 0x3f);
    }
    *code_point = code;
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < min_code_point[count] || code > 0x10ffff || is_surrogate
               ? 0
               : count;
}

size_t utf8_length(const char *bytes, size_t length)
{
    unsigned code;
    return decode(bytes, length, &code);
}

bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

size_t bytes_of_characters(const char *text, size_t count)
{
    size_t left = strlen(text), length = 0;
    for (; count && length < left; count--) {
        size_t step = utf8_length(text + length, left - length);
        length += step ? step : 1;
    }
    return length;
}

static bool is_control(unsigned code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x61c ||
           code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

bool utf8_is_control(const char *bytes, size_t length)
{
    unsigned code;
    return decode(bytes, length, &code) && is_control(code);
}

void text_add_utf8(Text *text, const char *bytes, size_t length)
{
    for (size_t i = 0, count; i < length; i += count ? count : 1) {
        count = utf8_length(bytes + i, length - i);
        text_add(text, count ? bytes + i : "\xef\xbf\xbd", count ? count : 3);
    }
}

size_t printable_character(const char *bytes, size_t length, size_t *taken,
                           char *out)
{
    unsigned code;
    size_t count = decode(bytes, length, &code);
    *taken = count ? count : 1;
    if (count && is_control(code))
        return (size_t)snprintf(out, PRINTABLE_MAX,
                                code < 0x80 ? "\\x%02x" : "\\u%04x", code);
    memcpy(out, count ? bytes : "\xef\xbf\xbd", count ? count : 3);
    return count ? count : 3;
}

void text_add_printable(Text *text, const char *bytes, size_t length)
{
    char shown[PRINTABLE_MAX];
    for (size_t i = 0, taken; i < length; i += taken) {
        size_t count =
            printable_character(bytes + i, length - i, &taken, shown);
        text_add(text, shown, count);
    }
}

void text_add_roles(Text *text, const char *const *roles, size_t count)
{
    enum { MAX_LISTED = 20 };
    text_adds(text, count == 1 ? "the role is " : "the roles are ");
    for (size_t i = 0; i < count && i < MAX_LISTED; i++)
        text_addf(text, "%s%s",
                  i == 0          ? ""
                  : i + 1 < count ? ", "
                                  : " and ",
                  roles[i]);
    if (count > MAX_LISTED)
        text_adds(text, ", ...");
}

size_t find_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (size_t index = 0;; words++, index++) {
        size_t word_length = strcspn(words, "|");
        if (word_length == length && memcmp(words, word, length) == 0)
            return index;
        words += word_length;
        if (!*words)
            return SIZE_MAX;
    }
}

size_t read_share(const char *text, size_t *count)
{
    char *slash, *end;
    errno = 0;
    unsigned long long number = strtoull(text, &slash, 10);
    if (!ascii_is_digit(*text) || *slash != '/' || !ascii_is_digit(slash[1]))
        return SIZE_MAX;
    *count = strtoull(slash + 1, &end, 10);
    return !*end && !errno && number >= 1 && number <= *count ? number - 1
                                                              : SIZE_MAX;
}
