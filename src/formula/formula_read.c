/* formula_read.c - formulas from text
 *
 * In:   a Source, and the Universe it speaks about
 * Out:  a Formula, or a report
 * Next: formula/prop.c says what it means
 *
 *   formula    := implication { "<->" implication }
 *   implication:= disjunction [ "->" implication ]
 *   disjunction:= conjunction { "|" conjunction }
 *   conjunction:= unary { "&" unary }
 *   unary      := "~" unary | "next" [ "^" number ] unary | quantified
 *               | "(" formula ")" | atom
 *   quantified := ( "forall" | "exists" [ bounds ] ) range { "," range }
 *                 "." formula
 *   bounds     := "[" number ".." [ number ] "]"
 *   atom       := "some" symbol "/" number | "sum" "(" "goal" ")" "=" number
 *               | term [ ( "=" | "!=" ) term ]
 *
 * Start reading at formula_read(), at the end.
 */
#include "formula/formula.h"
#include "formula/formula_check.h"
#include "formula/lexer.h"

#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

typedef VEC(const Formula *) FormulaVec;
typedef struct {
    Arena *arena;
    Universe *universe;
    FormulaLexer signs;
    TermVec bound; /* variables, outermost first */
    TermVec roles; /* of these, those that range over roles */
    unsigned depth;
    uint32_t steps; /* of all next together */
    bool in_goal;   /* within the arguments of goal */
    bool failed;
} Reader;

static bool is(const Reader *reader, FormulaTokenKind kind)
{
    return reader->signs.sign.kind == kind;
}

static bool is_word(const Reader *reader, const char *word)
{
    return is(reader, SIGN_WORD) && !reader->signs.sign.quoted &&
           strcmp(reader->signs.sign.symbol->name, word) == 0;
}

static Span span_here(const Reader *reader)
{
    return (Span){reader->signs.source, reader->signs.sign.start,
                  reader->signs.sign.end};
}

static Span span_since(const Reader *reader, uint32_t start)
{
    return (Span){reader->signs.source, start, reader->signs.previous_end};
}

static void *expected(Reader *reader, const char *what)
{
    if (!reader->failed && !is(reader, SIGN_BAD))
        diag_error(reader->signs.diag, span_here(reader), "syntax",
                   "%s is expected here", what);
    reader->failed = true;
    return NULL;
}

static bool take(Reader *reader, FormulaTokenKind kind)
{
    if (!is(reader, kind))
        return false;
    formula_lexer_advance(&reader->signs);
    return true;
}

static bool want(Reader *reader, FormulaTokenKind kind, const char *what)
{
    if (!reader->failed && take(reader, kind))
        return true;
    expected(reader, what);
    return false;
}

static bool enter(Reader *reader)
{
    enum { MAX_DEPTH = 200 };
    if (reader->depth < MAX_DEPTH && !reader->failed) {
        reader->depth++;
        return true;
    }
    if (!reader->failed)
        diag_error(reader->signs.diag, span_here(reader), "too-deep",
                   "nested deeper than %d", MAX_DEPTH);
    reader->failed = true;
    return false;
}

static uint32_t read_number(Reader *reader, uint32_t most)
{
    if (!is(reader, SIGN_WORD)) {
        expected(reader, "a number");
        return 0;
    }
    const char *name = reader->signs.sign.symbol->name;
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    if (!ascii_is_digit(*name) || *end || number > most) {
        if (!reader->failed)
            diag_error(reader->signs.diag, span_here(reader), "syntax",
                       "a number up to %u is expected here", (unsigned)most);
        reader->failed = true;
        return 0;
    }
    formula_lexer_advance(&reader->signs);
    return (uint32_t)number;
}

/* ---- terms ---- */

static bool is_bound(const Reader *reader, const Term *variable)
{
    for (size_t i = 0; i < reader->bound.count; i++)
        if (reader->bound.items[i] == variable)
            return true;
    return false;
}

static const Term *read_variable(Reader *reader)
{
    const Term *variable =
        term_variable(reader->signs.terms, reader->signs.sign.symbol);
    if (!is_bound(reader, variable)) {
        diag_error(reader->signs.diag, span_here(reader), "unbound-variable",
                   "%s is bound by no quantifier; a symbol begins with a "
                   "small letter",
                   term_string(reader->arena, variable));
        reader->failed = true;
        return NULL;
    }
    formula_lexer_advance(&reader->signs);
    return variable;
}

