/* form.h - the shape of a text before it means anything
 *
 * Both syntaxes are read into the same lists: p(a,X) :- q(X). and
 * (<= (p a ?x) (q ?x)) give equal forms, apart from the spans.
 */
#ifndef ZERMELO_LANG_FORM_H
#define ZERMELO_LANG_FORM_H

#include "base/diag.h"
#include "lang/term.h"

typedef enum { FORM_WORD, FORM_VARIABLE, FORM_LIST } FormKind;

typedef struct Form Form;
struct Form {
    FormKind kind;
    Span span;
    const Symbol *symbol; /* of a word or a variable */
    const Form **items;   /* of a list: first what it is about, then the rest */
    size_t count;
};

/* A word or a variable; a list of COUNT items, which are copied. */
Form *form_word(Arena *arena, FormKind kind, Span span, const Symbol *symbol);
Form *form_list(Arena *arena, Span span, const Form *const *items,
                size_t count);

bool form_is_list(const Form *form, const char *word); /* (WORD ...) */

/* The word or variable that FORM is or begins with, and how many arguments it
 * has there. */
static inline const Form *form_head(const Form *form)
{
    return form->count ? form->items[0] : form;
}

static inline size_t form_arity(const Form *form)
{
    return form->count ? form->count - 1 : 0;
}

/* One statement with the comments met since the one before. */
typedef struct {
    const Form *form;
    const char **comments; /* without their signs */
    size_t comment_count;
    bool after_blank; /* an empty line stood before it */
} Statement;

typedef struct {
    Statement *items;
    size_t count;
    const char **comments; /* after the last statement */
    size_t comment_count;
} Statements;

typedef enum { SYNTAX_ANY, SYNTAX_KIF, SYNTAX_INFIX } Syntax;

enum { MAX_TEXT_BYTES = 16 << 20, MAX_WORD_BYTES = 4096 };

/* Prefix or infix, judged by where the parentheses stand. */
Syntax syntax_of(const char *text, size_t length);

/* How many bytes the white space at OFFSET takes, 0 if there is none: a
 * byte-order mark is some, wherever it stands. */
size_t blank_length(const Source *source, size_t offset);

/* The statements of SOURCE; those that cannot be read are reported to DIAG
 * and left out. Everything lives in ARENA and TERMS. */
Statements read_kif(Arena *arena, Terms *terms, const Source *source,
                    Diag *diag);
Statements read_infix(Arena *arena, Terms *terms, const Source *source,
                      Diag *diag);

/* The one form that SOURCE is, or NULL. A percent sign begins a word in it. */
const Form *read_kif_form(Arena *arena, Terms *terms, const Source *source,
                          Diag *diag);

/* ---- plays as users write them: mark(1,1), noop; noop, mark(2,2) ---- */

/* The moves of one step, in the order of the roles. */
typedef struct {
    const Term **moves;
    size_t count;
    Span span;
} JointMove;

/* The steps of SOURCE, in ARENA; *COUNT of 0 and a report if it is no play.
 * An empty text is a play of no steps. */
JointMove *play_read(Arena *arena, Terms *terms, const Source *source,
                     Diag *diag, size_t *count);

/* ---- for readers: statements with the comments before them ---- */

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

/* Adds the comment from START to the end of its line, its signs taken off;
 * returns where it ends. */
size_t collect_comment(Collector *collector, const Source *source,
                       size_t start);
void collect_statement(Collector *collector, const Form *form);
Statements collect_finish(Collector *collector);

#endif
