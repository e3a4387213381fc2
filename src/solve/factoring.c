/* factoring.c - factoring of a puzzle into independent subgames
 *
 * In:   a Net of one role
 * Out:  its factors, with the features, nodes and classes of moves of each
 * Next: solve/factored_search.c solves them separately and combines the plans
 *
 * Autonomous features are found first; then union-find joins the features that
 * depend on each other, and each set that is left is a factor. Moves that a
 * factor cannot tell apart form a class, by partition refinement. Start reading
 * at factoring_new(), at the end.
 */
#include "solve/factoring.h"

#include "base/bits.h"
#include "base/sort.h"
#include "ground/net_walk.h"
#include "solve/autonomous.h"

#include <assert.h>

enum {
    NO_OWNER = 0,
    SEVERAL_OWNERS = UINT16_MAX,
    MAX_NODES_VISITED = 50000000
};

typedef struct {
    Arena *scratch;
    const Net *net;
    bool *is_autonomous;    /* by feature */
    bool *reads_others;     /* by node: it reads features not autonomous */
    uint32_t *uf_parent;    /* by node: union-find parent */
    bool *cone_united;      /* by node: its cone has been united */
    uint16_t *owner;        /* by node: number of its factor plus one */
    bool *autonomous_cone;  /* by node: it reads autonomous features; NULL if
                               there are several factors */
    uint32_t *feature_node; /* by feature: its node, or 0 if nothing reads it */
    LitVec legal_conjuncts; /* literals for legality, move by move */
    uint32_t *first_conjunct;
    size_t work;
} FactorFinder;

/* ---- dependent features ---- */

static uint32_t uf_find(FactorFinder *finder, uint32_t node)
{
    uint32_t *uf_parent = finder->uf_parent;
    while (uf_parent[node] != node)
        node = uf_parent[node] = uf_parent[uf_parent[node]];
    return node;
}

static void uf_union(FactorFinder *finder, uint32_t one, uint32_t other)
{
    uint32_t a = uf_find(finder, one), b = uf_find(finder, other);
    if (a < b)
        finder->uf_parent[b] = a;
    else
        finder->uf_parent[a] = b;
}

/* Unites all features in the cone of NODE. */
static void unite_cone(FactorFinder *finder, uint32_t node)
{
    const Net *net = finder->net;
    VEC(uint32_t) pending = {0};
    vec_push(&pending, node);
    while (pending.count) {
        uint32_t one = vec_pop(&pending);
        if (finder->cone_united[one])
            continue;
        finder->cone_united[one] = true;
        net_each_input (input, net, one) {
            uint32_t below = lit_node(*input.at);
            if (!finder->reads_others[below])
                continue;
            uf_union(finder, one, below);
            vec_push(&pending, below);
        }
    }
    vec_free(&pending);
}

static void unite_by_next(FactorFinder *finder)
{
    const Net *net = finder->net;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t next = lit_node(net->next[i]);
        if (!finder->feature_node[i] || !finder->reads_others[next])
            continue;
        uf_union(finder, finder->feature_node[i], next);
        unite_cone(finder, next);
    }
}

static void unite_by_legality(FactorFinder *finder)
{
    const Role *role = &finder->net->roles[0];
    LitVec *conjuncts = &finder->legal_conjuncts;
    uint32_t *stamps =
        arena_array(finder->scratch, uint32_t, finder->net->node_count);
    for (uint32_t i = 0; i < role->move_count; i++) {
        finder->first_conjunct[i] = (uint32_t)conjuncts->count;
        if (finder->work < MAX_NODES_VISITED)
            finder->work += net_conjuncts(finder->net, role->legal[i], stamps,
                                          i + 1, conjuncts);
    }
    finder->first_conjunct[role->move_count] = (uint32_t)conjuncts->count;
    for (size_t i = 0; i < conjuncts->count; i++)
        unite_cone(finder, lit_node(conjuncts->items[i]));
}

/* ---- owners of nodes ---- */

/* Numbers the factors whose representative is RELEVANT. */
static size_t number_factors(FactorFinder *finder, const bool *relevant)
{
    const Net *net = finder->net;
    uint16_t *number =
        arena_array(finder->scratch, uint16_t, net->node_count + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finder->feature_node[i];
        if (!node || finder->is_autonomous[i])
            continue;
        uint32_t uf_parent = uf_find(finder, node);
        if (!relevant[uf_parent])
            continue;
        if (!number[uf_parent] && count < SEVERAL_OWNERS - 1)
            number[uf_parent] = (uint16_t)++count;
        finder->owner[node] = number[uf_parent];
        assert(finder->owner[node] < SEVERAL_OWNERS);
    }
    return count;
}

