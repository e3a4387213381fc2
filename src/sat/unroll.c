/* unroll.c - a game over several steps, as clauses
 *
 * In:   a Net
 * Out:  clauses in a Sat, the cone of what is asked for
 * Next: sat/unroll_moves.c chooses moves, sat/unroll_loops.c solves
 *
 * Each position has a literal for each node of the network that was needed
 * there. A feature is the literal of its next in the position before. An AND
 * whose inputs are known is known; so constants travel from the initial
 * position as far as they go. Start reading at unroll_lit().
 */
#include "sat/unroll_internal.h"

#include <assert.h>
#include <string.h>

/* ---- making it ---- */

Unroll *unroll_new(const Net *net, Sat *sat, UnrollStart start)
{
    Arena *arena = arena_new();
    Unroll *unroll = arena_alloc(arena, sizeof *unroll);
    *unroll = (Unroll){.net = net, .sat = sat, .start = start, .arena = arena};
    unroll->feature_node = arena_array(arena, uint32_t, net->feature_count);
    unroll->always_holds = arena_array(arena, bool, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            unroll->feature_node[net->nodes[i].feature] = i;
    for (size_t i = 0; i < net->feature_count; i++)
        unroll->always_holds[i] =
            !net->anywhere && net->initial[i] && net->next[i] == LIT_TRUE;
    unroll_find_components(unroll);
    return unroll;
}

void unroll_free(Unroll *unroll)
{
    if (!unroll)
        return;
#ifdef ZERMELO_DEBUG
    unroll_check(unroll);
#endif
    vec_free(&unroll->levels);
    vec_free(&unroll->recursive_items);
    vec_free(&unroll->pending);
    vec_free(&unroll->scratch);
    vec_free(&unroll->intervals);
    arena_free(unroll->arena);
}

Level *unroll_level(Unroll *unroll, size_t number)
{
    const Net *net = unroll->net;
    while (unroll->levels.count <= number) {
        Level level = {
            .node_lits = arena_array(unroll->arena, SatLit, net->node_count),
            .move_lits = arena_array(unroll->arena, SatLit *, net->role_count),
            .possible_moves =
                arena_array(unroll->arena, uint32_t *, net->role_count),
            .possible_count =
                arena_array(unroll->arena, size_t, net->role_count)};
        level.node_lits[0] = sat_true(unroll->sat);
        vec_push(&unroll->levels, level);
    }
    return &unroll->levels.items[number];
}

/* ---- nodes ---- */

static SatLit and_gate(Unroll *unroll, const Level *level, const Node *node)
{
    vec_clear(&unroll->scratch);
    for (uint32_t i = 0; i < node->input_count; i++)
        vec_push(
            &unroll->scratch,
            level_literal(level, unroll->net->inputs[node->first_input + i]));
    return sat_and(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

/* The literal that NODE has in the position before, if it follows from what has
 * the same literals there; or 0. */
static SatLit unchanged_gate(const Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Node *node = &net->nodes[number];
    SatLit lit = step && unroll->keeps_features
                     ? unroll->levels.items[step - 1].node_lits[number]
                     : 0;
    for (uint32_t i = 0; i < node->input_count && lit; i++) {
        uint32_t input = lit_node(net->inputs[node->first_input + i]);
        if (unroll->levels.items[step].node_lits[input] !=
            unroll->levels.items[step - 1].node_lits[input])
            lit = 0;
    }
    return lit;
}

/* Whether a component follows from what has the same literals in the position
 * before, and is there: then it has the same ones. */
static bool keep_component(Unroll *unroll, size_t step, uint32_t number)
{
    const Component *component = &unroll->net->components[number];
    const ComponentInputs *inputs = &unroll->inputs[number];
    if (!step || !unroll->keeps_features)
        return false;
    const SatLit *before = unroll->levels.items[step - 1].node_lits;
    SatLit *after = unroll->levels.items[step].node_lits;
    bool is_kept = before[unroll->net->loops[component->first_loop].node];
    for (size_t i = 0; i < inputs->count && is_kept; i++)
        is_kept = before[inputs->nodes[i]] == after[inputs->nodes[i]];
    for (uint32_t i = component->first_node; i < component->end_node && is_kept;
         i++)
        if (unroll->net->nodes[i].kind == NODE_AND)
            after[i] = before[i];
    for (uint32_t i = component->first_loop; i < component->end_loop && is_kept;
         i++)
        after[unroll->net->loops[i].node] = before[unroll->net->loops[i].node];
    return is_kept;
}

/* Literals of a component, whose loops are equivalent to their definitions. */
static void make_component(Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    unroll_make_loops(unroll, step, number);
    Level *level = &unroll->levels.items[step];
    for (uint32_t i = component->first_node; i < component->end_node; i++)
        if (net->nodes[i].kind == NODE_AND) {
            assert(!level->node_lits[i]);
            level->node_lits[i] = and_gate(unroll, level, &net->nodes[i]);
        }
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        SatLit loop = level->node_lits[net->loops[i].node];
        SatLit definition = level_literal(level, net->loops[i].definition);
        sat_clause2(unroll->sat, -loop, definition);
        sat_clause2(unroll->sat, loop, -definition);
    }
}

/* If the node has no literal yet: it is pending, and *IS_READY false. */
static void require_node(Unroll *unroll, size_t step, uint32_t node,
                         bool *is_ready)
{
    if (unroll_level(unroll, step)->node_lits[node])
        return;
    LevelItem item = {step, node};
    vec_push(&unroll->pending, item);
    *is_ready = false;
}

/* Some input is known to be false: nobody needs to know the others. */
static bool has_false_input(const Unroll *unroll, size_t step, const Node *node)
{
    const Level *level = &unroll->levels.items[step];
    SatLit truth = sat_true(unroll->sat);
    for (uint32_t i = 0; i < node->input_count; i++)
        if (level_literal(level, unroll->net->inputs[node->first_input + i]) ==
            -truth)
            return true;
    return false;
}

/* Requires the open inputs if WANT_OPEN, else the others. Open is a set of
 * moves of a role without variables for its moves: these are costly. */
static void require_inputs(Unroll *unroll, size_t step, const Node *node,
                           bool want_open, bool *is_ready)
{
    const Net *net = unroll->net;
    for (uint32_t i = 0; i < node->input_count; i++) {
        uint32_t input = lit_node(net->inputs[node->first_input + i]);
        bool is_open = net->nodes[input].kind == NODE_MOVES &&
                       !unroll->levels.items[step]
                            .move_lits[net->sets[net->nodes[input].set].role];
        if (is_open == want_open)
            require_node(unroll, step, input, is_ready);
    }
}

/* 0 if something else has to be made first, which is on the stack then. */
static SatLit make_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    const Net *net = unroll->net;
    SatLit truth = sat_true(unroll->sat);
    bool is_ready = true;
    if (unroll->always_holds[feature])
        return truth;
    if (position) {
        require_node(unroll, position - 1, lit_node(net->next[feature]),
                     &is_ready);
        return is_ready ? level_literal(&unroll->levels.items[position - 1],
                                        net->next[feature])
                        : 0;
    }
    if (unroll->start == UNROLL_INITIAL)
        return net->initial[feature] ? truth : -truth;
    return sat_variable(unroll->sat);
}

/* Likewise. */
static SatLit make_and(Unroll *unroll, LevelItem item)
{
    const Node *node = &unroll->net->nodes[item.number];
    bool is_ready = true;
    assert(node->kind == NODE_AND);
    if (has_false_input(unroll, item.level, node))
        return -sat_true(unroll->sat);
    require_inputs(unroll, item.level, node, false, &is_ready);
    if (is_ready)
        require_inputs(unroll, item.level, node, true, &is_ready);
    if (!is_ready)
        return 0;
    SatLit unchanged = unchanged_gate(unroll, item.level, item.number);
    return unchanged
               ? unchanged
               : and_gate(unroll, &unroll->levels.items[item.level], node);
}

/* Makes a node, which was not made before, or asks for what it needs first. */
static void make_or_require(Unroll *unroll, LevelItem item)
{
    const Node *node = &unroll->net->nodes[item.number];
    uint32_t component = unroll->component_of[item.number];
    bool is_ready = true;
    if (component != NO_INDEX) {
        const ComponentInputs *inputs = &unroll->inputs[component];
        for (size_t i = 0; i < inputs->count; i++)
            require_node(unroll, item.level, inputs->nodes[i], &is_ready);
        if (is_ready && !keep_component(unroll, item.level, component))
            make_component(unroll, item.level, component);
        return;
    }
    SatLit lit = node->kind == NODE_FEATURE
                     ? make_feature(unroll, item.level, node->feature)
                 : node->kind == NODE_MOVES
                     ? unroll_set_literal(unroll, item.level,
                                          &unroll->net->sets[node->set])
                     : make_and(unroll, item);
    SatLit *node_lits = unroll->levels.items[item.level].node_lits;
    assert(!node_lits[item.number]);
    node_lits[item.number] = lit;
}

/* Makes all nodes that LIT depends on first. */
SatLit unroll_lit(Unroll *unroll, size_t position, Lit lit)
{
    bool is_ready = true;
    require_node(unroll, position, lit_node(lit), &is_ready);
    while (unroll->pending.count) {
        LevelItem item = vec_last(&unroll->pending);
        if (unroll->levels.items[item.level].node_lits[item.number])
            (void)vec_pop(&unroll->pending);
        else
            make_or_require(unroll, item);
    }
    return level_literal(&unroll->levels.items[position], lit);
}

static SatLit *unread_features(Unroll *unroll)
{
    if (!unroll->unread_lits)
        unroll->unread_lits =
            arena_array(unroll->arena, SatLit, unroll->net->feature_count);
    return unroll->unread_lits;
}

/* A feature that no rule reads has no node: only its next value is in the net.
 */
SatLit unroll_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    const Net *net = unroll->net;
    assert(feature < net->feature_count);
    if (unroll->always_holds[feature])
        return sat_true(unroll->sat);
    if (unroll->feature_node[feature])
        return unroll_lit(unroll, position, 2 * unroll->feature_node[feature]);
    if (position)
        return unroll_lit(unroll, position - 1, net->next[feature]);
    if (unroll->start == UNROLL_INITIAL)
        return make_feature(unroll, 0, feature);
    if (!unread_features(unroll)[feature])
        unroll->unread_lits[feature] = sat_variable(unroll->sat);
    return unroll->unread_lits[feature];
}

