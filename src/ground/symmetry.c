/* symmetry.c - permutations of features and moves that leave the rules as they
 * are
 *
 * In:   a Net
 * Out:  Symmetries: what its automorphisms do to features and moves
 *
 * The network becomes a graph with coloured vertices, as a set of clauses does
 * in symmetry breaking (Aloul and others 2003), and nauty finds generators of
 * the automorphisms of that (McKay and Piperno 2014). Products of generators
 * are listed until there are as many as were asked for. A vertex for each
 * literal, for each feature and its next value, for each move, goal value and
 * for the end; colours tell them apart, and literals by depth, so that the
 * direction of an edge is known. What counts along a chain is no symmetry of
 * the network although it is one of the game: that is not found.
 * Start reading at net_symmetries(), at the end.
 */
#include "ground/symmetry.h"

#include "base/graph.h"
#include "base/memory.h"
#include "base/vec.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <nauty/nausparse.h>
#include <pthread.h>
#include <string.h>

enum {
    MAX_VERTICES = 1 << 17,
    MAX_WORK = 1 << 28, /* nodes of the search tree times vertices */
    MAX_GENERATORS = 64,
};

/* Colours that are not counted by something. */
enum { COLOUR_FEATURE, COLOUR_NEXT, COLOUR_END, FIRST_COLOUR };

/* Where the vertices of each kind begin. A literal is its own vertex. */
typedef struct {
    const Net *net;
    Arena *arena;
    uint32_t first_feature, first_next, first_move, first_goal, end, count;
    uint32_t *move_of_role; /* where the moves of a role begin, from 0 on */
    uint32_t *colours;
    uint32_t colour_count;
    VEC(Edge) edges;
} SymmetryGraph;

typedef struct {
    uint32_t first, length; /* of the vertices that matter: features, moves */
    uint64_t work;
    uint32_t *images; /* of these, generator after generator */
    size_t count;
} Generators;

/* nauty hands nothing of ours through, and takes requests to stop from one
 * global; so it runs once at a time. Nothing in between may leave by the way
 * out of the current call (base/heap.h). */
static pthread_mutex_t nauty_mutex = PTHREAD_MUTEX_INITIALIZER;
static Generators *nauty_generators;

/* ---- the graph ---- */

static void connect(SymmetryGraph *graph, uint32_t left, uint32_t right)
{
    vec_push(&graph->edges, ((Edge){left, right}));
    vec_push(&graph->edges, ((Edge){right, left}));
}

static void number_vertices(SymmetryGraph *graph)
{
    const Net *net = graph->net;
    uint32_t features = (uint32_t)net->feature_count, moves = 0, goals = 0;
    graph->move_of_role = arena_array(graph->arena, uint32_t, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        graph->move_of_role[i] = moves;
        moves += (uint32_t)net->roles[i].move_count;
        goals += (uint32_t)net->roles[i].goal_count;
    }
    graph->first_feature = 2 * (uint32_t)net->node_count;
    graph->first_move = graph->first_feature + features;
    graph->first_next = graph->first_move + moves;
    graph->first_goal = graph->first_next + features;
    graph->end = graph->first_goal + goals;
    graph->count = graph->end + 1;
    graph->colours = arena_array(graph->arena, uint32_t, graph->count);
}

static void add_features(SymmetryGraph *graph)
{
    const Net *net = graph->net;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        graph->colours[graph->first_feature + i] = COLOUR_FEATURE;
        graph->colours[graph->first_next + i] = COLOUR_NEXT;
        connect(graph, graph->first_feature + i, graph->first_next + i);
        connect(graph, graph->first_next + i, net->next[i]);
    }
    graph->colours[graph->end] = COLOUR_END;
    connect(graph, graph->end, net->terminal);
}

/* A colour for the moves of each role, and for each of its goal values. */
static void add_roles(SymmetryGraph *graph)
{
    uint32_t goal = graph->first_goal;
    for (size_t i = 0; i < graph->net->role_count; i++) {
        const Role *role = &graph->net->roles[i];
        uint32_t first = graph->first_move + graph->move_of_role[i];
        for (uint32_t k = 0; k < role->move_count; k++) {
            graph->colours[first + k] = graph->colour_count;
            connect(graph, first + k, role->legal[k]);
        }
        graph->colour_count++;
        for (size_t k = 0; k < role->goal_count; k++, goal++) {
            graph->colours[goal] = graph->colour_count++;
            connect(graph, goal, role->goals[k].lit);
        }
    }
}