/* Finds the factor whose features are in the cone of each node. */
static void find_owners(FactorFinder *finder)
{
    const Net *net = finder->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        net_each_input (input, net, i) {
            uint16_t below = finder->owner[lit_node(*input.at)];
            assert(lit_node(*input.at) < i); /* inputs first */
            if (finder->owner[i] == NO_OWNER)
                finder->owner[i] = below;
            else if (below != NO_OWNER && below != finder->owner[i])
                finder->owner[i] = SEVERAL_OWNERS;
        }
    }
}

typedef VEC(uint32_t) Nodes;

static uint32_t *marked_nodes(const Net *net, Arena *arena, const bool *mark,
                              size_t *count)
{
    Nodes nodes = {0};
    for (uint32_t i = 0; i < net->node_count; i++)
        if (mark[i])
            vec_push(&nodes, i);
    *count = nodes.count;
    return vec_finish(&nodes, arena);
}

/* Whether the value of a node is part of the view of the one factor it reads.
 */
static bool is_view_node(const FactorFinder *finder, uint32_t node)
{
    return finder->owner[node] != NO_OWNER &&
           finder->owner[node] != SEVERAL_OWNERS &&
           !(finder->autonomous_cone && finder->autonomous_cone[node]);
}

/* Finds what terminal and goals read, down to the views of the factors. */
static void find_shared_nodes(Factoring *factoring, const FactorFinder *finder)
{
    const Net *net = finder->net;
    const Role *role = &net->roles[0];
    bool *mark = arena_array(finder->scratch, bool, net->node_count);
    mark[lit_node(net->terminal)] = true;
    for (size_t i = 0; i < role->goal_count; i++)
        mark[lit_node(role->goals[i].lit)] = true;
    for (uint32_t i = (uint32_t)net->node_count; i-- > 0;)
        if (mark[i] && !is_view_node(finder, i))
            net_each_input (input, net, i)
                mark[lit_node(*input.at)] = true;
    factoring->shared =
        marked_nodes(net, factoring->arena, mark, &factoring->shared_count);
    for (size_t i = 0; i < factoring->shared_count; i++)
        factoring->shared_reads_autonomous |=
            net->nodes[factoring->shared[i]].kind == NODE_FEATURE &&
            finder->owner[factoring->shared[i]] == NO_OWNER;
}

/* ---- classes of moves ---- */

typedef struct {
    uint32_t *class_of, *sizes, *hits, *split;
    size_t count;
} MovePartition;

/* Splits the classes that have moves both in and outside of the set. */
static void refine(MovePartition *classes, const uint32_t *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        classes->hits[classes->class_of[moves[i]]]++;
    for (size_t i = 0; i < count; i++) {
        uint32_t old = classes->class_of[moves[i]];
        if (classes->hits[old] && classes->hits[old] < classes->sizes[old]) {
            classes->split[old] = (uint32_t)classes->count;
            classes->sizes[classes->count] = 0;
            classes->split[classes->count] = NO_INDEX;
            classes->count++;
        }
        classes->hits[old] = 0;
        if (classes->split[old] == NO_INDEX)
            continue;
        classes->class_of[moves[i]] = classes->split[old];
        classes->sizes[classes->split[old]]++;
    }
    for (size_t i = 0; i < classes->count; i++)
        if (classes->split[i] != NO_INDEX) {
            classes->sizes[i] -= classes->sizes[classes->split[i]];
            classes->split[i] = NO_INDEX;
        }
}

/* Whether the factor owns LIT, or LIT reads only autonomous features. */
static bool concerns_factor(const FactorFinder *finder, uint16_t number,
                            Lit lit)
{
    assert(number != NO_OWNER && number != SEVERAL_OWNERS);
    uint16_t owner = finder->owner[lit_node(lit)];
    return owner == number || owner == NO_OWNER;
}

typedef struct {
    Lit conjunct;
    uint32_t move;
} ConjunctUse;

static int by_conjunct(const void *left, const void *right)
{
    const ConjunctUse *a = left, *b = right;
    return a->conjunct != b->conjunct
               ? (a->conjunct < b->conjunct ? -1 : 1)
               : (a->move > b->move) - (a->move < b->move);
}

