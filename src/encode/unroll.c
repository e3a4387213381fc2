/* unroll.c - a game over several steps, as clauses
 *
 * In:   a Net
 * Out:  clauses in a Sat, the cone of what is asked for
 *
 * Each position has a literal for each node of the network that was needed
 * there. A feature is the literal of its next in the position before. An AND
 * whose inputs are known is known; so constants travel from the initial
 * position as far as they go.
 *
 * Loops, the atoms of a component that depends on itself, are equivalent to
 * their definitions; that admits fixpoints that are not the least. Such a model
 * is recognised by computing the least one, and excluded by a loop formula: an
 * atom that supports itself together with others needs support from outside
 * of them. Start reading at make().
 */
#include "encode/unroll.h"

#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What is known of one position and of the step that begins there. */
typedef struct {
    SatLit *nodes;       /* by node: 0 if it was never needed */
    SatLit **moves;      /* by role, NULL or by move */
    uint32_t **possible; /* by role: those that are not known to be false, */
    size_t *possible_count;
    SatLit taken;   /* 0, or the literal of unroll_taken */
    SatLit **legal; /* by role, of a step that is taken: by move, if no move
                       was asked for when it was taken */
    uint32_t *idle; /* by role: then, a move that is always legal */
} Level;

typedef struct {
    size_t level;
    uint32_t number;
} Spot; /* a node, or a component, at a level */

/* What a component needs from outside. */
typedef struct {
    uint32_t *nodes;
    size_t count;
} Outside;

typedef struct {
    bool low, high; /* what it is at least, at most */
} Interval;

struct Unroll {
    const Net *net;
    Sat *sat;
    UnrollStart start;
    Arena *arena;
    VEC(Level) levels;
    uint32_t *feature_node; /* 0 if the network does not look at it */
    bool *constant;         /* features that always hold */
    SatLit *unread;         /* by feature, at position 0, or NULL */
    uint32_t *component_of; /* by node, or NO_INDEX */
    Outside *outside;       /* by component */
    VEC(Spot) recursive;    /* components with loops that are variables */
    VEC(Spot) stack;
    VEC(SatLit) scratch;
    VEC(Interval) intervals; /* by node */
};

/* ---- making it ---- */

/* Only the ANDs between first_node and end_node belong to a component. */
static void find_components(Unroll *unroll)
{
    const Net *net = unroll->net;
    unroll->component_of =
        arena_array(unroll->arena, uint32_t, net->node_count);
    for (size_t i = 0; i < net->node_count; i++)
        unroll->component_of[i] = NO_INDEX;
    for (uint32_t c = 0; c < net->component_count; c++) {
        const Component *component = &net->components[c];
        for (uint32_t i = component->first_loop; i < component->end_loop; i++)
            unroll->component_of[net->loops[i].node] = c;
        for (uint32_t i = component->first_node; i < component->end_node; i++)
            if (net->nodes[i].kind == NODE_AND)
                unroll->component_of[i] = c;
    }
}

static void find_outside(Unroll *unroll, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    VEC(uint32_t) nodes = {0};
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            uint32_t input = lit_node(net->inputs[node->first + k]);
            if (unroll->component_of[input] != number)
                vec_push(&nodes, input);
        }
    }
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t input = lit_node(net->loops[i].definition);
        if (unroll->component_of[input] != number)
            vec_push(&nodes, input);
    }
    Outside *outside = &unroll->outside[number];
    outside->count = nodes.count;
    outside->nodes = vec_finish(&nodes, unroll->arena);
}

Unroll *unroll_new(const Net *net, Sat *sat, UnrollStart start)
{
    Arena *arena = arena_new();
    Unroll *unroll = arena_alloc(arena, sizeof *unroll);
    *unroll = (Unroll){.net = net, .sat = sat, .start = start, .arena = arena};
    unroll->feature_node = arena_array(arena, uint32_t, net->feature_count);
    unroll->constant = arena_array(arena, bool, net->feature_count);
    for (uint32_t i = 0; i < net->node_count; i++)
        if (net->nodes[i].kind == NODE_FEATURE)
            unroll->feature_node[net->nodes[i].first] = i;
    for (size_t i = 0; i < net->feature_count; i++)
        unroll->constant[i] =
            !net->anywhere && net->initial[i] && net->next[i] == LIT_TRUE;
    find_components(unroll);
    unroll->outside = arena_array(arena, Outside, net->component_count);
    for (uint32_t c = 0; c < net->component_count; c++)
        find_outside(unroll, c);
    return unroll;
}

