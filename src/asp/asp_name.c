/* asp_name.c - GDL's symbols and terms as clingo writes them, and back */
#include "asp/asp_name.h"

#include "base/vec.h"

#include <stdio.h>
#include <string.h>

enum { MAX_DIGITS = 9, MAX_ARGUMENTS = TERM_MAX_ARITY };

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '_';
}

/* ---- writing ---- */

/* A word that clingo keeps for itself is none; imax is a constant of its mode
 * for one step after the other (asp_multi_shot). */
static bool is_clingo_name(const char *name)
{
    if (!(name[0] >= 'a' && name[0] <= 'z'))
        return false;
    for (const char *c = name; *c; c++)
        if (!is_plain(*c))
            return false;
    return strcmp(name, "not") != 0 && strcmp(name, "imax") != 0;
}

/* As clingo prints numbers: no leading zero, no plus sign, no -0. */
static bool is_clingo_number(const char *name)
{
    const char *digits = name[0] == '-' ? name + 1 : name;
    size_t count = strspn(digits, "0123456789");
    if (!count || digits[count] || count > MAX_DIGITS)
        return false;
    return digits[0] != '0' || strcmp(name, "0") == 0;
}

void asp_name(Text *out, const Symbol *symbol)
{
    if (is_clingo_name(symbol->name)) {
        text_adds(out, symbol->name);
        return;
    }
    text_adds(out, "qX");
    for (const char *c = symbol->name; *c; c++) {
        if (is_plain(*c))
            text_addc(out, *c);
        else
            text_addf(out, "X%02x", (unsigned char)*c);
    }
}

static void add_constant(Text *out, const Symbol *symbol)
{
    if (is_clingo_number(symbol->name))
        text_adds(out, symbol->name);
    else
        asp_name(out, symbol);
}

void asp_open_term(Text *out, const Term *term, AspVariable *print_variable,
                   void *context)
{
    if (term_is_variable(term)) {
        print_variable(out, context, term);
        return;
    }
    if (!term->arity) {
        add_constant(out, term->symbol);
        return;
    }
    asp_name(out, term->symbol);
    for (size_t i = 0; i < term->arity; i++) {
        text_addc(out, i ? ',' : '(');
        asp_open_term(out, term->args[i], print_variable, context);
    }
    text_addc(out, ')');
}

void asp_term(Text *out, const Term *term)
{
    asp_open_term(out, term, NULL, NULL);
}

/* ---- reading ---- */

static int hex_value(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static const Symbol *finish_symbol(Terms *terms, Text *name)
{
    const Symbol *symbol =
        name->length ? term_symbol(terms, name->bytes, name->length) : NULL;
    text_free(name);
    return symbol;
}

static const Symbol *read_name(Terms *terms, const char **text)
{
    Text name = {0};
    const char *c = *text;
    bool is_escaped = c[0] == 'q' && c[1] == 'X'; /* see asp_name.h */
    if (!is_escaped && !(c[0] >= 'a' && c[0] <= 'z'))
        return NULL;
    for (c += is_escaped ? 2 : 0;; c++) {
        if (is_plain(*c)) {
            text_addc(&name, *c);
        } else if (is_escaped && *c == 'X' && hex_value(c[1]) >= 0 &&
                   hex_value(c[2]) >= 0) {
            text_addc(&name, (char)(hex_value(c[1]) * 16 + hex_value(c[2])));
            c += 2;
        } else {
            break;
        }
    }
    *text = c;
    return finish_symbol(terms, &name);
}

static const Symbol *read_constant(Terms *terms, const char **text)
{
    size_t sign_length = **text == '-';
    size_t digit_count = strspn(*text + sign_length, "0123456789");
    if (!digit_count)
        return read_name(terms, text);
    const Symbol *symbol = term_symbol(terms, *text, sign_length + digit_count);
    *text += sign_length + digit_count;
    return symbol;
}

static const Term *read_nested_term(Terms *terms, const char **text,
                                    size_t depth)
{
    const Symbol *symbol = read_constant(terms, text);
    if (!symbol || depth > TERM_MAX_DEPTH)
        return NULL;
    if (**text != '(')
        return term_constant(terms, symbol);
    TermVec args = {0};
    do {
        ++*text;
        const Term *arg = read_nested_term(terms, text, depth + 1);
        if (!arg || args.count == MAX_ARGUMENTS) {
            vec_free(&args);
            return NULL;
        }
        vec_push(&args, arg);
    } while (**text == ',');
    const Term *term = NULL;
    if (**text == ')') {
        ++*text;
        term = term_compound(terms, symbol, args.count, args.items);
    }
    vec_free(&args);
    return term;
}

const Term *asp_read_term(Terms *terms, const char **text)
{
    return read_nested_term(terms, text, 0);
}
