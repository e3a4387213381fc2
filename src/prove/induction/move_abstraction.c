/* move_abstraction.c - induction for large games, with steps that are only
 * sketched
 *
 * In:   properties that hold initially
 * Out:  those that are inductive together
 *
 * Properties are taken apart into parts, conjuncts over few features. A
 * question is whether a part can fail after a step: a solver of its own for
 * each, with the cone of the part's features, the merged moves, what these
 * need, and all parts of properties that speak of no other features. A property
 * with a part that can fail is dropped, and whatever was shown with its help is
 * asked again (Houdini). Start reading at move_abstraction_prove(), at the end.
 */
#include "prove/induction/move_abstraction.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FEATURES = 32, /* of a part */
    MAX_GATES = 1000,  /* of a part */
    MAX_NODES = 3000,  /* of a question; what lies beyond is left open */
    MAX_CLASSES = 512, /* of merged moves */
    MAX_NEEDS = 40,    /* of a move, */
    SMALL_ARMS = 6,    /* looking into ORs of so many arms, */
    DEPTH = 4,         /* and so deep */
    CONFLICTS = 300,
    FACT = -1
};

typedef VEC(uint32_t) Numbers;
typedef VEC(Lit) NetLits;

typedef struct {
    Ref ref;
    int owner; /* number in the list, or FACT */
    bool shown;
    uint32_t *features;
    size_t feature_count;
} Part;

/* Moves of one role that are in the same sets; those in none are class 0. */
typedef struct {
    bool possible; /* some of its moves are ever legal */
    NetLits needs; /* what all of these need */
    SatLit lit;
} Class;

/* A literal that many moves of a role need. */
typedef struct {
    Lit lit;
    size_t all, met; /* how many; how many that are in sets of the question */
} Frequent;

/* What is known of the moves of a role that are ever legal. */
typedef struct {
    size_t all, met;
    VEC(Frequent) frequent;
    uint32_t *class_of;   /* by move */
    uint32_t *move_round; /* by move: was met in this round */
    VEC(Class) classes;
} Moves;

typedef struct {
    const MoveAbstractionTask *task;
    const Net *net;
    Arena *arena;
    VEC(Part) parts;
    Numbers *parts_of; /* by feature */
    bool *dropped;     /* by property */
    /* Of the question: whatever has another round than this is not known. */
    uint32_t round;
    Sat *sat;
    uint32_t *node_round, *feature_round, *seen_round;
    SatLit *nodes, *features;
    Numbers used; /* features */
    size_t made;  /* nodes */
    Numbers sets;
    Moves *moves; /* by role */
    Numbers stack;
} Sketch;

/* ---- parts ---- */

typedef struct {
    size_t gates;
    Numbers features;
    bool suits;
} Support;

/* What REF speaks of; it does not suit if that is more than features of one
 * position, or too much. */
static void find_inductive_core(const Sketch *abstraction, Ref ref,
                                Support *support)
{
    const PropertyTable *properties = abstraction->task->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    if (++support->gates > MAX_GATES || gate->level ||
        support->features.count > MAX_FEATURES)
        support->suits = false;
    if (!support->suits)
        return;
    if (gate->is_leaf && gate->node < abstraction->net->node_count) {
        support->suits = false;
    } else if (gate->is_leaf) {
        uint32_t feature = gate->node - (uint32_t)abstraction->net->node_count;
        for (size_t i = 0; i < support->features.count; i++)
            if (support->features.items[i] == feature)
                return;
        vec_push(&support->features, feature);
    }
    for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
        find_inductive_core(abstraction,
                            properties->inputs.items[gate->first + i], support);
}

