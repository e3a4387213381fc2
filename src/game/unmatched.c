/* unmatched.c - names that nothing else can match
 *
 * All that is ever derived is made of symbols that heads of rules have. So a
 * symbol that occurs in bodies only makes its condition false for ever; and a
 * symbol that occurs once, in a head, is of no use if every condition that
 * could meet it asks for something else. Both are what a misspelt name looks
 * like; so is a player who is no role. Start reading at judge_symbols(), at the
 * end.
 */
#include "game/judge.h"

#include "base/byte_table.h"

#include <string.h>

/* A constant, or a function with its arity, and where it occurs. */
typedef struct {
    const Symbol *symbol;
    size_t arity, heads, bodies;
    const Form *first;
    const Rule *rule; /* of the first occurrence */
    bool is_excused;  /* it is in an atom that was reported */
} SymbolUse;

/* A literal that asks for a relation, or for a feature of some shape. */
typedef struct {
    const Clause *clause;
    const Literal *literal;
    uint32_t next; /* that asks for the same, or NO_READER */
} ReadingLiteral;

typedef struct {
    const Game *game;
    Diag *diag;
    Hints *hints;
    ByteTable use_keys; /* symbol and arity of each */
    VEC(SymbolUse) uses;
    ByteTable reader_keys;       /* symbol, arity, whether it is a feature */
    VEC(uint32_t) first_readers; /* by key: heads of lists of READERS */
    VEC(ReadingLiteral) readers;
    bool reads_any_feature;
    TermVec roles;
    bool has_computed_roles; /* by rules: there may be others */
    bool **has_variables;   /* by relation, argument: some head has one there */
    bool is_excused_atom;   /* the atom at hand was reported */
    const Term *asked_term; /* set by match_terms() */
    size_t comparison_count;
} SymbolSearch;

/* Comparisons, and roles; no game comes near. */
enum { MAX_COMPARISONS = 1000000, MAX_ROLES = 100 };

#define NO_READER UINT32_MAX

/* ---- players ---- */

static bool has_role_first(Keyword keyword)
{
    return keyword == KEYWORD_LEGAL || keyword == KEYWORD_DOES ||
           keyword == KEYWORD_GOAL || keyword == KEYWORD_SEES ||
           keyword == KEYWORD_INPUT;
}

/* A rule for role may make roles of anything. */
static void find_roles(SymbolSearch *search)
{
    const Rules *rules = search->game->rules;
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        if (keyword_of_atom(rule->head) != KEYWORD_ROLE)
            continue;
        if (rule->count || !term_is_ground(rule->head) ||
            search->roles.count == MAX_ROLES)
            search->has_computed_roles = true;
        else
            vec_push(&search->roles, rule->head->args[0]);
    }
}

/* True, after a report, if ATOM is about a player who is no role. */
static bool has_unknown_role(SymbolSearch *search, const Form *form,
                             const Term *atom)
{
    if (search->has_computed_roles || !search->roles.count ||
        !has_role_first(keyword_of_atom(atom)) ||
        !term_is_ground(atom->args[0]) ||
        terms_contain(search->roles.items, search->roles.count, atom->args[0]))
        return false;
    hints_begin(search->hints, atom->args[0]->symbol);
    for (size_t i = 0; i < search->roles.count; i++)
        hints_offer(search->hints, search->roles.items[i]->symbol);
    hints_warn(search->hints, search->diag, form->items[1], "unknown-role",
               "no role is named ", "");
    return true;
}

/* ---- where symbols occur ---- */

static SymbolUse *use_of(SymbolSearch *search, const Symbol *symbol,
                         size_t arity)
{
    uint32_t key[] = {symbol->id, (uint32_t)arity};
    uint32_t number = byte_table_put(&search->use_keys, BYTES_OF(key));
    if (number == search->uses.count)
        vec_push(&search->uses, (SymbolUse){.symbol = symbol, .arity = arity});
    return &search->uses.items[number];
}

static void count_term(SymbolSearch *search, const Rule *rule, const Form *form,
                       bool in_head)
{
    if (form->kind == FORM_VARIABLE)
        return;
    SymbolUse *use = use_of(search, form_head(form)->symbol, form_arity(form));
    *(in_head ? &use->heads : &use->bodies) += 1;
    use->is_excused = use->is_excused || search->is_excused_atom;
    if (!use->first) {
        use->first = form;
        use->rule = rule;
    }
    for (size_t i = 1; i < form->count; i++)
        count_term(search, rule, form->items[i], in_head);
}

/* The name of a feature is the affair of features.c, as that of a relation is
 * of lint.c. A function around the arguments of distinct only pairs them. */
