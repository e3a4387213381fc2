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

#include "lang/print.h"
#include "lang/token.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* After the first error the token at hand is TOKEN_BAD for good: no more is
 * read, since no rule begins with it, and no more is reported. What was built
 * by then may have NULL for parts, and is thrown away. */
typedef struct {
    Arena *arena;
    Universe *universe;
    Lexer lexer;
    TermVec bound; /* variables, outermost first */
    TermVec roles; /* of these, those that range over roles */
    unsigned depth;
    uint32_t next_steps; /* of all next together */
    bool in_goal;        /* within the arguments of goal */
} FormulaReader;

/* ---- tokens ---- */

static const Sign keywords[] = {
    {"next", TOKEN_NEXT}, {"forall", TOKEN_FORALL}, {"exists", TOKEN_EXISTS}};

static bool at_token(const FormulaReader *reader, TokenKind kind)
{
    return lexer_is(&reader->lexer, kind);
}

static bool has_failed(const FormulaReader *reader)
{
    return at_token(reader, TOKEN_BAD);
}

static Span span_since(const FormulaReader *reader, size_t start)
{
    return source_span(reader->lexer.source, start, reader->lexer.previous_end);
}

/* An error was reported. */
static void *stop_reading(FormulaReader *reader)
{
    reader->lexer.token.kind = TOKEN_BAD;
    return NULL;
}

static void *error_at(FormulaReader *reader, Span span, const char *rule,
                      const char *message)
{
    if (!has_failed(reader))
        diag_error(reader->lexer.diag, span, rule, "%s", message);
    return stop_reading(reader);
}

static void *expected_error(FormulaReader *reader, const char *what)
{
    return error_at(reader, lexer_span(&reader->lexer), "syntax",
                    arena_printf(reader->arena, "%s is expected here", what));
}

/* Reads the next token; returns where the current one began. */
static size_t advance(FormulaReader *reader)
{
    size_t start = reader->lexer.token.start;
    if (has_failed(reader))
        return start;
    lexer_advance(&reader->lexer);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (lexer_is_word(&reader->lexer, keywords[i].text))
            reader->lexer.token.kind = keywords[i].kind;
    return start;
}

static bool accept(FormulaReader *reader, TokenKind kind)
{
    if (!at_token(reader, kind))
        return false;
    advance(reader);
    return true;
}

static void expect(FormulaReader *reader, TokenKind kind, const char *what)
{
    if (!accept(reader, kind))
        expected_error(reader, what);
}

/* One level deeper, left by depth--; false if that is too deep. */
static bool enter_level(FormulaReader *reader)
{
    enum { MAX_DEPTH = 200 };
    assert(reader->depth <= MAX_DEPTH);
    if (reader->depth == MAX_DEPTH)
        error_at(
            reader, lexer_span(&reader->lexer), "too-deep",
            arena_printf(reader->arena, "nested deeper than %d", MAX_DEPTH));
    if (has_failed(reader))
        return false;
    reader->depth++;
    return true;
}

static uint32_t read_number(FormulaReader *reader, uint32_t max)
{
    const char *name =
        at_token(reader, TOKEN_WORD) ? reader->lexer.token.symbol->name : "";
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    if (!ascii_is_digit(*name) || *end || number > max) {
        expected_error(reader, arena_printf(reader->arena, "a number up to %u",
                                            (unsigned)max));
        return 0;
    }
    advance(reader);
    return (uint32_t)number;
}

/* ---- terms ---- */

static const Term *read_variable(FormulaReader *reader)
{
    const Term *variable =
        term_variable(reader->lexer.terms, reader->lexer.token.symbol);
    if (!terms_contain(reader->bound.items, reader->bound.count, variable))
        return error_at(reader, lexer_span(&reader->lexer), "unbound-variable",
                        arena_printf(reader->arena,
                                     "%s is bound by no quantifier; a symbol "
                                     "begins with a small letter",
                                     term_string(reader->arena, variable)));
    advance(reader);
    return variable;
}

static const Term *read_term(FormulaReader *reader);

