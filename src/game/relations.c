/* relations.c - the relations that occur in the rules
 *
 * Numbered in the order in which they occur, so that everything built on them
 * comes in an order the author would expect.
 */
#include "game/judge.h"

#include "base/map.h"
#include "base/sort.h"

#include <stdlib.h>

typedef struct {
    Map map;
    VEC(Relation) relations;
} Finder;

static uint32_t hash_relation(const Symbol *symbol, size_t arity)
{
    return hash_mix(symbol->id + 1, (uint32_t)arity);
}

static Relation *intern(Finder *finder, const Symbol *symbol, size_t arity)
{
    uint32_t hash = hash_relation(symbol, arity);
    map_each (probe, &finder->map, hash) {
        Relation *known = &finder->relations.items[probe.index];
        if (known->symbol == symbol && known->arity == arity)
            return known;
    }
    map_add(&finder->map, hash, (uint32_t)finder->relations.count);
    Relation relation = {
        .symbol = symbol, .arity = arity, .keyword = keyword_of(symbol, arity)};
    vec_push(&finder->relations, relation);
    return &vec_last(&finder->relations);
}

static void find_in_condition(Finder *finder, const Condition *condition,
                              const Term *head)
{
    if (condition->kind == CONDITION_ATOM) {
        const Term *atom = condition->atom;
        Relation *relation = intern(finder, atom->symbol, atom->arity);
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
    Relation *head = intern(finder, rule->head->symbol, rule->head->arity);
    if (!head->defined)
        head->defined = rule->head_form;
    for (size_t i = 0; i < rule->count; i++)
        find_in_condition(finder, rule->body[i], rule->head);
}

/* ---- looking them up ---- */

static int compare(const Relation *relation, const Symbol *symbol, size_t arity)
{
    if (relation->symbol->id != symbol->id)
        return relation->symbol->id < symbol->id ? -1 : 1;
    if (relation->arity != arity)
        return relation->arity < arity ? -1 : 1;
    return 0;
}

static int by_symbol(const void *left, const void *right, void *relations)
{
    const Relation *a = (Relation *)relations + *(const RelationId *)left;
    const Relation *b = (Relation *)relations + *(const RelationId *)right;
    return compare(a, b->symbol, b->arity);
}

static void sort_by_symbol(Game *game)
{
    game->by_symbol =
        arena_array(game->arena, RelationId, game->relation_count);
    for (size_t i = 0; i < game->relation_count; i++)
        game->by_symbol[i] = (RelationId)i;
    sort_items_with(game->by_symbol, game->relation_count,
                    sizeof *game->by_symbol, by_symbol, game->relations);
    game->by_symbol_count = game->relation_count;
}

RelationId relation_find(const Game *game, const Symbol *symbol, size_t arity)
{
    size_t low = 0, high = game->by_symbol_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        RelationId id = game->by_symbol[middle];
        int order = compare(&game->relations[id], symbol, arity);
        if (order == 0)
            return id;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_RELATION;
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
    map_free(&finder.map);
    game->relation_count = finder.relations.count;
    game->relations = vec_finish(&finder.relations, game->arena);
    note_keywords(game);
    sort_by_symbol(game);
}
