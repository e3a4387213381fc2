/* table_figure.h - a figure of a table: published, or measured by us
 *
 * A figure is a JSON object, the same in published.json and in what
 * --json prints:
 *
 *     answer                    text; null: the value is all there is, if any
 *     seconds, or else rate     a number, or null
 *     proved, refuted, unknown  how many formulas, where these were measured
 *     limited, failed           of a run: a limit cut the answer short, or no
 *                               answer came of it; note says which, or why
 *     note                      text, or null
 *
 * null instead, or NULL, is a figure that was not published, or no run.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_FIGURE_H
#define ZERMELO_CLI_TABLE_TABLE_FIGURE_H

#include "batch/store.h"

#include <jansson.h>
#include <stdbool.h>

/* What kind of answer is in a cell. */
typedef enum {
    TABLE_VERDICT,   /* proved or not, of one formula */
    TABLE_COUNTS,    /* how many formulas are proved */
    TABLE_PLAN,      /* the length of a plan */
    TABLE_KNOWLEDGE, /* legal moves, end and payoff known */
    TABLE_RATE,      /* states a second */
} TableKind;

/* What stands at KEY; NULL, 0 or false if nothing of that type does. */
const char *text_at(const json_t *object, const char *key);
long number_at(const json_t *object, const char *key);
bool flag_at(const json_t *object, const char *key);

/* Its seconds or its rate; below 0 if it has none. */
double figure_value(const json_t *figure);

/* What a row of the database says, the answer of a command with --json; to be
 * released. */
json_t *figure_of_row(TableKind kind, const CellRow *row);
/* A figure of published.json with all keys that one may have. */
json_t *published_figure(TableKind kind, json_t *figure);

/* Whether FIGURE says what was published: 1 yes, 0 no, -1 nothing to
 * compare. */
int figure_agrees(TableKind kind, const json_t *figure,
                  const json_t *published);

#endif
