/* keywords.c - which word means what, with how many arguments, and where; which
 * of them every game has; goal values
 *
 * A keyword with another number of arguments is a relation of its own: old
 * files use `base` for something else, and a slip such as (true step 1) is
 * then a relation that nothing defines.
 */
#include "game/judge.h"

#include "lang/print.h"

#include <stdio.h>
#include <string.h>

typedef enum { ANYWHERE, HEADS_ONLY, BODIES_ONLY } PlaceRule;

static const struct {
    const char *name;
    size_t arity;
    PlaceRule place;
    bool is_late; /* came after GDL: older files use the word freely */
} keywords[KEYWORD_COUNT] = {
    [KEYWORD_ROLE] = {"role", 1, ANYWHERE, false},
    [KEYWORD_INIT] = {"init", 1, HEADS_ONLY, false},
    [KEYWORD_TRUE] = {"true", 1, BODIES_ONLY, false},
    [KEYWORD_NEXT] = {"next", 1, HEADS_ONLY, false},
    [KEYWORD_LEGAL] = {"legal", 2, ANYWHERE, false},
    [KEYWORD_DOES] = {"does", 2, BODIES_ONLY, false},
    [KEYWORD_GOAL] = {"goal", 2, ANYWHERE, false},
    [KEYWORD_TERMINAL] = {"terminal", 0, ANYWHERE, false},
    [KEYWORD_SEES] = {"sees", 2, HEADS_ONLY, true},
    [KEYWORD_BASE] = {"base", 1, HEADS_ONLY, true},
    [KEYWORD_INPUT] = {"input", 2, HEADS_ONLY, true},
};

static Keyword keyword_by_name(const Symbol *symbol)
{
    for (int k = KEYWORD_ROLE; k < KEYWORD_COUNT; k++)
        if (strcmp(symbol->name, keywords[k].name) == 0)
            return (Keyword)k;
    return KEYWORD_NONE;
}

bool is_keyword(const Symbol *symbol)
{
    return keyword_by_name(symbol) != KEYWORD_NONE;
}

Keyword keyword_of_atom(const Term *atom)
{
    Keyword keyword = keyword_by_name(atom->symbol);
    return keywords[keyword].arity == atom->arity ? keyword : KEYWORD_NONE;
}

void offer_keywords(Hints *hints, size_t arity)
{
    for (int k = KEYWORD_ROLE; k < KEYWORD_COUNT; k++)
        if (keywords[k].arity == arity)
            hints_offer_word(hints, keywords[k].name);
    if (arity == 1)
        hints_offer_word(hints, "not");
    else if (arity == 2)
        hints_offer_word(hints, "distinct");
}

typedef struct {
    Diag *diag;
    bool is_reported[KEYWORD_COUNT]; /* with a wrong arity */
} KeywordJudge;

/* Once for `base` and `input`, whose old meaning is harmless. */
static void judge_arity(KeywordJudge *judge, const Term *atom, const Form *form)
{
    Keyword keyword = keyword_by_name(atom->symbol);
    if (!keyword || keywords[keyword].arity == atom->arity)
        return;
    size_t arity = keywords[keyword].arity;
    if (!keywords[keyword].is_late)
        diag_assume(judge->diag, form->span, "keyword-arity",
                    "it is a relation of its own and not the keyword",
                    "%s takes %zu argument%s, not %d", keywords[keyword].name,
                    arity, arity == 1 ? "" : "s", atom->arity);
    else if (!judge->is_reported[keyword])
        diag_warning(judge->diag, form->span, "old-metadata",
                     "%s with %d argument%s is not the keyword %s, which takes "
                     "%zu",
                     keywords[keyword].name, atom->arity,
                     atom->arity == 1 ? "" : "s", keywords[keyword].name,
                     arity);
    judge->is_reported[keyword] = true;
}

/* Keywords inside terms: as a function a mistake, as a constant odd. */
static void judge_term(KeywordJudge *judge, const Form *form)
{
    const Form *word = form_head(form);
    Keyword keyword = keyword_by_name(word->symbol);
    if (keyword && form_arity(form) && !keywords[keyword].is_late)
        diag_assume(judge->diag, word->span, "keyword-function",
                    "it is an ordinary function symbol here",
                    "the keyword %s cannot be a function",
                    keywords[keyword].name);
    else if (keyword && !judge->is_reported[keyword]) {
        diag_warning(judge->diag, word->span, "keyword-object",
                     "the keyword %s stands here for a thing of the game",
                     keywords[keyword].name);
        judge->is_reported[keyword] = true;
    }
    for (size_t i = 1; i < form->count; i++)
        judge_term(judge, form->items[i]);
}

static void judge_arguments(KeywordJudge *judge, const Form *form)
{
    for (size_t i = 1; i < form->count; i++)
        judge_term(judge, form->items[i]);
}

