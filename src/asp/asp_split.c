/* asp_split.c - rules cut into joins that ground well
 *
 * In:   the clauses of a Game, and the domains of its arguments
 * Out:  more and shorter clauses with the same meaning
 * Next: asp/asp.c writes them
 *
 * gringo writes down a rule once for every way to give its variables values. A
 * part of the body that shares few variables with the rest is better a
 * relation of its own: then the ways add up instead of multiplying. A cut that
 * does not pay is not made, since it only adds atoms.
 *
 * A body is a set of literals with variables. To cut is to take all literals
 * that have some variable which the head does not have, and to give those of
 * their other variables that are needed elsewhere to a new relation. The cut
 * that seems best by the sizes of joins (asp/join_estimates.h) is made first;
 * then both pieces are cut again. Start reading at asp_split(), at the end.
 */
#include "asp/asp_internal.h"
#include "asp/join_estimates.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_PAIRED_VARIABLES = 12 }; /* variables whose pairs are tried, too */

/* A cut has to make a rule cheaper by this factor, and by so many instances. */
static const double MAX_COST_RATIO = 0.7, MIN_INSTANCES_SAVED = 30;

typedef struct {
    const Game *game;
    Arena *arena;
    Game *split_game;
    JoinEstimates estimates;
    VEC(Relation) relations;
    VEC(Clause) clauses;
    RelationId *domain_relation; /* by index of a domain; NO_RELATION: none */
    size_t part_count, domain_count;
} AspSplitter;

/* ---- cutting ---- */

enum { MAX_LISTED_DOMAIN = 1000 }; /* terms that are written down */

/* Says what values the variables of PARTS can have at all, where their
 * literals alone would leave more, or nothing binds them. The facts that say
 * so are gone when gringo is done. */
static void add_domains(const AspSplitter *splitter, JoinParts *parts)
{
    for (VariableSet remaining = body_variables(parts, false); remaining;
         remaining &= remaining - 1) {
        size_t variable = (size_t)__builtin_ctzll(remaining);
        if (!(splitter->estimates.sizes[variable] <= MAX_LISTED_DOMAIN) ||
            count_values(&splitter->estimates, parts, variable) <=
                splitter->estimates.sizes[variable])
            continue;
        JoinPart part = {.literal.kind = LITERAL_POSITIVE,
                         .variables = remaining & -remaining,
                         .rows = splitter->estimates.sizes[variable],
                         .is_domain = true};
        vec_push(parts, part);
    }
}

/* A literal of ELSEWHERE for each variable of PARTS that none of them binds;
 * it holds anyway, since ELSEWHERE stays in the body. */
static void add_binders(JoinParts *parts, const JoinParts *elsewhere)
{
    for (;;) {
        VariableSet unbound =
            body_variables(parts, false) & ~body_variables(parts, true);
        const JoinPart *smallest = NULL;
        if (!unbound)
            return;
        for (size_t i = 0; i < elsewhere->count; i++) {
            const JoinPart *part = &elsewhere->items[i];
            if (part->literal.kind == LITERAL_POSITIVE &&
                (part->variables & unbound & -unbound) &&
                (!smallest || part->rows < smallest->rows))
                smallest = part;
        }
        assert(smallest); /* the clause is safe */
        vec_push(parts, *smallest);
    }
}

typedef struct {
    JoinParts inside, outside;  /* OUTSIDE without the new literal */
    VariableSet kept_variables; /* the variables of the new relation */
    double rows, cost;          /* of it, and all in all */
} RuleCut;

