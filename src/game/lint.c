/* lint.c - what is allowed and most often a mistake
 *
 * In:   rules, and the Game that was made of them, if any
 * Out:  warnings
 *
 * A relation used but never defined, or defined but never used; one name with
 * several arities; letter case that differs; a variable that occurs once.
 * A comment `zermelo: ignore RULE` silences a warning. The table of all checks,
 * those of other files included, is at the end.
 */
#include "game/explain.h"
#include "game/judge.h"

#include "base/byte_table.h"
#include "lang/print.h"

#include <string.h>
#include <strings.h>

/* ---- hints ---- */

enum { MAX_NAMES_COMPARED = 300000 }; /* for all hints of a text */

void hints_begin(Hints *hints, const Symbol *meant)
{
    hints->guess = guess_new(meant->name);
    hints->best = NULL;
}

bool hints_more(Hints *hints)
{
    return hints->compared_count++ < MAX_NAMES_COMPARED;
}

void hints_offer(Hints *hints, const Symbol *candidate)
{
    if (guess_offer(&hints->guess, candidate->name))
        hints->best = candidate;
}

void hints_offer_word(Hints *hints, const char *word)
{
    if (guess_offer(&hints->guess, word))
        hints->best = NULL;
}

/* Of (true (at 1)) the name is `at`, unless `true` itself is the matter. */
static const Form *word_of(const Form *form, const char *name)
{
    const Form *word = form;
    while (word->kind == FORM_LIST) {
        bool is_name = strcmp(word->items[0]->symbol->name, name) == 0;
        word = is_name || word->count != 2 ? word->items[0] : word->items[1];
    }
    return word;
}

void hints_warn(const Hints *hints, Diag *diag, const Form *form,
                const char *rule, const char *before, const char *after)
{
    const Form *word = word_of(form, hints->guess.typed);
    Text suggestion = {0};
    if (hints->best)
        symbol_print(&suggestion, hints->best, hints->rules->syntax);
    else if (hints->guess.best)
        text_adds(&suggestion, hints->guess.best);
    diag_warning(diag, form->span, rule, "%s%s%s%s%s%s", before,
                 word->symbol->spelling, after,
                 suggestion.length ? "; did you mean " : "",
                 text_string(&suggestion), suggestion.length ? "?" : "");
    if (suggestion.length)
        diag_fix(diag, word->span, text_string(&suggestion));
    text_free(&suggestion);
}

/* ---- relations ---- */

/* Whether a rule for init or next sets a feature of that name: then `true` was
 * forgotten around it. */
static bool is_feature_name(Lint *lint, const Relation *relation)
{
    for (size_t i = 0; i < lint->rules->count && hints_more(&lint->hints);
         i++) {
        const Term *head = lint->rules->items[i].head;
        Keyword keyword = keyword_of_atom(head);
        if ((keyword == KEYWORD_INIT || keyword == KEYWORD_NEXT) &&
            head->args[0]->symbol == relation->symbol &&
            head->args[0]->arity == relation->arity)
            return true;
    }
    return false;
}

/* What to write instead of names that mean something in other languages. */
static const char *advice_for(const Symbol *symbol)
{
    static const struct {
        const char *names, *advice;
    } advice_table[] = {
        {" is < > =< >= = + - * / ", "; there is no arithmetic in GDL"},
        {" ! ~ \\+ ", "; negation is written not"},
        {" != /= <> ", "; that two terms differ is written distinct"},
        {" :- <- -> => if ", "; a rule begins with <="},
    };
    Text name = {0};
    const char *advice = symbol->name[0] == '!' ? advice_table[1].advice : "";
    text_addf(&name, " %s ", symbol->name);
    for (size_t i = 0; i < sizeof advice_table / sizeof *advice_table; i++)
        if (strstr(advice_table[i].names, text_string(&name)))
            advice = advice_table[i].advice;
    text_free(&name);
    return advice;
}

static void judge_undefined(Lint *lint, const Relation *relation)
{
    const Game *game = lint->game;
    Hints *hints = &lint->hints;
    const char *advice = advice_for(relation->symbol);
    hints_begin(hints, relation->symbol);
    if (is_feature_name(lint, relation))
        advice = "; a feature is asked for by true";
    for (size_t i = 0;
         !*advice && i < game->relation_count && hints_more(hints); i++)
        if (game->relations[i].defined && !game->relations[i].keyword &&
            game->relations[i].arity == relation->arity)
            hints_offer(hints, game->relations[i].symbol);
    const char *after =
        arena_printf(lint->diag->arena, ", so it is never true%s", advice);
    hints_warn(hints, lint->diag, relation->used, "undefined",
               "no rule defines ", after);
}