void unroll_set_initial(Unroll *unroll, uint32_t feature, SatLit lit)
{
    uint32_t node = unroll->feature_node[feature];
    if (unroll->always_holds[feature])
        return;
    if (node)
        unroll_level(unroll, 0)->node_lits[node] = lit;
    unread_features(unroll)[feature] = lit;
}

void unroll_keep_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    uint32_t node = unroll->feature_node[feature];
    assert(position);
    unroll->keeps_features = true;
    if (!node || unroll->always_holds[feature])
        return;
    SatLit before = unroll_lit(unroll, position - 1, 2 * node),
           after = unroll_lit(unroll, position - 1, unroll->net->next[feature]);
    sat_clause2(unroll->sat, -before, after);
    sat_clause2(unroll->sat, before, -after);
    unroll_level(unroll, position)->node_lits[node] = before;
}

void unroll_fold_fixed(Unroll *unroll, size_t position)
{
    SatLit truth = sat_true(unroll->sat);
    for (uint32_t i = 0; i < unroll->net->feature_count; i++) {
        uint32_t node = unroll->feature_node[i];
        if (!node)
            continue;
        SatLit lit = unroll_lit(unroll, position, 2 * node);
        int fixed = sat_fixed(unroll->sat, lit);
        if (fixed)
            unroll->levels.items[position].node_lits[node] =
                fixed > 0 ? truth : -truth;
    }
}

