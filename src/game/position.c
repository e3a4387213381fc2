/* position.c - what can stand at an argument position
 *
 * In:   the clauses of a Game
 * Out:  a union-find structure over argument positions and variables
 * Next: game/safety.c binds variables; analysis/domain_components.c makes
 * domains
 *
 * Start reading at positions_new().
 */
#include "game/position.h"

#include "base/memory.h"
#include "game/judge.h"
#include "base/map.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TERMS = 100000,   /* in a domain */
    MAX_IN_ALL = 1000000, /* in all domains that were asked for */
    MAX_CELLS = 1000000,  /* in the table of a function's arguments */
    MAX_FUNCTIONS = 1000, /* in a domain */
    MAX_NESTING = 200,    /* of functions: less than TERM_MAX_DEPTH */
    MAX_SYMBOLS = 10000   /* in a term, written out */
};

typedef PositionKey Key; /* those that GDL identifies have the same key */

/* Something met at a position: a constant, or a function with arguments. */
typedef struct {
    uint32_t node, key;
    const Term *term;
} Content;

/* The domain of a component, while and after it is computed. */
typedef struct {
    enum { NOT_ASKED, UNDER_WAY, KNOWN, TOO_MUCH } state;
    TermVec terms;
    size_t weight; /* symbols in the longest of them, written out */
} Domain;

struct Positions {
    const Game *game;
    Map map;
    VEC(Key) keys;
    VEC(uint32_t) key_nodes;
    VEC(uint32_t) parent;              /* of each node */
    VEC(Content) contents;             /* sorted by component */
    VEC(PositionVariable) occurrences; /* of variables */
    uint32_t *first_content;  /* of each component, and the end of the last */
    Domain *domains;          /* of each component; made when first needed */
    uint32_t *first_variable; /* of each clause: the node of variable 0 */
    uint32_t role_node;
    uint32_t component_count; /* nodes that were there when all was seen */
    size_t listed;            /* terms in domains */
};

/* ---- nodes ---- */

static uint32_t new_node(Positions *positions)
{
    uint32_t node = (uint32_t)positions->parent.count;
    vec_push(&positions->parent, node);
    return node;
}

static uint32_t root_of(const Positions *positions, uint32_t node)
{
    while (positions->parent.items[node] != node)
        node = positions->parent.items[node];
    return node;
}