static void count_atom(SymbolSearch *search, const Rule *rule, const Form *form,
                       const Term *atom, bool in_head)
{
    bool is_distinct = !in_head && strcmp(atom->symbol->name, "distinct") == 0;
    if (is_distinct && term_is_ground(atom))
        return;
    bool is_feature = is_feature_keyword(keyword_of_atom(atom));
    size_t first = has_unknown_role(search, form, atom) ? 2 : 1;
    for (size_t i = first; i < form->count; i++) {
        const Form *argument = form->items[i];
        bool has_name = is_feature || (is_distinct && argument->count > 1);
        for (size_t k = 1; has_name && k < argument->count; k++)
            count_term(search, rule, argument->items[k], in_head);
        if (!has_name)
            count_term(search, rule, argument, in_head);
    }
}

static bool is_undefined(const SymbolSearch *search, const Condition *condition)
{
    const Term *atom = condition->atom;
    RelationId relation =
        condition->kind == CONDITION_ATOM && !is_keyword(atom->symbol)
            ? relation_find(search->game, atom->symbol, atom->arity)
            : NO_RELATION;
    return relation != NO_RELATION &&
           !search->game->relations[relation].defined;
}

static void count_condition(SymbolSearch *search, const Rule *rule,
                            const Condition *condition)
{
    if (condition->atom) {
        search->is_excused_atom = is_undefined(search, condition);
        count_atom(search, rule, condition->form, condition->atom, false);
        search->is_excused_atom = false;
    }
    for (size_t i = 0; i < condition->count; i++)
        count_condition(search, rule, condition->parts[i]);
}

/* What an unbound variable is taken to range over is listed as facts. */
static void count_added(SymbolSearch *search, const Term *term)
{
    for (size_t i = 0; i < term->arity; i++) {
        const Term *part = term->args[i];
        use_of(search, part->symbol, part->arity)->heads++;
        count_added(search, part);
    }
}

static void count_uses(SymbolSearch *search)
{
    const Rules *rules = search->game->rules;
    each_clause (clause, search->game)
        if (!clause->rule)
            count_added(search, clause->head);
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        count_atom(search, rule, rule->head_form, rule->head, true);
        for (size_t k = 0; k < rule->count; k++)
            count_condition(search, rule, rule->body[k]);
    }
}

/* ---- who asks for what ---- */

/* The list of literals that ask for the relation of ATOM, or for its feature.
 */
static uint32_t *readers_of(SymbolSearch *search, Keyword keyword,
                            const Term *atom)
{
    bool is_feature = is_feature_keyword(keyword);
    const Term *shape = is_feature ? atom->args[0] : atom;
    uint32_t key[] = {shape->symbol->id, shape->arity, is_feature};
    uint32_t number = byte_table_put(&search->reader_keys, BYTES_OF(key));
    if (number == search->first_readers.count)
        vec_push(&search->first_readers, NO_READER);
    return &search->first_readers.items[number];
}

static void note_reader(SymbolSearch *search, const Clause *clause,
                        const Literal *literal)
{
    Keyword keyword = literal_keyword(search->game, literal);
    if (keyword == KEYWORD_TRUE && term_is_variable(literal->atom->args[0]))
        search->reads_any_feature = true;
    uint32_t *first_reader = readers_of(search, keyword, literal->atom);
    ReadingLiteral reader = {clause, literal, *first_reader};
    *first_reader = (uint32_t)search->readers.count;
    vec_push(&search->readers, reader);
}

