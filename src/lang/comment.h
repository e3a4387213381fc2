/* comment.h - comments on their way from the reader to the statement they
 * precede */
#ifndef ZERMELO_LANG_COMMENT_H
#define ZERMELO_LANG_COMMENT_H

#include "lang/form.h"

typedef struct {
    const char *text;
    size_t start; /* its offset */
} Comment;

typedef struct {
    Arena *arena;
    VEC(Statement) statements;
    VEC(Comment) comments;
    size_t end; /* offset where the last statement ended */
} Collector;

/* Adds the comment from START to END of SOURCE, its signs taken off. */
void collect_comment(Collector *collector, const Source *source, size_t start,
                     size_t end);
void collect_statement(Collector *collector, const Form *form);
Statements collect_finish(Collector *collector);

#endif
