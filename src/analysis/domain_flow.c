/* domain_flow.c - domains as the least fixpoint of a flow from bodies to heads
 *
 * In:   the clauses of a Game
 * Out:  a Domain for each path of argument positions: features are argument 1
 *       of true, their contents argument 3 of cell inside that, and so on
 * Next: domain.c counts, names and lists
 *
 * A Node is such a path; it holds symbols: constants and functions. A Link is
 * a variable of a clause: what all its sources, the places in the body, have
 * in common goes to all its targets, the places in the head. When a function
 * goes through a link, its arguments are linked in the same way.
 *
 * Nodes wait in a queue while they have symbols whose links were not looked
 * at. `endless` nodes have had too much, or are too deep: anything may stand
 * there, they restrict nothing. Start reading at build_directed(), at the end.
 */
#include "analysis/build.h"

#include "base/map.h"
#include "base/memory.h"
#include "base/sort.h"

#include <string.h>

enum {
    MAX_NESTING = 32,    /* functions inside functions */
    MAX_NODES = 1 << 18, /* in all */
    MAX_LINKS = 1 << 19,
    MAX_SYMBOLS = 1 << 16, /* at a node */
    MAX_SYMBOLS_IN_ALL = 1 << 20,
    MAX_STEPS = 50000000,    /* a symbol looked up at a node */
    MAX_MOVE_RULES = 100000, /* rules for legal, times roles */
};

enum { ANYTHING = 0 }; /* the node of all that is beyond a limit */

typedef VEC(uint32_t) Ids;

typedef struct {
    uint32_t slot, depth; /* the function whose argument it is, or NONE */
    uint32_t done;        /* how many of its symbols went through the links */
    bool endless, waiting;
    Ids slots;   /* all, present or only asked for */
    Ids symbols; /* slots that are present */
    Ids links;   /* it is a source of */
} Node;

/* A symbol at a node: it may be there, and its arguments are nodes. */
typedef struct {
    uint32_t node;
    uint32_t arity;
    const Symbol *symbol;
    uint32_t children; /* the first of the nodes of its arguments, or NONE */
    uint32_t rank;     /* in the node's symbols, or NONE */
} Slot;

typedef struct {
    const uint32_t *sources, *targets;
    size_t source_count, target_count;
    Ids passed; /* functions that went through: slots of the first target */
} Link;

typedef struct {
    const Symbol *symbol;
    uint32_t node;
} Writing;

typedef struct {
    const Term *variable;
    uint32_t node;
} Occurrence;

typedef VEC(Occurrence) Occurrences;

typedef struct {
    const Game *game;
    Arena *arena;
    Map map; /* of slots */
    VEC(Node) nodes;
    VEC(Slot) slots;
    VEC(Link) links;
    VEC(Writing) written; /* symbols that stand in heads */
    Ids queue;
    Occurrences heads, bodies; /* of the clause at hand */
    uint32_t *roots;           /* of each relation: its first argument */
    size_t symbols, steps;
} Flow;

/* ---- nodes and slots ---- */

static uint32_t new_nodes(Flow *flow, size_t count, uint32_t slot,
                          uint32_t depth)
{
    uint32_t first = (uint32_t)flow->nodes.count;
    for (size_t i = 0; i < count; i++) {
        vec_push(&flow->nodes, (Node){.slot = slot, .depth = depth});
    }
    return first;
}

static uint32_t hash_slot(uint32_t node, const Symbol *symbol, uint32_t arity)
{
    /* hash_mix does not tell its arguments apart: mix one at a time */
    return hash_mix(hash_mix(hash_mix(node + 1, 0), symbol->id), arity);
}

static uint32_t find_slot(const Flow *flow, uint32_t node, const Symbol *symbol,
                          uint32_t arity)
{
    map_each (probe, &flow->map, hash_slot(node, symbol, arity)) {
        const Slot *slot = &flow->slots.items[probe.index];
        if (slot->node == node && slot->symbol == symbol &&
            slot->arity == arity)
            return probe.index;
    }
    return NONE;
}

static uint32_t slot_of(Flow *flow, uint32_t node, const Symbol *symbol,
                        uint32_t arity)
{
    uint32_t found = find_slot(flow, node, symbol, arity);
    if (found != NONE)
        return found;
    found = (uint32_t)flow->slots.count;
    map_add(&flow->map, hash_slot(node, symbol, arity), found);
    vec_push(&flow->slots, (Slot){node, arity, symbol, NONE, NONE});
    vec_push(&flow->nodes.items[node].slots, found);
    return found;
}

