/* plan_asp.c - plans as answer sets (Thielscher, ICLP 2009)
 *
 * In:   a Game and a position of it
 * Out:  the text of an answer set program
 * Next: solve/by_clingo.c
 *
 * Answer Set Programming for Single-Player Games in General Game Playing.
 */
#include "solve/plan_asp.h"

#include "asp/asp.h"

#include <stdlib.h>

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
