/* argument_places.c - undirected domain graph (IJCAI-09): places that share a
 * variable
 *
 * In:   the clauses of a Game
 * Out:  the components of its argument places, and their domains
 * Next: game/safety.c binds variables; analysis/domain.c makes
 *       domains
 *
 * Start reading at places_new(), at the end.
 */
#include "game/argument_places.h"

#include "base/graph.h"

enum { MAX_PLACES = 1 << 19 }; /* with more, all domains are endless */

/* ---- places ---- */

/* The place that GDL has this keyword share with others, or NO_PLACE. */
static uint32_t shared_place(Keyword keyword, size_t argument)
{
    switch (keyword) {
    case KEYWORD_TRUE:
    case KEYWORD_INIT:
    case KEYWORD_NEXT:
    case KEYWORD_BASE:
        return PLACE_OF_FEATURES;
    case KEYWORD_LEGAL:
    case KEYWORD_DOES:
    case KEYWORD_INPUT:
        return argument == 0 ? PLACE_OF_PLAYERS : PLACE_OF_MOVES;
    case KEYWORD_ROLE:
    case KEYWORD_GOAL:
    case KEYWORD_SEES:
        return argument == 0 ? PLACE_OF_PLAYERS : NO_PLACE;
    default:
        return NO_PLACE;
    }
}

static void number_relation_places(ArgumentPlaces *places, Arena *arena)
{
    const Game *game = places->game;
    places->relation_places = PLACE_OF_MOVES + 1;
    places->of_relation = arena_array(arena, uint32_t *, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++) {
        const Relation *relation = &game->relations[i];
        uint32_t *numbers = arena_array(arena, uint32_t, relation->arity);
        for (size_t k = 0; k < relation->arity; k++) {
            numbers[k] = shared_place(relation->keyword, k);
            if (numbers[k] == NO_PLACE)
                numbers[k] = places->relation_places++;
        }
        places->of_relation[i] = numbers;
    }
}

/* Functions have their argument places wherever they stand. */
static uint32_t function_place(ArgumentPlaces *places, const Term *term,
                               uint32_t argument)
{
    uint32_t key[] = {term->symbol->id, term->arity, argument};
    return places->relation_places +
           byte_table_put(&places->functions, BYTES_OF(key));
}

/* ---- looking at the clauses ---- */

static uint32_t number_of_variable(const ArgumentPlaces *places, size_t clause,
                                   const Term *variable)
{
    return places->first_variable[clause] +
           (uint32_t)clause_variable(&places->game->clauses[clause], variable);
}

static void visit_term(ArgumentPlaces *places, size_t clause, uint32_t place,
                       const Term *term)
{
    if (term_is_variable(term)) {
        uint32_t variable = number_of_variable(places, clause, term);
        vec_push(&places->occurrences, (PlaceVariable){place, variable});
        return;
    }
    vec_push(&places->contents, (PlaceContent){place, term});
    for (uint32_t i = 0; i < term->arity; i++)
        visit_term(places, clause, function_place(places, term, i),
                   term->args[i]);
}

static void visit_atom(ArgumentPlaces *places, size_t clause,
                       RelationId relation, const Term *atom)
{
    for (uint32_t i = 0; i < atom->arity; i++)
        visit_term(places, clause, places->of_relation[relation][i],
                   atom->args[i]);
}

/* Returns how many variables there are. */
static uint32_t visit_clauses(ArgumentPlaces *places, Arena *arena)
{
    const Game *game = places->game;
    uint32_t variable_count = 0;
    places->first_variable = arena_array(arena, uint32_t, game->clause_count);
    for (size_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        places->first_variable[i] = variable_count;
        variable_count += (uint32_t)clause->variable_count;
        visit_atom(places, i, clause->relation, clause->head);
        each_literal (literal, clause)
            if (literal->kind != LITERAL_DISTINCT)
                visit_atom(places, i, literal->relation, literal->atom);
    }
    return variable_count;
}

/* ---- components ---- */

