/* table_data.h - the published experiments that `table` repeats
 *
 * They stand in data/published.json, which is part of the program. A Study is
 * one published table: rows are games, a row has lines, and on each line stand
 * the published figures beside those that our methods measure.
 */
#ifndef ZERMELO_CLI_TABLE_TABLE_DATA_H
#define ZERMELO_CLI_TABLE_TABLE_DATA_H

#include "base/arena.h"

#include <stdbool.h>

/* Files that are part of the program, made into build/data by the Makefile:
 * published.json first, then games of our own. */
typedef struct {
    const char *name;
    const unsigned char *bytes;
    const size_t *length;
} Embedded;

extern const Embedded embedded[]; /* ends in a NULL name */

/* What kind of answer is in a cell. */
typedef enum {
    STUDY_VERDICT,   /* proved or not, of one formula */
    STUDY_COUNTS,    /* how many formulas are proved */
    STUDY_PLAN,      /* the length of a plan */
    STUDY_KNOWLEDGE, /* legal moves, end and payoff known */
    STUDY_RATE,      /* states a second */
} StudyKind;

/* A published figure. */
typedef struct {
    const char *answer; /* NULL: the paper has none */
    bool has_value;
    double value;     /* seconds, or states a second */
    const char *note; /* may be NULL */
} Quote;

typedef struct {
    const char *name;
    const char **arguments; /* of this program; ends in NULL */
    size_t argument_count;
    double seconds; /* its limit, unless the user says another */
} Method;

typedef struct {
    const char *column, *detail; /* detail may be NULL */
    const Quote **quotes;        /* by source; NULL where there is none */
    const char ***arguments;     /* by method, all of them; each ends in NULL */
} Line;

typedef struct {
    const char *game;
    const char *file;   /* where it was published; the name counts */
    const char *sha256; /* NULL: a game of our own (cli/table/table_find.c) */
    const char *note;   /* may be NULL */
    Line *lines;
    size_t line_count;
} Row;

typedef struct {
    StudyKind kind;
    const char *name, *title, *source, *machine, *explains;
    const char **sources; /* names of the columns of published figures */
    size_t source_count;
    Method *methods;
    size_t method_count;
    size_t slow, fast; /* methods the ratio is between; slow == method_count:
                          the best published figure */
    Row *rows;
    size_t row_count;
} Study;

typedef struct {
    Arena *arena;
    Study *studies;
    size_t count;
} Published;

/* Those in TEXT, which is JSON as in data/published.json; NULL, with a reason
 * in *WHY, if it is not. */
Published *published_read(const char *text, size_t length, const char **why);
/* Those that are part of the program. */
Published *published_ours(void);
void published_free(Published *published);

/* The study of that name, or NULL. */
const Study *published_find(const Published *published, const char *name);

#endif
