/* recursion.c - the recursion restriction of the GDL report
 *
 * It keeps the consequences of the rules finite although there are functions.
 * For a clause with head p and a body atom q in a cycle with p, each argument
 * of q is ground, or is an argument of the head, or is an argument of a body
 * atom that is in no cycle with p.
 */
#include "game/judge.h"

#include "lang/print.h"

static bool is_cyclic(const Game *game, const Clause *clause,
                      const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].component ==
               game->relations[clause->relation].component;
}

static bool is_restricted(const Game *game, const Clause *clause,
                          const Term *argument)
{
    if (term_is_ground(argument) ||
        terms_contain(clause->head->args, clause->head->arity, argument))
        return true;
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_POSITIVE &&
            !is_cyclic(game, clause, literal) &&
            terms_contain(literal->atom->args, literal->atom->arity, argument))
            return true;
    }
    return false;
}

static void judge_literal(const Game *game, const Clause *clause,
                          const Literal *literal, Diag *diag)
{
    for (size_t i = 0; i < literal->atom->arity; i++) {
        const Term *argument = literal->atom->args[i];
        if (is_restricted(game, clause, argument))
            continue;
        diag_assume(diag, form_find(literal->form, literal->atom, argument),
                    "recursion",
                    "the rules are followed, as long as their consequences "
                    "stay few",
                    "in a recursive rule %s must be an argument of the head "
                    "or of a literal outside the recursion",
                    term_text(diag->arena, argument, game->rules->syntax));
        return; /* one report a literal */
    }
}

/* Added or replaced by us (safety.c). */
static bool is_added(const Game *game, const Literal *literal)
{
    return !literal->form || (literal->kind != LITERAL_DISTINCT &&
                              !game->relations[literal->relation].used);
}

typedef VEC(const Form *) Forms;

static bool is_among(const Forms *forms, const Form *form)
{
    for (size_t i = 0; i < forms->count; i++)
        if (forms->items[i] == form)
            return true;
    return false;
}

/* A rule with `or` makes several clauses; a literal is judged once for it. */
void judge_recursion(const Game *game, Diag *diag)
{
    Forms judged = {0}; /* literals of the rule that were found at fault */
    const Rule *rule = NULL;
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++) {
        const Clause *clause = &game->clauses[i];
        if (clause->rule != rule)
            vec_clear(&judged);
        rule = clause->rule;
        if (!game->relations[clause->relation].recursive || !rule)
            continue;
        each_literal (literal, clause) {
            if (is_added(game, literal) || !is_cyclic(game, clause, literal) ||
                is_among(&judged, literal->form))
                continue;
            size_t before = diag->errors;
            judge_literal(game, clause, literal, diag);
            if (diag->errors > before)
                vec_push(&judged, literal->form);
        }
    }
    vec_free(&judged);
}