static void add_node(SymmetryGraph *graph, uint32_t number)
{
    const Net *net = graph->net;
    const Node *node = &net->nodes[number];
    uint32_t vertex = 2 * number;
    connect(graph, vertex, vertex + 1);
    if (node->kind == NODE_FEATURE)
        connect(graph, vertex, graph->first_feature + node->feature);
    if (node->kind == NODE_MOVES) {
        const MoveSet *set = &net->sets[node->set];
        uint32_t first = graph->first_move + graph->move_of_role[set->role];
        for (size_t i = 0; i < set->count; i++)
            connect(graph, vertex, first + set->moves[i]);
    }
    net_each_input (input, net, number)
        connect(graph, vertex, *input.at);
}

/* Nodes by kind and depth, inputs first; so depths are known of inputs. */
static void add_nodes(SymmetryGraph *graph)
{
    const Net *net = graph->net;
    uint32_t *depths = arena_array(graph->arena, uint32_t, net->node_count);
    uint32_t max_depth = 0;
    for (uint32_t i = 0; i < net->node_count; i++) {
        depths[i] = (uint32_t)net->nodes[i].kind;
        net_each_input (input, net, i)
            if (depths[lit_node(*input.at)] >= depths[i])
                depths[i] = depths[lit_node(*input.at)] + 1;
        if (depths[i] > max_depth)
            max_depth = depths[i];
        graph->colours[2 * i] = graph->colour_count + 2 * depths[i];
        graph->colours[2 * i + 1] = graph->colour_count + 2 * depths[i] + 1;
        add_node(graph, i);
    }
    graph->colour_count += 2 * (max_depth + 1);
}

/* ---- nauty ---- */

static void note_generator(int count, int *images, int *orbits, int orbit_count,
                           int vertex, int vertex_count)
{
    Generators *found = nauty_generators;
    size_t length = found->length;
    uint32_t *copy = memory_try_resize(
        found->images, (found->count + 1) * length, sizeof *copy);
    (void)orbits, (void)orbit_count, (void)vertex, (void)vertex_count;
    if (copy)
        found->images = copy;
    if (!copy || count > MAX_GENERATORS)
        return;
    copy += found->count++ * length;
    for (size_t i = 0; i < length; i++)
        copy[i] = (uint32_t)images[found->first + i] - found->first;
}

static void limit_work(graph *unused, int *lab, int *ptn, int level, int cells,
                       int cell, int code, int words, int vertex_count)
{
    (void)unused, (void)lab, (void)ptn, (void)level, (void)cells, (void)cell,
        (void)code, (void)words;
    nauty_generators->work += (uint64_t)vertex_count;
    if (nauty_generators->work > MAX_WORK)
        nauty_kill_request = 1;
}

/* The vertices in order of their colours, and 0 at the last of each colour in
 * IS_NOT_LAST. */
static void order_by_colour(const SymmetryGraph *graph, int *order,
                            int *is_not_last)
{
    Graph classes = graph_members(graph->arena, graph->colour_count,
                                  graph->colours, graph->count);
    for (uint32_t i = 0; i < graph->count; i++) {
        order[i] = (int)classes.targets[i];
        is_not_last[i] = 1;
    }
    for (uint32_t i = 0; i < graph->colour_count; i++)
        if (classes.first[i + 1] > classes.first[i])
            is_not_last[classes.first[i + 1] - 1] = 0;
}

static void run_nauty(sparsegraph *graph, int *order, int *is_not_last,
                      int *orbits, Generators *generators)
{
    DEFAULTOPTIONS_SPARSEGRAPH(options);
    statsblk statistics;
    options.defaultptn = FALSE;
    options.userautomproc = note_generator;
    options.usernodeproc = limit_work;
    pthread_mutex_lock(&nauty_mutex);
    nauty_generators = generators;
    sparsenauty(graph, order, is_not_last, orbits, &options, &statistics, NULL);
    nauty_kill_request = 0;
    nausparse_freedyn();
    nauty_freedyn();
    nautil_freedyn();
    pthread_mutex_unlock(&nauty_mutex);
}

