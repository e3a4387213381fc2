/* api_info.c - what is in a game, for zermelo.h
 *
 * In:   a game
 * Out:  features, moves, domains and relations, as JSON; or the graph of
 *       argument places in the language of Graphviz
 *
 * Ends within seconds, however large the game: what takes longer to count or to
 * list is null. Start reading at info_answer(), at the end.
 */
#include "api/call.h"

#include "analysis/domain.h"
#include "board/board.h"
#include "board/survey.h"
#include "ground/net.h"
#include "lang/print.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_TERMS_PER_DOMAIN = 10000, /* that are listed */
    MAX_TERMS_TOTAL = 1000000,    /* that are listed, of all domains together */
    MAX_LISTED_BYTES = 32 << 20,  /* of their text */
    MAX_GROUND_FACTS = 1000000,   /* of a game that is grounded */
    MAX_PLACE_TERMS = 50,         /* that a line of text has room for */
};

typedef struct {
    Call *call;
    const Game *game;
    Domains *domains;
    json_t *features;     /* {"cell/3": 27} */
    json_t *moves;        /* {"xplayer": 10} */
    json_t *move_symbols; /* {"xplayer": {"mark/2": 9, "noop/0": 1}} */
    json_t *terms;        /* {"cell.3": ["b", "o", "x"]} */
    json_t *places;       /* [{"name", "size", "terms"}], a few terms of each */
} Info;

static json_t *number_json(uint64_t number)
{
    return json_if(number != UINT64_MAX, json_count(number));
}

static const char *name_with_arity(const Info *info, const Symbol *symbol,
                                   size_t arity)
{
    Text text = {0};
    term_print(&text, term_constant(info->game->terms, symbol), SYNTAX_INFIX);
    text_addf(&text, "/%zu", arity);
    const char *name = arena_string(info->call->arena, text.bytes, text.length);
    text_free(&text);
    return name;
}

static json_t *symbols_json(const Info *info, const Domain *domain)
{
    json_t *symbols = json_object();
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        json_put(symbols, name_with_arity(info, shape->symbol, shape->arity),
                 number_json(shape->instances));
    }
    return symbols;
}

static void set_moves(Info *info)
{
    const Domains *domains = info->domains;
    for (size_t i = 0; i < domains->role_count; i++) {
        const char *role = term_string(info->call->arena, domains->roles[i]);
        json_put(info->moves, role, number_json(domains->moves[i]->size));
        json_put(info->move_symbols, role,
                 symbols_json(info, domains->moves[i]));
    }
}

/* ---- domains ---- */

typedef struct {
    size_t terms, bytes; /* that may still be listed */
} ListLimits;

/* The terms as text; NULL if they exceed REMAINING, which is reduced. */
static json_t *list_terms(const Info *info, const Domain *domain,
                          ListLimits *remaining)
{
    size_t count;
    const Term *const *terms = NULL;
    if (domain->size <= remaining->terms && remaining->bytes)
        terms = domain_terms(&info->domains->table, domain,
                             MAX_TERMS_PER_DOMAIN, &count);
    if (!terms)
        return NULL;
    json_t *list = json_array();
    Text text = {0};
    for (size_t i = 0; i < count; i++) {
        text.length = 0;
        term_print(&text, terms[i], SYNTAX_INFIX);
        if (text.length >= remaining->bytes) {
            remaining->bytes = 0;
            json_decref(list);
            list = NULL;
            break;
        }
        remaining->bytes -= text.length;
        json_add(list, json_text(text_string(&text)));
    }
    remaining->terms -= count;
    text_free(&text);
    return list;
}

/* Adds the domain of an argument place; releases TERMS, a list or NULL. */
static void add_domain(Info *info, const char *name, uint64_t size,
                       json_t *terms)
{
    json_t *few = json_array();
    for (size_t i = 0; i < json_array_size(terms) && i < MAX_PLACE_TERMS; i++)
        json_add(few, json_incref(json_array_get(terms, i)));
    json_add(info->places,
             JSON_OBJECT({"name", json_text(name)}, {"size", number_json(size)},
                         {"terms", few}));
    json_put(info->terms, name, terms ? terms : json_null());
}

