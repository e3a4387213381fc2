/* formula_print.c - print formulas
 *
 * In:   a Formula
 * Out:  its text, which formula/formula_read.c reads
 */
#include "formula/formula.h"

#include "lang/print.h"

#include <string.h>

/* How a connective is written, and how tightly it binds: parts that bind less
 * are put in parentheses. A quantifier reaches as far right as it can, so that
 * it is put in parentheses wherever something could follow. */
enum { HIGHEST_BINDING = 5 };

static const struct {
    const char *sign;
    int binds;
} connectives[] = {
    [FORMULA_FORALL] = {NULL, 0},    [FORMULA_EXISTS] = {NULL, 0},
    [FORMULA_IFF] = {" <-> ", 1},    [FORMULA_IMPLIES] = {" -> ", 2},
    [FORMULA_OR] = {" | ", 3},       [FORMULA_AND] = {" & ", 4},
    [FORMULA_ATOM] = {NULL, 5},      [FORMULA_EQUAL] = {NULL, 5},
    [FORMULA_DIFFERENT] = {NULL, 5}, [FORMULA_SOME] = {NULL, 5},
    [FORMULA_SUM] = {NULL, 5},       [FORMULA_NOT] = {NULL, 5},
    [FORMULA_NEXT] = {NULL, 5},
};

static void print_part(Text *out, const Formula *part, int min_binding)
{
    bool needs_parentheses = connectives[part->kind].binds < min_binding;
    text_adds(out, needs_parentheses ? "(" : "");
    formula_print(out, part);
    text_adds(out, needs_parentheses ? ")" : "");
}

/* -> groups to the right, <-> to the left */
static void print_infix(Text *out, const Formula *formula)
{
    int own_binding = connectives[formula->kind].binds;
    for (size_t i = 0; i < formula->part_count; i++) {
        bool is_grouped = formula->kind == FORMULA_IMPLIES ? i > 0
                          : formula->kind == FORMULA_IFF   ? i == 0
                                                           : false;
        text_adds(out, i ? connectives[formula->kind].sign : "");
        print_part(out, formula->parts[i],
                   is_grouped ? own_binding : own_binding + 1);
    }
}

/* Words of the language, which as symbols of a game have to be quoted. */
static bool is_reserved(const char *name, size_t length)
{
    static const char *const words[] = {"next", "forall", "exists", "some",
                                        "sum"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
            return true;
    return false;
}

static void print_symbol(Text *out, const Symbol *symbol)
{
    Term constant = {.kind = TERM_GROUND, .symbol = symbol};
    if (is_reserved(symbol->name, strlen(symbol->name)))
        text_addf(out, "'%s'", symbol->name);
    else
        term_print(out, &constant, SYNTAX_INFIX);
}

static void print_term(Text *out, const Term *term)
{
    if (term_is_variable(term)) {
        term_print(out, term, SYNTAX_INFIX);
        return;
    }
    print_symbol(out, term->symbol);
    for (size_t i = 0; i < term->arity; i++) {
        text_addc(out, i ? ',' : '(');
        print_term(out, term->args[i]);
    }
    text_adds(out, term->arity ? ")" : "");
}

/* cell.3, cell/3.3 */
static void print_argument(Text *out, const char *name)
{
    size_t length = strcspn(name, "./");
    const char *quote = is_reserved(name, length) ? "'" : "";
    text_adds(out, quote);
    text_add(out, name, length);
    text_addf(out, "%s%s", quote, name + length);
}

static void print_range(Text *out, const Range *range)
{
    print_term(out, range->variable);
    text_adds(out, " in ");
    switch (range->kind) {
    case RANGE_ROLE:
        text_adds(out, "role");
        break;
    case RANGE_MOVE:
        text_adds(out, "move");
        break;
    case RANGE_MOVE_OF:
        text_adds(out, "move(");
        print_term(out, range->role);
        text_addc(out, ')');
        break;
    case RANGE_ARGUMENT:
        print_argument(out, range->name);
        break;
    case RANGE_SET:
        text_addc(out, '{');
        for (size_t i = 0; i < range->terms.count; i++) {
            text_adds(out, i ? "," : "");
            print_term(out, range->terms.terms[i]);
        }
        text_addc(out, '}');
        break;
    }
}

void formula_print_quantifier(Text *out, const Formula *formula)
{
    text_adds(out, formula->kind == FORMULA_FORALL ? "forall" : "exists");
    if (formula->counting) {
        text_addf(out, "[%u..", (unsigned)formula->min);
        if (formula->max != UINT32_MAX)
            text_addf(out, "%u", (unsigned)formula->max);
        text_addc(out, ']');
    }
    for (size_t i = 0; i < formula->range_count; i++) {
        text_adds(out, i ? ", " : " ");
        print_range(out, &formula->ranges[i]);
    }
}

void formula_print(Text *out, const Formula *formula)
{
    switch (formula->kind) {
    case FORMULA_ATOM:
        print_term(out, formula->atom);
        break;
    case FORMULA_EQUAL:
    case FORMULA_DIFFERENT:
        print_term(out, formula->left);
        text_adds(out, formula->kind == FORMULA_EQUAL ? " = " : " != ");
        print_term(out, formula->right);
        break;
    case FORMULA_SOME:
        text_adds(out, "some ");
        print_symbol(out, formula->symbol);
        text_addf(out, "/%zu", formula->arity);
        break;
    case FORMULA_SUM:
        text_addf(out, "sum(goal) = %u", (unsigned)formula->count);
        break;
    case FORMULA_NOT:
        text_addc(out, '~');
        print_part(out, formula->parts[0], HIGHEST_BINDING);
        break;
    case FORMULA_NEXT:
        text_adds(out, "next");
        if (formula->count != 1)
            text_addf(out, "^%u", (unsigned)formula->count);
        text_addc(out, ' ');
        print_part(out, formula->parts[0], HIGHEST_BINDING);
        break;
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF:
        print_infix(out, formula);
        break;
    case FORMULA_FORALL:
    case FORMULA_EXISTS:
        formula_print_quantifier(out, formula);
        text_adds(out, ". ");
        formula_print(out, formula->parts[0]);
        break;
    }
}

char *formula_term_string(Arena *arena, const Term *term)
{
    Text text = {0};
    print_term(&text, term);
    return text_finish(&text, arena);
}

char *formula_string(Arena *arena, const Formula *formula)
{
    Text text = {0};
    formula_print(&text, formula);
    return text_finish(&text, arena);
}