static void find_automorphisms(const SymmetryGraph *graph,
                               Generators *generators)
{
    Arena *arena = graph->arena;
    Graph lists =
        graph_new(arena, graph->count, graph->edges.items, graph->edges.count);
    sparsegraph sparse = {.nv = (int)graph->count,
                          .nde = graph->edges.count,
                          .v = arena_array(arena, size_t, graph->count),
                          .d = arena_array(arena, int, graph->count),
                          .e = (int *)lists.targets,
                          .vlen = graph->count,
                          .dlen = graph->count,
                          .elen = graph->edges.count};
    int *order = arena_array(arena, int, graph->count),
        *is_not_last = arena_array(arena, int, graph->count),
        *orbits = arena_array(arena, int, graph->count);
    for (uint32_t i = 0; i < graph->count; i++) {
        sparse.v[i] = lists.first[i];
        sparse.d[i] = (int)(lists.first[i + 1] - lists.first[i]);
    }
    order_by_colour(graph, order, is_not_last);
    run_nauty(&sparse, order, is_not_last, orbits, generators);
}

static void find_generators(const Net *net, Arena *arena,
                            Generators *generators)
{
    SymmetryGraph graph = {
        .net = net, .arena = arena, .colour_count = FIRST_COLOUR};
    number_vertices(&graph);
    generators->first = graph.first_feature;
    generators->length = graph.first_next - graph.first_feature;
    if (graph.count <= MAX_VERTICES && !net->loop_count) {
        add_features(&graph);
        add_roles(&graph);
        add_nodes(&graph);
        find_automorphisms(&graph, generators);
    }
    vec_free(&graph.edges);
}

/* ---- products of generators ---- */

static bool is_known(const Symmetries *found, const uint32_t *images,
                     size_t bytes)
{
    for (size_t i = 0; i < found->count; i++)
        if (!memcmp(found->features[i], images, bytes))
            return true;
    return false;
}

/* Adds the images of each symmetry found so far under each generator; it is
 * added to while it is gone through. */
static void close_under(const Generators *generators, Symmetries *found,
                        size_t max, Arena *arena)
{
    size_t length = generators->length, bytes = length * sizeof(uint32_t);
    for (size_t i = 0; i < found->count; i++)
        for (size_t g = 0; g < generators->count; g++) {
            const uint32_t *generator = generators->images + g * length;
            uint32_t *images = arena_array(arena, uint32_t, length);
            for (size_t k = 0; k < length; k++)
                images[k] = generator[found->features[i][k]];
            if (found->count < max && !is_known(found, images, bytes))
                found->features[found->count++] = images;
        }
}

const Symmetries *net_symmetries(const Net *net, size_t max, Arena *arena)
{
    Symmetries *found = arena_array(arena, Symmetries, 1);
    Generators generators = {0};
    uint32_t features = (uint32_t)net->feature_count;
    Arena *scratch = arena_new();
    assert(max);
    find_generators(net, scratch, &generators);
    found->features = arena_array(arena, uint32_t *, max);
    found->moves = arena_array(arena, uint32_t *, max);
    found->features[0] = arena_array(arena, uint32_t, generators.length + 1);
    for (uint32_t i = 0; i < generators.length; i++)
        found->features[0][i] = i;
    found->count = 1;
    found->first_move = arena_array(arena, uint32_t, net->role_count);
    for (size_t i = 1; i < net->role_count; i++)
        found->first_move[i] =
            found->first_move[i - 1] + (uint32_t)net->roles[i - 1].move_count;
    close_under(&generators, found, max, arena);
    for (size_t i = 0; i < found->count; i++) {
        found->moves[i] = found->features[i] + features;
        for (uint32_t k = features; k < generators.length; k++)
            found->features[i][k] -= features;
    }
    arena_free(scratch);
    memory_free(generators.images);
    return found;
}
