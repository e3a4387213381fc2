/* safety.c - each variable is bound, or gets its natural meaning
 *
 * In:   clauses
 * Out:  clauses in which every variable occurs in a positive literal
 *
 * A variable that no positive literal of the body binds makes a rule unsafe.
 * In the head or in distinct it ranges over everything that can stand where it
 * stands: a literal that says so is added, over a relation that no text can
 * name. In negative literals only it means negation as failure: no value makes
 * the atom true. Then `not p(X,Y)`, with Y not bound, becomes `not some(X)`,
 * with the clause `some(X) :- p(X,Y)` for a new relation.
 * Start reading at judge_safety(), at the end.
 */
#include "game/judge.h"

#include "game/argument_places.h"
#include "lang/print.h"

#include <stdio.h>
#include <string.h>

/* A text that needs more domains than this, or larger ones, is no game but an
 * attack. */
enum { MAX_DOMAINS = 1000, MAX_TERMS = 100000 };

#define EVERYTHING UINT32_MAX /* the domain of all constants there are */

typedef struct {
    uint32_t component;
    RelationId relation;
} AddedDomain;

typedef struct {
    Game *game;
    Diag *diag;
    Arena *scratch;
    ArgumentPlaces *places; /* made when first needed */
    VEC(AddedDomain) domains;
    VEC(Relation) relations; /* added */
    VEC(Clause) clauses;     /* added */
    size_t since;            /* problems that were there before this rule */
    size_t own;              /* the same of added clauses */
} SafetyJudge;

static bool occurs(const Term *atom, const Term *variable)
{
    return !term_is_ground(atom) && term_contains(atom, variable);
}

static bool is_bound(const Clause *clause, const Term *variable)
{
    each_literal (literal, clause)
        if (literal->kind == LITERAL_POSITIVE &&
            occurs(literal->atom, variable))
            return true;
    return false;
}

static bool only_negative(const Clause *clause, const Term *variable)
{
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_NEGATIVE &&
            occurs(clause->body[i].atom, variable))
            return false;
    return !occurs(clause->head, variable);
}

/* ---- relations that no text can name ---- */

/* The blanks in its name keep it apart from every symbol of a text. */
static const Symbol *added_symbol(SafetyJudge *judge, const char *kind,
                                  RelationId relation)
{
    char name[32];
    int length = snprintf(name, sizeof name, "%s %u", kind, relation);
    return term_symbol(judge->game->terms, name, (size_t)length);
}

static RelationId next_relation(const SafetyJudge *judge)
{
    return (RelationId)(judge->game->relation_count + judge->relations.count);
}

static void add_relation(SafetyJudge *judge, const Symbol *symbol, size_t arity)
{
    vec_push(&judge->relations,
             (Relation){.symbol = symbol, .arity = arity, .read = true});
}

/* ---- domains as relations ---- */

static void add_fact(SafetyJudge *judge, RelationId relation,
                     const Symbol *symbol, const Term *value)
{
    Clause fact = {.relation = relation,
                   .head =
                       term_compound(judge->game->terms, symbol, 1, &value)};
    vec_push(&judge->clauses, fact);
}

static void add_constants(SafetyJudge *judge, RelationId relation,
                          const Symbol *symbol, const Term *term)
{
    if (term_is_ground(term) && !term->arity)
        add_fact(judge, relation, symbol, term);
    for (size_t i = 0; i < term->arity; i++)
        add_constants(judge, relation, symbol, term->args[i]);
}

static void add_all_constants(SafetyJudge *judge, RelationId relation,
                              const Symbol *symbol)
{
    each_clause (clause, judge->game) {
        for (size_t k = 0; k < clause->head->arity; k++)
            add_constants(judge, relation, symbol, clause->head->args[k]);
    }
}

/* The relation that holds of the terms of COMPONENT; NO_RELATION if these are
 * too many to list. */
static RelationId domain_relation(SafetyJudge *judge, uint32_t component)
{
    for (size_t i = 0; i < judge->domains.count; i++)
        if (judge->domains.items[i].component == component)
            return judge->domains.items[i].relation;
    if (judge->domains.count == MAX_DOMAINS)
        return NO_RELATION;
    RelationId relation = next_relation(judge);
    const Symbol *symbol = added_symbol(judge, "domain", relation);
    size_t count = 0;
    const Term *const *terms = NULL;
    if (component != EVERYTHING) {
        const Domain *domain = places_domain(judge->places, component);
        terms =
            domain_terms(&judge->places->domains, domain, MAX_TERMS, &count);
        if (!terms)
            relation = NO_RELATION;
    }
    vec_push(&judge->domains, (AddedDomain){component, relation});
    if (relation == NO_RELATION)
        return relation;
    add_relation(judge, symbol, 1);
    if (component == EVERYTHING)
        add_all_constants(judge, relation, symbol);
    for (size_t i = 0; i < count; i++)
        add_fact(judge, relation, symbol, terms[i]);
    return relation;
}

