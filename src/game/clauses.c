/* clauses.c - rules with flat bodies
 *
 * In:   rules whose bodies nest `or`, `and` and `not`
 * Out:  clauses, each a head and a list of literals
 *
 * `or` is sugar: a rule with one is several rules. Negation is moved down to
 * the atoms; (not (distinct s t)) says s = t and is carried out by
 * substitution. Start reading at make_clauses(), at the end.
 */
#include "game/judge.h"

#include <assert.h>

enum {
    MAX_CASES = 4096,       /* of one rule */
    MAX_EXPANDED = 1000000, /* conditions of all rules multiplied out */
    MAX_VARIABLES = 1000
};

typedef VEC(Literal) Literals;

typedef struct {
    const Term *left, *right;
} Equation;

typedef struct {
    Game *game;
    Diag *diag;
    Arena *scratch;
    VEC(Clause) clauses;
    const Rule *rule;
    Literals body;           /* of the case being built */
    VEC(Equation) equations; /* that it implies: terms to be unified, */
    VEC(Equation) unsolved;  /* and those left to solve in a clause */
    size_t expanded_count;   /* conditions, for MAX_EXPANDED */
} ClauseMaker;

/* What is still to be added to the body: a list of conditions, each perhaps
 * to be negated. */
typedef struct Pending Pending;
struct Pending {
    const Condition *condition;
    bool negated;
    const Pending *next;
};

/* ---- variables ---- */

static void add_variables(const Term *term, TermVec *variables)
{
    if (term_is_ground(term))
        return;
    if (!term_is_variable(term)) {
        for (size_t i = 0; i < term->arity; i++)
            add_variables(term->args[i], variables);
        return;
    }
    if (!terms_contain(variables->items, variables->count, term) &&
        variables->count <= MAX_VARIABLES) /* one too many shows it */
        vec_push(variables, term);
}

void find_variables(Game *game, Clause *clause)
{
    TermVec variables = {0};
    add_variables(clause->head, &variables);
    each_literal (literal, clause)
        add_variables(literal->atom, &variables);
    clause->variable_count = variables.count;
    clause->variables = vec_finish(&variables, game->arena);
}

size_t clause_variable(const Clause *clause, const Term *variable)
{
    size_t i = 0;
    while (i < clause->variable_count && clause->variables[i] != variable)
        i++;
    assert(i < clause->variable_count);
    return i;
}

VariableSet clause_variables(const Clause *clause, const Term *term)
{
    VariableSet set = 0;
    if (term_is_ground(term))
        return 0;
    if (term_is_variable(term))
        return (VariableSet)1 << clause_variable(clause, term);
    for (size_t i = 0; i < term->arity; i++)
        set |= clause_variables(clause, term->args[i]);
    return set;
}

/* ---- equations ---- */

/* In *TERM; false if it grows beyond the limits. */
static bool substitute_in_term(ClauseMaker *maker, const Term **term,
                               const Term *variable, const Term *replacement)
{
    *term =
        term_substitute(maker->game->terms, *term, 1, &variable, &replacement);
    return term_is_moderate(*term);
}

/* In CLAUSE and the equations left to solve. */
static bool substitute_variable(ClauseMaker *maker, Clause *clause,
                                const Term *variable, const Term *replacement)
{
    bool is_moderate =
        substitute_in_term(maker, &clause->head, variable, replacement);
    for (size_t i = 0; i < clause->count && is_moderate; i++)
        is_moderate = substitute_in_term(maker, &clause->body[i].atom, variable,
                                         replacement);
    for (size_t i = 0; i < maker->unsolved.count && is_moderate; i++) {
        Equation *equation = &maker->unsolved.items[i];
        is_moderate =
            substitute_in_term(maker, &equation->left, variable, replacement) &&
            substitute_in_term(maker, &equation->right, variable, replacement);
    }
    if (!is_moderate)
        diag_error(maker->diag, clause->rule->form->span, "too-deep",
                   "the equations of this rule make terms too large");
    return is_moderate;
}

/* Carries out the equations; false if they contradict each other. */
static bool solve_equations(ClauseMaker *maker, Clause *clause)
{
    while (maker->unsolved.count) {
        Equation next = vec_pop(&maker->unsolved);
        const Term *left = next.left, *right = next.right;
        if (left == right)
            continue;
        if (term_is_variable(right)) {
            left = next.right;
            right = next.left;
        }
        if (term_is_variable(left)) {
            if (term_contains(right, left) ||
                !substitute_variable(maker, clause, left, right))
                return false;
        } else if (left->symbol != right->symbol ||
                   left->arity != right->arity) {
            return false;
        } else {
            for (size_t i = 0; i < left->arity; i++) {
                vec_push(&maker->unsolved,
                         (Equation){left->args[i], right->args[i]});
            }
        }
    }
    return true;
}

/* ---- cases ---- */

static void add_clause(ClauseMaker *maker)
{
    Game *game = maker->game;
    const Term *head = maker->rule->head;
    Clause clause = {.rule = maker->rule,
                     .relation = relation_find(game, head->symbol, head->arity),
                     .head = head,
                     .count = maker->body.count};
    clause.body = arena_copy(game->arena, maker->body.items,
                             clause.count * sizeof *clause.body);
    vec_clear(&maker->unsolved);
    vec_append(&maker->unsolved, maker->equations.items,
               maker->equations.count);
    if (!solve_equations(maker, &clause))
        return;
    find_variables(game, &clause);
    if (clause.variable_count > MAX_VARIABLES)
        diag_error(maker->diag, clause.rule->form->span, "too-long",
                   "a rule with more than %d variables", MAX_VARIABLES);
    else
        vec_push(&maker->clauses, clause);
}

