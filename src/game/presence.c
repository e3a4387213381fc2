/* presence.c - what every game has, and goal values */
#include "game/judge.h"

#include "lang/print.h"

#include <stdlib.h>
#include <string.h>

static bool is_defined(const Game *game, Keyword keyword)
{
    RelationId id = game->keyword[keyword];
    return id != NO_RELATION && game->relations[id].defined;
}

static void judge_definitions(const Game *game, Diag *diag)
{
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

bool is_goal_value(const Term *term)
{
    const char *name = term->symbol->name;
    if (term->arity || term_is_variable(term) || strlen(name) > 3)
        return false;
    for (const char *c = name; *c; c++)
        if (!ascii_is_digit(*c))
            return false;
    return atoi(name) <= 100;
}

static void judge_goal_values(const Game *game, Diag *diag)
{
    for (size_t i = 0; i < game->rules->count; i++) {
        const Rule *rule = &game->rules->items[i];
        if (keyword_of(rule->head->symbol, rule->head->arity) != KEYWORD_GOAL)
            continue;
        const Term *value = rule->head->args[1];
        if (term_is_variable(value) || is_goal_value(value))
            continue;
        Text text = {0};
        term_print(&text, value, game->rules->syntax);
        diag_assume(diag, rule->head_form->items[2]->span, "goal-value",
                    "it counts as no value",
                    "a goal value is a whole number from 0 to 100, not %s",
                    text_string(&text));
        text_free(&text);
    }
}

void judge_presence(const Game *game, Diag *diag)
{
    judge_definitions(game, diag);
    judge_goal_values(game, diag);
}
