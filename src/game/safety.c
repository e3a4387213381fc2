/* safety.c - each variable is bound, or ranges over the domain of its place
 *
 * In:   clauses
 * Out:  clauses in which every variable occurs in a positive literal
 *
 * A variable that no positive literal of the body binds makes a rule unsafe.
 * Its natural meaning is that it ranges over everything that can stand where
 * it stands: a literal that says so is added, over a relation that no text can
 * name. Start reading at judge_safety(), at the end.
 */
#include "game/judge.h"

#include "game/position.h"
#include "lang/print.h"

#include <stdio.h>
#include <string.h>

/* A text that needs more domains than this is no game but an attack. */
enum { MOST_DOMAINS = 1000 };

#define EVERYTHING UINT32_MAX /* the domain of all constants there are */

typedef struct {
    uint32_t component;
    RelationId relation;
} Domain;

typedef struct {
    Game *game;
    Diag *diag;
    Positions *positions; /* made when first needed */
    VEC(Domain) domains;
    VEC(Relation) relations; /* added */
    VEC(Clause) facts;       /* added */
} Judge;

static bool occurs(const Term *atom, const Term *variable)
{
    return !term_is_ground(atom) && term_contains(atom, variable);
}

static bool is_bound(const Clause *clause, const Term *variable)
{
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind == LITERAL_POSITIVE &&
            occurs(clause->body[i].atom, variable))
            return true;
    return false;
}

/* ---- domains as relations ---- */

static void add_fact(Judge *judge, RelationId relation, const Symbol *symbol,
                     const Term *value)
{
    Clause fact = {.relation = relation,
                   .head =
                       term_compound(judge->game->terms, symbol, 1, &value)};
    vec_push(&judge->facts, fact);
}

static void add_constants(Judge *judge, RelationId relation,
                          const Symbol *symbol, const Term *term)
{
    if (term_is_ground(term) && !term->arity)
        add_fact(judge, relation, symbol, term);
    for (size_t i = 0; i < term->arity; i++)
        add_constants(judge, relation, symbol, term->args[i]);
}

static void add_all_constants(Judge *judge, RelationId relation,
                              const Symbol *symbol)
{
    for (size_t i = 0; i < judge->game->clause_count; i++) {
        const Clause *clause = &judge->game->clauses[i];
        for (size_t k = 0; k < clause->head->arity; k++)
            add_constants(judge, relation, symbol, clause->head->args[k]);
    }
}

/* The blanks in its name keep it apart from every symbol of a text. */
static const Symbol *domain_symbol(Judge *judge, RelationId relation)
{
    char name[32];
    int length = snprintf(name, sizeof name, "domain %u", relation);
    return term_symbol(judge->game->terms, name, (size_t)length);
}

/* The relation that holds of the terms of COMPONENT; NO_RELATION if these are
 * too many to list. */
static RelationId domain_relation(Judge *judge, uint32_t component)
{
    for (size_t i = 0; i < judge->domains.count; i++)
        if (judge->domains.items[i].component == component)
            return judge->domains.items[i].relation;
    if (judge->domains.count == MOST_DOMAINS)
        return NO_RELATION;
    RelationId relation =
        (RelationId)(judge->game->relation_count + judge->relations.count);
    const Symbol *symbol = domain_symbol(judge, relation);
    size_t count = 0;
    const Term **terms = NULL;
    if (component != EVERYTHING) {
        terms = positions_domain(judge->positions, component, &count);
        if (!terms)
            relation = NO_RELATION;
    }
    Domain domain = {component, relation};
    vec_push(&judge->domains, domain);
    if (relation == NO_RELATION)
        return relation;
    Relation added = {.symbol = symbol, .arity = 1, .read = true};
    vec_push(&judge->relations, added);
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
} Offence;

/* Where VARIABLE is used without being bound: the head comes first. */
static Offence offence_of(const Clause *clause, const Term *variable)
{
    if (occurs(clause->head, variable))
        return (Offence){
            "unsafe-head", "the head",
            form_find(clause->rule->head_form, clause->rule->head, variable)};
    const Literal *found = NULL;
    for (size_t i = 0; i < clause->count; i++) {
        const Literal *literal = &clause->body[i];
        if (!occurs(literal->atom, variable))
            continue;
        if (!found || (found->kind == LITERAL_DISTINCT &&
                       literal->kind == LITERAL_NEGATIVE))
            found = literal;
    }
    bool negative = found->kind == LITERAL_NEGATIVE;
    return (Offence){negative ? "unsafe-negation" : "unsafe-distinct",
                     negative ? "not" : "distinct",
                     form_find(found->form, found->atom, variable)};
}