static const Term *read_term(Reader *reader);

static void read_arguments(Reader *reader, TermVec *args)
{
    do {
        const Term *arg = read_term(reader);
        if (arg)
            vec_push(args, arg);
    } while (!reader->failed && take(reader, SIGN_COMMA));
    want(reader, SIGN_CLOSE, "a comma or a closing parenthesis");
}

/* What a goal can be in any game, whether or not it is one in this. */
static bool is_value(const Reader *reader, const Symbol *symbol)
{
    return goal_value(term_constant(reader->signs.terms, symbol)) !=
           NO_GOAL_VALUE;
}

/* term := variable | symbol [ "(" term { "," term } ")" ] */
static const Term *read_term(Reader *reader)
{
    if (is(reader, SIGN_VARIABLE))
        return read_variable(reader);
    if (!is(reader, SIGN_WORD))
        return expected(reader, "a formula or a term");
    if (!enter(reader))
        return NULL;
    const Symbol *symbol = reader->signs.sign.symbol;
    bool in_goal = reader->in_goal;
    if (!(in_goal && is_value(reader, symbol)) &&
        !check_symbol(reader->universe, symbol, span_here(reader),
                      reader->signs.diag))
        reader->failed = true;
    formula_lexer_advance(&reader->signs);
    TermVec args = {0};
    reader->in_goal = strcmp(symbol->name, "goal") == 0;
    if (!reader->failed && take(reader, SIGN_OPEN))
        read_arguments(reader, &args);
    reader->in_goal = in_goal;
    const Term *term = NULL;
    if (!reader->failed && args.count <= TERM_MAX_ARITY)
        term = args.count ? term_compound(reader->signs.terms, symbol,
                                          args.count, args.items)
                          : term_constant(reader->signs.terms, symbol);
    if (!term)
        expected(reader, "a smaller term");
    vec_free(&args);
    reader->depth--;
    return term;
}

/* ---- atoms ---- */

static const Formula *read_some(Reader *reader)
{
    uint32_t start = reader->signs.sign.start;
    formula_lexer_advance(&reader->signs);
    if (!is(reader, SIGN_WORD))
        return expected(reader, "a feature, as in cell/3,");
    const Symbol *symbol = reader->signs.sign.symbol;
    formula_lexer_advance(&reader->signs);
    if (!want(reader, SIGN_SLASH, "\"/\" and the number of arguments"))
        return NULL;
    uint32_t arity = read_number(reader, TERM_MAX_ARITY);
    const Feature *feature =
        reader->failed
            ? NULL
            : check_feature(reader->universe, symbol, arity,
                            span_since(reader, start), reader->signs.diag);
    if (!feature)
        reader->failed = true;
    return feature ? formula_some(reader->arena, feature) : NULL;
}

static const Formula *read_sum(Reader *reader)
{
    enum { MAX_SUM = 1000000 };
    formula_lexer_advance(&reader->signs);
    want(reader, SIGN_OPEN, "(goal)");
    if (!reader->failed && !is_word(reader, "goal"))
        return expected(reader, "goal");
    formula_lexer_advance(&reader->signs);
    want(reader, SIGN_CLOSE, "a closing parenthesis");
    want(reader, SIGN_EQUAL, "\"=\"");
    uint32_t value = reader->failed ? 0 : read_number(reader, MAX_SUM);
    return reader->failed ? NULL : formula_sum(reader->arena, value);
}

/* distinct(s,t) is another way to write s != t */
static bool is_distinct(const Term *term)
{
    return term->arity == 2 && strcmp(term->symbol->name, "distinct") == 0;
}

static const Formula *compare(Reader *reader, FormulaKind kind,
                              const Term *left, const Term *right)
{
    Formula *formula = arena_alloc(reader->arena, sizeof *formula);
    *formula = (Formula){.kind = kind, .left = left, .right = right};
    return formula;
}