static void read_arguments(FormulaReader *reader, TermVec *args)
{
    do {
        const Term *arg = read_term(reader);
        vec_push(args, arg);
    } while (accept(reader, TOKEN_COMMA));
    expect(reader, TOKEN_CLOSE, "a comma or a closing parenthesis");
    if (args->count > TERM_MAX_ARITY)
        expected_error(reader, "a smaller term");
}

/* term := variable | symbol [ "(" term { "," term } ")" ] */
static const Term *read_term(FormulaReader *reader)
{
    Terms *terms = reader->lexer.terms;
    if (at_token(reader, TOKEN_VARIABLE))
        return read_variable(reader);
    if (!at_token(reader, TOKEN_WORD))
        return expected_error(reader, "a formula or a term");
    if (!enter_level(reader))
        return NULL;
    const Symbol *symbol = reader->lexer.token.symbol;
    bool was_in_goal = reader->in_goal;
    /* a goal may be a value in any game, whether or not it is one in this */
    bool is_value = was_in_goal &&
                    goal_value(term_constant(terms, symbol)) != NO_GOAL_VALUE;
    if (!is_value &&
        !check_symbol(reader->universe, symbol, lexer_span(&reader->lexer),
                      reader->lexer.diag))
        return stop_reading(reader);
    advance(reader);
    TermVec args = {0};
    reader->in_goal = strcmp(symbol->name, "goal") == 0;
    if (accept(reader, TOKEN_OPEN))
        read_arguments(reader, &args);
    reader->in_goal = was_in_goal;
    reader->depth--;
    const Term *term =
        has_failed(reader) ? NULL
        : args.count ? term_compound(terms, symbol, args.count, args.items)
                     : term_constant(terms, symbol);
    vec_free(&args);
    return term;
}

/* ---- building ---- */

static const Formula *new_formula(FormulaReader *reader, Formula formula)
{
    return arena_copy(reader->arena, &formula, sizeof formula);
}

/* FORMULA with COUNT parts. */
static const Formula *with_parts(FormulaReader *reader, Formula formula,
                                 const Formula *const *parts, size_t count)
{
    assert(count && formula.kind >= FORMULA_NOT);
    formula.parts = arena_copy(reader->arena, parts, count * sizeof *parts);
    formula.part_count = count;
    return new_formula(reader, formula);
}

static const Formula *new_pair(FormulaReader *reader, FormulaKind kind,
                               const Formula *left, const Formula *right)
{
    return with_parts(reader, (Formula){.kind = kind},
                      (const Formula *[]){left, right}, 2);
}

/* ---- atoms ---- */

static const Formula *read_some(FormulaReader *reader)
{
    size_t start = advance(reader);
    if (!at_token(reader, TOKEN_WORD))
        return expected_error(reader, "a feature, as in cell/3,");
    const Symbol *symbol = reader->lexer.token.symbol;
    advance(reader);
    expect(reader, TOKEN_SLASH, "\"/\" and the number of arguments");
    uint32_t arity = read_number(reader, TERM_MAX_ARITY);
    if (has_failed(reader))
        return NULL;
    const FeatureSymbol *feature =
        check_feature(reader->universe, symbol, arity,
                      span_since(reader, start), reader->lexer.diag);
    return feature ? new_formula(reader, (Formula){.kind = FORMULA_SOME,
                                                   .symbol = symbol,
                                                   .arity = arity})
                   : stop_reading(reader);
}

static const Formula *read_sum(FormulaReader *reader)
{
    enum { MAX_SUM = 1000000 };
    advance(reader);
    expect(reader, TOKEN_OPEN, "(goal)");
    if (!lexer_is_word(&reader->lexer, "goal"))
        return expected_error(reader, "goal");
    advance(reader);
    expect(reader, TOKEN_CLOSE, "a closing parenthesis");
    expect(reader, TOKEN_EQUAL, "\"=\"");
    return new_formula(
        reader,
        (Formula){.kind = FORMULA_SUM, .count = read_number(reader, MAX_SUM)});
}

static const Formula *comparison(FormulaReader *reader, FormulaKind kind,
                                 const Term *left, const Term *right)
{
    return new_formula(reader,
                       (Formula){.kind = kind, .left = left, .right = right});
}

