/* domain_flow.c - domains as the least fixpoint of a flow from bodies to heads
 *
 * In:   the clauses of a Game
 * Out:  which symbols can come to which argument place, as domains
 * Next: domain.c counts, names and lists
 *
 * A node is a path of argument places: features are argument 1 of true, their
 * contents argument 3 of cell inside that, and so on. It holds symbols:
 * constants and functions. What all places of a variable in the body of a
 * clause have in common goes to all its places in the head; where that is a
 * function, its arguments go the same way. A clause is looked at again when
 * something came to a relation of its body. `endless` nodes have had too much,
 * or are too deep: anything may stand there, they restrict nothing. Start
 * reading at domains_by_flow(), at the end.
 */
#include "analysis/domain_internal.h"

#include "base/byte_table.h"
#include "base/sort.h"

#include <assert.h>

enum {
    MAX_NESTING = 32,         /* functions inside functions */
    MAX_FLOW_NODES = 1 << 16, /* in all */
    MAX_SYMBOLS = 1 << 16,    /* at a node */
    MAX_SYMBOLS_IN_ALL = 1 << 20,
    MAX_LOOKUPS = 50000000,  /* a symbol looked up at a node */
    MAX_MOVE_RULES = 100000, /* rules for legal, times roles */
};

#define NO_SLOT UINT32_MAX /* nor node */

/* The first nodes: all that is beyond a limit; the argument of true; the two
 * arguments of legal. */
enum { ANYTHING = 0, FEATURES = 1, PLAYERS = 2, MOVES = 3 };

typedef struct {
    uint32_t slot, depth; /* the function whose argument it is, or NO_SLOT */
    bool endless;
    VEC(uint32_t) slots; /* all, present or only asked for */
} FlowNode;

/* A symbol at a node: it may be there, and its arguments are nodes. */
typedef struct {
    uint32_t node;
    uint32_t arity;
    const Symbol *symbol;
    uint32_t children; /* the first of the nodes of its arguments, or NO_SLOT */
    bool present;
} FlowSlot;

typedef struct {
    const Term *variable;
    uint32_t node;
} FlowOccurrence;

typedef VEC(FlowOccurrence) FlowOccurrences;

typedef struct {
    const Game *game;
    Arena *arena;
    ByteTable keys; /* of slots: node, symbol and arity */
    VEC(FlowNode) nodes;
    VEC(FlowSlot) slots;
    FlowOccurrences heads, bodies; /* of the clause at hand */
    uint32_t *roots;               /* of each relation: its first argument */
    uint32_t *changed_at;          /* by root: when something came to it */
    uint32_t *visited_at;          /* by clause: when it was looked at */
    uint32_t time;                 /* counts clauses that changed something */
    size_t changes, lookup_count;
    PlaceGraph *drawing; /* gets what clauses say; NULL: nobody asks */
} SymbolFlow;

static bool is_within_limit(const SymbolFlow *flow)
{
    return flow->lookup_count < MAX_LOOKUPS;
}

/* ---- nodes and slots ---- */

static uint32_t new_nodes(SymbolFlow *flow, size_t count, uint32_t slot,
                          uint32_t depth)
{
    uint32_t first = (uint32_t)flow->nodes.count;
    for (size_t i = 0; i < count; i++)
        vec_push(&flow->nodes, (FlowNode){.slot = slot, .depth = depth});
    return first;
}

static bool is_endless(const SymbolFlow *flow, uint32_t node)
{
    return flow->nodes.items[node].endless;
}

static uint32_t slot_of(SymbolFlow *flow, uint32_t node, const Symbol *symbol,
                        uint32_t arity)
{
    uint32_t key[] = {node, symbol->id, arity};
    uint32_t slot = byte_table_put(&flow->keys, BYTES_OF(key));
    if (slot == flow->slots.count) {
        vec_push(&flow->slots, (FlowSlot){node, arity, symbol, NO_SLOT, false});
        vec_push(&flow->nodes.items[node].slots, slot);
    }
    return slot;
}

/* The node of an argument of the function in SLOT. */
static uint32_t child_of(SymbolFlow *flow, uint32_t slot, uint32_t argument)
{
    FlowSlot *function = &flow->slots.items[slot];
    if (function->children != NO_SLOT)
        return function->children + argument;
    uint32_t depth = flow->nodes.items[function->node].depth + 1;
    if (depth > MAX_NESTING || is_endless(flow, function->node) ||
        flow->nodes.count + function->arity > MAX_FLOW_NODES)
        return ANYTHING;
    assert(function->node != ANYTHING && function->arity);
    function->children = new_nodes(flow, function->arity, slot, depth);
    return function->children + argument;
}

