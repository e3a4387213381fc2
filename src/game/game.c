/* game.c - from rules to a game that can be used
 *
 * In:   Rules
 * Out:  a Game, or NULL with diagnostics
 * Next: analysis/, ground/ and sim/
 */
#include "game/game.h"

#include "game/judge.h"

#include <string.h>

/* ---- relations, in the order in which they occur in the text ---- */

typedef struct {
    Map map;
    VEC(Relation) relations;
} RelationTable;

static uint32_t hash_relation(const Symbol *symbol, size_t arity)
{
    return hash_mix(symbol->id + 1, (uint32_t)arity);
}

static RelationId find_relation(const Map *map, const Relation *relations,
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
    return find_relation(&game->relation_map, game->relations, symbol, arity);
}

static Relation *intern_relation(RelationTable *table, const Term *atom)
{
    RelationId index = find_relation(&table->map, table->relations.items,
                                     atom->symbol, atom->arity);
    if (index != NO_RELATION)
        return &table->relations.items[index];
    map_add(&table->map, hash_relation(atom->symbol, atom->arity),
            (uint32_t)table->relations.count);
    vec_push(&table->relations, (Relation){.symbol = atom->symbol,
                                           .arity = atom->arity,
                                           .keyword = keyword_of_atom(atom)});
    return &vec_last(&table->relations);
}

static void note_condition(RelationTable *table, const Condition *condition,
                           const Term *head)
{
    if (condition->kind == CONDITION_ATOM) {
        const Term *atom = condition->atom;
        Relation *relation = intern_relation(table, atom);
        if (!relation->used)
            relation->used = condition->form;
        if (head->symbol != atom->symbol || head->arity != atom->arity)
            relation->read = true;
    }
    for (size_t i = 0; i < condition->count; i++)
        note_condition(table, condition->parts[i], head);
}

static void note_rule(RelationTable *table, const Rule *rule)
{
    Relation *head = intern_relation(table, rule->head);
    if (!head->defined)
        head->defined = rule->head_form;
    for (size_t i = 0; i < rule->count; i++)
        note_condition(table, rule->body[i], rule->head);
}

static void index_keywords(Game *game)
{
    for (int k = 0; k < KEYWORD_COUNT; k++)
        game->keyword[k] = NO_RELATION;
    for (size_t i = 0; i < game->relation_count; i++)
        if (game->relations[i].keyword)
            game->keyword[game->relations[i].keyword] = (RelationId)i;
}

static void find_relations(Game *game)
{
    RelationTable table = {0};
    for (size_t i = 0; i < game->rules->count; i++)
        note_rule(&table, &game->rules->items[i]);
    game->relation_map = map_finish(&table.map, game->arena);
    game->relation_count = table.relations.count;
    game->relations = vec_finish(&table.relations, game->arena);
    index_keywords(game);
}

/* ---- all passes ---- */

/* GDL-II has percepts, and a role that plays at random. */
static bool has_imperfect_information(const Game *game)
{
    RelationId sees = game->keyword[KEYWORD_SEES];
    if (sees != NO_RELATION && game->relations[sees].defined)
        return true;
    each_clause (clause, game)
        if (clause_keyword(game, clause) == KEYWORD_ROLE &&
            strcmp(clause->head->args[0]->symbol->name, "random") == 0)
            return true;
    return false;
}

void game_order(Game *game, Diag *diag)
{
    find_dependencies(game);
    make_groups(game, diag);
}

static bool has_game_rules(const Rules *rules)
{
    for (size_t i = 0; i < rules->count; i++) {
        const Term *head = rules->items[i].head;
        Keyword keyword = keyword_of_atom(head);
        if (keyword && keyword != KEYWORD_TERMINAL && keyword != KEYWORD_TRUE)
            return true; /* these two are words of many languages */
    }
    return false;
}

/* Whether the text is something else than rules, a table or a program. Then
 * one error says so, instead of hundreds about every line. */
static bool is_no_description(const Rules *rules, Diag *diag)
{
    enum { MANY_ERRORS = 10 }; /* a beginning of rules may have some */
    size_t error_count = diag->errors;
    if (error_count < MANY_ERRORS || has_game_rules(rules))
        return false;
    const Budget *budget = diag->budget;
    diag_clear(diag);
    diag->budget = budget;
    diag_error(
        diag, source_span(rules->source, 0, 0), "no-role",
        "read in %s form this is no description of a game: no rule is "
        "about role, init, legal, next or goal, and %zu errors are found",
        rules->syntax == SYNTAX_KIF ? "prefix" : "infix", error_count);
    return true;
}

void game_judge_pedantic(const Rules *rules, const Game *game, Diag *diag)
{
    judge_lint(rules, game, LINT_PEDANTIC, diag);
    diag_sort(diag);
}

const Game *game_load(const Rules *rules, Diag *diag)
{
    if (!diag->stopped && is_no_description(rules, diag))
        return NULL;
    bool is_damaged = !diag_usable(diag);
    Game *game = arena_alloc(rules->arena, sizeof *game);
    game->arena = rules->arena;
    game->rules = rules;
    game->terms = rules->terms;
    game->symbol_count = terms_symbol_count(rules->terms);
    find_relations(game);
    judge_keywords(game, diag);
    make_clauses(game, diag);
    judge_safety(game, diag);
    if (diag->stopped)
        return NULL;
    game_order(game, diag);
    judge_dependencies(game, diag);
    judge_recursion(game, diag);
    judge_lint(rules, game, LINT_ALWAYS, diag);
    if (!is_damaged && !diag->stopped)
        judge_lint(rules, game, LINT_WHOLE, diag);
    diag_sort(diag);
    game->has_imperfect_information = has_imperfect_information(game);
    if (!diag_usable(diag))
        return NULL;
#ifdef ZERMELO_DEBUG
    game_check(game);
#endif
    return game;
}