void unroll_free(Unroll *unroll)
{
    if (!unroll)
        return;
    vec_free(&unroll->levels);
    vec_free(&unroll->recursive);
    vec_free(&unroll->stack);
    vec_free(&unroll->scratch);
    vec_free(&unroll->intervals);
    arena_free(unroll->arena);
}

static Level *level_at(Unroll *unroll, size_t number)
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
            .idle = arena_array(unroll->arena, uint32_t, net->role_count)};
        level.nodes[0] = sat_true(unroll->sat);
        vec_push(&unroll->levels, level);
    }
    return &unroll->levels.items[number];
}

static SatLit known(const Level *level, Lit lit)
{
    SatLit node = level->nodes[lit_node(lit)];
    return lit & 1 ? -node : node;
}

/* ---- moves ---- */

/* A move and what stands at one place of it. */
typedef struct {
    uint64_t key;
    SatLit lit;
} Keyed;

static int by_key(const void *left, const void *right)
{
    const Keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->lit > b->lit) - (a->lit < b->lit);
}

/* Spot 0 is the symbol, then come the arguments; 0 if there is no such. */
static uint64_t key_at(const Term *move, size_t place)
{
    if (place == 0)
        return ((uint64_t)move->symbol->id << 16 | move->arity) + 1;
    return place <= move->arity ? (uint64_t)move->args[place - 1]->id + 1 : 0;
}

/* A selector for each thing that can stand at PLACE, and at most one of them;
 * pairs of moves that differ there are excluded by few clauses. */
static void select_place(Unroll *unroll, Keyed *keyed, size_t count)
{
    VEC(SatLit) selectors = {0};
    qsort(keyed, count, sizeof *keyed, by_key);
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && keyed[end].key == keyed[i].key)
            end++;
        if (keyed[i].key && end - i < count) {
            SatLit selector = keyed[i].lit;
            if (end - i > 1)
                selector = sat_variable(unroll->sat);
            for (size_t k = i; end - i > 1 && k < end; k++)
                sat_clause2(unroll->sat, -keyed[k].lit, selector);
            vec_push(&selectors, selector);
        }
        i = end;
    }
    sat_at_most_one(unroll->sat, selectors.items, selectors.count);
    vec_free(&selectors);
}

/* Two different moves differ in some place. */
static void exclude_each_other(Unroll *unroll, const Role *role,
                               const SatLit *moves)
{
    enum { FEW = 6 };
    VEC(Keyed) keyed = {0};
    VEC(uint32_t) possible = {0};
    size_t places = 0;
    for (uint32_t i = 0; i < role->move_count; i++)
        if (moves[i] != -sat_true(unroll->sat)) {
            vec_push(&possible, i);
            if (role->moves[i]->arity > places)
                places = role->moves[i]->arity;
        }
    for (size_t place = 0; place <= places; place++) {
        vec_clear(&keyed);
        for (size_t i = 0; i < possible.count; i++) {
            uint32_t move = possible.items[i];
            bool few = possible.count <= FEW;
            Keyed one = {few ? move + 1u : key_at(role->moves[move], place),
                         moves[move]};
            vec_push(&keyed, one);
        }
        if (keyed.count)
            select_place(unroll, keyed.items, keyed.count);
        if (possible.count <= FEW)
            break;
    }
    vec_free(&possible);
    vec_free(&keyed);
}

static void set_moves(Unroll *unroll, size_t step, size_t number, SatLit *moves)
{
    const Role *role = &unroll->net->roles[number];
    Level *level = &unroll->levels.items[step];
    VEC(uint32_t) possible = {0};
    for (uint32_t i = 0; i < role->move_count; i++)
        if (moves[i] != -sat_true(unroll->sat))
            vec_push(&possible, i);
    level->moves[number] = moves;
    level->possible_count[number] = possible.count;
    level->possible[number] = vec_finish(&possible, unroll->arena);
}

/* Variables for the moves of a role; those of which it is known that they are
 * not legal, if LEGAL is given, are false. */
