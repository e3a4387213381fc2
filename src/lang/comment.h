/* comment.h - comments on their way from the reader to the statement they
 * precede */
#ifndef ZERMELO_LANG_COMMENT_H
#define ZERMELO_LANG_COMMENT_H

#include "lang/form.h"

typedef struct {
    Arena *arena;
    VEC(Statement) statements;
    VEC(const char *) comments;
    size_t end; /* offset where the last statement ended */
} Collector;

/* Adds a comment's text, its signs taken off. */
void collect_comment(Collector *collector, const char *text, size_t length);
void collect_statement(Collector *collector, const Form *form);
Statements collect_finish(Collector *collector);

#endif