/* False if it does not suit. */
static bool add_part(Sketch *abstraction, Ref ref, int owner)
{
    Support support = {.suits = true};
    find_inductive_core(abstraction, ref, &support);
    if (support.suits) {
        Part part = {.ref = ref,
                     .owner = owner,
                     .feature_count = support.features.count};
        part.features = vec_finish(&support.features, abstraction->arena);
        for (size_t i = 0; i < part.feature_count; i++)
            vec_push(&abstraction->parts_of[part.features[i]],
                     (uint32_t)abstraction->parts.count);
        vec_push(&abstraction->parts, part);
    }
    vec_free(&support.features);
    return support.suits;
}

static bool add_sentence(Sketch *abstraction, const GroundProperty *property,
                         int owner)
{
    const PropertyTable *properties = abstraction->task->properties;
    Ref ref = property->ends[0];
    const Gate *gate = &properties->gates.items[ref / 2];
    bool suits = !property->degree;
    if (!suits || (ref & 1) || gate->is_leaf)
        return suits && add_part(abstraction, ref, owner);
    for (uint32_t i = 0; i < gate->count; i++)
        suits = add_part(abstraction, properties->inputs.items[gate->first + i],
                         owner) &&
                suits;
    return suits;
}

/* ---- literals of the position and the step ---- */

static SatLit feature_lit(Sketch *abstraction, uint32_t feature)
{
    if (abstraction->feature_round[feature] != abstraction->round) {
        abstraction->feature_round[feature] = abstraction->round;
        abstraction->features[feature] = sat_variable(abstraction->sat);
        vec_push(&abstraction->used, feature);
    }
    return abstraction->features[feature];
}

static bool is_made(const Sketch *abstraction, uint32_t node)
{
    return abstraction->node_round[node] == abstraction->round;
}

static SatLit made_lit(const Sketch *abstraction, Lit lit)
{
    SatLit node = abstraction->nodes[lit_node(lit)];
    return lit & 1 ? -node : node;
}

/* One of the classes that the set is made of. */
static SatLit set_lit(const Sketch *abstraction, const MoveSet *set)
{
    const Moves *moves = &abstraction->moves[set->role];
    VEC(SatLit) lits = {0};
    bool *taken = calloc(moves->classes.count + 1, sizeof *taken);
    if (!taken)
        fatal("out of memory");
    for (size_t i = 0; i < set->count; i++) {
        uint32_t class = moves->class_of[set->moves[i]];
        if (!taken[class])
            vec_push(&lits, moves->classes.items[class].lit);
        taken[class] = true;
    }
    SatLit lit = sat_or(abstraction->sat, lits.items, lits.count);
    free(taken);
    vec_free(&lits);
    return lit;
}

static SatLit and_lit(Sketch *abstraction, const Node *node)
{
    VEC(SatLit) lits = {0};
    for (uint32_t i = 0; i < node->count; i++)
        vec_push(&lits, made_lit(abstraction,
                                 abstraction->net->inputs[node->first + i]));
    SatLit lit = sat_and(abstraction->sat, lits.items, lits.count);
    vec_free(&lits);
    return lit;
}

/* Asks for the inputs that are not made; true if there are any. */
static bool ask_inputs(Sketch *abstraction, const Node *node)
{
    size_t before = abstraction->stack.count;
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t input = lit_node(abstraction->net->inputs[node->first + i]);
        if (!is_made(abstraction, input))
            vec_push(&abstraction->stack, input);
    }
    return abstraction->stack.count > before;
}

/* A literal of the net. Loops, and what is beyond the limit, may be anything.
 */