/* Moves of one class have the same conditions of legality. */
static void refine_by_conjuncts(FactorFinder *finder, MovePartition *classes,
                                uint16_t number)
{
    size_t moves = finder->net->roles[0].move_count;
    VEC(ConjunctUse) uses = {0};
    for (uint32_t i = 0; i < moves; i++)
        for (uint32_t k = finder->first_conjunct[i];
             k < finder->first_conjunct[i + 1]; k++) {
            ConjunctUse use = {finder->legal_conjuncts.items[k], i};
            if (concerns_factor(finder, number, use.conjunct))
                vec_push(&uses, use);
        }
    sort_items(uses.items, uses.count, sizeof *uses.items, by_conjunct);
    Nodes set = {0};
    for (size_t i = 0, end; i < uses.count; i = end) {
        vec_clear(&set);
        for (end = i; end < uses.count &&
                      uses.items[end].conjunct == uses.items[i].conjunct;
             end++)
            if (!set.count || vec_last(&set) != uses.items[end].move)
                vec_push(&set, uses.items[end].move);
        refine(classes, set.items, set.count);
    }
    vec_free_all(&set, &uses);
}

static void find_classes(Factoring *factoring, Factor *factor,
                         FactorFinder *finder, uint16_t number)
{
    const Net *net = finder->net;
    size_t moves = net->roles[0].move_count;
    MovePartition classes = {arena_array(factoring->arena, uint32_t, moves),
                             arena_array(finder->scratch, uint32_t, moves + 1),
                             arena_array(finder->scratch, uint32_t, moves + 1),
                             arena_array(finder->scratch, uint32_t, moves + 1),
                             1};
    classes.sizes[0] = (uint32_t)moves;
    classes.split[0] = NO_INDEX;
    for (size_t i = 0; i < factor->node_count && number != NO_OWNER; i++) {
        const Node *node = &net->nodes[factor->nodes[i]];
        if (node->kind != NODE_MOVES)
            continue;
        refine(&classes, net->sets[node->first].moves,
               net->sets[node->first].count);
        finder->work += net->sets[node->first].count + classes.count;
    }
    if (number != NO_OWNER)
        refine_by_conjuncts(finder, &classes, number);
    factor->class_of = classes.class_of;
    factor->class_count = classes.count;
    factor->representative =
        arena_array(factoring->arena, uint32_t, classes.count);
    for (uint32_t i = (uint32_t)moves; i-- > 0;)
        factor->representative[classes.class_of[i]] = i;
    for (size_t i = 0; i < classes.count; i++)
        assert(classes.sizes[i] > 0 || !moves); /* no class is empty */
}

static void find_class_conditions(Factoring *factoring, Factor *factor,
                                  const FactorFinder *finder, uint16_t number)
{
    VEC(Lit) conditions = {0};
    factor->first_condition =
        arena_array(factoring->arena, uint32_t, factor->class_count + 1);
    for (size_t i = 0; i < factor->class_count; i++) {
        uint32_t move = factor->representative[i];
        factor->first_condition[i] = (uint32_t)conditions.count;
        for (uint32_t k = finder->first_conjunct[move];
             k < finder->first_conjunct[move + 1]; k++)
            if (concerns_factor(finder, number,
                                finder->legal_conjuncts.items[k]))
                vec_push(&conditions, finder->legal_conjuncts.items[k]);
    }
    factor->first_condition[factor->class_count] = (uint32_t)conditions.count;
    factor->conditions = vec_finish(&conditions, factoring->arena);
}

/* The classes in each set of moves; no set has only a part of a class. */
static void find_masks(Factoring *factoring, Factor *factor)
{
    const Net *net = factoring->net;
    factor->chunks = (factor->class_count + 63) / 64;
    factor->masks = arena_array(factoring->arena, uint64_t,
                                factor->node_count * factor->chunks);
    for (size_t i = 0; i < factor->node_count; i++) {
        const Node *node = &net->nodes[factor->nodes[i]];
        const MoveSet *set =
            node->kind == NODE_MOVES ? &net->sets[node->first] : NULL;
        for (size_t k = 0; set && k < set->count; k++) {
            uint32_t class = factor->class_of[set->moves[k]];
            assert(class < factor->class_count);
            set_bit(factor->masks + i * factor->chunks, class);
        }
    }
}

/* ---- a class that changes nothing in the factor ---- */

/* NODE with the literals of FOLDED as inputs; NODE itself if two different ones
 * are left. */
