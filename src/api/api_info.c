/* api_info.c - what is in a game, for zermelo.h
 *
 * In:   a game
 * Out:  a ZermeloInfo
 *
 * Everything is computed when it is asked for the first time, in
 * zermelo_info_new(), as strings and numbers.
 */
#include "api/handle.h"

#include "analysis/domain.h"
#include "ground/net.h"
#include "lang/print.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_TERMS_PER_DOMAIN = 10000, /* that are listed */
    MAX_TERMS_TOTAL = 1000000,    /* that are listed, of all domains together */
    MAX_LISTED_BYTES = 32 << 20,  /* of their text */
    MAX_GROUND_FACTS = 1000000,   /* of a game that is grounded */
};

typedef struct {
    ZermeloInfo shown; /* first: what the user has a pointer to */
    Arena *arena;
    const Game *game;
    Domains *domains;
    ZermeloRoleMoves *roles; /* those that are shown */
} Info;

typedef struct {
    ZermeloSymbol *items;
    size_t count;
} SymbolList;

static const char *name_with_arity(Arena *arena, Terms *terms,
                                   const Symbol *symbol, size_t arity)
{
    Text text = {0};
    term_print(&text, term_constant(terms, symbol), SYNTAX_INFIX);
    text_addf(&text, "/%zu", arity);
    const char *name = arena_string(arena, text.bytes, text.length);
    text_free(&text);
    return name;
}

static SymbolList domain_symbols(const Info *info, const Domain *domain)
{
    SymbolList symbols = {
        arena_array(info->arena, ZermeloSymbol, domain->count), domain->count};
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        symbols.items[i] =
            (ZermeloSymbol){name_with_arity(info->arena, info->game->terms,
                                            shape->symbol, shape->arity),
                            shape->instances};
    }
    return symbols;
}

static void set_role_moves(Info *info)
{
    const Domains *domains = info->domains;
    info->roles =
        arena_array(info->arena, ZermeloRoleMoves, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++) {
        ZermeloRoleMoves *role = &info->roles[i];
        if (i && domains->moves[i] == domains->moves[i - 1]) {
            *role = info->roles[i - 1];
        } else {
            SymbolList moves = domain_symbols(info, domains->moves[i]);
            role->moves = moves.items;
            role->count = moves.count;
        }
        role->role = term_string(info->arena, domains->roles[i]);
        role->instances = domains->moves[i]->size;
    }
    info->shown.roles = info->roles;
    info->shown.role_count = domains->role_count;
}

/* ---- domains ---- */

typedef struct {
    size_t terms, bytes; /* that may still be listed */
} ListLimits;

/* The terms as text; NULL if they exceed REMAINING, which is reduced. */
static const char *const *list_terms(const Info *info, const Domain *domain,
                                     ListLimits *remaining)
{
    size_t count;
    const Term *const *terms = NULL;
    if (domain->size <= remaining->terms && remaining->bytes)
        terms = domain_terms(&info->domains->table, domain,
                             MAX_TERMS_PER_DOMAIN, &count);
    if (!terms)
        return NULL;
    const char **strings = arena_array(info->arena, const char *, count + 1);
    Text text = {0};
    for (size_t i = 0; i < count; i++) {
        text.length = 0;
        term_print(&text, terms[i], SYNTAX_INFIX);
        if (text.length >= remaining->bytes) {
            remaining->bytes = 0;
            strings = NULL;
            break;
        }
        remaining->bytes -= text.length;
        strings[i] = arena_string(info->arena, text.bytes, text.length);
    }
    remaining->terms -= count;
    text_free(&text);
    return strings;
}

static void set_argument_domains(Info *info)
{
    const Domains *domains = info->domains;
    ListLimits remaining = {MAX_TERMS_TOTAL, MAX_LISTED_BYTES};
    ZermeloDomain *listed =
        arena_array(info->arena, ZermeloDomain, domains->argument_count);
    for (size_t i = 0; i < domains->argument_count; i++) {
        const Domain *domain = domains->arguments[i].domain;
        listed[i] = (ZermeloDomain){domains->arguments[i].name, domain->size,
                                    list_terms(info, domain, &remaining)};
    }
    info->shown.domains = listed;
    info->shown.domain_count = domains->argument_count;
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
            uint32_t head_component =
                game->relations[clause->relation].component;
            each_literal (literal, clause) {
                if (literal->kind == LITERAL_DISTINCT)
                    continue;
                uint32_t body_component =
                    game->relations[literal->relation].component;
                assert(body_component <= head_component); /* bottom up */
                uint32_t stratum = strata[body_component] +
                                   (literal->kind == LITERAL_NEGATIVE);
                if (body_component != head_component &&
                    strata[head_component] < stratum)
                    strata[head_component] = stratum;
            }
        }
    return strata;
}

static void count_rules(Info *info, ZermeloRelation *relations)
{
    const Rules *rules = info->game->rules;
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        RelationId id =
            relation_find(info->game, rule->head->symbol, rule->head->arity);
        *(rule->count ? &info->shown.rules : &info->shown.facts) += 1;
        *(rule->count ? &relations[id].rules : &relations[id].facts) += 1;
    }
}