static SatLit net_lit(Sketch *abstraction, Lit lit)
{
    vec_push(&abstraction->stack, lit_node(lit));
    while (abstraction->stack.count) {
        uint32_t number = vec_last(&abstraction->stack);
        const Node *node = &abstraction->net->nodes[number];
        bool open = node->kind == NODE_LOOP ||
                    (node->kind == NODE_AND && abstraction->made > MAX_NODES) ||
                    (node->kind == NODE_MOVES &&
                     abstraction->seen_round[number] != abstraction->round);
        if (is_made(abstraction, number)) {
            (void)vec_pop(&abstraction->stack);
            continue;
        }
        if (node->kind == NODE_AND && !open && ask_inputs(abstraction, node))
            continue;
        (void)vec_pop(&abstraction->stack);
        abstraction->node_round[number] = abstraction->round;
        abstraction->made++;
        abstraction->nodes[number] =
            open                         ? sat_variable(abstraction->sat)
            : node->kind == NODE_TRUE    ? sat_true(abstraction->sat)
            : node->kind == NODE_FEATURE ? feature_lit(abstraction, node->first)
            : node->kind == NODE_MOVES
                ? set_lit(abstraction, &abstraction->net->sets[node->first])
                : and_lit(abstraction, node);
    }
    return made_lit(abstraction, lit);
}

/* ---- merged moves ---- */

/* The sets of moves that the next values of PART's features look at. */
static bool find_sets(Sketch *abstraction, const Part *part)
{
    const Net *net = abstraction->net;
    size_t nodes = 0;
    vec_clear(&abstraction->sets);
    for (size_t i = 0; i < part->feature_count; i++)
        vec_push(&abstraction->stack, lit_node(net->next[part->features[i]]));
    while (abstraction->stack.count) {
        uint32_t number = vec_pop(&abstraction->stack);
        const Node *node = &net->nodes[number];
        if (abstraction->seen_round[number] == abstraction->round ||
            nodes > MAX_NODES)
            continue;
        abstraction->seen_round[number] = abstraction->round;
        nodes++;
        if (node->kind == NODE_MOVES)
            vec_push(&abstraction->sets, node->first);
        for (uint32_t i = 0; node->kind == NODE_AND && i < node->count; i++)
            vec_push(&abstraction->stack,
                     lit_node(net->inputs[node->first + i]));
    }
    return nodes <= MAX_NODES;
}

/* Splits each class into the moves that are in SET and the others. */
static bool split_classes(Sketch *abstraction, const MoveSet *set)
{
    Moves *moves = &abstraction->moves[set->role];
    size_t before = moves->classes.count;
    uint32_t *inside = calloc(before + 1, sizeof *inside);
    if (!inside)
        fatal("out of memory");
    for (size_t i = 0; i < set->count; i++) {
        uint32_t *class = &moves->class_of[set->moves[i]];
        if (!inside[*class]) {
            inside[*class] = (uint32_t)moves->classes.count;
            vec_push(&moves->classes, (Class){0});
        }
        *class = inside[*class];
    }
    free(inside);
    return moves->classes.count <= MAX_CLASSES;
}

static bool is_among(const NetLits *lits, Lit lit)
{
    for (size_t i = 0; i < lits->count; i++)
        if (lits->items[i] == lit)
            return true;
    return false;
}

static void keep_common(NetLits *lits, const NetLits *others)
{
    size_t kept = 0;
    for (size_t i = 0; i < lits->count; i++)
        if (is_among(others, lits->items[i]))
            lits->items[kept++] = lits->items[i];
    lits->count = kept;
}

/* Adds to NEEDS what must hold if LIT does: LIT, the inputs of an AND and what
 * they need, and of an OR what all its arms need. */
static void list_needs(const Sketch *abstraction, Lit lit, unsigned depth,
                       NetLits *needs)
{
    const Net *net = abstraction->net;
    const Node *node = &net->nodes[lit_node(lit)];
    if (needs->count >= MAX_NEEDS)
        return;
    vec_push(needs, lit);
    if (node->kind != NODE_AND || !depth)
        return;
    for (uint32_t i = 0; !(lit & 1) && i < node->count; i++)
        list_needs(abstraction, net->inputs[node->first + i], depth - 1, needs);
    if (!(lit & 1) || node->count > SMALL_ARMS)
        return;
    NetLits common = {0}, arm = {0};
    for (uint32_t i = 0; i < node->count; i++) {
        vec_clear(&arm);
        list_needs(abstraction, lit_not(net->inputs[node->first + i]),
                   depth - 1, i ? &arm : &common);
        if (i)
            keep_common(&common, &arm);
    }
    for (size_t i = 0; i < common.count; i++)
        vec_push(needs, common.items[i]);
    vec_free(&common);
    vec_free(&arm);
}

