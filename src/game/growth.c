/* growth.c - terms that grow from step to step
 *
 * In:   the clauses of a Game
 * Out:  warnings of terms that may grow without end
 *
 * Rules for next may put a term of the position into a larger one of the next:
 * next(count(s(X))) :- true(count(X)). If nothing else bounds X, there are more
 * and more terms, and no end of positions. (Within one position the restriction
 * of depend.c sees to that.)
 *
 * Nodes are the arguments of relations, features and moves; true, init and next
 * share theirs, and so do legal and does. A variable that a clause has at a
 * node of its body and, deeper, at one of its head is a growing edge; a cycle
 * with such an edge is reported. Start reading at judge_growth(), at the end.
 */
#include "game/judge.h"

#include "base/byte_table.h"
#include "base/graph.h"
#include "lang/print.h"

/* A variable at a node of a clause, DEPTH functions below it. */
typedef struct {
    const Term *variable;
    uint32_t node;
    uint32_t depth;
} VariablePlace;

typedef struct {
    uint32_t clause;
    const Term *variable;
    bool grows, shrinks; /* the term of the variable, from body to head */
} EdgeLabel;

typedef VEC(VariablePlace) VariablePlaces;

typedef struct {
    const Game *game;
    ByteTable nodes; /* kind, symbol, arity and argument */
    VEC(Edge) edges;
    VEC(EdgeLabel) labels;     /* of the edges */
    VariablePlaces body, head; /* of the clause at hand */
    size_t compared_count;
} Growth;

enum {
    MAX_PLACES_COMPARED = 2000000,
    MAX_VARIABLE_PLACES = 200
}; /* no game comes near */

static void find_places(VariablePlaces *places, const Term *term, uint32_t node,
                        uint32_t depth)
{
    if (term_is_ground(term) || places->count >= MAX_VARIABLE_PLACES)
        return;
    if (term_is_variable(term))
        vec_push(places, (VariablePlace){term, node, depth});
    for (size_t i = 0; i < term->arity; i++)
        find_places(places, term->args[i], node, depth + 1);
}

static void find_argument_places(Growth *growth, VariablePlaces *places,
                                 const Term *term, uint32_t kind)
{
    for (uint32_t i = 0; i < term->arity; i++) {
        uint32_t key[] = {kind, term->symbol->id, term->arity, i};
        uint32_t node = byte_table_put(&growth->nodes, BYTES_OF(key));
        find_places(places, term->args[i], node, 0);
    }
}

/* Features and moves have nodes by their own symbol; a variable in the place
 * of one is at a node of the keyword, where it cannot grow. */
static void find_atom_places(Growth *growth, VariablePlaces *places,
                             RelationId relation, const Term *atom)
{
    Keyword keyword = growth->game->relations[relation].keyword;
    bool is_feature = is_feature_keyword(keyword);
    bool is_move = keyword == KEYWORD_LEGAL || keyword == KEYWORD_DOES;
    if ((is_feature || is_move) && atom->args[is_move]->arity)
        find_argument_places(growth, places, atom->args[is_move],
                             is_move ? KEYWORD_LEGAL : KEYWORD_TRUE);
    else
        find_argument_places(growth, places, atom, KEYWORD_NONE);
}

static void add_edges(Growth *growth, uint32_t number)
{
    for (size_t i = 0; i < growth->head.count; i++)
        for (size_t k = 0; k < growth->body.count; k++) {
            const VariablePlace *to = &growth->head.items[i];
            const VariablePlace *from = &growth->body.items[k];
            growth->compared_count++;
            if (to->variable != from->variable)
                continue;
            Edge edge = {from->node, to->node};
            EdgeLabel label = {number, to->variable, to->depth > from->depth,
                               to->depth < from->depth};
            vec_push(&growth->edges, edge);
            vec_push(&growth->labels, label);
        }
}

static void find_clause_places(Growth *growth, const Clause *clause)
{
    vec_clear(&growth->body);
    vec_clear(&growth->head);
    find_atom_places(growth, &growth->head, clause->relation, clause->head);
    each_literal (literal, clause)
        if (literal->kind == LITERAL_POSITIVE)
            find_atom_places(growth, &growth->body, literal->relation,
                             literal->atom);
}

/* ---- what bounds a term ---- */