static void choose_variables(Unroll *unroll, size_t step, size_t number,
                             const SatLit *legal)
{
    const Role *role = &unroll->net->roles[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *moves = arena_array(unroll->arena, SatLit, role->move_count);
    size_t possible = 0;
    for (size_t i = 0; i < role->move_count; i++)
        possible += !legal || legal[i] != -truth;
    for (size_t i = 0; i < role->move_count; i++)
        if (legal && legal[i] == -truth)
            moves[i] = -truth;
        else if (possible == 1)
            moves[i] = truth; /* a role always makes a move */
        else
            moves[i] = sat_variable(unroll->sat);
    set_moves(unroll, step, number, moves);
    exclude_each_other(unroll, role, moves);
}

/* If TAKEN, the role makes a move, and a legal one. */
static void make_legal_move(Unroll *unroll, size_t step, size_t number,
                            const SatLit *legal, SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    const SatLit *moves = unroll->levels.items[step].moves[number];
    vec_clear(&unroll->scratch);
    vec_push(&unroll->scratch, -taken);
    for (size_t i = 0; i < role->move_count; i++) {
        sat_clause3(unroll->sat, -taken, -moves[i], legal[i]);
        vec_push(&unroll->scratch, moves[i]);
    }
    sat_clause(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

static void make_moves(Unroll *unroll, size_t step, size_t role)
{
    const SatLit *legal = unroll->levels.items[step].legal[role];
    choose_variables(unroll, step, role, legal);
    if (legal)
        make_legal_move(unroll, step, role, legal, sat_true(unroll->sat));
}

SatLit unroll_move(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    if (!level_at(unroll, step)->moves[role])
        make_moves(unroll, step, role);
    return unroll->levels.items[step].moves[role][move];
}

/* One of the moves in a set; a large set is what the others are not. Both lists
 * are in order. */
static SatLit set_literal(Unroll *unroll, size_t step, const MoveSet *set)
{
    if (!unroll->levels.items[step].moves[set->role])
        make_moves(unroll, step, set->role);
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[set->role];
    size_t count = unroll->net->roles[set->role].move_count, met = 0;
    bool rest = set->count > count / 2 && level->taken;
    vec_clear(&unroll->scratch);
    for (size_t i = 0; i < level->possible_count[set->role]; i++) {
        uint32_t move = level->possible[set->role][i];
        while (met < set->count && set->moves[met] < move)
            met++;
        if ((met < set->count && set->moves[met] == move) != rest)
            vec_push(&unroll->scratch, moves[move]);
    }
    SatLit lit =
        sat_or(unroll->sat, unroll->scratch.items, unroll->scratch.count);
    return rest ? -lit : lit;
}

/* ---- loops ---- */

static SatLit and_of(Unroll *unroll, const Level *level, const Node *node)
{
    vec_clear(&unroll->scratch);
    for (uint32_t i = 0; i < node->count; i++)
        vec_push(&unroll->scratch,
                 known(level, unroll->net->inputs[node->first + i]));
    return sat_and(unroll->sat, unroll->scratch.items, unroll->scratch.count);
}

static Interval interval_at(const Unroll *unroll, Lit lit)
{
    Interval at = unroll->intervals.items[lit_node(lit)];
    return lit & 1 ? (Interval){!at.high, !at.low} : at;
}

/* The least fixpoint of a component, from the intervals of what is outside. */
static void find_fixpoint(Unroll *unroll, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    Interval *at = unroll->intervals.items;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++)
        at[net->loops[i].node] = (Interval){false, false};
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = component->first_node; i < component->end_node; i++) {
            const Node *node = &net->nodes[i];
            if (node->kind != NODE_AND)
                continue;
            at[i] = (Interval){true, true};
            for (uint32_t k = 0; k < node->count; k++) {
                Interval input =
                    interval_at(unroll, net->inputs[node->first + k]);
                at[i].low = at[i].low && input.low;
                at[i].high = at[i].high && input.high;
            }
        }
        for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
            Interval now = interval_at(unroll, net->loops[i].definition);
            Interval *old = &at[net->loops[i].node];
            more = more || now.low != old->low || now.high != old->high;
            *old = now;
        }
    }
}

static void ready_intervals(Unroll *unroll)
{
    while (unroll->intervals.count < unroll->net->node_count)
        vec_push(&unroll->intervals, (Interval){0});
    unroll->intervals.items[0] = (Interval){true, true};
}

