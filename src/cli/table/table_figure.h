/* table_figure.h - a figure of a table: published, or measured by us
 *
 * A figure is a JSON object, the same in published.json, in a file of results
 * and in what --json prints:
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

#include "base/child.h"

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

/* What a child that ran a command with --json says, to be released; null if it
 * was cancelled. */
json_t *figure_of_child(TableKind kind, const Child *child);
/* The same from what it printed. */
json_t *figure_of_answer(TableKind kind, const json_t *answer);
/* A figure of published.json with all keys that one may have. */
json_t *published_figure(TableKind kind, json_t *figure);

/* How much it decides: formulas proved or refuted; 1 for a plan that is
 * found or an answer on knowledge. */
long figure_decided_count(TableKind kind, const json_t *figure);

/* Whether FIGURE says what was published: 1 yes, 0 no, -1 nothing to
 * compare. */
int figure_agrees(TableKind kind, const json_t *figure,
                  const json_t *published);

#endif
