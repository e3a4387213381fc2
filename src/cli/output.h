/* output.h - what commands share in reading games and writing answers */
#ifndef ZERMELO_CLI_OUTPUT_H
#define ZERMELO_CLI_OUTPUT_H

#include "cli/command.h"
#include "zermelo.h"

#include <jansson.h>

/* A string for JSON: what is no UTF-8 is replaced. */
json_t *json_text(const char *text);

/* Sets a key that comes from a game, likewise. */
void json_put(json_t *object, const char *key, json_t *value);

/* {"rule": RULE, "message": MESSAGE}, the value of the key "error". */
json_t *json_error(const char *rule, const char *message);

/* Prints a text as it is: not for what goes to a terminal. */
void print_raw(const char *text);

void print_json(json_t *object);      /* indented; releases it */
void print_json_line(json_t *object); /* on one line; releases it */

ZermeloSyntax syntax_option(const Arguments *arguments, const char *name);

/* The text in the first operand, whatever it is worth; NULL after saying why
 * there is none. */
ZermeloGame *load_text(const Arguments *arguments);

/* Says on stderr what is wrong with a game; as JSON the first thing that
 * makes it useless, otherwise all errors and then REASON. */
void refuse_game(const Arguments *arguments, const ZermeloGame *game,
                 const char *reason);

/* The game in the first operand; what its errors are taken to mean is said on
 * stderr. NULL after saying why it cannot be used. */
ZermeloGame *load_game(const Arguments *arguments);

/* "the roles are a, b and c", to be freed. */
char *list_roles(const ZermeloGame *game);

/* What is left of --time, and Ctrl-C. */
ZermeloLimits limits_of(const Arguments *arguments);

#endif