/* Loops are constants where that is known, else variables. */
static void make_loops(Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    const Outside *outside = &unroll->outside[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *nodes = unroll->levels.items[step].nodes;
    ready_intervals(unroll);
    for (size_t i = 0; i < outside->count; i++) {
        SatLit lit = nodes[outside->nodes[i]];
        unroll->intervals.items[outside->nodes[i]] =
            (Interval){lit == truth, lit != -truth};
    }
    find_fixpoint(unroll, number);
    bool any = false;
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        Interval at = unroll->intervals.items[node];
        any = any || at.low != at.high;
        nodes[node] = at.low != at.high ? sat_variable(unroll->sat)
                      : at.low          ? truth
                                        : -truth;
    }
    Spot spot = {step, number};
    if (any)
        vec_push(&unroll->recursive, spot);
}

static void make_component(Unroll *unroll, size_t step, uint32_t number)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[number];
    make_loops(unroll, step, number);
    Level *level = &unroll->levels.items[step];
    for (uint32_t i = component->first_node; i < component->end_node; i++)
        if (net->nodes[i].kind == NODE_AND)
            level->nodes[i] = and_of(unroll, level, &net->nodes[i]);
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        SatLit loop = level->nodes[net->loops[i].node];
        SatLit definition = known(level, net->loops[i].definition);
        sat_clause2(unroll->sat, -loop, definition);
        sat_clause2(unroll->sat, loop, -definition);
    }
}

/* ---- nodes ---- */

static void need(Unroll *unroll, size_t step, uint32_t node, bool *ready)
{
    if (level_at(unroll, step)->nodes[node])
        return;
    Spot spot = {step, node};
    vec_push(&unroll->stack, spot);
    *ready = false;
}

/* Some input is known to be false: nobody needs to know the others. */
static bool is_refuted(const Unroll *unroll, size_t step, const Node *node)
{
    const Level *level = &unroll->levels.items[step];
    SatLit truth = sat_true(unroll->sat);
    for (uint32_t i = 0; i < node->count; i++)
        if (known(level, unroll->net->inputs[node->first + i]) == -truth)
            return true;
    return false;
}

/* The inputs that are sets of MOVES, or the others: sets of moves that nobody
 * knows are costly. */
static void need_inputs(Unroll *unroll, size_t step, const Node *node,
                        bool moves, bool *ready)
{
    const Net *net = unroll->net;
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t input = lit_node(net->inputs[node->first + i]);
        bool open = net->nodes[input].kind == NODE_MOVES &&
                    !unroll->levels.items[step]
                         .moves[net->sets[net->nodes[input].first].role];
        if (open == moves)
            need(unroll, step, input, ready);
    }
}

/* Makes a node, or asks for what it needs first. */
static void make_or_ask(Unroll *unroll, Spot spot)
{
    const Net *net = unroll->net;
    const Node *node = &net->nodes[spot.number];
    uint32_t component = unroll->component_of[spot.number];
    bool ready = true;
    if (component != NO_INDEX) {
        const Outside *outside = &unroll->outside[component];
        for (size_t i = 0; i < outside->count; i++)
            need(unroll, spot.level, outside->nodes[i], &ready);
        if (ready)
            make_component(unroll, spot.level, component);
        return;
    }
    SatLit made = 0, truth = sat_true(unroll->sat);
    switch (node->kind) {
    case NODE_FEATURE:
        if (unroll->constant[node->first]) {
            made = truth;
        } else if (spot.level) {
            Lit next = net->next[node->first];
            need(unroll, spot.level - 1, lit_node(next), &ready);
            if (ready)
                made = known(&unroll->levels.items[spot.level - 1], next);
        } else if (unroll->start == UNROLL_INITIAL) {
            made = net->initial[node->first] ? truth : -truth;
        } else {
            made = sat_variable(unroll->sat);
        }
        break;
    case NODE_MOVES:
        made = set_literal(unroll, spot.level, &net->sets[node->first]);
        break;
    default:
        assert(node->kind == NODE_AND);
        if (is_refuted(unroll, spot.level, node)) {
            made = -truth;
            break;
        }
        need_inputs(unroll, spot.level, node, false, &ready);
        if (ready)
            need_inputs(unroll, spot.level, node, true, &ready);
        if (ready)
            made = and_of(unroll, &unroll->levels.items[spot.level], node);
    }
    if (ready)
        unroll->levels.items[spot.level].nodes[spot.number] = made;
}

