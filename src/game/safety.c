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

typedef struct {
    uint32_t place; /* NO_PLACE: the domain of all constants there are */
    RelationId relation;
} AddedDomain;

typedef struct {
    Game *game;
    Diag *diag;
    Arena *scratch;
    ArgumentPlaces *places; /* made when first needed */
    VEC(AddedDomain) domains;
    VEC(Relation) relations;   /* added */
    VEC(Clause) clauses;       /* added */
    size_t rule_clauses_begin; /* where the CLAUSES of this rule begin */
} SafetyJudge;

static bool has_variable(const Term *atom, const Term *variable)
{
    return !term_is_ground(atom) && term_contains(atom, variable);
}

bool is_bound(const Clause *clause, const Term *variable)
{
    each_literal (literal, clause)
        if (literal->kind == LITERAL_POSITIVE &&
            has_variable(literal->atom, variable))
            return true;
    return false;
}

static bool is_only_negated(const Clause *clause, const Term *variable)
{
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_NEGATIVE &&
            has_variable(clause->body[i].atom, variable))
            return false;
    return !has_variable(clause->head, variable);
}

/* ---- relations that no text can name ---- */

/* A new one. The blank in its name keeps it apart from every symbol of a text.
 */
static RelationId add_relation(SafetyJudge *judge, const char *kind,
                               size_t arity)
{
    RelationId relation =
        (RelationId)(judge->game->relation_count + judge->relations.count);
    char name[32];
    int length = snprintf(name, sizeof name, "%s %u", kind, relation);
    const Symbol *symbol =
        term_symbol(judge->game->terms, name, (size_t)length);
    vec_push(&judge->relations,
             (Relation){.symbol = symbol, .arity = arity, .read = true});
    return relation;
}

/* Its atom with ARGS; it may be one of the text, too. */
static const Term *atom_of(const SafetyJudge *judge, RelationId id,
                           const Term *const *args)
{
    const Game *game = judge->game;
    const Relation *relation =
        id < game->relation_count
            ? &game->relations[id]
            : &judge->relations.items[id - game->relation_count];
    return term_compound(game->terms, relation->symbol, relation->arity, args);
}

/* ---- domains as relations ---- */

static void add_fact(SafetyJudge *judge, RelationId relation, const Term *value)
{
    vec_push(&judge->clauses,
             (Clause){.relation = relation,
                      .head = atom_of(judge, relation, &value)});
}

static void add_constants(SafetyJudge *judge, RelationId relation,
                          const Term *term)
{
    if (term_is_ground(term) && !term->arity)
        add_fact(judge, relation, term);
    for (size_t i = 0; i < term->arity; i++)
        add_constants(judge, relation, term->args[i]);
}

/* The relation that holds of what can stand at PLACE; NO_RELATION if that is
 * too much to list. */
static RelationId domain_relation(SafetyJudge *judge, uint32_t place)
{
    for (size_t i = 0; i < judge->domains.count; i++)
        if (judge->domains.items[i].place == place)
            return judge->domains.items[i].relation;
    if (judge->domains.count == MAX_DOMAINS)
        return NO_RELATION;
    DomainTable *table = &judge->places->domains;
    size_t count = 0;
    const Term *const *terms = NULL;
    if (place != NO_PLACE)
        terms = domain_terms(table, &table->items[place], MAX_TERMS, &count);
    RelationId relation = NO_RELATION;
    if (place == NO_PLACE || terms)
        relation = add_relation(judge, "domain", 1);
    vec_push(&judge->domains, (AddedDomain){place, relation});
    for (size_t i = 0; i < count; i++)
        add_fact(judge, relation, terms[i]);
    if (place != NO_PLACE)
        return relation;
    each_clause (clause, judge->game)
        for (size_t k = 0; k < clause->head->arity; k++)
            add_constants(judge, relation, clause->head->args[k]);
    return relation;
}

/* ---- unsafe variables ---- */

typedef struct {
    const char *rule;
    Span span;
} UnsafeUse;

/* Where VARIABLE is used without being bound: the head comes first, negation
 * last. */
static UnsafeUse unsafe_use_of(const Clause *clause, const Term *variable)
{
    if (has_variable(clause->head, variable))
        return (UnsafeUse){
            "unsafe-head",
            form_find(clause->rule->head_form, clause->rule->head, variable)};
    const Literal *unsafe = NULL;
    each_literal (literal, clause) {
        if (!has_variable(literal->atom, variable))
            continue;
        if (!unsafe || (unsafe->kind == LITERAL_NEGATIVE &&
                        literal->kind == LITERAL_DISTINCT))
            unsafe = literal;
    }
    return (UnsafeUse){unsafe->kind == LITERAL_NEGATIVE ? "unsafe-negation"
                                                        : "unsafe-distinct",
                       form_find(unsafe->form, unsafe->atom, variable)};
}

static void add_literal(SafetyJudge *judge, Clause *clause, RelationId relation,
                        const Term *variable)
{
    Literal *body = arena_array(judge->game->arena, Literal, clause->count + 1);
    if (clause->count)
        memcpy(body, clause->body, clause->count * sizeof *body);
    body[clause->count++] = (Literal){
        LITERAL_POSITIVE, relation, atom_of(judge, relation, &variable), NULL};
    clause->body = body;
}