static void add_literal(ClauseMaker *maker, const Pending *pending)
{
    const Condition *condition = pending->condition;
    const Term *atom = condition->atom;
    Literal literal = {.atom = atom, .form = condition->form};
    if (condition->kind == CONDITION_DISTINCT) {
        literal.kind = LITERAL_DISTINCT;
        literal.relation = NO_RELATION;
    } else {
        literal.kind = pending->negated ? LITERAL_NEGATIVE : LITERAL_POSITIVE;
        literal.relation =
            relation_find(maker->game, atom->symbol, atom->arity);
    }
    vec_push(&maker->body, literal);
}

static const Pending *prepend(ClauseMaker *maker, const Condition *condition,
                              bool is_negated, const Pending *next)
{
    Pending *pending = arena_alloc(maker->scratch, sizeof *pending);
    *pending = (Pending){condition, is_negated, next};
    return pending;
}

static const Pending *prepend_parts(ClauseMaker *maker, const Pending *pending)
{
    const Condition *condition = pending->condition;
    const Pending *list = pending->next;
    for (size_t i = condition->count; i > 0; i--)
        list = prepend(maker, condition->parts[i - 1], pending->negated, list);
    return list;
}

/* De Morgan: `or`, or a negated `and`, asks for one of its parts. With one
 * part there is nothing to choose. */
static bool is_choice(const Condition *condition, bool is_negated)
{
    return condition->kind == (is_negated ? CONDITION_AND : CONDITION_OR) &&
           condition->count != 1;
}

/* Takes conditions from the list as long as there is one way to go on. The
 * recursion is over choices with several arms: count_cases() bounds them. */
static void expand(ClauseMaker *maker, const Pending *pending)
{
    size_t literal_count = maker->body.count,
           equation_count = maker->equations.count;
    while (pending && !is_choice(pending->condition, pending->negated)) {
        const Condition *condition = pending->condition;
        if (condition->kind == CONDITION_NOT) {
            pending = prepend(maker, condition->parts[0], !pending->negated,
                              pending->next);
        } else if (!condition->atom) {
            pending = prepend_parts(maker, pending);
        } else {
            if (condition->kind == CONDITION_DISTINCT && pending->negated)
                vec_push(&maker->equations,
                         (Equation){condition->atom->args[0],
                                    condition->atom->args[1]});
            else
                add_literal(maker, pending);
            pending = pending->next;
        }
    }
    if (!pending)
        add_clause(maker);
    else
        for (size_t i = 0; i < pending->condition->count; i++)
            expand(maker, prepend(maker, pending->condition->parts[i],
                                  pending->negated, pending->next));
    maker->body.count = literal_count;
    maker->equations.count = equation_count;
}

/* How many clauses a condition makes, or MAX_CASES + 1 if more than that. */
static size_t count_cases(const Condition *condition, bool is_negated)
{
    if (condition->kind == CONDITION_NOT)
        return count_cases(condition->parts[0], !is_negated);
    if (condition->atom)
        return 1;
    bool is_choice_here = is_choice(condition, is_negated);
    size_t case_count = is_choice_here ? 0 : 1;
    for (size_t i = 0; i < condition->count; i++) {
        size_t part_cases = count_cases(condition->parts[i], is_negated);
        case_count =
            is_choice_here ? case_count + part_cases : case_count * part_cases;
        if (case_count > MAX_CASES)
            return MAX_CASES + 1;
    }
    return case_count;
}

static void make_rule_clauses(ClauseMaker *maker, const Rule *rule)
{
    Condition body = {
        .kind = CONDITION_AND, .parts = rule->body, .count = rule->count};
    size_t case_count = count_cases(&body, false);
    if (case_count > 1)
        maker->expanded_count += case_count * rule->count;
    if (case_count > MAX_CASES || maker->expanded_count > MAX_EXPANDED) {
        diag_error(maker->diag, rule->form->span, "too-many-cases",
                   "multiplied out, the or's of this rule make too many rules; "
                   "the limit is %d",
                   MAX_CASES);
        return;
    }
    if (!case_count)
        return;
    ArenaMark mark = arena_mark(maker->scratch);
    maker->rule = rule;
    expand(maker, prepend(maker, &body, false, NULL));
    arena_rewind(maker->scratch, mark);
}

/* A rule for true or does was reported and means nothing. */
static bool defines_input(const Rule *rule)
{
    Keyword keyword = keyword_of_atom(rule->head);
    return keyword == KEYWORD_TRUE || keyword == KEYWORD_DOES;
}

void make_clauses(Game *game, Diag *diag)
{
    ClauseMaker maker = {.game = game, .diag = diag, .scratch = arena_new()};
    for (size_t i = 0; i < game->rules->count && diag_goes_on(diag); i++)
        if (!defines_input(&game->rules->items[i]))
            make_rule_clauses(&maker, &game->rules->items[i]);
    arena_free(maker.scratch);
    vec_free_all(&maker.body, &maker.equations, &maker.unsolved);
    game->clause_count = maker.clauses.count;
    game->clauses = vec_finish(&maker.clauses, game->arena);
}
