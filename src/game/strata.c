/* strata.c - stratification: in which order clauses are evaluated
 *
 * In:   clauses, and the components of the dependency graph
 * Out:  groups, lowest first
 *
 * If no relation depends on its own negation, a component is a group. If one
 * does, the rules are not stratified (diagnostic `unstratified`), but often no
 * atom does: goal(r,0) :- not goal(r,100). Then the same question is asked of
 * clauses: a literal depends only on those clauses whose head it can match.
 */
#include "game/judge.h"

#include "base/graph.h"

enum { MAX_MATCHES = 20000000 }; /* literal against head, in one component */

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

static void add_group(GroupMaker *maker, Group group)
{
    group.clauses = arena_copy(maker->game->arena, group.clauses,
                               group.count * sizeof *group.clauses);
    vec_push(&maker->groups, group);
}

/* ---- one component, stratified by clause ---- */

/* The edges from each clause of CLAUSES to those its literals can match; false
 * if that is too much to find out. */
static bool match_clauses(const GroupMaker *maker, const Group *group,
                          Edges *edges)
{
    const Game *game = maker->game;
    uint32_t component =
        game->relations[game->clauses[group->clauses[0]].relation].component;
    size_t match_count = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        const Clause *clause = &game->clauses[group->clauses[i]];
        each_literal (literal, clause) {
            if (!is_inside(game, literal, component))
                continue;
            match_count += group->count;
            if (match_count > MAX_MATCHES)
                return false;
            for (uint32_t j = 0; j < group->count; j++) {
                if (term_can_match(literal->atom,
                                   game->clauses[group->clauses[j]].head))
                    vec_push(edges, (Edge){i, j});
            }
        }
    }
    return true;
}

/* Whether the literal can match a clause in the component of clause I. */
static bool matches_own_component(const GroupMaker *maker, const Group *group,
                                  const uint32_t *component_of, uint32_t i,
                                  const Term *atom)
{
    for (uint32_t j = 0; j < group->count; j++)
        if (component_of[j] == component_of[i] &&
            term_can_match(atom, maker->game->clauses[group->clauses[j]].head))
            return true;
    return false;
}

static void add_clause_groups(GroupMaker *maker, const Group *group,
                              const Edges *edges, const uint32_t *component_of,
                              uint32_t component_count)
{
    bool *is_recursive = arena_array(maker->scratch, bool, component_count);
    Graph members = graph_members(maker->scratch, component_count, component_of,
                                  group->count);
    for (size_t i = 0; i < edges->count; i++) {
        uint32_t component = component_of[edges->items[i].from];
        if (component_of[edges->items[i].to] == component)
            is_recursive[component] = true;
    }
    for (uint32_t c = 0; c < component_count; c++) {
        uint32_t *numbers = members.targets + members.first[c];
        Group part = *group;
        part.clauses = numbers;
        part.count = members.first[c + 1] - members.first[c];
        part.recursive = is_recursive[c];
        for (size_t i = 0; i < part.count; i++)
            numbers[i] = group->clauses[numbers[i]];
        add_group(maker, part);
    }
}

/* Every negative literal inside the component breaks the rule; it has a
 * meaning unless some atom really depends on its own negation. */
static void report_unstratified(GroupMaker *maker, const Group *group,
                                const uint32_t *component_of)
{
    const Game *game = maker->game;
    for (uint32_t i = 0; i < group->count; i++) {
        const Clause *clause = &game->clauses[group->clauses[i]];
        each_literal (literal, clause) {
            if (!is_negative_inside(game, clause, literal))
                continue;
            const char *name = clause->head->symbol->name;
            if (!component_of ||
                matches_own_component(maker, group, component_of, i,
                                      literal->atom))
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

static void split_component(GroupMaker *maker, const Group *group)
{
    ArenaMark mark = arena_mark(maker->scratch);
    Edges edges = {0};
    if (match_clauses(maker, group, &edges)) {
        Graph graph =
            graph_new(maker->scratch, group->count, edges.items, edges.count);
        uint32_t *component_of =
            arena_array(maker->scratch, uint32_t, group->count);
        uint32_t component_count = graph_components(&graph, component_of);
        report_unstratified(maker, group, component_of);
        add_clause_groups(maker, group, &edges, component_of, component_count);
    } else {
        report_unstratified(maker, group, NULL);
    }
    vec_free(&edges);
    arena_rewind(maker->scratch, mark);
}

/* ---- all components ---- */

static void group_component(GroupMaker *maker, const Group *group)
{
    const Game *game = maker->game;
    bool is_stratified = true;
    for (size_t i = 0; i < group->count; i++) {
        const Clause *clause = &game->clauses[group->clauses[i]];
        each_literal (literal, clause)
            if (is_negative_inside(game, clause, literal))
                is_stratified = false;
    }
    if (is_stratified)
        add_group(maker, *group);
    else
        split_component(maker, group);
}

void make_groups(Game *game, Diag *diag)
{
    GroupMaker maker = {.game = game, .diag = diag, .scratch = arena_new()};
    uint32_t *component_of =
        arena_array(maker.scratch, uint32_t, game->clause_count);
    for (size_t i = 0; i < game->clause_count; i++)
        component_of[i] = game->relations[game->clauses[i].relation].component;
    Graph members = graph_members(maker.scratch, game->relation_count,
                                  component_of, game->clause_count);
    for (uint32_t c = 0; c < members.nodes; c++) {
        const uint32_t *clauses = members.targets + members.first[c];
        size_t count = members.first[c + 1] - members.first[c];
        if (!count)
            continue;
        const Relation *relation =
            &game->relations[game->clauses[clauses[0]].relation];
        group_component(&maker, &(Group){clauses, count, relation->recursive,
                                         relation->changes_with});
    }
    game->group_count = maker.groups.count;
    game->groups = vec_finish(&maker.groups, game->arena);
    arena_free(maker.scratch);
}