/* ---- steps ---- */

static void constrain_step(Unroll *unroll, size_t step, SatLit taken)
{
    unroll_level(unroll, step)->taken = taken;
    sat_clause2(unroll->sat, -taken,
                -unroll_lit(unroll, step, unroll->net->terminal));
    for (size_t i = 0; i < unroll->net->role_count; i++)
        unroll_constrain_moves(unroll, step, i, taken);
}

SatLit unroll_taken(Unroll *unroll, size_t step)
{
    if (!unroll_level(unroll, step)->taken)
        constrain_step(unroll, step, sat_variable(unroll->sat));
    return unroll->levels.items[step].taken;
}

void unroll_step(Unroll *unroll, size_t step)
{
    SatLit taken = unroll_level(unroll, step)->taken;
    if (taken)
        sat_clause1(unroll->sat, taken);
    else
        constrain_step(unroll, step, sat_true(unroll->sat));
    unroll->levels.items[step].taken = sat_true(unroll->sat);
}

/* ---- models ---- */

uint32_t unroll_model_move(const Unroll *unroll, size_t step, size_t role)
{
    if (step >= unroll->levels.count)
        return NO_INDEX;
    const SatLit *move_lits = unroll->levels.items[step].move_lits[role];
    for (uint32_t i = 0; move_lits && i < unroll->net->roles[role].move_count;
         i++)
        if (sat_value(unroll->sat, move_lits[i]))
            return i;
    return NO_INDEX;
}

/* 0 if no clause speaks of it. */
static SatLit known_feature_literal(const Unroll *unroll, size_t position,
                                    uint32_t feature)
{
    const Net *net = unroll->net;
    SatLit truth = sat_true(unroll->sat);
    if (unroll->always_holds[feature])
        return truth;
    uint32_t node = unroll->feature_node[feature];
    if (node && position < unroll->levels.count &&
        unroll->levels.items[position].node_lits[node])
        return unroll->levels.items[position].node_lits[node];
    if (position && position <= unroll->levels.count) {
        const Level *previous = &unroll->levels.items[position - 1];
        return previous->node_lits[lit_node(net->next[feature])]
                   ? level_literal(previous, net->next[feature])
                   : 0;
    }
    if (position)
        return 0;
    if (unroll->start == UNROLL_INITIAL)
        return net->initial[feature] ? truth : -truth;
    return unroll->unread_lits ? unroll->unread_lits[feature] : 0;
}

void unroll_state(const Unroll *unroll, size_t position, uint64_t *state)
{
    size_t feature_count = unroll->net->feature_count;
    memset(state, 0, (feature_count + 63) / 64 * sizeof *state);
    for (uint32_t i = 0; i < feature_count; i++) {
        SatLit lit = known_feature_literal(unroll, position, i);
        if (lit && sat_value(unroll->sat, lit))
            state[i / 64] |= (uint64_t)1 << i % 64;
    }
}
