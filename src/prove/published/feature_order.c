/* feature_order.c - which features may depend on which, lowest first
 *
 * In:   the clauses of a game
 * Out:  components of a graph over features, moves and relations
 *
 * Features and moves are told apart by symbol and arity, no further.
 */
#include "prove/published/feature_order.h"

#include "base/graph.h"

typedef struct {
    const Universe *universe;
    Arena *arena;
    const Shape **moves; /* one of each symbol */
    size_t move_count;
    VEC(Edge) edges;
} FeatureGraph;

/* GraphNodes: features, then moves, then relations. */
static uint32_t move_node(const FeatureGraph *sorter, size_t move)
{
    return (uint32_t)(sorter->universe->feature_count + move);
}

static uint32_t relation_node(const FeatureGraph *sorter, RelationId relation)
{
    return (uint32_t)(sorter->universe->feature_count + sorter->move_count +
                      relation);
}

static bool has_move(const FeatureGraph *sorter, const Shape *shape)
{
    for (size_t i = 0; i < sorter->move_count; i++)
        if (sorter->moves[i]->symbol == shape->symbol &&
            sorter->moves[i]->arity == shape->arity)
            return true;
    return false;
}

static void find_moves(FeatureGraph *sorter)
{
    const Domains *domains = sorter->universe->domains;
    VEC(const Shape *) moves = {0};
    for (size_t i = 0; i < domains->role_count; i++)
        for (size_t k = 0; k < domains->moves[i]->count; k++) {
            const Shape *shape = &domains->moves[i]->shapes[k];
            sorter->moves = moves.items;
            sorter->move_count = moves.count;
            if (!has_move(sorter, shape))
                vec_push(&moves, shape);
        }
    sorter->move_count = moves.count;
    sorter->moves = vec_finish(&moves, sorter->arena);
}

static void add_edge(FeatureGraph *sorter, uint32_t from, uint32_t to)
{
    vec_push(&sorter->edges, (Edge){from, to});
}

static bool matches(const Term *pattern, const Symbol *symbol, size_t arity)
{
    return term_is_variable(pattern) ||
           (pattern->symbol == symbol && pattern->arity == arity);
}

typedef VEC(uint32_t) GraphNodes;

/* The features that PATTERN can be. */
static void add_features(const FeatureGraph *sorter, const Term *pattern,
                         GraphNodes *nodes)
{
    for (uint32_t i = 0; i < sorter->universe->feature_count; i++) {
        const Feature *feature = &sorter->universe->features[i];
        if (matches(pattern, feature->symbol, feature->arity))
            vec_push(nodes, i);
    }
}

static void add_moves(const FeatureGraph *sorter, const Term *pattern,
                      GraphNodes *nodes)
{
    for (size_t i = 0; i < sorter->move_count; i++)
        if (matches(pattern, sorter->moves[i]->symbol, sorter->moves[i]->arity))
            vec_push(nodes, move_node(sorter, i));
}

/* What the body of CLAUSE speaks of. */
static void read_body(const FeatureGraph *sorter, const Clause *clause,
                      GraphNodes *nodes)
{
    const Game *game = sorter->universe->game;
    each_literal (literal, clause) {
        if (literal->kind == LITERAL_DISTINCT)
            continue;
        switch (game->relations[literal->relation].keyword) {
        case KEYWORD_TRUE:
            add_features(sorter, literal->atom->args[0], nodes);
            break;
        case KEYWORD_DOES:
            add_moves(sorter, literal->atom->args[1], nodes);
            break;
        default:
            vec_push(nodes, relation_node(sorter, literal->relation));
        }
    }
}

/* What CLAUSE says something about. */
static void read_head(const FeatureGraph *sorter, const Clause *clause,
                      GraphNodes *nodes)
{
    switch (sorter->universe->game->relations[clause->relation].keyword) {
    case KEYWORD_NEXT:
        add_features(sorter, clause->head->args[0], nodes);
        break;
    case KEYWORD_LEGAL:
        add_moves(sorter, clause->head->args[1], nodes);
        vec_push(nodes, relation_node(sorter, clause->relation));
        break;
    default:
        vec_push(nodes, relation_node(sorter, clause->relation));
    }
}

uint32_t *feature_ranks(const Universe *universe, Arena *arena)
{
    FeatureGraph sorter = {.universe = universe, .arena = arena};
    const Game *game = universe->game;
    GraphNodes heads = {0}, bodies = {0};
    find_moves(&sorter);
    for (size_t i = 0; i < game->clause_count; i++) {
        vec_clear(&heads);
        vec_clear(&bodies);
        read_head(&sorter, &game->clauses[i], &heads);
        read_body(&sorter, &game->clauses[i], &bodies);
        for (size_t h = 0; h < heads.count; h++)
            for (size_t b = 0; b < bodies.count; b++)
                add_edge(&sorter, heads.items[h], bodies.items[b]);
    }
    size_t nodes =
        universe->feature_count + sorter.move_count + game->relation_count;
    Graph graph =
        graph_new(arena, nodes, sorter.edges.items, sorter.edges.count);
    uint32_t *component = arena_array(arena, uint32_t, nodes + 1);
    graph_components(&graph, component);
    vec_free_all(&heads, &bodies, &sorter.edges);
    return component;
}