static void set_argument_domains(Info *info)
{
    const Domains *domains = info->domains;
    ListLimits remaining = {MAX_TERMS_TOTAL, MAX_LISTED_BYTES};
    for (size_t i = 0; i < domains->argument_count; i++) {
        const Domain *domain = domains->arguments[i].domain;
        add_domain(info, domains->arguments[i].name, domain->size,
                   list_terms(info, domain, &remaining));
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

typedef struct {
    size_t rules, facts;
} RuleCounts;

/* How many rules and facts define each relation. */
static RuleCounts *count_rules(const Info *info)
{
    const Rules *rules = info->game->rules;
    RuleCounts *counts =
        arena_array(info->call->arena, RuleCounts, info->game->relation_count);
    for (size_t i = 0; i < rules->count; i++) {
        const Rule *rule = &rules->items[i];
        RelationId id =
            relation_find(info->game, rule->head->symbol, rule->head->arity);
        *(rule->count ? &counts[id].rules : &counts[id].facts) += 1;
    }
    return counts;
}

/* Those that stand in the text: some were added to make variables safe. Sets
 * what is the sum of all rules and facts, and whether one is recursive. */
static json_t *relations_json(const Info *info, RuleCounts *total,
                              bool *is_recursive)
{
    static const char *const changes[] = {
        [CHANGES_NEVER] = "never",
        [CHANGES_WITH_POSITION] = "position",
        [CHANGES_WITH_MOVES] = "moves",
    };
    const Game *game = info->game;
    uint32_t *strata = find_strata(game, info->call->arena);
    const RuleCounts *counts = count_rules(info);
    json_t *relations = json_array();
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        total->rules += counts[i].rules;
        total->facts += counts[i].facts;
        if (!relation->defined && !relation->used)
            continue;
        *is_recursive = *is_recursive || relation->recursive;
        const char *name =
            name_with_arity(info, relation->symbol, relation->arity);
        json_add(
            relations,
            JSON_OBJECT({"name", json_text(name)},
                        {"changes", json_text(changes[relation->changes_with])},
                        {"stratum", json_count(strata[relation->component])},
                        {"recursive", json_boolean(relation->recursive)},
                        {"rules", json_count(counts[i].rules)},
                        {"facts", json_count(counts[i].facts)}));
    }
    return relations;
}

/* ---- what can be reached ---- */

/* The values at place ARGUMENT of the terms, sorted. */
static json_t *argument_values(const Term *const *terms, size_t count,
                               size_t argument)
{
    TermVec values = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&values, terms[i]->args[argument]);
    values.count = sort_terms_unique(values.items, count);
    json_t *list = terms_json((const Term *const *)values.items, values.count);
    vec_free(&values);
    return list;
}

/* Counts sorted TERMS by symbol, and adds the domains of their arguments if
 * WITH_DOMAINS. */
static json_t *reachable_symbols(Info *info, const Term *const *terms,
                                 size_t count, bool with_domains)
{
    json_t *symbols = json_object();
    for (size_t i = 0, end; i < count; i = end) {
        const Symbol *symbol = terms[i]->symbol;
        for (end = i + 1; end < count && terms[end]->symbol == symbol &&
                          terms[end]->arity == terms[i]->arity;)
            end++;
        bool has_several_arities =
            (i && terms[i - 1]->symbol == symbol) ||
            (end < count && terms[end]->symbol == symbol);
        const char *name = name_with_arity(info, symbol, terms[i]->arity);
        json_put(symbols, name, json_count(end - i));
        /* `cell.3`, or `cell/3.3` where cell occurs with several arities */
        size_t name_length =
            has_several_arities ? strlen(name) : strcspn(name, "/");
        for (size_t k = 0; with_domains && k < terms[i]->arity; k++) {
            json_t *values = argument_values(terms + i, end - i, k);
            add_domain(info,
                       arena_printf(info->call->arena, "%.*s.%zu",
                                    (int)name_length, name, k + 1),
                       json_array_size(values), values);
        }
    }
    return symbols;
}

/* Replaces features, moves and argument domains by those in the NET. */
static void set_reachable_domains(Info *info, const Net *net)
{
    TermVec moves = {0}; /* of all roles */
    json_array_clear(info->places);
    json_object_clear(info->terms);
    json_decref(info->features);
    info->features =
        reachable_symbols(info, net->features, net->feature_count, true);
    for (size_t i = 0; i < net->role_count; i++) {
        const Role *role = &net->roles[i];
        json_put(info->move_symbols, term_string(info->call->arena, role->name),
                 reachable_symbols(info, role->moves, role->move_count, false));
        vec_append(&moves, role->moves, role->move_count);
    }
    sort_terms(moves.items, moves.count);
    json_decref(reachable_symbols(info, moves.items, moves.count, true));
    vec_free(&moves);
}

