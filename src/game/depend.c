/* depend.c - what depends on what
 *
 * In:   the clauses of a Game
 * Out:  components, recursion and ChangesWith of its relations; errors
 * Next: strata.c orders the clauses
 *
 * The dependency graph has the relations as nodes and an edge from the head
 * of a clause to each relation of its body. Its components say what is
 * recursive; what can be reached from a relation says when its extension can
 * change: with the position (`true`), or with the moves (`does`).
 *
 * The recursion restriction of the GDL report keeps the consequences of the
 * rules finite although there are functions. For a clause with head p and a
 * body atom q in a cycle with p, each argument of q is ground, or is an
 * argument of the head, or is an argument of a body atom that is in no cycle
 * with p.
 */
#include "game/judge.h"

#include "base/graph.h"
#include "lang/print.h"

static bool is_relational(const Literal *literal)
{
    return literal->kind != LITERAL_DISTINCT;
}

Graph relation_graph(const Game *game, Arena *arena, bool from_bodies)
{
    VEC(Edge) edges = {0};
    each_clause (clause, game)
        each_literal (literal, clause) {
            Edge down = {clause->relation, literal->relation};
            Edge up = {literal->relation, clause->relation};
            if (is_relational(literal))
                vec_push(&edges, from_bodies ? up : down);
        }
    Graph graph =
        graph_new(arena, game->relation_count, edges.items, edges.count);
    vec_free(&edges);
    return graph;
}

/* Whatever asks for KEYWORD, by whatever way, CHANGES_WITH it. */
static void note_changes(Game *game, const Graph *readers, Arena *scratch,
                         Keyword keyword, ChangesWith changes_with)
{
    if (game->keyword[keyword] == NO_RELATION)
        return;
    const bool *is_reader =
        graph_reach(readers, scratch, game->keyword[keyword]);
    for (size_t i = 0; i < game->relation_count; i++)
        if (is_reader[i])
            game->relations[i].changes_with = changes_with;
}

void find_dependencies(Game *game)
{
    Arena *scratch = arena_new();
    Graph readers = relation_graph(game, scratch, true);
    Graph graph = relation_graph(game, scratch, false);
    uint32_t *component_of =
        arena_array(scratch, uint32_t, game->relation_count);
    graph_components(&graph, component_of);
    for (uint32_t i = 0; i < game->relation_count; i++) {
        Relation *relation = &game->relations[i];
        relation->component = component_of[i];
        relation->changes_with = CHANGES_NEVER;
        relation->recursive = false;
        for (uint32_t e = graph.first[i]; e < graph.first[i + 1]; e++)
            if (component_of[graph.targets[e]] == component_of[i])
                relation->recursive = true;
    }
    note_changes(game, &readers, scratch, KEYWORD_TRUE, CHANGES_WITH_POSITION);
    note_changes(game, &readers, scratch, KEYWORD_DOES, CHANGES_WITH_MOVES);
    arena_free(scratch);
}

/* ---- who may depend on what ---- */

/* The first literal through which CLAUSE CHANGES_WITH something. */
static const Form *first_literal_changing_with(const Game *game,
                                               const Clause *clause,
                                               ChangesWith changes_with)
{
    each_literal (literal, clause)
        if (is_relational(literal) &&
            game->relations[literal->relation].changes_with >= changes_with)
            return literal->form;
    return NULL;
}

/* What a keyword must not depend on, and what is assumed if it does. */
typedef struct {
    Keyword keyword;
    ChangesWith changes_with;
    const char *assumed;
} ForbiddenChange;

/* Reports every rule that breaks FORBIDDEN. One rule may make several clauses:
 * it is reported once. */
static void judge_changes(const Game *game, Diag *diag,
                          const ForbiddenChange *forbidden)
{
    RelationId relation = game->keyword[forbidden->keyword];
    const Rule *reported = NULL;
    each_clause (clause, game) {
        if (clause->relation != relation || clause->rule == reported)
            continue;
        const Form *form =
            first_literal_changing_with(game, clause, forbidden->changes_with);
        if (!form)
            continue;
        bool is_move = forbidden->changes_with == CHANGES_WITH_MOVES;
        reported = clause->rule;
        diag_assume(diag, form->span,
                    is_move ? "move-dependent" : "state-dependent",
                    forbidden->assumed,
                    "%s must not depend on %s, and through this it does",
                    clause->head->symbol->name,
                    is_move ? "the moves that players make" : "the position");
    }
}