/* Recursion as deep as functions are nested. */
static void make_endless(SymbolFlow *flow, uint32_t node)
{
    FlowNode *target = &flow->nodes.items[node];
    if (target->endless)
        return;
    target->endless = true;
    flow->changes++;
    for (size_t i = 0; i < target->slots.count; i++) {
        const FlowSlot *slot = &flow->slots.items[target->slots.items[i]];
        for (uint32_t k = 0; slot->children != NO_SLOT && k < slot->arity; k++)
            make_endless(flow, slot->children + k);
    }
}

/* SYMBOL may stand at NODE. Returns its slot, or NO_SLOT if the node has become
 * endless. */
static uint32_t add_symbol(SymbolFlow *flow, uint32_t node,
                           const Symbol *symbol, uint32_t arity)
{
    if (is_endless(flow, node))
        return NO_SLOT;
    uint32_t slot = slot_of(flow, node, symbol, arity);
    if (flow->nodes.items[node].slots.count > MAX_SYMBOLS ||
        flow->slots.count > MAX_SYMBOLS_IN_ALL) {
        make_endless(flow, node);
        return NO_SLOT;
    }
    flow->changes += !flow->slots.items[slot].present;
    flow->slots.items[slot].present = true;
    return slot;
}

/* Whether SYMBOL may stand at NODE, as far as is known now. */
static bool has_symbol(SymbolFlow *flow, uint32_t node, const Symbol *symbol,
                       uint32_t arity)
{
    flow->lookup_count++;
    if (is_endless(flow, node))
        return true;
    uint32_t key[] = {node, symbol->id, arity};
    uint32_t slot = byte_table_find(&flow->keys, BYTES_OF(key));
    return slot != NO_STRING && flow->slots.items[slot].present;
}

/* ---- from places to places ---- */

typedef struct {
    uint32_t *items;
    size_t count;
} Nodes;

/* What a place gives to itself need not be looked at, but finding out must
 * not take longer than looking. */
enum { MAX_COMPARED = 100 };

static bool contains(Nodes nodes, uint32_t node)
{
    for (size_t i = 0; i < nodes.count && i < MAX_COMPARED; i++)
        if (nodes.items[i] == node)
            return true;
    return false;
}

/* Keeps no node that is endless. */
static void drop_endless(const SymbolFlow *flow, Nodes *nodes)
{
    size_t kept_count = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (!is_endless(flow, nodes->items[i]))
            nodes->items[kept_count++] = nodes->items[i];
    nodes->count = kept_count;
}

static void draw_edges(const SymbolFlow *flow, Nodes sources, Nodes targets)
{
    for (size_t i = 0; i < sources.count; i++)
        for (size_t k = 0; k < targets.count && flow->drawing->complete; k++)
            place_graph_add_edge(flow->drawing, sources.items[i],
                                 targets.items[k]);
}

static void flow_common(SymbolFlow *flow, Nodes sources, Nodes targets);

/* Argument ARGUMENT of SLOT at each node of NODES that is not endless. */
static Nodes children_of(SymbolFlow *flow, Nodes nodes, const FlowSlot *slot,
                         uint32_t argument)
{
    Nodes children = {arena_array(flow->arena, uint32_t, nodes.count), 0};
    for (size_t i = 0; i < nodes.count; i++)
        if (!is_endless(flow, nodes.items[i]))
            children.items[children.count++] = child_of(
                flow, slot_of(flow, nodes.items[i], slot->symbol, slot->arity),
                argument);
    return children;
}

/* A symbol is at the first source; if it is at all of them it goes to the
 * targets, with its arguments. */
static void flow_symbol(SymbolFlow *flow, Nodes sources, Nodes targets,
                        const FlowSlot *slot)
{
    for (size_t i = 0; i < sources.count; i++)
        if (!has_symbol(flow, sources.items[i], slot->symbol, slot->arity))
            return;
    flow->lookup_count += targets.count;
    for (size_t i = 0; i < targets.count; i++)
        add_symbol(flow, targets.items[i], slot->symbol, slot->arity);
    ArenaMark mark = arena_mark(flow->arena);
    for (uint32_t i = 0; i < slot->arity; i++)
        flow_common(flow, children_of(flow, sources, slot, i),
                    children_of(flow, targets, slot, i));
    arena_rewind(flow->arena, mark);
}

