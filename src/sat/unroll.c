/* unroll.c - a game over several steps, as clauses
 *
 * In:   a Net
 * Out:  clauses in a Sat, the cone of what is asked for
 * Next: sat/unroll_moves.c chooses moves, sat/unroll_loops.c solves
 *
 * Each position has a literal for each node of the network that was needed
 * there. A feature is the literal of its next in the position before. An AND
 * whose inputs are known is known; so constants travel from the initial
 * position as far as they go. Start reading at make().
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
    unroll->constant = arena_array(arena, bool, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            unroll->feature_node[net->nodes[i].feature] = i;
    for (size_t i = 0; i < net->feature_count; i++)
        unroll->constant[i] =
            !net->anywhere && net->initial[i] && net->next[i] == LIT_TRUE;
    unroll_find_components(unroll);
    if (start != UNROLL_INITIAL)
        unroll_find_classes(unroll);
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
    vec_free(&unroll->recursive);
    vec_free(&unroll->stack);
    vec_free(&unroll->scratch);
    vec_free(&unroll->intervals);
    vec_free(&unroll->cover);
    arena_free(unroll->arena);
}

Level *unroll_level(Unroll *unroll, size_t number)
{
    const Net *net = unroll->net;
    while (unroll->levels.count <= number) {
        Level level = {
            .nodes = arena_array(unroll->arena, SatLit, net->node_count),
            .moves = arena_array(unroll->arena, SatLit *, net->role_count),
            .possible = arena_array(unroll->arena, uint32_t *, net->role_count),
            .possible_count =
                arena_array(unroll->arena, size_t, net->role_count),
            .legal = arena_array(unroll->arena, SatLit *, net->role_count),
            .always_legal =
                arena_array(unroll->arena, uint32_t, net->role_count),
            .class_lits =
                arena_array(unroll->arena, SatLit *, net->role_count)};
        level.nodes[0] = sat_true(unroll->sat);
        vec_push(&unroll->levels, level);
    }
    return &unroll->levels.items[number];
}

/* ---- nodes ---- */

static SatLit and_of(Unroll *unroll, const Level *level, const Node *node)
{
    vec_clear(&unroll->scratch);
    for (uint32_t i = 0; i < node->input_count; i++)
        vec_push(
            &unroll->scratch,
            level_literal(level, unroll->net->inputs[node->first_input + i]));
    return sat_and(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

static void make_component(Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    unroll_make_loops(unroll, step, number);
    Level *level = &unroll->levels.items[step];
    for (uint32_t i = component->first_node; i < component->end_node; i++)
        if (net->nodes[i].kind == NODE_AND) {
            assert(!level->nodes[i]);
            level->nodes[i] = and_of(unroll, level, &net->nodes[i]);
        }
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        SatLit loop = level->nodes[net->loops[i].node];
        SatLit definition = level_literal(level, net->loops[i].definition);
        sat_clause2(unroll->sat, -loop, definition);
        sat_clause2(unroll->sat, loop, -definition);
    }
}

static void need(Unroll *unroll, size_t step, uint32_t node, bool *is_ready)
{
    if (unroll_level(unroll, step)->nodes[node])
        return;
    LevelItem item = {step, node};
    vec_push(&unroll->stack, item);
    *is_ready = false;
}

/* Some input is known to be false: nobody needs to know the others. */
static bool is_refuted(const Unroll *unroll, size_t step, const Node *node)
{
    const Level *level = &unroll->levels.items[step];
    SatLit truth = sat_true(unroll->sat);
    for (uint32_t i = 0; i < node->input_count; i++)
        if (level_literal(level, unroll->net->inputs[node->first_input + i]) ==
            -truth)
            return true;
    return false;
}

/* The inputs that are sets of MOVES, or the others: sets of moves that nobody
 * knows are costly. */
static void need_inputs(Unroll *unroll, size_t step, const Node *node,
                        bool moves, bool *is_ready)
{
    const Net *net = unroll->net;
    for (uint32_t i = 0; i < node->input_count; i++) {
        uint32_t input = lit_node(net->inputs[node->first_input + i]);
        bool open = net->nodes[input].kind == NODE_MOVES &&
                    !unroll->levels.items[step]
                         .moves[net->sets[net->nodes[input].set].role];
        if (open == moves)
            need(unroll, step, input, is_ready);
    }
}

/* 0 if something else has to be made first, which is on the stack then. */
static SatLit make_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    const Net *net = unroll->net;
    SatLit truth = sat_true(unroll->sat);
    bool is_ready = true;
    if (unroll->constant[feature])
        return truth;
    if (position) {
        need(unroll, position - 1, lit_node(net->next[feature]), &is_ready);
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
    if (is_refuted(unroll, item.level, node))
        return -sat_true(unroll->sat);
    need_inputs(unroll, item.level, node, false, &is_ready);
    if (is_ready)
        need_inputs(unroll, item.level, node, true, &is_ready);
    return is_ready ? and_of(unroll, &unroll->levels.items[item.level], node)
                    : 0;
}

/* Makes a node, which was not made before, or asks for what it needs first. */
static void make_or_ask(Unroll *unroll, LevelItem item)
{
    const Node *node = &unroll->net->nodes[item.number];
    uint32_t component = unroll->component_of[item.number];
    bool is_ready = true;
    if (component != NO_INDEX) {
        const ComponentInputs *inputs = &unroll->inputs[component];
        for (size_t i = 0; i < inputs->count; i++)
            need(unroll, item.level, inputs->nodes[i], &is_ready);
        if (is_ready)
            make_component(unroll, item.level, component);
        return;
    }
    SatLit made = node->kind == NODE_FEATURE
                      ? make_feature(unroll, item.level, node->feature)
                  : node->kind == NODE_MOVES
                      ? unroll_set_literal(unroll, item.level,
                                           &unroll->net->sets[node->set])
                      : make_and(unroll, item);
    SatLit *nodes = unroll->levels.items[item.level].nodes;
    assert(!nodes[item.number]);
    nodes[item.number] = made;
}

static SatLit make(Unroll *unroll, size_t level, Lit lit)
{
    bool is_ready = true;
    need(unroll, level, lit_node(lit), &is_ready);
    while (unroll->stack.count) {
        LevelItem item = vec_last(&unroll->stack);
        if (unroll->levels.items[item.level].nodes[item.number])
            (void)vec_pop(&unroll->stack);
        else
            make_or_ask(unroll, item);
    }
    return level_literal(&unroll->levels.items[level], lit);
}

/* ---- asking ---- */

SatLit unroll_lit(Unroll *unroll, size_t position, Lit lit)
{
    return make(unroll, position, lit);
}

static SatLit *unread_features(Unroll *unroll)
{
    if (!unroll->unread)
        unroll->unread =
            arena_array(unroll->arena, SatLit, unroll->net->feature_count);
    return unroll->unread;
}

/* What nobody reads is known to the net by its next only. */
SatLit unroll_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    const Net *net = unroll->net;
    assert(feature < net->feature_count);
    if (unroll->constant[feature])
        return sat_true(unroll->sat);
    if (unroll->feature_node[feature])
        return make(unroll, position, 2 * unroll->feature_node[feature]);
    if (position)
        return make(unroll, position - 1, net->next[feature]);
    if (unroll->start == UNROLL_INITIAL)
        return make_feature(unroll, 0, feature);
    if (!unread_features(unroll)[feature])
        unroll->unread[feature] = sat_variable(unroll->sat);
    return unroll->unread[feature];
}

