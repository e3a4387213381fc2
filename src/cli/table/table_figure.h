/* table_figure.h - a figure of a table: published, or measured by us */
#ifndef ZERMELO_CLI_TABLE_TABLE_FIGURE_H
#define ZERMELO_CLI_TABLE_TABLE_FIGURE_H

#include "base/arena.h"
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

typedef struct {
    bool done;          /* it was published, or there was a run */
    bool failed;        /* but no answer came of it: `note` says why */
    bool limited;       /* a limit cut the answer short: `note` says which */
    const char *answer; /* NULL: none, or the value is all there is */
    bool has_value;
    double value;    /* seconds, or states a second */
    bool has_counts; /* of formulas that were measured: */
    long proved, refuted, unknown;
    const char *note; /* may be NULL */
} Figure;

/* The text at KEY, or NULL. */
const char *text_at(const json_t *object, const char *key);

/* What a child that ran a command with --json says. */
Figure figure_of_child(Arena *arena, TableKind kind, const Child *child);
/* The same from what it printed. */
Figure figure_of_answer(Arena *arena, TableKind kind, const json_t *answer);

/* A published figure has no key that says how a run ended. */
json_t *figure_json(TableKind kind, const Figure *figure, bool is_published);
/* A figure as figure_json makes it; `done` is false if it is none. The strings
 * are those of OBJECT. */
Figure figure_of_json(TableKind kind, const json_t *object);

/* How much it decides: formulas proved or refuted; 1 for a plan that is
 * found or an answer on knowledge. */
long figure_decides(TableKind kind, const Figure *figure);

/* Whether FIGURE says what was published: 1 yes, 0 no, -1 nothing to
 * compare. */
int figure_agrees(TableKind kind, const Figure *figure,
                  const Figure *published);

#endif
