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
#include "encode/choice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(SatLit) SatLits;
typedef VEC(Lit) Lits;

/* What is known of one position and of the step that begins there. */
typedef struct {
    SatLit *nodes;       /* by node: 0 if it was never needed */
    SatLit **moves;      /* by role, NULL or by move */
    uint32_t **possible; /* by role: those that are not known to be false, */
    size_t *possible_count;
    SatLit taken;     /* 0, or the literal of unroll_taken */
    SatLit **legal;   /* by role, of a step that is taken: by move, if no move
                         was asked for when it was taken */
    uint32_t *idle;   /* by role: then, a move that is always legal */
    SatLit **classes; /* by role, NULL or by class of its Choice */
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
    Choice **choices;        /* by role, or NULL */
    uint8_t *where;          /* by move, for questions about them */
    ChoiceParts parts;
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

static void find_choices(Unroll *unroll)
{
    const Net *net = unroll->net;
    size_t most = 0;
    unroll->choices = arena_array(unroll->arena, Choice *, net->role_count);
    for (size_t i = 0; i < net->role_count; i++) {
        unroll->choices[i] = choice_new(unroll->arena, &net->roles[i]);
        if (net->roles[i].move_count > most)
            most = net->roles[i].move_count;
    }
    unroll->where = arena_array(unroll->arena, uint8_t, most + 1);
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
    if (start != UNROLL_INITIAL)
        find_choices(unroll);
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
    vec_free(&unroll->parts);
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
            .idle = arena_array(unroll->arena, uint32_t, net->role_count),
            .classes = arena_array(unroll->arena, SatLit *, net->role_count)};
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

/* A literal for each class: one of its moves is made. Two moves are in
 * different classes of some place. */
static void make_classes(Unroll *unroll, size_t step, size_t role)
{
    const Choice *choice = unroll->choices[role];
    Level *level = &unroll->levels.items[step];
    size_t count = choice_simple(choice), size;
    SatLit *classes =
        arena_array(unroll->arena, SatLit, choice_classes(choice));
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && choice_place(choice, end) ==
                                             choice_place(choice, first);
             end++) {
            const uint32_t *moves = choice_moves(choice, end, &size);
            vec_clear(&unroll->scratch);
            for (size_t i = 0; i < size; i++)
                vec_push(&unroll->scratch, level->moves[role][moves[i]]);
            classes[end] = sat_or(unroll->sat, unroll->scratch.items, size);
        }
        sat_at_most_one(unroll->sat, classes + first, end - first);
    }
    level->classes[role] = classes;
}

/* ---- moves by their classes only, if steps are loose ---- */

/* There are no variables for moves: what stands where in a move is chosen place
 * by place, and what comes together need not be a move. */
static bool is_loose(const Unroll *unroll, size_t role)
{
    return unroll->start == UNROLL_LOOSE && unroll->choices[role];
}

/* What is chosen at one place goes with something at another, if something
 * stands there in all of its moves; LEFT may be NO_INDEX, for all moves. */
static void go_together(Unroll *unroll, size_t step, size_t role, uint32_t left,
                        size_t place, SatLit condition)
{
    const Choice *choice = unroll->choices[role];
    const SatLit *classes = unroll->levels.items[step].classes[role];
    size_t count = unroll->net->roles[role].move_count;
    const uint32_t *moves =
        left == NO_INDEX ? NULL : choice_moves(choice, left, &count);
    bool *met = calloc(choice_simple(choice) + 1, sizeof *met), all = true;
    if (!met)
        fatal("out of memory");
    for (uint32_t i = 0; i < count && all; i++) {
        uint32_t at = choice_at(choice, place, moves ? moves[i] : i);
        all = at != NO_INDEX;
        if (all)
            met[at] = true;
    }
    vec_clear(&unroll->scratch);
    vec_push(&unroll->scratch, -condition);
    for (size_t i = 0; i < choice_simple(choice) && all; i++)
        if (met[i])
            vec_push(&unroll->scratch, classes[i]);
    if (all)
        sat_clause(unroll->sat, unroll->scratch.items, unroll->scratch.count);
    free(met);
}

static void make_loose_classes(Unroll *unroll, size_t step, size_t role)
{
    const Choice *choice = unroll->choices[role];
    size_t count = choice_simple(choice);
    if (level_at(unroll, step)->classes[role])
        return;
    SatLit *classes =
        arena_array(unroll->arena, SatLit, choice_classes(choice));
    for (size_t i = 0; i < count; i++)
        classes[i] = sat_variable(unroll->sat);
    unroll->levels.items[step].classes[role] = classes;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && choice_place(choice, end) ==
                                             choice_place(choice, first);)
            end++;
        sat_at_most_one(unroll->sat, classes + first, end - first);
    }
    for (uint32_t i = 0; i < count; i++)
        for (size_t place = 0; place < choice_places(choice); place++)
            if (place != choice_place(choice, i))
                go_together(unroll, step, role, i, place, classes[i]);
}