/* What it costs to give literals that are inside a relation of their own. */
static RuleCut try_cut(const AspSplitter *splitter, const JoinParts *body,
                       VariableSet head_variables, const bool *is_inside)
{
    RuleCut cut = {0};
    for (size_t i = 0; i < body->count; i++) {
        if (is_inside[i])
            vec_push(&cut.inside, body->items[i]);
        else
            vec_push(&cut.outside, body->items[i]);
    }
    cut.kept_variables = body_variables(&cut.inside, false) &
                         (head_variables | body_variables(&cut.outside, false));
    add_domains(splitter, &cut.inside);
    add_binders(&cut.inside, &cut.outside);
    find_shared(&splitter->estimates, &cut.inside, cut.kept_variables);
    double inside_rows = join_rows(&splitter->estimates, &cut.inside);
    cut.rows = fmin(inside_rows, count_assignments(&splitter->estimates,
                                                   cut.kept_variables));
    JoinPart new = {.literal.kind = LITERAL_POSITIVE,
                    .variables = cut.kept_variables,
                    .rows = cut.rows};
    vec_push(&cut.outside, new);
    find_shared(&splitter->estimates, &cut.outside, head_variables);
    cut.cost =
        inside_rows + cut.rows + join_rows(&splitter->estimates, &cut.outside);
    cut.outside.count--;
    return cut;
}

/* Sets IS_INSIDE: literals with one of VARIABLES. Returns how many they are. */
static size_t select_literals(const JoinParts *body, VariableSet variables,
                              bool *is_inside)
{
    size_t count = 0;
    for (size_t i = 0; i < body->count; i++)
        count += is_inside[i] = body->items[i].variables & variables;
    return count;
}

/* The best cut of all literals that have some variable which the head does not
 * have, or one of two such. False if no cut saves enough. */
static bool best_cut(const AspSplitter *splitter, const JoinParts *body,
                     VariableSet head_variables, RuleCut *best)
{
    bool is_inside[MAX_PARTS], has_cut = false;
    double current_cost = join_rows(&splitter->estimates, body);
    double max_cost =
        fmin(current_cost * MAX_COST_RATIO, current_cost - MIN_INSTANCES_SAVED);
    VariableSet local_variables = body_variables(body, false) & ~head_variables;
    bool in_pairs =
        __builtin_popcountll(local_variables) <= MAX_PAIRED_VARIABLES;
    for (VariableSet first = local_variables; first; first &= first - 1)
        for (VariableSet second = in_pairs ? first : first & -first; second;
             second &= second - 1) {
            size_t count = select_literals(
                body, (first & -first) | (second & -second), is_inside);
            if (count < 2 || count == body->count)
                continue;
            RuleCut cut = try_cut(splitter, body, head_variables, is_inside),
                    worse = cut;
            if (cut.cost < max_cost && (!has_cut || cut.cost < best->cost)) {
                worse = has_cut ? *best : (RuleCut){0};
                *best = cut;
                has_cut = true;
            }
            vec_free_all(&worse.inside, &worse.outside);
        }
    return has_cut;
}

/* ---- new clauses ---- */

static void add_clause(AspSplitter *splitter, RelationId relation,
                       const Term *head, const JoinParts *body)
{
    Clause clause = {.rule = splitter->estimates.clause->rule,
                     .relation = relation,
                     .head = head,
                     .count = body->count};
    clause.body = arena_array(splitter->arena, Literal, body->count);
    for (size_t i = 0; i < body->count; i++)
        clause.body[i] = body->items[i].literal;
    find_variables(splitter->split_game, &clause);
    vec_push(&splitter->clauses, clause);
}

static RelationId new_relation(AspSplitter *splitter, const char *name,
                               size_t number, size_t arity)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%s %zu", name, number);
    Relation relation = {
        .symbol = term_symbol(splitter->game->terms, text, (size_t)length),
        .arity = arity};
    vec_push(&splitter->relations, relation);
    return (RelationId)(splitter->relations.count - 1);
}

static const Term *atom_of(AspSplitter *splitter, RelationId id,
                           const Term *const *args)
{
    const Relation *relation = &splitter->relations.items[id];
    Terms *terms = splitter->game->terms;
    return relation->arity
               ? term_compound(terms, relation->symbol, relation->arity, args)
               : term_constant(terms, relation->symbol);
}

/* A relation over VARIABLES that no text can name, as a literal. */
static Literal new_literal(AspSplitter *splitter, VariableSet variables)
{
    TermVec args = {0};
    for (VariableSet remaining = variables; remaining;
         remaining &= remaining - 1)
        vec_push(
            &args,
            splitter->estimates.clause->variables[__builtin_ctzll(remaining)]);
    RelationId id =
        new_relation(splitter, "part", ++splitter->part_count, args.count);
    Literal literal = {.kind = LITERAL_POSITIVE,
                       .relation = id,
                       .atom = atom_of(splitter, id, args.items)};
    vec_free(&args);
    return literal;
}

