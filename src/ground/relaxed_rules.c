/* relaxed_rules.c - rules under which whatever can ever hold does
 *
 * In:   a Game
 * Out:  its rules narrowed, split and relaxed, and a Model of them
 * Next: ground/instantiate.c lists their instances
 *
 * The rules are narrowed to what is asked for (logic/demand.c) and split
 * (ground/rule_splitting.c). Then negation of what depends on the position is
 * ignored, whatever was or will be true is true now, and every legal move is
 * made: relaxed reachability, as in planning (Helmert 2009). Start
 * reading at relaxed_rules_new(), at the end.
 */
#include "ground/relaxed_rules.h"

#include "base/graph.h"
#include "logic/demand.h"

#include <assert.h>
#include <string.h>

/* ---- relaxing ---- */

/* Adds a relation to GAME, whose table is copied. */
static RelationId add_relation(Game *game, Keyword keyword, const char *name,
                               size_t arity)
{
    Relation *extended =
        arena_array(game->arena, Relation, game->relation_count + 1);
    memcpy(extended, game->relations, game->relation_count * sizeof *extended);
    extended[game->relation_count] =
        (Relation){.symbol = term_symbol(game->terms, name, strlen(name)),
                   .arity = arity,
                   .keyword = keyword};
    game->relations = extended;
    return (RelationId)game->relation_count++;
}

/* Positions and moves are there even if no rule asks for them. */
static void ensure_relation(Game *game, Keyword keyword, const char *name,
                            size_t arity)
{
    if (game->keyword[keyword] == NO_RELATION)
        game->keyword[keyword] = add_relation(game, keyword, name, arity);
}

/* A clause HEAD(V1..Vn) :- BODY(V1..Vn) between keywords. */
static Clause bridge_clause(Game *game, RelationId head, RelationId body)
{
    const Term *args[2];
    size_t arity = game->relations[head].arity;
    assert(arity <= 2 && arity == game->relations[body].arity);
    for (size_t i = 0; i < arity; i++)
        args[i] = term_variable(
            game->terms,
            term_variable_symbol(game->terms, i ? "move" : "role", 4));
    Clause clause = {.relation = head, .count = 1};
    clause.head =
        term_compound(game->terms, game->relations[head].symbol, arity, args);
    clause.body = arena_array(game->arena, Literal, 1);
    clause.body[0] = (Literal){
        LITERAL_POSITIVE, body,
        term_compound(game->terms, game->relations[body].symbol, arity, args),
        NULL};
    find_variables(game, &clause);
    return clause;
}

/* The relations that playing needs: not base and input, nor what only they
 * use; nor what only clauses for relations from FIRST_GUARD to END_GUARD use.
 */
static bool *find_used(const Game *game, const NetOptions *options,
                       size_t first_guard, size_t end_guard, Arena *scratch)
{
    static const Keyword roots[] = {
        KEYWORD_TRUE,     KEYWORD_DOES, KEYWORD_ROLE,
        KEYWORD_INIT,     KEYWORD_NEXT, KEYWORD_LEGAL,
        KEYWORD_TERMINAL, KEYWORD_GOAL, KEYWORD_SEES};
    uint32_t root = (uint32_t)game->relation_count;
    VEC(Edge) edges = {0};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        if (game->keyword[roots[i]] != NO_RELATION)
            vec_push(&edges, ((Edge){root, game->keyword[roots[i]]}));
    for (size_t i = 0; i < options->relation_count; i++)
        vec_push(&edges, ((Edge){root, options->relations[i]}));
    each_clause (clause, game) {
        bool is_guard =
            clause->relation >= first_guard && clause->relation < end_guard;
        each_literal (literal, clause)
            if (literal->relation != NO_RELATION && !is_guard)
                vec_push(&edges, ((Edge){clause->relation, literal->relation}));
    }
    Graph graph = graph_new(scratch, root + 1, edges.items, edges.count);
    vec_free(&edges);
    return graph_reach(&graph, scratch, root);
}

/* Relations that have to be computed and are no part of the ground rules:
 * guards (logic/demand.h), which are those from FIRST to END, and what only
 * these use. */
static bool *find_auxiliary(const Game *game, const NetOptions *options,
                            size_t first, size_t end, Arena *scratch)
{
    const bool *is_used = find_used(game, options, first, end, scratch);
    bool *is_auxiliary = arena_array(scratch, bool, game->relation_count + 1);
    for (size_t i = 0; i < game->relation_count; i++)
        is_auxiliary[i] = (i >= first && i < end) || !is_used[i];
    return is_auxiliary;
}