static const Formula *read_atom(Reader *reader)
{
    uint32_t start = reader->signs.sign.start;
    const Term *term = read_term(reader);
    if (!term)
        return NULL;
    if (is(reader, SIGN_EQUAL) || is(reader, SIGN_DIFFERENT)) {
        FormulaKind kind =
            is(reader, SIGN_EQUAL) ? FORMULA_EQUAL : FORMULA_DIFFERENT;
        formula_lexer_advance(&reader->signs);
        const Term *right = read_term(reader);
        return right ? compare(reader, kind, term, right) : NULL;
    }
    if (is_distinct(term))
        return compare(reader, FORMULA_DIFFERENT, term->args[0], term->args[1]);
    if (check_atom(reader->universe, term, span_since(reader, start),
                   reader->signs.diag))
        return formula_atom(reader->arena, term);
    reader->failed = true;
    return NULL;
}

/* ---- quantifiers ---- */

static bool give_up(Reader *reader, Span span, const char *rule,
                    const char *message)
{
    diag_error(reader->signs.diag, span, rule, "%s", message);
    reader->failed = true;
    return false;
}

/* set := "{" term { "," term } "}" */
static bool read_set(Reader *reader, Range *range)
{
    TermVec terms = {0};
    range->kind = RANGE_SET;
    do {
        uint32_t start = reader->signs.sign.start;
        const Term *term = read_term(reader);
        if (term && !term_is_ground(term))
            give_up(reader, span_since(reader, start), "syntax",
                    "a set has no variables");
        else if (term)
            vec_push(&terms, term);
    } while (!reader->failed && take(reader, SIGN_COMMA));
    want(reader, SIGN_UNBRACE, "a comma or \"}\"");
    range->terms.count = terms.count;
    range->terms.terms = vec_finish(&terms, reader->arena);
    return !reader->failed;
}

static bool is_role(const Reader *reader, const Term *term)
{
    for (size_t i = 0; i < reader->roles.count; i++)
        if (reader->roles.items[i] == term)
            return true;
    return universe_role(reader->universe, term) != NO_INDEX;
}

/* moves := "move" [ "(" role ")" ] */
static bool read_moves(Reader *reader, Range *range)
{
    formula_lexer_advance(&reader->signs);
    range->kind = RANGE_MOVE;
    range->terms = reader->universe->any_move;
    if (!take(reader, SIGN_OPEN))
        return true;
    uint32_t start = reader->signs.sign.start;
    range->kind = RANGE_MOVE_OF;
    range->role = read_term(reader);
    if (!range->role)
        return false;
    if (!is_role(reader, range->role))
        return give_up(reader, span_since(reader, start), "empty-domain",
                       "this is no role, nor a variable that ranges over "
                       "roles");
    return want(reader, SIGN_CLOSE, "a closing parenthesis");
}

/* A stop that is followed at once by a digit belongs to an argument position;
 * another one ends the ranges. */
static bool at_argument(const Reader *reader)
{
    const Source *source = reader->signs.source;
    return is(reader, SIGN_STOP) &&
           reader->signs.sign.start == reader->signs.previous_end &&
           reader->signs.sign.end < source->length &&
           ascii_is_digit(source->text[reader->signs.sign.end]);
}

/* argument := symbol [ "/" number ] "." number */
static bool read_argument(Reader *reader, Range *range)
{
    uint32_t start = reader->signs.sign.start;
    Text name = {0};
    term_print(&name,
               term_constant(reader->signs.terms, reader->signs.sign.symbol),
               SYNTAX_INFIX);
    formula_lexer_advance(&reader->signs);
    if (take(reader, SIGN_SLASH))
        text_addf(&name, "/%u", (unsigned)read_number(reader, TERM_MAX_ARITY));
    if (!reader->failed && !at_argument(reader))
        give_up(reader, span_since(reader, start), "unknown-domain",
                "a domain is role, move, move(P), an argument position such "
                "as cell.3, or a set such as {1,2,3}");
    if (!reader->failed) {
        formula_lexer_advance(&reader->signs);
        text_addf(&name, ".%u", (unsigned)read_number(reader, TERM_MAX_ARITY));
    }
    range->kind = RANGE_ARGUMENT;
    range->name = arena_string(reader->arena, text_string(&name), name.length);
    text_free(&name);
    const TermSet *set =
        reader->failed
            ? NULL
            : check_argument(reader->universe, range->name,
                             span_since(reader, start), reader->signs.diag);
    if (set)
        range->terms = *set;
    else
        reader->failed = true;
    return set;
}

