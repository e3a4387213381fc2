/* symbol_flow.c - which symbols can come to which argument place
 *
 * In:   the clauses of a Game
 * Out:  the least fixpoint of a flow from bodies to heads
 * Next: domain_flow.c makes domains of it
 *
 * Nodes wait in a queue while they have symbols whose links were not looked
 * at. `endless` nodes have had too much, or are too deep: anything may stand
 * there, they restrict nothing. Start reading at flow_new(), at the end.
 */
#include "analysis/symbol_flow.h"

#include "base/sort.h"

#include <assert.h>
#include <string.h>

enum {
    MAX_NESTING = 32,         /* functions inside functions */
    MAX_FLOW_NODES = 1 << 18, /* in all */
    MAX_LINKS = 1 << 19,
    MAX_SYMBOLS = 1 << 16, /* at a node */
    MAX_SYMBOLS_IN_ALL = 1 << 20,
    MAX_LOOKUPS = 50000000, /* a symbol looked up at a node */
};

/* ---- nodes and slots ---- */

static uint32_t new_nodes(SymbolFlow *flow, size_t count, uint32_t slot,
                          uint32_t depth)
{
    uint32_t first = (uint32_t)flow->nodes.count;
    for (size_t i = 0; i < count; i++) {
        vec_push(&flow->nodes, (FlowNode){.slot = slot, .depth = depth});
    }
    return first;
}

static uint32_t hash_slot(uint32_t node, const Symbol *symbol, uint32_t arity)
{
    /* hash_mix does not tell its arguments apart: mix one at a time */
    return hash_mix(hash_mix(hash_mix(node + 1, 0), symbol->id), arity);
}

static uint32_t find_slot(const SymbolFlow *flow, uint32_t node,
                          const Symbol *symbol, uint32_t arity)
{
    map_each (probe, &flow->map, hash_slot(node, symbol, arity)) {
        const FlowSlot *slot = &flow->slots.items[probe.index];
        if (slot->node == node && slot->symbol == symbol &&
            slot->arity == arity)
            return probe.index;
    }
    return NO_SLOT;
}

static uint32_t slot_of(SymbolFlow *flow, uint32_t node, const Symbol *symbol,
                        uint32_t arity)
{
    uint32_t found = find_slot(flow, node, symbol, arity);
    if (found != NO_SLOT)
        return found;
    found = (uint32_t)flow->slots.count;
    map_add(&flow->map, hash_slot(node, symbol, arity), found);
    vec_push(&flow->slots, (FlowSlot){node, arity, symbol, NO_SLOT, NO_SLOT});
    vec_push(&flow->nodes.items[node].slots, found);
    return found;
}

/* The node of an argument of the function in SLOT. */
static uint32_t child_of(SymbolFlow *flow, uint32_t slot, uint32_t argument)
{
    FlowSlot *of = &flow->slots.items[slot];
    if (of->children != NO_SLOT)
        return of->children + argument;
    uint32_t depth = flow->nodes.items[of->node].depth + 1;
    if (depth > MAX_NESTING || flow->nodes.items[of->node].endless ||
        flow->nodes.count + of->arity > MAX_FLOW_NODES)
        return ANYTHING;
    assert(of->node != ANYTHING && of->arity);
    of->children = new_nodes(flow, of->arity, slot, depth);
    return of->children + argument;
}

static void enqueue(SymbolFlow *flow, uint32_t node)
{
    if (!flow->nodes.items[node].waiting)
        vec_push(&flow->queue, node);
    flow->nodes.items[node].waiting = true;
}

/* Recursion as deep as functions are nested. */
static void make_endless(SymbolFlow *flow, uint32_t node)
{
    FlowNode *at = &flow->nodes.items[node];
    if (at->endless)
        return;
    at->endless = true;
    enqueue(flow, node);
    for (size_t i = 0; i < at->slots.count; i++) {
        const FlowSlot *slot = &flow->slots.items[at->slots.items[i]];
        for (uint32_t k = 0; slot->children != NO_SLOT && k < slot->arity; k++)
            make_endless(flow, slot->children + k);
    }
}

/* Returns the slot, or NO_SLOT if the node has become endless. */
static uint32_t add_symbol(SymbolFlow *flow, uint32_t node,
                           const Symbol *symbol, uint32_t arity)
{
    if (flow->nodes.items[node].endless)
        return NO_SLOT;
    uint32_t slot = slot_of(flow, node, symbol, arity);
    FlowNode *at = &flow->nodes.items[node];
    if (flow->slots.items[slot].rank != NO_SLOT)
        return slot;
    if (at->symbols.count == MAX_SYMBOLS ||
        flow->symbols == MAX_SYMBOLS_IN_ALL) {
        make_endless(flow, node);
        return NO_SLOT;
    }
    assert(at->processed <= at->symbols.count);
    flow->symbols++;
    flow->slots.items[slot].rank = (uint32_t)at->symbols.count;
    vec_push(&at->symbols, slot);
    enqueue(flow, node);
    return slot;
}

