/* infix.c - the infix syntax: next(p(X)) :- true(p(X)), not q.
 *
 * In:   a Source
 * Out:  Statements (lang/form.h), the same lists the prefix reader makes
 * Next: lang/rules.c finds out what the lists mean
 *
 * Prolog as the papers print it and the HRF of the Stanford notes: variables
 * begin with a capital letter or "_", a statement may or may not end in a full
 * stop, "," and "&" mean and, "|" and ";" mean or, "~" and "not" mean not.
 * Start reading at read_infix(). Plays, as --moves has them, follow at the end.
 */
#include "lang/token.h"

#include <stdio.h>
#include <string.h>

typedef struct {
    Arena *arena;
    Lexer lexer;
    unsigned depth;
    bool has_failed;  /* in this statement; nothing more is reported for it */
    size_t open_rule; /* where the last statement began, if it is a rule that
                       * no full stop ended; otherwise NO_RULE */
    VEC(Form *) anonymous;
    Collector out;
} InfixReader;

#define NO_RULE SIZE_MAX

static bool at_token(const InfixReader *reader, TokenKind kind)
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

static bool is_operator(const InfixReader *reader)
{
    static const char *const words[] = {"is", "+", "-", "*", "/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(reader, words[i]))
            return true;
    return false;
}

static void report_expected(InfixReader *reader, const char *expected_text)
{
    if (reader->has_failed)
        return;
    Span span = lexer_span(&reader->lexer);
    if (is_operator(reader))
        diag_error(reader->lexer.diag, span, "syntax", NO_ARITHMETIC);
    else if (at_token(reader, TOKEN_FOREIGN))
        diag_error(reader->lexer.diag, span, "syntax",
                   "\"::\", \"==>\" and \"..\" belong to other languages, "
                   "not to GDL");
    else if (!at_token(reader, TOKEN_BAD)) /* reported when it was read */
        diag_error(reader->lexer.diag, span, "syntax", "%s is expected here",
                   expected_text);
    reader->has_failed = true;
}

static void report_unclosed(InfixReader *reader, size_t open_offset)
{
    if (!reader->has_failed)
        diag_error(
            reader->lexer.diag,
            source_span(reader->lexer.source, open_offset, open_offset + 1),
            "unclosed", "this parenthesis is never closed");
    reader->has_failed = true;
}

static Form *new_word(InfixReader *reader, const char *word, Span span)
{
    const Symbol *symbol = term_symbol(reader->lexer.terms, word, strlen(word));
    return form_word(reader->arena, FORM_WORD, span, symbol);
}

typedef VEC(const Form *) FormVec;

static Form *new_list(InfixReader *reader, FormVec *items, size_t start)
{
    Span span =
        source_span(reader->lexer.source, start, reader->lexer.previous_end);
    Form *form = form_list(reader->arena, span, items->items, items->count);
    vec_free(items);
    return form;
}

/* (WORD part ...), where WORD is written as SIGN */
static Form *new_operation(InfixReader *reader, const char *word, Span sign,
                           const Form *const *parts, size_t count, size_t start)
{
    FormVec items = {0};
    vec_push(&items, new_word(reader, word, sign));
    vec_append(&items, parts, count);
    return new_list(reader, &items, start);
}

static bool enter_nesting(InfixReader *reader)
{
    if (reader->depth < TERM_MAX_DEPTH) {
        reader->depth++;
        return true;
    }
    if (!reader->has_failed)
        diag_error(reader->lexer.diag, lexer_span(&reader->lexer), "too-deep",
                   "nested deeper than %d", TERM_MAX_DEPTH);
    reader->has_failed = true;
    return false;
}

static Form *parse_term(InfixReader *reader);

static Form *parse_condition(InfixReader *reader, bool comma_is_and);

/* arguments := "(" [ term { "," term } ] ")"; those of or(...) and and(...) are
 * conditions */
static Form *parse_arguments(InfixReader *reader, Form *head, size_t start,
                             bool are_conditions)
{
    FormVec items = {0};
    size_t open_offset = reader->lexer.token.start;
    vec_push(&items, head);
    advance(reader);
    while (!reader->has_failed && !at_token(reader, TOKEN_CLOSE)) {
        if (at_token(reader, TOKEN_END)) {
            report_unclosed(reader, open_offset);
            break;
        }
        const Form *item = are_conditions ? parse_condition(reader, false)
                                          : parse_term(reader);
        if (item)
            vec_push(&items, item);
        if (at_token(reader, TOKEN_COMMA)) {
            advance(reader);
            if (at_token(reader, TOKEN_CLOSE))
                report_expected(reader, "a term");
        } else if (!at_token(reader, TOKEN_CLOSE) &&
                   !at_token(reader, TOKEN_END)) {
            report_expected(reader, "a comma or a closing parenthesis");
        }
    }
    if (!reader->has_failed)
        advance(reader);
    return new_list(reader, &items, start);
}

/* term := variable | word [ arguments ] */
static Form *parse_term(InfixReader *reader)
{
    Token token = reader->lexer.token;
    if (!at_token(reader, TOKEN_WORD) && !at_token(reader, TOKEN_VARIABLE)) {
        report_expected(reader, "a term");
        return NULL;
    }
    Form *form = form_word(
        reader->arena, at_token(reader, TOKEN_WORD) ? FORM_WORD : FORM_VARIABLE,
        lexer_span(&reader->lexer), token.symbol);
    if (token.anonymous)
        vec_push(&reader->anonymous, form);
    advance(reader);
    if (at_token(reader, TOKEN_OPEN)) {
        if (!enter_nesting(reader))
            return NULL;
        form = parse_arguments(reader, form, token.start, false);
        reader->depth--;
    }
    return form;
}

static bool is_connective_call(const InfixReader *reader)
{
    size_t i = reader->lexer.token.end;
    return (is_word(reader, "or") || is_word(reader, "and")) &&
           reader->lexer.source->text[i] == '(';
}

/* relation := term [ ("#" | "=") term ] */
static Form *parse_relation(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    Form *left = parse_term(reader);
    bool is_different = at_token(reader, TOKEN_DIFFERENT);
    if (left && is_operator(reader))
        report_expected(reader, "a comma");
    if (!left || (!is_different && !at_token(reader, TOKEN_EQUAL)))
        return left;
    Span sign = lexer_span(&reader->lexer);
    advance(reader);
    const Form *sides[] = {left, parse_term(reader)};
    if (!sides[1])
        return NULL;
    const Form *distinct =
        new_operation(reader, "distinct", sign, sides, 2, start);
    return is_different
               ? (Form *)distinct
               : new_operation(reader, "not", sign, &distinct, 1, start);
}

/* unary := ("~" | "not") unary | "(" condition ")" | relation */
static Form *parse_unary(InfixReader *reader)
{
    Span sign = lexer_span(&reader->lexer);
    bool starts_relation =
        at_token(reader, TOKEN_VARIABLE) ||
        (at_token(reader, TOKEN_WORD) && !is_word(reader, "not") &&
         !is_connective_call(reader));
    if (starts_relation)
        return parse_relation(reader);
    if (!enter_nesting(reader))
        return NULL;
    Form *form = NULL;
    if (at_token(reader, TOKEN_NOT) || is_word(reader, "not")) {
        advance(reader);
        const Form *inner = parse_unary(reader);
        if (inner)
            form = new_operation(reader, "not", sign, &inner, 1, sign.start);
    } else if (at_token(reader, TOKEN_OPEN)) {
        advance(reader);
        form = parse_condition(reader, true);
        if (at_token(reader, TOKEN_CLOSE))
            advance(reader);
        else if (at_token(reader, TOKEN_END))
            report_unclosed(reader, sign.start);
        else
            report_expected(reader, "a closing parenthesis");
    } else if (is_connective_call(reader)) {
        form = new_word(reader, reader->lexer.token.symbol->name, sign);
        advance(reader);
        form = parse_arguments(reader, form, sign.start, true);
    } else {
        form = parse_relation(reader);
    }
    reader->depth--;
    return form;
}

static bool at_and(const InfixReader *reader, bool comma_is_and)
{
    return at_token(reader, TOKEN_AND) || is_word(reader, "and") ||
           (comma_is_and && at_token(reader, TOKEN_COMMA));
}

static bool at_or(const InfixReader *reader)
{
    return at_token(reader, TOKEN_OR) || is_word(reader, "or");
}

/* conjunction := unary { ("," | "&") unary }, into PARTS */
static void parse_conjunction(InfixReader *reader, bool comma_is_and,
                              FormVec *parts)
{
    for (;;) {
        const Form *part = parse_unary(reader);
        if (part)
            vec_push(parts, part);
        if (reader->has_failed || !at_and(reader, comma_is_and))
            return;
        advance(reader);
    }
}

/* One part as it is, several as (WORD part ...), without a sign of its own. */
static Form *join_parts(InfixReader *reader, const char *word, FormVec *parts,
                        size_t start)
{
    Span nowhere = source_span(reader->lexer.source, start, start);
    Form *joined = parts->count == 1
                       ? (Form *)parts->items[0]
                       : new_operation(reader, word, nowhere, parts->items,
                                       parts->count, start);
    vec_free(parts);
    return joined;
}

/* condition := conjunction { ("|" | ";" | "or") conjunction }
 * Without COMMA_IS_AND, "," is left to the caller. */
static Form *parse_condition(InfixReader *reader, bool comma_is_and)
{
    FormVec arms = {0};
    size_t start = reader->lexer.token.start;
    for (;;) {
        FormVec parts = {0};
        size_t arm_start = reader->lexer.token.start;
        parse_conjunction(reader, comma_is_and, &parts);
        if (parts.count)
            vec_push(&arms, join_parts(reader, "and", &parts, arm_start));
        if (reader->has_failed || !at_or(reader))
            break;
        advance(reader);
    }
    if (!arms.count)
        return NULL;
    return join_parts(reader, "or", &arms, start);
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
            symbol =
                term_variable_symbol(reader->lexer.terms, name, (size_t)length);
        } while (uses_variable(statement, symbol));
        reader->anonymous.items[i]->symbol = symbol;
    }
    vec_clear(&reader->anonymous);
}

