/* asp_cone.c - which rules are needed at which level
 *
 * In:   a Game, and what is asked of it
 * Out:  the clauses that matter, level by level
 * Next: asp/asp.c writes them
 *
 * One bit for each relation and for each symbol that features have, at each
 * level; static relations use level 0. Rounds over all clauses until nothing is
 * added.
 */
#include "asp/asp_cone.h"

struct AspCone {
    const Game *game;
    size_t level_count;
    bool is_endless; /* all levels are one */
    /* By level: relations; then features by the number of their symbol, those
     * whose symbol is not in the rules last. */
    bool **is_needed;
    bool has_changed;
};

static size_t item_count(const AspCone *cone)
{
    return cone->game->relation_count + cone->game->symbol_count + 1;
}

static size_t feature_item(const AspCone *cone, const Term *feature)
{
    size_t symbol_count = cone->game->symbol_count,
           symbol = feature->symbol->id;
    return cone->game->relation_count +
           (symbol < symbol_count ? symbol : symbol_count);
}

static size_t next_level(const AspCone *cone, size_t level)
{
    return cone->is_endless ? level : level + 1;
}

/* ---- asking ---- */

static void need_item(AspCone *cone, size_t item, size_t level)
{
    if (level >= cone->level_count)
        return;
    if (item < cone->game->relation_count &&
        cone->game->relations[item].changes_with == CHANGES_NEVER)
        level = 0;
    cone->has_changed = cone->has_changed || !cone->is_needed[level][item];
    cone->is_needed[level][item] = true;
}

void asp_cone_need(AspCone *cone, RelationId relation, size_t level)
{
    if (relation != NO_RELATION)
        need_item(cone, relation, level);
}

void asp_cone_need_feature(AspCone *cone, const Term *feature, size_t level)
{
    if (!term_is_variable(feature))
        need_item(cone, feature_item(cone, feature), level);
    for (size_t i = cone->game->relation_count;
         term_is_variable(feature) && i < item_count(cone); i++)
        need_item(cone, i, level);
}

void asp_cone_need_all(AspCone *cone)
{
    for (size_t level = 0; level < cone->level_count; level++)
        for (size_t i = 0; i < item_count(cone); i++)
            need_item(cone, i, level);
}

/* ---- following the rules ---- */

bool asp_cone_has_feature(const AspCone *cone, const Term *feature,
                          size_t level)
{
    if (level >= cone->level_count)
        return false;
    if (!term_is_variable(feature))
        return cone->is_needed[level][feature_item(cone, feature)];
    for (size_t i = cone->game->relation_count; i < item_count(cone); i++)
        if (cone->is_needed[level][i])
            return true;
    return false;
}

bool asp_cone_has_clause(const AspCone *cone, const Clause *clause,
                         size_t level)
{
    const Relation *relation = &cone->game->relations[clause->relation];
    if (relation->keyword == KEYWORD_NEXT)
        return asp_cone_has_feature(cone, clause->head->args[0],
                                    next_level(cone, level));
    if (relation->changes_with == CHANGES_NEVER)
        return cone->is_needed[0][clause->relation];
    /* moves are made between two levels: there is none after the last */
    if (relation->changes_with == CHANGES_WITH_MOVES &&
        next_level(cone, level) >= cone->level_count)
        return false;
    return level < cone->level_count &&
           cone->is_needed[level][clause->relation];
}

/* Asks for what the body of CLAUSE reads at LEVEL. */
static void need_body(AspCone *cone, const Clause *clause, size_t level)
{
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_DISTINCT)
            continue;
        switch (cone->game->relations[literal->relation].keyword) {
        case KEYWORD_TRUE:
            asp_cone_need_feature(cone, literal->atom->args[0], level);
            break;
        case KEYWORD_NEXT:
            asp_cone_need_feature(cone, literal->atom->args[0],
                                  next_level(cone, level));
            break;
        default:
            asp_cone_need(cone, literal->relation, level);
        }
    }
}

void asp_cone_close(AspCone *cone)
{
    do {
        cone->has_changed = false;
        for (size_t level = cone->level_count; level-- > 0;)
            for (size_t i = cone->game->clause_count; i-- > 0;)
                if (asp_cone_has_clause(cone, &cone->game->clauses[i], level))
                    need_body(cone, &cone->game->clauses[i], level);
    } while (cone->has_changed);
}

AspCone *asp_cone_new(Arena *arena, const Game *game, size_t horizon)
{
    AspCone *cone = arena_alloc(arena, sizeof *cone);
    cone->game = game;
    cone->is_endless = horizon == ASP_CONE_ENDLESS;
    cone->level_count = cone->is_endless ? 1 : horizon + 1;
    cone->is_needed = arena_array(arena, bool *, cone->level_count);
    for (size_t level = 0; level < cone->level_count; level++)
        cone->is_needed[level] = arena_array(arena, bool, item_count(cone));
    return cone;
}