/* ---- links ---- */

/* Whether the node has the symbol, and its turn in the queue has come: so the
 * last of several sources finds that all have it. */
static bool has_symbol(SymbolFlow *flow, uint32_t node, const Symbol *symbol,
                       uint32_t arity)
{
    flow->steps++;
    const FlowNode *at = &flow->nodes.items[node];
    if (at->endless)
        return true;
    uint32_t slot = find_slot(flow, node, symbol, arity);
    return slot != NO_SLOT && flow->slots.items[slot].rank < at->processed;
}

/* Nodes occur once in SOURCES and once in TARGETS, apart from endless ones. */
static void add_link(SymbolFlow *flow, uint32_t *sources, size_t source_count,
                     uint32_t *targets, size_t target_count);

/* A function went through LINK: so do its arguments. */
static void link_arguments(SymbolFlow *flow, const FlowLink *link,
                           const Symbol *symbol, uint32_t arity)
{
    ArenaMark mark = arena_mark(flow->arena);
    uint32_t *sources = arena_array(flow->arena, uint32_t, link->source_count);
    uint32_t *targets = arena_array(flow->arena, uint32_t, link->target_count);
    size_t link_count = flow->links.count;
    for (uint32_t i = 0; i < arity; i++) {
        size_t from = 0, to = 0;
        for (size_t k = 0; k < link->source_count; k++)
            if (!flow->nodes.items[link->sources[k]].endless)
                sources[from++] = child_of(
                    flow, slot_of(flow, link->sources[k], symbol, arity), i);
        for (size_t k = 0; k < link->target_count; k++)
            if (!flow->nodes.items[link->targets[k]].endless)
                targets[to++] = child_of(
                    flow, slot_of(flow, link->targets[k], symbol, arity), i);
        add_link(flow, sources, from, targets, to);
    }
    if (flow->links.count == link_count) /* nothing was kept in the arena */
        arena_rewind(flow->arena, mark);
}

/* A symbol is at a source; if it is at all of them it goes to the targets. */
static void offer(SymbolFlow *flow, uint32_t number, const Symbol *symbol,
                  uint32_t arity)
{
    FlowLink link = flow->links.items[number];
    if (flow->steps >= MAX_LOOKUPS)
        return;
    for (size_t i = 0; i < link.source_count; i++)
        if (!has_symbol(flow, link.sources[i], symbol, arity))
            return;
    flow->steps += link.target_count;
    for (size_t i = 0; i < link.target_count; i++)
        add_symbol(flow, link.targets[i], symbol, arity);
    if (!arity)
        return;
    uint32_t slot = slot_of(flow, link.targets[0], symbol, arity);
    for (size_t i = 0; i < link.passed.count; i++, flow->steps++)
        if (link.passed.items[i] == slot)
            return;
    vec_push(&flow->links.items[number].passed, slot);
    link_arguments(flow, &link, symbol, arity);
}

/* Offers all that the first source has that is not endless. */
static void offer_all(SymbolFlow *flow, uint32_t number)
{
    FlowLink link = flow->links.items[number];
    for (size_t i = 0; i < link.source_count; i++) {
        uint32_t source = link.sources[i];
        if (flow->nodes.items[source].endless)
            continue;
        for (uint32_t k = 0; k < flow->nodes.items[source].processed; k++) {
            FlowSlot slot =
                flow->slots.items[flow->nodes.items[source].symbols.items[k]];
            offer(flow, number, slot.symbol, slot.arity);
        }
        return;
    }
    for (size_t i = 0; i < link.target_count; i++)
        make_endless(flow, link.targets[i]);
}

static bool contains(const uint32_t *nodes, size_t count, uint32_t node)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

/* Keeps no node that is endless or among OTHERS. */
static size_t drop_known(const SymbolFlow *flow, uint32_t *nodes, size_t count,
                         const uint32_t *others, size_t other_count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!flow->nodes.items[nodes[i]].endless &&
            !contains(others, other_count, nodes[i]))
            nodes[kept++] = nodes[i];
    return kept;
}

/* What a place gives to itself need not be looked at, but finding out must
 * not take longer than looking. */
enum { MAX_COMPARED = 100 };

