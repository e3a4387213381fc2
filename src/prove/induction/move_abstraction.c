/* move_abstraction.c - induction for large games, over abstract steps
 *
 * In:   properties that hold initially
 * Out:  those that are inductive together
 *
 * Properties are split into conjuncts over few features. A question is whether
 * a step can make a conjunct false. It has a small solver of its own: the cone
 * of influence of the conjunct's features, localised (Kurshan 1994), the merged
 * moves, the literals that their legality needs, and the conjuncts assumed that
 * are over features of the cone. A property with a conjunct that can fail is
 * dropped, and whatever was proved while it was assumed is asked again, as in
 * Houdini (Flanagan and Leino 2001). Start reading at move_abstraction_prove(),
 * at the end.
 */
#include "prove/induction/move_abstraction.h"

#include "base/memory.h"
#include "sat/implied_lits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FEATURES = 32, /* of a conjunct */
    MAX_GATES = 1000,  /* of a conjunct */
    MAX_NODES_PER_QUESTION =
        3000,          /* of a question; the others are unconstrained */
    MAX_CLASSES = 512, /* of merged moves, per role */
    MAX_CONFLICTS_PER_QUESTION = 300, /* per question */
    FACT_OWNER = -1
};

/* Of the literals that the legality of a move implies. */
static const ImpliedLimits NEEDED = {.depth = 4, .max_arms = 6, .max_lits = 40};

typedef VEC(uint32_t) Numbers;

typedef struct {
    Ref ref;
    int owner; /* number of its property in the list, or FACT_OWNER */
    bool proved;
    uint32_t *features;
    size_t feature_count;
} Conjunct;

/* A class of moves of one role, those that are in the same move sets of the
 * question; those in none are class 0. */
typedef struct {
    bool ever_legal;       /* some move in it is */
    NetLits legality_lits; /* that the legality of all of these needs */
    SatLit chosen_lit;
} MergedMoves;

/* A literal that more than half of the moves of a role need. */
typedef struct {
    Lit lit;
    size_t total;   /* moves that need it */
    size_t in_sets; /* those of them that are in sets of the question */
} FrequentNeed;

/* The moves of a role that are ever legal. */
typedef struct {
    size_t legal_count;   /* moves that are ever legal */
    size_t in_sets_count; /* those of them that are in sets of the question */
    VEC(FrequentNeed) frequent;
    uint32_t *class_of;   /* by move */
    uint32_t *move_round; /* by move: its needs were added in this round */
    VEC(MergedMoves) classes;
} RoleMoves;

typedef struct {
    const MoveAbstractionTask *task;
    const Net *net;
    Arena *arena;
    VEC(Conjunct) conjuncts;
    Numbers *conjuncts_of; /* by feature */
    bool *dropped;         /* by property */
    /* Of the question: entries of another round than this are stale. */
    uint32_t round;
    Sat *sat;
    uint32_t *node_round, *feature_round, *seen_round;
    SatLit *nodes, *features;
    Numbers used_features; /* those with a literal */
    size_t encoded_nodes;
    Numbers sets;     /* move sets that the conjunct depends on */
    RoleMoves *moves; /* by role */
    Numbers stack;
} MoveAbstraction;

/* ---- conjuncts ---- */

typedef struct {
    size_t gates;
    Numbers features;
    bool fits;
} ConjunctExtent;

/* Adds the gates and features of REF to EXTENT. It does not fit if REF is about
 * more than the features of one position, or above a limit. */
static void measure_conjunct(const MoveAbstraction *abstraction, Ref ref,
                             ConjunctExtent *extent)
{
    const PropertyTable *properties = abstraction->task->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    if (++extent->gates > MAX_GATES || gate->level ||
        extent->features.count > MAX_FEATURES)
        extent->fits = false;
    if (!extent->fits)
        return;
    if (gate->is_leaf && gate->node < abstraction->net->node_count) {
        extent->fits = false;
    } else if (gate->is_leaf) {
        uint32_t feature = gate->node - (uint32_t)abstraction->net->node_count;
        for (size_t i = 0; i < extent->features.count; i++)
            if (extent->features.items[i] == feature)
                return;
        vec_push(&extent->features, feature);
    }
    for (uint32_t i = 0; !gate->is_leaf && i < gate->count; i++)
        measure_conjunct(abstraction, properties->inputs.items[gate->first + i],
                         extent);
}