/* What all SOURCES have in common goes to all TARGETS; those that are endless
 * restrict nothing. Nodes occur once in each, apart from endless ones.
 * Recursion as deep as functions are nested. */
static void flow_common(SymbolFlow *flow, Nodes sources, Nodes targets)
{
    size_t kept_count = 0;
    flow->lookup_count += sources.count + targets.count;
    for (size_t i = 0; i < targets.count; i++)
        if (!contains(sources, targets.items[i]))
            targets.items[kept_count++] = targets.items[i];
    targets.count = kept_count;
    if (flow->drawing)
        draw_edges(flow, sources, targets);
    drop_endless(flow, &sources);
    drop_endless(flow, &targets);
    for (size_t i = 0; !sources.count && i < targets.count; i++)
        make_endless(flow, targets.items[i]);
    if (!sources.count || !targets.count)
        return;
    uint32_t first = sources.items[0]; /* which may get more on the way */
    for (size_t i = 0;
         i < flow->nodes.items[first].slots.count && is_within_limit(flow);
         i++) {
        FlowSlot slot =
            flow->slots.items[flow->nodes.items[first].slots.items[i]];
        flow_symbol(flow, sources, targets, &slot);
    }
}

/* ---- clauses ---- */

/* A term of a head: its symbols are there, its variables are targets. */
static void add_head_term(SymbolFlow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        vec_push(&flow->heads, (FlowOccurrence){term, node});
        return;
    }
    uint32_t slot = add_symbol(flow, node, term->symbol, term->arity);
    if (slot == NO_SLOT)
        return;
    if (flow->drawing)
        vec_push(&flow->drawing->edges, (DomainEdge){term->symbol, 0, node});
    for (uint32_t i = 0; i < term->arity; i++)
        add_head_term(flow, term->args[i], child_of(flow, slot, i));
}

/* A term of a positive literal: symbols flow from its variables, wherever they
 * are, to those of the head. */
static void add_body_term(SymbolFlow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        vec_push(&flow->bodies, (FlowOccurrence){term, node});
        return;
    }
    if (term_is_ground(term))
        return;
    uint32_t slot = NO_SLOT;
    if (!is_endless(flow, node))
        slot = slot_of(flow, node, term->symbol, term->arity);
    for (uint32_t i = 0; i < term->arity; i++)
        add_body_term(flow, term->args[i],
                      slot == NO_SLOT ? ANYTHING : child_of(flow, slot, i));
}