/* The body's conjunction becomes the items of (<= head ...). */
static Form *new_rule(InfixReader *reader, Span sign, const Form *head,
                      const Form *body, size_t start)
{
    FormVec items = {0};
    vec_push(&items, new_word(reader, "<=", sign));
    vec_push(&items, head);
    while (body && form_is_list(body, "and") && body->count == 2)
        body = body->items[1];
    if (body && form_is_list(body, "and"))
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
           reader->lexer.source->text[reader->lexer.token.end] != '(';
}

/* statement := relation [ ":-" condition ] [ "." ] */
static Form *parse_statement(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    Form *form = parse_relation(reader);
    bool has_word_if = form && at_word_if(reader);
    if (has_word_if)
        lexer_foreign(&reader->lexer, &reader->lexer.token, ":-");
    if (form && (has_word_if || at_token(reader, TOKEN_IF))) {
        Span sign = lexer_span(&reader->lexer);
        advance(reader);
        const Form *body = parse_condition(reader, true);
        form = new_rule(reader, sign, form, body, start);
    } else if (at_token(reader, TOKEN_FOREIGN)) {
        report_expected(reader, "");
    }
    return form;
}

/* After an error: on to behind the next full stop, or to the next line that
 * begins with a word at its very left. */
static void skip_to_next_statement(InfixReader *reader, size_t start)
{
    reader->lexer.quiet = true;
    while (!at_token(reader, TOKEN_END)) {
        bool at_stop = at_token(reader, TOKEN_STOP);
        size_t offset = reader->lexer.token.start;
        char before = offset ? reader->lexer.source->text[offset - 1] : '\n';
        if (at_token(reader, TOKEN_WORD) && offset > start &&
            (before == '\n' || before == '\r'))
            break;
        reader->lexer.quiet = !at_stop;
        advance(reader);
        if (at_stop)
            break;
    }
    reader->lexer.quiet = false;
}

