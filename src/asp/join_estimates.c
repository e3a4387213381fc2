/* join_estimates.c - about how many instances the body of a clause has
 *
 * In:   the clauses of a Game, and the domains of its arguments
 * Out:  numbers of rows of literals and of their joins
 * Next: asp/asp_split.c compares ways to cut a clause by them
 *
 * As databases do it (Selinger et al. 1979): rows of the relations multiplied,
 * divided by the size of its domain whenever a variable is met again. Start
 * reading at join_rows().
 */
#include "asp/join_estimates.h"

#include <assert.h>
#include <math.h>

/* ---- variables and their domains ---- */

static double domain_size(const Domain *domain)
{
    double size = domain->endless || domain->size == DOMAIN_TOO_MANY
                      ? 1e9
                      : (double)domain->size;
    return size < 1 ? 1 : size;
}

/* The smallest domain that the places of VARIABLE in TERM have, where TERM
 * stands in DOMAIN; SMALLEST if none is smaller than that. */
static const Domain *smaller_domain(const Term *term, const Domain *domain,
                                    const Term *variable,
                                    const Domain *smallest)
{
    if (term == variable)
        return !smallest || domain_size(domain) < domain_size(smallest)
                   ? domain
                   : smallest;
    if (term_is_variable(term) || term_is_ground(term))
        return smallest;
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        if (shape->symbol == term->symbol && shape->arity == term->arity)
            for (size_t k = 0; k < term->arity; k++)
                smallest = smaller_domain(term->args[k], shape->args[k],
                                          variable, smallest);
    }
    return smallest;
}

/* The same for a positive literal of the game. */
static const Domain *smaller_in_literal(const JoinEstimates *estimates,
                                        const Literal *literal,
                                        const Term *variable,
                                        const Domain *smallest)
{
    assert(literal->relation < estimates->game->relation_count);
    const Domain **domains =
        estimates->domains->relation_domains[literal->relation];
    for (size_t i = 0; i < literal->atom->arity; i++)
        smallest = smaller_domain(literal->atom->args[i], domains[i], variable,
                                  smallest);
    return smallest;
}

/* A variable takes the smallest domain of all its places. */
static void find_variable_domains(JoinEstimates *estimates,
                                  const Clause *clause)
{
    assert(clause->variable_count <= MAX_VARIABLES);
    estimates->clause = clause;
    for (size_t i = 0; i < clause->variable_count; i++) {
        const Domain *smallest = NULL;
        for (size_t k = 0; k < clause->count; k++)
            if (clause->body[k].kind == LITERAL_POSITIVE)
                smallest = smaller_in_literal(estimates, &clause->body[k],
                                              clause->variables[i], smallest);
        estimates->smallest[i] = smallest;
        estimates->sizes[i] = smallest ? domain_size(smallest) : INFINITY;
    }
}

/* In how many ways all variables of SET can be given values. */
double count_assignments(const JoinEstimates *estimates, VariableSet set)
{
    double product = 1;
    for (; set; set &= set - 1)
        product *= estimates->sizes[__builtin_ctzll(set)];
    return product;
}

/* ---- rows ---- */

/* About how many instances a positive literal has: those of its
 * relation that have its constants, and no more than its variables allow. */
static double literal_rows(const JoinEstimates *estimates,
                           const Literal *literal)
{
    const Domain **domains =
        estimates->domains->relation_domains[literal->relation];
    double rows = estimates->rows[literal->relation];
    for (size_t i = 0; i < literal->atom->arity; i++)
        if (term_is_ground(literal->atom->args[i]))
            rows /= domain_size(domains[i]);
    VariableSet set = clause_variables(estimates->clause, literal->atom);
    rows = fmin(rows, count_assignments(estimates, set));
    return fmax(rows, 1);
}

/* How many times more rows there are when PART is joined to what has the
 * variables BOUND_VARIABLES. Never less than one: that one literal excludes
 * what others allow would be a guess, and a bad one where literals say the same
 * twice. */
static double join_factor(const JoinEstimates *estimates, const JoinPart *part,
                          VariableSet bound_variables)
{
    return fmax(part->rows / count_assignments(estimates,
                                               part->shared & bound_variables),
                1);
}

/* The instances of the positive literals in BODY, joined one by one, always
 * the one that brings least. */
double join_rows(const JoinEstimates *estimates, const JoinParts *body)
{
    double rows = 1;
    VariableSet bound_variables = 0;
    bool is_joined[MAX_PARTS] = {false};
    assert(body->count <= MAX_PARTS);
    for (;;) {
        size_t next_part = body->count;
        double least_factor = INFINITY;
        for (size_t i = 0; i < body->count; i++) {
            const JoinPart *part = &body->items[i];
            if (is_joined[i] || part->literal.kind != LITERAL_POSITIVE)
                continue;
            double factor = join_factor(estimates, part, bound_variables);
            if (factor < least_factor) {
                least_factor = factor;
                next_part = i;
            }
        }
        if (next_part == body->count)
            return fmin(rows, count_assignments(estimates, bound_variables));
        is_joined[next_part] = true;
        rows *= least_factor;
        bound_variables |= body->items[next_part].shared;
    }
}

