/* infix.c - the infix syntax: next(p(X)) :- true(p(X)), not q.
 *
 * In:   a Source
 * Out:  Statements (lang/form.h), the same lists the prefix reader makes
 * Next: lang/rules.c finds out what the lists mean
 *
 * Prolog as the papers print it and the HRF of the Stanford notes: variables
 * begin with a capital letter or "_", a statement may or may not end in a full
 * stop, "," and "&" mean and, "|" and ";" mean or, "~" and "not" mean not.
 * Start reading at read_infix(), at the end.
 */
#include "lang/token.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Arena *arena;
    Terms *terms;
    const Source *source;
    Diag *diag;
    Lexer lexer;
    unsigned depth;
    bool failed;      /* in this statement; nothing more is reported for it */
    size_t open_rule; /* where the last statement began, if it is a rule that
                       * no full stop ended; otherwise NO_RULE */
    VEC(Form *) anonymous;
    Collector out;
} InfixReader;

#define NO_RULE SIZE_MAX

static bool is(const InfixReader *reader, TokenKind kind)
{
    return lexer_is(&reader->lexer, kind);
}

static bool is_word(const InfixReader *reader, const char *word)
{
    return lexer_is_word(&reader->lexer, word);
}

static void advance(InfixReader *reader)
{
    lexer_advance(&reader->lexer);
}

static Span span_of(const InfixReader *reader, Token token)
{
    return source_span(reader->source, token.start, token.end);
}