/* A name that is close to a keyword, and that the rules have no use for. */
static void judge_unknown_keyword(Lint *lint, const Relation *relation)
{
    hints_begin(&lint->hints, relation->symbol);
    offer_keywords(&lint->hints, relation->arity);
    if (lint->hints.guess.best)
        hints_warn(&lint->hints, lint->diag,
                   relation->defined ? relation->defined : relation->used,
                   "unknown-keyword", "", " is no keyword of GDL");
}

static void judge_relations(Lint *lint)
{
    for (size_t i = 0; i < lint->game->relation_count; i++) {
        const Relation *relation = &lint->game->relations[i];
        if (is_keyword(relation->symbol) ||
            (!relation->defined && !relation->used))
            continue; /* that is the affair of keywords.c */
        if (relation->defined && relation->read)
            continue;
        judge_unknown_keyword(lint, relation);
        if (relation->defined)
            diag_warning(lint->diag, relation->defined->span, "unused",
                         "no other rule uses %s%s", relation->symbol->spelling,
                         advice_for(relation->symbol));
        else
            judge_undefined(lint, relation);
    }
}

/* ---- names with several arities, and letter case ---- */

/* The arity of a symbol where it was met first, as function or as relation. */
typedef struct {
    size_t arity;
    bool has_another; /* that was reported */
} NameUse;

typedef struct {
    Diag *diag;
    ByteTable keys; /* of uses: symbol, and whether it is a relation */
    VEC(NameUse) uses;
    VEC(const Symbol *) cased; /* symbols met in differing case */
} Names;

/* Constants stand for themselves: only functions can differ in arity. */
static void judge_arity(Names *names, const Form *form, bool is_relation)
{
    const Symbol *symbol = form_head(form)->symbol;
    size_t arity = form_arity(form);
    uint32_t key[] = {symbol->id, is_relation};
    if (is_relation ? is_keyword(symbol) : !arity)
        return;
    uint32_t number = byte_table_put(&names->keys, BYTES_OF(key));
    if (number == names->uses.count)
        vec_push(&names->uses, ((NameUse){arity, false}));
    NameUse *use = &names->uses.items[number];
    if (use->arity == arity || use->has_another)
        return;
    use->has_another = true;
    diag_warning(names->diag, form->span, "arities",
                 "%s has %zu argument%s here and %zu elsewhere: these are two "
                 "different symbols",
                 symbol->spelling, arity, arity == 1 ? "" : "s", use->arity);
}

/* Words the reader made up, such as the `not` of a "~", are not spelled. */
static void judge_case(Names *names, const Form *word)
{
    const Symbol *symbol = word->symbol;
    const char *text = word->span.source->text + word->span.start;
    size_t length = word->span.end - word->span.start;
    if (length != strlen(symbol->name) ||
        strncasecmp(text, symbol->name, length) != 0 ||
        memcmp(text, symbol->spelling, length) == 0)
        return;
    for (size_t i = 0; i < names->cased.count; i++)
        if (names->cased.items[i] == symbol)
            return;
    if (names->cased.count < DIAG_MAX)
        vec_push(&names->cased, symbol);
    diag_warning(names->diag, word->span, "case",
                 "spelled %s elsewhere; letter case makes no difference",
                 symbol->spelling);
}

/* Of a rule or condition, whose parts are conditions again if it begins with a
 * connective, or of a term. */
static void judge_words(Names *names, const Form *form, bool is_condition)
{
    if (form->kind == FORM_VARIABLE)
        return;
    bool is_connective = is_condition && form_has_connective(form);
    if (!is_connective)
        judge_arity(names, form, is_condition);
    judge_case(names, form_head(form));
    for (size_t i = 1; i < form->count; i++)
        judge_words(names, form->items[i],
                    is_connective && !form_is_list(form, "distinct"));
}

static void judge_names(Lint *lint)
{
    const Rules *rules = lint->rules;
    Names names = {.diag = lint->diag};
    for (size_t i = 0; i < rules->count && diag_goes_on(lint->diag); i++)
        judge_words(&names, rules->items[i].form, true);
    byte_table_free(&names.keys);
    vec_free_all(&names.uses, &names.cased);
}

