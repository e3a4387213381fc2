/* factoring.c - factoring of a puzzle into independent subgames
 *
 * In:   a Net of one role
 * Out:  its factors, each as a Net of its own
 * Next: solve/factored_search.c solves them separately and combines the plans
 *
 * Autonomous features are found first; what is left of the net falls into
 * components of nodes that depend on each other, and the features of each are a
 * factor. Moves form a class if they are in the same sets of the factor's net
 * and have the same conditions of legality. Start reading at factoring_new(),
 * at the end.
 */
#include "solve/factoring.h"

#include "base/bits.h"
#include "base/byte_table.h"
#include "base/sort.h"
#include "ground/net_walk.h"
#include "solve/autonomous.h"
#include "solve/move_effects.h"

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
    bool *reads_autonomous; /* by node */
    uint16_t *owners;       /* by node: number of its factor plus one */
    uint32_t *feature_node; /* by feature: its node, or 0 if nothing reads it */
    LitVec legal_conjuncts; /* literals for legality, move by move */
    uint32_t *first_conjunct;
    Graph sets_of_moves; /* by move: the nodes of its sets */
    size_t nodes_visited;
} FactorFinder;

typedef VEC(uint32_t) NumberVec;

/* ---- dependent features ---- */

static void find_legal_conjuncts(FactorFinder *finder)
{
    const Role *role = &finder->net->roles[0];
    LitVec *conjuncts = &finder->legal_conjuncts;
    uint32_t *stamps =
        arena_array(finder->scratch, uint32_t, finder->net->node_count);
    finder->first_conjunct =
        arena_array(finder->scratch, uint32_t, role->move_count + 1);
    for (uint32_t i = 0; i < role->move_count; i++) {
        if (finder->nodes_visited < MAX_NODES_VISITED)
            finder->nodes_visited += net_conjuncts(finder->net, role->legal[i],
                                                   stamps, i + 1, conjuncts);
        sort_numbers(conjuncts->items + finder->first_conjunct[i],
                     conjuncts->count - finder->first_conjunct[i]);
        finder->first_conjunct[i + 1] = (uint32_t)conjuncts->count;
    }
}

/* By node: its component in the graph of dependences between steps, and within
 * a step in conditions of moves and next values. */
static uint32_t *find_components(FactorFinder *finder, const bool *reads_others)
{
    const Net *net = finder->net;
    VEC(Edge) edges = {0};
    bool *is_in_cone = arena_array(finder->scratch, bool, net->node_count);
    for (size_t i = 0; i < finder->legal_conjuncts.count; i++)
        net_mark_cone(net, finder->legal_conjuncts.items[i], is_in_cone);
    for (size_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finder->feature_node[i],
                 next_node = lit_node(net->next[i]);
        if (!node || !reads_others[next_node])
            continue;
        vec_push(&edges, (Edge){node, next_node});
        vec_push(&edges, (Edge){next_node, node});
        net_mark_cone(net, net->next[i], is_in_cone);
    }
    for (uint32_t i = 0; i < net->node_count; i++)
        net_each_input (input, net, i) {
            uint32_t input_node = lit_node(*input.at);
            if (!is_in_cone[i] || !reads_others[input_node])
                continue;
            vec_push(&edges, (Edge){i, input_node});
            vec_push(&edges, (Edge){input_node, i});
        }
    Graph graph =
        graph_new(finder->scratch, net->node_count, edges.items, edges.count);
    uint32_t *component =
        arena_array(finder->scratch, uint32_t, net->node_count);
    graph_components(&graph, component);
    vec_free(&edges);
    return component;
}

/* By node: whether goals, terminal or legality read it. */
static bool *find_relevant(const FactorFinder *finder)
{
    const Net *net = finder->net;
    const Role *role = &net->roles[0];
    bool *is_relevant = arena_array(finder->scratch, bool, net->node_count);
    net_mark_cone(net, net->terminal, is_relevant);
    for (size_t i = 0; i < role->goal_count; i++)
        net_mark_cone(net, role->goals[i].lit, is_relevant);
    for (size_t i = 0; i < finder->legal_conjuncts.count; i++)
        net_mark_cone(net, finder->legal_conjuncts.items[i], is_relevant);
    return is_relevant;
}

/* Numbers the components with relevant features, and finds the owner of each
 * node: the factor whose features are in its cone. Returns the number of
 * factors. */