/* distinct(s,t) is another way to write s != t. */
static const Formula *read_atom(FormulaReader *reader)
{
    size_t start = reader->lexer.token.start;
    const Term *term = read_term(reader);
    if (accept(reader, TOKEN_EQUAL))
        return comparison(reader, FORMULA_EQUAL, term, read_term(reader));
    if (accept(reader, TOKEN_DIFFERENT))
        return comparison(reader, FORMULA_DIFFERENT, term, read_term(reader));
    if (has_failed(reader))
        return NULL;
    if (term_is_named(term, "distinct", 2))
        return comparison(reader, FORMULA_DIFFERENT, term->args[0],
                          term->args[1]);
    if (!check_atom(reader->universe, term, span_since(reader, start),
                    reader->lexer.diag))
        return stop_reading(reader);
    return new_formula(reader, (Formula){.kind = FORMULA_ATOM, .atom = term});
}

/* ---- quantifiers ---- */

/* set := "{" term { "," term } "}" */
static void read_set(FormulaReader *reader, Range *range)
{
    TermVec terms = {0};
    range->kind = RANGE_SET;
    do {
        size_t start = reader->lexer.token.start;
        const Term *term = read_term(reader);
        if (term && !term_is_ground(term))
            error_at(reader, span_since(reader, start), "syntax",
                     "a set has no variables");
        vec_push(&terms, term);
    } while (accept(reader, TOKEN_COMMA));
    expect(reader, TOKEN_RBRACE, "a comma or \"}\"");
    range->terms.count = terms.count;
    range->terms.terms = vec_finish(&terms, reader->arena);
}

/* moves := "move" [ "(" role ")" ] */
static void read_moves(FormulaReader *reader, Range *range)
{
    advance(reader);
    range->kind = RANGE_MOVE;
    range->terms = reader->universe->any_move;
    if (!accept(reader, TOKEN_OPEN))
        return;
    size_t start = reader->lexer.token.start;
    range->kind = RANGE_MOVE_OF;
    range->role = read_term(reader);
    if (range->role &&
        !terms_contain(reader->roles.items, reader->roles.count, range->role) &&
        universe_role(reader->universe, range->role) == NO_INDEX)
        error_at(reader, span_since(reader, start), "empty-domain",
                 "this is no role, nor a variable that ranges over roles");
    expect(reader, TOKEN_CLOSE, "a closing parenthesis");
}

/* Whether the text goes on with a stop and a digit there: such a stop belongs
 * to an argument, another one ends the ranges. */
static bool is_argument_stop(const FormulaReader *reader, size_t offset)
{
    const Source *source = reader->lexer.source;
    return offset + 1 < source->length && source->text[offset] == '.' &&
           ascii_is_digit(source->text[offset + 1]);
}

/* argument := symbol [ "/" number ] "." number */
static void read_argument(FormulaReader *reader, Range *range)
{
    Text name = {0};
    term_print(&name,
               term_constant(reader->lexer.terms, reader->lexer.token.symbol),
               SYNTAX_INFIX);
    size_t start = advance(reader);
    if (accept(reader, TOKEN_SLASH))
        text_addf(&name, "/%u", (unsigned)read_number(reader, TERM_MAX_ARITY));
    if (!is_argument_stop(reader, reader->lexer.previous_end))
        error_at(reader, span_since(reader, start), "unknown-domain",
                 "a domain is role, move, move(P), an argument place such as "
                 "cell.3, or a set such as {1,2,3}");
    advance(reader);
    text_addf(&name, ".%u", (unsigned)read_number(reader, TERM_MAX_ARITY));
    range->kind = RANGE_ARGUMENT;
    range->name = text_finish(&name, reader->arena);
    if (has_failed(reader))
        return;
    const TermSet *set =
        check_argument(reader->universe, range->name, span_since(reader, start),
                       reader->lexer.diag);
    if (set)
        range->terms = *set;
    else
        stop_reading(reader);
}

/* A feature may be called role or move: move.1, move/2.1. */
static bool names_argument(const FormulaReader *reader)
{
    const Source *source = reader->lexer.source;
    size_t end = reader->lexer.token.end;
    return is_argument_stop(reader, end) ||
           (end + 1 < source->length && source->text[end] == '/');
}