/* False if too much can stand in the place of VARIABLE. */
static bool bind_to_domain(SafetyJudge *judge, Clause *clause,
                           const Term *variable, const char **assumed)
{
    Game *game = judge->game;
    if (!judge->places)
        judge->places = places_new(game, judge->scratch);
    uint32_t place = places_of_variable(
        judge->places, (size_t)(clause - game->clauses), variable);
    RelationId relation = game->keyword[KEYWORD_ROLE];
    if (place == PLACE_OF_PLAYERS && relation != NO_RELATION) {
        *assumed = "it ranges over the roles";
    } else {
        *assumed = place == NO_PLACE
                       ? "it ranges over all constants"
                       : "it ranges over the domain of its position";
        relation = domain_relation(judge, place);
    }
    if (relation != NO_RELATION)
        add_literal(judge, clause, relation, variable);
    return relation != NO_RELATION;
}

static void judge_clause(SafetyJudge *judge, Clause *clause)
{
    size_t written_count = clause->count; /* the literals of the author */
    for (size_t i = 0; i < clause->variable_count; i++) {
        const Term *variable = clause->variables[i];
        if (is_bound(clause, variable))
            continue;
        Clause as_written = *clause;
        as_written.count = written_count;
        UnsafeUse use = unsafe_use_of(&as_written, variable);
        bool is_bindable = true;
        const char *assumed = "the atom is true for no value of it";
        if (!is_only_negated(clause, variable))
            is_bindable = bind_to_domain(judge, clause, variable, &assumed);
        const char *name = variable_text(judge->diag->arena, variable->symbol,
                                         judge->game->rules->syntax);
        if (!is_bindable)
            diag_error(judge->diag, use.span, use.rule,
                       "%s is bound by no positive literal of the body, and "
                       "too much could stand in its place",
                       name);
        else
            diag_assume(judge->diag, use.span, use.rule, assumed,
                        "%s is bound by no positive literal of the body", name);
    }
}

/* ---- negation as failure ---- */

/* The head of a clause `some(KEPT) :- ATOM`, added for this rule already or
 * now. A rule with `or` asks for the same several times. */
static Literal projected_literal(SafetyJudge *judge, const Literal *negated,
                                 const Term **kept, size_t count)
{
    Game *game = judge->game;
    for (size_t i = judge->rule_clauses_begin; i < judge->clauses.count; i++) {
        const Clause *known = &judge->clauses.items[i];
        if (known->body->atom == negated->atom && known->head->arity == count &&
            (!count ||
             memcmp(known->head->args, kept, count * sizeof *kept) == 0))
            return (Literal){LITERAL_NEGATIVE, known->relation, known->head,
                             negated->form};
    }
    RelationId relation = add_relation(judge, "some", count);
    Clause clause = {.relation = relation,
                     .head = atom_of(judge, relation, kept),
                     .body = arena_copy(game->arena, negated, sizeof *negated),
                     .count = 1};
    clause.body->kind = LITERAL_POSITIVE;
    find_variables(game, &clause);
    vec_push(&judge->clauses, clause);
    return (Literal){LITERAL_NEGATIVE, relation, clause.head, negated->form};
}

static void project_negation(SafetyJudge *judge, Clause *clause)
{
    TermVec kept = {0};
    bool is_changed = false;
    for (size_t i = 0; i < clause->count; i++) {
        Literal *literal = &clause->body[i];
        bool has_free_variable = false;
        if (literal->kind != LITERAL_NEGATIVE)
            continue;
        vec_clear(&kept);
        for (size_t k = 0; k < clause->variable_count; k++) {
            const Term *variable = clause->variables[k];
            if (!has_variable(literal->atom, variable))
                continue;
            if (is_only_negated(clause, variable))
                has_free_variable = true;
            else
                vec_push(&kept, variable);
        }
        if (has_free_variable)
            *literal =
                projected_literal(judge, literal, kept.items, kept.count);
        is_changed = is_changed || has_free_variable;
    }
    if (is_changed)
        find_variables(judge->game, clause);
    vec_free(&kept);
}

static void append_additions(SafetyJudge *judge)
{
    Game *game = judge->game;
    VEC(Relation) relations = {0};
    VEC(Clause) clauses = {0};
    vec_append(&relations, game->relations, game->relation_count);
    vec_append(&relations, judge->relations.items, judge->relations.count);
    vec_append(&clauses, game->clauses, game->clause_count);
    vec_append(&clauses, judge->clauses.items, judge->clauses.count);
    game->relation_count = relations.count;
    game->relations = vec_finish(&relations, game->arena);
    game->clause_count = clauses.count;
    game->clauses = vec_finish(&clauses, game->arena);
}

/* The domains are those of the rules as they are written, so negation is
 * replaced when all of them are known. */
void judge_safety(Game *game, Diag *diag)
{
    SafetyJudge judge = {.game = game, .diag = diag, .scratch = arena_new()};
    const Rule *rule = NULL;
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++)
        judge_clause(&judge, &game->clauses[i]);
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++) {
        if (game->clauses[i].rule != rule)
            judge.rule_clauses_begin = judge.clauses.count;
        rule = game->clauses[i].rule;
        project_negation(&judge, &game->clauses[i]);
    }
    if (judge.relations.count)
        append_additions(&judge);
    places_free(judge.places);
    arena_free(judge.scratch);
    vec_free_all(&judge.domains, &judge.relations, &judge.clauses);
}