static void add_literal(Judge *judge, Clause *clause, RelationId relation,
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
static bool has_position(const Clause *clause, const Term *variable)
{
    if (occurs(clause->head, variable))
        return true;
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_DISTINCT &&
            occurs(clause->body[i].atom, variable))
            return true;
    return false;
}

static RelationId bind(Judge *judge, Clause *clause, const Term *variable,
                       const char **assumed)
{
    Game *game = judge->game;
    if (!judge->positions)
        judge->positions = positions_new(game);
    uint32_t component = EVERYTHING;
    *assumed = "it ranges over all constants";
    if (has_position(clause, variable)) {
        component = positions_component(
            judge->positions, (size_t)(clause - game->clauses), variable);
        *assumed = "it ranges over the domain of its position";
    }
    RelationId role = game->keyword[KEYWORD_ROLE];
    if (component != EVERYTHING && role != NO_RELATION &&
        positions_of_roles(judge->positions, component)) {
        *assumed = "it ranges over the roles";
        add_literal(judge, clause, role, game->relations[role].symbol,
                    variable);
        return role;
    }
    RelationId relation = domain_relation(judge, component);
    if (relation != NO_RELATION)
        add_literal(judge, clause, relation, domain_symbol(judge, relation),
                    variable);
    return relation;
}

/* A rule with `or` makes several clauses: the same variable is reported once
 * for the rule. */
static bool was_reported(const Judge *judge, const Clause *clause,
                         const Term *variable, size_t since)
{
    Span span = offence_of(clause, variable).span;
    for (size_t i = since; i < judge->diag->problems.count; i++)
        if (judge->diag->problems.items[i].span.start == span.start)
            return true;
    return false;
}

static void judge_clause(Judge *judge, Clause *clause, size_t since)
{
    size_t written = clause->count; /* the literals of the author */
    for (size_t i = 0; i < clause->variable_count; i++) {
        const Term *variable = clause->variables[i];
        if (is_bound(clause, variable))
            continue;
        Clause as_written = *clause;
        as_written.count = written;
        Offence offence = offence_of(&as_written, variable);
        bool known = was_reported(judge, &as_written, variable, since);
        const char *assumed;
        RelationId relation = bind(judge, clause, variable, &assumed);
        Text name = {0};
        variable_print(&name, variable->symbol, judge->game->rules->syntax);
        if (relation == NO_RELATION)
            diag_error(judge->diag, offence.span, offence.rule,
                       "%s is bound by no positive literal of the body, and "
                       "too much could stand in its place",
                       text_string(&name));
        else if (!known)
            diag_assume(judge->diag, offence.span, offence.rule, assumed,
                        "%s is bound by no positive literal of the body",
                        text_string(&name));
        text_free(&name);
    }
}

static void append_additions(Judge *judge)
{
    Game *game = judge->game;
    size_t relations = game->relation_count + judge->relations.count;
    size_t clauses = game->clause_count + judge->facts.count;
    Relation *more = arena_array(game->arena, Relation, relations);
    Clause *longer = arena_array(game->arena, Clause, clauses);
    memcpy(more, game->relations, game->relation_count * sizeof *more);
    memcpy(longer, game->clauses, game->clause_count * sizeof *longer);
    memcpy(more + game->relation_count, judge->relations.items,
           judge->relations.count * sizeof *more);
    if (judge->facts.count)
        memcpy(longer + game->clause_count, judge->facts.items,
               judge->facts.count * sizeof *longer);
    game->relations = more;
    game->relation_count = relations;
    game->clauses = longer;
    game->clause_count = clauses;
}

void judge_safety(Game *game, Diag *diag)
{
    Judge judge = {.game = game, .diag = diag};
    const Rule *rule = NULL;
    size_t since = 0;
    for (size_t i = 0; i < game->clause_count; i++) {
        if (game->clauses[i].rule != rule)
            since = diag->problems.count;
        rule = game->clauses[i].rule;
        judge_clause(&judge, &game->clauses[i], since);
    }
    if (judge.relations.count)
        append_additions(&judge);
    if (judge.positions)
        positions_free(judge.positions);
    vec_free(&judge.domains);
    vec_free(&judge.relations);
    vec_free(&judge.facts);
}
