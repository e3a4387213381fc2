/* universe.c - the finite sets that formulas and state generators range over
 *
 * In:   a Game, its domains, or its Net for what is reachable
 * Out:  a Universe; reports on names that are not in it, as the manual explains
 * Next: formula/formula_read.c reads formulas over it
 */
#include "formula/universe.h"

#include "base/vec.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct NamedSet {
    const char *name;
    const TermSet *set; /* NULL: there is none */
};

/* Sorts TERMS, drops repetitions, and moves them into the arena. */
static TermSet finish_set(Universe *universe, TermVec *terms)
{
    size_t unique_count = sort_terms_unique(terms->items, terms->count);
    assert(unique_count <= terms->count);
    TermSet set = {.count = unique_count};
    set.terms = vec_finish(terms, universe->arena);
    return set;
}

static bool same_symbol(const Term *left, const Term *right)
{
    return left->symbol == right->symbol && left->arity == right->arity;
}

/* TERMS by symbol and arity; they are sorted by symbol first, so that
 * instances stand together. */
static FeatureSymbol *group_terms(Universe *universe, TermSet terms,
                                  size_t *count)
{
    VEC(FeatureSymbol) groups = {0};
    for (size_t i = 0, end; i < terms.count; i = end) {
        const Term *first = terms.terms[i];
        for (end = i + 1;
             end < terms.count && same_symbol(first, terms.terms[end]);)
            end++;
        vec_push(&groups, (FeatureSymbol){first->symbol,
                                          first->arity,
                                          {terms.terms + i, end - i}});
    }
    *count = groups.count;
    return vec_finish(&groups, universe->arena);
}

/* ANY_MOVE: the moves of all roles, each once. */
static void list_all_moves(Universe *universe)
{
    TermVec moves = {0};
    if (universe->too_many_moves)
        return;
    for (size_t i = 0; i < universe->roles.count; i++)
        vec_append(&moves, universe->moves[i].terms, universe->moves[i].count);
    universe->any_move = finish_set(universe, &moves);
}

/* All terms of DOMAIN in SET; false if they are too many. */
static bool list_domain(Universe *universe, const Domain *domain, TermSet *set)
{
    size_t count;
    set->terms =
        domain_terms(&universe->domains->table, domain, UNIVERSE_MAX, &count);
    set->count = set->terms ? count : 0;
    return set->terms;
}

static bool list_from_domains(Universe *universe, const char **why)
{
    const Domains *domains = universe->domains;
    *why = "there are too many features to be listed";
    if (!list_domain(universe, domains->features, &universe->all_features))
        return false;
    for (size_t i = 0; i < domains->role_count; i++)
        if (!list_domain(universe, domains->moves[i], &universe->moves[i]))
            universe->too_many_moves = true;
    return true;
}

static void list_from_net(Universe *universe, const Net *net)
{
    universe->all_features = (TermSet){net->features, net->feature_count};
    for (size_t i = 0; i < universe->roles.count; i++)
        for (size_t k = 0; k < net->role_count; k++)
            if (net->roles[k].name == universe->roles.terms[i])
                universe->moves[i] =
                    (TermSet){net->roles[k].moves, net->roles[k].move_count};
}

static bool find_goal_values(Universe *universe, const char **why)
{
    RelationId goal = universe->game->keyword[KEYWORD_GOAL];
    TermSet values;
    TermVec goals = {0};
    *why = "there are too many goal values to be listed";
    if (goal == NO_RELATION)
        return true;
    if (!list_domain(universe, universe->domains->relation_domains[goal][1],
                     &values))
        return false;
    for (size_t i = 0; i < values.count; i++)
        if (goal_value(values.terms[i]) != NO_GOAL_VALUE)
            vec_push(&goals, values.terms[i]);
    sort_terms_by_name(goals.items, goals.count); /* that is, by value */
    universe->goals.count = goals.count;
    universe->goals.terms = vec_finish(&goals, universe->arena);
    return true;
}