/* What is needed for a move that is in some set is noted once. */
static void meet_move(Sketch *abstraction, uint32_t role, uint32_t move,
                      NetLits *needs)
{
    Lit legal = abstraction->net->roles[role].legal[move];
    Moves *moves = &abstraction->moves[role];
    Class *class = &moves->classes.items[moves->class_of[move]];
    if (legal == LIT_FALSE || moves->move_round[move] == abstraction->round)
        return;
    moves->move_round[move] = abstraction->round;
    vec_clear(needs);
    list_needs(abstraction, legal, DEPTH, needs);
    for (size_t i = 0; !class->possible && i < needs->count; i++)
        vec_push(&class->needs, needs->items[i]);
    keep_common(&class->needs, needs);
    class->possible = true;
    moves->met++;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].met +=
            is_among(needs, moves->frequent.items[i].lit);
}

/* The moves in none of the sets are all those that were not met. */
static void find_needs(Sketch *abstraction, uint32_t role)
{
    Moves *moves = &abstraction->moves[role];
    NetLits needs = {0};
    moves->met = 0;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].met = 0;
    for (size_t i = 0; i < abstraction->sets.count; i++) {
        const MoveSet *set =
            &abstraction->net->sets[abstraction->sets.items[i]];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            meet_move(abstraction, role, set->moves[k], &needs);
    }
    vec_free(&needs);
    Class *others = &moves->classes.items[0];
    others->possible = moves->met < moves->all;
    for (size_t i = 0; i < moves->frequent.count; i++) {
        const Frequent *frequent = &moves->frequent.items[i];
        if (frequent->all - frequent->met == moves->all - moves->met)
            vec_push(&others->needs, frequent->lit);
    }
}

/* A literal for each class: the role makes a move of one of them. */
static void make_classes(Sketch *abstraction, uint32_t role)
{
    Moves *moves = &abstraction->moves[role];
    VEC(SatLit) lits = {0};
    for (size_t i = 0; i < moves->classes.count; i++) {
        Class *class = &moves->classes.items[i];
        class->lit = class->possible ? sat_variable(abstraction->sat)
                                     : -sat_true(abstraction->sat);
        vec_push(&lits, class->lit);
    }
    sat_at_most_one(abstraction->sat, lits.items, lits.count);
    sat_clause(abstraction->sat, lits.items, lits.count);
    vec_free(&lits);
}

/* False if there are too many. */
static bool merge_moves(Sketch *abstraction)
{
    const Net *net = abstraction->net;
    bool few = true;
    for (uint32_t role = 0; role < net->role_count; role++)
        vec_push(&abstraction->moves[role].classes, (Class){0});
    for (size_t i = 0; i < abstraction->sets.count && few; i++)
        few =
            split_classes(abstraction, &net->sets[abstraction->sets.items[i]]);
    for (uint32_t role = 0; role < net->role_count && few; role++) {
        find_needs(abstraction, role);
        make_classes(abstraction, role);
    }
    return few;
}

/* Once there are literals for all classes. */
static void add_needs(Sketch *abstraction)
{
    for (uint32_t role = 0; role < abstraction->net->role_count; role++)
        for (size_t i = 0; i < abstraction->moves[role].classes.count; i++) {
            const Class *class = &abstraction->moves[role].classes.items[i];
            for (size_t k = 0; k < class->needs.count; k++)
                sat_clause2(abstraction->sat, -class->lit,
                            net_lit(abstraction, class->needs.items[k]));
        }
}