/* The relation of all terms in DOMAIN, with a fact for each. */
static RelationId domain_relation(AspSplitter *splitter, const Domain *domain)
{
    size_t count;
    RelationId *known = &splitter->domain_relation[domain->index];
    if (*known != NO_RELATION)
        return *known;
    const Term *const *terms = domain_terms(&splitter->estimates.domains->table,
                                            domain, MAX_LISTED_DOMAIN, &count);
    if (!terms)
        return NO_RELATION;
    *known = new_relation(splitter, "domain", ++splitter->domain_count, 1);
    for (size_t i = 0; i < count; i++) {
        Clause fact = {.relation = *known,
                       .head = atom_of(splitter, *known, &terms[i])};
        vec_push(&splitter->clauses, fact);
    }
    return *known;
}

/* Makes literals of the domains in PARTS, as far as they can be listed;
 * ELSEWHERE are the other parts of the body. */
static void make_domain_literals(AspSplitter *splitter, JoinParts *parts,
                                 const JoinParts *elsewhere)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        JoinPart *part = &parts->items[i];
        if (part->is_domain) {
            size_t variable = (size_t)__builtin_ctzll(part->variables);
            RelationId id = domain_relation(
                splitter, splitter->estimates.smallest[variable]);
            if (id == NO_RELATION)
                continue;
            part->is_domain = false;
            part->literal.relation = id;
            part->literal.atom = atom_of(
                splitter, id, &splitter->estimates.clause->variables[variable]);
        }
        parts->items[kept_count++] = *part;
    }
    parts->count = kept_count;
    add_binders(parts, elsewhere);
}

/* Cuts BODY as long as that pays, and adds the clauses; BODY is used up. */
static void split_body(AspSplitter *splitter, RelationId relation,
                       const Term *head, VariableSet head_variables,
                       JoinParts *body)
{
    RuleCut cut;
    while (best_cut(splitter, body, head_variables, &cut)) {
        JoinPart part = {.literal = new_literal(splitter, cut.kept_variables),
                         .variables = cut.kept_variables,
                         .rows = cut.rows};
        make_domain_literals(splitter, &cut.inside, &cut.outside);
        split_body(splitter, part.literal.relation, part.literal.atom,
                   cut.kept_variables, &cut.inside);
        vec_free_all(&cut.inside, body);
        *body = cut.outside;
        vec_push(body, part);
        find_shared(&splitter->estimates, body, head_variables);
    }
    add_clause(splitter, relation, head, body);
}

/* ---- all clauses ---- */

static void split_clause(AspSplitter *splitter, const Clause *clause)
{
    if (!is_moderate(clause) || clause->count < 2) {
        vec_push(&splitter->clauses, *clause);
        return;
    }
    JoinParts body = estimate_body(&splitter->estimates, clause);
    split_body(splitter, clause->relation, clause->head,
               clause_variables(clause, clause->head), &body);
    vec_free(&body);
}

Game *asp_split(const Game *game, Arena *arena)
{
    AspSplitter splitter = {.game = game, .arena = arena};
    Game *result = arena_copy(arena, game, sizeof *game);
    result->arena = arena;
    splitter.split_game = result;
    estimates_init(&splitter.estimates, game, arena);
    size_t domain_count = splitter.estimates.domains->table.count;
    splitter.domain_relation = arena_array(arena, RelationId, domain_count);
    for (size_t i = 0; i < domain_count; i++)
        splitter.domain_relation[i] = NO_RELATION;
    vec_append(&splitter.relations, game->relations, game->relation_count);
    for (size_t i = 0; i < game->clause_count; i++)
        split_clause(&splitter, &game->clauses[i]);
    result->relation_count = splitter.relations.count;
    result->relations = vec_finish(&splitter.relations, arena);
    result->clause_count = splitter.clauses.count;
    result->clauses = vec_finish(&splitter.clauses, arena);
    estimates_free(&splitter.estimates);
    return result;
}