static bool is_about_positions(const Game *game, RelationId id)
{
    switch (game->relations[id].keyword) {
    case KEYWORD_NEXT:
    case KEYWORD_LEGAL:
    case KEYWORD_GOAL:
    case KEYWORD_TERMINAL:
    case KEYWORD_SEES:
        return true;
    default:
        return false;
    }
}

/* init is about the beginning, before there are moves or an end: it must not
 * even depend on a `legal` that never changes. */
static void judge_init(const Game *game, Diag *diag)
{
    RelationId init = game->keyword[KEYWORD_INIT];
    if (init == NO_RELATION ||
        game->relations[init].changes_with != CHANGES_NEVER)
        return;
    Arena *scratch = arena_new();
    Graph graph = relation_graph(game, scratch, false);
    bool *is_reached = graph_reach(&graph, scratch, init);
    each_clause (clause, game) {
        if (!is_reached[clause->relation])
            continue;
        each_literal (literal, clause)
            if (is_relational(literal) &&
                is_about_positions(game, literal->relation))
                diag_assume(diag, literal->form->span, "state-dependent",
                            "it is taken as the rules define it",
                            "init must not depend on %s",
                            literal->atom->symbol->name);
    }
    arena_free(scratch);
}

void judge_dependencies(const Game *game, Diag *diag)
{
    static const char only_declares[] =
        "the declaration is not needed and is left aside";
    static const ForbiddenChange forbidden[] = {
        {KEYWORD_ROLE, CHANGES_WITH_POSITION, NULL},
        {KEYWORD_INIT, CHANGES_WITH_POSITION, NULL},
        {KEYWORD_BASE, CHANGES_WITH_POSITION, only_declares},
        {KEYWORD_INPUT, CHANGES_WITH_POSITION, only_declares},
        {KEYWORD_LEGAL, CHANGES_WITH_MOVES, NULL},
        {KEYWORD_TERMINAL, CHANGES_WITH_MOVES, NULL},
        {KEYWORD_GOAL, CHANGES_WITH_MOVES, NULL},
    };
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        judge_changes(game, diag, &forbidden[i]);
    judge_init(game, diag);
}

/* ---- the recursion restriction ---- */

static bool is_cyclic(const Game *game, const Clause *clause,
                      const Literal *literal)
{
    return is_relational(literal) &&
           game->relations[literal->relation].component ==
               game->relations[clause->relation].component;
}

static bool is_restricted(const Game *game, const Clause *clause,
                          const Term *argument)
{
    if (term_is_ground(argument) ||
        terms_contain(clause->head->args, clause->head->arity, argument))
        return true;
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_POSITIVE &&
            !is_cyclic(game, clause, literal) &&
            terms_contain(literal->atom->args, literal->atom->arity, argument))
            return true;
    }
    return false;
}

static void judge_literal(const Game *game, const Clause *clause,
                          const Literal *literal, Diag *diag)
{
    for (size_t i = 0; i < literal->atom->arity; i++) {
        const Term *argument = literal->atom->args[i];
        if (is_restricted(game, clause, argument))
            continue;
        diag_assume(diag, form_find(literal->form, literal->atom, argument),
                    "recursion",
                    "the rules are followed, as long as their consequences "
                    "stay few",
                    "in a recursive rule %s must be an argument of the head "
                    "or of a literal outside the recursion",
                    term_text(diag->arena, argument, game->rules->syntax));
        return; /* one report a literal */
    }
}

/* Added or replaced by us (safety.c). */
static bool is_added(const Game *game, const Literal *literal)
{
    return !literal->form ||
           (is_relational(literal) && !game->relations[literal->relation].used);
}

void judge_recursion(const Game *game, Diag *diag)
{
    for (size_t i = 0; i < game->clause_count && diag_goes_on(diag); i++) {
        const Clause *clause = &game->clauses[i];
        if (!game->relations[clause->relation].recursive || !clause->rule)
            continue;
        each_literal (literal, clause)
            if (!is_added(game, literal) && is_cyclic(game, clause, literal))
                judge_literal(game, clause, literal, diag);
    }
}