static void join(Positions *positions, uint32_t a, uint32_t b)
{
    uint32_t *parent = positions->parent.items;
    for (; parent[a] != a; a = parent[a]) /* halve the paths on the way */
        parent[a] = parent[parent[a]];
    for (; parent[b] != b; b = parent[b])
        parent[b] = parent[parent[b]];
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static bool same_key(Key a, Key b)
{
    return a.symbol == b.symbol && a.arity == b.arity &&
           a.argument == b.argument && a.of_relation == b.of_relation;
}

static uint32_t hash_key(Key key)
{
    uint32_t symbol = key.symbol ? key.symbol->id + 1 : 0;
    return hash_mix(hash_mix(symbol, 0), key.arity << 16 | key.argument);
}

/* The number of KEY, or NO_POSITION. */
static uint32_t find_key(const Positions *positions, Key key)
{
    map_each (probe, &positions->map, hash_key(key))
        if (same_key(positions->keys.items[probe.index], key))
            return probe.index;
    return NO_POSITION;
}

static uint32_t number_of(Positions *positions, Key key)
{
    uint32_t number = find_key(positions, key);
    if (number != NO_POSITION)
        return number;
    number = (uint32_t)positions->keys.count;
    map_add(&positions->map, hash_key(key), number);
    vec_push(&positions->keys, key);
    vec_push(&positions->key_nodes, new_node(positions));
    return number;
}

/* The keys that GDL identifies: features, players and moves. */
static Key relation_key(const Symbol *symbol, uint32_t arity, uint32_t argument)
{
    Keyword keyword = keyword_of(symbol, arity);
    Key features = {NULL, 1, 0, true}, players = {NULL, 2, 0, true};
    Key moves = {NULL, 2, 1, true};
    switch (keyword) {
    case KEYWORD_TRUE:
    case KEYWORD_INIT:
    case KEYWORD_NEXT:
    case KEYWORD_BASE:
        return features;
    case KEYWORD_LEGAL:
    case KEYWORD_DOES:
    case KEYWORD_INPUT:
        return argument == 0 ? players : moves;
    case KEYWORD_ROLE:
        return players;
    case KEYWORD_GOAL:
    case KEYWORD_SEES:
        if (argument == 0)
            return players;
        break;
    default:
        break;
    }
    return (Key){symbol, arity, argument, true};
}

/* ---- looking at the clauses ---- */

static uint32_t variable_node(const Positions *positions, size_t clause,
                              const Term *variable)
{
    const Clause *of = &positions->game->clauses[clause];
    for (size_t i = 0; i < of->variable_count; i++)
        if (of->variables[i] == variable)
            return positions->first_variable[clause] + (uint32_t)i;
    assert(!"a variable of the clause");
    return 0;
}

static void look_at_term(Positions *positions, size_t clause, uint32_t key,
                         const Term *term)
{
    uint32_t node = positions->key_nodes.items[key];
    if (term_is_variable(term)) {
        uint32_t variable = variable_node(positions, clause, term);
        PositionVariable occurrence = {key, variable};
        vec_push(&positions->occurrences, occurrence);
        join(positions, node, variable);
        return;
    }
    Content content = {node, key, term};
    vec_push(&positions->contents, content);
    for (uint32_t i = 0; i < term->arity; i++) {
        Key inside = {term->symbol, term->arity, i, false};
        look_at_term(positions, clause, number_of(positions, inside),
                     term->args[i]);
    }
}

static void look_at_atom(Positions *positions, size_t clause, const Term *atom)
{
    for (uint32_t i = 0; i < atom->arity; i++) {
        Key key = relation_key(atom->symbol, atom->arity, i);
        look_at_term(positions, clause, number_of(positions, key),
                     atom->args[i]);
    }
}

/* A parent has a smaller number than its children: going up once makes every
 * path as short as it can be. */
static void flatten(Positions *positions)
{
    uint32_t *parent = positions->parent.items;
    for (size_t i = 0; i < positions->parent.count; i++)
        parent[i] = parent[parent[i]];
}

static void sort_contents(Positions *positions)
{
    size_t count = positions->contents.count, nodes = positions->parent.count;
    uint32_t *first = memory_array(nodes + 2, sizeof *first);
    Content *sorted = memory_array(count + 1, sizeof *sorted);
    memset(first, 0, (nodes + 2) * sizeof *first);
    for (size_t i = 0; i < count; i++)
        first[root_of(positions, positions->contents.items[i].node) + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < count; i++) {
        Content content = positions->contents.items[i];
        content.node = root_of(positions, content.node);
        sorted[first[content.node + 1]++] = content;
    }
    vec_free(&positions->contents);
    positions->contents.items = sorted;
    positions->contents.count = positions->contents.capacity = count;
    positions->first_content = first;
    positions->component_count = (uint32_t)nodes;
}

Positions *positions_new(const Game *game)
{
    Positions *positions = memory_alloc(sizeof *positions);
    *positions = (Positions){.game = game};
    positions->first_variable =
        memory_array(game->clause_count, sizeof(uint32_t));
    uint32_t players = number_of(positions, (Key){NULL, 2, 0, true});
    positions->role_node = positions->key_nodes.items[players];
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        positions->first_variable[i] = (uint32_t)positions->parent.count;
        for (size_t k = 0; k < clause->variable_count; k++)
            new_node(positions);
        look_at_atom(positions, i, clause->head);
        each_literal (literal, clause)
            if (literal->kind != LITERAL_DISTINCT)
                look_at_atom(positions, i, literal->atom);
    }
    flatten(positions);
    sort_contents(positions);
    return positions;
}

void positions_free(Positions *positions)
{
    for (uint32_t i = 0; positions->domains && i < positions->component_count;
         i++)
        vec_free(&positions->domains[i].terms);
    free(positions->domains);
    free(positions->first_content);
    map_free(&positions->map);
    vec_free(&positions->keys);
    vec_free(&positions->key_nodes);
    vec_free(&positions->parent);
    vec_free(&positions->contents);
    vec_free(&positions->occurrences);
    free(positions->first_variable);
    free(positions);
}

uint32_t positions_component(const Positions *positions, size_t clause,
                             const Term *variable)
{
    return root_of(positions, variable_node(positions, clause, variable));
}

bool positions_of_roles(const Positions *positions, uint32_t component)
{
    return root_of(positions, positions->role_node) == component;
}

/* ---- the graph itself ---- */

uint32_t positions_find(const Positions *positions, const Symbol *symbol,
                        size_t arity, size_t argument, bool of_relation)
{
    uint32_t width = (uint32_t)arity, at = (uint32_t)argument;
    return find_key(positions, of_relation ? relation_key(symbol, width, at)
                                           : (Key){symbol, width, at, false});
}

size_t positions_count(const Positions *positions)
{
    return positions->keys.count;
}

PositionKey positions_key(const Positions *positions, uint32_t position)
{
    return positions->keys.items[position];
}

