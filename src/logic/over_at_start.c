/* over_at_start.c - whether a game is over before it begins
 *
 * In:   a Game
 * Out:  the diagnostic over-at-start
 */
#include "logic/model.h"

/* Enough for all but 36 of 708 games by others. Work is counted, not time: what
 * is reported depends on the rules alone. */
enum {
    MAX_FACTS = 100000,
    MAX_JOINS = 50000,
    MAX_CLAUSE_LITERALS = 1000,
    MAX_RECURSIVE_LITERALS = 100, /* a plan for each of them */
};

/* To order the literals of a clause takes more than its length. */
static bool has_long_clause(const Game *game)
{
    each_clause (clause, game)
        if (clause->count > (game->relations[clause->relation].recursive
                                 ? MAX_RECURSIVE_LITERALS
                                 : MAX_CLAUSE_LITERALS))
            return true;
    return false;
}

/* The first rule for terminal is shown: which of them holds is not known. NULL
 * if there is none, or a fact says plainly that the game is over. */
static const Rule *terminal_rule(const Game *game)
{
    const Rule *first = NULL;
    each_clause (clause, game) {
        if (clause->relation != game->keyword[KEYWORD_TERMINAL])
            continue;
        if (!clause->rule->count)
            return NULL;
        first = first ? first : clause->rule;
    }
    return first;
}

void judge_start(const Game *game, Diag *diag)
{
    const Rule *rule = terminal_rule(game);
    if (!rule || has_long_clause(game))
        return;
    Model *model = model_new(game, diag->budget);
    model_limit(model, MAX_FACTS);
    model_limit_joins(model, MAX_JOINS);
    model_add_initial(model);
    bool is_over =
        model_holds(model, game->keyword[KEYWORD_TERMINAL], rule->head);
    if (is_over && !model_failure(model))
        diag_warning(diag, rule->head_form->span, "over-at-start",
                     "the game is over before it begins: terminal holds in "
                     "the first position");
    model_free(model);
}