void unroll_begin(Unroll *unroll, uint32_t feature, SatLit lit)
{
    uint32_t node = unroll->feature_node[feature];
    if (unroll->constant[feature])
        return;
    if (node)
        unroll_level(unroll, 0)->nodes[node] = lit;
    unread_features(unroll)[feature] = lit;
}

void unroll_fold(Unroll *unroll, size_t position)
{
    SatLit truth = sat_true(unroll->sat);
    for (uint32_t i = 0; i < unroll->net->feature_count; i++) {
        uint32_t node = unroll->feature_node[i];
        if (!node)
            continue;
        SatLit lit = make(unroll, position, 2 * node);
        int fixed = sat_fixed(unroll->sat, lit);
        if (fixed)
            unroll->levels.items[position].nodes[node] =
                fixed > 0 ? truth : -truth;
    }
}

/* ---- steps ---- */

static void constrain_step(Unroll *unroll, size_t step, SatLit taken)
{
    unroll_level(unroll, step)->taken = taken;
    if (unroll->start == UNROLL_RELAXED) {
        unroll_constrain_relaxed(unroll, step, taken);
        return;
    }
    sat_clause2(unroll->sat, -taken,
                -make(unroll, step, unroll->net->terminal));
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

uint32_t unroll_made(const Unroll *unroll, size_t step, size_t role)
{
    if (step >= unroll->levels.count)
        return NO_INDEX;
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[role];
    if (!moves && level->legal[role])
        return level->always_legal[role]; /* whichever it makes */
    for (uint32_t i = 0; moves && i < unroll->net->roles[role].move_count; i++)
        if (sat_value(unroll->sat, moves[i]))
            return i;
    return NO_INDEX;
}

/* 0 if no clause speaks of it. */
static SatLit feature_literal(const Unroll *unroll, size_t position,
                              uint32_t feature)
{
    const Net *net = unroll->net;
    SatLit truth = sat_true(unroll->sat);
    if (unroll->constant[feature])
        return truth;
    uint32_t node = unroll->feature_node[feature];
    if (node && position < unroll->levels.count &&
        unroll->levels.items[position].nodes[node])
        return unroll->levels.items[position].nodes[node];
    if (position && position <= unroll->levels.count) {
        const Level *before = &unroll->levels.items[position - 1];
        return before->nodes[lit_node(net->next[feature])]
                   ? level_literal(before, net->next[feature])
                   : 0;
    }
    if (position)
        return 0;
    if (unroll->start == UNROLL_INITIAL)
        return net->initial[feature] ? truth : -truth;
    return unroll->unread ? unroll->unread[feature] : 0;
}

void unroll_state(const Unroll *unroll, size_t position, uint64_t *state)
{
    size_t features = unroll->net->feature_count;
    memset(state, 0, (features + 63) / 64 * sizeof *state);
    for (uint32_t i = 0; i < features; i++) {
        SatLit lit = feature_literal(unroll, position, i);
        if (lit && sat_value(unroll->sat, lit))
            state[i / 64] |= (uint64_t)1 << i % 64;
    }
}