static void collect_body_variables(SymbolFlow *flow, const Clause *clause)
{
    vec_clear(&flow->bodies);
    each_literal (literal, clause) {
        if (literal->kind != LITERAL_POSITIVE)
            continue;
        for (uint32_t k = 0; k < literal->atom->arity; k++)
            add_body_term(flow, literal->atom->args[k],
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

/* The nodes of VARIABLE from *NEXT_OCCURRENCE on, which is moved past them. */
static Nodes nodes_of(SymbolFlow *flow, const FlowOccurrences *occurrences,
                      const Term *variable, size_t *next_occurrence)
{
    while (*next_occurrence < occurrences->count &&
           occurrences->items[*next_occurrence].variable->id < variable->id)
        ++*next_occurrence;
    size_t end = *next_occurrence;
    while (end < occurrences->count &&
           occurrences->items[end].variable == variable)
        end++;
    Nodes nodes = {arena_array(flow->arena, uint32_t, end - *next_occurrence),
                   0};
    for (; *next_occurrence < end; ++*next_occurrence)
        nodes.items[nodes.count++] = occurrences->items[*next_occurrence].node;
    return nodes;
}

/* Each variable of the head takes what its places in the body have. */
static void flow_variables(SymbolFlow *flow, const Clause *clause)
{
    if (!flow->heads.count)
        return;
    collect_body_variables(flow, clause);
    sort_occurrences(&flow->heads);
    sort_occurrences(&flow->bodies);
    ArenaMark mark = arena_mark(flow->arena);
    size_t head = 0, body = 0;
    while (head < flow->heads.count) {
        const Term *variable = flow->heads.items[head].variable;
        Nodes targets = nodes_of(flow, &flow->heads, variable, &head);
        flow_common(flow, nodes_of(flow, &flow->bodies, variable, &body),
                    targets);
    }
    arena_rewind(flow->arena, mark);
}

/* Lets what is at the body of CLAUSE flow to its head. */
static void flow_through_clause(SymbolFlow *flow, const Clause *clause)
{
    vec_clear(&flow->heads);
    for (uint32_t i = 0; i < clause->head->arity; i++)
        add_head_term(flow, clause->head->args[i],
                      flow->roots[clause->relation] + i);
    flow_variables(flow, clause);
}

/* ---- to the fixpoint ---- */

static bool is_due(const SymbolFlow *flow, uint32_t number)
{
    const Clause *clause = &flow->game->clauses[number];
    if (!flow->visited_at[number])
        return true;
    each_literal (literal, clause)
        if (literal->kind == LITERAL_POSITIVE &&
            flow->changed_at[flow->roots[literal->relation]] >
                flow->visited_at[number])
            return true;
    return false;
}

static void process_if_due(SymbolFlow *flow, uint32_t number)
{
    const Clause *clause = &flow->game->clauses[number];
    size_t changes = flow->changes;
    if (!is_within_limit(flow) || !is_due(flow, number))
        return;
    flow->visited_at[number] = flow->time;
    flow_through_clause(flow, clause);
    if (flow->changes > changes)
        flow->changed_at[flow->roots[clause->relation]] = ++flow->time;
}

/* What happened to the nodes from FIRST on is certain only if there was time
 * for all of it. */
static void give_up_if_over_limit(SymbolFlow *flow, size_t first)
{
    for (size_t i = first; !is_within_limit(flow) && i < flow->nodes.count; i++)
        flow->nodes.items[i].endless = true;
}

/* Groups come in an order in which most of what a clause asks for is there. */
static void run_to_fixpoint(SymbolFlow *flow)
{
    uint32_t time_before;
    do {
        time_before = flow->time;
        for (size_t i = 0; i < flow->game->group_count; i++)
            for (size_t k = 0; k < flow->game->groups[i].count; k++)
                process_if_due(flow, flow->game->groups[i].clauses[k]);
    } while (flow->time > time_before);
    give_up_if_over_limit(flow, 0);
}

static void make_nodes(SymbolFlow *flow)
{
    const Game *game = flow->game;
    flow->roots = arena_array(flow->arena, uint32_t, game->relation_count);
    new_nodes(flow, 1, NO_SLOT, 0);
    flow->nodes.items[ANYTHING].endless = true;
    uint32_t features_node = new_nodes(flow, 1, NO_SLOT, 0);
    uint32_t moves_node = new_nodes(flow, 2, NO_SLOT, 0);
    for (size_t i = 0; i < game->relation_count; i++) {
        Keyword keyword = game->relations[i].keyword;
        flow->roots[i] =
            is_feature_keyword(keyword) ? features_node
            : keyword == KEYWORD_LEGAL || keyword == KEYWORD_DOES
                ? moves_node
                : new_nodes(flow, game->relations[i].arity, NO_SLOT, 0);
    }
    flow->changed_at =
        arena_array(flow->arena, uint32_t, flow->nodes.count + 1);
    flow->visited_at = arena_array(flow->arena, uint32_t, game->clause_count);
}

static void flow_free(SymbolFlow *flow)
{
    for (size_t i = 0; i < flow->nodes.count; i++)
        vec_free(&flow->nodes.items[i].slots);
    byte_table_free(&flow->keys);
    vec_free_all(&flow->nodes, &flow->slots, &flow->heads, &flow->bodies);
    arena_free(flow->arena);
}

/* ---- the moves of each role ---- */

/* Whether the first argument of CLAUSE, a rule for legal, can be ROLE. */
static bool is_for_role(SymbolFlow *flow, const Clause *clause,
                        const Term *role)
{
    const Term *player = clause->head->args[0];
    if (!term_is_variable(player))
        return player == role || !term_is_ground(player);
    collect_body_variables(flow, clause);
    for (size_t i = 0; i < flow->bodies.count; i++)
        if (flow->bodies.items[i].variable == player &&
            !has_symbol(flow, flow->bodies.items[i].node, role->symbol,
                        role->arity))
            return false;
    return true;
}

/* Adds a node for each role, at which its moves arrive and those of nobody
 * else; or, if that is too much, takes the one of all moves. */
static void add_moves(SymbolFlow *flow, const Term *const *roles, size_t count,
                      uint32_t *nodes)
{
    const Game *game = flow->game;
    size_t known_count = flow->nodes.count, rule_count = 0;
    each_clause (clause, game)
        rule_count += clause_keyword(game, clause) == KEYWORD_LEGAL;
    bool is_too_much =
        rule_count * count > MAX_MOVE_RULES || !is_within_limit(flow);
    flow->lookup_count = 0;
    for (size_t i = 0; i < count; i++) {
        nodes[i] =
            is_too_much ? (uint32_t)MOVES : new_nodes(flow, 1, NO_SLOT, 0);
        each_clause (clause, game) {
            if (is_too_much || clause_keyword(game, clause) != KEYWORD_LEGAL ||
                !is_for_role(flow, clause, roles[i]))
                continue;
            vec_clear(&flow->heads);
            add_head_term(flow, clause->head->args[1], nodes[i]);
            flow_variables(flow, clause);
        }
    }
    give_up_if_over_limit(flow, known_count);
}

/* ---- domains ---- */

static Shape shape_of(const FlowSlot *slot, const Domains *domains)
{
    Shape shape = {.symbol = slot->symbol, .arity = slot->arity};
    shape.args = arena_array(domains->arena, const Domain *, slot->arity);
    for (uint32_t i = 0; i < slot->arity; i++)
        shape.args[i] =
            &domains->table
                 .items[slot->children == NO_SLOT ? ANYTHING
                                                  : slot->children + i];
    return shape;
}

static void fill_domains(const SymbolFlow *flow, Domains *domains,
                         PlaceGraph *graph)
{
    VEC(Shape) shapes = {0};
    uint32_t *parents =
        arena_array(domains->arena, uint32_t, flow->nodes.count);
    domains->table =
        domain_table_new(domains->arena, flow->game->terms, flow->nodes.count);
    for (size_t i = 0; i < domains->table.count; i++) {
        const FlowNode *node = &flow->nodes.items[i];
        domains->table.items[i].endless = node->endless;
        parents[i] = node->slot == NO_SLOT ? NO_GRAPH_PLACE
                                           : flow->slots.items[node->slot].node;
        vec_clear(&shapes);
        for (size_t k = 0; !node->endless && k < node->slots.count; k++) {
            const FlowSlot *slot = &flow->slots.items[node->slots.items[k]];
            if (slot->present)
                vec_push(&shapes, shape_of(slot, domains));
        }
        domain_set(&domains->table, &domains->table.items[i], shapes.items,
                   shapes.count);
    }
    vec_free(&shapes);
    graph->parents = parents;
    domain_table_measure(&domains->table);
}

/* Those that are constants: a role with arguments that no rule names in full
 * is too odd to be of use. */
static void find_flow_roles(const SymbolFlow *flow, Domains *domains)
{
    if (find_roles(domains))
        return;
    const Game *game = flow->game;
    const FlowNode *node =
        &flow->nodes.items[flow->roots[game->keyword[KEYWORD_ROLE]]];
    for (size_t i = 0; !node->endless && i < node->slots.count; i++) {
        const FlowSlot *slot = &flow->slots.items[node->slots.items[i]];
        if (slot->present && !slot->arity)
            add_role(domains, term_constant(game->terms, slot->symbol));
    }
}

/* What is written at nodes, and what goes between them when all has come to
 * them. */
static void draw_clauses(SymbolFlow *flow, PlaceGraph *graph)
{
    flow->drawing = graph;
    each_clause (clause, flow->game)
        flow_through_clause(flow, clause);
    flow->drawing = NULL;
}

void domains_by_flow(Domains *domains, PlaceGraph *graph)
{
    const Game *game = domains->game;
    SymbolFlow flow = {.game = game, .arena = arena_new(), .time = 1};
    make_nodes(&flow);
    run_to_fixpoint(&flow);
    draw_clauses(&flow, graph);
    find_flow_roles(&flow, domains);
    uint32_t *moves = arena_array(flow.arena, uint32_t, domains->role_count);
    add_moves(&flow, domains->roles, domains->role_count, moves);
    fill_domains(&flow, domains, graph);
    const Domain *nodes = domains->table.items;
    domains->features = &nodes[FEATURES];
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = &nodes[moves[i]];
    for (size_t i = 0; i < game->relation_count; i++)
        for (size_t k = 0; k < game->relations[i].arity; k++)
            domains->relation_domains[i][k] = &nodes[flow.roots[i] + k];
    graph->hidden = &nodes[ANYTHING];
    flow_free(&flow);
}