/* False if the conjunct is not over few features of one position. */
static bool add_conjunct(MoveAbstraction *abstraction, Ref ref, int owner)
{
    ConjunctExtent extent = {.fits = true};
    measure_conjunct(abstraction, ref, &extent);
    if (extent.fits) {
        Conjunct conjunct = {
            .ref = ref, .owner = owner, .feature_count = extent.features.count};
        conjunct.features = vec_finish(&extent.features, abstraction->arena);
        for (size_t i = 0; i < conjunct.feature_count; i++)
            vec_push(&abstraction->conjuncts_of[conjunct.features[i]],
                     (uint32_t)abstraction->conjuncts.count);
        vec_push(&abstraction->conjuncts, conjunct);
    }
    vec_free(&extent.features);
    return extent.fits;
}

/* Adds the conjuncts of PROPERTY that fit; true if all do. */
static bool add_property(MoveAbstraction *abstraction,
                         const GroundProperty *property, int owner)
{
    const PropertyTable *properties = abstraction->task->properties;
    Ref ref = property->ends[0];
    const Gate *gate = &properties->gates.items[ref / 2];
    bool fits = !property->degree;
    if (!fits || (ref & 1) || gate->is_leaf)
        return fits && add_conjunct(abstraction, ref, owner);
    for (uint32_t i = 0; i < gate->count; i++)
        fits = add_conjunct(abstraction,
                            properties->inputs.items[gate->first + i], owner) &&
               fits;
    return fits;
}

/* ---- literals of the position and the step ---- */

static SatLit feature_lit(MoveAbstraction *abstraction, uint32_t feature)
{
    if (abstraction->feature_round[feature] != abstraction->round) {
        abstraction->feature_round[feature] = abstraction->round;
        abstraction->features[feature] = sat_variable(abstraction->sat);
        vec_push(&abstraction->used_features, feature);
    }
    return abstraction->features[feature];
}

static bool is_encoded(const MoveAbstraction *abstraction, uint32_t node)
{
    return abstraction->node_round[node] == abstraction->round;
}

static SatLit encoded_lit(const MoveAbstraction *abstraction, Lit lit)
{
    SatLit node = abstraction->nodes[lit_node(lit)];
    return lit & 1 ? -node : node;
}

/* The literal: the move is in SET, that is in one of the classes in it. */
static SatLit set_lit(const MoveAbstraction *abstraction, const MoveSet *set)
{
    const RoleMoves *moves = &abstraction->moves[set->role];
    SatLits lits = {0};
    assert(moves->classes.count <= MAX_CLASSES);
    bool *is_included =
        memory_zeroed(moves->classes.count + 1, sizeof *is_included);
    for (size_t i = 0; i < set->count; i++) {
        uint32_t class = moves->class_of[set->moves[i]];
        if (!is_included[class])
            vec_push(&lits, moves->classes.items[class].chosen_lit);
        is_included[class] = true;
    }
    SatLit lit = sat_or(abstraction->sat, lits.items, lits.count);
    free(is_included);
    vec_free(&lits);
    return lit;
}

static SatLit and_lit(MoveAbstraction *abstraction, const Node *node)
{
    SatLits lits = {0};
    for (uint32_t i = 0; i < node->input_count; i++)
        vec_push(&lits,
                 encoded_lit(abstraction,
                             abstraction->net->inputs[node->first_input + i]));
    SatLit lit = sat_and(abstraction->sat, lits.items, lits.count);
    vec_free(&lits);
    return lit;
}

/* Pushes the inputs that are not encoded yet; true if there are any. */
static bool push_inputs(MoveAbstraction *abstraction, const Node *node)
{
    size_t before = abstraction->stack.count;
    for (uint32_t i = 0; i < node->input_count; i++) {
        uint32_t input =
            lit_node(abstraction->net->inputs[node->first_input + i]);
        if (!is_encoded(abstraction, input))
            vec_push(&abstraction->stack, input);
    }
    return abstraction->stack.count > before;
}

/* The literal of the solver for LIT of the net. Nodes of loops, beyond the
 * limit, and move sets that are not in the question, are unconstrained: so
 * there are more abstract steps than steps. */