static bool is_operator(const InfixReader *reader)
{
    static const char *const words[] = {"is", "+", "-", "*", "/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(reader, words[i]))
            return true;
    return false;
}

static void expected(InfixReader *reader, const char *expected_text)
{
    if (reader->failed)
        return;
    Span span = span_of(reader, reader->lexer.token);
    if (is_operator(reader))
        diag_error(reader->diag, span, "syntax", NO_ARITHMETIC);
    else if (is(reader, TOKEN_FOREIGN))
        diag_error(reader->diag, span, "syntax",
                   "\"::\", \"==>\" and \"..\" belong to other languages, "
                   "not to GDL");
    else if (!is(reader, TOKEN_BAD)) /* that was reported when it was read */
        diag_error(reader->diag, span, "syntax", "%s is expected here",
                   expected_text);
    reader->failed = true;
}

static void unclosed(InfixReader *reader, size_t open)
{
    if (!reader->failed)
        diag_error(reader->diag, source_span(reader->source, open, open + 1),
                   "unclosed", "this parenthesis is never closed");
    reader->failed = true;
}

static Form *new_word(InfixReader *reader, const char *word, Span span)
{
    Form *form = arena_alloc(reader->arena, sizeof *form);
    form->kind = FORM_WORD;
    form->span = span;
    form->symbol = term_symbol(reader->terms, word, strlen(word));
    return form;
}

typedef VEC(const Form *) FormVec;

static Form *new_list(InfixReader *reader, FormVec *items, size_t start)
{
    Form *form = arena_alloc(reader->arena, sizeof *form);
    form->kind = FORM_LIST;
    form->span = source_span(reader->source, start, reader->lexer.previous_end);
    form->count = items->count;
    form->items = vec_finish(items, reader->arena);
    return form;
}

/* (WORD LEFT RIGHT), or (WORD LEFT) if RIGHT is NULL */
static Form *new_operation(InfixReader *reader, const char *word, Span sign,
                           const Form *left, const Form *right, size_t start)
{
    FormVec items = {0};
    vec_push(&items, new_word(reader, word, sign));
    vec_push(&items, left);
    if (right)
        vec_push(&items, right);
    return new_list(reader, &items, start);
}

static bool enter(InfixReader *reader)
{
    if (reader->depth < TERM_MAX_DEPTH) {
        reader->depth++;
        return true;
    }
    if (!reader->failed)
        diag_error(reader->diag, span_of(reader, reader->lexer.token),
                   "too-deep", "nested deeper than %d", TERM_MAX_DEPTH);
    reader->failed = true;
    return false;
}

static Form *parse_term(InfixReader *reader);

/* arguments := "(" [ term { [","] term } ] ")" */
static Form *parse_arguments(InfixReader *reader, Form *head, size_t start)
{
    FormVec items = {0};
    size_t open = reader->lexer.token.start;
    vec_push(&items, head);
    advance(reader);
    while (!reader->failed && !is(reader, TOKEN_CLOSE)) {
        if (is(reader, TOKEN_END)) {
            unclosed(reader, open);
            break;
        }
        const Form *item = parse_term(reader);
        if (item)
            vec_push(&items, item);
        if (is(reader, TOKEN_COMMA)) {
            advance(reader);
            if (is(reader, TOKEN_CLOSE))
                expected(reader, "a term");
        } else if (!is(reader, TOKEN_CLOSE) && !is(reader, TOKEN_END)) {
            expected(reader, "a comma or a closing parenthesis");
        }
    }
    if (!reader->failed)
        advance(reader);
    return new_list(reader, &items, start);
}

/* term := variable | word [ arguments ] */
static Form *parse_term(InfixReader *reader)
{
    Token token = reader->lexer.token;
    if (!is(reader, TOKEN_WORD) && !is(reader, TOKEN_VARIABLE)) {
        expected(reader, "a term");
        return NULL;
    }
    Form *form = arena_alloc(reader->arena, sizeof *form);
    form->kind = is(reader, TOKEN_WORD) ? FORM_WORD : FORM_VARIABLE;
    form->span = span_of(reader, token);
    form->symbol = token.symbol;
    if (token.anonymous)
        vec_push(&reader->anonymous, form);
    advance(reader);
    if (is(reader, TOKEN_OPEN)) {
        if (!enter(reader))
            return NULL;
        form = parse_arguments(reader, form, token.start);
        reader->depth--;
    }
    return form;
}

static Form *parse_condition(InfixReader *reader, bool commas);

/* parts := "(" condition { "," condition } ")"  of or(...) and and(...) */
static Form *parse_parts(InfixReader *reader)
{
    Token word = reader->lexer.token;
    FormVec items = {0};
    vec_push(&items,
             new_word(reader, word.symbol->name, span_of(reader, word)));
    advance(reader);
    do {
        advance(reader);
        if (items.count == 1 && is(reader, TOKEN_CLOSE))
            break;
        const Form *part = parse_condition(reader, false);
        if (part)
            vec_push(&items, part);
    } while (!reader->failed && is(reader, TOKEN_COMMA));
    if (!is(reader, TOKEN_CLOSE))
        expected(reader, "a comma or a closing parenthesis");
    else
        advance(reader);
    return new_list(reader, &items, word.start);
}

static bool is_connective_call(const InfixReader *reader)
{
    size_t i = reader->lexer.token.end;
    return (is_word(reader, "or") || is_word(reader, "and")) &&
           reader->source->text[i] == '(';
}

/* relation := term [ ("#" | "=") term ] */
static Form *parse_relation(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    Form *left = parse_term(reader);
    bool is_different = is(reader, TOKEN_DIFFERENT);
    if (left && is_operator(reader))
        expected(reader, "a comma");
    if (!left || (!is_different && !is(reader, TOKEN_EQUAL)))
        return left;
    Span sign = span_of(reader, reader->lexer.token);
    advance(reader);
    const Form *right = parse_term(reader);
    if (!right)
        return NULL;
    Form *distinct =
        new_operation(reader, "distinct", sign, left, right, start);
    return is_different
               ? distinct
               : new_operation(reader, "not", sign, distinct, NULL, start);
}

/* unary := ("~" | "not") unary | "(" condition ")" | relation */
static Form *parse_unary(InfixReader *reader)
{
    Token token = reader->lexer.token;
    bool relation = is(reader, TOKEN_VARIABLE) ||
                    (is(reader, TOKEN_WORD) && !is_word(reader, "not") &&
                     !is_connective_call(reader));
    if (relation)
        return parse_relation(reader);
    if (!enter(reader))
        return NULL;
    Form *form = NULL;
    if (is(reader, TOKEN_NOT) || is_word(reader, "not")) {
        advance(reader);
        const Form *inner = parse_unary(reader);
        if (inner)
            form = new_operation(reader, "not", span_of(reader, token), inner,
                                 NULL, token.start);
    } else if (is(reader, TOKEN_OPEN)) {
        advance(reader);
        form = parse_condition(reader, true);
        if (is(reader, TOKEN_CLOSE))
            advance(reader);
        else if (is(reader, TOKEN_END))
            unclosed(reader, token.start);
        else
            expected(reader, "a closing parenthesis");
    } else if (is_connective_call(reader)) {
        form = parse_parts(reader);
    } else {
        form = parse_relation(reader);
    }
    reader->depth--;
    return form;
}

static bool at_and(const InfixReader *reader, bool commas)
{
    return is(reader, TOKEN_AND) || is_word(reader, "and") ||
           (commas && is(reader, TOKEN_COMMA));
}

static bool at_or(const InfixReader *reader)
{
    return is(reader, TOKEN_OR) || is_word(reader, "or");
}

/* conjunction := unary { ("," | "&") unary }, into PARTS */
static void parse_conjunction(InfixReader *reader, bool commas, FormVec *parts)
{
    for (;;) {
        const Form *part = parse_unary(reader);
        if (part)
            vec_push(parts, part);
        if (reader->failed || !at_and(reader, commas))
            return;
        advance(reader);
    }
}

/* One part as it is, several as (WORD part ...). */
static Form *join(InfixReader *reader, const char *word, FormVec *parts,
                  size_t start)
{
    if (parts->count == 1) {
        Form *only = (Form *)parts->items[0];
        vec_free(parts);
        return only;
    }
    FormVec items = {0};
    Span span = {reader->source, (uint32_t)start, (uint32_t)start};
    vec_push(&items, new_word(reader, word, span));
    vec_append(&items, parts->items, parts->count);
    vec_free(parts);
    return new_list(reader, &items, start);
}

/* condition := conjunction { ("|" | ";" | "or") conjunction }
 * Without COMMAS, "," is left to the caller. */
static Form *parse_condition(InfixReader *reader, bool commas)
{
    FormVec arms = {0};
    size_t start = reader->lexer.token.start;
    for (;;) {
        FormVec parts = {0};
        size_t arm = reader->lexer.token.start;
        parse_conjunction(reader, commas, &parts);
        if (parts.count)
            vec_push(&arms, join(reader, "and", &parts, arm));
        if (reader->failed || !at_or(reader))
            break;
        advance(reader);
    }
    if (!arms.count)
        return NULL;
    return join(reader, "or", &arms, start);
}

/* ---- statements ---- */

static bool uses_variable(const Form *form, const Symbol *symbol)
{
    if (form->kind == FORM_VARIABLE && form->symbol == symbol)
        return true;
    for (size_t i = 0; i < form->count; i++)
        if (uses_variable(form->items[i], symbol))
            return true;
    return false;
}

/* Each "_" is a variable of its own: _1, _2 and so on, avoiding names that
 * the statement uses. */
static void name_anonymous(InfixReader *reader, const Form *statement)
{
    unsigned number = 0;
    for (size_t i = 0; i < reader->anonymous.count; i++) {
        const Symbol *symbol;
        do {
            char name[16];
            int length = snprintf(name, sizeof name, "_%u", ++number);
            symbol = term_variable_symbol(reader->terms, name, (size_t)length);
        } while (uses_variable(statement, symbol));
        reader->anonymous.items[i]->symbol = symbol;
    }
    vec_clear(&reader->anonymous);
}

static bool is_list_of(const Form *form, const char *word)
{
    return form->kind == FORM_LIST && form->items[0]->kind == FORM_WORD &&
           strcmp(form->items[0]->symbol->name, word) == 0;
}

/* The body's conjunction becomes the items of (<= head ...). */
static Form *new_rule(InfixReader *reader, Span sign, const Form *head,
                      const Form *body, size_t start)
{
    FormVec items = {0};
    vec_push(&items, new_word(reader, "<=", sign));
    vec_push(&items, head);
    while (body && is_list_of(body, "and") && body->count == 2)
        body = body->items[1];
    if (body && is_list_of(body, "and"))
        for (size_t i = 1; i < body->count; i++)
            vec_push(&items, body->items[i]);
    else if (body)
        vec_push(&items, body);
    return new_list(reader, &items, start);
}

/* The word `if` behind a head, unless it is an atom of its own. */
static bool at_word_if(const InfixReader *reader)
{
    return is_word(reader, "if") &&
           reader->source->text[reader->lexer.token.end] != '(';
}

/* statement := relation [ ":-" condition ] [ "." ] */
static Form *parse_statement(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    Form *form = parse_relation(reader);
    bool word_if = form && at_word_if(reader);
    if (word_if)
        lexer_foreign(&reader->lexer, &reader->lexer.token, ":-");
    if (form && (word_if || is(reader, TOKEN_IF))) {
        Span sign = span_of(reader, reader->lexer.token);
        advance(reader);
        const Form *body = parse_condition(reader, true);
        form = new_rule(reader, sign, form, body, start);
    } else if (is(reader, TOKEN_FOREIGN)) {
        expected(reader, "");
    }
    return form;
}

/* After an error: on to behind the next full stop, or to the next line that
 * begins with a word at its very left. */
static void recover(InfixReader *reader, size_t start)
{
    reader->lexer.quiet = true;
    while (!is(reader, TOKEN_END)) {
        bool stop = is(reader, TOKEN_STOP);
        size_t at = reader->lexer.token.start;
        char before = at ? reader->source->text[at - 1] : '\n';
        if (is(reader, TOKEN_WORD) && at > start &&
            (before == '\n' || before == '\r'))
            break;
        reader->lexer.quiet = !stop;
        advance(reader);
        if (stop)
            break;
    }
    reader->lexer.quiet = false;
}

static size_t column_of(const InfixReader *reader, size_t offset)
{
    return line_column(reader->source, offset).column;
}

/* What looks like a condition more, behind a rule that seems to be complete:
 * on the same line, or on one that is indented. */
static void judge_comma(InfixReader *reader)
{
    size_t at = reader->lexer.token.start, end = reader->lexer.previous_end;
    bool same_line = !memchr(reader->source->text + end, '\n', at - end) &&
                     !memchr(reader->source->text + end, '\r', at - end);
    if (!same_line &&
        column_of(reader, at) <= column_of(reader, reader->open_rule))
        return;
    size_t last = end - 1; /* the character behind which it is missing */
    while (last && ((unsigned char)reader->source->text[last] & 0xc0) == 0x80)
        last--;
    diag_warning(reader->diag, source_span(reader->source, last, end),
                 "missing-comma",
                 "a new statement begins after this; is a comma missing, or a "
                 "full stop?");
    diag_fix(reader->diag, source_span(reader->source, end, end), ",");
}

static void read_statement(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    if (reader->open_rule != NO_RULE && !is(reader, TOKEN_BAD))
        judge_comma(reader);
    reader->open_rule = NO_RULE;
    reader->failed = is(reader, TOKEN_BAD);
    reader->depth = 0;
    const Form *form = reader->failed ? NULL : parse_statement(reader);
    if (reader->failed || !form) {
        vec_clear(&reader->anonymous);
        recover(reader, start);
        return;
    }
    name_anonymous(reader, form);
    collect_statement(&reader->out, form);
    if (is(reader, TOKEN_STOP))
        advance(reader);
    else if (is_list_of(form, "<="))
        reader->open_rule = start;
}

Statements read_infix(Arena *arena, Terms *terms, const Source *source,
                      Diag *diag)
{
    InfixReader reader = {.arena = arena,
                          .terms = terms,
                          .source = source,
                          .diag = diag,
                          .open_rule = NO_RULE,
                          .out = {.arena = arena}};
    reader.lexer = (Lexer){.terms = terms,
                           .source = source,
                           .diag = diag,
                           .comments = &reader.out};
    advance(&reader);
    while (!is(&reader, TOKEN_END) && diag_goes_on(diag))
        read_statement(&reader);
    vec_free(&reader.anonymous);
    return collect_finish(&reader.out);
}