/* ---- unsafe variables ---- */

typedef struct {
    const char *rule, *place;
    Span span;
} UnsafeUse;

/* Where VARIABLE is used without being bound: the head comes first, negation
 * last. */
static UnsafeUse unsafe_use_of(const Clause *clause, const Term *variable)
{
    if (occurs(clause->head, variable))
        return (UnsafeUse){
            "unsafe-head", "the head",
            form_find(clause->rule->head_form, clause->rule->head, variable)};
    const Literal *found = NULL;
    each_literal (literal, clause) {
        if (!occurs(literal->atom, variable))
            continue;
        if (!found || (found->kind == LITERAL_NEGATIVE &&
                       literal->kind == LITERAL_DISTINCT))
            found = literal;
    }
    bool is_negative = found->kind == LITERAL_NEGATIVE;
    return (UnsafeUse){is_negative ? "unsafe-negation" : "unsafe-distinct",
                       is_negative ? "not" : "distinct",
                       form_find(found->form, found->atom, variable)};
}

static void add_literal(SafetyJudge *judge, Clause *clause, RelationId relation,
                        const Symbol *symbol, const Term *variable)
{
    Literal *body = arena_array(judge->game->arena, Literal, clause->count + 1);
    if (clause->count)
        memcpy(body, clause->body, clause->count * sizeof *body);
    body[clause->count++] = (Literal){
        LITERAL_POSITIVE, relation,
        term_compound(judge->game->terms, symbol, 1, &variable), NULL};
    clause->body = body;
}

/* Whether the variable occurs in an atom at all, or only under distinct. */
static bool has_place(const Clause *clause, const Term *variable)
{
    if (occurs(clause->head, variable))
        return true;
    each_literal (literal, clause)
        if (literal->kind != LITERAL_DISTINCT &&
            occurs(literal->atom, variable))
            return true;
    return false;
}

static RelationId bind(SafetyJudge *judge, Clause *clause, const Term *variable,
                       const char **assumed)
{
    Game *game = judge->game;
    if (!judge->places)
        judge->places = places_new(game, judge->scratch);
    uint32_t component = EVERYTHING;
    *assumed = "it ranges over all constants";
    if (has_place(clause, variable)) {
        component = places_component_of_variable(
            judge->places, (size_t)(clause - game->clauses), variable);
        *assumed = "it ranges over the domain of its position";
    }
    RelationId role = game->keyword[KEYWORD_ROLE];
    if (component != EVERYTHING && role != NO_RELATION &&
        places_of_roles(judge->places, component)) {
        *assumed = "it ranges over the roles";
        add_literal(judge, clause, role, game->relations[role].symbol,
                    variable);
        return role;
    }
    RelationId relation = domain_relation(judge, component);
    if (relation != NO_RELATION)
        add_literal(judge, clause, relation,
                    added_symbol(judge, "domain", relation), variable);
    return relation;
}

/* A rule with `or` makes several clauses: the same variable is reported once
 * for the rule. */
static bool was_reported(const SafetyJudge *judge, Span span)
{
    for (size_t i = judge->since; i < judge->diag->problems.count; i++)
        if (judge->diag->problems.items[i].span.start == span.start)
            return true;
    return false;
}

static void judge_clause(SafetyJudge *judge, Clause *clause)
{
    size_t written = clause->count; /* the literals of the author */
    for (size_t i = 0; i < clause->variable_count; i++) {
        const Term *variable = clause->variables[i];
        if (is_bound(clause, variable))
            continue;
        Clause as_written = *clause;
        as_written.count = written;
        UnsafeUse use = unsafe_use_of(&as_written, variable);
        bool known = was_reported(judge, use.span), bound = true;
        const char *assumed = "the atom is true for no value of it";
        if (!only_negative(clause, variable))
            bound = bind(judge, clause, variable, &assumed) != NO_RELATION;
        const char *name = variable_text(judge->diag->arena, variable->symbol,
                                         judge->game->rules->syntax);
        if (!bound)
            diag_error(judge->diag, use.span, use.rule,
                       "%s is bound by no positive literal of the body, and "
                       "too much could stand in its place",
                       name);
        else if (!known)
            diag_assume(judge->diag, use.span, use.rule, assumed,
                        "%s is bound by no positive literal of the body", name);
    }
}

