/* api_info.c - what is in a game, for zermelo.h
 *
 * Everything is computed when it is asked for the first time, in
 * zermelo_info_new(), as strings and numbers.
 */
#include "api/handle.h"

#include "analysis/domain.h"
#include "ground/net.h"
#include "lang/print.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TERMS = 10000,           /* of a domain that are listed */
    MAX_TERMS_IN_ALL = 1000000,  /* of all domains together */
    MAX_LISTED_BYTES = 32 << 20, /* of their text */
    MAX_GROUND_FACTS = 1000000,  /* of a game that is grounded */
};

typedef struct {
    ZermeloSymbol *items;
    size_t count;
} SymbolList;

struct ZermeloInfo {
    Arena *arena;
    const Game *game;
    Domains *domains;
    SymbolList features;
    const char **roles;
    SymbolList *moves;     /* by role */
    ZermeloDomain *listed; /* of each argument place */
    size_t listed_count;
    ZermeloRelation *relations;
    size_t relation_count, rules, facts;
    bool recursive;
    uint64_t ground_rules, nodes; /* ZERMELO_TOO_MANY if it is not grounded */
};

static const char *name_of(Arena *arena, Terms *terms, const Symbol *symbol,
                           size_t arity)
{
    Text text = {0};
    term_print(&text, term_constant(terms, symbol), SYNTAX_INFIX);
    text_addf(&text, "/%zu", arity);
    const char *name = arena_string(arena, text.bytes, text.length);
    text_free(&text);
    return name;
}

static SymbolList symbols_of(const ZermeloInfo *info, const Domain *domain)
{
    SymbolList symbols = {
        arena_array(info->arena, ZermeloSymbol, domain->count), domain->count};
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        symbols.items[i] =
            (ZermeloSymbol){name_of(info->arena, info->game->terms,
                                    shape->symbol, shape->arity),
                            shape->instances};
    }
    return symbols;
}

static void set_moves(ZermeloInfo *info)
{
    const Domains *domains = info->domains;
    info->roles = arena_array(info->arena, const char *, domains->role_count);
    info->moves = arena_array(info->arena, SymbolList, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++) {
        info->roles[i] = term_string(info->arena, domains->roles[i]);
        bool is_same = i && domains->moves[i] == domains->moves[i - 1];
        info->moves[i] =
            is_same ? info->moves[i - 1] : symbols_of(info, domains->moves[i]);
    }
}

/* ---- domains ---- */

typedef struct {
    size_t terms, bytes; /* that may still be listed */
} ListLimits;

/* The terms as text; NULL if they exceed LEFT, what may still be listed. */
static const char *const *list_terms(const ZermeloInfo *info,
                                     const Domain *domain, ListLimits *left)
{
    size_t count;
    const Term *const *terms = NULL;
    if (domain->size <= left->terms && left->bytes)
        terms = domain_terms(&info->domains->table, domain, MAX_TERMS, &count);
    if (!terms)
        return NULL;
    const char **strings = arena_array(info->arena, const char *, count + 1);
    Text text = {0};
    for (size_t i = 0; i < count; i++) {
        text.length = 0;
        term_print(&text, terms[i], SYNTAX_INFIX);
        if (text.length >= left->bytes) {
            left->bytes = 0;
            strings = NULL;
            break;
        }
        left->bytes -= text.length;
        strings[i] = arena_string(info->arena, text.bytes, text.length);
    }
    left->terms -= count;
    text_free(&text);
    return strings;
}

static void set_domains(ZermeloInfo *info)
{
    const Domains *domains = info->domains;
    ListLimits left = {MAX_TERMS_IN_ALL, MAX_LISTED_BYTES};
    info->listed_count = domains->argument_count;
    info->listed =
        arena_array(info->arena, ZermeloDomain, domains->argument_count);
    for (size_t i = 0; i < domains->argument_count; i++) {
        const Domain *domain = domains->arguments[i].domain;
        info->listed[i] =
            (ZermeloDomain){domains->arguments[i].name, domain->size,
                            list_terms(info, domain, &left)};
    }
}

/* ---- relations ---- */

/* By component: one more than the strata it depends on through negation, and no
 * less than any other it depends on. Groups come from the bottom up. */
