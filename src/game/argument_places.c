/* argument_places.c - what can stand at an argument place
 *
 * In:   the clauses of a Game
 * Out:  the components of its argument places (union-find, Tarjan 1975)
 * Next: game/safety.c binds variables; analysis/domain_components.c makes
 *       domains
 *
 * Start reading at places_new().
 */
#include "game/argument_places.h"

#include "game/judge.h"

#include <assert.h>
#include <stdlib.h>

enum {
    MAX_TERMS = 100000,   /* in a domain */
    MAX_IN_ALL = 1000000, /* in all domains that were asked for */
    MAX_CELLS = 1000000,  /* in the table of a function's arguments */
    MAX_FUNCTIONS = 1000, /* in a domain */
    MAX_NESTING = 200,    /* of functions: less than TERM_MAX_DEPTH */
    MAX_SYMBOLS = 10000   /* in a term, written out */
};

/* The domain of a component, while and after it is computed. */
typedef struct PlaceDomain {
    enum { NOT_ASKED, UNDER_WAY, KNOWN, TOO_MUCH } state;
    TermVec terms;
    size_t weight; /* symbols in the longest of them, written out */
} PlaceDomain;

enum { PLAYERS = 0 }; /* the first place that is numbered */

/* ---- nodes ---- */

static uint32_t new_node(ArgumentPlaces *places)
{
    uint32_t node = (uint32_t)places->parent.count;
    vec_push(&places->parent, node);
    return node;
}

static uint32_t root_of(const ArgumentPlaces *places, uint32_t node)
{
    while (places->parent.items[node] != node)
        node = places->parent.items[node];
    return node;
}