static size_t find_owners(FactorFinder *finder, const uint32_t *component)
{
    const Net *net = finder->net;
    const bool *is_relevant = find_relevant(finder);
    uint16_t *component_owner =
        arena_array(finder->scratch, uint16_t, net->node_count);
    size_t factor_count = 0;
    for (size_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finder->feature_node[i];
        if (is_relevant[node] && node && !finder->is_autonomous[i] &&
            !component_owner[component[node]] &&
            factor_count < SEVERAL_OWNERS - 1)
            component_owner[component[node]] = (uint16_t)++factor_count;
    }
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (node->kind == NODE_FEATURE && !finder->is_autonomous[node->feature])
            finder->owners[i] = component_owner[component[i]];
        net_each_input (input, net, i) {
            uint16_t input_owner = finder->owners[lit_node(*input.at)];
            assert(lit_node(*input.at) < i); /* inputs first */
            if (finder->owners[i] == NO_OWNER)
                finder->owners[i] = input_owner;
            else if (input_owner != NO_OWNER &&
                     input_owner != finder->owners[i])
                finder->owners[i] = SEVERAL_OWNERS;
        }
    }
    return factor_count;
}

/* ---- views ---- */

/* Whether the value of a node is part of the view of the one factor it reads.
 */
static bool is_view_node(const FactorFinder *finder, uint32_t node)
{
    return finder->owners[node] != NO_OWNER &&
           finder->owners[node] != SEVERAL_OWNERS &&
           !finder->reads_autonomous[node];
}

/* Finds what terminal and goals read, down to the views of the factors. */
static void find_shared_nodes(Factoring *factoring, const FactorFinder *finder)
{
    const Net *net = finder->net;
    const Role *role = &net->roles[0];
    bool *is_shared = arena_array(finder->scratch, bool, net->node_count);
    NumberVec shared = {0};
    is_shared[lit_node(net->terminal)] = true;
    for (size_t i = 0; i < role->goal_count; i++)
        is_shared[lit_node(role->goals[i].lit)] = true;
    for (uint32_t i = (uint32_t)net->node_count; i-- > 0;)
        if (is_shared[i] && !is_view_node(finder, i))
            net_each_input (input, net, i)
                is_shared[lit_node(*input.at)] = true;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (is_shared[i])
            vec_push(&shared, i);
    factoring->shared_count = shared.count;
    factoring->shared_nodes = vec_finish(&shared, factoring->arena);
}

/* ---- factors ---- */

/* A factor while it is made. */
typedef struct {
    const FactorFinder *finder;
    uint16_t owner;
    bool *cone;           /* by node of the puzzle: the factor's net needs it */
    uint32_t *new_number; /* by such a node: its number in the factor's net */
    VEC(Node) nodes;
    LitVec inputs;
    VEC(MoveSet) sets;
    NumberVec representatives; /* by class: its first move */
} FactorDraft;

/* Adds to SIGNATURE the conditions of legality of MOVE in the factor. */
static void add_conditions(const FactorDraft *draft, uint32_t move,
                           NumberVec *signature)
{
    const FactorFinder *finder = draft->finder;
    for (uint32_t i = finder->first_conjunct[move];
         i < finder->first_conjunct[move + 1]; i++) {
        Lit lit = finder->legal_conjuncts.items[i];
        if (finder->owners[lit_node(lit)] == draft->owner)
            vec_push(signature, lit);
    }
}

/* Numbers the classes of moves with equal signatures: conditions and sets. */
static void find_classes(FactorDraft *draft, uint32_t *class_of)
{
    const Graph *sets = &draft->finder->sets_of_moves;
    ByteTable signatures = {0};
    NumberVec signature = {0};
    for (uint32_t move = 0; move < sets->nodes; move++) {
        vec_clear(&signature);
        add_conditions(draft, move, &signature);
        vec_push(&signature, NO_INDEX); /* a node is no condition */
        for (uint32_t i = sets->first[move]; i < sets->first[move + 1]; i++)
            if (draft->cone[sets->targets[i]])
                vec_push(&signature, sets->targets[i]);
        class_of[move] = byte_table_put(
            &signatures, (Bytes){signature.items,
                                 signature.count * sizeof *signature.items});
        if (class_of[move] == draft->representatives.count)
            vec_push(&draft->representatives, move);
    }
    vec_free(&signature);
    byte_table_free(&signatures);
}

static Lit factor_lit(const FactorDraft *draft, Lit lit)
{
    assert(draft->cone[lit_node(lit)]);
    return 2 * draft->new_number[lit_node(lit)] | lit_is_negated(lit);
}

