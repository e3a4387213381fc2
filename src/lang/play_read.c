/* play_read.c - a play as users write it
 *
 * In:   text, for --moves
 * Out:  the moves of each step, as terms
 *
 * play := [ step { ";" step } ]
 * step := term { "," term }
 * term := word [ "(" term { "," term } ")" ]
 */
#include "lang/play_read.h"

#include "lang/token.h"

typedef struct {
    Arena *arena;
    Lexer lexer;
    unsigned depth;
    bool has_failed;
} PlayReader;

static void report_expected(PlayReader *reader, const char *expected_text)
{
    if (!reader->has_failed && !lexer_is(&reader->lexer, TOKEN_BAD))
        diag_error(reader->lexer.diag, lexer_span(&reader->lexer), "syntax",
                   "%s is expected here", expected_text);
    reader->has_failed = true;
}

static const Term *parse_term(PlayReader *reader);

/* TERMS separated by commas, at least one */
static void parse_list(PlayReader *reader, TermVec *terms)
{
    for (;;) {
        const Term *term = parse_term(reader);
        if (!term)
            return;
        vec_push(terms, term);
        if (!lexer_is(&reader->lexer, TOKEN_COMMA))
            return;
        lexer_advance(&reader->lexer);
    }
}

static const Term *parse_term(PlayReader *reader)
{
    Lexer *lexer = &reader->lexer;
    if (!lexer_is(lexer, TOKEN_WORD) || reader->depth == TERM_MAX_DEPTH) {
        report_expected(reader, "a move without variables");
        return NULL;
    }
    const Symbol *symbol = lexer->token.symbol;
    lexer_advance(lexer);
    if (!lexer_is(lexer, TOKEN_OPEN))
        return term_constant(lexer->terms, symbol);
    TermVec args = {0};
    reader->depth++;
    lexer_advance(lexer);
    parse_list(reader, &args);
    reader->depth--;
    if (!lexer_is(lexer, TOKEN_CLOSE) || args.count > TERM_MAX_ARITY)
        report_expected(reader, "a comma or a closing parenthesis");
    const Term *term =
        reader->has_failed
            ? NULL
            : term_compound(lexer->terms, symbol, args.count, args.items);
    if (term)
        lexer_advance(lexer);
    vec_free(&args);
    return term;
}

static JointMove parse_step(PlayReader *reader)
{
    TermVec moves = {0};
    uint32_t start = (uint32_t)reader->lexer.token.start;
    parse_list(reader, &moves);
    JointMove step = {.count = moves.count,
                      .span = {reader->lexer.source, start,
                               (uint32_t)reader->lexer.previous_end}};
    step.moves = vec_finish(&moves, reader->arena);
    return step;
}

static bool at_semicolon(const Lexer *lexer)
{
    return lexer_is(lexer, TOKEN_OR) &&
           lexer->source->text[lexer->token.start] == ';';
}

JointMove *play_read(Arena *arena, Terms *terms, const Source *source,
                     Diag *diag, size_t *count)
{
    PlayReader reader = {
        .arena = arena,
        .lexer = {.terms = terms, .source = source, .diag = diag}};
    VEC(JointMove) steps = {0};
    lexer_advance(&reader.lexer);
    while (!reader.has_failed && !lexer_is(&reader.lexer, TOKEN_END)) {
        vec_push(&steps, parse_step(&reader));
        if (at_semicolon(&reader.lexer))
            lexer_advance(&reader.lexer);
        else if (!lexer_is(&reader.lexer, TOKEN_END))
            report_expected(&reader, "a comma or a semicolon");
    }
    *count = reader.has_failed ? 0 : steps.count;
    return vec_finish(&steps, arena);
}