static void add_link(SymbolFlow *flow, uint32_t *sources, size_t source_count,
                     uint32_t *targets, size_t target_count)
{
    flow->steps += source_count + target_count;
    source_count = drop_known(flow, sources, source_count, NULL, 0);
    target_count =
        drop_known(flow, targets, target_count, sources,
                   source_count < MAX_COMPARED ? source_count : MAX_COMPARED);
    if (!target_count)
        return;
    if (!source_count || flow->links.count == MAX_LINKS) {
        for (size_t i = 0; i < target_count; i++)
            make_endless(flow, targets[i]);
        return;
    }
    uint32_t number = (uint32_t)flow->links.count;
    FlowLink link = {
        .sources =
            arena_copy(flow->arena, sources, source_count * sizeof *sources),
        .targets =
            arena_copy(flow->arena, targets, target_count * sizeof *targets),
        .source_count = source_count,
        .target_count = target_count,
    };
    vec_push(&flow->links, link);
    for (size_t i = 0; i < source_count; i++)
        vec_push(&flow->nodes.items[sources[i]].links, number);
    offer_all(flow, number);
}

/* ---- clauses ---- */

static void note(FlowOccurrences *occurrences, const Term *variable,
                 uint32_t node)
{
    vec_push(occurrences, (FlowOccurrence){variable, node});
}

/* A term of a head: its symbols are there, its variables are targets. */
static void write_term(SymbolFlow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        note(&flow->heads, term, node);
        return;
    }
    uint32_t slot = add_symbol(flow, node, term->symbol, term->arity);
    if (slot == NO_SLOT)
        return;
    vec_push(&flow->written, (WrittenSymbol){term->symbol, node});
    for (uint32_t i = 0; i < term->arity; i++)
        write_term(flow, term->args[i], child_of(flow, slot, i));
}

/* A term of a positive literal: its variables are sources. */
static void read_term(SymbolFlow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        note(&flow->bodies, term, node);
        return;
    }
    if (term_is_ground(term))
        return;
    uint32_t slot = NO_SLOT;
    if (!flow->nodes.items[node].endless)
        slot = slot_of(flow, node, term->symbol, term->arity);
    for (uint32_t i = 0; i < term->arity; i++)
        read_term(flow, term->args[i],
                  slot == NO_SLOT ? ANYTHING : child_of(flow, slot, i));
}

static void read_body(SymbolFlow *flow, const Clause *clause)
{
    vec_clear(&flow->bodies);
    each_literal (literal, clause) {
        if (literal->kind != LITERAL_POSITIVE)
            continue;
        for (uint32_t k = 0; k < literal->atom->arity; k++)
            read_term(flow, literal->atom->args[k],
                      flow->roots[literal->relation] + k);
    }
}

