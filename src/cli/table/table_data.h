/* table_data.h - the published experiments that `table` repeats
 *
 * They stand in data/published.json, which is part of the program. A Study is
 * one published table: rows are games, a row has lines, and on each line stand
 * the published figures beside those that our methods measure.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_DATA_H
#define ZERMELO_CLI_TABLE_TABLE_DATA_H

#include "cli/table/table_figure.h"

/* Files that are part of the program, made into build/data by the Makefile:
 * published.json first, then games of our own. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    const size_t *length;
} Embedded;

extern const Embedded embedded[]; /* ends in a NULL name */

typedef struct {
    const char *column, *detail; /* detail may be NULL */
    Figure *published;           /* by source */
    const char ***arguments;     /* of this program, by series; each ends in
                                    NULL; published: NULL */
} Line;

typedef struct {
    const char *game;
    const char *file;   /* where it was published; the name counts */
    const char *sha256; /* NULL: a game of our own (cli/table/table_find.c) */
    const char *note;   /* may be NULL */
    Line *lines;
    size_t line_count;
} Row;

/* The columns of a table, its series, are sources of published figures and
 * then our methods. */
typedef struct {
    StudyKind kind;
    const char *name, *title, *source, *machine, *explains;
    const char **series; /* their names */
    size_t source_count, series_count;
    double *seconds;   /* by series: its limit, unless the user says another */
    size_t slow, fast; /* series that the ratio is between; slow ==
                          series_count: the best published figure */
    Row *rows;
    size_t row_count;
} Study;

typedef struct {
    Arena *arena;
    json_t *root; /* has the strings */
    Study *studies;
    size_t count;
} Published;

Published *published_new(void);
void published_free(Published *published);

/* The study of that name, or NULL. */
const Study *published_find(const Published *published, const char *name);

#endif