Universe *universe_new(const Game *game, DomainsKind kind, const Net *net,
                       const char **why)
{
    assert(kind != DOMAINS_REACHABLE || net);
    Arena *arena = arena_new();
    Universe *universe = arena_alloc(arena, sizeof *universe);
    universe->arena = arena;
    universe->game = game;
    universe->kind = kind;
    universe->domains =
        domains_new(game, kind == DOMAINS_REACHABLE ? DOMAINS_DIRECTED : kind);
    universe->roles =
        (TermSet){universe->domains->roles, universe->domains->role_count};
    universe->moves = arena_array(arena, TermSet, universe->roles.count);
    bool is_complete = find_goal_values(universe, why);
    if (is_complete && kind == DOMAINS_REACHABLE)
        list_from_net(universe, net);
    else if (is_complete)
        is_complete = list_from_domains(universe, why);
    if (is_complete) {
        list_all_moves(universe);
        universe->features = group_terms(universe, universe->all_features,
                                         &universe->feature_count);
        return universe;
    }
    universe_free(universe);
    return NULL;
}

void universe_free(Universe *universe)
{
    if (!universe)
        return;
    domains_free(universe->domains);
    vec_free(&universe->named_sets);
    arena_free(universe->arena);
}

/* ---- argument places ---- */

/* The place of GROUP that is called NAME, `cell.3` or `cell/3.3`, from 1; 0 if
 * there is none. */
static size_t place_named(const Universe *universe, const FeatureSymbol *group,
                          const char *name)
{
    Text symbol = {0};
    term_print(&symbol, term_constant(universe->game->terms, group->symbol),
               SYNTAX_INFIX);
    bool has_symbol = strncmp(name, text_string(&symbol), symbol.length) == 0;
    char *end = (char *)name + (has_symbol ? symbol.length : 0);
    text_free(&symbol);
    if (!has_symbol ||
        (*end == '/' && strtoul(end + 1, &end, 10) != group->arity) ||
        *end != '.')
        return 0;
    size_t place = strtoul(end + 1, &end, 10);
    return *end || place > group->arity ? 0 : place;
}

/* What stands at the place NAME of features or moves that can be reached. */
static const TermSet *reachable_argument(Universe *universe, TermSet compounds,
                                         const char *name)
{
    size_t count, place = 0;
    const FeatureSymbol *groups = group_terms(universe, compounds, &count);
    TermVec terms = {0};
    for (size_t i = 0; i < count && !place; i++) {
        place = place_named(universe, &groups[i], name);
        assert(place <= groups[i].arity);
        for (size_t k = 0; place && k < groups[i].instances.count; k++)
            vec_push(&terms, groups[i].instances.terms[k]->args[place - 1]);
    }
    TermSet set = finish_set(universe, &terms);
    return place ? arena_copy(universe->arena, &set, sizeof set) : NULL;
}

/* goal.2: each value once, in the spelling that comes first. */
static TermSet goal_values(Universe *universe)
{
    TermVec values = {0};
    for (size_t i = 0; i < universe->goals.count; i++)
        if (!values.count || goal_value(vec_last(&values)) !=
                                 goal_value(universe->goals.terms[i]))
            vec_push(&values, universe->goals.terms[i]);
    return finish_set(universe, &values);
}

static const TermSet *find_argument(Universe *universe, const char *name)
{
    if (universe->kind == DOMAINS_REACHABLE) {
        const TermSet *set =
            reachable_argument(universe, universe->all_features, name);
        if (!set)
            set = reachable_argument(universe, universe->any_move, name);
        if (set)
            return set;
    }
    const Domain *domain = domains_find(universe->domains, name);
    TermSet listed;
    if (!domain || !list_domain(universe, domain, &listed))
        return NULL;
    if (strcmp(name, "goal.2") == 0 || strcmp(name, "goal/2.2") == 0)
        listed = goal_values(universe);
    return arena_copy(universe->arena, &listed, sizeof listed);
}