/* What stands where in a move tells which it is. */
static SatLit loose_move(Unroll *unroll, size_t step, size_t role,
                         uint32_t move)
{
    const Choice *choice = unroll->choices[role];
    SatLits lits = {0};
    make_loose_classes(unroll, step, role);
    for (size_t place = 0; place < choice_places(choice); place++) {
        uint32_t at = choice_at(choice, place, move);
        if (at != NO_INDEX)
            vec_push(&lits, unroll->levels.items[step].classes[role][at]);
    }
    SatLit lit = sat_and(unroll->sat, lits.items, lits.count);
    vec_free(&lits);
    return lit;
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
    if (unroll->choices && unroll->choices[number])
        make_classes(unroll, step, number);
    else
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
    if (is_loose(unroll, role))
        return loose_move(unroll, step, role, move);
    if (!level_at(unroll, step)->moves[role])
        make_moves(unroll, step, role);
    return unroll->levels.items[step].moves[role][move];
}

static SatLit part_literal(Unroll *unroll, size_t step, size_t role,
                           const ChoicePart *part)
{
    const Level *level = &unroll->levels.items[step];
    SatLit *classes = level->classes[role], lits[CHOICE_PARTS];
    if (part->number == NO_INDEX)
        return unroll_move(unroll, step, role, part->move);
    const uint32_t *common = choice_common(unroll->choices[role], part->number);
    size_t count = 0;
    for (; count < CHOICE_PARTS && common[count] != NO_INDEX; count++)
        lits[count] = classes[common[count]];
    if (!classes[part->number])
        classes[part->number] = sat_and(unroll->sat, lits, count);
    return classes[part->number];
}

/* The same by classes of moves, if they are fewer than MOST; else 0. */
static SatLit cover_literal(Unroll *unroll, size_t step, const MoveSet *set,
                            size_t most)
{
    const Level *level = &unroll->levels.items[step];
    Choice *choice = unroll->choices[set->role];
    size_t count = unroll->net->roles[set->role].move_count;
    ChoiceParts rest = {0};
    memset(unroll->where, CHOICE_OUT, count);
    for (size_t i = 0; i < set->count; i++)
        unroll->where[set->moves[i]] = CHOICE_IN;
    for (size_t i = 0; level->moves[set->role] && i < count; i++)
        if (level->moves[set->role][i] == -sat_true(unroll->sat))
            unroll->where[i] = CHOICE_EITHER;
    bool good =
        choice_cover(choice, unroll->where, CHOICE_IN, most, &unroll->parts);
    bool negated =
        level->taken && choice_cover(choice, unroll->where, CHOICE_OUT,
                                     good ? unroll->parts.count : most, &rest);
    const ChoiceParts *parts = negated ? &rest : &unroll->parts;
    SatLits lits = {0};
    for (size_t i = 0; (good || negated) && i < parts->count; i++)
        vec_push(&lits,
                 part_literal(unroll, step, set->role, &parts->items[i]));
    SatLit lit =
        good || negated ? sat_or(unroll->sat, lits.items, lits.count) : 0;
    vec_free(&lits);
    vec_free(&rest);
    return negated ? -lit : lit;
}

/* A set that is not made of few classes may be made or not, as it likes. */
static SatLit loose_set(Unroll *unroll, size_t step, const MoveSet *set)
{
    enum { MOST_PARTS = 400 };
    make_loose_classes(unroll, step, set->role);
    SatLit lit = cover_literal(unroll, step, set, MOST_PARTS);
    return lit ? lit : sat_variable(unroll->sat);
}

/* One of the moves in a set; a large set is what the others are not. Both lists
 * are in order. */
