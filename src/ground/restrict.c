/* restrict.c - a network with some features known, as whose turn it is
 *
 * In:   a Net
 * Out:  the features that are known at every step, modulo a period; a smaller
 *       net for each
 *
 * Known are first the features that no move can influence, then those among
 * them that repeat quickly, as seen in their first steps, then those whose
 * future rests on nothing else: these repeat for ever, since their values at
 * one step determine those at the next.
 *
 * Every node is made again from what its inputs have become. First the legal
 * moves: a role that then has just one that is always legal makes that one, and
 * with its moves known everything is made once more. Start reading at
 * phases_of(), at the end.
 */
#include "ground/restrict.h"

#include "ground/net_builder.h"
#include "ground/net_walk.h"

#include <assert.h>
#include <string.h>

/* ---- phases ---- */

enum { SIMULATED_STEPS = 64 }; /* steps; a repetition must show within them */

typedef struct {
    const Net *net;
    bool *is_candidate;    /* features under consideration */
    bool *depends_on_rest; /* nodes that depend on anything else */
    bool *node_value;      /* of nodes, at the current step */
    uint64_t *history;     /* by feature: bit t is its value at step t */
} PhaseSearch;

/* Drops the candidates whose next value depends on what is none. */
static void drop_dependent(PhaseSearch *search)
{
    while (net_drop_dependent(search->net, search->is_candidate,
                              search->depends_on_rest))
        continue;
}

static bool lit_value(const PhaseSearch *search, Lit lit)
{
    return search->node_value[lit_node(lit)] != lit_is_negated(lit);
}

/* Sets the values of the nodes at STEP, where candidates determine them. */
static void evaluate(PhaseSearch *search, unsigned step)
{
    const Net *net = search->net;
    for (uint32_t i = 0; i < net->node_count; i++) {
        const Node *node = &net->nodes[i];
        if (search->depends_on_rest[i])
            continue;
        search->node_value[i] = node->kind != NODE_FEATURE ||
                                search->history[node->feature] >> step & 1;
        for (uint32_t k = 0; k < node->input_count && search->node_value[i];
             k++)
            search->node_value[i] =
                lit_value(search, net->inputs[node->first_input + k]);
    }
}

/* Fills the history of the candidates, from the initial position on. */
static void simulate_candidates(PhaseSearch *search)
{
    const Net *net = search->net;
    for (size_t i = 0; i < net->feature_count; i++)
        search->history[i] = net->initial[i];
    for (unsigned step = 0; step + 1 < SIMULATED_STEPS; step++) {
        evaluate(search, step);
        for (size_t i = 0; i < net->feature_count; i++)
            if (search->is_candidate[i] && lit_value(search, net->next[i]))
                search->history[i] |= (uint64_t)1 << (step + 1);
    }
}

/* The shortest period, from the first step on; 0 if there is no short one. */
static unsigned period_of(uint64_t history)
{
    for (unsigned period = 1; period <= MAX_PHASES; period++) {
        uint64_t overlap = ~(uint64_t)0 >> period;
        if (((history >> period) ^ history) & overlap)
            continue;
        return period;
    }
    return 0;
}

static unsigned least_multiple(unsigned a, unsigned b)
{
    unsigned multiple = a;
    while (multiple % b)
        multiple += a;
    return multiple;
}

/* The period of all candidates together. One that would make it too long is no
 * candidate any more, nor is what depends on it. */
static unsigned common_period(PhaseSearch *search)
{
    unsigned common = 1;
    for (size_t i = 0; i < search->net->feature_count; i++) {
        if (!search->is_candidate[i])
            continue;
        unsigned multiple =
            least_multiple(common, period_of(search->history[i]));
        assert(multiple % common == 0);
        if (multiple > MAX_PHASES) {
            search->is_candidate[i] = false;
            drop_dependent(search);
            return common_period(search);
        }
        common = multiple;
    }
    return common;
}

/* ---- nodes ---- */

typedef struct {
    const Net *net;
    const Known *known;
    uint32_t *only_move; /* by role: the move it makes, or NO_INDEX */
    NetBuilder *builder;
    uint32_t first_loop; /* number of its first loop in the builder */
    Lit *lits;           /* by node */
} Restriction;

static Lit restricted(const Restriction *restriction, Lit lit)
{
    return restriction->lits[lit_node(lit)] ^ lit_is_negated(lit);
}