static void note_clauses(SymbolSearch *search, Arena *arena)
{
    const Game *game = search->game;
    search->has_variables = arena_array(arena, bool *, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        search->has_variables[i] =
            arena_array(arena, bool, game->relations[i].arity);
    each_clause (clause, game) {
        for (size_t k = 0; k < clause->head->arity; k++)
            if (!term_is_ground(clause->head->args[k]))
                search->has_variables[clause->relation][k] = true;
        for (size_t k = 0; k < clause->count; k++)
            if (clause->body[k].kind != LITERAL_DISTINCT)
                note_reader(search, clause, &clause->body[k]);
    }
}

/* ---- whether a symbol that occurs once can be met ---- */

/* Whether VARIABLE stands in ATOM where only listed terms can stand, or only
 * roles: our symbol, which occurs once elsewhere, is none of them. */
static bool is_closed_to(const SymbolSearch *search, RelationId relation,
                         const Term *atom, const Term *variable)
{
    Keyword keyword = search->game->relations[relation].keyword;
    for (size_t i = 0; i < atom->arity; i++) {
        if (atom->args[i] != variable)
            continue;
        if ((has_role_first(keyword) || keyword == KEYWORD_ROLE) && i == 0)
            return true;
        if (!keyword && !search->has_variables[relation][i])
            return true;
    }
    return false;
}

static bool can_be_matched_by(SymbolSearch *search,
                              const ReadingLiteral *reader,
                              const Term *variable)
{
    const Clause *clause = reader->clause;
    if (has_role_first(clause_keyword(search->game, clause)) &&
        clause->head->args[0] == variable)
        return false;
    each_literal (literal, clause) {
        search->comparison_count++;
        if (literal != reader->literal && literal->kind == LITERAL_POSITIVE &&
            is_closed_to(search, literal->relation, literal->atom, variable))
            return false;
    }
    return true;
}

typedef enum { DIFFERS, DIFFERS_HERE, MATCHES } Match;

/* How ASKED_TERM, of the literal of READER, matches HEAD, of a head: whether it
 * differs in the symbol of USE alone, or elsewhere too. Sets
 * search->asked_term to what stands in the place of that symbol. */
static Match match_terms(SymbolSearch *search, const ReadingLiteral *reader,
                         const Term *asked_term, const Term *head,
                         const SymbolUse *use)
{
    search->comparison_count++;
    bool is_at_symbol =
        head->symbol == use->symbol && head->arity == use->arity;
    if (term_is_variable(head) ||
        (term_is_variable(asked_term) && !is_at_symbol))
        return MATCHES;
    if (is_at_symbol)
        search->asked_term = asked_term;
    if (term_is_variable(asked_term))
        return can_be_matched_by(search, reader, asked_term) ? MATCHES
                                                             : DIFFERS_HERE;
    if (asked_term->symbol != head->symbol || asked_term->arity != head->arity)
        return is_at_symbol ? DIFFERS_HERE : DIFFERS;
    Match worst = MATCHES;
    for (size_t i = 0; i < head->arity && worst != DIFFERS; i++) {
        Match argument_match = match_terms(search, reader, asked_term->args[i],
                                           head->args[i], use);
        worst = argument_match < worst ? argument_match : worst;
    }
    return worst;
}

/* A move, a value or a percept is of use without being asked for. */
static bool is_for_readers(Keyword keyword)
{
    return keyword == KEYWORD_NONE || keyword == KEYWORD_INIT ||
           keyword == KEYWORD_NEXT;
}

/* Whether some condition can be meant to match the symbol of USE in its head.
 * If all conditions ask for one other value there, they may mean "not yet":
 * (init (at 1)) and a condition for (at 2). If they ask for several, or for a
 * variable, the symbol should be among them. */
static bool is_matched(SymbolSearch *search, const SymbolUse *use)
{
    const Term *head = use->rule->head;
    Keyword keyword = keyword_of_atom(head);
    if (!is_for_readers(keyword) || (keyword && search->reads_any_feature))
        return true;
    uint32_t number = *readers_of(search, keyword, head);
    if (number == NO_READER)
        return true; /* that nobody asks for it is reported already */
    const Term *other_asked = NULL;
    bool has_several = false;
    while (number != NO_READER && search->comparison_count < MAX_COMPARISONS) {
        const ReadingLiteral *reader = &search->readers.items[number];
        const Term *atom = reader->literal->atom;
        Match result =
            match_terms(search, reader, keyword ? atom->args[0] : atom,
                        keyword ? head->args[0] : head, use);
        if (result == MATCHES)
            return true;
        if (result == DIFFERS_HERE) {
            has_several = has_several || term_is_variable(search->asked_term) ||
                          (other_asked && other_asked != search->asked_term);
            other_asked = search->asked_term;
        }
        number = reader->next;
    }
    return !has_several || search->comparison_count >= MAX_COMPARISONS;
}

/* ---- reporting ---- */

static void suggest_symbols(SymbolSearch *search, const SymbolUse *use)
{
    hints_begin(search->hints, use->symbol);
    for (size_t i = 0; i < search->uses.count && hints_more(search->hints);
         i++) {
        const SymbolUse *candidate = &search->uses.items[i];
        if (candidate != use && candidate->arity == use->arity &&
            candidate->heads)
            hints_offer(search->hints, candidate->symbol);
    }
}

static void judge_use(SymbolSearch *search, const SymbolUse *use)
{
    bool is_in_no_head = !use->heads;
    if (!use->first || use->heads + use->bodies > 1 || use->is_excused ||
        (!is_in_no_head && is_matched(search, use)))
        return;
    suggest_symbols(search, use);
    hints_warn(search->hints, search->diag, use->first, "lonely-constant", "",
               is_in_no_head
                   ? " occurs in no head of a rule, so nothing ever matches "
                     "it"
                   : " occurs only here, and no condition can match it");
}

void judge_symbols(Lint *lint)
{
    Arena *arena = arena_new();
    SymbolSearch search = {
        .game = lint->game, .diag = lint->diag, .hints = &lint->hints};
    find_roles(&search);
    count_uses(&search);
    note_clauses(&search, arena);
    for (size_t i = 0; i < search.uses.count; i++)
        judge_use(&search, &search.uses.items[i]);
    byte_table_free(&search.use_keys);
    byte_table_free(&search.reader_keys);
    vec_free_all(&search.uses, &search.roles, &search.first_readers,
                 &search.readers);
    arena_free(arena);
}
