/* output.h - what commands share in reading games and writing answers */
#ifndef ZERMELO_CLI_OUTPUT_H
#define ZERMELO_CLI_OUTPUT_H

#include "base/text.h"
#include "cli/command.h"
#include "zermelo.h"

#include <jansson.h>

/* ---- JSON ---- */

/* Strings that live elsewhere, such as the features of a position. */
typedef struct {
    const char *const *items;
    size_t count;
} Texts;

/* A string for JSON, in which what is no UTF-8 is replaced; null for NULL. */
json_t *json_text(const char *text);
json_t *json_texts(Texts texts);
json_t *json_count(uint64_t count);
json_t *json_answer(ZermeloAnswer answer); /* true, false; null: unknown */

/* Sets a key that comes from a game, likewise. */
void json_put(json_t *object, const char *key, json_t *value);

/* An object with these keys in this order: JSON_OBJECT({"key", value}, ...). */
typedef struct {
    const char *key;
    json_t *value;
} JsonPair;
#define JSON_OBJECT(...) json_pairs((const JsonPair[]){__VA_ARGS__, {0}})
json_t *json_pairs(const JsonPair *pairs);

/* {"rule": RULE, "message": MESSAGE}, the value of the key "error". */
json_t *json_error(const char *rule, const char *message);

/* ---- plays ---- */

/* The moves of all roles, step by step. */
typedef struct {
    Texts roles;
    const char *const *moves; /* of role K in step I: [I * roles.count + K] */
    size_t length;            /* steps */
} Moves;

json_t *moves_json(Moves play);                    /* [{"role": "move"}] */
void add_step(Text *out, Moves play, size_t step); /* a, b */
void add_moves(Text *out, Moves play);             /* a, b; c, d */

/* ---- printing ---- */

/* Says on stderr WHY a game is played by its rules as they stand. */
void say_interpreting(const char *why);

/* "" for one and "s" for more. */
const char *plural(size_t count);

/* What ended the command: Ctrl-C or --time. */
const char *stop_reason(void);

/* Prints a text as it is: not for what goes to a terminal. */
void print_raw(const char *text);

void print_json(json_t *object);      /* indented; releases it */
void print_json_line(json_t *object); /* on one line; releases it */

/* ---- games ---- */

/* What --syntax or --to says. */
ZermeloSyntax syntax_option(const Arguments *arguments, const char *name);

/* The text at PATH, whatever it is worth; NULL after saying why there is
 * none. */
ZermeloGame *load_text(const Arguments *arguments, const char *path);

/* Says on stderr what is wrong with a game; as JSON the first thing that
 * makes it useless, otherwise all errors and then REASON. */
void refuse_game(const ZermeloGame *game, const char *reason);

/* The game in the first operand; what its errors are taken to mean is said on
 * stderr. NULL after saying why it cannot be used. */
ZermeloGame *load_game(const Arguments *arguments);

/* "the roles are a, b and c", to be freed. */
char *list_roles(const ZermeloGame *game);

/* What is left of --time, and Ctrl-C. */
ZermeloLimits limits_of(const Arguments *arguments);

#endif