const TermSet *universe_argument(Universe *universe, const char *name)
{
    for (size_t i = 0; i < universe->named_sets.count; i++)
        if (strcmp(universe->named_sets.items[i]->name, name) == 0)
            return universe->named_sets.items[i]->set;
    struct NamedSet *named = arena_alloc(universe->arena, sizeof *named);
    named->name = arena_string(universe->arena, name, strlen(name));
    named->set = find_argument(universe, name);
    vec_push(&universe->named_sets, named);
    return named->set;
}

const FeatureSymbol *universe_feature(const Universe *universe,
                                      const Symbol *symbol, size_t arity)
{
    for (size_t i = 0; i < universe->feature_count; i++)
        if (universe->features[i].symbol == symbol &&
            universe->features[i].arity == arity)
            return &universe->features[i];
    return NULL;
}

uint32_t universe_role(const Universe *universe, const Term *role)
{
    for (size_t i = 0; i < universe->roles.count; i++)
        if (universe->roles.terms[i] == role)
            return (uint32_t)i;
    return NO_INDEX;
}

TermSet universe_moves(const Universe *universe, const Term *role)
{
    uint32_t index = universe_role(universe, role);
    return index == NO_INDEX ? (TermSet){0} : universe->moves[index];
}

bool role_is_random(const Term *role)
{
    return term_is_named(role, "random", 0);
}

bool is_control(const Term *feature)
{
    return term_is_named(feature, "control", 1);
}

/* ---- does what a formula speaks of exist ---- */

/* A name for messages, as a user would write it. */
static const char *symbol_text(const Universe *universe, const Symbol *symbol)
{
    return term_string(universe->arena,
                       term_constant(universe->game->terms, symbol));
}

#define NO_ARITY SIZE_MAX

/* There is no NAME of this KIND ("feature") with ARITY arguments, but perhaps
 * one with OTHER_ARITY. */
static void report_missing(Diag *diag, Span span, const char *kind,
                           const char *name, size_t arity, size_t other_arity)
{
    if (other_arity == NO_ARITY)
        diag_error(diag, span, "unknown-symbol", "%s is no %s of this game",
                   name, kind);
    else
        diag_error(diag, span, "wrong-arity",
                   "the %s %s has %zu argument%s, not %zu", kind, name,
                   other_arity, other_arity == 1 ? "" : "s", arity);
}

/* What is neither in the rules nor a word of the language is a slip. */
bool check_symbol(const Universe *universe, const Symbol *symbol, Span span,
                  Diag *diag)
{
    static const char *const words[] = {"distinct", "true", "legal", "goal",
                                        "terminal"};
    if (symbol->id < universe->game->symbol_count)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(symbol->name, words[i]) == 0)
            return true;
    diag_error(diag, span, "unknown-symbol",
               "%s does not occur in the rules of this game",
               symbol_text(universe, symbol));
    return false;
}

static const FeatureSymbol *feature_named(const Universe *universe,
                                          const Symbol *symbol)
{
    for (size_t i = 0; i < universe->feature_count; i++)
        if (universe->features[i].symbol == symbol)
            return &universe->features[i];
    return NULL;
}

const FeatureSymbol *check_feature(const Universe *universe,
                                   const Symbol *symbol, size_t arity,
                                   Span span, Diag *diag)
{
    const FeatureSymbol *feature = universe_feature(universe, symbol, arity);
    const FeatureSymbol *same_name = feature_named(universe, symbol);
    if (!feature)
        report_missing(diag, span, "feature", symbol_text(universe, symbol),
                       arity, same_name ? same_name->arity : NO_ARITY);
    return feature;
}

/* Whether a role can have such a move; *OTHER_ARITY is the number of arguments
 * that moves of this name have otherwise. */