/* A feature may be called role or move: move.1, move/2.1. */
static bool names_argument(const Reader *reader)
{
    const Source *source = reader->signs.source;
    size_t end = reader->signs.sign.end;
    return end + 1 < source->length &&
           (source->text[end] == '/' ||
            (source->text[end] == '.' &&
             ascii_is_digit(source->text[end + 1])));
}

/* range := variable "in" domain */
static bool read_range(Reader *reader, Range *range)
{
    if (!is(reader, SIGN_VARIABLE))
        return expected(reader, "a variable, which begins with a capital "
                                "letter,");
    range->variable =
        term_variable(reader->signs.terms, reader->signs.sign.symbol);
    if (is_bound(reader, range->variable))
        return give_up(reader, span_here(reader), "bound-twice",
                       "this variable is bound by another quantifier "
                       "already");
    formula_lexer_advance(&reader->signs);
    if (!is_word(reader, "in"))
        return expected(reader, "\"in\" and a domain");
    formula_lexer_advance(&reader->signs);
    if (take(reader, SIGN_BRACE))
        return read_set(reader, range);
    if (is_word(reader, "move") && !names_argument(reader))
        return read_moves(reader, range);
    if (is_word(reader, "role") && !names_argument(reader)) {
        formula_lexer_advance(&reader->signs);
        range->kind = RANGE_ROLE;
        range->terms = reader->universe->roles;
        return true;
    }
    if (is(reader, SIGN_WORD))
        return read_argument(reader, range);
    return expected(reader, "a domain");
}

static void read_bounds(Reader *reader, uint32_t *least, uint32_t *most)
{
    enum { MAX_COUNT = 1 << 30 };
    *least = 1;
    *most = UINT32_MAX;
    if (!take(reader, SIGN_BRACKET))
        return;
    uint32_t start = reader->signs.sign.start;
    *least = read_number(reader, MAX_COUNT);
    want(reader, SIGN_DOTS, "\"..\"");
    if (!reader->failed && !is(reader, SIGN_UNBRACKET))
        *most = read_number(reader, MAX_COUNT);
    if (!reader->failed && *least > *most)
        give_up(reader, span_since(reader, start), "empty-bounds",
                "the upper bound is below the lower one");
    want(reader, SIGN_UNBRACKET, "\"]\"");
}

static const Formula *read_formula(Reader *reader);

static const Formula *read_quantified(Reader *reader)
{
    bool forall = is(reader, SIGN_FORALL);
    uint32_t least = 1, most = UINT32_MAX;
    size_t bound = reader->bound.count, roles = reader->roles.count;
    VEC(Range) ranges = {0};
    formula_lexer_advance(&reader->signs);
    if (!forall)
        read_bounds(reader, &least, &most);
    do {
        Range range = {0};
        if (reader->failed || !read_range(reader, &range))
            break;
        vec_push(&ranges, range);
        vec_push(&reader->bound, range.variable);
        if (range.kind == RANGE_ROLE)
            vec_push(&reader->roles, range.variable);
    } while (take(reader, SIGN_COMMA));
    want(reader, SIGN_STOP, "a comma or a full stop");
    const Formula *part = reader->failed ? NULL : read_formula(reader);
    const Formula *formula = NULL;
    if (part && forall)
        formula =
            formula_forall(reader->arena, ranges.items, ranges.count, part);
    else if (part)
        formula = formula_exists(reader->arena, least, most, ranges.items,
                                 ranges.count, part);
    vec_free(&ranges);
    reader->bound.count = bound;
    reader->roles.count = roles;
    return formula;
}

/* ---- connectives ---- */

static const Formula *read_unary(Reader *reader);

