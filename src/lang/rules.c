/* rules.c - statements understood as rules
 *
 * In:   Statements from either reader
 * Out:  Rules
 * Next: game/ judges them
 *
 * Here only the shape is judged: what stands where a term, an atom or a
 * condition has to stand. Start reading at rules_read(), at the end.
 */
#include "lang/rules.h"

#include "lang/print.h"

#include <string.h>

enum { MAX_CONDITIONS = 10000 };

typedef struct {
    Rules *rules;
    Terms *terms;
    Diag *diag;
} RuleBuilder;

/* ---- terms ---- */

static bool is_reserved_word(const Symbol *symbol)
{
    static const char *const words[] = {"<=", "not", "or", "and", "distinct"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(symbol->name, words[i]) == 0)
            return true;
    return false;
}

bool form_has_connective(const Form *form)
{
    return form->kind == FORM_LIST && is_reserved_word(form->items[0]->symbol);
}

/* Whether a list can be read as a symbol with arguments; reports why not. */
static bool check_list_head(RuleBuilder *builder, const Form *list)
{
    Diag *diag = builder->diag;
    if (!list->count)
        diag_error(diag, list->span, "empty-list",
                   "an empty list is neither a term nor a rule");
    else if (list->items[0]->kind == FORM_LIST)
        diag_error(diag, list->items[0]->span, "list-head",
                   "a list begins with a symbol, not with another list");
    else if (list->items[0]->kind == FORM_VARIABLE)
        diag_error(diag, list->items[0]->span, "variable-head",
                   "a list begins with a symbol, not with a variable");
    else if (list->count - 1 > TERM_MAX_ARITY)
        diag_error(diag, list->span, "too-long",
                   "%zu arguments; the limit is %d", list->count - 1,
                   TERM_MAX_ARITY);
    else
        return true;
    return false;
}

static const Term *build_term(RuleBuilder *builder, const Form *form);

static const Term *build_compound(RuleBuilder *builder, const Form *form)
{
    if (form->count == 1)
        diag_warning(builder->diag, form->span, "parenthesised",
                     "%s has no arguments; write it without parentheses",
                     form->items[0]->symbol->spelling);
    TermVec args = {0};
    for (size_t i = 1; i < form->count; i++) {
        const Term *arg = build_term(builder, form->items[i]);
        if (!arg)
            break;
        vec_push(&args, arg);
    }
    const Term *term = NULL;
    if (args.count == form->count - 1)
        term = term_compound(builder->terms, form->items[0]->symbol, args.count,
                             args.items);
    vec_free(&args);
    return term;
}

/* A term, or NULL after a report. */
static const Term *build_term(RuleBuilder *builder, const Form *form)
{
    Terms *terms = builder->terms;
    if (form->kind == FORM_VARIABLE)
        return term_variable(terms, form->symbol);
    if (form->kind == FORM_LIST && !check_list_head(builder, form))
        return NULL;
    const Form *word = form_head(form);
    if (form_is_list(form, "<=")) {
        diag_error(builder->diag, word->span, "misplaced-connective",
                   "<= belongs at the beginning of a rule");
        return NULL;
    }
    if (is_reserved_word(word->symbol))
        diag_assume(builder->diag, word->span, "misplaced-connective",
                    "it is an ordinary symbol here",
                    "%s belongs between the conditions of a body, not inside "
                    "a term",
                    word->symbol->spelling);
    return form->kind == FORM_LIST ? build_compound(builder, form)
                                   : term_constant(terms, form->symbol);
}

const Term *form_term(Terms *terms, const Form *form, Diag *diag)
{
    return build_term(&(RuleBuilder){.terms = terms, .diag = diag}, form);
}

/* ---- atoms and conditions ---- */