/* The classes of the moves in SET; no set has only a part of a class. */
static MoveSet classes_in(const FactorDraft *draft, const uint32_t *class_of,
                          const MoveSet *set, Arena *arena)
{
    NumberVec classes = {0};
    for (size_t i = 0; i < set->count; i++) {
        uint32_t class = class_of[set->moves[i]];
        if (draft->representatives.items[class] == set->moves[i])
            vec_push(&classes, class);
    }
    size_t count = classes.count;
    return (MoveSet){0, vec_finish(&classes, arena), count};
}

/* Copies the nodes of the cone, with classes in place of moves. */
static void copy_cone(FactorDraft *draft, const uint32_t *class_of,
                      Arena *arena)
{
    const Net *net = draft->finder->net;
    draft->cone[0] = true; /* the constant */
    for (uint32_t i = 0; i < net->node_count; i++) {
        Node copy = net->nodes[i];
        if (!draft->cone[i])
            continue;
        if (copy.kind == NODE_MOVES) {
            vec_push(&draft->sets,
                     classes_in(draft, class_of, &net->sets[copy.set], arena));
            copy.set = (uint32_t)draft->sets.count - 1;
        } else if (copy.kind == NODE_AND) {
            copy.first_input = (uint32_t)draft->inputs.count;
            net_each_input (input, net, i)
                vec_push(&draft->inputs, factor_lit(draft, *input.at));
        }
        draft->new_number[i] = (uint32_t)draft->nodes.count;
        vec_push(&draft->nodes, copy);
    }
}

/* The conjunction of the conditions of legality of CLASS. */
static Lit legal_lit(FactorDraft *draft, size_t class)
{
    NumberVec conditions = {0};
    add_conditions(draft, draft->representatives.items[class], &conditions);
    size_t count = conditions.count;
    Lit lit = count ? factor_lit(draft, conditions.items[0]) : LIT_TRUE;
    if (count > 1) {
        lit = 2 * (Lit)draft->nodes.count;
        Node conjunction = {.kind = NODE_AND,
                            .first_input = (uint32_t)draft->inputs.count,
                            .input_count = (uint32_t)count};
        vec_push(&draft->nodes, conjunction);
        for (size_t i = 0; i < count; i++)
            vec_push(&draft->inputs, factor_lit(draft, conditions.items[i]));
    }
    vec_free(&conditions);
    assert(count <= MAX_INPUTS);
    return lit;
}

/* The role of the factor's net, with its classes as moves and the shared nodes
 * that it owns as goals. */
static Role *make_role(Factoring *factoring, Factor *factor, FactorDraft *draft)
{
    Arena *arena = factoring->arena;
    VEC(Goal) views = {0};
    NumberVec view_nodes = {0};
    size_t class_count = draft->representatives.count;
    Role *role = arena_copy(arena, factoring->net->roles, sizeof *role);
    role->move_count = class_count;
    role->legal = arena_array(arena, Lit, class_count);
    for (size_t i = 0; i < class_count; i++)
        role->legal[i] = legal_lit(draft, i);
    for (size_t i = 0; i < factoring->shared_count; i++) {
        uint32_t node = factoring->shared_nodes[i];
        if (draft->finder->owners[node] != draft->owner ||
            !is_view_node(draft->finder, node))
            continue;
        int number = (int)views.count; /* stands for a goal value */
        vec_push(&views, (Goal){number, NULL, factor_lit(draft, 2 * node)});
        vec_push(&view_nodes, node);
    }
    role->goal_count = views.count;
    role->goals = vec_finish(&views, arena);
    factor->view_nodes = vec_finish(&view_nodes, arena);
    role->percept_count = 0;
    return role;
}

static void make_net(Factoring *factoring, Factor *factor, FactorDraft *draft)
{
    Arena *arena = factoring->arena;
    Net *net = &factor->net;
    size_t feature_count = factoring->net->feature_count;
    *net = *factoring->net;
    copy_cone(draft, factor->class_of, arena);
    net->roles = make_role(factoring, factor, draft);
    net->initial = arena_array(arena, bool, feature_count);
    net->next = arena_array(arena, Lit, feature_count);
    for (size_t i = 0; i < feature_count; i++)
        net->next[i] = get_bit(factor->feature_mask, i)
                           ? factor_lit(draft, factoring->net->next[i])
                           : LIT_FALSE;
    net->terminal = LIT_FALSE;
    net->atom_count = 0;
    net->node_count = draft->nodes.count;
    net->input_count = draft->inputs.count;
    net->set_count = draft->sets.count;
    net->nodes = vec_finish(&draft->nodes, arena);
    net->inputs = vec_finish(&draft->inputs, arena);
    net->sets = vec_finish(&draft->sets, arena);
}