static void forget_moves(Sketch *abstraction)
{
    const Net *net = abstraction->net;
    for (size_t i = 0; i < abstraction->sets.count; i++) {
        const MoveSet *set = &net->sets[abstraction->sets.items[i]];
        for (size_t k = 0; k < set->count; k++)
            abstraction->moves[set->role].class_of[set->moves[k]] = 0;
    }
    for (uint32_t role = 0; role < net->role_count; role++) {
        Moves *moves = &abstraction->moves[role];
        for (size_t i = 0; i < moves->classes.count; i++)
            vec_free(&moves->classes.items[i].needs);
        vec_clear(&moves->classes);
    }
}

/* ---- questions ---- */

/* REF now, or after the step. A part has few gates, so this ends soon. */
static SatLit ref_lit(Sketch *abstraction, Ref ref, bool after)
{
    const PropertyTable *properties = abstraction->task->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    SatLit lit;
    if (gate->is_leaf) {
        uint32_t feature = gate->node - (uint32_t)abstraction->net->node_count;
        lit = after ? net_lit(abstraction, abstraction->net->next[feature])
                    : feature_lit(abstraction, feature);
    } else {
        VEC(SatLit) lits = {0};
        for (uint32_t i = 0; i < gate->count; i++)
            vec_push(&lits,
                     ref_lit(abstraction,
                             properties->inputs.items[gate->first + i], after));
        lit = sat_and(abstraction->sat, lits.items, lits.count);
        vec_free(&lits);
    }
    return ref & 1 ? -lit : lit;
}

static bool is_hypothesis(const Sketch *abstraction, const Part *part)
{
    if (part->owner != FACT && abstraction->dropped[part->owner])
        return false;
    for (size_t i = 0; i < part->feature_count; i++)
        if (abstraction->feature_round[part->features[i]] != abstraction->round)
            return false;
    return true;
}

/* All that is assumed of the features that were met, each time by the first of
 * them. */
static void suppose(Sketch *abstraction)
{
    for (size_t i = 0; i < abstraction->used.count; i++) {
        const Numbers *parts =
            &abstraction->parts_of[abstraction->used.items[i]];
        for (size_t k = 0; k < parts->count; k++) {
            const Part *part = &abstraction->parts.items[parts->items[k]];
            if (part->features[0] == abstraction->used.items[i] &&
                is_hypothesis(abstraction, part))
                sat_clause1(abstraction->sat,
                            ref_lit(abstraction, part->ref, false));
        }
    }
}

/* Whether no step can violate PART. */
static bool is_kept(Sketch *abstraction, const Part *part)
{
    abstraction->round++;
    abstraction->made = 0;
    vec_clear(&abstraction->used);
    vec_clear(&abstraction->stack);
    abstraction->sat = sat_new(abstraction->task->budget);
    bool kept = find_sets(abstraction, part) && merge_moves(abstraction);
    if (kept) {
        SatLit holds = ref_lit(abstraction, part->ref, true);
        for (size_t i = 0; i < part->feature_count; i++)
            feature_lit(abstraction, part->features[i]);
        add_needs(abstraction);
        suppose(abstraction);
        sat_clause1(abstraction->sat, -holds);
        kept = sat_solve(abstraction->sat, CONFLICTS) == SAT_NO;
    }
    forget_moves(abstraction);
    sat_free(abstraction->sat);
    return kept;
}

/* Drops a property: what was shown while it was assumed is no longer. */
static void drop(Sketch *abstraction, int owner)
{
    abstraction->dropped[owner] = true;
    for (size_t i = 0; i < abstraction->parts.count; i++)
        abstraction->parts.items[i].shown = false;
}

static bool is_open(const Sketch *abstraction, const Part *part)
{
    return part->owner != FACT && !abstraction->dropped[part->owner] &&
           !part->shown;
}

