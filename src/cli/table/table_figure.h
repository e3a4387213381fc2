/* table_figure.h - what came of one cell of a table */
#ifndef ZERMELO_CLI_TABLE_TABLE_FIGURE_H
#define ZERMELO_CLI_TABLE_TABLE_FIGURE_H

#include "base/child.h"
#include "cli/table/table_data.h"

#include <jansson.h>

typedef struct {
    bool done;          /* there was a run */
    bool failed;        /* but no answer came of it: `note` says why */
    bool limited;       /* a limit cut the answer short: `note` says which */
    const char *answer; /* NULL: none, or the value is all there is */
    bool has_value;
    double value;    /* seconds, or states a second */
    bool has_counts; /* of formulas: */
    long proved, refuted, unknown;
    const char *note; /* may be NULL */
} Figure;

/* What a child that ran a command with --json says. */
Figure figure_of_child(Arena *arena, StudyKind kind, const Child *child);
/* The same from what it printed. */
Figure figure_of_answer(Arena *arena, StudyKind kind, const json_t *answer);

json_t *figure_json(StudyKind kind, const Figure *figure);
/* A figure that figure_json has made; `done` is false if it is none. */
Figure figure_of_json(Arena *arena, StudyKind kind, const json_t *object);

/* How much it decides: formulas proved or refuted; 1 for a plan that is
 * found or an answer on knowledge. */
long figure_decides(StudyKind kind, const Figure *figure);
/* Those of a published figure that are proved, or 1 for an answer. */
long quote_decides(StudyKind kind, const Quote *quote);

/* Whether FIGURE says what was published: 1 yes, 0 no, -1 nothing to
 * compare. */
int figure_agrees(StudyKind kind, const Figure *figure, const Quote *quote);

#endif