/* Marks what the net of the factor needs; false if that reads autonomous
 * features. */
static bool mark_factor_cone(FactorDraft *draft, const Factoring *factoring,
                             uint64_t *feature_mask)
{
    const FactorFinder *finder = draft->finder;
    const Net *net = finder->net;
    for (size_t i = 0; i < net->feature_count; i++) {
        uint32_t node = finder->feature_node[i];
        if (!node || finder->owners[node] != draft->owner)
            continue;
        set_bit(feature_mask, i);
        net_mark_cone(net, net->next[i], draft->cone);
    }
    for (size_t i = 0; i < finder->legal_conjuncts.count; i++) {
        Lit lit = finder->legal_conjuncts.items[i];
        if (finder->owners[lit_node(lit)] == draft->owner)
            net_mark_cone(net, lit, draft->cone);
    }
    for (size_t i = 0; i < factoring->shared_count; i++)
        if (finder->owners[factoring->shared_nodes[i]] == draft->owner &&
            is_view_node(finder, factoring->shared_nodes[i]))
            net_mark_cone(net, 2 * factoring->shared_nodes[i], draft->cone);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (draft->cone[i] && finder->reads_autonomous[i])
            return false;
    return true;
}

/* The last class that is always legal and changes no feature, or NO_INDEX. */
static uint32_t find_idle_class(const Factor *factor)
{
    const Net *net = &factor->net;
    MoveEffects *effects = move_effects_new(net);
    uint32_t idle_class = NO_INDEX;
    for (uint32_t class = 0; effects && class < effects->move_count; class ++) {
        bool may_change = net->roles[0].legal[class] != LIT_TRUE;
        move_effects_select(effects, class);
        for (uint32_t i = 0; i < net->feature_count && !may_change; i++)
            may_change = get_bit(factor->feature_mask, i) &&
                         !move_effects_keeps(effects, i);
        if (!may_change)
            idle_class = class;
    }
    move_effects_free(effects);
    return idle_class;
}

/* False if the factor is of no use. */
static bool make_factor(Factoring *factoring, Factor *factor,
                        const FactorFinder *finder, uint16_t owner)
{
    Arena *arena = factoring->arena;
    const Net *net = finder->net;
    FactorDraft draft = {
        .finder = finder,
        .owner = owner,
        .cone = arena_array(finder->scratch, bool, net->node_count),
        .new_number = arena_array(finder->scratch, uint32_t, net->node_count)};
    factor->feature_mask =
        arena_array(arena, uint64_t, words_for(net->feature_count));
    factor->class_of = arena_array(arena, uint32_t, net->roles[0].move_count);
    if (!mark_factor_cone(&draft, factoring, factor->feature_mask))
        return false;
    find_classes(&draft, factor->class_of);
    make_net(factoring, factor, &draft);
    vec_free(&draft.representatives);
    if (factor->net.roles[0].goal_count > MAX_VIEW_NODES)
        return false;
    factor->machine = machine_new(&factor->net);
    factor->idle_class = find_idle_class(factor);
    return true;
}

/* Finds out whether every move changes at most one factor. */
static void find_interleaving(Factoring *factoring)
{
    size_t move_count = factoring->net->roles[0].move_count,
           max_changed_factors = 0;
    factoring->idle_move = NO_INDEX;
    for (uint32_t move = 0; move < move_count; move++) {
        size_t changed_factors = 0;
        for (size_t i = 0; i < factoring->factor_count; i++)
            changed_factors += factoring->factors[i].class_of[move] !=
                               factoring->factors[i].idle_class;
        if (!changed_factors)
            factoring->idle_move = move;
        if (changed_factors > max_changed_factors)
            max_changed_factors = changed_factors;
    }
    factoring->is_interleaved =
        factoring->factor_count > 1 && max_changed_factors <= 1;
}

