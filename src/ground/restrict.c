/* restrict.c - a network with some features known
 *
 * In:   a Net
 * Out:  a smaller one
 *
 * Every node is made again from what its inputs have become. First the legal
 * moves: a role that then has just one that is always legal makes that one, and
 * with its moves known everything is made once more.
 */
#include "ground/restrict.h"

#include "ground/net_builder.h"
#include "ground/effects.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const Net *net;
    const Known *known;
    uint32_t *only_move; /* by role: the move it makes, or NO_INDEX */
    NetBuilder *builder;
    uint32_t first_loop; /* number of its first loop in the draft */
    Lit *lits;           /* by node */
} Restriction;

static Lit restricted(const Restriction *restriction, Lit lit)
{
    return restriction->lits[lit_node(lit)] ^ (lit & 1);
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

/* The AND of what COUNT INPUTS have become; these may be those of a gate. */
static Lit and_lit(Gates *gates, const Lit *inputs, size_t count,
                   const Lit *become)
{
    Lits lits = {0};
    for (size_t i = 0; i < count; i++)
        vec_push(&lits, become[lit_node(inputs[i])] ^ (inputs[i] & 1));
    Lit lit = gate_and(gates, lits.items, lits.count);
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
        return and_lit(gates, restriction->net->inputs + node->first_input,
                       node->input_count, restriction->lits);
    }
}

/* The nodes of a component are made together, as they were together. */
static void make_nodes(Restriction *restriction)
{
    const Net *net = restriction->net;
    NetBuilder *builder = restriction->builder;
    Loop none = {0, LIT_FALSE};
    uint32_t first_loop = (uint32_t)builder->loops.count;
    size_t first_component = builder->components.count;
    restriction->first_loop = first_loop;
    for (size_t i = 0; i < net->loop_count; i++)
        vec_push(&builder->loops, none);
    size_t open = 0, closed = 0;
    for (uint32_t i = 0; i <= net->node_count; i++) {
        for (; closed < open && net->components[closed].end_node == i; closed++)
            builder->components.items[first_component + closed].end_node =
                (uint32_t)builder->gates.nodes.count;
        for (; open < net->component_count &&
               net->components[open].first_node == i;
             open++) {
            Component component = net->components[open];
            component.first_node = (uint32_t)builder->gates.nodes.count;
            component.end_node = component.first_node;
            component.first_loop += first_loop;
            component.end_loop += first_loop;
            vec_push(&builder->components, component);
            if (net->components[open].end_node == i)
                closed = open + 1;
        }
        assert(closed <= open && open <= net->component_count);
        if (i < net->node_count)
            restriction->lits[i] = node_lit(restriction, &net->nodes[i]);
    }
    for (size_t i = 0; i < net->loop_count; i++) {
        builder->loops.items[first_loop + i].node =
            lit_node(restriction->lits[net->loops[i].node]);
        builder->loops.items[first_loop + i].definition =
            restricted(restriction, net->loops[i].definition);
    }
}

/* The move of a role that has one that is always legal and no other that ever
 * is; true if it was not known before. */
static bool find_only_move(Restriction *restriction, size_t role)
{
    const Role *from = &restriction->net->roles[role];
    uint32_t only = NO_INDEX;
    for (uint32_t i = 0; i < from->move_count; i++) {
        Lit lit = restricted(restriction, from->legal[i]);
        if (lit == LIT_FALSE)
            continue;
        if (lit != LIT_TRUE || only != NO_INDEX)
            return false;
        only = i;
    }
    bool is_new = only != NO_INDEX && restriction->only_move[role] == NO_INDEX;
    restriction->only_move[role] = only;
    return is_new;
}

/* ---- the new net ---- */

static void copy_outputs(const Restriction *restriction, Net *net)
{
    const Net *old = restriction->net;
    Arena *arena = net->arena;
    net->next =
        arena_copy(arena, old->next, old->feature_count * sizeof *old->next);
    net->roles =
        arena_copy(arena, old->roles, old->role_count * sizeof *old->roles);
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

/* What becomes of the next position if every set of moves of the draft is
 * false; returns what becomes of each gate. */
static const Lit *make_untouched(NetBuilder *builder, Net *net, Arena *scratch)
{
    Gates *gates = &builder->gates;
    size_t count = gates->nodes.count; /* more are added on the way */
    Lit *become = arena_array(scratch, Lit, count);
    for (uint32_t i = 0; i < count; i++) {
        Node node = gates->nodes.items[i];
        become[i] = node.kind == NODE_MOVES ? LIT_FALSE : 2 * i;
        if (node.kind == NODE_AND)
            become[i] = and_lit(gates, gates->inputs.items + node.first_input,
                                node.input_count, become);
    }
    net->untouched = arena_array(net->arena, Lit, net->feature_count);
    for (size_t i = 0; i < net->feature_count; i++)
        net->untouched[i] = become[lit_node(net->next[i])] ^ (net->next[i] & 1);
    return become;
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

/* Which moves are the only ones, found in a draft that is thrown away. */
static void find_only_moves(Restriction *restriction, const size_t *move_counts)
{
    for (bool has_more = true; has_more;) {
        NetBuilder builder = {0};
        gates_init(&builder.gates, move_counts);
        restriction->builder = &builder;
        make_nodes(restriction);
        has_more = false;
        for (size_t i = 0; i < restriction->net->role_count; i++)
            has_more = find_only_move(restriction, i) || has_more;
        net_builder_free(&builder);
    }
}

static Net *restrict_one(Restriction *restriction, NetBuilder *builder,
                         Arena *arena, Arena *scratch)
{
    const Net *net = restriction->net;
    restriction->builder = builder;
    make_nodes(restriction);
    Net *result = arena_copy(arena, net, sizeof *net);
    result->arena = arena;
    result->node_count = result->input_count = result->set_count = 0;
    result->untouched = NULL;
    result->effects = NULL;
    result->effect_count = 0;
    result->atom_count = 0; /* playing needs none */
    result->only_move = arena_copy(arena, restriction->only_move,
                                   net->role_count * sizeof *result->only_move);
    copy_outputs(restriction, result);
    for_each_output(result, restrict_output, restriction);
    const Lit *base = make_untouched(builder, result, scratch);
    uint32_t mover = only_mover(restriction);
    if (mover != NO_INDEX)
        find_effects(builder, result, mover, base);
    return result;
}

void net_restrict(const Net *net, const Known *const *known, size_t count,
                  const Net **results)
{
    Arena *arena = arena_new(), *scratch = arena_new();
    size_t *move_counts = arena_array(scratch, size_t, net->role_count);
    Net **nets = arena_array(scratch, Net *, count);
    NetBuilder builder = {0};
    for (size_t i = 0; i < net->role_count; i++)
        move_counts[i] = net->roles[i].move_count;
    gates_init(&builder.gates, move_counts);
    for (size_t k = 0; k < count; k++) {
        Restriction restriction = {
            .net = net,
            .known = known[k],
            .only_move = arena_array(scratch, uint32_t, net->role_count),
            .lits = arena_array(scratch, Lit, net->node_count)};
        for (size_t i = 0; i < net->role_count; i++)
            restriction.only_move[i] = NO_INDEX;
        find_only_moves(&restriction, move_counts);
        results[k] = nets[k] =
            restrict_one(&restriction, &builder, arena, scratch);
    }
    assert(count > 0);
    net_builder_finish(&builder, nets, count);
    net_builder_free(&builder);
    arena_free(scratch);
}