/* Until everything that is not dropped is shown; false if time runs out. */
static bool show_all(Sketch *abstraction)
{
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < abstraction->parts.count; i++) {
            Part *part = &abstraction->parts.items[i];
            if (!is_open(abstraction, part))
                continue;
            if (budget_spent(abstraction->task->budget))
                return false;
            part->shown = is_kept(abstraction, part);
            if (!part->shown) {
                drop(abstraction, part->owner);
                more = true;
            }
        }
    }
    return true;
}

/* What more than half of the moves need. */
static void find_frequent(Sketch *abstraction, uint32_t role)
{
    const Role *from = &abstraction->net->roles[role];
    Moves *moves = &abstraction->moves[role];
    NetLits needs = {0}, many = {0};
    uint32_t *counts = calloc(2 * abstraction->net->node_count, sizeof *counts);
    uint32_t *last = calloc(2 * abstraction->net->node_count, sizeof *last);
    if (!counts || !last)
        fatal("out of memory");
    for (uint32_t i = 0; i < from->move_count; i++) {
        if (from->legal[i] == LIT_FALSE)
            continue;
        moves->all++;
        vec_clear(&needs);
        list_needs(abstraction, from->legal[i], DEPTH, &needs);
        for (size_t k = 0; k < needs.count; k++) {
            Lit lit = needs.items[k];
            if (last[lit] == i + 1)
                continue; /* it is there twice */
            last[lit] = i + 1;
            if (++counts[lit] == from->move_count / 2 + 1)
                vec_push(&many, lit);
        }
    }
    for (size_t i = 0; i < many.count; i++) {
        Frequent frequent = {many.items[i], counts[many.items[i]], 0};
        vec_push(&moves->frequent, frequent);
    }
    free(counts);
    free(last);
    vec_free(&needs);
    vec_free(&many);
}

static Sketch sketch_new(const MoveAbstractionTask *task)
{
    const Net *net = task->net;
    Arena *arena = arena_new();
    Sketch abstraction = {
        .task = task,
        .net = net,
        .arena = arena,
        .parts_of = arena_array(arena, Numbers, net->feature_count),
        .dropped = arena_array(arena, bool, task->count),
        .node_round = arena_array(arena, uint32_t, net->node_count),
        .seen_round = arena_array(arena, uint32_t, net->node_count),
        .feature_round = arena_array(arena, uint32_t, net->feature_count),
        .nodes = arena_array(arena, SatLit, net->node_count),
        .features = arena_array(arena, SatLit, net->feature_count),
        .moves = arena_array(arena, Moves, net->role_count)};
    for (uint32_t i = 0; i < net->role_count; i++) {
        size_t count = net->roles[i].move_count;
        abstraction.moves[i].class_of = arena_array(arena, uint32_t, count);
        abstraction.moves[i].move_round = arena_array(arena, uint32_t, count);
        find_frequent(&abstraction, i);
    }
    return abstraction;
}

static void sketch_free(Sketch *abstraction)
{
    for (size_t i = 0; i < abstraction->net->feature_count; i++)
        vec_free(&abstraction->parts_of[i]);
    for (size_t i = 0; i < abstraction->net->role_count; i++) {
        vec_free(&abstraction->moves[i].classes);
        vec_free(&abstraction->moves[i].frequent);
    }
    vec_free(&abstraction->parts);
    vec_free(&abstraction->used);
    vec_free(&abstraction->sets);
    vec_free(&abstraction->stack);
    arena_free(abstraction->arena);
}

void move_abstraction_prove(const MoveAbstractionTask *task, bool *proved)
{
    Sketch abstraction = sketch_new(task);
    for (size_t i = 0; i < task->fact_count; i++)
        add_sentence(&abstraction, task->facts[i], FACT);
    for (size_t i = 0; i < task->count; i++)
        if (!add_sentence(&abstraction, task->list[i], (int)i))
            abstraction.dropped[i] = true;
    bool all = show_all(&abstraction);
    for (size_t i = 0; i < task->count; i++)
        proved[i] = all && !abstraction.dropped[i];
    sketch_free(&abstraction);
}