/* What looks like a condition more, behind a rule that seems to be complete:
 * on the same line, or on one that is indented. */
static void warn_missing_comma(InfixReader *reader)
{
    const Source *source = reader->lexer.source;
    size_t end = reader->lexer.previous_end;
    LineColumn here = line_column(source, reader->lexer.token.start);
    if (here.line > line_column(source, end).line &&
        here.column <= line_column(source, reader->open_rule).column)
        return;
    size_t last = end - 1; /* the character behind which it is missing */
    while (last && ((unsigned char)source->text[last] & 0xc0) == 0x80)
        last--;
    diag_warning(reader->lexer.diag, source_span(source, last, end),
                 "missing-comma",
                 "a new statement begins after this; is a comma missing, or a "
                 "full stop?");
    diag_fix(reader->lexer.diag, source_span(source, end, end), ",");
}

static void read_statement(InfixReader *reader)
{
    size_t start = reader->lexer.token.start;
    if (reader->open_rule != NO_RULE && !at_token(reader, TOKEN_BAD))
        warn_missing_comma(reader);
    reader->open_rule = NO_RULE;
    reader->has_failed = at_token(reader, TOKEN_BAD);
    reader->depth = 0;
    const Form *form = reader->has_failed ? NULL : parse_statement(reader);
    if (reader->has_failed || !form) {
        vec_clear(&reader->anonymous);
        skip_to_next_statement(reader, start);
        return;
    }
    name_anonymous(reader, form);
    collect_statement(&reader->out, form);
    if (at_token(reader, TOKEN_STOP))
        advance(reader);
    else if (form_is_list(form, "<="))
        reader->open_rule = start;
}

