/* revealed_moves.c - moves of other roles that percepts reveal
 *
 * In:   the rules for sees, a role's move and percepts
 * Out:  moves of other roles that follow from these alone
 * Next: know/exact_filter.c
 *
 * A percept was derived by a rule whose head matches it. If all these rules
 * have the same condition does(R,M), then R made move M. Start reading at
 * revealed_moves().
 */
#include "know/revealed_moves.h"

#include <assert.h>
#include <string.h>

/* Whether TERM is an instance of PATTERN, a term of CLAUSE. VALUES are those of
 * the variables of CLAUSE; one that has none yet stands for itself. */
static bool match_term(const Clause *clause, const Term **values,
                       const Term *pattern, const Term *term)
{
    if (term_is_ground(pattern))
        return pattern == term;
    if (term_is_variable(pattern)) {
        const Term **value = &values[clause_variable(clause, pattern)];
        if (*value == pattern)
            *value = term;
        return *value == term;
    }
    if (pattern->symbol != term->symbol || pattern->arity != term->arity)
        return false;
    for (size_t i = 0; i < pattern->arity; i++)
        if (!match_term(clause, values, pattern->args[i], term->args[i]))
            return false;
    return true;
}

/* The move of ROLE that CLAUSE requires to derive sees(OBSERVER,PERCEPT). False
 * if it cannot derive that; *MOVE is NULL if it requires no move of ROLE. */
static bool required_move(const Game *game, const Clause *clause,
                          const Term *observer, const Term *percept,
                          const Term *role, const Term **move, Arena *arena)
{
    size_t count = clause->variable_count;
    const Term **values =
        arena_copy(arena, clause->variables, count * sizeof *values);
    *move = NULL;
    if (!match_term(clause, values, clause->head->args[0], observer) ||
        !match_term(clause, values, clause->head->args[1], percept))
        return false;
    for (size_t i = 0; i < clause->count && !*move; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind != LITERAL_POSITIVE ||
            literal->relation != game->keyword[KEYWORD_DOES])
            continue;
        const Term *does = term_substitute(game->terms, literal->atom, count,
                                           clause->variables, values);
        if (term_is_ground(does) && does->args[0] == role)
            *move = does->args[1];
    }
    return true;
}

/* The move of ROLE that all clauses for sees(OBSERVER,PERCEPT) require, or
 * NULL. */
static const Term *revealed_by_percept(const Game *game, const Term *observer,
                                       const Term *percept, const Term *role,
                                       Arena *arena)
{
    const Term *revealed = NULL;
    each_clause (clause, game) {
        const Term *move;
        if (clause->relation != game->keyword[KEYWORD_SEES] ||
            !required_move(game, clause, observer, percept, role, &move, arena))
            continue;
        if (!move || (revealed && revealed != move))
            return NULL;
        revealed = move;
    }
    return revealed;
}

const Term *const *revealed_moves(const Game *game, const Engine *engine,
                                  const Observation *observation, Arena *arena)
{
    size_t role_count = engine_roles(engine);
    const Term **revealed = arena_array(arena, const Term *, role_count);
    for (size_t i = 0; i < role_count; i++)
        for (size_t k = 0; k < observation->percepts.count && !revealed[i]; k++)
            revealed[i] = revealed_by_percept(
                game, engine_role(engine, observation->role),
                observation->percepts.items[k], engine_role(engine, i), arena);
    revealed[observation->role] = observation->move;
    return revealed;
}