/* ---- variables that occur once ---- */

typedef struct {
    const Form *form;
    size_t count;
} FormVariable;

typedef VEC(FormVariable) FormVariables;

enum { MAX_COUNTED_VARIABLES = 1000 };

static void count_variables(const Form *form, FormVariables *variables)
{
    for (size_t i = 0; i < form->count; i++)
        count_variables(form->items[i], variables);
    if (form->kind != FORM_VARIABLE)
        return;
    for (size_t i = 0; i < variables->count; i++)
        if (variables->items[i].form->symbol == form->symbol) {
            variables->items[i].count++;
            return;
        }
    if (variables->count < MAX_COUNTED_VARIABLES)
        vec_push(variables, (FormVariable){form, 1});
}

/* An unsafe variable was reported at its place already. */
static bool is_reported(const Diag *diag, Span span)
{
    for (size_t i = 0; i < diag->problems.count; i++) {
        const Problem *problem = &diag->problems.items[i];
        if (problem->severity == SEVERITY_ERROR &&
            problem->span.start == span.start)
            return true;
    }
    return false;
}

/* Behind the "?" of ?x, before the X of infix form. */
static void suggest_underscore(Diag *diag, Span name)
{
    name.start += name.source->text[name.start] == '?';
    name.end = name.start;
    diag_fix(diag, name, "_");
}

/* A name that begins with "_" says that it is meant so. */
static void judge_singletons(Lint *lint)
{
    const Rules *rules = lint->rules;
    Diag *diag = lint->diag;
    FormVariables variables = {0};
    for (size_t i = 0; i < rules->count && diag_goes_on(diag); i++) {
        vec_clear(&variables);
        count_variables(rules->items[i].form, &variables);
        for (size_t k = 0; k < variables.count; k++) {
            const Form *form = variables.items[k].form;
            if (variables.items[k].count > 1 || form->symbol->name[1] == '_' ||
                is_reported(diag, form->span))
                continue;
            diag_warning(
                diag, form->span, "singleton",
                "%s occurs only here; a name that begins with _ says "
                "that this is meant",
                variable_text(diag->arena, form->symbol, rules->syntax));
            suggest_underscore(diag, form->span);
        }
    }
    vec_free(&variables);
}

/* ---- arithmetic ---- */

static const Form *find_variable(const FormVariables *variables,
                                 const char *name, size_t length)
{
    for (size_t i = 0; i < variables->count; i++) {
        const char *other_name = variables->items[i].form->symbol->name + 1;
        if (strlen(other_name) == length &&
            memcmp(other_name, name, length) == 0)
            return variables->items[i].form;
    }
    return NULL;
}

/* Whether the name is made of a variable of the same rule, an operator and a
 * number or another one: N+1 next to N. */
static bool is_sum_name(const FormVariables *variables, const char *name)
{
    size_t length = strcspn(name, "+-*/");
    if (!name[length] || !name[length + 1] ||
        !find_variable(variables, name, length))
        return false;
    const char *operand = name + length + 1;
    return !operand[strspn(operand, "0123456789")] ||
           find_variable(variables, operand, strlen(operand));
}

static bool is_operator(const Form *list)
{
    const char *name = list->items[0]->symbol->name;
    return list->count == 3 && strlen(name) == 1 && strchr("+-*/", *name);
}

static void warn_arithmetic(Diag *diag, const Form *form, const char *what)
{
    diag_warning(diag, form->span, "arithmetic",
                 "there is no arithmetic in GDL: this is %s", what);
}

/* Warns of arithmetic operators inside of terms, where they compute nothing: a
 * relation may have such a name. */
static void judge_operators(const Form *form, bool is_condition, Diag *diag)
{
    if (form->kind != FORM_LIST)
        return;
    if (!is_condition && is_operator(form))
        warn_arithmetic(diag, form, "a term like any other");
    is_condition = is_condition && form_has_connective(form) &&
                   !form_is_list(form, "distinct");
    for (size_t i = 1; i < form->count; i++)
        judge_operators(form->items[i], is_condition, diag);
}