/* Whether WHOLE contains a part of TERM that is larger than VARIABLE and has
 * it. */
static bool has_common_part_around(const Term *term, const Term *variable,
                                   const Term *whole)
{
    if (!term->arity || term_is_ground(term))
        return false;
    if (term_contains(whole, term) && term_contains(term, variable))
        return true;
    for (size_t i = 0; i < term->arity; i++)
        if (has_common_part_around(term->args[i], variable, whole))
            return true;
    return false;
}

/* Whether a condition of CLAUSE asks for a term of the head around VARIABLE,
 * so that the term was there before. */
static bool asks_for_whole(Growth *growth, const Clause *clause,
                           const Term *variable)
{
    each_literal (literal, clause) {
        if (literal->kind != LITERAL_POSITIVE)
            continue;
        growth->compared_count += literal->atom->size + clause->head->size;
        for (size_t k = 0; k < literal->atom->arity; k++)
            for (size_t h = 0; h < clause->head->arity; h++)
                if (has_common_part_around(clause->head->args[h], variable,
                                           literal->atom->args[k]) &&
                    clause->head->args[h] != literal->atom->args[k])
                    return true;
    }
    return false;
}

/* Whether CLAUSE has VARIABLE at a node outside of COMPONENT: it then has no
 * more values than there are there. */
static bool is_bounded(Growth *growth, const uint32_t *components,
                       const EdgeLabel *label, uint32_t component)
{
    const Clause *clause = &growth->game->clauses[label->clause];
    find_clause_places(growth, clause);
    for (size_t i = 0; i < growth->body.count; i++)
        if (growth->body.items[i].variable == label->variable &&
            components[growth->body.items[i].node] != component)
            return true;
    return asks_for_whole(growth, clause, label->variable);
}

/* ---- reporting ---- */

static void report_growth(const Growth *growth, Diag *diag,
                          const EdgeLabel *label)
{
    const Clause *clause = &growth->game->clauses[label->clause];
    const char *name = variable_text(diag->arena, label->variable->symbol,
                                     growth->game->rules->syntax);
    diag_warning(diag, clause->rule->head_form->span, "growing-term",
                 "the term around %s grows from step to step, and nothing "
                 "bounds it",
                 name);
}

/* A component with edges that make terms smaller again may be a stack, whose
 * growth ends: there, only an edge from a node to itself is reported. */
static void judge_edges(Growth *growth, Diag *diag, const uint32_t *components,
                        const bool *shrinks)
{
    uint32_t reported = UINT32_MAX;
    for (size_t i = 0; i < growth->edges.count; i++) {
        Edge edge = growth->edges.items[i];
        EdgeLabel label = growth->labels.items[i];
        uint32_t component = components[edge.from];
        const Clause *clause = &growth->game->clauses[label.clause];
        if (!label.grows || components[edge.to] != component ||
            label.clause == reported || !clause->rule ||
            growth->compared_count > MAX_PLACES_COMPARED ||
            growth->game->relations[clause->relation].recursive ||
            (shrinks[component] && edge.from != edge.to) ||
            is_bounded(growth, components, &label, component))
            continue;
        report_growth(growth, diag, &label);
        reported = label.clause;
    }
}

void judge_growth(Lint *lint)
{
    const Game *game = lint->game;
    Growth growth = {.game = game};
    Arena *arena = arena_new();
    for (uint32_t i = 0;
         i < game->clause_count && growth.compared_count < MAX_PLACES_COMPARED;
         i++) {
        find_clause_places(&growth, &game->clauses[i]);
        add_edges(&growth, i);
    }
    Graph graph = graph_new(arena, growth.nodes.strings.count,
                            growth.edges.items, growth.edges.count);
    uint32_t *components =
        arena_array(arena, uint32_t, growth.nodes.strings.count);
    uint32_t count = graph_components(&graph, components);
    bool *component_shrinks = arena_array(arena, bool, count);
    for (size_t i = 0; i < growth.edges.count; i++)
        if (growth.labels.items[i].shrinks)
            component_shrinks[components[growth.edges.items[i].from]] = true;
    judge_edges(&growth, lint->diag, components, component_shrinks);
    byte_table_free(&growth.nodes);
    vec_free_all(&growth.edges, &growth.labels, &growth.body, &growth.head);
    arena_free(arena);
}