/* The node of an argument of the function in SLOT. */
static uint32_t child_of(Flow *flow, uint32_t slot, uint32_t argument)
{
    Slot *of = &flow->slots.items[slot];
    if (of->children != NONE)
        return of->children + argument;
    uint32_t depth = flow->nodes.items[of->node].depth + 1;
    if (depth > MAX_NESTING || flow->nodes.items[of->node].endless ||
        flow->nodes.count + of->arity > MAX_NODES)
        return ANYTHING;
    of->children = new_nodes(flow, of->arity, slot, depth);
    return of->children + argument;
}

static void enqueue(Flow *flow, uint32_t node)
{
    if (!flow->nodes.items[node].waiting)
        vec_push(&flow->queue, node);
    flow->nodes.items[node].waiting = true;
}

/* Recursion as deep as functions are nested. */
static void make_endless(Flow *flow, uint32_t node)
{
    Node *at = &flow->nodes.items[node];
    if (at->endless)
        return;
    at->endless = true;
    enqueue(flow, node);
    for (size_t i = 0; i < at->slots.count; i++) {
        const Slot *slot = &flow->slots.items[at->slots.items[i]];
        for (uint32_t k = 0; slot->children != NONE && k < slot->arity; k++)
            make_endless(flow, slot->children + k);
    }
}

/* Returns the slot, or NONE if the node has become endless. */
static uint32_t add_symbol(Flow *flow, uint32_t node, const Symbol *symbol,
                           uint32_t arity)
{
    if (flow->nodes.items[node].endless)
        return NONE;
    uint32_t slot = slot_of(flow, node, symbol, arity);
    Node *at = &flow->nodes.items[node];
    if (flow->slots.items[slot].rank != NONE)
        return slot;
    if (at->symbols.count == MAX_SYMBOLS ||
        flow->symbols == MAX_SYMBOLS_IN_ALL) {
        make_endless(flow, node);
        return NONE;
    }
    flow->symbols++;
    flow->slots.items[slot].rank = (uint32_t)at->symbols.count;
    vec_push(&at->symbols, slot);
    enqueue(flow, node);
    return slot;
}

/* ---- links ---- */

/* Whether the node has the symbol, and its turn in the queue has come: so the
 * last of several sources finds that all have it. */
static bool has_symbol(Flow *flow, uint32_t node, const Symbol *symbol,
                       uint32_t arity)
{
    flow->steps++;
    const Node *at = &flow->nodes.items[node];
    if (at->endless)
        return true;
    uint32_t slot = find_slot(flow, node, symbol, arity);
    return slot != NONE && flow->slots.items[slot].rank < at->done;
}

/* Nodes occur once in SOURCES and once in TARGETS, apart from endless ones. */
static void add_link(Flow *flow, uint32_t *sources, size_t source_count,
                     uint32_t *targets, size_t target_count);

/* A function went through LINK: so do its arguments. */
static void link_arguments(Flow *flow, const Link *link, const Symbol *symbol,
                           uint32_t arity)
{
    ArenaMark mark = arena_mark(flow->arena);
    uint32_t *sources = arena_array(flow->arena, uint32_t, link->source_count);
    uint32_t *targets = arena_array(flow->arena, uint32_t, link->target_count);
    size_t links = flow->links.count;
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
    if (flow->links.count == links) /* nothing was kept in the arena */
        arena_rewind(flow->arena, mark);
}

/* A symbol is at a source; if it is at all of them it goes to the targets. */
static void offer(Flow *flow, uint32_t number, const Symbol *symbol,
                  uint32_t arity)
{
    Link link = flow->links.items[number];
    if (flow->steps >= MAX_STEPS)
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
static void offer_all(Flow *flow, uint32_t number)
{
    Link link = flow->links.items[number];
    for (size_t i = 0; i < link.source_count; i++) {
        uint32_t source = link.sources[i];
        if (flow->nodes.items[source].endless)
            continue;
        for (uint32_t k = 0; k < flow->nodes.items[source].done; k++) {
            Slot slot =
                flow->slots.items[flow->nodes.items[source].symbols.items[k]];
            offer(flow, number, slot.symbol, slot.arity);
        }
        return;
    }
    for (size_t i = 0; i < link.target_count; i++)
        make_endless(flow, link.targets[i]);
}

static bool is_among(const uint32_t *nodes, size_t count, uint32_t node)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i] == node)
            return true;
    return false;
}