static Lit set_lit(Restriction *restriction, const MoveSet *set)
{
    uint32_t only_move = restriction->only_move[set->role];
    if (only_move == NO_INDEX)
        return gate_moves(&restriction->builder->gates, set->role, set->moves,
                          set->count);
    for (size_t i = 0; i < set->count; i++)
        if (set->moves[i] == only_move)
            return LIT_TRUE;
    return LIT_FALSE;
}

static Lit and_lit(Restriction *restriction, const Node *node)
{
    const Lit *inputs = restriction->net->inputs + node->first_input;
    Lits lits = {0};
    for (uint32_t i = 0; i < node->input_count; i++)
        vec_push(&lits, restricted(restriction, inputs[i]));
    Lit lit = gate_and(&restriction->builder->gates, lits.items, lits.count);
    vec_free(&lits);
    return lit;
}

static Lit node_lit(Restriction *restriction, const Node *node)
{
    Gates *gates = &restriction->builder->gates;
    switch (node->kind) {
    case NODE_TRUE:
        return LIT_TRUE;
    case NODE_FEATURE:
        return restriction->known[node->feature] == NOT_KNOWN
                   ? gate_feature(gates, node->feature)
               : restriction->known[node->feature] == KNOWN_TRUE ? LIT_TRUE
                                                                 : LIT_FALSE;
    case NODE_MOVES:
        return set_lit(restriction, &restriction->net->sets[node->set]);
    case NODE_LOOP:
        return gate_loop(gates, restriction->first_loop + node->loop);
    default:
        return and_lit(restriction, node);
    }
}

static void make_range(Restriction *restriction, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        restriction->lits[i] =
            node_lit(restriction, &restriction->net->nodes[i]);
}

/* Makes every node of the net again in the builder; the nodes of a component
 * stay together. */
static void make_nodes(Restriction *restriction)
{
    const Net *net = restriction->net;
    NetBuilder *builder = restriction->builder;
    Loop placeholder = {0, LIT_FALSE};
    uint32_t first_loop = (uint32_t)builder->loops.count;
    restriction->first_loop = first_loop;
    for (size_t i = 0; i < net->loop_count; i++)
        vec_push(&builder->loops, placeholder);
    uint32_t next_node = 0;
    for (size_t i = 0; i < net->component_count; i++) {
        Component component = net->components[i];
        uint32_t end_node = component.end_node;
        make_range(restriction, next_node, component.first_node);
        component.first_node = (uint32_t)builder->gates.nodes.count;
        make_range(restriction, net->components[i].first_node, end_node);
        component.end_node = (uint32_t)builder->gates.nodes.count;
        component.first_loop += first_loop;
        component.end_loop += first_loop;
        vec_push(&builder->components, component);
        next_node = end_node;
    }
    make_range(restriction, next_node, (uint32_t)net->node_count);
    for (size_t i = 0; i < net->loop_count; i++) {
        builder->loops.items[first_loop + i].node =
            lit_node(restriction->lits[net->loops[i].node]);
        builder->loops.items[first_loop + i].definition =
            restricted(restriction, net->loops[i].definition);
    }
}

/* Sets the only move of a role that has one that is always legal and no other
 * that ever is; true if it was not known before. */
static bool find_only_move(Restriction *restriction, size_t role)
{
    const Role *net_role = &restriction->net->roles[role];
    uint32_t only_move = NO_INDEX;
    for (uint32_t i = 0; i < net_role->move_count; i++) {
        Lit lit = restricted(restriction, net_role->legal[i]);
        if (lit == LIT_FALSE)
            continue;
        if (lit != LIT_TRUE || only_move != NO_INDEX)
            return false;
        only_move = i;
    }
    bool is_new =
        only_move != NO_INDEX && restriction->only_move[role] == NO_INDEX;
    restriction->only_move[role] = only_move;
    return is_new;
}

/* ---- the new net ---- */

static void copy_outputs(const Restriction *restriction, Net *net)
{
    const Net *original = restriction->net;
    Arena *arena = net->arena;
    net->next = arena_copy(arena, original->next,
                           original->feature_count * sizeof *original->next);
    net->roles = arena_copy(arena, original->roles,
                            original->role_count * sizeof *original->roles);
    for (size_t i = 0; i < net->role_count; i++) {
        Role *role = &net->roles[i];
        role->legal = arena_copy(arena, role->legal,
                                 role->move_count * sizeof *role->legal);
        role->goals = arena_copy(arena, role->goals,
                                 role->goal_count * sizeof *role->goals);
        role->percepts =
            arena_copy(arena, role->percepts,
                       role->percept_count * sizeof *role->percepts);
    }
}

