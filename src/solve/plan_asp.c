/* plan_asp.c - plans as answer sets (Thielscher, ICLP 2009)
 *
 * In:   a Game and a position of it
 * Out:  the text of an answer set program
 * Next: solve/by_clingo.c
 *
 * Answer Set Programming for Single-Player Games in General Game Playing.
 */
#include "solve/plan_asp.h"

#include "analysis/domain.h"
#include "asp/asp.h"

#include <stdlib.h>

/* ---- programs ---- */

void plays_program(Text *out, const Game *game, const Position *start,
                   size_t horizon)
{
    Asp *asp =
        asp_new(game, &(AspOptions){.kind = ASP_EXTENSION, .horizon = horizon});
    asp_rules(out, asp);
    asp_position(out, asp, start->features, start->count);
    asp_legal(out, asp);
    asp_free(asp);
}

void plan_program(Text *out, const Game *game, const Position *start,
                  const Term *role, int value, size_t horizon)
{
    Asp *asp =
        asp_new(game, &(AspOptions){.kind = ASP_PLAN, .horizon = horizon});
    asp_rules(out, asp);
    asp_position(out, asp, start->features, start->count);
    asp_legal(out, asp);
    asp_plan_end(out, asp, role, value);
    text_adds(out, "#show does/3.\n");
    asp_free(asp);
}

void multi_shot_program(Text *out, const Game *game, const Position *start,
                        const Term *role, int value, size_t max_length)
{
    Asp *asp =
        asp_new(game, &(AspOptions){.kind = ASP_PLAN, .horizon = max_length});
    asp_multi_shot(out, asp, start->features, start->count, role, value);
    text_adds(out, "#show does/3.\n");
    asp_free(asp);
}

/* ---- values ---- */

int highest_goal(const Game *game)
{
    RelationId goal = game->keyword[KEYWORD_GOAL];
    if (goal == NO_RELATION)
        return -1;
    Domains *domains = domains_new(game, DOMAINS_DIRECTED);
    const Domain *values = domains->relation[goal][1];
    int highest = NO_GOAL_VALUE;
    for (size_t i = 0; i < values->count; i++) {
        const Shape *shape = &values->shapes[i];
        const Term *term =
            shape->arity ? NULL : term_constant(game->terms, shape->symbol);
        if (term && goal_value(term) > highest)
            highest = goal_value(term);
    }
    if (values->endless)
        highest = 100;
    domains_free(domains);
    return highest;
}
