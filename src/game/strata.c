/* strata.c - in which order clauses are evaluated
 *
 * In:   clauses, and the components of the dependency graph
 * Out:  groups, lowest first
 *
 * If no relation depends on its own negation, a component is a group. If one
 * does, the rules are not valid, but often no atom does: goal(r,0) :- not
 * goal(r,100). Then the same question is asked of clauses: a literal depends
 * only on those clauses whose head it can match.
 */
#include "game/judge.h"

#include "base/graph.h"

enum { MAX_MATCHES = 20000000 }; /* literal against head, in one component */

typedef VEC(uint32_t) Ids;
typedef VEC(Edge) Edges;

typedef struct {
    Game *game;
    Diag *diag;
    Arena *scratch;
    VEC(Group) groups;
} GroupMaker;

static bool is_inside(const Game *game, const Literal *literal,
                      uint32_t component)
{
    return literal->kind != LITERAL_DISTINCT &&
           game->relations[literal->relation].component == component;
}

static bool is_negative_inside(const Game *game, const Clause *clause,
                               const Literal *literal)
{
    return literal->kind == LITERAL_NEGATIVE &&
           is_inside(game, literal,
                     game->relations[clause->relation].component);
}

static void add_group(GroupMaker *maker, const uint32_t *clauses, size_t count,
                      bool recursive)
{
    if (!count)
        return;
    const Game *game = maker->game;
    const Clause *first = &game->clauses[clauses[0]];
    Group group = {arena_copy(game->arena, clauses, count * sizeof *clauses),
                   count, recursive, game->relations[first->relation].phase};
    vec_push(&maker->groups, group);
}

/* ---- one component, stratified by clause ---- */

/* The edges from each clause of MEMBERS to those its literals can match; false
 * if that is too much to find out. */
static bool match_clauses(const GroupMaker *maker, const Ids *members,
                          Edges *edges)
{
    const Game *game = maker->game;
    uint32_t component =
        game->relations[game->clauses[members->items[0]].relation].component;
    size_t matches = 0;
    for (uint32_t i = 0; i < members->count; i++) {
        const Clause *clause = &game->clauses[members->items[i]];
        each_literal (literal, clause) {
            if (!is_inside(game, literal, component))
                continue;
            matches += members->count;
            if (matches > MAX_MATCHES)
                return false;
            for (uint32_t j = 0; j < members->count; j++) {
                if (term_can_match(literal->atom,
                                   game->clauses[members->items[j]].head))
                    vec_push(edges, (Edge){i, j});
            }
        }
    }
    return true;
}

/* Whether the literal can match a clause in the component of clause I. */
static bool matches_own(const GroupMaker *maker, const Ids *members,
                        const uint32_t *component, uint32_t i, const Term *atom)
{
    for (uint32_t j = 0; j < members->count; j++)
        if (component[j] == component[i] &&
            term_can_match(atom, maker->game->clauses[members->items[j]].head))
            return true;
    return false;
}

static void add_clause_groups(GroupMaker *maker, const Ids *members,
                              const uint32_t *component, uint32_t components)
{
    Ids group = {0};
    for (uint32_t c = 0; c < components; c++) {
        vec_clear(&group);
        bool recursive = false;
        for (uint32_t i = 0; i < members->count; i++) {
            if (component[i] != c)
                continue;
            const Clause *clause = &maker->game->clauses[members->items[i]];
            for (size_t k = 0; k < clause->count && !recursive; k++)
                recursive = clause->body[k].kind == LITERAL_POSITIVE &&
                            matches_own(maker, members, component, i,
                                        clause->body[k].atom);
            vec_push(&group, members->items[i]);
        }
        add_group(maker, group.items, group.count, recursive);
    }
    vec_free(&group);
}

/* Every negative literal inside the component breaks the rule; it has a
 * meaning unless some atom really depends on its own negation. */
static void report_unstratified(GroupMaker *maker, const Ids *members,
                                const uint32_t *component)
{
    const Game *game = maker->game;
    const Form *reported = NULL;
    for (uint32_t i = 0; i < members->count; i++) {
        const Clause *clause = &game->clauses[members->items[i]];
        each_literal (literal, clause) {
            if (!is_negative_inside(game, clause, literal) ||
                literal->form == reported)
                continue;
            reported = literal->form;
            const char *name = clause->head->symbol->name;
            if (!component ||
                matches_own(maker, members, component, i, literal->atom))
                diag_error(maker->diag, literal->form->span, "unstratified",
                           "%s depends on its own negation through this", name);
            else
                diag_assume(maker->diag, literal->form->span, "unstratified",
                            "the atoms are evaluated in the order in which "
                            "they need each other",
                            "%s depends on its own negation through this, "
                            "although none of its atoms does",
                            name);
        }
    }
}

static void split_component(GroupMaker *maker, const Ids *members)
{
    ArenaMark mark = arena_mark(maker->scratch);
    Edges edges = {0};
    if (match_clauses(maker, members, &edges)) {
        Graph graph =
            graph_new(maker->scratch, members->count, edges.items, edges.count);
        uint32_t *component =
            arena_array(maker->scratch, uint32_t, members->count);
        uint32_t components = graph_components(&graph, component);
        report_unstratified(maker, members, component);
        add_clause_groups(maker, members, component, components);
    } else {
        report_unstratified(maker, members, NULL);
    }
    vec_free(&edges);
    arena_rewind(maker->scratch, mark);
}

/* ---- all components ---- */

static void group_component(GroupMaker *maker, const Ids *members)
{
    const Game *game = maker->game;
    bool recursive = false, stratified = true;
    for (size_t i = 0; i < members->count; i++) {
        const Clause *clause = &game->clauses[members->items[i]];
        recursive = recursive || game->relations[clause->relation].recursive;
        each_literal (literal, clause)
            if (is_negative_inside(game, clause, literal))
                stratified = false;
    }
    if (stratified)
        add_group(maker, members->items, members->count, recursive);
    else
        split_component(maker, members);
}

void make_groups(Game *game, Diag *diag)
{
    GroupMaker maker = {.game = game, .diag = diag, .scratch = arena_new()};
    uint32_t components = 0;
    for (size_t i = 0; i < game->relation_count; i++)
        if (game->relations[i].component >= components)
            components = game->relations[i].component + 1;
    Ids *members = arena_array(maker.scratch, Ids, components);
    for (uint32_t i = 0; i < game->clause_count; i++) {
        RelationId relation = game->clauses[i].relation;
        vec_push(&members[game->relations[relation].component], i);
    }
    for (uint32_t c = 0; c < components; c++) {
        if (members[c].count)
            group_component(&maker, &members[c]);
        vec_free(&members[c]);
    }
    game->group_count = maker.groups.count;
    game->groups = vec_finish(&maker.groups, game->arena);
    arena_free(maker.scratch);
}