static const Formula *read_next(Reader *reader)
{
    uint32_t start = reader->signs.sign.start, steps = 1;
    formula_lexer_advance(&reader->signs);
    if (take(reader, SIGN_POWER))
        steps = read_number(reader, FORMULA_MAX_NEXT);
    reader->steps += steps;
    if (!reader->failed && reader->steps > FORMULA_MAX_NEXT)
        give_up(reader, span_since(reader, start), "too-deep",
                "this formula looks too far ahead");
    const Formula *part = reader->failed ? NULL : read_unary(reader);
    if (!part)
        return NULL;
    return steps ? formula_next(reader->arena, steps, part) : part;
}

static const Formula *read_simple(Reader *reader)
{
    if (take(reader, SIGN_NOT)) {
        const Formula *part = read_unary(reader);
        return part ? formula_not(reader->arena, part) : NULL;
    }
    if (is(reader, SIGN_NEXT))
        return read_next(reader);
    if (is(reader, SIGN_FORALL) || is(reader, SIGN_EXISTS))
        return read_quantified(reader);
    if (is_word(reader, "some"))
        return read_some(reader);
    if (is_word(reader, "sum"))
        return read_sum(reader);
    uint32_t open = reader->signs.sign.start;
    if (take(reader, SIGN_OPEN)) {
        const Formula *inner = read_formula(reader);
        if (!reader->failed && is(reader, SIGN_END))
            give_up(reader, (Span){reader->signs.source, open, open + 1},
                    "unclosed", "this parenthesis is never closed");
        want(reader, SIGN_CLOSE, "a connective or a closing parenthesis");
        return reader->failed ? NULL : inner;
    }
    return read_atom(reader);
}

static const Formula *read_unary(Reader *reader)
{
    if (!enter(reader))
        return NULL;
    const Formula *formula = read_simple(reader);
    reader->depth--;
    return formula;
}

typedef const Formula *ReadPart(Reader *reader);

static const Formula *read_list(Reader *reader, FormulaTokenKind sign,
                                FormulaKind kind, ReadPart *read_part)
{
    FormulaVec parts = {0};
    do {
        const Formula *part = read_part(reader);
        if (part)
            vec_push(&parts, part);
    } while (!reader->failed && take(reader, sign));
    const Formula *formula = NULL;
    if (!reader->failed)
        formula = parts.count == 1 ? parts.items[0]
                                   : formula_list(reader->arena, kind,
                                                  parts.items, parts.count);
    vec_free(&parts);
    return formula;
}

static const Formula *read_conjunction(Reader *reader)
{
    return read_list(reader, SIGN_AND, FORMULA_AND, read_unary);
}

static const Formula *read_disjunction(Reader *reader)
{
    return read_list(reader, SIGN_OR, FORMULA_OR, read_conjunction);
}

static const Formula *read_implication(Reader *reader)
{
    if (!enter(reader))
        return NULL;
    const Formula *formula = read_disjunction(reader);
    if (formula && take(reader, SIGN_IMPLIES)) {
        const Formula *right = read_implication(reader);
        formula =
            right ? formula_pair(reader->arena, FORMULA_IMPLIES, formula, right)
                  : NULL;
    }
    reader->depth--;
    return formula;
}

static const Formula *read_formula(Reader *reader)
{
    unsigned depth = reader->depth;
    const Formula *formula = read_implication(reader);
    while (formula && take(reader, SIGN_IFF) && enter(reader)) {
        const Formula *right = read_implication(reader);
        formula = right
                      ? formula_pair(reader->arena, FORMULA_IFF, formula, right)
                      : NULL;
    }
    reader->depth = depth;
    return reader->failed ? NULL : formula;
}

const Formula *formula_read(Arena *arena, Universe *universe,
                            const Source *source, Diag *diag)
{
    Reader reader = {.arena = arena,
                     .universe = universe,
                     .signs = {.source = source,
                               .terms = universe->game->terms,
                               .diag = diag}};
    if (source->length > FORMULA_MAX_BYTES) {
        diag_error(diag, (Span){source, 0, 1}, "too-long",
                   "a formula is longer than %d bytes", FORMULA_MAX_BYTES);
        return NULL;
    }
    formula_lexer_advance(&reader.signs);
    const Formula *formula = read_formula(&reader);
    if (formula && !is(&reader, SIGN_END))
        formula = expected(&reader, "a connective or the end");
    vec_free(&reader.bound);
    vec_free(&reader.roles);
    return formula;
}