/* Those that stand in the text: some were added to make variables safe. */
static void set_relations(Info *info)
{
    static const char *const changes[] = {
        [CHANGES_NEVER] = "never",
        [CHANGES_WITH_POSITION] = "position",
        [CHANGES_WITH_MOVES] = "moves",
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
        ZermeloRelation *shown = &relations[info->shown.relation_count++];
        *shown = (ZermeloRelation){name_with_arity(info->arena, game->terms,
                                                   relation->symbol,
                                                   relation->arity),
                                   changes[relation->changes_with],
                                   strata[relation->component],
                                   relation->recursive,
                                   relations[i].rules,
                                   relations[i].facts};
        info->shown.recursive |= relation->recursive;
    }
    info->shown.relations = relations;
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
static SymbolList reachable_symbols(const Info *info, const Term *const *terms,
                                    size_t count, DomainVec *domains)
{
    VEC(ZermeloSymbol) symbols = {0};
    for (size_t i = 0, end; i < count; i = end) {
        const Symbol *symbol = terms[i]->symbol;
        for (end = i + 1; end < count && terms[end]->symbol == symbol &&
                          terms[end]->arity == terms[i]->arity;)
            end++;
        bool has_several_arities =
            (i && terms[i - 1]->symbol == symbol) ||
            (end < count && terms[end]->symbol == symbol);
        ZermeloSymbol entry = {name_with_arity(info->arena, info->game->terms,
                                               symbol, terms[i]->arity),
                               end - i};
        vec_push(&symbols, entry);
        /* `cell.3`, or `cell/3.3` where cell occurs with several arities */
        size_t name_length =
            has_several_arities ? strlen(entry.name) : strcspn(entry.name, "/");
        for (size_t k = 0; domains && k < terms[i]->arity; k++)
            vec_push(domains,
                     argument_domain(info->arena, terms + i, end - i, k,
                                     arena_printf(info->arena, "%.*s.%zu",
                                                  (int)name_length, entry.name,
                                                  k + 1)));
    }
    SymbolList result = {.count = symbols.count};
    result.items = vec_finish(&symbols, info->arena);
    return result;
}

/* Replaces features, moves and argument domains by those in the NET. */
static void set_reachable_domains(Info *info, const Net *net)
{
    DomainVec domains = {0};
    TermVec moves = {0}; /* of all roles */
    SymbolList features =
        reachable_symbols(info, net->features, net->feature_count, &domains);
    info->shown.features = features.items;
    info->shown.feature_count = features.count;
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        SymbolList role_moves =
            reachable_symbols(info, role->moves, role->move_count, NULL);
        info->roles[i].moves = role_moves.items;
        info->roles[i].count = role_moves.count;
        vec_append(&moves, role->moves, role->move_count);
    }
    sort_terms(moves.items, moves.count);
    reachable_symbols(info, moves.items, moves.count, &domains);
    vec_free(&moves);
    info->shown.domain_count = domains.count;
    info->shown.domains = vec_finish(&domains, info->arena);
}

/* ---- public functions ---- */

/* The net, which the caller frees, and its size in INFO; NULL, and a size of
 * ZERMELO_TOO_MANY, if grounding takes longer. */
static const Net *ground_for_counts(Info *info, const ZermeloLimits *limits,
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
    info->shown.ground_rules = net ? net->ground_rules : ZERMELO_TOO_MANY;
    info->shown.nodes = net ? net->node_count : ZERMELO_TOO_MANY;
    return net;
}

ZermeloInfo *zermelo_info_new(ZermeloGame *game, ZermeloDomains domains,
                              const ZermeloLimits *limits, const char **why)
{
    if (!has_usable_rules(game, why))
        return NULL;
    Arena *arena = arena_new();
    Info *info = arena_alloc(arena, sizeof *info);
    info->arena = arena;
    info->game = game->game;
    info->domains =
        domains_new(game->game, domains == ZERMELO_GRAPH ? DOMAINS_GRAPH
                                                         : DOMAINS_DIRECTED);
    SymbolList features = domain_symbols(info, info->domains->features);
    info->shown.features = features.items;
    info->shown.feature_count = features.count;
    info->shown.complete = info->domains->complete;
    set_role_moves(info);
    set_argument_domains(info);
    set_relations(info);
    const Net *net = ground_for_counts(info, limits, why);
    if (net && domains == ZERMELO_REACHABLE)
        set_reachable_domains(info, net);
    bool succeeded = net || domains != ZERMELO_REACHABLE;
    net_free(net);
    if (succeeded)
        return &info->shown;
    zermelo_info_free(&info->shown);
    return NULL;
}

void zermelo_info_free(ZermeloInfo *info)
{
    if (!info)
        return;
    domains_free(((Info *)info)->domains);
    arena_free(((Info *)info)->arena);
}

char *zermelo_info_graph(const ZermeloInfo *info)
{
    Text text = {0};
    domains_draw(&text, ((const Info *)info)->domains);
    return text_take(&text);
}