static void join(ArgumentPlaces *places, uint32_t a, uint32_t b)
{
    uint32_t *parent = places->parent.items;
    for (; parent[a] != a; a = parent[a]) /* halve the paths on the way */
        parent[a] = parent[parent[a]];
    for (; parent[b] != b; b = parent[b])
        parent[b] = parent[parent[b]];
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

static bool same_key(PlaceKey a, PlaceKey b)
{
    return a.symbol == b.symbol && a.arity == b.arity &&
           a.argument == b.argument && a.of_relation == b.of_relation;
}

static uint32_t hash_key(PlaceKey key)
{
    uint32_t symbol = key.symbol ? key.symbol->id + 1 : 0;
    return hash_mix(hash_mix(symbol, 0), key.arity << 16 | key.argument);
}

/* The number of KEY, or NO_PLACE. */
static uint32_t find_key(const ArgumentPlaces *places, PlaceKey key)
{
    map_each (probe, &places->map, hash_key(key))
        if (same_key(places->keys.items[probe.index], key))
            return probe.index;
    return NO_PLACE;
}

static uint32_t number_of(ArgumentPlaces *places, PlaceKey key)
{
    uint32_t number = find_key(places, key);
    if (number != NO_PLACE)
        return number;
    number = (uint32_t)places->keys.count;
    map_add(&places->map, hash_key(key), number);
    vec_push(&places->keys, key);
    vec_push(&places->nodes, new_node(places));
    return number;
}

/* The keys that GDL identifies: features, players and moves. */
static PlaceKey relation_key(const Symbol *symbol, uint32_t arity,
                             uint32_t argument)
{
    Keyword keyword = keyword_of(symbol, arity);
    PlaceKey features = {NULL, 1, 0, true}, players = {NULL, 2, 0, true};
    PlaceKey moves = {NULL, 2, 1, true};
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
    return (PlaceKey){symbol, arity, argument, true};
}

/* ---- looking at the clauses ---- */

static uint32_t variable_node(const ArgumentPlaces *places, size_t clause,
                              const Term *variable)
{
    const Clause *of = &places->game->clauses[clause];
    for (size_t i = 0; i < of->variable_count; i++)
        if (of->variables[i] == variable)
            return places->first_variable[clause] + (uint32_t)i;
    assert(!"a variable of the clause");
    return 0;
}

static void visit_term(ArgumentPlaces *places, size_t clause, uint32_t place,
                       const Term *term)
{
    uint32_t node = places->nodes.items[place];
    if (term_is_variable(term)) {
        uint32_t variable = variable_node(places, clause, term);
        vec_push(&places->occurrences, (PlaceVariable){place, variable});
        join(places, node, variable);
        return;
    }
    vec_push(&places->contents, (PlaceContent){place, node, term});
    for (uint32_t i = 0; i < term->arity; i++) {
        PlaceKey inside = {term->symbol, term->arity, i, false};
        visit_term(places, clause, number_of(places, inside), term->args[i]);
    }
}

static void visit_atom(ArgumentPlaces *places, size_t clause, const Term *atom)
{
    for (uint32_t i = 0; i < atom->arity; i++) {
        PlaceKey key = relation_key(atom->symbol, atom->arity, i);
        visit_term(places, clause, number_of(places, key), atom->args[i]);
    }
}

/* A parent has a smaller number than its children: going up once makes every
 * path as short as it can be. */
static void flatten(ArgumentPlaces *places)
{
    uint32_t *parent = places->parent.items;
    for (size_t i = 0; i < places->parent.count; i++)
        parent[i] = parent[parent[i]];
}

/* By component; within one they stay in the order of the text. */
static void sort_contents(ArgumentPlaces *places)
{
    size_t count = places->contents.count, nodes = places->parent.count;
    uint32_t *first = memory_zeroed(nodes + 2, sizeof *first);
    PlaceContent *sorted = memory_array(count, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        first[root_of(places, places->contents.items[i].component) + 2]++;
    for (size_t i = 2; i < nodes + 2; i++)
        first[i] += first[i - 1];
    for (size_t i = 0; i < count; i++) {
        PlaceContent content = places->contents.items[i];
        content.component = root_of(places, content.component);
        sorted[first[content.component + 1]++] = content;
    }
    assert(first[nodes] == count);
    vec_free(&places->contents);
    places->contents.items = sorted;
    places->contents.count = places->contents.capacity = count;
    places->first_content = first;
    places->component_count = (uint32_t)nodes;
}

ArgumentPlaces *places_new(const Game *game)
{
    ArgumentPlaces *places = memory_zeroed(1, sizeof *places);
    places->game = game;
    places->first_variable = memory_array(game->clause_count, sizeof(uint32_t));
    uint32_t players = number_of(places, (PlaceKey){NULL, 2, 0, true});
    assert(players == PLAYERS);
    (void)players;
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        places->first_variable[i] = (uint32_t)places->parent.count;
        for (size_t k = 0; k < clause->variable_count; k++)
            new_node(places);
        visit_atom(places, i, clause->head);
        each_literal (literal, clause)
            if (literal->kind != LITERAL_DISTINCT)
                visit_atom(places, i, literal->atom);
    }
    flatten(places);
    sort_contents(places);
    return places;
}

void places_free(ArgumentPlaces *places)
{
    for (uint32_t i = 0; places->domains && i < places->component_count; i++)
        vec_free(&places->domains[i].terms);
    free_all(places->domains, places->first_content, places->first_variable);
    map_free(&places->map);
    vec_free_all(&places->keys, &places->nodes, &places->parent,
                 &places->contents, &places->occurrences);
    free(places);
}

uint32_t places_find(const ArgumentPlaces *places, const Symbol *symbol,
                     size_t arity, size_t argument, bool of_relation)
{
    PlaceKey key = {symbol, (uint32_t)arity, (uint32_t)argument, false};
    return find_key(places, of_relation
                                ? relation_key(symbol, key.arity, key.argument)
                                : key);
}

uint32_t places_component(const ArgumentPlaces *places, uint32_t place)
{
    return root_of(places, places->nodes.items[place]);
}

uint32_t places_component_of_variable(const ArgumentPlaces *places,
                                      size_t clause, const Term *variable)
{
    return root_of(places, variable_node(places, clause, variable));
}

bool places_of_roles(const ArgumentPlaces *places, uint32_t component)
{
    return places_component(places, PLAYERS) == component;
}

/* ---- domains ---- */

/* The domain of COMPONENT, or NULL if it is too large, or has no end. */
static const PlaceDomain *domain_of(ArgumentPlaces *places, uint32_t component,
                                    unsigned depth);

/* All ways to give FUNCTION arguments from the domains of its places. */
static bool add_instances(ArgumentPlaces *places, const Term *function,
                          PlaceDomain *into, unsigned depth)
{
    size_t rows = 1, weight = 1;
    bool good = true;
    TermList *lists = memory_array(function->arity, sizeof *lists);
    for (uint32_t i = 0; i < function->arity && good; i++) {
        uint32_t place =
            places_find(places, function->symbol, function->arity, i, false);
        const PlaceDomain *domain =
            domain_of(places, places_component(places, place), depth);
        good = domain != NULL;
        if (!good)
            break;
        lists[i] = (TermList){domain->terms.items, domain->terms.count};
        rows *= domain->terms.count;
        weight += domain->weight;
        good = rows * (i + 1) <= MAX_CELLS && weight <= MAX_SYMBOLS;
    }
    good = good && into->terms.count + rows <= MAX_TERMS;
    if (good)
        term_combinations(places->game->terms, function->symbol,
                          function->arity, lists, &into->terms);
    into->weight = weight > into->weight ? weight : into->weight;
    free(lists);
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

static bool gather(ArgumentPlaces *places, uint32_t component,
                   PlaceDomain *into, unsigned depth)
{
    TermVec functions = {0};
    bool good = true;
    for (uint32_t i = places->first_content[component];
         i < places->first_content[component + 1] && good; i++) {
        const Term *term = places->contents.items[i].term;
        if (!term->arity) {
            vec_push(&into->terms, term);
        } else if (!is_known(&functions, term)) {
            vec_push(&functions, term);
            good = functions.count <= MAX_FUNCTIONS &&
                   add_instances(places, term, into, depth);
        }
    }
    vec_free(&functions);
    into->terms.count = sort_terms_unique(into->terms.items, into->terms.count);
    places->listed += into->terms.count;
    return good && into->terms.count <= MAX_TERMS &&
           places->listed <= MAX_IN_ALL;
}

static const PlaceDomain *domain_of(ArgumentPlaces *places, uint32_t component,
                                    unsigned depth)
{
    static const PlaceDomain none = {.state = KNOWN};
    if (component >= places->component_count) /* met nowhere */
        return &none;
    PlaceDomain *domain = &places->domains[component];
    if (domain->state == NOT_ASKED && depth < MAX_NESTING) {
        domain->state = UNDER_WAY; /* a function inside itself has no end */
        domain->weight = 1;
        bool good = gather(places, component, domain, depth + 1);
        domain->state = good ? KNOWN : TOO_MUCH;
    }
    return domain->state == KNOWN ? domain : NULL;
}

const Term **places_domain(ArgumentPlaces *places, uint32_t component,
                           size_t *count)
{
    if (!places->domains)
        places->domains =
            memory_zeroed(places->component_count, sizeof(PlaceDomain));
    const PlaceDomain *domain = domain_of(places, component, 0);
    *count = domain ? domain->terms.count : 0;
    return domain ? arena_copy(places->game->arena, domain->terms.items,
                               *count * sizeof(const Term *))
                  : NULL;
}
