/* universe.c - the finite sets that formulas and state generators range over
 *
 * In:   a Game, its domains, or its Net for what is reachable
 * Out:  a Universe
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
    size_t kept = sort_terms_unique(terms->items, terms->count);
    assert(kept <= terms->count);
    TermSet set = {.count = kept};
    set.terms = vec_finish(terms, universe->arena);
    return set;
}

static bool same_symbol(const Term *left, const Term *right)
{
    return left->symbol == right->symbol && left->arity == right->arity;
}

/* GROUP_OF_ALL by symbol and arity; they are sorted by symbol first, so that
 * instances stand together. */
static Feature *group_terms(Universe *universe, TermSet group_of_all,
                            size_t *count)
{
    VEC(Feature) groups = {0};
    for (size_t i = 0, end; i < group_of_all.count; i = end) {
        const Term *first = group_of_all.terms[i];
        for (end = i + 1; end < group_of_all.count &&
                          same_symbol(first, group_of_all.terms[end]);)
            end++;
        vec_push(&groups, (Feature){first->symbol,
                                    first->arity,
                                    {group_of_all.terms + i, end - i}});
    }
    *count = groups.count;
    return vec_finish(&groups, universe->arena);
}

static void find_any_move(Universe *universe)
{
    TermVec moves = {0};
    if (universe->too_many_moves)
        return;
    for (size_t i = 0; i < universe->roles.count; i++) {
        TermSet own = universe->moves[i];
        if (i && own.terms == universe->moves[i - 1].terms)
            continue;
        vec_append(&moves, own.terms, own.count);
    }
    universe->any_move = finish_set(universe, &moves);
}

static bool list_domain(Universe *universe, const Domain *domain, TermSet *set)
{
    size_t count;
    set->terms =
        domain_terms(&universe->domains->table, domain, UNIVERSE_MAX, &count);
    set->count = set->terms ? count : 0;
    return set->terms;
}

static bool take_from_domains(Universe *universe, const char **why)
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

static void take_from_net(Universe *universe, const Net *net)
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
    universe->goals = finish_set(universe, &goals);
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
        take_from_net(universe, net);
    else if (is_complete)
        is_complete = take_from_domains(universe, why);
    if (is_complete) {
        find_any_move(universe);
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
    vec_free(&universe->named);
    arena_free(universe->arena);
}

/* ---- argument positions ---- */

/* The place of GROUP that is called NAME, `cell.3` or `cell/3.3`, from 1; 0 if
 * there is none. */
static size_t place_named(const Universe *universe, const Feature *group,
                          const char *name)
{
    Text symbol = {0};
    term_print(&symbol, term_constant(universe->game->terms, group->symbol),
               SYNTAX_INFIX);
    bool is_same = strncmp(name, text_string(&symbol), symbol.length) == 0;
    char *end = (char *)name + (is_same ? symbol.length : 0);
    text_free(&symbol);
    if (!is_same ||
        (*end == '/' && strtoul(end + 1, &end, 10) != group->arity) ||
        *end != '.')
        return 0;
    size_t place = strtoul(end + 1, &end, 10);
    return *end || place > group->arity ? 0 : place;
}

/* What stands at the place NAME of features or moves that can be reached. */
static const TermSet *reachable_argument(Universe *universe, TermSet from,
                                         const char *name)
{
    size_t count, place = 0;
    const Feature *groups = group_terms(universe, from, &count);
    TermVec terms = {0};
    for (size_t i = 0; i < count && !place; i++) {
        place = place_named(universe, &groups[i], name);
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
    TermSet found;
    if (!domain || !list_domain(universe, domain, &found))
        return NULL;
    if (strcmp(name, "goal.2") == 0 || strcmp(name, "goal/2.2") == 0)
        found = goal_values(universe);
    return arena_copy(universe->arena, &found, sizeof found);
}

const TermSet *universe_argument(Universe *universe, const char *name)
{
    for (size_t i = 0; i < universe->named.count; i++)
        if (strcmp(universe->named.items[i]->name, name) == 0)
            return universe->named.items[i]->set;
    struct NamedSet *named = arena_alloc(universe->arena, sizeof *named);
    named->name = arena_string(universe->arena, name, strlen(name));
    named->set = find_argument(universe, name);
    vec_push(&universe->named, named);
    return named->set;
}

const Feature *universe_feature(const Universe *universe, const Symbol *symbol,
                                size_t arity)
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

bool role_is_random(const Term *role)
{
    return term_is_named(role, "random", 0);
}

bool is_control(const Term *feature)
{
    return term_is_named(feature, "control", 1);
}