/* range := variable "in" domain */
static Range read_range(FormulaReader *reader)
{
    Range range = {0};
    if (!at_token(reader, TOKEN_VARIABLE)) {
        expected_error(reader,
                       "a variable, which begins with a capital letter,");
        return range;
    }
    range.variable =
        term_variable(reader->lexer.terms, reader->lexer.token.symbol);
    if (terms_contain(reader->bound.items, reader->bound.count, range.variable))
        error_at(reader, lexer_span(&reader->lexer), "bound-twice",
                 "this variable is bound by another quantifier already");
    advance(reader);
    if (!lexer_is_word(&reader->lexer, "in"))
        expected_error(reader, "\"in\" and a domain");
    advance(reader);
    bool is_whole = !names_argument(reader);
    if (accept(reader, TOKEN_LBRACE)) {
        read_set(reader, &range);
    } else if (is_whole && lexer_is_word(&reader->lexer, "move")) {
        read_moves(reader, &range);
    } else if (is_whole && lexer_is_word(&reader->lexer, "role")) {
        advance(reader);
        range.kind = RANGE_ROLE;
        range.terms = reader->universe->roles;
    } else if (at_token(reader, TOKEN_WORD)) {
        read_argument(reader, &range);
    } else {
        expected_error(reader, "a domain");
    }
    return range;
}

static void read_bounds(FormulaReader *reader, uint32_t *min, uint32_t *max)
{
    enum { MAX_COUNT = 1 << 30 };
    if (!accept(reader, TOKEN_LBRACKET))
        return;
    size_t start = reader->lexer.token.start;
    *min = read_number(reader, MAX_COUNT);
    expect(reader, TOKEN_DOTS, "\"..\"");
    if (!at_token(reader, TOKEN_RBRACKET))
        *max = read_number(reader, MAX_COUNT);
    if (*min > *max)
        error_at(reader, span_since(reader, start), "empty-bounds",
                 "the upper bound is below the lower one");
    expect(reader, TOKEN_RBRACKET, "\"]\"");
}

static const Formula *read_formula(FormulaReader *reader);

static const Formula *read_quantified(FormulaReader *reader)
{
    bool is_forall = at_token(reader, TOKEN_FORALL);
    size_t bound_count = reader->bound.count, role_count = reader->roles.count;
    Formula formula = {.kind = is_forall ? FORMULA_FORALL : FORMULA_EXISTS,
                       .min = 1,
                       .max = UINT32_MAX};
    VEC(Range) ranges = {0};
    advance(reader);
    if (!is_forall)
        read_bounds(reader, &formula.min, &formula.max);
    formula.counting = formula.min != 1 || formula.max != UINT32_MAX;
    do {
        vec_push(&ranges, read_range(reader));
        vec_push(&reader->bound, vec_last(&ranges).variable);
        if (vec_last(&ranges).kind == RANGE_ROLE)
            vec_push(&reader->roles, vec_last(&ranges).variable);
    } while (accept(reader, TOKEN_COMMA));
    expect(reader, TOKEN_STOP, "a comma or a full stop");
    const Formula *part = read_formula(reader);
    formula.range_count = ranges.count;
    formula.ranges = vec_finish(&ranges, reader->arena);
    reader->bound.count = bound_count;
    reader->roles.count = role_count;
    return with_parts(reader, formula, &part, 1);
}

/* ---- connectives ---- */

static const Formula *read_unary(FormulaReader *reader);

static const Formula *read_next(FormulaReader *reader)
{
    size_t start = advance(reader);
    uint32_t step_count = 1;
    if (accept(reader, TOKEN_POWER))
        step_count = read_number(reader, FORMULA_MAX_NEXT);
    reader->next_steps += step_count;
    if (reader->next_steps > FORMULA_MAX_NEXT)
        error_at(reader, span_since(reader, start), "too-deep",
                 "this formula looks too far ahead");
    const Formula *part = read_unary(reader);
    Formula next = {.kind = FORMULA_NEXT, .count = step_count};
    return step_count ? with_parts(reader, next, &part, 1) : part;
}