static Lit fold_and(const Net *net, uint32_t number, const Lit *folded)
{
    Lit last = LIT_TRUE;
    net_each_input (input, net, number) {
        Lit value = folded[lit_node(*input.at)] ^ (*input.at & 1);
        if (value == LIT_FALSE)
            return LIT_FALSE;
        if (value == LIT_TRUE || value == last)
            continue;
        if (last != LIT_TRUE)
            last = 2 * number;
        else
            last = value;
    }
    return last;
}

/* Whether each feature keeps its value under moves of CLASS: the net is folded,
 * with constants for the sets of moves. */
static bool is_noop(const Factoring *factoring, const Factor *factor,
                    uint32_t class, Lit *folded)
{
    const Net *net = factoring->net;
    for (size_t i = 0; i < factor->node_count; i++) {
        uint32_t number = factor->nodes[i];
        const uint64_t *mask = factor->masks + i * factor->chunks;
        switch (net->nodes[number].kind) {
        case NODE_MOVES:
            folded[number] = get_bit(mask, class) ? LIT_TRUE : LIT_FALSE;
            break;
        case NODE_AND:
            folded[number] = fold_and(net, number, folded);
            break;
        default:
            folded[number] = 2 * number;
        }
    }
    for (size_t i = 0; i < factor->feature_count; i++) {
        Lit next = net->next[factor->features[i]];
        Lit value = folded[lit_node(next)] ^ (next & 1);
        const Node *node = &net->nodes[lit_node(value)];
        if (node->kind != NODE_FEATURE || (value & 1) ||
            node->first != factor->features[i])
            return false;
    }
    return true;
}

static void find_noop_class(Factoring *factoring, Factor *factor,
                            Arena *scratch)
{
    Lit *folded = arena_array(scratch, Lit, factoring->net->node_count);
    factor->noop_class = NO_INDEX;
    for (uint32_t i = 0;
         i < factor->class_count && factor->noop_class == NO_INDEX; i++)
        if (factor->first_condition[i] == factor->first_condition[i + 1] &&
            is_noop(factoring, factor, i, folded))
            factor->noop_class = i;
}

/* ---- factors ---- */

/* Makes factor NUMBER, or the autonomous part if that is NO_OWNER. */
static void make_factor(Factoring *factoring, Factor *factor,
                        FactorFinder *finder, uint16_t number)
{
    const Net *net = finder->net;
    Nodes features = {0}, view_nodes = {0};
    bool *mark = arena_array(finder->scratch, bool, net->node_count);
    for (uint32_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finder->feature_node[i];
        if (number == NO_OWNER ? !finder->is_autonomous[i]
                               : !node || finder->owner[node] != number)
            continue;
        vec_push(&features, i);
        net_mark_cone(net, net->next[i], mark);
    }
    for (size_t i = 0; i < factoring->shared_count && number != NO_OWNER; i++)
        if (finder->owner[factoring->shared[i]] == number &&
            is_view_node(finder, factoring->shared[i])) {
            vec_push(&view_nodes, factoring->shared[i]);
            net_mark_cone(net, 2 * factoring->shared[i], mark);
        }
    for (size_t i = 0; i < finder->legal_conjuncts.count && number != NO_OWNER;
         i++)
        if (concerns_factor(finder, number, finder->legal_conjuncts.items[i]))
            net_mark_cone(net, finder->legal_conjuncts.items[i], mark);
    factor->nodes =
        marked_nodes(net, factoring->arena, mark, &factor->node_count);
    for (size_t i = 0; i < factor->node_count; i++)
        factor->reads_autonomous |=
            net->nodes[factor->nodes[i]].kind == NODE_FEATURE &&
            finder->owner[factor->nodes[i]] == NO_OWNER;
    factor->feature_count = features.count;
    factor->features = vec_finish(&features, factoring->arena);
    factor->view_node_count = view_nodes.count;
    factor->view_nodes = vec_finish(&view_nodes, factoring->arena);
    find_classes(factoring, factor, finder, number);
    find_masks(factoring, factor);
    if (number != NO_OWNER) {
        find_class_conditions(factoring, factor, finder, number);
        find_noop_class(factoring, factor, finder->scratch);
    }
    factor_circuit_new(factoring->arena, net, factor);
}