static SatLit net_lit(MoveAbstraction *abstraction, Lit lit)
{
    vec_push(&abstraction->stack, lit_node(lit));
    while (abstraction->stack.count) {
        uint32_t number = vec_last(&abstraction->stack);
        const Node *node = &abstraction->net->nodes[number];
        bool is_unconstrained =
            node->kind == NODE_LOOP ||
            (node->kind == NODE_AND &&
             abstraction->encoded_nodes > MAX_NODES_PER_QUESTION) ||
            (node->kind == NODE_MOVES &&
             abstraction->seen_round[number] != abstraction->round);
        if (is_encoded(abstraction, number)) {
            (void)vec_pop(&abstraction->stack);
            continue;
        }
        if (node->kind == NODE_AND && !is_unconstrained &&
            push_inputs(abstraction, node))
            continue;
        (void)vec_pop(&abstraction->stack);
        abstraction->node_round[number] = abstraction->round;
        abstraction->encoded_nodes++;
        abstraction->nodes[number] =
            is_unconstrained          ? sat_variable(abstraction->sat)
            : node->kind == NODE_TRUE ? sat_true(abstraction->sat)
            : node->kind == NODE_FEATURE
                ? feature_lit(abstraction, node->feature)
            : node->kind == NODE_MOVES
                ? set_lit(abstraction, &abstraction->net->sets[node->set])
                : and_lit(abstraction, node);
    }
    assert(is_encoded(abstraction, lit_node(lit)));
    return encoded_lit(abstraction, lit);
}

/* ---- merged moves ---- */

/* The move sets that the next values of the conjunct's features depend on;
 * false if their cone is too large. */
static bool find_move_sets(MoveAbstraction *abstraction,
                           const Conjunct *conjunct)
{
    const Net *net = abstraction->net;
    size_t node_count = 0;
    vec_clear(&abstraction->sets);
    for (size_t i = 0; i < conjunct->feature_count; i++)
        vec_push(&abstraction->stack,
                 lit_node(net->next[conjunct->features[i]]));
    while (abstraction->stack.count) {
        uint32_t number = vec_pop(&abstraction->stack);
        const Node *node = &net->nodes[number];
        if (abstraction->seen_round[number] == abstraction->round ||
            node_count > MAX_NODES_PER_QUESTION)
            continue;
        abstraction->seen_round[number] = abstraction->round;
        node_count++;
        if (node->kind == NODE_MOVES)
            vec_push(&abstraction->sets, node->set);
        for (uint32_t i = 0; i < node->input_count; i++)
            vec_push(&abstraction->stack,
                     lit_node(net->inputs[node->first_input + i]));
    }
    return node_count <= MAX_NODES_PER_QUESTION;
}

/* Splits each class into the moves that are in SET and the others. */
static bool split_classes(MoveAbstraction *abstraction, const MoveSet *set)
{
    RoleMoves *moves = &abstraction->moves[set->role];
    size_t old_count = moves->classes.count;
    uint32_t *class_inside = memory_zeroed(old_count + 1, sizeof *class_inside);
    for (size_t i = 0; i < set->count; i++) {
        uint32_t *class = &moves->class_of[set->moves[i]];
        if (!class_inside[*class]) {
            class_inside[*class] = (uint32_t)moves->classes.count;
            vec_push(&moves->classes, (MergedMoves){0});
        }
        *class = class_inside[*class];
    }
    free(class_inside);
    return moves->classes.count <= MAX_CLASSES;
}

/* Intersects the needs of the class of MOVE, which is in some move set, with
 * those of MOVE; once per round. NEEDS is scratch. */
static void add_needs_of_move(MoveAbstraction *abstraction, uint32_t role,
                              uint32_t move, NetLits *needs)
{
    Lit legal = abstraction->net->roles[role].legal[move];
    RoleMoves *moves = &abstraction->moves[role];
    MergedMoves *class = &moves->classes.items[moves->class_of[move]];
    if (legal == LIT_FALSE || moves->move_round[move] == abstraction->round)
        return;
    moves->move_round[move] = abstraction->round;
    vec_clear(needs);
    add_implied_lits(abstraction->net, legal, NEEDED, needs);
    for (size_t i = 0; !class->ever_legal && i < needs->count; i++)
        vec_push(&class->legality_lits, needs->items[i]);
    lits_keep_common(&class->legality_lits, needs);
    class->ever_legal = true;
    moves->in_sets_count++;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].in_sets +=
            lits_contain(needs, moves->frequent.items[i].lit);
}

