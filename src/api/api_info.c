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
    MAX_LISTED_BYTES = 64 << 20,  /* of their text, of all domains together */
    BYTES_BESIDE_TEXT = 32,       /* that a term takes in a list, at least */
    MAX_GROUND_FACTS = 1000000,   /* of a game that is grounded */
};

typedef struct {
    Call *call;
    const Game *game;
    Domains *domains;
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

/* {"xplayer": 10}; with BY_SYMBOL {"xplayer": {"mark/2": 9}}. */
static json_t *moves_json(const Info *info, bool by_symbol)
{
    const Domains *domains = info->domains;
    json_t *moves = json_object();
    for (size_t i = 0; i < domains->role_count; i++)
        json_put(moves, term_string(info->call->arena, domains->roles[i]),
                 by_symbol ? symbols_json(info, domains->moves[i])
                           : number_json(domains->moves[i]->size));
    return moves;
}

/* ---- domains ---- */

/* The terms as text; null if they exceed *BYTES_LEFT, which is reduced. */
static json_t *list_terms(const Info *info, const Domain *domain,
                          size_t *bytes_left)
{
    size_t count;
    const Term *const *terms = NULL;
    if (*bytes_left)
        terms = domain_terms(&info->domains->table, domain,
                             MAX_TERMS_PER_DOMAIN, &count);
    if (!terms)
        return json_null();
    json_t *list = json_array();
    Text text = {0};
    for (size_t i = 0; i < count; i++) {
        text.length = 0;
        term_print(&text, terms[i], SYNTAX_INFIX);
        size_t bytes = text.length + BYTES_BESIDE_TEXT;
        *bytes_left -= bytes < *bytes_left ? bytes : *bytes_left;
        if (!*bytes_left)
            break;
        json_add(list, json_text(text_string(&text)));
    }
    text_free(&text);
    return json_if(*bytes_left, list);
}

/* {"cell.3": ["b", "o", "x"]}; null where there are too many. */
static json_t *terms_by_place(const Info *info)
{
    const Domains *domains = info->domains;
    size_t bytes_left = MAX_LISTED_BYTES;
    json_t *places = json_object();
    for (size_t i = 0; i < domains->argument_count; i++) {
        const Argument *argument = &domains->arguments[i];
        json_put(places, argument->name,
                 list_terms(info, argument->domain, &bytes_left));
    }
    return places;
}

/* {"cell.3": 3} */
static json_t *term_counts_json(const Domains *domains)
{
    json_t *counts = json_object();
    for (size_t i = 0; i < domains->argument_count; i++)
        json_put(counts, domains->arguments[i].name,
                 number_json(domains->arguments[i].domain->size));
    return counts;
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
        {"features", symbols_json(info, info->domains->features)},
        {"moves", moves_json(info, false)}, {"domains", terms_by_place(info)},
        {"complete", json_boolean(info->domains->complete)},
        {"relations", relations}, {"recursive", json_boolean(is_recursive)},
        {"rules", json_count(total.rules)}, {"facts", json_count(total.facts)},
        {"ground_rules", number_json(net ? net->ground_rules : UINT64_MAX)},
        {"nodes", number_json(net ? net->node_count : UINT64_MAX)});
    if (call_has(call, "board"))
        put_board(answer, info, net);
    if (call_has(call, "details")) {
        json_put(answer, "move_symbols", moves_json(info, true));
        json_put(answer, "term_counts", term_counts_json(info->domains));
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
    static const DomainsKind kinds[] = {DOMAINS_DIRECTED, DOMAINS_GRAPH,
                                        DOMAINS_REACHABLE};
    DomainsKind kind = kinds[call_choice(call, "domains", 0)];
    if (kind == DOMAINS_REACHABLE)
        return call_fail("usage", "--domains reachable is for prove");
    const char *why;
    Info info = {.call = call,
                 .game = call->game->game,
                 .domains = domains_new(call->game->game, kind)};
    const Net *net = ground_for_counts(&info, &why);
    json_t *answer =
        call_has(call, "graph") ? graph_json(&info) : info_json(&info, net);
    net_free(net);
    domains_free(info.domains);
    return answer;
}

QUESTION(zermelo_info_json, .answer = info_answer,
         .options = "domains=directed|graph|reachable graph board")