/* Marks representatives of factors that goals, terminal or legality read. */
static bool *find_relevant(FactorFinder *finder)
{
    const Net *net = finder->net;
    const Role *role = &net->roles[0];
    bool *relevant = arena_array(finder->scratch, bool, net->node_count);
    bool *mark = arena_array(finder->scratch, bool, net->node_count);
    net_mark_cone(net, net->terminal, mark);
    for (size_t i = 0; i < role->goal_count; i++)
        net_mark_cone(net, role->goals[i].lit, mark);
    for (size_t i = 0; i < finder->legal_conjuncts.count; i++)
        net_mark_cone(net, finder->legal_conjuncts.items[i], mark);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (mark[i] && net->nodes[i].kind == NODE_FEATURE)
            relevant[uf_find(finder, i)] = true;
    return relevant;
}

static FactorFinder finder_new(const Net *net)
{
    Arena *scratch = arena_new();
    size_t nodes = net->node_count + 1, features = net->feature_count + 1;
    FactorFinder finder = {.scratch = scratch, .net = net};
    finder.uf_parent = arena_array(scratch, uint32_t, nodes);
    finder.cone_united = arena_array(scratch, bool, nodes);
    finder.owner = arena_array(scratch, uint16_t, nodes);
    finder.feature_node = arena_array(scratch, uint32_t, features);
    finder.first_conjunct =
        arena_array(scratch, uint32_t, net->roles[0].move_count + 1);
    for (uint32_t i = 0; i < nodes; i++)
        finder.uf_parent[i] = i;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            finder.feature_node[net->nodes[i].first] = i;
    return finder;
}

static Factoring *make_factoring(FactorFinder *finder, size_t count)
{
    assert(0 < count && count <= MAX_FACTORS);
    const Net *net = finder->net;
    Arena *arena = arena_new();
    Factoring *factoring = arena_alloc(arena, sizeof *factoring);
    *factoring = (Factoring){.arena = arena, .net = net, .count = count};
    find_owners(finder);
    if (count ==
        1) /* nodes that read autonomous features do not belong to it */
        finder->autonomous_cone =
            find_readers(finder->scratch, net, finder->is_autonomous, true);
    find_shared_nodes(factoring, finder);
    factoring->factors = arena_array(arena, Factor, count);
    factoring->feature_values =
        arena_array(arena, bool, net->feature_count + 1);
    factoring->truths = arena_array(arena, unsigned char, net->node_count + 1);
    make_factor(factoring, &factoring->autonomous, finder, NO_OWNER);
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) {
        make_factor(factoring, &factoring->factors[i], finder,
                    (uint16_t)(i + 1));
        fits = factoring->factors[i].view_node_count <= MAX_VIEW_NODES &&
               finder->work < MAX_NODES_VISITED;
    }
    if (fits && (count > 1 || !factoring->factors[0].reads_autonomous))
        return factoring;
    factoring_free(factoring);
    return NULL;
}

/* Whether goals or moves read autonomous features: only then is a single factor
 * worth separating from them. */
static bool goals_read_autonomous(const FactorFinder *finder)
{
    for (size_t i = 0; i < finder->net->feature_count; i++)
        if (finder->is_autonomous[i])
            return !autonomous_only_ends(finder->net, finder->is_autonomous);
    return false;
}

Factoring *factoring_new(const Net *net)
{
    if (net->loop_count || net->role_count != 1)
        return NULL;
    FactorFinder finder = finder_new(net);
    Factoring *factoring = NULL;
    finder.is_autonomous =
        find_autonomous(finder.scratch, net, &finder.work, MAX_NODES_VISITED);
    if (finder.is_autonomous) {
        finder.reads_others =
            find_readers(finder.scratch, net, finder.is_autonomous, false);
        finder.work += net->input_count + net->node_count;
        unite_by_next(&finder);
        unite_by_legality(&finder);
        size_t count = number_factors(&finder, find_relevant(&finder));
        if ((count >= 2 || (count == 1 && goals_read_autonomous(&finder))) &&
            count <= MAX_FACTORS && finder.work < MAX_NODES_VISITED)
            factoring = make_factoring(&finder, count);
    }
    vec_free(&finder.legal_conjuncts);
    arena_free(finder.scratch);
    return factoring;
}

void factoring_free(Factoring *factoring)
{
    if (factoring)
        arena_free(factoring->arena);
}

uint32_t factoring_move(const Factoring *factoring, const uint32_t *classes)
{
    size_t moves = factoring->net->roles[0].move_count;
    for (uint32_t move = 0; move < moves; move++) {
        bool fits = true;
        for (size_t i = 0; i < factoring->count && fits; i++)
            fits = factoring->factors[i].class_of[move] == classes[i];
        if (fits)
            return move;
    }
    return NO_INDEX;
}
