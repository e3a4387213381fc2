/* game_check.c - what game.h promises of a Game, checked in debug builds */
#include "game/judge.h"

#include <assert.h>

static void check_clause(const Game *game, const Clause *clause)
{
    const Relation *relation = &game->relations[clause->relation];
    assert(clause->relation < game->relation_count);
    assert(relation->symbol == clause->head->symbol);
    assert(relation->arity == clause->head->arity);
    for (size_t i = 0; i < clause->variable_count; i++)
        assert(is_bound(clause, clause->variables[i])); /* it is safe */
    each_literal (literal, clause) {
        assert((literal->kind == LITERAL_DISTINCT) ==
               (literal->relation == NO_RELATION));
        assert(literal->kind == LITERAL_DISTINCT ||
               game->relations[literal->relation].changes_with <=
                   relation->changes_with);
    }
}

/* What a literal can match is in its group or an earlier one; in an earlier one
 * if it is negative. */
static void check_order(const Game *game, const size_t *group_of)
{
    enum { MAX_CHECKED_CLAUSES = 1000 }; /* each is compared with each */
    if (game->clause_count > MAX_CHECKED_CLAUSES)
        return;
    each_clause (clause, game)
        each_literal (literal, clause)
            each_clause (other, game)
                assert(other->relation != literal->relation ||
                       !term_can_match(literal->atom, other->head) ||
                       group_of[other - game->clauses] +
                               (literal->kind == LITERAL_NEGATIVE) <=
                           group_of[clause - game->clauses]);
}

void game_check(const Game *game)
{
    Arena *scratch = arena_new();
    size_t *group_of = arena_array(scratch, size_t, game->clause_count);
    size_t grouped = 0;
    each_clause (clause, game)
        check_clause(game, clause);
    for (size_t i = 0; i < game->group_count; i++)
        for (size_t k = 0; k < game->groups[i].count; k++, grouped++)
            group_of[game->groups[i].clauses[k]] = i;
    assert(grouped == game->clause_count); /* each is in one group */
    check_order(game, group_of);
    assert(game->keyword[KEYWORD_ROLE] != NO_RELATION);
    arena_free(scratch);
}