static uint32_t *find_strata(const Game *game, Arena *arena)
{
    uint32_t *strata = arena_array(arena, uint32_t, game->relation_count);
    for (size_t i = 0; i < game->group_count; i++)
        for (size_t k = 0; k < game->groups[i].count; k++) {
            const Clause *clause = &game->clauses[game->groups[i].clauses[k]];
            uint32_t own = game->relations[clause->relation].component;
            each_literal (literal, clause) {
                if (literal->kind == LITERAL_DISTINCT)
                    continue;
                uint32_t other = game->relations[literal->relation].component;
                assert(other <= own); /* components come from the bottom up */
                uint32_t stratum =
                    strata[other] + (literal->kind == LITERAL_NEGATIVE);
                if (other != own && strata[own] < stratum)
                    strata[own] = stratum;
            }
        }
    return strata;
}

static void count_rules(ZermeloInfo *info, ZermeloRelation *relations)
{
    const Rules *rules = info->game->rules;
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        RelationId id =
            relation_find(info->game, rule->head->symbol, rule->head->arity);
        *(rule->count ? &info->rules : &info->facts) += 1;
        *(rule->count ? &relations[id].rules : &relations[id].facts) += 1;
    }
}

/* Those that stand in the text: some were added to make variables safe. */
static void set_relations(ZermeloInfo *info)
{
    static const char *const changes[] = {
        [PHASE_STATIC] = "never",
        [PHASE_STATE] = "position",
        [PHASE_MOVE] = "moves",
    };
    const Game *game = info->game;
    uint32_t *strata = find_strata(game, info->arena);
    ZermeloRelation *relations =
        arena_array(info->arena, ZermeloRelation, game->relation_count);
    count_rules(info, relations);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        if (!relation->defined && !relation->used)
            continue;
        ZermeloRelation *shown = &relations[info->relation_count++];
        *shown = (ZermeloRelation){name_of(info->arena, game->terms,
                                           relation->symbol, relation->arity),
                                   changes[relation->phase],
                                   strata[relation->component],
                                   relation->recursive,
                                   relations[i].rules,
                                   relations[i].facts};
        info->recursive = info->recursive || relation->recursive;
    }
    info->relations = relations;
}

/* ---- what can be reached ---- */

typedef VEC(ZermeloDomain) DomainVec;

/* The domain of place ARGUMENT of the terms, sorted. */
static ZermeloDomain argument_domain(Arena *arena, const Term *const *terms,
                                     size_t count, size_t argument,
                                     const char *name)
{
    TermVec values = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&values, terms[i]->args[argument]);
    values.count = sort_terms_unique(values.items, count);
    ZermeloDomain domain = {
        name, values.count,
        term_strings(arena, (const Term *const *)values.items, values.count)};
    vec_free(&values);
    return domain;
}

/* Counts sorted TERMS by symbol, and adds the domains of their arguments. */
static SymbolList reachable_symbols(const ZermeloInfo *info,
                                    const Term *const *terms, size_t count,
                                    DomainVec *domains)
{
    VEC(ZermeloSymbol) symbols = {0};
    for (size_t i = 0, end; i < count; i = end) {
        const Symbol *symbol = terms[i]->symbol;
        for (end = i + 1; end < count && terms[end]->symbol == symbol &&
                          terms[end]->arity == terms[i]->arity;)
            end++;
        bool has_several = (i && terms[i - 1]->symbol == symbol) ||
                           (end < count && terms[end]->symbol == symbol);
        ZermeloSymbol found = {
            name_of(info->arena, info->game->terms, symbol, terms[i]->arity),
            end - i};
        vec_push(&symbols, found);
        /* `cell.3`, or `cell/3.3` where cell occurs with several arities */
        size_t length =
            has_several ? strlen(found.name) : strcspn(found.name, "/");
        for (size_t k = 0; domains && k < terms[i]->arity; k++)
            vec_push(
                domains,
                argument_domain(info->arena, terms + i, end - i, k,
                                arena_printf(info->arena, "%.*s.%zu",
                                             (int)length, found.name, k + 1)));
    }
    SymbolList result = {.count = symbols.count};
    result.items = vec_finish(&symbols, info->arena);
    return result;
}

/* Replaces the domains by what the grounder derived. */
static void set_reachable(ZermeloInfo *info, const Net *net)
{
    DomainVec domains = {0};
    TermVec moves = {0}; /* of all roles */
    info->features =
        reachable_symbols(info, net->features, net->feature_count, &domains);
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        info->moves[i] =
            reachable_symbols(info, role->moves, role->move_count, NULL);
        vec_append(&moves, role->moves, role->move_count);
    }
    sort_terms(moves.items, moves.count);
    reachable_symbols(info, moves.items, moves.count, &domains);
    vec_free(&moves);
    info->listed_count = domains.count;
    info->listed = vec_finish(&domains, info->arena);
}

