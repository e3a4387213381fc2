/* json.h - making JSON values, and reading what is known to be in them
 *
 * Over jansson. A function that takes a value releases it, as jansson's _new
 * functions do.
 */
#ifndef ZERMELO_BASE_JSON_H
#define ZERMELO_BASE_JSON_H

#include "base/arena.h"
#include "base/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Makes jansson allocate in the current heap (base/heap.h), unless the program
 * has told it something else. */
void json_use_heaps(void);

/* ---- making ---- */

/* Strings that live elsewhere, such as the features of a position. */
typedef struct {
    const char *const *items;
    size_t count;
} Texts;

/* A string for JSON, in which what is no UTF-8 is replaced; null for NULL. */
json_t *json_text(const char *text);
json_t *json_texts(Texts texts);
/* The string that TEXT is, which is emptied. */
json_t *json_take_text(Text *text);
json_t *json_count(uint64_t count);
/* VALUE if IS_THERE; otherwise it is released, and null is the answer. */
json_t *json_if(bool is_there, json_t *value);

/* Sets a key, in which what is no UTF-8 is replaced; appends to a list. Without
 * memory they take the way out, as everywhere. */
void json_put(json_t *object, const char *key, json_t *value);
void json_add(json_t *list, json_t *value);

/* An object with these keys in this order: JSON_OBJECT({"key", value}, ...). */
typedef struct {
    const char *key;
    json_t *value;
} JsonPair;
#define JSON_OBJECT(...) json_pairs((const JsonPair[]){__VA_ARGS__, {0}})
json_t *json_pairs(const JsonPair *pairs);

/* {"rule": RULE, "message": MESSAGE}, the value of the key "error". */
json_t *json_error(const char *rule, const char *message);

/* Steps of a play, [{"role": "move"}]: the move of role K in step I is
 * MOVES[I * roles.count + K]. */
json_t *json_play(Texts roles, const char *const *moves, size_t length);

/* VALUE as jansson writes it with FLAGS; empty if it cannot. */
Text json_as_text(const json_t *value, size_t flags);

/* ---- reading ---- */

/* Adds the strings of LIST, with SEPARATOR between them. */
void json_join(Text *out, const json_t *list, const char *separator);
/* The strings of LIST, in ARENA. */
Texts json_strings(Arena *arena, const json_t *list);

/* The value that TEXT has, which is freed; NULL if it has none. */
json_t *json_take(char *text);

/* What KEY has: NULL, 0 or false if it is something else. */
const char *text_of(const json_t *object, const char *key);
size_t count_of(const json_t *object, const char *key);
double real_of(const json_t *object, const char *key);
bool flag_of(const json_t *object, const char *key);
/* Whether KEY has the text WORD. */
bool text_is(const json_t *object, const char *key, const char *word);
/* Whether KEY is there, and not null. */
bool has_value(const json_t *object, const char *key);

#endif