static void judge_body_atom(KeywordJudge *judge, const Condition *condition,
                            Keyword head_keyword)
{
    const Term *atom = condition->atom;
    Keyword keyword = keyword_of_atom(atom);
    judge_arity(judge, atom, condition->form);
    judge_arguments(judge, condition->form);
    if (!keyword || keywords[keyword].place != HEADS_ONLY)
        return;
    bool is_next_in_sees =
        keyword == KEYWORD_NEXT && head_keyword == KEYWORD_SEES;
    diag_assume(judge->diag, condition->form->span, "head-only",
                is_next_in_sees ? "the next position is meant"
                                : "it means what its rules define",
                "%s belongs in heads of rules, not in bodies",
                keywords[keyword].name);
}

static void judge_condition(KeywordJudge *judge, const Condition *condition,
                            Keyword head_keyword)
{
    if (condition->kind == CONDITION_ATOM)
        judge_body_atom(judge, condition, head_keyword);
    else if (condition->kind == CONDITION_DISTINCT)
        judge_arguments(judge, condition->form);
    for (size_t i = 0; i < condition->count; i++)
        judge_condition(judge, condition->parts[i], head_keyword);
}

static void judge_head(KeywordJudge *judge, const Rule *rule, Keyword keyword)
{
    judge_arity(judge, rule->head, rule->head_form);
    judge_arguments(judge, rule->head_form);
    if (keyword && keywords[keyword].place == BODIES_ONLY)
        diag_error(judge->diag, rule->head_form->span, "body-only",
                   "%s belongs in bodies of rules, not in heads; %s",
                   keywords[keyword].name,
                   keyword == KEYWORD_TRUE ? "a rule sets a feature by next"
                                           : "players choose their moves");
    else if (keyword == KEYWORD_ROLE && rule->count)
        diag_assume(judge->diag, rule->head_form->span, "role-rule",
                    "the roles are those that follow from the rules",
                    "roles are given as facts, not by rules");
}

void judge_keywords(const Game *game, Diag *diag)
{
    KeywordJudge judge = {.diag = diag};
    for (size_t i = 0; i < game->rules->count && diag_goes_on(diag); i++) {
        const Rule *rule = &game->rules->items[i];
        Keyword head = keyword_of_atom(rule->head);
        judge_head(&judge, rule, head);
        for (size_t k = 0; k < rule->count; k++)
            judge_condition(&judge, rule->body[k], head);
    }
}

/* ---- what every game has ---- */

static bool is_defined(const Game *game, Keyword keyword)
{
    RelationId id = game->keyword[keyword];
    return id != NO_RELATION && game->relations[id].defined;
}

void judge_presence(Lint *lint)
{
    const Game *game = lint->game;
    Diag *diag = lint->diag;
    Span whole_text = {game->rules->source, 0, 0};
    if (!is_defined(game, KEYWORD_ROLE))
        diag_error(diag, whole_text, "no-role", "the rules name no role");
    if (!is_defined(game, KEYWORD_LEGAL))
        diag_error(diag, whole_text, "no-legal",
                   "no rule says which moves are legal");
    if (!is_defined(game, KEYWORD_TERMINAL))
        diag_assume(diag, whole_text, "no-terminal", "the game never ends",
                    "no rule says when the game ends");
    if (!is_defined(game, KEYWORD_GOAL))
        diag_assume(diag, whole_text, "no-goal", "nobody is given a value",
                    "no rule says what a position is worth");
}

int goal_value(const Term *term)
{
    const char *digits = term->symbol->name;
    int value = 0;
    if (term->arity || term_is_variable(term) || !*digits)
        return NO_GOAL_VALUE;
    for (; ascii_is_digit(*digits) && value <= MAX_GOAL_VALUE; digits++)
        value = 10 * value + (*digits - '0');
    return *digits || value > MAX_GOAL_VALUE ? NO_GOAL_VALUE : value;
}

const Term *goal_term(Terms *terms, int value)
{
    char digits[16];
    size_t length = (size_t)snprintf(digits, sizeof digits, "%d", value);
    return term_constant(terms, term_symbol(terms, digits, length));
}

const Term *true_atom(Terms *terms, const Term *feature)
{
    return term_compound(terms, term_symbol(terms, "true", 4), 1, &feature);
}

static void judge_goal_value(const Lint *lint, const Term *term, Span span)
{
    int value = goal_value(term);
    const char *text = term_text(lint->diag->arena, term, lint->rules->syntax);
    if (value == NO_GOAL_VALUE)
        diag_assume(lint->diag, span, "goal-value", "it counts as no value",
                    "a goal value is a whole number from 0 to 100, not %s",
                    text);
    else if (term != goal_term(lint->rules->terms, value))
        diag_warning(lint->diag, span, "leading-zero",
                     "%s counts as the value %d; other players may take it for "
                     "another value, or for none",
                     text, value);
}

void judge_goal_values(Lint *lint)
{
    for (size_t i = 0; i < lint->rules->count; i++) {
        const Rule *rule = &lint->rules->items[i];
        if (keyword_of_atom(rule->head) == KEYWORD_GOAL &&
            !term_is_variable(rule->head->args[1]))
            judge_goal_value(lint, rule->head->args[1],
                             rule->head_form->items[2]->span);
    }
}
