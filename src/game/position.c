/* position.c - what can stand at an argument position
 *
 * In:   the clauses of a Game
 * Out:  a union-find structure over argument positions and variables
 *
 * Start reading at positions_new().
 */
#include "game/position.h"

#include "game/judge.h"
#include "base/map.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_TERMS = 100000 };

/* An argument position. Those that GDL identifies have the same key. */
typedef struct {
    const Symbol *symbol;
    uint32_t arity, argument;
    bool of_relation;
} Key;

/* Something met at a position: a constant, or a function with arguments. */
typedef struct {
    uint32_t node;
    const Term *term;
} Content;

struct Positions {
    Game *game;
    Map map;
    VEC(Key) keys;
    VEC(uint32_t) key_nodes;
    VEC(uint32_t) parent; /* of each node */
    VEC(Content) contents;
    uint32_t *first_variable; /* of each clause: the node of variable 0 */
    uint32_t role_node;
    unsigned depth;
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

static uint32_t node_of(Positions *positions, Key key)
{
    uint32_t hash = hash_mix(key.symbol ? key.symbol->id + 1 : 0,
                             key.arity << 16 | key.argument);
    for (MapProbe probe = map_probe(&positions->map, hash);
         map_next(&positions->map, &probe);)
        if (same_key(positions->keys.items[probe.index], key))
            return positions->key_nodes.items[probe.index];
    uint32_t node = new_node(positions);
    map_add(&positions->map, hash, (uint32_t)positions->keys.count);
    vec_push(&positions->keys, key);
    vec_push(&positions->key_nodes, node);
    return node;
}

/* The keys that GDL identifies: features, players and moves. */
static Key relation_key(const Term *atom, uint32_t argument)
{
    Keyword keyword = keyword_of(atom->symbol, atom->arity);
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
    return (Key){atom->symbol, atom->arity, argument, true};
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

static void look_at_term(Positions *positions, size_t clause, uint32_t node,
                         const Term *term)
{
    if (term_is_variable(term)) {
        join(positions, node, variable_node(positions, clause, term));
        return;
    }
    Content content = {node, term};
    vec_push(&positions->contents, content);
    for (uint32_t i = 0; i < term->arity; i++) {
        Key key = {term->symbol, term->arity, i, false};
        look_at_term(positions, clause, node_of(positions, key),
                     term->args[i]);
    }
}

static void look_at_atom(Positions *positions, size_t clause,
                         const Term *atom)
{
    for (uint32_t i = 0; i < atom->arity; i++)
        look_at_term(positions, clause,
                     node_of(positions, relation_key(atom, i)),
                     atom->args[i]);
}

Positions *positions_new(Game *game)
{
    Positions *positions = fatal_malloc(sizeof *positions);
    *positions = (Positions){.game = game};
    positions->first_variable =
        fatal_malloc(game->clause_count * sizeof(uint32_t));
    positions->role_node = node_of(positions, (Key){NULL, 2, 0, true});
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        positions->first_variable[i] = (uint32_t)positions->parent.count;
        for (size_t k = 0; k < clause->variable_count; k++)
            new_node(positions);
        look_at_atom(positions, i, clause->head);
        for (size_t k = 0; k < clause->count; k++)
            if (clause->body[k].kind != LITERAL_DISTINCT)
                look_at_atom(positions, i, clause->body[k].atom);
    }
    return positions;
}

void positions_free(Positions *positions)
{
    map_free(&positions->map);
    vec_free(&positions->keys);
    vec_free(&positions->key_nodes);
    vec_free(&positions->parent);
    vec_free(&positions->contents);
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

/* ---- domains ---- */

typedef VEC(const Term *) TermVec;

static int by_order(const void *left, const void *right)
{
    return term_compare(*(const Term *const *)left,
                        *(const Term *const *)right);
}

static void sort_unique(TermVec *terms)
{
    if (terms->count)
        qsort(terms->items, terms->count, sizeof *terms->items, by_order);
    size_t kept = 0;
    for (size_t i = 0; i < terms->count; i++)
        if (!kept || terms->items[kept - 1] != terms->items[i])
            terms->items[kept++] = terms->items[i];
    terms->count = kept;
}

static bool add_domain(Positions *positions, uint32_t component,
                       TermVec *into);

/* All ways to give FUNCTION arguments from the domains of its positions. */
static bool add_instances(Positions *positions, const Term *function,
                          TermVec *into)
{
    TermVec partial = {0}; /* rows of as many terms as are chosen so far */
    bool good = true;
    size_t rows = 1;
    for (uint32_t i = 0; i < function->arity && good; i++) {
        Key key = {function->symbol, function->arity, i, false};
        TermVec domain = {0}, longer = {0};
        good = add_domain(positions, root_of(positions,
                                             node_of(positions, key)),
                          &domain) &&
               rows * domain.count <= MOST_TERMS;
        for (size_t row = 0; row < rows && good; row++)
            for (size_t k = 0; k < domain.count; k++) {
                for (size_t c = 0; c < i; c++)
                    vec_push(&longer, partial.items[row * i + c]);
                vec_push(&longer, domain.items[k]);
            }
        rows *= domain.count;
        vec_free(&domain);
        vec_free(&partial);
        partial.items = longer.items;
        partial.count = longer.count;
        partial.capacity = longer.capacity;
    }
    for (size_t row = 0; row < rows && good; row++)
        vec_push(into, term_compound(positions->game->terms, function->symbol,
                                     function->arity,
                                     partial.items + row * function->arity));
    vec_free(&partial);
    return good;
}

static bool add_domain(Positions *positions, uint32_t component,
                       TermVec *into)
{
    if (positions->depth > 8) /* a function inside itself has no end */
        return false;
    positions->depth++;
    bool good = true;
    TermVec functions = {0};
    for (size_t i = 0; i < positions->contents.count && good; i++) {
        Content content = positions->contents.items[i];
        if (root_of(positions, content.node) != component)
            continue;
        if (!content.term->arity) {
            vec_push(into, content.term);
            continue;
        }
        bool known = false;
        for (size_t k = 0; k < functions.count; k++)
            known = known || (functions.items[k]->symbol ==
                                  content.term->symbol &&
                              functions.items[k]->arity ==
                                  content.term->arity);
        if (known)
            continue;
        vec_push(&functions, content.term);
        good = add_instances(positions, content.term, into);
    }
    vec_free(&functions);
    positions->depth--;
    sort_unique(into);
    return good && into->count <= MOST_TERMS;
}

const Term **positions_domain(Positions *positions, uint32_t component,
                              size_t *count)
{
    TermVec terms = {0};
    bool good = add_domain(positions, component, &terms);
    *count = terms.count;
    const Term **domain = vec_finish(&terms, positions->game->arena);
    return good ? domain : NULL;
}