/* The lowest node that NODE is joined with so far. */
static uint32_t lowest_joined(uint32_t *lower, uint32_t node)
{
    while (lower[node] != node)
        node = lower[node] = lower[lower[node]];
    return node;
}

/* By place, and then by variable: the first place of its component. Places have
 * the lower numbers. */
static uint32_t *find_first_places(const ArgumentPlaces *places, Arena *arena,
                                   size_t place_count, size_t variable_count)
{
    size_t node_count = place_count + variable_count;
    uint32_t *lower = arena_array(arena, uint32_t, node_count);
    for (uint32_t i = 0; i < node_count; i++)
        lower[i] = i;
    for (size_t i = 0; i < places->occurrences.count; i++) {
        PlaceVariable occurrence = places->occurrences.items[i];
        uint32_t a = lowest_joined(lower, occurrence.place);
        uint32_t b =
            lowest_joined(lower, (uint32_t)place_count + occurrence.variable);
        lower[a > b ? a : b] = a < b ? a : b;
    }
    for (uint32_t i = 0; i < node_count; i++)
        lower[i] = lower[i] == i && i >= place_count ? NO_PLACE
                                                     : lowest_joined(lower, i);
    return lower;
}

/* ---- domains ---- */

static Shape shape_of(ArgumentPlaces *places, const Term *term)
{
    DomainTable *domains = &places->domains;
    Shape shape = {.symbol = term->symbol, .arity = term->arity};
    shape.args = arena_array(domains->arena, const Domain *, term->arity);
    for (uint32_t i = 0; i < term->arity; i++)
        shape.args[i] = &domains->items[function_place(places, term, i)];
    return shape;
}

/* Places of a component have one domain: all terms that stand at them.
 * FIRST_PLACE has the first place of the component of each place. */
static void set_domains(ArgumentPlaces *places, const uint32_t *first_place)
{
    Arena *scratch = arena_new();
    DomainTable *domains = &places->domains;
    size_t count = places->contents.count;
    uint32_t *group_of = arena_array(scratch, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        group_of[i] = first_place[places->contents.items[i].place];
    Graph members = graph_members(scratch, domains->count, group_of, count);
    VEC(Shape) shapes = {0};
    for (size_t i = 0; i < domains->count; i++) {
        Domain *domain = &domains->items[i];
        const Domain *first = &domains->items[first_place[i]];
        vec_clear(&shapes);
        for (uint32_t k = members.first[i]; k < members.first[i + 1]; k++)
            vec_push(&shapes,
                     shape_of(places,
                              places->contents.items[members.targets[k]].term));
        if (shapes.count)
            domain_set(domains, domain, shapes.items, shapes.count);
        domain->shapes = first->shapes;
        domain->count = first->count;
    }
    vec_free(&shapes);
    arena_free(scratch);
}

ArgumentPlaces *places_new(const Game *game, Arena *arena)
{
    ArgumentPlaces *places = arena_alloc(arena, sizeof *places);
    places->game = game;
    number_relation_places(places, arena);
    size_t variable_count = visit_clauses(places, arena);
    size_t count = places->relation_places + places->functions.strings.count;
    uint32_t *first_place =
        find_first_places(places, arena, count, variable_count);
    places->first_place = first_place + count;
    places->domains = domain_table_new(arena, game->terms, count);
    if (count <= MAX_PLACES)
        set_domains(places, first_place);
    for (size_t i = 0; count > MAX_PLACES && i < count; i++)
        places->domains.items[i].endless = true;
    domain_table_measure(&places->domains);
    return places;
}

void places_free(ArgumentPlaces *places)
{
    if (!places)
        return;
    byte_table_free(&places->functions);
    vec_free_all(&places->contents, &places->occurrences);
}

const Domain *places_domain(const ArgumentPlaces *places, RelationId relation,
                            size_t argument)
{
    return &places->domains.items[places->of_relation[relation][argument]];
}

uint32_t places_of_variable(const ArgumentPlaces *places, size_t clause,
                            const Term *variable)
{
    return places->first_place[number_of_variable(places, clause, variable)];
}