/* The needs of the classes of ROLE. Class 0, of moves in no set, may be large:
 * its needs are the frequent ones that all of these moves need, by counting. */
static void find_class_needs(MoveAbstraction *abstraction, uint32_t role)
{
    RoleMoves *moves = &abstraction->moves[role];
    NetLits needs = {0};
    moves->in_sets_count = 0;
    for (size_t i = 0; i < moves->frequent.count; i++)
        moves->frequent.items[i].in_sets = 0;
    for (size_t i = 0; i < abstraction->sets.count; i++) {
        const MoveSet *set =
            &abstraction->net->sets[abstraction->sets.items[i]];
        for (size_t k = 0; set->role == role && k < set->count; k++)
            add_needs_of_move(abstraction, role, set->moves[k], &needs);
    }
    vec_free(&needs);
    MergedMoves *others = &moves->classes.items[0];
    assert(moves->in_sets_count <= moves->legal_count);
    others->ever_legal = moves->in_sets_count < moves->legal_count;
    for (size_t i = 0; i < moves->frequent.count; i++) {
        const FrequentNeed *frequent = &moves->frequent.items[i];
        assert(frequent->in_sets <= frequent->total);
        if (frequent->total - frequent->in_sets ==
            moves->legal_count - moves->in_sets_count)
            vec_push(&others->legality_lits, frequent->lit);
    }
}

/* A literal for each class, of which exactly one holds: the role makes a move
 * of that class. */
static void encode_classes(MoveAbstraction *abstraction, uint32_t role)
{
    RoleMoves *moves = &abstraction->moves[role];
    SatLits lits = {0};
    for (size_t i = 0; i < moves->classes.count; i++) {
        MergedMoves *class = &moves->classes.items[i];
        class->chosen_lit = class->ever_legal ? sat_variable(abstraction->sat)
                                              : -sat_true(abstraction->sat);
        vec_push(&lits, class->chosen_lit);
    }
    sat_at_most_one(abstraction->sat, lits.items, lits.count);
    sat_clause(abstraction->sat, lits.items, lits.count);
    vec_free(&lits);
}

/* False if there are too many classes. */
static bool merge_moves(MoveAbstraction *abstraction)
{
    const Net *net = abstraction->net;
    bool within_limit = true;
    for (uint32_t role = 0; role < net->role_count; role++) {
        assert(!abstraction->moves[role].classes.count);
        vec_push(&abstraction->moves[role].classes, (MergedMoves){0});
    }
    for (size_t i = 0; i < abstraction->sets.count && within_limit; i++)
        within_limit =
            split_classes(abstraction, &net->sets[abstraction->sets.items[i]]);
    for (uint32_t role = 0; role < net->role_count && within_limit; role++) {
        find_class_needs(abstraction, role);
        encode_classes(abstraction, role);
    }
    return within_limit;
}

/* A class is only chosen where its needs hold. */
static void encode_needs(MoveAbstraction *abstraction)
{
    for (uint32_t role = 0; role < abstraction->net->role_count; role++)
        for (size_t i = 0; i < abstraction->moves[role].classes.count; i++) {
            const MergedMoves *class =
                &abstraction->moves[role].classes.items[i];
            for (size_t k = 0; k < class->legality_lits.count; k++)
                sat_clause2(
                    abstraction->sat, -class->chosen_lit,
                    net_lit(abstraction, class->legality_lits.items[k]));
        }
}

static void reset_moves(MoveAbstraction *abstraction)
{
    const Net *net = abstraction->net;
    for (size_t i = 0; i < abstraction->sets.count; i++) {
        const MoveSet *set = &net->sets[abstraction->sets.items[i]];
        for (size_t k = 0; k < set->count; k++)
            abstraction->moves[set->role].class_of[set->moves[k]] = 0;
    }
    for (uint32_t role = 0; role < net->role_count; role++) {
        RoleMoves *moves = &abstraction->moves[role];
        for (size_t i = 0; i < moves->classes.count; i++)
            vec_free(&moves->classes.items[i].legality_lits);
        vec_clear(&moves->classes);
    }
}