static Factoring *make_factoring(FactorFinder *finder, size_t factor_count)
{
    assert(0 < factor_count && factor_count <= MAX_FACTORS);
    const Net *net = finder->net;
    Arena *arena = arena_new();
    Factoring *factoring = arena_alloc(arena, sizeof *factoring);
    *factoring = (Factoring){
        .arena = arena,
        .net = net,
        .factors = arena_array(arena, Factor, factor_count),
        .factor_count = factor_count,
        .autonomous_mask =
            arena_array(arena, uint64_t, words_for(net->feature_count)),
        .truths = arena_array(arena, unsigned char, net->node_count)};
    for (size_t i = 0; i < net->feature_count; i++)
        if (finder->is_autonomous[i])
            set_bit(factoring->autonomous_mask, i);
    find_shared_nodes(factoring, finder);
    finder->sets_of_moves = net_sets_of_moves(net, 0, finder->scratch);
    for (size_t i = 0; i < factor_count; i++)
        if (!make_factor(factoring, &factoring->factors[i], finder,
                         (uint16_t)(i + 1))) {
            factoring_free(factoring);
            return NULL;
        }
    find_interleaving(factoring);
    return factoring;
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
    Arena *scratch = arena_new();
    FactorFinder finder = {
        .scratch = scratch,
        .net = net,
        .owners = arena_array(scratch, uint16_t, net->node_count),
        .feature_node = arena_array(scratch, uint32_t, net->feature_count)};
    Factoring *factoring = NULL;
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            finder.feature_node[net->nodes[i].feature] = i;
    finder.is_autonomous =
        find_autonomous(scratch, net, &finder.nodes_visited, MAX_NODES_VISITED);
    if (finder.is_autonomous) {
        finder.reads_autonomous =
            find_readers(scratch, net, finder.is_autonomous, true);
        find_legal_conjuncts(&finder);
        const bool *reads_others =
            find_readers(scratch, net, finder.is_autonomous, false);
        size_t factor_count =
            find_owners(&finder, find_components(&finder, reads_others));
        if ((factor_count >= 2 ||
             (factor_count == 1 && goals_read_autonomous(&finder))) &&
            factor_count <= MAX_FACTORS &&
            finder.nodes_visited < MAX_NODES_VISITED)
            factoring = make_factoring(&finder, factor_count);
    }
    vec_free(&finder.legal_conjuncts);
    arena_free(scratch);
    return factoring;
}

void factoring_free(Factoring *factoring)
{
    if (!factoring)
        return;
    for (size_t i = 0; i < factoring->factor_count; i++)
        machine_free(factoring->factors[i].machine);
    arena_free(factoring->arena);
}

uint32_t factoring_move(const Factoring *factoring, const uint32_t *classes)
{
    size_t move_count = factoring->net->roles[0].move_count;
    for (uint32_t move = 0; move < move_count; move++) {
        bool matches_classes = true;
        for (size_t i = 0; i < factoring->factor_count && matches_classes; i++)
            matches_classes =
                factoring->factors[i].class_of[move] == classes[i];
        if (matches_classes)
            return move;
    }
    return NO_INDEX;
}

/* ---- views of all factors together ---- */

ThreeValued factoring_truth(const Factoring *factoring, Lit lit)
{
    ThreeValued truth = factoring->truths[lit_node(lit)];
    if (truth == TRUTH_UNKNOWN || !lit_is_negated(lit))
        return truth;
    return truth == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
}

static ThreeValued conjunction_truth(const Factoring *factoring, uint32_t node)
{
    ThreeValued truth = TRUTH_TRUE;
    net_each_input (input, factoring->net, node) {
        ThreeValued input_truth = factoring_truth(factoring, *input.at);
        if (input_truth == TRUTH_FALSE)
            return TRUTH_FALSE;
        if (input_truth == TRUTH_UNKNOWN)
            truth = TRUTH_UNKNOWN;
    }
    return truth;
}

void factoring_set_views(Factoring *factoring, const uint64_t *views,
                         uint32_t known_factors, const uint64_t *state)
{
    assert(known_factors >> factoring->factor_count == 0);
    enum { VIEW_MARK = 4 }; /* flag: the value comes from a view */
    for (size_t i = 0; i < factoring->factor_count; i++) {
        const Factor *factor = &factoring->factors[i];
        for (size_t k = 0; k < factor->net.roles[0].goal_count; k++)
            factoring->truths[factor->view_nodes[k]] =
                VIEW_MARK | (!(known_factors >> i & 1) ? TRUTH_UNKNOWN
                             : views[i] >> k & 1       ? TRUTH_TRUE
                                                       : TRUTH_FALSE);
    }
    for (size_t i = 0; i < factoring->shared_count; i++) {
        uint32_t number = factoring->shared_nodes[i];
        const Node *node = &factoring->net->nodes[number];
        unsigned char *truth = &factoring->truths[number];
        if (*truth & VIEW_MARK)
            *truth &= (unsigned char)~VIEW_MARK;
        else if (node->kind == NODE_FEATURE)
            *truth = !state                          ? TRUTH_UNKNOWN
                     : get_bit(state, node->feature) ? TRUTH_TRUE
                                                     : TRUTH_FALSE;
        else
            *truth = (unsigned char)conjunction_truth(factoring, number);
    }
}
