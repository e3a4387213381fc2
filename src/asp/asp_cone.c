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

struct AspCone {
    const Game *game;
    size_t level_count;
    TermList kinds; /* of features: the first of each name and arity; all that
                     * rules only reach by a variable, next(X), are one more */
    bool **needs_relation, **needs_feature; /* [level][relation or kind] */
    bool is_endless;                        /* all levels are one */
    bool has_changed;
};

/* ---- kinds of features: name and arity ---- */

/* kinds.count if there is none of its name and arity. */
static size_t find_kind(TermList kinds, const Term *feature)
{
    size_t kind = 0;
    while (kind < kinds.count &&
           (kinds.items[kind]->symbol != feature->symbol ||
            kinds.items[kind]->arity != feature->arity))
        kind++;
    return kind;
}

static void add_kind(TermVec *kinds, Keyword keyword, const Term *atom)
{
    if (is_feature_keyword(keyword) && !term_is_variable(atom->args[0]) &&
        find_kind((TermList){kinds->items, kinds->count}, atom->args[0]) ==
            kinds->count)
        vec_push(kinds, atom->args[0]);
}

static TermList find_kinds(const Game *game, Arena *arena)
{
    TermVec kinds = {0};
    each_clause (clause, game) {
        add_kind(&kinds, clause_keyword(game, clause), clause->head);
        each_literal (literal, clause)
            add_kind(&kinds, literal_keyword(game, literal), literal->atom);
    }
    size_t count = kinds.count;
    return (TermList){vec_finish(&kinds, arena), count};
}

/* ---- asking ---- */

/* Sets a bit of the cone, and notes whether that is new. */
static void set_needed(AspCone *cone, bool *is_needed)
{
    cone->has_changed = cone->has_changed || !*is_needed;
    *is_needed = true;
}

static size_t relation_level(const AspCone *cone, RelationId relation,
                             size_t level)
{
    return cone->game->relations[relation].changes_with == CHANGES_NEVER
               ? 0
               : level;
}

static size_t next_level(const AspCone *cone, size_t level)
{
    return cone->is_endless ? level : level + 1;
}

void asp_cone_need(AspCone *cone, RelationId relation, size_t level)
{
    if (relation != NO_RELATION && level < cone->level_count)
        set_needed(cone, &cone->needs_relation[relation_level(
                             cone, relation, level)][relation]);
}

void asp_cone_need_feature(AspCone *cone, const Term *feature, size_t level)
{
    bool is_variable = term_is_variable(feature);
    size_t kind = is_variable ? 0 : find_kind(cone->kinds, feature);
    if (level >= cone->level_count)
        return;
    for (size_t i = 0; i <= cone->kinds.count; i++)
        if (is_variable || i == kind)
            set_needed(cone, &cone->needs_feature[level][i]);
}

void asp_cone_need_all(AspCone *cone)
{
    for (size_t level = 0; level < cone->level_count; level++) {
        for (RelationId id = 0; id < cone->game->relation_count; id++)
            asp_cone_need(cone, id, level);
        for (size_t i = 0; i <= cone->kinds.count; i++)
            set_needed(cone, &cone->needs_feature[level][i]);
    }
}

/* ---- following the rules ---- */

static bool has_relation(const AspCone *cone, RelationId relation, size_t level)
{
    return level < cone->level_count && cone->needs_relation[relation_level(
                                            cone, relation, level)][relation];
}

bool asp_cone_has_feature(const AspCone *cone, const Term *feature,
                          size_t level)
{
    if (level >= cone->level_count)
        return false;
    if (!term_is_variable(feature))
        return cone->needs_feature[level][find_kind(cone->kinds, feature)];
    for (size_t i = 0; i <= cone->kinds.count; i++)
        if (cone->needs_feature[level][i])
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
    /* moves are made between two levels: there is none after the last */
    if (relation->changes_with == CHANGES_WITH_MOVES &&
        next_level(cone, level) >= cone->level_count)
        return false;
    return has_relation(cone, clause->relation, level);
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
    cone->kinds = find_kinds(game, arena);
    cone->needs_relation = arena_array(arena, bool *, cone->level_count);
    cone->needs_feature = arena_array(arena, bool *, cone->level_count);
    for (size_t level = 0; level < cone->level_count; level++) {
        cone->needs_relation[level] =
            arena_array(arena, bool, game->relation_count);
        cone->needs_feature[level] =
            arena_array(arena, bool, cone->kinds.count + 1);
    }
    return cone;
}
