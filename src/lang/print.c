/* print.c - terms and rules as text
 *
 * In:   Rules
 * Out:  prefix or infix text; reading it gives the same rules
 *
 * Prefix keeps the first spelling of each symbol; infix writes lower case and
 * quotes what would be read as something else.
 */
#include "lang/print.h"

#include "lang/rules.h"

#include <string.h>

enum { LINE_WIDTH = 80, INDENT = 4 };

/* ---- terms ---- */

static bool needs_no_quotes(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!(*c >= 'a' && *c <= 'z') && !ascii_is_digit(*c) &&
            (*c != '_' || c == name))
            return false;
    return *name != '\0';
}

static void print_quoted(Text *out, const char *name)
{
    text_addc(out, '\'');
    for (const char *c = name; *c; c++) {
        text_addc(out, *c);
        if (*c == '\'')
            text_addc(out, '\'');
    }
    text_addc(out, '\'');
}

void symbol_print(Text *out, const Symbol *symbol, Syntax syntax)
{
    if (syntax == SYNTAX_KIF) {
        text_adds(out, symbol->spelling);
    } else if (needs_no_quotes(symbol->name)) {
        text_adds(out, symbol->name);
    } else {
        print_quoted(out, symbol->name);
    }
}

/* NAME is that of a variable in KIF, without the "?". */
static bool is_infix_variable(const char *name)
{
    if (!ascii_is_letter(name[0]) && name[0] != '_')
        return false;
    for (const char *c = name; *c; c++)
        if (!ascii_is_letter(*c) && !ascii_is_digit(*c) && *c != '_')
            return false;
    return strcmp(name, "_") != 0; /* "_" alone is a fresh one each time */
}

/* Whether it can follow a "?" in infix text as it is. */
static bool is_readable(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!ascii_is_letter(*c) && !ascii_is_digit(*c) && !strchr("_-+", *c))
            return false;
    return true;
}

char *variable_text(Arena *arena, const Symbol *symbol, Syntax syntax)
{
    const char *name = symbol->spelling + 1;
    bool is_capital = ascii_is_letter(*name) && *name == ascii_upper(*name);
    bool is_bare = syntax == SYNTAX_INFIX && (is_capital || *name == '_');
    const char *shown = is_bare ? name : symbol->spelling;
    return arena_string(arena, shown, strlen(shown));
}

/* As any reader of SYNTAX takes it: to most of infix text, N+1 is a sum. */
static void print_variable(Text *out, const Symbol *symbol, Syntax syntax)
{
    const char *name = symbol->spelling + 1;
    if (syntax != SYNTAX_INFIX) {
        text_adds(out, symbol->spelling);
        return;
    }
    if (!is_infix_variable(name)) {
        text_addc(out, '?');
        if (is_readable(name))
            text_adds(out, name);
        else
            print_quoted(out, name);
        return;
    }
    text_addc(out, ascii_upper(*name));
    text_adds(out, name + 1);
}

void term_print(Text *out, const Term *term, Syntax syntax)
{
    bool is_kif = syntax == SYNTAX_KIF;
    if (term_is_variable(term)) {
        print_variable(out, term->symbol, syntax);
        return;
    }
    if (is_kif && term->arity)
        text_addc(out, '(');
    symbol_print(out, term->symbol, syntax);
    for (size_t i = 0; i < term->arity; i++) {
        text_addc(out, is_kif ? ' ' : i ? ',' : '(');
        term_print(out, term->args[i], syntax);
    }
    if (term->arity)
        text_addc(out, ')');
}

char *term_text(Arena *arena, const Term *term, Syntax syntax)
{
    Text text = {0};
    term_print(&text, term, syntax);
    return text_finish(&text, arena);
}

char *term_string(Arena *arena, const Term *term)
{
    return term_text(arena, term, SYNTAX_INFIX);
}

const char **term_strings(Arena *arena, const Term *const *terms, size_t count)
{
    const char **strings = arena_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        strings[i] = term_string(arena, terms[i]);
    return strings;
}

/* ---- conditions ---- */

static void print_condition(Text *out, const Condition *condition,
                            Syntax syntax);

/* KIF spells connectives as the author does, like any symbol. In infix text
 * or(a, b) and and(a, b) also serve for one part and for none. */
static void print_parts(Text *out, const Condition *condition, Syntax syntax)
{
    bool is_kif = syntax == SYNTAX_KIF;
    const Symbol *word = condition->form->items[0]->symbol;
    bool is_infix_not = !is_kif && condition->kind == CONDITION_NOT;
    text_addf(out,
              is_kif         ? "(%s"
              : is_infix_not ? "%s "
                             : "%s(",
              is_kif ? word->spelling : word->name);
    for (size_t i = 0; i < condition->count; i++) {
        text_adds(out, is_kif ? " " : i ? ", " : "");
        print_condition(out, condition->parts[i], syntax);
    }
    text_adds(out, is_infix_not ? "" : ")");
}

static void print_condition(Text *out, const Condition *condition,
                            Syntax syntax)
{
    if (condition->atom)
        term_print(out, condition->atom, syntax);
    else
        print_parts(out, condition, syntax);
}

/* ---- rules ---- */

/* One line if it fits, else a line for each condition. */
static void print_rule(Text *out, const Rule *rule, Syntax syntax)
{
    bool is_kif = syntax == SYNTAX_KIF, has_body = rule->count > 0;
    Text head = {0}, body = {0};
    term_print(&head, rule->head, syntax);
    for (size_t i = 0; i < rule->count; i++) {
        if (i && !is_kif)
            text_addc(&body, ',');
        text_addc(&body, '\n'); /* or a blank, decided below */
        print_condition(&body, rule->body[i], syntax);
    }
    bool fits = head.length + body.length + strlen("(<= )") <= LINE_WIDTH;
    /* a fact that would begin a comment is put in parentheses */
    bool needs_parentheses = is_kif && !has_body && *text_string(&head) == '%';
    text_adds(out, is_kif && has_body ? "(<= " : needs_parentheses ? "(" : "");
    text_add(out, text_string(&head), head.length);
    text_adds(out, needs_parentheses ? ")" : "");
    text_adds(out, !is_kif && has_body ? " :-" : "");
    for (const char *c = text_string(&body); *c; c++) {
        if (*c != '\n' || fits)
            text_addc(out, *c == '\n' ? ' ' : *c);
        else
            text_addf(out, "\n%*s", INDENT, "");
    }
    text_adds(out, !is_kif ? ".\n" : has_body ? ")\n" : "\n");
    text_free(&head);
    text_free(&body);
}

static void print_comments(Text *out, const char *const *comments, size_t count,
                           Syntax syntax)
{
    for (size_t i = 0; i < count; i++)
        text_addf(out, "%s%s\n", syntax == SYNTAX_KIF ? ";" : "%", comments[i]);
}

void rules_print(Text *out, const Rules *rules, Syntax syntax)
{
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        if (i && rule->statement->after_blank)
            text_addc(out, '\n');
        print_comments(out, rule->statement->comments,
                       rule->statement->comment_count, syntax);
        print_rule(out, rule, syntax);
    }
    if (rules->statements.comment_count) {
        text_adds(out, rules->count ? "\n" : "");
        print_comments(out, rules->statements.comments,
                       rules->statements.comment_count, syntax);
    }
}