/* A name such as ?n+1 that a condition gives a value is a name like others. */
static void judge_arithmetic(Lint *lint)
{
    const Rules *rules = lint->rules;
    Diag *diag = lint->diag;
    FormVariables variables = {0};
    for (size_t i = 0; i < rules->count && diag_goes_on(diag); i++) {
        const Rule *rule = &rules->items[i];
        judge_operators(rule->form, true, diag);
        vec_clear(&variables);
        count_variables(rule->form, &variables);
        for (size_t k = 0; k < variables.count; k++)
            if (variables.items[k].count == 1 &&
                is_sum_name(&variables,
                            variables.items[k].form->symbol->name + 1))
                warn_arithmetic(diag, variables.items[k].form,
                                "the name of a variable");
    }
    vec_free(&variables);
}

/* ---- comments ---- */

/* In a longer line no comment is heeded. */
static bool stands_in_comment(const Source *source, const char *cursor)
{
    enum { MAX_COMMENT_LINE = 1000 };
    const char *first = source->text;
    if (cursor - first > MAX_COMMENT_LINE)
        first = cursor - MAX_COMMENT_LINE;
    while (cursor > first && cursor[-1] != '\n' && cursor[-1] != '\r')
        if (*--cursor == ';' || *cursor == '%')
            return true;
    return false;
}

/* Warns if there is no rule with the name at SPAN. */
static void judge_ignored_rule(Span span, Diag *diag)
{
    const char *name = arena_string(diag->arena, span.source->text + span.start,
                                    span.end - span.start);
    Guess guess = guess_new(name);
    for (size_t i = 0; i < explanation_count; i++) {
        if (explanations[i].about) /* not of rules of games */
            continue;
        if (strcmp(explanations[i].rule, name) == 0)
            return;
        guess_offer(&guess, explanations[i].rule);
    }
    diag_warning(
        diag, span, "unknown-rule", "there is no rule named %s; %s%s%s", name,
        guess.best ? "did you mean " : "\"zermelo explain\" lists them",
        guess.best ? guess.best : "", guess.best ? "?" : "");
    if (guess.best)
        diag_fix(diag, span, guess.best);
}

static const char *skip_blanks(const char *cursor)
{
    return cursor + strspn(cursor, " \t");
}

/* "zermelo: ignore" is followed by names of rules, which commas divide; other
 * words may stand behind them. */
static void judge_comments(Lint *lint)
{
    const Source *source = lint->rules->source;
    Diag *diag = lint->diag;
    static const char marker[] = "zermelo: ignore ";
    const char *text = source->text, *end = text + source->length;
    for (const char *cursor = text;
         diag_goes_on(diag) && diag->problems.count < DIAG_MAX &&
         (cursor = memmem(cursor, (size_t)(end - cursor), marker,
                          strlen(marker)));) {
        bool has_more = stands_in_comment(source, cursor);
        cursor += strlen(marker);
        while (has_more) {
            const char *name = skip_blanks(cursor);
            cursor = name + strcspn(name, " \t\r\n,");
            Span span = source_span(source, (size_t)(name - text),
                                    (size_t)(cursor - text));
            if (cursor > name)
                judge_ignored_rule(span, diag);
            const char *next = skip_blanks(cursor);
            has_more = *next == ',';
            cursor = has_more ? next + 1 : cursor;
        }
    }
}

/* ---- all checks ---- */

static const struct {
    const char *rules; /* the names of what they report */
    void (*judge)(Lint *lint);
    LintWhen when;
} checks[] = {
    {"arithmetic", judge_arithmetic, LINT_ALWAYS},
    {"goal-value leading-zero", judge_goal_values, LINT_ALWAYS},
    {"arities case", judge_names, LINT_ALWAYS},
    {"no-role no-legal no-terminal no-goal", judge_presence, LINT_WHOLE},
    {"undefined unused unknown-keyword", judge_relations, LINT_WHOLE},
    {"lonely-constant unknown-role", judge_symbols, LINT_WHOLE},
    {"unset-feature not-carried-over", judge_features, LINT_WHOLE},
    {"growing-term", judge_growth, LINT_WHOLE},
    {"unknown-rule", judge_comments, LINT_WHOLE},
    {"singleton", judge_singletons, LINT_PEDANTIC},
    {"unread-feature", judge_unread_features, LINT_PEDANTIC},
};

void judge_lint(const Rules *rules, const Game *game, LintWhen when, Diag *diag)
{
    Lint lint = {rules, game, diag, {.rules = rules}};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].when == when)
            checks[i].judge(&lint);
}
