/* asp_name.c - GDL's symbols and terms as clingo writes them, and back */
#include "asp/asp.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DIGITS = 9 };

#define DIGITS "0123456789"
#define PLAIN  "abcdefghijklmnopqrstuvwxyz" DIGITS "_"

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* ---- writing ---- */

/* A word that clingo keeps for itself is none; imax is a constant of its mode
 * for one step after the other (asp_multi_shot). */
static bool is_clingo_name(const char *name)
{
    return is_letter(*name) && !name[strspn(name, PLAIN)] &&
           strcmp(name, "not") != 0 && strcmp(name, "imax") != 0;
}

/* As clingo prints numbers: no leading zero, no plus sign, no -0. */
static bool is_clingo_number(const char *name)
{
    const char *digits = name[0] == '-' ? name + 1 : name;
    size_t count = strspn(digits, DIGITS);
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
    for (const char *c = symbol->name; *c; c++)
        text_addf(out, strchr(PLAIN, *c) ? "%c" : "X%02x", (unsigned char)*c);
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

/* A name or a number; NULL if there is none. */
static const Symbol *read_symbol(Terms *terms, const char **text)
{
    const char *c = *text;
    bool is_escaped = c[0] == 'q' && c[1] == 'X'; /* see asp.h */
    size_t sign_length = *c == '-',
           number_length = strspn(c + sign_length, DIGITS);
    Text name = {0};
    if (number_length) {
        number_length += sign_length;
        text_add(&name, c, number_length);
        c += number_length;
    }
    for (c += is_escaped ? 2 : 0; is_escaped || is_letter(**text); c += 3) {
        size_t plain_length = strspn(c, PLAIN);
        text_add(&name, c, plain_length);
        c += plain_length;
        if (!is_escaped || *c != 'X' || strspn(c + 1, DIGITS "abcdef") < 2)
            break;
        text_addc(&name, (char)strtoul((char[]){c[1], c[2], 0}, NULL, 16));
    }
    *text = c;
    const Symbol *symbol =
        name.length ? term_symbol(terms, name.bytes, name.length) : NULL;
    text_free(&name);
    return symbol;
}

static const Term *read_nested_term(Terms *terms, const char **text,
                                    size_t depth)
{
    const Symbol *symbol = read_symbol(terms, text);
    if (!symbol || depth > TERM_MAX_DEPTH)
        return NULL;
    if (**text != '(')
        return term_constant(terms, symbol);
    TermVec args = {0};
    do {
        ++*text;
        const Term *arg = read_nested_term(terms, text, depth + 1);
        if (!arg || args.count == TERM_MAX_ARITY) {
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