VariableSet body_variables(const JoinParts *parts, bool only_positive)
{
    VariableSet set = 0;
    for (size_t i = 0; i < parts->count; i++)
        if (!only_positive || parts->items[i].literal.kind == LITERAL_POSITIVE)
            set |= parts->items[i].variables;
    return set;
}

/* A variable that occurs in one literal only is projected away by gringo. */
void find_shared(const JoinEstimates *estimates, JoinParts *body,
                 VariableSet head_variables)
{
    for (size_t i = 0; i < body->count; i++) {
        JoinPart *part = &body->items[i];
        VariableSet elsewhere_variables = head_variables;
        for (size_t k = 0; k < body->count; k++)
            elsewhere_variables |= k == i ? 0 : body->items[k].variables;
        part->shared = part->variables & elsewhere_variables;
        if (part->literal.kind == LITERAL_POSITIVE)
            part->rows =
                fmin(part->rows, count_assignments(estimates, part->shared));
    }
}

/* How many values the literals of PARTS leave VARIABLE. */
double count_values(const JoinEstimates *estimates, const JoinParts *parts,
                    size_t variable)
{
    const Domain *smallest = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        const JoinPart *part = &parts->items[i];
        if (part->literal.kind != LITERAL_POSITIVE ||
            !(part->variables >> variable & 1))
            continue;
        if (part->is_domain ||
            part->literal.relation >= estimates->game->relation_count)
            return estimates->sizes[variable];
        smallest = smaller_in_literal(estimates, &part->literal,
                                      estimates->clause->variables[variable],
                                      smallest);
    }
    return smallest ? domain_size(smallest) : INFINITY;
}

JoinParts estimate_body(JoinEstimates *estimates, const Clause *clause)
{
    JoinParts body = {0};
    find_variable_domains(estimates, clause);
    for (size_t i = 0; i < clause->count; i++) {
        JoinPart part = {.literal = clause->body[i],
                         .variables =
                             clause_variables(clause, clause->body[i].atom)};
        if (part.literal.kind == LITERAL_POSITIVE)
            part.rows = literal_rows(estimates, &part.literal);
        vec_push(&body, part);
    }
    find_shared(estimates, &body, clause_variables(clause, clause->head));
    return body;
}

bool is_moderate(const Clause *clause)
{
    return clause->variable_count <= MAX_VARIABLES &&
           clause->count < MAX_LITERALS;
}

/* What the domains of its arguments allow a relation to have. */
static double domain_rows(const JoinEstimates *estimates, RelationId id)
{
    double rows = 1;
    for (size_t i = 0; i < estimates->game->relations[id].arity; i++)
        rows *= domain_size(estimates->domains->relation_domains[id][i]);
    return rows;
}

static double clause_rows(JoinEstimates *estimates, const Clause *clause)
{
    if (!is_moderate(clause))
        return 1e18;
    JoinParts body = estimate_body(estimates, clause);
    double rows = join_rows(estimates, &body);
    rows = fmin(rows, count_assignments(
                          estimates, clause_variables(clause, clause->head)));
    vec_free(&body);
    return rows;
}

/* A relation has no more than its clauses give it, and groups come in an order
 * in which those that a clause asks for are known. Recursive ones have what
 * their domains allow. */
static void find_rows(JoinEstimates *estimates, Arena *arena)
{
    const Game *game = estimates->game;
    double *sums = arena_array(arena, double, game->relation_count);
    estimates->rows = arena_array(arena, double, game->relation_count);
    for (RelationId id = 0; id < game->relation_count; id++)
        estimates->rows[id] = domain_rows(estimates, id);
    for (size_t i = 0; i < game->group_count; i++)
        for (size_t k = 0; k < game->groups[i].count; k++) {
            const Clause *clause = &game->clauses[game->groups[i].clauses[k]];
            RelationId id = clause->relation;
            if (game->relations[id].recursive)
                continue;
            sums[id] += clause_rows(estimates, clause);
            estimates->rows[id] =
                fmin(domain_rows(estimates, id), fmax(sums[id], 1));
        }
}

void estimates_init(JoinEstimates *estimates, const Game *game, Arena *arena)
{
    *estimates = (JoinEstimates){
        .game = game, .domains = domains_new(game, DOMAINS_DIRECTED)};
    find_rows(estimates, arena);
}

void estimates_free(JoinEstimates *estimates)
{
    domains_free(estimates->domains);
}