static SatLit make(Unroll *unroll, size_t level, Lit lit)
{
    bool ready = true;
    need(unroll, level, lit_node(lit), &ready);
    while (unroll->stack.count) {
        Spot spot = vec_last(&unroll->stack);
        if (unroll->levels.items[spot.level].nodes[spot.number])
            (void)vec_pop(&unroll->stack);
        else
            make_or_ask(unroll, spot);
    }
    return known(&unroll->levels.items[level], lit);
}

/* ---- asking ---- */

SatLit unroll_lit(Unroll *unroll, size_t position, Lit lit)
{
    return make(unroll, position, lit);
}

SatLit unroll_feature(Unroll *unroll, size_t position, uint32_t feature)
{
    const Net *net = unroll->net;
    if (unroll->constant[feature])
        return sat_true(unroll->sat);
    if (unroll->feature_node[feature])
        return make(unroll, position, 2 * unroll->feature_node[feature]);
    if (position)
        return make(unroll, position - 1, net->next[feature]);
    if (unroll->start == UNROLL_INITIAL)
        return net->initial[feature] ? sat_true(unroll->sat)
                                     : -sat_true(unroll->sat);
    /* Nobody reads it: it is known to the net by its next only. */
    if (!unroll->unread)
        unroll->unread = arena_array(unroll->arena, SatLit, net->feature_count);
    if (!unroll->unread[feature])
        unroll->unread[feature] = sat_variable(unroll->sat);
    return unroll->unread[feature];
}

void unroll_begin(Unroll *unroll, uint32_t feature, SatLit lit)
{
    uint32_t node = unroll->feature_node[feature];
    if (unroll->constant[feature])
        return;
    if (node)
        level_at(unroll, 0)->nodes[node] = lit;
    if (!unroll->unread)
        unroll->unread =
            arena_array(unroll->arena, SatLit, unroll->net->feature_count);
    unroll->unread[feature] = lit;
}

void unroll_choose(Unroll *unroll, size_t step, size_t role, uint32_t move)
{
    size_t count = unroll->net->roles[role].move_count;
    SatLit *moves = arena_array(unroll->arena, SatLit, count);
    SatLit truth = sat_true(unroll->sat);
    assert(!level_at(unroll, step)->moves[role]);
    for (size_t i = 0; i < count; i++)
        moves[i] = i == move ? truth : -truth;
    set_moves(unroll, step, role, moves);
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

/* Clauses for the moves of a role in a step that is taken if TAKEN. If it can
 * always make some move, there are none until somebody asks which it makes. */
static void take_moves(Unroll *unroll, size_t step, size_t number, SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    SatLit truth = sat_true(unroll->sat);
    SatLit *legal = arena_array(unroll->arena, SatLit, role->move_count);
    size_t idle = role->move_count;
    for (size_t i = 0; i < role->move_count; i++) {
        legal[i] = make(unroll, step, role->legal[i]);
        if (legal[i] == truth && idle == role->move_count)
            idle = i;
    }
    Level *level = &unroll->levels.items[step];
    if (!level->moves[number] && taken == truth && idle < role->move_count) {
        level->legal[number] = legal;
        level->idle[number] = (uint32_t)idle;
        return;
    }
    if (!level->moves[number])
        choose_variables(unroll, step, number, taken == truth ? legal : NULL);
    make_legal_move(unroll, step, number, legal, taken);
}

static void take(Unroll *unroll, size_t step, SatLit taken)
{
    level_at(unroll, step)->taken = taken;
    sat_clause2(unroll->sat, -taken,
                -make(unroll, step, unroll->net->terminal));
    for (size_t i = 0; i < unroll->net->role_count; i++)
        take_moves(unroll, step, i, taken);
}

SatLit unroll_taken(Unroll *unroll, size_t step)
{
    if (!level_at(unroll, step)->taken)
        take(unroll, step, sat_variable(unroll->sat));
    return unroll->levels.items[step].taken;
}

void unroll_step(Unroll *unroll, size_t step)
{
    SatLit taken = level_at(unroll, step)->taken;
    if (taken)
        sat_clause1(unroll->sat, taken);
    else
        take(unroll, step, sat_true(unroll->sat));
    unroll->levels.items[step].taken = sat_true(unroll->sat);
}

/* ---- solving ---- */

/* Loops that are true in a model and false in the least fixpoint. */
typedef struct {
    Spot spot;
    VEC(uint32_t) loops;
} Unfounded;

static Unfounded find_unfounded(Unroll *unroll, Spot spot)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[spot.number];
    const Outside *outside = &unroll->outside[spot.number];
    const SatLit *nodes = unroll->levels.items[spot.level].nodes;
    Unfounded found = {.spot = spot};
    for (size_t i = 0; i < outside->count; i++) {
        bool value = sat_value(unroll->sat, nodes[outside->nodes[i]]);
        unroll->intervals.items[outside->nodes[i]] = (Interval){value, value};
    }
    find_fixpoint(unroll, spot.number);
    for (uint32_t i = component->first_loop; i < component->end_loop; i++) {
        uint32_t node = net->loops[i].node;
        if (sat_value(unroll->sat, nodes[node]) &&
            !unroll->intervals.items[node].low)
            vec_push(&found.loops, i);
    }
    return found;
}