static int by_variable(const void *left, const void *right)
{
    const FlowOccurrence *a = left, *b = right;
    if (a->variable->id != b->variable->id)
        return a->variable->id < b->variable->id ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Sorts them and keeps each once. */
static void sort_occurrences(FlowOccurrences *occurrences)
{
    occurrences->count = sort_unique(occurrences->items, occurrences->count,
                                     sizeof *occurrences->items, by_variable);
}

/* The nodes of VARIABLE from *AT on, which is moved past them. */
static size_t nodes_of(const FlowOccurrences *occurrences, const Term *variable,
                       size_t *at, uint32_t *nodes)
{
    size_t count = 0;
    while (*at < occurrences->count &&
           occurrences->items[*at].variable->id < variable->id)
        ++*at;
    for (; *at < occurrences->count &&
           occurrences->items[*at].variable == variable;
         ++*at)
        nodes[count++] = occurrences->items[*at].node;
    return count;
}

/* One link for each variable that stands in the head and in the body. */
static void link_variables(SymbolFlow *flow)
{
    sort_occurrences(&flow->heads);
    sort_occurrences(&flow->bodies);
    uint32_t *targets = memory_array(flow->heads.count + 1, sizeof *targets);
    uint32_t *sources = memory_array(flow->bodies.count + 1, sizeof *sources);
    size_t head = 0, body = 0;
    while (head < flow->heads.count) {
        const Term *variable = flow->heads.items[head].variable;
        size_t to = nodes_of(&flow->heads, variable, &head, targets);
        size_t from = nodes_of(&flow->bodies, variable, &body, sources);
        add_link(flow, sources, from, targets, to);
    }
    free_all(targets, sources);
}

static void add_clause(SymbolFlow *flow, const Clause *clause)
{
    vec_clear(&flow->heads);
    for (uint32_t i = 0; i < clause->head->arity; i++)
        write_term(flow, clause->head->args[i],
                   flow->roots[clause->relation] + i);
    if (!flow->heads.count)
        return;
    read_body(flow, clause);
    link_variables(flow);
}

/* ---- to the fixpoint ---- */

static void process_node(SymbolFlow *flow, uint32_t node)
{
    flow->nodes.items[node].waiting = false;
    if (flow->nodes.items[node].endless) { /* restricts its links no more */
        for (size_t i = 0; i < flow->nodes.items[node].links.count; i++)
            offer_all(flow, flow->nodes.items[node].links.items[i]);
        return;
    }
    while (!flow->nodes.items[node].endless && flow->steps < MAX_LOOKUPS &&
           flow->nodes.items[node].processed <
               flow->nodes.items[node].symbols.count) {
        FlowNode *at = &flow->nodes.items[node];
        FlowSlot slot = flow->slots.items[at->symbols.items[at->processed++]];
        for (size_t i = 0; i < flow->nodes.items[node].links.count; i++) {
            flow->steps++;
            offer(flow, flow->nodes.items[node].links.items[i], slot.symbol,
                  slot.arity);
        }
    }
}

void flow_run(SymbolFlow *flow, size_t first)
{
    while (flow->queue.count && flow->steps < MAX_LOOKUPS)
        process_node(flow, vec_pop(&flow->queue));
    if (flow->steps >= MAX_LOOKUPS)
        for (size_t i = first; i < flow->nodes.count; i++)
            flow->nodes.items[i].endless = true;
    vec_clear(&flow->queue);
}

static SymbolFlow *make_nodes(const Game *game)
{
    SymbolFlow *flow = memory_alloc(sizeof *flow);
    *flow = (SymbolFlow){.game = game, .arena = arena_new()};
    flow->roots = arena_array(flow->arena, uint32_t, game->relation_count);
    new_nodes(flow, 1, NO_SLOT, 0);
    flow->nodes.items[ANYTHING].endless = true;
    uint32_t features_node = new_nodes(flow, 1, NO_SLOT, 0);
    uint32_t moves_node = new_nodes(flow, 2, NO_SLOT, 0);
    for (size_t i = 0; i < game->relation_count; i++)
        switch (game->relations[i].keyword) {
        case KEYWORD_TRUE:
        case KEYWORD_INIT:
        case KEYWORD_NEXT:
            flow->roots[i] = features_node;
            break;
        case KEYWORD_LEGAL:
        case KEYWORD_DOES:
            flow->roots[i] = moves_node;
            break;
        default:
            flow->roots[i] =
                new_nodes(flow, game->relations[i].arity, NO_SLOT, 0);
        }
    return flow;
}

void flow_free(SymbolFlow *flow)
{
    for (size_t i = 0; i < flow->nodes.count; i++) {
        vec_free_all(&flow->nodes.items[i].slots, &flow->nodes.items[i].symbols,
                     &flow->nodes.items[i].links);
    }
    for (size_t i = 0; i < flow->links.count; i++)
        vec_free(&flow->links.items[i].passed);
    map_free(&flow->map);
    vec_free_all(&flow->nodes, &flow->slots, &flow->links, &flow->written,
                 &flow->queue, &flow->heads, &flow->bodies);
    arena_free(flow->arena);
    free(flow);
}

bool flow_has_time(const SymbolFlow *flow)
{
    return flow->steps < MAX_LOOKUPS;
}

/* ---- the moves of each role ---- */

/* Whether the first argument of CLAUSE, a rule for legal, can be ROLE. */
static bool is_for_role(SymbolFlow *flow, const Clause *clause,
                        const Term *role)
{
    const Term *player = clause->head->args[0];
    if (!term_is_variable(player))
        return player == role || !term_is_ground(player);
    read_body(flow, clause);
    for (size_t i = 0; i < flow->bodies.count; i++)
        if (flow->bodies.items[i].variable == player &&
            !has_symbol(flow, flow->bodies.items[i].node, role->symbol,
                        role->arity))
            return false;
    return true;
}

uint32_t flow_add_moves(SymbolFlow *flow, const Term *role)
{
    uint32_t node = new_nodes(flow, 1, NO_SLOT, 0);
    each_clause (clause, flow->game) {
        if (flow->game->relations[clause->relation].keyword != KEYWORD_LEGAL ||
            !is_for_role(flow, clause, role))
            continue;
        vec_clear(&flow->heads);
        write_term(flow, clause->head->args[1], node);
        read_body(flow, clause);
        link_variables(flow);
    }
    return node;
}

SymbolFlow *flow_new(const Game *game)
{
    SymbolFlow *flow = make_nodes(game);
    for (size_t i = 0; i < game->clause_count && flow_has_time(flow); i++)
        add_clause(flow, &game->clauses[i]);
    flow_run(flow, 0);
    return flow;
}