static SatLit set_literal(Unroll *unroll, size_t step, const MoveSet *set)
{
    if (is_loose(unroll, set->role))
        return loose_set(unroll, step, set);
    if (!unroll->levels.items[step].moves[set->role])
        make_moves(unroll, step, set->role);
    const Level *level = &unroll->levels.items[step];
    const SatLit *moves = level->moves[set->role];
    enum { FEW = 3, MOST_PARTS = 40 };
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
    size_t size = unroll->scratch.count;
    if (size > FEW && level->classes[set->role]) {
        SatLit covered = cover_literal(unroll, step, set,
                                       size < MOST_PARTS ? size : MOST_PARTS);
        if (covered)
            return covered;
    }
    SatLit lit = sat_or(unroll->sat, unroll->scratch.items, size);
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

/* ---- loose steps ---- */

/* Whether LIT depends on a few nodes only. */
static bool is_small(const Unroll *unroll, Lit lit)
{
    enum { SMALL = 8 };
    const Net *net = unroll->net;
    uint32_t stack[SMALL], count = 0, seen = 0;
    stack[count++] = lit_node(lit);
    while (count) {
        const Node *node = &net->nodes[stack[--count]];
        if (node->kind == NODE_LOOP || ++seen > SMALL)
            return false;
        for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++) {
            if (count == SMALL)
                return false;
            stack[count++] = lit_node(net->inputs[node->first + i]);
        }
    }
    return true;
}

static void intersect(Lits *left, const Lits *right)
{
    size_t kept = 0;
    for (size_t i = 0; i < left->count; i++)
        for (size_t k = 0; k < right->count; k++)
            if (left->items[i] == right->items[k]) {
                left->items[kept++] = left->items[i];
                break;
            }
    left->count = kept;
}

/* Adds literals that follow from LIT, all of them small: those of every part,
 * and those that follow from each of several parts of which one must hold. */
static void add_needed(const Unroll *unroll, Lit lit, unsigned depth,
                       Lits *needed)
{
    enum { MOST_DEPTH = 6, MOST_PARTS = 24, MOST_NEEDED = 64 };
    const Net *net = unroll->net;
    const Node *node = &net->nodes[lit_node(lit)];
    if (lit == LIT_TRUE || needed->count >= MOST_NEEDED)
        return;
    if (node->kind == NODE_AND && !(lit & 1) && depth < MOST_DEPTH) {
        for (uint32_t i = 0; i < node->count; i++)
            add_needed(unroll, net->inputs[node->first + i], depth + 1, needed);
        return;
    }
    if (lit == LIT_FALSE || is_small(unroll, lit)) {
        vec_push(needed, lit);
        return;
    }
    if (node->kind != NODE_AND || depth == MOST_DEPTH)
        return;
    Lits common = {0}, one = {0};
    for (uint32_t i = 0; i < node->count && node->count <= MOST_PARTS; i++) {
        vec_clear(&one);
        add_needed(unroll, lit_not(net->inputs[node->first + i]), depth + 1,
                   i ? &one : &common);
        if (i)
            intersect(&common, &one);
        if (!common.count)
            break;
    }
    for (size_t i = 0; i < common.count; i++)
        vec_push(needed, common.items[i]);
    vec_free(&common);
    vec_free(&one);
}

/* What each move of a role needs: those of move m are from FIRST[m] to FIRST[m
 * + 1]. */
typedef struct {
    size_t *first;
    Lits lits;
    bool *said; /* by literal: there is a clause for it */
} Needs;

static Needs find_needs(const Unroll *unroll, const Role *role)
{
    Needs needs = {
        .first = fatal_malloc((role->move_count + 1) * sizeof *needs.first)};
    Lits one = {0};
    for (size_t m = 0; m < role->move_count; m++) {
        needs.first[m] = needs.lits.count;
        vec_clear(&one);
        add_needed(unroll, role->legal[m], 0, &one);
        for (size_t i = 0; i < one.count; i++)
            vec_push(&needs.lits, one.items[i]);
    }
    needs.first[role->move_count] = needs.lits.count;
    needs.said = calloc(needs.lits.count + 1, sizeof *needs.said);
    if (!needs.said)
        fatal("out of memory");
    vec_free(&one);
    return needs;
}

static void free_needs(Needs *needs)
{
    free(needs->first);
    free(needs->said);
    vec_free(&needs->lits);
}

/* Where LIT is among what MOVE needs; SIZE_MAX if it is not. */
static size_t find_need(const Needs *needs, uint32_t move, Lit lit)
{
    for (size_t i = needs->first[move]; i < needs->first[move + 1]; i++)
        if (needs->lits.items[i] == lit)
            return i;
    return SIZE_MAX;
}

/* What all moves of a class need. */
static void find_common(const Needs *needs, const uint32_t *moves, size_t count,
                        Lits *common)
{
    vec_clear(common);
    for (size_t i = needs->first[moves[0]]; i < needs->first[moves[0] + 1]; i++)
        vec_push(common, needs->lits.items[i]);
    for (size_t m = 1; m < count && common->count; m++) {
        size_t kept = 0;
        for (size_t i = 0; i < common->count; i++)
            if (find_need(needs, moves[m], common->items[i]) != SIZE_MAX)
                common->items[kept++] = common->items[i];
        common->count = kept;
    }
}

