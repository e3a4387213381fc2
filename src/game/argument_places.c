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

#include "base/graph.h"
#include "game/judge.h"

#include <assert.h>

enum {
    EMPTY = 0,            /* the domain of places that occur nowhere */
    MAX_PLACES = 1 << 19, /* with more, all domains are endless */
};

enum { PLAYERS = 0 }; /* the first place that is numbered */

/* A key without padding, to be looked up. */
#define KEY_WORDS(key)                                                         \
    {                                                                          \
        (key).symbol ? (key).symbol->id + 1 : 0, (key).arity, (key).argument,  \
            (key).of_relation                                                  \
    }

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

/* The number of KEY, or NO_PLACE. */
static uint32_t find_key(const ArgumentPlaces *places, PlaceKey key)
{
    uint32_t words[] = KEY_WORDS(key);
    return byte_table_find(&places->key_words, BYTES_OF(words));
}

static uint32_t number_of(ArgumentPlaces *places, PlaceKey key)
{
    uint32_t words[] = KEY_WORDS(key);
    uint32_t number = byte_table_put(&places->key_words, BYTES_OF(words));
    if (number == places->keys.count) {
        vec_push(&places->keys, key);
        vec_push(&places->nodes, new_node(places));
    }
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
    return places->first_variable[clause] +
           (uint32_t)clause_variable(of, variable);
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
    vec_push(&places->contents, (PlaceContent){place, term});
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

ArgumentPlaces *places_new(const Game *game, Arena *arena)
{
    ArgumentPlaces *places = arena_alloc(arena, sizeof *places);
    places->game = game;
    places->arena = arena;
    places->first_variable = arena_array(arena, uint32_t, game->clause_count);
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
    return places;
}

void places_free(ArgumentPlaces *places)
{
    byte_table_free(&places->key_words);
    vec_free_all(&places->keys, &places->nodes, &places->parent,
                 &places->contents, &places->occurrences);
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

static const Domain *domain_at(const ArgumentPlaces *places, uint32_t place)
{
    return &places->domains
                .items[place == NO_PLACE ? EMPTY
                                         : places->domain_of[places_component(
                                               places, place)]];
}

/* Functions have their argument places wherever they stand. */
static Shape shape_of(const ArgumentPlaces *places, const Term *term)
{
    Shape shape = {.symbol = term->symbol, .arity = term->arity};
    shape.args = arena_array(places->arena, const Domain *, term->arity);
    for (size_t i = 0; i < term->arity; i++)
        shape.args[i] = domain_at(
            places, places_find(places, term->symbol, term->arity, i, false));
    return shape;
}

/* Numbers the components that have contents, from 1: the domain of each of the
 * contents, in ARENA. */
static const uint32_t *number_domains(ArgumentPlaces *places, Arena *arena)
{
    size_t count = places->contents.count;
    uint32_t *numbers = arena_array(arena, uint32_t, count), last = EMPTY;
    places->domain_of =
        arena_array(places->arena, uint32_t, places->parent.count);
    for (size_t i = 0; i < count && places->keys.count <= MAX_PLACES; i++) {
        uint32_t *number = &places->domain_of[places_component(
            places, places->contents.items[i].place)];
        *number = *number ? *number : ++last;
        numbers[i] = *number;
    }
    places->domains =
        domain_table_new(places->arena, places->game->terms, last + 1);
    return numbers;
}

static void make_domains(ArgumentPlaces *places)
{
    Arena *scratch = arena_new();
    const uint32_t *numbers = number_domains(places, scratch);
    DomainTable *domains = &places->domains;
    Graph members =
        graph_members(scratch, domains->count, numbers, places->contents.count);
    VEC(Shape) shapes = {0};
    for (size_t i = EMPTY + 1; i < domains->count; i++) {
        vec_clear(&shapes);
        for (uint32_t k = members.first[i]; k < members.first[i + 1]; k++)
            vec_push(&shapes,
                     shape_of(places,
                              places->contents.items[members.targets[k]].term));
        domain_set(domains, &domains->items[i], shapes.items, shapes.count);
    }
    domains->items[EMPTY].endless = places->keys.count > MAX_PLACES;
    domain_table_measure(domains);
    vec_free(&shapes);
    arena_free(scratch);
}

const Domain *places_domain(ArgumentPlaces *places, uint32_t component)
{
    if (!places->domain_of)
        make_domains(places);
    return &places->domains.items[places->domain_of[component]];
}

const Domain *places_domain_at(ArgumentPlaces *places, const Symbol *symbol,
                               size_t arity, size_t argument, bool of_relation)
{
    if (!places->domain_of)
        make_domains(places);
    return domain_at(places,
                     places_find(places, symbol, arity, argument, of_relation));
}
