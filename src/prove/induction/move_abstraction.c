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
#include "prove/induction/merged_moves.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_FEATURES = 32, /* of a conjunct */
    MAX_GATES = 1000,  /* of a conjunct */
    MAX_NODES_PER_QUESTION =
        3000, /* of a question; the others are unconstrained */
    MAX_CONFLICTS_PER_QUESTION = 300, /* per question */
    LEMMA_OWNER = -1
};

typedef VEC(uint32_t) NumberList;

typedef struct {
    Ref ref;
    int owner; /* number of its property in the list, or LEMMA_OWNER */
    bool is_proved;
    uint32_t *features;
    size_t feature_count;
} Conjunct;

typedef struct {
    const MoveAbstractionTask *task;
    const Net *net;
    Arena *arena;
    VEC(Conjunct) conjuncts;
    NumberList *conjuncts_of; /* by feature */
    bool *is_dropped;         /* by property */
    /* Of the question: entries of another round than this are stale. */
    uint32_t round;
    Sat *sat;
    uint32_t *node_round, *feature_round, *seen_round;
    SatLit *node_lits, *feature_lits;
    NumberList used_features; /* those with a literal */
    size_t encoded_nodes;
    MergedMoves merged;
    NumberList stack;
} MoveAbstraction;

/* ---- conjuncts ---- */

typedef struct {
    size_t gates;
    NumberList features;
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

/* The variable of FEATURE in the question of this round. */
static SatLit encode_feature(MoveAbstraction *abstraction, uint32_t feature)
{
    if (abstraction->feature_round[feature] != abstraction->round) {
        abstraction->feature_round[feature] = abstraction->round;
        abstraction->feature_lits[feature] = sat_variable(abstraction->sat);
        vec_push(&abstraction->used_features, feature);
    }
    return abstraction->feature_lits[feature];
}

static bool is_encoded(const MoveAbstraction *abstraction, uint32_t node)
{
    return abstraction->node_round[node] == abstraction->round;
}

static SatLit encoded_lit(const MoveAbstraction *abstraction, Lit lit)
{
    SatLit node = abstraction->node_lits[lit_node(lit)];
    return lit & 1 ? -node : node;
}

static SatLit encode_and(MoveAbstraction *abstraction, const Node *node)
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
    size_t old_count = abstraction->stack.count;
    for (uint32_t i = 0; i < node->input_count; i++) {
        uint32_t input =
            lit_node(abstraction->net->inputs[node->first_input + i]);
        if (!is_encoded(abstraction, input))
            vec_push(&abstraction->stack, input);
    }
    return abstraction->stack.count > old_count;
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
        abstraction->node_lits[number] =
            is_unconstrained          ? sat_variable(abstraction->sat)
            : node->kind == NODE_TRUE ? sat_true(abstraction->sat)
            : node->kind == NODE_FEATURE
                ? encode_feature(abstraction, node->feature)
            : node->kind == NODE_MOVES
                ? merged_set_lit(&abstraction->merged, abstraction->sat,
                                 &abstraction->net->sets[node->set])
                : encode_and(abstraction, node);
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
    vec_clear(&abstraction->merged.sets);
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
            vec_push(&abstraction->merged.sets, node->set);
        for (uint32_t i = 0; i < node->input_count; i++)
            vec_push(&abstraction->stack,
                     lit_node(net->inputs[node->first_input + i]));
    }
    return node_count <= MAX_NODES_PER_QUESTION;
}

/* A class is only chosen where its needs hold. */
static void encode_needs(MoveAbstraction *abstraction)
{
    for (uint32_t role = 0; role < abstraction->net->role_count; role++)
        for (size_t i = 0; i < abstraction->merged.roles[role].classes.count;
             i++) {
            const MoveClass *class =
                &abstraction->merged.roles[role].classes.items[i];
            for (size_t k = 0; k < class->legality_lits.count; k++)
                sat_clause2(
                    abstraction->sat, -class->chosen_lit,
                    net_lit(abstraction, class->legality_lits.items[k]));
        }
}

/* ---- questions ---- */

/* The literal of REF before or after the step. Recursion is bounded by
 * MAX_GATES. */