/* The classes CHOSEN at a step need LIT. */
static void add_need(Unroll *unroll, size_t step, size_t role,
                     const uint32_t *chosen, size_t count, Lit lit,
                     SatLit taken)
{
    SatLits clause = {0};
    vec_push(&clause, -taken);
    vec_push(&clause, make(unroll, step, lit));
    for (size_t i = 0; i < count; i++)
        vec_push(&clause, -unroll->levels.items[step].classes[role][chosen[i]]);
    sat_clause(unroll->sat, clause.items, clause.count);
    vec_free(&clause);
}

/* If one of the moves of a class is made, what all of them need holds. */
static void need_for_class(Unroll *unroll, size_t step, size_t role,
                           uint32_t number, Needs *needs, SatLit taken)
{
    const Choice *choice = unroll->choices[role];
    const uint32_t *parts = choice_common(choice, number);
    size_t count, size = 0;
    const uint32_t *moves = choice_moves(choice, number, &count);
    Lits common = {0};
    while (size < CHOICE_PARTS && parts[size] != NO_INDEX)
        size++;
    find_common(needs, moves, count, &common);
    for (size_t i = 0; i < common.count; i++) {
        bool said = true;
        for (size_t m = 0; m < count; m++) {
            size_t at = find_need(needs, moves[m], common.items[i]);
            said = said && needs->said[at];
            needs->said[at] = true;
        }
        if (!said)
            add_need(unroll, step, role, size ? parts : &number,
                     size ? size : 1, common.items[i], taken);
    }
    vec_free(&common);
}

/* What is left: a clause for a single move. */
static void need_for_move(Unroll *unroll, size_t step, size_t role,
                          uint32_t move, const Needs *needs, SatLit taken)
{
    const Choice *choice = unroll->choices[role];
    VEC(uint32_t) chosen = {0};
    for (size_t place = 0; place < choice_places(choice); place++)
        if (choice_at(choice, place, move) != NO_INDEX)
            vec_push(&chosen, choice_at(choice, place, move));
    for (size_t i = needs->first[move]; i < needs->first[move + 1]; i++)
        if (!needs->said[i])
            add_need(unroll, step, role, chosen.items, chosen.count,
                     needs->lits.items[i], taken);
    vec_free(&chosen);
}

/* A role with many moves: by classes. */
static void take_classes(Unroll *unroll, size_t step, size_t number,
                         SatLit taken)
{
    enum { MOST_SINGLE = 20000 };
    const Choice *choice = unroll->choices[number];
    Needs needs = find_needs(unroll, &unroll->net->roles[number]);
    make_loose_classes(unroll, step, number);
    for (size_t place = 0; place < choice_places(choice); place++)
        go_together(unroll, step, number, NO_INDEX, place, taken);
    for (uint32_t i = 0; i < choice_classes(choice); i++)
        need_for_class(unroll, step, number, i, &needs, taken);
    size_t count = unroll->net->roles[number].move_count;
    for (uint32_t i = 0; i < count && count <= MOST_SINGLE; i++)
        need_for_move(unroll, step, number, i, &needs, taken);
    free_needs(&needs);
}

static void take_few(Unroll *unroll, size_t step, size_t number, SatLit taken)
{
    const Role *role = &unroll->net->roles[number];
    Needs needs = find_needs(unroll, role);
    SatLits some = {0};
    if (!unroll->levels.items[step].moves[number])
        choose_variables(unroll, step, number, NULL);
    vec_push(&some, -taken);
    for (uint32_t m = 0; m < role->move_count; m++) {
        SatLit made = unroll->levels.items[step].moves[number][m];
        for (size_t i = needs.first[m]; i < needs.first[m + 1]; i++)
            sat_clause3(unroll->sat, -taken, -made,
                        make(unroll, step, needs.lits.items[i]));
        vec_push(&some, made);
    }
    sat_clause(unroll->sat, some.items, some.count);
    vec_free(&some);
    free_needs(&needs);
}

static void take_loosely(Unroll *unroll, size_t step, SatLit taken)
{
    const Net *net = unroll->net;
    Lits needed = {0};
    add_needed(unroll, lit_not(net->terminal), 0, &needed);
    for (size_t i = 0; i < needed.count; i++)
        sat_clause2(unroll->sat, -taken, make(unroll, step, needed.items[i]));
    vec_free(&needed);
    for (size_t r = 0; r < net->role_count; r++)
        if (is_loose(unroll, r))
            take_classes(unroll, step, r, taken);
        else
            take_few(unroll, step, r, taken);
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
    if (unroll->start == UNROLL_LOOSE) {
        take_loosely(unroll, step, taken);
        return;
    }
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
