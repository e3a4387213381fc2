/* asp_cone.c - which rules are needed at which level
 *
 * In:   a Game, and what is asked of it
 * Out:  the clauses that matter, level by level
 * Next: asp/asp.c writes them
 *
 * One bit for each relation and each kind of feature at each level; static
 * relations use level 0. Rounds over all clauses until nothing is added.
 */
#include "asp/asp_cone.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const Symbol *symbol;
    size_t arity;
} Kind; /* of features */

typedef VEC(Kind) Kinds;

struct AspCone {
    const Game *game;
    size_t levels;
    const Kind *kinds;
    size_t kind_count;
    bool **relation, **feature; /* [level][relation or kind] */
    bool endless;               /* all levels are one */
    bool changed;
};

/* ---- kinds of features ---- */

enum { ANY_KIND = -1 };

static int kind_of(const AspCone *cone, const Term *feature)
{
    for (size_t i = 0; !term_is_variable(feature) && i < cone->kind_count; i++)
        if (cone->kinds[i].symbol == feature->symbol &&
            cone->kinds[i].arity == feature->arity)
            return (int)i;
    return ANY_KIND;
}

static bool is_feature_atom(const Game *game, RelationId relation)
{
    Keyword keyword = game->relations[relation].keyword;
    return keyword == KEYWORD_TRUE || keyword == KEYWORD_NEXT ||
           keyword == KEYWORD_INIT;
}

static void add_kind(Kinds *kinds, const Term *feature)
{
    if (term_is_variable(feature))
        return;
    for (size_t i = 0; i < kinds->count; i++)
        if (kinds->items[i].symbol == feature->symbol &&
            kinds->items[i].arity == feature->arity)
            return;
    vec_push(kinds, (Kind){feature->symbol, feature->arity});
}

static void find_kinds(AspCone *cone, Arena *arena)
{
    Kinds kinds = {0};
    const Game *game = cone->game;
    each_clause (clause, game) {
        if (is_feature_atom(game, clause->relation))
            add_kind(&kinds, clause->head->args[0]);
        each_literal (literal, clause)
            if (literal->kind != LITERAL_DISTINCT &&
                is_feature_atom(game, literal->relation))
                add_kind(&kinds, literal->atom->args[0]);
    }
    cone->kind_count = kinds.count;
    cone->kinds = vec_finish(&kinds, arena);
}

/* ---- asking ---- */

static void set(AspCone *cone, bool *bit)
{
    cone->changed = cone->changed || !*bit;
    *bit = true;
}

static size_t level_of(const AspCone *cone, RelationId relation, size_t level)
{
    return cone->game->relations[relation].phase == PHASE_STATIC ? 0 : level;
}

static size_t behind(const AspCone *cone, size_t level)
{
    return cone->endless ? level : level + 1;
}

void asp_cone_need(AspCone *cone, RelationId relation, size_t level)
{
    if (relation != NO_RELATION && level < cone->levels)
        set(cone, &cone->relation[level_of(cone, relation, level)][relation]);
}

void asp_cone_need_feature(AspCone *cone, const Term *feature, size_t level)
{
    int kind = kind_of(cone, feature);
    if (level >= cone->levels)
        return;
    for (size_t i = 0; i < cone->kind_count; i++)
        if (kind == ANY_KIND ? term_is_variable(feature) : i == (size_t)kind)
            set(cone, &cone->feature[level][i]);
}

void asp_cone_need_all(AspCone *cone)
{
    for (size_t level = 0; level < cone->levels; level++) {
        for (RelationId id = 0; id < cone->game->relation_count; id++)
            asp_cone_need(cone, id, level);
        for (size_t i = 0; i < cone->kind_count; i++)
            set(cone, &cone->feature[level][i]);
    }
}

/* ---- following the rules ---- */

bool asp_cone_has(const AspCone *cone, RelationId relation, size_t level)
{
    return level < cone->levels &&
           cone->relation[level_of(cone, relation, level)][relation];
}

bool asp_cone_has_feature(const AspCone *cone, const Term *feature,
                          size_t level)
{
    if (level >= cone->levels)
        return false;
    int kind = kind_of(cone, feature);
    if (kind != ANY_KIND)
        return cone->feature[level][kind];
    for (size_t i = 0; term_is_variable(feature) && i < cone->kind_count; i++)
        if (cone->feature[level][i])
            return true;
    return false;
}

bool asp_cone_has_clause(const AspCone *cone, const Clause *clause,
                         size_t level)
{
    const Relation *relation = &cone->game->relations[clause->relation];
    if (relation->keyword == KEYWORD_NEXT)
        return asp_cone_has_feature(cone, clause->head->args[0],
                                    behind(cone, level));
    /* moves are made between two levels: there is none after the last */
    if (relation->phase == PHASE_MOVE && behind(cone, level) >= cone->levels)
        return false;
    return asp_cone_has(cone, clause->relation, level);
}

static void follow(AspCone *cone, const Clause *clause, size_t level)
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
                                  behind(cone, level));
            break;
        default:
            asp_cone_need(cone, literal->relation, level);
        }
    }
}

void asp_cone_close(AspCone *cone)
{
    do {
        cone->changed = false;
        for (size_t level = cone->levels; level-- > 0;)
            for (size_t i = cone->game->clause_count; i-- > 0;)
                if (asp_cone_has_clause(cone, &cone->game->clauses[i], level))
                    follow(cone, &cone->game->clauses[i], level);
    } while (cone->changed);
}

AspCone *asp_cone_new(Arena *arena, const Game *game, size_t horizon)
{
    AspCone *cone = arena_alloc(arena, sizeof *cone);
    cone->game = game;
    cone->endless = horizon == ASP_CONE_ENDLESS;
    cone->levels = cone->endless ? 1 : horizon + 1;
    find_kinds(cone, arena);
    cone->relation = arena_array(arena, bool *, cone->levels);
    cone->feature = arena_array(arena, bool *, cone->levels);
    for (size_t level = 0; level < cone->levels; level++) {
        cone->relation[level] = arena_array(arena, bool, game->relation_count);
        cone->feature[level] = arena_array(arena, bool, cone->kind_count);
    }
    return cone;
}