static bool is_move(const Universe *universe, const Symbol *symbol,
                    size_t arity, size_t *other_arity)
{
    const Domains *domains = universe->domains;
    *other_arity = NO_ARITY;
    for (size_t i = 0; i < domains->role_count; i++)
        for (size_t k = 0; k < domains->moves[i]->count; k++) {
            const Shape *shape = &domains->moves[i]->shapes[k];
            if (shape->symbol != symbol)
                continue;
            if (shape->arity == arity)
                return true;
            *other_arity = shape->arity;
        }
    return false;
}

static bool check_move(const Universe *universe, const Term *move, Span span,
                       Diag *diag)
{
    size_t other_arity;
    if (term_is_variable(move) ||
        is_move(universe, move->symbol, move->arity, &other_arity))
        return true;
    report_missing(diag, span, "move", symbol_text(universe, move->symbol),
                   move->arity, other_arity);
    return false;
}

static void report_no_relation(const Universe *universe, const Term *atom,
                               Span span, Diag *diag)
{
    const Game *game = universe->game;
    const char *name = symbol_text(universe, atom->symbol);
    size_t other_arity = NO_ARITY;
    for (size_t i = game->relation_count; i-- > 0;)
        if (game->relations[i].symbol == atom->symbol)
            other_arity = game->relations[i].arity;
    if (other_arity == NO_ARITY && feature_named(universe, atom->symbol))
        diag_error(diag, span, "unknown-symbol",
                   "%s is a feature, no relation: that it holds is written "
                   "true(%s)",
                   name, term_string(universe->arena, atom));
    else
        report_missing(diag, span, "relation", name, atom->arity, other_arity);
}

static bool check_relation(const Universe *universe, const Term *atom,
                           const Relation *relation, Span span, Diag *diag)
{
    switch (relation->keyword) {
    case KEYWORD_INIT:
    case KEYWORD_NEXT:
        diag_error(diag, span, "keyword-atom",
                   "%s is no atom of a formula; what holds now is true(F), "
                   "what holds after a step is next true(F)",
                   relation->symbol->name);
        return false;
    case KEYWORD_TRUE:
        return term_is_variable(atom->args[0]) ||
               check_feature(universe, atom->args[0]->symbol,
                             atom->args[0]->arity, span, diag);
    case KEYWORD_LEGAL:
        return check_move(universe, atom->args[1], span, diag);
    default:
        break;
    }
    if (relation->changes_with != CHANGES_WITH_MOVES)
        return true;
    diag_error(diag, span, "depends-on-does",
               "%s depends on the moves that are made; a formula speaks of "
               "positions",
               symbol_text(universe, relation->symbol));
    return false;
}

bool is_keyword_atom(const Term *atom)
{
    return term_is_named(atom, "true", 1) || term_is_named(atom, "legal", 2) ||
           term_is_named(atom, "goal", 2) || term_is_named(atom, "terminal", 0);
}

bool check_atom(const Universe *universe, const Term *atom, Span span,
                Diag *diag)
{
    const Game *game = universe->game;
    if (term_is_variable(atom)) {
        diag_error(diag, span, "syntax", "a variable is no formula");
        return false;
    }
    RelationId id = relation_find(game, atom->symbol, atom->arity);
    if (id != NO_RELATION)
        return check_relation(universe, atom, &game->relations[id], span, diag);
    if (is_keyword_atom(atom))
        return true;
    report_no_relation(universe, atom, span, diag);
    return false;
}

const TermSet *check_argument(Universe *universe, const char *name, Span span,
                              Diag *diag)
{
    const TermSet *set = universe_argument(universe, name);
    if (set && set->count)
        return set;
    if (set)
        diag_error(diag, span, "empty-domain", "nothing can stand at %s", name);
    else
        diag_error(diag, span, "unknown-domain",
                   "%s is no argument place, or too much can stand there",
                   name);
    return NULL;
}