/* ---- all of it ---- */

/* For its figures, which are left out if grounding takes longer. */
static const Net *ground(ZermeloInfo *info, const ZermeloLimits *limits,
                         const char **why)
{
    enum { MAX_GROUNDING_SECONDS = 10 };
    const NetOptions options = {.max_facts = MAX_GROUND_FACTS};
    double seconds =
        limits && limits->seconds > 0 && limits->seconds < MAX_GROUNDING_SECONDS
            ? limits->seconds
            : MAX_GROUNDING_SECONDS;
    Budget budget = budget_new(seconds, limits ? limits->cancelled : NULL);
    const Net *net = net_new_with(info->game, &options, &budget, why);
    info->ground_rules = net ? net->ground_rules : ZERMELO_TOO_MANY;
    info->nodes = net ? net->node_count : ZERMELO_TOO_MANY;
    return net;
}

ZermeloInfo *zermelo_info_new(ZermeloGame *game, ZermeloDomains domains,
                              const ZermeloLimits *limits, const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    Arena *arena = arena_new();
    ZermeloInfo *info = arena_alloc(arena, sizeof *info);
    info->arena = arena;
    info->game = game->game;
    info->domains =
        domains_new(game->game, domains == ZERMELO_GRAPH ? DOMAINS_GRAPH
                                                         : DOMAINS_DIRECTED);
    info->features = symbols_of(info, info->domains->features);
    set_moves(info);
    set_domains(info);
    set_relations(info);
    const Net *net = ground(info, limits, why);
    if (net && domains == ZERMELO_REACHABLE)
        set_reachable(info, net);
    bool good = net || domains != ZERMELO_REACHABLE;
    net_free(net);
    if (good)
        return info;
    zermelo_info_free(info);
    return NULL;
}

void zermelo_info_free(ZermeloInfo *info)
{
    if (!info)
        return;
    domains_free(info->domains);
    arena_free(info->arena);
}

GETTER(size_t, zermelo_info_feature_count, ZermeloInfo, self->features.count)
ITEM_GETTER(ZermeloSymbol, zermelo_info_feature, ZermeloInfo,
            self->features.count, self->features.items[number])
GETTER(size_t, zermelo_info_role_count, ZermeloInfo, self->domains->role_count)
ITEM_GETTER(const char *, zermelo_info_role, ZermeloInfo,
            self->domains->role_count, self->roles[number])
ITEM_GETTER(uint64_t, zermelo_info_moves, ZermeloInfo,
            self->domains->role_count, self->domains->moves[number]->size)
ITEM_GETTER(size_t, zermelo_info_move_count, ZermeloInfo,
            self->domains->role_count, self->moves[number].count)

ZermeloSymbol zermelo_info_move(const ZermeloInfo *info, size_t role,
                                size_t number)
{
    return number < zermelo_info_move_count(info, role)
               ? info->moves[role].items[number]
               : (ZermeloSymbol){0};
}

GETTER(size_t, zermelo_info_domain_count, ZermeloInfo, self->listed_count)
ITEM_GETTER(ZermeloDomain, zermelo_info_domain, ZermeloInfo, self->listed_count,
            self->listed[number])
GETTER(bool, zermelo_info_complete, ZermeloInfo, self->domains->complete)
GETTER(size_t, zermelo_info_relation_count, ZermeloInfo, self->relation_count)
ITEM_GETTER(ZermeloRelation, zermelo_info_relation, ZermeloInfo,
            self->relation_count, self->relations[number])
GETTER(bool, zermelo_info_recursive, ZermeloInfo, self->recursive)
GETTER(size_t, zermelo_info_rules, ZermeloInfo, self->rules)
GETTER(size_t, zermelo_info_facts, ZermeloInfo, self->facts)
GETTER(uint64_t, zermelo_info_ground_rules, ZermeloInfo, self->ground_rules)
GETTER(uint64_t, zermelo_info_nodes, ZermeloInfo, self->nodes)

char *zermelo_info_graph(const ZermeloInfo *info)
{
    Text text = {0};
    domains_draw(&text, info->domains);
    return text_take(&text);
}