/* ---- the answer ---- */

/* The net, which the caller frees; NULL if grounding takes longer. */
static const Net *ground_for_counts(const Info *info, const char **why)
{
    enum { MAX_GROUNDING_SECONDS = 10 };
    const NetOptions options = {.max_facts = MAX_GROUND_FACTS};
    Budget budget = budget_within(&info->call->budget, MAX_GROUNDING_SECONDS);
    return net_new_with(info->game, &options, &budget, why);
}

/* Adds how positions are drawn; "moves" is about something else here. */
static void put_board(json_t *answer, const Info *info, const Net *net)
{
    Board *board = board_new(info->game, net, &info->call->budget);
    json_t *layout = board_layout_json(board);
    json_put(answer, "boards", json_incref(json_object_get(layout, "boards")));
    json_put(answer, "board_moves",
             json_incref(json_object_get(layout, "moves")));
    json_put(answer, "beside", json_incref(json_object_get(layout, "beside")));
    json_decref(layout);
    board_free(board);
}

static json_t *info_json(const Info *info, const Net *net)
{
    const Call *call = info->call;
    RuleCounts total = {0};
    bool is_recursive = false;
    json_t *relations = relations_json(info, &total, &is_recursive);
    json_t *roles = terms_json(info->domains->roles, info->domains->role_count);
    json_t *answer = JSON_OBJECT(
        {"file", json_text(call->game->name)},
        {"language", json_text(zermelo_language(call->game))}, {"roles", roles},
        {"domain_kind", json_text(call_text(call, "domains", "directed"))},
        {"features", json_incref(info->features)},
        {"moves", json_incref(info->moves)},
        {"domains", json_incref(info->terms)},
        {"complete", json_boolean(info->domains->complete)},
        {"relations", relations}, {"recursive", json_boolean(is_recursive)},
        {"rules", json_count(total.rules)}, {"facts", json_count(total.facts)},
        {"ground_rules", number_json(net ? net->ground_rules : UINT64_MAX)},
        {"nodes", number_json(net ? net->node_count : UINT64_MAX)});
    if (call_has(call, "board"))
        put_board(answer, info, net);
    if (call_has(call, "details")) {
        json_put(answer, "move_symbols", json_incref(info->move_symbols));
        json_put(answer, "places", json_incref(info->places));
    }
    return answer;
}

static json_t *graph_json(const Info *info)
{
    Text text = {0};
    domains_draw(&text, info->domains);
    json_t *answer = JSON_OBJECT({"file", json_text(info->call->game->name)},
                                 {"graph", json_text(text_string(&text))});
    text_free(&text);
    return answer;
}

static json_t *info_answer(Call *call)
{
    const char *kind = call_text(call, "domains", "directed"), *why;
    bool is_reachable = strcmp(kind, "reachable") == 0;
    Info info = {.call = call,
                 .game = call->game->game,
                 .moves = json_object(),
                 .move_symbols = json_object(),
                 .terms = json_object(),
                 .places = json_array()};
    info.domains =
        domains_new(info.game, strcmp(kind, "graph") == 0 ? DOMAINS_GRAPH
                                                          : DOMAINS_DIRECTED);
    info.features = symbols_json(&info, info.domains->features);
    set_moves(&info);
    set_argument_domains(&info);
    const Net *net = ground_for_counts(&info, &why);
    if (net && is_reachable)
        set_reachable_domains(&info, net);
    json_t *answer = !net && is_reachable
                         ? call_fail("domains", "%s: %s", call->game->name, why)
                     : call_has(call, "graph") ? graph_json(&info)
                                               : info_json(&info, net);
    json_decref(info.features);
    json_decref(info.moves);
    json_decref(info.move_symbols);
    json_decref(info.terms);
    json_decref(info.places);
    net_free(net);
    domains_free(info.domains);
    return answer;
}

char *zermelo_info_json(ZermeloGame *game, const char *options,
                        const ZermeloLimits *limits)
{
    static const CallKind kind = {
        .answer = info_answer,
        .options = "domains=directed|graph|reachable graph board"};
    return call_answer(&kind, game, options, limits);
}