static const Term *build_atom(RuleBuilder *builder, const Form *form)
{
    const Form *head = form_head(form);
    if (form->kind == FORM_VARIABLE) {
        diag_error(builder->diag, form->span, "variable-atom",
                   "a variable cannot stand where an atom is expected");
        return NULL;
    }
    if (head->kind == FORM_WORD && is_reserved_word(head->symbol)) {
        diag_error(builder->diag, form->span, "misplaced-connective",
                   "%s cannot stand where an atom is expected",
                   head->symbol->spelling);
        return NULL;
    }
    return build_term(builder, form);
}

static const Condition *build_condition(RuleBuilder *builder, const Form *form);

/* The items of a list from FIRST on, as PARTS of something; false if one is no
 * condition. */
static bool build_parts(RuleBuilder *builder, const Form *list, size_t first,
                        const Condition ***parts, size_t *count)
{
    bool is_valid = true;
    *parts = arena_array(builder->rules->arena, const Condition *, list->count);
    for (size_t i = first; i < list->count; i++) {
        const Condition *part = build_condition(builder, list->items[i]);
        if (part)
            (*parts)[(*count)++] = part;
        is_valid = is_valid && part;
    }
    return is_valid;
}

static bool build_arguments(RuleBuilder *builder, const Form *form,
                            Condition *condition)
{
    return build_parts(builder, form, 1, &condition->parts, &condition->count);
}

/* Whether a connective has COUNT arguments; reports it if not. */
static bool check_argument_count(RuleBuilder *builder, const Form *form,
                                 size_t count)
{
    if (form->count - 1 == count)
        return true;
    diag_error(builder->diag, form->span, "connective-arity",
               "%s takes %zu argument%s, not %zu",
               form->items[0]->symbol->spelling, count, count == 1 ? "" : "s",
               form->count - 1);
    return false;
}

static bool build_negation(RuleBuilder *builder, const Form *form,
                           Condition *condition)
{
    condition->kind = CONDITION_NOT;
    if (!check_argument_count(builder, form, 1) ||
        !build_arguments(builder, form, condition))
        return false;
    ConditionKind kind = condition->parts[0]->kind;
    if (kind != CONDITION_ATOM)
        diag_assume(builder->diag, form->span, "negated-formula",
                    kind == CONDITION_DISTINCT
                        ? "the two terms are equal"
                        : "negation is moved inwards, as logic has it",
                    "not applies to an atom, and this is none");
    return true;
}

static bool build_distinct(RuleBuilder *builder, const Form *form,
                           Condition *condition)
{
    condition->kind = CONDITION_DISTINCT;
    if (!check_argument_count(builder, form, 2))
        return false;
    const Term *args[2];
    for (size_t i = 0; i < 2; i++) {
        args[i] = build_term(builder, form->items[i + 1]);
        if (!args[i])
            return false;
    }
    condition->atom =
        term_compound(builder->terms, form->items[0]->symbol, 2, args);
    return true;
}

static bool build_or(RuleBuilder *builder, const Form *form,
                     Condition *condition)
{
    condition->kind = CONDITION_OR;
    if (form->count == 1)
        diag_warning(builder->diag, form->span, "empty-or",
                     "an empty or is never true");
    return build_arguments(builder, form, condition);
}

static bool build_and(RuleBuilder *builder, const Form *form,
                      Condition *condition)
{
    condition->kind = CONDITION_AND;
    if (builder->rules->syntax == SYNTAX_KIF)
        diag_assume(builder->diag, form->items[0]->span, "and-in-body",
                    "the conditions hold together, as in any body",
                    "GDL has no and: conditions of a body hold together "
                    "anyway");
    return build_arguments(builder, form, condition);
}

/* A condition, or NULL after a report. */
static const Condition *build_condition(RuleBuilder *builder, const Form *form)
{
    Condition *condition =
        arena_alloc(builder->rules->arena, sizeof *condition);
    condition->form = form;
    bool is_valid;
    if (form_is_list(form, "not"))
        is_valid = build_negation(builder, form, condition);
    else if (form_is_list(form, "distinct"))
        is_valid = build_distinct(builder, form, condition);
    else if (form_is_list(form, "or"))
        is_valid = build_or(builder, form, condition);
    else if (form_is_list(form, "and"))
        is_valid = build_and(builder, form, condition);
    else
        is_valid = (condition->atom = build_atom(builder, form)) != NULL;
    return is_valid ? condition : NULL;
}

