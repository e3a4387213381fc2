/* text.h - strings that grow, and what a byte of rules can be */
#ifndef ZERMELO_BASE_TEXT_H
#define ZERMELO_BASE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *bytes; /* ends in NUL once something was added */
    size_t length, capacity;
} Text;

void text_add(Text *text, const char *bytes, size_t length);
void text_adds(Text *text, const char *string);
void text_addc(Text *text, char c);
__attribute__((format(printf, 2, 3))) void text_addf(Text *text,
                                                     const char *format, ...);
void text_trim(Text *text); /* blanks at its end */
void text_repeat(Text *text, char c, size_t count);
void text_free(Text *text);

/* The string built so far, never NULL; text_take also empties TEXT and leaves
 * the string to the caller. */
const char *text_string(const Text *text);
char *text_take(Text *text);
/* The same string in ARENA; TEXT is emptied. */
char *text_finish(Text *text, Arena *arena);

/* What comes from outside must not command a terminal. Writes the character at
 * BYTES as one may print it to OUT, which has room for PRINTABLE_MAX bytes,
 * and returns how many it wrote; *TAKEN is how many it read. What is no UTF-8
 * becomes U+FFFD, and a control character is written as \xNN or \uNNNN. */
enum { PRINTABLE_MAX = 8 };
size_t printable_character(const char *bytes, size_t length, size_t *taken,
                           char *out);

/* Adds BYTES in that way. */
void text_add_printable(Text *text, const char *bytes, size_t length);

/* The same, but control characters stay as they are. */
void text_add_utf8(Text *text, const char *bytes, size_t length);

/* How many bytes the UTF-8 character at BYTES takes; 0 if it is none. */
size_t utf8_length(const char *bytes, size_t length);

bool begins_with(const char *text, const char *start);

/* How many bytes the first COUNT characters of TEXT take, or all of them. */
size_t bytes_of_characters(const char *text, size_t count);

/* Whether it is a control character: C0, C1, DEL, a separator of lines, or one
 * that changes the direction of the text around it. */
bool utf8_is_control(const char *bytes, size_t length);

/* ASCII only: GDL's symbols are case-insensitive in no other alphabet. */
static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static inline char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    c = ascii_lower(c);
    return c >= 'a' && c <= 'z';
}

/* Space, tab, line feed, vertical tab, form feed and carriage return. */
static inline bool ascii_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* "the roles are a, b and c"; of very many only the first. */
void text_add_roles(Text *text, const char *const *roles, size_t count);

/* The number of WORD in WORDS, "this|that"; SIZE_MAX if it is none of them. */
size_t find_word(const char *words, const char *word);

/* I/N with 1 <= I <= N: I - 1, and N in *COUNT; SIZE_MAX if it is something
 * else. */
size_t read_share(const char *text, size_t *count);

#endif
