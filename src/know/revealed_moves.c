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

/* Values of the variables of a clause, NULL if unbound. */
typedef struct {
    const Clause *clause;
    const Term **values;
} Binding;

static bool match_term(Binding *binding, const Term *pattern, const Term *term)
{
    if (term_is_ground(pattern))
        return pattern == term;
    if (term_is_variable(pattern)) {
        size_t i = clause_variable(binding->clause, pattern);
        if (binding->values[i])
            return binding->values[i] == term;
        binding->values[i] = term;
        return true;
    }
    if (pattern->symbol != term->symbol || pattern->arity != term->arity)
        return false;
    for (size_t i = 0; i < pattern->arity; i++)
        if (!match_term(binding, pattern->args[i], term->args[i]))
            return false;
    return true;
}

/* The instance of PATTERN, or NULL if it still has a variable. */
static const Term *substitute(const Game *game, const Binding *binding,
                              const Term *pattern, Arena *arena)
{
    const Clause *clause = binding->clause;
    const Term **from =
        arena_array(arena, const Term *, clause->variable_count);
    const Term **to = arena_array(arena, const Term *, clause->variable_count);
    size_t count = 0;
    for (size_t i = 0; i < clause->variable_count; i++)
        if (binding->values[i]) {
            from[count] = clause->variables[i];
            to[count++] = binding->values[i];
        }
    const Term *instance =
        term_substitute(game->terms, pattern, count, from, to);
    return term_is_ground(instance) ? instance : NULL;
}

/* The move of ROLE that CLAUSE requires to derive sees(OBSERVER,PERCEPT). False
 * if it cannot derive that; *MOVE is NULL if it requires no move of ROLE. */
static bool required_move(const Game *game, const Clause *clause,
                          const Term *observer, const Term *percept,
                          const Term *role, const Term **move, Arena *arena)
{
    Binding binding = {
        clause, arena_array(arena, const Term *, clause->variable_count)};
    *move = NULL;
    if (!match_term(&binding, clause->head->args[0], observer) ||
        !match_term(&binding, clause->head->args[1], percept))
        return false;
    for (size_t i = 0; i < clause->count && !*move; i++) {
        const Literal *literal = &clause->body[i];
        if (literal->kind != LITERAL_POSITIVE ||
            literal->relation != game->keyword[KEYWORD_DOES])
            continue;
        const Term *does = substitute(game, &binding, literal->atom, arena);
        if (does && does->args[0] == role)
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