/* ---- questions ---- */

/* The literal of REF before or after the step. Recursion is bounded by
 * MAX_GATES. */
static SatLit ref_lit(MoveAbstraction *abstraction, Ref ref, bool after_step)
{
    const PropertyTable *properties = abstraction->task->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    SatLit lit;
    if (gate->is_leaf) {
        uint32_t feature = gate->node - (uint32_t)abstraction->net->node_count;
        lit = after_step ? net_lit(abstraction, abstraction->net->next[feature])
                         : feature_lit(abstraction, feature);
    } else {
        SatLits lits = {0};
        for (uint32_t i = 0; i < gate->count; i++)
            vec_push(&lits, ref_lit(abstraction,
                                    properties->inputs.items[gate->first + i],
                                    after_step));
        lit = sat_and(abstraction->sat, lits.items, lits.count);
        vec_free(&lits);
    }
    return ref & 1 ? -lit : lit;
}

static bool is_hypothesis(const MoveAbstraction *abstraction,
                          const Conjunct *conjunct)
{
    if (conjunct->owner != FACT_OWNER && abstraction->dropped[conjunct->owner])
        return false;
    for (size_t i = 0; i < conjunct->feature_count; i++)
        if (abstraction->feature_round[conjunct->features[i]] !=
            abstraction->round)
            return false;
    return true;
}

/* Adds the conjuncts assumed whose features are all encoded, each of them at
 * its first feature. */
static void encode_hypotheses(MoveAbstraction *abstraction)
{
    for (size_t i = 0; i < abstraction->used_features.count; i++) {
        const Numbers *conjuncts =
            &abstraction->conjuncts_of[abstraction->used_features.items[i]];
        for (size_t k = 0; k < conjuncts->count; k++) {
            const Conjunct *conjunct =
                &abstraction->conjuncts.items[conjuncts->items[k]];
            if (conjunct->features[0] == abstraction->used_features.items[i] &&
                is_hypothesis(abstraction, conjunct))
                sat_clause1(abstraction->sat,
                            ref_lit(abstraction, conjunct->ref, false));
        }
    }
}

/* Whether no abstract step from where the hypotheses hold violates CONJUNCT. */
static bool step_preserves(MoveAbstraction *abstraction,
                           const Conjunct *conjunct)
{
    abstraction->round++;
    abstraction->encoded_nodes = 0;
    vec_clear(&abstraction->used_features);
    vec_clear(&abstraction->stack);
    abstraction->sat = sat_new(abstraction->task->budget);
    bool is_preserved =
        find_move_sets(abstraction, conjunct) && merge_moves(abstraction);
    if (is_preserved) {
        SatLit holds = ref_lit(abstraction, conjunct->ref, true);
        for (size_t i = 0; i < conjunct->feature_count; i++)
            feature_lit(abstraction, conjunct->features[i]);
        encode_needs(abstraction);
        encode_hypotheses(abstraction);
        sat_clause1(abstraction->sat, -holds);
        is_preserved =
            sat_solve(abstraction->sat, MAX_CONFLICTS_PER_QUESTION) == SAT_NO;
    }
    reset_moves(abstraction);
    sat_free(abstraction->sat);
    return is_preserved;
}

/* Drops a property. What was proved while it was assumed is open again. */
static void drop_property(MoveAbstraction *abstraction, int owner)
{
    assert(owner != FACT_OWNER && !abstraction->dropped[owner]);
    abstraction->dropped[owner] = true;
    for (size_t i = 0; i < abstraction->conjuncts.count; i++)
        abstraction->conjuncts.items[i].proved = false;
}

static bool is_open(const MoveAbstraction *abstraction,
                    const Conjunct *conjunct)
{
    return conjunct->owner != FACT_OWNER &&
           !abstraction->dropped[conjunct->owner] && !conjunct->proved;
}

/* Drops properties until all conjuncts of the others are proved; false if time
 * runs out. */