static void restrict_output(void *context, Lit *lit)
{
    *lit = restricted(context, *lit);
}

/* The one role whose move is not known, if there is just one. */
static uint32_t only_mover(const Restriction *restriction)
{
    uint32_t mover = NO_INDEX;
    for (uint32_t i = 0; i < restriction->net->role_count; i++) {
        if (restriction->only_move[i] != NO_INDEX)
            continue;
        if (mover != NO_INDEX)
            return NO_INDEX;
        mover = i;
    }
    return mover;
}

/* Sets ONLY_MOVE to a fixpoint, each round in a builder that is thrown away. */
static void find_only_moves(Restriction *restriction, const size_t *move_counts)
{
    for (bool found_new = true; found_new;) {
        NetBuilder builder = {0};
        gates_init(&builder.gates, move_counts);
        restriction->builder = &builder;
        make_nodes(restriction);
        found_new = false;
        for (size_t i = 0; i < restriction->net->role_count; i++)
            found_new = find_only_move(restriction, i) || found_new;
        net_builder_free(&builder);
    }
}

static Net *build_restricted(Restriction *restriction, NetBuilder *builder,
                             Arena *arena)
{
    const Net *net = restriction->net;
    restriction->builder = builder;
    make_nodes(restriction);
    Net *result = arena_copy(arena, net, sizeof *net);
    result->arena = arena;
    result->node_count = result->input_count = result->set_count = 0;
    result->default_next = NULL;
    result->effects = NULL;
    result->effect_count = 0;
    result->atom_count = 0; /* playing needs none */
    result->only_move = arena_copy(arena, restriction->only_move,
                                   net->role_count * sizeof *result->only_move);
    copy_outputs(restriction, result);
    for_each_output(result, restrict_output, restriction);
    uint32_t mover = only_mover(restriction);
    if (mover != NO_INDEX)
        find_effects(builder, result, mover);
    return result;
}

static void make_nets(const Net *net, Phases *phases)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    size_t *move_counts = arena_array(scratch, size_t, net->role_count);
    Net *nets[MAX_PHASES];
    NetBuilder builder = {0};
    for (size_t i = 0; i < net->role_count; i++)
        move_counts[i] = net->roles[i].move_count;
    gates_init(&builder.gates, move_counts);
    for (size_t k = 0; k < phases->count; k++) {
        Restriction restriction = {
            .net = net,
            .known = phases->known[k],
            .only_move = arena_array(scratch, uint32_t, net->role_count),
            .lits = arena_array(scratch, Lit, net->node_count)};
        for (size_t i = 0; i < net->role_count; i++)
            restriction.only_move[i] = NO_INDEX;
        find_only_moves(&restriction, move_counts);
        phases->nets[k] = nets[k] =
            build_restricted(&restriction, &builder, arena);
    }
    net_builder_finish(&builder, nets, phases->count);
    net_builder_free(&builder);
    arena_free(scratch);
}

Phases phases_of(const Net *net, Arena *arena)
{
    Arena *scratch = arena_new();
    PhaseSearch search = {net, arena_array(scratch, bool, net->feature_count),
                          arena_array(scratch, bool, net->node_count),
                          arena_array(scratch, bool, net->node_count),
                          arena_array(scratch, uint64_t, net->feature_count)};
    memset(search.is_candidate, true, net->feature_count);
    drop_dependent(&search);
    simulate_candidates(&search);
    for (size_t i = 0; i < net->feature_count; i++)
        search.is_candidate[i] =
            search.is_candidate[i] && period_of(search.history[i]) > 1;
    drop_dependent(&search);
    Phases phases = {.count = common_period(&search)};
    assert(0 < phases.count && phases.count <= MAX_PHASES);
    for (size_t p = 0; p < phases.count; p++) {
        Known *known = arena_array(arena, Known, net->feature_count);
        for (size_t i = 0; i < net->feature_count; i++) {
            known[i] = !search.is_candidate[i]      ? NOT_KNOWN
                       : search.history[i] >> p & 1 ? KNOWN_TRUE
                                                    : KNOWN_FALSE;
        }
        phases.known[p] = known;
    }
    arena_free(scratch);
    make_nets(net, &phases);
    return phases;
}