uint32_t positions_component_of(const Positions *positions, uint32_t position)
{
    return root_of(positions, positions->key_nodes.items[position]);
}

size_t positions_component_count(const Positions *positions)
{
    return positions->component_count;
}

size_t positions_content_count(const Positions *positions)
{
    return positions->contents.count;
}

PositionContent positions_content(const Positions *positions, size_t number)
{
    Content content = positions->contents.items[number];
    return (PositionContent){content.key, content.node, content.term};
}

size_t positions_variable_count(const Positions *positions)
{
    return positions->occurrences.count;
}

PositionVariable positions_variable(const Positions *positions, size_t number)
{
    return positions->occurrences.items[number];
}

/* ---- domains ---- */

/* The domain of COMPONENT, or NULL if it is too large, or has no end. */
static const Domain *domain_of(Positions *positions, uint32_t component,
                               unsigned depth);

/* All ways to give FUNCTION arguments from the domains of its positions. */
static bool add_instances(Positions *positions, const Term *function,
                          Domain *into, unsigned depth)
{
    TermVec partial = {0}; /* rows of as many terms as are chosen so far */
    bool good = true;
    size_t rows = 1, weight = 1;
    for (uint32_t i = 0; i < function->arity && good; i++) {
        uint32_t position = positions_find(positions, function->symbol,
                                           function->arity, i, false);
        const Domain *domain = domain_of(
            positions, positions_component_of(positions, position), depth);
        size_t width = domain ? domain->terms.count : 0;
        weight += domain ? domain->weight : 0;
        TermVec longer = {0};
        good = domain && rows * width * (i + 1) <= MAX_CELLS &&
               weight <= MAX_SYMBOLS;
        for (size_t row = 0; row < rows && good; row++)
            for (size_t k = 0; k < width; k++) {
                for (size_t c = 0; c < i; c++)
                    vec_push(&longer, partial.items[row * i + c]);
                vec_push(&longer, domain->terms.items[k]);
            }
        rows *= width;
        vec_free(&partial);
        partial = longer;
    }
    good = good && into->terms.count + rows <= MAX_TERMS;
    for (size_t row = 0; row < rows && good; row++)
        vec_push(&into->terms,
                 term_compound(positions->game->terms, function->symbol,
                               function->arity,
                               partial.items + row * function->arity));
    into->weight = weight > into->weight ? weight : into->weight;
    vec_free(&partial);
    return good;
}

static bool is_known(const TermVec *functions, const Term *term)
{
    for (size_t i = 0; i < functions->count; i++)
        if (functions->items[i]->symbol == term->symbol &&
            functions->items[i]->arity == term->arity)
            return true;
    return false;
}

static bool gather(Positions *positions, uint32_t component, Domain *into,
                   unsigned depth)
{
    TermVec functions = {0};
    bool good = true;
    for (uint32_t i = positions->first_content[component];
         i < positions->first_content[component + 1] && good; i++) {
        const Term *term = positions->contents.items[i].term;
        if (!term->arity) {
            vec_push(&into->terms, term);
        } else if (!is_known(&functions, term)) {
            vec_push(&functions, term);
            good = functions.count <= MAX_FUNCTIONS &&
                   add_instances(positions, term, into, depth);
        }
    }
    vec_free(&functions);
    into->terms.count = sort_terms_unique(into->terms.items, into->terms.count);
    positions->listed += into->terms.count;
    return good && into->terms.count <= MAX_TERMS &&
           positions->listed <= MAX_IN_ALL;
}

static const Domain *domain_of(Positions *positions, uint32_t component,
                               unsigned depth)
{
    static const Domain none = {.state = KNOWN};
    if (component >= positions->component_count) /* met nowhere */
        return &none;
    Domain *domain = &positions->domains[component];
    if (domain->state == NOT_ASKED && depth < MAX_NESTING) {
        domain->state = UNDER_WAY; /* a function inside itself has no end */
        domain->weight = 1;
        bool good = gather(positions, component, domain, depth + 1);
        domain->state = good ? KNOWN : TOO_MUCH;
    }
    return domain->state == KNOWN ? domain : NULL;
}

const Term **positions_domain(Positions *positions, uint32_t component,
                              size_t *count)
{
    if (!positions->domains)
        positions->domains =
            memory_zeroed(positions->component_count, sizeof(Domain));
    const Domain *domain = domain_of(positions, component, 0);
    *count = domain ? domain->terms.count : 0;
    return domain ? arena_copy(positions->game->arena, domain->terms.items,
                               *count * sizeof(const Term *))
                  : NULL;
}