/* CLAUSE without the negations that are not yet decided. */
static Clause relax(const Game *game, const Clause *clause, Arena *arena)
{
    Clause relaxed = *clause;
    relaxed.body = arena_array(arena, Literal, clause->count);
    relaxed.count = 0;
    for (size_t i = 0; i < clause->count; i++)
        if (clause->body[i].kind != LITERAL_NEGATIVE ||
            !literal_is_dynamic(game, &clause->body[i]))
            relaxed.body[relaxed.count++] = clause->body[i];
    return relaxed;
}

/* The static groups as they are, and one group with all that can change. */
static Game *relaxed_game(Game *game, const NetOptions *options,
                          const bool *is_needed, Arena *scratch)
{
    RelationId holds = game->keyword[KEYWORD_TRUE];
    RelationId does = game->keyword[KEYWORD_DOES];
    Game *relaxed = arena_copy(scratch, game, sizeof *game);
    relaxed->arena = scratch;
    VEC(Clause) clauses = {0};
    VEC(Group) groups = {0};
    VEC(uint32_t) dynamic = {0};
    for (uint32_t i = 0; i < game->clause_count; i++) {
        const Clause *clause = &game->clauses[i];
        bool is_dynamic =
            game->relations[clause->relation].changes_with != CHANGES_NEVER;
        vec_push(&clauses, is_dynamic ? relax(game, clause, scratch) : *clause);
        if (is_dynamic && is_needed[clause->relation])
            vec_push(&dynamic, i);
    }
    const RelationId bridges[][2] = {{holds, game->keyword[KEYWORD_INIT]},
                                     {holds, game->keyword[KEYWORD_NEXT]},
                                     {does, game->keyword[KEYWORD_LEGAL]}};
    for (size_t i = options->one_step ? 2 : 0; i < 3; i++) {
        if (bridges[i][1] == NO_RELATION)
            continue;
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses,
                 bridge_clause(relaxed, bridges[i][0], bridges[i][1]));
    }
    for (size_t i = 0; i < options->feature_count; i++) {
        Clause clause = {.relation = holds};
        clause.head = term_compound(game->terms, game->relations[holds].symbol,
                                    1, &options->features[i]);
        vec_push(&dynamic, (uint32_t)clauses.count);
        vec_push(&clauses, clause);
    }
    for (size_t i = 0; i < game->group_count; i++)
        if (game->groups[i].changes_with == CHANGES_NEVER)
            vec_push(&groups, game->groups[i]);
    Group dynamic_group = {.count = dynamic.count,
                           .recursive = true,
                           .changes_with = CHANGES_WITH_POSITION};
    dynamic_group.clauses = vec_finish(&dynamic, scratch);
    vec_push(&groups, dynamic_group);
    relaxed->clause_count = clauses.count;
    relaxed->clauses = vec_finish(&clauses, scratch);
    relaxed->group_count = groups.count;
    relaxed->groups = vec_finish(&groups, scratch);
    return relaxed;
}

/* ---- all of it ---- */

RelaxedRules relaxed_rules_new(const Game *game, const NetOptions *options,
                               const bool *is_narrowed, const Budget *budget)
{
    RelaxedRules rules = {.scratch = arena_new()};
    Arena *scratch = rules.scratch;
    Diag ignored; /* whatever it says was said when the game was loaded */
    diag_init(&ignored, scratch);
    /* demands are those of playing: who asks for more gets all there is */
    const Game *demanded =
        options->relation_count
            ? game
            : demand_game(game, scratch, CHANGES_NEVER, budget);
    rules.first_guard = rules.end_guard = demanded->relation_count;
    if (is_narrowed)
        demanded = demand_relaxed(demanded, is_narrowed, scratch);
    rules.end_guard = demanded->relation_count;
    rules.split = split_clauses(demanded, rules.first_guard, scratch);
    Game *split = rules.split.game;
    ensure_relation(split, KEYWORD_TRUE, "true", 1);
    ensure_relation(split, KEYWORD_DOES, "does", 2);
    game_order(split, &ignored);
    assert(rules.first_guard <= rules.end_guard &&
           rules.end_guard <= split->relation_count);
    rules.needed = find_used(split, options, 0, 0, scratch);
    rules.is_auxiliary = find_auxiliary(split, options, rules.first_guard,
                                        rules.end_guard, scratch);
    rules.relaxed = relaxed_game(split, options, rules.needed, scratch);
    rules.model = model_new(rules.relaxed, budget);
    diag_clear(&ignored);
    return rules;
}

void relaxed_rules_free(RelaxedRules *rules)
{
    model_free(rules->model);
    arena_free(rules->scratch);
}
