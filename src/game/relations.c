/* relations.c - the relations that occur in the rules
 *
 * Numbered in the order in which they occur, so that everything built on them
 * comes in an order the author would expect.
 */
#include "game/judge.h"

typedef struct {
    Map map;
    VEC(Relation) relations;
} Finder;

static uint32_t hash_relation(const Symbol *symbol, size_t arity)
{
    return hash_mix(symbol->id + 1, (uint32_t)arity);
}

static RelationId find(const Map *map, const Relation *relations,
                       const Symbol *symbol, size_t arity)
{
    map_each (probe, map, hash_relation(symbol, arity))
        if (relations[probe.index].symbol == symbol &&
            relations[probe.index].arity == arity)
            return probe.index;
    return NO_RELATION;
}

RelationId relation_find(const Game *game, const Symbol *symbol, size_t arity)
{
    return find(&game->relation_map, game->relations, symbol, arity);
}

static Relation *intern(Finder *finder, const Term *atom)
{
    RelationId known =
        find(&finder->map, finder->relations.items, atom->symbol, atom->arity);
    if (known != NO_RELATION)
        return &finder->relations.items[known];
    map_add(&finder->map, hash_relation(atom->symbol, atom->arity),
            (uint32_t)finder->relations.count);
    vec_push(&finder->relations, (Relation){.symbol = atom->symbol,
                                            .arity = atom->arity,
                                            .keyword = keyword_of_atom(atom)});
    return &vec_last(&finder->relations);
}

static void find_in_condition(Finder *finder, const Condition *condition,
                              const Term *head)
{
    if (condition->kind == CONDITION_ATOM) {
        const Term *atom = condition->atom;
        Relation *relation = intern(finder, atom);
        if (!relation->used)
            relation->used = condition->form;
        if (head->symbol != atom->symbol || head->arity != atom->arity)
            relation->read = true;
    }
    for (size_t i = 0; i < condition->count; i++)
        find_in_condition(finder, condition->parts[i], head);
}

static void find_in_rule(Finder *finder, const Rule *rule)
{
    Relation *head = intern(finder, rule->head);
    if (!head->defined)
        head->defined = rule->head_form;
    for (size_t i = 0; i < rule->count; i++)
        find_in_condition(finder, rule->body[i], rule->head);
}

static void note_keywords(Game *game)
{
    for (int k = 0; k < KEYWORD_COUNT; k++)
        game->keyword[k] = NO_RELATION;
    for (size_t i = 0; i < game->relation_count; i++)
        if (game->relations[i].keyword)
            game->keyword[game->relations[i].keyword] = (RelationId)i;
}

void find_relations(Game *game)
{
    Finder finder = {0};
    for (size_t i = 0; i < game->rules->count; i++)
        find_in_rule(&finder, &game->rules->items[i]);
    game->relation_map = map_finish(&finder.map, game->arena);
    game->relation_count = finder.relations.count;
    game->relations = vec_finish(&finder.relations, game->arena);
    note_keywords(game);
}