/* ---- rules ---- */

/* rule := atom | (<= atom condition ...) */
static void build_rule(RuleBuilder *builder, const Statement *statement)
{
    const Form *form = statement->form;
    Rule rule = {.form = form, .head_form = form, .statement = statement};
    bool has_arrow = form_is_list(form, "<=");
    if (has_arrow && form->count == 1) {
        diag_error(builder->diag, form->span, "headless",
                   "a rule needs a head: what follows from its body");
        return;
    }
    if (has_arrow)
        rule.head_form = form->items[1];
    if (has_arrow && form->count - 2 > MAX_CONDITIONS) {
        diag_error(builder->diag, form->span, "too-long",
                   "a rule with more than %d conditions", MAX_CONDITIONS);
        return;
    }
    if (has_arrow && form->count == 2)
        diag_warning(builder->diag, form->span, "empty-body",
                     "a rule without a body is a fact; write it without <=");
    if (form_is_list(rule.head_form, "distinct")) {
        diag_assume(builder->diag, rule.head_form->span, "misplaced-connective",
                    "the statement is left aside",
                    "distinct is built in and is not defined by rules");
        return;
    }
    rule.head = build_atom(builder, rule.head_form);
    bool is_valid =
        !has_arrow || build_parts(builder, form, 2, &rule.body, &rule.count);
    if (is_valid && rule.head)
        builder->rules->items[builder->rules->count++] = rule;
}

/* A text beyond the limit is not read at all: what follows costs a multiple
 * of its size in memory. */
static bool is_too_large(Diag *diag, const Source *source, size_t length)
{
    if (length <= MAX_TEXT_BYTES)
        return false;
    if (length == SIZE_MAX)
        diag_error(diag, source_span(source, 0, 0), "too-large",
                   "the text has more than %d bytes, which is the limit",
                   MAX_TEXT_BYTES);
    else
        diag_error(diag, source_span(source, 0, 0), "too-large",
                   "the text has %zu bytes; the limit is %d", length,
                   MAX_TEXT_BYTES);
    return true;
}

Rules *rules_read(const char *name, const char *text, size_t length,
                  Syntax syntax, Diag *diag, Arena *arena)
{
    Rules *rules = arena_alloc(arena, sizeof *rules);
    rules->arena = arena;
    rules->terms = terms_new();
    bool is_over_limit = length > MAX_TEXT_BYTES;
    rules->source = source_new(arena, name, text, is_over_limit ? 0 : length);
    rules->syntax = syntax != SYNTAX_ANY
                        ? syntax
                        : syntax_of(text, is_over_limit ? 0 : length);
    if (is_too_large(diag, rules->source, length))
        return rules;
    rules->statements = (rules->syntax == SYNTAX_KIF ? read_kif : read_infix)(
        arena, rules->terms, rules->source, diag);
    rules->items = arena_array(arena, Rule, rules->statements.count);
    RuleBuilder builder = {rules, rules->terms, diag};
    for (size_t i = 0; i < rules->statements.count && diag_goes_on(diag); i++)
        build_rule(&builder, &rules->statements.items[i]);
    return rules;
}

void rules_free(Rules *rules)
{
    if (rules)
        terms_free(rules->terms);
}

static const Form *find_part(const Form *form, const Term *term,
                             const Term *part)
{
    if (term == part)
        return form;
    if (form->count != term->arity + 1u) /* not read from this form */
        return NULL;
    for (size_t i = 0; i < term->arity; i++) {
        const Form *part_form =
            find_part(form->items[i + 1], term->args[i], part);
        if (part_form)
            return part_form;
    }
    return NULL;
}

Span form_find(const Form *form, const Term *term, const Term *part)
{
    const Form *part_form = find_part(form, term, part);
    return part_form ? part_form->span : form->span;
}