/* Keeps no node that is endless or among OTHERS. */
static size_t without(const Flow *flow, uint32_t *nodes, size_t count,
                      const uint32_t *others, size_t other_count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!flow->nodes.items[nodes[i]].endless &&
            !is_among(others, other_count, nodes[i]))
            nodes[kept++] = nodes[i];
    return kept;
}

/* What a place gives to itself need not be looked at, but finding out must
 * not take longer than looking. */
enum { MAX_COMPARED = 100 };

static void add_link(Flow *flow, uint32_t *sources, size_t source_count,
                     uint32_t *targets, size_t target_count)
{
    flow->steps += source_count + target_count;
    source_count = without(flow, sources, source_count, NULL, 0);
    target_count =
        without(flow, targets, target_count, sources,
                source_count < MAX_COMPARED ? source_count : MAX_COMPARED);
    if (!target_count)
        return;
    if (!source_count || flow->links.count == MAX_LINKS) {
        for (size_t i = 0; i < target_count; i++)
            make_endless(flow, targets[i]);
        return;
    }
    uint32_t number = (uint32_t)flow->links.count;
    Link link = {
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

static void note(Occurrences *occurrences, const Term *variable, uint32_t node)
{
    vec_push(occurrences, (Occurrence){variable, node});
}

/* A term of a head: its symbols are there, its variables are targets. */
static void write_term(Flow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        note(&flow->heads, term, node);
        return;
    }
    uint32_t slot = add_symbol(flow, node, term->symbol, term->arity);
    if (slot == NONE)
        return;
    vec_push(&flow->written, (Writing){term->symbol, node});
    for (uint32_t i = 0; i < term->arity; i++)
        write_term(flow, term->args[i], child_of(flow, slot, i));
}

/* A term of a positive literal: its variables are sources. */
static void read_term(Flow *flow, const Term *term, uint32_t node)
{
    if (term_is_variable(term)) {
        note(&flow->bodies, term, node);
        return;
    }
    if (term_is_ground(term))
        return;
    uint32_t slot = NONE;
    if (!flow->nodes.items[node].endless)
        slot = slot_of(flow, node, term->symbol, term->arity);
    for (uint32_t i = 0; i < term->arity; i++)
        read_term(flow, term->args[i],
                  slot == NONE ? ANYTHING : child_of(flow, slot, i));
}

static void read_body(Flow *flow, const Clause *clause)
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
    const Occurrence *a = left, *b = right;
    if (a->variable->id != b->variable->id)
        return a->variable->id < b->variable->id ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

/* Sorts them and keeps each once. */
static void sort_occurrences(Occurrences *occurrences)
{
    occurrences->count = sort_unique(occurrences->items, occurrences->count,
                                     sizeof *occurrences->items, by_variable);
}

/* The nodes of VARIABLE from *AT on, which is moved past them. */
static size_t nodes_of(const Occurrences *occurrences, const Term *variable,
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
static void link_variables(Flow *flow)
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
    free(targets);
    free(sources);
}

static void add_clause(Flow *flow, const Clause *clause)
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

static void look_at_node(Flow *flow, uint32_t node)
{
    flow->nodes.items[node].waiting = false;
    if (flow->nodes.items[node].endless) { /* restricts its links no more */
        for (size_t i = 0; i < flow->nodes.items[node].links.count; i++)
            offer_all(flow, flow->nodes.items[node].links.items[i]);
        return;
    }
    while (!flow->nodes.items[node].endless && flow->steps < MAX_STEPS &&
           flow->nodes.items[node].done <
               flow->nodes.items[node].symbols.count) {
        Node *at = &flow->nodes.items[node];
        Slot slot = flow->slots.items[at->symbols.items[at->done++]];
        for (size_t i = 0; i < flow->nodes.items[node].links.count; i++) {
            flow->steps++;
            offer(flow, flow->nodes.items[node].links.items[i], slot.symbol,
                  slot.arity);
        }
    }
}

/* If this takes too long, nothing is certain about the nodes from FIRST on,
 * which are all that can still change. */
static void run(Flow *flow, size_t first)
{
    while (flow->queue.count && flow->steps < MAX_STEPS)
        look_at_node(flow, vec_pop(&flow->queue));
    if (flow->steps >= MAX_STEPS)
        for (size_t i = first; i < flow->nodes.count; i++)
            flow->nodes.items[i].endless = true;
    vec_clear(&flow->queue);
}

static Flow *flow_new(const Game *game)
{
    Flow *flow = memory_alloc(sizeof *flow);
    *flow = (Flow){.game = game, .arena = arena_new()};
    flow->roots = arena_array(flow->arena, uint32_t, game->relation_count);
    new_nodes(flow, 1, NONE, 0);
    flow->nodes.items[ANYTHING].endless = true;
    uint32_t features = new_nodes(flow, 1, NONE, 0);
    uint32_t moves = new_nodes(flow, 2, NONE, 0);
    for (size_t i = 0; i < game->relation_count; i++)
        switch (game->relations[i].keyword) {
        case KEYWORD_TRUE:
        case KEYWORD_INIT:
        case KEYWORD_NEXT:
            flow->roots[i] = features;
            break;
        case KEYWORD_LEGAL:
        case KEYWORD_DOES:
            flow->roots[i] = moves;
            break;
        default:
            flow->roots[i] = new_nodes(flow, game->relations[i].arity, NONE, 0);
        }
    return flow;
}

enum { FEATURES = 1, PLAYERS = 2, MOVES = 3 }; /* the nodes just made */

static void flow_free(Flow *flow)
{
    for (size_t i = 0; i < flow->nodes.count; i++) {
        vec_free(&flow->nodes.items[i].slots);
        vec_free(&flow->nodes.items[i].symbols);
        vec_free(&flow->nodes.items[i].links);
    }
    for (size_t i = 0; i < flow->links.count; i++)
        vec_free(&flow->links.items[i].passed);
    map_free(&flow->map);
    vec_free(&flow->nodes);
    vec_free(&flow->slots);
    vec_free(&flow->links);
    vec_free(&flow->written);
    vec_free(&flow->queue);
    vec_free(&flow->heads);
    vec_free(&flow->bodies);
    arena_free(flow->arena);
    free(flow);
}

/* ---- the moves of each role ---- */

/* Whether the first argument of CLAUSE, a rule for legal, can be ROLE. */
static bool concerns(Flow *flow, const Clause *clause, const Term *role)
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

/* A node that only the rules for the moves of ROLE write to. */
static uint32_t add_moves(Flow *flow, const Term *role)
{
    uint32_t node = new_nodes(flow, 1, NONE, 0);
    each_clause (clause, flow->game) {
        if (flow->game->relations[clause->relation].keyword != KEYWORD_LEGAL ||
            !concerns(flow, clause, role))
            continue;
        vec_clear(&flow->heads);
        write_term(flow, clause->head->args[1], node);
        read_body(flow, clause);
        link_variables(flow);
    }
    return node;
}

static size_t count_move_rules(const Game *game)
{
    size_t count = 0;
    for (size_t i = 0; i < game->clause_count; i++)
        count +=
            game->relations[game->clauses[i].relation].keyword == KEYWORD_LEGAL;
    return count;
}

/* ---- as domains ---- */

static void to_domains(const Flow *flow, Domains *domains)
{
    size_t count = flow->nodes.count;
    Domain *all = arena_array(domains->arena, Domain, count);
    uint32_t *ranks = rank_symbols(flow->game, flow->arena);
    VEC(Shape) shapes = {0};
    for (size_t i = 0; i < count; i++) {
        const Node *node = &flow->nodes.items[i];
        all[i].index = (uint32_t)i;
        all[i].endless = node->endless;
        vec_clear(&shapes);
        for (size_t k = 0; !node->endless && k < node->symbols.count; k++) {
            const Slot *slot = &flow->slots.items[node->symbols.items[k]];
            Shape shape = {.symbol = slot->symbol, .arity = slot->arity};
            shape.args =
                arena_array(domains->arena, const Domain *, slot->arity);
            for (uint32_t c = 0; c < slot->arity; c++)
                shape.args[c] =
                    &all[slot->children == NONE ? ANYTHING
                                                : slot->children + c];
            vec_push(&shapes, shape);
        }
        domain_set(domains, &all[i], shapes.items, shapes.count, ranks);
    }
    vec_free(&shapes);
    domains->all = all;
    domains->count = count;
}

static void set_relations(const Flow *flow, Domains *domains)
{
    const Game *game = flow->game;
    domains->features = &domains->all[FEATURES];
    domains->relation =
        arena_array(domains->arena, const Domain **, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++) {
        size_t arity = game->relations[i].arity;
        const Domain **args =
            arena_array(domains->arena, const Domain *, arity);
        for (size_t k = 0; k < arity; k++)
            args[k] = &domains->all[flow->roots[i] + k];
        domains->relation[i] = args;
    }
}

/* ---- as a drawing ---- */

static void sketch_children(Sketch *sketch, uint32_t *spot_of,
                            const Domain *domain, Holder holder)
{
    for (size_t i = 0; i < domain->count; i++) {
        const Shape *shape = &domain->shapes[i];
        for (size_t k = 0; k < shape->arity; k++) {
            uint32_t node = shape->args[k]->index;
            if (node == ANYTHING || spot_of[node] != NONE)
                continue;
            spot_of[node] =
                sketch_spot(sketch, (Spot){holder, shape->symbol, shape->arity,
                                           k, NONE, shape->args[k]});
        }
    }
}

static void sketch_flow(const Flow *flow, Domains *domains, Sketch *sketch)
{
    uint32_t *spot_of = arena_array(flow->arena, uint32_t, domains->count);
    memset(spot_of, 0xff, domains->count * sizeof *spot_of);
    sketch_children(sketch, spot_of, domains->features, OF_FEATURE);
    sketch_children(sketch, spot_of, &domains->all[MOVES], OF_MOVE);
    size_t relations = sketch->spots.count;
    sketch_relations(domains, sketch);
    for (size_t i = relations; i < sketch->spots.count; i++)
        spot_of[sketch->spots.items[i].domain->index] = (uint32_t)i;
    for (size_t i = 0; i < sketch->spots.count; i++) /* it grows */
        sketch_children(sketch, spot_of, sketch->spots.items[i].domain,
                        OF_FUNCTION);
    for (size_t i = 0; i < sketch->spots.count; i++) {
        Spot *spot = &sketch->spots.items[i];
        uint32_t slot = flow->nodes.items[spot->domain->index].slot;
        if (slot != NONE)
            spot->parent = spot_of[flow->slots.items[slot].node];
    }
    for (size_t i = 0; i < flow->written.count; i++)
        sketch_symbol(sketch, flow->written.items[i].symbol,
                      spot_of[flow->written.items[i].node]);
    for (size_t i = 0; i < flow->links.count; i++) {
        const Link *link = &flow->links.items[i];
        if (link->source_count > MAX_EDGES / link->target_count) {
            sketch->complete = false;
            continue;
        }
        for (size_t k = 0; k < link->source_count; k++)
            for (size_t c = 0; c < link->target_count; c++)
                sketch_edge(sketch, spot_of[link->sources[k]],
                            spot_of[link->targets[c]]);
    }
}

/* Those that are constants: a role with arguments that no rule names in full
 * is too odd to be of use. */
static void set_roles(const Flow *flow, Domains *domains)
{
    if (find_roles(domains))
        return;
    const Game *game = flow->game;
    const Node *node =
        &flow->nodes.items[flow->roots[game->keyword[KEYWORD_ROLE]]];
    for (size_t i = 0; !node->endless && i < node->symbols.count; i++) {
        const Slot *slot = &flow->slots.items[node->symbols.items[i]];
        if (!slot->arity)
            add_role(domains, term_constant(game->terms, slot->symbol));
    }
}

/* A node for each role, or if that is too much one for all. */
static void set_moves(Flow *flow, Domains *domains, uint32_t *moves)
{
    size_t known = flow->nodes.count;
    bool apart =
        domains->role_count * count_move_rules(flow->game) <= MAX_MOVE_RULES &&
        flow->steps < MAX_STEPS;
    flow->steps = 0;
    for (size_t i = 0; i < domains->role_count; i++)
        moves[i] = apart ? add_moves(flow, domains->roles[i]) : MOVES;
    run(flow, known);
}

void build_directed(Domains *domains, Sketch *sketch)
{
    const Game *game = domains->game;
    Flow *flow = flow_new(game);
    for (size_t i = 0; i < game->clause_count && flow->steps < MAX_STEPS; i++)
        add_clause(flow, &game->clauses[i]);
    run(flow, 0);
    set_roles(flow, domains);
    uint32_t *moves = arena_array(flow->arena, uint32_t, domains->role_count);
    set_moves(flow, domains, moves);
    to_domains(flow, domains);
    set_relations(flow, domains);
    domains->moves =
        arena_array(domains->arena, const Domain *, domains->role_count);
    for (size_t i = 0; i < domains->role_count; i++)
        domains->moves[i] = &domains->all[moves[i]];
    sketch_flow(flow, domains, sketch);
    flow_free(flow);
}
