/* functional_relations.c - relations that are functions
 *
 * In:   a Game
 * Out:  whether an argument of a relation follows from its other arguments
 *
 * Found out when it is asked for, and remembered.
 */
#include "logic/functional_relations.h"

#include "base/map.h"

typedef enum { UNKNOWN, YES, NO } Answer;

struct Functions {
    const Game *game;
    Arena *arena;
    bool *has_rules;  /* by relation */
    TermVec *facts;   /* by relation */
    Answer **answers; /* by relation and argument; made when asked for */
};

Functions *functions_new(const Game *game)
{
    Arena *arena = arena_new();
    Functions *functions = arena_alloc(arena, sizeof *functions);
    functions->game = game;
    functions->arena = arena;
    functions->has_rules = arena_array(arena, bool, game->relation_count);
    functions->facts = arena_array(arena, TermVec, game->relation_count);
    functions->answers = arena_array(arena, Answer *, game->relation_count);
    each_clause (clause, game) {
        if (clause->count || !term_is_ground(clause->head))
            functions->has_rules[clause->relation] = true;
        else
            vec_push(&functions->facts[clause->relation], clause->head);
    }
    return functions;
}

void functions_free(Functions *functions)
{
    for (size_t i = 0; i < functions->game->relation_count; i++)
        vec_free(&functions->facts[i]);
    arena_free(functions->arena);
}

/* YES if no two FACTS differ in ARGUMENT alone. */
static Answer is_functional(const TermVec *facts, size_t argument)
{
    Map map = {0};
    Answer answer = YES;
    for (uint32_t i = 0; i < facts->count && answer == YES; i++) {
        const Term *fact = facts->items[i], *earlier = NULL;
        uint32_t hash = term_hash_but(fact, argument);
        MapProbe probe = map_probe(&map, hash);
        while (!earlier && map_next(&map, &probe))
            if (term_equal_but(facts->items[probe.index], fact, argument))
                earlier = facts->items[probe.index];
        if (!earlier)
            map_add(&map, hash, i);
        else if (earlier != fact)
            answer = NO;
    }
    map_free(&map);
    return answer;
}

bool is_function(Functions *functions, RelationId relation, size_t argument)
{
    if (functions->has_rules[relation])
        return false;
    Answer **answers = &functions->answers[relation];
    if (!*answers)
        *answers = arena_array(functions->arena, Answer,
                               functions->game->relations[relation].arity);
    if ((*answers)[argument] == UNKNOWN)
        (*answers)[argument] =
            is_functional(&functions->facts[relation], argument);
    return (*answers)[argument] == YES;
}