/* Each of these loops needs a definition that holds without them. */
static void add_loop_formula(Unroll *unroll, const Unfounded *unfounded)
{
    const Net *net = unroll->net;
    const Component *component = &net->components[unfounded->spot.number];
    const SatLit *nodes = unroll->levels.items[unfounded->spot.level].nodes;
    SatLit *without = fatal_malloc(net->node_count * sizeof *without);
    memcpy(without, nodes, net->node_count * sizeof *without);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        without[net->loops[unfounded->loops.items[i]].node] =
            -sat_true(unroll->sat);
    for (uint32_t i = component->first_node; i < component->end_node; i++) {
        const Node *node = &net->nodes[i];
        bool same = true;
        vec_clear(&unroll->scratch);
        for (uint32_t k = 0; node->kind == NODE_AND && k < node->count; k++) {
            Lit lit = net->inputs[node->first + k];
            SatLit input = without[lit_node(lit)];
            same = same && input == nodes[lit_node(lit)];
            vec_push(&unroll->scratch, lit & 1 ? -input : input);
        }
        if (!same)
            without[i] = sat_and(unroll->sat, unroll->scratch.items,
                                 unroll->scratch.count);
    }
    VEC(SatLit) supports = {0};
    for (size_t i = 0; i < unfounded->loops.count; i++) {
        Lit lit = net->loops[unfounded->loops.items[i]].definition;
        SatLit support = without[lit_node(lit)];
        vec_push(&supports, lit & 1 ? -support : support);
    }
    SatLit supported = sat_or(unroll->sat, supports.items, supports.count);
    for (size_t i = 0; i < unfounded->loops.count; i++)
        sat_clause2(unroll->sat,
                    -nodes[net->loops[unfounded->loops.items[i]].node],
                    supported);
    vec_free(&supports);
    free(without);
}

bool unroll_settled(Unroll *unroll)
{
    VEC(Unfounded) all = {0};
    for (size_t i = 0; i < unroll->recursive.count; i++) {
        Unfounded one = find_unfounded(unroll, unroll->recursive.items[i]);
        if (one.loops.count)
            vec_push(&all, one);
        else
            vec_free(&one.loops);
    }
    bool settled = !all.count;
    for (size_t i = 0; i < all.count; i++) {
        add_loop_formula(unroll, &all.items[i]);
        vec_free(&all.items[i].loops);
    }
    vec_free(&all);
    return settled;
}

SatAnswer unroll_solve(Unroll *unroll, int64_t conflicts)
{
    SatAnswer answer = sat_solve(unroll->sat, conflicts);
    while (answer == SAT_YES && !unroll_settled(unroll))
        answer = sat_solve_again(unroll->sat, conflicts);
    return answer;
}

/* ---- models ---- */

uint32_t unroll_made(const Unroll *unroll, size_t step, size_t role)
{
    if (step >= unroll->levels.count)
        return NO_INDEX;
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[role];
    if (!moves && level->legal[role])
        return level->idle[role]; /* whichever it makes */
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
                   ? known(before, net->next[feature])
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