Statements read_infix(Arena *arena, Terms *terms, const Source *source,
                      Diag *diag)
{
    InfixReader reader = {
        .arena = arena,
        .lexer = {.terms = terms, .source = source, .diag = diag},
        .open_rule = NO_RULE,
        .out = {.arena = arena}};
    reader.lexer.comments = &reader.out;
    advance(&reader);
    while (!at_token(&reader, TOKEN_END) && diag_goes_on(diag))
        read_statement(&reader);
    vec_free(&reader.anonymous);
    return collect_finish(&reader.out);
}

/* ---- plays ---- */

/* FORM as a term, in which every word means itself; NULL after a report. */
static const Term *move_of(InfixReader *reader, const Form *form)
{
    const Form *head = form_head(form);
    TermVec args = {0};
    if (head->kind != FORM_WORD || form->count == 1 ||
        form->count > 1 + (size_t)TERM_MAX_ARITY) {
        diag_error(reader->lexer.diag, form->span, "syntax",
                   "a move without variables is expected here");
        reader->has_failed = true;
    }
    for (size_t i = 1; i < form->count && !reader->has_failed; i++)
        vec_push(&args, move_of(reader, form->items[i]));
    const Term *term = reader->has_failed
                           ? NULL
                           : term_compound(reader->lexer.terms, head->symbol,
                                           args.count, args.items);
    vec_free(&args);
    return term;
}

/* step := term { "," term } */
static JointMove parse_step(InfixReader *reader)
{
    TermVec moves = {0};
    size_t start = reader->lexer.token.start;
    bool has_more = true;
    while (has_more) {
        const Form *form = parse_term(reader);
        if (!reader->has_failed)
            vec_push(&moves, move_of(reader, form));
        has_more = !reader->has_failed && at_token(reader, TOKEN_COMMA);
        if (has_more)
            advance(reader);
    }
    JointMove step = {.count = moves.count,
                      .span = source_span(reader->lexer.source, start,
                                          reader->lexer.previous_end)};
    step.moves = vec_finish(&moves, reader->arena);
    return step;
}

JointMove *play_read(Arena *arena, Terms *terms, const Source *source,
                     Diag *diag, size_t *count)
{
    InfixReader reader = {
        .arena = arena,
        .lexer = {.terms = terms, .source = source, .diag = diag}};
    VEC(JointMove) steps = {0};
    advance(&reader);
    while (!reader.has_failed && !at_token(&reader, TOKEN_END)) {
        vec_push(&steps, parse_step(&reader));
        if (at_token(&reader, TOKEN_OR) &&
            source->text[reader.lexer.token.start] == ';')
            advance(&reader);
        else if (!at_token(&reader, TOKEN_END))
            report_expected(&reader, "a comma or a semicolon");
    }
    vec_free(&reader.anonymous);
    *count = reader.has_failed ? 0 : steps.count;
    return vec_finish(&steps, arena);
}
