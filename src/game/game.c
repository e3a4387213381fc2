/* game.c - from rules to a game that can be used
 *
 * In:   Rules
 * Out:  a Game, or NULL with diagnostics
 * Next: analysis/, ground/ and sim/
 */
#include "game/game.h"

#include "game/judge.h"

#include <string.h>

/* GDL-II has percepts, and a role that plays at random. */
static bool has_imperfect_information(const Game *game)
{
    RelationId sees = game->keyword[KEYWORD_SEES];
    if (sees != NO_RELATION && game->relations[sees].defined)
        return true;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        if (game->relations[clause->relation].keyword == KEYWORD_ROLE &&
            strcmp(clause->head->args[0]->symbol->name, "random") == 0)
            return true;
    }
    return false;
}

void game_order(Game *game, Diag *diag)
{
    find_dependencies(game);
    make_groups(game, diag);
}

const Game *game_load(const Rules *rules, Diag *diag)
{
    /* Where reading failed, parts of the text are missing: what seems absent
     * or unused then may stand there. */
    bool damaged = !diag_usable(diag);
    Game *game = arena_alloc(rules->arena, sizeof *game);
    game->arena = rules->arena;
    game->rules = rules;
    game->terms = rules->terms;
    game->symbol_count = terms_symbol_count(rules->terms);
    find_relations(game);
    judge_keywords(game, diag);
    make_clauses(game, diag);
    judge_safety(game, diag);
    if (diag->stopped)
        return NULL;
    game_order(game, diag);
    judge_dependencies(game, diag);
    judge_recursion(game, diag);
    judge_arithmetic(rules, diag);
    judge_goal_values(game, diag);
    judge_names(game, diag);
    if (!damaged && !diag->stopped) {
        judge_presence(game, diag);
        judge_habits(game, diag);
    }
    diag_sort(diag);
    game->has_imperfect_information = has_imperfect_information(game);
    return diag_usable(diag) ? game : NULL;
}