static SatLit encode_ref(MoveAbstraction *abstraction, Ref ref, bool after_step)
{
    const PropertyTable *properties = abstraction->task->properties;
    const Gate *gate = &properties->gates.items[ref / 2];
    SatLit lit;
    if (gate->is_leaf) {
        uint32_t feature = gate->node - (uint32_t)abstraction->net->node_count;
        lit = after_step ? net_lit(abstraction, abstraction->net->next[feature])
                         : encode_feature(abstraction, feature);
    } else {
        SatLits lits = {0};
        for (uint32_t i = 0; i < gate->count; i++)
            vec_push(&lits,
                     encode_ref(abstraction,
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
    if (conjunct->owner != LEMMA_OWNER &&
        abstraction->is_dropped[conjunct->owner])
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
        const NumberList *conjuncts =
            &abstraction->conjuncts_of[abstraction->used_features.items[i]];
        for (size_t k = 0; k < conjuncts->count; k++) {
            const Conjunct *conjunct =
                &abstraction->conjuncts.items[conjuncts->items[k]];
            if (conjunct->features[0] == abstraction->used_features.items[i] &&
                is_hypothesis(abstraction, conjunct))
                sat_clause1(abstraction->sat,
                            encode_ref(abstraction, conjunct->ref, false));
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
    bool is_preserved = find_move_sets(abstraction, conjunct) &&
                        merge_moves(&abstraction->merged, abstraction->sat);
    if (is_preserved) {
        SatLit holds = encode_ref(abstraction, conjunct->ref, true);
        for (size_t i = 0; i < conjunct->feature_count; i++)
            encode_feature(abstraction, conjunct->features[i]);
        encode_needs(abstraction);
        encode_hypotheses(abstraction);
        sat_clause1(abstraction->sat, -holds);
        is_preserved =
            sat_solve(abstraction->sat, MAX_CONFLICTS_PER_QUESTION) == SAT_NO;
    }
    merged_moves_reset(&abstraction->merged);
    sat_free(abstraction->sat);
    return is_preserved;
}

/* Drops a property. What was proved while it was assumed is open again. */
static void drop_property(MoveAbstraction *abstraction, int owner)
{
    assert(owner != LEMMA_OWNER && !abstraction->is_dropped[owner]);
    abstraction->is_dropped[owner] = true;
    for (size_t i = 0; i < abstraction->conjuncts.count; i++)
        abstraction->conjuncts.items[i].is_proved = false;
}

static bool is_open(const MoveAbstraction *abstraction,
                    const Conjunct *conjunct)
{
    return conjunct->owner != LEMMA_OWNER &&
           !abstraction->is_dropped[conjunct->owner] && !conjunct->is_proved;
}

/* Drops properties until all conjuncts of the others are proved; false if time
 * runs out. */
static bool prove_until_stable(MoveAbstraction *abstraction)
{
    for (bool has_dropped = true; has_dropped;) {
        has_dropped = false;
        for (size_t i = 0; i < abstraction->conjuncts.count; i++) {
            Conjunct *conjunct = &abstraction->conjuncts.items[i];
            if (!is_open(abstraction, conjunct))
                continue;
            if (budget_spent(abstraction->task->budget))
                return false;
            conjunct->is_proved = step_preserves(abstraction, conjunct);
            if (!conjunct->is_proved) {
                drop_property(abstraction, conjunct->owner);
                has_dropped = true;
            }
        }
    }
    return true;
}

static MoveAbstraction abstraction_new(const MoveAbstractionTask *task)
{
    const Net *net = task->net;
    Arena *arena = arena_new();
    MoveAbstraction abstraction = {
        .task = task,
        .net = net,
        .arena = arena,
        .conjuncts_of = arena_array(arena, NumberList, net->feature_count),
        .is_dropped = arena_array(arena, bool, task->count),
        .node_round = arena_array(arena, uint32_t, net->node_count),
        .seen_round = arena_array(arena, uint32_t, net->node_count),
        .feature_round = arena_array(arena, uint32_t, net->feature_count),
        .node_lits = arena_array(arena, SatLit, net->node_count),
        .feature_lits = arena_array(arena, SatLit, net->feature_count),
        .merged = merged_moves_new(net, arena)};
    return abstraction;
}

static void abstraction_free(MoveAbstraction *abstraction)
{
    for (size_t i = 0; i < abstraction->net->feature_count; i++)
        vec_free(&abstraction->conjuncts_of[i]);
    vec_free_all(&abstraction->conjuncts, &abstraction->used_features,
                 &abstraction->stack);
    merged_moves_free(&abstraction->merged);
    arena_free(abstraction->arena);
}

void move_abstraction_prove(const MoveAbstractionTask *task, bool *is_proved)
{
    MoveAbstraction abstraction = abstraction_new(task);
    for (size_t i = 0; i < task->lemma_count; i++)
        add_property(&abstraction, task->lemmas[i], LEMMA_OWNER);
    for (size_t i = 0; i < task->count; i++)
        if (!add_property(&abstraction, task->list[i], (int)i))
            abstraction.is_dropped[i] = true;
    bool complete = prove_until_stable(&abstraction);
    for (size_t i = 0; i < task->count; i++)
        is_proved[i] = complete && !abstraction.is_dropped[i];
    abstraction_free(&abstraction);
}