/* ---- negation as failure ---- */

/* The head of a clause `some(KEPT) :- ATOM`, added for this rule already or
 * now. A rule with `or` asks for the same several times. */
static Literal projection(SafetyJudge *judge, const Literal *of,
                          const Term **kept, size_t count)
{
    Game *game = judge->game;
    for (size_t i = judge->own; i < judge->clauses.count; i++) {
        const Clause *known = &judge->clauses.items[i];
        if (known->body->atom == of->atom && known->head->arity == count &&
            (!count ||
             memcmp(known->head->args, kept, count * sizeof *kept) == 0))
            return (Literal){LITERAL_NEGATIVE, known->relation, known->head,
                             of->form};
    }
    RelationId relation = next_relation(judge);
    const Symbol *symbol = added_symbol(judge, "some", relation);
    Clause clause = {.relation = relation,
                     .head = term_compound(game->terms, symbol, count, kept),
                     .body = arena_copy(game->arena, of, sizeof *of),
                     .count = 1};
    clause.body->kind = LITERAL_POSITIVE;
    find_variables(game, &clause);
    add_relation(judge, symbol, count);
    vec_push(&judge->clauses, clause);
    return (Literal){LITERAL_NEGATIVE, relation, clause.head, of->form};
}

/* Which variables of CLAUSE occur in negative literals only; NULL if none. */
static const bool *free_variables(SafetyJudge *judge, const Clause *clause)
{
    bool *is_free =
        arena_array(judge->game->arena, bool, clause->variable_count);
    bool has_any = false;
    for (size_t i = 0; i < clause->variable_count; i++) {
        is_free[i] = only_negative(clause, clause->variables[i]);
        has_any = has_any || is_free[i];
    }
    return has_any ? is_free : NULL;
}

static void project_negation(SafetyJudge *judge, Clause *clause)
{
    const bool *is_free = free_variables(judge, clause);
    if (!is_free)
        return;
    TermVec kept = {0};
    for (size_t i = 0; i < clause->count; i++) {
        Literal *literal = &clause->body[i];
        bool any_free = false;
        vec_clear(&kept);
        for (size_t k = 0; k < clause->variable_count; k++) {
            if (!occurs(literal->atom, clause->variables[k]))
                continue;
            any_free = any_free || is_free[k];
            if (!is_free[k])
                vec_push(&kept, clause->variables[k]);
        }
        if (any_free)
            *literal = projection(judge, literal, kept.items, kept.count);
    }
    find_variables(judge->game, clause);
    vec_free(&kept);
}

static void append_additions(SafetyJudge *judge)
{
    Game *game = judge->game;
    size_t relations = game->relation_count + judge->relations.count;
    size_t clauses = game->clause_count + judge->clauses.count;
    Relation *more = arena_array(game->arena, Relation, relations);
    Clause *longer = arena_array(game->arena, Clause, clauses);
    memcpy(more, game->relations, game->relation_count * sizeof *more);
    memcpy(longer, game->clauses, game->clause_count * sizeof *longer);
    memcpy(more + game->relation_count, judge->relations.items,
           judge->relations.count * sizeof *more);
    if (judge->clauses.count)
        memcpy(longer + game->clause_count, judge->clauses.items,
               judge->clauses.count * sizeof *longer);
    game->relations = more;
    game->relation_count = relations;
    game->clauses = longer;
    game->clause_count = clauses;
}

/* The domains are those of the rules as they are written, so negation is
 * replaced when all of them are known. */
void judge_safety(Game *game, Diag *diag)
{
    SafetyJudge judge = {.game = game, .diag = diag, .scratch = arena_new()};
    const Rule *rule = NULL;
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++) {
        if (game->clauses[i].rule != rule)
            judge.since = diag->problems.count;
        rule = game->clauses[i].rule;
        judge_clause(&judge, &game->clauses[i]);
    }
    rule = NULL;
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++) {
        if (game->clauses[i].rule != rule)
            judge.own = judge.clauses.count;
        rule = game->clauses[i].rule;
        project_negation(&judge, &game->clauses[i]);
    }
    if (judge.relations.count)
        append_additions(&judge);
    if (judge.places)
        places_free(judge.places);
    arena_free(judge.scratch);
    vec_free_all(&judge.domains, &judge.relations, &judge.clauses);
}