static bool prove_until_stable(MoveAbstraction *abstraction)
{
    for (bool is_dropped = true; is_dropped;) {
        is_dropped = false;
        for (size_t i = 0; i < abstraction->conjuncts.count; i++) {
            Conjunct *conjunct = &abstraction->conjuncts.items[i];
            if (!is_open(abstraction, conjunct))
                continue;
            if (budget_spent(abstraction->task->budget))
                return false;
            conjunct->proved = step_preserves(abstraction, conjunct);
            if (!conjunct->proved) {
                drop_property(abstraction, conjunct->owner);
                is_dropped = true;
            }
        }
    }
    return true;
}

/* The literals that more than half of the moves of ROLE need. */
static void find_frequent_needs(MoveAbstraction *abstraction, uint32_t role)
{
    const Role *net_role = &abstraction->net->roles[role];
    RoleMoves *moves = &abstraction->moves[role];
    NetLits needs = {0}, frequent_lits = {0};
    uint32_t *counts =
        memory_zeroed(2 * abstraction->net->node_count, sizeof *counts);
    uint32_t *last_move =
        memory_zeroed(2 * abstraction->net->node_count, sizeof *last_move);
    for (uint32_t i = 0; i < net_role->move_count; i++) {
        if (net_role->legal[i] == LIT_FALSE)
            continue;
        moves->legal_count++;
        vec_clear(&needs);
        add_implied_lits(abstraction->net, net_role->legal[i], NEEDED, &needs);
        for (size_t k = 0; k < needs.count; k++) {
            Lit lit = needs.items[k];
            if (last_move[lit] == i + 1)
                continue; /* listed twice for this move */
            last_move[lit] = i + 1;
            if (++counts[lit] == net_role->move_count / 2 + 1)
                vec_push(&frequent_lits, lit);
        }
    }
    for (size_t i = 0; i < frequent_lits.count; i++) {
        FrequentNeed frequent = {frequent_lits.items[i],
                                 counts[frequent_lits.items[i]], 0};
        vec_push(&moves->frequent, frequent);
    }
    free_all(counts, last_move);
    vec_free_all(&needs, &frequent_lits);
}

static MoveAbstraction abstraction_new(const MoveAbstractionTask *task)
{
    const Net *net = task->net;
    Arena *arena = arena_new();
    MoveAbstraction abstraction = {
        .task = task,
        .net = net,
        .arena = arena,
        .conjuncts_of = arena_array(arena, Numbers, net->feature_count),
        .dropped = arena_array(arena, bool, task->count),
        .node_round = arena_array(arena, uint32_t, net->node_count),
        .seen_round = arena_array(arena, uint32_t, net->node_count),
        .feature_round = arena_array(arena, uint32_t, net->feature_count),
        .nodes = arena_array(arena, SatLit, net->node_count),
        .features = arena_array(arena, SatLit, net->feature_count),
        .moves = arena_array(arena, RoleMoves, net->role_count)};
    for (uint32_t i = 0; i < net->role_count; i++) {
        size_t count = net->roles[i].move_count;
        abstraction.moves[i].class_of = arena_array(arena, uint32_t, count);
        abstraction.moves[i].move_round = arena_array(arena, uint32_t, count);
        find_frequent_needs(&abstraction, i);
    }
    return abstraction;
}

static void abstraction_free(MoveAbstraction *abstraction)
{
    for (size_t i = 0; i < abstraction->net->feature_count; i++)
        vec_free(&abstraction->conjuncts_of[i]);
    for (size_t i = 0; i < abstraction->net->role_count; i++) {
        vec_free_all(&abstraction->moves[i].classes,
                     &abstraction->moves[i].frequent);
    }
    vec_free_all(&abstraction->conjuncts, &abstraction->used_features,
                 &abstraction->sets, &abstraction->stack);
    arena_free(abstraction->arena);
}

void move_abstraction_prove(const MoveAbstractionTask *task, bool *is_proved)
{
    MoveAbstraction abstraction = abstraction_new(task);
    for (size_t i = 0; i < task->fact_count; i++)
        add_property(&abstraction, task->facts[i], FACT_OWNER);
    for (size_t i = 0; i < task->count; i++)
        if (!add_property(&abstraction, task->list[i], (int)i))
            abstraction.dropped[i] = true;
    bool complete = prove_until_stable(&abstraction);
    for (size_t i = 0; i < task->count; i++)
        is_proved[i] = complete && !abstraction.dropped[i];
    abstraction_free(&abstraction);
}
