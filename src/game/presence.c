/* presence.c - what every game has, and goal values */
#include "game/judge.h"

#include "lang/print.h"

#include <stdio.h>

static bool is_defined(const Game *game, Keyword keyword)
{
    RelationId id = game->keyword[keyword];
    return id != NO_RELATION && game->relations[id].defined;
}

void judge_presence(Lint *lint)
{
    const Game *game = lint->game;
    Diag *diag = lint->diag;
    Span whole = {game->rules->source, 0, 0};
    if (!is_defined(game, KEYWORD_ROLE))
        diag_error(diag, whole, "no-role", "the rules name no role");
    if (!is_defined(game, KEYWORD_LEGAL))
        diag_error(diag, whole, "no-legal",
                   "no rule says which moves are legal");
    if (!is_defined(game, KEYWORD_TERMINAL))
        diag_assume(diag, whole, "no-terminal", "the game never ends",
                    "no rule says when the game ends");
    if (!is_defined(game, KEYWORD_GOAL))
        diag_assume(diag, whole, "no-goal", "nobody is given a value",
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
