/* rules.h - statements understood as rules
 *
 * A Rule is a head and a body, the body a list of conditions as the author
 * wrote them: with `or` and nested `not`, each with the form it was read from,
 * so that whoever finds fault with it can point there.
 */
#ifndef ZERMELO_LANG_RULES_H
#define ZERMELO_LANG_RULES_H

#include "lang/form.h"

typedef enum {
    CONDITION_ATOM,
    CONDITION_DISTINCT, /* the atom is distinct(s,t) */
    CONDITION_NOT,      /* of one part */
    CONDITION_AND,
    CONDITION_OR,
} ConditionKind;

typedef struct Condition Condition;
struct Condition {
    ConditionKind kind;
    const Form *form;
    const Term *atom;
    const Condition **parts;
    size_t count;
};

typedef struct {
    const Form *form, *head_form;
    const Term *head;
    const Condition **body;
    size_t count;
    const Statement *statement;
} Rule;

typedef struct {
    Arena *arena;
    Terms *terms;
    const Source *source;
    Syntax syntax; /* the one it was read in */
    Rule *items;
    size_t count;
    Statements statements;
} Rules;

/* Reads a text. What is no rule is reported and left out. All lives in ARENA,
 * except the table of terms, which rules_free releases. SYNTAX_ANY looks at
 * the text to find out. */
Rules *rules_read(const char *name, const char *text, size_t length,
                  Syntax syntax, Diag *diag, Arena *arena);
void rules_free(Rules *rules);

/* The rules as text; reading it gives the same rules. */
void rules_print(Text *out, const Rules *rules, Syntax syntax);

/* Whether FORM is a list that begins with <=, not, or, and or distinct. */
bool form_has_connective(const Form *form);

/* FORM as a term, or NULL after a report. */
const Term *form_term(Terms *terms, const Form *form, Diag *diag);

/* Where PART first occurs in FORM, which was read as TERM. */
Span form_find(const Form *form, const Term *term, const Term *part);

#endif