static const Formula *read_parenthesised(FormulaReader *reader)
{
    size_t open_offset = advance(reader);
    const Formula *inner = read_formula(reader);
    if (at_token(reader, TOKEN_END))
        error_at(
            reader,
            source_span(reader->lexer.source, open_offset, open_offset + 1),
            "unclosed", "this parenthesis is never closed");
    expect(reader, TOKEN_CLOSE, "a connective or a closing parenthesis");
    return inner;
}

static const Formula *read_unnested(FormulaReader *reader)
{
    if (accept(reader, TOKEN_NOT)) {
        const Formula *part = read_unary(reader);
        return with_parts(reader, (Formula){.kind = FORMULA_NOT}, &part, 1);
    }
    if (at_token(reader, TOKEN_NEXT))
        return read_next(reader);
    if (at_token(reader, TOKEN_FORALL) || at_token(reader, TOKEN_EXISTS))
        return read_quantified(reader);
    if (lexer_is_word(&reader->lexer, "some"))
        return read_some(reader);
    if (lexer_is_word(&reader->lexer, "sum"))
        return read_sum(reader);
    if (at_token(reader, TOKEN_OPEN))
        return read_parenthesised(reader);
    return read_atom(reader);
}

static const Formula *read_unary(FormulaReader *reader)
{
    if (!enter_level(reader))
        return NULL;
    const Formula *formula = read_unnested(reader);
    reader->depth--;
    return formula;
}

static const struct {
    TokenKind sign;
    FormulaKind kind;
} lists[] = {{TOKEN_OR, FORMULA_OR}, {TOKEN_AND, FORMULA_AND}};

/* A disjunction at LEVEL 0, a conjunction at 1. */
static const Formula *read_list(FormulaReader *reader, size_t level)
{
    VEC(const Formula *) parts = {0};
    if (level == sizeof lists / sizeof *lists)
        return read_unary(reader);
    do
        vec_push(&parts, read_list(reader, level + 1));
    while (accept(reader, lists[level].sign));
    Formula list = {.kind = lists[level].kind};
    const Formula *formula =
        parts.count == 1 ? parts.items[0]
                         : with_parts(reader, list, parts.items, parts.count);
    vec_free(&parts);
    return formula;
}

static const Formula *read_implication(FormulaReader *reader)
{
    if (!enter_level(reader))
        return NULL;
    const Formula *formula = read_list(reader, 0);
    if (accept(reader, TOKEN_IMPLIES))
        formula = new_pair(reader, FORMULA_IMPLIES, formula,
                           read_implication(reader));
    reader->depth--;
    return formula;
}

static const Formula *read_formula(FormulaReader *reader)
{
    unsigned depth = reader->depth;
    const Formula *formula = read_implication(reader);
    while (accept(reader, TOKEN_IFF) && enter_level(reader))
        formula =
            new_pair(reader, FORMULA_IFF, formula, read_implication(reader));
    reader->depth = depth;
    return formula;
}

const Formula *formula_read(Arena *arena, Universe *universe,
                            const Source *source, Diag *diag)
{
    FormulaReader reader = {.arena = arena,
                            .universe = universe,
                            .lexer = {.source = source,
                                      .terms = universe->game->terms,
                                      .diag = diag,
                                      .signs = formula_signs}};
    if (source->length > FORMULA_MAX_BYTES) {
        diag_error(diag, source_span(source, 0, 1), "too-long",
                   "a formula is longer than %d bytes", FORMULA_MAX_BYTES);
        return NULL;
    }
    advance(&reader);
    const Formula *formula = read_formula(&reader);
    if (!at_token(&reader, TOKEN_END))
        expected_error(&reader, "a connective or the end");
    assert(has_failed(&reader) || !(reader.bound.count || reader.depth));
    vec_free_all(&reader.bound, &reader.roles);
    return has_failed(&reader) ? NULL : formula;
}

const Formula *formula_read_text(Arena *arena, Universe *universe,
                                 const char *name, const char *text,
                                 Problem *problem)
{
    Diag diag;
    diag_init(&diag, arena);
    const Source *source = source_new(arena, name, text, strlen(text));
    const Formula *formula = formula_read(arena, universe, source, &diag);
    assert(formula || diag.problems.count);
    if (!formula)
        *problem = diag.problems.items[0];
    diag_clear(&diag);
    return formula;
}
